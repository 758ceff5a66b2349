"""A position on one line: ``year 4, order 1, A to play: A at 1 with 2 peasants 1 mage, gold 7; B at 2 gold 3``.

The map, the tiles and all else are those of the starting document, but for what stands behind bars.
"""

import json
import os.path
import re
from typing import Any

from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import JSON
from .state import Player, Position
from .words import HARPS, ROADS, UNITS

_PLAYER = re.compile(r"\s*(?P<name>.+?) at (?P<at>\S+?)(?P<rest>[ ,].*)?\s*", re.DOTALL)
_KEYS = {"with": "hand", "harps": "harps", "guilds": "guilds", "gold": "gold", "plans": "program"}
_SAVED = {"saved": "guild_saved"}
ACTS = (*ROADS, "wait", "act", "recruit", "repel")


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    with open(os.path.join(os.path.dirname(__file__), "data", "new.json"), encoding="utf-8") as file:
        document: dict[str, Any] = json.load(file)
    return document


def words(at: Position) -> str:
    """What begins the line of a position."""
    turn = at.turn
    head = f"{at.length} game, year {at.year}, order {turn.order}, {turn.player} to play, start {at.start}: "
    return head + "; ".join(_player(name, at.players[name]) for name in at.order)


def _player(name: str, player: Player) -> str:
    parts = [f"{name} at {player.at}"]
    hand = " ".join(f"{player.hand[unit]} {unit}" for unit in UNITS if player.hand.get(unit))
    parts += [f"with {hand}"] if hand else []
    parts += [f"gold {player.gold}"] if player.gold is not None else []
    for key, held in (("harps", player.harps), ("guilds", player.guilds)):
        parts += [f"{key} " + " ".join(f"{place}:{n}" for place, n in held.items())] if held else []
    parts += [f"saved {player.guild_saved}"] if player.guild_saved else []
    parts += ["plans " + " ".join(player.program)] if player.program is not None else []
    return " ".join(parts)


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line, on the starting document's map.

    :raises DocumentError: it is not understood.
    """
    first, colon, players = text.partition(":")
    if not colon:
        message = f"a position is written HEAD: PLAYERS, not {text[:40]!r}"
        raise DocumentError(
            [Fault("bad-line", message, hint="year 4, order 1, A to play: A at 1 with 2 peasants; B at 2")]
        )
    data = new()
    for part in (part.strip() for part in first.split(",") if part.strip()):
        _setting(data, part)
    named: dict[str, Any] = dict(map(_read_player, players.split(";")))
    data |= {"order": list(named), "players": named, "census_shown": {}}
    data.setdefault("next", {"order": 1, "player": data["start"]})
    return data


def _setting(data: dict[str, Any], part: str) -> None:
    words = part.split()
    turn = data.setdefault("next", {"order": 1, "player": data["start"]})
    if len(words) == 2 and words[1] == "game" and words[0] in ("long", "short"):
        data["length"] = words[0]
    elif len(words) == 2 and words[0] == "year" and words[1].isdecimal():
        data["year"] = int(words[1])
    elif len(words) == 2 and words[0] == "order" and words[1].isdecimal():
        turn["order"] = int(words[1])
    elif len(words) > 2 and words[-2:] == ["to", "play"]:
        turn["player"] = " ".join(words[:-2])
    elif len(words) > 1 and words[0] == "start":
        data["start"] = " ".join(words[1:])
    else:
        hint = "year N, order N, PLAYER to play, start PLAYER, long game or short game"
        raise DocumentError([Fault("bad-line", f"{part[:40]!r} is not understood", hint=hint)])


def _read_player(text: str) -> tuple[str, dict[str, Any]]:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise DocumentError([Fault("bad-line", f"a player is written NAME at CITY, not {text.strip()[:40]!r}")])
    data: dict[str, Any] = {"at": match["at"]}
    key, words = "", (match["rest"] or "").replace(",", " ").split()
    while words:
        word = words.pop(0)
        if word in _KEYS or word in _SAVED:
            key = _KEYS.get(word) or _SAVED[word]
            continue
        _add(data, key, word, words)
    placed = sum(data.get("harps", {}).values()) if isinstance(data.get("harps"), dict) else 0
    return match["name"].strip(), {**data, "harps_left": HARPS - placed}


def _add(data: dict[str, Any], key: str, word: str, words: list[str]) -> None:
    """One word of what a player has.

    :raises DocumentError: it is not understood.
    """
    place, colon, number = word.rpartition(":")
    if key == "hand" and word.isdecimal() and words:
        unit = next((u for u in UNITS if words[0].lower() in (u, u + "s")), words[0])
        words.pop(0)
        data.setdefault("hand", {})[unit] = int(word)
    elif key in ("gold", "guild_saved") and word.isdecimal():
        data[key] = int(word)
    elif key in ("harps", "guilds") and colon and number.isdecimal():
        data.setdefault(key, {})[place] = int(number)
    elif key == "program" and word in ACTS:
        data.setdefault("program", []).append(word)
    else:
        hint = "with 2 peasants, gold 7, harps North:3, guilds 3:2, saved 1, plans red act ..."
        raise DocumentError([Fault("bad-line", f"{word[:40]!r} is not understood", hint=hint)])
