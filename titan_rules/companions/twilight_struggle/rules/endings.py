"""How a game ends (TS-WIN-1, TS-WIN-2), and the VP marker."""

from typing import Any

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence
from ..catalog import VP_TO_WIN, Side
from ..state import Ending, Position
from ..words import signed, the


@frozen
class End:
    """The end of a game, with the ruling that brings it.

    :param winner: None for a draw, and where the rules leave it open.
    :param how: see :class:`..state.Ending`.
    """

    winner: Side | None
    how: str
    ruling: Ruling

    @property
    def record(self) -> Ending:
        """As it stands in a position."""
        return Ending(winner=self.winner, how=self.how, rule=self.ruling.rule)

    def to_json(self) -> Answer:
        """As answers show it."""
        return {"winner": self.winner, "how": self.how, "rule": self.ruling.rule}


@frozen
class Scored:
    """VP applied.

    :param vp: what is scored; above 0 towards the US.
    :param marker: where the marker stands then.
    """

    vp: int
    before: int
    marker: int
    ruling: Ruling
    ending: End | None

    def to(self, position: Position) -> Position:
        """The position with the marker moved."""
        return evolve(position, vp=self.marker)

    @property
    def moved(self) -> Answer:
        """How the marker moved, for answers."""
        return {"before": self.before, "after": self.marker}


def on_track(vp: int) -> int:
    """Where the marker stands: at 20 it is at the end of its track (TS-WIN-1)."""
    return max(-VP_TO_WIN, min(VP_TO_WIN, vp))


def vp_text(vp: int) -> str:
    """VP in a sentence: ``the USSR +3``."""
    return "nobody" if vp == 0 else f"the {'US' if vp > 0 else 'USSR'} +{abs(vp)}"


def score_vp(position: Position, vp: int, rule: str, what: str, *, start: int | None = None) -> Scored:
    """Apply all VP of one event, scoring or check at once, and look whether that wins (TS-WIN-1).

    :param vp: the net change, above 0 for the US.
    :param rule: the rule that gives it.
    :param what: what gives it, for the sentence.
    :param start: in final scoring, the count so far: it goes on beyond 20 (TS-WIN-3).
    """
    before = position.vp if start is None else start
    after = before + vp if start is not None else on_track(before + vp)
    sentence = f"{{what}}: {{gain}}, the VP marker goes from {signed('before', before)} to {signed('after', after)}"
    if vp == 0:
        sentence = f"{{what}}: no change, the VP marker stays at {signed('after', after)}"
    elif after - before != vp:
        sentence += ", the end of its track"
    facts: dict[str, Any] = {"what": what, "gain": vp_text(vp), "before": before, "after": after}
    return Scored(vp, before, after, consequence(rule, sentence, None, **facts), vp_ending(after))


def vp_ending(marker: int) -> End | None:
    """Whether the VP marker ends the game (TS-WIN-1)."""
    if abs(marker) < VP_TO_WIN:
        return None
    winner: Side = "US" if marker > 0 else "USSR"
    facts = {"vp": min(abs(marker), VP_TO_WIN), "who": the(winner), "marker": marker}
    return End(winner, "vp", consequence("TS-WIN-1", "{vp} VP: {who} wins", None, **facts))
