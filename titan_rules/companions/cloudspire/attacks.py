"""Attacks and spire fire: whether they are legal, what they do, who strikes back (CS-ATT-2 to 11, CS-GATE, CS-GRP)."""

from collections.abc import Iterator
from typing import Any

from attrs import field, frozen

from ...kernel.companions import Outcome, Ruling, allowed, consequence, evolve, illegal, legal
from ...kernel.companions.telling import IF_ANY, UNTOLD
from ...kernel.errors import CannotTell, DocumentError, Fault
from .facts import GATE_DAMAGE, goes_to
from .hexes import apart, written
from .pieces import Piece, find_piece, find_spire, find_unit, name_of
from .state import Action, Chip, Count, Gate, Position, Spire, Unit
from .targets import SpireHit, best, effect, firing_spires, may_fire_at, spire_hit

# --- damage -----------------------------------------------------------------------------------------------------------


@frozen
class Harm:
    """What damage does to a unit.

    :param hp, of: its HP after and before.
    :param goes_to: where it goes, if it is defeated (CS-GATE-1).
    :param revealed: the minion under it that goes on in its place (CS-GRP-2).
    """

    unit: str
    hp: int
    of: int
    defeated: bool
    goes_to: str | None = field(default=None, metadata=IF_ANY)
    revealed: str | None = field(default=None, metadata=IF_ANY)


def harmed(
    position: Position, chip: Chip, damage: int, acting: Action | None = None, **changes: Any
) -> tuple[Position, Harm, list[Ruling]]:
    """What damage does to a unit on the map or at a gate; what goes beyond its HP is lost (CS-GRP-2, CS-GATE-3).

    :param acting: the action that it was carrying out, if it was (CS-GRP-3).
    :param changes: what else changes on the unit, or on the one revealed under it.
    """
    left = max(0, chip.life - damage)
    if left:
        hp = None if left == chip.health else left
        return position.changed(chip.id, hp=hp, **changes), Harm(chip.id, left, chip.life, False), []
    unit = chip if isinstance(chip, Unit) else None
    owner = next((gate.faction for gate in position.gates if chip in gate.stack), None)
    faction = owner if unit is None else unit.faction
    where = goes_to(chip.kind, faction, faction is not None and position.is_ai(faction))
    after, beneath = position.without(chip.id), unit.under[0] if unit is not None and unit.under else None
    if unit is not None and beneath is not None:
        shown = Unit(**{**beneath.stats(), "hp": None}, faction=faction, at=unit.at, under=unit.under[1:])
        shown = evolve(shown, **{"moved": unit.moved, "attacked": unit.attacked, "fell_in": acting, **changes})
        after = evolve(
            position, factions=after.factions, units=tuple(shown if u.id == chip.id else u for u in position.units)
        )
    found = Harm(chip.id, 0, chip.life, True, where, None if beneath is None else beneath.id)
    return after, found, list(_defeat(position, found, damage, acting))


def _defeat(position: Position, found: Harm, damage: int, acting: Action | None) -> Iterator[Ruling]:
    to = "" if found.goes_to == goes_to("hero", None, False) else "to "
    sentence = "{unit} had {hp} HP and takes {damage}: it is defeated and goes " + to + "{where}"
    facts = {"unit": found.unit, "hp": found.of, "damage": damage, "where": found.goes_to}
    yield consequence("CS-GATE-1", sentence, **facts)
    if found.revealed is not None:
        lost = damage - found.of
        sentence = "{unit} lay under it and goes on with full HP"
        sentence += "; the {lost} damage left over is lost" if lost else ""
        yield consequence("CS-GRP-2", sentence, unit=found.revealed, lost=lost)
        if acting is not None:
            sentence = "{unit} fell in its {action}: that stops here, {next} goes on with the actions that follow"
            if position.readings.group_carry_on == "same_point":
                sentence = "{unit} fell in its {action}: {next} goes on from the same point"
            yield consequence("CS-GRP-3", sentence, unit=found.unit, action=acting, next=found.revealed)


