"""Battles for tests, written short."""

from collections.abc import Sequence
from typing import Any

from titan_rules.documents import FORMAT
from titan_rules.state.battle import Battle


def fight(
    attackers: Sequence[str],
    defenders: Sequence[str],
    *,
    terrain: str = "Plains",
    scores: tuple[int, int] = (0, 0),
    **keys: Any,
) -> dict[str, Any]:
    """A battle document in the attacker's second Strike Phase.

    :param attackers, defenders: characters as ``"Ogre D3"``, or ``"Ogre D3 2"`` with two hits.
    :param keys: further keys of the document.
    """
    return {
        "format": "titan-rules/1",
        "kind": "battle",
        "ruleset": "standard",
        "terrain": terrain,
        "turn": 2,
        "side": "attacker",
        "phase": "strike",
        "attacker": {
            "player": "Black",
            "legion": "Bk01",
            "entry_side": "bottom",
            "score": scores[0],
            "characters": [_character(text) for text in attackers],
        },
        "defender": {
            "player": "Red",
            "legion": "Rd01",
            "score": scores[1],
            "characters": [_character(text) for text in defenders],
        },
        **keys,
    }


def _character(text: str) -> dict[str, Any]:
    name, hex, *hits = text.split()
    return {"name": name, "hex": hex, **({"hits": int(hits[0])} if hits else {})}


def battle(attackers: Sequence[str], defenders: Sequence[str], **keys: Any) -> Battle:
    """The same as a state."""
    found = FORMAT.read(fight(attackers, defenders, **keys), ("battle",))
    assert isinstance(found, Battle)
    return found
