"""Score sheets: recorded games as people write them beside the board, read and written.

A sheet says the same as JSON Lines. Anything that has no words is written as JSON, so nothing is lost.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any

from attrs import frozen

from ..actions.intents import action_from_json
from ..box.current_box import current, use_box, use_box_of, within
from ..digest.rulesets import RULESETS
from ..kernel.errors import DocumentError, Fault, TitanError, faults_of
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON, compact, loads, loads_object
from ..kernel.lines import IDLE, Row
from ..kernel.names import in_quotes, shortened
from ..kernel.replaying import SEAL, RecordLine
from ..kernel.words import split_words
from ..position.documents import FORMAT
from ..text.positions import line, parse_line
from ..text.writing import written
from . import SHEET
from .documents import LineReader, box_of_a_record, players_of
from .expectations import expectation_texts, merge, read_expectation

WHOLE = "header {"  # the start of a row with the whole header as JSON, if words would lose something

LONGEST_COMMENT = 1 << 20  # characters of a comment, all its rows together

TEXTS = ("source", "agreements", "version", "box", "comment")  # header fields whose value is a text

_KEYS = (*TEXTS, "option", "markers", "sealed", "tags", "start", "header")
_SETTLED = ("color", "tower", "marker")

_NAME = re.compile(r"(?![A-Za-z]{2}[0-9]{1,2}$)[^\W\d_]\w*")
_TURN = re.compile(r"([0-9]{1,6})\s+([A-Za-z]+)", re.ASCII)
_PARTS = re.compile(r'((?:"(?:[^"\\]|\\.)*"|[^";#]++)*)(.*)', re.DOTALL)


def is_sheet(row: str) -> bool:
    """Whether a record's first row is that of a sheet, not JSON."""
    return row.lstrip("\ufeff \t").startswith(SHEET)


def text_of(row: Row) -> str:
    """A row's text.

    :raises DocumentError: it cannot be read.
    """
    if isinstance(row[1], DocumentError):
        raise row[1]
    return row[1]


def turn_in(text: str) -> str | None:
    """The turn that a row marks, such as ``5 Black``; None for any other row."""
    match = _TURN.fullmatch(text)
    return f"{int(match[1])} {match[2]}" if match and current().markers.colors.find(match[2]) is not None else None


# --- rows ------------------------------------------------------------------------------------------------------------


@frozen
class _SheetRow:
    """A row with content.

    :param number: its line in the file.
    :param text: its content, stripped.
    :param comment: what follows ``;`` and one blank; None if there is none.
    :param fault: why it cannot be read.
    :param whole: it ends with a line break.
    """

    number: int
    text: str = ""
    comment: str | None = None
    fault: Fault | None = None
    whole: bool = True


_IDLE = _SheetRow(IDLE[0])
_PLAYERS: dict[str, JSON] = {"players": []}  # what a row adds to a header that names the players


def _rows(rows: Iterable[Row]) -> Iterator[_SheetRow]:
    for row in rows:
        number, text = row
        if row is IDLE:
            yield _IDLE
        elif isinstance(text, DocumentError):
            yield _SheetRow(number, fault=text.faults[0])
        else:
            said, comment = _parts(text.removeprefix("\ufeff"))
            if said or comment is not None:
                yield _SheetRow(number, said, comment, whole=text.endswith("\n"))


def _parts(row: str) -> tuple[str, str | None]:
    """A row's content and its comment, without what follows ``#``.

    >>> _parts("roll 4   ; a good one"), _parts("# no part of the game")
    (('roll 4', 'a good one'), ('', None))
    """
    row = row.removesuffix("\n").removesuffix("\r")
    match = _PARTS.match(row)
    text, rest = (match[1], match[2]) if match else (row, "")
    if rest.startswith(";"):
        return text.strip(), rest[1:].removeprefix(" ")
    return (text if not rest or rest.startswith("#") else row).strip(), None


class _Comments:
    """The comments of an action or a header: rows that are put together once."""

    def __init__(self, first: str | None = None) -> None:
        self._rows: list[str] = []
        self._size = 0
        self.add(first)

    def add(self, comment: str | None) -> None:
        """Add a row, if there is one; what is beyond :data:`LONGEST_COMMENT` is counted, and not kept."""
        if comment is not None:
            self._size += len(comment) + 1
            if self._size <= LONGEST_COMMENT:
                self._rows.append(comment)

    @property
    def text(self) -> str | None:
        """All rows; None if there are none."""
        return "\n".join(self._rows) if self._rows else None

    @property
    def fault(self) -> Fault | None:
        """Why they cannot be read, if they are too long."""
        too_long = Fault("too-large", f"a comment has at most {LONGEST_COMMENT >> 20} MiB")
        return too_long if self._size > LONGEST_COMMENT else None

    def on(self, line: RecordLine) -> RecordLine:
        """A line with these comments."""
        fault = line.fault or (self.fault and evolve(self.fault, line=line.number))
        return evolve(line, comment=self.text, fault=fault)


