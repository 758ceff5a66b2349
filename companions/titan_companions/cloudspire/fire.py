"""Spire fire (CS-ATT-8 to 11), and whom an AI's pieces aim at (CS-ATT-31, 32)."""

from collections.abc import Iterator
from typing import Any

from titan_rules.kernel.fields import key
from titan_rules.kernel.odds import Chance

from .. import protocol as kit
from ..protocol import ChoiceNeeded, DocumentError, Fault, Open, Ruling, consequence, field, frozen, illegal, legal
from .attacks import Ranked, best, duty, harmed, in_reach, ranked
from .facts import SPIRE_RANGE
from .hexes import apart
from .state import Count, Done, PieceName, Position, Spire, SpireName, Unit, UnitKind, UnitName


def firing_spires(at: Position) -> list[Spire]:
    """The hostile spires in the order in which their owners fire: from the current player's left (CS-ATT-11)."""
    names = list(at.factions)
    here = names.index(at.current)
    hostile = [spire for spire in at.spires if at.hostile(spire.faction, at.current)]
    return sorted(hostile, key=lambda spire: (names.index(spire.faction) - here) % len(names))


def owing_fire(at: Position) -> list[Spire]:
    """The spires that must still fire in this turn (CS-ATT-11)."""
    return [spire for spire in firing_spires(at) if not spire.fired and spire.dice and in_reach(at, spire)]


def fire(
    at: Position, spire: SpireName, target: UnitName | None = None, rolled: tuple[Count, ...] | None = None
) -> Done:
    """A hostile spire fires at a unit (CS-ATT-8 to 11).

    :param target: left out: the only unit that it reaches.
    :param rolled: what the dice show, one for each attack upgrade.
    """
    firing, aim = at.piece(spire), None if target is None else at.unit(target)
    faces, most, dice = at.die.faces, at.die.most, firing.dice
    yield from _misfires(at, firing, aim)
    names = tuple(unit.id for unit in in_reach(at, firing))
    if aim is None and len(names) > 1:
        rule = legal("CS-ATT-11", "{spire} chooses its target", spire=spire)
        raise ChoiceNeeded(Open("target", f"at whom does {spire} fire?", names, len(names), rulings=(rule,)))
    aim = aim or at.unit(names[0])
    if rolled is None and dice:
        sentence = "{spire} rolls one die for each attack upgrade, {dice}, at {target}"
        rule = legal("CS-ATT-8", sentence, spire=spire, dice=dice, target=aim.id)
        if faces is None:
            question = f"what do the {dice} dice of {spire} show? The faces are not known"
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
    yield consequence("CS-ATT-8", sentence, spire=spire, rolled=listed, damage=damage)
    if damage:
        at = yield from harmed(at, aim, damage)
    yield consequence("CS-ATT-6", "nobody strikes back against the fire of {spire}", spire=spire)
    if aim.talents:
        sentence = "spire fire is strictly no attack; whether it is one for the talents {talents} is not judged"
        yield consequence("CS-ATT-7", sentence, talents=", ".join(aim.talents))
    return at.changed(spire, fired=True)


def _misfires(at: Position, spire: Spire, target: Unit | None) -> Iterator[Ruling]:
    """The rule that forbids it, if one does.

    :param target: None: any that it reaches.
    """
    near, order = in_reach(at, spire), firing_spires(at)
    facts: dict[str, Any] = {"spire": spire.id, "current": at.current, "reach": spire.reach}
    facts |= {} if target is None else {"target": target.id, "distance": apart(spire.at, target.at)}
    earlier = order[: order.index(spire)] if spire in order else []
    waits = next((one for one in owing_fire(at) if one in earlier and one.faction != spire.faction), None)
    if spire.fired:
        yield illegal("CS-ATT-11", "{spire} has fired in this turn", spire=spire.id)
    elif waits is not None:
        sentence = "{other} of {owner} fires before {spire}: opponents fire in turn order from the left of {current}"
        yield illegal("CS-ATT-11", sentence, **facts, other=waits.id, owner=waits.faction)
    elif at.step not in (None, "spires-fire"):
        yield illegal("CS-GEN-2", "spires fire after movement, this is {now}", now=at.step)
    elif target is None:
        if not near:
            yield illegal("CS-ATT-10", "no hostile hero or minion of {current} is in range of {spire}", **facts)
    elif not at.hostile(spire.faction, target.faction) or target.faction != at.current:
        sentence = "{spire} fires only at hostile heroes and minions of {current}, and {target} is none"
        yield illegal("CS-ATT-10", sentence, **facts)
    elif target not in near:
        sentence = "{target} is {distance} hexes from {spire}, whose range is {reach}"
        yield illegal("CS-ATT-9", sentence, **facts)
    elif len(near) > 1 and at.is_ai(spire.faction) and not at.is_ai(target.faction):
        first = best(at, spire)
        if target.id not in [ranked.name for ranked in first]:
            facts |= {"first": " or ".join(ranked.name for ranked in first), "about": first[0].about}
            yield illegal("CS-ATT-32", "{spire} has to fire at {first} ({about}), not at {target}", **facts)


