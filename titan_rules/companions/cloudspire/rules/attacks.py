"""One attack of a unit: whether it is legal, what it does, who strikes back (CS-ATT-2 to 5)."""

from attrs import evolve, field, frozen

from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..facts import GATE_DAMAGE, goes_to
from ..hexes import apart, written
from ..state import Chip, Gate, Position, Spire, Unit
from .groups import Harm, carry_on_ruling, harm, harm_rulings, harmed
from .lookup import Piece, name_of
from .targets import SpireHit, best, can_attack, classed, harms, spire_hit


@frozen
class Strike:
    """A strike back, made or not.

    :param by: a unit's id, or ``gate:FACTION``.
    :param made: whether it is made.
    """

    by: str
    damage: int
    made: bool
    ruling: Ruling


@frozen
class Attack:
    """What an attack does.

    :param broken: why it is illegal; then nothing else is filled in.
    :param harm: to a unit; of a gate that is attacked, to the unit that takes the damage for it.
    :param spire: to a spire.
    :param gate_hp: a gate's HP afterwards.
    :param own: to the attacker, by the strikes back.
    :param undecided: options on which the outcome hangs, with no source that decides (CS-ATT-5).
    """

    damage: int
    broken: tuple[Ruling, ...] = ()
    harm: Harm | None = None
    spire: SpireHit | None = None
    gate_hp: int | None = None
    strikes: tuple[Strike, ...] = ()
    own: Harm | None = None
    undecided: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    after: Position | None = field(default=None, eq=False)


def attack(position: Position, unit: Unit, piece: Piece, absorbed: bool = False) -> Attack:
    """Carry out an attack.

    :param absorbed: the top unit at the attacked gate takes the damage (CS-GATE-3).
    """
    broken = tuple(violations(position, unit, piece, absorbed))
    if broken:
        return Attack(unit.damage, broken)
    if isinstance(piece, Spire):
        return _on_spire(position, unit, piece)
    return _on_gate(position, unit, piece, absorbed) if isinstance(piece, Gate) else _on_unit(position, unit, piece)


def violations(position: Position, unit: Unit, piece: Piece, absorbed: bool = False) -> list[Ruling]:
    """Every rule that an attack would break; none: it is legal."""
    found = _turn_violations(position, unit)
    facts = {"unit": unit.id, "target": name_of(piece)}
    chosen_by = "CS-ATT-31" if position.is_ai(unit.faction) else "CS-ATT-21"
    if not position.hostile(unit.faction, piece.faction):
        return [*found, illegal(chosen_by, "{target} is not hostile to {unit}", **facts)]
    distance = apart(unit.hex, piece.hex)
    if distance > unit.reach:
        sentence = "{target} is {distance} hexes from {unit}, which reaches {reach}"
        found.append(illegal("CS-ATT-2", sentence, **facts, distance=distance, reach=unit.reach))
    if not can_attack(unit, piece, position.readings):
        sentence = "{unit} has no attack icon" if unit.attack is None else "{unit} has attack 0, and that is no attack"
        found.append(illegal("CS-ATT-4", sentence, **facts))
    elif not found and position.is_ai(unit.faction):
        found += _ai_violations(position, unit, piece)
    if absorbed and not (isinstance(piece, Gate) and piece.stack):
        found.append(illegal("CS-GATE-3", "no unit at a gate can take the damage for {target}", **facts))
    return found


def _turn_violations(position: Position, unit: Unit) -> list[Ruling]:
    if unit.faction != position.current:
        sentence = "it is the turn of {current}, {unit} is of {faction}"
        facts = {"current": position.current, "unit": unit.id, "faction": unit.faction or "no faction"}
        return [illegal("CS-GEN-2", sentence, **facts)]
    if position.step not in (None, "attack"):
        return [illegal("CS-GEN-2", "units attack in the attack step, this is {now}", now=position.step)]
    done = over(position, unit)
    return [] if done is None else [done]


def over(position: Position, unit: Unit) -> Ruling | None:
    """Why a unit has no attack left in this turn, or None if it has."""
    if unit.attacked:
        return illegal("CS-ATT-1", "{unit} has attacked in this turn", unit=unit.id)
    if unit.fell_in == "attack" and position.readings.group_carry_on == "next_action":
        sentence = "the top minion fell while attacking, and with that the attack of {unit} is over"
        return illegal("CS-GRP-3", sentence, unit=unit.id)
    return None


