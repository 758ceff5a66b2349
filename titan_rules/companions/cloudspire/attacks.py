"""Attacks: whom a piece reaches and an AI's aims at, what attacks do, who strikes back, who must attack (CS-ATT)."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from ...kernel import games as kit
from ...kernel.fields import key
from ...kernel.games import CannotTell, Fault, Ruling, allowed, consequence, field, frozen, illegal, legal, said
from . import state
from .facts import FORTIFICATION_WITHSTANDS, GATE_DAMAGE, Readings, UpgradeKind, goes_to
from .hexes import Hex, apart, written
from .state import Action, Chip, Done, FactionName, Gate, Position, Spire, TargetName, Unit, UnitKind, UnitName

TargetKind: TypeAlias = Literal["gate", "hero", "spire", "minion", "landmark-minion"]

RANKS: tuple[TargetKind, ...] = ("hero", "spire", "minion", "landmark-minion", "gate")
"""The order inside a class as the sheet writes it (CS-ATT-31); a gate is a class of its own."""

CLASSES = ("fortress gate", "can be defeated", "can be damaged", "other units and spires")
FIRE_CLASSES = ("can be defeated", "can be damaged", "other units")


def spire_hit(spire: Spire, damage: int, readings: Readings) -> tuple[tuple[UpgradeKind, ...], bool]:
    """The upgrades that an attack leaves on a spire, the bottom one first, and whether it falls (CS-ATT-5)."""
    if not spire.upgrades:
        return (), damage >= 1
    least = 0 if readings.spire_damage == "even_zero" else 1
    if damage < (FORTIFICATION_WITHSTANDS + 1 if spire.upgrades[0] == "fort" else least):
        return spire.upgrades, False
    left = spire.upgrades[1:]
    return left, not left and readings.spire_falls == "last_upgrade"


def effect(unit: Chip, piece: state.Target, readings: Readings) -> Literal["defeats", "harms", "nothing"] | None:
    """What a unit's attack does to a target; to defeat a spire is to make it fall (CS-ATT-31).

    :returns: None where it is no attack at all: attack 0 is none (CS-ATT-4), but see CS-ATT-5.
    """
    spire = isinstance(piece, Spire)
    if not unit.damage and not (spire and unit.attack is not None and readings.spire_damage == "even_zero"):
        return None
    if isinstance(piece, Spire):
        left, falls = spire_hit(piece, unit.damage, readings)
        return "defeats" if falls else "nothing" if left == piece.upgrades else "harms"
    return "defeats" if unit.damage >= (piece.hp if isinstance(piece, Gate) else piece.life) else "harms"


@frozen
class Ranked:
    """A target with its priority.

    :param number: the class, 1 first.
    :param rank: its place inside the class, as the sheet writes it (CS-ATT-31).
    """

    name: str = field(metadata=key("target"))
    kind: TargetKind
    at: Hex
    number: int = field(metadata=key("class"))
    about: str
    rank: int = 0


def targets(at: Position, unit: Unit) -> list[Ranked]:
    """The hostile pieces in a unit's range that it may attack, by the priority of AI units (CS-ATT-31)."""
    in_reach = []
    for name, piece in at.targets.items():
        effects = effect(unit, piece, at.readings)
        near = at.hostile(unit.faction, piece.faction) and apart(unit.at, piece.at) <= unit.reach
        spared = effects == "nothing" and unit.kind == "hero" and at.is_ai(unit.faction)  # CS-ATT-30
        if near and effects is not None and not spared:
            number = 1 if isinstance(piece, Gate) else {"defeats": 2, "harms": 3, "nothing": 4}[effects]
            kind = piece.kind if isinstance(piece, Unit) else "spire" if isinstance(piece, Spire) else "gate"
            rank = RANKS.index(kind) if number in (2, 3) else 0
            in_reach.append(Ranked(name, kind, piece.at, number, CLASSES[number - 1], rank))
    return in_reach


