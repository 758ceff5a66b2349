"""Ground and gear: hex groups under influence, spires, terrain tiles, upgrades, heroes at the gate (CS-INF, CS-UP)."""

from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import Any

from ...kernel import games as kit
from ...kernel.games import ChoiceNeeded, Outcome, Ruling, allowed, consequence, evolve, illegal, legal, refuse, said
from .facts import BOX, GATE_DAMAGE, TILE_HEXES, UPGRADES, TerrainName, UpgradeKind, goes_to
from .faults import in_play
from .hexes import At, Hex, Path, in_one_piece, neighbours, written
from .judging import turn_ruling
from .movers import find_mover
from .moves import moves_of
from .state import Chip, Count, Done, Gate, MapHex, PieceName, Position, Spire, Unit, UnitName, Upgrades

# --- influence (CS-INF-1 to 3) ----------------------------------------------------------------------------------------


def influenced(position: Position, faction: str) -> dict[str, list[Ruling]]:
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
    spires: dict[str, list[str]] = {}
    for spire in position.spires:
        if spire.faction == faction:
            spires.setdefault(position.ground[spire.at].group, []).append(spire.id)
    return spires


def _groups_beside(position: Position, hexes: Iterable[Hex]) -> list[str]:
    return list({position.ground[n].group: None for at in hexes for n in neighbours(at) if n in position.ground})


# --- spires and terrain tiles (CS-INF-1, 4) ---------------------------------------------------------------------------


@said("builds")
def build(
    position: Position, at: At, spire: str | None = None, upgrades: tuple[UpgradeKind, ...] = (), *,
    capacity: Count | None = None,
) -> Done:  # fmt: skip
    """A spire is built, where its faction has influence and nothing stands (CS-INF-1).

    :param spire: its name; left out: any.
    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """
    allowed(_turn(position, position.current, "spires are built"))
    rulings = allowed(_site(position, at))
    taken = {piece.id for piece in position.pieces()} | {*position.defeated}
    spire = _free("spire", taken) if spire is None else spire
    returned = position.defeated.get(spire) == goes_to("spire", None, False)
    if (spire in taken and not returned) or ":" in spire or not spire or spire != spire.strip():
        refuse("CS-INF-1", "{spire} is no name for another piece", spire=spire)
    for kind in UPGRADES:
        left, wanted = supply_left(position, kind), upgrades.count(kind)
        if wanted > left:
            facts = {"spire": spire, "wanted": wanted, "kind": kind, "left": left}
            refuse("CS-UP-4", "{spire} starts with {wanted} {kind} upgrades, {left} are left", **facts)
    built = Spire(id=spire, faction=position.current, at=at, upgrades=upgrades, capacity=capacity)
    gone = {name: where for name, where in position.defeated.items() if name != spire}
    return Outcome(evolve(_taken(position, *upgrades), spires=(*position.spires, built), defeated=gone), rulings)


def _free(what: str, taken: Collection[str]) -> str:
    """A name that nothing has yet."""
    return next(name for name in (f"{what}-{n}" for n in count(1)) if name not in taken)


def _site(position: Position, at: Hex) -> list[Ruling]:
    """Whether the current faction may build a spire on a hex, as far as influence and chips go (CS-INF-1)."""
    if at not in position.ground:
        return [illegal("CS-INF-1", "there is no hex {hex} on the map", hex=written(at))]
    group = position.ground[at].group
    reasons = list(_reasons(position, position.current, group))
    if reasons and position.occupied(at):
        return [illegal("CS-INF-1", "a chip lies on {hex} already", hex=written(at))]
    good = "{hex} belongs to {group}, which is under the influence of {faction}"
    bad = "{hex} belongs to {group}, which is not under the influence of {faction}"
    facts = {"hex": written(at), "group": group, "faction": position.current}
    return [kit.judged(bool(reasons), "CS-INF-1", good, bad, **facts), *reasons[:1]]


@said("lays", skip="tile")
def place_tile(
    position: Position, at: tuple[At, ...] = (), group: str | None = None, *, terrain: tuple[TerrainName, ...] = ()
) -> Done:
    """A terrain tile is laid (CS-INF-3, CS-INF-4).

    :param at: its three hexes.
    :param group: the name of its hex group; left out: any.
    :param terrain: that of its hexes, in their order.
    """
    allowed(_turn(position, position.current, "terrain tiles are laid"))
    if not at:
        near = [why[0] for why in influenced(position, position.current).values() if why]
        if not near:
            refuse("CS-INF-1", "no hex group is under the influence of {faction}", faction=position.current)
        raise ChoiceNeeded(kit.Open("at", "on which three hexes does the tile lie?", rulings=tuple(near)))
    rulings = allowed([_tile(position, at)])
    if not terrain:
        raise ChoiceNeeded(kit.Open("terrain", "which terrain has each of its hexes?", rulings=rulings))
    if len(at) != len(terrain):
        message = f"{len(at)} hexes and {len(terrain)} terrains: each hex has one"
        raise kit.DocumentError([kit.Fault("bad-tile", message, "/terrain")])
    groups = {h.group for h in position.hexes}
    group = _free("tile", groups) if group is None else group
    if group in groups:
        refuse("CS-INF-3", "{group} is the name of another hex group", group=group)
    ground, adjacent = dict(position.ground), position.group_adjacent
    for place, kind in zip(at, terrain, strict=True):
        old = ground.pop(place, None) or MapHex(at=place, group=group, terrain=kind, level=-1)
        ground[place] = evolve(old, group=group, terrain=kind, level=old.level + 1)
    if adjacent is not None:
        left = {h.group for h in ground.values()}
        adjacent = {
            one: tuple(other for other in others if other in left) for one, others in adjacent.items() if one in left
        }
    return Outcome(evolve(position, hexes=tuple(ground.values()), group_adjacent=adjacent), rulings)