def _ai_violations(position: Position, unit: Unit, piece: Piece) -> list[Ruling]:
    facts = {"unit": unit.id, "target": name_of(piece)}
    if unit.kind == "hero" and not harms(unit, piece, position.readings):
        return [illegal("CS-ATT-30", "{unit} would deal {target} no damage, so it does not attack it", **facts)]
    first = best(classed(position, unit), position.readings)
    if all(c.name != name_of(piece) for c in first):
        names = " or ".join(c.name for c in first)
        sentence = "{unit} has to attack {first} ({about}), not {target}"
        return [illegal("CS-ATT-31", sentence, **facts, first=names, about=first[0].about)]
    return []


def _opening(position: Position, unit: Unit, piece: Piece) -> list[Ruling]:
    distance = apart(unit.hex, piece.hex)
    facts = {"unit": unit.id, "target": name_of(piece), "distance": distance, "reach": unit.reach}
    in_range = legal("CS-ATT-2", "{target} is {distance} away from {unit}, which reaches {reach}", None, **facts)
    icon, upgrades = unit.attack or 0, unit.upgrades.attack
    sentence = "{unit} deals {damage}: attack icon {icon}, attack upgrades {upgrades}"
    return [in_range, legal("CS-ATT-4", sentence, unit=unit.id, damage=unit.damage, icon=icon, upgrades=upgrades)]


def _on_spire(position: Position, unit: Unit, spire: Spire) -> Attack:
    hit = spire_hit(spire, unit.damage, position.readings)
    rulings = [*_opening(position, unit, spire), *_spire_rulings(position, unit, spire, hit)]
    undecided = ("spire_falls",) if hit.undecided and "spire_falls" not in position.options else ()
    left = evolve(spire, upgrades=hit.left)  # type: ignore[arg-type]  # what is left of its own upgrades
    spires = tuple(left if s.id == spire.id else s for s in position.spires if s.id != spire.id or not hit.falls)
    after = _attacked(evolve(position, spires=spires), unit)
    return Attack(unit.damage, spire=hit, undecided=undecided, rulings=tuple(rulings), after=after)


def _spire_rulings(position: Position, unit: Unit, spire: Spire, hit: SpireHit) -> list[Ruling]:
    facts = {"unit": unit.id, "spire": spire.id, "damage": unit.damage}
    if hit.removed is not None:
        sentence = "{spire} loses its bottom upgrade, {removed}, whatever the damage of {damage}"
        if hit.removed == "fort":
            sentence = "{spire} loses its bottom upgrade, {removed}: the damage is {damage}, 2 at least"
        rulings = [consequence("CS-ATT-5", sentence, None, **facts, removed=hit.removed)]
    elif hit.falls:
        rulings = [consequence("CS-ATT-5", "{spire} has no upgrade left and falls", None, **facts)]
    else:
        sentence = "the damage of {damage} does nothing to {spire}, whose bottom upgrade is {bottom}"
        return [
            consequence("CS-ATT-5", sentence, None, **facts, bottom=(*spire.upgrades, "none")[0]),
            consequence("CS-ATT-6", "{spire} does not strike back", None, **facts),
        ]
    if hit.undecided:
        sentence = "its last upgrade is gone: by the reading {reading} it {verb}"
        if "spire_falls" not in position.options:
            sentence += "; no source decides, so rule on it"
        verb = "falls" if hit.falls else "stands until the next hit"
        rulings.append(consequence("CS-ATT-5", sentence, reading=position.readings.spire_falls, verb=verb))
    if hit.falls:
        where = goes_to("spire", spire.faction, False)
        rulings.append(consequence("CS-GATE-1", "{spire} goes to {where}", spire=spire.id, where=where))
    return [*rulings, consequence("CS-ATT-6", "{spire} does not strike back", None, **facts)]


def _on_unit(position: Position, unit: Unit, target: Unit) -> Attack:
    found = harm(position, target, target.faction, unit.damage)
    rulings = [*_opening(position, unit, target), *harm_rulings(found, unit.damage)]
    strikes = [_unit_strike(position, unit, target, found)]
    after = harmed(position, found, changes=_spent(strikes))
    return _struck(after, unit, Attack(unit.damage, harm=found, strikes=tuple(strikes), rulings=tuple(rulings)))


def _spent(strikes: list[Strike]) -> dict[str, bool]:
    """What striking back leaves on a unit: it has done so in this turn (CS-ATT-2)."""
    return {"retaliated": True} if any(strike.made for strike in strikes) else {}


