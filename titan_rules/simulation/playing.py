"""A battle played to its end by two policies."""

from random import Random

from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..play import settle
from ..play.battle_order import CONCEDING
from ..position.battle import ROLES, Battle
from ..position.stock import stock_of
from .checked_battle import CheckedBattle
from .fast_battle import FastBattle
from .policy import Policy, is_shipped

Sides = tuple[Policy, Policy]
"""The policies of the attacker and the defender."""


def play(battle: Battle, policies: Sides, seed: str) -> FastBattle:
    """The battle at its end.

    :param seed: the dice and the policies' random numbers come from it alone.
    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    :raises IllegalAction: a policy of one's own did something illegal.
    """
    return fight(FastBattle(ready(battle)), policies, seed)


def fight(begun: FastBattle, policies: Sides, seed: str) -> FastBattle:
    """The same from a fast battle that has just begun, which it does not change.

    What a policy of one's own does is judged by the adjudicator as it does it.
    """
    battle = begun.copy() if all(is_shipped(each) for each in policies) else CheckedBattle.following(begun)
    return play_on(battle, policies, Random(seed))


def play_on(battle: FastBattle, policies: Sides, random: Random, until: int | None = None) -> FastBattle:
    """A battle played on, changed in place, to its end or to the beginning of a later Maneuver Phase.

    :param until: how many more Maneuver Phases are played at most; None: all.
    """
    while battle.outcome is None:
        policy = policies[ROLES.index(battle.acting)]
        if battle.phase == "maneuver":
            if until is not None:
                if not until:
                    break
                until -= 1
            policy.maneuver(battle, random)
            battle.end_maneuver()
        else:
            policy.strikes(battle, random)
            battle.end_strikes()
    return battle


def ready(battle: Battle) -> Battle:
    """A battle that policies can play out, with the caretaker's stock in it: no more than the box has left.

    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    """
    if battle.pending in CONCEDING:
        raise CannotTell(Fault("open-concession", "no policy answers the attempted concession: answer it first"))
    outside = any(c.hex is None for c in battle.attacker.characters)
    if outside and battle.attacker.entry_side is None and not battle.the_box.deploys(battle.terrain):
        raise CannotTell(Fault("no-entry-side", "the attacker's entry_side is not given", "/attacker/entry_side"))
    if battle.pending is not None:
        battle = settle(battle).state
    return evolve(battle, caretaker=stock_of(battle))
