"""Questions on attacks: attack, must-attack, ai-target, spires-fire."""

from collections.abc import Mapping
from typing import Any

from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.odds import Distribution
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence, legal
from ..hexes import apart
from ..rules.attacks import Attack, Strike, attack, duty, over
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
from ..rules.lookup import find_chip_or_spire, find_piece, find_spire, find_unit, name_of
from ..rules.targets import (
    Classed,
    SpireHit,
    attackable,
    best,
    classed,
)
from ..state import Gate, Position, Spire, Unit
from .shown import faction_of, final, place, told


def answer_attack(position: Position, values: Mapping[str, Any]) -> Answer:
    """What one attack does: damage, defeat, strikes back, or why it is illegal."""
    unit, piece = find_unit(position, values["unit"]), find_piece(position, values["target"])
    done = attack(position, unit, piece, values["absorb"])
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
    if isinstance(piece, Gate) and piece.stack and not values["absorb"]:
        out["could_absorb"] = piece.stack[0].id
    if done.undecided:
        out["ruling_needed"] = list(done.undecided)
    return {**out, "rulings": told(done.rulings), **final(done.after)}


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


def must_attack(position: Position, values: Mapping[str, Any]) -> Answer:
    """Which units must attack, which may, and whom each can reach."""
    faction = faction_of(position, values["faction"])
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
    targets = attackable(position, unit)
    broken = over(position, unit)
    ruling = duty(position, unit)
    word = "may" if unit.kind == "hero" and not position.is_ai(unit.faction) else "must"
    if broken is not None:
        word, ruling = "done", broken
    elif not targets:
        word, ruling = "cannot", _nobody(unit)
    names = [name_of(piece) for piece in targets]
    return {"unit": unit.id, "kind": unit.kind, "attack": word, "targets": names, "rulings": told([ruling])}


def _nobody(unit: Unit) -> Ruling:
    if not unit.damage:
        return consequence("CS-ATT-4", "{unit} has no attack above 0", unit=unit.id)
    sentence = "{unit} reaches {reach} and has no target there"
    return consequence("CS-ATT-2", sentence, unit=unit.id, reach=unit.reach)


def ai_target(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whom an AI unit or spire attacks, by priority (CS-ATT-31).

    :raises CannotTell: the unit is no AI unit.
    """
    piece = find_chip_or_spire(position, values["piece"])
    if isinstance(piece, Spire):
        return _spire_target(position, piece)
    unit = find_unit(position, piece.id)
    if unit.faction is None or not position.is_ai(unit.faction):
        raise CannotTell(Fault("not-ai", f"{unit.id} is no AI unit", hint="its player chooses the target (CS-ATT-21)"))
    ranked = classed(position, unit)
    rulings = [duty(position, unit)] if ranked else [_spared(position, unit)]
    return {
        "piece": unit.id,
        "damage": unit.damage,
        "reach": unit.reach,
        **_priorities(position, ranked, "CS-ATT-31", rulings),
    }


def _spared(position: Position, unit: Unit) -> Ruling:
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
            {"target": c.name, "kind": c.kind, "at": place(c.at), "class": c.number, "about": c.about} for c in ranked
        ],
        "rulings": told(rulings),
    }


def spires_fire(position: Position, values: Mapping[str, Any]) -> Answer:
    """Which hostile spires reach which units now; with dice, what one of them does."""
    if values["rolled"] is not None or values["target"] is not None:
        return _resolved(position, values)
    spires = firing_spires(position)
    if values["spire"] is not None:
        spires = [find_spire(position, values["spire"])]
    fire: Answer = {
        "spires": [_ready(position, spire) for spire in spires],
        "targets": [row for spire in spires for row in _reached(position, spire)],
        "odds": [row for spire in spires for row in _odds(position, spire)],
    }
    order = ", ".join(spire.id for spire in spires) or "no spire"
    sentence = "opponents fire in turn order from the left of {current}: {order}"
    rulings = [legal("CS-ATT-11", sentence, current=position.current, order=order)]
    sentence = "spires fire in the turn of {current}, after movement"
    rulings.append(consequence("CS-GEN-2", sentence, current=position.current))
    return {"current": position.current, **fire, "rulings": told(rulings)}


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


def _resolved(position: Position, values: Mapping[str, Any]) -> Answer:
    if values["spire"] is None:
        raise DocumentError([Fault("missing-parameter", "which spire fires?", hint="--spire ID")])
    spire = find_spire(position, values["spire"])
    if values["rolled"] is None:
        raise DocumentError([Fault("missing-parameter", "what do the dice show?", hint="--rolled 2,0,1")])
    target = _only_target(position, spire) if values["target"] is None else find_unit(position, values["target"])
    done = fire(position, spire, target, _rolled(values["rolled"]))
    out: Answer = {
        "spire": spire.id,
        "target": target.id,
        "verdict": "illegal" if done.broken else "legal",
        "dice": done.dice,
        "range": range_of(spire),
    }
    return {**out, **_hit(done)}


def _hit(done: Fire) -> Answer:
    if done.broken or done.harm is None:
        return {"rulings": told(done.broken)}
    struck = _shown_harm(done.harm)
    return {"damage": done.damage, "struck": struck, "rulings": told(done.rulings), **final(done.after)}


def _only_target(position: Position, spire: Spire) -> Unit:
    targets = may_fire_at(position, spire)
    if len(targets) == 1:
        return targets[0]
    names = ", ".join(unit.id for unit in targets) or "none"
    raise CannotTell(Fault("choice", f"{spire.id} has {len(targets)} targets: {names}", hint="--target ID"))


def _rolled(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdecimal() and len(part) < 4 for part in parts):
        raise DocumentError([Fault("bad-die", f"dice are written like 2,0,1, not {text[:40]!r}")])
    return tuple(map(int, parts))
