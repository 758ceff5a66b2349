"""What ``strike-odds --duel`` answers: the exact odds that one of two slays the other."""

from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.fields import ALWAYS, key
from ..kernel.odds import Chance, Mean
from ..kernel.rulings import Ruling

KIND = "duel-odds"


@frozen(kw_only=True)
class DuelStrike(Part):
    """What one of the two rolls in each Strike Phase, and the hits that slay the other."""

    dice: int
    strike_number: int
    needs: int


@frozen(kw_only=True)
class DuelOdds(Answer):
    """How a duel ends in which both strike in every Strike Phase until one is slain or both are.

    :param first_slays: the chance that the second is slain, mutual slaying included.
    :param second_slays: the chance that the first is slain, mutual slaying included.
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


@frozen(kw_only=True)
class DuelRefused(Answer):
    """A duel that cannot be fought.

    :param origin, to, target: what was asked for.
    :param rulings: why not, the deciding one first.
    """

    kind: ClassVar[str] = KIND
    origin: str | None = field(default=None, metadata=key("from"))
    to: str | None = None
    target: str | None = None
    verdict: Literal["illegal"] = field(default="illegal", metadata=ALWAYS)
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Duellist(Part):
    """A character of the table."""

    name: str
    power: int
    skill: int


@frozen(kw_only=True)
class DuelInShort(Part):
    """One duel of the table."""

    first: str
    first_power: int
    second: str
    second_power: int
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean


@frozen(kw_only=True)
class DuelTable(Answer):
    """Every character against every other on level ground, unhurt."""

    kind: ClassVar[str] = KIND
    characters: tuple[Duellist, ...]
    duels: tuple[DuelInShort, ...]
    rulings: tuple[Ruling, ...] = field(default=(), metadata=ALWAYS)


DuelAnswer: TypeAlias = DuelOdds | DuelRefused | DuelTable
