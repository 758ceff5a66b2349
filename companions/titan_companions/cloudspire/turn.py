"""A turn except moves and attacks: steps, marks, exploration, gates (CS-GEN, CS-EXP, CS-GATE, CS-GRP)."""

from typing import Any

from .. import protocol as kit
from ..protocol import Ruling, consequence, evolve, frozen, illegal, legal, refuse
from .attacks import duty, harmed, struck_at_the_end
from .facts import GATE_DAMAGE, TURN_STEPS
from .fire import owing_fire
from .hexes import At, Hex, apart, written
from .movers import Mover, movers
from .moves import moves_of
from .moving import still_moves
from .state import Done, FactionName, Position, Unit, UnitName, out_of_turn


def mark(at: Position, mark: str, *, faction: FactionName | None = None) -> Done:
    """A faction says what its units head for (CS-GEN-4): a faction's gate, a spire, a unit or a hex."""
    if faction not in (None, at.current):
        refuse("CS-GEN-2", "it is the turn of {current}, not of {faction}", current=at.current, faction=faction)
    names = (mark, *(f"{kind}:{mark}" for kind in ("gate", "spire", "unit", "hex")))
    mark = next((name for name in names if name in at.marks), mark)
    if mark not in at.marks or mark == f"gate:{at.current}":
        refuse("CS-GEN-4", "{mark} is nothing on the map that {faction} could head for", mark=mark, faction=at.current)
    yield legal("CS-GEN-4", "{faction} heads for {mark}", faction=at.current, mark=mark)
    return evolve(at, factions={**at.factions, at.current: evolve(at.factions[at.current], mark=mark)})


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
        refuse("CS-EXP-1", "no landmark lies face down on {hex}", **facts)
    if facts["distance"] > 1:
        refuse("CS-EXP-1", "{hex} is {distance} away from {unit}: units explore landmarks beside them", **facts)
    sentence = "{unit} explores {hex}: its player looks at the landmark, "
    sentence += "{chip}, and reveals it" if reveal else "and leaves it face down"
    yield legal("CS-EXP-1", sentence, **facts, chip=h.chip)
    hexes = [evolve(old, face_down=not reveal) if old is h else old for old in position.hexes]
    return evolve(position, hexes=tuple(hexes))


def next_step(at: Position) -> Done:
    """The next step of the turn begins (CS-GEN-2)."""
    now = at.step or "start"
    if now == TURN_STEPS[-1]:
        refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    kit.allowed(duties(evolve(at, step=now)))
    following = TURN_STEPS[TURN_STEPS.index(now) + 1]
    facts = {"faction": at.current, "now": now, "next": following}
    yield consequence("CS-GEN-2", "{faction}: {now} is over, {next} begins", **facts)
    return evolve(at, step=following)


def end_turn(at: Position, *, faction: FactionName | None = None) -> Done:
    """The turn ends, and that of the faction on the left begins (CS-GEN-2)."""
    if faction not in (None, at.current):
        refuse("CS-GEN-2", "it is the turn of {current}, not of {faction}", current=at.current, faction=faction)
    if at.step not in (None, TURN_STEPS[-1]):
        refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    kit.allowed(duties(at))
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


def end_wave(at: Position) -> Done:
    """The wave ends when all minions are defeated: heroes at their gates may deploy again (CS-GEN-5, CS-GATE-4)."""
    left = [name for name, chip in at.chips.items() if chip.kind == "minion"]
    if left:
        refuse(
            "CS-GEN-5", "the wave goes on until all minions are defeated; left are {minions}", minions=kit.listed(left)
        )
    back = ", ".join(chip.id for chip in at.chips.values() if chip.returned)
    sentence = "the wave is over: {heroes} may deploy again" if back else "the wave is over; no hero had returned"
    yield consequence("CS-GATE-4", sentence, heroes=back)
    return at.changed(returned=False)


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        return [_owed(m) for m in movers(at, at.current) if m.left is None and still_moves(m) and moves_of(m).must]
    if at.step == "spires-fire":
        return [illegal("CS-ATT-11", "{spire} has a target and must fire", spire=s.id) for s in owing_fire(at)]
    own = [duty(at, unit) for unit in at.units_of(at.current) if at.step in (None, "attack")]
    return [evolve(ruling, verdict="illegal") for one in own if one.attack == "must" for ruling in one.rulings]


