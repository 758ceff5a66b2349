"""What ``strike-odds`` answers: the exact odds of a strike, of several, or of all that may be made."""

from collections.abc import Mapping
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.answers import column
from ..kernel.fields import ALWAYS, FLAT, key
from ..kernel.odds import Chance, HitChance, Mean
from ..kernel.rulings import Ruling

KIND = "strike-odds"

StrikeKind: TypeAlias = Literal["strike", "rangestrike"]
Aims: TypeAlias = Literal["slain", "points"]


def standing(name: str, label: str | None) -> str:
    """A character with its hex, if it has one."""
    return name if label is None else f"{name} in {label}"


@frozen(kw_only=True)
class CarryFate(Part):
    """What becomes of a character that hits are carried over to.

    :param to: its hex, or its name where no hexes are given.
    :param character: its name.
    :param needs: the hits that it still needs to be slain.
    :param hits: those that it takes.
    """

    to: str
    character: str
    needs: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean


@frozen(kw_only=True)
class JointOutcome(Part):
    """What a number of hits does to the target and all carry targets together.

    :param hits: those rolled.
    :param takes: by hex, how many each takes.
    :param slain: the hexes of those slain.
    :param left_over: hits that nobody takes.
    :param chance: of this number of hits; its keys stand among the others.
    """

    hits: int
    takes: Mapping[str, int]
    slain: tuple[str, ...]
    left_over: int
    chance: Chance = field(metadata=key(FLAT))


@frozen(kw_only=True)
class WayToRoll(Part):
    """One way to roll the strike: the natural one, or a penalty taken to carry over (CARRY-2).

    :param natural: it takes no penalty.
    :param chosen: the answer is about it.
    :param carry_to: to whom hits may then be carried over (CARRY-1).
    """

    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    natural: bool
    chosen: bool
    carry_to: tuple[str, ...]


@frozen(kw_only=True)
class BestWay(Part):
    """The dice, Strike-number and carries that are best for an aim, with what they bring on average.

    :param expected_if_chosen_after_roll: where the carries need not be declared before the roll.
    """

    dice: int
    strike_number: int
    carry_to: tuple[str, ...]
    expected_slain: Mean
    expected_points: Mean
    expected_if_chosen_after_roll: Mean | None = None


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
    :param needs: the hits that the striker still needs to be slain.
    :param others: further enemies that may strike back at it.
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


@frozen(kw_only=True)
class Exchange(Part):
    """The strikebacks, of which the target's player chooses one.

    :param strikeback: one entry for each striker that the target may strike back at.
    """

    strikeback: tuple[Strikeback, ...]


@frozen(kw_only=True)
class Taken(Part):
    """The hits that a character took."""

    to: str
    character: str
    hits: int
    slain: bool


@frozen(kw_only=True)
class Rolled(Part):
    """What dice already rolled did.

    :param may_carry_to: to whom the hits left over could still be carried.
    :param at_least: the chance of at least this many hits.
    :param best: by aim, to whom they should be carried, in order.
    """

    dice: tuple[int, ...]
    hits: int
    takes: tuple[Taken, ...]
    left_over: int
    may_carry_to: tuple[str, ...]
    at_least: Chance = field(metadata=key("at_least_so_many"))
    best: Mapping[Aims, tuple[str, ...]] | None = None


@frozen(kw_only=True)
class StrikeOdds(Answer):
    """The exact odds of a strike.

    :param striker, target: characters.
    :param origin, to: their hexes, where hexes are given.
    :param needs: the hits that the target still needs to be slain.
    :param range: of a rangestrike, both ends counted.
    :param hits: the chance of each number of hits rolled.
    :param slays: the chance that the target is slain.
    :param carry: what becomes of those whom hits are carried over to, in order.
    :param joint: what each number of hits does to all of them.
    :param options: every way to roll the strike, the natural one first.
    :param best: by aim, the best of them.
    :param exchange: the strikeback, where it is asked for.
    :param roll: what the dice did, where they are given.
    """

    kind: ClassVar[str] = KIND
    striker: str
    origin: str | None = field(default=None, metadata=key("from"))
    target: str
    to: str | None = None
    needs: int
    strike: StrikeKind
    range: int | None = None
    dice: int
    strike_number: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    carry: tuple[CarryFate, ...]
    joint: tuple[JointOutcome, ...] | None = None
    expected_slain: Mean | None = None
    expected_points: Mean | None = None
    options: tuple[WayToRoll, ...]
    best: Mapping[Aims, BestWay] | None = None
    exchange: Exchange | None = None
    roll: Rolled | None = None
    rulings: tuple[Ruling, ...]

    def __str__(self) -> str:
        """The odds in a sentence."""
        named = ((self.striker, self.origin), (self.target, self.to))
        who = " strikes ".join([f"{name} in {place}" if place else name for name, place in named])
        means = f"{self.expected_hits} hits expected, slays with {self.slays}"
        return f"{who}: {self.dice} dice at {self.strike_number}, {means}"


