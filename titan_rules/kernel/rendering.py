"""Blocks as text that fits the terminal, as HTML for a notebook, or as Markdown for a mail or a forum."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import Any, TypeAlias, get_args, get_type_hints

import attrs
from tabulate import tabulate

from .blocks import Block, Column, Listed, Prose, Spread, Table, Why
from .evolving import evolve
from .layout import at_most, columns, fitted, folded, safe

GAP = "  "

LINE_WIDTH = 116
"""A table that is wider is parted, if it may be."""

Path: TypeAlias = tuple[str, ...]
"""The field names that lead to a column; more than one if the part is within a part."""


def text(blocks: Iterable[Block], told: Callable[[str], str] = str) -> str:
    """Blocks as text, never with two blank lines in a row.

    :param told: turns a ruling's sentence into the one printed.
    """
    shown: list[str] = []
    for block in blocks:
        if block != "":
            shown += [part for part in _drawn(block, told) if part]
        elif shown and shown[-1]:
            shown.append("")
    return fitted("\n".join(shown).rstrip("\n"))


def _drawn(block: Block, told: Callable[[str], str]) -> Iterable[str]:
    match block:
        case str():
            return [block]
        case Prose(line, width, hanging, is_rule):
            return [folded(told(line) if is_rule else line, at_most(width), hanging)]
        case Table():
            return [drawn(block)]
        case Listed():
            return [drawn(table_of(block))]
        case Why(rulings, indent, width):
            lines = [f"{' ' * indent}{told(ruling.text)} ({ruling.rule})" for ruling in rulings]
            return lines if width is None else [folded(line, at_most(width)) for line in lines]


def html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML that keeps the lines' indents."""
    return "".join(_tag(block) for block in blocks if block != "")


def _tag(block: Block) -> str:
    match block:
        case str() | Prose():
            line = block if isinstance(block, str) else block.text
            return f'<p style="white-space: pre-wrap">{escape(line)}</p>'
        case Table():
            shown = _without_empty(block)
            aligned = ["right" if i in shown.right else "left" for i in range(len(shown.headings))]
            return str(tabulate(shown.rows, shown.headings, "html", disable_numparse=True, colalign=aligned or None))
        case Listed():
            return _tag(table_of(block))
        case Why(rulings):
            return "".join(["<ul>", *(f"<li>{escape(r.text)} ({r.rule})</li>" for r in rulings), "</ul>"])


# --- Markdown --------------------------------------------------------------------------------------------------------

_MARKUP = frozenset("\\`*_{}[]<>#|&")


def escaped(text: str) -> str:
    """Text in which Markdown and HTML mean nothing, on one line."""
    flat = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return "".join(f"\\{c}" if c in _MARKUP else c for c in flat)


def markdown(table: Table | Listed) -> str:
    """A table in Markdown.

    >>> print(markdown(Table([["Ogre", 6], ["Titan|Lord", 10]], ["Character", "Power"], right=[1])))
    | Character   |   Power |
    |:------------|--------:|
    | Ogre        |       6 |
    | Titan\\|Lord |      10 |
    """
    shown = _without_empty(table_of(table) if isinstance(table, Listed) else table)
    rows = [[escaped(str(cell)) for cell in row] for row in shown.rows]
    aligned = ["right" if i in shown.right else "left" for i in range(len(shown.headings))]
    headings = [escaped(heading) for heading in shown.headings]
    return str(tabulate(rows, headings, "pipe", disable_numparse=True, colalign=aligned if rows else None))


# --- tables ----------------------------------------------------------------------------------------------------------