# --- the header ------------------------------------------------------------------------------------------------------


class Sheet:
    """A recorded game from a sheet, read lazily.

    :ivar header: the JSON of the header.
    :ivar first: the number of the first row.
    :ivar warnings: what was left out, once it is read.
    :raises DocumentError: a row of the header cannot be read.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = _rows(rows)
        self.warnings: list[str] = []
        self._held: list[_SheetRow] = []
        self.first = 1
        self.header: dict[str, JSON] = {"kind": "replay"}
        self._read_header(self.header)

    def _read_header(self, header: dict[str, Any]) -> None:
        seen, players, comments = False, _IDLE, _Comments()
        for row in self._rows:
            with _on_its_line(row), use_box_of(header):
                more = _heading(row.text, header, seen)
            if more is None:
                self._held.append(row)
                break
            if more is _PLAYERS:
                players = row  # read later, because the box decides the colours
            if row.text and not seen:
                self.first, seen = row.number, True
            merge(header, more)
            comments.add(row.comment)
            if row.text.startswith(WHOLE):
                break
        if comments.fault is not None:
            raise DocumentError([comments.fault])
        if comments.text is not None:
            said = _Comments(header.get("comment"))
            said.add(comments.text)
            header["comment"] = said.text
        if players is not _IDLE:
            with _on_its_line(players), use_box_of(header):
                header["players"] = players_of(split_words(players.text))

    def lines(self) -> Iterator[RecordLine]:
        """The lines after the header; a row that cannot be read carries its fault."""
        return _lines(chain(self._held, self._rows), self.warnings)


@contextmanager
def _on_its_line(row: _SheetRow) -> Iterator[None]:
    """Errors in this block name the row's line; a row that cannot be read raises its fault."""
    try:
        if row.fault is not None:
            raise DocumentError([row.fault])
        yield
    except TitanError as e:
        raise DocumentError([evolve(fault, line=row.number) for fault in faults_of(e)]) from None


def _heading(text: str, header: dict[str, JSON], seen: bool) -> dict[str, JSON] | None:
    """What a row adds to a header; None if the header ended before it."""
    if not text:
        return {}
    if text[0] in "{=":
        return None
    first, begun = split_words(text)[0], "players" in header or "start" in header
    key, value = first.lower, text[first.end :].strip()
    if not seen:
        name, _, ruleset = text.partition(" ")
        return {"format": name, **({"ruleset": ruleset.strip()} if ruleset.strip() else {})}
    if key == "start" and "start" not in header:
        return {"start": loads(value) if value.startswith("{") else FORMAT.to_json(parse_line(value))}
    if key == "option":
        name, given = RULESETS.typed(value)
        return {"options": {name: given}}
    if key == "markers" and value:
        return {"markers": _marker_names(value)}
    if key in TEXTS and value:
        return {key: loads(value) if value.startswith('"') else value}
    if key == "sealed" and not value:
        return {"sealed": True}
    if key == "tags":
        return {"tags": _json_or_text(value)}
    if text.startswith(WHOLE):
        return loads_object(value)
    if begun and (turn := turn_in(text)) is not None:
        return {"turn": turn}
    return None if begun else _PLAYERS


def _marker_names(text: str) -> dict[str, JSON]:
    """The names of markers in a row, each beside its marker: ``Hilt Rd01, Eye Bk02``.

    :raises DocumentError: a part is not one name and one marker.
    """
    names, markers = dict[str, JSON](), current().markers
    for part in text.split(","):
        words = part.split()
        known = [word for word in words if markers.known(word)]
        if len(words) != 2 or len(known) != 1:
            message = f"{shortened(part.strip())!r} is not a name and its Legion Marker"
            raise DocumentError([Fault("bad-markers", message, hint="as in: markers Hilt Rd01, Eye Bk02")])
        words.remove(known[0])
        names[markers.canonical(known[0])] = words[0]
    return names


def _json_or_text(value: str) -> JSON:
    try:
        return loads(value)
    except DocumentError:
        return value


# --- the lines -------------------------------------------------------------------------------------------------------


def order_lines(rows: Iterable[Row]) -> Iterator[RecordLine]:
    """The lines of a sheet without a header: a battle's orders."""
    yield from _lines(_rows(rows), [])


def _lines(rows: Iterable[_SheetRow], warnings: list[str]) -> Iterator[RecordLine]:
    held: RecordLine | None = None  # the last line: later rows may still add comments and expectations
    given, reader, comments = False, LineReader(), _Comments()
    for row in rows:
        turn = turn_in(row.text)
        remark = row.fault is None and row is not _IDLE and (row.text[:1] in ("", "=") or turn is not None)
        if held is not None and not remark:
            yield comments.on(held)
            held, given = None, True
        if row is _IDLE:
            continue
        if not remark:
            *lines, last = _action_lines(row, reader)
            if last.fault is not None and not row.whole:
                warnings.append(f"line {row.number} ends too early and is left out")
                break
            yield from lines
            held, comments = last, _Comments(last.comment)
        elif held is None and not given:
            if row.text:
                fault = Fault("bad-expectation", "an expectation with no action before it", line=row.number)
                yield RecordLine(row.number, {}, fault=fault)
            continue
        if held is None:
            held, comments = RecordLine(row.number, {}, afterthought=True), _Comments()
        if remark and row.text:
            held = _with_remark(held, row, turn)
        comments.add(row.comment)
    if held is not None:
        yield comments.on(held)
    yield from reader.rest()


