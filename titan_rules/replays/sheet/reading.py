"""A sheet's rows as the header and the lines of a recorded game."""

import json
import re
from collections.abc import Iterable, Iterator

from attrs import frozen

from ...box.naming import box_of, reading_with
from ...box.reading import current
from ...box.value import Box
from ...digest.rulesets import RULESETS
from ...kernel.errors import DocumentError, Fault, TitanError
from ...kernel.evolving import evolve
from ...kernel.jsontext import JSON, loads, loads_object
from ...kernel.lines import IDLE, Row
from ...kernel.replaying import Line
from ...kernel.words import Word, split_words
from ...position.documents import FORMAT
from ...position.line import parse_line
from ..recorded_lines import LineReader
from .expecting import SEAL, merge, read_expectation
from .marks import Marked, marked

FORMAT_NAME = "titan-rules/"
WHOLE = "header {"
"""What begins a row with all of a header that has no words."""

TEXTS = ("source", "agreements", "version", "box", "comment")
"""Keys of a header whose value is a text."""

_TURN = re.compile(r"([0-9]{1,6})\s+([A-Za-z]+)", re.ASCII)


def is_sheet(row: str) -> bool:
    """Whether the first row of a record is that of a sheet, and not JSON."""
    return row.lstrip("\ufeff \t").startswith((FORMAT_NAME, ";", "#"))


def box_of_a_record(header: JSON) -> Box:
    """The box that a recorded game is played with: its header's, or that of the game that it starts from.

    Where it names one that there is not, reading the header tells so.
    """
    found: dict[str, JSON] = header if type(header) is dict else {}
    try:
        return box_of(found if "box" in found else found.get("start"))
    except DocumentError:
        return current()


@frozen
class _Numbered:
    """A row that says something, with its place in the file."""

    number: int
    marked: Marked
    fault: Fault | None = None
    whole: bool = True


_IDLE = _Numbered(IDLE[0], Marked(""))
_LATER: list[JSON] = []
"""In place of the players: they are read when the header's box is known, whose colours they have."""


class Sheet:
    """A recorded game from a sheet, read as it is asked for.

    :ivar header: the JSON of the header.
    :ivar first: the number of the first row.
    :ivar warnings: what was left out, once it is read.
    :raises DocumentError: a row of the header is not understood.
    """

    def __init__(self, rows: Iterable[Row]) -> None:
        self._rows = _numbered(rows)
        self.warnings: list[str] = []
        self._held: _Numbered | None = None
        self.first = 1
        self.header = self._read_header()

    def _read_header(self) -> dict[str, JSON]:
        header: dict[str, JSON] = {"kind": "replay"}
        seen, players = False, _IDLE
        for row in self._rows:
            if row.fault is not None:
                raise DocumentError([row.fault])
            try:
                with reading_with(header):
                    more = _heading(row.marked.text, header, seen)
            except TitanError as e:
                raise DocumentError([evolve(f, line=row.number) for f in _faults(e)]) from None
            if more is None:
                self._held = row
                break
            if more.get("players") is _LATER:
                players = row
            if row.marked.text and not seen:
                self.first, seen = row.number, True
            merge(header, more)
            _comment(header, row.marked)
            if row.marked.text.startswith(WHOLE):
                break
        if header.get("players") is _LATER:
            try:
                with reading_with(header):
                    header["players"] = players_of(split_words(players.marked.text))
            except TitanError as e:
                raise DocumentError([evolve(f, line=players.number) for f in _faults(e)]) from None
        return header

    def lines(self) -> Iterator[Line]:
        """The lines after the header; a row that cannot be read is given with its fault."""
        yield from _lines(self._following(), self.warnings)

    def _following(self) -> Iterator[_Numbered]:
        if self._held is not None:
            yield self._held
        yield from self._rows


def order_lines(rows: Iterable[Row]) -> Iterator[Line]:
    """The lines of a sheet without a header: the orders of a battle."""
    yield from _lines(_numbered(rows), [])


def _numbered(rows: Iterable[Row]) -> Iterator[_Numbered]:
    for row in rows:
        number, text = row
        if row is IDLE:
            yield _IDLE
        elif isinstance(text, DocumentError):
            yield _Numbered(number, Marked(""), text.faults[0])
        else:
            found = marked(text.removeprefix("\ufeff"))
            if found.text or found.comment is not None:
                yield _Numbered(number, found, whole=text.endswith("\n"))


# --- the header ------------------------------------------------------------------------------------------------------


def _heading(text: str, header: dict[str, JSON], seen: bool) -> dict[str, JSON] | None:
    """What a row adds to a header; None where the header has ended before it."""
    if not text:
        return {}
    if text[0] in "{=":
        return None
    words = split_words(text)
    key, value = words[0].lower, text[words[0].end :].strip()
    if not seen:
        return _first(text)
    if key == "start" and "start" not in header:
        return {"start": _started(value)}
    if key == "option":
        name, given = RULESETS.typed(value)
        return {"options": {name: given}}
    if key in TEXTS and value:
        return {key: _plain(value)}
    if key == "sealed" and not value:
        return {"sealed": True}
    if key == "tags":
        return {"tags": _json_or_text(value)}
    if text.startswith(WHOLE):
        return loads_object(value)
    if (turn := turn_in(text)) is not None and ("players" in header or "start" in header):
        return {"turn": turn}
    if "players" not in header and "start" not in header:
        return {"players": _LATER}
    return None


