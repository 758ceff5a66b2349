"""What ``replay`` answers: how far a recorded game is legal, where it stops, and its audit."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..actions.intents import action_from_json
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Why
from ..kernel.errors import Fault, TitanError
from ..kernel.fields import key
from ..kernel.jsontext import JSON, compact
from ..kernel.names import in_numbers, shortened
from ..kernel.replaying import Divergence, Step
from ..kernel.rulings import Ruling
from ..play import Next
from ..play.planning import S
from ..position.documents import FORMAT
from ..position.game import Game
from ..text.writing import written
from .deduction import LegionDeduction, listed
from .parts import choice, nearest


@frozen(kw_only=True)
class Problem(Part):
    """A faulty step.

    :param step: its number among the actions.
    :param line: its number in the record; None for a battle's orders.
    :param rulings: the rulings that forbid it.
    :param diverges: the expectations that do not hold after it.
    :param error: why it could not be read or judged.
    :param legal: the short texts of the legal actions.
    """

    step: int
    line: int | None = None
    action: Mapping[str, JSON]
    rulings: tuple[Ruling, ...]
    comment: str | None = None
    diverges: tuple[Divergence, ...] | None = None
    error: Fault | None = None
    legal: tuple[str, ...] | None = None

    @property
    def text(self) -> str:
        """The action's short text, or its JSON if that cannot be read."""
        if self.action.keys() == {"text"}:
            return str(self.action["text"])
        try:
            return written(action_from_json(dict(self.action)))
        except TitanError:
            return compact(dict(self.action))

    @property
    def reason(self) -> str:
        """Why the step is faulty, in a sentence."""
        if self.error is not None and not self.rulings and not self.diverges:
            return self.error.message
        return str((*self.rulings, *(self.diverges or ()), "")[0])

    def blocks(self, indent: int, how: str) -> Iterator[Block]:
        """What is wrong, and what would have been legal.

        :param how: how to see all legal actions.
        """
        pad = " " * indent
        yield Why(self.rulings, indent)
        yield from (f"{pad}{divergence}" for divergence in self.diverges or ())
        if self.error is not None:
            yield f"{pad}{self.error.message}{f' ({self.error.hint})' if self.error.hint else ''}"
        if self.legal:
            yield nearest(f"{pad}legal then", self.legal, self.text, how)


ReplayVerdict: TypeAlias = Literal["legal", "illegal", "diverges"]

LONGEST = 300


@frozen(kw_only=True)
class GameResult(Part):
    """The state of a game.

    :param winner: a colour; None: a draw, or the game is not over.
    :param scores: by colour.
    :param out: the colours of the players who are out.
    """

    over: bool
    winner: str | None
    turn: int
    scores: Mapping[str, int]
    out: tuple[str, ...]

    @classmethod
    def of(cls, game: Game) -> "GameResult":
        """The result of a game as it is now."""
        return cls(
            over=game.phase == "over",
            winner=game.winner,
            turn=game.turn,
            scores={player.color: player.score for player in game.players},
            out=tuple([player.color for player in game.players if player.out]),
        )


@frozen(kw_only=True)
class Expectation(Part):
    """An expectation of a step.

    :param holds: whether it is met; if not, ``found`` is the actual value.
    """

    fact: str
    expected: JSON
    holds: bool
    found: JSON = None


@frozen(kw_only=True)
class LoggedStep(Part):
    """A step of a record or of a battle's orders, or what happened after the last one.

    :param step: its number; None after the last one.
    :param line: its number in the record; None for a battle's orders.
    :param action: as given; ``text``: its short text.
    :param events: what happened, or why it is illegal.
    :param expect: with ``--expect-only``: its expectations.
    """

    step: int | None
    line: int | None = None
    text: str | None = None
    action: Mapping[str, JSON] | None = None
    comment: str | None = None
    events: tuple[Ruling, ...] | None = None
    diverges: tuple[Divergence, ...] | None = None
    error: Fault | None = None
    expect: tuple[Expectation, ...] | None = None

    @classmethod
    def of(cls, step: Step[S], line: int | None = None) -> "LoggedStep":
        """A step with its action, and what happened."""
        return cls(
            step=step.number,
            line=line,
            text=text_of(step),
            action=dict(step.line.data),
            comment=step.line.comment,
            events=tuple([told.ruling for told in (*step.events, *step.refusal)]),
            diverges=step.divergences or None,
            error=step.fault,
        )


def text_of(step: Step[S]) -> str:
    """A step's action as short text."""
    return written(step.action, step.state.the_box) if step.action is not None else compact(dict(step.line.data))


def problems(step: Step[S]) -> Iterator[str]:
    """What is wrong with a step, one sentence for each fault."""
    yield from (f"ILLEGAL: {ruling}" for ruling in step.refusal)
    yield from (f"DIVERGES: {differs}" for differs in step.divergences)
    if step.fault is not None:
        yield f"CANNOT BE READ: {step.fault}"


@frozen(kw_only=True, repr=False)
class Report(Answer):
    """The result of a replay.

    :param verdict: ``illegal`` if an action was refused or a line could not be judged, else ``diverges`` if an
        expectation failed.
    :param steps: the number of actions carried out.
    :param stopped_at: where the replay stopped; else the first of ``problems``.
    :param next: who chooses after the last action.
    :param log: every step, if asked for.
    :param final: the game after the last action; open choices are declined if that ends the game (ENG-8).
    :param deduced: with ``--as``: what that player can know of Legions that ``final`` does not show whole.
    :param problems: the faulty steps, if the replay continues past them.
    :param afterwards: what happened after the last action.
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
        """Whether every line to be judged could be read."""
        return self.stopped_at is None or self.stopped_at.error is None

    def blocks(self) -> Iterator[Block]:
        """The verdict on the first line, then the state of the game and each faulty step."""
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


@frozen(kw_only=True)
class Leaving(Part):
    """Who leaves, in one history, in a split that does not say.

    :param step: the step of the split.
    """

    step: int
    characters: tuple[str, ...]


@frozen(kw_only=True, repr=False)
class Audit(Answer):
    """The audit of a record: which histories agree with it.

    :param verdict: ``legal`` if some history breaks no rule and meets the record's expectations.
    :param steps: the number of actions carried out.
    :param unknown: the number of splits that do not say who left.
    :param stopped_at: where the last history failed, and by which rulings.
    :param history: a history that agrees with the record as far as it was carried out.
    """

    kind: ClassVar[str] = "audit"
    verdict: ReplayVerdict
    steps: int
    unknown: int = field(metadata=key("unknown_splits"))
    stopped_at: Problem | None
    history: tuple[Leaving, ...]

    def blocks(self) -> Iterator[Block]:
        """The verdict on the first line, where the histories end, and one of them."""
        yield f"{self.verdict}: {self.steps} actions, {self.unknown} without saying who left"
        stop = self.stopped_at
        if stop is not None:
            yield f"every history fails at step {stop.step} (line {stop.line})"
            yield from stop.blocks(2, "--format json lists them")
        if self.history:
            yield "a history that agrees with it:" if stop is None else "the last history:"
            yield from (f"  step {split.step}: {in_numbers(split.characters)}" for split in self.history)
