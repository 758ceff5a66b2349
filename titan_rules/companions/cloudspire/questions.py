"""What may be asked: moves, their order, attacks, targets, odds, ground, gear, gates."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from ...kernel.companions import Answer, Outcome, Ruling, asked, consequence, legal
from ...kernel.errors import CannotTell, DocumentError, Fault
from ...kernel.names import Names
from . import attacks, play
from .attacks import duty, over, struck_at_the_end
from .building import gate_rulings, may_build, may_deploy, may_equip, may_place, may_return
from .building import influence as influenced
from .facts import SPIRE_RANGE, TURN_STEPS, UPGRADES, UpgradeKind
from .hexes import Hex, Path, apart, typed, typed_many
from .judging import barred, order_of, turn_ruling
from .movers import find_mover, movers
from .moves import Moves, moves_of
from .pieces import by_name, find_chip_or_spire, find_spire, find_unit
from .state import Chip, Gate, Position, Spire, Unit
from .targets import best, firing_spires, may_fire_at, targets_of, targets_of_ai


def faction_of(position: Position, name: str | None) -> str:
    """A faction by its name, in any case; the current one by default.

    :raises UnknownName: there is none of that name.
    """
    return position.current if name is None else Names("faction", position.factions).canonical(name)


def _hexes(_: Any, texts: tuple[str, ...]) -> Path:
    return typed_many(texts)


WHOSE = "whose; default: the faction whose turn it is"
FactionAsked: TypeAlias = Annotated[str, asked(WHOSE, either=True, read=faction_of)]
OtherFaction: TypeAlias = Annotated[str, asked(WHOSE, read=faction_of)]
UnitAsked: TypeAlias = Annotated[str, asked("its id", required=True)]
MoverAsked: TypeAlias = Annotated[str | None, asked("its id; default: every unit of the faction", either=True)]
PieceAsked: TypeAlias = Annotated[str, asked("the id of a unit or a spire", required=True)]
PathAsked: TypeAlias = Annotated[
    Path, asked('the hexes in order, like "1,1 2,0"; none: it stays', many=True, read=_hexes)
]


# --- moving -----------------------------------------------------------------------------------------------------------


def move(position: Position, unit: MoverAsked, faction: OtherFaction) -> Answer:
    """Where may a unit end, by which way, and why not elsewhere? Without a unit: every unit."""
    if unit is None:
        return {"faction": faction, "units": [told(moves_of(mover)) for mover in movers(position, faction)]}
    moves = moves_of(find_mover(position, unit))
    return told(moves, barred=[{"at": at, "rulings": [why]} for at, why in barred(moves)])


def told(moves: Moves, **more: Any) -> Answer:
    """A unit's moves, and whether it may move now."""
    turn = turn_ruling(moves.mover)
    now = turn.verdict == "legal"
    return {**moves.to_json(), "now": now, **more, "rulings": [turn, *moves.rulings]}


def order(position: Position, faction: FactionAsked) -> Answer:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    found = order_of(position, faction)
    ranks = [(distance, [mover.id for mover in due]) for distance, due in found.waiting.items()]
    when = "before the first minion or after the last" if ranks else "at any time"
    rulings = [
        consequence("CS-MOVE-2", "minions of {faction} move in order of nearness to their mark", faction=faction)
    ]
    for distance, names in ranks:
        listed = ", ".join(names)
        if distance is None:
            rulings.append(consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=listed))
        elif len(names) > 1:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            rulings.append(legal("CS-GEN-1", sentence, minions=listed, distance=distance))
    rule, sentence = found.hero_rule, "heroes move before the first minion or after the last, never between"
    steps = consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS))
    return {
        "faction": faction,
        "moved": found.done,
        "order": [{"distance": at, "minions": names, "tie": len(names) > 1} for at, names in ranks],
        "heroes": {
            "units": [mover.id for mover in found.heroes],
            "now": found.heroes_now,
            "when": "after the last minion" if found.done and ranks else when,
        },
        "turn_steps": TURN_STEPS,
        "rulings": [*rulings, consequence(rule, sentence), steps],
    }


