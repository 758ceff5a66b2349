"""Chances, expected numbers and columns as the tables of ``titan strike-odds`` write them."""

from collections.abc import Sequence

from titan_rules.kernel.odds import Chance, Mean, Ratio


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as aligned columns, the first ``left`` to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.ljust(w) if i < left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append("   ".join(cells).rstrip())
    return "\n".join(lines)


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


def who(name: str, label: str | None) -> str:
    """A character with its hex, if it has one."""
    return name if label is None else f"{name} in {label}"
