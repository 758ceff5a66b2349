"""A position on one line: ``year 4, order 1, A to play: A at 1 with 2 peasants 1 mage, gold 7; B at 2 gold 3``.

The map, the tiles and all else are those of the starting document, or of the file that ``board FILE`` names. What
differs stands behind bars.
"""

import json
import re
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from titan_rules.kernel.jsontext import JSON, loads_object

from ..protocol import Count, DocumentError, Fault
from ..protocol.words import NO_VALUE, fitting
from .state import HARPS, UNITS, Instruction, Player, Position, Units

_SETTING = re.compile(
    r"board (?P<board>\S+)|(?P<length>long|short) game|year (?P<year>\d+)|order (?P<order>\d+)"
    r"|(?P<player>.+) to play|start (?P<start>.+)"
)
_KEYS: dict[str, tuple[str, Any]] = {
    "with": ("hand", Units), "gold": ("gold", Count), "harps": ("harps", Mapping[str, Count]),
    "guilds": ("guilds", Mapping[str, Count]), "saved": ("guild_saved", Count),
    "plans": ("program", tuple[Instruction, ...]),
}  # fmt: skip
"""The words before a part of a player: its field, and the type of the value."""
_PART, _ITEM = re.compile(rf"[ ,]+(?=(?:{'|'.join(_KEYS)}) )"), re.compile(r"\d+ [a-z]\S*|\S+")
NOWHERE = "-"
"""The place of a piece not set yet."""

SETTINGS = "board FILE, year N, order N, PLAYER to play, start PLAYER, long game or short game"
PLAYERS = "with 2 peasants, gold 7, harps North:3, guilds 3:2, saved 1, plans red act ..."


def data(name: str) -> Any:
    """The JSON of one of this game's data files."""
    return json.loads((resources.files(f"{__package__}.data") / name).read_text(encoding="utf-8"))


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, for which every question has an answer."""
    document: dict[str, Any] = data("new.json")
    return document


def words(at: Position) -> str:
    """The beginning of a position's line."""
    turn = at.turn
    board = "" if at.board is None else f"board {at.board}, "
    head = f"{board}{at.length} game, year {at.year}, order {turn.order}, {turn.player} to play, start {at.start}: "
    return head + "; ".join(_player(name, at.players[name]) for name in at.order)


def _player(name: str, player: Player) -> str:
    hand = " ".join(f"{player.hand[unit]} {unit}" for unit in UNITS if player.hand.get(unit))
    harps, guilds = (" ".join(f"{place}:{n}" for place, n in held.items()) for held in (player.harps, player.guilds))
    gold = "" if player.gold is None else str(player.gold)
    saved = str(player.guild_saved or "")
    said = {"with": hand, "gold": gold, "harps": harps, "guilds": guilds, "saved": saved}
    plans = [] if player.program is None else [" ".join(["plans", *player.program])]
    return " ".join(
        [f"{name} at {player.place or NOWHERE}", *(f"{key} {text}" for key, text in said.items() if text), *plans]
    )


def _unread(text: str, hint: str) -> DocumentError:
    return DocumentError([Fault("bad-line", f"{text[:40]!r} is not understood", hint=hint)])


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line, on the starting document's map.

    :raises DocumentError: it is not understood.
    """
    first, colon, players = text.partition(":")
    if not colon:
        message = f"a position is written HEAD: PLAYERS, not {text[:40]!r}"
        hint = "year 4, order 1, A to play: A at 1 with 2 peasants; B at 2"
        raise DocumentError([Fault("bad-line", message, hint=hint)])
    given: dict[str, str] = {}
    for part in (part.strip() for part in first.split(",") if part.strip()):
        match = _SETTING.fullmatch(" ".join(part.split()))
        if match is None:
            raise _unread(part, SETTINGS)
        given |= {key: value for key, value in match.groupdict().items() if value is not None}
    document = _board(given["board"]) if "board" in given else new()
    named: dict[str, Any] = dict(map(_read_player, players.split(";")))
    start = given.get("start", document["start"])
    document["start"] = start if "start" in given or start in named else next(iter(named))
    turn = {"order": 1, "player": document["start"]}
    for key, value in given.items():
        (turn if key in turn else document)[key] = int(value) if key in ("year", "order") else value
    unset = [name for name, player in named.items() if "at" not in player]
    if unset[:1] == [turn["player"]]:  # no order of the year: that player sets its piece
        document.pop("next", None)
    else:
        document["next"] = turn
    return {**document, "order": list(named), "players": named, "census_shown": {}}


def _board(path: str) -> dict[str, Any]:
    """The document of a game that was typed once and kept in a file.

    :raises DocumentError: it cannot be read.
    """
    try:
        document = loads_object(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as e:
        raise DocumentError([Fault("file", f"the board {path} cannot be read: {e}")]) from None
    return {"start": "A", **document}


def _read_player(text: str) -> tuple[str, dict[str, Any]]:
    place, *parts = _PART.split(text.strip())
    name, _, city = place.rpartition(" at ")
    if not name or len(city.split()) != 1:
        raise DocumentError([Fault("bad-line", f"a player is written NAME at CITY, not {text.strip()[:40]!r}")])
    player: dict[str, Any] = {} if city == NOWHERE else {"at": city}
    for part in parts:
        key, _, said = part.partition(" ")
        field, kind = _KEYS[key]
        player[field] = fitting(kind, ",".join(_ITEM.findall(said.replace(",", " "))), {})
        if player[field] is NO_VALUE:
            raise _unread(said, PLAYERS)
    harps: dict[str, Any] = player.get("harps", {})
    return name.strip(), {**player, "harps_left": HARPS - sum(n for n in harps.values() if type(n) is int)}