# --- attacking --------------------------------------------------------------------------------------------------------

Absorb: TypeAlias = Annotated[bool, asked("the top unit at the gate takes the damage in its place", "flag")]
TargetAsked: TypeAlias = Annotated[str, asked("a unit, a spire, or gate:FACTION", required=True)]


def attack(position: Position, unit: UnitAsked, target: TargetAsked, absorb: Absorb) -> Outcome[Position]:
    """What does an attack do: damage, defeat, strikes back?"""
    return attacks.attack(position, unit, target, absorb)


def must_attack(position: Position, faction: FactionAsked) -> Answer:
    """Which units must attack, which may, and whom can each reach?"""
    rulings = [legal("CS-ATT-1", "heroes and minions attack in any mixed order")]
    if not position.is_ai(faction):
        rulings.append(legal("CS-ATT-21", "{faction} chooses the targets", faction=faction))
    for gate, unit in struck_at_the_end(position) if faction == position.current else ():
        sentence = "if {unit} does not attack, the gate of {owner} strikes it as the attack step ends"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction))
    units = [_duty(position, unit) for unit in position.units if unit.faction == faction]
    return {"faction": faction, "units": units, "rulings": rulings}


def _duty(position: Position, unit: Unit) -> Answer:
    names, done, ruling = targets_of(position, unit), over(position, unit), duty(position, unit)
    word = "may" if unit.kind == "hero" and not position.is_ai(unit.faction) else "must"
    if done is not None:
        word, ruling = "done", done
    elif not names:
        word, ruling = "cannot", _nobody(position, unit)
    return {"unit": unit.id, "kind": unit.kind, "attack": word, "targets": names, "rulings": [ruling]}


def _nobody(position: Position, unit: Unit) -> Ruling:
    """Why a unit has no target."""
    if unit.kind == "hero" and position.is_ai(unit.faction):
        sentence = "{unit} has no target in reach {reach} that it would deal damage to"
        return consequence("CS-ATT-30", sentence, unit=unit.id, reach=unit.reach)
    if not unit.damage:
        return consequence("CS-ATT-4", "{unit} has no attack above 0", unit=unit.id)
    return consequence("CS-ATT-2", "{unit} reaches {reach} and has no target there", unit=unit.id, reach=unit.reach)


def ai_target(position: Position, piece: PieceAsked) -> Answer:
    """Whom does an AI unit or spire attack, and what if the classes are read otherwise?

    :raises CannotTell: the unit is no AI unit.
    """
    named = find_chip_or_spire(position, piece)
    found = named if isinstance(named, Spire) else find_unit(position, named.id)
    if found.faction is None or not position.is_ai(found.faction):
        what, hint = "unit", "its player chooses the target (CS-ATT-21)"
        if isinstance(found, Spire):
            what, hint = "spire", "its owner chooses among its targets (CS-ATT-11)"
        raise CannotTell(Fault("not-ai", f"{found.id} is no AI {what}", hint=hint))
    ranked, first = targets_of_ai(position, found), best(position, found)
    if isinstance(found, Spire):
        rule, rulings, out = "CS-ATT-32", _fire_rulings(position, found), {"dice": found.dice, "range": found.reach}
    else:
        rule, rulings = "CS-ATT-31", [(duty if ranked else _nobody)(position, found)]
        out = {"damage": found.damage, "reach": found.reach}
    names = " or ".join(target.name for target in first)
    if first:
        facts: Answer = {"number": first[0].number, "about": first[0].about}
        rulings.append(legal(rule, "{targets}: class {number}, {about}", targets=names, **facts))
    if len(first) > 1:
        rulings.append(legal("CS-GEN-1", "the player decides: {targets}", targets=names))
    return {
        "piece": found.id,
        **out,
        "target": [target.name for target in first],
        "class": first[0].number if first else None,
        "choice": len(first) > 1,
        "targets": ranked,
        "rulings": rulings,
    }


