"""The answers of ``titan legal-moves`` on battles, as tables for people."""

from titan_rules.answers.legal_moves import BattleMoves, CharacterStrikes
from titan_rules.position.battle import other

from .. import render
from ..output import rulings

_PHASES = {"maneuver": "Maneuver Phase", "strike": "Strike Phase", "strikeback": "Strikeback"}


def table(answer: BattleMoves) -> str:
    """An answer for people: what is legal at a glance, then why, character by character."""
    parts = [render.table(answer.legal)]
    acting = other(answer.side) if answer.phase == "strikeback" else answer.side
    for entry in answer.legal:
        parts += ["", f"{entry.character} {entry.origin or 'off the board'}", rulings(entry.rulings)]
        for target in entry.targets if isinstance(entry, CharacterStrikes) else ():
            parts.append(f"  {target.kind} at the {target.character} in {target.to}")
            parts.append(rulings(target.rulings, indent="    "))
    return "\n".join([f"{_PHASES[answer.phase]} of the {acting}", "", *parts])
