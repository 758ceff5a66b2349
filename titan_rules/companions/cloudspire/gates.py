"""Gates and who waits there: equipment, groups, returning and deploying (CS-GATE, CS-GRP-1)."""

from collections.abc import Iterator
from typing import Any

from ...kernel import games as kit
from ...kernel.games import (
    ChoiceNeeded,
    IllegalAction,
    Ruling,
    consequence,
    evolve,
    frozen,
    illegal,
    legal,
    refuse,
    said,
)
from .attacks import struck_at_the_end
from .facts import GATE_DAMAGE
from .hexes import Hex
from .moves import End, find_mover, moves_of
from .moving import turn_ruling
from .state import Chip, Done, FactionName, Gate, Position, Unit, UnitName, out_of_turn


@said("equips", "puts on", subject="hero")
def equip(at: Position, hero: UnitName, equipment: str | None = None) -> Done:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""
    chip = at.piece(hero)
    yield from out_of_turn(at, at.owners[hero], hero, "start", "pieces are fitted out at the start of the turn")
    yield _may_equip(chip)
    if equipment is None:
        raise ChoiceNeeded(kit.Open("equipment", f"which chip does {hero} put on?"))
    return at.changed(hero, equipment=equipment)


def _may_equip(hero: Chip) -> Ruling:
    """Whether a hero may put on equipment: one, at its gate (CS-GATE-5)."""
    if hero.kind != "hero":
        return illegal("CS-GATE-5", "{unit} is no hero: only heroes put on equipment", unit=hero.id)
    if isinstance(hero, Unit):
        return illegal("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero.id)
    good = "{hero} is at the gate and may put on a bought equipment chip"
    bad = "{hero} wears {equipment}: one only, and it cannot be taken off"
    return kit.judged(hero.equipment is None, "CS-GATE-5", good, bad, hero=hero.id, equipment=hero.equipment)


@said("groups over", "groups with", "stacks on", "is stacked on", subject="unit")
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


# --- a gate as it stands ----------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class HeroAtGate:
    """What a hero may do at its gate, or back to it."""

    hero: str
    at_gate: bool
    hp_at_gate: int
    may_return: bool | None = None
    may_equip: bool
    may_deploy: bool
    rulings: tuple[Ruling, ...]


@frozen
class GateAnswer:
    """A gate as it stands.

    :param absorbs: who may take damage in its place (CS-GATE-3).
    :param strikes_at_the_end: whom it strikes as the attack step ends (CS-ATT-3).
    """

    gate: str
    at: Hex
    hp: int
    stack: tuple[str, ...]
    absorbs: str | None
    strikes_at_the_end: tuple[str, ...]
    heroes: tuple[HeroAtGate, ...]
    rulings: tuple[Ruling, ...]


def gate(at: Position, faction: FactionName | None = None, *, hero: UnitName | None = None) -> GateAnswer:
    """Who takes damage for it, whom does it strike, may heroes return, equip, deploy?

    :param hero: only this one.
    """
    name = faction or at.current
    own_gate = at.gate(name)
    if own_gate is None:
        refuse("CS-GATE-2", "{faction} has no gate on the map", faction=name)
    own = [unit for unit in at.units if unit.faction == name]
    heroes = [chip for chip in (*own_gate.stack, *own) if chip.kind == "hero" and hero in (None, chip.id)]
    struck = [unit.id for each, unit in struck_at_the_end(at) if each is own_gate]
    stack = tuple(chip.id for chip in own_gate.stack)
    told, rulings = tuple(_hero(at, chip) for chip in heroes), tuple(_as_it_stands(own_gate, struck))
    return GateAnswer(name, own_gate.at, own_gate.hp, stack, next(iter(stack), None), tuple(struck), told, rulings)


def _as_it_stands(gate: Gate, struck: list[str]) -> Iterator[Ruling]:
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


def _hero(at: Position, hero: Chip) -> HeroAtGate:
    """What a hero may do, by the rules of the actions that would do it."""
    away, equips, to = isinstance(hero, Unit), _may_equip(hero), tuple[End, ...]()
    try:
        mover = find_mover(at, hero.id)
        moves, turn = moves_of(mover), turn_ruling(mover)
    except IllegalAction as e:
        rulings = e.rulings
    else:
        to, rulings = moves.to, moves.rulings if turn.verdict == "legal" or not away else (turn, *moves.rulings)
        to = () if away and turn.verdict == "illegal" else to
        if away and not any(end.returns for end in to):
            rulings = (*rulings, illegal("CS-MOVE-9", "no move takes {hero} back to its gate now", hero=hero.id))
    return HeroAtGate(
        hero=hero.id, at_gate=not away, hp_at_gate=hero.health if away else hero.life,
        may_return=any(end.returns for end in to) if away else None, may_equip=equips.verdict == "legal",
        may_deploy=bool(to) and not away, rulings=(equips, *rulings),
    )  # fmt: skip
