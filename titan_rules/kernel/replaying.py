"""The replay driver: judges a recorded game line by line with any game's referee.

The referee reads and applies actions and compares expectations. States are not kept, so memory does not grow.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from attrs import field, frozen

from .errors import DocumentError, Fault, IllegalAction, TitanError, faults_of
from .evolving import evolve
from .jsontext import JSON, compact, loads
from .rulings import HasRuling, Ruling
from .writing import Part

S = TypeVar("S")

SEAL = "state"  # the key of a line's checksum
REMARKS = ("comment", "expect", SEAL)  # keys allowed on any line besides its action


@frozen
class Divergence(Part):
    """An expected fact that does not hold.

    :param fact: the name of the fact (``score``).
    :param expected: what the record says.
    :param found: the actual value.
    """

    fact: str
    expected: JSON
    found: JSON

    def __str__(self) -> str:
        if self.fact == SEAL:
            changed = "the rules no longer give the state that was sealed"
            return f"the seal {self.expected} does not fit: {changed}, but {self.found}"
        return f"expected {self.fact} {compact(self.expected)}, found {compact(self.found)}"


class Referee(Protocol[S]):
    """A game, as the replay driver sees it."""

    def read(self, data: Mapping[str, JSON], state: S) -> Any:
        """An action from its JSON; ``{"text": ...}`` holds one in words, read in that state."""
        ...

    def apply(self, state: S, action: Any) -> tuple[S, Sequence[HasRuling]]:
        """The next state and the events."""
        ...

    def divergences(self, state: S, events: Sequence[HasRuling], expect: Mapping[str, JSON]) -> list[Divergence]:
        """The expectations that do not hold after an action."""
        ...

    def snapshot(self, state: S) -> JSON:
        """The state as JSON, for its seal."""
        ...


@frozen
class RecordLine:
    """One line of a record.

    :param number: 1-based, in its file.
    :param data: its JSON object without remarks; ``{"text": ...}`` if it is written in words.
    :param fault: why it cannot be read.
    :param afterthought: it only remarks on the action before.
    """

    number: int
    data: Mapping[str, JSON]
    comment: str | None = None
    expect: Mapping[str, JSON] = field(factory=dict)
    seal: str | None = None
    fault: Fault | None = None
    afterthought: bool = False

    def to_json(self) -> dict[str, JSON]:
        """The line as written in a record."""
        remarks = {"comment": self.comment, "expect": dict(self.expect) or None, SEAL: self.seal}
        return {**self.data, **{key: value for key, value in remarks.items() if value is not None}}


@frozen
class Step(Generic[S]):
    """One judged action of a record.

    :param number: 1-based among the actions.
    :param action: None if the line could not be read.
    :param state: after it; unchanged if it was refused.
    :param fault: why the line could not be read or judged.
    :param error: what the referee raised.
    """

    number: int
    line: RecordLine
    action: Any
    state: S
    events: tuple[HasRuling, ...] = ()
    divergences: tuple[Divergence, ...] = ()
    refusal: tuple[Ruling, ...] = ()
    fault: Fault | None = None
    error: TitanError | None = None

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """Those of what happened, or those that forbid the action."""
        return self.refusal or tuple([event.ruling for event in self.events])

    @property
    def good(self) -> bool:
        """Whether it is legal and every expectation holds."""
        return not (self.divergences or self.refusal or self.fault)

    @property
    def judged(self) -> bool:
        """Whether it was carried out."""
        return not self.refusal and self.fault is None


def seal_of(snapshot: JSON) -> str:
    """A state's checksum: 16 hexadecimal digits of SHA-256 over its compact JSON, keys sorted."""
    text = compact(_sorted(snapshot))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _sorted(data: JSON) -> JSON:
    if isinstance(data, dict):
        return {key: _sorted(data[key]) for key in sorted(data)}
    return [_sorted(x) for x in data] if isinstance(data, list) else data


def read_line(number: int, text: str) -> RecordLine:
    """Read one line of JSON.

    :raises DocumentError: it is not a line of a record.
    """
    return line_of(number, loads(text, number))


def line_of(number: int, data: JSON) -> RecordLine:
    """Read a line's JSON value: an object, or an action in words.

    :raises DocumentError: it is neither, or its remarks are of the wrong types.
    """
    if type(data) is str:
        data = {"text": data}
    if type(data) is not dict:
        raise DocumentError([Fault("wrong-type", "a line of a replay is a JSON object or a text", line=number)])
    kinds = {"comment": (str, "a text"), "expect": (dict, "an object"), "state": (str, "a text")}
    faults = [
        Fault("wrong-type", f"expected {what}", f"/{key}", line=number)
        for key, (kind, what) in kinds.items()
        if key in data and type(data[key]) is not kind
    ]
    if faults:
        raise DocumentError(faults)
    action = {key: value for key, value in data.items() if key not in REMARKS}
    return RecordLine(number, action, data.get("comment"), data.get("expect", {}), data.get("state"))


def play(lines: Iterable[RecordLine], referee: Referee[S], state: S, check_seals: bool = True) -> Iterator[Step[S]]:
    """Judge the lines of a record in order; a refused action leaves the state unchanged.

    Illegal actions and divergences do not stop it; that is up to the caller.
    """
    step: Step[S] | None = None
    for line in lines:
        if line.afterthought and step is not None:
            yield _judge_remarks(line, step, referee, check_seals)
            continue
        step = judge(1 if step is None else step.number + 1, line, referee, state, check_seals=check_seals)
        state = step.state
        yield step


def _judge_remarks(line: RecordLine, step: Step[S], referee: Referee[S], check_seals: bool) -> Step[S]:
    """The step with only the remarks on it judged."""
    if line.fault is not None or not step.judged:
        return evolve(step, line=line, events=(), divergences=(), fault=line.fault)
    try:
        differing = _diverging(line, referee, step.state, step.events, check_seals)
    except TitanError as e:
        return evolve(
            step, line=line, events=(), divergences=(), fault=evolve(faults_of(e)[0], line=line.number), error=e
        )
    return evolve(step, line=line, events=(), divergences=differing)


def judge(
    number: int, line: RecordLine, referee: Referee[S], state: S, action: Any = None, *, check_seals: bool = True
) -> Step[S]:
    """Judge one line, optionally with its action already read."""
    if line.fault is not None:
        return Step(number, line, None, state, fault=line.fault)
    try:
        action = referee.read(line.data, state) if action is None else action
        after, events = referee.apply(state, action)
        differing = _diverging(line, referee, after, events, check_seals)
    except IllegalAction as e:
        return Step(number, line, action, state, refusal=e.rulings, error=e)
    except TitanError as e:
        return Step(number, line, action, state, fault=evolve(faults_of(e)[0], line=line.number), error=e)
    return Step(number, line, action, after, tuple(events), differing)


def _diverging(
    line: RecordLine, referee: Referee[S], state: S, events: Sequence[HasRuling], check_seals: bool
) -> tuple[Divergence, ...]:
    """The expectations that do not hold, including the seal."""
    differing = referee.divergences(state, events, line.expect) if line.expect else []
    if check_seals and line.seal is not None and (seal := seal_of(referee.snapshot(state))) != line.seal:
        differing = [*differing, Divergence(SEAL, line.seal, seal)]
    return tuple(differing)
