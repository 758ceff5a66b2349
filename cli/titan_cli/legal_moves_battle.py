"""``titan legal-moves`` on a battle."""

from typing import Any

from titan_rules.board.hexes import labels_in, numbers_in
from titan_rules.rules.carry import options
from titan_rules.rules.field import Field
from titan_rules.rules.maneuver import destinations
from titan_rules.rules.rangestrike import rangestrike_targets
from titan_rules.rules.strike import contacts, must_strike
from titan_rules.state.battle import Battle


def answer(battle: Battle, *, character: str | None = None) -> dict[str, Any]:
    """Every maneuver or strike of the side that acts."""
    field = Field(battle)
    role = battle.acting
    legal: list[dict[str, Any]] = []
    for c in battle.of(role).characters:
        if battle.phase == "maneuver":
            legal.append({"character": c.name, "from": c.hex, "to": labels_in(destinations(field, role, c))})
        elif c.hex:
            targets = []
            if not c.struck:
                for n in numbers_in(contacts(field, role, c)):
                    t = field.who[n]
                    os = options(field, role, c, t)
                    targets.append(
                        {
                            "character": t.name,
                            "to": t.hex,
                            "kind": "strike",
                            "dice": os[0].dice,
                            "strike_number": os[0].strike_number,
                            "options": [
                                {"dice": o.dice, "strike_number": o.strike_number, "carry_to": list(o.carry_to)}
                                for o in os
                            ],
                        }
                    )
                if battle.phase == "strike":
                    for t, r in rangestrike_targets(field, role, c):
                        targets.append(
                            {
                                "character": t.name,
                                "to": t.hex,
                                "kind": "rangestrike",
                                "dice": r.dice,
                                "strike_number": r.strike_number,
                                "range": r.range,
                                "options": [{"dice": r.dice, "strike_number": r.strike_number, "carry_to": []}],
                            }
                        )
            legal.append({"character": c.name, "from": c.hex, "must": must_strike(field, role, c), "targets": targets})
    return {
        "format": "titan-rules/1",
        "kind": "legal-moves",
        "phase": battle.phase,
        "side": battle.side,
        "legal": legal,
    }
