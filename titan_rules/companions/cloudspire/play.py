"""A turn as actions: moves, spire fire, exploration, attacks, the steps between, and what is bought (CS-GEN-2)."""

from collections.abc import Mapping
from typing import Any

from attrs import evolve

from ...kernel.companions import Actions, Outcome, allowed, refuse
from ...kernel.companions.choices import Refused
from ...kernel.errors import DocumentError, Fault
from ...kernel.rulings import Ruling, consequence, illegal, legal
from .attacks import attack, duty, fire, harmed, over, struck_at_the_end
from .building import influence, may_build, may_equip, may_place, may_upgrade, own_piece, supply_left
from .facts import GATE_DAMAGE, TURN_STEPS, UPGRADES, TerrainName, UpgradeKind
from .hexes import At, apart, written
from .judging import end_of, first_broken, moved, still_moves, turn_ruling
from .movers import find_mover, movers
from .moves import Moves, moves_of
from .pieces import by_name, find_chip_or_spire, find_unit
from .state import Count, MapHex, Position, Spire, Unit, Upgrades
from .targets import firing_spires, may_fire_at, targets_of

Done = Outcome[Position]

NO_HEROES: Mapping[str, At] = {}


def move(at: Position, unit: str, path: tuple[At, ...] = (), heroes: Mapping[str, At] = NO_HEROES) -> Done:
    """A unit moves, or deploys; without a path it stays.

    :param unit: its id.
    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """
    moves = moves_of(find_mover(at, unit))
    path = path[1:] if path[:1] == (moves.mover.start,) else path
    found = first_broken(moves, path)
    if found is not None:
        told = {"broken": found[0].rule, "step": found[1], "to": [end.at for end in moves.ends]}
        raise Refused([found[0]], unit=moves.mover.id, **told)
    end, rulings = end_of(moves, path, heroes)
    swaps = {"swaps": end.swaps} if end.swaps else {}
    return Done(moved(moves, end), rulings, told={"unit": moves.mover.id, **swaps})


def explore(position: Position, unit: str, at: At, reveal: bool = True) -> Done:
    """A unit explores a landmark that lies face down beside it (CS-EXP-1).

    :param at: the landmark's hex.
    :param reveal: it is turned face up; else its player only looks at it.
    """
    own, h = find_unit(position, unit), position.ground.get(at)
    facts: dict[str, Any] = {"unit": own.id, "hex": written(at), "distance": apart(own.at, at)}
    if own.faction != position.current:
        refuse("CS-GEN-2", "it is the turn of {current}, {unit} is not of it", current=position.current, unit=own.id)
    if position.step not in (None, "exploration"):
        refuse("CS-GEN-2", "units explore in the exploration step, this is {now}", now=position.step)
    if not may_explore(position, own):
        sentence = "the top minion fell while exploring, and with that the exploration of {unit} is over"
        refuse("CS-GRP-3", sentence, unit=own.id)
    if h is None or not h.face_down:
        refuse("CS-EXP-1", "no landmark lies face down on {hex}", hex=facts["hex"])
    if facts["distance"] > 1:
        refuse("CS-EXP-1", "{hex} is {distance} away from {unit}: units explore landmarks beside them", **facts)
    sentence = "{unit} explores {hex}: its player looks at the landmark, "
    sentence += "{chip}, and reveals it" if reveal else "and leaves it face down"
    hexes = (evolve(old, face_down=not reveal) if old is h else old for old in position.hexes)
    rulings = (legal("CS-EXP-1", sentence, **facts, chip=h.chip),)
    return Done(evolve(position, hexes=tuple(hexes)), rulings, told={"unit": own.id, "revealed": reveal})


def may_explore(at: Position, unit: Unit) -> bool:
    """Whether a unit's exploration in this turn is still to come (CS-GRP-3)."""
    return unit.fell_in != "exploration" or at.readings.group_carry_on == "same_point"


def next_step(at: Position) -> Done:
    """The next step of the turn begins."""
    now = at.step or "start"
    if now == TURN_STEPS[-1]:
        refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    allowed(duties(evolve(at, step=now)))
    following = TURN_STEPS[TURN_STEPS.index(now) + 1]
    sentence = "{faction}: {now} is over, {next} begins"
    ruling = consequence("CS-GEN-2", sentence, faction=at.current, now=now, next=following)
    return Done(evolve(at, step=following), (ruling,))


def end_turn(at: Position) -> Done:
    """The turn ends, and that of the faction on the left begins."""
    if at.step not in (None, TURN_STEPS[-1]):
        refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    rulings = [*allowed(duties(at))]
    for gate, unit in struck_at_the_end(at):
        sentence = "{unit} is beside the gate of {owner} and has not attacked: it is struck for {damage}"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction, damage=GATE_DAMAGE))
        at, _, defeat = harmed(at, unit, GATE_DAMAGE)
        rulings += defeat
    names = list(at.factions)
    left = names[(names.index(at.current) + 1) % len(names)]
    sentence = "the turn of {faction} is over, {next} is next"
    rulings.append(consequence("CS-GEN-2", sentence, faction=at.current, next=left))
    fresh = at.changed(retaliated=False)
    units = tuple(evolve(u, moved=None, attacked=False, fell_in=None) for u in fresh.units)
    spires = tuple(evolve(s, fired=False) for s in fresh.spires)
    step = None if at.step is None else TURN_STEPS[0]
    return Done(evolve(fresh, current=left, step=step, units=units, spires=spires), tuple(rulings))


