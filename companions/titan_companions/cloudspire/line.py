"""A position on one line: ``Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; gate Basalt hp 7``.

The map, the factions, the gates and the stats of chips are those of the starting document, but for what is said. Every
unit and spire on the map is said; bars hold the rest.
"""

import typing
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.writing import write

from ..protocol import DocumentError, Fault
from .facts import TURN_STEPS, UPGRADES, read
from .hexes import typed, written
from .state import Position, Spire, Unit, UnitKind

VALUES = {
    "at": "at", "of": "faction", "wears": "equipment",
    **{name: name for name in ("allowance", "hp", "health", "attack", "movement", "range")},
}  # fmt: skip
"""The words before a value, and its key."""

CHIPS = {"over": "under", "with": "stack"}
"""The words before chips, up to the end of the piece."""

FLAGS = ("attacked", "retaliated", "returned", "fired")
SAID_ANEW = ("at", "hp", "under", "moved")
"""What a piece on the map does not have from the starting document."""

HINT = "Amber to play, movement: Sorrel at 1,1 hp 3; shield at 3,0 over runner; beacon at 2,1 fort; gate Basalt hp 7"


def new() -> dict[str, Any]:
    """A commented skeleton with a small invented map, for which every question has an answer."""
    document: dict[str, Any] = read("new.json")
    return document


def _known(document: dict[str, Any]) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """The chips and spires of the starting document by id, its gates by faction, as far as they go unsaid."""
    tops = [*document["units"], *(chip for gate in document["gates"] for chip in gate.get("stack", ()))]
    pieces = [*(chip for top in tops for chip in (top, *top.get("under", ()))), *document["spires"]]
    return (
        {piece["id"]: {key: piece[key] for key in piece if key not in SAID_ANEW} for piece in pieces},
        {gate["faction"]: {key: gate[key] for key in gate if key != "stack"} for gate in document["gates"]},
    )


def head(text: str) -> dict[str, JSON]:
    """The JSON of the position that begins a line.

    :raises DocumentError: it is not understood.
    """
    first, _, rest = text.partition(":")
    document: dict[str, Any] = {key: value for key, value in new().items() if key not in ("format", "kind")}
    for part in (part.strip() for part in first.split(",") if part.strip()):
        name = part.removesuffix(" to play")
        if part in TURN_STEPS:
            document["step"] = part
        elif name != part:
            document["current"] = _same(name, document["factions"])
        else:
            raise _unread(part)
    known, gates = _known(document)
    owners = {chip["id"]: {"faction": gate["faction"]} for gate in document["gates"] for chip in gate.get("stack", ())}
    document |= {"units": [], "spires": []}
    for words in [part.split() for part in rest.split(";") if part.strip()]:
        if words[0] == "revealed":
            for h in document["hexes"]:
                h["face_down"] = h.get("face_down", False) and h["at"] not in map(_hex, words[1:])
        elif words[0] == "gate" and len(words) > 1:
            name = _same(_until_a_key(words, 2, 1), gates)
            _said(gates.setdefault(name, {"faction": name}), words, known)
        else:
            name = _same(_until_a_key(words, 1), known)
            piece = {**owners.get(name, {}), **known.get(name, {"id": name})}
            spire = "spire" in words or isinstance(piece.get("upgrades"), list)
            document["spires" if spire else "units"].append(piece | ({"upgrades": []} if spire else {}))
            _said(document["spires" if spire else "units"][-1], words, known)
    return {**document, "gates": list(gates.values())}


def _is_key(word: str) -> bool:
    """Whether a word begins a part of a piece."""
    named = word in VALUES or word in CHIPS or word in FLAGS or word in UPGRADES or word in typing.get_args(UnitKind)
    return named or word in ("spire", "moved") or word.partition("+")[0] in UPGRADES


def _until_a_key(words: list[str], least: int = 1, skipped: int = 0) -> str:
    """The words of a name, up to the word that begins a part; they are taken away.

    :param least: so many words are the name's, whatever they are; the first ``skipped`` are none.
    """
    end = next((i for i, word in enumerate(words) if i >= least and _is_key(word.rstrip(","))), len(words))
    name = " ".join(words[skipped:end]).rstrip(",")
    del words[:end]
    return name


