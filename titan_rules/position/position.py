"""What every position can do: be read, written and shown on one line; higher layers do it."""

from os import PathLike
from typing import Self, TypeVar

from ..box.value import Box
from ..kernel.evolving import Viewed
from ..kernel.jsontext import JSON, pretty
from ..kernel.ports import port

P = TypeVar("P", bound="Position")


def mark_checked(position: P, stand_in: P | None = None) -> P:
    """Note that a position is possible.

    :param stand_in: what questions about it are asked of, if something had to be filled in.
    :returns: what questions are asked of.
    """
    object.__setattr__(position, "_checked", None if stand_in is position else stand_in)
    return stand_in or position


def stand_in(position: P) -> P | None:
    """What questions about a position are asked of, mostly itself; None if it has not been checked."""
    try:
        found: P | None = position._checked  # type: ignore[assignment]  # what stands for a position is of its class
    except AttributeError:
        return None
    return found or position


@port
def read_file(path: str | PathLike[str], wanted: type[P]) -> P:
    """The position of a kind in a file."""
    raise NotImplementedError


@port
def read_text(text: str, wanted: type[P]) -> P:
    """The position of a kind in a JSON text or on a line."""
    raise NotImplementedError


@port
def read_line(line: str, wanted: type[P]) -> P:
    """The position of a kind on a line."""
    raise NotImplementedError


@port
def document(position: "Position") -> dict[str, JSON]:
    """The JSON object of a position, with its header."""
    raise NotImplementedError


@port
def written(position: "Position") -> str:
    """A position on one line."""
    raise NotImplementedError


class Position(Viewed):
    """A position that can be read and written as a document (kinds ``game``, ``battle`` and ``muster``).

    One that a reader or an action made is possible, and bears a mark. One made by hand has none, and is checked when it
    is first asked about; see :func:`titan_rules.position.documents.checked`. Its copies have no mark.
    """

    __slots__ = ("_checked",)

    _checked: "Position | None"
    the_box: Box

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The position of this kind in a file.

        :raises DocumentError: with every fault. :raises OSError: the file cannot be read.
        """
        return read_file(path, cls)

    @classmethod
    def loads(cls, text: str) -> Self:
        """The position of this kind in a JSON text, or in the one-line form.

        :raises DocumentError: with every fault.
        """
        return read_text(text, cls)

    @classmethod
    def parse(cls, line: str) -> Self:
        """The position of this kind that a line describes: ``Plains: Ogre D3 / Lion D4 3 hits``.

        :raises DocumentError: with every fault, each with its place in the line.
        """
        return read_line(line, cls)

    def dumps(self) -> str:
        """The position as canonical JSON text."""
        return pretty(self.to_json())

    def to_json(self) -> dict[str, JSON]:
        """The position as a JSON object with its header."""
        return document(self)

    def __str__(self) -> str:
        """The position on one line."""
        return written(self)

    def __repr__(self) -> str:
        """The line that :meth:`parse` reads, or the class if the position cannot be written as one."""
        try:
            return f"{type(self).__name__}.parse({str(self)!r})"
        except Exception:  # a repr never raises
            return f"<{type(self).__name__} that describes no position>"
