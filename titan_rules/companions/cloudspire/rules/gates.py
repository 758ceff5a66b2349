"""Fortress gates: who takes damage for them, whom they strike, heroes that return, equip, redeploy (CS-GATE)."""

from attrs import frozen

from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..facts import GATE_DAMAGE
from ..hexes import apart
from ..state import Chip, Gate, Position, Unit
from .movement import moves_of
from .order import turn_ruling


@frozen
class HeroAtGate:
    """What a hero of a faction may do at its gate.

    :param life: its HP there.
    :param may_return: it can reach the gate in this turn; None: it is there.
    """

    hero: Chip
    at_gate: bool
    life: int
    may_return: bool | None
    may_equip: bool
    may_deploy: bool
    rulings: tuple[Ruling, ...]


def absorber(gate: Gate) -> Chip | None:
    """The unit that may take the damage in place of a gate: the top one of its stack (CS-GATE-3)."""
    return gate.stack[0] if gate.stack else None


def struck_at_the_end(position: Position, gate: Gate) -> list[Unit]:
    """The units beside an opposing gate that have not attacked: it strikes them as the attack step ends (CS-ATT-3)."""
    if not gate.hp:
        return []
    return [
        unit
        for unit in position.units
        if unit.faction == position.current
        and position.hostile(unit.faction, gate.faction)
        and apart(unit.hex, gate.hex) == 1
        and not unit.attacked
    ]


def gate_rulings(position: Position, gate: Gate) -> list[Ruling]:
    """What holds for a gate as it stands."""
    owner = gate.faction
    rulings = []
    if not gate.hp:
        return [consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", owner=owner)]
    top = absorber(gate)
    sentence = "no unit at the gate of {owner} could take damage in its place"
    if top is not None:
        sentence = "{unit}, on top at the gate of {owner}, may take damage in its place, and answers adjacent attackers"
    rulings.append(legal("CS-GATE-3", sentence, owner=owner, unit=None if top is None else top.id))
    sentence = "the gate of {owner} strikes every attacker back for {damage}, at any distance, any number of times"
    rulings.append(consequence("CS-ATT-3", sentence, owner=owner, damage=GATE_DAMAGE))
    for unit in struck_at_the_end(position, gate):
        sentence = "{unit} is adjacent and has not attacked: as the attack step ends the gate strikes it for {damage}"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, damage=GATE_DAMAGE))
    return rulings


def heroes_of(position: Position, gate: Gate) -> list[HeroAtGate]:
    """The heroes of a gate's faction, those at the gate first."""
    found = [_at_gate(chip, i) for i, chip in enumerate(gate.stack) if chip.kind == "hero"]
    return found + [
        _on_map(position, unit) for unit in position.units if unit.kind == "hero" and unit.faction == gate.faction
    ]


def _at_gate(hero: Chip, place: int) -> HeroAtGate:
    rulings = []
    if hero.equipment is not None:
        sentence = "{hero} wears {equipment}: one only, and it cannot be taken off"
        rulings.append(illegal("CS-GATE-5", sentence, hero=hero.id, equipment=hero.equipment))
    else:
        rulings.append(legal("CS-GATE-5", "{hero} is at the gate and may put on a bought equipment chip", hero=hero.id))
    if hero.returned:
        sentence = "{hero} has returned in this wave: it is not deployed again before the wave ends"
        rulings.append(illegal("CS-GATE-4", sentence, hero=hero.id))
    elif place:
        rulings.append(illegal("CS-MOVE-11", "{hero} does not lie on top: it cannot deploy yet", hero=hero.id))
    else:
        rulings.append(legal("CS-MOVE-11", "{hero} lies on top and may deploy", hero=hero.id))
    may_equip, may_deploy = hero.equipment is None, not hero.returned and not place
    return HeroAtGate(hero, True, hero.life, None, may_equip, may_deploy, tuple(rulings))


def _on_map(position: Position, hero: Unit) -> HeroAtGate:
    moves = moves_of(position, hero.id)
    end = next((end for end in moves.ends if end.returns), None)
    rulings = [illegal("CS-GATE-5", "{hero} is not at its gate, where equipment is put on", hero=hero.id)]
    turn = turn_ruling(position, moves.mover)
    if position.is_ai(hero.faction):
        sentence = "returning stands under the free moves of players' heroes, {hero} is an AI hero"
        rulings.append(illegal("CS-MOVE-9", sentence, hero=hero.id))
    elif end is None or turn.verdict == "illegal":
        sentence = "{hero} cannot reach its gate with its movement of {movement}"
        why = illegal("CS-MOVE-9", sentence, hero=hero.id, movement=moves.movement)
        rulings.append(why if end is None else turn)
    else:
        sentence = "{hero} reaches its gate in {steps}: full HP, {health} instead of {life}, no redeployment this wave"
        facts = {"hero": hero.id, "steps": len(end.path), "health": hero.health, "life": hero.life}
        rulings.append(legal("CS-GATE-4", sentence, None, **facts))
    may_return = rulings[-1].verdict == "legal"
    return HeroAtGate(hero, False, hero.health, may_return, False, False, tuple(rulings))
