"""Records of a game: the starting position on the first line, then one action or remark per line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from attrs import field, frozen

from titan_rules.kernel.dice import DiceSource
from titan_rules.kernel.errors import DocumentError, Fault, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.fields import ALWAYS
from titan_rules.kernel.game_file import GameFile
from titan_rules.kernel.jsontext import JSON, compact, decode, loads
from titan_rules.kernel.replaying import Divergence, play, seal_of
from titan_rules.kernel.rulings import HasRuling, Ruling

from .game import Ending, Game, Next, plain
from .lines import is_json, is_remark, lines_of
from .outcomes import ChoiceNeeded, DiceMissing
from .views import instead

P = TypeVar("P")


@frozen
class Referee(Generic[P]):
    """A game's side of the replay driver.

    Where a line expects an object, only the keys it names are compared.
    """

    game: Game[P]

    def read(self, data: Mapping[str, JSON], state: P) -> Any:
        """An action from its JSON or its words."""
        return self.game.read_action(data.get("text", data), state)

    def apply(self, state: P, action: Any) -> tuple[P, Sequence[Ruling]]:
        """The next position, and what happened."""
        return self.game.apply(state, action)[1:]

    def divergences(self, state: P, events: Sequence[HasRuling], expect: Mapping[str, JSON]) -> list[Divergence]:
        """The expectations that do not hold."""
        known = plain(self.game.facts(state))
        strange = [self.game.no_fact(fact, known) for fact in expect if fact not in known]
        if strange:
            raise DocumentError(strange)
        return [differs for fact, wanted in expect.items() for differs in _differing(fact, wanted, known[fact])]

    def snapshot(self, state: P) -> JSON:
        """The position as JSON."""
        return self.game.format.to_json(state)


def _differing(fact: str, wanted: Any, holds: Any) -> Iterator[Divergence]:
    if isinstance(wanted, dict) and isinstance(holds, dict):
        for key, value in wanted.items():
            yield from _differing(f"{fact}/{key}", value, holds.get(key))
    elif wanted != holds:
        yield Divergence(fact, wanted, holds)


@frozen(kw_only=True)
class Done:
    """One action of a record, carried out."""

    step: int
    do: str
    action: str
    comment: str | None = None
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)
    state: Mapping[str, Any] | None = None
    seal: str | None = None


@frozen(kw_only=True)
class Replayed:
    """A record, replayed to its end or to the first action that is illegal or diverges."""

    verdict: str
    steps: int
    done: tuple[Done, ...] = field(metadata=ALWAYS)
    stopped_at: Any = field(default=None, metadata=ALWAYS)
    next: Next | None = None
    game_over: Ending | None = None
    facts: Mapping[str, Any]
    final: Any


def replay(game: Game[P], start: P, rows: Iterable[tuple[int, JSON]], states: bool = False) -> Replayed:
    """Carry out actions one by one, up to the first that is illegal, incomplete or diverges.

    :param rows: the lines of a record, each with its number.
    :param states: show the position after each action.
    :raises DocumentError: a line cannot be read.
    """
    position, done, verdict, stopped = start, list[Done](), "legal", dict[str, Any]()
    for step in play(lines_of(rows), Referee(game), start):
        match step.error:
            case IllegalAction(rulings=rulings):
                verdict, stopped = "illegal", {"rulings": rulings, "instead": instead(game, position, step.action)}
            case ChoiceNeeded():
                verdict, stopped = "incomplete", plain(step.error.open)
            case DiceMissing():
                verdict, stopped = "incomplete", {"dice": step.error.count}
            case _ if step.fault is not None:
                raise DocumentError([step.fault]) from step.error
            case _:
                told: dict[str, Any] = {"action": game.text(step.action, position), "comment": step.line.comment}
                if states:
                    told |= {"state": game.facts(step.state), "seal": seal_of(game.format.to_json(step.state))}
                rulings = tuple([one.ruling for one in step.events])
                done.append(Done(step=step.number, do=game.actions.name(step.action), rulings=rulings, **told))
                position = step.state
                if step.divergences:
                    verdict, stopped = "diverges", {"divergences": list(step.divergences)}
        if stopped:
            named = {} if step.action is None else {"do": game.actions.name(step.action)}
            stopped = {"step": step.number, "line": step.line.number, **named, **stopped}
            break
    return Replayed(
        verdict=verdict, steps=len(done), done=tuple(done), stopped_at=stopped or None, **game.next_of(position),
        facts=game.facts(position), final=position,
    )  # fmt: skip


# --- kept in a file ---------------------------------------------------------------------------------------------------


@frozen
class FileFormat(Generic[P]):
    """How the records of a game are read and written."""

    game: Game[P]

    def read(self, text: str) -> GameFile[P]:
        """A record, with the position it leads to.

        :raises DocumentError: it cannot be read, or an action is illegal.
        """
        head, rows = parted(text)
        document: Any = loads(head) if is_json(head) else None
        if document is not None and document.get("kind") == self.game.record:
            record = self.game.format.read(document)
            start, rows = self.game.start_of(record), list(enumerate(record.actions, 2))
        else:
            start = self.game.read_position(head)
        end = after(self.game, start, rows)
        first = head if document is None else compact(self.game.format.to_json(start))
        lines = [row if isinstance(row, str) else compact(row) for _, row in rows]
        every = (first, *(row for row in lines if row.strip()))
        return GameFile(self, every, tuple([i for i, row in enumerate(every) if i and not is_remark(row)]), end)

    def carried_out(self, state: P, action: Any, dice: DiceSource | None) -> Iterator[tuple[Any, P, Sequence[Ruling]]]:
        """The action with its dice."""
        yield self.game.apply(state, action, dice)

    def rows(self, record: GameFile[P], action: Any, after: P, typed: str) -> list[str]:
        """The action in words, with the remark typed after it."""
        _, hash, remark = ("", "", "") if is_json(typed) else typed.partition("#")
        row = self.game.text(action, record.state)
        return [f"{row} #{remark}" if hash else row]

    def remarked(self, record: GameFile[P], comment: str) -> list[str]:
        """All rows, with a remark after the last."""
        return [*record.rows, *(f"# {part}" for part in comment.split("\n"))]


def parted(text: str) -> tuple[str, Sequence[tuple[int, str]]]:
    """The position of a record and the lines after it, with their numbers.

    The position is a line of words or of JSON, or a JSON object on several lines if nothing follows it.
    """
    first, _, rest = text.partition("\n")
    if is_json(text):
        try:
            loads(text)
        except DocumentError:
            if not first.rstrip().endswith("}"):
                raise
        else:
            return text, ()
    return first, list(enumerate(rest.split("\n"), 2))


def after(game: Game[P], start: P, rows: Iterable[tuple[int, JSON]]) -> P:
    """The position at the end of a record.

    :raises DocumentError: it cannot be read, or an action is illegal.
    """
    report = replay(game, start, rows)
    if report.verdict != "legal":
        stop = report.stopped_at
        why = [*stop.get("rulings", ()), *stop.get("divergences", ()), stop.get("question", "dice are missing")][0]
        raise DocumentError([Fault("not-legal", f"the record is not legal to its end: {why}", line=stop["line"])])
    end: P = report.final
    return end


def sheet_faults(game: Game[Any], raw: bytes) -> tuple[str, Sequence[Fault]] | None:
    """The kind of a score sheet and its faults; None if a file is not one."""
    try:
        head, rows = parted(decode(raw))
    except DocumentError:
        return None
    if head.lstrip().startswith("{") and not rows:
        return None
    faults: list[Fault] = []
    try:
        game.read_position(head)
    except DocumentError as e:
        if not head.strip() or list(game.line_faults(head)):
            faults += [evolve(fault, line=1) for fault in e.faults]  # else its start is in another file
    return "score sheet", [*faults, *(evolve(f, line=n) for n, row in rows for f in game.line_faults(row))]
