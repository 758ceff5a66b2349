"""Realignment (TS-RLN)."""

from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from ....kernel.dice import enumerated
from ....kernel.rulings import Ruling, consequence
from ..catalog import Country, Side, opponent
from ..state import BySide, Position
from ..words import the
from .control import controller, enemy_ruling
from .defcon import region_ruling


def realignment_rulings(position: Position, side: Side, country: Country) -> list[Ruling]:
    """Whether a side may realign a country; it may where none of the rulings is illegal."""
    theirs = position.at(country.name).of(opponent(side))
    fine = theirs > 0 or position.readings.realignment_target == "any"
    enemy = enemy_ruling("TS-RLN-3", position, side, country, allowed=fine)
    return [enemy, region_ruling(position, country)]


def bonuses(position: Position, side: Side, country: Country) -> tuple[str, ...]:
    """The reasons for a side to add 1 to its die in a country, 1 for each (TS-RLN-2)."""
    found = [f"controls {n}" for n in country.neighbours if controller(position, n) == side]
    influence = position.at(country.name)
    if influence.lead(side) > 0:
        found.append(f"more influence ({influence.of(side)} to {influence.of(opponent(side))})")
    if country.superpower == side:
        found.append("its superpower is adjacent")
    return tuple(found)


@frozen
class Roll:
    """One roll of both sides, resolved.

    :param totals: the modified dice, by side.
    :param loser: who loses influence; None for a tie.
    :param difference: by how much; ``removed`` is what there was to lose of it.
    :param position: after it.
    """

    position: Position
    totals: Mapping[Side, int]
    loser: Side | None
    difference: int
    removed: int
    rulings: tuple[Ruling, ...]


def roll(position: Position, side: Side, country: Country, dice: Mapping[Side, int], extra: Mapping[Side, int]) -> Roll:
    """Carry out one roll in a country where it is legal.

    :param side: the acting side.
    :param extra: what events add to each side's die.
    """
    rulings, totals = [], {}
    for who in (side, opponent(side)):
        given = bonuses(position, who, country)
        totals[who] = dice[who] + len(given) + extra[who]
        rulings.append(_total_ruling(who, dice[who], given, extra[who], totals[who]))
    difference = totals[side] - totals[opponent(side)]
    if difference == 0:
        tie = consequence("TS-RLN-1", "{total} each: a tie changes nothing", total=totals[side])
        return Roll(position, totals, None, 0, 0, (*rulings, tie))
    loser = opponent(side) if difference > 0 else side
    before = position.at(country.name)
    after = before.plus(loser, -abs(difference))
    removed = before.of(loser) - after.of(loser)
    loss = consequence(
        "TS-RLN-1",
        "{who} has the lower total, by {difference}: it loses {removed} of its {before} influence in {country}",
        who=the(loser),
        difference=abs(difference),
        removed=removed,
        before=before.of(loser),
        country=country.name,
    )
    after_position = position.with_influence(country.name, after)
    return Roll(after_position, totals, loser, abs(difference), removed, (*rulings, loss))


def _total_ruling(side: Side, die: int, given: tuple[str, ...], extra: int, total: int) -> Ruling:
    parts = [f"+1 {reason}" for reason in given] + ([f"{extra:+d} by an event"] if extra else [])
    return consequence(
        "TS-RLN-2",
        "{who}: die {die}{parts}: {total}",
        who=the(side),
        die=die,
        parts="".join(", " + part for part in parts),
        total=total,
    )


DICE_PAIRS = 36

DIFFERENCES: Mapping[int, int] = Counter(own - other for own, other in enumerated(2))
"""The own die less the other's, in 36 rolls of two dice."""


@frozen
class Spread:
    """The influence that a country may hold afterwards.

    :param ways: for each outcome, how many of the equally likely rolls give it.
    :param total: the sum of ``ways``.
    """

    ways: Mapping[BySide, int]
    total: int


def outcomes(position: Position, side: Side, country: Country, rolls: int, extra: int = 0) -> Spread:
    """The influence in a country after a number of rolls there, exactly.

    Rolling stops when the target is no longer legal. Modifiers are recomputed after each roll (TS-RLN-4).

    :param extra: what events add to the acting side's die, less what they add to the other's.
    """
    held: Counter[BySide] = Counter({position.at(country.name): 1})
    for _ in range(rolls):
        following: Counter[BySide] = Counter()
        for influence, ways in held.items():
            at_hand = position.with_influence(country.name, influence)
            for after, more in _one_roll(at_hand, side, country, extra).items():
                following[after] += ways * more
        held = following
    return Spread(held, DICE_PAIRS**rolls)


def _one_roll(position: Position, side: Side, country: Country, extra: int) -> Counter[BySide]:
    influence = position.at(country.name)
    if any(r.verdict == "illegal" and r.rule == "TS-RLN-3" for r in realignment_rulings(position, side, country)):
        return Counter({influence: DICE_PAIRS})
    net = len(bonuses(position, side, country)) - len(bonuses(position, opponent(side), country)) + extra
    found: Counter[BySide] = Counter()
    for difference, ways in DIFFERENCES.items():
        by = difference + net
        loser = opponent(side) if by > 0 else side
        found[influence.plus(loser, -abs(by))] += ways
    return found
