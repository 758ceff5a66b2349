"""One Strike Phase of a pair: the strikes, and the strikeback of the slain too (STRIKE-8)."""

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from ..kernel.odds import Distribution, Ratio, hits_json, together
from .cases import Case, Fighter


@frozen
class ExchangeOdds:
    """What becomes of two characters in one Strike Phase, strikeback included.

    The slain strike back with all their dice, so neither roll depends on the other, and the chances
    multiply. That holds for this pair and this phase only.

    :param target_slain: the chance that the target is slain.
    :param striker_slain: the chance that the striker is.
    """

    target_slain: Ratio
    striker_slain: Ratio

    @property
    def both(self) -> Ratio:
        """The chance that both are slain."""
        return self.target_slain * self.striker_slain

    @property
    def target_only(self) -> Ratio:
        """The chance that only the target is slain."""
        return self.target_slain * self.striker_slain.complement

    @property
    def striker_only(self) -> Ratio:
        """The chance that only the striker is slain."""
        return self.target_slain.complement * self.striker_slain

    @property
    def neither(self) -> Ratio:
        """The chance that both live."""
        return self.target_slain.complement * self.striker_slain.complement


def exchange(target_left: int, on_target: Distribution, striker_left: int, on_striker: Distribution) -> ExchangeOdds:
    """The odds of an exchange.

    :param target_left: the hits that slay the target; ``striker_left`` likewise.
    :param on_target: the hits of everyone who strikes it.
    :param on_striker: the hits of everyone who strikes back.
    """
    return ExchangeOdds(on_target.at_least(target_left), on_striker.at_least(striker_left))


def exchange_json(target: Fighter, on_target: Distribution, cases: Sequence[Case]) -> dict[str, Any]:
    """The exchange as a JSON object: one entry for each striker that the target may strike back at.

    The target strikes back at one of them, as its player chooses; the entries are alternatives.

    :param on_target: the hits of all the strikers on the target.
    """
    entries = [_entry(case, target, on_target) for case in cases if _answers(case, target)]
    return {"strikeback": entries}


def _answers(case: Case, target: Fighter) -> bool:
    return bool(case.backs) and case.backs[0].by == target


def _entry(case: Case, target: Fighter, on_target: Distribution) -> dict[str, Any]:
    back = case.backs[0].way
    odds = exchange(target.left, on_target, case.striker.left, back.hits)
    entry: dict[str, Any] = {
        "at": case.striker.name,
        **({} if case.striker.hex is None else {"to": case.striker.hex}),
        "needs": case.striker.left,
        "dice": back.dice,
        "strike_number": back.strike_number,
        "hits": hits_json(back.hits),
        "slays": odds.striker_slain.chance_json(),
        "expected_hits": back.hits.mean.value_json(),
        "outcomes": {
            "both_slain": odds.both.chance_json(),
            "only_target_slain": odds.target_only.chance_json(),
            "only_striker_slain": odds.striker_only.chance_json(),
            "neither_slain": odds.neither.chance_json(),
        },
    }
    others = case.backs[1:]
    if others:
        all_hits = together(b.way.hits for b in case.backs)
        entry["others"] = [
            {
                "striker": b.by.name,
                "from": b.by.hex,
                "dice": b.way.dice,
                "strike_number": b.way.strike_number,
                "expected_hits": b.way.hits.mean.value_json(),
            }
            for b in others
        ]
        entry["slays_if_all_strike_back"] = all_hits.at_least(case.striker.left).chance_json()
    return entry
