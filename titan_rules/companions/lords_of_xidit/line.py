"""A position on one line: ``year 4, order 1, A to play: A at 1 with 2 peasants 1 mage, gold 7; B at 2 gold 3``.

The map, the tiles and all else are those of the starting document, but for what stands behind bars.
"""

import json
import re
from importlib import resources
from typing import Any

from ...kernel.games import DocumentError, Fault
from ...kernel.jsontext import JSON
from .state import HARPS, ROADS, UNITS, Player, Position

_PLAYER = re.compile(r"\s*(?P<name>.+?) at (?P<at>\S+?)(?P<rest>[ ,].*)?\s*", re.DOTALL)
_SETTING = re.compile(
    r"(?P<length>long|short) game|year (?P<year>\d+)|order (?P<order>\d+)|(?P<player>.+) to play|start (?P<start>.+)"
)
_KEYS = {"with": "hand", "harps": "harps", "guilds": "guilds", "gold": "gold", "plans": "program",
         "saved": "guild_saved"}  # fmt: skip
NOWHERE = "-"
"""The place of a piece that is not set yet."""

SETTINGS = "year N, order N, PLAYER to play, start PLAYER, long game or short game"
PLAYERS = "with 2 peasants, gold 7, harps North:3, guilds 3:2, saved 1, plans red act ..."


def data(name: str) -> Any:
    """The JSON of one of this game's data files."""
    return json.loads((resources.files(f"{__package__}.data") / name).read_text(encoding="utf-8"))


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    document: dict[str, Any] = data("new.json")
    return document


def words(at: Position) -> str:
    """What begins the line of a position."""
    turn = at.turn
    head = f"{at.length} game, year {at.year}, order {turn.order}, {turn.player} to play, start {at.start}: "
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
    document = new()
    turn = {"order": 1, "player": document["start"]}
    for part in (part.strip() for part in first.split(",") if part.strip()):
        match = _SETTING.fullmatch(" ".join(part.split()))
        if match is None:
            raise _unread(part, SETTINGS)
        for key, value in match.groupdict().items():
            if value is not None:
                (turn if key in turn else document)[key] = int(value) if key in ("year", "order") else value
    named: dict[str, Any] = dict(map(_read_player, players.split(";")))
    return {**document, "next": turn, "order": list(named), "players": named, "census_shown": {}}


def _read_player(text: str) -> tuple[str, dict[str, Any]]:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise DocumentError([Fault("bad-line", f"a player is written NAME at CITY, not {text.strip()[:40]!r}")])
    player: dict[str, Any] = {} if match["at"] == NOWHERE else {"at": match["at"]}
    key, words = "", (match["rest"] or "").replace(",", " ").split()
    while words:
        word = words.pop(0)
        place, colon, number = word.rpartition(":")
        if word in _KEYS:
            key = _KEYS[word]
        elif key == "hand" and word.isdecimal() and words:
            unit = words.pop(0)
            unit = next((u for u in UNITS if unit.lower() in (u, u + "s")), unit)
            player.setdefault("hand", {})[unit] = int(word)
        elif key in ("gold", "guild_saved") and word.isdecimal():
            player[key] = int(word)
        elif key in ("harps", "guilds") and colon and number.isdecimal():
            player.setdefault(key, {})[place] = int(number)
        elif key == "program" and word in (*ROADS, "wait", "act", "recruit", "repel"):
            player.setdefault("program", []).append(word)
        else:
            raise _unread(word, PLAYERS)
    return match["name"].strip(), {**player, "harps_left": HARPS - sum(player.get("harps", {}).values())}
