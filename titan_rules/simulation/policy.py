"""What a policy is: it chooses among legal actions, and is deterministic given its random numbers."""

from collections.abc import Callable
from random import Random
from typing import Protocol, runtime_checkable

from ..actions.intents import Action, Carry
from ..box.names import OFF_MAP
from ..kernel.errors import Fault, UnknownName
from ..kernel.names import nearest
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


def _random() -> Policy:
    from .random_policy import RandomPolicy

    return RandomPolicy()


def _greedy() -> Policy:
    from .greedy_policy import GreedyPolicy

    return GreedyPolicy()


def _foresight() -> Policy:
    from .foresight_policy import ForesightPolicy

    return ForesightPolicy()


def _best() -> Policy:
    from .best_policy import BestPolicy

    return BestPolicy()


POLICIES: dict[str, Callable[[], Policy]] = {
    "random": _random,
    "greedy": _greedy,
    "foresight": _foresight,
    "best": _best,
}
"""The policies that are shipped, by name."""


def policy(name: str) -> Policy:
    """A shipped policy by its name, or one's own as ``module:name`` (a class without arguments, or an object).

    :raises UnknownName: there is none, or it is no policy.
    """
    known = POLICIES.get(name)
    if known is not None:
        return known()
    module, colon, attribute = name.partition(":")
    if not colon:
        hint = nearest(name, POLICIES) or "one of: " + ", ".join(POLICIES) + ", or module:name"
        raise UnknownName(Fault("unknown-policy", f"unknown policy {name!r}", hint=hint))
    from importlib import import_module

    try:
        found = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as e:
        raise UnknownName(Fault("unknown-policy", f"no policy {name}: {e}")) from None
    made = found() if isinstance(found, type) else found
    if not isinstance(made, Policy):
        raise UnknownName(Fault("unknown-policy", f"{name} has no maneuver, strike and carry"))
    return made
