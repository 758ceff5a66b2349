"""Texts that fit a terminal, and that cannot play tricks on it."""

import json
import os
import re
import sys
from collections.abc import Collection, Sequence
from math import inf
from textwrap import wrap

from tabulate import tabulate

NARROWEST = 40
"""Nothing is made narrower than this."""

GAP = "  "
JOINT = "\N{NO-BREAK SPACE}"
"""Stands between words that belong on one line, until the line is wrapped."""

_COUNTED = re.compile(r"([0-9]+) × ", re.ASCII)


def columns() -> int | None:
    """How wide texts for people may be: ``COLUMNS``, or the terminal's width; None where there is no terminal."""
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdecimal() and int(said[:6]):
        return max(NARROWEST, int(said[:6]))
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    except (OSError, AttributeError, ValueError):
        return None
    return max(NARROWEST, width) if width else None


def lines() -> float:
    """How many lines the terminal shows at once; as many as there are where there is no terminal."""
    try:
        return (os.get_terminal_size(sys.stdout.fileno()).lines or inf) if sys.stdout.isatty() else inf
    except (OSError, AttributeError, ValueError):
        return inf


def interactive() -> bool:
    """Whether a person reads and types at the terminal."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def at_most(usual: int) -> int:
    """A width that suits a text, or the terminal's if that is narrower."""
    return min(usual, columns() or usual)


def safe(text: str) -> str:
    r"""A text in which nothing but line ends controls the terminal.

    >>> safe("a\x1b[31m\nb")
    'a\\x1b[31m\nb'
    """
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


def safe_json(text: str) -> str:
    r"""A JSON text in which nothing controls the terminal: what would stands there as its escape.

    >>> safe_json('"a\u202e"')
    '"a\\u202e"'
    """
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def fitted(text: str, indent: int = 0) -> str:
    """A text whose lines fit the terminal, less an indent: wrapped at words, with what continues a line indented."""
    width = columns()
    return text if width is None else folded(text, max(NARROWEST, width - indent))


def folded(text: str, width: int, hanging: str = "  ") -> str:
    """A text wrapped at words; what continues a line is indented as the line is, and by ``hanging`` more."""
    return "\n".join(part for line in text.split("\n") for part in _wrapped(line, width, hanging))


def _wrapped(line: str, width: int, hanging: str) -> list[str]:
    if len(line) <= width:
        return [line.replace(JOINT, " ")]
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
    rows: Sequence[Sequence[str]],
    headers: Sequence[str],
    indent: int = 0,
    caps: Sequence[int] | None = None,
    right: Collection[int] = (),
) -> str:
    """A table that fits the terminal: wide columns wrapped at words, or each row a block if even that is too wide.

    :param headers: if all are empty, there is no heading.
    :param indent: how far right the whole table will stand.
    :param caps: how wide each column may be, however wide the terminal is.
    :param right: the columns that are aligned to the right.

    >>> print(grid([["Ogre", "D3"], ["Titan", "C5"]], ["Character", "Hex"]))
    Character    Hex
    -----------  -----
    Ogre         D3
    Titan        C5
    """
    rows = [[safe(cell) for cell in row] for row in rows]
    widths = _widths(rows, headers, indent, caps)
    if widths is None:
        return "\n\n".join(_stacked(row, headers, indent) for row in rows)
    heading, *lines = [
        [folded(text, width, "") for text, width in zip(row, widths, strict=True)] for row in (headers, *rows)
    ]
    rule = ["-" * width for width in widths]
    return tabulate(
        [heading, rule, *lines] if any(headers) else lines,
        tablefmt="plain",  # its other formats make no column narrower than its heading and two blanks
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=["right" if i in right else "left" for i in range(len(headers))],
    )


def _widths(
    rows: Sequence[Sequence[str]], headers: Sequence[str], indent: int, caps: Sequence[int] | None
) -> list[int] | None:
    """How wide each column may be, the widest made narrower first; None if they cannot stand side by side."""
    by_column = list(zip(headers, *rows, strict=True))
    longest = [max(len(line) for text in texts for line in text.split("\n")) for texts in by_column]
    least = [max(len(word) for text in texts for word in (text.split() or [""])) for texts in by_column]
    heads = [max(map(len, head.split("\n"))) + 2 if head else 0 for head in headers]
    full = [max(pair) for pair in zip(longest, heads, strict=True)]
    widths = full if caps is None else [max(n, min(f, cap)) for n, f, cap in zip(least, full, caps, strict=True)]
    most = columns()
    room = sum(widths) if most is None else most - indent - len(GAP) * (len(widths) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((i for i in range(len(widths)) if widths[i] > least[i]), key=lambda i: widths[i])
        widths = [*widths[:widest], widths[widest] - 1, *widths[widest + 1 :]]
    return [
        width if width == natural else max(len(part) for text in texts for part in folded(text, width, "").split("\n"))
        for texts, width, natural in zip(by_column, widths, full, strict=True)
    ]


def _stacked(row: Sequence[str], headers: Sequence[str], indent: int) -> str:
    """A row as a block: what would stand in a column on a line of its own."""
    lines = [f"{head + ': ' if head else ''}{' '.join(text.split())}" for head, text in zip(headers, row, strict=True)]
    text = "\n".join([lines[0], *[f"  {line}" for line in lines[1:] if not line.endswith(": ")]])
    return fitted(text, indent)
