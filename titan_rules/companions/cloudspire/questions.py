"""What may be asked: moves, their order, attacks, targets, odds, ground, gear, gates."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from ...kernel.companions import Answer, asked
from ...kernel.companions.telling import verdict
from ...kernel.errors import CannotTell, DocumentError, Fault, IllegalAction
from ...kernel.evolving import evolve
from ...kernel.names import Names
from ...kernel.odds import Distribution, together
from ...kernel.rulings import Ruling, consequence, legal
from .attacks import duty, once, over, struck_at_the_end
from .building import gate_rulings, heroes_of, may_build, may_place, supply_left
from .building import influence as influenced
from .facts import SPIRE_RANGE, TURN_STEPS, UPGRADES, UpgradeKind
from .hexes import Hex, Path, apart, typed, typed_many, written
from .judging import Order, barred, moved, order_of, turn_ruling
from .movers import Mover, find_mover, movers
from .moves import End, Moves, moves_of
from .pieces import by_name, find_chip_or_spire, find_piece, find_spire, find_unit, name_of
from .play import Attack, Fire, Upgrade, apply
from .state import Position, Spire, Unit
from .targets import Target, best, firing_spires, may_fire_at, targets_of, targets_of_ai, targets_of_ai_spire


def faction_of(position: Position, name: str | None) -> str:
    """A faction by its name, in any case; the current one by default.

    :raises UnknownName: there is none of that name.
    """
    return position.current if name is None else Names("faction", position.factions).canonical(name)


def _hexes(_: Any, texts: tuple[str, ...]) -> Path:
    return typed_many(texts)


FactionAsked: TypeAlias = Annotated[
    str, asked("whose; default: the faction whose turn it is", either=True, read=faction_of)
]
OtherFaction: TypeAlias = Annotated[str, asked("whose; default: the faction whose turn it is", read=faction_of)]
UnitAsked: TypeAlias = Annotated[str, asked("its id", required=True)]
MoverAsked: TypeAlias = Annotated[str | None, asked("its id; default: every unit of the faction", either=True)]
PieceAsked: TypeAlias = Annotated[str, asked("the id of a unit or a spire", required=True)]
PathAsked: TypeAlias = Annotated[
    Path, asked('the hexes in order, like "1,1 2,0"; none: it stays', many=True, read=_hexes)
]


def seen(position: Position, action: Any, **first: Any) -> Answer:
    """What an action does, as the question about it tells it.

    :param first: what the answer begins with.
    """
    try:
        done = apply(position, action)
    except IllegalAction as e:
        told = {**first, **getattr(e, "told", {})}
        return {**told, "verdict": "illegal", "rulings": e.rulings}
    return {**first, "verdict": "legal", **done.told, "rulings": done.rulings, "final": done.position}


# --- moving -----------------------------------------------------------------------------------------------------------


def move(position: Position, unit: MoverAsked, faction: OtherFaction) -> Answer:
    """Where may a unit end, by which way, and why not elsewhere? Without a unit: every unit."""
    if unit is None:
        return {"faction": faction, "units": [_moves(moves_of(mover)) for mover in movers(position, faction)]}
    moves = moves_of(find_mover(position, unit))
    return _moves(moves, barred=[{"at": at, "rulings": [why]} for at, why in barred(moves)])


def _moves(moves: Moves, **more: Any) -> Answer:
    turn = turn_ruling(moves.mover)
    now = turn.verdict == "legal"
    return {**moves.to_json(), "now": now, **more, "rulings": once([turn, *moves.rulings])}


def order(position: Position, faction: FactionAsked) -> Answer:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    found = order_of(position, faction)
    ranks = [(rank.distance, [m.id for m in rank.minions]) for rank in found.ranks]
    return {
        "faction": faction,
        "moved": [m.id for m in found.done],
        "order": [{"distance": at, "minions": names, "tie": len(names) > 1} for at, names in ranks],
        "heroes": {"units": [m.id for m in found.heroes], "now": found.heroes_now, "when": _when(found)},
        "turn_steps": TURN_STEPS,
        "rulings": once(_order_rulings(position, faction, ranks)),
    }


def _when(found: Order) -> str:
    if found.done and found.ranks:
        return "after the last minion"
    return "before the first minion or after the last" if found.ranks else "at any time"


def _order_rulings(position: Position, faction: str, ranks: list[tuple[int | None, list[str]]]) -> Iterator[Ruling]:
    yield consequence("CS-MOVE-2", "minions of {faction} move in order of nearness to their mark", faction=faction)
    for distance, names in ranks:
        listed = ", ".join(names)
        if distance is None:
            yield consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=listed)
        elif len(names) > 1:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            yield legal("CS-GEN-1", sentence, minions=listed, distance=distance)
    sentence = "heroes move before the first minion or after the last, never between"
    yield consequence("CS-MOVE-20" if position.is_ai(faction) else "CS-MOVE-1", sentence)
    yield consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS))


def ai_move(position: Position, unit: UnitAsked) -> Answer:
    """Where does an AI unit go, and where must the player break a tie?"""
    moves = moves_of(find_mover(position, unit))
    _wants_ai(position, moves.mover.faction)
    return _moves(moves, choice=len(moves.ends) > 1)


def _wants_ai(position: Position, faction: str | None) -> None:
    if not position.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def _ai_faction(position: Position, name: str | None) -> str:
    """The AI faction that is meant: the one named, or whose turn it is, or else the first.

    :raises CannotTell: it is played by a player.
    """
    faction = faction_of(position, name)
    if name is None and not position.is_ai(faction):
        faction = next((name for name in position.factions if position.is_ai(name)), faction)
    _wants_ai(position, faction)
    return faction


def _choices(_: Any, texts: tuple[str, ...]) -> dict[str, Hex]:
    found = {}
    for text in texts:
        unit, equals, at = text.partition("=")
        if not equals:
            raise DocumentError([Fault("bad-choice", f"a choice is written UNIT=q,r, not {text[:40]!r}")])
        found[unit.strip()] = typed(at)
    return found


AiFaction: TypeAlias = Annotated[str, asked("whose; default: an AI faction", either=True, read=_ai_faction)]
Before: TypeAlias = Annotated[tuple[str, ...], asked("a hero that moves before the minions", many=True)]
After: TypeAlias = Annotated[tuple[str, ...], asked("a hero that moves after the minions", many=True)]
First: TypeAlias = Annotated[
    tuple[str, ...], asked("a minion that moves first where several are equally near", many=True)
]
Choose: TypeAlias = Annotated[
    dict[str, Hex], asked("where a unit goes that has several ends: UNIT=q,r", many=True, read=_choices)
]


@frozen
class Plan:
    """What the player has decided: see the parameters of :func:`ai_turn`."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    first: tuple[str, ...]
    choose: dict[str, Hex]