# --- attacks ----------------------------------------------------------------------------------------------------------


@frozen
class Strike:
    """A strike back, made or not: by a unit, or by ``gate:FACTION``."""

    by: str
    strikes: bool
    damage: int
    rule: str
    ruling: Ruling = field(metadata=UNTOLD)


def attack(position: Position, unit: str, target: str, absorb: bool = False) -> Outcome[Position]:
    """A unit attacks.

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """
    own, piece = find_unit(position, unit), find_piece(position, target)
    names: dict[str, Any] = {"unit": own.id, "target": name_of(piece)}
    far: dict[str, Any] = {"distance": apart(own.at, piece.at), "reach": own.reach}
    allowed(_violations(position, own, piece, absorb), **names, **far, damage=own.damage)
    icons: dict[str, Any] = {"damage": own.damage, "icon": own.attack or 0, "upgrades": own.upgrades.attack}
    away = "{target} is {distance} away from {unit}, which reaches {reach}"
    deals = "{unit} deals {damage}: attack icon {icon}, attack upgrades {upgrades}"
    opening = (legal("CS-ATT-2", away, **names, **far), legal("CS-ATT-4", deals, unit=own.id, **icons))
    told = {**names, "verdict": "legal", **far, "damage": own.damage}
    done = _on_spire(position, own, piece) if isinstance(piece, Spire) else _on_others(position, own, piece, absorb)
    return evolve(done, rulings=(*opening, *done.rulings), told={**told, **done.told})


def _on_spire(position: Position, unit: Unit, spire: Spire) -> Outcome[Position]:
    """An attack on a spire, which does not strike back (CS-ATT-5, 6)."""
    hit = spire_hit(spire, unit.damage, position.readings)
    after = position.without(spire.id) if hit.falls else position.changed(spire.id, upgrades=hit.upgrades)
    open_ = hit.undecided and "spire_falls" not in position.options
    told = {"spire": hit, **({"ruling_needed": ["spire_falls"]} if open_ else {})}
    return Outcome(after.changed(unit.id, attacked=True), tuple(_spire_rulings(position, unit, spire, hit)), told=told)


def _on_others(position: Position, unit: Unit, piece: Unit | Gate, absorb: bool) -> Outcome[Position]:
    """An attack on a unit, or on a gate, and the strikes back."""
    after, strikes, rulings, told = position, list[Strike](), list[Ruling](), dict[str, Any]()
    target = piece if isinstance(piece, Unit) else piece.stack[0] if absorb else None
    if target is not None:
        after, found, rulings = harmed(position, target, unit.damage)
        told["struck"] = found
        strikes += _strikes_back(position, unit, piece, target, found)
        if any(strike.strikes for strike in strikes):
            after = after.changed(found.revealed or target.id, retaliated=True)
    if isinstance(piece, Gate):
        if target is not None:
            sentence = "{unit}, on top at the gate, takes the damage in its place; what is too much is not passed on"
            rulings.insert(0, consequence("CS-GATE-3", sentence, unit=target.id))
        elif piece.stack:
            told["could_absorb"] = piece.stack[0].id
        hp = told["gate_hp"] = piece.hp if absorb else max(0, piece.hp - unit.damage)
        after = evolve(after, gates=tuple(evolve(g, hp=hp) if g.faction == piece.faction else g for g in after.gates))
        if not hp:
            sentence = "the gate of {owner} is at 0 HP: it is defeated"
            rulings.append(consequence("CS-GATE-2", sentence, owner=piece.faction))
        strikes.append(_gate_strike(piece, unit))
    damage = sum(strike.damage for strike in strikes)
    after, own, defeat = harmed(after, unit, damage, "attack", attacked=True)
    told |= {"strikes_back": strikes, "attacker": own}
    return Outcome(after, (*rulings, *(strike.ruling for strike in strikes), *defeat), told=told)