def _with_remark(line: RecordLine, row: _SheetRow, turn: str | None) -> RecordLine:
    """A line with what a row after it adds: a turn, or an expectation."""
    facts: dict[str, JSON] = {} if turn is None else {"turn": turn}
    try:
        if turn is None:
            facts = read_expectation(row.text[1:].strip())
    except TitanError as e:
        line = evolve(line, fault=evolve(faults_of(e)[0], line=row.number))
    seal, expect = facts.pop(SEAL, line.seal), dict(line.expect)
    merge(expect, facts)
    return evolve(line, expect=expect, seal=None if seal is None else str(seal))


def _action_lines(row: _SheetRow, reader: LineReader) -> Iterator[RecordLine]:
    if row.fault is not None:
        yield RecordLine(row.number, {}, fault=row.fault)
        return
    try:
        yield from reader.read(row.number, loads(row.text, row.number) if row.text.startswith("{") else row.text)
    except DocumentError as e:
        yield RecordLine(row.number, {}, fault=e.faults[0])


def sheet_rows(header: Mapping[str, JSON], lines: Iterable[RecordLine]) -> Iterator[str]:
    """A recorded game as a sheet, row by row, with line ends. Reading it gives the same header and lines.

    :raises DocumentError: a line cannot be read, so it cannot be written.
    """
    yield from (row + "\n" for row in header_rows(header))
    yield from within(box_of_a_record(header), (row + "\n" for line in lines for row in action_rows(line)))


# --- a header in words -----------------------------------------------------------------------------------------------


def header_rows(header: Mapping[str, JSON]) -> list[str]:
    """The rows of a header; as JSON if words would lose something."""
    try:
        with use_box(box_of_a_record(header)):
            rows = _in_words(header)
        sheet = Sheet(enumerate([row + "\n" for row in rows], 1))
        if ("players" in header or "start" in header) and sheet.header == header:
            return rows
    except (DocumentError, AttributeError, TypeError, KeyError, ValueError):
        pass  # a header of the wrong shape has no words
    rest = {key: value for key, value in header.items() if key not in ("format", "kind")}
    return [str(header.get("format")), f"header {compact(rest)}"]


def _in_words(header: Mapping[str, Any]) -> list[str]:
    rows = [f"{header['format']} {header.get('ruleset', '')}".rstrip()]
    if "players" in header:
        rows.append(", ".join(map(_player, header["players"])))
    options = header.get("options", {}).items()
    rows += [f"option {name}={compact(value) if isinstance(value, bool) else value}" for name, value in options]
    rows += [f"{key} {_text(header[key])}" for key in TEXTS if key in header and key != "comment"]
    if "markers" in header:
        rows.append(f"markers {', '.join(f'{name} {marker}' for marker, name in header['markers'].items())}")
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


def _start(document: JSON) -> str:
    text = line(FORMAT.read(document))
    return text if FORMAT.to_json(parse_line(text)) == document else compact(document)


# --- lines in words --------------------------------------------------------------------------------------------------


def action_rows(line: RecordLine) -> list[str]:
    """The rows of one line; as JSON if words would lose something.

    :raises DocumentError: it cannot be read, so it cannot be written.
    """
    if line.fault is not None:
        raise DocumentError([line.fault])
    try:
        text = str(line.data["text"]) if "do" not in line.data else written(action_from_json(dict(line.data)))
        facts = {**line.expect, **({} if line.seal is None else {SEAL: line.seal})}
        turn = facts.pop("turn", None)
        rows = [text, *[f"= {fact}" for fact in expectation_texts(facts)], *([] if turn is None else ["", str(turn)])]
    except (DocumentError, AttributeError, TypeError, KeyError, ValueError):
        return [compact(line.to_json())]  # a line of the wrong shape has no words
    rows = _with_comment(rows, line.comment)
    plain = all(row.replace("\t", " ").isprintable() for row in rows) and text.partition(" ")[0].lower() not in _KEYS
    again = list(order_lines(enumerate([row + "\n" for row in rows], 1))) if plain else []
    same = len(again) == 1 and again[0].to_json() == line.to_json()
    return rows if same else [compact(line.to_json())]


def _with_comment(rows: list[str], comment: str | None) -> list[str]:
    """Rows with a comment: its first line on the first row, the others on rows of their own."""
    if comment is None:
        return rows
    first, *more = comment.split("\n")
    return [f"{rows[0]}  ; {first}".lstrip(), *[f"; {line}" for line in more], *rows[1:]]