@frozen(kw_only=True)
class OneOfSeveral(Part):
    """One of several strikers on the same target."""

    striker: str = field(metadata=column("striker", lambda one: standing(one.striker, one.origin)))
    origin: str | None = field(default=None, metadata=key("from"))
    strike: StrikeKind
    range: int | None = None
    dice: int = field(metadata=column("dice", right=True))
    strike_number: int = field(metadata=column("number", right=True))
    slays: Chance = field(metadata=column("alone slays", right=True))
    expected_hits: Mean = field(metadata=column("expected hits", right=True))
    carry_to: tuple[str, ...] = field(metadata=column("carries to"))


@frozen(kw_only=True)
class FurtherVictim(Part):
    """What becomes of a further enemy, by carries and by strikers left free, in the order that slays the most."""

    to: str
    character: str
    needs: int
    slays: Chance


@frozen(kw_only=True)
class SlainChance(Part):
    """The chance that the character in a hex is slain."""

    to: str
    slays: Chance


@frozen(kw_only=True)
class StrikingOrder(Part):
    """What comes of one order of striking.

    :param order: the strikers' hexes, or their names.
    :param expected_free: how many strikers are left free on average.
    """

    order: tuple[str, ...]
    expected_slain: Mean
    expected_points: Mean
    expected_free: Mean
    carry: tuple[SlainChance, ...]


@frozen(kw_only=True)
class SeveralStrikesOdds(Answer):
    """The exact odds of several natural strikes at the same target, one after another.

    :param orders: the best orders of striking.
    :param orders_in_all: how many orders there are.
    :param best: by aim, the best order.
    """

    kind: ClassVar[str] = KIND
    strikers: tuple[OneOfSeveral, ...]
    target: str
    to: str | None = None
    needs: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean
    carry: tuple[FurtherVictim, ...]
    orders: tuple[StrikingOrder, ...]
    orders_in_all: int
    best: Mapping[Aims, StrikingOrder]
    exchange: Exchange | None = None
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class StrikeInShort(Part):
    """A strike that may be made, with its odds in short."""

    striker: str = field(metadata=column("striker", lambda one: standing(one.striker, one.origin)))
    origin: str | None = field(default=None, metadata=key("from"))
    target: str = field(metadata=column("target", lambda one: standing(one.target, one.to)))
    to: str | None = None
    needs: int = field(metadata=column("needs", right=True, rank=2))
    strike: StrikeKind = field(metadata=column("", lambda one: one.range and f"rangestrike at {one.range}"))
    range: int | None = None
    dice: int = field(metadata=column("dice", right=True))
    strike_number: int = field(metadata=column("number", right=True))
    slays: Chance = field(metadata=column("slays", right=True, rank=3))
    expected_hits: Mean = field(metadata=column("expected hits", right=True, rank=3))


@frozen(kw_only=True)
class StrikesInShort(Answer):
    """Every strike that may be made now, in short."""

    kind: ClassVar[str] = KIND
    phase: Literal["maneuver", "strike", "strikeback"]
    side: Literal["attacker", "defender"]
    strikes: tuple[StrikeInShort, ...]
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class StrikeRefused(Answer):
    """A strike that may not be made.

    :param origin, to, target: what was asked for.
    :param rulings: why not, the deciding one first.
    :param legal: what would have been legal.
    """

    kind: ClassVar[str] = KIND
    origin: str | tuple[str, ...] | None = field(default=None, metadata=key("from"))
    to: str | None = None
    target: str | None = None
    verdict: Literal["illegal"] = field(default="illegal", metadata=ALWAYS)
    rulings: tuple[Ruling, ...]
    legal: tuple[StrikeInShort, ...] | None = None


StrikeAnswer: TypeAlias = StrikeOdds | SeveralStrikesOdds | StrikesInShort | StrikeRefused