def _gate_strike(gate: Gate, unit: Unit) -> Strike:
    """A gate strikes back at any distance, however often, even as it is defeated (CS-ATT-3)."""
    sentence = "the gate of {owner} strikes {unit} on {hex} back for {damage}, at any distance"
    facts: dict[str, Any] = {"owner": gate.faction, "unit": unit.id, "hex": written(unit.at), "damage": GATE_DAMAGE}
    return Strike(name_of(gate), True, GATE_DAMAGE, "CS-ATT-3", consequence("CS-ATT-3", sentence, **facts))


def _strikes_back(position: Position, unit: Unit, piece: Unit | Gate, target: Chip, found: Harm) -> Iterator[Strike]:
    """Whether the unit that was struck, or the minion revealed under it, strikes back (CS-ATT-2, CS-GRP-2)."""
    at_gate, striker = isinstance(piece, Gate), target
    if found.defeated and isinstance(target, Unit) and position.readings.group_retaliation == "revealed":
        striker = (*target.under, target)[0]
    if found.defeated and striker is target:
        rule = "CS-ATT-2" if found.revealed is None else "CS-GRP-2"
        if not at_gate:
            ruling = consequence(rule, "{target} is defeated: nobody strikes back", target=target.id)
            yield Strike(target.id, False, 0, rule, ruling)
        return
    distance, reach, damage = apart(unit.at, piece.at), 1 if at_gate else striker.reach, 0
    facts: dict[str, Any] = {"striker": striker.id, "unit": unit.id, "distance": distance, "reach": reach}
    rule, sentence = "CS-GATE-3" if at_gate else "CS-ATT-2", "{striker} survives and strikes {unit} back for {damage}"
    if distance > reach:
        sentence = "{unit} is {distance} away, {striker} strikes back up to {reach}"
    elif striker.retaliated:
        sentence = "{striker} has struck back in this turn"
    elif not striker.damage:
        rule, sentence = "CS-ATT-4", "{striker} has no attack to strike back with"
    else:
        damage = striker.damage
    ruling = consequence(rule, sentence, **facts, damage=striker.damage)
    yield Strike(striker.id, damage > 0, damage, rule, ruling)


def _spire_rulings(position: Position, unit: Unit, spire: Spire, hit: SpireHit) -> Iterator[Ruling]:
    bottom = (*spire.upgrades, "none")[0]
    facts: dict[str, Any] = {"unit": unit.id, "spire": spire.id, "damage": unit.damage, "bottom": bottom}
    sentence = "the damage of {damage} does nothing to {spire}, whose bottom upgrade is {bottom}"
    if hit.removed == "fort":
        sentence = "{spire} loses its bottom upgrade, {bottom}: the damage is {damage}, 2 at least"
    elif hit.removed is not None:
        sentence = "{spire} loses its bottom upgrade, {bottom}, whatever the damage of {damage}"
    elif hit.falls:
        sentence = "{spire} has no upgrade left and falls"
    yield consequence("CS-ATT-5", sentence, **facts)
    if hit.undecided:
        sentence = "its last upgrade is gone: by the reading {reading} it {verb}"
        sentence += "" if "spire_falls" in position.options else "; no source decides, so rule on it"
        verb = "falls" if hit.falls else "stands until the next hit"
        yield consequence("CS-ATT-5", sentence, reading=position.readings.spire_falls, verb=verb)
    if hit.falls:
        where = goes_to("spire", spire.faction, False)
        yield consequence("CS-GATE-1", "{spire} goes to {where}", spire=spire.id, where=where)
    yield consequence("CS-ATT-6", "{spire} does not strike back", spire=spire.id)