def may_fire_at(at: Position, spire: Spire) -> list[Unit]:
    """The units that a spire reaches: hostile heroes and minions of the player whose turn it is (CS-ATT-10)."""
    units = [unit for unit in at.units if unit.faction == at.current and at.hostile(spire.faction, at.current)]
    return [unit for unit in units if apart(spire.at, unit.at) <= spire.reach]


def targets_of_ai(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """The targets of an AI unit or spire by priority, the first ones first (CS-ATT-31, 32).

    A spire's are judged as if the dice rolled their maximum.

    :raises CannotTell: the document does not say what the dice show at most, and it matters.
    """
    if isinstance(piece, Unit):
        in_reach = targets(at, piece)
    else:
        units, in_reach = may_fire_at(at, piece), []
        if piece.dice and units and at.die.most is None:
            message = f"the targets of {piece.id} depend on the most a die shows, and the document does not say it"
            hint = '"dice": {"max": 2} or "dice": {"faces": [...]}'
            raise CannotTell(Fault("dice-missing", message, "/dice", hint=hint))
        most = (at.die.most or 0) * piece.dice
        for unit in units:
            if not at.is_ai(unit.faction):
                number = 1 if most >= unit.life else 2 if most else 3
                rank = RANKS.index(unit.kind) if number < 3 else 0
                in_reach.append(Ranked(unit.id, unit.kind, unit.at, number, FIRE_CLASSES[number - 1], rank))
    return sorted(in_reach, key=lambda target: (target.number, target.rank))


def best(at: Position, piece: Unit | Spire) -> list[Ranked]:
    """An AI's targets of the highest priority, by the reading ``ai_rank``; several: the player decides (CS-GEN-1).

    :raises CannotTell: as :func:`targets_of_ai`.
    """
    ranking, ranked = targets_of_ai(at, piece), at.readings.ai_rank == "ordered"
    top = [target for target in ranking if target.number == ranking[0].number]
    return [target for target in top if target.rank == top[0].rank or not ranked]


def targets_of(at: Position, unit: Unit) -> list[str]:
    """The names of the pieces that a unit may attack: of an AI unit those of the highest priority (CS-ATT-31)."""
    among = best if at.is_ai(unit.faction) else targets
    return [target.name for target in among(at, unit)]


# --- attacks ----------------------------------------------------------------------------------------------------------


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


@said("attacks", "hits", "strikes", subject="unit", skip="gate")
def attack(at: Position, unit: UnitName, target: TargetName | None = None, *, absorb: bool = False) -> Done:
    """A unit attacks: damage, defeat, strikes back (CS-ATT).

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """
    own = at.unit(unit)
    if target is None:
        yield from filter(None, [_turn(at, own)])
        owed = duty(at, own)
        if not owed.targets:
            yield kit.evolve(owed.rulings[0], verdict="illegal")
        question = f"whom does {unit} attack?"
        raise kit.ChoiceNeeded(kit.Open("target", question, owed.targets, len(owed.targets), rulings=owed.rulings))
    aim = at.target(target)
    allowed(_violations(at, own, aim, absorb))
    sentence = "{target} is {distance} away from {unit}, which reaches {reach}"
    facts: dict[str, Any] = {"unit": own.id, "target": state.name_of(aim)}
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


def _violations(at: Position, unit: Unit, aim: state.Target, absorb: bool) -> Iterator[Ruling]:
    """Every rule that an attack would break; none: it is legal."""
    facts: dict[str, Any] = {"unit": unit.id, "target": state.name_of(aim)}
    ai, distance, effects = at.is_ai(unit.faction), apart(unit.at, aim.at), effect(unit, aim, at.readings)
    turn = _turn(at, unit)
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


def _turn(at: Position, unit: Unit) -> Ruling | None:
    when = "units attack in the attack step"
    return next(state.out_of_turn(at, unit.faction, unit.id, "attack", when), over(at, unit))


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
