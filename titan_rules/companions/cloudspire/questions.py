"""What may be asked: moves, their order, attacks, targets, odds, ground, gear, gates."""

from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

from ...kernel.companions import Answer, Outcome, Ruling, asked, consequence, evolve, legal
from ...kernel.companions.telling import plain
from ...kernel.errors import CannotTell, DocumentError, Fault
from ...kernel.names import Names
from ...kernel.odds import Distribution, together
from . import attacks, play
from .attacks import duty, over, struck_at_the_end
from .building import gate_rulings, may_build, may_deploy, may_equip, may_place, may_return
from .building import influence as influenced
from .facts import SPIRE_RANGE, TURN_STEPS, UPGRADES, UpgradeKind
from .hexes import Hex, Path, apart, typed, typed_many, written
from .judging import barred, moved, order_of, turn_ruling
from .movers import Mover, find_mover, movers
from .moves import End, Moves, moves_of
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
        return {"faction": faction, "units": [_told(moves_of(mover)) for mover in movers(position, faction)]}
    moves = moves_of(find_mover(position, unit))
    return _told(moves, barred=[{"at": at, "rulings": [why]} for at, why in barred(moves)])


def _told(moves: Moves, **more: Any) -> Answer:
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


def ai_move(position: Position, unit: UnitAsked) -> Answer:
    """Where does an AI unit go, and where must the player break a tie?"""
    moves = moves_of(find_mover(position, unit))
    _wants_ai(position, moves.mover.faction)
    return _told(moves, choice=len(moves.ends) > 1)


def _wants_ai(position: Position, faction: str | None) -> None:
    if not position.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def _ai_faction(position: Position, name: str | None) -> str:
    """The AI faction that is meant: the one named, or whose turn it is, or else the first."""
    ai = [faction for faction in (position.current, *position.factions) if position.is_ai(faction)]
    faction = ai[0] if name is None and ai else faction_of(position, name)
    _wants_ai(position, faction)
    return faction


def _choices(_: Any, texts: tuple[str, ...]) -> dict[str, Hex]:
    parts = [text.partition("=") for text in texts]
    wrong = [
        Fault("bad-choice", f"a choice is written UNIT=q,r, not {unit[:40]!r}")
        for unit, equals, _ in parts
        if not equals
    ]
    if wrong:
        raise DocumentError(wrong)
    return {unit.strip(): typed(at) for unit, _, at in parts}


Ids: TypeAlias = tuple[str, ...]
AiFaction: TypeAlias = Annotated[str, asked("whose; default: an AI faction", either=True, read=_ai_faction)]
Before: TypeAlias = Annotated[Ids, asked("a hero that moves before the minions", many=True)]
After: TypeAlias = Annotated[Ids, asked("a hero that moves after the minions", many=True)]
First: TypeAlias = Annotated[Ids, asked("a minion that moves first where several are equally near", many=True)]
Choose: TypeAlias = Annotated[
    dict[str, Hex], asked("where a unit goes that has several ends: UNIT=q,r", many=True, read=_choices)
]


def ai_turn(
    position: Position, faction: AiFaction, before: Before, after: After, first: First, choose: Choose
) -> Answer:
    """Move a whole AI faction, as far as no tie needs the player's word."""
    here = evolve(position, current=faction, step=None)
    waiting = [mover.id for mover in movers(here, faction) if mover.left is None]
    for name in (*before, *after, *first, *choose):
        Names("unit", waiting, abbreviations=False).canonical(name)
    steps: list[Answer] = []
    open_: Answer | None = None
    while due := _due(here, waiting, before, after, first):
        moves = moves_of(due[0])
        end = _decided(moves, choose.get(due[0].id)) if len(due) == 1 else None
        if end is None:
            open_ = {"choose": "who moves first", "among": [mover.id for mover in due], "rule": "CS-GEN-1"}
            if len(due) == 1:
                open_ = {"choose": "where it goes", "unit": due[0].id, "among": moves.ends, "rule": "CS-GEN-1"}
            break
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(due[0].id)
        steps.append({"unit": due[0].id, "from": due[0].start, **plain(end), "rulings": moves.rulings})
        here = moved(moves, end)
    return {"faction": faction, "steps": steps, "open": open_, "final": here}


