"""A game as a function from a position and an action to a position; check, legal, show and replay are views of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

import attrs
from attrs import field, frozen

from ..documents import Format, Kind
from ..errors import DocumentError, Fault, IllegalAction, UnknownName
from ..evolving import evolve
from ..fields import ALWAYS
from ..jsontext import JSON, pointer
from ..names import nearest
from ..reading import read as structure
from ..replaying import Divergence, Line, Step, line_of, play, read_line, seal_of
from ..rulings import Ruling, Told
from .actions import Actions, split
from .asking import Answer, Parameter, Question
from .choices import ChoiceNeeded
from .outcomes import Outcome
from .telling import plain

P = TypeVar("P")

_RULESET: Any = str | None


def _everything(position: Any) -> dict[str, Any]:
    return {name: value for name, value in plain(position).items() if name not in ("ruleset", "options", "comment")}


def expecting(position: type[Any], names: Iterable[str], **more: Any) -> type[Any]:
    """The class that a record's expectations are read into.

    :param names: the fields of a position that may be expected.
    :param more: the types of further facts.
    """
    attrs.resolve_types(position, include_extras=True)
    kinds = {**{name: getattr(attrs.fields(position), name).type for name in names}, **more}
    wanted = {name: field(type=kind | None, default=None) for name, kind in kinds.items()}
    return attrs.make_class("Expected", wanted, frozen=True, kw_only=True)


@frozen(kw_only=True)
class Play(Generic[P]):
    """The rules of a game as one function, and what may be done.

    :param apply: the position after an action. Raises :class:`IllegalAction` where a rule forbids it, and
        :class:`ChoiceNeeded` where something is open; nothing is changed then. Left out: the rules that the actions
        are made from.
    :param options: every kind of action that is legal now, as JSON, each with what it may be done to; none when the
        game is over.
    :param show: what people and programs want to see of a position at a glance.
    :param facts: what a record may ``expect`` of a position.
    :param expected: the class that expectations are read into, for names to be understood; else they are plain JSON.
    :param over: how the game has ended, if it has.
    """

    actions: Actions
    apply: Callable[[P, Any], Outcome[P]] = field(
        default=attrs.Factory(lambda self: self.actions.apply, takes_self=True)
    )
    options: Callable[[P], Sequence[Mapping[str, Any]]]
    show: Callable[[P], Mapping[str, Any]] = _everything
    facts: Callable[[P], Mapping[str, Any]] = _everything
    expected: type[Any] | None = None
    over: Callable[[P], Any] = lambda position: None

    def kind(self, name: str, position: type[P], faults: Callable[[P], list[Fault]]) -> Kind:
        """The kind of document that holds a position, under ``start``, and the actions done in it."""
        record = attrs.make_class(
            "Record",
            {
                "ruleset": field(type=_RULESET, default=None),
                "options": field(type=Mapping[str, str | bool], factory=dict),
                "start": field(type=position),
                "actions": field(type=tuple[Any, ...], default=(), metadata=ALWAYS),
                "comment": field(type=str, default=""),
            },
            frozen=True,
            kw_only=True,
        )
        record.__doc__ = "A position and the actions done in it.\n\n:param actions: one after the other."
        return Kind(name, record, lambda found: self._record_faults(found, faults), "a position and what is done in it")

    def _record_faults(self, record: Any, faults: Callable[[P], list[Fault]]) -> list[Fault]:
        found: list[Fault] = []
        if (record.ruleset is not None or record.options) and self._has_readings(record.start):
            found.append(
                Fault("readings-twice", "the readings stand on the document itself, not on its start", "/start")
            )
        for fault in faults(start_of(record)):
            own = fault.pointer.startswith(("/options", "/ruleset")) and not self._has_readings(record.start)
            found.append(fault if own else evolve(fault, pointer="/start" + fault.pointer))
        for i, data in enumerate(record.actions):
            found += self._line_faults(self.line(i + 1, data), pointer("actions", i))
        return found

    def _line_faults(self, line: Line, at: str) -> Iterator[Fault]:
        if line.fault is not None:
            yield evolve(line.fault, pointer=at + line.fault.pointer, line=None)
            return
        for read, data, place in ((self.actions.read, line.data, at), (self.expectation, line.expect, at + "/expect")):
            try:
                read(data, place)
            except DocumentError as e:
                yield from e.faults

    def sheet_faults(self, lines: Iterable[tuple[int, str]]) -> Iterator[Fault]:
        """What is wrong with the lines of a score sheet, each fault with its line's number."""
        for number, text in lines:
            found = () if _is_remark(text) else self._line_faults(self.line(number, text), "")
            yield from (evolve(fault, line=number) for fault in found)

    def _has_readings(self, start: Any) -> bool:
        return bool(start.options) or start.ruleset != attrs.fields(type(start)).ruleset.default

    def line(self, number: int, data: JSON) -> Line:
        """One line of a record, as JSON or as words; what is wrong with it stands in its ``fault``."""
        try:
            if type(data) is str and not data.lstrip().startswith("{"):
                text, _, comment = data.partition("#")
                return Line(number, self.actions.typed(split(text)), comment.strip() or None)
            line = read_line(number, data) if type(data) is str else line_of(number, data)
        except (DocumentError, UnknownName) as e:
            fault = e.faults[0] if isinstance(e, DocumentError) else e.fault
            return Line(number, {}, fault=evolve(fault, line=number))
        return line

    def expectation(self, expect: Mapping[str, JSON], at: str = "/expect") -> dict[str, Any]:
        """What a record expects, as plain JSON with canonical names."""
        if self.expected is None:
            return dict(expect)
        wanted = structure(expect, self.expected, at)
        return {key: plain(getattr(wanted, key)) for key in expect}


