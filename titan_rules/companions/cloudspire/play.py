"""A turn as actions: moves, spire fire, exploration, attacks, the steps between, and what is bought (CS-GEN-2)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NoReturn

from attrs import evolve, field, frozen

from ...kernel.companions import Actions, Outcome
from ...kernel.companions.choices import Refused
from ...kernel.companions.telling import broken
from ...kernel.errors import CannotTell, Fault, IllegalAction
from ...kernel.fields import Between
from ...kernel.rulings import Ruling, consequence, illegal, legal
from .attacks import attack, duty, fire, harmed, over, struck_at_the_end
from .building import may_build, may_equip, may_place, may_upgrade
from .facts import GATE_DAMAGE, TURN_STEPS, UPGRADES, TerrainName, UpgradeKind
from .hexes import At, apart, written
from .judging import end_of, first_broken, moved, still_moves, turn_ruling, why_legal
from .movers import Mover, find_mover, movers
from .moves import moves_of
from .pieces import by_name, find_chip_or_spire, find_piece, find_spire, find_unit
from .state import Count, MapHex, Position, Spire, Step, Unit
from .targets import firing_spires, may_fire_at, targets_of

Done = Outcome[Position]


@frozen
class Move:
    """A unit moves, or deploys; without a path it stays.

    :param unit: its id.
    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """

    unit: str
    path: tuple[At, ...] = ()
    heroes: Mapping[str, At] = field(factory=dict)


@frozen
class Fire:
    """A hostile spire fires.

    :param rolled: what the dice show, one for each attack upgrade.
    :param target: the unit; left out: the only one that it reaches.
    """

    spire: str
    rolled: tuple[Annotated[int, Between(0, 99)], ...] = ()
    target: str | None = None


@frozen
class Explore:
    """A unit explores a landmark that lies face down beside it (CS-EXP-1).

    :param at: the landmark's hex.
    :param reveal: it is turned face up; else its player only looks at it.
    """

    unit: str
    at: At
    reveal: bool = True


@frozen
class Attack:
    """A unit attacks.

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """

    unit: str
    target: str
    absorb: bool = False


@frozen
class NextStep:
    """The next step of the turn begins."""


@frozen
class EndTurn:
    """The turn ends, and that of the faction on the left begins."""


@frozen
class EndWave:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""


@frozen
class Upgrade:
    """A piece takes an upgrade, on top of those that it has."""

    piece: str
    kind: UpgradeKind


@frozen
class Build:
    """A spire is built.

    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """

    spire: str
    at: At
    upgrades: tuple[UpgradeKind, ...] = ()
    capacity: Count | None = None


@frozen
class PlaceTile:
    """A terrain tile is laid.

    :param group: the name of its hex group.
    :param at: its hexes.
    :param terrain: theirs, in this order.
    """

    group: str
    at: tuple[At, ...]
    terrain: tuple[TerrainName, ...]

    def faults(self, at: str) -> list[Fault]:
        """What is wrong with it, from its JSON Pointer."""
        message = f"{len(self.at)} hexes and {len(self.terrain)} terrains: each hex has one"
        return [] if len(self.at) == len(self.terrain) else [Fault("bad-tile", message, at + "/terrain")]


@frozen
class Equip:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""

    hero: str
    equipment: str


def apply(at: Position, action: Any) -> Done:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed.
    :raises ChoiceNeeded: where a hero goes is open.
    :raises UnknownName: there is no piece of that name.
    """
    return _DEEDS[type(action)](at, action)


def _refuse(rule: str, sentence: str, **facts: Any) -> NoReturn:
    raise IllegalAction([illegal(rule, sentence, None, **facts)])


def _allowed(*rulings: Ruling) -> tuple[Ruling, ...]:
    """Rulings of which none forbids it.

    :raises IllegalAction: one does.
    """
    if broken(rulings):
        raise IllegalAction(broken(rulings))
    return rulings


def _move(at: Position, action: Move) -> Done:
    moves = moves_of(find_mover(at, action.unit))
    path = action.path[1:] if action.path[:1] == (moves.mover.start,) else action.path
    found = first_broken(moves, path)
    told: dict[str, Any] = {"unit": moves.mover.id}
    if found is not None:
        ruling, step = found
        raise Refused([ruling], **told, broken=ruling.rule, step=step, to=[end.at for end in moves.ends])
    end = end_of(moves, path, action.heroes)
    if end.swaps:
        told["swaps"] = end.swaps
    return Done(moved(moves, end), why_legal(moves, path), told=told)


def _fire(at: Position, action: Fire) -> Done:
    spire = find_spire(at, action.spire)
    targets = may_fire_at(at, spire) if action.target is None else [find_unit(at, action.target)]
    if len(targets) != 1:
        names = ", ".join(unit.id for unit in targets) or "none"
        raise CannotTell(Fault("choice", f"{spire.id} has {len(targets)} targets: {names}", hint="--target ID"))
    return fire(at, spire, targets[0], action.rolled)


