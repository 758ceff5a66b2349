"""What one character of a battle may do, as the answers of ``titan legal-moves`` list it."""

from typing import Any

from titan_rules.box.hexes import labels_in, numbers_in
from titan_rules.kernel.rulings import Ruling
from titan_rules.position.battle import Combatant, Role
from titan_rules.rules.battle.carry import carry_rulings
from titan_rules.rules.battle.field import Field
from titan_rules.rules.battle.maneuver import destinations
from titan_rules.rules.battle.maneuver_notes import maneuver_notes
from titan_rules.rules.battle.rangestrike import rangestrike_rulings, rangestrike_targets
from titan_rules.rules.battle.strike import contacts, must_strike, strike_notes, strike_options, strike_rulings


def maneuver_entry(field: Field, role: Role, combatant: Combatant) -> dict[str, Any]:
    """Where one character may go."""
    return {
        "character": combatant.name,
        "from": combatant.hex,
        "to": labels_in(destinations(field, role, combatant)),
        "rulings": _json(maneuver_notes(field, role, combatant)),
    }


def strike_entry(field: Field, role: Role, combatant: Combatant) -> dict[str, Any]:
    """Whom one character may strike, and how."""
    targets: list[dict[str, Any]] = []
    if field.striker == role and not combatant.struck:
        for number in numbers_in(contacts(field, role, combatant)):
            targets.append(_strike(field, role, combatant, field.who[number]))
        if not targets and field.battle.phase == "strike":
            targets = _rangestrikes(field, role, combatant)
    return {
        "character": combatant.name,
        "from": combatant.hex,
        "must": must_strike(field, role, combatant),
        "targets": targets,
        "rulings": _json(strike_notes(field, role, combatant)),
    }


def _strike(field: Field, role: Role, striker: Combatant, target: Combatant) -> dict[str, Any]:
    found = strike_options(field, role, striker, target)
    rulings = strike_rulings(field.battle, role, striker, target)
    rulings += carry_rulings(field, role, striker, target, found)
    return {
        "character": target.name,
        "to": target.hex,
        "kind": "strike",
        "dice": found[0].dice,
        "strike_number": found[0].strike_number,
        "options": [{"dice": o.dice, "strike_number": o.strike_number, "carry_to": list(o.carry_to)} for o in found],
        "rulings": _json(rulings),
    }


def _rangestrikes(field: Field, role: Role, striker: Combatant) -> list[dict[str, Any]]:
    return [
        {
            "character": target.name,
            "to": target.hex,
            "kind": "rangestrike",
            "dice": roll.dice,
            "strike_number": roll.strike_number,
            "range": roll.range,
            "options": [{"dice": roll.dice, "strike_number": roll.strike_number, "carry_to": []}],
            "rulings": _json(rangestrike_rulings(field, role, striker, target)),
        }
        for target, roll in rangestrike_targets(field, role, striker)
    ]


def _json(rulings: list[Ruling]) -> list[dict[str, Any]]:
    return [ruling.to_json() for ruling in rulings]
