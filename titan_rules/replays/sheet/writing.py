"""The header and the lines of a recorded game as the rows of a sheet."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...actions.grammar import written
from ...actions.intents import action_from_json
from ...box.reading import current, reading, within
from ...kernel.errors import DocumentError
from ...kernel.jsontext import JSON, compact
from ...kernel.names import in_quotes
from ...kernel.replaying import SEAL, Line
from ...position.documents import FORMAT
from ...position.line import line, parse_line
from ..expectations import expectation_texts
from ..header import box_of_a_record
from .reading import TEXTS, Sheet, order_lines

_NAME = re.compile(r"(?![A-Za-z]{2}[0-9]{1,2}$)[^\W\d_]\w*")
_SETTLED = ("color", "tower", "marker")


def sheet_rows(header: Mapping[str, JSON], lines: Iterable[Line]) -> Iterator[str]:
    """A recorded game as a sheet, row by row, each with its line end.

    Reading it gives the same header and the same lines.

    :raises DocumentError: a line cannot be read, so that there is nothing to write.
    """
    yield from (row + "\n" for row in header_rows(header))
    yield from within(box_of_a_record(header), (row + "\n" for line in lines for row in action_rows(line)))


def line_json(line: Line) -> dict[str, JSON]:
    """A line as the JSON of a replay."""
    row: dict[str, JSON] = dict(line.data)
    if line.comment is not None:
        row["comment"] = line.comment
    if line.expect:
        row["expect"] = dict(line.expect)
    if line.seal is not None:
        row["state"] = line.seal
    return row


# --- the header ------------------------------------------------------------------------------------------------------


def header_rows(header: Mapping[str, JSON]) -> list[str]:
    """The rows of a header; as JSON where words would lose something."""
    try:
        with reading(box_of_a_record(header)):
            rows = _in_words(header)
        if ("players" in header or "start" in header) and Sheet(_rows(rows)).header == header:
            return rows
    except (DocumentError, AttributeError, TypeError, KeyError, ValueError):
        pass  # a header of the wrong shape has no words
    rest = {key: value for key, value in header.items() if key not in ("format", "kind")}
    return [str(header.get("format")), f"header {compact(rest)}"]


def _in_words(header: Mapping[str, Any]) -> list[str]:
    rows = [f"{header['format']} {header.get('ruleset', '')}".rstrip()]
    if "players" in header:
        rows.append(", ".join(map(_player, header["players"])))
    rows += [f"option {name}={_word(value)}" for name, value in header.get("options", {}).items()]
    rows += [f"{key} {_text(header[key])}" for key in TEXTS if key in header and key != "comment"]
    if header.get("sealed"):
        rows.append("sealed")
    if "tags" in header:
        tags = header["tags"]
        rows.append(f"tags {tags if isinstance(tags, str) and _text(tags) == tags else compact(tags)}")
    if "start" in header:
        rows.append(f"start {_start(header['start'])}")
    if "turn" in header:
        rows.append(header["turn"])
    return _with_comment(rows, header.get("comment"))


def _word(value: JSON) -> str:
    return compact(value) if isinstance(value, bool) else str(value)


def _text(text: str) -> str:
    plain = text.isprintable() and text == text.strip() and text[:1] not in ('"', "") and not set(text) & set(';#"')
    return text if plain else in_quotes(text)


def _player(player: Mapping[str, Any]) -> str:
    said = []
    if "name" in player:
        name = player["name"]
        plain = _NAME.fullmatch(name) and current().markers.colors.find(name) is None and name.lower() not in _KEYS
        said.append(name if plain else in_quotes(name))
    return " ".join([*said, *[str(player[key]) for key in _SETTLED if key in player]])


_KEYS = (*TEXTS, "option", "sealed", "tags", "start", "header")


def _start(document: JSON) -> str:
    text = line(FORMAT.read(document))
    return text if FORMAT.to_json(parse_line(text)) == document else compact(document)


# --- the lines -------------------------------------------------------------------------------------------------------


def action_rows(line: Line) -> list[str]:
    """The rows of one line; as JSON where words would lose something.

    :raises DocumentError: it cannot be read, so that there is nothing to write.
    """
    if line.fault is not None:
        raise DocumentError([line.fault])
    rows = _line_in_words(line)
    if rows is not None:
        again = list(order_lines(_rows(rows)))
        if len(again) == 1 and line_json(again[0]) == line_json(line):
            return rows
    return [compact(line_json(line))]


def _line_in_words(line: Line) -> list[str] | None:
    try:
        text = str(line.data["text"]) if "do" not in line.data else written(action_from_json(dict(line.data)))
        facts = {**line.expect, **({} if line.seal is None else {SEAL: line.seal})}
        turn = facts.pop("turn", None)
        rows = [text, *[f"= {fact}" for fact in expectation_texts(facts)]]
        if turn is not None:
            rows += ["", str(turn)]
    except (DocumentError, AttributeError, TypeError, KeyError, ValueError):
        return None  # a line of the wrong shape has no words
    rows = _with_comment(rows, line.comment)
    plain = all(row.replace("\t", " ").isprintable() for row in rows)
    return rows if plain and text.partition(" ")[0].lower() not in _KEYS else None


def _with_comment(rows: list[str], comment: str | None) -> list[str]:
    """Rows with a comment: its first line on the first row, the others on rows of their own after it."""
    if comment is None:
        return rows
    first, *more = comment.split("\n")
    return [f"{rows[0]}  ; {first}".lstrip(), *[f"; {line}" for line in more], *rows[1:]]


def _rows(rows: Iterable[str]) -> Iterator[tuple[int, str]]:
    yield from ((number, row + "\n") for number, row in enumerate(rows, 1))
