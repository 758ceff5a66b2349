"""A game's questions: what one command answers from one document."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from attrs import frozen

from .digest import Digest
from .documents import Format
from .errors import AdjudicationError, DocumentError, Fault
from .evolving import evolve
from .names import Names
from .rulesets import OptionValue, RulesetTable

Answer: TypeAlias = dict[str, Any]
"""A JSON object of the question's own keys, with these meanings wherever they stand: ``rulings`` is a list of
:meth:`Ruling.to_json` objects, ``final`` a whole document, ``verdict`` one word (``illegal`` means exit code 1), an
object of ``p`` and ``exact`` a probability."""

NEGATIVE_VERDICTS = ("illegal", "diverges", "invalid")
"""The verdicts of answers that end a command with exit code 1."""


@frozen
class Parameter:
    """What a question wants to know besides the document.

    :param name: in lower case, words joined by ``-``: an option ``--own-influence``, the key ``own_influence``.
    :param kind: how it is typed; ``dice`` is a list like ``6,5,1``, ``flag`` is given or not, ``lines`` is a JSON
        Lines file, given to the answer as ``((line, value), ...)``.
    :param required: it is a positional argument; otherwise an option ``--name``.
    :param many: several words (the answer gets a tuple); as an option it may stand several times.
    :param choices: the words that will do, where they are few.
    :param least, most: the range of a number.
    :param default: what the answer gets where nothing is given.
    """

    name: str
    about: str
    kind: Literal["text", "number", "dice", "flag", "lines"] = "text"
    required: bool = False
    many: bool = False
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    default: Any = None

    @property
    def key(self) -> str:
        """Its name among the values that an answer gets."""
        return self.name.replace("-", "_")

    @property
    def absent(self) -> Any:
        """The value that an answer gets where the parameter is not given."""
        if self.default is None:
            return () if self.many else False if self.kind == "flag" else None
        return self.default


@frozen
class Question:
    """One question.

    :param name: its subcommand.
    :param about: one line of help.
    :param answer: from the document (None where it needs none) and the parameters by key, to the answer.
    :param wants: the kinds of document that will do; empty where it needs none.
    :param example: the arguments of a call that works.
    """

    name: str
    about: str
    answer: Callable[[Any, Mapping[str, Any]], Answer]
    parameters: tuple[Parameter, ...] = ()
    wants: tuple[str, ...] = ()
    example: str = ""


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
    """

    name: str
    title: str
    format: Format
    rulesets: RulesetTable
    digest: Callable[[], Digest]
    questions: tuple[Question, ...]
    new: Callable[[], dict[str, Any]]
    warnings: Callable[[Any], Sequence[Fault]] = _nothing_odd

    def question(self, name: str) -> Question:
        """The question of that name.

        :raises UnknownName: there is none.
        """
        known = {q.name: q for q in self.questions}
        return known[Names("question", known).canonical(name)]


def ask(companion: Companion, name: str, data: Any = None, **values: Any) -> Answer:
    """Answer a question from a document's JSON, with the readings of its rules that change the answer.

    :param data: the document as a JSON value; None where the question needs none.
    :param values: the question's parameters by key; those left out have their defaults.
    :returns: the answer under its header; ``other_readings`` lists the readings that nobody has chosen and that
        give another answer.
    :raises DocumentError: the document is none, or impossible, or a required parameter is missing.
    :raises AdjudicationError: whatever the answer raises.
    :raises TypeError: a value that the question does not know.
    """
    question = companion.question(name)
    document = companion.format.read(data, question.wants) if question.wants else None
    return answered(companion, question, document, values)


def answered(companion: Companion, question: Question, document: Any, values: Mapping[str, Any]) -> Answer:
    """As :func:`ask`, from a document that has been read."""
    complete = _complete(question, values)
    answer = question.answer(document, complete)
    header = {"format": companion.format.id, "kind": question.name}
    others = list(_other_readings(companion, question, document, complete, answer))
    return {**header, **answer, **({"other_readings": others} if others else {})}


def _complete(question: Question, values: Mapping[str, Any]) -> dict[str, Any]:
    known = {p.key: p for p in question.parameters}
    unknown = [key for key in values if key not in known]
    if unknown:
        raise TypeError(f"{question.name} knows no parameter {unknown[0]!r}")
    complete = {key: values.get(key, p.absent) for key, p in known.items()}
    missing = [p.name for p in question.parameters if p.required and complete[p.key] is None]
    if missing:
        raise DocumentError([Fault("missing-parameter", f"{question.name} needs the {name}") for name in missing])
    return complete


def _other_readings(
    companion: Companion, question: Question, document: Any, values: Mapping[str, Any], answer: Answer
) -> Iterator[Answer]:
    """The readings not chosen by the document that change the answer, each with what it changes."""
    if not hasattr(document, "options") or document.ruleset != next(iter(companion.rulesets.presets)):
        return
    told = _without_rulings(answer)
    for option in companion.rulesets.options.values():
        if option.name in document.options:
            continue
        for value in option.values[1:]:
            differs = _differences(told, _answer_under(question, document, values, option.name, value))
            if differs:
                yield {
                    "option": option.name,
                    "value": value,
                    "rules": list(option.rules),
                    "about": option.about,
                    "differs": differs,
                }


def _answer_under(
    question: Question, document: Any, values: Mapping[str, Any], name: str, value: OptionValue
) -> Answer:
    reread = evolve(document, options={**document.options, name: value})
    try:
        return question.answer(reread, values)
    except AdjudicationError as e:
        return {"error": str(e)}


def _differences(told: Answer, other: Answer) -> Answer:
    found: Answer = _without_rulings(other)
    return {key: value for key, value in found.items() if key not in told or told[key] != value}


def _without_rulings(value: Any) -> Any:
    """An answer without what says the same in other words: its rulings, and the document it ends in."""
    if isinstance(value, dict):
        return {key: _without_rulings(inner) for key, inner in value.items() if key not in ("rulings", "final")}
    if isinstance(value, list | tuple):
        return [_without_rulings(inner) for inner in value]
    return value
