"""Answers: frozen classes with typed fields that write themselves as JSON objects and show themselves to people.

As JSON, fields are written in their order; one that has its default is left out, but for those with the metadata
``ALWAYS``. For people, an answer is a sequence of blocks.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from .blocks import Block
from .jsontext import JSON, pretty
from .writing import Part as Part


class Answer(Part):
    """An answer: a JSON object of some kind."""

    __slots__ = ()

    kind: ClassVar[str]
    """As under the key ``kind``, and the name of its JSON Schema."""

    format: ClassVar[str] = ""
    """As under the key ``format``; empty where the answer has none."""

    def to_json(self) -> dict[str, JSON]:
        """The JSON object with its header."""
        header: dict[str, JSON] = {"format": self.format, "kind": self.kind} if self.format else {"kind": self.kind}
        return header | super().to_json()

    def dumps(self) -> str:
        """The answer as JSON text, as the command line prints it."""
        return pretty(self.to_json())

    def blocks(self) -> Iterator[Block]:
        """What a person reads."""
        yield self.to_json()

    def __str__(self) -> str:
        return shown(self.blocks())

    def __repr__(self) -> str:
        first = next(self.blocks(), None)
        about = first.partition("\n")[0] if isinstance(first, str) else self.kind
        return f"<{type(self).__name__}: {about}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return as_html(self.blocks())


def shown(blocks: Iterable[Block], told: Callable[[str], str] = str) -> str:
    """Blocks as a text that fits the terminal.

    :param told: makes of a ruling's sentence the one that is printed.
    """
    from .showing import text  # noqa: PLC0415 (what draws tables takes as long to load as all rules of a battle)

    return text(blocks, told)


def as_html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML."""
    from .showing import html  # noqa: PLC0415 (as above)

    return html(blocks)
