"""Strict reading and canonical writing of JSON text."""

import json
import math
import os.path  # pathlib would cost every start several milliseconds
from collections.abc import Iterable
from typing import Any

from .errors import DocumentError, Fault
from .fields import JSON as JSON
from .shipped import shipped_text

SIZE_LIMIT = 16 * 1024 * 1024  # bytes of a document or line
DEPTH_LIMIT = 64  # of nesting; the deepest known document has fewer than ten levels
LONGEST_NUMBER = 18  # digits of an integer
LINE_WIDTH = 110  # containers that fit are written on one line


def _refuse(code: str, message: str, line: int | None = None, hint: str | None = None) -> DocumentError:
    return DocumentError([Fault(code, message, line=line, hint=hint)])


class _Duplicate(ValueError):
    """A duplicate key."""


def _object(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Duplicate(key)
            seen.add(key)
    return members


def _constant(text: str) -> JSON:
    raise ValueError(f"{text} is not JSON")


def _integer(text: str) -> int:
    if len(text.lstrip("-")) > LONGEST_NUMBER:
        raise ValueError(f"the number {text[:15]}... is too large")
    return int(text)


def _float(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(f"the number {text[:15]} is too large")
    return value


_decoder = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant, parse_int=_integer, parse_float=_float)


def decode(raw: bytes, line: int | None = None) -> str:
    """UTF-8 bytes as text, without a byte order mark; ``line`` is the line's number for the fault.

    :raises DocumentError: too large, or not UTF-8.
    """
    if len(raw) > SIZE_LIMIT:
        raise _refuse("too-large", f"the input is larger than {SIZE_LIMIT >> 20} MiB", line)
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as e:
        raise _refuse("not-utf8", f"the input is not UTF-8 text (byte {e.start})", line) from None


def loads(text: str, line: int | None = None) -> JSON:
    """Strict JSON: no duplicate keys, no NaN or Infinity, bounded size and depth.

    :param line: the line of the text in its file, for JSON Lines.
    :raises DocumentError: with one fault and its line.

    >>> loads('{"a": [1, true]}')
    {'a': [1, True]}
    """
    if len(text) > SIZE_LIMIT:
        raise _refuse("too-large", f"the input is larger than {SIZE_LIMIT >> 20} MiB", line)
    if not text.strip():
        raise _refuse("empty", "the input is empty", line)
    try:
        data: JSON = _decoder.decode(text.removeprefix("\ufeff"))
    except _Duplicate as e:
        raise _refuse("duplicate-key", f"duplicate key {str(e)[:80]!r}", line) from None
    except json.JSONDecodeError as e:
        at = line if line is not None else e.lineno
        if _is_cut(e):
            raise _refuse("truncated", "the JSON ends too early", at) from None
        hint = "is it JSON Lines, one value a line?" if e.msg == "Extra data" and e.lineno > 1 else None
        raise _refuse("not-json", f"not JSON: {e.msg} at column {e.colno}", at, hint) from None
    except RecursionError:
        raise _refuse("too-deep", f"the JSON is nested more than {DEPTH_LIMIT} deep", line) from None
    except ValueError as e:
        raise _refuse("not-json", f"not JSON: {e}", line) from None
    if _too_deep(data):
        raise _refuse("too-deep", f"the JSON is nested more than {DEPTH_LIMIT} deep", line)
    if "\\u" in text and not _is_text(data):
        raise _refuse("bad-text", "unpaired surrogate", line)
    return data


def loads_object(text: str, line: int | None = None) -> dict[str, JSON]:
    """As :func:`loads`, for a JSON object only.

    :raises DocumentError: also for any other value.
    """
    data = loads(text, line)
    if not isinstance(data, dict):
        raise _refuse("wrong-type", "expected a JSON object", line)
    return data


def data_file(package_file: str, name: str) -> Any:
    """The JSON of a file in the folder ``data`` beside a module (its ``__file__``)."""
    return json.loads(shipped_text(os.path.join(os.path.dirname(package_file), "data", name)))


def _is_cut(error: json.JSONDecodeError) -> bool:
    """Whether the JSON is cut off rather than wrong."""
    rest = error.doc[error.pos :].rstrip()
    return error.msg.startswith("Unterminated string") or any(
        word.startswith(rest) for word in ("true", "false", "null", "-")
    )


def _is_text(data: JSON) -> bool:
    try:
        compact(data).encode()
    except UnicodeEncodeError:
        return False
    return True


def _too_deep(data: JSON) -> bool:
    level = [data]
    for _ in range(DEPTH_LIMIT):
        level = [
            inner
            for outer in level
            if type(outer) is dict or type(outer) is list
            for inner in (outer.values() if type(outer) is dict else outer)
            if type(inner) is dict or type(inner) is list
        ]
        if not level:
            return False
    return True


_on_one_line = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode


def compact(data: JSON) -> str:
    """JSON on one line without spaces, for JSON Lines and hashes."""
    return _on_one_line(data)


def pretty(data: JSON) -> str:
    """The canonical layout: two spaces a level, one line for what fits, a newline at the end.

    >>> print(pretty({"a": [1, 2], "b": {"c": None}}), end="")
    {"a": [1, 2], "b": {"c": null}}
    """
    return _layout(data, 0, 0) + "\n"


_in_a_row = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def _layout(data: JSON, indent: int, used: int) -> str:
    if not data or not isinstance(data, dict | list):
        return _in_a_row(data)
    room = LINE_WIDTH - indent - used
    if _least_width(data, room) <= room and len(flat := _in_a_row(data)) <= room:
        return flat
    inner = " " * (indent + 2)
    if isinstance(data, dict):
        rows: list[str] = []
        for key, value in data.items():
            label = _in_a_row(key) + ": "
            rows.append(inner + label + _layout(value, indent + 2, len(label) + 1))
        opening, closing = "{", "}"
    else:
        rows = [inner + _layout(value, indent + 2, 1) for value in data]
        opening, closing = "[", "]"
    return f"{opening}\n" + ",\n".join(rows) + f"\n{' ' * indent}{closing}"


def _least_width(data: dict[str, JSON] | list[JSON], room: int) -> int:
    """How wide a container is in one row, at least; counting ends beyond the room, so what is large costs little."""
    width = 0
    values: Iterable[JSON] = data
    if isinstance(data, dict):
        width, values = sum(map(len, data)) + 4 * len(data), data.values()
    for value in values:
        if isinstance(value, str):
            width += 4 + len(value)
        elif isinstance(value, dict | list):
            width += 2 + _least_width(value, room - width)
        else:
            width += 3
        if width > room:
            break
    return width


def pointer(*parts: str | int) -> str:
    """A JSON Pointer (RFC 6901).

    >>> pointer("players", 0, "a/b")
    '/players/0/a~1b'
    """
    return "".join(["/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts])