def _tile(position: Position, tile: Path) -> Ruling:
    """Whether the current faction may lay a terrain tile on these hexes: the deciding ruling (CS-INF-4)."""
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
    return (_on_top if on_map else _beside)(position, position.current, tile)


def _beside(position: Position, faction: str, tile: Path) -> Ruling:
    groups, by_spires = _groups_beside(position, tile), position.readings.tile_beside == "spire_groups"
    grounds = _spires_by_group(position, faction) if by_spires else influenced(position, faction)
    for group in groups:
        if grounds.get(group):
            sentence = "on free ground the tile is adjacent to {group}, which "
            sentence += "holds a spire of {faction}" if by_spires else "is under the influence of {faction}"
            return legal("CS-INF-4", sentence, group=group, faction=faction)
    sentence = "on free ground the tile would be adjacent to {groups}, and "
    sentence += "none holds a spire of {faction}" if by_spires else "{faction} has no influence there"
    return illegal("CS-INF-4", sentence, groups=", ".join(groups) or "no hex group", faction=faction)


def _on_top(position: Position, faction: str, tile: Path) -> Ruling:
    levels, groups = sorted({position.ground[at].level for at in tile}), influenced(position, faction)
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


# --- upgrades and equipment (CS-UP, CS-GATE-5) ------------------------------------------------------------------------


def supply_left(position: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    return (position.supply or {}).get(kind, BOX[kind] - in_play(position)[kind])


def _taken(position: Position, *kinds: UpgradeKind) -> Position:
    """With upgrades taken from the supply, where the document counts it."""
    if position.supply is None:
        return position
    return evolve(position, supply={kind: number - kinds.count(kind) for kind, number in position.supply.items()})


def _turn(position: Position, owner: str | None, what: str, piece: str = "") -> list[Ruling]:
    """Why nothing can be built or bought now: it is another faction's turn, or the turn has begun its steps."""
    facts: dict[str, Any] = {"piece": piece, "current": position.current, "owner": owner or "no faction"}
    if owner != position.current:
        return [illegal("CS-GEN-2", "it is the turn of {current}, {piece} is of {owner}", **facts)]
    if position.step not in (None, "start"):
        sentence = "{what} at the start of the turn, this is {now}"
        return [illegal("CS-GEN-2", sentence, **facts, what=what, now=position.step)]
    return []


@said("takes", subject="piece", skip="upgrade")
def upgrade(at: Position, piece: PieceName, kind: UpgradeKind) -> Done:
    """A piece takes an upgrade, on top of those that it has (CS-UP)."""
    fitted = at.piece(piece)
    allowed(_turn(at, at.owner(fitted), "pieces are fitted out", piece))
    rulings = allowed([_upgrade(at, fitted, kind)])
    if not isinstance(fitted, Spire):
        counts = {name: getattr(fitted.upgrades, name) + (name == kind) for name in ("attack", "range")}
        return Outcome(_taken(at.changed(fitted.id, upgrades=Upgrades(**counts)), kind), rulings)
    sentence = "{spire} has dice {dice} and range {reach} now, by what is stacked on it; "
    sentence += "the icons on its chip do not count"
    after = evolve(fitted, upgrades=(*fitted.upgrades, kind))
    stacked = consequence("CS-UP-3", sentence, spire=fitted.id, dice=after.dice, reach=after.reach)
    return Outcome(_taken(at.changed(fitted.id, upgrades=after.upgrades), kind), (*rulings, stacked))


def _upgrade(position: Position, piece: Chip | Spire, kind: UpgradeKind) -> Ruling:
    """Whether a piece may take an upgrade: what forbids it, or what allows it."""
    facts: dict[str, Any] = {"unit": piece.id}
    if isinstance(piece, Spire):
        carried, capacity = len(piece.upgrades), piece.capacity
        facts = {"spire": piece.id, "count": carried, "capacity": capacity, "kind": kind}
        if capacity is not None and carried >= capacity:
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


@said("equips", subject="hero")
def equip(at: Position, hero: UnitName, equipment: str | None = None) -> Done:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""
    chip = at.piece(hero)
    assert isinstance(chip, Chip)
    allowed(_turn(at, at.owner(chip), "pieces are fitted out", hero))
    rulings = allowed([may_equip(chip)])
    if equipment is None:
        raise ChoiceNeeded(kit.Open("equipment", f"which chip does {hero} put on?", rulings=rulings))
    return Outcome(at.changed(hero, equipment=equipment), rulings)


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
    if hero.kind != "hero":
        return illegal("CS-GATE-5", "{unit} is no hero: only heroes put on equipment", unit=hero.id)
    if isinstance(hero, Unit):
        return illegal("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero.id)
    good = "{hero} is at the gate and may put on a bought equipment chip"
    bad = "{hero} wears {equipment}: one only, and it cannot be taken off"
    return kit.judged(hero.equipment is None, "CS-GATE-5", good, bad, hero=hero.id, equipment=hero.equipment)


def may_deploy(hero: Chip, gate: Gate) -> Ruling:
    """Whether a hero at its gate may deploy (CS-GATE-4, CS-MOVE-11)."""
    if hero.returned:
        sentence = "{hero} has returned in this wave: it is not deployed again before the wave ends"
        return illegal("CS-GATE-4", sentence, hero=hero.id)
    good, bad = "{hero} lies on top and may deploy", "{hero} does not lie on top: it cannot deploy yet"
    return kit.judged(hero is gate.stack[0], "CS-MOVE-11", good, bad, hero=hero.id)


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
