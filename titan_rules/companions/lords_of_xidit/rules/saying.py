"""Rulings whose sentences count things: ``{left:harp}`` says 1 harp or 2 harps."""

from collections.abc import Mapping
from typing import Any

from ....kernel import rulings
from ....kernel.rulings import Ruling
from ..words import UNITS, Unit

MANY = {"infantry": "infantry"}
"""Nouns that do not take an s."""


class Some(int):
    """A number that can be said with its noun.

    >>> f"{Some(1):harp}, {Some(2):harp}, {Some(0):infantry}, {Some(3)}"
    '1 harp, 2 harps, 0 infantry, 3'
    """

    def __format__(self, noun: str) -> str:
        number = int.__repr__(self)
        return number if not noun else f"{number} {noun if self == 1 else several(noun)}"


def several(noun: str) -> str:
    """A noun for more than one.

    >>> several("archer"), several("infantry")
    ('archers', 'infantry')
    """
    return MANY.get(noun, noun + "s")


def unit_words(units: Mapping[Unit, int]) -> str:
    """Units for a sentence, the weakest first.

    >>> unit_words({"mage": 2, "archer": 1}), unit_words({})
    ('1 archer and 2 mages', 'nothing')
    """
    return words([f"{Some(units[unit]):{unit}}" for unit in UNITS if units.get(unit)])


def words(names: Any) -> str:
    """Names for a sentence.

    >>> words(("gold", "harp")), words(("gold", "harp", "guild")), words(())
    ('gold and harp', 'gold, harp and guild', 'nothing')
    """
    parts = [str(name) for name in names]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or "nothing"


def _counting(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: Some(fact) if type(fact) is int else fact for name, fact in facts.items()}


def legal(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling that allows something."""
    return rulings.legal(rule, sentence, **_counting(facts))


def illegal(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling that forbids something."""
    return rulings.illegal(rule, sentence, **_counting(facts))


def consequence(rule: str, sentence: str, /, **facts: Any) -> Ruling:
    """A ruling on something that follows by itself."""
    return rulings.consequence(rule, sentence, **_counting(facts))
