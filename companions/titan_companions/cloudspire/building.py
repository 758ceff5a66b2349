"""Ground and upgrades: hex groups under influence, spires, terrain tiles, upgrades (CS-INF, CS-UP)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import Any, Literal

from .. import protocol as kit
from ..protocol import Ruling, consequence, evolve, frozen, legal, refuse
from .facts import BOX, TILE_HEXES, UPGRADES, TerrainName, UpgradeKind, goes_to
from .hexes import At, Hex, Path, in_one_piece, neighbours, written
from .state import Chip, Count, Done, FactionName, MapHex, PieceName, Position, Spire, Upgrades, out_of_turn


@frozen
class Clause:
    """Why a group is under influence: the faction's gate, a spire in it, or an adjacent group."""

    clause: Literal["gate", "spire", "adjacent"]
    of: str | None = None


@frozen
class Group:
    """A hex group under influence."""

    group: str
    by: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]


@frozen
class Influence:
    """The hex groups under a faction's influence, and those without it."""

    faction: str
    groups: tuple[Group, ...]
    without: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def influence(at: Position, faction: FactionName | None = None) -> Influence:
    """Which hex groups are under a faction's influence, and by which clause?"""
    name = faction or at.current
    every = {group: [*_reasons(at, name, group)] for group in dict.fromkeys(h.group for h in at.hexes)}
    known = tuple(Group(group, *zip(*why, strict=True)) for group, why in every.items() if why)
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    rulings = (
        consequence("CS-INF-1", sentence, faction=name),
        consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"),
    )
    return Influence(name, known, tuple(group for group, why in every.items() if not why), rulings)


def _reasons(at: Position, faction: str, group: str) -> Iterator[tuple[Clause, Ruling]]:
    """Why a hex group is under a faction's influence (CS-INF-2)."""
    gate, spires = at.gate(faction), _spires_by_group(at, faction)
    hexes = [h.at for h in at.hexes if h.group == group]
    around: Iterable[str] = (at.group_adjacent or {}).get(group, ())
    if at.group_adjacent is None:
        around = [other for other in _groups_beside(at, hexes) if other != group]
    facts: dict[str, Any] = {"group": group, "faction": faction}
    touching = next((one for one in hexes if gate is not None and gate.at in neighbours(one)), None)
    if touching is not None:
        sentence = "{group} touches the fortress gate of {faction} at {hex}"
        yield Clause("gate"), legal("CS-INF-2", sentence, **facts, hex=written(touching))
    for spire in spires.get(group, ()):
        sentence = "{group} holds {spire}, a spire of {faction}"
        yield Clause("spire", spire), legal("CS-INF-2", sentence, **facts, spire=spire)
    for other in around:
        if other in spires:
            sentence = "{group} is adjacent to {other}, which holds a spire of {faction}"
            yield Clause("adjacent", other), legal("CS-INF-2", sentence, **facts, other=other)


def _spires_by_group(at: Position, faction: str) -> dict[str, list[str]]:
    spires: dict[str, list[str]] = {}
    for spire in at.spires:
        if spire.faction == faction:
            spires.setdefault(at.ground[spire.at].group, []).append(spire.id)
    return spires


def _groups_beside(at: Position, hexes: Iterable[Hex]) -> list[str]:
    return list(dict.fromkeys(at.ground[n].group for one in hexes for n in neighbours(one) if n in at.ground))


