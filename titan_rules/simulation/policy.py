"""What a policy is: it chooses among legal actions, and is deterministic given its random numbers."""

from random import Random
from typing import Protocol, runtime_checkable

from .melee import Melee


@runtime_checkable
class Policy(Protocol):
    """Plays one side of a battle. A policy keeps no state between calls.

    It acts on the melee that it is given: what may be done the melee and :mod:`~titan_rules.simulation.rolls` tell. To
    look ahead it takes a copy. An illegal action ends the simulation with an error.
    """

    def maneuver(self, melee: Melee, random: Random) -> None:
        """A Maneuver Phase: ``melee.join`` and ``melee.move``."""
        ...

    def strikes(self, melee: Melee, random: Random) -> None:
        """The strikes of the acting side, in a Strike Phase or in strikeback: ``melee.strike``."""
        ...


def is_shipped(policy: Policy) -> bool:
    """Whether a policy is part of the library, so is known to do nothing illegal."""
    return type(policy).__module__.startswith(f"{__package__}.")
