"""What every position can do: be read, written and shown on one line."""

from os import PathLike
from typing import Self

from ..kernel.evolving import Viewed
from ..kernel.jsontext import JSON


class Position(Viewed):
    """A position that can be read and written as a document (kinds ``game``, ``battle`` and ``muster``)."""

    __slots__ = ()

    @classmethod
    def load(cls, path: str | PathLike[str]) -> Self:
        """The position of this kind in a file.

        :raises DocumentError: with every fault. :raises OSError: the file cannot be read.
        """
        from .files import load  # noqa: PLC0415 (it knows every kind of position; so do those below)

        return load(path, cls)

    @classmethod
    def loads(cls, text: str) -> Self:
        """The position of this kind in a JSON text, or in the one-line form.

        :raises DocumentError: with every fault.
        """
        from .files import loads  # noqa: PLC0415

        return loads(text, cls)

    @classmethod
    def parse(cls, line: str) -> Self:
        """The position of this kind that a line describes: ``Plains: Ogre D3 / Lion D4 3 hits``.

        :raises DocumentError: with every fault, each with its place in the line.
        """
        from .files import parse  # noqa: PLC0415

        return parse(line, cls)

    def dumps(self) -> str:
        """The position as canonical JSON text."""
        from .documents import FORMAT  # noqa: PLC0415

        return FORMAT.dumps(self)

    def to_json(self) -> dict[str, JSON]:
        """The position as a JSON object with its header."""
        from .documents import FORMAT  # noqa: PLC0415

        return FORMAT.to_json(self)

    def __str__(self) -> str:
        """The position on one line."""
        from .line import line  # noqa: PLC0415

        return line(self)  # type: ignore[arg-type]  # every position is of a kind that it writes

    def __repr__(self) -> str:
        """The line that :meth:`parse` reads, or the class if the position cannot be written as one."""
        try:
            return f"{type(self).__name__}.parse({str(self)!r})"
        except Exception:  # a repr never raises
            return f"<{type(self).__name__} that describes no position>"