def _due(here: Position, waiting: list[str], before: Ids, after: Ids, first: Ids) -> list[Mover]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    found = order_of(here, here.current)
    heroes = {mover.id: mover for mover in found.heroes if mover.id in waiting}
    early = [heroes[name] for name in before if name in heroes]
    if early:
        return early[:1]
    for minions in found.waiting.values():
        due = [mover for mover in minions if mover.id in waiting]
        named = [mover for name in first for mover in due if mover.id == name]
        decided = found.done or before or after
        if due:
            return [*([] if decided else heroes.values()), *(named[:1] or due)]
    return [heroes[name] for name in after if name in heroes][:1] or list(heroes.values())


def _decided(moves: Moves, chosen: Hex | None) -> End | None:
    """The chosen end, or the one there is; None where the choice is open."""
    name, start = moves.mover.id, moves.mover.start
    stay = End(start, moves.mover.distance(start), ())
    if chosen is None:
        alone = len(moves.ends) == 1 and (moves.must or moves.ends[0].at == start)
        return moves.ends[0] if alone else None if moves.ends else stay
    end = moves.end(chosen) or (stay if chosen == start and not moves.must else None)
    if end is None:
        hint = "it may go to " + (moves.listed or "no other hex")
        raise DocumentError([Fault("bad-choice", f"{name} cannot go to {written(chosen)}", hint=hint)])
    return end


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
    found: Any = find_chip_or_spire(position, piece)
    spire = isinstance(found, Spire)
    what, hint = ("spire", "its owner chooses among its targets (CS-ATT-11)") if spire else (
        "unit", "its player chooses the target (CS-ATT-21)")  # fmt: skip
    found = found if spire else find_unit(position, found.id)
    if found.faction is None or not position.is_ai(found.faction):
        raise CannotTell(Fault("not-ai", f"{found.id} is no AI {what}", hint=hint))
    ranked, first = targets_of_ai(position, found), best(position, found)
    rulings = _fire_rulings(position, found) if spire else [(duty if ranked else _nobody)(position, found)]
    out = {"dice": found.dice, "range": found.reach} if spire else {"damage": found.damage, "reach": found.reach}
    names = " or ".join(target.name for target in first)
    if first:
        rule, facts = "CS-ATT-32" if spire else "CS-ATT-31", {"number": first[0].number, "about": first[0].about}
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
    faces, distance = position.die.faces, apart(spire.at, unit.at)
    odds = {} if faces is None else {"defeats": damage_odds(faces, spire.dice).at_least(unit.life).chance_json()}
    return {"spire": spire.id, "unit": unit.id, "kind": unit.kind, "hp": unit.life, "distance": distance, **odds}


def _odds(position: Position, spire: Spire) -> Iterator[Answer]:
    """The chances of every damage of a spire, if the dice are known."""
    odds = None if position.die.faces is None else damage_odds(position.die.faces, spire.dice)
    for pips, ways in enumerate(odds.ways if odds is not None else ()):
        if ways and odds is not None:
            chances = {"exactly": odds.exactly(pips).chance_json(), "at_least": odds.at_least(pips).chance_json()}
            yield {"spire": spire.id, "damage": pips, **chances}


def damage_odds(faces: tuple[int, ...], count: int) -> Distribution:
    """How the damage of so many dice with these faces is distributed.

    >>> damage_odds((0, 1, 1, 2), 2).exactly(4).exact
    '1/16'
    """
    die = Distribution(tuple(faces.count(pips) for pips in range(max(faces) + 1)), len(faces))
    return together([die] * count)


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
    heroes = {chip.id: _at_gate(chip, found) for chip in found.stack if chip.kind == "hero"}
    own = [unit for unit in position.units if unit.kind == "hero" and unit.faction == faction]
    heroes |= {unit.id: _returning(position, unit) for unit in own}
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


def _at_gate(hero: Chip, gate: Gate) -> Answer:
    rulings = [may_equip(hero), may_deploy(hero, gate)]
    equips, deploys = (ruling.verdict == "legal" for ruling in rulings)
    may = {"may_equip": equips, "may_deploy": deploys}
    return {"hero": hero.id, "at_gate": True, "hp_at_gate": hero.life, **may, "rulings": rulings}


def _returning(position: Position, hero: Unit) -> Answer:
    rulings = [may_equip(hero), may_return(position, hero)]
    may = {"may_return": rulings[1].verdict == "legal", "may_equip": False, "may_deploy": False}
    return {"hero": hero.id, "at_gate": False, "hp_at_gate": hero.health, **may, "rulings": rulings}