def word(value: object) -> str:
    """A JSON value as a person writes it: ``true``, not ``True``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


def drawn(table: Table) -> str:
    """A table that fits the terminal: wide columns wrap at words, or each row becomes a block if still too wide.

    >>> print(drawn(Table([["Ogre", "D3"], ["Titan", "C5"]], ["Character", "Hex"])))
    Character    Hex
    -----------  -----
    Ogre         D3
    Titan        C5
    """
    if not table.rows:
        return ""
    table = _without_empty(table)
    rows, headings = [[safe(str(cell)) for cell in row] for row in table.rows], table.headings
    table = evolve(table, rows=rows)
    if table.parted:
        return "\n\n".join(map(drawn, _parts(table)))
    widths = _widths(rows, table)
    if widths is None:
        return "\n\n".join(_stacked(row, headings, table.indent) for row in rows)
    heading, *lines = [
        [folded(text, width, "") for text, width in zip(row, widths, strict=True)] for row in (headings, *rows)
    ]
    grid = tabulate(
        [heading, ["-" * width for width in widths], *lines] if any(headings) else lines,
        tablefmt="plain",  # other formats make each column at least as wide as its heading plus two
        disable_numparse=True,
        preserve_whitespace=True,
        colalign=["right" if i in table.right else "left" for i in range(len(headings))],
    )
    return indented(grid, table.indent)


def _without_empty(table: Table) -> Table:
    """The table with all cells as text, less the empty columns without a heading."""
    most = len(table.headings)
    rows = [[*map(word, row), *[""] * (most - len(row))] for row in table.rows]
    used = [i for i, heading in enumerate(table.headings) if heading or any(row[i] for row in rows)]
    return Table(
        [[row[i] for i in used] for row in rows],
        [table.headings[i] for i in used],
        [used.index(i) for i in table.right if i in used],
        table.indent,
        table.caps,
        table.parted,
    )


def _parts(table: Table) -> Iterator[Table]:
    """A table with many columns as several that fit, each with the first column."""
    first, *full = _natural(table)
    room, start = at_most(LINE_WIDTH), 1
    while start <= len(full):
        end = start + 1
        while end <= len(full) and first + sum(width + len(GAP) for width in full[start - 1 : end]) <= room:
            end += 1
        rows = [[row[0], *row[start:end]] for row in table.rows]
        right = [i - start + 1 for i in table.right if start <= i < end]
        yield Table(rows, [table.headings[0], *table.headings[start:end]], right, table.indent)
        start = end


def _natural(table: Table) -> list[int]:
    by_column = zip(*table.rows, strict=True)
    longest = [max(len(line) for text in texts for line in str(text).split("\n")) for texts in by_column]
    heads = [max(map(len, head.split("\n"))) + 2 if head else 0 for head in table.headings]
    return [max(pair) for pair in zip(longest, heads, strict=True)]


def _widths(rows: Sequence[Sequence[str]], table: Table) -> list[int] | None:
    """The column widths, the widest narrowed first; None if they cannot fit side by side."""
    by_column = list(zip(table.headings, *rows, strict=True))
    least = [max(len(word) for text in texts for word in (text.split() or [""])) for texts in by_column]
    full, caps = _natural(table), table.caps
    widths = full if caps is None else [max(n, min(f, cap)) for n, f, cap in zip(least, full, caps, strict=True)]
    most = columns()
    room = sum(widths) if most is None else most - table.indent - len(GAP) * (len(widths) - 1)
    if sum(least) > room:
        return None
    while sum(widths) > room:
        widest = max((i for i in range(len(widths)) if widths[i] > least[i]), key=lambda i: widths[i])
        widths = [*widths[:widest], widths[widest] - 1, *widths[widest + 1 :]]
    return [
        width if width == natural else max(len(part) for text in texts for part in folded(text, width, "").split("\n"))
        for texts, width, natural in zip(by_column, widths, full, strict=True)
    ]


def _stacked(row: Sequence[str], headings: Sequence[str], indent: int) -> str:
    """A row as a block, one line per column."""
    cells = [" ".join(text.split()) for text in row]
    first, *others = [f"{head}: {cell}" if head else cell for head, cell in zip(headings, cells, strict=True)]
    text = "\n".join([first, *[f"  {line}" for line, cell in zip(others, cells[1:], strict=True) if cell]])
    return indented(fitted(text, indent), indent)


def indented(text: str, by: int = 2) -> str:
    """A text with every line indented."""
    return "\n".join(" " * by + line for line in text.split("\n")) if by else text


# --- parts, by the columns of their fields ---------------------------------------------------------------------------


def table_of(listed: Listed) -> Table:
    """The table of an answer's parts."""
    if not listed.parts:
        return Table([], [])
    rows = [cells for part in listed.parts for cells in _spread(part)]
    described = sorted(_columns(type(listed.parts[0])), key=lambda pair: pair[1].rank)
    return Table(
        [[row.get(path, "") for path, _ in described] for row in rows],
        [listed.headings.get(path[-1], column.heading) for path, column in described],
        [i for i, (_, column) in enumerate(described) if column.right],
    )


def _columns(cls: type[Any], at: Path = ()) -> Iterator[tuple[Path, Column]]:
    """The columns of a class and of its inner parts, by path."""
    kinds = get_type_hints(cls)
    for field in attrs.fields(cls):
        hint = field.metadata.get("column")
        if isinstance(hint, Spread):
            yield from _columns(get_args(kinds[field.name])[0], (*at, field.name))
        elif hint is not None:
            yield (*at, field.name), hint


def _spread(part: Any, at: Path = ()) -> list[dict[Path, object]]:
    """A part's rows: one for each inner part, or just one."""
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
    """A value as a table cell."""
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return "" if value is False else word(value)