def _rolled(_: Any, text: str | None) -> tuple[int, ...] | None:
    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise DocumentError([Fault("bad-die", f"dice are written like 2,0,1, not {(text or '')[:40]!r}")])
    return None if text is None else tuple(map(int, parts))


SpireAsked: TypeAlias = Annotated[str | None, asked("only this one")]
FiredAt: TypeAlias = Annotated[str | None, asked("the unit that it fires at")]
Rolled: TypeAlias = Annotated[tuple[int, ...] | None, asked("what the dice show, like 2,0,1", read=_rolled)]


def spires_fire(position: Position, spire: SpireAsked, target: FiredAt, rolled: Rolled) -> Answer | Outcome[Position]:
    """Which hostile spires reach which units, with how many dice? With what was rolled: what happens?"""
    if rolled is not None or target is not None:
        if spire is None:
            raise DocumentError([Fault("missing-parameter", "which spire fires?", hint="--spire ID")])
        if rolled is None:
            raise DocumentError([Fault("missing-parameter", "what do the dice show?", hint="--rolled 2,0,1")])
        return attacks.fire(position, spire, rolled or (), target)
    spires = firing_spires(position) if spire is None else [find_spire(position, spire)]
    reached = [(found, may_fire_at(position, found)) for found in spires]
    order = ", ".join(found.id for found in spires) or "no spire"
    sentence = "opponents fire in turn order from the left of {current}: {order}"
    return {
        "current": position.current,
        "spires": [_ready(position, found, units) for found, units in reached],
        "targets": [_reached(position, found, unit) for found, units in reached for unit in units],
        "odds": [row for found, units in reached if units for row in _odds(position, found)],
        "rulings": [
            legal("CS-ATT-11", sentence, current=position.current, order=order),
            consequence("CS-GEN-2", "spires fire in the turn of {current}, after movement", current=position.current),
        ],
    }


def _ready(position: Position, spire: Spire, units: list[Unit]) -> Answer:
    most = {} if position.die.most is None else {"most": position.die.most * spire.dice}
    out = {"spire": spire.id, "faction": spire.faction, "dice": spire.dice, "range": spire.reach, **most}
    return {**out, "must": bool(units) and not spire.fired, "rulings": _fire_rulings(position, spire)}


def _fire_rulings(position: Position, spire: Spire) -> list[Ruling]:
    """What a spire can do now, and must."""
    facts: Answer = {"spire": spire.id, "dice": spire.dice, "reach": spire.reach, "more": spire.reach - SPIRE_RANGE}
    rule, sentence = "CS-ATT-10", "no hostile hero or minion is in range of {spire}"
    if spire.fired:
        rule, sentence = "CS-ATT-11", "{spire} has fired in this turn"
    elif may_fire_at(position, spire):
        rule, sentence = "CS-ATT-11", "{spire} has a target: it must fire"
    return [
        legal("CS-ATT-8", "{spire} rolls one die for each attack upgrade: {dice}", **facts),
        legal("CS-ATT-9", "{spire} reaches {reach}: 1 and its range upgrades, {more}", **facts),
        consequence(rule, sentence, spire=spire.id),
    ]


def _reached(position: Position, spire: Spire, unit: Unit) -> Answer:
    """A unit that a spire reaches, with the chance that it defeats it, if the dice are known."""
    odds, distance = position.die.odds(spire.dice), apart(spire.at, unit.at)
    defeats = {} if odds is None else {"defeats": odds.at_least(unit.life).chance_json()}
    return {"spire": spire.id, "unit": unit.id, "kind": unit.kind, "hp": unit.life, "distance": distance, **defeats}


def _odds(position: Position, spire: Spire) -> Iterator[Answer]:
    """The chances of every damage of a spire, if the dice are known."""
    odds = position.die.odds(spire.dice)
    for pips, ways in enumerate(() if odds is None else odds.ways):
        if ways and odds is not None:
            chances = {"exactly": odds.exactly(pips).chance_json(), "at_least": odds.at_least(pips).chance_json()}
            yield {"spire": spire.id, "damage": pips, **chances}


