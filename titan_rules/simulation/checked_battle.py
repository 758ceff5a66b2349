"""A fast battle that the adjudicator follows: every action is judged like anybody's, and both come to the same."""

from collections.abc import Sequence
from typing import Self

from ..actions.intents import Action, Carry, EndManeuver, EndStrikes, Maneuver, Reinforce, Strike, Summon
from ..box.hexes import HEXES
from ..box.names import CharacterName, Hex
from ..play import apply, settle
from ..position.battle import Battle
from ..rules.battle.strike import must_strike
from .fast_battle import FastBattle, Fighter, Roll
from .rolls import ways

HIT, MISS = 6, 1


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
