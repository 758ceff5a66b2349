"""Exchanges: a strike and its strikeback in one phase (STRIKE-8)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import field, frozen

from ..kernel.answers import Part, copied
from ..kernel.blocks import Block, Table
from ..kernel.fields import key
from ..kernel.odds import Chance, Distribution, HitChance, Mean, together
from ..kernel.rulings import Ruling, consequence
from ..kernel.wording import several
from .carry import Contender, hits_of, rolled
from .cases import StrikeCase, standing


@frozen(kw_only=True)
class ExchangeOutcomes(Part):
    """Who is slain in the strike and its strikeback."""

    both_slain: Chance
    only_target_slain: Chance
    only_striker_slain: Chance
    neither_slain: Chance


@frozen(kw_only=True)
class OtherStrikeback(Part):
    """Another enemy that may strike back at the striker."""

    striker: str
    origin: str | None = field(metadata=key("from"))
    dice: int
    strike_number: int
    expected_hits: Mean


@frozen(kw_only=True)
class Strikeback(Part):
    """The target's strikeback at one striker (STRIKE-8).

    :param at: the striker.
    :param to: its hex.
    :param needs: the hits that would slay the striker.
    :param others: other enemies that may strike back at it.
    """

    at: str
    to: str | None = None
    needs: int
    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    outcomes: ExchangeOutcomes
    others: tuple[OtherStrikeback, ...] = ()
    slays_if_all_strike_back: Chance | None = None

    def blocks(self, target: str) -> Iterator[Block]:
        """What the target rolls, and which of the two are slain."""
        roll = f"{self.dice} dice at Strike-number {self.strike_number}"
        yield f"strikeback at {standing(self.at, self.to)}: {roll}; {several(self.needs, 'hit')} from being slain"
        outcomes = self.outcomes
        rows: list[list[object]] = [
            ["strikeback slays", self.slays],
            ["both slain", outcomes.both_slain],
            [f"only {target} slain", outcomes.only_target_slain],
            [f"only {self.at} slain", outcomes.only_striker_slain],
            ["neither slain", outcomes.neither_slain],
        ]
        if self.others and self.slays_if_all_strike_back is not None:
            names = " and ".join(standing(other.striker, other.origin) for other in self.others)
            rows.append([f"slain if {names} strike back at it, too", self.slays_if_all_strike_back])
        yield Table(rows, ["", ""], [1])


@frozen(kw_only=True)
class Exchange(Part):
    """The possible strikebacks; the target's player chooses one.

    :param strikeback: one for each striker that the target may strike back at.
    """

    strikeback: tuple[Strikeback, ...]

    def blocks(self, target: str) -> Iterator[Block]:
        """Each possible strikeback."""
        if not self.strikeback:
            yield from ("", "no strikeback")
        for one in self.strikeback:
            yield from ("", *one.blocks(target))


def exchange_of(target: Contender, on_target: Distribution, cases: Sequence[StrikeCase]) -> Exchange:
    """The possible strikebacks, one for each striker the target may strike back at.

    :param on_target: the hits of all strikers together.
    """
    slain = on_target.at_least(target.left)
    answered = [case for case in cases if case.backs and case.backs[0][0] == target]
    return Exchange(strikeback=tuple([_strikeback(case, slain) for case in answered]))


def _strikeback(case: StrikeCase, target_slain: Fraction) -> Strikeback:
    striker, needs = case.striker, case.striker.left
    rolls = [(by, option, hits_of(option.dice, option.strike_number)) for by, option in case.backs]
    (_, back, hits), *others = rolls
    everybody = together(hits for _, _, hits in rolls)
    further = [
        copied(OtherStrikeback, option, striker=by.name, origin=by.hex, expected_hits=Mean(roll.mean))
        for by, option, roll in others
    ]
    return Strikeback(
        at=striker.name,
        to=striker.hex,
        needs=needs,
        **rolled(back, needs),
        outcomes=outcomes(target_slain, hits.at_least(needs)),
        others=tuple(further),
        slays_if_all_strike_back=Chance(everybody.at_least(needs)) if others else None,
    )


def outcomes(target_slain: Fraction, striker_slain: Fraction) -> ExchangeOutcomes:
    """The outcomes of one Strike Phase for two characters; the slain strike back, so chances multiply (STRIKE-8)."""
    target_lives, striker_lives = 1 - target_slain, 1 - striker_slain
    return ExchangeOutcomes(
        both_slain=Chance(target_slain * striker_slain),
        only_target_slain=Chance(target_slain * striker_lives),
        only_striker_slain=Chance(target_lives * striker_slain),
        neither_slain=Chance(target_lives * striker_lives),
    )


def no_strikeback(case: StrikeCase) -> Ruling:
    """Why nobody strikes back."""
    if case.kind == "rangestrike":
        sentence = "the {target} is not in contact: it does not strike back"
        return consequence("RANGE-9", sentence, target=case.target.name)
    return consequence("STRIKE-8", "nobody strikes back at the {striker} in this phase", striker=case.striker.name)
