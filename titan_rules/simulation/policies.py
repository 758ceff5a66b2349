"""The shipped policies by name, and custom ones."""

from collections.abc import Mapping
from importlib import import_module
from random import Random
from typing import TypeVar

from ..kernel.errors import Fault, UnknownName
from ..kernel.names import nearest
from ..rules.battle.maneuver import destinations
from ..rules.battle.strike import must_strike
from .best_policy import BestPolicy
from .fast_battle import FastBattle, Fighter
from .heuristic_policy import HeuristicPolicy, spill
from .playing import Policy
from .rolls import foes, rolled, ways

STAYING = 3  # the chance that the phase ends instead of another move is one in this many
T = TypeVar("T")


class RandomPolicy:
    """Enters with everyone, then moves and strikes anywhere legal, at random."""

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """Join or not, then make random maneuvers."""
        arriving = any_of([*battle.arrivals(), None], random)
        if arriving is not None:
            battle.join(arriving)
        waiting = [f for f in battle.mine.characters if not f.moved]
        while waiting:
            entering = [f for f in waiting if f.hex is None]
            if not entering and random.random() * STAYING < 1:
                return
            for fighter in turned(entering or waiting, random):
                mask = destinations(battle, fighter.role, fighter)
                if mask:
                    battle.move(fighter, nth_hex(mask, int(random.random() * mask.bit_count())))
                    waiting.remove(fighter)
                    break
            else:
                return

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """Make random strikes and rangestrikes, whatever the odds."""
        for fighter in turned(battle.mine.everyone, random):
            enemies = foes(battle, fighter)
            if not enemies:
                continue
            foe, roll = any_of(enemies, random)
            others: list[Fighter] = []
            if must_strike(battle, fighter.role, fighter):
                roll, others = any_of(ways(battle, fighter, foe), random)
            hits = rolled(*roll, random)
            battle.strike(fighter, foe, roll, hits, spill(battle, others, hits - foe.left))


def any_of(choices: list[T], random: Random) -> T:
    """A random choice."""
    return choices[int(random.random() * len(choices))]


def turned(choices: list[T], random: Random) -> list[T]:
    """The list rotated to a random start."""
    start = int(random.random() * len(choices))
    return choices[start:] + choices[:start]


def nth_hex(mask: int, n: int) -> int:
    """The number of the nth hex of a mask."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


POLICIES: Mapping[str, Policy] = {"random": RandomPolicy(), "greedy": HeuristicPolicy(), "best": BestPolicy()}


def policy(name: str) -> Policy:
    """A shipped policy, or a custom one as ``module:name`` (a class without arguments, or an object).

    :raises UnknownName: there is none, or it is no policy.
    """
    if name in POLICIES:
        return POLICIES[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        hint = nearest(name, POLICIES) or "one of: " + ", ".join(POLICIES) + ", or module:name"
        raise UnknownName(Fault("unknown-policy", f"unknown policy {name!r}", hint=hint))
    try:
        named: object = getattr(import_module(module), attribute)
    except (ImportError, AttributeError) as e:
        raise UnknownName(Fault("unknown-policy", f"no policy {name}: {e}")) from None
    made: object = named() if isinstance(named, type) else named
    if not isinstance(made, Policy):
        raise UnknownName(Fault("unknown-policy", f"{name} has no maneuver and strikes"))
    return made
