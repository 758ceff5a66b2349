"""A position on one line: what the game says in words, and anything else as JSON behind bars: ``... | key JSON``."""

from collections.abc import Callable, Mapping
from typing import Any

from ..errors import DocumentError, Fault
from ..jsontext import JSON, compact, loads

NOTHING = "-"
"""Behind a bar: the key is left out."""


def read_line(text: str, head: Callable[[str], dict[str, JSON]]) -> dict[str, JSON]:
    """The JSON of a position from its line.

    :param head: the JSON of what stands before the first bar.
    :raises DocumentError: it is none.
    """
    first, *bars = _parts(text)
    data = head(first.strip())
    for bar in bars:
        key, _, value = bar.strip().partition(" ")
        if not value.strip():
            raise DocumentError([Fault("bad-bar", f"behind a bar stand a key and its value, not {bar.strip()[:40]!r}")])
        data.pop(key, None)
        if value.strip() != NOTHING:
            data[key] = loads(value) if value.strip()[:1] in '{["0123456789-tfn' else value.strip()
    return data


def _parts(text: str) -> list[str]:
    """A text parted at its bars, but for those in JSON texts."""
    parts, quoted = [""], False
    for i, character in enumerate(text):
        quoted ^= character == '"' and text[i - 1 : i] != "\\"
        if character == "|" and not quoted:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def write_line(words: str, meant: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """The line of a position.

    :param words: what the game says of it.
    :param meant: the JSON of the position that these words mean; where it differs, it is put right behind bars.
    :param data: the position's JSON.
    """
    bars = [f"{key} {compact(value)}" for key, value in data.items() if meant.get(key, NOTHING) != value]
    bars += [f"{key} {NOTHING}" for key in meant if key not in data]
    return " | ".join([words, *bars])
