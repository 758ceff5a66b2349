"""A game's questions: what one command answers from one document."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

from .digest import Digest
from .documents import Format
from .rulesets import RulesetTable

Answer: TypeAlias = dict[str, Any]
"""A JSON object; ``rulings`` holds :meth:`Ruling.to_json` objects, a ``verdict`` of ``illegal`` means exit code 1."""


@frozen
class Parameter:
    """What a question wants to know besides the document.

    :param kind: how it is typed; ``dice`` is a list like ``6,5,1``, ``flag`` is given or not.
    :param required: it is a positional argument; otherwise an option ``--name``.
    :param many: several words.
    """

    name: str
    about: str
    kind: Literal["text", "number", "dice", "flag"] = "text"
    required: bool = False
    many: bool = False
    default: Any = None


@frozen
class Question:
    """One question.

    :param name: its subcommand.
    :param about: one line of help.
    :param answer: from the document (None where it needs none) and the parameters by name, to the answer.
    :param wants: the kind of document, or None.
    :param example: the arguments of a call that works.
    """

    name: str
    about: str
    answer: Callable[[Any, Mapping[str, Any]], Answer]
    parameters: tuple[Parameter, ...] = ()
    wants: str | None = None
    example: str = ""


@frozen
class Companion:
    """A game on this kernel: what the command line needs to know of it.

    :param name: its subcommand (``twilight-struggle``).
    :param title: as printed on the box.
    :param questions: in the order they are listed.
    :param new: a starting document as a JSON object.
    """

    name: str
    title: str
    format: Format
    rulesets: RulesetTable
    digest: Callable[[], Digest]
    questions: tuple[Question, ...]
    new: Callable[[], dict[str, Any]]
