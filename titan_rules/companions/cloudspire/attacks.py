"""Attacks and spire fire: whether they are legal, what they do, who strikes back (CS-ATT-2 to 11, CS-GATE, CS-GRP)."""

from collections.abc import Iterator
from typing import Any

from ...kernel import games as kit
from ...kernel.games import ChoiceNeeded, DocumentError, Fault, Open, Outcome, Ruling, consequence, illegal, legal
from . import state
from .facts import GATE_DAMAGE, goes_to
from .hexes import apart, written
from .state import Action, Chip, Count, Done, Gate, Position, Spire, SpireName, Target, Unit, UnitName, name_of
from .targets import SpireHit, best, effect, firing_spires, may_fire_at, spire_hit


def harmed(at: Position, chip: Chip, damage: int, acting: Action | None = None, **changes: Any) -> Done:
    """Damage to a unit on the map or at a gate; what goes beyond its HP is lost (CS-GRP-2, CS-GATE-3).

    :param acting: the action that it was carrying out, if it was (CS-GRP-3).
    :param changes: what else changes on the unit, or on the one revealed under it.
    """
    left = chip.life - damage
    if left > 0:
        return Outcome(at.changed(chip.id, hp=None if left == chip.health else left, **changes))
    owner = at.owner(chip)
    where = goes_to(chip.kind, owner, owner is not None and at.is_ai(owner))
    to = "" if where == goes_to("hero", None, False) else "to "
    sentence = "{unit} had {hp} HP and takes {damage}: it is defeated and goes " + to + "{where}"
    fallen = consequence("CS-GATE-1", sentence, unit=chip.id, hp=chip.life, damage=damage, where=where)
    if not isinstance(chip, Unit) or not chip.under:
        return Outcome(at.without(chip.id, where), (fallen,))
    stats = {**chip.under[0].stats(), "hp": None, "moved": chip.moved, "attacked": chip.attacked, "fell_in": acting}
    shown = Unit(**{**stats, "faction": chip.faction, "at": chip.at, "under": chip.under[1:], **changes})
    return Outcome(at.without(chip.id, where, shown), (fallen, *_revealed(at, chip, shown, -left, acting)))


def _revealed(at: Position, fallen: Unit, shown: Unit, lost: int, acting: Action | None) -> Iterator[Ruling]:
    sentence = "{unit} lay under it and goes on with full HP"
    sentence += "; the {lost} damage left over is lost" if lost else ""
    yield consequence("CS-GRP-2", sentence, unit=shown.id, lost=lost)
    if acting is not None:
        sentence = "{unit} fell in its {action}: that stops here, {next} goes on with the actions that follow"
        if at.readings.group_carry_on == "same_point":
            sentence = "{unit} fell in its {action}: {next} goes on from the same point"
        yield consequence("CS-GRP-3", sentence, unit=fallen.id, action=acting, next=shown.id)


# --- attacks ----------------------------------------------------------------------------------------------------------


@kit.said("attacks", subject="unit")
def attack(at: Position, unit: UnitName, target: state.TargetName, *, absorb: bool = False) -> Done:
    """A unit attacks: damage, defeat, strikes back (CS-ATT).

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """
    own, aim = at.unit(unit), at.target(target)
    kit.allowed(_violations(at, own, aim, absorb))
    away = "{target} is {distance} away from {unit}, which reaches {reach}"
    deals = "{unit} deals {damage}: attack icon {icon}, attack upgrades {upgrades}"
    opening = (
        legal("CS-ATT-2", away, unit=own.id, target=name_of(aim), distance=apart(own.at, aim.at), reach=own.reach),
        legal("CS-ATT-4", deals, unit=own.id, damage=own.damage, icon=own.attack or 0, upgrades=own.upgrades.attack),
    )
    done = _on_spire(at, own, aim) if isinstance(aim, Spire) else _on_others(at, own, aim, absorb)
    return Outcome(done.position, (*opening, *done.rulings))


def _on_spire(at: Position, unit: Unit, spire: Spire) -> Done:
    """An attack on a spire, which does not strike back (CS-ATT-5, 6)."""
    hit, where = spire_hit(spire, unit.damage, at.readings), goes_to("spire", spire.faction, False)
    after = at.without(spire.id, where) if hit.falls else at.changed(spire.id, upgrades=hit.upgrades)
    return Outcome(after.changed(unit.id, attacked=True), tuple(_spire_rulings(at, unit, spire, hit)))


