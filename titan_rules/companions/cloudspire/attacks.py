"""Attacks: whether they are legal, what they do, who strikes back (CS-ATT-1 to 6, CS-GATE, CS-GRP); who must attack."""

from collections.abc import Iterator
from typing import Any, Literal

from ...kernel import games as kit
from ...kernel.games import Ruling, allowed, consequence, frozen, illegal, legal, said
from .facts import GATE_DAMAGE, goes_to
from .hexes import apart, written
from .state import Action, Chip, Done, FactionName, Gate, Position, Spire, TargetName, Unit, UnitKind, UnitName, name_of
from .targets import best, effect, spire_hit, targets_of


def harmed(at: Position, chip: Chip, damage: int, acting: Action | None = None, **changes: Any) -> Done:
    """Damage to a unit on the map or at a gate; what goes beyond its HP is lost (CS-GRP-2, CS-GATE-3).

    :param acting: the action that it was carrying out, if it was (CS-GRP-3).
    :param changes: what else changes on the unit, or on the one revealed under it.
    """
    left = chip.life - damage
    if left > 0:
        return at.changed(chip.id, hp=None if left == chip.health else left, **changes)
    owner = at.owners[chip.id]
    where = goes_to(chip.kind, owner, at.is_ai(owner))
    to = "" if where == goes_to("hero", None, False) else "to "
    sentence = "{unit} had {hp} HP and takes {damage}: it is defeated and goes " + to + "{where}"
    yield consequence("CS-GATE-1", sentence, unit=chip.id, hp=chip.life, damage=damage, where=where)
    if not chip.under:
        return at.without(chip.id, where)
    if isinstance(chip, Unit):
        changes["fell_in"] = acting
    stats = {**chip.under[0].stats(), "hp": None, "under": chip.under[1:]}
    shown = kit.evolve(chip, **stats, **changes)
    sentence = "{unit} lay under it and goes on with full HP"
    sentence += "; the {lost} damage left over is lost" if left else ""
    yield consequence("CS-GRP-2", sentence, unit=shown.id, lost=-left)
    if acting is not None:
        sentence = "{unit} fell in its {action}: that stops here, {next} goes on with the actions that follow"
        if at.readings.group_carry_on == "same_point":
            sentence = "{unit} fell in its {action}: {next} goes on from the same point"
        yield consequence("CS-GRP-3", sentence, unit=chip.id, action=acting, next=shown.id)
    return at.without(chip.id, where, shown)


@said("attacks", subject="unit")
def attack(at: Position, unit: UnitName, target: TargetName, *, absorb: bool = False) -> Done:
    """A unit attacks: damage, defeat, strikes back (CS-ATT).

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """
    own, aim = at.unit(unit), at.target(target)
    allowed(_violations(at, own, aim, absorb))
    sentence = "{target} is {distance} away from {unit}, which reaches {reach}"
    facts: dict[str, Any] = {"unit": own.id, "target": name_of(aim)}
    yield legal("CS-ATT-2", sentence, **facts, distance=apart(own.at, aim.at), reach=own.reach)
    sentence = "{unit} deals {damage}: attack icon {icon}, attack upgrades {upgrades}"
    facts = {"unit": own.id, "damage": own.damage, "icon": own.attack or 0, "upgrades": own.upgrades.attack}
    yield legal("CS-ATT-4", sentence, **facts)
    if isinstance(aim, Spire):
        return (yield from _on_spire(at, own, aim))
    struck, damage = aim if isinstance(aim, Unit) else aim.stack[0] if absorb else None, 0
    if struck is not None:
        if absorb:
            sentence = "{unit}, on top at the gate, takes the damage in its place; what is too much is not passed on"
            yield consequence("CS-GATE-3", sentence, unit=struck.id)
        at = yield from harmed(at, struck, own.damage)
        revealed = struck.under[:1] if at.readings.group_retaliation == "revealed" else ()
        for striker in (struck,) if own.damage < struck.life else revealed:
            damage, ruling = _strike_back(own, aim, striker)
            yield ruling
            at = at.changed(striker.id, retaliated=True) if damage else at
        if isinstance(aim, Unit) and own.damage >= struck.life and not revealed:
            rule = "CS-GRP-2" if aim.under else "CS-ATT-2"
            yield consequence(rule, "{target} is defeated: nobody strikes back", target=aim.id)
    if isinstance(aim, Gate):
        hp = aim.hp if absorb else max(0, aim.hp - own.damage)
        at = at.at_gate(aim.faction, hp=hp)
        if not hp:
            sentence = "the gate of {owner} is at 0 HP: it is defeated"
            yield consequence("CS-GATE-2", sentence, owner=aim.faction)
        sentence = "the gate of {owner} strikes {unit} on {hex} back for {damage}, at any distance"
        facts = {"owner": aim.faction, "unit": own.id, "hex": written(own.at)}
        yield consequence("CS-ATT-3", sentence, **facts, damage=GATE_DAMAGE)
        damage += GATE_DAMAGE
    return (yield from harmed(at, own, damage, "attack", attacked=True))


