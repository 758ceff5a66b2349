"""What an answer shows to people: blocks, which :mod:`titan_rules.kernel.showing` draws, and the columns of its parts.

Parts that a table lists say beside each field which column it is.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from .jsontext import JSON
from .rulings import Told
from .writing import Part


@frozen
class Why:
    """Rulings, a line each.

    :param width: they are wrapped at, however wide the terminal is; None: where it ends.
    """

    rulings: Iterable[Told]
    indent: int = 2
    width: int | None = None


@frozen
class Prose:
    """A line that is wrapped at a width, however wide the terminal is.

    :param hanging: stands before what continues it.
    """

    text: str
    width: int = 80
    hanging: str = "  "


@frozen
class Table:
    """Rows under headings; without any heading, rows alone. An empty column without a heading is left out.

    :param right: the columns that are aligned to the right.
    :param indent: how far right the whole table stands.
    :param caps: how wide each column may be, however wide the terminal is.
    :param parted: if its columns are too many, it is drawn as several tables, each with the first column.
    """

    rows: Sequence[Sequence[object]]
    headings: Sequence[str]
    right: Collection[int] = ()
    indent: int = 0
    caps: Sequence[int] | None = None
    parted: bool = False


@frozen
class Listed:
    """Parts of one class as a table, by what their fields say of columns.

    :param headings: by field, what its column is called here.
    """

    parts: Sequence[Part]
    headings: Mapping[str, str] = {}


Block: TypeAlias = str | Prose | Table | Listed | Why | Mapping[str, JSON]
"""A piece of an answer: lines (an empty one: a blank line), a table, rulings, or a JSON object, shown key by key."""


# --- columns ---------------------------------------------------------------------------------------------------------


@frozen
class Column:
    """A column of a table.

    :param heading: what it is called.
    :param of: makes the cell from the whole part; by default it is the field's value.
    :param right: it is aligned to the right.
    :param once: of a part that takes several rows, it is filled in the first of them only.
    :param rank: columns of a smaller rank stand further left.
    """

    heading: str
    of: Callable[[Any], object] | None = None
    right: bool = False
    once: bool = False
    rank: int = 0


@frozen
class Spread:
    """A list of parts in place of a column: each takes a row, with what it is a part of beside it.

    :param empty: what its first column says if the list is empty; None: then there is no row at all.
    """

    empty: str | None = None


def column(
    heading: str, of: Callable[[Any], object] | None = None, *, right: bool = False, once: bool = False, rank: int = 0
) -> dict[str, Any]:
    """Field metadata: the field is a column."""
    return {"column": Column(heading, of, right, once, rank)}


def spread(empty: str | None = None) -> dict[str, Any]:
    """Field metadata: each part in the field takes a row."""
    return {"column": Spread(empty)}
