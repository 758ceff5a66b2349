"""The documents of records: a replay's header with the game it begins with, and a battle with its orders."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from attrs import field, frozen

from ..actions.intents import Action, Move, Muster, action_from_json
from ..box.current_box import BOX, BoxReference, box_of, current, use_box, use_box_of
from ..box.types import ColorName, LandNumber, MarkerName, PlayerName
from ..box.value import Box, with_pictures
from ..digest.rulesets import RULESETS
from ..kernel.documents import DocumentKind, Format
from ..kernel.errors import ActionError, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import Converted
from ..kernel.jsontext import JSON
from ..kernel.reading import wants
from ..kernel.replaying import RecordLine, line_of
from ..kernel.words import PlainWord
from ..position.battle import Battle
from ..position.documents import FORMAT
from ..position.game import Game, Seat
from ..rules.masterboard.setup import start
from ..text.parsing import POSITION_NEEDED, parse, split_actions
from .expectations import unknown_facts

# --- lines -----------------------------------------------------------------------------------------------------------

_AFTER_MOVES = ("muster", "end-turn", "withdraw", "split", "end-splits", "roll")
"""Musters written with a move are due before one of these."""


class LineReader:
    """Reads lines in order. A line may hold several actions; each becomes a line of its own.

    A muster written with a move waits for the Enlistment Phase (MUSTER-6).
    """

    def __init__(self) -> None:
        self._musters: list[RecordLine] = []

    def read(self, number: int, value: JSON) -> Iterator[RecordLine]:
        """The lines in a value: a JSON object, or actions in words.

        A line that cannot be read carries its fault. Expectations and comments belong to its last action.
        """
        try:
            whole = line_of(number, value)
        except DocumentError as e:
            yield RecordLine(number, {}, fault=e.faults[0])
            return
        *lines, last = _parts(whole)
        if last is not whole:
            last = evolve(last, comment=whole.comment, expect=whole.expect, seal=whole.seal)
        yield from self._in_order([*lines, last])

    def rest(self) -> Iterator[RecordLine]:
        """The musters still waiting after the last line."""
        yield from self._musters
        self._musters = []

    def _in_order(self, lines: list[RecordLine]) -> Iterator[RecordLine]:
        moved = False
        for line in lines:
            do = line.data.get("do")
            if moved and do == Muster.do:
                self._musters.append(evolve(line, data={**line.data, "early": True}))
                continue
            if do in _AFTER_MOVES:
                yield from self.rest()
            yield line
            moved = do == Move.do or (moved and do is None)


def _parts(line: RecordLine) -> Iterator[RecordLine]:
    """A line of several actions as lines of one, as JSON unless that needs a position."""
    text: Any = line.data.get("text")
    if type(text) is not str or len(line.data) > 1:
        yield line
        return
    try:
        parts: Sequence[str] = _divided(text, current())
    except ActionError:
        parts = [text]  # reading the action will report why
    for part in parts:
        try:
            yield RecordLine(line.number, _parsed(part, current()).to_json())
        except ActionError as e:
            fault = None if e.fault.code == POSITION_NEEDED else evolve(e.fault, line=line.number)
            yield RecordLine(line.number, {"text": part}, fault=fault)


# A record says the same again and again, and a row that is written is read back at once.


@lru_cache(1 << 12)
def _divided(text: str, box: Box) -> tuple[str, ...]:
    with use_box(box):
        return split_actions(text)


@lru_cache(1 << 12)
def _parsed(text: str, box: Box) -> Action:
    with use_box(box):
        return parse(text)


def order_lines(orders: JSON) -> tuple[RecordLine, ...]:
    """A battle's orders, a list of actions as in a record, as lines numbered from 1.

    :raises DocumentError: they are not a list of actions.
    """
    if not isinstance(orders, list):
        raise wants("a list of actions", orders)
    reader, lines = LineReader(), list[RecordLine]()
    for i, order in enumerate(orders):
        for line in reader.read(i + 1, order):
            if line.fault is not None and not line.data:
                raise DocumentError([evolve(line.fault, pointer=f"/{i}{line.fault.pointer}", line=None)])
            lines.append(line)
    return tuple(lines)


def action_faults(line: RecordLine, at: str = "") -> list[Fault]:
    """What keeps a line's action and expectations from being read.

    :param at: JSON Pointer of the line.
    """
    unknown = [evolve(fault, pointer=at + fault.pointer) for fault in unknown_facts(line.expect)]
    try:
        action_from_json(line.data, at)
    except DocumentError as e:
        return [*e.faults, *unknown]
    return unknown


# --- headers ---------------------------------------------------------------------------------------------------------


def _reading(*kinds: str) -> Callable[[JSON], Any]:
    """Reads a position of one of these kinds within a document."""
    return lambda data: FORMAT.read(data, kinds)


StartingPosition: TypeAlias = Annotated[
    Game | Battle,
    Converted(
        _reading("game", "battle"), FORMAT.to_json, {"anyOf": [{"$ref": "#/$defs/game"}, {"$ref": "#/$defs/battle"}]}
    ),
]


@frozen
class HeaderPlayer:
    """A player in a replay's header: just a name if the game is recorded from its first die."""

    name: PlayerName = ""
    color: ColorName | None = None
    tower: LandNumber | None = None
    marker: MarkerName | None = None


