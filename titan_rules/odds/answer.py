"""The answer ``strike-odds`` for one striker, as a JSON object."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..kernel.dice import dice_faults
from ..kernel.errors import DocumentError
from ..kernel.odds import hits_json
from ..kernel.rulings import Ruling, consequence
from .cases import Case, Fighter, Way

if TYPE_CHECKING:
    from .carry import Choice

Answer = dict[str, Any]


def refusal(
    rulings: Sequence[Ruling],
    asked: Mapping[str, Any],
    legal: Sequence[Answer] | None = None,
    kind: str = "strike-odds",
) -> Answer:
    """The answer to a question about a strike that may not be made.

    :param rulings: why not, the deciding one first.
    :param asked: what was asked for.
    :param legal: what would have been legal, in short.
    """
    answer = {"kind": kind, **asked, "verdict": "illegal", "rulings": [r.to_json() for r in rulings]}
    return answer if legal is None else {**answer, "legal": list(legal)}


def strike_answer(case: Case, *, exchange: bool = False, roll: Sequence[int] | None = None) -> Answer:
    """The odds of a strike.

    :param exchange: with the strikeback of this phase.
    :param roll: the dice already rolled; then with what they did.
    :raises DocumentError: these cannot be the dice of this strike.
    """
    if roll is not None:
        faults = dice_faults(roll, case.way.dice)
        if faults:
            raise DocumentError(faults)
    answer: Answer = {"kind": "strike-odds", **heading(case), **roll_json(case.way, case.target)}
    rulings = list(case.rulings)
    answer["carry"] = []
    if case.carry_to:
        answer.update(_carried(case))
    answer["options"] = [_option(case, way) for way in case.ways]
    if any(way.carry_to for way in case.ways):
        answer["best"] = _best(case)
    if exchange:
        from .exchange import exchange_json

        answer["exchange"] = exchange_json(case.target, case.way.hits, [case])
        if not case.backs:
            rulings.append(_no_strikeback(case))
    if roll is not None:
        from .rolled import rolled_json, rolled_rulings

        answer["roll"] = rolled_json(case, roll)
        rulings += rolled_rulings(case, roll)
    answer["rulings"] = [r.to_json() for r in rulings]
    return answer


def _no_strikeback(case: Case) -> Ruling:
    if case.kind == "rangestrike":
        return consequence(
            "RANGE-9", "the {target} is not in contact: it does not strike back", target=case.target.name
        )
    return consequence("STRIKE-8", "nobody strikes back at the {striker} in this phase", striker=case.striker.name)


def heading(case: Case) -> Answer:
    """Who strikes whom, and how."""
    answer: Answer = {"striker": case.striker.name}
    if case.striker.hex is not None:
        answer["from"] = case.striker.hex
    answer.update(target_json(case.target))
    answer["strike"] = case.kind
    if case.range is not None:
        answer["range"] = case.range
    return answer


def target_json(target: Fighter) -> Answer:
    """Who is struck, and what slays it."""
    place = {} if target.hex is None else {"to": target.hex}
    return {"target": target.name, **place, "needs": target.left}


def roll_json(way: Way, target: Fighter) -> Answer:
    """Dice, Strike-number, the distribution of the hits rolled and what it means for the target."""
    hits = way.hits
    return {
        "dice": way.dice,
        "strike_number": way.strike_number,
        "hits": hits_json(hits),
        "slays": hits.at_least(target.left).chance_json(),
        "expected_hits": hits.mean.value_json(),
    }


def labels(fighters: Sequence[Fighter]) -> list[str]:
    """Their hexes."""
    return [f.label for f in fighters]


def _carried(case: Case) -> Answer:
    """The fates of target and carry targets, each alone and all together."""
    from .carry import CarryOdds

    odds = CarryOdds(case.way.hits, (case.target, *case.carry_to))
    carry = []
    for place, victim in enumerate(case.carry_to, 1):
        taken = odds.taken_by(place)
        carry.append(
            {
                "to": victim.label,
                "character": victim.name,
                "needs": victim.left,
                "hits": hits_json(taken),
                "slays": odds.slays(place).chance_json(),
                "expected_hits": taken.mean.value_json(),
            }
        )
    joint = [
        {
            "hits": outcome.hits,
            "takes": {v.label: n for v, n in zip(odds.victims, outcome.taken, strict=True)},
            "slain": [v.label for v, n in zip(odds.victims, outcome.taken, strict=True) if n >= v.left],
            "left_over": outcome.left_over,
            **outcome.chance.chance_json(),
        }
        for outcome in odds.outcomes()
    ]
    return {
        "carry": carry,
        "joint": joint,
        "expected_slain": odds.expected("slain").value_json(),
        "expected_points": odds.expected("points").value_json(),
    }


def _option(case: Case, way: Way) -> Answer:
    return {
        **roll_json(way, case.target),
        "natural": way is case.ways[0],
        "chosen": way is case.way,
        "carry_to": labels(way.carry_to),
    }


def _best(case: Case) -> Answer:
    from .carry import AIMS, best_choice

    return {
        aim: choice_json(best_choice(case.target, case.ways, aim, declared=case.declared), case.declared)
        for aim in AIMS
    }


def choice_json(choice: "Choice", declared: bool) -> Answer:
    """A choice of dice, Strike-number and order of carrying, with what it brings on average."""
    answer: Answer = {
        "dice": choice.way.dice,
        "strike_number": choice.way.strike_number,
        "carry_to": labels(choice.carry_to),
        "expected_slain": choice.slain.value_json(),
        "expected_points": choice.points.value_json(),
    }
    if not declared:
        answer["expected_if_chosen_after_roll"] = choice.after_roll.value_json()
    return answer
