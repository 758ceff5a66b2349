"""Lines that fit the terminal and cannot control it."""

import json
import os
import re
import sys
from textwrap import wrap
from typing import TextIO

NARROWEST = 40  # columns

JOINT = "\N{NO-BREAK SPACE}"
"""Joins words that belong on one line; replaced by a space after wrapping."""

_COUNTED = re.compile(r"([0-9]+) × ", re.ASCII)


def columns(stream: TextIO | None = None) -> int | None:
    """The width for text: ``COLUMNS``, else the terminal's; None if there is no terminal.

    :param stream: None for standard output.
    """
    stream = stream or sys.stdout
    said = os.environ.get("COLUMNS", "")
    if said.isascii() and said.isdecimal() and int(said[:6]):
        return max(NARROWEST, int(said[:6]))
    try:
        width = os.get_terminal_size(stream.fileno()).columns if stream.isatty() else 0
    except (OSError, AttributeError, ValueError):
        return None
    return max(NARROWEST, width) if width else None


def at_most(usual: int) -> int:
    """The usual width, or the terminal's if that is narrower."""
    return min(usual, columns() or usual)


def safe(text: str) -> str:
    r"""Escape all control characters but line ends.

    >>> safe("a\x1b[31m\nb")
    'a\\x1b[31m\nb'
    """
    return "".join(c if c.isprintable() or c in f"\n{JOINT}" else c.encode("unicode_escape").decode() for c in text)


def safe_json(text: str) -> str:
    r"""Escape all control characters but line ends in a JSON text.

    >>> safe_json('"a\u202e"')
    '"a\\u202e"'
    """
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def fitted(text: str, indent: int = 0) -> str:
    """Wrap a text at words to the terminal's width less an indent."""
    width = columns()
    return text.replace(JOINT, " ") if width is None else folded(text, max(NARROWEST, width - indent))


def folded(text: str, width: int, hanging: str = "  ") -> str:
    """Wrap a text at words; continuation lines are indented like their line, plus ``hanging``."""
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
