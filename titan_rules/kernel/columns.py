"""How a field of an answer is read in a table: metadata beside the field. Who draws the table is another matter."""

from collections.abc import Callable
from typing import Any

from attrs import frozen


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
    heading: str,
    of: Callable[[Any], object] | None = None,
    *,
    right: bool = False,
    once: bool = False,
    rank: int = 0,
) -> dict[str, Any]:
    """Field metadata: the field is a column."""
    return {"column": Column(heading, of, right, once, rank)}


def spread(empty: str | None = None) -> dict[str, Any]:
    """Field metadata: each part in the field takes a row."""
    return {"column": Spread(empty)}
