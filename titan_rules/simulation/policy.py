"""What a policy is: it chooses among legal actions, and is deterministic given its random numbers."""

from random import Random
from typing import Protocol, runtime_checkable

from .fast_battle import FastBattle


@runtime_checkable
class Policy(Protocol):
    """Plays one side of a battle. A policy keeps no state between calls.

    It acts on the battle that it is given, by its methods; what may be done the rules tell, which take it as a field,
    and :mod:`~titan_rules.simulation.rolls`. To look ahead it takes a copy. An illegal action
    ends the simulation with an error.
    """

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """A Maneuver Phase: ``battle.join`` and ``battle.move``."""
        ...

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """The strikes of the acting side, in a Strike Phase or in strikeback: ``battle.strike``."""
        ...


def is_shipped(policy: Policy) -> bool:
    """Whether a policy is part of the library, so is known to do nothing illegal."""
    return type(policy).__module__.startswith(f"{__package__}.")