def end_wave(at: Position) -> Done:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""
    back = ", ".join(chip.id for chip in at.chips() if chip.returned) or "nobody"
    ruling = consequence("CS-GATE-4", "the wave is over: {heroes} may deploy again", heroes=back)
    return Done(at.changed(returned=False), (ruling,))


def upgrade(at: Position, piece: str, kind: UpgradeKind) -> Done:
    """A piece takes an upgrade, on top of those that it has."""
    found = find_chip_or_spire(at, piece)
    rulings = [may_upgrade(at, found, kind)]
    if isinstance(found, Spire):
        now = {"upgrades": found.upgrades, "dice": found.dice, "range": found.reach, "capacity": found.capacity}
        sentence = "{spire} has dice {dice} and range {reach} by what is stacked on it; "
        sentence += "the icons on its chip do not count"
        rulings.append(consequence("CS-UP-3", sentence, spire=found.id, dice=found.dice, reach=found.reach))
        after = at.changed(found.id, upgrades=(*found.upgrades, kind))
    else:
        now = {"attack": None if found.attack is None else found.damage, "reach": found.reach}
        counts = {name: getattr(found.upgrades, name) + (name == kind) for name in ("attack", "range")}
        after = at.changed(found.id, upgrades=Upgrades(**counts))
    told = {"piece": found.id, "now": now, "supply": supply_left(at, kind)}
    if at.supply is not None and kind in at.supply:
        after = evolve(after, supply={**at.supply, kind: at.supply[kind] - 1})
    return Done(after, allowed(rulings, **told), told=told)


def build(
    position: Position, spire: str, at: At, upgrades: tuple[UpgradeKind, ...] = (), capacity: Count | None = None
) -> Done:
    """A spire is built.

    :param spire: its name.
    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """
    if spire in {piece.id for piece in position.pieces()} or ":" in spire or not spire or spire != spire.strip():
        refuse("CS-INF-1", "{spire} is no name for another piece", spire=spire)
    rulings = allowed(may_build(position, position.current, at))
    for kind in UPGRADES:
        left, wanted = supply_left(position, kind), upgrades.count(kind)
        if wanted > left:
            facts = {"spire": spire, "wanted": wanted, "kind": kind, "left": left}
            refuse("CS-UP-4", "{spire} starts with {wanted} {kind} upgrades, {left} are left", **facts)
    if position.supply is not None:
        supply = {kind: number - upgrades.count(kind) for kind, number in position.supply.items()}
        position = evolve(position, supply=supply)
    built = Spire(id=spire, faction=position.current, at=at, upgrades=upgrades, capacity=capacity)
    return Done(evolve(position, spires=(*position.spires, built)), rulings)


def place_tile(position: Position, group: str, at: tuple[At, ...], terrain: tuple[TerrainName, ...]) -> Done:
    """A terrain tile is laid.

    :param group: the name of its hex group.
    :param terrain: that of its hexes, in their order.
    """
    if len(at) != len(terrain):
        message = f"{len(at)} hexes and {len(terrain)} terrains: each hex has one"
        raise DocumentError([Fault("bad-tile", message, "/terrain")])
    rulings = allowed([may_place(position, position.current, at)])
    if group in {h.group for h in position.hexes}:
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
    return Done(evolve(position, hexes=tuple(ground.values()), group_adjacent=adjacent), rulings)


def equip(at: Position, hero: str, equipment: str) -> Done:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""
    found = by_name("hero", {chip.id: chip for chip in at.chips() if chip.kind == "hero"}, hero)
    barred = own_piece(at, found)
    rulings = allowed([may_equip(found) if barred is None else barred])
    return Done(at.changed(found.id, equipment=equipment), rulings)


def mark(at: Position, mark: str) -> Done:
    """A faction says what its units head for (CS-GEN-4): gate:FACTION, spire:ID, unit:ID or hex:q,r."""
    if mark not in at.marks or mark == f"gate:{at.current}":
        refuse("CS-GEN-4", "{mark} is nothing on the map that {faction} could head for", mark=mark, faction=at.current)
    own = evolve(at.factions[at.current], mark=mark)
    ruling = legal("CS-GEN-4", "{faction} heads for {mark}", faction=at.current, mark=mark)
    return Done(evolve(at, factions={**at.factions, at.current: own}), (ruling,))


ACTIONS = Actions.of(
    mark, move, fire, explore, attack, next_step, end_turn, end_wave, upgrade, build, place_tile, equip
)  # fmt: skip