def _violations(position: Position, unit: Unit, piece: Piece, absorb: bool) -> Iterator[Ruling]:
    """Every rule that an attack would break; none: it is legal."""
    facts: dict[str, Any] = {"unit": unit.id, "target": name_of(piece)}
    ai, distance = position.is_ai(unit.faction), apart(unit.at, piece.at)
    turn, effects = _turn(position, unit), effect(unit, piece, position.readings)
    if turn is not None:
        yield turn
    if not position.hostile(unit.faction, piece.faction):
        yield illegal("CS-ATT-31" if ai else "CS-ATT-21", "{target} is not hostile to {unit}", **facts)
        return
    if distance > unit.reach:
        sentence = "{target} is {distance} hexes from {unit}, which reaches {reach}"
        yield illegal("CS-ATT-2", sentence, **facts, distance=distance, reach=unit.reach)
    if effects is None:
        sentence = "{unit} has no attack icon" if unit.attack is None else "{unit} has attack 0, and that is no attack"
        yield illegal("CS-ATT-4", sentence, **facts)
    elif ai and turn is None and distance <= unit.reach:
        first = best(position, unit)
        if unit.kind == "hero" and effects == "nothing":
            sentence = "{unit} would deal {target} no damage, so it does not attack it"
            yield illegal("CS-ATT-30", sentence, **facts)
        elif facts["target"] not in [target.name for target in first]:
            facts |= {"first": " or ".join(target.name for target in first), "about": first[0].about}
            yield illegal("CS-ATT-31", "{unit} has to attack {first} ({about}), not {target}", **facts)
    if absorb and not (isinstance(piece, Gate) and piece.stack):
        yield illegal("CS-GATE-3", "no unit at a gate can take the damage for {target}", **facts)


def _turn(position: Position, unit: Unit) -> Ruling | None:
    if unit.faction != position.current:
        facts: dict[str, Any] = {"current": position.current, "unit": unit.id, "faction": unit.faction or "no faction"}
        return illegal("CS-GEN-2", "it is the turn of {current}, {unit} is of {faction}", **facts)
    if position.step not in (None, "attack"):
        return illegal("CS-GEN-2", "units attack in the attack step, this is {now}", now=position.step)
    return over(position, unit)


def over(position: Position, unit: Unit) -> Ruling | None:
    """Why a unit has no attack left in this turn, or None if it has."""
    if unit.attacked:
        return illegal("CS-ATT-1", "{unit} has attacked in this turn", unit=unit.id)
    if unit.fell_in == "attack" and position.readings.group_carry_on == "next_action":
        sentence = "the top minion fell while attacking, and with that the attack of {unit} is over"
        return illegal("CS-GRP-3", sentence, unit=unit.id)
    return None


def duty(position: Position, unit: Unit) -> Ruling:
    """Whether a unit must attack, may, or cannot, if it has a target (CS-ATT-20, 30)."""
    if position.is_ai(unit.faction):
        return legal("CS-ATT-30", "{unit} is an AI unit: it must attack if it can", unit=unit.id)
    if unit.kind == "hero":
        return legal("CS-ATT-20", "{unit} is a hero: it need not attack", unit=unit.id)
    return legal("CS-ATT-20", "{unit} is a minion: it must attack if it can", unit=unit.id)


def struck_at_the_end(position: Position) -> list[tuple[Gate, Unit]]:
    """The units beside an opposing gate that have not attacked: it strikes them as the attack step ends (CS-ATT-3)."""
    own = [unit for unit in position.units if unit.faction == position.current and not unit.attacked]
    gates = [gate for gate in position.gates if gate.hp and position.hostile(position.current, gate.faction)]
    return [(gate, unit) for gate in gates for unit in own if apart(unit.at, gate.at) == 1]


# --- spire fire -------------------------------------------------------------------------------------------------------


def fire(
    position: Position, spire: str, rolled: tuple[Count, ...] = (), target: str | None = None
) -> Outcome[Position]:
    """A hostile spire fires.

    :param rolled: what the dice show, one for each attack upgrade.
    :param target: the unit; left out: the only one that it reaches.
    """
    firing = find_spire(position, spire)
    targets = may_fire_at(position, firing) if target is None else [find_unit(position, target)]
    if len(targets) != 1:
        names = ", ".join(unit.id for unit in targets) or "none"
        raise CannotTell(Fault("choice", f"{firing.id} has {len(targets)} targets: {names}", hint="--target ID"))
    return _fire(position, firing, targets[0], rolled)


