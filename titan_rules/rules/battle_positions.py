"""What makes a battle's position impossible."""

from ..kernel.errors import Fault
from ..state.battle import Battle


def battle_faults(battle: Battle) -> list[Fault]:
    """Everything that makes a battle's position impossible, with its pointers."""
    return []
