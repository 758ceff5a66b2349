"""Any answer as text for people, and every table.

The parts of an answer that are attrs classes say beside each field what its column is called
(:mod:`titan_rules.kernel.columns`); of an answer in JSON the keys do. What is one value stands on a line, lists of
objects are tables, rulings bullets.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias, get_args, get_type_hints

import attrs

from titan_rules.kernel.columns import Column, Spread
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.odds import Chance, Mean, Ratio, ratio
from titan_rules.kernel.writing import Part

from . import output, terminal
from .output import bullets, word

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

Row: TypeAlias = Mapping[str, JSON]

Path: TypeAlias = tuple[str, ...]
"""Where a column's field is: of a part within a part, the fields that lead there."""


def answer_text(answer: Row) -> str:
    """An answer as text, with its rulings, and then the other readings that would change it."""
    plain = {k: v for k, v in answer.items() if k not in HIDDEN and k != "other_readings"}
    blocks = list(_blocks(plain))
    for reading in _rows(answer.get("other_readings")):
        rules, differs = reading["rules"], reading["differs"]
        assert isinstance(rules, list | tuple)
        assert isinstance(differs, Mapping)
        chosen = f"{reading['option']}={word(reading['value'])} ({', '.join(map(str, rules))})"
        blocks.append(terminal.folded(f"Another reading: {chosen}: {reading['about']}", terminal.at_most(LINE_WIDTH)))
        blocks.extend(_indented(block) for block in _blocks(differs, INDENT))
    return "\n".join(blocks)


