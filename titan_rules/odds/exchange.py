"""One Strike Phase of a pair: the strikes, and the strikeback of the slain too (STRIKE-8)."""

from collections.abc import Sequence

from attrs import frozen

from ..answers.strike_odds import Exchange, ExchangeOutcomes, OtherStrikeback, Strikeback
from ..kernel.odds import Chance, Distribution, Mean, Ratio, hits_rows, together
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


def exchange_answer(target: Fighter, on_target: Distribution, cases: Sequence[Case]) -> Exchange:
    """One entry for each striker that the target may strike back at.

    The target strikes back at one of them, as its player chooses; the entries are alternatives.

    :param on_target: the hits of all the strikers on the target.
    """
    return Exchange(strikeback=tuple([_entry(case, target, on_target) for case in cases if _answers(case, target)]))


def _answers(case: Case, target: Fighter) -> bool:
    return bool(case.backs) and case.backs[0].by == target


def _entry(case: Case, target: Fighter, on_target: Distribution) -> Strikeback:
    back = case.backs[0].way
    odds = exchange(target.left, on_target, case.striker.left, back.hits)
    others = [
        OtherStrikeback(
            striker=b.by.name,
            origin=b.by.hex,
            dice=b.way.dice,
            strike_number=b.way.strike_number,
            expected_hits=Mean(b.way.hits.mean),
        )
        for b in case.backs[1:]
    ]
    all_hits = together(b.way.hits for b in case.backs) if others else None
    return Strikeback(
        at=case.striker.name,
        to=case.striker.hex,
        needs=case.striker.left,
        dice=back.dice,
        strike_number=back.strike_number,
        hits=hits_rows(back.hits),
        slays=Chance(odds.striker_slain),
        expected_hits=Mean(back.hits.mean),
        outcomes=ExchangeOutcomes(
            both_slain=Chance(odds.both),
            only_target_slain=Chance(odds.target_only),
            only_striker_slain=Chance(odds.striker_only),
            neither_slain=Chance(odds.neither),
        ),
        others=tuple(others),
        slays_if_all_strike_back=None if all_hits is None else Chance(all_hits.at_least(case.striker.left)),
    )
