"""What ``deduce`` answers: what Legions may hold, and what was possible."""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..actions.intents import Action
from ..box.names import CharacterName
from ..kernel.answers import Answer, Part
from ..kernel.answers import column
from ..kernel.fields import key
from ..kernel.names import in_numbers
from ..kernel.odds import Chance, Ratio, ratio
from ..kernel.rulings import Ruling

Prior: TypeAlias = Literal["counters", "splits"]
"""Which splits are equally likely before anything is seen: those of the physical counters, or all different ones."""

PossibilityVerdict: TypeAlias = Literal["possible", "not possible"]


@frozen(kw_only=True)
class Content(Part):
    """One content that a Legion may have.

    :param characters: sorted.
    :param weight: its probability; it depends on the prior, that it is not 0 does not.
    """

    characters: tuple[CharacterName, ...] = field(metadata=column("content", lambda one: in_numbers(one.characters)))
    weight: Chance = field(metadata=column("weight", lambda one: str(one.weight), rank=-1))


@frozen(kw_only=True)
class LegionDeduction(Part):
    """What an observer can know of one Legion.

    :param height: how many characters it holds, which is public.
    :param certain: the characters that are in it whatever happened.
    :param contents: all that it may hold, the likeliest first; the weights add up to exactly 1.
    :param range: of each character that it may hold the least and the most.
    :param rulings: the facts that this follows from, by step.
    """

    legion: str
    height: int
    certain: tuple[str, ...]
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
                total += content.weight.ratio
        return total


@frozen(kw_only=True)
class Deduction(Answer):
    """What an observer can know of the other players' Legions after a step of a game.

    :param color: the observer: a colour, or ``nobody``.
    :param step: the number of the last action that was seen.
    :param prior: which splits are taken to be equally likely; only weights depend on it.
    """

    kind: ClassVar[str] = "deduction"
    color: str = field(metadata=key("as"))
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


@frozen(kw_only=True)
class Possibility(Answer):
    """Whether an action was possible, as far as an observer can know.

    :param color: the observer: a colour, or ``nobody``.
    :param step: the number of the last action before it.
    :param action: which is asked about, ``text`` its short text.
    :param prior: which splits are taken to be equally likely; only the weight depends on it.
    :param weight: the probability of the contents with which it is legal.
    :param rulings: what it follows from: why the Legion may hold what is needed, or why it cannot.
    """

    kind: ClassVar[str] = "possibility"
    color: str = field(metadata=key("as"))
    step: int
    action: Action
    text: str
    prior: Prior
    verdict: PossibilityVerdict
    weight: Chance
    rulings: tuple[Ruling, ...]
