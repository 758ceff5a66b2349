"""What lies on the table, as far as a text or a position says it: pieces in a battle, Legions on the board.

A table is what the deed of a text is read against. ``positions`` makes one from mentions or from a position, and makes
the position of it once the moment is known.
"""

from collections.abc import Sequence
from typing import Protocol

from attrs import define, field

from ..kernel.rulings import Assumption
from ..position.battle import Battle
from ..position.game import Game
from ..position.muster import Muster
from .mentions import Mention


@define(eq=False)
class Piece:
    """A character in a battle.

    :param label: its hex; None: off the map, or not said.
    :param side: ``attacker`` or ``defender``; None: not known yet.
    :param owner: whose it is as the text says: ``mine``, ``theirs``, a colour, a name, a role.
    """

    name: str
    label: str | None = None
    side: str | None = None
    owner: str | None = None
    hits: int = 0
    score: int | None = None
    flags: list[str] = field(factory=list)
    off: bool = False


@define(eq=False)
class LegionPiece:
    """A Legion on the Masterboard.

    :param marker: None: not said.
    :param color: whose it is; None: not known yet.
    :param owner: as the text says.
    :param characters: those that were named; with ``height``, some may not be.
    """

    marker: str | None = None
    land: int | None = None
    color: str | None = None
    owner: str | None = None
    characters: list[str] = field(factory=list)
    height: int | None = None
    moved: bool = False


@define
class Moment:
    """When it is, as the deed needs it; what the text said itself stands in its slots and is never overridden.

    :param phase: of a battle turn, or of the turn of a game.
    :param acting: the piece or the Legion that acts: its side is the acting one.
    :param needs: what else the deed asks of the position: ``engagement`` in a land, ``legion has moved``, ``score``.
    """

    phase: str | None = None
    acting: Piece | LegionPiece | None = None
    needs: dict[str, object] = field(factory=dict)


@define
class Placed:
    """A position made of a table.

    :param assumptions: what was filled in, a line each.
    :param unsaid: of ``turn``, ``phase``, ``side`` and ``roll``: what the text left open.
    """

    position: Game | Battle | Muster
    assumptions: tuple[Assumption, ...] = ()
    unsaid: frozenset[str] = frozenset()


class Table(Protocol):
    """What is common to both: what a mention can mean."""

    def pieces_of(self, mention: Mention) -> Sequence[Piece]:
        """The pieces that a mention can mean: by name or hex, by owner, by hits where they were said."""

    def legions_of(self, mention: Mention) -> Sequence[LegionPiece]:
        """The Legions that a mention can mean: by marker, by land, by owner, by who is in it."""

    def place(self, moment: Moment) -> Placed:
        """The position, at the moment.

        :raises Unread: something is missing; two stand in one hex; a stated phase is not the deed's.
        """
