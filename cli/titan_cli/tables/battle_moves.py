"""The answers of ``titan legal-moves`` on battles, as tables for people."""

from titan_rules.answers.legal_moves import BattleMoves, CharacterManeuvers, CharacterStrikes, ManeuverMoves
from titan_rules.answers.verdicts import WhyInBattle
from titan_rules.position.battle import other

from ..output import grid, rulings

_PHASES = {"maneuver": "Maneuver Phase", "strike": "Strike Phase", "strikeback": "Strikeback"}


def table(answer: BattleMoves | WhyInBattle) -> str:
    """An answer for people: what is legal at a glance, then why, character by character."""
    if isinstance(answer, WhyInBattle):
        return _why(answer)
    parts = [_maneuvers(answer.legal) if isinstance(answer, ManeuverMoves) else _strikes(answer.legal)]
    acting = other(answer.side) if answer.phase == "strikeback" else answer.side
    for entry in answer.legal:
        parts += ["", f"{entry.character} {entry.origin or 'off the board'}", rulings(entry.rulings)]
        for target in entry.targets if isinstance(entry, CharacterStrikes) else ():
            parts.append(f"  {target.kind} at the {target.character} in {target.to}")
            parts.append(rulings(target.rulings, indent="    "))
    return "\n".join([f"{_PHASES[answer.phase]} of the {acting}", "", *parts])


def _maneuvers(legal: tuple[CharacterManeuvers, ...]) -> str:
    rows = [[entry.character, entry.origin or "-", " ".join(entry.to) or "-"] for entry in legal]
    return grid(rows, ["character", "from", "may go to"])


def _strikes(legal: tuple[CharacterStrikes, ...]) -> str:
    rows: list[list[object]] = []
    for entry in legal:
        who: list[object] = [entry.character, entry.origin, "must" if entry.must else "may" if entry.targets else "-"]
        if not entry.targets:
            rows.append([*who, "-", "", "", ""])
        for target in entry.targets:
            whom = f"{target.character} {target.to}"
            if target.kind == "rangestrike":
                whom += f" at range {target.range}"
            for option in target.options:
                carry = " ".join(option.carry_to)
                rows.append([*who, whom, option.dice, f"{option.strike_number}+", carry])
                who, whom = ["", "", ""], ""
    return grid(rows, ["character", "from", "strikes", "target", "dice", "needs", "may carry to"])


def _why(answer: WhyInBattle) -> str:
    lines = [f"{answer.asked}: {answer.verdict}", rulings(answer.rulings)]
    if answer.verdict == "illegal":
        legal = [one if isinstance(one, str) else one.to for one in answer.legal]
        lines.append("legal would be: " + (" ".join(legal) or "nothing"))
    return "\n".join(lines)