def _on_spire(at: Position, unit: Unit, spire: Spire) -> Done:
    """What an attack does to a spire, which does not strike back (CS-ATT-5, 6)."""
    upgrades, falls = spire_hit(spire, unit.damage, at.readings)
    bottom, hit = (*spire.upgrades, "none")[0], upgrades != spire.upgrades
    facts: dict[str, Any] = {"unit": unit.id, "spire": spire.id, "damage": unit.damage, "bottom": bottom}
    sentence = "the damage of {damage} does nothing to {spire}, whose bottom upgrade is {bottom}"
    if hit and bottom == "fort":
        sentence = "{spire} loses its bottom upgrade, {bottom}: the damage is {damage}, 2 at least"
    elif hit:
        sentence = "{spire} loses its bottom upgrade, {bottom}, whatever the damage of {damage}"
    elif falls:
        sentence = "{spire} has no upgrade left and falls"
    yield consequence("CS-ATT-5", sentence, **facts)
    if hit and not upgrades:
        sentence = "its last upgrade is gone: by the reading {reading} it {verb}"
        sentence += "" if "spire_falls" in at.options else "; no source decides, so rule on it"
        verb = "falls" if falls else "stands until the next hit"
        yield consequence("CS-ATT-5", sentence, reading=at.readings.spire_falls, verb=verb)
    where = goes_to("spire", spire.faction, False)
    if falls:
        yield consequence("CS-GATE-1", "{spire} goes to {where}", spire=spire.id, where=where)
    yield consequence("CS-ATT-6", "{spire} does not strike back", spire=spire.id)
    after = at.without(spire.id, where) if falls else at.changed(spire.id, upgrades=upgrades)
    return after.changed(unit.id, attacked=True)


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


def _violations(at: Position, unit: Unit, aim: Unit | Spire | Gate, absorb: bool) -> Iterator[Ruling]:
    """Every rule that an attack would break; none: it is legal."""
    facts: dict[str, Any] = {"unit": unit.id, "target": name_of(aim)}
    ai, distance, effects = at.is_ai(unit.faction), apart(unit.at, aim.at), effect(unit, aim, at.readings)
    turn = over(at, unit)
    if unit.faction != at.current:
        sentence, owner = "it is the turn of {current}, {unit} is of {faction}", unit.faction or "no faction"
        turn = illegal("CS-GEN-2", sentence, current=at.current, unit=unit.id, faction=owner)
    elif at.step not in (None, "attack"):
        turn = illegal("CS-GEN-2", "units attack in the attack step, this is {now}", now=at.step)
    if turn is not None:
        yield turn
    if not at.hostile(unit.faction, aim.faction):
        yield illegal("CS-ATT-31" if ai else "CS-ATT-21", "{target} is not hostile to {unit}", **facts)
        return
    if distance > unit.reach:
        sentence = "{target} is {distance} hexes from {unit}, which reaches {reach}"
        yield illegal("CS-ATT-2", sentence, **facts, distance=distance, reach=unit.reach)
    if effects is None:
        sentence = "{unit} has no attack icon" if unit.attack is None else "{unit} has attack 0, and that is no attack"
        yield illegal("CS-ATT-4", sentence, **facts)
    elif ai and turn is None and distance <= unit.reach:
        first = best(at, unit)
        if unit.kind == "hero" and effects == "nothing":
            sentence = "{unit} would deal {target} no damage, so it does not attack it"
            yield illegal("CS-ATT-30", sentence, **facts)
        elif facts["target"] not in [target.name for target in first]:
            facts |= {"first": " or ".join(target.name for target in first), "about": first[0].about}
            yield illegal("CS-ATT-31", "{unit} has to attack {first} ({about}), not {target}", **facts)
    if absorb and not (isinstance(aim, Gate) and aim.stack):
        yield illegal("CS-GATE-3", "no unit at a gate can take the damage for {target}", **facts)


