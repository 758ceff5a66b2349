"""Ground and gear: hex groups under influence, spires, terrain tiles, upgrades, heroes at the gate (CS-INF, CS-UP)."""

from collections.abc import Iterable, Iterator
from typing import Any

from ...kernel.companions import Ruling, consequence, illegal, judged, legal
from .facts import BOX, GATE_DAMAGE, TILE_HEXES, UpgradeKind
from .faults import in_play
from .hexes import Hex, Path, in_one_piece, neighbours, written
from .judging import turn_ruling
from .movers import find_mover
from .moves import moves_of
from .state import Chip, Gate, Position, Spire, Unit

# --- influence (CS-INF-1 to 3) ----------------------------------------------------------------------------------------


def influence(position: Position, faction: str) -> dict[str, list[Ruling]]:
    """Every group on the map, with all the reasons for which it is under a faction's influence (CS-INF-2)."""
    return {h.group: list(_reasons(position, faction, h.group)) for h in position.hexes}


def _reasons(position: Position, faction: str, group: str) -> Iterator[Ruling]:
    gate, spires = position.gate(faction), _spires_by_group(position, faction)
    hexes = [h.at for h in position.hexes if h.group == group]
    touching = [at for at in hexes if gate is not None and gate.at in neighbours(at)]
    around = (position.group_adjacent or {}).get(group, ())
    if position.group_adjacent is None:
        around = tuple(other for other in _groups_beside(position, hexes) if other != group)
    facts: dict[str, Any] = {"group": group, "faction": faction}
    if touching:
        sentence = "{group} touches the fortress gate of {faction} at {hex}"
        yield legal("CS-INF-2", sentence, **facts, hex=written(touching[0]))
    for spire in spires.get(group, ()):
        yield legal("CS-INF-2", "{group} holds {spire}, a spire of {faction}", **facts, spire=spire)
    for other in around:
        if other in spires:
            sentence = "{group} is adjacent to {other}, which holds a spire of {faction}"
            yield legal("CS-INF-2", sentence, **facts, other=other)


