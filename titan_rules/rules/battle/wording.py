"""How rulings name the characters of a battle."""

from ...position.battle import Combatant


def named(combatant: Combatant) -> str:
    """A character with its hex: ``the Ogre in D3``, or ``the Ogre`` off the board."""
    return f"the {combatant.name} in {combatant.hex}" if combatant.hex is not None else f"the {combatant.name}"


def place(combatant: Combatant) -> str:
    """Where it is: ``D3``, or ``off the board``."""
    return combatant.hex if combatant.hex is not None else "off the board"
