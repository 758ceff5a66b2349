"""Chances, expected numbers and columns as the tables of ``titan strike-odds`` write them."""

from collections.abc import Mapping, Sequence
from typing import Any

from titan_rules.kernel.odds import Ratio, read_ratio


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as aligned columns, the first ``left`` to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.ljust(w) if i < left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append("   ".join(cells).rstrip())
    return "\n".join(lines)


def percent(chance: Mapping[str, Any]) -> str:
    """A chance as a percentage."""
    return read_ratio(chance["exact"]).percent()


def short(chance: Ratio) -> str:
    """A percentage without a point, for wide tables.

    >>> short(read_ratio("4095/4096")), short(read_ratio("1/3"))
    ('>99', '33')
    """
    return chance.percent(0).removesuffix(" %")


def mean(value: Mapping[str, Any]) -> str:
    """An expected number with two digits."""
    return read_ratio(value["exact"]).decimal()


def who(name: str, label: str | None) -> str:
    """A character with its hex, if it has one."""
    return name if label is None else f"{name} in {label}"
