"""A turn as actions: marks, exploration, and the steps (CS-GEN-2); what must still be done before a step is over."""

from typing import Any

from ...kernel.games import Ruling, allowed, consequence, evolve, illegal, legal, refuse, said
from .attacks import duty, harmed, struck_at_the_end
from .facts import GATE_DAMAGE, TURN_STEPS
from .fire import owing_fire
from .hexes import At, apart, written
from .moves import Moves, movers, moves_of
from .moving import still_moves, turn_ruling
from .state import Done, FactionName, Position, UnitName, out_of_turn


@said("heads for", subject="faction", skip="gate spire hex")
def mark(at: Position, mark: str, *, faction: FactionName | None = None) -> Done:
    """A faction says what its units head for (CS-GEN-4): a faction's gate, a spire, a unit or a hex."""
    if faction not in (None, at.current):
        refuse("CS-GEN-2", "it is the turn of {current}, not of {faction}", current=at.current, faction=faction)
    kinds = ("gate", "spire", "unit", "hex")
    mark = next((name for name in (mark, *(f"{kind}:{mark}" for kind in kinds)) if name in at.marks), mark)
    if mark not in at.marks or mark == f"gate:{at.current}":
        refuse("CS-GEN-4", "{mark} is nothing on the map that {faction} could head for", mark=mark, faction=at.current)
    yield legal("CS-GEN-4", "{faction} heads for {mark}", faction=at.current, mark=mark)
    return evolve(at, factions={**at.factions, at.current: evolve(at.factions[at.current], mark=mark)})


@said("explores", "reveals", subject="unit", skip="landmark")
def explore(position: Position, unit: UnitName, at: At, *, reveal: bool = True) -> Done:
    """A unit explores a landmark that lies face down beside it (CS-EXP-1).

    :param at: the landmark's hex.
    :param reveal: it is turned face up; else its player only looks at it.
    """
    own, h = position.unit(unit), position.ground.get(at)
    facts: dict[str, Any] = {"unit": unit, "hex": written(at), "distance": apart(own.at, at)}
    yield from out_of_turn(position, own.faction, unit, "exploration", "units explore in the exploration step")
    if own.fell_in == "exploration" and position.readings.group_carry_on != "same_point":
        sentence = "the top minion fell while exploring, and with that the exploration of {unit} is over"
        refuse("CS-GRP-3", sentence, unit=unit)
    if h is None or not h.face_down:
        refuse("CS-EXP-1", "no landmark lies face down on {hex}", hex=facts["hex"])
    if facts["distance"] > 1:
        refuse("CS-EXP-1", "{hex} is {distance} away from {unit}: units explore landmarks beside them", **facts)
    sentence = "{unit} explores {hex}: its player looks at the landmark, "
    sentence += "{chip}, and reveals it" if reveal else "and leaves it face down"
    yield legal("CS-EXP-1", sentence, **facts, chip=h.chip)
    return evolve(position, hexes=tuple([evolve(old, face_down=not reveal) if old is h else old
                                         for old in position.hexes]))  # fmt: skip


@said("step ends", "end step", "ends its step")
def next_step(at: Position) -> Done:
    """The next step of the turn begins (CS-GEN-2)."""
    now = at.step or "start"
    if now == TURN_STEPS[-1]:
        refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    allowed(duties(evolve(at, step=now)))
    following = TURN_STEPS[TURN_STEPS.index(now) + 1]
    yield consequence(
        "CS-GEN-2", "{faction}: {now} is over, {next} begins", faction=at.current, now=now, next=following
    )
    return evolve(at, step=following)


@said("turn ends", "ends its turn", "end of turn")
def end_turn(at: Position) -> Done:
    """The turn ends, and that of the faction on the left begins (CS-GEN-2)."""
    if at.step not in (None, TURN_STEPS[-1]):
        refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    allowed(duties(at))
    current, step, names = at.current, at.step, list(at.factions)
    for gate, struck in struck_at_the_end(at):
        sentence = "{unit} is beside the gate of {owner} and has not attacked: it is struck for {damage}"
        yield consequence("CS-ATT-3", sentence, unit=struck.id, owner=gate.faction, damage=GATE_DAMAGE)
        if struck.id in at.chips:  # no other gate has defeated it
            at = yield from harmed(at, at.unit(struck.id), GATE_DAMAGE)
    left = names[(names.index(current) + 1) % len(names)]
    yield consequence("CS-GEN-2", "the turn of {faction} is over, {next} is next", faction=current, next=left)
    at = at.changed(retaliated=False)
    units = tuple([evolve(unit, moved=None, attacked=False, fell_in=None) for unit in at.units])
    spires = tuple([evolve(spire, fired=False) for spire in at.spires])
    return evolve(at, current=left, step=step and TURN_STEPS[0], units=units, spires=spires)


@said("wave ends", "end of wave")
def end_wave(at: Position) -> Done:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""
    back = ", ".join(chip.id for chip in at.chips.values() if chip.returned)
    sentence = "the wave is over: {heroes} may deploy again" if back else "the wave is over; no hero had returned"
    yield consequence("CS-GATE-4", sentence, heroes=back)
    return at.changed(returned=False)


# --- what must still be done ------------------------------------------------------------------------------------------


def moving(at: Position) -> list[Moves]:
    """The moves of the units that may move now."""
    return [moves_of(m) for m in movers(at, at.current) if still_moves(m) and turn_ruling(m).verdict == "legal"]


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        owed = [m for m in movers(at, at.current) if m.left is None and still_moves(m) and moves_of(m).must]
        deploy, go = "{unit} is on top at the gate and must deploy", "{unit} can get nearer its mark and must move"
        rules = ["CS-MOVE-22" if m.is_hero else "CS-MOVE-21" if m.ai else "CS-MOVE-5" for m in owed]
        return [
            illegal("CS-MOVE-11" if m.at_gate else rule, deploy if m.at_gate else go, unit=m.id)
            for m, rule in zip(owed, rules, strict=True)
        ]
    if at.step == "spires-fire":
        return [illegal("CS-ATT-11", "{spire} has a target and must fire", spire=s.id) for s in owing_fire(at)]
    own = [duty(at, unit) for unit in at.units if unit.faction == at.current and at.step in (None, "attack")]
    return [evolve(ruling, verdict="illegal") for one in own if one.attack == "must" for ruling in one.rulings]