def _on_others(at: Position, unit: Unit, aim: Unit | Gate, absorb: bool) -> Done:
    """An attack on a unit, or on a gate, and the strikes back."""
    done, damage = Outcome(at), 0
    struck = aim if isinstance(aim, Unit) else aim.stack[0] if absorb else None
    if struck is not None:
        if isinstance(aim, Gate):
            sentence = "{unit}, on top at the gate, takes the damage in its place; what is too much is not passed on"
            done = done.told(consequence("CS-GATE-3", sentence, unit=struck.id))
        done = done.then(lambda p: harmed(p, struck, unit.damage))
        striker, answer = _striker(at, unit, aim, struck), []
        if striker is not None:
            damage, ruling = _strike_back(unit, aim, striker)
            answer.append(ruling)
            done = Outcome(done.position.changed(striker.id, retaliated=True), done.rulings) if damage else done
        elif isinstance(aim, Unit):
            rule = "CS-GRP-2" if aim.under else "CS-ATT-2"
            answer.append(consequence(rule, "{target} is defeated: nobody strikes back", target=aim.id))
    else:
        answer = []
    if isinstance(aim, Gate):
        hp = aim.hp if absorb else max(0, aim.hp - unit.damage)
        after = done.position
        gates = tuple([kit.evolve(g, hp=hp) if g.faction == aim.faction else g for g in after.gates])
        done = Outcome(kit.evolve(after, gates=gates), done.rulings)
        if not hp:
            sentence = "the gate of {owner} is at 0 HP: it is defeated"
            done = done.told(consequence("CS-GATE-2", sentence, owner=aim.faction))
        damage += GATE_DAMAGE
        sentence = "the gate of {owner} strikes {unit} on {hex} back for {damage}, at any distance"
        facts: dict[str, Any] = {"owner": aim.faction, "unit": unit.id, "hex": written(unit.at)}
        answer.append(consequence("CS-ATT-3", sentence, **facts, damage=GATE_DAMAGE))
    return done.told(*answer).then(lambda p: harmed(p, unit, damage, "attack", attacked=True))


def _striker(at: Position, unit: Unit, aim: Unit | Gate, struck: Chip) -> Chip | None:
    """Who may strike back: the unit that was struck, or by a reading the minion revealed under it (CS-GRP-2)."""
    if unit.damage < struck.life:
        return struck
    under = struck.under[:1] if isinstance(struck, Unit) and at.readings.group_retaliation == "revealed" else ()
    return under[0] if under else None


def _strike_back(unit: Unit, aim: Unit | Gate, striker: Chip) -> tuple[int, Ruling]:
    """The damage of a strike back: once a turn, within reach, which is 1 from the gate (CS-ATT-2, 4, CS-GATE-3)."""
    at_gate = isinstance(aim, Gate)
    distance, reach = apart(unit.at, aim.at), 1 if at_gate else striker.reach
    facts: dict[str, Any] = {"striker": striker.id, "unit": unit.id, "distance": distance, "reach": reach}
    rule, sentence, damage = "CS-GATE-3" if at_gate else "CS-ATT-2", "", 0
    if distance > reach:
        sentence = "{unit} is {distance} away, {striker} strikes back up to {reach}"
    elif striker.retaliated:
        sentence = "{striker} has struck back in this turn"
    elif not striker.damage:
        rule, sentence = "CS-ATT-4", "{striker} has no attack to strike back with"
    else:
        sentence, damage = "{striker} survives and strikes {unit} back for {damage}", striker.damage
    return damage, consequence(rule, sentence, **facts, damage=striker.damage)


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


def _violations(position: Position, unit: Unit, aim: Target, absorb: bool) -> Iterator[Ruling]:
    """Every rule that an attack would break; none: it is legal."""
    facts: dict[str, Any] = {"unit": unit.id, "target": name_of(aim)}
    ai, distance = position.is_ai(unit.faction), apart(unit.at, aim.at)
    turn, effects = _turn(position, unit), effect(unit, aim, position.readings)
    if turn is not None:
        yield turn
    if not position.hostile(unit.faction, aim.faction):
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
    if absorb and not (isinstance(aim, Gate) and aim.stack):
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


