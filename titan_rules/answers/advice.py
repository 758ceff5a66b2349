"""What ``advise`` answers: what might be done now. It is an opinion, and no ruling."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..position.battle import BattlePhase, Role
from .battle_odds import Share


@frozen(kw_only=True)
class Advised(Part):
    """Something that might be done now.

    :param actions: in this order, as short texts.
    :param wins: how often the battle was won after it.
    :param gains: the points of the enemies slain until the end of the battle, on average.
    :param costs: the points of one's own characters lost until then, on average.
    :param worth: by what it is ranked: 1 for a win, 0 for a loss, and up to a quarter for who is left.
    :param why: what speaks for it and against it.
    """

    actions: tuple[str, ...]
    wins: Share
    gains: float
    costs: float
    worth: float
    why: tuple[str, ...]


@frozen(kw_only=True, repr=False)
class Advice(Answer):
    """The best maneuvers or strikes that a search found, the best first.

    :param side: who is advised.
    :param trials: how often each was played out.
    :param best: none where there is nothing to choose.
    """

    kind: ClassVar[str] = "advice"
    side: Role
    phase: BattlePhase
    turn: int
    trials: int
    seed: str
    best: tuple[Advised, ...]
    notes: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """Each way with what it is worth and why."""
        yield from (f"Advice, no ruling: the {self.side}'s {self.phase} phase of turn {self.turn}", "")
        if not self.best:
            yield "There is nothing to choose."
        for number, way in enumerate(self.best, 1):
            yield f"{number}. {', '.join(way.actions)}"
            yield f"   wins {way.wins.percent} {way.wins.interval}; slays {way.gains:.0f} points, loses {way.costs:.0f}"
            yield from (*(f"   - {reason}" for reason in way.why), "")
        yield from ("", *(f"note: {note}" for note in self.notes))
