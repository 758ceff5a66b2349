"""Battles in a Strike Phase, for tests."""

from collections.abc import Sequence
from typing import Any

from battles import side
from titan_rules.documents import FORMAT
from titan_rules.state.battle import Battle


def battle(
    attackers: Sequence[str],
    defenders: Sequence[str],
    *,
    terrain: str = "Plains",
    scores: tuple[int, int] = (0, 0),
    **keys: Any,
) -> Battle:
    """The attacker's second Strike Phase.

    :param attackers, defenders: characters as ``"Ogre D3"``, or ``"Ogre D3 2"`` with two hits.
    :param keys: anything else of the battle.
    """
    sides = {
        "attacker": side("Black", "Bk01", *attackers, entry_side="bottom", score=scores[0]),
        "defender": side("Red", "Rd01", *defenders, score=scores[1]),
    }
    return Battle(**{"terrain": terrain, "turn": 2, "side": "attacker", "phase": "strike", **sides, **keys})


def fight(attackers: Sequence[str], defenders: Sequence[str], **keys: Any) -> dict[str, Any]:
    """The same as a document."""
    return FORMAT.to_json(battle(attackers, defenders, **keys))
