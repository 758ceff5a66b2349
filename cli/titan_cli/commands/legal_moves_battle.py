"""``titan legal-moves`` on a battle: every maneuver or strike of the side that acts, or why one is not legal."""

from collections.abc import Mapping
from typing import Any

from titan_rules.box.hexes import hex_names
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.position.battle import Battle, Combatant, Role, other
from titan_rules.position.documents import FORMAT
from titan_rules.rules.battle.field import Field

from .. import output
from .battle_entries import maneuver_entry, strike_entry

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
        from titan_rules.box.reading import current

        name = current().character_names.canonical(character)
        found = [c for c in listed if c.name == name]
    if not found:
        who = f"nobody of the {role} stands in {label}" if label else f"the {role} has no {name} here"
        has = ", ".join(f"{c.name} {c.hex or 'off the board'}" for c in listed)
        raise CannotTell(Fault("no-character", who, f"/{role}/characters", hint=f"it has: {has}" if has else None))
    return found


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
