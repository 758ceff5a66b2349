"""What is deduced, as answers: what Legions hold for certain, every possible content with its weight, and why."""

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import frozen

from ..kernel.odds import Ratio, ratio
from ..kernel.rulings import Ruling
from .multisets import Alphabet, size
from .posterior import Observer, Prior

Names = tuple[str, ...]


@frozen
class Content:
    """One content that a Legion may have.

    :param characters: sorted.
    :param weight: its probability; it depends on the prior, that it is not 0 does not.
    """

    characters: Names
    weight: Ratio

    def to_json(self) -> dict[str, Any]:
        """The content as a JSON object."""
        return {"characters": list(self.characters), "weight": self.weight.chance_json()}


@frozen
class LegionDeduction:
    """What an observer can know of one Legion.

    :param height: how many characters it holds, which is public.
    :param certain: the characters that are in it whatever happened.
    :param contents: all that it may hold, the likeliest first; the weights add up to exactly 1.
    :param range: of each character that it may hold the least and the most.
    :param rulings: the facts that this follows from, by step.
    """

    legion: str
    height: int
    certain: Names
    contents: tuple[Content, ...]
    range: Mapping[str, tuple[int, int]]
    rulings: tuple[Ruling, ...]

    def chance(self, characters: Iterable[str]) -> Ratio:
        """The probability that the Legion holds at least these characters."""
        wanted = tuple(characters)
        counts = {name: wanted.count(name) for name in wanted}
        total = ratio(0, 1)
        for content in self.contents:
            if all(content.characters.count(name) >= count for name, count in counts.items()):
                total += content.weight
        return total

    def to_json(self) -> dict[str, Any]:
        """The deduction as a JSON object."""
        return {
            "legion": self.legion,
            "height": self.height,
            "certain": list(self.certain),
            "contents": [content.to_json() for content in self.contents],
            "range": {name: list(bounds) for name, bounds in self.range.items()},
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }


@frozen
class Deduction:
    """What an observer can know of the other players' Legions after a step of a game.

    :param color: the observer: a colour, or ``nobody``.
    :param step: the number of the last action that was seen.
    :param prior: which splits are taken to be equally likely; only weights depend on it.
    """

    color: str
    step: int
    prior: Prior
    legions: tuple[LegionDeduction, ...]

    def legion(self, marker: str) -> LegionDeduction:
        """What is deduced of one Legion.

        :raises KeyError: it is not among them.
        """
        for found in self.legions:
            if found.legion == marker:
                return found
        raise KeyError(marker)

    def to_json(self) -> dict[str, Any]:
        """The answer of ``titan deduce``."""
        legions = [legion.to_json() for legion in self.legions]
        return {"kind": "deduction", "as": self.color, "step": self.step, "prior": self.prior, "legions": legions}


def legion_deduction(observer: Observer, marker: str) -> LegionDeduction:
    """What an observer can know of one Legion now.

    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    weights = observer.contents(marker)
    alphabet, total = observer.alphabet, sum(weights.values())
    contents = [Content(alphabet.unpack(packed), ratio(weight, total)) for packed, weight in weights.items()]
    contents.sort(key=lambda content: (-content.weight.fraction, content.characters))
    bounds = _range(alphabet, weights)
    return LegionDeduction(
        legion=marker,
        height=size(next(iter(weights))),
        certain=tuple([name for name, (least, _) in bounds.items() for _ in range(least)]),
        contents=tuple(contents),
        range=bounds,
        rulings=tuple([fact.ruling() for fact in observer.why(marker)]),
    )


def _range(alphabet: Alphabet, contents: Iterable[int]) -> dict[str, tuple[int, int]]:
    found = {}
    for name in alphabet.names:
        counts = [alphabet.count(packed, name) for packed in contents]
        if any(counts):
            found[name] = (min(counts), max(counts))
    return found


def deduction(observer: Observer, step: int, legions: Iterable[str] | None = None) -> Deduction:
    """What an observer can know now.

    :param step: the number of the last action seen.
    :param legions: only these; None: all that are not its own.
    :raises KeyError: there is no such Legion, or it is the observer's own.
    """
    markers = observer.legions() if legions is None else legions
    found = tuple([legion_deduction(observer, marker) for marker in markers])
    return Deduction(observer.color, step, observer.prior, found)