def ai_turn(
    position: Position, faction: AiFaction, before: Before, after: After, first: First, choose: Choose
) -> Answer:
    """Move a whole AI faction, as far as no tie needs the player's word."""
    here = evolve(position, current=faction, step=None)
    waiting = [m.id for m in movers(here, faction) if m.left is None]
    names = Names("unit", waiting, abbreviations=False)
    for name in (*before, *after, *first, *choose):
        names.canonical(name)
    plan = Plan(before, after, first, choose)
    steps: list[Answer] = []
    open_: Answer | None = None
    while due := _due(here, plan, waiting):
        if len(due) > 1:
            open_ = {"choose": "who moves first", "among": [m.id for m in due], "rule": "CS-GEN-1"}
            break
        moves = moves_of(due[0])
        end = _decided(moves, choose.get(due[0].id))
        if end is None:
            open_ = {"choose": "where it goes", "unit": due[0].id, "among": moves.ends, "rule": "CS-GEN-1"}
            break
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(due[0].id)
        steps.append({"unit": due[0].id, "from": due[0].start, **end.to_json(), "rulings": once(moves.rulings)})
        here = moved(moves, end)
    return {"faction": faction, "steps": steps, "open": open_, "final": here}


def _due(here: Position, plan: Plan, waiting: list[str]) -> list[Mover]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    there = {m.id: m for m in movers(here, here.current) if m.id in waiting}
    found = order_of(here, here.current)
    heroes = [m for m in there.values() if m.is_hero]
    for name in plan.before:
        if there.get(name) in heroes:
            return [there[name]]
    ranks = [due for rank in found.ranks if (due := [there[m.id] for m in rank.minions if m.id in there])]
    if ranks:
        decided = found.done or plan.before or plan.after
        named = [m for name in plan.first for m in ranks[0] if m.id == name]
        return [*([] if decided else heroes), *(named[:1] or ranks[0])]
    named = [there[name] for name in plan.after if there.get(name) in heroes]
    return named[:1] or heroes


