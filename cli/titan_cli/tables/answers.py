"""Any answer as text for people: what is one value on a line, lists of objects as tables, rulings as bullets."""

from collections.abc import Iterator, Mapping, Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from .. import terminal
from ..output import bullets, word

if TYPE_CHECKING:
    from titan_rules.kernel.odds import Ratio

HIDDEN = ("format", "kind", "final")
"""Keys that only programs need."""

CELL_WIDTH = 44
"""Cells wider than this are wrapped."""

REASON_WIDTH = 36
"""The least width of the column of reasons."""

LINE_WIDTH = 116
"""Long lines are wrapped to this."""

INDENT = 2
"""How far right a part stands of what it belongs to."""

_PROBABILITY, _MEAN = frozenset({"p", "exact"}), frozenset({"value", "exact"})
"""The keys of an exact probability and of an expected number."""

Row = Mapping[str, Any]


def answer_text(answer: Mapping[str, Any]) -> str:
    """An answer as text, with its rulings, and then the other readings that would change it."""
    readings: Sequence[Row] = answer.get("other_readings", ())
    plain = {k: v for k, v in answer.items() if k not in HIDDEN and k != "other_readings"}
    blocks = list(_blocks(plain))
    for reading in readings:
        rules = ", ".join(reading["rules"])
        heading = f"Another reading: {reading['option']}={word(reading['value'])} ({rules}): {reading['about']}"
        blocks.append(_wrapped(heading, LINE_WIDTH, "  "))
        blocks.extend(_indented(block) for block in _blocks(reading["differs"], INDENT))
    return "\n".join(blocks)


def _blocks(answer: Mapping[str, Any], indent: int = 0) -> Iterator[str]:
    """The parts of an answer that will stand so far right."""
    for key, value in _items(answer):
        if _is_flat(value):
            yield f"{_title(key)}: {_cell(value)}"
        elif isinstance(value, Mapping):
            yield f"{_title(key)}:"
            yield from (_indented(block) for block in _blocks(value, indent + INDENT))
        elif all(isinstance(item, Mapping) for item in value):
            yield f"{_title(key)}:"
            yield _indented(_table(value, indent + INDENT))
        elif any(isinstance(item, list | tuple) for item in value):
            yield f"{_title(key)}:"
            yield from (f"  {_cell(item)}" for item in value)
        else:
            yield _wrapped(f"{_title(key)}: {_cell(value)}", LINE_WIDTH, "  ")
    if answer.get("rulings"):
        yield bullets(answer["rulings"], "  * ")


def _table(rows: Sequence[Row], indent: int) -> str:
    keys = list(dict.fromkeys(key for row in rows for key in row if key != "rulings"))
    body = [[_cell(row.get(key, "")) for key in keys] for row in rows]
    headers = [_title(key) for key in keys]
    caps = [CELL_WIDTH] * len(keys)
    if any(row.get("rulings") for row in rows):
        caps.append(_room(body, headers, indent))
        headers.append("why")
        for cells, row in zip(body, rows, strict=True):
            cells.append("\n".join(f"{r['text']} ({r['rule']})" for r in row.get("rulings", ())))
    return terminal.grid(body, headers, indent, caps)


def _room(body: Sequence[Sequence[str]], headers: Sequence[str], indent: int) -> int:
    """The columns of a line that a table leaves for the reasons."""
    columns = zip(headers, *body, strict=True)
    taken = sum(2 + min(CELL_WIDTH, max(map(len, column))) for column in columns)
    return max(REASON_WIDTH, terminal.at_most(LINE_WIDTH) - indent - taken)


def _wrapped(text: str, width: int, indent: str) -> str:
    return fill(text, terminal.at_most(width), subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)


def _is_probability(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == _PROBABILITY


def _is_mean(value: Any) -> bool:
    return isinstance(value, Mapping) and value.keys() == _MEAN


def _items(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The keys and values of an object but its rulings; a probability or a mean beside other keys is one value."""
    taken = frozenset[str]()
    for keys, name in ((_PROBABILITY, "chance"), (_MEAN, "mean")):
        if keys < value.keys() and name not in value:
            yield name, {key: value[key] for key in keys}
            taken = keys
            break
    for key, item in value.items():
        if key not in taken and key != "rulings":
            yield key, item


def _is_scalar(value: Any) -> bool:
    return not isinstance(value, Mapping | list | tuple)


def _is_flat(value: Any) -> bool:
    """Whether a value is read best on one line."""
    if _is_scalar(value) or _is_probability(value) or _is_mean(value):
        return True
    inner = value.values() if isinstance(value, Mapping) else value
    return all(_is_scalar(v) or _is_probability(v) or _is_mean(v) for v in inner) and len(value) <= 12


def _title(key: str) -> str:
    return key.replace("_", " ")


def _word(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _cell(value: Any) -> str:
    if _is_scalar(value):
        return _word(value)
    if _is_probability(value):
        return f"{value['exact']} ({_ratio(value['exact']).percent()})"
    if _is_mean(value):
        return f"{value['exact']} ({_ratio(value['exact']).decimal()})" if "/" in value["exact"] else value["exact"]
    if isinstance(value, Mapping):
        return ", ".join(f"{_title(str(k))} {_cell(v)}" for k, v in _items(value)) or "-"
    return ", ".join(f"({_cell(v)})" if isinstance(v, Mapping) else _cell(v) for v in value) or "-"


def _ratio(exact: str) -> "Ratio":
    from titan_rules.kernel.odds import ratio

    numerator, _, denominator = exact.partition("/")
    return ratio(int(numerator), int(denominator or 1))


def _indented(text: str) -> str:
    return "\n".join(" " * INDENT + line for line in text.split("\n"))
