"""An observer's answers: what each Legion certainly holds, every possible content with its weight, and why."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from ..answers.deduction import Content, LegionDeduction
from ..kernel.odds import Chance
from .multisets import Packed, size
from .posterior import Observer

Shares: TypeAlias = Sequence[tuple[Fraction, Observer]]
"""Somebody who cannot tell in which of several ways a record came about: each with its probability."""


def legion_deduction(observer: Observer, marker: str) -> LegionDeduction:
    """What an observer can know of one Legion now.

    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    return mixed([(Fraction(1, 1), observer)], marker)


def mixed(shares: Shares, marker: str) -> LegionDeduction:
    """What can be known of a Legion that exists in every way in which the record can have come about."""
    chances: dict[Packed, Fraction] = {}
    for share, observer in shares:
        weights = observer.contents(marker)
        total = sum(weights.values())
        for packed, weight in weights.items():
            chances[packed] = chances.get(packed, Fraction(0, 1)) + share * Fraction(weight, total)
    alphabet = shares[0][1].alphabet
    contents = [(alphabet.unpack(packed), chance) for packed, chance in chances.items()]
    contents.sort(key=lambda content: (-content[1], content[0]))
    bounds = dict[str, tuple[int, int]]()
    for name in alphabet.names:
        counts = [alphabet.count(packed, name) for packed in chances]
        if any(counts):
            bounds[name] = (min(counts), max(counts))
    facts = dict.fromkeys(fact for _, observer in shares for fact in observer.why(marker))
    return LegionDeduction(
        legion=marker,
        height=size(next(iter(chances))),
        certain=tuple([name for name, (least, _) in bounds.items() for _ in range(least)]),
        contents=tuple([Content(characters=names, weight=Chance(chance)) for names, chance in contents]),
        range=bounds,
        rulings=tuple([fact.ruling() for fact in sorted(facts, key=lambda fact: fact.step)]),
    )