def _decided(moves: Moves, chosen: Hex | None) -> End | None:
    """The chosen end, or the one there is; None where the choice is open."""
    name, start = moves.mover.id, moves.mover.start
    stay = End(start, moves.mover.distance(start), ())
    if chosen is not None:
        end = moves.end(chosen) or (stay if chosen == start and not moves.must else None)
        if end is None:
            hint = "it may go to " + (moves.listed or "no other hex")
            raise DocumentError([Fault("bad-choice", f"{name} cannot go to {written(chosen)}", hint=hint)])
        return end
    if not moves.ends:
        return stay
    alone = len(moves.ends) == 1 and (moves.must or moves.ends[0].at == start)
    return moves.ends[0] if alone else None


# --- attacking --------------------------------------------------------------------------------------------------------

Absorb: TypeAlias = Annotated[bool, asked("the top unit at the gate takes the damage in its place", "flag")]
TargetAsked: TypeAlias = Annotated[str, asked("a unit, a spire, or gate:FACTION", required=True)]


def attack(position: Position, unit: UnitAsked, target: TargetAsked, absorb: Absorb) -> Answer:
    """What does an attack do: damage, defeat, strikes back?"""
    names = {"unit": find_unit(position, unit).id, "target": name_of(find_piece(position, target))}
    return seen(position, Attack(unit, target, absorb), **names)


def must_attack(position: Position, faction: FactionAsked) -> Answer:
    """Which units must attack, which may, and whom can each reach?"""
    units = [unit for unit in position.units if unit.faction == faction]
    rulings = [legal("CS-ATT-1", "heroes and minions attack in any mixed order")]
    if not position.is_ai(faction):
        rulings.append(legal("CS-ATT-21", "{faction} chooses the targets", faction=faction))
    for gate, unit in struck_at_the_end(position) if faction == position.current else ():
        sentence = "if {unit} does not attack, the gate of {owner} strikes it as the attack step ends"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction))
    return {"faction": faction, "units": [_duty(position, unit) for unit in units], "rulings": once(rulings)}


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
    found = find_chip_or_spire(position, piece)
    if isinstance(found, Spire):
        if not position.is_ai(found.faction):
            hint = "its owner chooses among its targets (CS-ATT-11)"
            raise CannotTell(Fault("not-ai", f"{found.id} is no AI spire", hint=hint))
        ranked, rule = targets_of_ai_spire(position, found), "CS-ATT-32"
        rulings = _fire_rulings(position, found)
        out: Answer = {"piece": found.id, "dice": found.dice, "range": found.reach}
    else:
        unit = find_unit(position, found.id)
        if unit.faction is None or not position.is_ai(unit.faction):
            hint = "its player chooses the target (CS-ATT-21)"
            raise CannotTell(Fault("not-ai", f"{unit.id} is no AI unit", hint=hint))
        ranked, rule = targets_of_ai(position, unit), "CS-ATT-31"
        rulings = [duty(position, unit) if ranked else _nobody(position, unit)]
        out = {"piece": unit.id, "damage": unit.damage, "reach": unit.reach}
    first = best(ranked, position.readings)
    return {
        **out,
        "target": [target.name for target in first],
        "class": first[0].number if first else None,
        "choice": len(first) > 1,
        "targets": ranked,
        "rulings": once([*rulings, *_first(first, rule)]),
    }