def build(
    position: Position, at: At, spire: str | None = None, upgrades: tuple[UpgradeKind, ...] = (), *,
    capacity: Count | None = None, faction: FactionName | None = None,
) -> Done:  # fmt: skip
    """A spire is built, where its faction has influence and nothing stands (CS-INF-1).

    :param spire: its name; left out: any.
    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """
    who = faction or position.current
    yield from out_of_turn(position, who, who, "start", "spires are built at the start of the turn")
    facts: dict[str, Any] = {"hex": written(at), "faction": who}
    if at not in position.ground:
        refuse("CS-INF-1", "there is no hex {hex} on the map", **facts)
    facts["group"] = position.ground[at].group
    why = [ruling for _, ruling in _reasons(position, who, facts["group"])]
    if not why:
        refuse("CS-INF-1", "{hex} belongs to {group}, which is not under the influence of {faction}", **facts)
    if position.occupied(at):
        refuse("CS-INF-1", "a chip lies on {hex} already", **facts)
    yield legal("CS-INF-1", "{hex} belongs to {group}, which is under the influence of {faction}", **facts)
    yield why[0]
    back = [name for name, where in position.defeated.items() if where == goes_to("spire", None, False)]
    taken = {*position.pieces, *position.defeated}
    name = _free("spire", taken) if spire is None else spire
    if name in taken.difference(back) or ":" in name or not name or name != name.strip():
        refuse("CS-INF-1", "{spire} is no name for another piece", spire=name)
    for kind in UPGRADES:
        left, wanted = supply_left(position, kind), upgrades.count(kind)
        if wanted > left:
            facts = {"spire": name, "wanted": wanted, "kind": kind, "left": left}
            refuse("CS-UP-4", "{spire} starts with {wanted} {kind} upgrades, {left} are left", **facts)
    built = Spire(id=name, faction=who, at=at, upgrades=upgrades, capacity=capacity)
    gone = {one: where for one, where in position.defeated.items() if one != name}
    return evolve(_taken(position, *upgrades), spires=(*position.spires, built), defeated=gone)


def _free(what: str, taken: Collection[str]) -> str:
    """An unused name."""
    return next(name for name in (f"{what}-{n}" for n in count(1)) if name not in taken)


def place_tile(
    position: Position, at: tuple[At, ...] = (), group: str | None = None, *, terrain: tuple[TerrainName, ...] = (),
    faction: FactionName | None = None,
) -> Done:  # fmt: skip
    """A terrain tile is laid (CS-INF-3, CS-INF-4).

    :param at: its three hexes.
    :param group: the name of its hex group; left out: any.
    :param terrain: that of its hexes, in their order.
    """
    who = faction or position.current
    yield from out_of_turn(position, who, who, "start", "terrain tiles are laid at the start of the turn")
    if not at:
        near = tuple(one.rulings[0] for one in influence(position).groups)
        if not near:
            refuse("CS-INF-1", "no hex group is under the influence of {faction}", faction=who)
        raise kit.ChoiceNeeded(kit.Open("at", "on which three hexes does the tile lie?", rulings=near))
    yield _allowed_there(position, at)
    if not terrain:
        raise kit.ChoiceNeeded(kit.Open("terrain", "which terrain has each of its hexes?"))
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
        adjacent = {one: tuple(other for other in others if other in left) for one, others in adjacent.items()
                    if one in left}  # fmt: skip
    return evolve(position, hexes=tuple(ground.values()), group_adjacent=adjacent)


def _allowed_there(at: Position, tile: Path) -> Ruling:
    """What allows the current faction to lay a terrain tile on these hexes (CS-INF-4).

    :raises IllegalAction: nothing does.
    """
    on_map, influenced = [one for one in tile if one in at.ground], {one.group for one in influence(at).groups}
    facts: dict[str, Any] = {"faction": at.current, "on": len(on_map), "off": len(tile) - len(on_map)}
    if len(set(tile)) != TILE_HEXES or len(tile) != TILE_HEXES or not in_one_piece(tile):
        sentence, given = (
            "a terrain tile has {hexes} hexes in one piece, and {given} is none",
            " ".join(map(written, tile)),
        )
        refuse("CS-INF-3", sentence, hexes=TILE_HEXES, given=given)
    for one in tile:
        if one in at.gate_at:
            refuse("CS-INF-4", "{hex} is a fortress gate", hex=written(one))
    if not on_map:
        by_spires, beside = at.readings.tile_beside == "spire_groups", _groups_beside(at, tile)
        good = [one for one in beside if one in (_spires_by_group(at, at.current) if by_spires else influenced)]
        which = "holds a spire of {faction}" if by_spires else "is under the influence of {faction}"
        if good:
            return legal("CS-INF-4", "on free ground the tile is adjacent to {group}, which " + which,
                         **facts, group=good[0])  # fmt: skip
        sentence = "on free ground the tile would be adjacent to {groups}, and none " + which
        refuse("CS-INF-4", sentence, **facts, groups=", ".join(beside) or "no hex group")
    if facts["off"]:
        sentence = "of its hexes {on} would lie on terrain and {off} on none: the tile would not lie flat"
        refuse("CS-INF-4", sentence, **facts)
    levels = sorted({at.ground[one].level for one in tile})
    if len(levels) > 1:
        sentence = "the terrain below lies at the levels {levels}: it is not flat"
        refuse("CS-INF-4", sentence, levels=", ".join(map(str, levels)))
    under = [one for one in tile if at.ground[one].group in influenced]
    if not under:
        refuse("CS-INF-4", "the tile would cover no hex that is under the influence of {faction}", **facts)
    for one in tile if at.readings.tile_chips == "no_covered_hex" else under:
        if at.occupied(one):
            refuse("CS-INF-4", "a chip lies on {hex}, which the tile would cover", hex=written(one))
    sentence = "the tile lies flat on terrain without chips and covers {hex}, under the influence of {faction}"
    return legal("CS-INF-4", sentence, **facts, hex=written(under[0]))