# --- what must and may be done, and what is seen ----------------------------------------------------------------------


def moving(at: Position) -> list[Moves]:
    """The moves of the units that may move now."""
    return [moves_of(m) for m in movers(at, at.current) if still_moves(m) and turn_ruling(m).verdict == "legal"]


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        waiting = [m for m in movers(at, at.current) if m.left is None and still_moves(m) and moves_of(m).must]
        deploy, go = "{unit} is on top at the gate and must deploy", "{unit} can get nearer its mark and must move"
        rules = [
            "CS-MOVE-11" if m.at_gate else "CS-MOVE-22" if m.is_hero else "CS-MOVE-21" if m.ai else "CS-MOVE-5"
            for m in waiting
        ]
        pairs = zip(rules, waiting, strict=True)
        return [illegal(rule, deploy if m.at_gate else go, unit=m.id) for rule, m in pairs]
    if at.step == "spires-fire":
        spires = [s for s in firing_spires(at) if not s.fired and s.dice and may_fire_at(at, s)]
        return [illegal("CS-ATT-11", "{spire} has a target and must fire", spire=s.id) for s in spires]
    if at.step in (None, "attack"):
        units = [u for u in at.units if u.faction == at.current and over(at, u) is None and targets_of(at, u)]
        return [evolve(duty(at, u), verdict="illegal") for u in units if u.kind != "hero" or at.is_ai(u.faction)]
    return []


def options(at: Position) -> list[dict[str, Any]]:
    """What may be done now, by the piece that does it; with no step in the document, in any step."""
    found: list[dict[str, Any]] = []
    own = [unit for unit in at.units if unit.faction == at.current]
    if at.step in (None, "start"):
        for kind in UPGRADES:
            pieces = [p.id for p in at.pieces() if may_upgrade(at, p, kind).verdict == "legal"]
            found += [{"do": "upgrade", "kind": kind, "pieces": pieces}] if pieces else []
        heroes = [c for c in at.chips() if c.kind == "hero" and own_piece(at, c) is None]
        bare = [hero.id for hero in heroes if may_equip(hero).verdict == "legal"]
        found += [{"do": "equip", "heroes": bare}] if bare else []
        sites = [h.at for h in at.hexes if may_build(at, at.current, h.at)[0].verdict == "legal"]
        found += [{"do": "build", "at": sites}] if sites else []
        near = [group for group, why in influence(at, at.current).items() if why]
        found += [{"do": "place-tile", "groups": near}] if near else []
    if at.step in (None, "movement"):
        for moves in moving(at):
            to = [{"at": end.at, "path": end.path} for end in moves.ends]
            found += [{"do": "move", "unit": moves.mover.id, "must": moves.must, "to": to}] if to else []
    if at.step in (None, "spires-fire"):
        for spire in firing_spires(at):
            names = [unit.id for unit in may_fire_at(at, spire) if not spire.fired]
            found += [{"do": "fire", "spire": spire.id, "dice": spire.dice, "targets": names}] if names else []
    if at.step in (None, "exploration"):
        for unit in own:
            beside = [h.at for h in at.hexes if h.face_down and apart(unit.at, h.at) == 1 and may_explore(at, unit)]
            found += [{"do": "explore", "unit": unit.id, "landmarks": beside}] if beside else []
    if at.step in (None, "attack"):
        for unit in own:
            names = targets_of(at, unit) if over(at, unit) is None else []
            found += [{"do": "attack", "unit": unit.id, "targets": names}] if names else []
    if not duties(at):
        found.append({"do": "end-turn" if at.step in (None, TURN_STEPS[-1]) else "next-step"})
    if at.step in (None, TURN_STEPS[0]):
        found.append({"do": "end-wave"})
    return found


def show(at: Position) -> dict[str, Any]:
    """Whose turn it is, and every piece."""
    return {
        "current": at.current,
        "step": at.step,
        "units": [
            {"unit": u.id, "faction": u.faction, "kind": u.kind, "at": written(u.at), "hp": f"{u.life} of {u.health}",
             "attack": u.damage, "reach": u.reach, "under": [chip.id for chip in u.under]}
            for u in at.units
        ],
        "spires": [
            {"spire": s.id, "faction": s.faction, "at": written(s.at), "upgrades": s.upgrades} for s in at.spires
        ],
        "gates": [
            {"gate": g.faction, "at": written(g.at), "hp": g.hp, "stack": [chip.id for chip in g.stack]}
            for g in at.gates
        ],
    }  # fmt: skip


def facts(at: Position) -> dict[str, Any]:
    """What a record may expect of a position: units by id (null: gone), spires and gates."""
    return {
        "current": at.current,
        "step": at.step,
        "units": {u.id: {"at": u.at, "hp": u.life, "attacked": u.attacked} for u in at.units},
        "spires": {s.id: {"at": s.at, "upgrades": s.upgrades, "fired": s.fired} for s in at.spires},
        "gates": {g.faction: {"hp": g.hp, "stack": [chip.id for chip in g.stack]} for g in at.gates},
    }
