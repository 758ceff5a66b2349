"""``titan legal-moves`` on a battle: every maneuver or strike of the side that acts, or why one is not legal."""

from collections.abc import Mapping
from typing import Any

from titan_rules.board.hexes import hex_names, labels_in, numbers_in
from titan_rules.documents import FORMAT
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.rulings import Ruling
from titan_rules.rules.carry import carry_rulings
from titan_rules.rules.field import Field
from titan_rules.rules.maneuver import destinations
from titan_rules.rules.maneuver_notes import maneuver_notes
from titan_rules.rules.rangestrike import rangestrike_rulings, rangestrike_targets
from titan_rules.rules.strike import contacts, must_strike, strike_notes, strike_options, strike_rulings
from titan_rules.state.battle import Battle, Combatant, Role, other

from . import output

_PHASES = {"maneuver": "Maneuver Phase", "strike": "Strike Phase", "strikeback": "Strikeback"}


def answer(battle: Battle, *, character: str | None = None) -> dict[str, Any]:
    """Every maneuver or strike of the side that acts.

    :param character: one character only, by its hex or its name.
    :raises CannotTell: the acting side has no such character.
    """
    field = Field(battle)
    role = battle.acting
    entry = maneuver_entry if battle.phase == "maneuver" else strike_entry
    return {
        "format": FORMAT.id,
        "kind": "legal-moves",
        "phase": battle.phase,
        "side": battle.side,
        "legal": [entry(field, role, combatant) for combatant in _asked(battle, role, character)],
    }


def why(battle: Battle, text: str) -> dict[str, Any]:
    """Which rules allow or stop one maneuver or strike."""
    from .why_battle import ruling_on

    return ruling_on(battle, text)


def _asked(battle: Battle, role: Role, character: str | None) -> list[Combatant]:
    """The characters that the answer lists."""
    listed = [c for c in battle.of(role).characters if c.hex is not None or battle.phase == "maneuver"]
    if character is None:
        return listed
    label = hex_names.find(character)
    if label is not None:
        found = [c for c in listed if c.hex == label]
    else:
        from titan_rules.catalog.characters import character_names

        name = character_names.canonical(character)
        found = [c for c in listed if c.name == name]
    if not found:
        who = f"nobody of the {role} stands in {label}" if label else f"the {role} has no {name} here"
        has = ", ".join(f"{c.name} {c.hex or 'off the board'}" for c in listed)
        raise CannotTell(Fault("no-character", who, f"/{role}/characters", hint=f"it has: {has}" if has else None))
    return found


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


def table(answer: Mapping[str, Any]) -> str:
    """An answer for people: what is legal at a glance, then why, character by character."""
    if "verdict" in answer:
        from .why_battle import text

        return text(answer)
    rows = _maneuver_rows(answer["legal"]) if answer["phase"] == "maneuver" else _strike_rows(answer["legal"])
    phase, side = answer["phase"], answer["side"]
    acting = other(side) if phase == "strikeback" else side
    parts = [f"{_PHASES[phase]} of the {acting}", "", output.grid(*rows)]
    for entry in answer["legal"]:
        parts += ["", f"{entry['character']} {entry['from'] or 'off the board'}"]
        parts.append(output.bullets(entry["rulings"]))
        for target in entry.get("targets", ()):
            parts.append(f"  {target['kind']} at the {target['character']} in {target['to']}")
            parts.append(output.bullets(target["rulings"], indent="    "))
    return "\n".join(parts)


def _maneuver_rows(legal: list[dict[str, Any]]) -> tuple[list[list[object]], list[str]]:
    rows: list[list[object]] = [[e["character"], e["from"] or "-", " ".join(e["to"]) or "-"] for e in legal]
    return rows, ["character", "from", "may go to"]


def _strike_rows(legal: list[dict[str, Any]]) -> tuple[list[list[object]], list[str]]:
    rows: list[list[object]] = []
    for entry in legal:
        who = [entry["character"], entry["from"], "must" if entry["must"] else "may" if entry["targets"] else "-"]
        if not entry["targets"]:
            rows.append([*who, "-", "", "", ""])
        for target in entry["targets"]:
            whom = f"{target['character']} {target['to']}"
            if target["kind"] == "rangestrike":
                whom += f" at range {target['range']}"
            for option in target["options"]:
                carry = " ".join(option["carry_to"])
                rows.append([*who, whom, option["dice"], f"{option['strike_number']}+", carry])
                who, whom = ["", "", ""], ""
    return rows, ["character", "from", "strikes", "target", "dice", "needs", "may carry to"]
