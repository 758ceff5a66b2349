"""What makes a position impossible: every fault at once, each with its pointer."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from ...kernel.games import Fault
from ...kernel.jsontext import pointer
from .facts import BOX
from .hexes import written
from .state import Chip, Position

MOST_DICE_FACES = 20


def position_faults(position: Position) -> list[Fault]:
    """What makes a position impossible beyond what its fields say, chapter by chapter."""
    faults = [*_names(position), *_factions(position)]
    for chip, where in _chips(position):
        faults += _chip(chip, where)
    return [*faults, *_upgrades(position), *_dice(position), *_map(position), *_occupation(position)]


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: units on terrain that they could not enter (CS-MOVE-10)."""
    odd = []
    for i, unit in enumerate(position.units):
        if not position.suits(unit, unit.at):
            message = f"{unit.id} stands on {position.ground[unit.at].terrain}, its allowance ends at {unit.allowance}"
            odd.append(Fault("invalid-hex", f"{message} (CS-MOVE-10)", pointer("units", i, "at")))
    return odd


def in_play(position: Position) -> Counter[str]:
    """How many upgrades of each kind lie on units and spires."""
    used = Counter(kind for spire in position.spires for kind in spire.upgrades)
    for chip in position.chips.values():
        used.update(attack=chip.upgrades.attack, range=chip.upgrades.range)
    return Counter[str](used)


def _listed(pieces: Sequence[Any], *keys: str | int) -> list[tuple[Any, str]]:
    """Pieces with their pointers."""
    return [(piece, pointer(*keys, i)) for i, piece in enumerate(pieces)]


def _chips(position: Position) -> Iterator[tuple[Chip, str]]:
    for i, unit in enumerate(position.units):
        yield from [(unit, pointer("units", i)), *_listed(unit.under, "units", i, "under")]
    for i, gate in enumerate(position.gates):
        for j, chip in enumerate(gate.stack):
            yield from [(chip, pointer("gates", i, "stack", j)), *_listed(chip.under, "gates", i, "stack", j, "under")]


def _names(position: Position) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for piece, where in [*_chips(position), *_listed(position.spires, "spires")]:
        name, place = piece.id, where + "/id"
        if not name or ":" in name or name != name.strip():
            yield Fault("bad-id", f"an id is a name without a colon or blanks around it, not {name[:40]!r}", place)
        elif name in seen:
            yield Fault("same-id", f"the id {name!r} stands at {seen[name]} already", place)
        elif name in position.defeated:
            yield Fault("same-id", f"{name!r} has been defeated", place)
        seen.setdefault(name, place)


def _factions(position: Position) -> Iterator[Fault]:
    if not position.factions:
        yield Fault("no-faction", "there is no faction", "/factions")
    for unit, where in _listed(position.units, "units"):
        if (unit.faction is None) != (unit.kind == "landmark-minion"):
            owner = "no faction" if unit.kind == "landmark-minion" else "a faction"
            yield Fault("wrong-faction", f"a {unit.kind} belongs to {owner}", where + "/faction")
    owners = Counter(gate.faction for gate in position.gates)
    for gate, where in _listed(position.gates, "gates"):
        if owners[gate.faction] > 1:
            yield Fault("two-gates", f"{gate.faction} has {owners[gate.faction]} gates", where + "/faction")
    for name in position.factions:
        yield from _mark(position, name)


def _mark(position: Position, name: str) -> Iterator[Fault]:
    mark, where = position.factions[name].mark, pointer("factions", name, "mark")
    if mark is None:
        movers = [unit.id for unit in position.units if unit.faction == name]
        movers += [chip.id for gate in position.gates if gate.faction == name for chip in gate.stack]
        if movers:
            message = f"{name} has no mark, so nobody knows where {movers[0]} heads for (CS-GEN-4)"
            yield Fault("missing-mark", message, where, hint='like "gate:FACTION" or "hex:2,-1"')
    elif mark == f"gate:{name}":
        yield Fault("bad-mark", f"{name} cannot head for its own gate", where)
    elif mark not in position.marks:
        hint = "gate:FACTION, spire:ID, unit:ID or hex:q,r"
        yield Fault("bad-mark", f"there is no {mark[:40]!r} on the map", where, hint=hint)