@frozen(kw_only=True)
class Ready:
    """A hostile spire in this turn.

    :param most: the most damage that its dice deal, where that is known.
    :param must: it has a target, and has not fired.
    """

    spire: str
    faction: str
    dice: int
    range: int
    most: int | None = None
    must: bool
    rulings: tuple[Ruling, ...]


@frozen
class Reached:
    """A unit that a spire reaches, with the chance that it defeats it, if the dice are known."""

    spire: str
    unit: str
    kind: UnitKind
    hp: int
    distance: int
    defeats: Chance | None = None


@frozen
class DamageOdds:
    """The chance of each damage, for a spire with a target."""

    spire: str
    damage: int
    exactly: Chance
    at_least: Chance


@frozen
class Fire:
    """The current state of the step in which spires fire, in firing order."""

    current: str
    spires: tuple[Ready, ...]
    targets: tuple[Reached, ...]
    odds: tuple[DamageOdds, ...]
    rulings: tuple[Ruling, ...]


def spires_fire(at: Position, spire: SpireName | None = None) -> Fire:
    """Which hostile spires reach which units, with how many dice?"""
    ready, reached, odds = list[Ready](), list[Reached](), list[DamageOdds]()
    spires = firing_spires(at) if spire is None else [at.piece(spire)]
    for each in spires:
        units, chances = [at.unit(aim.id) for aim in in_reach(at, each)], at.die.odds(each.dice)
        most = None if at.die.most is None else at.die.most * each.dice
        ready.append(Ready(spire=each.id, faction=each.faction, dice=each.dice, range=each.reach, most=most,
                           must=bool(units) and not each.fired, rulings=_as_it_fires(at, each)))  # fmt: skip
        for unit in units:
            defeats = None if chances is None else Chance(chances.at_least(unit.life))
            reached.append(Reached(each.id, unit.id, unit.kind, unit.life, apart(each.at, unit.at), defeats))
        if units and chances is not None:
            damages = [damage for damage, ways in enumerate(chances.ways) if ways]
            odds += [DamageOdds(each.id, n, Chance(chances.exactly(n)), Chance(chances.at_least(n))) for n in damages]
    sentence = "opponents fire in turn order from the left of {current}: {order}"
    rulings = (
        legal("CS-ATT-11", sentence, current=at.current, order=", ".join(each.id for each in spires) or "no spire"),
        consequence("CS-GEN-2", "spires fire in the turn of {current}, after movement", current=at.current),
    )
    return Fire(at.current, tuple(ready), tuple(reached), tuple(odds), rulings)


def _as_it_fires(at: Position, spire: Spire) -> tuple[Ruling, ...]:
    """What a spire can do in this turn, and must."""
    against = next(_misfires(kit.evolve(at, step=None), spire, None), None)
    more = "{spire} reaches {reach}: 1 and its range upgrades, {more}"
    return (
        legal("CS-ATT-8", "{spire} rolls one die for each attack upgrade: {dice}", spire=spire.id, dice=spire.dice),
        legal("CS-ATT-9", more, spire=spire.id, reach=spire.reach, more=spire.reach - SPIRE_RANGE),
        against or consequence("CS-ATT-11", "{spire} has a target: it must fire", spire=spire.id),
    )


@frozen(kw_only=True)
class AiTarget:
    """Whom an AI unit or spire attacks.

    :param target: the targets of the highest priority; several: the player decides.
    :param damage, dice: of a unit, of a spire.
    :param targets: every one that it reaches, by priority.
    """

    piece: str
    damage: int | None = None
    dice: int | None = None
    reach: int
    target: tuple[str, ...]
    number: int | None = field(metadata=key("class"))
    choice: bool
    targets: tuple[Ranked, ...]
    rulings: tuple[Ruling, ...]


def ai_target(at: Position, piece: PieceName) -> AiTarget:
    """Whom does an AI unit or spire attack, and what if the classes are read otherwise?"""
    named = at.piece(piece)
    asked = named if isinstance(named, Spire) else at.unit(piece)
    spire = isinstance(asked, Spire)
    if asked.faction is None or not at.is_ai(asked.faction):
        hint = "its owner chooses among its targets (CS-ATT-11)" if spire else "its player chooses (CS-ATT-21)"
        raise kit.CannotTell(Fault("not-ai", f"{piece} is no AI {'spire' if spire else 'unit'}", hint=hint))
    first = best(at, asked)
    names, number = tuple(target.name for target in first), first[0].number if first else None
    rulings = [*(_as_it_fires(at, asked) if isinstance(asked, Spire) else duty(at, asked).rulings)]
    if first:
        facts: dict[str, Any] = {"number": number, "about": first[0].about, "targets": " or ".join(names)}
        sentence = "{targets}: class {number}, {about}"
        rulings.append(legal("CS-ATT-32" if spire else "CS-ATT-31", sentence, **facts))
    if len(first) > 1:
        rulings.append(legal("CS-GEN-1", "the player decides: {targets}", targets=" or ".join(names)))
    return AiTarget(
        piece=piece, damage=None if isinstance(asked, Spire) else asked.damage,
        dice=asked.dice if isinstance(asked, Spire) else None, reach=asked.reach, target=names, number=number,
        choice=len(first) > 1, targets=tuple(ranked(at, asked)), rulings=tuple(rulings),
    )  # fmt: skip
