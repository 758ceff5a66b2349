"""Battles written in a line, for the tests of the Battleland."""

from typing import Any

import battles
from titan_rules.box.hexes import labels_in
from titan_rules.kernel.judging import Refusal
from titan_rules.kernel.rulings import Ruling
from titan_rules.position.battle import Battle, Role
from titan_rules.rules.battle.field import View, field_of
from titan_rules.rules.battle.maneuver import destinations, judge_maneuver
from titan_rules.rules.battle.strike import judge_strike


def battle(
    terrain: str,
    attacker: str,
    defender: str,
    *,
    phase: Any = "maneuver",
    side: Role = "attacker",
    turn: int = 3,
    entry: Any = "bottom",
    scores: tuple[int, int] = (0, 0),
    **options: Any,
) -> Battle:
    """A battle that varies, or that no line can say; each side as ``"Ogre D3 2 moved, Titan -"``.

    :param options: those of the ruleset, and ``ruleset`` itself.
    """
    return Battle(
        ruleset=options.pop("ruleset", "standard"),
        options=options,
        terrain=terrain,
        turn=turn,
        side=side,
        phase=phase,
        attacker=battles.side("Black", "Bk01", *_said(attacker), entry_side=entry, score=scores[0]),
        defender=battles.side("Red", "Rd01", *_said(defender), score=scores[1]),
    )


def _said(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def goes(position: Battle, label: str | None = None, role: Role | None = None) -> list[str]:
    """Where the character in a hex, or the first one off the board, may go."""
    role = role or position.acting
    found = next(c for c in position.of(role).characters if c.hex == label)
    return list(labels_in(destinations(View(position), role, found)))


def why_not(position: Battle, label: str | None, to: str, role: Role | None = None) -> list[Ruling]:
    """Why the character in a hex may not go to another."""
    role = role or position.acting
    found = next(c for c in position.of(role).characters if c.hex == label)
    return refusals(judge_maneuver(field_of(position), role, found, to))


def no_strike(
    position: Battle, start: str, end: str, number: int | None = None, dice: int | None = None
) -> list[Ruling]:
    """Why the acting side's character in a hex may not strike at another."""
    return refusals(judge_strike(field_of(position), position.acting, start, end, number, dice))


def refusals(judged: object) -> list[Ruling]:
    """The rulings that refuse something; none if it may be done."""
    return list(judged.rulings) if isinstance(judged, Refusal) else []


def rules(rulings: list[Ruling]) -> list[str]:
    """The rules that rulings cite, in order."""
    return [ruling.rule for ruling in rulings]


def said(rulings: list[Ruling]) -> str:
    """Rulings as text."""
    return "; ".join(map(str, rulings))
