"""Writes a replay out for people: a log with a line for each step, or an annotated report in Markdown."""

from collections.abc import Iterable, Iterator

from ..actions.grammar import written
from ..actions.intents import EndManeuver, EndStrikes, Maneuver
from ..kernel.jsontext import compact
from ..kernel.replaying import Step
from ..kernel.rulings import Told
from ..position.game import Game

QUIET_RULES = frozenset(
    {"MOVE-3", "MOVE-1", "MUSTER-2", "SPLIT-1", "SPLIT-2", "SPLIT-4", "ROLL-1", "TURN-1", "BATTLE-2"}
)
QUIET_ACTIONS = (Maneuver, EndManeuver, EndStrikes)
"""Actions whose plain legal rulings add nothing to the action itself."""

NOTEWORTHY = frozenset({"STRIKE-7", "STRIKE-9", "DRIFT-1", "CARRY-1", "BATTLE-5", "BATTLE-6", "BATTLE-7", "CONCEDE-2"})


def step_text(step: Step[Game]) -> str:
    """A step's action as short text."""
    return written(step.action, step.state.the_box) if step.action is not None else compact(dict(step.line.data))


def noteworthy(step: Step[Game]) -> list[Told]:
    """What happened beyond the action itself."""
    quiet = isinstance(step.action, QUIET_ACTIONS)
    return [e for e in step.events if e.verdict == "consequence" or not (quiet or e.rule in QUIET_RULES)]


def problems(step: Step[Game]) -> Iterator[str]:
    """What is wrong with a step, a sentence each."""
    for ruling in step.refusal:
        yield f"ILLEGAL: {ruling}"
    for differs in step.divergences:
        yield f"DIVERGES: {differs}"
    if step.fault is not None:
        yield f"CANNOT BE READ: {step.fault}"


class TableLog:
    """A log for the terminal: one line for each step, and a heading for each turn.

    :param game: before the first step.
    """

    def __init__(self, game: Game) -> None:
        self._turn: tuple[int, str | None] = (0, None)
        self._before = game

    def skip(self, step: Step[Game]) -> None:
        """Leave a step out."""
        self._before = step.state

    def lines(self, step: Step[Game]) -> Iterator[str]:
        """The lines of one step."""
        if self._turn_begins():
            scores = "  ".join(f"{p.color} {p.score}" for p in self._before.players if not p.out)
            yield f"--- turn {self._before.turn}, {self._before.active} ({scores})"
        if not step.line.afterthought:
            yield f"{step.line.number:>6}  {step_text(step)}"
        for event in noteworthy(step):
            yield f"        {event.text} ({event.rule})"
        for text in problems(step):
            yield f"        {text}"
        if step.line.comment:
            yield f"        # {step.line.comment}"
        self._before = step.state

    def _turn_begins(self) -> bool:
        turn, self._turn = self._turn, (self._before.turn, self._before.active)
        return self._turn != turn and self._before.active is not None


class MarkdownLog(TableLog):
    """An annotated report: turn by turn, battles with their dice, rulings where something noteworthy happened."""

    def __init__(self, game: Game, title: str) -> None:
        super().__init__(game)
        self._battle: tuple[int, str] | None = None
        self._title = title

    def opening(self) -> Iterator[str]:
        """The title and the players."""
        yield from (f"# {escaped(self._title)}", "")
        if self._before.players:
            yield from ("| Player | Color | Tower |", "| --- | --- | --- |")
            for player in sorted(self._before.players, key=lambda p: -p.tower):
                yield f"| {escaped(player.name)} | {player.color} | {player.tower} |"
            yield ""

    def lines(self, step: Step[Game]) -> Iterator[str]:
        """The lines of one step."""
        yield from self._headings(self._before)
        yield from self._entry(step)
        self._before = step.state

    def _headings(self, game: Game) -> Iterator[str]:
        if self._turn_begins():
            self._battle = None
            name = game.mover.name
            shown = f" ({escaped(name)})" if name and name != game.active else ""
            scores = ", ".join(f"{p.color} {p.score}" for p in game.players if not p.out)
            yield from ("", f"## Turn {game.turn}: {game.active}{shown}", "", f"Scores: {scores}", "")
        battle = game.battle
        if battle is None:
            if self._battle is not None:
                self._battle = None
                yield ""
        elif (battle.turn, battle.side) != self._battle:
            if self._battle is None:
                where = game.engagement.land if game.engagement else None
                land = f"{where} ({battle.the_box.terrain_of(where)})" if where is not None else battle.terrain
                yield from ("", f"### Battle in {land}: {battle.attacker.legion} against {battle.defender.legion}")
            self._battle = (battle.turn, battle.side)
            yield from ("", f"*Battle turn {battle.turn}, {battle.side}*", "")

    def _entry(self, step: Step[Game]) -> Iterator[str]:
        if not step.line.afterthought:
            yield f"- `{step_text(step)}`"
        for event in noteworthy(step):
            strong = "**" if event.rule in NOTEWORTHY or event.verdict == "consequence" else ""
            yield f"  - {strong}{escaped(event.text)}{strong} ({event.rule})"
        for text in problems(step):
            yield f"  - **{escaped(text)}**"
        if step.line.comment:
            yield from ("", f"  > {escaped(step.line.comment)}", "")

    def closing(self, game: Game, afterwards: Iterable[Told]) -> Iterator[str]:
        """How the game ended, and what happened after the last action."""
        for event in afterwards:
            yield f"- **{escaped(event.text)}** ({event.rule})"
        yield from ("", "## Result", "")
        if game.phase == "over":
            yield from (f"{game.winner} wins." if game.winner else "The game is a draw.", "")
        yield from ("| Player | Score | |", "| --- | --- | --- |")
        for player in game.players:
            yield f"| {player.color} | {player.score} | {'out' if player.out else ''} |"


def escaped(text: str) -> str:
    """Text from the file as plain Markdown: one line, no markup."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return "".join("\\" + c if c in "\\`*_{}[]<>#|" else c for c in flat)
