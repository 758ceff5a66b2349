"""A replay written out for people: a log line a step, or an annotated report in Markdown."""

from collections.abc import Iterator

from ..adjudicator.notation import write
from ..board.masterboard import LANDS
from ..kernel.replaying import Step
from ..kernel.rulings import Ruling
from ..state.game import Game

QUIET = frozenset({"MOVE-3", "MOVE-1", "MUSTER-2", "SPLIT-1", "SPLIT-2", "SPLIT-4", "ROLL-1", "TURN-1", "BATTLE-2"})
"""Rules whose plain legal rulings say no more than the action itself does."""

NOTEWORTHY = frozenset({"STRIKE-7", "STRIKE-9", "DRIFT-1", "CARRY-1", "BATTLE-5", "BATTLE-6", "BATTLE-7", "CONCEDE-2"})


def step_text(step: Step[Game]) -> str:
    """A step's action as short text."""
    return write(step.action) if step.action is not None else str(dict(step.line.data))


def noteworthy(step: Step[Game]) -> list[Ruling]:
    """What happened beyond the action itself."""
    return [event for event in step.events if event.verdict == "consequence" or event.rule not in QUIET]


def problems(step: Step[Game]) -> Iterator[str]:
    """What is wrong with a step, a sentence each."""
    for ruling in step.refusal:
        yield f"ILLEGAL: {ruling}"
    for d in step.divergences:
        yield f"EXPECTED {d.fact} {d.expected}, found {d.found}"
    if step.fault is not None:
        yield f"CANNOT BE READ: {step.fault}"


class TableLog:
    """A log for the terminal, a line a step; turns are headed."""

    def __init__(self, game: Game) -> None:
        self._turn: tuple[int, str | None] = (0, None)
        self._before = game

    def lines(self, step: Step[Game]) -> Iterator[str]:
        """The lines of one step."""
        game = self._before
        if (game.turn, game.active) != self._turn and game.active is not None:
            self._turn = (game.turn, game.active)
            scores = "  ".join(f"{p.color} {p.score}" for p in game.players if not p.out)
            yield f"--- turn {game.turn}, {game.active} ({scores})"
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
                land = f"{where} ({LANDS[where].terrain})" if where is not None else battle.terrain
                yield f"### Battle in {land}: {battle.attacker.legion} against {battle.defender.legion}"
            self._battle = (battle.turn, battle.side)
            yield ""
            yield f"*Battle turn {battle.turn}, {battle.side}*"
            yield ""

    def _entry(self, step: Step[Game]) -> Iterator[str]:
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

    def closing(self, game: Game) -> Iterator[str]:
        """How it ended."""
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
    flat = " ".join(text.split())
    return "".join("\\" + c if c in "\\`*_{}[]<>#|" else c for c in flat)
