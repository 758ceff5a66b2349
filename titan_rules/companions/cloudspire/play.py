"""A turn as actions: moves, spire fire, exploration, attacks, the steps between, and what is bought (CS-GEN-2)."""

from collections.abc import Mapping
from typing import Annotated, Any

from attrs import evolve, field, frozen

from ...kernel.companions import Actions, Outcome, allowed, refuse
from ...kernel.companions.choices import Refused
from ...kernel.errors import CannotTell, Fault
from ...kernel.fields import Between
from ...kernel.rulings import Ruling, consequence, illegal, legal
from .attacks import attack, duty, fire, harmed, over, struck_at_the_end
from .building import may_build, may_equip, may_place, may_upgrade, supply_left
from .facts import GATE_DAMAGE, TURN_STEPS, UPGRADES, TerrainName, UpgradeKind
from .hexes import At, apart, written
from .judging import end_of, first_broken, moved, still_moves, turn_ruling
from .movers import find_mover, movers
from .moves import Moves, moves_of
from .pieces import by_name, find_chip_or_spire, find_piece, find_spire, find_unit
from .state import Count, MapHex, Position, Spire, Unit, Upgrades
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

    def done(self, at: Position) -> Done:
        """What comes of it."""
        moves = moves_of(find_mover(at, self.unit))
        path = self.path[1:] if self.path[:1] == (moves.mover.start,) else self.path
        found = first_broken(moves, path)
        if found is not None:
            told = {"broken": found[0].rule, "step": found[1], "to": [end.at for end in moves.ends]}
            raise Refused([found[0]], unit=moves.mover.id, **told)
        end, rulings = end_of(moves, path, self.heroes)
        swaps = {"swaps": end.swaps} if end.swaps else {}
        return Done(moved(moves, end), rulings, told={"unit": moves.mover.id, **swaps})


@frozen
class Fire:
    """A hostile spire fires.

    :param rolled: what the dice show, one for each attack upgrade.
    :param target: the unit; left out: the only one that it reaches.
    """

    spire: str
    rolled: tuple[Annotated[int, Between(0, 99)], ...] = ()
    target: str | None = None

    def done(self, at: Position) -> Done:
        """What comes of it."""
        spire = find_spire(at, self.spire)
        targets = may_fire_at(at, spire) if self.target is None else [find_unit(at, self.target)]
        if len(targets) != 1:
            names = ", ".join(unit.id for unit in targets) or "none"
            raise CannotTell(Fault("choice", f"{spire.id} has {len(targets)} targets: {names}", hint="--target ID"))
        return fire(at, spire, targets[0], self.rolled)


@frozen
class Explore:
    """A unit explores a landmark that lies face down beside it (CS-EXP-1).

    :param at: the landmark's hex.
    :param reveal: it is turned face up; else its player only looks at it.
    """

    unit: str
    at: At
    reveal: bool = True

    def done(self, at: Position) -> Done:
        """What comes of it."""
        unit, h = find_unit(at, self.unit), at.ground.get(self.at)
        facts: dict[str, Any] = {"unit": unit.id, "hex": written(self.at), "distance": apart(unit.at, self.at)}
        if unit.faction != at.current:
            refuse("CS-GEN-2", "it is the turn of {current}, {unit} is not of it", current=at.current, unit=unit.id)
        if at.step not in (None, "exploration"):
            refuse("CS-GEN-2", "units explore in the exploration step, this is {now}", now=at.step)
        if not may_explore(at, unit):
            sentence = "the top minion fell while exploring, and with that the exploration of {unit} is over"
            refuse("CS-GRP-3", sentence, unit=unit.id)
        if h is None or not h.face_down:
            refuse("CS-EXP-1", "no landmark lies face down on {hex}", hex=facts["hex"])
        if facts["distance"] > 1:
            sentence = "{hex} is {distance} away from {unit}: units explore landmarks beside them"
            refuse("CS-EXP-1", sentence, **facts)
        sentence = "{unit} explores {hex}: its player looks at the landmark, "
        sentence += "{chip}, and reveals it" if self.reveal else "and leaves it face down"
        hexes = (evolve(old, face_down=not self.reveal) if old is h else old for old in at.hexes)
        rulings = (legal("CS-EXP-1", sentence, **facts, chip=h.chip),)
        return Done(evolve(at, hexes=tuple(hexes)), rulings, told={"unit": unit.id, "revealed": self.reveal})


def may_explore(at: Position, unit: Unit) -> bool:
    """Whether a unit's exploration in this turn is still to come (CS-GRP-3)."""
    return unit.fell_in != "exploration" or at.readings.group_carry_on == "same_point"


@frozen
class Attack:
    """A unit attacks.

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """

    unit: str
    target: str
    absorb: bool = False

    def done(self, at: Position) -> Done:
        """What comes of it."""
        return attack(at, find_unit(at, self.unit), find_piece(at, self.target), self.absorb)