def _first(targets: list[Target], rule: str) -> Iterator[Ruling]:
    names = " or ".join(target.name for target in targets)
    if targets:
        facts = {"targets": names, "number": targets[0].number, "about": targets[0].about}
        yield legal(rule, "{targets}: class {number}, {about}", None, **facts)
    if len(targets) > 1:
        yield legal("CS-GEN-1", "the player decides: {targets}", targets=names)


def _rolled(_: Any, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise DocumentError([Fault("bad-die", f"dice are written like 2,0,1, not {text[:40]!r}")])
    return tuple(map(int, parts))


SpireAsked: TypeAlias = Annotated[str | None, asked("only this one")]
FiredAt: TypeAlias = Annotated[str | None, asked("the unit that it fires at")]
Rolled: TypeAlias = Annotated[tuple[int, ...] | None, asked("what the dice show, like 2,0,1", read=_rolled)]


def spires_fire(position: Position, spire: SpireAsked, target: FiredAt, rolled: Rolled) -> Answer:
    """Which hostile spires reach which units, with how many dice? With what was rolled: what happens?"""
    if rolled is not None or target is not None:
        if spire is None:
            raise DocumentError([Fault("missing-parameter", "which spire fires?", hint="--spire ID")])
        if rolled is None:
            raise DocumentError([Fault("missing-parameter", "what do the dice show?", hint="--rolled 2,0,1")])
        return seen(position, Fire(spire, rolled, target))
    spires = firing_spires(position) if spire is None else [find_spire(position, spire)]
    order = ", ".join(found.id for found in spires) or "no spire"
    sentence = "opponents fire in turn order from the left of {current}: {order}"
    after = "spires fire in the turn of {current}, after movement"
    return {
        "current": position.current,
        "spires": [_ready(position, found) for found in spires],
        "targets": [row for found in spires for row in _reached(position, found)],
        "odds": [row for found in spires for row in _odds(position, found)],
        "rulings": [
            legal("CS-ATT-11", sentence, current=position.current, order=order),
            consequence("CS-GEN-2", after, current=position.current),
        ],
    }


def _fire_rulings(position: Position, spire: Spire) -> list[Ruling]:
    """What a spire can do now, and must."""
    facts = {"spire": spire.id, "dice": spire.dice, "reach": spire.reach, "more": spire.reach - SPIRE_RANGE}
    rule, sentence = "CS-ATT-10", "no hostile hero or minion is in range of {spire}"
    if spire.fired:
        rule, sentence = "CS-ATT-11", "{spire} has fired in this turn"
    elif may_fire_at(position, spire):
        rule, sentence = "CS-ATT-11", "{spire} has a target: it must fire"
    return [
        legal("CS-ATT-8", "{spire} rolls one die for each attack upgrade: {dice}", None, **facts),
        legal("CS-ATT-9", "{spire} reaches {reach}: 1 and its range upgrades, {more}", None, **facts),
        consequence(rule, sentence, spire=spire.id),
    ]


def _ready(position: Position, spire: Spire) -> Answer:
    most = {} if position.die.most is None else {"most": position.die.most * spire.dice}
    must = bool(may_fire_at(position, spire)) and not spire.fired
    out = {"spire": spire.id, "faction": spire.faction, "dice": spire.dice, "range": spire.reach, **most, "must": must}
    return {**out, "rulings": _fire_rulings(position, spire)}


def _reached(position: Position, spire: Spire) -> Iterator[Answer]:
    """The units that a spire reaches, with the chance that it defeats each, if the dice are known."""
    for unit in may_fire_at(position, spire):
        row: Answer = {"spire": spire.id, "unit": unit.id, "kind": unit.kind, "hp": unit.life}
        row["distance"] = apart(spire.at, unit.at)
        if position.die.faces is not None:
            odds = damage_odds(position.die.faces, spire.dice)
            row["defeats"] = odds.at_least(unit.life).chance_json()
        yield row


def _odds(position: Position, spire: Spire) -> Iterator[Answer]:
    """The chances of every damage of a spire that has a target, if the dice are known."""
    if position.die.faces is not None and may_fire_at(position, spire):
        odds = damage_odds(position.die.faces, spire.dice)
        for pips, ways in enumerate(odds.ways):
            if ways:
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
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    return {
        "faction": faction,
        "groups": [
            {"group": group, "by": reasons, "rulings": [reason.ruling for reason in reasons]}
            for group, reasons in found.items() if reasons
        ],
        "without": [group for group, reasons in found.items() if not reasons],
        "rulings": [
            consequence("CS-INF-1", sentence, faction=faction),
            consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"),
        ],
    }  # fmt: skip


def _at(_: Any, text: str | None) -> Hex:
    if text is None:
        raise DocumentError([Fault("missing-parameter", "on which hex?", hint="--at q,r")])
    return typed(text)


TileAsked: TypeAlias = Annotated[Path, asked('its hexes, like "0,3 1,3 0,4"', many=True, read=_hexes)]
At: TypeAlias = Annotated[Hex, asked("the hex", read=_at)]


def place_tile(position: Position, faction: FactionAsked, at: TileAsked) -> Answer:
    """May a terrain tile lie here?"""
    return {"faction": faction, "at": at, **_judged([may_place(position, faction, at)])}


def build(position: Position, faction: FactionAsked, at: At) -> Answer:
    """May a spire be built here?"""
    return {"faction": faction, "at": at, **_judged(may_build(position, faction, at))}


def _judged(rulings: Iterable[Ruling]) -> Answer:
    return {"verdict": verdict(rulings), "rulings": once(rulings)}


def _kind(_: Any, text: str) -> str:
    return by_name("upgrade", {kind: kind for kind in UPGRADES}, text)


KindAsked: TypeAlias = Annotated[UpgradeKind, asked("which upgrade", required=True, choices=UPGRADES, read=_kind)]


def upgrade(position: Position, piece: PieceAsked, kind: KindAsked) -> Answer:
    """May a unit or a spire take an upgrade, and what has it now?"""
    found = find_chip_or_spire(position, piece)
    out: Answer = {"piece": found.id, "kind": kind}
    stats: list[Ruling] = []
    if isinstance(found, Spire):
        out["now"] = {"upgrades": found.upgrades, "dice": found.dice, "range": found.reach, "capacity": found.capacity}
        sentence = (
            "{spire} has dice {dice} and range {reach} by what is stacked on it; the icons on its chip do not count"
        )
        stats = [consequence("CS-UP-3", sentence, spire=found.id, dice=found.dice, reach=found.reach)]
    else:
        out["now"] = {"attack": None if found.attack is None else found.damage, "reach": found.reach}
    answer = seen(position, Upgrade(found.id, kind), **out, supply=supply_left(position, kind))
    return {**answer, "rulings": [*answer["rulings"], *stats]}


HeroAsked: TypeAlias = Annotated[str | None, asked("only this one")]


def gate(position: Position, faction: FactionAsked, hero: HeroAsked) -> Answer:
    """Who takes damage for it, whom does it strike, may heroes return, equip, deploy?

    :raises CannotTell: the faction has no gate on the map.
    """
    found = position.gate(faction)
    if found is None:
        raise CannotTell(Fault("no-gate", f"{faction} has no gate on the map", "/gates"))
    heroes = heroes_of(position, found)
    struck = [unit.id for gate, unit in struck_at_the_end(position) if gate is found]
    return {
        "gate": faction,
        "at": found.at,
        "hp": found.hp,
        "stack": [chip.id for chip in found.stack],
        "absorbs": found.stack[0].id if found.stack else None,
        "strikes_at_the_end": struck,
        "heroes": list(heroes.values()) if hero is None else [by_name("hero", heroes, hero)],
        "rulings": once(gate_rulings(found, struck)),
    }
