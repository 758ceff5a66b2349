"""Spire fire (CS-ATT-6 to 11, 32): who reaches whom, with how many dice, how likely it defeats."""

from attrs import evolve, frozen

from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.odds import Distribution, together
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..facts import SPIRE_DICE, SPIRE_RANGE
from ..hexes import apart
from ..state import Position, Spire, Unit
from .groups import Harm, harm, harm_rulings, harmed
from .targets import FIRE_CLASSES, RANKS, Classed, best


def dice_of(spire: Spire) -> int:
    """How many dice a spire rolls: its attack upgrades (CS-ATT-8, CS-UP-3)."""
    return SPIRE_DICE + spire.upgrades.count("attack")


def range_of(spire: Spire) -> int:
    """How far a spire reaches: its range upgrades and 1 (CS-ATT-9, CS-UP-3)."""
    return SPIRE_RANGE + spire.upgrades.count("range")


def may_fire_at(position: Position, spire: Spire) -> list[Unit]:
    """The units that a spire reaches: hostile heroes and minions of the player whose turn it is (CS-ATT-10)."""
    return [
        unit
        for unit in position.units
        if unit.faction == position.current
        and position.hostile(spire.faction, unit.faction)
        and apart(spire.hex, unit.hex) <= range_of(spire)
    ]


def firing_spires(position: Position) -> list[Spire]:
    """The hostile spires in the order in which their owners fire: from the current player's left (CS-ATT-11)."""
    names = list(position.factions)
    here = names.index(position.current)
    left = names[here + 1 :] + names[:here]
    hostile = [spire for spire in position.spires if position.hostile(spire.faction, position.current)]
    return sorted(hostile, key=lambda spire: left.index(spire.faction))


def fire_classes(position: Position, spire: Spire) -> list[Classed]:
    """The targets of an AI spire by priority, as if the dice rolled their maximum (CS-ATT-32).

    :raises CannotTell: the document does not say what the dice show at most, and it matters.
    """
    targets = may_fire_at(position, spire)
    most = 0
    if dice_of(spire) and targets:
        known = None if position.dice is None else position.dice.most
        if known is None:
            message = f"the targets of {spire.id} depend on the most a die shows, and the document does not say it"
            hint = '"dice": {"max": 2} or "dice": {"faces": [...]}'
            raise CannotTell(Fault("dice-missing", message, "/dice", hint=hint))
        most = known * dice_of(spire)
    found = []
    for unit in targets:
        if position.is_ai(unit.faction):
            continue
        number = 1 if most >= unit.life else 2 if most else 3
        rank = RANKS.index(unit.kind) if number < 3 else 0
        found.append(Classed(unit.id, unit.kind, unit.hex, number, FIRE_CLASSES[number], rank))
    return sorted(found, key=lambda c: (c.number, c.rank))


def damage_odds(faces: tuple[int, ...], count: int) -> Distribution:
    """How the damage of so many dice with these faces is distributed.

    >>> damage_odds((0, 1, 1, 2), 2).exactly(4).exact
    '1/16'
    """
    die = Distribution(tuple(faces.count(pips) for pips in range(max(faces) + 1)), len(faces))
    return together([die] * count)


@frozen
class Fire:
    """What one spire's fire does.

    :param broken: why it is illegal; then nothing else is filled in.
    """

    dice: int
    damage: int = 0
    broken: tuple[Ruling, ...] = ()
    harm: Harm | None = None
    rulings: tuple[Ruling, ...] = ()
    after: Position | None = None


