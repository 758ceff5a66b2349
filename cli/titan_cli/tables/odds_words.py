"""Chances, expected numbers and columns as the tables of ``titan strike-odds`` write them."""

from collections.abc import Sequence

from titan_rules.kernel.odds import Chance, Mean, Ratio

from .. import terminal


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as a table, headings first; the first ``left`` columns to the left, the others to the right."""
    return terminal.grid(rows[1:], rows[0], right=range(left, len(rows[0])))


def percent(chance: Chance) -> str:
    """A chance as a percentage."""
    return chance.ratio.percent()


def short(chance: Ratio) -> str:
    """A percentage without a point, for wide tables.

    >>> from titan_rules.kernel.odds import read_ratio
    >>> short(read_ratio("4095/4096")), short(read_ratio("1/3"))
    ('>99', '33')
    """
    return chance.percent(0).removesuffix(" %")


def mean(value: Mean | None) -> str:
    """An expected number with two digits; ``-`` for none."""
    return "-" if value is None else value.ratio.decimal()
