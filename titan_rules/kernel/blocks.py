"""Blocks, from which :mod:`titan_rules.kernel.rendering` draws an answer and the columns of its parts."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from .rulings import HasRuling
from .writing import Part


@frozen
class Why:
    """Rulings, one per line.

    :param width: where lines wrap; None: at the terminal's edge.
    """

    rulings: Iterable[HasRuling]
    indent: int = 2
    width: int | None = None


@frozen
class Prose:
    """A line wrapped at a fixed width.

    :param hanging: the prefix of continuation lines.
    :param is_rule: it is a rule's text, which is changed as a ruling's is.
    """

    text: str
    width: int = 80
    hanging: str = "  "
    is_rule: bool = False


@frozen
class Table:
    """Rows, under headings if there are any. An empty column without a heading is dropped.

    :param right: the right-aligned columns.
    :param caps: the greatest width of each column.
    :param parted: draw a table that is too wide as several, each with the first column.
    """

    rows: Sequence[Sequence[object]]
    headings: Sequence[str]
    right: Collection[int] = ()
    indent: int = 0
    caps: Sequence[int] | None = None
    parted: bool = False


@frozen
class Listed:
    """Parts of one class as a table, with columns from their fields' metadata.

    :param headings: by field, a heading that replaces the column's own.
    """

    parts: Sequence[Part]
    headings: Mapping[str, str] = {}


Block: TypeAlias = str | Prose | Table | Listed | Why
"""A piece of an answer. An empty line is a blank one."""


# --- columns ---------------------------------------------------------------------------------------------------------


@frozen
class Column:
    """A column of a table.

    :param of: computes the cell from the whole part; None: the cell is the field's value.
    :param once: only the first of a part's rows shows it.
    :param rank: smaller ranks are further left.
    """

    heading: str
    of: Callable[[Any], object] | None = None
    right: bool = False
    once: bool = False
    rank: int = 0


@frozen
class Spread:
    """A list of parts in place of a column: one row for each, beside the columns of the whole.

    :param empty: the first column's text if the list is empty; None: no row.
    """

    empty: str | None = None


def column(
    heading: str, of: Callable[[Any], object] | None = None, *, right: bool = False, once: bool = False, rank: int = 0
) -> dict[str, Any]:
    """Field metadata: the field is a column."""
    return {"column": Column(heading, of, right, once, rank)}


def spread(empty: str | None = None) -> dict[str, Any]:
    """Field metadata: each part in the field takes one row."""
    return {"column": Spread(empty)}