def fire(position: Position, spire: Spire, target: Unit, rolled: tuple[int, ...]) -> Fire:
    """Carry out a spire's fire.

    :param rolled: what the dice show.
    :raises DocumentError: other dice than the spire rolls.
    """
    count = dice_of(spire)
    broken = tuple(_violations(position, spire, target))
    if broken:
        return Fire(count, broken=broken)
    faults = _dice_faults(position, rolled, count)
    if faults:
        raise DocumentError(faults)
    damage = sum(rolled)
    found = harm(position, target, target.faction, damage)
    facts = {"spire": spire.id, "dice": count, "rolled": ", ".join(map(str, rolled)) or "nothing", "damage": damage}
    sentence = "{spire} rolls one die for each attack upgrade, {rolled}: the damage is {damage}"
    rulings = [
        consequence("CS-ATT-8", sentence, None, **facts),
        *harm_rulings(found, damage),
        consequence("CS-ATT-6", "nobody strikes back against the fire of {spire}", spire=spire.id),
    ]
    if target.talents:
        sentence = "spire fire is strictly no attack; whether it is one for the talents {talents} is not judged"
        rulings.append(consequence("CS-ATT-7", sentence, talents=", ".join(target.talents)))
    spires = tuple(evolve(s, fired=True) if s.id == spire.id else s for s in position.spires)
    after = harmed(evolve(position, spires=spires), found) if damage else evolve(position, spires=spires)
    return Fire(count, damage, harm=found, rulings=tuple(rulings), after=after)


def _violations(position: Position, spire: Spire, target: Unit) -> list[Ruling]:
    if spire.fired:
        return [illegal("CS-ATT-11", "{spire} has fired in this turn", spire=spire.id)]
    if position.step not in (None, "spires-fire"):
        return [illegal("CS-GEN-2", "spires fire after movement, this is {now}", now=position.step)]
    facts = {"spire": spire.id, "target": target.id}
    if not position.hostile(spire.faction, target.faction) or target.faction != position.current:
        sentence = "{spire} fires only at hostile heroes and minions of {current}, and {target} is none"
        return [illegal("CS-ATT-10", sentence, None, **facts, current=position.current)]
    distance = apart(spire.hex, target.hex)
    if distance > range_of(spire):
        sentence = "{target} is {distance} hexes from {spire}, whose range is {reach}"
        return [illegal("CS-ATT-9", sentence, None, **facts, distance=distance, reach=range_of(spire))]
    choice = len(may_fire_at(position, spire)) > 1
    if choice and position.is_ai(spire.faction) and not position.is_ai(target.faction):
        first = best(fire_classes(position, spire), position.readings)
        if all(c.name != target.id for c in first):
            names = " or ".join(c.name for c in first)
            sentence = "{spire} has to fire at {first} ({about}), not at {target}"
            return [illegal("CS-ATT-32", sentence, None, **facts, first=names, about=first[0].about)]
    return []


def _dice_faults(position: Position, rolled: tuple[int, ...], count: int) -> list[Fault]:
    if len(rolled) != count:
        return [Fault("dice-count", f"one die for each attack upgrade is rolled: {count}, not {len(rolled)}")]
    dice = position.dice
    known = None if dice is None else dice.faces
    most = None if dice is None else dice.most
    return [
        Fault("bad-die", f"no die of this game shows {die}")
        for die in rolled
        if die < 0 or (known is not None and die not in known) or (most is not None and die > most)
    ]


def fire_rulings(spire: Spire, targets: list[Unit]) -> list[Ruling]:
    """What a spire can do now, and must."""
    dice, reach = dice_of(spire), range_of(spire)
    facts = {"spire": spire.id, "dice": dice, "reach": reach, "more": reach - SPIRE_RANGE}
    rulings = [
        legal("CS-ATT-8", "{spire} rolls one die for each attack upgrade: {dice}", None, **facts),
        legal("CS-ATT-9", "{spire} reaches {reach}: 1 and its range upgrades, {more}", None, **facts),
    ]
    if spire.fired:
        return [*rulings, consequence("CS-ATT-11", "{spire} has fired in this turn", spire=spire.id)]
    if targets:
        return [*rulings, consequence("CS-ATT-11", "{spire} has a target: it must fire", spire=spire.id)]
    return [*rulings, consequence("CS-ATT-10", "no hostile hero or minion is in range of {spire}", spire=spire.id)]
