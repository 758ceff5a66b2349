"""What makes a position impossible: every fault at once, each with its pointer."""

from collections import Counter
from collections.abc import Iterator

from ...kernel.errors import DocumentError, Fault
from ...kernel.jsontext import pointer
from .facts import BOX, RANK
from .hexes import typed, written
from .state import Chip, Faction, Position, Spire, Unit, mark_parts

MOST_DICE_FACES = 20


def position_faults(position: Position) -> list[Fault]:
    """What makes a position impossible, but for its readings, in document order but for chips that share a hex."""
    places = list(_place_faults(position))
    found = list(places)
    found += _name_faults(position)
    found += _faction_faults(position)
    found += _number_faults(position)
    if not places:
        found += _map_faults(position)
        found += _occupation_faults(position)
    return found


def _places(position: Position) -> Iterator[tuple[tuple[int, ...], str]]:
    for key in ("gates", "hexes", "units", "spires"):
        for i, piece in enumerate(getattr(position, key)):
            yield piece.at, pointer(key, i, "at")
    for i, unit in enumerate(position.units):
        for j, at in enumerate(unit.moved or ()):
            yield at, pointer("units", i, "moved", j)


def _place_faults(position: Position) -> Iterator[Fault]:
    for at, where in _places(position):
        if len(at) != 2:
            yield Fault("bad-hex", f"a hex is two numbers [q, r], not {len(at)}", where)


def _named(position: Position) -> Iterator[tuple[str, str]]:
    for i, unit in enumerate(position.units):
        yield unit.id, pointer("units", i, "id")
        for j, chip in enumerate(unit.under):
            yield chip.id, pointer("units", i, "under", j, "id")
    for i, spire in enumerate(position.spires):
        yield spire.id, pointer("spires", i, "id")
    for i, gate in enumerate(position.gates):
        for j, chip in enumerate(gate.stack):
            yield chip.id, pointer("gates", i, "stack", j, "id")


def _name_faults(position: Position) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    for name, where in _named(position):
        if not name or ":" in name or name != name.strip():
            yield Fault("bad-id", f"an id is a name without a colon or blanks around it, not {name[:40]!r}", where)
        elif name in seen:
            yield Fault("same-id", f"the id {name!r} stands at {seen[name]} already", where)
        else:
            seen[name] = where


def _faction_faults(position: Position) -> Iterator[Fault]:
    known = ", ".join(position.factions)
    if not position.factions:
        yield Fault("no-faction", "there is no faction", "/factions")
    named = [(position.current, "/current")]
    for key in ("gates", "units", "spires"):
        named += [(p.faction, pointer(key, i, "faction")) for i, p in enumerate(getattr(position, key))]
    for name, where in named:
        if name is not None and name not in position.factions:
            yield Fault("unknown-faction", f"there is no faction {name!r}", where, hint=f"one of: {known}")
    for i, unit in enumerate(position.units):
        if (unit.faction is None) != (unit.kind == "landmark-minion"):
            owner = "belongs to no faction" if unit.kind == "landmark-minion" else "belongs to a faction"
            yield Fault("wrong-faction", f"a {unit.kind} {owner}", pointer("units", i, "faction"))
    owners = Counter(gate.faction for gate in position.gates)
    for i, gate in enumerate(position.gates):
        if owners[gate.faction] > 1:
            yield Fault("two-gates", f"{gate.faction} has {owners[gate.faction]} gates", pointer("gates", i, "faction"))
    for name, faction in position.factions.items():
        yield from _mark_faults(position, name, faction)


