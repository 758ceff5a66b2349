"""What ``strike-odds`` answers: the exact odds of one strike, of several, or of all legal ones."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.answers import Answer, Part
from ..kernel.blocks import Block, Listed, Table, Why, column
from ..kernel.fields import FLAT, key
from ..kernel.odds import Chance, HitChance, Mean, percent
from ..kernel.rulings import Ruling
from .duel_odds import DuelRefused, standing

KIND = "strike-odds"

StrikeKind: TypeAlias = Literal["strike", "rangestrike"]
Aim: TypeAlias = Literal["slain", "points"]
"""What a player prefers: many enemies slain, or many points."""


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


@frozen(kw_only=True)
class CarryFate(Part):
    """What happens to a character that takes carries.

    :param to: its hex, or its name if no hexes are given.
    :param character: its name.
    :param needs: the hits that would slay it.
    :param hits: the chance of each number of hits it takes.
    """

    to: str
    character: str
    needs: int
    hits: tuple[HitChance, ...]
    slays: Chance
    expected_hits: Mean


@frozen(kw_only=True)
class JointOutcome(Part):
    """The effect of a number of hits on the target and all carry targets.

    :param hits: the hits rolled.
    :param takes: by hex, the hits that each takes.
    :param slain: the hexes of those slain.
    :param left_over: hits that no one takes.
    :param chance: the chance of this number of hits; its keys are merged into the object's.
    """

    hits: int
    takes: Mapping[str, int]
    slain: tuple[str, ...]
    left_over: int
    chance: Chance = field(metadata=key(FLAT))


@frozen(kw_only=True)
class WayToRoll(Part):
    """A way to roll the strike: naturally, or with a penalty taken to carry over (CARRY-2).

    :param natural: it takes no penalty.
    :param chosen: the rest of the answer is about it.
    :param carry_to: the enemies to whom hits may then be carried over (CARRY-1).
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
    """The best dice, Strike-number and carries for an aim, with the average gain.

    :param expected_if_chosen_after_roll: if carries need not be declared before the roll.
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
        """What it rolls, and which of the two are slain."""
        roll = f"{self.dice} dice at Strike-number {self.strike_number}"
        yield f"strikeback at {standing(self.at, self.to)}: {roll}; {_hits(self.needs)} from being slain"
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


@frozen(kw_only=True)
class Taken(Part):
    """The hits that a character took."""

    to: str
    character: str
    hits: int
    slain: bool


@frozen(kw_only=True)
class Rolled(Part):
    """The effect of dice already rolled.

    :param may_carry_to: the enemies to whom the hits left over may be carried.
    :param at_least: the chance of at least this many hits.
    :param best: by aim, the best carries, in order.
    """

    dice: tuple[int, ...]
    hits: int
    takes: tuple[Taken, ...]
    left_over: int
    may_carry_to: tuple[str, ...]
    at_least: Chance = field(metadata=key("at_least_so_many"))
    best: Mapping[Aim, tuple[str, ...]] | None = None

    def lines(self) -> Iterator[str]:
        """What the dice did, and where the rest may go."""
        yield f"rolled {' '.join(map(str, self.dice))}: {_hits(self.hits)}"
        for taken in self.takes:
            place = taken.character if taken.to == taken.character else standing(taken.character, taken.to)
            yield f"  {place} takes {_hits(taken.hits)}{', slain' if taken.slain else ''}"
        if self.left_over:
            may = f", may be carried to {' or '.join(self.may_carry_to)}" if self.may_carry_to else ""
            yield f"  {self.left_over} left over{may}"
        for aim, carry_to in (self.best or {}).items():
            if carry_to:
                yield f"  best for {aim}: carry to {' then '.join(carry_to)}"
        yield f"  at least this many hits: {self.at_least}"


@frozen(kw_only=True, repr=False)
class StrikeOdds(Answer):
    """The exact odds of a strike.

    :param striker, target: names of characters.
    :param origin, to: their hexes, if given.
    :param needs: the hits that would slay the target.
    :param range: of a rangestrike, both ends counted.
    :param hits: the chance of each number of hits rolled.
    :param slays: the chance that the target is slain.
    :param carry: what happens to the carry targets, in order.
    :param joint: the effect of each number of hits on target and carry targets.
    :param options: every way to roll the strike, the natural one first.
    :param best: by aim, the best of them.
    :param exchange: the strikeback, if asked for.
    :param roll: the effect of the dice, if given.
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
    best: Mapping[Aim, BestWay] | None = None
    exchange: Exchange | None = None
    roll: Rolled | None = None
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """What is rolled, the chances of each effect, and the best choice."""
        striker, target = standing(self.striker, self.origin), standing(self.target, self.to)
        verb = "strikes" if self.strike == "strike" else f"rangestrikes (range {self.range})"
        slay = "1 hit slays it" if self.needs == 1 else f"{self.needs} hits slay it"
        yield f"{striker} {verb} {target}: {self.dice} dice at Strike-number {self.strike_number}; {slay}"
        if self.roll is not None:
            yield from ("", *self.roll.lines())
        yield ""
        if len(self.options) == 1:
            yield from _distribution(self.hits, self.needs)
            yield f"slays {self.slays}, expected hits {self.expected_hits}"
        else:
            yield self._side_by_side()
        if self.joint:
            yield from ("", *self._carried(self.joint))
        if self.best is not None:
            yield from ("", _best("to slay the most", self.best["slain"]))
            yield _best("for the most points", self.best["points"])
        if self.exchange is not None:
            yield from self.exchange.blocks(self.target)
        yield from ("", Why(self.rulings))

    def _side_by_side(self) -> Table:
        """The chances of at least each number of hits, with a column for the natural strike and each penalty."""
        options = self.options
        ways = [f"{'natural' if o.natural else 'penalty'}\n{o.dice} dice at {o.strike_number}" for o in options]
        rows: list[list[object]] = [
            [_slaying(n, self.needs), *(percent(o.hits[n].at_least_exact) if n <= o.dice else "-" for o in options)]
            for n in range(max(option.dice for option in options) + 1)
        ]
        rows.append(["expected hits", *(o.expected_hits for o in options)])
        rows.append(["may carry to", *(" ".join(o.carry_to) or "nobody" for o in options)])
        return Table(rows, ["hits\nor more", *ways], range(1, len(ways) + 1))

    def _carried(self, joint: Sequence[JointOutcome]) -> Iterator[Block]:
        """The joint outcome of the chosen strike and its carries."""
        labels = list(joint[0].takes)
        yield f"{self.dice} dice at {self.strike_number}, carried over to {' then '.join(labels[1:])}:"
        names = [self.target, *(c.character for c in self.carry)]
        who = [standing(name, at) for name, at in zip(names, labels, strict=True)]
        rows: list[list[object]] = [
            [
                one.hits,
                *(f"{one.takes[at]}{' slain' * (at in one.slain)}" for at in labels),
                one.left_over,
                one.chance,
            ]
            for one in joint
        ]
        rows.append(["slain", self.slays, *(c.slays for c in self.carry)])
        yield Table(rows, ["rolled", *who, "left over", "chance"], range(1, len(who) + 3))
        yield f"expected: {self.expected_slain} slain, {self.expected_points} points"


