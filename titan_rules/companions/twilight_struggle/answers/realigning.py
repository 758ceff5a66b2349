"""Realignment: odds, comparison with a coup, and rolls resolved one by one."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from ....kernel.dice import SIDES as DIE_SIDES
from ....kernel.dice import dice_faults
from ....kernel.errors import DocumentError, Fault
from ....kernel.odds import ratio
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence, illegal
from ..catalog import Country, Side, opponent
from ..rules.control import controller, controller_of, target
from ..rules.coup import coup_rulings, ends_game, influence_after, margin
from ..rules.realignment import DICE_PAIRS, DIFFERENCES, Spread, bonuses, outcomes, realignment_rulings, roll
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .common import Values, acting, final, game_over, told, verdict


def answer_realignment_odds(position: Position, values: Values) -> Answer:
    """The odds of a realignment roll, of as many as the Operations buy, and of a coup instead."""
    side, country = acting(position, values), target(values["country"])
    rulings = realignment_rulings(position, side, country)
    extra = {side: values["modifier"], opponent(side): values["opponent_modifier"]}
    totals = {who: len(bonuses(position, who, country)) + extra[who] for who in extra}
    net = totals[side] - totals[opponent(side)]
    answer: Answer = {
        "verdict": verdict(rulings),
        "side": side,
        "country": country.name,
        "influence": position.at(country.name).to_json(),
        "modifiers": {who: _modifier_row(position, who, country, extra[who], totals[who]) for who in totals},
        "net": net,
        **_one_roll(position, side, country, net),
    }
    if values["ops"] is not None:
        answer |= _compared(position, side, country, values["ops"], extra[side] - extra[opponent(side)])
    lines = unseen("realign", position, side, country)
    return {
        **answer,
        "unseen_events": lines,
        "rulings": told([*rulings, *_modifier_rulings(position, totals, country)]),
    }


def _modifier_row(position: Position, side: Side, country: Country, extra: int, total: int) -> Answer:
    reasons = [f"+1 {reason}" for reason in bonuses(position, side, country)]
    return {"total": total, "reasons": [*reasons, *([f"{extra:+d} by an event"] if extra else [])]}


def _modifier_rulings(position: Position, totals: dict[Side, int], country: Country) -> list[Ruling]:
    rows = [
        consequence(
            "TS-RLN-2",
            "{who} adds {total}: {reasons}",
            who=the(side),
            total=total,
            reasons="; ".join(bonuses(position, side, country)) or "no reason to add",
        )
        for side, total in totals.items()
    ]
    return [*rows, consequence("TS-RLN-1", "the lower modified total loses the difference; a tie changes nothing")]


def _one_roll(position: Position, side: Side, country: Country, net: int) -> Answer:
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
    spread = outcomes(position, side, country, ops, extra)
    rolls = {"rolls": ops, **_summary(position, side, country, spread)}
    barred = coup_rulings(position, side, country)
    before = position.at(country.name)
    dice = range(1, DIE_SIDES + 1)
    faces = Counter(influence_after(before, side, margin(country, ops, die)) for die in dice)
    coup = {
        "verdict": verdict(barred),
        **_summary(position, side, country, Spread(faces, DIE_SIDES)),
        "game_over": game_over(ends_game(position, side, country)),
        "rulings": told(barred),
    }
    return {"all_rolls": rolls, "coup": coup}


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


def answer_realign(position: Position, values: Values) -> Answer:
    """Resolve realignment rolls one after another, to the first illegal one."""
    side = acting(position, values)
    rolls = [_typed(text, number) for number, text in enumerate(values["rolls"])]
    ops = len(rolls) if values["ops"] is None else values["ops"]
    extra = {side: values["modifier"], opponent(side): values["opponent_modifier"]}
    steps: list[Answer] = []
    fine, start = True, position
    for number, (country, dice) in enumerate(rolls, 1):
        rulings = realignment_rulings(position, side, country)
        if number > ops:
            rulings.insert(0, illegal("TS-RLN-1", "{ops} Operations buy {ops} rolls; this is one more", ops=ops))
        fine = verdict(rulings) == "legal"
        if not fine:
            steps.append({"roll": number, "country": country.name, "legal": False, "rulings": told(rulings)})
            break
        result = roll(position, side, country, {side: dice[0], opponent(side): dice[1]}, extra)
        position = result.position
        steps.append(
            {
                "roll": number,
                "country": country.name,
                "legal": True,
                "dice": {side: dice[0], opponent(side): dice[1]},
                "totals": dict(result.totals),
                "loser": result.loser,
                "removed": result.removed,
                **position.at(country.name).to_json(),
                "controller": controller(position, country.name),
                "rulings": told(result.rulings),
            }
        )
    return {
        "verdict": "legal" if fine else "illegal",
        "side": side,
        "ops": ops,
        "rolls": steps,
        "unseen_events": list(dict.fromkeys(u for c, _ in rolls for u in unseen("realign", start, side, c))),
        "rulings": told(_after_rulings(position)),
        "final": final(position),
    }


def _after_rulings(position: Position) -> list[Ruling]:
    sentence = "DEFCON stays {defcon}, and Military Operations are not changed"
    return [
        consequence("TS-RLN-4", "modifiers are recomputed before each roll"),
        consequence("TS-RLN-5", sentence, defcon=position.defcon),
    ]


def _typed(text: str, number: int) -> tuple[Country, tuple[int, int]]:
    """A roll typed as ``Iran=5,2``: the acting side's die first."""
    name, equals, dice_text = text.partition("=")
    pair: list[Any] = [int(d) if d.strip() in set("123456") else d for d in dice_text.split(",")]
    if not equals:
        raise DocumentError([Fault("bad-roll", f"a roll is written COUNTRY=5,2, not {text[:60]!r}", f"/{number}")])
    faults = dice_faults(pair, 2, f"/{number}")
    if faults:
        raise DocumentError(faults)
    return target(name), (pair[0], pair[1])