def _said(piece: dict[str, Any], rest: list[str], known: dict[str, Any]) -> None:
    """Set the stated fields of a piece or a gate."""
    while rest:
        word = rest.pop(0).rstrip(",")
        kind, _, number = word.partition("+")
        if word in UPGRADES and isinstance(piece.get("upgrades"), list):
            piece["upgrades"].append(word)
        elif word in VALUES and rest:
            value = _until_a_key(rest) if word in ("of", "wears") else rest.pop(0).rstrip(",")
            piece[VALUES[word]] = _hex(value) if word == "at" else int(value) if value.isdecimal() else value
        elif kind in ("attack", "range") and number.isdecimal():
            piece["upgrades"] = {**piece.get("upgrades", {}), kind: int(number)}
        elif word in typing.get_args(UnitKind):
            piece["kind"] = word
        elif word in FLAGS:
            piece[word] = True
        elif word == "moved":
            piece["moved"] = [_hex(one) for one in takewhile(lambda one: "," in one, rest)]
            del rest[: len(piece["moved"])]
        elif word in CHIPS:
            text = " ".join(rest)
            names = [name.strip() for name in text.split(",") if name.strip()] if "," in text else rest
            names = [text] if text in known else names
            piece[CHIPS[word]] = [dict(known.get(name, {"id": name})) for name in names]
            return
        elif word != "spire":
            raise _unread(word)


def _hex(word: str) -> list[int]:
    return list(typed(word))


def _same(name: str, known: Iterable[str]) -> str:
    """A name in its known spelling."""
    return next((one for one in known if one.lower() == name.lower()), name)


def _unread(text: str) -> DocumentError:
    return DocumentError([Fault("bad-line", f"{text.strip()[:40]!r} is not understood", hint=HINT)])


def words(at: Position) -> str:
    """The beginning of a position's line."""
    start = new()
    known, gates = _known(start)
    on_map: list[Unit | Spire] = [*at.units, *at.spires]
    pieces = [" ".join([one.id, *_told(write(one), known.get(one.id, {}))]) for one in on_map]
    for gate in at.gates:
        usual = gates.get(gate.faction, {"faction": gate.faction})
        pieces.append(" ".join(["gate", gate.faction, *_told(write(gate), usual)]))
    hidden = [tuple(h["at"]) for h in start["hexes"] if h.get("face_down")]
    shown = [written(h) for h in hidden if h in at.ground and not at.ground[h].face_down]
    pieces += [" ".join(["revealed", *shown])] if shown else []
    return ", ".join([f"{at.current} to play", *([at.step] if at.step else [])]) + ": " + "; ".join(pieces)


def _told(piece: dict[str, Any], usual: dict[str, Any]) -> Iterator[str]:
    """What is said of a piece or a gate: what is not as in the starting document."""
    upgrades, before = piece.get("upgrades", {}), usual.get("upgrades", {})
    if isinstance(upgrades, list) and not isinstance(before, list):
        yield "spire"
    for word, key in VALUES.items():
        if key in piece and (piece[key] != usual.get(key) or key == "hp"):
            yield f"{word} {written(piece[key]) if word == 'at' else piece[key]}"
    if piece.get("kind") != usual.get("kind"):
        yield piece["kind"]
    if isinstance(upgrades, list):
        yield from upgrades
    else:
        changed = [kind for kind in ("attack", "range") if upgrades.get(kind, 0) != before.get(kind, 0)]
        yield from (f"{kind}+{upgrades.get(kind, 0)}" for kind in changed)
    if "moved" in piece:
        yield " ".join(["moved", *map(written, piece["moved"])])
    yield from (flag for flag in FLAGS if piece.get(flag))
    for word, key in CHIPS.items():
        names = [one["id"] for one in piece.get(key, ())]
        yield from [f"{word} " + ", ".join(names) + "," * (len(names) == 1 and " " in names[0])] if names else []