def _fire(position: Position, spire: Spire, target: Unit, rolled: tuple[int, ...]) -> Outcome[Position]:
    names: dict[str, Any] = {"spire": spire.id, "target": target.id, "dice": spire.dice, "range": spire.reach}
    allowed(_misfires(position, spire, target), **names)
    faces, most, damage = position.die.faces, position.die.most, sum(rolled)
    faults = [
        Fault("bad-die", f"no die of this game shows {die}")
        for die in rolled
        if die < 0 or die not in (faces or (die,)) or (most is not None and die > most)
    ]
    if len(rolled) != spire.dice:
        message = f"one die for each attack upgrade is rolled: {spire.dice}, not {len(rolled)}"
        faults = [Fault("dice-count", message)]
    if faults:
        raise DocumentError(faults)
    listed = ", ".join(map(str, rolled)) or "nothing"
    sentence = "{spire} rolls one die for each attack upgrade, {rolled}: the damage is {damage}"
    rulings = [consequence("CS-ATT-8", sentence, spire=spire.id, dice=spire.dice, rolled=listed, damage=damage)]
    after, found, defeat = harmed(position, target, damage)
    sentence = "nobody strikes back against the fire of {spire}"
    rulings += [*defeat, consequence("CS-ATT-6", sentence, spire=spire.id)]
    if target.talents:
        sentence = "spire fire is strictly no attack; whether it is one for the talents {talents} is not judged"
        rulings.append(consequence("CS-ATT-7", sentence, talents=", ".join(target.talents)))
    after = (after if damage else position).changed(spire.id, fired=True)
    return Outcome(after, tuple(rulings), told={**names, "verdict": "legal", "damage": damage, "struck": found})


def _before(position: Position, spire: Spire) -> list[Spire]:
    """The spires of opponents that fire before a spire's owner does (CS-ATT-11)."""
    order = [other for other in firing_spires(position) if other.faction != spire.faction or other is spire]
    return order[: order.index(spire)] if spire in order else []


def _misfires(position: Position, spire: Spire, target: Unit) -> Iterator[Ruling]:
    """The rule that forbids it, if one does."""
    distance, near = apart(spire.at, target.at), may_fire_at(position, spire)
    facts: dict[str, Any] = {"spire": spire.id, "target": target.id}
    earlier = (other for other in _before(position, spire) if not other.fired and other.dice)
    waits = next((other for other in earlier if may_fire_at(position, other)), None)
    if spire.fired:
        yield illegal("CS-ATT-11", "{spire} has fired in this turn", spire=spire.id)
    elif waits is not None:
        sentence = "{other} of {owner} fires before {spire}: opponents fire in turn order from the left of {current}"
        names = {"other": waits.id, "owner": waits.faction, "current": position.current}
        yield illegal("CS-ATT-11", sentence, spire=spire.id, **names)
    elif position.step not in (None, "spires-fire"):
        yield illegal("CS-GEN-2", "spires fire after movement, this is {now}", now=position.step)
    elif not position.hostile(spire.faction, target.faction) or target.faction != position.current:
        sentence = "{spire} fires only at hostile heroes and minions of {current}, and {target} is none"
        yield illegal("CS-ATT-10", sentence, **facts, current=position.current)
    elif distance > spire.reach:
        sentence = "{target} is {distance} hexes from {spire}, whose range is {reach}"
        yield illegal("CS-ATT-9", sentence, **facts, distance=distance, reach=spire.reach)
    elif len(near) > 1 and position.is_ai(spire.faction) and not position.is_ai(target.faction):
        first = best(position, spire)
        if target.id not in [found.name for found in first]:
            facts |= {"first": " or ".join(found.name for found in first), "about": first[0].about}
            yield illegal("CS-ATT-32", "{spire} has to fire at {first} ({about}), not at {target}", **facts)
