"""Positions from files and texts, and back: :func:`load`, :func:`loads`, :func:`dump`, :func:`dumps`."""

from os import PathLike, fspath
from pathlib import Path
from typing import TypeAlias, TypeVar, overload

from ..box.loading import beside
from ..kernel.answers import Answer
from ..kernel.arguments import checked
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import decode
from .battle import Battle
from .documents import FORMAT
from .game import Game
from .line import looks_like_a_line
from .muster import Muster
from .position import Position

AnyPosition: TypeAlias = Game | Battle | Muster
P = TypeVar("P", bound=Position)


@overload
def load(path: str | PathLike[str]) -> AnyPosition: ...
@overload
def load(path: str | PathLike[str], wanted: type[P]) -> P: ...
@checked
def load(path: str | PathLike[str], wanted: type[P] | None = None) -> AnyPosition | P:
    """The position in a file: a game, a battle or a muster, by its ``kind``.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault. :raises OSError: the file cannot be read.
    """
    file = Path(fspath(path))
    with beside(str(file.parent)):
        return loads(decode(file.read_bytes()), wanted)


@overload
def loads(text: str) -> AnyPosition: ...
@overload
def loads(text: str, wanted: type[P] | None) -> P: ...
@checked
def loads(text: str, wanted: type[P] | None = None) -> AnyPosition | P:
    """The position in a JSON text, or in the one-line form.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault.
    """
    if not text.lstrip("\ufeff \r\n\t").startswith("{") and looks_like_a_line(text):
        return parse(text, wanted)
    position: AnyPosition = FORMAT.loads(text, None if wanted is None else (_kind(wanted),))
    return position


@overload
def parse(line: str, wanted: None = None) -> AnyPosition: ...
@overload
def parse(line: str, wanted: type[P] | None) -> P: ...
@checked
def parse(line: str, wanted: type[P] | None = None) -> AnyPosition | P:
    """The position that a text describes: in the one-line form, or a battle in a sentence.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault, each with its place in the line.
    """
    from ..sentences import read_position  # noqa: PLC0415 (sentences are translated into the lines of positions)

    position = read_position(line).position
    if wanted is not None and not isinstance(position, wanted):
        message = f"expected a {_kind(wanted)}, not a {_kind(type(position))}"
        raise DocumentError([Fault("wrong-kind", message)])
    return position


def _kind(wanted: type[Position]) -> str:
    return wanted.__name__.lower()


@checked
def dumps(value: Position | Answer) -> str:
    """A position or an answer as JSON text, byte for byte the same for equal ones."""
    return value.dumps()


@checked
def dump(value: Position | Answer, path: str | PathLike[str]) -> None:
    """Write a position or an answer into a file as JSON text.

    :raises OSError: the file cannot be written.
    """
    Path(fspath(path)).write_text(dumps(value), encoding="utf-8")