def start_of(record: Any) -> Any:
    """The position that a record starts from, under the record's readings."""
    if record.ruleset is None and not record.options:
        return record.start
    ruleset = record.start.ruleset if record.ruleset is None else record.ruleset
    return evolve(record.start, ruleset=ruleset, options={**record.start.options, **record.options})


@frozen
class _Referee(Generic[P]):
    """A game as the kernel's replay driver asks it."""

    game: Play[P]
    format: Format

    def begin(self, header: JSON) -> P:
        position: P = self.format.read(header)
        return position

    def read(self, data: Mapping[str, JSON], state: P) -> Any:
        return self.game.actions.read(data)

    def apply(self, state: P, action: Any) -> tuple[P, Sequence[Ruling]]:
        done = self.game.apply(state, action)
        return done.position, done.rulings

    def legal(self, state: P) -> Sequence[JSON]:
        return [plain(option) for option in self.game.options(state)]

    def divergences(self, state: P, events: Sequence[Told], expect: Mapping[str, JSON]) -> list[Divergence]:
        return list(_unmet(self.game.expectation(expect), plain(self.game.facts(state))))

    def skippable(self, action: Any) -> bool:
        return False

    def snapshot(self, state: P) -> JSON:
        return self.format.to_json(state)


def _unmet(expect: Mapping[str, Any], facts: Mapping[str, Any]) -> Iterator[Divergence]:
    """Each expected fact that does not hold; of objects only the keys that are named are looked at."""
    for key, wanted in expect.items():
        if key not in facts:
            hint = nearest(key, facts)
            raise DocumentError(
                [Fault("unknown-key", f"there is no fact {key!r} to expect", pointer("expect", key), hint=hint)]
            )
        yield from _differing(key, wanted, facts[key])


def _differing(fact: str, wanted: Any, found: Any) -> Iterator[Divergence]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key, value in wanted.items():
            yield from _differing(f"{fact}/{key}", value, found.get(key))
    elif wanted != found:
        yield Divergence(fact, wanted, found)


ACTION = Parameter("action", "as words or as JSON", required=True, many=True)
LINES = Parameter("actions", "the actions, one a line, as JSON or as words", "lines")
STATES = Parameter("states", "show the position after each action", "flag")


def checked(game: Play[P], position: P, given: Any) -> Answer:
    """What an action does in a position, or why it is not legal.

    :param given: the action as JSON, as one text, or as its words.
    :raises DocumentError: it is no action of the game.
    """
    action = game.actions.read(_one(given))
    answer: Answer = {"verdict": "legal", "do": game.actions.name(action)}
    try:
        done = game.apply(position, action)
    except IllegalAction as e:
        refused = {**answer, "verdict": "illegal", **getattr(e, "told", {})}
        return {**refused, "rulings": e.rulings, "instead": game.options(position)}
    except ChoiceNeeded as e:
        return {**answer, "verdict": "open", "stopped": e.open, "rulings": ()}
    did = {"did": done.did} if done.did else {}
    answer |= {**did, **done.told}
    return {**answer, **_ended(game, done.position), "rulings": done.rulings, "final": done.position}


