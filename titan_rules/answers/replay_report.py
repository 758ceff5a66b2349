"""What ``replay`` answers: how far a recorded game is legal, where it stops, what it comes to."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block
from ..kernel.errors import Fault
from ..kernel.jsontext import JSON
from ..kernel.names import shortened
from ..kernel.replaying import Divergence
from ..kernel.rulings import Ruling
from ..play import Next
from ..position.documents import FORMAT
from ..position.game import Game
from .deduction import LegionDeduction, listed
from .parts import choice
from .problems import Problem

ReplayVerdict: TypeAlias = Literal["legal", "illegal", "diverges"]

LONGEST = 300
"""At most this many characters of a line that is not good are shown."""


@frozen(kw_only=True)
class GameResult(Part):
    """Where a game stands.

    :param winner: a colour, where it is over and no draw.
    :param scores: by colour.
    :param out: the colours of those who are out of the game.
    """

    over: bool
    winner: str | None
    turn: int
    scores: Mapping[str, int]
    out: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> "GameResult":
        """Where this game stands."""
        return cls(
            over=game.phase == "over",
            winner=game.winner,
            turn=game.turn,
            scores={player.color: player.score for player in game.players},
            out=tuple([player.color for player in game.players if player.out]),
        )


@frozen(kw_only=True)
class Expectation(Part):
    """A fact that a step expects.

    :param holds: whether it does; ``found`` is what does instead.
    """

    fact: str
    expected: JSON
    holds: bool
    found: JSON = None


@frozen(kw_only=True)
class LoggedStep(Part):
    """A step of the log.

    :param events: what happened, or the rulings that forbid it.
    :param expect: with ``--expect-only``: the facts that it expects.
    """

    step: int
    line: int
    text: str
    action: Mapping[str, JSON] | None = None
    comment: str | None = None
    events: tuple[Ruling, ...] | None = None
    diverges: tuple[Divergence, ...] | None = None
    error: Fault | None = None
    expect: tuple[Expectation, ...] | None = None


@frozen(kw_only=True, repr=False)
class Report(Answer):
    """What a recorded game comes to.

    :param verdict: ``illegal`` if an action was refused or a line could not be judged, else ``diverges`` if an
        expectation failed.
    :param steps: actions carried out.
    :param stopped_at: where the replay stopped; else the first of ``problems``.
    :param next: whose choice it is after the last action.
    :param log: every step, where it is asked for.
    :param final: the game after the last action; what was left open at the end is declined.
    :param deduced: with ``--as``: what that player can know of the Legions that ``final`` does not show whole.
    :param problems: the steps that are not good, where the replay goes past them.
    :param afterwards: what still happened after the last action.
    :param warnings: what was left out.
    """

    kind: ClassVar[str] = "replay-report"
    verdict: ReplayVerdict
    steps: int
    stopped_at: Problem | None
    result: GameResult
    next: Next
    log: tuple[LoggedStep, ...] | None = None
    final: Game = field(metadata={"header": {"format": {"const": FORMAT.id}, "kind": {"const": "game"}}})
    deduced: tuple[LegionDeduction, ...] | None = None
    problems: tuple[Problem, ...] = ()
    afterwards: tuple[Ruling, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def readable(self) -> bool:
        """Whether every line that was to be judged could be."""
        return self.stopped_at is None or self.stopped_at.error is None

    def blocks(self) -> Iterator[Block]:
        """The verdict in the first line, how the game stands, and each step that is not good."""
        result, stop = self.result, self.stopped_at
        scores = ", ".join(f"{color} {score}" for color, score in result.scores.items())
        verdict = "cannot be judged" if stop is not None and stop.error is not None else self.verdict
        yield f"{verdict}: {self.steps} actions, turn {result.turn}; {scores}"
        if result.over:
            yield f"{result.winner} wins" if result.winner else "the game is a draw"
        else:
            yield from choice(self.next)
        for one in self.problems or (() if stop is None else (stop,)):
            yield f"step {one.step}, line {one.line}: {shortened(one.text, LONGEST)}"
            yield from one.blocks(2, "--format json lists them")
        if self.deduced:
            yield from ("", listed(self.deduced))
