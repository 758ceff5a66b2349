"""Positions from files and texts, and back: :func:`load`, :func:`loads`, :func:`dump`, :func:`dumps`."""

import os.path  # pathlib would cost every start several milliseconds
from os import PathLike, fspath
from typing import TypeAlias, TypeVar, overload

from ..box.loading import beside
from ..kernel.answers import Answer
from ..kernel.arguments import PATH, expect, wrong
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import decode
from ..kernel.ports import port
from .battle import Battle
from .documents import FORMAT, checked
from .game import Game, battle_in
from .muster import Muster
from .position import Position

AnyPosition: TypeAlias = Game | Battle | Muster
P = TypeVar("P", bound=Position)


@port
def looks_like_a_line(text: str) -> bool:
    """Whether a text is a position on one line, and no file's name or JSON."""
    raise NotImplementedError


@port
def read_position(text: str) -> AnyPosition:
    """The position that a text describes."""
    raise NotImplementedError


@overload
def load(path: str | PathLike[str]) -> AnyPosition: ...
@overload
def load(path: str | PathLike[str], wanted: type[P]) -> P: ...
def load(path: str | PathLike[str], wanted: type[P] | None = None) -> AnyPosition | P:
    """The position in a file: a game, a battle or a muster, by its ``kind``.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault. :raises OSError: the file cannot be read.
    """
    expect(PATH, path=path)
    _kind(wanted)
    with beside(os.path.dirname(fspath(path)) or "."), open(path, "rb") as file:
        return loads(decode(file.read()), wanted)


@overload
def loads(text: str) -> AnyPosition: ...
@overload
def loads(text: str, wanted: type[P] | None) -> P: ...
def loads(text: str, wanted: type[P] | None = None) -> AnyPosition | P:
    """The position in a JSON text, or in the one-line form.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault.
    """
    expect(str, text=text)
    if not text.lstrip("\ufeff \r\n\t").startswith("{") and looks_like_a_line(text):
        return parse(text, wanted)
    kind = _kind(wanted)
    position: AnyPosition = FORMAT.loads(text, kind and (kind,))
    return position


@overload
def parse(line: str, wanted: None = None) -> AnyPosition: ...
@overload
def parse(line: str, wanted: type[P] | None) -> P: ...
def parse(line: str, wanted: type[P] | None = None) -> AnyPosition | P:
    """The position that a text describes: in the one-line form, or a battle in a sentence.

    :param wanted: the class that it must be of.
    :raises DocumentError: with every fault, each with its place in the line.
    """
    expect(str, line=line)
    kind = _kind(wanted)
    position = read_position(line)
    if wanted is not None and not isinstance(position, wanted):
        message = f"expected a {kind}, not a {_kind(type(position))}"
        raise DocumentError([Fault("wrong-kind", message)])
    return position


def _kind(wanted: type[Position] | None) -> str | None:
    """The kind of a class of positions; None for any."""
    if wanted is None:
        return None
    kind = next((kind.name for kind in FORMAT.kinds.values() if kind.type is wanted), None)
    if kind is None:
        raise wrong("wanted", "Game, Battle or Muster", wanted)
    return kind


def dumps(value: Position | Answer) -> str:
    """A position or an answer as JSON text, byte for byte the same for equal ones."""
    expect(Position | Answer, value=value)
    return value.dumps()


def dump(value: Position | Answer, path: str | PathLike[str]) -> None:
    """Write a position or an answer into a file as JSON text.

    :raises OSError: the file cannot be written.
    """
    expect(PATH, path=path)
    text = dumps(value)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


# --- positions given as objects or as text ----------------------------------------------------------------------------


def state_of(position: Game | Battle | str, parameter: str = "position") -> Game | Battle:
    """The game or the battle given, as an object or as its line.

    :param parameter: the name of the argument, for errors.
    :raises ArgumentError: it is something else.
    """
    found = loads(position) if isinstance(position, str) else position
    if not isinstance(found, (Game, Battle)):  # a union would be made for every question
        raise wrong(parameter, "a Game, a Battle or the line of one", found)
    return checked(found)


def battle_of(position: Game | Battle | str, parameter: str = "position") -> Battle:
    """The battle given, as an object, as its line, or as the game in which it is fought.

    :param parameter: the name of the argument, for errors.
    :raises ArgumentError: it is something else.
    """
    found = loads(position) if isinstance(position, str) else position
    battle = battle_in(checked(found)) if isinstance(found, Game | Battle) else None
    if battle is None:
        raise wrong(parameter, "a Battle, a Game in which one is fought, or the line of one", found)
    return battle


def validate(position: AnyPosition | str) -> list[Fault]:
    """Everything that is wrong with a position made by hand, with pointers into its document; empty if it is possible.

    :param position: the position, or the line of one.

    >>> import attrs
    >>> battle = Battle.parse("Plains: Ogre D3 / Lion D4")
    >>> validate(battle), [fault.pointer for fault in validate(attrs.evolve(battle, terrain="Mars"))]
    ([], ['/terrain'])
    """
    expect(AnyPosition | str, position=position)
    try:
        if isinstance(position, str):
            loads(position)
        else:
            checked(position)
    except DocumentError as e:
        return list(e.faults)
    return []
