"""One battle played to its end by two policies: the adjudicator's engine, and nothing beside it."""

from collections import Counter
from random import Random

from ..actions.intents import Carry
from ..kernel.dice import Seeded
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..play import apply, settle
from ..play.battle_order import CONCEDING
from ..position.battle import Battle, Role
from ..position.stock import stock_of
from .choices import END_STRIKES, Choices
from .policy import Policy

Sides = dict[Role, Policy]


def play(battle: Battle, policies: Sides, seed: str) -> Battle:
    """The battle at its end.

    :param seed: the dice and the policies' random numbers come from it alone.
    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    :raises IllegalAction: a policy gave an illegal action.
    :raises AssertionError: a character was lost or found on the way.
    """
    dice = Seeded(seed + " dice")
    random = Random(seed + " policy")
    battle = ready(battle)
    whole = content(battle)
    while battle.outcome is None:
        battle = go_on(battle, policies, dice, random)
    assert_conserved(battle, whole)
    return battle


def go_on(battle: Battle, policies: Sides, dice: Seeded, random: Random) -> Battle:
    """The battle after the next action, or after what waited only for a concession has happened."""
    if battle.pending is not None:
        return settle(battle).state
    choices = Choices(battle)
    policy = policies[choices.role]
    if battle.phase == "maneuver":
        return apply(battle, policy.maneuver(choices, random)).state
    return _strike(battle, choices, policy, dice, random)


def _strike(battle: Battle, choices: Choices, policy: Policy, dice: Seeded, random: Random) -> Battle:
    blow = policy.strike(choices, random)
    if blow is None:
        return apply(battle, END_STRIKES).state
    option = blow.option
    rolled = dice.roll(option.dice)
    carry: tuple[Carry, ...] = ()
    if option.carry_to:
        number = option.strike_number
        excess = sum([die >= number for die in rolled]) - choices.left(blow.target)
        if excess > 0:
            carry = policy.carry(choices, blow, excess, random)
    return apply(battle, blow.action(rolled, carry)).state


def ready(battle: Battle) -> Battle:
    """A battle that policies can play out, with the caretaker's stock in it: no more than the box has left.

    :raises CannotTell: nobody says how to answer an attempted concession, or where the attacker enters.
    """
    if battle.pending in CONCEDING:
        raise CannotTell(Fault("open-concession", "no policy answers the attempted concession: answer it first"))
    outside = any(c.hex is None for c in battle.attacker.characters)
    if outside and battle.attacker.entry_side is None and not battle.the_box.deploys(battle.terrain):
        raise CannotTell(Fault("no-entry-side", "the attacker's entry_side is not given", "/attacker/entry_side"))
    return evolve(battle, caretaker=stock_of(battle))


def content(battle: Battle) -> Counter[str]:
    """Every character of a battle: on both sides, slain, left off, with the caretaker and with the donors."""
    found: Counter[str] = Counter(battle.caretaker or {})
    for side in (battle.attacker, battle.defender):
        found.update([c.name for c in side.characters])
        found.update(side.slain)
        found.update(side.left_off)
    for names in battle.donors.values():
        found.update(names)
    return found


def assert_conserved(battle: Battle, whole: Counter[str]) -> None:
    """Nobody was lost or found."""
    now = content(battle)
    assert now == whole, f"characters changed: {now - whole} more, {whole - now} fewer"
