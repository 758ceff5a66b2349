"""Questions on attacks: attack, must-attack, ai-target, spires-fire."""

from typing import Annotated, Any, TypeAlias

from ....kernel.companions import Answer, asked
from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.odds import Distribution
from ....kernel.rulings import Ruling, consequence, legal
from ..asking import FactionAsked, UnitAsked
from ..hexes import apart
from ..rules.attacks import Attack, Strike, duty, over
from ..rules.attacks import attack as attacked
from ..rules.fire import (
    Fire,
    damage_odds,
    dice_of,
    fire,
    fire_classes,
    fire_rulings,
    firing_spires,
    may_fire_at,
    range_of,
)
from ..rules.gates import struck_at_the_end
from ..rules.groups import Harm
from ..rules.lookup import Piece, find_chip_or_spire, find_piece, find_spire, find_unit, name_of
from ..rules.targets import Classed, SpireHit, best, classed, targets_of
from ..state import Gate, Position, Spire, Unit
from .shown import told

Absorb: TypeAlias = Annotated[bool, asked("the top unit at the gate takes the damage in its place", "flag")]
Target: TypeAlias = Annotated[str, asked("a unit, a spire, or gate:FACTION", required=True)]


def attack(position: Position, unit: UnitAsked, target: Target, absorb: Absorb) -> Answer:
    """What does an attack do: damage, defeat, strikes back?"""
    attacker, piece = find_unit(position, unit), find_piece(position, target)
    done = attacked(position, attacker, piece, absorb)
    return {**attack_told(attacker, piece, done, absorb), **({} if done.broken else {"final": done.after})}


def attack_told(unit: Unit, piece: Piece, done: Attack, absorb: bool) -> Answer:
    """What an attack does, for answers, but for the position."""
    out: Answer = {
        "unit": unit.id,
        "target": name_of(piece),
        "verdict": "illegal" if done.broken else "legal",
        "distance": apart(unit.hex, piece.hex),
        "reach": unit.reach,
        "damage": done.damage,
    }
    if done.broken:
        return {**out, "rulings": told(done.broken)}
    out.update(_results(done))
    if isinstance(piece, Gate) and piece.stack and not absorb:
        out["could_absorb"] = piece.stack[0].id
    if done.undecided:
        out["ruling_needed"] = list(done.undecided)
    return {**out, "rulings": told(done.rulings)}


def _results(done: Attack) -> Answer:
    out: Answer = {}
    if done.harm is not None:
        out["struck"] = _shown_harm(done.harm)
    if done.spire is not None:
        out["spire"] = _shown_spire(done.spire)
    if done.gate_hp is not None:
        out["gate_hp"] = done.gate_hp
    if done.strikes:
        out["strikes_back"] = [_shown_strike(strike) for strike in done.strikes]
    if done.own is not None:
        out["attacker"] = _shown_harm(done.own)
    return out


def _shown_harm(found: Harm) -> Answer:
    out: Answer = {"unit": found.chip.id, "hp": found.after, "of": found.before, "defeated": found.defeated}
    if found.goes_to is not None:
        out["goes_to"] = found.goes_to
    if found.revealed is not None:
        out["revealed"] = found.revealed
    return out


def _shown_spire(hit: SpireHit) -> Answer:
    return {"removed": hit.removed, "upgrades": list(hit.left), "falls": hit.falls}


def _shown_strike(strike: Strike) -> Answer:
    return {"by": strike.by, "strikes": strike.made, "damage": strike.damage, "rule": strike.ruling.rule}


def must_attack(position: Position, faction: FactionAsked) -> Answer:
    """Which units must attack, which may, and whom can each reach?"""
    units = [unit for unit in position.units if unit.faction == faction]
    rulings = [legal("CS-ATT-1", "heroes and minions attack in any mixed order")]
    if not position.is_ai(faction):
        rulings.append(legal("CS-ATT-21", "{faction} chooses the targets", faction=faction))
    for gate in position.gates:
        for unit in struck_at_the_end(position, gate) if faction == position.current else ():
            sentence = "if {unit} does not attack, the gate of {owner} strikes it as the attack step ends"
            rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction))
    return {"faction": faction, "units": [_duty(position, unit) for unit in units], "rulings": told(rulings)}


def _duty(position: Position, unit: Unit) -> Answer:
    names = targets_of(position, unit)
    broken = over(position, unit)
    ruling = duty(position, unit)
    word = "may" if unit.kind == "hero" and not position.is_ai(unit.faction) else "must"
    if broken is not None:
        word, ruling = "done", broken
    elif not names:
        word, ruling = "cannot", _spared(unit) if position.is_ai(unit.faction) else _nobody(unit)
    return {"unit": unit.id, "kind": unit.kind, "attack": word, "targets": names, "rulings": [ruling]}


def _nobody(unit: Unit) -> Ruling:
    if not unit.damage:
        return consequence("CS-ATT-4", "{unit} has no attack above 0", unit=unit.id)
    sentence = "{unit} reaches {reach} and has no target there"
    return consequence("CS-ATT-2", sentence, unit=unit.id, reach=unit.reach)


PieceAsked: TypeAlias = Annotated[str, asked("the id of a unit or a spire", required=True)]


def ai_target(position: Position, piece: PieceAsked) -> Answer:
    """Whom does an AI unit or spire attack, and what if the classes are read otherwise?

    :raises CannotTell: the unit is no AI unit.
    """
    found = find_chip_or_spire(position, piece)
    if isinstance(found, Spire):
        return _spire_target(position, found)
    unit = find_unit(position, found.id)
    if unit.faction is None or not position.is_ai(unit.faction):
        raise CannotTell(Fault("not-ai", f"{unit.id} is no AI unit", hint="its player chooses the target (CS-ATT-21)"))
    ranked = classed(position, unit)
    rulings = [duty(position, unit)] if ranked else [_spared(unit)]
    return {
        "piece": unit.id,
        "damage": unit.damage,
        "reach": unit.reach,
        **_priorities(position, ranked, "CS-ATT-31", rulings),
    }


