"""A turn as actions: marks, moves, exploration, and the steps between (CS-GEN-2); who must still act in a step."""

from collections.abc import Mapping
from typing import Any

from ...kernel.games import Outcome, Ruling, allowed, consequence, evolve, illegal, legal, refuse, said
from .attacks import duty, harmed, over, struck_at_the_end
from .facts import GATE_DAMAGE, TURN_STEPS
from .hexes import At, apart, written
from .judging import end_of, first_broken, moved, still_moves, turn_ruling
from .movers import find_mover, movers
from .moves import Moves, moves_of
from .state import Done, FactionName, Position, Unit, UnitName
from .targets import firing_spires, may_fire_at, targets_of

NO_HEROES: Mapping[str, At] = {}


@said("heads for", subject="faction")
def mark(at: Position, mark: str, *, faction: FactionName | None = None) -> Done:
    """A faction says what its units head for (CS-GEN-4): gate:FACTION, spire:ID, unit:ID or hex:q,r."""
    if faction not in (None, at.current):
        refuse("CS-GEN-2", "it is the turn of {current}, not of {faction}", current=at.current, faction=faction)
    if mark not in at.marks or mark == f"gate:{at.current}":
        refuse("CS-GEN-4", "{mark} is nothing on the map that {faction} could head for", mark=mark, faction=at.current)
    own = evolve(at.factions[at.current], mark=mark)
    ruling = legal("CS-GEN-4", "{faction} heads for {mark}", faction=at.current, mark=mark)
    return Outcome(evolve(at, factions={**at.factions, at.current: own}), (ruling,))


@said("moves", "stays", "deploys", subject="unit", skip="over through then")
def move(at: Position, unit: UnitName, path: tuple[At, ...] = (), *, heroes: Mapping[UnitName, At] = NO_HEROES) -> Done:
    """A unit moves, or deploys; without a path it stays (CS-MOVE).

    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """
    moves = moves_of(find_mover(at, unit))
    path = path[1:] if path[:1] == (moves.mover.start,) else path
    broken = first_broken(moves, path)
    if broken is not None:
        allowed([broken])
    end, rulings = end_of(moves, path, heroes)
    return Outcome(moved(moves, end), rulings)


@said("explores", subject="unit", skip="landmark")
def explore(position: Position, unit: UnitName, at: At, *, reveal: bool = True) -> Done:
    """A unit explores a landmark that lies face down beside it (CS-EXP-1).

    :param at: the landmark's hex.
    :param reveal: it is turned face up; else its player only looks at it.
    """
    own, h = position.unit(unit), position.ground.get(at)
    facts: dict[str, Any] = {"unit": own.id, "hex": written(at), "distance": apart(own.at, at)}
    if own.faction != position.current:
        refuse("CS-GEN-2", "it is the turn of {current}, {unit} is not of it", current=position.current, unit=own.id)
    if position.step not in (None, "exploration"):
        refuse("CS-GEN-2", "units explore in the exploration step, this is {now}", now=position.step)
    if own.fell_in == "exploration" and position.readings.group_carry_on != "same_point":
        sentence = "the top minion fell while exploring, and with that the exploration of {unit} is over"
        refuse("CS-GRP-3", sentence, unit=own.id)
    if h is None or not h.face_down:
        refuse("CS-EXP-1", "no landmark lies face down on {hex}", hex=facts["hex"])
    if facts["distance"] > 1:
        refuse("CS-EXP-1", "{hex} is {distance} away from {unit}: units explore landmarks beside them", **facts)
    sentence = "{unit} explores {hex}: its player looks at the landmark, "
    sentence += "{chip}, and reveals it" if reveal else "and leaves it face down"
    hexes = (evolve(old, face_down=not reveal) if old is h else old for old in position.hexes)
    return Outcome(evolve(position, hexes=tuple(hexes)), (legal("CS-EXP-1", sentence, **facts, chip=h.chip),))


@said("step ends")
def next_step(at: Position) -> Done:
    """The next step of the turn begins (CS-GEN-2)."""
    now = at.step or "start"
    if now == TURN_STEPS[-1]:
        refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    allowed(duties(evolve(at, step=now)))
    following = TURN_STEPS[TURN_STEPS.index(now) + 1]
    sentence = "{faction}: {now} is over, {next} begins"
    ruling = consequence("CS-GEN-2", sentence, faction=at.current, now=now, next=following)
    return Outcome(evolve(at, step=following), (ruling,))


@said("turn ends")
def end_turn(at: Position) -> Done:
    """The turn ends, and that of the faction on the left begins (CS-GEN-2)."""
    if at.step not in (None, TURN_STEPS[-1]):
        refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    done = Outcome(at, allowed(duties(at)))
    for gate, unit in struck_at_the_end(at):
        sentence = "{unit} is beside the gate of {owner} and has not attacked: it is struck for {damage}"
        done = done.told(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction, damage=GATE_DAMAGE))
        done = done.then(lambda p, name=unit.id: _struck(p, name))  # type: ignore[misc]
    names = list(at.factions)
    left = names[(names.index(at.current) + 1) % len(names)]
    fresh = done.position.changed(retaliated=False)
    units = tuple(evolve(u, moved=None, attacked=False, fell_in=None) for u in fresh.units)
    spires = tuple(evolve(s, fired=False) for s in fresh.spires)
    step = None if at.step is None else TURN_STEPS[0]
    over = consequence("CS-GEN-2", "the turn of {faction} is over, {next} is next", faction=at.current, next=left)
    return Outcome(evolve(fresh, current=left, step=step, units=units, spires=spires), (*done.rulings, over))


def _struck(at: Position, name: str) -> Done:
    """A gate strikes a unit beside it, if another gate has not defeated it before."""
    unit = next((unit for unit in at.units if unit.id == name), None)
    return Outcome(at) if unit is None else harmed(at, unit, GATE_DAMAGE)


@said("wave ends")
def end_wave(at: Position) -> Done:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""
    back = ", ".join(chip.id for chip in at.chips() if chip.returned)
    sentence = "the wave is over: {heroes} may deploy again" if back else "the wave is over; no hero had returned"
    ruling = consequence("CS-GATE-4", sentence, heroes=back)
    return Outcome(at.changed(returned=False), (ruling,))


# --- what must still be done ------------------------------------------------------------------------------------------


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
        return [evolve(duty(at, unit), verdict="illegal") for unit in owing_an_attack(at)]
    return []


def owing_an_attack(at: Position) -> list[Unit]:
    """The units that must still attack in this turn (CS-ATT-20, 30)."""
    units = [u for u in at.units if u.faction == at.current and over(at, u) is None and targets_of(at, u)]
    return [unit for unit in units if unit.kind != "hero" or at.is_ai(unit.faction)]