# --- who must attack --------------------------------------------------------------------------------------------------


def over(at: Position, unit: Unit) -> Ruling | None:
    """Why a unit has no attack left in this turn, or None if it has."""
    if unit.attacked:
        return illegal("CS-ATT-1", "{unit} has attacked in this turn", unit=unit.id)
    if unit.fell_in == "attack" and at.readings.group_carry_on == "next_action":
        sentence = "the top minion fell while attacking, and with that the attack of {unit} is over"
        return illegal("CS-GRP-3", sentence, unit=unit.id)
    return None


def struck_at_the_end(at: Position) -> list[tuple[Gate, Unit]]:
    """The units beside an opposing gate that have not attacked: it strikes them as the attack step ends (CS-ATT-3)."""
    own = [unit for unit in at.units if unit.faction == at.current and not unit.attacked]
    gates = [gate for gate in at.gates if gate.hp and at.hostile(at.current, gate.faction)]
    return [(gate, unit) for gate in gates for unit in own if apart(unit.at, gate.at) == 1]


@frozen
class Duty:
    """Whether a unit must attack, may, cannot, or has; and whom it may attack."""

    unit: str
    kind: UnitKind
    attack: Literal["must", "may", "cannot", "done"]
    targets: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def duty(at: Position, unit: Unit) -> Duty:
    """Whether a unit must attack (CS-ATT-20, 30)."""
    names, done, hero, ai = targets_of(at, unit), over(at, unit), unit.kind == "hero", at.is_ai(unit.faction)
    word: Any = "done" if done else "cannot" if not names else "may" if hero and not ai else "must"
    if done is not None:
        ruling = done
    elif names and ai:
        ruling = legal("CS-ATT-30", "{unit} is an AI unit: it must attack if it can", unit=unit.id)
    elif names:
        sentence = "{unit} is a hero: it need not attack" if hero else "{unit} is a minion: it must attack if it can"
        ruling = legal("CS-ATT-20", sentence, unit=unit.id)
    elif hero and ai:
        sentence = "{unit} has no target in reach {reach} that it would deal damage to"
        ruling = consequence("CS-ATT-30", sentence, unit=unit.id, reach=unit.reach)
    elif not unit.damage:
        ruling = consequence("CS-ATT-4", "{unit} has no attack above 0", unit=unit.id)
    else:
        sentence = "{unit} reaches {reach} and has no target there"
        ruling = consequence("CS-ATT-2", sentence, unit=unit.id, reach=unit.reach)
    return Duty(unit.id, unit.kind, word, tuple(names), (ruling,))


@frozen
class Duties:
    """The attack step of a faction as it stands."""

    faction: str
    units: tuple[Duty, ...]
    rulings: tuple[Ruling, ...]


def must_attack(at: Position, faction: FactionName | None = None) -> Duties:
    """Which units must attack, which may, and whom can each reach?"""
    name = faction or at.current
    rulings = [legal("CS-ATT-1", "heroes and minions attack in any mixed order")]
    if not at.is_ai(name):
        rulings.append(legal("CS-ATT-21", "{faction} chooses the targets", faction=name))
    for gate, unit in struck_at_the_end(at) if name == at.current else ():
        sentence = "if {unit} does not attack, the gate of {owner} strikes it as the attack step ends"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction))
    return Duties(name, tuple(duty(at, unit) for unit in at.units if unit.faction == name), tuple(rulings))
