"""The odds of one striker's strike as an answer."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from ..answers.strike_odds import (
    Aims,
    BestWay,
    CarryFate,
    JointOutcome,
    StrikeInShort,
    StrikeKind,
    StrikeOdds,
    WayToRoll,
)
from ..kernel.dice import dice_faults
from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.odds import Chance, HitChance, Mean, hits_rows
from ..kernel.rulings import Ruling, consequence
from .carry import AIMS, CarryOdds, best_choice
from .cases import Case, Fighter, Way, labels
from .exchange import exchange_answer
from .rolled import rolled_answer, rolled_rulings

if TYPE_CHECKING:
    from .carry import Choice


class Whom(TypedDict):
    """Who is struck, and what slays it."""

    target: str
    to: str | None
    needs: int


class Heading(TypedDict):
    """Who strikes, and how."""

    striker: str
    origin: str | None
    strike: StrikeKind
    range: int | None


class Roll(TypedDict):
    """Dice, Strike-number, the distribution of the hits rolled and what it means for the target."""

    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean


def strike_answer(case: Case, *, exchange: bool = False, roll: Sequence[int] | None = None) -> StrikeOdds:
    """The odds of a strike.

    :param exchange: with the strikeback of this phase.
    :param roll: the dice already rolled; then with what they did.
    :raises DocumentError: these cannot be the dice of this strike.
    """
    if roll is not None:
        faults = dice_faults(roll, case.way.dice)
        if faults:
            raise DocumentError(faults)
    answer = StrikeOdds(
        **heading(case),
        **whom(case.target),
        **roll_of(case.way, case.target),
        carry=(),
        options=tuple([_option(case, way) for way in case.ways]),
        best=_best(case) if any(way.carry_to for way in case.ways) else None,
        rulings=case.rulings,
    )
    if case.carry_to:
        answer = _carried(case, answer)
    if exchange:
        more = () if case.backs else (_no_strikeback(case),)
        found = exchange_answer(case.target, case.way.hits, [case])
        answer = evolve(answer, exchange=found, rulings=(*answer.rulings, *more))
    if roll is not None:
        rulings = (*answer.rulings, *rolled_rulings(case, roll))
        answer = evolve(answer, roll=rolled_answer(case, roll), rulings=rulings)
    return answer


def _no_strikeback(case: Case) -> Ruling:
    if case.kind == "rangestrike":
        return consequence(
            "RANGE-9", "the {target} is not in contact: it does not strike back", target=case.target.name
        )
    return consequence("STRIKE-8", "nobody strikes back at the {striker} in this phase", striker=case.striker.name)


def heading(case: Case) -> Heading:
    """Who strikes, and how."""
    return {"striker": case.striker.name, "origin": case.striker.hex, "strike": case.kind, "range": case.range}


def whom(target: Fighter) -> Whom:
    """Who is struck, and what slays it."""
    return {"target": target.name, "to": target.hex, "needs": target.left}


def roll_of(way: Way, target: Fighter) -> Roll:
    """What a roll is, and what it means for the target."""
    hits = way.hits
    return {
        "dice": way.dice,
        "strike_number": way.strike_number,
        "hits": hits_rows(hits),
        "slays": Chance(hits.at_least(target.left)),
        "expected_hits": Mean(hits.mean),
    }


def in_short(case: Case) -> StrikeInShort:
    """A strike with its odds in short."""
    hits = case.way.hits
    return StrikeInShort(
        **heading(case),
        **whom(case.target),
        dice=case.way.dice,
        strike_number=case.way.strike_number,
        slays=Chance(hits.at_least(case.target.left)),
        expected_hits=Mean(hits.mean),
    )


def _carried(case: Case, answer: StrikeOdds) -> StrikeOdds:
    """The answer with the fates of target and carry targets, each alone and all together."""
    odds = CarryOdds(case.way.hits, (case.target, *case.carry_to))
    carry = []
    for place, victim in enumerate(case.carry_to, 1):
        taken = odds.taken_by(place)
        carry.append(
            CarryFate(
                to=victim.label,
                character=victim.name,
                needs=victim.left,
                hits=hits_rows(taken),
                slays=Chance(odds.slays(place)),
                expected_hits=Mean(taken.mean),
            )
        )
    joint = [
        JointOutcome(
            hits=outcome.hits,
            takes={v.label: n for v, n in zip(odds.victims, outcome.taken, strict=True)},
            slain=tuple([v.label for v, n in zip(odds.victims, outcome.taken, strict=True) if n >= v.left]),
            left_over=outcome.left_over,
            chance=Chance(outcome.chance),
        )
        for outcome in odds.outcomes()
    ]
    return evolve(
        answer,
        carry=tuple(carry),
        joint=tuple(joint),
        expected_slain=Mean(odds.expected("slain")),
        expected_points=Mean(odds.expected("points")),
    )


def _option(case: Case, way: Way) -> WayToRoll:
    return WayToRoll(
        **roll_of(way, case.target),
        natural=way is case.ways[0],
        chosen=way is case.way,
        carry_to=labels(way.carry_to),
    )


def _best(case: Case) -> Mapping[Aims, BestWay]:
    return {
        aim: best_way(best_choice(case.target, case.ways, aim, declared=case.declared), case.declared) for aim in AIMS
    }


def best_way(choice: "Choice", declared: bool) -> BestWay:
    """A choice of dice, Strike-number and order of carrying, with what it brings on average."""
    return BestWay(
        dice=choice.way.dice,
        strike_number=choice.way.strike_number,
        carry_to=labels(choice.carry_to),
        expected_slain=Mean(choice.slain),
        expected_points=Mean(choice.points),
        expected_if_chosen_after_roll=None if declared else Mean(choice.after_roll),
    )
