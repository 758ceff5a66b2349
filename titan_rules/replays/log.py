"""A replay written out for people: a log line a step, or an annotated report in Markdown."""

from collections.abc import Iterable, Iterator

from ..actions.grammar import written
from ..actions.intents import EndManeuver, EndStrikes, Maneuver
from ..kernel.jsontext import JSON, compact
from ..kernel.replaying import Step
from ..kernel.rulings import Told
from ..position.game import Game

QUIET_RULES = frozenset(
    {"MOVE-3", "MOVE-1", "MUSTER-2", "SPLIT-1", "SPLIT-2", "SPLIT-4", "ROLL-1", "TURN-1", "BATTLE-2"}
)
QUIET_ACTIONS = (Maneuver, EndManeuver, EndStrikes)
"""Rules and actions whose plain legal rulings say no more than the action itself does."""

NOTEWORTHY = frozenset({"STRIKE-7", "STRIKE-9", "DRIFT-1", "CARRY-1", "BATTLE-5", "BATTLE-6", "BATTLE-7", "CONCEDE-2"})


SEAL = "state"
"""The name under which a seal diverges."""


def step_text(step: Step[Game]) -> str:
    """A step's action as short text."""
    return written(step.action, step.state.the_box) if step.action is not None else compact(dict(step.line.data))


def noteworthy(step: Step[Game]) -> list[Told]:
    """What happened beyond the action itself."""
    quiet = isinstance(step.action, QUIET_ACTIONS)
    return [e for e in step.events if e.verdict == "consequence" or not (quiet or e.rule in QUIET_RULES)]


def divergence_text(fact: str, expected: JSON, found: JSON) -> str:
    """A divergence as a sentence.

    >>> divergence_text("score", {"Red": 20}, {"Red": 10})
    'expected score {"Red":20}, found {"Red":10}'
    """
    if fact == SEAL:
        return f"the seal {expected} does not fit: the rules no longer give the state that was sealed, but {found}"
    return f"expected {fact} {compact(expected)}, found {compact(found)}"


def problems(step: Step[Game]) -> Iterator[str]:
    """What is wrong with a step, a sentence each."""
    for ruling in step.refusal:
        yield f"ILLEGAL: {ruling}"
    for d in step.divergences:
        yield f"DIVERGES: {divergence_text(d.fact, d.expected, d.found)}"
    if step.fault is not None:
        yield f"CANNOT BE READ: {step.fault}"


def told(events: Iterable[Told]) -> Iterator[str]:
    """What happened after the last action, when nothing waits any more, for the log of a terminal."""
    for event in events:
        yield f"        {event}"


class TableLog:
    """A log for the terminal, a line a step; turns are headed."""

    def __init__(self, game: Game) -> None:
        self._turn: tuple[int, str | None] = (0, None)
        self._before = game

    def skip(self, step: Step[Game]) -> None:
        """Leave a step out."""
        self._before = step.state

    def lines(self, step: Step[Game]) -> Iterator[str]:
        """The lines of one step."""
        game = self._before
        if (game.turn, game.active) != self._turn and game.active is not None:
            self._turn = (game.turn, game.active)
            scores = "  ".join(f"{p.color} {p.score}" for p in game.players if not p.out)
            yield f"--- turn {game.turn}, {game.active} ({scores})"
        if not step.line.afterthought:
            yield f"{step.line.number:>6}  {step_text(step)}"
        for event in noteworthy(step):
            yield f"        {event.text} ({event.rule})"
        for text in problems(step):
            yield f"        {text}"
        if step.line.comment:
            yield f"        # {step.line.comment}"
        self._before = step.state


class MarkdownLog:
    """An annotated report: turn by turn, battles with their dice, rulings where something noteworthy happened."""

    def __init__(self, game: Game, title: str) -> None:
        self._turn: tuple[int, str | None] = (0, None)
        self._battle: tuple[int, str] | None = None
        self._before = game
        self._title = title

    def opening(self) -> Iterator[str]:
        """The title and the players."""
        yield f"# {escaped(self._title)}"
        yield ""
        if self._before.players:
            yield "| Player | Color | Tower |"
            yield "| --- | --- | --- |"
            for player in sorted(self._before.players, key=lambda p: -p.tower):
                yield f"| {escaped(player.name)} | {player.color} | {player.tower} |"
            yield ""

    def skip(self, step: Step[Game]) -> None:
        """Leave a step out."""
        self._before = step.state

    def lines(self, step: Step[Game]) -> Iterator[str]:
        """The lines of one step."""
        yield from self._headings()
        yield from self._entry(step)
        self._before = step.state

    def _headings(self) -> Iterator[str]:
        game = self._before
        if (game.turn, game.active) != self._turn and game.active is not None:
            self._turn = (game.turn, game.active)
            self._battle = None
            name = game.mover.name
            shown = f" ({escaped(name)})" if name and name != game.active else ""
            yield ""
            yield f"## Turn {game.turn}: {game.active}{shown}"
            yield ""
            yield "Scores: " + ", ".join(f"{p.color} {p.score}" for p in game.players if not p.out)
            yield ""
        battle = game.battle
        if battle is None:
            if self._battle is not None:
                self._battle = None
                yield ""
        elif (battle.turn, battle.side) != self._battle:
            if self._battle is None:
                yield ""
                where = game.engagement.land if game.engagement else None
                land = f"{where} ({battle.the_box.terrain_of(where)})" if where is not None else battle.terrain
                yield f"### Battle in {land}: {battle.attacker.legion} against {battle.defender.legion}"
            self._battle = (battle.turn, battle.side)
            yield ""
            yield f"*Battle turn {battle.turn}, {battle.side}*"
            yield ""

    def _entry(self, step: Step[Game]) -> Iterator[str]:
        if not step.line.afterthought:
            yield f"- `{step_text(step)}`"
        for event in noteworthy(step):
            strong = "**" if event.rule in NOTEWORTHY or event.verdict == "consequence" else ""
            yield f"  - {strong}{escaped(event.text)}{strong} ({event.rule})"
        for text in problems(step):
            yield f"  - **{escaped(text)}**"
        if step.line.comment:
            yield ""
            yield f"  > {escaped(step.line.comment)}"
            yield ""

    def closing(self, game: Game, afterwards: Iterable[Told]) -> Iterator[str]:
        """How it ended, and what happened after the last action."""
        for event in afterwards:
            yield f"- **{escaped(event.text)}** ({event.rule})"
        yield ""
        yield "## Result"
        yield ""
        if game.phase == "over":
            yield f"{game.winner} wins." if game.winner else "The game is a draw."
            yield ""
        yield "| Player | Score | |"
        yield "| --- | --- | --- |"
        for player in game.players:
            yield f"| {player.color} | {player.score} | {'out' if player.out else ''} |"


def escaped(text: str) -> str:
    """A text of the file as plain Markdown: nothing in it is markup, and it stays on one line."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return "".join("\\" + c if c in "\\`*_{}[]<>#|" else c for c in flat)
