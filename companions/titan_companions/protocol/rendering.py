"""Answers for people: a JSON object as lines and tables, key by key."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from titan_rules.kernel.blocks import Block, Prose, Table
from titan_rules.kernel.jsontext import JSON, compact
from titan_rules.kernel.layout import at_most
from titan_rules.kernel.odds import decimal, percent

HIDDEN = ("format", "kind", "final", "other_readings")
"""Keys that only programs need, or that are shown in another way."""

CELL_WIDTH, REASON_WIDTH, LINE_WIDTH = 44, 36, 116
"""The widest cell, the narrowest column of reasons, and the widest line."""

_PROBABILITY, _MEAN = frozenset({"p", "exact"}), frozenset({"value", "exact"})

Row: TypeAlias = Mapping[str, JSON]


def rendered(answer: Row) -> Iterator[Block]:
    """An answer with its rulings, then the other readings that would change it."""
    yield from _lines({key: value for key, value in answer.items() if key not in HIDDEN})
    for reading in _rows(answer.get("other_readings")):
        rules, differs = reading["rules"], reading["differs"]
        assert isinstance(rules, list | tuple)
        assert isinstance(differs, Mapping)
        chosen = f"{reading['option']}={_value(reading['value'])} ({', '.join(map(str, rules))})"
        yield Prose(f"Another reading: {chosen}: {reading['about']}", LINE_WIDTH)
        yield from _lines(differs, 2)


def _value(value: JSON) -> str:
    return value if isinstance(value, str) else compact(value)


def _lines(answer: Row, indent: int = 0) -> Iterator[Block]:
    pad = " " * indent
    for key, value in _items(answer):
        title = f"{pad}{_title(key)}:"
        if _is_flat(value):
            yield f"{title} {_cell(value)}"
        elif isinstance(value, Mapping) and len(rows := _rows(list(value.values()))) == len(value) > 1:
            named = [{"": name, **row} for name, row in zip(value, rows, strict=True)]
            yield from (title, _table(named, indent + 2))
        elif isinstance(value, Mapping):
            yield title
            yield from _lines(value, indent + 2)
        elif isinstance(value, list | tuple) and len(rows := _rows(value)) == len(value):
            yield from (title, _table(rows, indent + 2))
        elif isinstance(value, list | tuple) and any(isinstance(item, list | tuple) for item in value):
            yield from (title, *(f"{pad}  {_cell(item)}" for item in value))
        else:
            yield Prose(f"{title} {_cell(value)}", LINE_WIDTH)
    yield from (f"{pad}  * {reason}" for reason in _reasons(answer))


def _table(rows: Sequence[Row], indent: int) -> Table:
    keys = list(dict.fromkeys(key for row in rows for key in row if key != "rulings"))
    body = [[_cell(row.get(key, "")) for key in keys] for row in rows]
    headings = [_title(key) for key in keys]
    caps = [CELL_WIDTH] * len(keys)
    if any(row.get("rulings") for row in rows):
        taken = sum(2 + min(CELL_WIDTH, max(map(len, cells))) for cells in zip(headings, *body, strict=True))
        caps.append(max(REASON_WIDTH, at_most(LINE_WIDTH) - indent - taken))
        headings.append("why")
        body = [[*cells, "\n".join(_reasons(row))] for cells, row in zip(body, rows, strict=True)]
    return Table(body, headings, (), indent, caps)


def _reasons(row: Row) -> list[str]:
    return [f"{ruling['text']} ({ruling['rule']})" for ruling in _rows(row.get("rulings"))]


def _rows(value: JSON) -> list[Row]:
    """The objects in a list; none for anything else."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def _exact(value: JSON) -> str | None:
    """The exact number of a probability or a mean; None for anything else."""
    if isinstance(value, Mapping) and value.keys() in (_PROBABILITY, _MEAN):
        return str(value["exact"])
    return None


def _items(value: Row) -> Iterator[tuple[str, JSON]]:
    """The items without the rulings; a probability or a mean beside other keys becomes one value."""
    taken = frozenset[str]()
    for keys, name in ((_PROBABILITY, "chance"), (_MEAN, "mean")):
        if keys < value.keys() and name not in value:
            yield name, {key: value[key] for key in keys}
            taken = keys
            break
    yield from ((key, item) for key, item in value.items() if key not in taken and key != "rulings")


def _is_one(value: JSON) -> bool:
    return not isinstance(value, Mapping | list | tuple) or _exact(value) is not None


def _is_flat(value: JSON) -> bool:
    """Whether a value reads best on one line."""
    if _is_one(value):
        return True
    inner = list(value.values()) if isinstance(value, Mapping) else value
    return isinstance(inner, list | tuple) and len(inner) <= 12 and all(map(_is_one, inner))


def _title(key: str) -> str:
    return key.replace("_", " ")


def _cell(value: JSON) -> str:
    exact = _exact(value)
    if exact is not None and isinstance(value, Mapping):
        number = Fraction(exact)
        if "p" in value:
            return f"{exact} ({percent(number)})"
        return f"{exact} ({decimal(number)})" if "/" in exact else exact
    if isinstance(value, Mapping):
        return ", ".join(f"{_title(str(k))} {_cell(v)}" for k, v in _items(value)) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(f"({_cell(v)})" if isinstance(v, Mapping) else _cell(v) for v in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)