def _first(text: str) -> dict[str, JSON]:
    name, _, ruleset = text.partition(" ")
    return {"format": name, **({"ruleset": ruleset.strip()} if ruleset.strip() else {})}


def _started(value: str) -> JSON:
    if value.startswith("{"):
        return loads(value)
    return FORMAT.to_json(parse_line(value))


def _plain(value: str) -> JSON:
    return loads(value) if value.startswith('"') else value


def _json_or_text(value: str) -> JSON:
    try:
        return loads(value)
    except DocumentError:
        return value


def players_of(words: list[Word]) -> list[dict[str, JSON]]:
    """``Ann Black 600, Ben Red 300``: the players of a header.

    :raises DocumentError: a word of it is not understood.
    """
    players: list[dict[str, JSON]] = []
    part: list[Word] = []
    for word in [*words, None]:
        if word is not None and word.text != ",":
            part.append(word)
            continue
        if part:
            players.append(_player(part))
        part = []
    return players


def _player(words: list[Word]) -> dict[str, JSON]:
    """``Ann Black 600 Bk01``: a name, and what is settled of colour, Tower and first marker."""
    player: dict[str, JSON] = {}
    for word in words:
        key, value = _of_a_player(word, player)
        if key in player:
            raise DocumentError(
                [Fault("bad-players", f"{word.text[:40]!r} is not understood of a player", hint=PLAYERS)]
            )
        player[key] = value
    return player


PLAYERS = "as in: Ann Black 600 Bk01, Ben Red 300; or: Ann, Ben"


def _of_a_player(word: Word, player: dict[str, JSON]) -> tuple[str, JSON]:
    if word.in_quotes:
        return "name", json.loads(word.text)
    if word.text.isascii() and word.text.isdecimal() and len(word.text) < 10:
        return "tower", int(word.text)
    if current().markers.colors.find(word.text) is not None and "color" not in player:
        return "color", word.text
    if re.fullmatch(r"[A-Za-z]{2}[0-9]{1,2}", word.text, re.ASCII) and "color" in player:
        return "marker", word.text
    return "name", word.text


# --- the lines -------------------------------------------------------------------------------------------------------


class _Open:
    """The line that comments and expectations are still added to."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._comment = line.comment
        self._expect = dict(line.expect)
        self._seal = line.seal

    def comment(self, text: str | None) -> None:
        if text is not None:
            self._comment = text if self._comment is None else f"{self._comment}\n{text}"

    def expect(self, facts: dict[str, JSON]) -> None:
        seal = facts.pop(SEAL, None)
        self._seal = self._seal if seal is None else str(seal)
        merge(self._expect, facts)

    def closed(self) -> Line:
        return evolve(self._line, comment=self._comment, expect=self._expect, seal=self._seal)

    def spoilt(self, fault: Fault) -> None:
        self._line = evolve(self._line, fault=fault)


def _lines(rows: Iterable[_Numbered], warnings: list[str]) -> Iterator[Line]:
    held: _Open | None = None
    given, reader = False, LineReader()
    for row in rows:
        if row is _IDLE:
            if held is not None:
                yield held.closed()
            held, given = None, given or held is not None
            continue
        text = row.marked.text
        turn = turn_in(text)
        if held is not None and row.fault is None and (not text or text.startswith("=") or turn is not None):
            _add(held, row, turn)
            continue
        if held is not None:
            yield held.closed()
            held = None
        if row.fault is None and (not text or text.startswith("=") or turn is not None):
            if given:
                held = _Open(Line(row.number, {}, afterthought=True))
                _add(held, row, turn)
            elif text:
                yield Line(row.number, {}, fault=_nothing_before(row.number))
        elif text or row.fault is not None:
            *lines, line = _action_lines(row, reader)
            if line.fault is not None and not row.whole:
                warnings.append(f"line {row.number} ends too early and is left out")
                break
            yield from lines
            held = _Open(line)
            held.comment(row.marked.comment)
    if held is not None:
        yield held.closed()
    yield from reader.rest()


def _nothing_before(number: int) -> Fault:
    return Fault("bad-expectation", "there is no action before it that this could be about", line=number)


def _add(held: _Open, row: _Numbered, turn: str | None) -> None:
    try:
        if turn is not None:
            held.expect({"turn": turn})
        elif row.marked.text:
            held.expect(read_expectation(row.marked.text[1:].strip()))
    except TitanError as e:
        held.spoilt(evolve(_faults(e)[0], line=row.number))
    held.comment(row.marked.comment)


def turn_in(text: str) -> str | None:
    """The turn that a row marks, as ``5 Black``; None of any other row."""
    found = _TURN.fullmatch(text)
    return f"{int(found[1])} {found[2]}" if found and current().markers.colors.find(found[2]) is not None else None


def _action_lines(row: _Numbered, reader: LineReader) -> Iterator[Line]:
    """The lines of a row, at least one."""
    text = row.marked.text
    if row.fault is None:
        try:
            yield from reader.read(row.number, loads(text, row.number) if text.startswith("{") else text)
        except DocumentError as e:
            yield Line(row.number, {}, fault=e.faults[0])
    else:
        yield Line(row.number, {}, fault=row.fault)


def _faults(error: TitanError) -> list[Fault]:
    if isinstance(error, DocumentError):
        return list(error.faults)
    fault = getattr(error, "fault", None)
    return [fault if isinstance(fault, Fault) else Fault("error", str(error))]


def _comment(header: dict[str, JSON], row: Marked) -> None:
    if row.comment is not None:
        known = header.get("comment")
        header["comment"] = row.comment if known is None else f"{known}\n{row.comment}"
