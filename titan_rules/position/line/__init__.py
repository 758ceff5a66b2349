"""Positions on one line, as a player would type them, both ways: ``parse_line(line(position)) == position``.

``Plains: Ogre D3 / Lion D4 3 hits, Centaur E3`` is a battle, ``Jungle: 2 Gargoyle, Ogre`` a muster, and
``turn 5, Black's movement, roll 4: Black 600: Bk01 3 Titan Ogre / Red 300: Rd01 13 height 6`` a game.
"""

from typing import TypeAlias

from attrs import frozen

from ...box.current_box import current
from ...kernel.errors import DocumentError, Fault
from ...kernel.evolving import evolve
from ...kernel.names import nearest, shortened
from ...kernel.rulings import Assumption
from ..battle import Battle
from ..documents import FORMAT
from ..game import Game
from ..muster import Muster
from .draft import Draft
from .reading import draft
from .writing import line

__all__ = ["Draft", "Line", "draft", "line", "looks_like_a_line", "parse_line", "read_line"]

Position: TypeAlias = Game | Battle | Muster


@frozen
class Line:
    """The content of a line.

    :param assumptions: what was assumed.
    :param unsaid: what the line leaves open, of ``turn``, ``phase``, ``side`` and ``roll``.
    """

    position: Position
    assumptions: tuple[Assumption, ...] = ()
    unsaid: frozenset[str] = frozenset()


def read_line(text: str, acting: frozenset[str] | None = None) -> Line:
    """The position that a line describes, and what it leaves open.

    :param acting: the names and hexes of whoever acts, if an action is asked about; an unmentioned side is then kept
        out of the way, and sides that are not told apart otherwise are told apart by who acts.
    :raises DocumentError: with every fault, each with its part of the line.
    """
    read = _drafted(text, acting)
    try:
        position: Position = FORMAT.read(read.data)
    except DocumentError as e:
        raise DocumentError([_placed(fault, read) for fault in e.faults]) from None
    return Line(position, tuple(read.assumptions), frozenset(read.unsaid))


def _drafted(text: str, acting: frozenset[str] | None) -> Draft:
    """A line's draft; text before a colon that is no part of a position is a heading."""
    try:
        return draft(text, acting)
    except DocumentError:
        head, colon, rest = text.partition(":")
        names = current().terrain_names.names
        if not rest or len(head.split()) < 2 or not head.replace(" ", "").isalpha():
            raise
        if any(current().vocabulary.terrain(word) or nearest(word, names) for word in head.split()):
            raise
        try:
            read = draft(" " * len(head + colon) + rest, acting)
        except DocumentError:
            read = None
        if read is None:
            raise
        read.assume(f"{shortened(head)} is a heading")
        return read


def parse_line(text: str) -> Position:
    """The position that a line describes.

    :raises DocumentError: with every fault, each with its part of the line.

    >>> battle = parse_line("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
    >>> battle.turn, battle.side, battle.phase
    (2, 'attacker', 'strike')
    >>> line(battle)
    'Plains: Ogre D3 / Lion D4 3 hits, Centaur E3'
    """
    return read_line(text).position


def looks_like_a_line(text: str) -> bool:
    """Whether a text is a position and not a file name: it has a colon, and no path before it.

    >>> looks_like_a_line("Plains: Ogre D3 / Lion D4"), looks_like_a_line("C:/games/ann.json")
    (True, False)
    """
    head, colon, _ = text.partition(":")
    return bool(colon) and len(head) > 1 and not set(head) & set("/\\.{[")


def _placed(fault: Fault, read: Draft) -> Fault:
    """A fault of the document as a fault of the line, with its words in place of a JSON Pointer."""
    fragment = read.fragment(fault.pointer)
    return evolve(fault, pointer="", message=f"{fragment!r}: {fault.message}" if fragment else fault.message)