def _explore(at: Position, action: Explore) -> Done:
    unit, place = find_unit(at, action.unit), written(action.at)
    if unit.faction != at.current:
        _refuse("CS-GEN-2", "it is the turn of {current}, {unit} is not of it", current=at.current, unit=unit.id)
    if at.step not in (None, "exploration"):
        _refuse("CS-GEN-2", "units explore in the exploration step, this is {now}", now=at.step)
    if not may_explore(at, unit):
        sentence = "the top minion fell while exploring, and with that the exploration of {unit} is over"
        _refuse("CS-GRP-3", sentence, unit=unit.id)
    h = at.ground.get(action.at)
    if h is None or h.chip is None or not h.face_down:
        _refuse("CS-EXP-1", "no landmark lies face down on {hex}", hex=place)
    if apart(unit.at, h.at) > 1:
        sentence = "{hex} is {distance} away from {unit}: units explore landmarks beside them"
        _refuse("CS-EXP-1", sentence, hex=place, distance=apart(unit.at, h.at), unit=unit.id)
    sentence = "{unit} explores {hex}: its player looks at the landmark, "
    sentence += "{chip}, and reveals it" if action.reveal else "and leaves it face down"
    ruling = legal("CS-EXP-1", sentence, unit=unit.id, hex=place, chip=h.chip)
    hexes = (evolve(old, face_down=not action.reveal) if old is h else old for old in at.hexes)
    return Done(evolve(at, hexes=tuple(hexes)), (ruling,), told={"unit": unit.id, "revealed": action.reveal})


def may_explore(at: Position, unit: Unit) -> bool:
    """Whether a unit's exploration in this turn is still to come (CS-GRP-3)."""
    return unit.fell_in != "exploration" or at.readings.group_carry_on == "same_point"


def landmarks(at: Position, unit: Unit) -> list[MapHex]:
    """The hexes beside a unit on which a landmark lies face down (CS-EXP-1)."""
    return [h for h in at.hexes if h.face_down and apart(unit.at, h.at) == 1 and may_explore(at, unit)]


def _attack(at: Position, action: Attack) -> Done:
    return attack(at, find_unit(at, action.unit), find_piece(at, action.target), action.absorb)


# --- steps and turns --------------------------------------------------------------------------------------------------


def _next_step(at: Position, action: NextStep) -> Done:
    now: Step = at.step or "start"
    if now == TURN_STEPS[-1]:
        _refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    _allowed(*duties(evolve(at, step=now)))
    following: Any = TURN_STEPS[TURN_STEPS.index(now) + 1]
    sentence = "{faction}: {now} is over, {next} begins"
    ruling = consequence("CS-GEN-2", sentence, faction=at.current, now=now, next=following)
    return Done(evolve(at, step=following), (ruling,))


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        waiting = [m for m in movers(at, at.current) if m.left is None and still_moves(m)]
        return [_must_move(m) for m in waiting if moves_of(m).must]
    if at.step == "spires-fire":
        spires = [s for s in firing_spires(at) if not s.fired and s.dice and may_fire_at(at, s)]
        return [illegal("CS-ATT-11", "{spire} has a target and must fire", spire=s.id) for s in spires]
    if at.step in (None, "attack"):
        units = [u for u in at.units if u.faction == at.current and over(at, u) is None and targets_of(at, u)]
        owed = [duty(at, unit) for unit in units if unit.kind != "hero" or at.is_ai(unit.faction)]
        return [evolve(ruling, verdict="illegal") for ruling in owed]
    return []


