"""A melee that the adjudicator follows: every action is judged like anybody's, and both come to the same."""

from collections.abc import Sequence
from typing import Self

from ..actions.intents import Action, Carry, EndManeuver, EndStrikes, Maneuver, Reinforce, Strike, Summon
from ..box.hexes import HEXES
from ..box.names import CharacterName, Hex
from ..play import apply, settle
from ..position.battle import Battle
from .ground import Roll
from .melee import DEFENDER, OFF, Melee
from .rolls import must_strike, ways

HIT, MISS = 6, 1


class Judged(Melee):
    """A melee of a policy that nobody has tested.

    :ivar judged: the battle as the adjudicator has it.
    :ivar actions: what was done so far, as actions.
    """

    __slots__ = ("actions", "judged")

    judged: Battle
    actions: list[Action]

    @classmethod
    def following(cls, melee: Melee) -> Self:
        """A melee that has just begun, with the adjudicator beside it."""
        made = melee.copy_to(cls())
        made.judged, made.actions = melee.battle, []
        return made

    def _tell(self, action: Action) -> None:
        """Do an action in the other battle.

        :raises IllegalAction: it is illegal.
        """
        self.judged = apply(self.judged, action).state
        while self.judged.pending is not None and self.judged.outcome is None:
            self.judged = settle(self.judged).state
        self.actions.append(action)

    def join(self, name: CharacterName) -> None:
        """A reinforcement or summons is taken."""
        if self.side == DEFENDER:
            self._tell(Reinforce(name))
        else:
            donor = next(marker for marker, names in self.judged.donors.items() if name in names)
            self._tell(Summon(donor, name))
        super().join(name)

    def move(self, i: int, to: int) -> None:
        """A character maneuvers."""
        here = self.at[self.side][i]
        self._tell(Maneuver(self.names[self.side][i], None if here == OFF else HEXES[here], to=HEXES[to]))
        super().move(i, to)

    def end_maneuver(self) -> None:
        """The Maneuver Phase ends."""
        self._tell(EndManeuver())
        super().end_maneuver()

    def strike(self, i: int, foe: int, roll: Roll, hits: int, carried: Sequence[tuple[int, int]] = ()) -> None:
        """A character strikes."""
        side = self.acting
        enemies = self.at[1 - side]
        dice, number = roll
        self._tell(
            Strike(
                HEXES[self.at[side][i]],
                HEXES[enemies[foe]],
                (HIT,) * hits + (MISS,) * (dice - hits),
                number,
                dice,
                tuple([Carry(HEXES[enemies[j]], more) for j, more in carried]),
                declared=self._declared(i, foe, roll, [j for j, _ in carried]),
            )
        )
        super().strike(i, foe, roll, hits, carried)

    def _declared(self, i: int, foe: int, roll: Roll, carried: list[int]) -> tuple[Hex, ...]:
        """All the targets in order, where they are declared before the roll (CARRY-2)."""
        side = self.acting
        if not self.ground.declares_all or not must_strike(self, side, i):
            return ()
        others = next((others for each, others in ways(self, side, i, foe) if each == roll), [])
        order = [foe, *carried, *[j for j in others if j not in carried]]
        return tuple([HEXES[self.at[1 - side][j]] for j in order])

    def end_strikes(self) -> None:
        """The strikes of one side end."""
        self._tell(EndStrikes())
        super().end_strikes()
