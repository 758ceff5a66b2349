"""How a game ends (TS-WIN-1, TS-WIN-2), and the VP marker."""

from typing import Any

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence
from ..catalog import VP_TO_WIN, Side
from ..state import Position
from ..words import signed, the


@frozen
class Ending:
    """The end of a game.

    :param winner: None for a draw, and where the rules leave it open.
    :param how: ``vp``, ``nuclear war``, ``europe``, ``scoring card`` or ``final scoring``.
    """

    winner: Side | None
    how: str
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {"winner": self.winner, "how": self.how, "rule": self.ruling.rule}


@frozen
class Scored:
    """VP applied.

    :param vp: what the marker moved by; above 0 towards the US.
    :param marker: where it stands then; the track goes on beyond 20 only in final scoring.
    """

    vp: int
    marker: int
    ruling: Ruling
    ending: Ending | None

    def to(self, position: Position) -> Position:
        """The position with the marker moved, to the end of its track at most."""
        return evolve(position, vp=max(-VP_TO_WIN, min(VP_TO_WIN, self.marker)))


def vp_text(vp: int) -> str:
    """VP in a sentence: ``the USSR +3``."""
    return "nobody" if vp == 0 else f"the {'US' if vp > 0 else 'USSR'} +{abs(vp)}"


def score(position: Position, vp: int, rule: str, what: str) -> Scored:
    """Apply all VP of one event, scoring or check at once, and look whether that wins (TS-WIN-1).

    :param vp: the net change, above 0 for the US.
    :param rule: the rule that gives it.
    :param what: what gives it, for the sentence.
    """
    marker = position.vp + vp
    before, after = signed("before", position.vp), signed("after", marker)
    sentence = f"{{what}}: {{gain}}, the VP marker goes from {before} to {after}"
    if vp == 0:
        sentence = f"{{what}}: no change, the VP marker stays at {after}"
    facts: dict[str, Any] = {"what": what, "gain": vp_text(vp), "before": position.vp, "after": marker}
    ruling = consequence(rule, sentence, None, **facts)
    return Scored(vp, marker, ruling, vp_ending(marker))


def vp_ending(marker: int) -> Ending | None:
    """Whether the VP marker ends the game (TS-WIN-1)."""
    if abs(marker) < VP_TO_WIN:
        return None
    winner: Side = "US" if marker > 0 else "USSR"
    ruling = consequence(
        "TS-WIN-1", "{vp} VP: {who} wins", vp=min(abs(marker), VP_TO_WIN), who=the(winner), marker=marker
    )
    return Ending(winner, "vp", ruling)