def _must_move(mover: Mover) -> Ruling:
    if mover.at_gate:
        return illegal("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id)
    rule = "CS-MOVE-22" if mover.is_hero else "CS-MOVE-5"
    return illegal(rule, "{unit} can get nearer its mark and must move", unit=mover.id)


def _end_turn(at: Position, action: EndTurn) -> Done:
    if at.step not in (None, TURN_STEPS[-1]):
        _refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    rulings = [*_allowed(*duties(at))]
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
    step: Step | None = None if at.step is None else "start"
    return Done(evolve(fresh, current=left, step=step, units=units, spires=spires), tuple(rulings))


def _end_wave(at: Position, action: EndWave) -> Done:
    back = [chip.id for chip in at.chips() if chip.returned]
    ruling = consequence("CS-GATE-4", "the wave is over: {heroes} may deploy again", heroes=", ".join(back) or "nobody")
    return Done(at.changed(returned=False), (ruling,))


# --- what is bought ---------------------------------------------------------------------------------------------------


def _upgrade(at: Position, action: Upgrade) -> Done:
    piece, kind = find_chip_or_spire(at, action.piece), action.kind
    rulings = _allowed(may_upgrade(at, piece, kind))
    if isinstance(piece, Spire):
        after = at.changed(piece.id, upgrades=(*piece.upgrades, kind))
    else:
        after = at.changed(piece.id, upgrades=evolve(piece.upgrades, **{kind: getattr(piece.upgrades, kind) + 1}))
    if at.supply is not None and kind in at.supply:
        after = evolve(after, supply={**at.supply, kind: at.supply[kind] - 1})
    return Done(after, rulings)


def _build(at: Position, action: Build) -> Done:
    name = action.spire
    if name in {piece.id for piece in at.pieces()} or ":" in name or not name or name != name.strip():
        _refuse("CS-INF-1", "{spire} is no name for another piece", spire=name)
    rulings = _allowed(*may_build(at, at.current, action.at))
    built = Spire(id=name, faction=at.current, at=action.at, upgrades=action.upgrades, capacity=action.capacity)
    return Done(evolve(at, spires=(*at.spires, built)), rulings)


def _place_tile(at: Position, action: PlaceTile) -> Done:
    rulings = _allowed(may_place(at, at.current, action.at))
    if action.group in {h.group for h in at.hexes}:
        _refuse("CS-INF-3", "{group} is the name of another hex group", group=action.group)
    below = [at.ground.get(place) for place in action.at]
    laid = [
        MapHex(at=place, group=action.group, terrain=terrain, level=old.level + 1, chip=old.chip)
        if old is not None
        else MapHex(at=place, group=action.group, terrain=terrain)
        for place, terrain, old in zip(action.at, action.terrain, below, strict=True)
    ]
    return Done(evolve(at, hexes=(*(h for h in at.hexes if h not in below), *laid)), rulings)


def _equip(at: Position, action: Equip) -> Done:
    heroes = {chip.id: chip for gate in at.gates for chip in (*gate.stack, *at.units) if chip.kind == "hero"}
    hero = by_name("hero", heroes, action.hero)
    rulings = _allowed(may_equip(hero))
    return Done(at.changed(hero.id, equipment=action.equipment), rulings)


_KINDS: Mapping[str, tuple[type[Any], Callable[[Position, Any], Done]]] = {
    "move": (Move, _move),
    "fire": (Fire, _fire),
    "explore": (Explore, _explore),
    "attack": (Attack, _attack),
    "next-step": (NextStep, _next_step),
    "end-turn": (EndTurn, _end_turn),
    "end-wave": (EndWave, _end_wave),
    "upgrade": (Upgrade, _upgrade),
    "build": (Build, _build),
    "place-tile": (PlaceTile, _place_tile),
    "equip": (Equip, _equip),
}
ACTIONS = Actions({word: kind for word, (kind, _) in _KINDS.items()})
_DEEDS = dict(_KINDS.values())


# --- what may be done, and what is seen -------------------------------------------------------------------------------


def options(at: Position) -> list[dict[str, Any]]:
    """What may be done now, by the piece that does it; with no step in the document, in any step."""
    found = list[dict[str, Any]]()
    own = [unit for unit in at.units if unit.faction == at.current]
    if at.step in (None, "start"):
        for kind in UPGRADES:
            pieces = [p.id for p in at.pieces() if may_upgrade(at, p, kind).verdict == "legal"]
            found += [{"do": "upgrade", "kind": kind, "pieces": pieces}] if pieces else []
    if at.step in (None, "movement"):
        now = [m for m in movers(at, at.current) if still_moves(m) and turn_ruling(m).verdict == "legal"]
        found += [
            {"do": "move", "unit": moves.mover.id, "must": moves.must,
             "to": [{"at": end.at, "path": end.path} for end in moves.ends]}
            for moves in map(moves_of, now) if moves.ends
        ]  # fmt: skip
    if at.step in (None, "spires-fire"):
        spires = [(spire, may_fire_at(at, spire)) for spire in firing_spires(at) if not spire.fired]
        found += [
            {"do": "fire", "spire": s.id, "dice": s.dice, "targets": [u.id for u in us]} for s, us in spires if us
        ]
    if at.step in (None, "exploration"):
        beside = [(unit, landmarks(at, unit)) for unit in own]
        found += [{"do": "explore", "unit": u.id, "landmarks": [h.at for h in there]} for u, there in beside if there]
    if at.step in (None, "attack"):
        waiting = [unit for unit in own if over(at, unit) is None]
        found += [{"do": "attack", "unit": u.id, "targets": names} for u in waiting if (names := targets_of(at, u))]
    if not duties(at):
        found.append({"do": "end-turn" if at.step in (None, TURN_STEPS[-1]) else "next-step"})
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
