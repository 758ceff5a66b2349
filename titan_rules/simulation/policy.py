"""What a policy is: it chooses among legal actions, and is deterministic given its random numbers."""

from random import Random
from typing import Protocol, runtime_checkable

from ..actions.intents import Action, Carry
from ..box.names import OFF_MAP
from .choices import Blow, Choices


@runtime_checkable
class Policy(Protocol):
    """Plays one side of a battle. A policy keeps no state between calls.

    Every action it gives is judged by the adjudicator like anybody's: an illegal one ends the simulation with an error.
    """

    def maneuver(self, choices: Choices, random: Random) -> Action:
        """The next maneuver, reinforcement or summons, or ``EndManeuver()``."""
        ...

    def strike(self, choices: Choices, random: Random) -> Blow | None:
        """The next strike, its dice not yet rolled; None to strike no more."""
        ...

    def carry(self, choices: Choices, blow: Blow, excess: int, random: Random) -> tuple[Carry, ...]:
        """Where to carry ``excess`` hits over, in order (CARRY-1)."""
        ...


def greatest_first(choices: Choices, blow: Blow, excess: int) -> tuple[Carry, ...]:
    """Carry hits over to whom they slay, the most valuable first; what is left to the most valuable of the others."""
    field, enemy = choices.field, choices.battle.of(choices.enemy)
    reachable = [enemy.at(label) for label in blow.option.carry_to]
    targets = sorted(
        (c for c in reachable if c is not None),
        key=lambda c: (choices.left(c) > excess, -field.power(choices.enemy, c), c.hex or OFF_MAP),
    )
    carried = []
    for target in targets:
        hits = min(excess, choices.left(target))
        if hits <= 0:
            break
        carried.append(Carry(target.hex or OFF_MAP, hits))
        excess -= hits
        if hits < choices.left(target):
            break
    return tuple(carried)