def _mark_faults(position: Position, name: str, faction: Faction) -> Iterator[Fault]:
    where = pointer("factions", name, "mark")
    if faction.mark is None:
        movers = [unit.id for unit in position.units if unit.faction == name]
        movers += [chip.id for gate in position.gates if gate.faction == name for chip in gate.stack]
        if movers:
            message = f"{name} has no mark, so nobody knows where {movers[0]} heads for (CS-GEN-4)"
            yield Fault("missing-mark", message, where, hint='like "gate:FACTION" or "hex:2,-1"')
        return
    parts = mark_parts(faction.mark)
    if parts is None:
        hint = "gate:FACTION, spire:ID, unit:ID or hex:q,r"
        yield Fault("bad-mark", f"{faction.mark[:40]!r} is no mark", where, hint=hint)
        return
    kind, target = parts
    known = {
        "gate": {gate.faction for gate in position.gates},
        "spire": {spire.id for spire in position.spires},
        "unit": {unit.id for unit in position.units},
    }
    if kind != "hex":
        if target not in known[kind]:
            yield Fault("bad-mark", f"there is no {kind} {target[:40]!r} on the map", where)
        elif kind == "gate" and target == name:
            yield Fault("bad-mark", f"{name} cannot head for its own gate", where)
        return
    try:
        at = typed(target)
    except DocumentError as e:
        yield Fault("bad-mark", e.faults[0].message, where)
    else:
        if all(h.at != at for h in position.hexes):
            yield Fault("bad-mark", f"the hex {written(at)} is not on the map", where)


def _number_faults(position: Position) -> Iterator[Fault]:
    for i, unit in enumerate(position.units):
        yield from _chip_faults(unit, pointer("units", i))
        yield from _group_faults(unit, pointer("units", i))
    for i, gate in enumerate(position.gates):
        for j, chip in enumerate(gate.stack):
            yield from _chip_faults(chip, pointer("gates", i, "stack", j))
    yield from _dice_faults(position)
    yield from _supply_faults(position)


def _chip_faults(chip: Chip, where: str) -> Iterator[Fault]:
    if chip.hp is not None and chip.hp > chip.health:
        yield Fault("bad-number", f"{chip.id} has {chip.health} HP at most, not {chip.hp}", f"{where}/hp")
    if chip.attack is None and chip.upgrades.attack:
        message = f"{chip.id} has no attack icon, so no attack upgrade lies on it (CS-UP-1)"
        yield Fault("no-icon", message, f"{where}/upgrades/attack")
    if chip.kind == "hero" and chip.range is None and chip.upgrades.range:
        message = f"{chip.id} has no talent Range, so no range upgrade lies on it (CS-UP-2)"
        yield Fault("no-range", message, f"{where}/upgrades/range")


def _group_faults(unit: Unit, where: str) -> Iterator[Fault]:
    stack: list[Chip] = [unit, *unit.under]
    if len(stack) > 1 and any(chip.kind != "minion" for chip in stack):
        yield Fault("not-a-group", "only minions of a faction are grouped (CS-GRP-1)", f"{where}/under")
    for i, chip in enumerate(unit.under):
        yield from _chip_faults(chip, f"{where}/under/{i}")
        if chip.movement < stack[i].movement:
            message = f"{chip.id} (movement {chip.movement}) lies under {stack[i].id} (movement {stack[i].movement}), "
            message += "but low movement goes on top (CS-GRP-1)"
            yield Fault("group-order", message, f"{where}/under/{i}")


def _dice_faults(position: Position) -> Iterator[Fault]:
    dice = position.dice
    if dice is None:
        return
    if dice.faces is None:
        return
    if not 2 <= len(dice.faces) <= MOST_DICE_FACES:
        yield Fault("bad-dice", f"a die has 2 to {MOST_DICE_FACES} faces, not {len(dice.faces)}", "/dice/faces")
    elif dice.max is not None and dice.max != max(dice.faces):
        message = f"the greatest face is {max(dice.faces)}, but max says {dice.max}"
        yield Fault("bad-dice", message, "/dice/max")


