"""Lines: those of a record, and a position on one line, with further keys behind bars: ``| key JSON``."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, compact, loads
from titan_rules.kernel.replaying import RecordLine, line_of, read_line

NOTHING = "-"
"""The value behind a bar for a key to omit."""

_KEY = re.compile(r"[\w-]+")  # a slash parts the keys of nested objects


def parted(text: str, mark: str) -> list[str]:
    """A text split at a mark, except within quotes.

    >>> parted('A waits; B says "one; two"', ";")
    ['A waits', 'B says "one; two"']
    """
    parts, quoted = [""], False
    for i, character in enumerate(text):
        quoted ^= character == '"' and text[i - 1 : i] != "\\"
        if character == mark and not quoted:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def actions_in(text: str) -> list[str]:
    """The actions in a text, separated by semicolons."""
    return [text] if is_json(text) else [part for part in parted(text, ";") if part] or [text]


def is_json(text: str) -> bool:
    """Whether a text is JSON, not words."""
    return text.lstrip()[:1] in ("{", "[")


def is_remark(data: JSON) -> bool:
    """Whether a line is empty or only a remark."""
    return type(data) is str and not data.partition("#")[0].strip()


def lines_of(rows: Iterable[tuple[int, JSON]]) -> Iterator[RecordLine]:
    """The actions of a record, in JSON or in words; a bad one carries its fault. Lines with only a remark are skipped.

    :param rows: its lines, each with its number.
    """
    for number, data in rows:
        if is_remark(data):
            continue
        try:
            if type(data) is str and not is_json(data):
                text, _, comment = data.partition("#")
                *before, last = actions_in(text)
                yield from (RecordLine(number, {"text": part}) for part in before)
                yield RecordLine(number, {"text": last}, comment.strip() or None)
            else:
                yield read_line(number, data) if type(data) is str else line_of(number, data)
        except DocumentError as e:
            yield RecordLine(number, {}, fault=e.faults[0])


# --- a position -------------------------------------------------------------------------------------------------------


def read_position_line(text: str, head: Callable[[str], dict[str, JSON]]) -> dict[str, JSON]:
    """The JSON of a position from its line.

    :param head: reads the text before the first bar.
    :raises DocumentError: it cannot be read.
    """
    first, *bars = parted(text, "|")
    data = head(first)
    for bar in bars:
        key, _, value = (part.strip() for part in bar.partition(" "))
        *above, last = key.split("/")
        within: Any = data
        for name in above:
            within = within.setdefault(name, {}) if isinstance(within, dict) else None
        if not value or not isinstance(within, dict):
            raise DocumentError([Fault("bad-bar", f"expected a key and its value behind a bar, got {bar[:40]!r}")])
        within.pop(last, None)
        if value != NOTHING:
            within[last] = loads(value) if value[:1] in '{["0123456789-tfn' else value
    return data


def write_position_line(words: str, meant: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """The line of a position.

    :param words: the game's words for it.
    :param meant: the JSON that these words mean; differences are written behind bars.
    :param data: the position's JSON.
    """
    return " | ".join([words, *_bars(meant, data, "")])


def _bars(meant: Mapping[str, Any], data: Mapping[str, Any], above: str) -> Iterator[str]:
    for key in dict.fromkeys([*data, *meant]):
        said, holds = meant.get(key, NOTHING), data.get(key, NOTHING)
        if said == holds:
            continue
        if isinstance(said, dict) and isinstance(holds, dict) and all(map(_KEY.fullmatch, (key, *said, *holds))):
            yield from _bars(said, holds, f"{above}{key}/")
        else:
            yield f"{above}{key} {NOTHING if key not in data else compact(holds)}"
