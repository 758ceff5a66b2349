"""Rulings whose sentences count things: ``{left:harp}`` says 1 harp or 2 harps."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ....kernel import rulings
from ....kernel.companions import outcomes
from ....kernel.companions.telling import Counted, words
from ....kernel.rulings import Ruling, Verdict
from ..state import Position
from ..words import UNITS, Unit

Outcome = outcomes.Outcome[Position]
"""A position after something was done in it."""


def unit_words(units: Mapping[Unit, int]) -> str:
    """Units for a sentence, the weakest first.

    >>> unit_words({"mage": 2, "archer": 1}), unit_words({})
    ('1 archer and 2 mages', 'nothing')
    """
    return words(f"{Counted(units[unit]):{unit}}" for unit in UNITS if units.get(unit))


def _say(verdict: Verdict, rule: str, sentence: str, /, **facts: Any) -> Ruling:
    counted = {name: Counted(fact) if type(fact) is int else fact for name, fact in facts.items()}
    return rulings.Ruling(rule, verdict, sentence, counted)


legal = partial(_say, "legal")
"""A ruling that allows something."""

illegal = partial(_say, "illegal")
"""A ruling that forbids something."""

consequence = partial(_say, "consequence")
"""A ruling on something that follows by itself."""
