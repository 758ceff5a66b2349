"""What ``strike-odds --duel`` answers: the exact odds that one of two characters slays the other."""

from collections.abc import Iterator
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Table, Why
from ..kernel.fields import ALWAYS, key
from ..kernel.odds import Chance, Mean, percent
from ..kernel.rulings import Ruling

KIND = "duel-odds"


def standing(name: str, label: str | None) -> str:
    """A character with its hex, if it has one."""
    return name if label is None else f"{name} in {label}"


@frozen(kw_only=True)
class DuelStrike(Part):
    """What one of the two rolls in each Strike Phase, and the hits it needs."""

    dice: int
    strike_number: int
    needs: int


@frozen(kw_only=True, repr=False)
class DuelOdds(Answer):
    """How a duel ends if both strike in every Strike Phase until one is slain, or both.

    :param first_slays: the chance that the second is slain, alone or with the first.
    :param second_slays: the chance that the first is slain, alone or with the second.
    """

    kind: ClassVar[str] = KIND
    first: str
    origin: str | None = field(default=None, metadata=key("from"))
    second: str
    to: str | None = None
    first_strikes: DuelStrike
    second_strikes: DuelStrike
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean
    only_second_slain: Chance
    only_first_slain: Chance
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """What each rolls, and how the duel ends."""
        first, second = standing(self.first, self.origin), standing(self.second, self.to)
        yield f"{first} against {second}: both strike in every Strike Phase, the slain too"
        rows = [
            [name, strikes.dice, strikes.strike_number, strikes.needs, slays]
            for name, strikes, slays in (
                (first, self.first_strikes, self.first_slays),
                (second, self.second_strikes, self.second_slays),
            )
        ]
        yield from ("", Table(rows, ["", "dice", "number", "needs", "slays"], range(1, 5)))
        alike = self.first == self.second
        ends = [
            [f"only {'the second ' if alike else ''}{self.second} slain", self.only_second_slain],
            [f"only {'the first ' if alike else ''}{self.first} slain", self.only_first_slain],
            ["both slain", self.both_slain],
            ["Strike Phases on average", self.mean_strike_phases],
        ]
        yield from ("", Table(ends, ["", ""], [1]), "", Why(self.rulings))


@frozen(kw_only=True, repr=False)
class DuelRefused(Answer):
    """A duel that cannot be fought.

    :param origin, to, target: what was asked for.
    :param rulings: the reasons, the deciding one first.
    """

    kind: ClassVar[str] = KIND
    origin: str | tuple[str, ...] | None = field(default=None, metadata=key("from"))
    to: str | None = None
    target: str | None = None
    verdict: Literal["illegal"] = field(default="illegal", metadata=ALWAYS)
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """Why the duel cannot be fought."""
        yield from ("not allowed:", Why(self.rulings))


@frozen(kw_only=True)
class Duellist(Part):
    """A character of the table."""

    name: str
    power: int
    skill: int

    def __str__(self) -> str:
        return f"Titan {self.power}" if self.name == "Titan" else self.name


@frozen(kw_only=True)
class DuelInShort(Part):
    """One duel in the table."""

    first: str
    first_power: int
    second: str
    second_power: int
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean


@frozen(kw_only=True, repr=False)
class DuelTable(Answer):
    """Every character against every other, unhurt and on level ground."""

    kind: ClassVar[str] = KIND
    characters: tuple[Duellist, ...]
    duels: tuple[DuelInShort, ...]
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)

    def blocks(self) -> Iterator[Block]:
        """Rows with the chances that the row's character slays the column's."""
        yield "chance in percent that the row's character slays the column's, both slain included"
        chances = {
            (one.first, one.first_power, one.second, one.second_power): percent(one.first_slays.exact, 0)
            for one in self.duels
        }
        rows = [
            [one, *(chances[one.name, one.power, c.name, c.power].removesuffix(" %") for c in self.characters)]
            for one in self.characters
        ]
        heads = [f"Tit {c.power}" if c.name == "Titan" else c.name[:4] for c in self.characters]
        yield from ("", Table(rows, ["", *heads], range(1, len(heads) + 1), parted=True))


DuelAnswer: TypeAlias = DuelOdds | DuelRefused | DuelTable
