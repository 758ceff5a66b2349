"""A battle played to its end by two policies."""

from random import Random

from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..play import settle
from ..play.battle_order import CONCEDING
from ..position.battle import Battle
from ..position.stock import stock_of
from .from_battle import melee_of
from .judged import Judged
from .melee import Melee
from .policy import Policy, is_shipped

Sides = tuple[Policy, Policy]
"""The policies of the attacker and the defender."""


def play(battle: Battle, policies: Sides, seed: str) -> Melee:
    """The battle at its end.

    :param seed: the dice and the policies' random numbers come from it alone.
    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    :raises IllegalAction: a policy of one's own did something illegal.
    """
    return fight(melee_of(ready(battle)), policies, seed)


def fight(begun: Melee, policies: Sides, seed: str) -> Melee:
    """The same from a melee that has just begun, which it does not change.

    What a policy of one's own does is judged by the adjudicator as it does it.
    """
    melee = begun.copy() if all(is_shipped(each) for each in policies) else Judged.following(begun)
    return play_on(melee, policies, Random(seed))


def play_on(melee: Melee, policies: Sides, random: Random, until: int | None = None) -> Melee:
    """A melee played on, changed in place, to its end or to the beginning of a later Maneuver Phase.

    :param until: how many more Maneuver Phases are played at most; None: all.
    """
    while melee.winner is None:
        if melee.phase == "maneuver":
            if until is not None:
                if not until:
                    break
                until -= 1
            policies[melee.side].maneuver(melee, random)
            melee.end_maneuver()
        else:
            policies[melee.acting].strikes(melee, random)
            melee.end_strikes()
    return melee


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
