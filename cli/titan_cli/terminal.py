"""Texts that fit a terminal, and that cannot play tricks on it."""

import os
import re
import sys
from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap

from titan_rules.kernel.patterns import Pattern

NARROWEST = 40
"""Nothing is made narrower than this."""

GAP = "  "
JOINT = "\N{NO-BREAK SPACE}"
"""Stands between words that belong on one line, until the line is wrapped."""

_COUNTED = Pattern(r"([0-9]+) × ", re.ASCII)


def columns() -> int | None:
    """How wide texts for people may be: ``COLUMNS``, or the terminal's width; None where there is no terminal."""
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdigit() and int(said[:6]):
        return max(NARROWEST, int(said[:6]))
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    except (OSError, AttributeError, ValueError):
        return None
    return max(NARROWEST, width) if width else None


def at_most(usual: int) -> int:
    """A width that suits a text, or the terminal's if that is narrower."""
    return min(usual, columns() or usual)


def safe(text: str) -> str:
    r"""A text in which nothing but line ends controls the terminal.

    >>> safe("a\x1b[31m\nb")
    'a\\x1b[31m\nb'
    """
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def fitted(text: str, indent: int = 0) -> str:
    """A text whose lines fit the terminal, less an indent: wrapped at words, with what continues a line indented."""
    width = columns()
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _wrapped(line, max(NARROWEST, width - indent)))


def _wrapped(line: str, width: int, hanging: str = "  ") -> list[str]:
    if len(line) <= width:
        return [line]
    indent = line[: len(line) - len(line.lstrip())]
    follow = indent + hanging if len(indent) + len(hanging) < width // 2 else ""
    parts = wrap(
        _COUNTED.sub(f"\\1{JOINT}×{JOINT}", line.strip()),
        width,
        initial_indent=indent,
        subsequent_indent=follow,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [part.replace(JOINT, " ") for part in parts] or [line]


def grid(
    rows: Sequence[Sequence[str]], headers: Sequence[str], indent: int = 0, caps: Sequence[int] | None = None
) -> str:
    """A table that fits the terminal: wide columns wrapped at words, or each row a block where even that is too wide.

    :param indent: how far right the whole table will stand.
    :param caps: how wide each column may be, however wide the terminal is.

    >>> print(grid([["Ogre", "D3"], ["Titan", "C5"]], ["Character", "Hex"]))
    Character    Hex
    -----------  -----
    Ogre         D3
    Titan        C5
    """
    widths = _widths(rows, headers, indent, caps)
    if widths is None:
        return "\n\n".join(_stacked(row, headers, indent) for row in rows)
    lines = [*_lines(headers, widths), GAP.join("-" * width for width in widths)]
    for row in rows:
        lines += _lines(row, widths)
    return "\n".join(lines)


def _lines(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    cells = [_cell(text, width) for text, width in zip(row, widths, strict=True)]
    return [_line(parts, widths) for parts in zip_longest(*cells, fillvalue="")]


def _line(parts: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(part.ljust(width) for part, width in zip(parts, widths, strict=True)).rstrip()


def _cell(text: str, width: int) -> list[str]:
    return [part for line in text.split("\n") for part in _wrapped(line, width, hanging="")]


def _widths(
    rows: Sequence[Sequence[str]], headers: Sequence[str], indent: int, caps: Sequence[int] | None
) -> list[int] | None:
    """How wide each column may be, the widest made narrower first; None where they cannot stand side by side."""
    by_column = list(zip(headers, *rows, strict=True))
    longest = [max(len(line) for text in texts for line in text.split("\n")) for texts in by_column]
    least = [max(len(word) for text in texts for word in (text.split() or [""])) for texts in by_column]
    full = [max(width, len(head) + 2) for width, head in zip(longest, headers, strict=True)]
    wanted = full if caps is None else [max(n, min(f, cap)) for n, f, cap in zip(least, full, caps, strict=True)]
    most = columns()
    room = sum(wanted) if most is None else most - indent - len(GAP) * (len(wanted) - 1)
    if sum(least) > room:
        return None
    narrowed = list(wanted)
    while sum(narrowed) > room:
        widest = max((i for i in range(len(narrowed)) if narrowed[i] > least[i]), key=lambda i: narrowed[i])
        narrowed[widest] -= 1
    return [
        width if width == natural else max(len(part) for text in texts for part in _cell(text, width))
        for texts, width, natural in zip(by_column, narrowed, full, strict=True)
    ]


def _stacked(row: Sequence[str], headers: Sequence[str], indent: int) -> str:
    """A row as a block: what would stand in a column on a line of its own."""
    lines = [f"{head + ': ' if head else ''}{' '.join(text.split())}" for head, text in zip(headers, row, strict=True)]
    text = "\n".join([lines[0], *[f"  {line}" for line in lines[1:] if not line.endswith(": ")]])
    return fitted(text, indent)
