"""What to aim at, and the odds of coups and realignment (TS-COUP, TS-RLN)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, asked, broken, consequence, evolve, verdict
from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.dice import enumerated
from ....kernel.odds import ratio
from ..asking import Acting, Free, Modifier, Ops, OpsIfAny, OtherModifier, Target
from ..catalog import COUNTRIES, HIGHEST_DEFCON, Country, Side, opponent
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .coup import case_of, coup_rulings, fallen, influence_after, loser, margin
from .influence import place_of
from .realignment import bonuses, realignment_rulings, reasons
from .tracks import earned, region_ruling

DIE = range(1, DIE_SIDES + 1)
DIFFERENCES: Mapping[int, int] = Counter(own - other for own, other in enumerated(2))
"""The own die less the other's, in 36 rolls of two dice."""

Spread: TypeAlias = Counter[BySide]
"""The influence that a country may hold afterwards: how many of the equally likely rolls give it."""

AtDefcon: TypeAlias = Annotated[
    int | None, asked("as if DEFCON were at this level", "number", least=1, most=HIGHEST_DEFCON)
]


def targets(position: Position, side: Acting, at_defcon: AtDefcon) -> Answer:
    """What can I coup or realign at this DEFCON?"""
    if at_defcon is not None:
        position = evolve(position, defcon=at_defcon)
    every = COUNTRIES.values()
    coups = [c for c in every if not broken(coup_rulings(position, side, c))]
    realign = [c for c in every if not broken(realignment_rulings(position, side, c))]
    closed = [c for c in every if position.at(c).of(opponent(side)) and c not in coups]
    events = [line for c in coups for line in unseen("coup", position, side, c)]
    events += [line for c in realign for line in unseen("realign", position, side, c)]
    after = {c: fallen(position, side, c) for c in coups}
    return {
        "side": side,
        "defcon": position.defcon,
        "coup": [
            {
                **place_of(c),
                **position.at(c).to_json(),
                "defcon_after": after[c].position.defcon,
                "loser": loser(after[c]),
                "rulings": [region_ruling(position, c), *after[c].rulings[1:]],
            }
            for c in coups
        ],
        "realign": realign,
        "closed": [{"country": c, "region": c.region, "rulings": [region_ruling(position, c)]} for c in closed],
        "unseen_events": list(dict.fromkeys(events)),
        "rulings": [
            consequence("TS-COUP-1", "every other country holds no influence of {who}", who=the(opponent(side))),
            consequence("TS-RLN-5", "the DEFCON limits of regions hold for realignment, too"),
        ],
    }


def _summary(position: Position, side: Side, country: Country, spread: Spread) -> Answer:
    """What a spread of outcomes means for both sides, from the influence that is there now."""
    enemy, before = opponent(side), position.at(country)
    total = spread.total()

    def chance(holds: Callable[[BySide], bool]) -> Answer:
        return ratio(sum(ways for after, ways in spread.items() if holds(after)), total).chance_json()

    def mean(number: Callable[[BySide], int]) -> Answer:
        return ratio(sum(ways * number(after) for after, ways in spread.items()), total).value_json()

    theirs = position.controller(country) == enemy
    return {
        "expected_removed": mean(lambda after: before.of(enemy) - after.of(enemy)),
        "expected_added": mean(lambda after: max(0, after.of(side) - before.of(side))),
        "expected_lost": mean(lambda after: max(0, before.of(side) - after.of(side))),
        "they_lose_control": chance(lambda after: after.controller(country) != enemy) if theirs else None,
        "control": chance(lambda after: after.controller(country) == side),
        "outcomes": [
            {**after.to_json(), "chance": ratio(ways, total).chance_json()}
            for after, ways in sorted(spread.items(), key=lambda pair: (pair[0].US, pair[0].USSR))
        ],
    }