def _spared(unit: Unit) -> Ruling:
    if unit.kind == "hero":
        sentence = "{unit} has no target in reach {reach} that it would deal damage to"
        return consequence("CS-ATT-30", sentence, unit=unit.id, reach=unit.reach)
    return _nobody(unit)


def _spire_target(position: Position, spire: Spire) -> Answer:
    if not position.is_ai(spire.faction):
        raise CannotTell(
            Fault("not-ai", f"{spire.id} is no AI spire", hint="its owner chooses among its targets (CS-ATT-11)")
        )
    ranked = fire_classes(position, spire)
    rulings = fire_rulings(spire, may_fire_at(position, spire))
    out = {"piece": spire.id, "dice": dice_of(spire), "range": range_of(spire)}
    return {**out, **_priorities(position, ranked, "CS-ATT-32", rulings)}


def _priorities(position: Position, ranked: list[Classed], rule: str, rulings: list[Ruling]) -> Answer:
    first = best(ranked, position.readings)
    names = " or ".join(c.name for c in first)
    if first:
        sentence = "{targets}: class {number}, {about}"
        rulings = [*rulings, legal(rule, sentence, targets=names, number=first[0].number, about=first[0].about)]
    if len(first) > 1:
        rulings.append(legal("CS-GEN-1", "the player decides: {targets}", targets=names))
    return {
        "target": [c.name for c in first],
        "class": first[0].number if first else None,
        "choice": len(first) > 1,
        "targets": [
            {"target": c.name, "kind": c.kind, "at": c.at, "class": c.number, "about": c.about} for c in ranked
        ],
        "rulings": told(rulings),
    }


SpireAsked: TypeAlias = Annotated[str | None, asked("only this one")]
FiredAt: TypeAlias = Annotated[str | None, asked("the unit that it fires at")]


def _rolled(_: Any, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise DocumentError([Fault("bad-die", f"dice are written like 2,0,1, not {text[:40]!r}")])
    return tuple(map(int, parts))


Rolled: TypeAlias = Annotated[tuple[int, ...] | None, asked("what the dice show, like 2,0,1", read=_rolled)]


def spires_fire(position: Position, spire: SpireAsked, target: FiredAt, rolled: Rolled) -> Answer:
    """Which hostile spires reach which units, with how many dice? With what was rolled: what happens?"""
    if rolled is not None or target is not None:
        if spire is None:
            raise DocumentError([Fault("missing-parameter", "which spire fires?", hint="--spire ID")])
        if rolled is None:
            raise DocumentError([Fault("missing-parameter", "what do the dice show?", hint="--rolled 2,0,1")])
        firing = find_spire(position, spire)
        unit = only_target(position, firing) if target is None else find_unit(position, target)
        done = fire(position, firing, unit, rolled)
        return {**fire_told(firing, unit, done), **({} if done.broken else {"final": done.after})}
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


def _ready(position: Position, spire: Spire) -> Answer:
    targets = may_fire_at(position, spire)
    out: Answer = {"spire": spire.id, "faction": spire.faction, "dice": dice_of(spire), "range": range_of(spire)}
    dice = position.dice
    if dice is not None and dice.most is not None:
        out["most"] = dice.most * dice_of(spire)
    out["must"] = bool(targets) and not spire.fired
    return {**out, "rulings": told(fire_rulings(spire, targets))}


def _reached(position: Position, spire: Spire) -> list[Answer]:
    """The units that a spire reaches, with the chance that it defeats each, if the dice are known."""
    odds = _damage(position, spire)
    rows = []
    for unit in may_fire_at(position, spire):
        row: Answer = {"spire": spire.id, "unit": unit.id, "kind": unit.kind, "hp": unit.life}
        row["distance"] = apart(spire.hex, unit.hex)
        if odds is not None:
            row["defeats"] = odds.at_least(unit.life).chance_json()
        rows.append(row)
    return rows


def _odds(position: Position, spire: Spire) -> list[Answer]:
    """The chances of every damage of a spire that has a target, if the dice are known."""
    odds = _damage(position, spire)
    if odds is None or not may_fire_at(position, spire):
        return []
    return [
        {
            "spire": spire.id,
            "damage": pips,
            "exactly": odds.exactly(pips).chance_json(),
            "at_least": odds.at_least(pips).chance_json(),
        }
        for pips, ways in enumerate(odds.ways)
        if ways
    ]


def _damage(position: Position, spire: Spire) -> Distribution | None:
    faces = None if position.dice is None else position.dice.faces
    return None if faces is None else damage_odds(faces, dice_of(spire))


def fire_told(spire: Spire, target: Unit, done: Fire) -> Answer:
    """What a spire's fire does, for answers, but for the position."""
    out: Answer = {"spire": spire.id, "target": target.id, "verdict": "illegal" if done.broken else "legal"}
    out |= {"dice": done.dice, "range": range_of(spire)}
    if done.broken or done.harm is None:
        return {**out, "rulings": done.broken}
    return {**out, "damage": done.damage, "struck": _shown_harm(done.harm), "rulings": told(done.rulings)}


def only_target(position: Position, spire: Spire) -> Unit:
    """The unit that a spire fires at where there is but one.

    :raises CannotTell: there are several, or none.
    """
    targets = may_fire_at(position, spire)
    if len(targets) == 1:
        return targets[0]
    names = ", ".join(unit.id for unit in targets) or "none"
    raise CannotTell(Fault("choice", f"{spire.id} has {len(targets)} targets: {names}", hint="--target ID"))