def _supply_faults(position: Position) -> Iterator[Fault]:
    used = in_play(position)
    for kind, stock in BOX.items():
        left = 0 if position.supply is None else position.supply.get(kind, 0)
        if left + used[kind] > stock:
            message = f"{left + used[kind]} {kind} upgrades in the document, the box holds {stock}"
            yield Fault("too-many-upgrades", message, "/supply" if position.supply else "")


def in_play(position: Position) -> dict[str, int]:
    """How many upgrades of each kind lie on units and spires."""
    used = dict.fromkeys(BOX, 0)
    for chip in position.chips():
        used["attack"] += chip.upgrades.attack
        used["range"] += chip.upgrades.range
    for spire in position.spires:
        for kind in spire.upgrades:
            used[kind] += 1
    return {str(kind): count for kind, count in used.items()}


def _map_faults(position: Position) -> Iterator[Fault]:
    if not position.hexes:
        yield Fault("no-map", "the map has no hexes", "/hexes")
    seen: dict[tuple[int, ...], str] = {}
    for i, h in enumerate(position.hexes):
        where = pointer("hexes", i)
        if h.at in seen:
            yield Fault("same-hex", f"the hex {written(h.hex)} stands at {seen[h.at]} already", where)
        else:
            seen[h.at] = where
    for i, gate in enumerate(position.gates):
        if gate.at in seen:
            message = f"the gate hex {written(gate.hex)} belongs to the fortress, but stands at {seen[gate.at]}, too"
            yield Fault("same-hex", message, pointer("gates", i, "at"))
    yield from _adjacency_faults(position)


def _adjacency_faults(position: Position) -> Iterator[Fault]:
    given = position.group_adjacent
    if given is None:
        return
    groups = dict.fromkeys(h.group for h in position.hexes)
    for group, others in given.items():
        where = pointer("group_adjacent", group)
        if group not in groups:
            yield Fault("unknown-group", f"there is no hex group {group!r}", where, hint="one of: " + ", ".join(groups))
        for i, other in enumerate(others):
            here = f"{where}/{i}"
            if other not in groups:
                hint = "one of: " + ", ".join(groups)
                yield Fault("unknown-group", f"there is no hex group {other!r}", here, hint=hint)
            elif other == group:
                yield Fault("bad-adjacency", f"the hex group {group} cannot be adjacent to itself", here)
            elif group in groups and group not in given.get(other, ()):
                message = f"{group} is adjacent to {other}, but {other} is not to {group}"
                yield Fault("bad-adjacency", message, here)


def _occupation_faults(position: Position) -> Iterator[Fault]:
    held: dict[tuple[int, ...], str] = {}
    on_map = {h.at for h in position.hexes}
    for i, h in enumerate(position.hexes):
        if h.chip is not None:
            held.setdefault(h.at, pointer("hexes", i, "chip"))
    held.update((gate.at, pointer("gates", i)) for i, gate in enumerate(position.gates))
    pieces: list[tuple[Unit | Spire, str]] = [(u, pointer("units", i)) for i, u in enumerate(position.units)]
    pieces += [(s, pointer("spires", i)) for i, s in enumerate(position.spires)]
    for piece, where in pieces:
        if piece.at in held:
            message = f"{piece.id} stands on {written(piece.hex)}, but so does the chip at {held[piece.at]}"
            yield Fault("two-chips", message, where + "/at")
        elif piece.at not in on_map:
            yield Fault("off-the-map", f"the hex {written(piece.hex)} is not on the map", where + "/at")
        else:
            held[piece.at] = where


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: units on terrain that they could not enter (CS-MOVE-10)."""
    terrain = {h.at: h.terrain for h in position.hexes}
    return [
        Fault(
            "invalid-hex",
            f"{unit.id} stands on {terrain[unit.at]}, its allowance ends at {unit.allowance} (CS-MOVE-10)",
            pointer("units", i, "at"),
        )
        for i, unit in enumerate(position.units)
        if RANK[terrain[unit.at]] > RANK[unit.allowance]
    ]
