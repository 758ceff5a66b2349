"""Answers: frozen classes with typed fields that write themselves as JSON objects.

Fields are written in their order; one that has its default is left out, but for those with the metadata ``ALWAYS``.
"""

from typing import ClassVar

from .fields import JSON
from .jsontext import pretty
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