def _chip(chip: Chip, where: str) -> Iterator[Fault]:
    if chip.hp is not None and chip.hp > chip.health:
        yield Fault("bad-number", f"{chip.id} has {chip.health} HP at most, not {chip.hp}", f"{where}/hp")
    if chip.attack is None and chip.upgrades.attack:
        message = f"{chip.id} has no attack icon, so no attack upgrade lies on it (CS-UP-1)"
        yield Fault("no-icon", message, f"{where}/upgrades/attack")
    if chip.kind == "hero" and chip.range is None and chip.upgrades.range:
        message = f"{chip.id} has no talent Range, so no range upgrade lies on it (CS-UP-2)"
        yield Fault("no-range", message, f"{where}/upgrades/range")
    stack = [chip, *chip.under]
    if len(stack) > 1 and any(chip.kind != "minion" for chip in stack):
        yield Fault("not-a-group", "only minions of a faction are grouped (CS-GRP-1)", f"{where}/under")
    if any(under.under for under in chip.under):
        yield Fault(
            "not-a-group", "a group is one stack: nothing lies under one that is under (CS-GRP-1)", f"{where}/under"
        )
    for i, (over, under) in enumerate(pairwise(stack)):
        if under.movement < over.movement:
            message = f"{under.id} (movement {under.movement}) lies under {over.id} (movement {over.movement}), "
            yield Fault("group-order", message + "but low movement goes on top (CS-GRP-1)", f"{where}/under/{i}")


def _upgrades(position: Position) -> Iterator[Fault]:
    used, supply = in_play(position), position.supply or {}
    for kind, stock in BOX.items():
        count = supply.get(kind, 0) + used[kind]
        if count > stock:
            message = f"{count} {kind} upgrades in the document, the box holds {stock}"
            yield Fault("too-many-upgrades", message, "/supply" if supply else "")


def _dice(position: Position) -> Iterator[Fault]:
    faces, most = position.die.faces, position.die.max
    if faces is not None and not 2 <= len(faces) <= MOST_DICE_FACES:
        yield Fault("bad-dice", f"a die has 2 to {MOST_DICE_FACES} faces, not {len(faces)}", "/dice/faces")
    elif faces is not None and most not in (None, max(faces)):
        yield Fault("bad-dice", f"the greatest face is {max(faces)}, but max says {most}", "/dice/max")


def _map(position: Position) -> Iterator[Fault]:
    if not position.hexes:
        yield Fault("no-map", "the map has no hexes", "/hexes")
    seen: dict[Any, str] = {}
    for h, where in _listed(position.hexes, "hexes"):
        if h.at in seen:
            yield Fault("same-hex", f"the hex {written(h.at)} stands at {seen[h.at]} already", where)
        seen.setdefault(h.at, where)
        if h.face_down and h.chip is None:
            yield Fault("no-landmark", "no landmark lies face down here, for there is none", where + "/face_down")
    for gate, where in _listed(position.gates, "gates"):
        if gate.at in seen:
            message = f"the gate hex {written(gate.at)} belongs to the fortress, but stands at {seen[gate.at]}, too"
            yield Fault("same-hex", message, where + "/at")
    given = position.group_adjacent or {}
    for group, others in given.items():
        for other, where in _listed(others, "group_adjacent", group):
            if other == group:
                yield Fault("bad-adjacency", f"the hex group {group} cannot be adjacent to itself", where)
            elif group not in given.get(other, ()):
                message = f"{group} is adjacent to {other}, but {other} is not to {group}"
                yield Fault("bad-adjacency", message, where)


def _occupation(position: Position) -> Iterator[Fault]:
    held = {h.at: where + "/chip" for h, where in _listed(position.hexes, "hexes") if h.chip is not None}
    held |= {gate.at: where for gate, where in _listed(position.gates, "gates")}
    for piece, where in [*_listed(position.units, "units"), *_listed(position.spires, "spires")]:
        if piece.at in held:
            message = f"{piece.id} stands on {written(piece.at)}, but so does the chip at {held[piece.at]}"
            yield Fault("two-chips", message, where + "/at")
        elif piece.at not in position.ground:
            yield Fault("off-the-map", f"the hex {written(piece.at)} is not on the map", where + "/at")
        held.setdefault(piece.at, where)
