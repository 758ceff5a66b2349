"""The answer ``strike-odds`` for several strikers on one target, as a JSON object."""

from collections.abc import Sequence
from typing import Any

from ..kernel.odds import hits_json
from .answer import heading, labels, target_json
from .carry import AIMS
from .cases import Case, Fighter
from .exchange import exchange_json
from .several import Order, SeveralOdds, Striker, several

MOST_ORDERS = 12
"""So many orders are listed, the best ones."""


def several_answer(
    cases: Sequence[Case], strikers: Sequence[Striker], victims: Sequence[Fighter] = (), *, exchange: bool = False
) -> dict[str, Any]:
    """The odds of several natural strikes at the same target.

    :param cases: each striker's strike at the target.
    :param strikers: each one's strikes at the target and at ``victims``.
    :param victims: further enemies, in the order in which they are carried over to and struck.
    """
    target = cases[0].target
    odds = several(target, victims, strikers)
    answer: dict[str, Any] = {
        "kind": "strike-odds",
        "strikers": [
            _striker(case, [victims[place - 1] for place in striker.blow.carry_to])
            for case, striker in zip(cases, strikers, strict=True)
        ],
        **target_json(target),
        "hits": hits_json(odds.hits),
        "slays": odds.slays.chance_json(),
        "expected_hits": odds.hits.mean.value_json(),
        "carry": _further(odds),
        **_orders(odds),
    }
    if exchange:
        answer["exchange"] = exchange_json(target, odds.hits, cases)
    answer["rulings"] = [r.to_json() for case in cases for r in case.rulings]
    return answer


def _striker(case: Case, carry_to: Sequence[Fighter]) -> dict[str, Any]:
    hits = case.way.hits
    return {
        **{key: value for key, value in heading(case).items() if key not in ("target", "to", "needs")},
        "dice": case.way.dice,
        "strike_number": case.way.strike_number,
        "slays": hits.at_least(case.target.left).chance_json(),
        "expected_hits": hits.mean.value_json(),
        "carry_to": labels(carry_to),
    }


def _further(odds: SeveralOdds) -> list[dict[str, Any]]:
    """What becomes of the further victims, by carries and by those left free, in the order that slays the most."""
    chances = odds.best("slain").slain_victims
    return [
        {"to": v.label, "character": v.name, "needs": v.left, "slays": chance.chance_json()}
        for v, chance in zip(odds.victims, chances, strict=True)
    ]


def _orders(odds: SeveralOdds) -> dict[str, Any]:
    def rank(order: Order) -> Any:
        return order.expected("slain").fraction, order.points.fraction, order.free.fraction

    ranked = sorted(odds.orders, key=rank, reverse=True)
    return {
        "orders": [_order(odds, order) for order in ranked[:MOST_ORDERS]],
        "orders_in_all": len(ranked),
        "best": {aim: _order(odds, odds.best(aim)) for aim in AIMS},
    }


def _order(odds: SeveralOdds, order: Order) -> dict[str, Any]:
    return {
        "order": [s.label for s in order.strikers],
        "expected_slain": order.slain.value_json(),
        "expected_points": order.points.value_json(),
        "expected_free": order.free.value_json(),
        "carry": [
            {"to": v.label, "slays": chance.chance_json()}
            for v, chance in zip(odds.victims, order.slain_victims, strict=True)
        ],
    }