def _spires_by_group(position: Position, faction: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for spire in position.spires:
        if spire.faction == faction:
            found.setdefault(position.ground[spire.at].group, []).append(spire.id)
    return found


def _groups_beside(position: Position, hexes: Iterable[Hex]) -> list[str]:
    return list({position.ground[n].group: None for at in hexes for n in neighbours(at) if n in position.ground})


# --- spires and terrain tiles (CS-INF-1, 4) ---------------------------------------------------------------------------


def may_build(position: Position, faction: str, at: Hex) -> list[Ruling]:
    """Whether a faction may build a spire on a hex, as far as influence and chips go (CS-INF-1, CS-MOVE-3)."""
    if at not in position.ground:
        return [illegal("CS-INF-1", "there is no hex {hex} on the map", hex=written(at))]
    group = position.ground[at].group
    reasons = influence(position, faction)[group]
    if reasons and position.occupied(at):
        return [illegal("CS-INF-1", "a chip lies on {hex} already", hex=written(at))]
    good = "{hex} belongs to {group}, which is under the influence of {faction}"
    bad = "{hex} belongs to {group}, which is not under the influence of {faction}"
    return [judged(bool(reasons), "CS-INF-1", good, bad, hex=written(at), group=group, faction=faction), *reasons[:1]]


def may_place(position: Position, faction: str, tile: Path) -> Ruling:
    """Whether a faction may lay a terrain tile on these hexes: the deciding ruling (CS-INF-4)."""
    on_map = [at for at in tile if at in position.ground]
    gates = [at for at in tile if at in position.gate_at]
    if len(set(tile)) != TILE_HEXES or len(tile) != TILE_HEXES or not in_one_piece(tile):
        sentence = "a terrain tile has {hexes} hexes in one piece, and {given} is none"
        return illegal("CS-INF-3", sentence, hexes=TILE_HEXES, given=" ".join(map(written, tile)) or "nothing")
    if gates:
        return illegal("CS-INF-4", "{hex} is a fortress gate", hex=written(gates[0]))
    if on_map and len(on_map) < len(tile):
        sentence = "of its hexes {on} would lie on terrain and {off} on none: the tile would not lie flat"
        return illegal("CS-INF-4", sentence, on=len(on_map), off=len(tile) - len(on_map))
    return (_on_top if on_map else _beside)(position, faction, tile)


def _beside(position: Position, faction: str, tile: Path) -> Ruling:
    groups, by_spires = _groups_beside(position, tile), position.readings.tile_beside == "spire_groups"
    found = _spires_by_group(position, faction) if by_spires else influence(position, faction)
    for group in groups:
        if found.get(group):
            sentence = "on free ground the tile is adjacent to {group}, which "
            sentence += "holds a spire of {faction}" if by_spires else "is under the influence of {faction}"
            return legal("CS-INF-4", sentence, group=group, faction=faction)
    sentence = "on free ground the tile would be adjacent to {groups}, and "
    sentence += "none holds a spire of {faction}" if by_spires else "{faction} has no influence there"
    return illegal("CS-INF-4", sentence, groups=", ".join(groups) or "no hex group", faction=faction)


def _on_top(position: Position, faction: str, tile: Path) -> Ruling:
    levels, groups = sorted({position.ground[at].level for at in tile}), influence(position, faction)
    good = [at for at in tile if groups[position.ground[at].group]]
    chips = [at for at in (tile if position.readings.tile_chips == "no_covered_hex" else good) if position.occupied(at)]
    if len(levels) > 1:
        listed = ", ".join(map(str, levels))
        return illegal("CS-INF-4", "the terrain below lies at the levels {levels}: it is not flat", levels=listed)
    if good and chips:
        return illegal("CS-INF-4", "a chip lies on {hex}, which the tile would cover", hex=written(chips[0]))
    if not good:
        sentence = "the tile would cover no hex that is under the influence of {faction}"
        return illegal("CS-INF-4", sentence, faction=faction)
    sentence = "the tile lies flat on terrain without chips and covers {hex}, under the influence of {faction}"
    return legal("CS-INF-4", sentence, hex=written(good[0]), faction=faction)


# --- upgrades (CS-UP) -------------------------------------------------------------------------------------------------


def supply_left(position: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    return (position.supply or {}).get(kind, BOX[kind] - in_play(position)[kind])


def own_piece(position: Position, piece: Chip | Spire) -> Ruling | None:
    """Why a piece cannot be fitted out now: it is another faction's, or the turn has begun its steps (CS-GEN-2)."""
    owner, facts = position.owner(piece), {"piece": piece.id, "current": position.current}
    if owner != position.current:
        sentence = "it is the turn of {current}, {piece} is of {owner}"
        return illegal("CS-GEN-2", sentence, **facts, owner=owner or "no faction")
    if position.step not in (None, "start"):
        sentence = "pieces are fitted out at the start of the turn, this is {now}"
        return illegal("CS-GEN-2", sentence, **facts, now=position.step)
    return None


def may_upgrade(position: Position, piece: Chip | Spire, kind: UpgradeKind) -> Ruling:
    """Whether a piece may take an upgrade: what forbids it, or what allows it."""
    barred = own_piece(position, piece)
    if barred is not None:
        return barred
    facts: dict[str, Any] = {"unit": piece.id}
    if isinstance(piece, Spire):
        count, capacity = len(piece.upgrades), piece.capacity
        facts = {"spire": piece.id, "count": count, "capacity": capacity, "kind": kind}
        if capacity is not None and count >= capacity:
            sentence = "{spire} carries {count} upgrades already, its capacity is {capacity}"
            return illegal("CS-UP-4", sentence, **facts)
        rule, sentence = "CS-UP-4", "{spire} takes any upgrade, {kind} too; it carries {count} of {capacity}"
        if capacity is None:
            sentence = "{spire} takes any upgrade, {kind} too; it carries {count}, and the document gives no capacity"
    elif kind == "fort":
        return illegal("CS-UP-4", "fortifications are for spires, {unit} is a {kind}", **facts, kind=piece.kind)
    elif kind == "attack":
        if piece.attack is None:
            return illegal("CS-UP-1", "{unit} has no attack icon", **facts)
        facts |= {"icon": piece.attack, "before": piece.damage, "after": piece.damage + 1}
        rule, sentence = "CS-UP-1", "{unit} has the attack icon {icon}: its damage goes from {before} to {after}"
    else:
        if piece.range is None:
            return illegal("CS-UP-2", "{unit} has no talent Range", **facts)
        facts |= {"before": piece.reach, "after": piece.reach + 1}
        rule, sentence = "CS-UP-2", "{unit} has the talent Range: its reach goes from {before} to {after}"
    if supply_left(position, kind) <= 0:
        return illegal("CS-UP-4", "the supply of {kind} upgrades is empty", kind=kind)
    return legal(rule, sentence, **facts)


# --- gates and the heroes there (CS-GATE) -----------------------------------------------------------------------------


def gate_rulings(gate: Gate, struck: list[str]) -> Iterator[Ruling]:
    """What holds for a gate as it stands.

    :param struck: the units that it strikes as the attack step ends.
    """
    names, owner = [chip.id for chip in gate.stack], gate.faction
    if names:
        sentence = "not deployed yet: {units}; before deployment units use no abilities"
        yield legal("CS-GATE-3", sentence, units=", ".join(names))
    if not gate.hp:
        yield consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", owner=owner)
        return
    sentence = "no unit at the gate of {owner} could take damage in its place"
    if names:
        sentence = "{unit}, on top at the gate of {owner}, may take damage in its place, and answers adjacent attackers"
    yield legal("CS-GATE-3", sentence, owner=owner, unit=names[0] if names else None)
    sentence = "the gate of {owner} strikes every attacker back for {damage}, at any distance, any number of times"
    yield consequence("CS-ATT-3", sentence, owner=owner, damage=GATE_DAMAGE)
    for unit in struck:
        sentence = "{unit} is adjacent and has not attacked: as the attack step ends the gate strikes it for {damage}"
        yield consequence("CS-ATT-3", sentence, unit=unit, damage=GATE_DAMAGE)


def may_equip(hero: Chip) -> Ruling:
    """Whether a hero may put on equipment: one, at its gate (CS-GATE-5)."""
    if isinstance(hero, Unit):
        return illegal("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero.id)
    good = "{hero} is at the gate and may put on a bought equipment chip"
    bad = "{hero} wears {equipment}: one only, and it cannot be taken off"
    return judged(hero.equipment is None, "CS-GATE-5", good, bad, hero=hero.id, equipment=hero.equipment)


def may_deploy(hero: Chip, gate: Gate) -> Ruling:
    """Whether a hero at its gate may deploy (CS-GATE-4, CS-MOVE-11)."""
    if hero.returned:
        sentence = "{hero} has returned in this wave: it is not deployed again before the wave ends"
        return illegal("CS-GATE-4", sentence, hero=hero.id)
    good, bad = "{hero} lies on top and may deploy", "{hero} does not lie on top: it cannot deploy yet"
    return judged(hero is gate.stack[0], "CS-MOVE-11", good, bad, hero=hero.id)


def may_return(position: Position, hero: Unit) -> Ruling:
    """Whether a hero may go back to its gate now (CS-MOVE-9, CS-GATE-4)."""
    moves = moves_of(find_mover(position, hero.id))
    way, turn = next((end.path for end in moves.ends if end.returns), None), turn_ruling(moves.mover)
    if position.is_ai(hero.faction):
        sentence = "returning stands under the free moves of players' heroes, {hero} is an AI hero"
        return illegal("CS-MOVE-9", sentence, hero=hero.id)
    if way is None:
        sentence = "{hero} cannot reach its gate with its movement of {movement}"
        return illegal("CS-MOVE-9", sentence, hero=hero.id, movement=moves.movement)
    facts: dict[str, Any] = {"hero": hero.id, "steps": len(way), "health": hero.health, "life": hero.life}
    sentence = "{hero} reaches its gate in {steps}: full HP, {health} instead of {life}, no redeployment this wave"
    return turn if turn.verdict == "illegal" else legal("CS-GATE-4", sentence, **facts)