@frozen
class NextStep:
    """The next step of the turn begins."""

    def done(self, at: Position) -> Done:
        """What comes of it."""
        now = at.step or "start"
        if now == TURN_STEPS[-1]:
            refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
        allowed(duties(evolve(at, step=now)))
        following = TURN_STEPS[TURN_STEPS.index(now) + 1]
        sentence = "{faction}: {now} is over, {next} begins"
        ruling = consequence("CS-GEN-2", sentence, faction=at.current, now=now, next=following)
        return Done(evolve(at, step=following), (ruling,))


@frozen
class EndTurn:
    """The turn ends, and that of the faction on the left begins."""

    def done(self, at: Position) -> Done:
        """What comes of it."""
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


@frozen
class EndWave:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""

    def done(self, at: Position) -> Done:
        """What comes of it."""
        back = ", ".join(chip.id for chip in at.chips() if chip.returned) or "nobody"
        ruling = consequence("CS-GATE-4", "the wave is over: {heroes} may deploy again", heroes=back)
        return Done(at.changed(returned=False), (ruling,))


@frozen
class Upgrade:
    """A piece takes an upgrade, on top of those that it has."""

    piece: str
    kind: UpgradeKind

    def done(self, at: Position) -> Done:
        """What comes of it."""
        piece, kind = find_chip_or_spire(at, self.piece), self.kind
        rulings = [may_upgrade(at, piece, kind)]
        if isinstance(piece, Spire):
            now = {"upgrades": piece.upgrades, "dice": piece.dice, "range": piece.reach, "capacity": piece.capacity}
            sentence = "{spire} has dice {dice} and range {reach} by what is stacked on it; "
            sentence += "the icons on its chip do not count"
            rulings.append(consequence("CS-UP-3", sentence, spire=piece.id, dice=piece.dice, reach=piece.reach))
            after = at.changed(piece.id, upgrades=(*piece.upgrades, kind))
        else:
            now = {"attack": None if piece.attack is None else piece.damage, "reach": piece.reach}
            counts = {name: getattr(piece.upgrades, name) + (name == kind) for name in ("attack", "range")}
            after = at.changed(piece.id, upgrades=Upgrades(**counts))
        told = {"piece": piece.id, "now": now, "supply": supply_left(at, kind)}
        if at.supply is not None and kind in at.supply:
            after = evolve(after, supply={**at.supply, kind: at.supply[kind] - 1})
        return Done(after, allowed(rulings, **told), told=told)


@frozen
class Build:
    """A spire is built.

    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """

    spire: str
    at: At
    upgrades: tuple[UpgradeKind, ...] = ()
    capacity: Count | None = None

    def done(self, at: Position) -> Done:
        """What comes of it."""
        name = self.spire
        if name in {piece.id for piece in at.pieces()} or ":" in name or not name or name != name.strip():
            refuse("CS-INF-1", "{spire} is no name for another piece", spire=name)
        rulings = allowed(may_build(at, at.current, self.at))
        built = Spire(id=name, faction=at.current, at=self.at, upgrades=self.upgrades, capacity=self.capacity)
        return Done(evolve(at, spires=(*at.spires, built)), rulings)


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

    def done(self, at: Position) -> Done:
        """What comes of it."""
        rulings = allowed([may_place(at, at.current, self.at)])
        if self.group in {h.group for h in at.hexes}:
            refuse("CS-INF-3", "{group} is the name of another hex group", group=self.group)
        hexes = dict(at.ground)
        for place, terrain in zip(self.at, self.terrain, strict=True):
            old = hexes.pop(place, None)
            level, chip = (0, None) if old is None else (old.level + 1, old.chip)
            hexes[place] = MapHex(at=place, group=self.group, terrain=terrain, level=level, chip=chip)
        return Done(evolve(at, hexes=tuple(hexes.values())), rulings)


@frozen
class Equip:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""

    hero: str
    equipment: str

    def done(self, at: Position) -> Done:
        """What comes of it."""
        hero = by_name("hero", {chip.id: chip for chip in at.chips() if chip.kind == "hero"}, self.hero)
        rulings = allowed([may_equip(hero)])
        return Done(at.changed(hero.id, equipment=self.equipment), rulings)


ACTIONS = Actions(
    {
        "move": Move,
        "fire": Fire,
        "explore": Explore,
        "attack": Attack,
        "next-step": NextStep,
        "end-turn": EndTurn,
        "end-wave": EndWave,
        "upgrade": Upgrade,
        "build": Build,
        "place-tile": PlaceTile,
        "equip": Equip,
    }
)


# --- what must and may be done, and what is seen ----------------------------------------------------------------------


def moving(at: Position) -> list[Moves]:
    """The moves of the units that may move now."""
    return [moves_of(m) for m in movers(at, at.current) if still_moves(m) and turn_ruling(m).verdict == "legal"]


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        waiting = [m for m in movers(at, at.current) if m.left is None and still_moves(m) and moves_of(m).must]
        deploy, go = "{unit} is on top at the gate and must deploy", "{unit} can get nearer its mark and must move"
        rules = ["CS-MOVE-11" if m.at_gate else "CS-MOVE-22" if m.is_hero else "CS-MOVE-5" for m in waiting]
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
