"""Ground and gear: hex groups under influence, spires, terrain tiles, upgrades, heroes at the gate (CS-INF, CS-UP)."""

from collections.abc import Iterator
from typing import Any, Literal

from attrs import frozen

from ...kernel.rulings import Ruling, consequence, illegal, legal
from .facts import BOX, GATE_DAMAGE, TILE_HEXES, UpgradeKind
from .faults import in_play
from .hexes import Hex, Path, in_one_piece, neighbours, written
from .judging import turn_ruling
from .movers import find_mover
from .moves import moves_of
from .state import Chip, Gate, Position, Spire, Unit

# --- influence (CS-INF-1 to 3) ----------------------------------------------------------------------------------------


@frozen
class Influence:
    """One reason for which a group is under influence.

    :param of: the spire's id, or the adjacent group.
    """

    clause: Literal["gate", "spire", "adjacent"]
    of: str | None
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """As answers show it."""
        return {"clause": self.clause} if self.of is None else {"clause": self.clause, "of": self.of}


def influence(position: Position, faction: str) -> dict[str, list[Influence]]:
    """Every group on the map, with all the reasons for which it is under a faction's influence (CS-INF-2)."""
    return {h.group: list(_reasons(position, faction, h.group)) for h in position.hexes}


def _reasons(position: Position, faction: str, group: str) -> Iterator[Influence]:
    gate, spires = position.gate(faction), _spires_by_group(position, faction)
    beside = [] if gate is None else neighbours(gate.at)
    touching = [h.at for h in position.hexes if h.group == group and h.at in beside]
    facts = {"group": group, "faction": faction}
    if touching:
        sentence = "{group} touches the fortress gate of {faction} at {hex}"
        yield Influence("gate", None, legal("CS-INF-2", sentence, **facts, hex=written(touching[0])))
    for spire in spires.get(group, ()):
        sentence = "{group} holds {spire}, a spire of {faction}"
        yield Influence("spire", spire, legal("CS-INF-2", sentence, **facts, spire=spire))
    for other in _around(position, group):
        if other in spires:
            sentence = "{group} is adjacent to {other}, which holds a spire of {faction}"
            yield Influence("adjacent", other, legal("CS-INF-2", sentence, **facts, other=other))