def _distribution(hits: Iterable[HitChance], needs: int) -> Iterator[Block]:
    rows = [[_slaying(row.hits, needs), percent(row.exact), percent(row.at_least_exact)] for row in hits]
    yield from (Table(rows, ["hits", "exactly", "or more"], [1, 2]), "")


def _slaying(hits: int, needs: int) -> str:
    return f"{hits}  slays" if hits == needs else str(hits)


def _best(aim: str, way: BestWay) -> str:
    carry = f", carry to {' then '.join(way.carry_to)}" if way.carry_to else ""
    means = f"{way.expected_slain} slain, {way.expected_points} points on average"
    return f"{aim}: {way.dice} dice at {way.strike_number}{carry} ({means})"


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
    """What happens to a further enemy, by carries and by strikers left free, in the order that slays the most."""

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
    """The result of one order of striking.

    :param order: the strikers' hexes, or their names.
    :param expected_free: the average number of strikers left free.
    """

    order: tuple[str, ...]
    expected_slain: Mean
    expected_points: Mean
    expected_free: Mean
    carry: tuple[SlainChance, ...]


@frozen(kw_only=True, repr=False)
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
    best: Mapping[Aim, StrikingOrder]
    exchange: Exchange | None = None
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """The strikers, the chance to slay the target, and the best orders."""
        target = standing(self.target, self.to)
        yield f"{len(self.strikers)} strike {target}, {_hits(self.needs)} from being slain"
        yield from (Listed(self.strikers), "", *_distribution(self.hits, self.needs))
        yield f"slain by any order of them: {self.slays}, expected hits {self.expected_hits}"
        some = "" if len(self.orders) == self.orders_in_all else f", the best of {self.orders_in_all}"
        yield from ("", f"orders{some}, on average; once the target is slain, the others are struck:")
        rows = [
            [", ".join(o.order), o.expected_slain, o.expected_points, o.expected_free, *(c.slays for c in o.carry)]
            for o in self.orders
        ]
        headings = ["order", "slain", "points", "left free", *(f"slays {c.to}" for c in self.carry)]
        yield Table(rows, headings, range(1, len(headings)))
        yield from ("", f"to slay the most: {', '.join(self.best['slain'].order)}")
        yield f"for the most points: {', '.join(self.best['points'].order)}"
        if self.exchange is not None:
            yield from self.exchange.blocks(self.target)
        yield from ("", Why(self.rulings))


@frozen(kw_only=True)
class StrikeInShort(Part):
    """A legal strike with its odds in short."""

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


@frozen(kw_only=True, repr=False)
class StrikesInShort(Answer):
    """Every legal strike, in short."""

    kind: ClassVar[str] = KIND
    phase: Literal["maneuver", "strike", "strikeback"]
    side: Literal["attacker", "defender"]
    strikes: tuple[StrikeInShort, ...]
    rulings: tuple[Ruling, ...]

    def blocks(self) -> Iterator[Block]:
        """One strike per line, and why there are no others."""
        yield from (Listed(self.strikes) if self.strikes else "no strike is possible", "", Why(self.rulings))


@frozen(kw_only=True, repr=False)
class StrikeRefused(DuelRefused):
    """A strike that may not be made.

    :param legal: the legal strikes.
    """

    kind: ClassVar[str] = KIND
    legal: tuple[StrikeInShort, ...] | None = None

    def blocks(self) -> Iterator[Block]:
        """Why the strike is illegal, and what would be legal."""
        yield from super().blocks()
        if self.legal:
            yield from ("", "allowed now:", Listed(self.legal))


StrikeAnswer: TypeAlias = StrikeOdds | SeveralStrikesOdds | StrikesInShort | StrikeRefused
