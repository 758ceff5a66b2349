"""``titan legal-moves --why`` on a battle: "D3 to E4", "Ogre to A3", "D3 strikes D5 at 6 with 5"."""

import re
from collections.abc import Mapping
from typing import Any

from titan_rules.board.hexes import BIT, hex_names, labels_in
from titan_rules.catalog.characters import character_names
from titan_rules.documents import FORMAT
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.rulings import Ruling, illegal
from titan_rules.rules.carry import carry_rulings, choose
from titan_rules.rules.field import Field
from titan_rules.rules.maneuver import destinations, maneuver_rulings, maneuver_violations
from titan_rules.rules.rangestrike import rangestrike_rulings
from titan_rules.rules.strike import contacts, strike_options, strike_rulings, strike_violations
from titan_rules.state.battle import Battle, Combatant, Role, other

from . import output
from .battle_entries import strike_entry

_MANEUVER = re.compile(r"(?:the\s+)?(\w+)\s*(?:to|->|moves\s+to|goes\s+to|enters(?:\s+at)?)\s*(\w+)", re.IGNORECASE)
_STRIKE = re.compile(
    r"(\w+)\s+(?:range)?strikes?\s+(\w+)(?:\s+at\s+(\d+))?(?:\s+with\s+(\d+)(?:\s+dice)?)?", re.IGNORECASE
)


def ruling_on(battle: Battle, text: str) -> dict[str, Any]:
    """The answer to a question typed as a sentence.

    :raises CannotTell: the sentence is neither a maneuver nor a strike.
    """
    asked = text.strip()
    found = _STRIKE.fullmatch(asked)
    if found:
        number, dice = (int(found[i]) if found[i] else None for i in (3, 4))
        return _strike(battle, asked, hex_names.canonical(found[1]), hex_names.canonical(found[2]), number, dice)
    found = _MANEUVER.fullmatch(asked)
    if found:
        return _maneuver(battle, asked, found[1], hex_names.canonical(found[2]))
    hint = 'write "D3 to E4", "Ogre to A3" (it enters) or "D3 strikes D5 at 6 with 5"'
    raise CannotTell(Fault("bad-question", f"not a maneuver or a strike: {asked[:60]!r}", hint=hint))


def _answer(battle: Battle, text: str, rulings: list[Ruling], legal: list[Any], allowed: bool) -> dict[str, Any]:
    return {
        "format": FORMAT.id,
        "kind": "why",
        "asked": text,
        "phase": battle.phase,
        "side": battle.side,
        "verdict": "legal" if allowed else "illegal",
        "rulings": [r.to_json() for r in rulings],
        "legal": legal,
    }


def _maneuver(battle: Battle, text: str, who: str, to: str) -> dict[str, Any]:
    """Which rules allow or stop a maneuver."""
    found = _maneuverer(battle, who)
    if found is None:
        return _answer(
            battle, text, [illegal("MANEUVER-1", "nobody stands in {hex}", hex=hex_names.canonical(who))], [], False
        )
    role, combatant = found
    violations = maneuver_violations(battle, role, combatant, to)
    rulings = violations or maneuver_rulings(battle, role, combatant, to)
    legal = labels_in(destinations(Field(battle), role, combatant))
    return _answer(battle, text, rulings, list(legal), not violations)


def _maneuverer(battle: Battle, who: str) -> tuple[Role, Combatant] | None:
    """The character meant: by its hex, or by its name one that is still to enter."""
    label = hex_names.find(who)
    if label is not None:
        return battle.at(label)
    name = character_names.canonical(who)
    for role in (battle.acting, other(battle.acting)):
        for combatant in battle.of(role).characters:
            if combatant.name == name and combatant.hex is None:
                return role, combatant
    raise CannotTell(Fault("no-character", f"no {name} is still to enter", hint="name the others by their hex"))


def _strike(battle: Battle, text: str, start: str, end: str, number: int | None, dice: int | None) -> dict[str, Any]:
    """Which rules allow or stop a strike."""
    role = battle.acting
    field = Field(battle)
    rulings = strike_violations(battle, role, start, end, number, dice)
    striker, target = battle.of(role).at(start), battle.of(other(role)).at(end)
    legal_now = not rulings
    if legal_now and striker is not None and target is not None:
        rulings = allowed(field, role, striker, target, number, dice)
    legal = [] if striker is None or field.striker is None else strike_entry(field, role, striker)["targets"]
    return _answer(battle, text, rulings, legal, legal_now)


def allowed(
    field: Field, role: Role, striker: Combatant, target: Combatant, number: int | None, dice: int | None
) -> list[Ruling]:
    """How a legal strike comes by its numbers."""
    if not contacts(field, role, striker) & BIT[target.hex or ""]:
        return rangestrike_rulings(field, role, striker, target)
    option = choose(strike_options(field, role, striker, target), number, dice)
    assert option is not None
    natural = strike_options(field, role, striker, target)[0]
    taken = [natural] if option == natural else [natural, option]
    return strike_rulings(field.battle, role, striker, target) + carry_rulings(field, role, striker, target, taken)


def text(answer: Mapping[str, Any]) -> str:
    """The answer for people."""
    lines = [f"{answer['asked']}: {answer['verdict']}", output.bullets(answer["rulings"])]
    legal = [item if isinstance(item, str) else item["to"] for item in answer["legal"]]
    if answer["verdict"] == "illegal":
        lines.append("legal would be: " + (" ".join(legal) or "nothing"))
    return "\n".join(lines)
