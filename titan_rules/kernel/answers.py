"""Answers: frozen classes written as JSON for programs and as blocks for people.

Fields are written in order; defaults are left out, except for fields marked ``ALWAYS``.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, ClassVar, TypeVar

import attrs

from .blocks import Block
from .jsontext import JSON, pretty
from .ports import port
from .writing import Part as Part

P = TypeVar("P", bound=Part)


def copied(cls: type[P], source: object, **others: Any) -> P:
    """A part with the source's values of the same names.

    :param others: values that the source lacks, or that replace its own.
    """
    kinds: Any = cls, type(source)
    return cls(**{name: getattr(source, name) for name in _shared(*kinds)} | others)


@cache
def _shared(cls: Any, source: Any) -> list[str]:
    """The fields of a class that another class has, too."""
    own = {field.name for field in attrs.fields(source)} if attrs.has(source) else set()
    return [field.name for field in attrs.fields(cls) if field.name in own or hasattr(source, field.name)]


class Answer(Part):
    """An answer: a JSON object with a kind."""

    __slots__ = ()

    kind: ClassVar[str]  # also the name of its JSON Schema

    format: ClassVar[str] = ""  # empty if the answer has none

    def to_json(self) -> dict[str, JSON]:
        """The JSON object with its header."""
        header: dict[str, JSON] = {"format": self.format, "kind": self.kind} if self.format else {"kind": self.kind}
        return header | super().to_json()

    def dumps(self) -> str:
        """The answer as JSON text, as the command line prints it."""
        return pretty(self.to_json())

    def blocks(self) -> Iterator[Block]:
        """The blocks that a person reads."""
        raise NotImplementedError

    def __str__(self) -> str:
        return shown(self.blocks())

    def __repr__(self) -> str:
        first = next(self.blocks(), None)
        about = first.partition("\n")[0] if isinstance(first, str) else self.kind
        return f"<{type(self).__name__}: {about}>"

    def _repr_html_(self) -> str:
        return as_html(self.blocks())


@port
def shown(blocks: Iterable[Block], told: Callable[[str], str] = str) -> str:
    """Blocks as text that fits the terminal; ``told`` may change a ruling's sentence."""
    raise NotImplementedError


@port
def as_html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML."""
    raise NotImplementedError
