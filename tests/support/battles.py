"""Battles for tests, typed as a player would say them."""

from collections.abc import Iterable
from typing import Any

from titan_rules.position.battle import Battle, BattleSide, Combatant
from titan_rules.position.documents import FORMAT


def characters(*said: str) -> tuple[Combatant, ...]:
    """``"Ogre D3 2 moved"``: a name, a hex or ``-`` (the default), and perhaps hits and what it has done."""
    found = []
    for text in said:
        name, _, rest = text.partition(" ")
        place, *more = rest.split() or ["-"]
        hits = next((int(word) for word in more if word.isdigit()), 0)
        hex_ = None if place == "-" else place
        found.append(Combatant(name, hex_, hits, "moved" in more, "struck" in more))
    return tuple(found)


def side(player: str, legion: str, *said: str, **more: Any) -> BattleSide:
    """One side of a battle; each character as :func:`characters` reads it."""
    return BattleSide(player=player, legion=legion, characters=characters(*said), **more)


def battle(attackers: Iterable[str], defenders: Iterable[str], terrain: str = "Plains", **more: Any) -> Battle:
    """A battle of Black (attacker, from the left) against Red.

    :param more: anything else of the battle; of a side, ``attacker_score`` and the like.
    """
    attacker_more = {k[9:]: more.pop(k) for k in list(more) if k.startswith("attacker_")}
    defender_more = {k[9:]: more.pop(k) for k in list(more) if k.startswith("defender_")}
    attacker_more = {"began": True, "entry_side": "left", **attacker_more}
    attacker = side("Black", "Bk01", *attackers, **attacker_more)
    defender = side("Red", "Rd01", *defenders, **defender_more)
    return Battle(terrain=terrain, attacker=attacker, defender=defender, **more)


def strike_phase(attackers: Iterable[str], defenders: Iterable[str], **more: Any) -> Battle:
    """The same in the attacker's second Strike Phase."""
    return battle(attackers, defenders, **{"turn": 2, "side": "attacker", "phase": "strike", **more})


def strike_document(attackers: Iterable[str], defenders: Iterable[str], **more: Any) -> dict[str, Any]:
    """The same as the JSON of its document."""
    return FORMAT.to_json(strike_phase(attackers, defenders, **more))


def document(battle: Battle) -> str:
    """A battle as the text of its document."""
    return FORMAT.dumps(battle)
