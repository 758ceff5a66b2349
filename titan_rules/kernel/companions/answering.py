"""A companion: a whole game, and the answers to its questions with the readings that would change them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from ..digest import Digest
from ..documents import Format
from ..errors import DocumentError, Fault, IllegalAction, TitanError
from ..evolving import evolve
from ..jsontext import JSON
from ..names import Names
from ..rulesets import OptionValue, RulesetTable
from .asking import DERIVED, Answer, Question
from .playing import Play
from .telling import plain


def _nothing_odd(_: Any) -> Sequence[Fault]:
    return ()


@frozen
class Companion:
    """A game on this kernel: what the command line needs to know of it.

    Its documents have the fields ``ruleset`` (a preset's name) and ``options`` (overrides), or neither.

    :param name: its subcommand (``twilight-struggle``).
    :param title: as printed on the box.
    :param questions: in the order they are listed.
    :param new: a starting document as a JSON object.
    :param warnings: what is odd about a document, but not impossible.
    :param play: its rules as one function; None: it answers questions only.
    """

    name: str
    title: str
    format: Format
    rulesets: RulesetTable
    digest: Callable[[], Digest]
    questions: tuple[Question, ...]
    new: Callable[[], dict[str, Any]]
    warnings: Callable[[Any], Sequence[Fault]] = _nothing_odd
    play: Play[Any] | None = None

    def question(self, name: str) -> Question:
        """The question of that name.

        :raises UnknownName: there is none.
        """
        known = {q.name: q for q in self.questions}
        return known[Names("question", known).canonical(name)]


def sheet_faults(companion: Companion, start: JSON, lines: Iterable[tuple[int, str]]) -> list[Fault]:
    """What is wrong with a score sheet: with the document on its first line, and with each action.

    :param lines: the lines after it, with their numbers.
    """
    found: list[Fault] = []
    try:
        companion.format.read(start)
    except DocumentError as e:
        found += [evolve(fault, line=1) for fault in e.faults]
    return found if companion.play is None else [*found, *companion.play.sheet_faults(lines)]


def ask(companion: Companion, name: str, data: Any = None, **values: Any) -> Answer:
    """Answer a question from a document's JSON, with the readings of its rules that change the answer.

    :param data: the document as a JSON value; None where the question needs none.
    :param values: the question's parameters by key; those left out have their defaults.
    :returns: the answer under its header; ``other_readings`` lists the readings that nobody has chosen and that
        give another answer.
    :raises DocumentError: it is not a document, or impossible, or a required parameter is missing.
    :raises TitanError: whatever the answer raises.
    :raises TypeError: a value that the question does not know.
    """
    question = companion.question(name)
    document = companion.format.read(data, question.wants) if question.wants else None
    return answered(companion, question, document, values)


def answered(companion: Companion, question: Question, document: Any, values: Mapping[str, Any]) -> Answer:
    """As :func:`ask`, from a document that has been read."""
    complete = _complete(question, values)
    answer = _answer(companion, question, document, complete)
    header = {"format": companion.format.id, "kind": question.name}
    others = list(_other_readings(companion, question, document, complete, answer))
    return {**header, **answer, **({"other_readings": others} if others else {})}


def _answer(companion: Companion, question: Question, document: Any, values: Mapping[str, Any]) -> Answer:
    """What the question answers, as JSON; an action that it refuses is an answer, too."""
    try:
        answer = question.answer(document, values)
    except IllegalAction as e:
        answer = {"verdict": "illegal", **getattr(e, "told", {}), "rulings": e.rulings}
    found: Answer = plain(answer, companion.format.known_json)
    return found


def _complete(question: Question, values: Mapping[str, Any]) -> dict[str, Any]:
    known = {p.key: p for p in question.parameters}
    unknown = [key for key in values if key not in known]
    if unknown:
        raise TypeError(f"{question.name} knows no parameter {unknown[0]!r}")
    complete = {key: p.absent if values.get(key) is None else values[key] for key, p in known.items()}
    faults = [
        Fault("missing-parameter", f"{question.name} needs the {p.name}")
        for p in question.parameters
        if p.required and complete[p.key] in (None, ())
    ]
    faults += [fault for p in question.parameters for fault in p.faults(complete[p.key])]
    if faults:
        raise DocumentError(faults)
    return complete


def _other_readings(
    companion: Companion, question: Question, document: Any, values: Mapping[str, Any], answer: Answer
) -> Iterator[Answer]:
    """The readings not chosen by the document that change the answer, each with what it changes."""
    chosen = _chosen(companion, document)
    if chosen is None:
        return
    told = _without_rulings(answer)
    for option in companion.rulesets.options.values():
        if option.name in chosen:
            continue
        for value in option.values[1:]:
            differs = _differences(told, _answer_under(companion, question, document, values, option.name, value))
            if differs:
                yield {
                    "option": option.name,
                    "value": value,
                    "rules": list(option.rules),
                    "about": option.about,
                    "differs": differs,
                }


def _chosen(companion: Companion, document: Any) -> Mapping[str, Any] | None:
    """The options that a document sets itself, a record's start included; None where it chooses a whole ruleset."""
    if not hasattr(document, "options"):
        return None
    start = document.start if hasattr(document, "actions") else document
    first = next(iter(companion.rulesets.presets))
    return {**start.options, **document.options} if {document.ruleset, start.ruleset} <= {None, first} else None


def _answer_under(
    companion: Companion, question: Question, document: Any, values: Mapping[str, Any], name: str, value: OptionValue
) -> Answer:
    reread = evolve(document, options={**document.options, name: value})
    try:
        return _answer(companion, question, reread, values)
    except TitanError as e:
        return {"error": str(e)}


def _differences(told: Answer, other: Answer) -> Answer:
    """The parts of another answer that are not in this one."""
    found: Answer = {}
    for key, value in _without_rulings(other).items():
        known = told.get(key, found)
        if isinstance(value, dict) and isinstance(known, dict) and known is not found:
            inner = _differences(known, value)
            if inner:
                found[key] = inner
        elif known is found or known != value:
            found[key] = value
    return found


def _without_rulings(value: Any) -> Any:
    """An answer without what follows from the rest of it: its rulings, the document it ends in, advice."""
    if isinstance(value, dict):
        return {key: _without_rulings(inner) for key, inner in value.items() if key not in DERIVED}
    if isinstance(value, list | tuple):
        return [_without_rulings(inner) for inner in value]
    return value
