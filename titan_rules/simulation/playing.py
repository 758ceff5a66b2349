"""Battles played out by two policies, fast or checked by the adjudicator."""

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
from ..rules.battle.order import CONCEDING
from ..rules.battle.strike import must_strike
from .fast_battle import FastBattle, FastSide, Fighter, Roll
from .rolls import ways

HIT, MISS = 6, 1


@runtime_checkable
class Policy(Protocol):
    """Plays one side of a battle; stateless between calls, and deterministic given its random numbers.

    It acts through the battle's methods and looks ahead on a copy. The rules, and
    :mod:`~titan_rules.simulation.rolls`, say what is legal; an illegal action ends the simulation.
    """

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """Play a Maneuver Phase with ``battle.join`` and ``battle.move``."""
        ...

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """Make the acting side's strikes or strikebacks with ``battle.strike``."""
        ...


Sides: TypeAlias = tuple[Policy, Policy]  # the attacker's and the defender's


def play(battle: Battle, policies: Sides, seed: str) -> FastBattle:
    """The battle, played out.

    :param seed: determines the dice and the policies' random numbers.
    :raises CannotTell: an attempted concession is unanswered, or the attacker's entry side or some characters are
        not known.
    :raises IllegalAction: a custom policy did something illegal.
    """
    return fight(FastBattle(ready(battle)), policies, seed)


def fight(begun: FastBattle, policies: Sides, seed: str) -> FastBattle:
    """Play out a copy of a fast battle; the adjudicator checks custom policies."""
    shipped = all(type(each).__module__.startswith(f"{__package__}.") for each in policies)
    battle = begun.copy() if shipped else CheckedBattle.following(begun)
    return play_on(battle, policies, Random(seed))


def play_on(battle: FastBattle, policies: Sides, random: Random) -> FastBattle:
    """Play a battle out, in place."""
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
    """The battle with its caretaker's stock filled in, at most what the box has left.

    :raises CannotTell: nobody is in it, an attempted concession is unanswered, or the attacker's entry side is unknown.
    """
    if not battle.attacker.characters and not battle.defender.characters:
        raise CannotTell(Fault("no-battle", "nobody is in this battle"))
    if battle.pending in CONCEDING:
        raise CannotTell(Fault("open-concession", "no policy answers the attempted concession: answer it first"))
    if battle.attacker.elsewhere or battle.defender.elsewhere:
        raise CannotTell(Fault("unknown-content", "who else fights is not known: say who stands where"))
    outside = any(c.hex is None for c in battle.attacker.characters)
    if outside and battle.attacker.entry_side is None and not battle.the_box.deploys(battle.terrain):
        raise CannotTell(Fault("no-entry-side", "the attacker's entry_side is not given", "/attacker/entry_side"))
    if battle.pending is not None:
        battle = settle(battle).state
    return evolve(battle, caretaker=stock_of(battle))


class CheckedBattle(FastBattle):
    """A fast battle for custom policies; the adjudicator judges each action."""

    __slots__ = ("actions", "position")

    position: Battle
    actions: list[Action]

    @classmethod
    def following(cls, battle: FastBattle) -> Self:
        """A checked copy of a battle that has just begun."""
        made = battle.copy_to(object.__new__(cls))
        made.position, made.actions = battle.begun, []
        return made

    def _tell(self, action: Action) -> None:
        """Apply an action to the adjudicator's position.

        :raises IllegalAction: it is illegal.
        """
        self.position = apply(self.position, action).state
        while self.position.pending is not None and self.position.outcome is None:
            self.position = settle(self.position).state
        self.actions.append(action)

    def join(self, name: CharacterName) -> None:
        """Add a reinforcement or a summoned character."""
        if self.side == "defender":
            self._tell(Reinforce(name))
        else:
            donor = next(marker for marker, names in self.position.donors.items() if name in names)
            self._tell(Summon(donor, name))
        super().join(name)

    def move(self, fighter: Fighter, to: int) -> None:
        """Move a character."""
        self._tell(Maneuver(fighter.name, fighter.hex, to=HEXES[to]))
        super().move(fighter, to)

    def end_maneuver(self) -> None:
        """End the Maneuver Phase."""
        self._tell(EndManeuver())
        super().end_maneuver()

    def strike(
        self, fighter: Fighter, foe: Fighter, roll: Roll, hits: int, carried: Sequence[tuple[Fighter, int]] = ()
    ) -> None:
        """Record a strike."""
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
        """The targets in order, if they are declared before the roll (CARRY-2)."""
        before_rolling = self.rules.carry_declaration == "targets_and_order"
        if not before_rolling or not must_strike(self, fighter.role, fighter):
            return ()
        others = next((others for each, others in ways(self, fighter, foe) if each == roll), [])
        order = [foe, *carried, *[f for f in others if f not in carried]]
        return tuple([f.hex for f in order if f.hex is not None])

    def end_strikes(self) -> None:
        """End one side's strikes."""
        self._tell(EndStrikes())
        super().end_strikes()


def position_of(battle: FastBattle) -> Battle:
    """The battle as a position, without caretaker's stock and other Legions."""
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