PLAYERS = "as in: Ann Black 600 Bk01, Ben Red 300; or: Ann, Ben"


def players_of(words: list[PlainWord]) -> list[dict[str, JSON]]:
    """The players of a header, from ``Ann Black 600, Ben Red 300``.

    :raises DocumentError: a word cannot be read.
    """
    players: list[dict[str, JSON]] = [{}]
    for word in words:
        if word.text == ",":
            players.append({})
            continue
        key, value = _of_a_player(word, players[-1])
        if key in players[-1]:
            message = f"{word.text[:40]!r} is not understood of a player"
            raise DocumentError([Fault("bad-players", message, hint=PLAYERS)])
        players[-1][key] = value
    return [player for player in players if player]


def _of_a_player(word: PlainWord, player: dict[str, JSON]) -> tuple[str, JSON]:
    """What a word says about a player: its name, colour, Tower or first marker."""
    if word.in_quotes:
        return "name", json.loads(word.text)
    if word.text.isascii() and word.text.isdecimal() and len(word.text) < 10:
        return "tower", int(word.text)
    if current().markers.colors.find(word.text) is not None and "color" not in player:
        return "color", word.text
    if re.fullmatch(r"[A-Za-z]{2}[0-9]{1,2}", word.text, re.ASCII) and "color" in player:
        return "marker", word.text
    return "name", word.text


@frozen(kw_only=True)
class Header:
    """The first line of a replay (after ``format`` and ``kind``).

    :param version: of the ruleset's package that the game was recorded or sealed with.
    :param markers: the game's own names of Legion Markers, as in ``{"Rd01": "Hilt"}``.
    :param start: the game, or the battle alone, that it begins with, instead of players.
    :param source: where the record comes from.
    :param agreements: time limits and other agreements (TIME-1); recorded, not enforced.
    :param sealed: the lines carry seals.
    :param turn: the turn that the record begins in, as in ``1 Black``; checked.
    :param tags: anything.
    """

    ruleset: str = "standard"
    version: str | None = None
    options: Mapping[str, str | bool] = field(factory=dict)
    the_box: BoxReference = field(factory=current, alias="box", repr=False, metadata=BOX)
    players: tuple[HeaderPlayer, ...] | None = None
    markers: Mapping[MarkerName, str] = field(factory=dict)
    start: StartingPosition | None = None
    source: str | None = None
    agreements: str | None = None
    comment: str | None = None
    sealed: bool = False
    turn: str | None = None
    tags: JSON = None


def header_faults(header: Header) -> list[Fault]:
    """What makes a header impossible (SETUP-1 to SETUP-4)."""
    faults = [*RULESETS.faults(header.ruleset, header.options), *_marker_faults(header)]
    if header.start is not None:
        both = Fault("bad-players", "a replay has either players or a start", "/start")
        return [*faults, *([] if header.players is None else [both])]
    players = header.players or ()
    least, most = header.the_box.players
    if not least <= len(players) <= most:
        faults.append(Fault("bad-players", f"expected {least} to {most} players, got {len(players)}", "/players"))
    placed = [p for p in players if p.tower is not None or p.color is not None]
    for i, player in enumerate(players):
        at = f"/players/{i}"
        if placed and (player.tower is None or player.color is None):
            key = "tower" if player.tower is None else "color"
            message = f"the key {key!r} is missing: every player has a color and a tower, or none has"
            faults.append(Fault("missing-key", message, at))
        if player.tower is not None and player.tower not in header.the_box.towers:
            faults.append(Fault("bad-tower", f"land {player.tower} is not a Tower", f"{at}/tower"))
        own = player.color in (None, player.marker and header.the_box.markers.color_of(player.marker))
        if player.marker is not None and not own:
            faults.append(Fault("bad-marker", f"{player.marker} is not a marker of {player.color}", f"{at}/marker"))
        if not placed and not player.name:
            faults.append(Fault("missing-key", "a player without a color needs a name", at))
    for key in ("tower", "color") if placed else ("name",):
        given = [getattr(p, key) for p in players]
        for i, value in enumerate(given):
            if value is not None and value in given[:i]:
                faults.append(Fault(f"same-{key}", f"two players have the {key} {value}", f"/players/{i}/{key}"))
    return faults


