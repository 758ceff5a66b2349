"""A battle played to its end by two policies: as a fast battle, or with the adjudicator beside it."""

from collections.abc import Sequence
from random import Random
from typing import Protocol, Self, TypeAlias, runtime_checkable

from ..actions.intents import Action, Carry, EndManeuver, EndStrikes, Maneuver, Reinforce, Strike, Summon
from ..box.hexes import HEXES
from ..box.names import CharacterName, Hex
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..play import apply, settle
from ..position.battle import ROLES, Battle, BattleSide, Combatant
from ..position.stock import stock_of
from ..rules.battle.maneuver import FIRST_TURN
from ..rules.battle.sequence import CONCEDING
from ..rules.battle.strike import must_strike
from .fast_battle import FastBattle, FastSide, Fighter, Roll
from .rolls import ways

HIT, MISS = 6, 1


@runtime_checkable
class Policy(Protocol):
    """Plays one side of a battle; it is deterministic given its random numbers, and keeps no state between calls.

    It acts on the battle that it is given, by its methods; what may be done the rules tell, which take it as a field,
    and :mod:`~titan_rules.simulation.rolls`. To look ahead it takes a copy. An illegal action ends the simulation with
    an error.
    """

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """A Maneuver Phase: ``battle.join`` and ``battle.move``."""
        ...

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """The strikes of the acting side, in a Strike Phase or in strikeback: ``battle.strike``."""
        ...


Sides: TypeAlias = tuple[Policy, Policy]
"""The policies of the attacker and the defender."""


def play(battle: Battle, policies: Sides, seed: str) -> FastBattle:
    """The battle at its end.

    :param seed: the dice and the policies' random numbers come from it alone.
    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    :raises IllegalAction: a policy of one's own did something illegal.
    """
    return fight(FastBattle(ready(battle)), policies, seed)


def fight(begun: FastBattle, policies: Sides, seed: str) -> FastBattle:
    """The same from a fast battle that has just begun, which it does not change.

    What a policy of one's own does is judged by the adjudicator as it does it.
    """
    shipped = all(type(each).__module__.startswith(f"{__package__}.") for each in policies)
    battle = begun.copy() if shipped else CheckedBattle.following(begun)
    return play_on(battle, policies, Random(seed))


def play_on(battle: FastBattle, policies: Sides, random: Random) -> FastBattle:
    """A battle played on to its end, changed in place."""
    while battle.outcome is None:
        policy = policies[ROLES.index(battle.acting)]
        if battle.phase == "maneuver":
            policy.maneuver(battle, random)
            battle.end_maneuver()
        else:
            policy.strikes(battle, random)
            battle.end_strikes()
    return battle


def ready(battle: Battle) -> Battle:
    """A battle that policies can play out, with the caretaker's stock in it: no more than the box has left.

    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    """
    if battle.pending in CONCEDING:
        raise CannotTell(Fault("open-concession", "no policy answers the attempted concession: answer it first"))
    outside = any(c.hex is None for c in battle.attacker.characters)
    if outside and battle.attacker.entry_side is None and not battle.the_box.deploys(battle.terrain):
        raise CannotTell(Fault("no-entry-side", "the attacker's entry_side is not given", "/attacker/entry_side"))
    if battle.pending is not None:
        battle = settle(battle).state
    return evolve(battle, caretaker=stock_of(battle))


class CheckedBattle(FastBattle):
    """A fast battle of a policy that nobody has tested.

    :ivar position: the battle as the adjudicator has it.
    :ivar actions: what was done so far, as actions.
    """

    __slots__ = ("actions", "position")

    position: Battle
    actions: list[Action]

    @classmethod
    def following(cls, battle: FastBattle) -> Self:
        """A battle that has just begun, with the adjudicator beside it."""
        made = battle.copy_to(object.__new__(cls))
        made.position, made.actions = battle.begun, []
        return made

    def _tell(self, action: Action) -> None:
        """Do an action in the other battle.

        :raises IllegalAction: it is illegal.
        """
        self.position = apply(self.position, action).state
        while self.position.pending is not None and self.position.outcome is None:
            self.position = settle(self.position).state
        self.actions.append(action)

    def join(self, name: CharacterName) -> None:
        """A reinforcement or summons is taken."""
        if self.side == "defender":
            self._tell(Reinforce(name))
        else:
            donor = next(marker for marker, names in self.position.donors.items() if name in names)
            self._tell(Summon(donor, name))
        super().join(name)

    def move(self, fighter: Fighter, to: int) -> None:
        """A character maneuvers."""
        self._tell(Maneuver(fighter.name, fighter.hex, to=HEXES[to]))
        super().move(fighter, to)

    def end_maneuver(self) -> None:
        """The Maneuver Phase ends."""
        self._tell(EndManeuver())
        super().end_maneuver()

    def strike(
        self, fighter: Fighter, foe: Fighter, roll: Roll, hits: int, carried: Sequence[tuple[Fighter, int]] = ()
    ) -> None:
        """A character strikes."""
        dice, number = roll
        self._tell(
            Strike(
                fighter.hex or Hex(""),
                foe.hex or Hex(""),
                (HIT,) * hits + (MISS,) * (dice - hits),
                number,
                dice,
                tuple([Carry(victim.hex or Hex(""), more) for victim, more in carried]),
                declared=self._declared(fighter, foe, roll, [victim for victim, _ in carried]),
            )
        )
        super().strike(fighter, foe, roll, hits, carried)

    def _declared(self, fighter: Fighter, foe: Fighter, roll: Roll, carried: list[Fighter]) -> tuple[Hex, ...]:
        """All the targets in order, where they are declared before the roll (CARRY-2)."""
        before_rolling = self.rules.carry_declaration == "targets_and_order"
        if not before_rolling or not must_strike(self, fighter.role, fighter):
            return ()
        others = next((others for each, others in ways(self, fighter, foe) if each == roll), [])
        order = [foe, *carried, *[f for f in others if f not in carried]]
        return tuple([f.hex for f in order if f.hex is not None])

    def end_strikes(self) -> None:
        """The strikes of one side end."""
        self._tell(EndStrikes())
        super().end_strikes()


def position_of(battle: FastBattle) -> Battle:
    """The battle as a position, without the caretaker's stock and the attacker's other Legions."""
    begun = battle.begun
    attacker, defender = _side(begun.attacker, battle.attacker), _side(begun.defender, battle.defender)
    follows = begun.side == "defender" and begun.turn == FIRST_TURN
    began = attacker.began or (follows and (battle.turn > FIRST_TURN or battle.side == "attacker"))
    return evolve(
        begun,
        turn=battle.turn,
        side=battle.side,
        phase=battle.phase,
        attacker=evolve(attacker, began=began),
        defender=defender,
        caretaker=None,
        donors={},
        outcome=battle.outcome,
    )


def _side(begun: BattleSide, side: FastSide) -> BattleSide:
    return evolve(
        begun,
        characters=tuple(
            [Combatant(f.name, f.hex, f.hits, f.moved, f.struck, f.slowed, f.poisoned) for f in side.characters]
        ),
        slain=tuple(side.slain),
        left_off=tuple(side.left_off),
        reinforced=side.reinforced,
        summoned=side.summoned,
        may_summon=side.may_summon,
        declined=side.declined,
    )