def play_questions(game: Play[P], format: Format, record: str, examples: Mapping[str, str]) -> tuple[Question, ...]:
    """The questions that any game answers.

    :param record: the kind of document that holds actions.
    :param examples: by question, the arguments of a call that works.
    """
    kinds, referee = ("position",), _Referee(game, format)

    def check(position: P, values: Mapping[str, Any]) -> Answer:
        return checked(game, position, values["action"])

    def legal(position: P, values: Mapping[str, Any]) -> Answer:
        return {"options": game.options(position), **_ended(game, position)}

    def show(position: P, values: Mapping[str, Any]) -> Answer:
        return {**game.show(position), **_ended(game, position)}

    def replay(document: Any, values: Mapping[str, Any]) -> Answer:
        held = getattr(document, "actions", None)
        if held is not None and values["actions"]:
            raise DocumentError(
                [Fault("two-lists", "the document has its own actions; leave the file out", "/actions")]
            )
        position = document if held is None else start_of(document)
        rows: Iterable[tuple[int, Any]] = values["actions"] or () if held is None else enumerate(held, 1)
        return _replayed(game, referee, position, rows, values["states"])

    listed: tuple[tuple[Any, ...], ...] = (
        ("check", "Is this action legal, what happens, and if it is not legal, why?", check, (ACTION,), kinds),
        ("legal", "What may be done now?", legal, (), kinds),
        ("show", "The position at a glance.", show, (), kinds),
        ("replay", "Carry out actions one by one: each ruling, to the first that is illegal.", replay,
         (LINES, STATES), (*kinds, record)),
    )  # fmt: skip
    return tuple(
        Question(name, about, answer, parameters, wants, examples.get(name, ""))
        for name, about, answer, parameters, wants in listed
    )


def _one(words: Any) -> Any:
    """An action given as JSON, as one text, or as its words."""
    return words[0] if isinstance(words, list | tuple) and len(words) == 1 else words


def _ended(game: Play[P], position: P) -> Answer:
    ending = game.over(position)
    return {} if ending is None else {"game_over": ending}


def _replayed(
    game: Play[P], referee: _Referee[P], position: P, rows: Iterable[tuple[int, Any]], states: bool
) -> Answer:
    done: list[Answer] = []
    verdict, stopped = "legal", None
    lines = (game.line(number, data) for number, data in rows if not _is_remark(data))
    for step in play(lines, referee, position):
        place = {"step": step.number, "line": step.line.number}
        verdict, stopped = _stopped(game, referee, step, place)
        if verdict in ("illegal", "incomplete"):
            break
        position = step.state
        row: Answer = {"step": step.number, "do": game.actions.name(step.action), "rulings": step.events}
        if step.line.comment:
            row["comment"] = step.line.comment
        done.append(
            {**row, "state": game.show(position), "seal": seal_of(referee.snapshot(position))} if states else row
        )
        if verdict == "diverges":
            break
    answer: Answer = {"verdict": verdict, "steps": len(done), "done": done, "stopped_at": stopped}
    return {**answer, "game_over": game.over(position), **game.show(position), "final": position}


def _is_remark(data: JSON) -> bool:
    """Whether a line of a score sheet holds no action."""
    return type(data) is str and not data.partition("#")[0].strip()


def _stopped(game: Play[P], referee: _Referee[P], step: Step[P], place: Answer) -> tuple[str, Answer | None]:
    """Whether a replay ends at a step, and what is to be said of it.

    :raises DocumentError: the line is no action.
    """
    if isinstance(step.error, ChoiceNeeded):
        told = {**place, "do": game.actions.name(step.action), **step.error.open.to_json()}
        return "incomplete", told
    if step.fault is not None:
        raise DocumentError([evolve(step.fault, line=step.line.number)])
    if step.refusal:
        told = {**place, "do": game.actions.name(step.action), **getattr(step.error, "told", {})}
        return "illegal", {**told, "rulings": step.refusal, "instead": referee.legal(step.state)}
    if step.divergences:
        return "diverges", {**place, "do": game.actions.name(step.action), "divergences": step.divergences}
    return "legal", None