def _marker_faults(header: Header) -> list[Fault]:
    """What makes the game's own names of markers impossible."""
    box = header.start.the_box if header.start is not None else header.the_box
    try:
        with_pictures(box, {str(marker): name for marker, name in header.markers.items()})
        return []
    except DocumentError as e:
        return [evolve(fault, pointer=fault.pointer.replace("/pictures", "/markers")) for fault in e.faults]


def start_of(data: JSON) -> Game | Battle:
    """The game that a replay begins with, or the battle alone, from its first line.

    The header's ruleset and options, if any, replace those of a starting position.

    :raises DocumentError: with every fault.
    """
    header: Header = RECORDS.read(data, (REPLAY,))
    begins, box = header.start, box_of_a_record(data) if isinstance(data, dict) else header.the_box
    if begins is None:
        seats = tuple(Seat(p.name or str(p.color), p.tower, p.color, p.marker) for p in header.players or ())
        game = Game(box=box, ruleset=header.ruleset, options=header.options, phase="setup", seats=seats)
        begins = start(game) if all(seat.color for seat in seats) else game
    elif isinstance(data, dict) and "ruleset" in data:
        begins = evolve(begins, ruleset=header.ruleset, options=dict(header.options))
    else:
        begins = evolve(begins, options={**begins.options, **header.options})
    if header.markers:
        begins = evolve(begins, the_box=box)
    here = f"{begins.turn} {begins.active}" if isinstance(begins, Game) and begins.active else "setup"
    if header.turn is not None and header.turn.casefold() != here.casefold():
        message = f"the record begins in turn {here}, not in {header.turn[:40]!r}"
        raise DocumentError([Fault("wrong-turn", message, "/turn")])
    return begins


def game_of(data: JSON) -> Game:
    """The game that a replay begins with, from its first line.

    :raises DocumentError: with every fault; or it begins with a battle alone.
    """
    begins = start_of(data)
    if isinstance(begins, Game):
        return begins
    hint = "titan play, show, check, legal-moves, replay and render take it"
    raise DocumentError([Fault("wrong-kind", "this record keeps a battle alone, not a game", hint=hint)])


def box_of_a_record(header: Mapping[str, JSON]) -> Box:
    """The box of a recorded game: its header's, or that of its starting position, with the game's names of markers.

    What is wrong with it is reported when the header is read.
    """
    try:
        box, named = box_of(header if "box" in header else header.get("start")), header.get("markers")
        return with_pictures(box, named) if isinstance(named, dict) else box
    except DocumentError:
        return current()


# --- battles with their orders ---------------------------------------------------------------------------------------


@frozen
class Orders:
    """A battle and the orders that play it out."""

    battle: Annotated[Battle, Converted(_reading("battle"), FORMAT.to_json, {"$ref": "#/$defs/battle"})]
    orders: Annotated[
        tuple[RecordLine, ...], Converted(order_lines, list, {"type": "array", "items": {"$ref": "#/$defs/action"}})
    ]


def order_faults(given: Orders) -> list[Fault]:
    """What keeps the orders from being read."""
    with use_box(given.battle.the_box):
        return [fault for line in given.orders for fault in action_faults(line, f"/orders/{line.number - 1}")]


REPLAY, ORDERS = "replay", "battle-orders"

RECORDS = Format(
    FORMAT.name,
    FORMAT.version,
    (
        *FORMAT.kinds.values(),
        DocumentKind(REPLAY, Header, header_faults, "the header of a recorded game", within=use_box_of),
        DocumentKind(ORDERS, Orders, order_faults, "a battle and the orders that play it out"),
    ),
)
"""Reads positions, and the documents of records."""