def _spires_by_group(position: Position, faction: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for spire in position.spires:
        if spire.faction == faction:
            found.setdefault(position.ground[spire.at].group, []).append(spire.id)
    return found


def _around(position: Position, group: str) -> tuple[str, ...]:
    """The groups adjacent to one: as the document says, else those that share an edge (CS-GEN-3)."""
    if position.group_adjacent is not None:
        return position.group_adjacent.get(group, ())
    beside = _groups_beside(position, tuple(h.at for h in position.hexes if h.group == group))
    return tuple(other for other in beside if other != group)


def _groups_beside(position: Position, hexes: Path) -> list[str]:
    return list({position.ground[n].group: None for at in hexes for n in neighbours(at) if n in position.ground})


# --- spires and terrain tiles (CS-INF-1, 4) ---------------------------------------------------------------------------


def may_build(position: Position, faction: str, at: Hex) -> list[Ruling]:
    """Whether a faction may build a spire on a hex, as far as influence and chips go (CS-INF-1, CS-MOVE-3)."""
    if at not in position.ground:
        return [illegal("CS-INF-1", "there is no hex {hex} on the map", hex=written(at))]
    group = position.ground[at].group
    facts = {"hex": written(at), "group": group, "faction": faction}
    reasons = influence(position, faction)[group]
    if not reasons:
        sentence = "{hex} belongs to {group}, which is not under the influence of {faction}"
        return [illegal("CS-INF-1", sentence, **facts)]
    if position.occupied(at):
        return [illegal("CS-INF-1", "a chip lies on {hex} already", hex=written(at))]
    sentence = "{hex} belongs to {group}, which is under the influence of {faction}"
    return [legal("CS-INF-1", sentence, **facts), reasons[0].ruling]


def may_place(position: Position, faction: str, tile: Path) -> Ruling:
    """Whether a faction may lay a terrain tile on these hexes: the deciding ruling (CS-INF-4)."""
    if len(set(tile)) != TILE_HEXES or len(tile) != TILE_HEXES or not in_one_piece(tile):
        listed = " ".join(map(written, tile))
        sentence = "a terrain tile has {hexes} hexes in one piece, and {given} is none"
        return illegal("CS-INF-3", sentence, hexes=TILE_HEXES, given=listed or "nothing")
    on_map = [at for at in tile if at in position.ground]
    gates = [at for at in tile if at in position.gate_at]
    if gates:
        return illegal("CS-INF-4", "{hex} is a fortress gate", hex=written(gates[0]))
    if on_map and len(on_map) < len(tile):
        sentence = "of its hexes {on} would lie on terrain and {off} on none: the tile would not lie flat"
        return illegal("CS-INF-4", sentence, on=len(on_map), off=len(tile) - len(on_map))
    return (_on_top if on_map else _beside)(position, faction, tile)


def _beside(position: Position, faction: str, tile: Path) -> Ruling:
    groups, spires = _groups_beside(position, tile), _spires_by_group(position, faction)
    by_spires = position.readings.tile_beside == "spire_groups"
    sentence = "on free ground the tile is adjacent to {group}, which "
    sentence += "holds a spire of {faction}" if by_spires else "is under the influence of {faction}"
    for group in groups:
        if group in spires if by_spires else influence(position, faction)[group]:
            return legal("CS-INF-4", sentence, group=group, faction=faction)
    sentence = "on free ground the tile would be adjacent to {groups}, and "
    sentence += "none holds a spire of {faction}" if by_spires else "{faction} has no influence there"
    return illegal("CS-INF-4", sentence, groups=", ".join(groups) or "no hex group", faction=faction)


def _on_top(position: Position, faction: str, tile: Path) -> Ruling:
    levels = sorted({position.ground[at].level for at in tile})
    if len(levels) > 1:
        listed = ", ".join(map(str, levels))
        return illegal("CS-INF-4", "the terrain below lies at the levels {levels}: it is not flat", levels=listed)
    groups = influence(position, faction)
    good = [at for at in tile if groups[position.ground[at].group]]
    if not good:
        sentence = "the tile would cover no hex that is under the influence of {faction}"
        return illegal("CS-INF-4", sentence, faction=faction)
    watched = tile if position.readings.tile_chips == "no_covered_hex" else good
    for at in watched:
        if position.occupied(at):
            return illegal("CS-INF-4", "a chip lies on {hex}, which the tile would cover", hex=written(at))
    sentence = "the tile lies flat on terrain without chips and covers {hex}, under the influence of {faction}"
    return legal("CS-INF-4", sentence, hex=written(good[0]), faction=faction)


# --- upgrades (CS-UP) -------------------------------------------------------------------------------------------------


def supply_left(position: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    return (position.supply or {}).get(kind, BOX[kind] - in_play(position)[kind])


def may_upgrade(position: Position, piece: Chip | Spire, kind: UpgradeKind) -> Ruling:
    """Whether a piece may take an upgrade: what forbids it, or what allows it."""
    empty = supply_left(position, kind) <= 0
    none_left = illegal("CS-UP-4", "the supply of {kind} upgrades is empty", kind=kind)
    if isinstance(piece, Spire):
        facts: dict[str, Any] = {
            "spire": piece.id,
            "count": len(piece.upgrades),
            "capacity": piece.capacity,
            "kind": kind,
        }
        if piece.capacity is not None and len(piece.upgrades) >= piece.capacity:
            sentence = "{spire} carries {count} upgrades already, its capacity is {capacity}"
            return illegal("CS-UP-4", sentence, **facts)
        sentence = "{spire} takes any upgrade, {kind} too; it carries {count} of {capacity}"
        if piece.capacity is None:
            sentence = "{spire} takes any upgrade, {kind} too; it carries {count}, and the document gives no capacity"
        return none_left if empty else legal("CS-UP-4", sentence, **facts)
    if kind == "fort":
        return illegal("CS-UP-4", "fortifications are for spires, {unit} is a {kind}", unit=piece.id, kind=piece.kind)
    if kind == "attack" and piece.attack is None:
        return illegal("CS-UP-1", "{unit} has no attack icon", unit=piece.id)
    if kind == "range" and piece.range is None:
        return illegal("CS-UP-2", "{unit} has no talent Range", unit=piece.id)
    if empty:
        return none_left
    if kind == "attack":
        sentence = "{unit} has the attack icon {icon}: its damage goes from {before} to {after}"
        facts = {"icon": piece.attack, "before": piece.damage, "after": piece.damage + 1}
        return legal("CS-UP-1", sentence, None, unit=piece.id, **facts)
    sentence = "{unit} has the talent Range: its reach goes from {before} to {after}"
    return legal("CS-UP-2", sentence, unit=piece.id, before=piece.reach, after=piece.reach + 1)


# --- gates and the heroes there (CS-GATE) -----------------------------------------------------------------------------


def gate_rulings(gate: Gate, struck: list[str]) -> Iterator[Ruling]:
    """What holds for a gate as it stands.

    :param struck: the units that it strikes as the attack step ends.
    """
    if gate.stack:
        sentence = "not deployed yet: {units}; before deployment units use no abilities"
        yield legal("CS-GATE-3", sentence, units=", ".join(chip.id for chip in gate.stack))
    if not gate.hp:
        yield consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", owner=gate.faction)
        return
    sentence = "no unit at the gate of {owner} could take damage in its place"
    if gate.stack:
        sentence = "{unit}, on top at the gate of {owner}, may take damage in its place, and answers adjacent attackers"
    yield legal("CS-GATE-3", sentence, owner=gate.faction, unit=gate.stack[0].id if gate.stack else None)
    sentence = "the gate of {owner} strikes every attacker back for {damage}, at any distance, any number of times"
    yield consequence("CS-ATT-3", sentence, owner=gate.faction, damage=GATE_DAMAGE)
    for unit in struck:
        sentence = "{unit} is adjacent and has not attacked: as the attack step ends the gate strikes it for {damage}"
        yield consequence("CS-ATT-3", sentence, unit=unit, damage=GATE_DAMAGE)


def heroes_of(position: Position, gate: Gate) -> dict[str, dict[str, Any]]:
    """What the heroes of a gate's faction may do there, those at the gate first, by id: what answers tell of each."""
    at_gate = {chip.id: _at_gate(chip, chip is gate.stack[0]) for chip in gate.stack if chip.kind == "hero"}
    own = [unit for unit in position.units if unit.kind == "hero" and unit.faction == gate.faction]
    return at_gate | {unit.id: _on_map(position, unit) for unit in own}


def may_equip(hero: Chip) -> Ruling:
    """Whether a hero at its gate may put on equipment (CS-GATE-5)."""
    if isinstance(hero, Unit):
        return illegal("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero.id)
    if hero.equipment is not None:
        sentence = "{hero} wears {equipment}: one only, and it cannot be taken off"
        return illegal("CS-GATE-5", sentence, hero=hero.id, equipment=hero.equipment)
    return legal("CS-GATE-5", "{hero} is at the gate and may put on a bought equipment chip", hero=hero.id)


def _at_gate(hero: Chip, on_top: bool) -> dict[str, Any]:
    deploys = legal("CS-MOVE-11", "{hero} lies on top and may deploy", hero=hero.id)
    if hero.returned:
        sentence = "{hero} has returned in this wave: it is not deployed again before the wave ends"
        deploys = illegal("CS-GATE-4", sentence, hero=hero.id)
    elif not on_top:
        deploys = illegal("CS-MOVE-11", "{hero} does not lie on top: it cannot deploy yet", hero=hero.id)
    return _told(hero, hero.life, {}, may_equip(hero), deploys)


def _on_map(position: Position, hero: Unit) -> dict[str, Any]:
    moves = moves_of(find_mover(position, hero.id))
    way = next((end.path for end in moves.ends if end.returns), None)
    turn = turn_ruling(moves.mover)
    facts: dict[str, Any] = {"hero": hero.id, "steps": len(way or ()), "health": hero.health, "life": hero.life}
    sentence = "{hero} reaches its gate in {steps}: full HP, {health} instead of {life}, no redeployment this wave"
    returns = legal("CS-GATE-4", sentence, **facts)
    if position.is_ai(hero.faction):
        sentence = "returning stands under the free moves of players' heroes, {hero} is an AI hero"
        returns = illegal("CS-MOVE-9", sentence, hero=hero.id)
    elif way is None:
        sentence = "{hero} cannot reach its gate with its movement of {movement}"
        returns = illegal("CS-MOVE-9", sentence, hero=hero.id, movement=moves.movement)
    elif turn.verdict == "illegal":
        returns = turn
    return _told(hero, hero.health, {"may_return": returns.verdict == "legal"}, may_equip(hero), returns)


def _told(hero: Chip, life: int, more: dict[str, Any], equips: Ruling, other: Ruling) -> dict[str, Any]:
    deploys = not more and other.verdict == "legal"
    may = {**more, "may_equip": equips.verdict == "legal", "may_deploy": deploys}
    return {"hero": hero.id, "at_gate": not more, "hp_at_gate": life, **may, "rulings": [equips, other]}
