"""Battles for tests, typed as a player would say them."""

from titan_rules.documents import FORMAT
from titan_rules.state.battle import BattleSide, Combatant


def characters(*said):
    """``"Ogre D3 2 moved"``: a name, a hex or ``-``, and perhaps hits and what it has done."""
    found = []
    for text in said:
        name, place, *more = text.split()
        hits = next((int(word) for word in more if word.isdigit()), 0)
        hex_ = None if place == "-" else place
        found.append(Combatant(name, hex_, hits, "moved" in more, "struck" in more))
    return tuple(found)


def side(player, legion, *said, **more):
    """One side of a battle."""
    return BattleSide(player=player, legion=legion, characters=characters(*said), **more)


def document(battle):
    """A battle as the text of its document."""
    return FORMAT.dumps(battle)