def _unit_strike(position: Position, unit: Unit, target: Unit, found: Harm) -> Strike:
    """Whether the attacked unit, or the minion revealed under it, strikes back (CS-ATT-2, CS-GRP-2)."""
    striker: Chip = target
    if found.defeated:
        if found.revealed is None or position.readings.group_retaliation == "none":
            rule = "CS-ATT-2" if found.revealed is None else "CS-GRP-2"
            sentence = "{target} is defeated: nobody strikes back"
            return Strike(target.id, 0, False, consequence(rule, sentence, target=target.id))
        striker = target.under[0]
    return _strike(striker, unit, apart(unit.hex, target.hex), striker.reach, "CS-ATT-2")


def _strike(striker: Chip, unit: Unit, distance: int, reach: int, rule: str) -> Strike:
    facts = {"striker": striker.id, "unit": unit.id, "distance": distance, "reach": reach, "damage": striker.damage}
    why = None
    if distance > reach:
        why = consequence(rule, "{unit} is {distance} away, {striker} strikes back up to {reach}", None, **facts)
    elif striker.retaliated:
        why = consequence(rule, "{striker} has struck back in this turn", None, **facts)
    elif not striker.damage:
        why = consequence("CS-ATT-4", "{striker} has no attack to strike back with", None, **facts)
    if why is not None:
        return Strike(striker.id, 0, False, why)
    made = consequence(rule, "{striker} survives and strikes {unit} back for {damage}", None, **facts)
    return Strike(striker.id, striker.damage, True, made)


def _on_gate(position: Position, unit: Unit, gate: Gate, absorbed: bool) -> Attack:
    rulings = _opening(position, unit, gate)
    strikes = []
    found = None
    after = position
    if absorbed:
        top = gate.stack[0]
        found = harm(position, top, gate.faction, unit.damage)
        sentence = "{unit}, on top at the gate, takes the damage in its place; what is too much is not passed on"
        rulings += [consequence("CS-GATE-3", sentence, unit=top.id), *harm_rulings(found, unit.damage)]
        if not found.defeated:
            strikes.append(_strike(top, unit, apart(unit.hex, gate.hex), 1, "CS-GATE-3"))
        after = harmed(after, found, changes=_spent(strikes))
    hp = gate.hp if absorbed else max(0, gate.hp - unit.damage)
    after = evolve(after, gates=tuple(evolve(g, hp=hp) if g.faction == gate.faction else g for g in after.gates))
    if not hp:
        rulings.append(consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", owner=gate.faction))
    strikes.append(gate_strike(gate, unit))
    done = Attack(unit.damage, harm=found, gate_hp=hp, strikes=tuple(strikes), rulings=tuple(rulings))
    return _struck(after, unit, done)


def gate_strike(gate: Gate, unit: Unit) -> Strike:
    """A gate strikes back at any distance, however often, even as it is defeated (CS-ATT-3)."""
    sentence = "the gate of {owner} strikes {unit} on {hex} back for {damage}, at any distance"
    facts = {"owner": gate.faction, "unit": unit.id, "hex": written(unit.hex)}
    ruling = consequence("CS-ATT-3", sentence, None, **facts, damage=GATE_DAMAGE)
    return Strike(name_of(gate), GATE_DAMAGE, True, ruling)


def _struck(position: Position, unit: Unit, so_far: Attack) -> Attack:
    """The attack with the strikes back carried out on the attacker."""
    damage = sum(strike.damage for strike in so_far.strikes if strike.made)
    own = harm(position, unit, unit.faction, damage)
    rulings = [*so_far.rulings, *(strike.ruling for strike in so_far.strikes), *harm_rulings(own, damage)]
    carries_on = carry_on_ruling(position, own, "attack")
    if carries_on is not None:
        rulings.append(carries_on)
    after = harmed(position, own, "attack", {"attacked": True})
    return evolve(so_far, own=own, rulings=tuple(rulings), after=after)


def _attacked(position: Position, unit: Unit) -> Position:
    return evolve(position, units=tuple(evolve(u, attacked=True) if u.id == unit.id else u for u in position.units))


def duty(position: Position, unit: Unit) -> Ruling:
    """Whether a unit must attack, may, or cannot, if it has a target (CS-ATT-20, 30)."""
    if position.is_ai(unit.faction):
        return legal("CS-ATT-30", "{unit} is an AI unit: it must attack if it can", unit=unit.id)
    if unit.kind == "hero":
        return legal("CS-ATT-20", "{unit} is a hero: it need not attack", unit=unit.id)
    return legal("CS-ATT-20", "{unit} is a minion: it must attack if it can", unit=unit.id)
