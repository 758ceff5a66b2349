"""A position on one line: ``Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; gate Basalt hp 7``.

The map, the factions, the gates and the stats of chips are those of the starting document, but for what is said. Every
unit and spire on the map is said; bars hold the rest.
"""

from typing import Any

from ...kernel.games import DocumentError, Fault
from ...kernel.jsontext import JSON
from .facts import TURN_STEPS, UPGRADES, read
from .hexes import typed, written
from .state import Chip, Gate, Position, Spire, Unit

NUMBERS = ("health", "hp", "attack", "movement", "range")
FLAGS = ("attacked", "retaliated", "returned", "fired")
KINDS = ("hero", "minion", "landmark-minion")
HINT = "Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; beacon at 2,1 fort; gate Basalt hp 7"


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


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line.

    :raises DocumentError: it is not understood.
    """
    first, colon, rest = text.partition(":")
    document: dict[str, Any] = {key: value for key, value in new().items() if key not in ("format", "kind")}
    if not colon:
        raise _unread(text)
    for part in (part.strip() for part in first.split(",") if part.strip()):
        name = part.removesuffix(" to play")
        if part in TURN_STEPS:
            document["step"] = part
        elif name != part:
            document["current"] = next((f for f in document["factions"] if f.lower() == name.lower()), name)
        else:
            raise _unread(part)
    known, pieces = _known(document), [part.split() for part in rest.split(";") if part.strip()]
    document |= {"units": [], "spires": [], "gates": [dict(gate) for gate in document["gates"]]}
    for words in pieces:
        if words[0] == "gate":
            _gate(document, words[1:], known)
        elif words[0] == "revealed":
            shown = [list(typed(word)) for word in words[1:]]
            document["hexes"] = [{k: v for k, v in h.items() if k != "face_down" or h["at"] not in shown}
                                 for h in document["hexes"]]  # fmt: skip
        else:
            piece = _piece(words, known)
            document["spires" if "upgrades" in piece and isinstance(piece["upgrades"], list) else "units"].append(piece)
    return document


def _gate(document: dict[str, Any], words: list[str], known: dict[str, dict[str, Any]]) -> None:
    if not words:
        raise _unread("gate")
    gate = next((gate for gate in document["gates"] if gate["faction"].lower() == words[0].lower()), None)
    if gate is None:
        gate = {"faction": words[0]}
        document["gates"].append(gate)
    gate.pop("stack", None)
    rest = words[1:]
    while rest:
        word = rest.pop(0)
        if word == "hp" and rest and rest[0].isdecimal():
            gate["hp"] = int(rest.pop(0))
        elif word == "at" and rest:
            gate["at"] = list(typed(rest.pop(0)))
        elif word == "with":
            gate["stack"] = [dict(known.get(name, {"id": name})) for name in " ".join(rest).replace(",", " ").split()]
            rest = []
        else:
            raise _unread(word)


def _piece(words: list[str], known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A unit or a spire: its name, where it is, and what is not as in the starting document."""
    name = words[0] if words[0] in known else next((one for one in known if one.lower() == words[0].lower()), words[0])
    piece, rest = dict(known.get(name, {"id": name})), words[1:]
    spire = name in known and isinstance(piece.get("upgrades"), list)
    for key in ("hp", "under", "moved"):
        piece.pop(key, None)
    if spire or "spire" in rest:
        piece["upgrades"], spire = [], True
    while rest:
        word = rest.pop(0).rstrip(",")
        if word == "at" and rest:
            piece["at"] = list(typed(rest.pop(0)))
        elif word == "of" and rest:
            piece["faction"] = rest.pop(0)
        elif spire and word in UPGRADES:
            piece["upgrades"].append(word)
        elif word in NUMBERS and rest and rest[0].isdecimal():
            piece[word] = int(rest.pop(0))
        elif "+" in word and word.partition("+")[0] in ("attack", "range") and word.partition("+")[2].isdecimal():
            piece["upgrades"] = {**piece.get("upgrades", {}), word.partition("+")[0]: int(word.partition("+")[2])}
        elif word == "wears" and rest:
            piece["equipment"] = rest.pop(0)
        elif word in KINDS:
            piece["kind"] = word
        elif word == "allowance" and rest:
            piece[word] = rest.pop(0)
        elif word in FLAGS:
            piece[word] = True
        elif word == "moved":
            piece["moved"] = []
            while rest and "," in rest[0]:
                piece["moved"].append(list(typed(rest.pop(0))))
        elif word == "over":
            piece["under"] = [dict(known.get(one, {"id": one})) for one in " ".join(rest).replace(",", " ").split()]
            rest = []
        elif word != "spire":
            raise _unread(word)
    return piece


def _unread(text: str) -> DocumentError:
    return DocumentError([Fault("bad-line", f"{text.strip()[:40]!r} is not understood", hint=HINT)])


def words(at: Position) -> str:
    """What begins the line of a position."""
    turn = [f"{at.current} to play", *([at.step] if at.step else [])]
    hidden = [tuple(h["at"]) for h in new()["hexes"] if h.get("face_down")]
    shown = [written(h) for h in hidden if h in at.ground and not at.ground[h].face_down]
    pieces = [*map(_unit, at.units), *map(_spire, at.spires), *map(_stack, at.gates)]
    pieces += [" ".join(["revealed", *shown])] if shown else []
    return ", ".join(turn) + ": " + "; ".join(pieces)


def _unit(unit: Unit) -> str:
    known = _known(new()).get(unit.id, {})
    parts = [unit.id, f"at {written(unit.at)}", *_changes(unit, known)]
    if unit.faction is not None and unit.faction != known.get("faction"):
        parts.append(f"of {unit.faction}")
    parts += [" ".join(["moved", *map(written, unit.moved)])] if unit.moved is not None else []
    parts += [flag for flag in ("attacked", "retaliated", "returned") if getattr(unit, flag)]
    parts += ["over " + ", ".join(chip.id for chip in unit.under)] if unit.under else []
    return " ".join(parts)


def _changes(chip: Chip, known: dict[str, Any]) -> list[str]:
    """What is not as in the starting document."""
    parts: list[str] = [] if known.get("kind") == chip.kind else [chip.kind]
    for name in ("attack", "range"):
        number = getattr(chip.upgrades, name)
        parts += [f"{name}+{number}"] if number != known.get("upgrades", {}).get(name, 0) else []
    parts += [f"wears {chip.equipment}"] if chip.equipment not in (None, known.get("equipment")) else []
    parts += [f"hp {chip.hp}"] if chip.hp is not None else []
    for name in ("health", "attack", "movement", "range"):
        value = getattr(chip, name)
        parts += [f"{name} {value}"] if value is not None and value != known.get(name) else []
    return parts + ([f"allowance {chip.allowance}"] if chip.allowance != known.get("allowance", "path") else [])


def _spire(spire: Spire) -> str:
    known = _known(new()).get(spire.id, {})
    own = [] if spire.faction == known.get("faction") else [f"of {spire.faction}"]
    kind = [] if isinstance(known.get("upgrades"), list) else ["spire"]
    return " ".join([spire.id, *kind, f"at {written(spire.at)}", *own, *spire.upgrades, *["fired"] * spire.fired])


def _stack(gate: Gate) -> str:
    stack = ["with " + ", ".join(chip.id for chip in gate.stack)] if gate.stack else []
    known = {one["faction"]: tuple(one["at"]) for one in new()["gates"]}
    at = [] if known.get(gate.faction) == gate.at else [f"at {written(gate.at)}"]
    return " ".join(["gate", gate.faction, *at, f"hp {gate.hp}", *stack])
