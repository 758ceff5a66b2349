"""Attacks: targets in reach, an AI's aims, damage, strikes back, and who must attack (CS-ATT)."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from titan_rules.kernel.fields import key

from .. import protocol as kit
from ..protocol import CannotTell, Fault, Ruling, consequence, field, frozen, illegal, legal
from . import state
from .facts import FORTIFICATION_WITHSTANDS, GATE_DAMAGE, Readings, UpgradeKind, goes_to
from .hexes import Hex, apart, written
from .state import Chip, Done, FactionName, Gate, Position, Spire, Target, Unit, UnitName

Effect: TypeAlias = Literal["gate", "defeats", "harms", "nothing"]

RANKS: tuple[state.TargetKind, ...] = ("hero", "spire", "minion", "landmark-minion")
"""The order within a class, as in the sheet (CS-ATT-31)."""

FIRE_CLASSES = {"defeats": "can be defeated", "harms": "can be damaged", "nothing": "other units"}
UNIT_CLASSES = {"gate": "fortress gate", **FIRE_CLASSES, "nothing": "other units and spires"}
"""The classes of targets by the attack's effect, in order (CS-ATT-31, 32)."""


def spire_hit(spire: Spire, damage: int, readings: Readings) -> tuple[tuple[UpgradeKind, ...], bool]:
    """The upgrades that an attack leaves on a spire, the bottom one first, and whether it falls (CS-ATT-5)."""
    if not spire.upgrades:
        return (), damage >= 1
    least = 0 if readings.spire_damage == "even_zero" else 1
    if damage < (FORTIFICATION_WITHSTANDS + 1 if spire.upgrades[0] == "fort" else least):
        return spire.upgrades, False
    left = spire.upgrades[1:]
    return left, not left and readings.spire_falls == "last_upgrade"


def effect(at: Position, unit: Unit, aim: Target) -> Effect | None:
    """The class of a target by the effect of a unit's attack; a spire is defeated when it falls (CS-ATT-31).

    :returns: None if it does not attack: without an attack above 0 (CS-ATT-4, 5), or an AI hero in vain (CS-ATT-30).
    """
    even_zero = isinstance(aim, Spire) and at.readings.spire_damage == "even_zero"
    if unit.attack is None or not (unit.damage or even_zero):
        return None
    if not isinstance(aim, Spire):
        return "gate" if isinstance(aim, Gate) else "defeats" if unit.damage >= aim.life else "harms"
    left, falls = spire_hit(aim, unit.damage, at.readings)
    if falls or left != aim.upgrades:
        return "defeats" if falls else "harms"
    return None if unit.kind == "hero" and at.is_ai(unit.faction) else "nothing"


@frozen
class Ranked:
    """A target with its priority.

    :param number: the class, 1 first.
    :param rank: its place within the class, as in the sheet (CS-ATT-31).
    """

    name: str = field(metadata=key("target"))
    kind: state.TargetKind
    at: Hex
    number: int = field(metadata=key("class"))
    about: str
    rank: int = 0


def in_reach(at: Position, piece: Unit | Spire) -> list[Target]:
    """What a unit may attack, or a spire fire at: the hostile pieces in its range (CS-ATT-2, 10)."""
    targets = at.targets.values() if isinstance(piece, Unit) else at.units_of(at.current)
    near = [aim for aim in targets if at.hostile(piece.faction, aim.faction) and apart(piece.at, aim.at) <= piece.reach]
    return [aim for aim in near if isinstance(piece, Spire) or effect(at, piece, aim) is not None]


