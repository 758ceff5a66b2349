"""Realignment: rolls resolved one by one, and odds compared with a coup (TS-RLN)."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import verdict
from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.dice import dice_faults, enumerated
from ....kernel.errors import DocumentError, Fault
from ....kernel.odds import ratio
from ....kernel.rulings import Ruling, consequence, illegal
from ..asking import Acting, Modifier, OpsIfAny, OtherModifier, Target
from ..catalog import Country, Side, opponent
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .control import controller, controller_of, enemy_ruling, target
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
        parts = "".join(f", {reason}" for reason in _reasons(given, extra[who]))
        facts: dict[str, Any] = {"who": the(who), "die": dice[who], "parts": parts, "total": totals[who]}
        rulings.append(consequence("TS-RLN-2", "{who}: die {die}{parts}: {total}", **facts))
    difference = totals[side] - totals[opponent(side)]
    if difference == 0:
        tie = consequence("TS-RLN-1", "{total} each: a tie changes nothing", total=totals[side])
        return Roll(position, totals, None, 0, 0, (*rulings, tie))
    loser = opponent(side) if difference > 0 else side
    before = position.at(country.name)
    after = before.plus(loser, -abs(difference))
    removed = before.of(loser) - after.of(loser)
    sentence = "{who} has the lower total, by {difference}: it loses {removed} of its {before} influence in {country}"
    facts = {"difference": abs(difference), "removed": removed, "before": before.of(loser), "country": country.name}
    loss = consequence("TS-RLN-1", sentence, who=the(loser), **facts)
    after_position = position.with_influence(country.name, after)
    return Roll(after_position, totals, loser, abs(difference), removed, (*rulings, loss))


def _reasons(given: tuple[str, ...], extra: int) -> list[str]:
    return [f"+1 {reason}" for reason in given] + ([f"{extra:+d} by an event"] if extra else [])


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
        found[influence.plus(opponent(side) if by > 0 else side, -abs(by))] += ways
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
    rulings = realignment_rulings(position, side, country)
    extra = {side: modifier, opponent(side): opponent_modifier}
    given = {who: bonuses(position, who, country) for who in extra}
    totals = {who: len(given[who]) + extra[who] for who in extra}
    net = totals[side] - totals[opponent(side)]
    compared = {} if ops is None else _compared(position, side, country, ops, modifier - opponent_modifier)
    for who in extra:
        facts = {"who": the(who), "total": totals[who], "reasons": "; ".join(given[who]) or "no reason to add"}
        rulings.append(consequence("TS-RLN-2", "{who} adds {total}: {reasons}", None, **facts))
    rulings.append(consequence("TS-RLN-1", "the lower modified total loses the difference; a tie changes nothing"))
    return {
        "verdict": verdict(rulings),
        "side": side,
        "country": country.name,
        "influence": position.at(country.name),
        "modifiers": {who: {"total": totals[who], "reasons": _reasons(given[who], extra[who])} for who in totals},
        "net": net,
        **_of_36(position, side, country, net),
        **compared,
        "unseen_events": unseen("realign", position, side, country),
        "rulings": rulings,
    }


def _of_36(position: Position, side: Side, country: Country, net: int) -> Answer:
    """Win, tie and lose of 36, and the expected removal, capped by the influence there."""
    ways = {"win": 0, "tie": 0, "lose": 0}
    theirs = mine = 0
    influence = position.at(country.name)
    for difference, count in DIFFERENCES.items():
        by = difference + net
        ways["win" if by > 0 else "lose" if by < 0 else "tie"] += count
        theirs += count * min(max(by, 0), influence.of(opponent(side)))
        mine += count * min(max(-by, 0), influence.of(side))
    return {
        "of_36": ways,
        **{what: ratio(count, DICE_PAIRS).chance_json() for what, count in ways.items()},
        "expected_removed": ratio(theirs, DICE_PAIRS).value_json(),
        "expected_lost": ratio(mine, DICE_PAIRS).value_json(),
    }


def _compared(position: Position, side: Side, country: Country, ops: int, extra: int) -> Answer:
    """As many rolls as the Operations buy, all there, against one coup with them."""
    from .coup import DIE, coup_rulings, ends_game, influence_after, margin

    spread = outcomes(position, side, country, ops, extra)
    barred, before = coup_rulings(position, side, country), position.at(country.name)
    faces = Counter(influence_after(before, side, margin(country, ops, die)) for die in DIE)
    return {
        "all_rolls": {"rolls": ops, **_summary(position, side, country, spread)},
        "coup": {
            "verdict": verdict(barred),
            **_summary(position, side, country, Spread(faces, DIE_SIDES)),
            "game_over": ends_game(position, side, country),
            "rulings": barred,
        },
    }


def _summary(position: Position, side: Side, country: Country, spread: Spread) -> Answer:
    """What a spread of outcomes means for both sides, from the influence that is there now."""
    enemy, before = opponent(side), position.at(country.name)

    def chance(holds: Callable[[BySide], bool]) -> Answer:
        ways = sum(ways for after, ways in spread.ways.items() if holds(after))
        return ratio(ways, spread.total).chance_json()

    def mean(number: Callable[[BySide], int]) -> Answer:
        return ratio(sum(ways * number(after) for after, ways in spread.ways.items()), spread.total).value_json()

    theirs = controller(position, country.name) == enemy
    return {
        "expected_removed": mean(lambda after: before.of(enemy) - after.of(enemy)),
        "expected_added": mean(lambda after: max(0, after.of(side) - before.of(side))),
        "expected_lost": mean(lambda after: max(0, before.of(side) - after.of(side))),
        "they_lose_control": chance(lambda after: controller_of(country, after) != enemy) if theirs else None,
        "control": chance(lambda after: controller_of(country, after) == side),
        "outcomes": [
            {**after.to_json(), "chance": ratio(ways, spread.total).chance_json()}
            for after, ways in sorted(spread.ways.items(), key=lambda pair: (pair[0].US, pair[0].USSR))
        ],
    }


def _typed(_: Any, texts: tuple[str, ...]) -> list[tuple[Country, tuple[int, int]]]:
    """Rolls typed as ``Iran=5,2``: the acting side's die first."""
    found = []
    for number, text in enumerate(texts):
        name, equals, dice_text = text.partition("=")
        pair: list[Any] = [int(d) if d.strip() in set("123456") else d for d in dice_text.split(",")]
        if not equals:
            raise DocumentError([Fault("bad-roll", f"a roll is written COUNTRY=5,2, not {text[:60]!r}", f"/{number}")])
        faults = dice_faults(pair, 2, f"/{number}")
        if faults:
            raise DocumentError(faults)
        found.append((target(name), (pair[0], pair[1])))
    return found