@kit.said("fires", subject="spire", target="at on", rolled="rolls rolling rolled")
def fire(
    at: Position, spire: SpireName, rolled: tuple[Count, ...] | None = None, *, target: UnitName | None = None
) -> Done:
    """A hostile spire fires at a unit (CS-ATT-8 to 11).

    :param rolled: what the dice show, one for each attack upgrade.
    :param target: left out: the only unit that it reaches.
    """
    firing, aim = at.spire(spire), None if target is None else at.unit(target)
    reach = may_fire_at(at, firing)
    kit.allowed(_misfires(at, firing, aim))
    if aim is None and len(reach) > 1:
        names, rule = tuple(unit.id for unit in reach), legal("CS-ATT-11", "{spire} chooses its target", spire=spire)
        raise ChoiceNeeded(Open("target", f"at whom does {spire} fire?", names, len(names), rulings=(rule,)))
    return _fired(at, firing, aim or reach[0], rolled)


def _fired(at: Position, spire: Spire, target: Unit, rolled: tuple[int, ...] | None) -> Done:
    faces, most, dice = at.die.faces, at.die.most, spire.dice
    if rolled is None and dice:
        sentence = "{spire} rolls one die for each attack upgrade, {dice}, at {target}"
        rule = legal("CS-ATT-8", sentence, spire=spire.id, dice=dice, target=target.id)
        if faces is None:
            question = f"what do the {dice} dice of {spire.id} show? The faces are not known"
            raise ChoiceNeeded(Open("rolled", question, needs="/dice/faces", rulings=(rule,)))
        raise kit.DiceMissing(dice, lambda dice: {"rolled": tuple(faces[die - 1] for die in dice)}, (rule,), faces)
    shown = rolled or ()
    strange = [die for die in shown if die not in (faces or (die,)) or (most is not None and die > most)]
    if len(shown) != dice:
        message = f"one die for each attack upgrade is rolled: {dice}, not {len(shown)}"
        raise DocumentError([Fault("dice-count", message, "/rolled")])
    if strange:
        raise DocumentError([Fault("bad-die", f"no die of this game shows {die}", "/rolled") for die in strange])
    damage, listed = sum(shown), ", ".join(map(str, shown)) or "nothing"
    sentence = "{spire} rolls one die for each attack upgrade, {rolled}: the damage is {damage}"
    done = Outcome(at, (consequence("CS-ATT-8", sentence, spire=spire.id, rolled=listed, damage=damage),))
    done = done.then(lambda p: harmed(p, target, damage)) if damage else done
    sentence = "nobody strikes back against the fire of {spire}"
    done = done.told(consequence("CS-ATT-6", sentence, spire=spire.id))
    if target.talents:
        sentence = "spire fire is strictly no attack; whether it is one for the talents {talents} is not judged"
        done = done.told(consequence("CS-ATT-7", sentence, talents=", ".join(target.talents)))
    return Outcome(done.position.changed(spire.id, fired=True), done.rulings)


def _before(position: Position, spire: Spire) -> list[Spire]:
    """The spires of opponents that fire before a spire's owner does (CS-ATT-11)."""
    order = [other for other in firing_spires(position) if other.faction != spire.faction or other is spire]
    return order[: order.index(spire)] if spire in order else []


def _misfires(position: Position, spire: Spire, target: Unit | None) -> Iterator[Ruling]:
    """The rule that forbids it, if one does.

    :param target: None: any that it reaches.
    """
    near = may_fire_at(position, spire)
    facts: dict[str, Any] = {"spire": spire.id, "target": None if target is None else target.id}
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
    elif target is None:
        if not near:
            yield illegal("CS-ATT-10", "no hostile hero or minion of {current} is in range of {spire}", **facts,
                          current=position.current)  # fmt: skip
    elif not position.hostile(spire.faction, target.faction) or target.faction != position.current:
        sentence = "{spire} fires only at hostile heroes and minions of {current}, and {target} is none"
        yield illegal("CS-ATT-10", sentence, **facts, current=position.current)
    elif (distance := apart(spire.at, target.at)) > spire.reach:
        sentence = "{target} is {distance} hexes from {spire}, whose range is {reach}"
        yield illegal("CS-ATT-9", sentence, **facts, distance=distance, reach=spire.reach)
    elif len(near) > 1 and position.is_ai(spire.faction) and not position.is_ai(target.faction):
        first = best(position, spire)
        if target.id not in [ranked.name for ranked in first]:
            facts |= {"first": " or ".join(ranked.name for ranked in first), "about": first[0].about}
            yield illegal("CS-ATT-32", "{spire} has to fire at {first} ({about}), not at {target}", **facts)