def ranked(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """The targets of an AI unit or spire by priority, the first ones first (CS-ATT-31, 32).

    A spire's are units of a player, judged as if the dice rolled their maximum.

    :raises CannotTell: it depends on the dice's highest face, which the document does not say.
    """
    aims, classes, most = in_reach(at, piece), UNIT_CLASSES, 0
    if isinstance(piece, Spire):
        if piece.dice and aims and at.die.most is None:
            message = f"the targets of {piece.id} depend on the most a die shows, and the document does not say it"
            hint = '"dice": {"max": 2} or "dice": {"faces": [...]}'
            raise CannotTell(Fault("dice-missing", message, "/dice", hint=hint))
        aims, classes = [aim for aim in aims if not at.is_ai(aim.faction)], FIRE_CLASSES
        most = (at.die.most or 0) * piece.dice
    found = []
    for aim in aims:
        does = "defeats" if isinstance(aim, Unit) and most >= aim.life else "harms" if most else "nothing"
        if isinstance(piece, Unit):
            does = effect(at, piece, aim) or "nothing"
        rank = RANKS.index(aim.kind) if does in ("defeats", "harms") else 0
        found.append(Ranked(aim.id, aim.kind, aim.at, 1 + [*classes].index(does), classes[does], rank))
    return sorted(found, key=lambda target: (target.number, target.rank))


def best(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """An AI's targets of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :raises CannotTell: as :func:`ranked`.
    """
    ranking, in_order = ranked(at, piece), at.readings.ai_rank == "ordered"
    top = [target for target in ranking if target.number == ranking[0].number]
    return [target for target in top if target.rank == top[0].rank or not in_order]


def targets_of(at: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    return [one.name for one in best(at, unit)] if at.is_ai(unit.faction) else [aim.id for aim in in_reach(at, unit)]


def harmed(at: Position, chip: Chip, damage: int, acting: state.Action | None = None, **changes: Any) -> Done:
    """Damage to a unit on the map or at a gate; damage beyond its HP is lost (CS-GRP-2, CS-GATE-3).

    :param acting: the action it was carrying out, if any (CS-GRP-3).
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
    shown = kit.evolve(chip, **{**chip.under[0].stats(), "hp": None, "under": chip.under[1:], **changes})
    sentence = "{unit} lay under it and goes on with full HP"
    sentence += "; the {lost} damage left over is lost" if left else ""
    yield consequence("CS-GRP-2", sentence, unit=shown.id, lost=-left)
    if acting is not None:
        sentence = "{unit} fell in its {action}: that stops here, {next} goes on with the actions that follow"
        if at.readings.group_carry_on == "same_point":
            sentence = "{unit} fell in its {action}: {next} goes on from the same point"
        yield consequence("CS-GRP-3", sentence, unit=chip.id, action=acting, next=shown.id)
    return at.without(chip.id, where, shown)


def attack(at: Position, unit: UnitName, target: state.TargetName | None = None, *, absorb: bool = False) -> Done:
    """A unit attacks: damage, defeat, strikes back (CS-ATT).

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """
    own = at.unit(unit)
    if target is None:
        yield from _no_turn(at, own)
        owed = duty(at, own)
        if not owed.targets:
            yield kit.evolve(owed.rulings[0], verdict="illegal")
        question = f"whom does {unit} attack?"
        raise kit.ChoiceNeeded(kit.Open("target", question, owed.targets, len(owed.targets), rulings=owed.rulings))
    aim = at.target(target)
    kit.allowed(_violations(at, own, aim, absorb))
    facts: dict[str, Any] = {"unit": own.id, "target": aim.id, "damage": own.damage}
    sentence = "{target} is {distance} away from {unit}, which reaches {reach}"
    yield legal("CS-ATT-2", sentence, **facts, distance=apart(own.at, aim.at), reach=own.reach)
    sentence = "{unit} deals {damage}: attack icon {icon}, attack upgrades {upgrades}"
    yield legal("CS-ATT-4", sentence, **facts, icon=own.attack or 0, upgrades=own.upgrades.attack)
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
            yield consequence("CS-GATE-2", "the gate of {owner} is at 0 HP: it is defeated", owner=aim.faction)
        sentence = "the gate of {owner} strikes {unit} on {hex} back for {damage}, at any distance"
        facts = {"owner": aim.faction, "unit": own.id, "hex": written(own.at)}
        yield consequence("CS-ATT-3", sentence, **facts, damage=GATE_DAMAGE)
        damage += GATE_DAMAGE
    return (yield from harmed(at, own, damage, "attack", attacked=True))


def _on_spire(at: Position, unit: Unit, spire: Spire) -> Done:
    """What an attack does to a spire, which does not strike back (CS-ATT-5, 6)."""
    upgrades, falls = spire_hit(spire, unit.damage, at.readings)
    bottom, hit = (*spire.upgrades, "none")[0], upgrades != spire.upgrades
    sentence = "the damage of {damage} does nothing to {spire}, whose bottom upgrade is {bottom}"
    if hit and bottom == "fort":
        sentence = "{spire} loses its bottom upgrade, {bottom}: the damage is {damage}, 2 at least"
    elif hit:
        sentence = "{spire} loses its bottom upgrade, {bottom}, whatever the damage of {damage}"
    elif falls:
        sentence = "{spire} has no upgrade left and falls"
    yield consequence("CS-ATT-5", sentence, unit=unit.id, spire=spire.id, damage=unit.damage, bottom=bottom)
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


def _violations(at: Position, unit: Unit, aim: Target, absorb: bool) -> Iterator[Ruling]:
    """Every rule that an attack would break; empty if it is legal."""
    facts: dict[str, Any] = {"unit": unit.id, "target": aim.id}
    ai, distance, does = at.is_ai(unit.faction), apart(unit.at, aim.at), effect(at, unit, aim)
    turn = [*_no_turn(at, unit)]
    yield from turn
    if not at.hostile(unit.faction, aim.faction):
        yield illegal("CS-ATT-31" if ai else "CS-ATT-21", "{target} is not hostile to {unit}", **facts)
        return
    if distance > unit.reach:
        sentence = "{target} is {distance} hexes from {unit}, which reaches {reach}"
        yield illegal("CS-ATT-2", sentence, **facts, distance=distance, reach=unit.reach)
    if does is None:
        rule, sentence = "CS-ATT-4", "{unit} has attack 0, and that is no attack"
        if unit.attack is None:
            sentence = "{unit} has no attack icon"
        elif unit.damage:
            rule, sentence = "CS-ATT-30", "{unit} would deal {target} no damage, so it does not attack it"
        yield illegal(rule, sentence, **facts)
    elif ai and not turn and distance <= unit.reach:
        first = best(at, unit)
        if aim.id not in [target.name for target in first]:
            facts |= {"first": " or ".join(target.name for target in first), "about": first[0].about}
            yield illegal("CS-ATT-31", "{unit} has to attack {first} ({about}), not {target}", **facts)
    if absorb and not (isinstance(aim, Gate) and aim.stack):
        yield illegal("CS-GATE-3", "no unit at a gate can take the damage for {target}", **facts)


def _no_turn(at: Position, unit: Unit) -> Iterator[Ruling]:
    """Why a unit may not attack anything now."""
    turn = state.out_of_turn(at, unit.faction, unit.id, "attack", "units attack in the attack step")
    yield from [*turn, *over(at, unit)][:1]


def over(at: Position, unit: Unit) -> Iterator[Ruling]:
    """Why a unit has no attack left in this turn, if it has none."""
    if unit.attacked:
        yield illegal("CS-ATT-1", "{unit} has attacked in this turn", unit=unit.id)
    elif unit.fell_in == "attack" and at.readings.group_carry_on == "next_action":
        sentence = "the top minion fell while attacking, and with that the attack of {unit} is over"
        yield illegal("CS-GRP-3", sentence, unit=unit.id)


def struck_at_the_end(at: Position) -> list[tuple[Gate, Unit]]:
    """The units beside an opposing gate that have not attacked: it strikes them as the attack step ends (CS-ATT-3)."""
    gates = [gate for gate in at.gates if gate.hp and at.hostile(at.current, gate.faction)]
    idle = [unit for unit in at.units_of(at.current) if not unit.attacked]
    return [(gate, unit) for gate in gates for unit in idle if apart(unit.at, gate.at) == 1]


@frozen
class Duty:
    """Whether a unit must attack, may, cannot, or has; and whom it may attack."""

    unit: str
    kind: state.UnitKind
    attack: Literal["must", "may", "cannot", "done"]
    targets: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def duty(at: Position, unit: Unit) -> Duty:
    """Whether a unit must attack (CS-ATT-20, 30)."""
    names, done, hero, ai = targets_of(at, unit), [*over(at, unit)], unit.kind == "hero", at.is_ai(unit.faction)
    word: Any = "done" if done else "cannot" if not names else "may" if hero and not ai else "must"
    if names:
        what = "an AI unit" if ai else f"a {unit.kind}"
        sentence = "{unit} is {what}: it " + ("need not attack" if word == "may" else "must attack if it can")
        ruling = legal("CS-ATT-30" if ai else "CS-ATT-20", sentence, unit=unit.id, what=what)
    else:
        rule = "CS-ATT-30" if hero and ai else "CS-ATT-2" if unit.damage else "CS-ATT-4"
        sentence = "{unit} reaches {reach} and has no target there that it would damage"
        ruling = consequence(rule, sentence, unit=unit.id, reach=unit.reach)
    return Duty(unit.id, unit.kind, word, tuple(names), (*done, ruling)[:1])


@frozen
class Duties:
    """The current state of a faction's attack step."""

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
    return Duties(name, tuple(duty(at, unit) for unit in at.units_of(name)), tuple(rulings))