def table(parts: Sequence[Part], **headings: str) -> str:
    """Parts of an answer as a table, by what their fields say of columns.

    :param headings: by field, what its column is called here.
    """
    rows = [cells for part in parts for cells in _spread(part)]
    if not rows:
        return ""
    described = sorted(_columns(type(parts[0])), key=lambda pair: pair[1].rank)
    return output.grid(
        [[row.get(path, "") for path, _ in described] for row in rows],
        [headings.get(path[-1], column.heading) for path, column in described],
        right=[i for i, (_, column) in enumerate(described) if column.right],
    )


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows as a table, headings first; the first ``left`` columns to the left, the others to the right."""
    return terminal.grid(rows[1:], rows[0], right=range(left, len(rows[0])))


def _columns(cls: type[Any], at: Path = ()) -> Iterator[tuple[Path, Column]]:
    """The columns of a class of parts, those of the parts in it included; by the path of their fields."""
    kinds = get_type_hints(cls)
    for field in attrs.fields(cls):
        hint = field.metadata.get("column")
        if isinstance(hint, Spread):
            yield from _columns(get_args(kinds[field.name])[0], (*at, field.name))
        elif hint is not None:
            yield (*at, field.name), hint


def _spread(part: Any, at: Path = ()) -> list[dict[Path, object]]:
    """The rows of a part: one, or one for each of the parts in it."""
    first: dict[Path, object] = {}
    once, inner = set[Path](), None
    for field in attrs.fields(type(part)):
        hint, path, value = field.metadata.get("column"), (*at, field.name), getattr(part, field.name)
        if isinstance(hint, Spread):
            inner = [row for one in value for row in _spread(one, path)]
            if not inner and hint.empty is not None:
                kind = get_args(get_type_hints(type(part))[field.name])[0]
                inner = [{next(_columns(kind, path))[0]: hint.empty}]
        elif hint is not None:
            first[path] = shown(value if hint.of is None else hint.of(part))
            once |= {path} if hint.once else set()
    if inner is None:
        return [first]
    others = {path: "" if path in once else cell for path, cell in first.items()}
    return [(others if i else first) | row for i, row in enumerate(inner)]


def shown(value: object) -> str:
    """A value as a cell shows it."""
    match value:
        case Chance():
            return value.ratio.percent()
        case Mean():
            return value.ratio.decimal()
        case tuple():
            return " ".join(map(str, value))
        case None | False:
            return ""
    return word(value)


def _rows(value: JSON) -> list[Row]:
    """The objects of a list; none of anything else."""
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list | tuple) else []


def _blocks(answer: Row, indent: int = 0) -> Iterator[str]:
    """The parts of an answer that will stand so far right."""
    for key, value in _items(answer):
        if _is_flat(value):
            yield f"{_title(key)}: {_cell(value)}"
        elif isinstance(value, Mapping):
            yield f"{_title(key)}:"
            yield from (_indented(block) for block in _blocks(value, indent + INDENT))
        elif isinstance(value, list | tuple) and len(rows := _rows(value)) == len(value):
            yield f"{_title(key)}:"
            yield _indented(_json_table(rows, indent + INDENT))
        elif isinstance(value, list | tuple) and any(isinstance(item, list | tuple) for item in value):
            yield f"{_title(key)}:"
            yield from (f"  {_cell(item)}" for item in value)
        else:
            yield terminal.folded(f"{_title(key)}: {_cell(value)}", terminal.at_most(LINE_WIDTH))
    if answer.get("rulings"):
        yield bullets(_rows(answer["rulings"]), "  * ")


def _json_table(rows: Sequence[Row], indent: int) -> str:
    keys = list(dict.fromkeys(key for row in rows for key in row if key != "rulings"))
    body = [[_cell(row.get(key, "")) for key in keys] for row in rows]
    headers = [_title(key) for key in keys]
    caps = [CELL_WIDTH] * len(keys)
    if any(row.get("rulings") for row in rows):
        caps.append(_room(body, headers, indent))
        headers.append("why")
        for cells, row in zip(body, rows, strict=True):
            cells.append("\n".join(f"{r['text']} ({r['rule']})" for r in _rows(row.get("rulings"))))
    return terminal.grid(body, headers, indent, caps)


def _room(body: Sequence[Sequence[str]], headers: Sequence[str], indent: int) -> int:
    """The columns of a line that a table leaves for the reasons."""
    columns = zip(headers, *body, strict=True)
    taken = sum(2 + min(CELL_WIDTH, max(map(len, column))) for column in columns)
    return max(REASON_WIDTH, terminal.at_most(LINE_WIDTH) - indent - taken)


def _exact(value: JSON) -> str | None:
    """The exact number of a probability or of a mean; None of anything else."""
    if isinstance(value, Mapping) and value.keys() in (_PROBABILITY, _MEAN):
        return str(value["exact"])
    return None


def _items(value: Row) -> Iterator[tuple[str, JSON]]:
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


def _is_one(value: JSON) -> bool:
    """Whether a value is one number or word."""
    return not isinstance(value, Mapping | list | tuple) or _exact(value) is not None


def _is_flat(value: JSON) -> bool:
    """Whether a value is read best on one line."""
    if _is_one(value):
        return True
    inner = list(value.values()) if isinstance(value, Mapping) else value
    return isinstance(inner, list | tuple) and len(inner) <= 12 and all(map(_is_one, inner))


def _title(key: str) -> str:
    return key.replace("_", " ")


def _cell(value: JSON) -> str:
    exact = _exact(value)
    if exact is not None:
        return _number(exact, value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_title(str(k))} {_cell(v)}" for k, v in _items(value)) or "-"
    if isinstance(value, list | tuple):
        return ", ".join(f"({_cell(v)})" if isinstance(v, Mapping) else _cell(v) for v in value) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _number(exact: str, value: JSON) -> str:
    """A probability with its percentage, a mean with its decimals where it has any."""
    if isinstance(value, Mapping) and value.keys() == _PROBABILITY:
        return f"{exact} ({_ratio(exact).percent()})"
    return f"{exact} ({_ratio(exact).decimal()})" if "/" in exact else exact


def _ratio(exact: str) -> Ratio:
    numerator, _, denominator = exact.partition("/")
    return ratio(int(numerator), int(denominator or 1))


def _indented(text: str) -> str:
    return "\n".join(" " * INDENT + line for line in text.split("\n"))
