"""A position on one line: ``Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; gate Basalt hp 7``.

The map, the factions, the gates and the stats of chips are those of the starting document, but for what is said. Every
unit and spire on the map is said; bars hold the rest.
"""

from collections.abc import Callable
from typing import Any

from ...kernel.games import DocumentError, Fault
from ...kernel.jsontext import JSON
from .facts import TURN_STEPS, UPGRADES, read
from .hexes import typed, written
from .state import Position

NUMBERS = ("health", "attack", "movement", "range")
FLAGS = ("attacked", "retaliated", "returned", "fired")
KINDS = ("hero", "minion", "landmark-minion")
HINT = "Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; beacon at 2,1 fort; gate Basalt hp 7"


def _hex(word: str) -> list[int]:
    return list(typed(word))


VALUES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "at": ("at", _hex), "of": ("faction", str), "wears": ("equipment", str), "allowance": ("allowance", str),
    "hp": ("hp", int), **{name: (name, int) for name in NUMBERS},
}  # fmt: skip
"""The words that announce a value: its key, and how it is read."""

CHIPS = {"over": "under", "with": "stack"}
"""The words that announce chips, to the end of the piece."""


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, of which every question can be asked."""
    document: dict[str, Any] = read("new.json")
    return document


def _known(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The chips and spires of the starting document, by id."""
    units = document["units"]
    chips = [*units, *(one for unit in units for one in unit.get("under", [])), *document["spires"]]
    chips += [one for gate in document["gates"] for one in gate.get("stack", [])]
    return {chip["id"]: chip for chip in chips}


# --- reading ----------------------------------------------------------------------------------------------------------


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line.

    :raises DocumentError: it is not understood.
    """
    first, colon, rest = text.partition(":")
    document: dict[str, Any] = {key: value for key, value in new().items() if key not in ("format", "kind")}
    for part in (part.strip() for part in first.split(",") if part.strip()):
        name = part.removesuffix(" to play")
        if part in TURN_STEPS:
            document["step"] = part
        elif name != part and colon:
            document["current"] = _same(name, document["factions"])
        else:
            raise _unread(part)
    known, gates = _known(document), {gate["faction"]: dict(gate) for gate in document["gates"]}
    document |= {"units": [], "spires": []}
    for words in [part.split() for part in rest.split(";") if part.strip()]:
        if words[0] == "revealed":
            shown = [_hex(word) for word in words[1:]]
            document["hexes"] = [{k: v for k, v in h.items() if k != "face_down" or h["at"] not in shown}
                                 for h in document["hexes"]]  # fmt: skip
        elif words[0] == "gate" and len(words) > 1:
            name = _same(words[1], gates)
            gates[name] = {k: v for k, v in gates.get(name, {"faction": name}).items() if k != "stack"}
            _said(gates[name], words[2:], known)
        else:
            name = _same(words[0], known)
            piece = {k: v for k, v in known.get(name, {"id": name}).items() if k not in ("hp", "under", "moved")}
            spire = "spire" in words or isinstance(piece.get("upgrades"), list)
            piece |= {"upgrades": []} if spire else {}
            document["spires" if spire else "units"].append(piece)
            _said(piece, words[1:], known)
    return {**document, "gates": list(gates.values())}


def _same(name: str, known: Any) -> str:
    """A name in the spelling that is known."""
    return name if name in known else next((one for one in known if one.lower() == name.lower()), name)


def _said(piece: dict[str, Any], rest: list[str], known: dict[str, Any]) -> None:
    """Put into a piece, or a gate, what is said of it."""
    upgrades = piece.get("upgrades")
    while rest:
        word = rest.pop(0).rstrip(",")
        kind, plus, number = word.partition("+")
        if isinstance(upgrades, list) and word in UPGRADES:
            upgrades.append(word)
        elif word in VALUES and rest:
            key, value = VALUES[word]
            try:
                piece[key] = value(rest.pop(0))
            except ValueError:
                raise _unread(word) from None
        elif plus and kind in ("attack", "range") and number.isdecimal():
            piece["upgrades"] = {**piece.get("upgrades", {}), kind: int(number)}
        elif word in KINDS:
            piece["kind"] = word
        elif word in FLAGS:
            piece[word] = True
        elif word == "moved":
            piece["moved"] = []
            while rest and "," in rest[0]:
                piece["moved"].append(_hex(rest.pop(0)))
        elif word in CHIPS:
            piece[CHIPS[word]] = [dict(known.get(one, {"id": one})) for one in " ".join(rest).replace(",", " ").split()]
            rest = []
        elif word != "spire":
            raise _unread(word)


def _unread(text: str) -> DocumentError:
    return DocumentError([Fault("bad-line", f"{text.strip()[:40]!r} is not understood", hint=HINT)])


# --- writing ----------------------------------------------------------------------------------------------------------


def words(at: Position) -> str:
    """What begins the line of a position."""
    start = new()
    known, gates = _known(start), {gate["faction"]: gate for gate in start["gates"]}
    hidden = [tuple(h["at"]) for h in start["hexes"] if h.get("face_down")]
    shown = [written(h) for h in hidden if h in at.ground and not at.ground[h].face_down]
    pieces = [" ".join([unit.id, *_changes(unit, known.get(unit.id, {}))]) for unit in at.units]
    pieces += [" ".join([spire.id, *_changes(spire, known.get(spire.id, {}))]) for spire in at.spires]
    pieces += [" ".join(["gate", gate.faction, *_changes(gate, gates.get(gate.faction, {}))]) for gate in at.gates]
    pieces += [" ".join(["revealed", *shown])] if shown else []
    return ", ".join([f"{at.current} to play", *([at.step] if at.step else [])]) + ": " + "; ".join(pieces)


def _changes(piece: Any, known: dict[str, Any]) -> list[str]:
    """What is said of a piece or a gate: where it is, and what is not as in the starting document."""
    value: dict[str, Any] = {
        name: getattr(piece, name, None) for name in ("kind", "hp", "moved", "upgrades", "under", "stack")
    }
    gate, parts = value["stack"] is not None, list[str]()
    spire = isinstance(value["upgrades"], tuple)
    parts += ["spire"] if spire and not isinstance(known.get("upgrades"), list) else []
    parts += [f"at {written(piece.at)}"] if not gate or list(piece.at) != known.get("at") else []
    parts += [value["kind"]] if value["kind"] not in (None, known.get("kind")) else []
    for name in ("attack", "range") if value["kind"] else ():
        number = getattr(value["upgrades"], name)
        parts += [f"{name}+{number}"] if number != known.get("upgrades", {}).get(name, 0) else []
    parts += [f"hp {value['hp']}"] if value["hp"] is not None else []
    for word, (key, _) in VALUES.items():
        own, usual = getattr(piece, key, None), known.get(key, "path" if key == "allowance" else None)
        parts += [f"{word} {own}"] if key not in ("at", "hp") and not gate and own not in (None, usual) else []
    parts += value["upgrades"] if spire else []
    parts += [" ".join(["moved", *map(written, value["moved"])])] if value["moved"] is not None else []
    parts += [flag for flag in FLAGS if getattr(piece, flag, False)]
    chips = {word: value[key] for word, key in CHIPS.items() if value[key]}
    return [*parts, *(f"{word} " + ", ".join(chip.id for chip in stack) for word, stack in chips.items())]
