"""Questions: what one command wants to know, and the function that answers it."""

import typing
from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ..errors import Fault
from ..evolving import evolve
from ..names import Names

Answer: TypeAlias = dict[str, Any]
"""A JSON object of the question's own keys, with these meanings wherever they stand: ``rulings`` is a list of
:meth:`Ruling.to_json` objects, ``final`` a whole document, ``instead``
what would have been legal, ``verdict`` one word (``illegal`` means exit code 1), an
object of ``p`` and ``exact`` a probability."""

DERIVED = ("rulings", "final", "instead")
"""The keys that follow from the rest of an answer: two readings that differ only in these do not differ."""

NEGATIVE_VERDICTS = ("illegal", "diverges", "incomplete")
"""The verdicts of answers that end a command with exit code 1."""


Answering: TypeAlias = Callable[[Any, Mapping[str, Any]], Answer]
"""From a document (None where the question needs none) and the parameters by key, to the answer."""


@frozen
class Parameter:
    """What a question wants to know besides the document.

    :param name: in lower case, words joined by ``-``: an option ``--own-influence``, the key ``own_influence``.
    :param kind: how it is typed; ``dice`` is a list like ``6,5,1``, ``flag`` is given or not, ``lines`` is a file of
        actions, one a line, given to the answer as ``((line, value), ...)``.
    :param required: it is a positional argument; otherwise an option ``--name``.
    :param either: an option that may also be given as an argument, after the required ones.
    :param many: several words (the answer gets a tuple); as an option it may stand several times.
    :param choices: the allowed values, where they are few.
    :param least, most: the range of a number.
    :param default: what the answer gets where nothing is given.
    :param read: makes the value that the answer gets from the document and what was typed, or its default.
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
    either: bool = False
    read: Callable[[Any, Any], Any] | None = None

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

    def faults(self, value: Any) -> list[Fault]:
        """What is wrong with a number that is given."""
        if type(value) is not int:
            return []
        if self.least is not None and value < self.least:
            return [Fault("out-of-range", f"{self.name} is at least {self.least}, not {value}")]
        if self.most is not None and value > self.most:
            return [Fault("out-of-range", f"{self.name} is at most {self.most}, not {value}")]
        return []


@frozen
class Question:
    """One question.

    :param name: its subcommand.
    :param about: one line of help.
    :param answer: see :data:`Answering`.
    :param wants: the kinds of document that it can be asked of; empty where it needs none.
    :param example: the arguments of a call that works.
    """

    name: str
    about: str
    answer: Answering
    parameters: tuple[Parameter, ...] = ()
    wants: tuple[str, ...] = ()
    example: str = ""


def asked(about: str, kind: Any = "text", names: Names[str] | None = None, **settings: Any) -> Parameter:
    """A parameter that stands in an ``Annotated`` type of an answer's argument, and takes its name from there.

    :param names: what is typed is one of these, or several; the answer gets their canonical spelling.
    """
    if names is not None:
        settings["read"] = lambda _, given: _canonical(names, given)
    return Parameter("", about, kind, **settings)


def _canonical(names: Names[str], given: Any) -> Any:
    if given is None:
        return None
    return tuple(map(names.canonical, given)) if isinstance(given, tuple) else names.canonical(given)


def question(answer: Callable[..., Any], example: str = "", wants: tuple[str, ...] = ("position",)) -> Question:
    """A question from the function that answers it, or from a rule: its :class:`Outcome` is an answer, too.

    Its name is the question's, the first line of its docstring the help; its arguments are the document and, each of
    a type made with :func:`asked`, the parameters.
    """
    hints = typing.get_type_hints(answer, include_extras=True)
    found = {name: part for name, kind in hints.items() for part in getattr(kind, "__metadata__", ())}
    parameters = {name: evolve(p, name=name.strip("_").replace("_", "-")) for name, p in found.items()}

    def call(document: Any, values: Mapping[str, Any]) -> Answer:
        given = {name: values[p.key] for name, p in parameters.items()}
        reads = {name: p.read for name, p in parameters.items() if p.read is not None}
        given |= {name: read(document, given[name]) for name, read in reads.items()}
        found = answer(document, **given)
        return found if isinstance(found, dict) else found.answer()

    about = (answer.__doc__ or "").partition("\n")[0]
    return Question(
        answer.__name__.strip("_").replace("_", "-"), about, call, tuple(parameters.values()), wants, example
    )
