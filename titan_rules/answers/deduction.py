"""What ``deduce`` answers: what Legions may hold, and which actions were possible."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..actions.intents import Action
from ..box.names import CharacterName
from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Table, Why, column
from ..kernel.fields import key
from ..kernel.names import in_numbers
from ..kernel.odds import Chance
from ..kernel.rulings import Ruling

Prior: TypeAlias = Literal["counters", "splits"]
"""Which splits are equally likely a priori: every split of the physical counters, or every different split."""

WEIGHED = {
    "counters": "every split of the counters equally likely",
    "splits": "every different split equally likely",
}

LIKELIEST = 2

PossibilityVerdict: TypeAlias = Literal["possible", "not possible"]


@frozen(kw_only=True)
class Content(Part):
    """A possible content of a Legion.

    :param characters: sorted.
    :param weight: its probability, which depends on the prior; whether it is 0 does not.
    """

    characters: tuple[CharacterName, ...] = field(metadata=column("content", lambda one: in_numbers(one.characters)))
    weight: Chance = field(metadata=column("weight", lambda one: str(one.weight), rank=-1))


@frozen(kw_only=True)
class LegionDeduction(Part):
    """What an observer can know of one Legion.

    :param height: the number of its characters, which is public.
    :param certain: the characters that are certainly in it.
    :param contents: every possible content, likeliest first; the weights add up to exactly 1.
    :param range: the least and the greatest number of each possible character.
    :param rulings: the facts behind the deduction, by step.
    """

    legion: str
    height: int
    certain: tuple[str, ...]
    contents: tuple[Content, ...]
    range: Mapping[str, tuple[int, int]]
    rulings: tuple[Ruling, ...]

    def chance(self, characters: Iterable[str]) -> Chance:
        """The probability that the Legion holds at least the given characters."""
        wanted = tuple(characters)
        counts = {name: wanted.count(name) for name in wanted}
        total = Fraction(0)
        for content in self.contents:
            if all(content.characters.count(name) >= count for name, count in counts.items()):
                total += content.weight.exact
        return Chance(total)

    def blocks(self) -> Iterator[Block]:
        """The certain content, the possible contents, and the reasons."""
        known = in_numbers(self.certain) or "nothing"
        if len(self.contents) == 1:
            yield f"{self.legion}, height {self.height}: {known}"
        else:
            yield f"{self.legion}, height {self.height}; for certain: {known}"
            yield Listed(self.contents)
        yield Why(self.rulings)


def listed(legions: Iterable[LegionDeduction]) -> Table:
    """A table with each Legion's certain content and its likeliest contents."""
    rows: list[list[object]] = []
    for legion in legions:
        shown = [f"{in_numbers(c.characters)} ({c.weight})" for c in legion.contents[:LIKELIEST]]
        others = len(legion.contents) - len(shown)
        shown += [f"{others} others" if others > 1 else "1 other"] if others else []
        rows.append([legion.legion, in_numbers(legion.certain) or "nothing", "; ".join(shown)])
    return Table(rows, ["Legion", "For certain", "Likeliest"])


@frozen(kw_only=True, repr=False)
class Deduction(Answer):
    """What an observer can know of the other players' Legions after a step of a game.

    :param color: the observer: a colour, or ``nobody``.
    :param step: the number of the last action seen.
    :param prior: which splits are assumed equally likely; only weights depend on it.
    """

    kind: ClassVar[str] = "deduction"
    color: str = field(metadata=key("as"))
    step: int
    prior: Prior
    legions: tuple[LegionDeduction, ...]

    def legion(self, marker: str) -> LegionDeduction:
        """The deduction of one Legion.

        :raises KeyError: there is none.
        """
        for legion in self.legions:
            if legion.legion == marker:
                return legion
        raise KeyError(marker)

    def blocks(self) -> Iterator[Block]:
        """The Legions, one after another."""
        whose = "an observer" if self.color == "nobody" else self.color
        yield f"What {whose} can know after step {self.step}; {WEIGHED[self.prior]}"
        for legion in self.legions:
            yield from ("", *legion.blocks())


@frozen(kw_only=True, repr=False)
class Possibility(Answer):
    """Whether an action was possible, as far as an observer can know.

    :param color: the observer: a colour, or ``nobody``.
    :param step: the number of the last action before it.
    :param action: the one asked about; ``text`` is its short text.
    :param prior: which splits are assumed equally likely; only the weight depends on it.
    :param weight: the probability that it is legal.
    :param rulings: why the Legion may or cannot hold what is needed.
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

    def blocks(self) -> Iterator[Block]:
        """The verdict on the first line, then the reasons."""
        weight = f", {self.weight} ({WEIGHED[self.prior]})" if self.verdict == "possible" else ""
        yield from (f"{self.text}: {self.verdict}{weight}", Why(self.rulings))