def in_play(at: Position) -> Counter[str]:
    """How many upgrades of each kind lie on units and spires."""
    used = Counter[str](kind for spire in at.spires for kind in spire.upgrades)
    for chip in at.chips.values():
        used.update(attack=chip.upgrades.attack, range=chip.upgrades.range)
    return used


def supply_left(at: Position, kind: UpgradeKind) -> int:
    """How many upgrades of a kind are left: as the document says, else the box less those in play (CS-UP-4)."""
    return (at.supply or {}).get(kind, BOX[kind] - in_play(at)[kind])


def _taken(at: Position, *kinds: UpgradeKind) -> Position:
    """With upgrades taken from the supply, if the document counts it."""
    if at.supply is None:
        return at
    return evolve(at, supply={kind: number - kinds.count(kind) for kind, number in at.supply.items()})


def upgrade(at: Position, piece: PieceName, kind: UpgradeKind) -> Done:
    """A piece takes an upgrade, on top of those that it has (CS-UP)."""
    fitted = at.piece(piece)
    yield from out_of_turn(at, at.owners[piece], piece, "start", "pieces are fitted out at the start of the turn")
    yield _spire_takes(fitted, kind) if isinstance(fitted, Spire) else _unit_takes(fitted, kind)
    if supply_left(at, kind) <= 0:
        refuse("CS-UP-4", "the supply of {kind} upgrades is empty", kind=kind)
    if not isinstance(fitted, Spire):
        counts = {name: getattr(fitted.upgrades, name) + (name == kind) for name in ("attack", "range")}
        return _taken(at.changed(piece, upgrades=Upgrades(**counts)), kind)
    after = evolve(fitted, upgrades=(*fitted.upgrades, kind))
    sentence = "{spire} has dice {dice} and range {reach} now, by what is stacked on it; "
    sentence += "the icons on its chip do not count"
    yield consequence("CS-UP-3", sentence, spire=piece, dice=after.dice, reach=after.reach)
    return _taken(at.changed(piece, upgrades=after.upgrades), kind)


def _spire_takes(spire: Spire, kind: UpgradeKind) -> Ruling:
    facts: dict[str, Any] = {"spire": spire.id, "count": len(spire.upgrades), "capacity": spire.capacity, "kind": kind}
    if spire.capacity is None:
        sentence = "{spire} takes any upgrade, {kind} too; it carries {count}, and the document gives no capacity"
        return legal("CS-UP-4", sentence, **facts)
    good = "{spire} takes any upgrade, {kind} too; it carries {count} of {capacity}"
    bad = "{spire} carries {count} upgrades already, its capacity is {capacity}"
    return kit.judged(len(spire.upgrades) < spire.capacity, "CS-UP-4", good, bad, **facts)


def _unit_takes(chip: Chip, kind: UpgradeKind) -> Ruling:
    if kind == "fort":
        refuse("CS-UP-4", "fortifications are for spires, {unit} is a {kind}", unit=chip.id, kind=chip.kind)
    if kind == "attack":
        good, bad = "{unit} has the attack icon {icon}: its damage goes", "{unit} has no attack icon"
        icon, before = chip.attack, chip.damage
    else:
        good, bad = "{unit} has the talent Range: its reach goes", "{unit} has no talent Range"
        icon, before = chip.range, chip.reach
    good += " from {before} to {after}"
    facts = {"unit": chip.id, "icon": icon, "before": before, "after": before + 1}
    return kit.judged(icon is not None, "CS-UP-1" if kind == "attack" else "CS-UP-2", good, bad, **facts)