Rolls: TypeAlias = Annotated[
    list[tuple[Country, tuple[int, int]]],
    asked("COUNTRY=OWN,OTHER for each roll", required=True, many=True, read=_typed),
]


def realign(
    position: Position,
    rolls: Rolls,
    side: Acting,
    ops: OpsIfAny,
    modifier: Modifier,
    opponent_modifier: OtherModifier,
) -> Answer:
    """Resolve realignment rolls: COUNTRY=5,2, your die first."""
    extra = {side: modifier, opponent(side): opponent_modifier}
    events = list(dict.fromkeys(u for c, _ in rolls for u in unseen("realign", position, side, c)))
    ops = len(rolls) if ops is None else ops
    steps: list[Answer] = []
    found = "legal"
    for number, (country, dice) in enumerate(rolls, 1):
        rulings = realignment_rulings(position, side, country)
        if number > ops:
            rulings.insert(0, illegal("TS-RLN-1", "{ops} Operations buy {ops} rolls; this is one more", ops=ops))
        found = verdict(rulings)
        if found == "illegal":
            steps.append({"roll": number, "country": country.name, "legal": False, "rulings": rulings})
            break
        thrown = {side: dice[0], opponent(side): dice[1]}
        result = roll(position, side, country, thrown, extra)
        position = result.position
        steps.append(
            {
                "roll": number,
                "country": country.name,
                "legal": True,
                "dice": thrown,
                "totals": result.totals,
                "loser": result.loser,
                "removed": result.removed,
                **position.at(country.name).to_json(),
                "controller": controller(position, country.name),
                "rulings": result.rulings,
            }
        )
    return {
        "verdict": found,
        "side": side,
        "ops": ops,
        "rolls": steps,
        "unseen_events": events,
        "rulings": [
            consequence("TS-RLN-4", "modifiers are recomputed before each roll"),
            consequence(
                "TS-RLN-5", "DEFCON stays {defcon}, and Military Operations are not changed", defcon=position.defcon
            ),
        ],
        "final": position,
    }