# --- ground, gear, gates ----------------------------------------------------------------------------------------------


def influence(position: Position, faction: FactionAsked) -> Answer:
    """Which hex groups are under a faction's influence, and by which clause?"""
    found = influenced(position, faction)
    good = [(group, why) for group, why in found.items() if why]
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    return {
        "faction": faction,
        "groups": [{"group": group, "by": list(map(_clause, why)), "rulings": why} for group, why in good],
        "without": [group for group, reasons in found.items() if not reasons],
        "rulings": [
            consequence("CS-INF-1", sentence, faction=faction),
            consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"),
        ],
    }


def _clause(reason: Ruling) -> Answer:
    of = {"spire": "spire", "other": "adjacent"}
    return next(({"clause": of[key], "of": reason.facts[key]} for key in of if key in reason.facts), {"clause": "gate"})


def _at(_: Any, text: str | None) -> Hex:
    if text is None:
        raise DocumentError([Fault("missing-parameter", "on which hex?", hint="--at q,r")])
    return typed(text)


TileAsked: TypeAlias = Annotated[Path, asked('its hexes, like "0,3 1,3 0,4"', many=True, read=_hexes)]
At: TypeAlias = Annotated[Hex, asked("the hex", read=_at)]


def place_tile(position: Position, faction: FactionAsked, at: TileAsked) -> Answer:
    """May a terrain tile lie here?"""
    ruling = may_place(position, faction, at)
    return {"faction": faction, "at": at, "verdict": ruling.verdict, "rulings": [ruling]}


def build(position: Position, faction: FactionAsked, at: At) -> Answer:
    """May a spire be built here?"""
    rulings = may_build(position, faction, at)
    return {"faction": faction, "at": at, "verdict": rulings[0].verdict, "rulings": rulings}


KINDS = Names("upgrade", UPGRADES, abbreviations=False)
KindAsked: TypeAlias = Annotated[UpgradeKind, asked("which upgrade", names=KINDS, required=True, choices=UPGRADES)]


def upgrade(position: Position, piece: PieceAsked, kind: KindAsked) -> Outcome[Position]:
    """May a unit or a spire take an upgrade, and what has it now?"""
    return play.upgrade(position, piece, kind)


HeroAsked: TypeAlias = Annotated[str | None, asked("only this one")]


def gate(position: Position, faction: FactionAsked, hero: HeroAsked) -> Answer:
    """Who takes damage for it, whom does it strike, may heroes return, equip, deploy?

    :raises CannotTell: the faction has no gate on the map.
    """
    found = position.gate(faction)
    if found is None:
        raise CannotTell(Fault("no-gate", f"{faction} has no gate on the map", "/gates"))
    own = [unit for unit in position.units if unit.faction == faction]
    heroes = {chip.id: _hero(position, chip, found) for chip in (*found.stack, *own) if chip.kind == "hero"}
    struck = [unit.id for gate, unit in struck_at_the_end(position) if gate is found]
    return {
        "gate": faction,
        "at": found.at,
        "hp": found.hp,
        "stack": [chip.id for chip in found.stack],
        "absorbs": found.stack[0].id if found.stack else None,
        "strikes_at_the_end": struck,
        "heroes": list(heroes.values()) if hero is None else [by_name("hero", heroes, hero)],
        "rulings": list(gate_rulings(found, struck)),
    }


def _hero(position: Position, hero: Chip, gate: Gate) -> Answer:
    away = isinstance(hero, Unit)
    rulings = [may_equip(hero), may_return(position, hero) if isinstance(hero, Unit) else may_deploy(hero, gate)]
    equips, other = (ruling.verdict == "legal" for ruling in rulings)
    may = {**({"may_return": other} if away else {}), "may_equip": equips, "may_deploy": other and not away}
    life = hero.health if away else hero.life
    return {"hero": hero.id, "at_gate": not away, "hp_at_gate": life, **may, "rulings": rulings}