def coup_odds(position: Position, country: Target, ops: Ops, side: Acting, modifier: Modifier, free: Free) -> Answer:
    """The odds that a coup succeeds, and by how much."""
    rulings, before, enemy = coup_rulings(position, side, country, free), position.at(country), opponent(side)
    margins = {die: margin(country, ops, die + modifier) for die in DIE}
    after = {die: influence_after(before, side, by) for die, by in margins.items()}
    means, danger = _summary(position, side, country, Counter(after.values())), fallen(position, side, country)
    military = position if free else earned(position, side, ops)
    needed = 2 * country.stability - ops - modifier + 1
    sentence = "die + {ops} must exceed 2 × {stability} = {twice}: "
    sentence += "a die of {needed} or more succeeds" if needed <= DIE_SIDES else "no die does"
    facts = {"stability": country.stability, "twice": 2 * country.stability, "needed": max(1, needed)}
    removal = "the margin removes influence of {who}, {enemy} at most; the rest is added"
    return {
        "verdict": verdict(rulings),
        **case_of(position, side, country, ops),
        "modifier": modifier,
        "success": ratio(sum(by > 0 for by in margins.values()), DIE_SIDES).chance_json(),
        **{key: means[key] for key in ("control", "they_lose_control", "expected_removed")},
        "dice": [
            {
                "die": die,
                "margin": by,
                "success": by > 0,
                **there.to_json(),
                "controller": there.controller(country),
            }
            for (die, by), there in zip(margins.items(), after.values(), strict=True)
        ],
        "military_operations_after": military.military_operations.of(side),
        "defcon_after": danger.position.defcon,
        "game_over": danger.position.over,
        "unseen_events": unseen("coup", position, side, country),
        "rulings": [
            *rulings,
            consequence("TS-COUP-2", sentence, ops=f"{ops} {modifier:+d}" if modifier else f"{ops}", **facts),
            consequence("TS-COUP-3", removal, who=the(enemy), enemy=before.of(enemy)),
            *danger.rulings[1:],
        ],
    }


def outcomes(position: Position, side: Side, country: Country, rolls: int, extra: int = 0) -> Spread:
    """The influence in a country after a number of realignment rolls there, exactly.

    Rolling stops when the target is no longer legal. Modifiers are recomputed after each roll (TS-RLN-4).

    :param extra: what events add to the acting side's die, less what they add to the other's.
    """
    held: Spread = Counter({position.at(country): 1})
    for _ in range(rolls):
        following: Spread = Counter()
        for influence, ways in held.items():
            at = position.with_influence(country, influence)
            barred = realignment_rulings(at, side, country)[0].verdict == "illegal"
            for after, more in (Counter({influence: 36}) if barred else _one_roll(at, side, country, extra)).items():
                following[after] += ways * more
        held = following
    return held


def _one_roll(position: Position, side: Side, country: Country, extra: int) -> Spread:
    """The influence after one roll."""
    influence, enemy, found = position.at(country), opponent(side), Spread()
    net = len(bonuses(position, side, country)) - len(bonuses(position, enemy, country)) + extra
    for difference, ways in DIFFERENCES.items():
        by = difference + net
        found[influence.plus(enemy if by > 0 else side, -abs(by))] += ways
    return found


def realignment_odds(
    position: Position,
    country: Target,
    side: Acting,
    ops: OpsIfAny,
    modifier: Modifier,
    opponent_modifier: OtherModifier,
) -> Answer:
    """The odds of a realignment; with --ops also of that many rolls, and of a coup instead."""
    rulings, enemy, extra = realignment_rulings(position, side, country), opponent(side), modifier - opponent_modifier
    added = {side: modifier, enemy: opponent_modifier}
    given = {who: bonuses(position, who, country) for who in added}
    totals = {who: len(given[who]) + added[who] for who in added}
    for who in added:
        facts = {"total": totals[who], "reasons": "; ".join(given[who]) or "no reason to add"}
        rulings.append(consequence("TS-RLN-2", "{who} adds {total}: {reasons}", who=the(who), **facts))
    rulings.append(consequence("TS-RLN-1", "the lower modified total loses the difference; a tie changes nothing"))
    net = totals[side] - totals[enemy]
    of_36 = {
        "win": sum(ways for difference, ways in DIFFERENCES.items() if difference + net > 0),
        "tie": DIFFERENCES.get(-net, 0),
        "lose": sum(ways for difference, ways in DIFFERENCES.items() if difference + net < 0),
    }
    means = _summary(position, side, country, _one_roll(position, side, country, extra))
    return {
        "verdict": verdict(rulings),
        "side": side,
        "country": country,
        "influence": position.at(country),
        "modifiers": {who: {"total": totals[who], "reasons": reasons(given[who], added[who])} for who in totals},
        "net": net,
        "of_36": of_36,
        **{what: ratio(ways, 36).chance_json() for what, ways in of_36.items()},
        "expected_removed": means["expected_removed"],
        "expected_lost": means["expected_lost"],
        **({} if ops is None else _compared(position, side, country, ops, extra)),
        "unseen_events": unseen("realign", position, side, country),
        "rulings": rulings,
    }


def _compared(position: Position, side: Side, country: Country, ops: int, extra: int) -> Answer:
    """As many rolls as the Operations buy, all there, against one coup with them."""
    barred = coup_rulings(position, side, country)
    faces = Counter(influence_after(position.at(country), side, margin(country, ops, die)) for die in DIE)
    rolls = _summary(position, side, country, outcomes(position, side, country, ops, extra))
    return {
        "all_rolls": {"rolls": ops, **rolls},
        "coup": {
            "verdict": verdict(barred),
            **_summary(position, side, country, faces),
            "game_over": fallen(position, side, country).position.over,
            "rulings": barred,
        },
    }