def _owed(mover: Mover) -> Ruling:
    if mover.at_gate:
        return illegal("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id)
    rule = "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21" if mover.ai else "CS-MOVE-5"
    return illegal(rule, "{unit} can get nearer its mark and must move", unit=mover.id)


def equip(at: Position, hero: UnitName, equipment: str | None = None) -> Done:
    """A hero at its gate puts on a bought equipment chip: one only (CS-GATE-5)."""
    chip = at.piece(hero)
    yield from out_of_turn(at, at.owners[hero], hero, "start", "pieces are fitted out at the start of the turn")
    if chip.kind != "hero":
        refuse("CS-GATE-5", "{unit} is no hero: only heroes put on equipment", unit=hero)
    if isinstance(chip, Unit):
        refuse("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero)
    good = "{hero} is at the gate and may put on a bought equipment chip"
    bad = "{hero} wears {equipment}: one only, and it cannot be taken off"
    yield kit.judged(chip.equipment is None, "CS-GATE-5", good, bad, hero=hero, equipment=chip.equipment)
    if equipment is None:
        raise kit.ChoiceNeeded(kit.Open("equipment", f"which chip does {hero} put on?"))
    return at.changed(hero, equipment=equipment)


def group(at: Position, unit: UnitName, under: UnitName) -> Done:
    """A minion at the gate is put on another, or a group on a group, the slowest on top (CS-GRP-1).

    :param under: the one that it lies on.
    """
    top, below = at.piece(unit), at.piece(under)
    yield from out_of_turn(at, at.owners[unit], unit, "start", "minions are grouped at the start of the turn")
    gate = at.gate(at.current)
    for chip in (top, below):
        if chip.kind != "minion":
            refuse("CS-GRP-1", "only minions are grouped, and {unit} is a {kind}", unit=chip.id, kind=chip.kind)
        if gate is None or chip not in gate.stack:
            sentence = "{unit} is not among the minions at the gate of {faction}, where they are grouped"
            refuse("CS-GRP-1", sentence, unit=chip.id, faction=at.current)
    if top is below:
        refuse("CS-GRP-1", "{unit} cannot lie on itself", unit=unit)
    last, whole = (top, *top.under)[-1], (*top.under, below, *below.under)
    if last.movement > below.movement:
        sentence = "{below} (movement {slow}) would lie under {over} (movement {fast}): low movement goes on top"
        facts: dict[str, Any] = {"below": under, "slow": below.movement, "over": last.id, "fast": last.movement}
        refuse("CS-GRP-1", sentence, **facts)
    sentence = "{units} are one group now, low movement on top: {top} acts for it, and it is not parted again"
    yield legal("CS-GRP-1", sentence, units=kit.listed((unit, *(one.id for one in whole))), top=unit)
    return at.without(under).changed(unit, under=tuple([evolve(one, under=()) for one in whole]))


@frozen
class GateAnswer:
    """The current state of a gate.

    :param absorbs: who may take damage in its place (CS-GATE-3).
    :param strikes_at_the_end: whom it strikes as the attack step ends (CS-ATT-3).
    """

    gate: str
    at: Hex
    hp: int
    stack: tuple[str, ...]
    absorbs: str | None
    strikes_at_the_end: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def gate(at: Position, faction: FactionName | None = None) -> GateAnswer:
    """Who takes damage for it, whom does it strike?"""
    own, rulings = at.gate(faction or at.current), list[Ruling]()
    if own is None:
        refuse("CS-GATE-2", "{faction} has no gate on the map", faction=faction or at.current)
    stack = tuple(chip.id for chip in own.stack)
    facts: dict[str, Any] = {"owner": own.faction, "damage": GATE_DAMAGE}
    if stack:
        sentence = "not deployed yet: {units}; before deployment units use no abilities"
        rulings.append(legal("CS-GATE-3", sentence, units=", ".join(stack)))
    if own.hp:
        sentence = "no unit at the gate of {owner} could take damage in its place"
        if stack:
            sentence = "{unit}, on top at the gate of {owner}, may take damage in its place, "
            sentence += "and answers adjacent attackers"
        rulings.append(legal("CS-GATE-3", sentence, **facts, unit=next(iter(stack), None)))
        sentence = "the gate of {owner} strikes every attacker back for {damage}, at any distance, any number of times"
        rulings.append(consequence("CS-ATT-3", sentence, **facts))
    else:
        rulings.append(consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", **facts))
    struck = tuple(unit.id for each, unit in struck_at_the_end(at) if each is own)
    for name in struck:
        sentence = "{unit} is adjacent and has not attacked: as the attack step ends the gate strikes it for {damage}"
        rulings.append(consequence("CS-ATT-3", sentence, unit=name, **facts))
    return GateAnswer(own.faction, own.at, own.hp, stack, next(iter(stack), None), struck, tuple(rulings))
