"""Hex groups under a faction's influence (CS-INF-2), where it may build and lay terrain tiles (CS-INF-1, 4)."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from attrs import frozen

from ....kernel.rulings import Ruling, illegal, legal
from ..facts import TILE_HEXES
from ..hexes import Hex, in_one_piece, neighbours, written
from ..state import Position
from .ground import Ground, ground_of

Clause: TypeAlias = Literal["gate", "spire", "adjacent"]


@frozen
class Influence:
    """One reason for which a group is under influence.

    :param by: the spire's id, or the adjacent group.
    """

    clause: Clause
    by: str | None
    ruling: Ruling


def group_neighbours(position: Position) -> dict[str, tuple[str, ...]]:
    """The groups adjacent to each group: as the document says, else those that share an edge (CS-GEN-3)."""
    groups = dict.fromkeys(h.group for h in position.hexes)
    if position.group_adjacent is not None:
        return {group: position.group_adjacent.get(group, ()) for group in groups}
    at = {h.hex: h.group for h in position.hexes}
    found: dict[str, dict[str, None]] = {group: {} for group in groups}
    for here, group in at.items():
        for n in neighbours(here):
            other = at.get(n)
            if other is not None and other != group:
                found[group][other] = None
    return {group: tuple(others) for group, others in found.items()}


def groups_with_spires(position: Position, faction: str) -> dict[str, list[str]]:
    """The groups that hold a spire of a faction, with the spires."""
    at = {h.hex: h.group for h in position.hexes}
    found: dict[str, list[str]] = {}
    for spire in position.spires:
        if spire.faction == faction:
            found.setdefault(at[spire.hex], []).append(spire.id)
    return found


def influence(position: Position, faction: str) -> dict[str, list[Influence]]:
    """Every group under a faction's influence, with all the reasons (CS-INF-2)."""
    with_spires = groups_with_spires(position, faction)
    around = group_neighbours(position)
    gate = position.gate(faction)
    beside_gate = set() if gate is None else set(neighbours(gate.hex))
    found: dict[str, list[Influence]] = {}
    for group in around:
        reasons = []
        touching = [h.hex for h in position.hexes if h.group == group and h.hex in beside_gate]
        if touching:
            sentence = "{group} touches the fortress gate of {faction} at {hex}"
            facts = {"group": group, "faction": faction, "hex": written(touching[0])}
            reasons.append(Influence("gate", None, legal("CS-INF-2", sentence, None, **facts)))
        for spire in with_spires.get(group, ()):
            sentence = "{group} holds {spire}, a spire of {faction}"
            ruling = legal("CS-INF-2", sentence, group=group, spire=spire, faction=faction)
            reasons.append(Influence("spire", spire, ruling))
        for other in around[group]:
            if other in with_spires:
                sentence = "{group} is adjacent to {other}, which holds a spire of {faction}"
                ruling = legal("CS-INF-2", sentence, group=group, other=other, faction=faction)
                reasons.append(Influence("adjacent", other, ruling))
        if reasons:
            found[group] = reasons
    return found


def may_build(position: Position, faction: str, at: Hex) -> list[Ruling]:
    """Whether a faction may build a spire on a hex, as far as influence and chips go (CS-INF-1, CS-MOVE-3)."""
    ground = ground_of(position)
    h = ground.hexes.get(at)
    if h is None:
        return [illegal("CS-INF-1", "there is no hex {hex} on the map", hex=written(at))]
    reasons = influence(position, faction).get(h.group)
    if not reasons:
        sentence = "{hex} belongs to {group}, which is not under the influence of {faction}"
        return [illegal("CS-INF-1", sentence, hex=written(at), group=h.group, faction=faction)]
    if ground.occupied(at):
        return [illegal("CS-INF-1", "a chip lies on {hex} already", hex=written(at))]
    sentence = "{hex} belongs to {group}, which is under the influence of {faction}"
    return [legal("CS-INF-1", sentence, hex=written(at), group=h.group, faction=faction), reasons[0].ruling]


def may_place(position: Position, faction: str, tile: tuple[Hex, ...]) -> list[Ruling]:
    """Whether a faction may lay a terrain tile on these hexes (CS-INF-4): the deciding rulings."""
    broken = _shape(tile)
    if broken is not None:
        return [broken]
    ground = ground_of(position)
    on_map = [at for at in tile if at in ground.hexes]
    gates = [at for at in tile if at in ground.gates]
    if gates:
        return [illegal("CS-INF-4", "{hex} is a fortress gate", hex=written(gates[0]))]
    if on_map and len(on_map) < len(tile):
        sentence = "of its hexes {on} would lie on terrain and {off} on none: the tile would not lie flat"
        return [illegal("CS-INF-4", sentence, on=len(on_map), off=len(tile) - len(on_map))]
    return _on_top(ground, faction, tile) if on_map else _beside(ground, faction, tile)


def _shape(tile: tuple[Hex, ...]) -> Ruling | None:
    if len(set(tile)) != TILE_HEXES or len(tile) != TILE_HEXES or not in_one_piece(tile):
        listed = " ".join(map(written, tile))
        sentence = "a terrain tile has {hexes} hexes in one piece, and {given} is none"
        return illegal("CS-INF-3", sentence, hexes=TILE_HEXES, given=listed or "nothing")
    return None


def _groups_beside(ground: Ground, tile: Iterable[Hex]) -> list[str]:
    found = {ground.hexes[n].group: None for at in tile for n in neighbours(at) if n in ground.hexes}
    return list(found)


def _beside(ground: Ground, faction: str, tile: tuple[Hex, ...]) -> list[Ruling]:
    position = ground.position
    beside = _groups_beside(ground, tile)
    names = ", ".join(beside) or "no hex group"
    holding = groups_with_spires(position, faction)
    influenced = influence(position, faction)
    reading = ground.readings.tile_beside
    good: Mapping[str, object] = holding if reading == "spire_groups" else influenced
    for group in beside:
        if group in good:
            sentence = "on free ground the tile is adjacent to {group}, which holds a spire of {faction}"
            if reading == "influenced_groups":
                sentence = "on free ground the tile is adjacent to {group}, which is under the influence of {faction}"
            return [legal("CS-INF-4", sentence, group=group, faction=faction)]
    sentence = "on free ground the tile would be adjacent to {groups}, and none holds a spire of {faction}"
    if reading == "influenced_groups":
        sentence = "on free ground the tile would be adjacent to {groups}, and {faction} has no influence there"
    return [illegal("CS-INF-4", sentence, groups=names, faction=faction)]


def _on_top(ground: Ground, faction: str, tile: tuple[Hex, ...]) -> list[Ruling]:
    levels = {ground.hexes[at].level for at in tile}
    if len(levels) > 1:
        listed = ", ".join(map(str, sorted(levels)))
        return [illegal("CS-INF-4", "the terrain below lies at the levels {levels}: it is not flat", levels=listed)]
    influenced = influence(ground.position, faction)
    good = [at for at in tile if ground.hexes[at].group in influenced]
    if not good:
        sentence = "the tile would cover no hex that is under the influence of {faction}"
        return [illegal("CS-INF-4", sentence, faction=faction)]
    watched = tile if ground.readings.tile_chips == "no_covered_hex" else tuple(good)
    chips = [at for at in watched if ground.occupied(at)]
    if chips:
        return [illegal("CS-INF-4", "a chip lies on {hex}, which the tile would cover", hex=written(chips[0]))]
    sentence = "the tile lies flat on terrain without chips and covers {hex}, under the influence of {faction}"
    return [legal("CS-INF-4", sentence, hex=written(good[0]), faction=faction)]
