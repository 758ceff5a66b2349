"""The odds of several strikers on one target as an answer."""

from collections.abc import Sequence
from fractions import Fraction

from ..answers.strike_odds import FurtherVictim, OneOfSeveral, SeveralStrikesOdds, SlainChance, StrikingOrder
from ..kernel.odds import Chance, Mean, hits_rows
from .answer import heading, whom
from .carry import AIMS
from .cases import Case, Fighter, labels
from .exchange import exchange_answer
from .several import Order, SeveralOdds, Striker, several

MOST_ORDERS = 12
"""At most this many orders are listed, the best ones."""


def several_answer(
    cases: Sequence[Case], strikers: Sequence[Striker], victims: Sequence[Fighter] = (), *, exchange: bool = False
) -> SeveralStrikesOdds:
    """The odds of several natural strikes at the same target.

    :param cases: each striker's strike at the target.
    :param strikers: each one's strikes at the target and at ``victims``.
    :param victims: further enemies, in the order in which they are carried over to and struck.
    """
    target = cases[0].target
    odds = several(target, victims, strikers)
    ranked = sorted(odds.orders, key=_rank, reverse=True)
    return SeveralStrikesOdds(
        strikers=tuple([_striker(case, striker.way.carry_to) for case, striker in zip(cases, strikers, strict=True)]),
        **whom(target),
        hits=hits_rows(odds.hits),
        slays=Chance(odds.slays),
        expected_hits=Mean(odds.hits.mean),
        carry=_further(odds),
        orders=tuple([_order(odds, order) for order in ranked[:MOST_ORDERS]]),
        orders_in_all=len(ranked),
        best={aim: _order(odds, odds.best(aim)) for aim in AIMS},
        exchange=exchange_answer(target, odds.hits, cases) if exchange else None,
        rulings=tuple([ruling for case in cases for ruling in case.rulings]),
    )


def _striker(case: Case, carry_to: Sequence[Fighter]) -> OneOfSeveral:
    hits = case.way.hits
    return OneOfSeveral(
        **heading(case),
        dice=case.way.dice,
        strike_number=case.way.strike_number,
        slays=Chance(hits.at_least(case.target.left)),
        expected_hits=Mean(hits.mean),
        carry_to=labels(carry_to),
    )


def _further(odds: SeveralOdds) -> tuple[FurtherVictim, ...]:
    """What becomes of the further victims, in the order of striking that slays the most."""
    chances = odds.best("slain").slain_victims
    return tuple(
        [
            FurtherVictim(to=v.label, character=v.name, needs=v.left, slays=Chance(chance))
            for v, chance in zip(odds.victims, chances, strict=True)
        ]
    )


def _rank(order: Order) -> tuple[Fraction, Fraction, Fraction]:
    return order.expected("slain").fraction, order.points.fraction, order.free.fraction


def _order(odds: SeveralOdds, order: Order) -> StrikingOrder:
    return StrikingOrder(
        order=tuple([s.label for s in order.strikers]),
        expected_slain=Mean(order.slain),
        expected_points=Mean(order.points),
        expected_free=Mean(order.free),
        carry=tuple(
            [
                SlainChance(to=v.label, slays=Chance(chance))
                for v, chance in zip(odds.victims, order.slain_victims, strict=True)
            ]
        ),
    )
