"""What ``advise`` answers: an opinion, not a ruling."""

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..position.battle import BattlePhase, Role
from .battle_odds import Share


@frozen(kw_only=True)
class Advised(Part):
    """A suggested course of action.

    :param actions: in order, as short texts.
    :param wins: how often the battle was won.
    :param gains: the average points of the enemies slain by the end of the battle.
    :param costs: the average points of the player's own characters lost by then.
    :param worth: its score: 1 for a win, 0 for a loss, and up to a quarter for the survivors.
    :param why: the reasons for and against it.
    """

    actions: tuple[str, ...]
    wins: Share
    gains: float
    costs: float
    worth: float
    why: tuple[str, ...]


@frozen(kw_only=True, repr=False)
class Advice(Answer):
    """The best maneuvers or strikes that a search found, best first.

    :param side: the side advised.
    :param trials: how often each was simulated.
    :param best: empty if there is no choice.
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
        """Each suggestion with its worth and its reasons."""
        yield from (f"Advice, no ruling: the {self.side}'s {self.phase} phase of turn {self.turn}", "")
        if not self.best:
            yield "There is nothing to choose."
        for number, way in enumerate(self.best, 1):
            yield f"{number}. {', '.join(way.actions)}"
            yield f"   wins {way.wins.percent} {way.wins.interval}; slays {way.gains:.0f} points, loses {way.costs:.0f}"
            yield from (*(f"   - {reason}" for reason in way.why), "")
        yield from ("", *(f"note: {note}" for note in self.notes))
