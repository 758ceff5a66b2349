"""Battlelands: hexes, hazards, hexside hazards and their effects (BATTLE-3, BATTLE-4)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.fields import HIDDEN, Between
from .hexes import DIRECTIONS, HEX_NUMBER, HEXES, NEIGHBOURS, PLACES, mask_of

Kind: TypeAlias = Literal["slope", "dune", "cliff", "wall"]  # for lines of sight (RANGE-7)

Cost: TypeAlias = Literal["free", "slow", "no"]
Change: TypeAlias = Annotated[int, Between(-9, 9)]

_COST = {"free": 1, "slow": 2, "no": None}
CLEAR = "Plains"  # the hazard of open ground


@frozen
class Effect:
    """What one hazard does to a character in one situation.

    :param dice, skill: changes to the striker's dice and Skill-factor.
    :param number: the change to the Strike-number.
    :param hits, slowed: what each Strike Phase adds to hits and slowing; less than 0 heals.
    :param not_magic: magic missiles are exempt.
    :param only_if_higher: only if the hexes' levels differ as the hexside says.
    """

    dice: Change = 0
    skill: Change = 0
    number: Change = 0
    hits: Change = 0
    slowed: Change = 0
    not_magic: bool = False
    only_if_higher: bool = False


# By whom they affect: native, other, any, native_against_other, or natives of a hazard.
Effects: TypeAlias = Mapping[str, Effect]


@frozen
class Passage:
    """The cost of a step for natives and for others."""

    native: Cost = "free"
    other: Cost = "free"

    def cost(self, native: bool) -> int | None:
        """1, 2 (slow), or None (impossible)."""
        return _COST[self.native if native else self.other]


@frozen
class Over:
    """Who may fly over."""

    native: bool = True
    other: bool = True


@frozen(eq=False, slots=False)
class Hazard:
    """A hazard that covers hexes, and its effects.

    :param called: its name within a sentence (``the Volcano``), if that differs; see :attr:`said`.
    :param printed: it belongs to the printed game, whose rules cover it.
    """

    called: str | None = None
    printed: bool = False
    enter_on_foot: Passage = Passage()
    land_in_flight: Passage = Passage()
    fly_over: Over = Over()
    striker_in_it: Effects = field(factory=dict)
    target_in_it: Effects = field(factory=dict)
    rangestriker_in_it: Effects = field(factory=dict)
    rangestrike_target_in_it: Effects = field(factory=dict)
    rangestrike_through: Effects = field(factory=dict)
    each_strike_phase: Effects = field(factory=dict)
    blocks_sight: bool = False
    name: str = field(default="", metadata=HIDDEN)

    @property
    def said(self) -> str:
        """Its name within a sentence."""
        return self.called or self.name


@frozen(eq=False, slots=False)
class Hexside:
    """A hazard along hexsides, and its effects; *up* is towards the hex that it belongs to.

    :param slows_upwards_only_if_higher: going up it is slow only if the hex there is higher.
    :param no_contact: characters on its two sides are not in contact.
    :param no_carry_up: hits carry up it only from a strike up the same kind of hexside.
    :param sight: what it counts as for lines of sight; None: no obstacle.
    :param also_native: hazards whose natives are native to it too.
    """

    printed: bool = False
    walk_up: Passage = Passage()
    walk_down: Passage = Passage()
    slows_upwards_only_if_higher: bool = False
    strike_up: Effects = field(factory=dict)
    strike_down: Effects = field(factory=dict)
    rangestrike_up: Effects = field(factory=dict)
    no_contact: bool = False
    no_carry_up: bool = False
    sight: Kind | None = None
    also_native: tuple[str, ...] = ()
    name: str = field(default="", metadata=HIDDEN)


def on_striker(effects: Effects, native: bool) -> Iterator[tuple[str, Effect]]:
    """The effects on a striker, each with ``native``, ``non-native``, or an empty text for any."""
    for who, effect in effects.items():
        if who == "any":
            yield "", effect
        elif who == "native" and native:
            yield "native", effect
        elif who == "other" and not native:
            yield "non-native", effect


def on_strike_at(effects: Effects, striker_native: bool, target_native: bool) -> Iterator[tuple[str, Effect]]:
    """The effects of striking into a hazard, each with whom it affects."""
    for who, effect in effects.items():
        if who == "any" or (who == "native_against_other" and target_native and not striker_native):
            yield who, effect


def in_phase(hazard: Hazard, native_to: frozenset[str]) -> Iterator[Effect]:
    """The effects of a Strike Phase on a character in a hazard."""
    for who, effect in hazard.each_strike_phase.items():
        native = hazard.name in native_to
        if who == "any" or (who == "native" and native) or (who == "other" and not native) or who in native_to:
            yield effect


# --- maps ------------------------------------------------------------------------------------------------------------


@frozen
class BattleHex:
    """One hex of a Battleland.

    :param hazard: what covers it (``Plains`` if nothing does).
    :param x, y: its column, and its row from the top.
    :param neighbours: hex numbers by direction (0 up, then clockwise), None off the map.
    :param down: the hexside hazards that go down from this hex, by direction.
    :param up: the hexside hazards that go up from this hex, by direction.
    """

    label: str
    hazard: str
    elevation: int
    x: int
    y: int
    neighbours: tuple[int | None, ...]
    down: tuple[str | None, ...]
    up: tuple[str | None, ...]


@frozen
class MapDocument:
    """A Battleland's map; open ground and level 0 are omitted.

    :param hazards: hexes by hazard.
    :param levels: hexes by level.
    :param hexsides: by hexside hazard, the pairs of hexes, its own hex first: ``D4-D5``.
    :param deployment: where a defender is placed instead of entering; the attacker then enters at the bottom.
    """

    hazards: Mapping[str, tuple[str, ...]] = field(factory=dict)
    levels: Mapping[str, tuple[str, ...]] = field(factory=dict)
    hexsides: Mapping[str, tuple[str, ...]] = field(factory=dict)
    deployment: tuple[str, ...] = ()


@frozen(eq=False)
class Battleland:
    """One terrain's map.

    :param hexes: in the order of :data:`titan_rules.box.hexes.HEXES`.
    :param deployment: the hexes in which a defender is placed, if at all (BATTLE-4).
    """

    terrain: str
    hexes: tuple[BattleHex, ...]
    hazards: Mapping[str, Hazard] = field(repr=False)
    hexsides: Mapping[str, Hexside] = field(repr=False)
    deployment: tuple[str, ...] = ()

    def __getitem__(self, label: str) -> BattleHex:
        return self.hexes[HEX_NUMBER[label]]

    def with_hazard(self, hazard: str) -> int:
        """The mask of the hexes that a hazard covers."""
        return mask_of(h.label for h in self.hexes if h.hazard == hazard)

    def direction(self, start: int, end: int) -> int:
        """The direction from a hex to its neighbour, both by number.

        :raises ValueError: they are not adjacent.
        """
        return self.hexes[start].neighbours.index(end)

    def sides(self, here: int, direction: int) -> tuple[Hexside | None, Hexside | None]:
        """The hexside hazards gone down and up when leaving a hex in a direction."""
        place = self.hexes[here]
        down, up = place.down[direction], place.up[direction]
        return down and self.hexsides[down], up and self.hexsides[up]  # type: ignore[return-value]

    def rise(self, here: int, there: int) -> int:
        """How much higher a hex is than another."""
        return self.hexes[there].elevation - self.hexes[here].elevation


def battleland(
    terrain: str, drawn: MapDocument, hazards: Mapping[str, Hazard], hexsides: Mapping[str, Hexside]
) -> Battleland:
    """The map of a terrain."""
    covering = {label: hazard for hazard, labels in drawn.hazards.items() for label in labels}
    level = {label: int(height) for height, labels in drawn.levels.items() for label in labels}
    down: list[list[str | None]] = [[None] * DIRECTIONS for _ in HEXES]
    for side, pairs in drawn.hexsides.items():
        for pair in pairs:
            here, there = (HEX_NUMBER[label] for label in pair.split("-"))
            down[here][NEIGHBOURS[here].index(there)] = side
    hexes = []
    for number, label in enumerate(HEXES):
        around = NEIGHBOURS[number]
        up = tuple([None if n is None else down[n][(d + 3) % DIRECTIONS] for d, n in enumerate(around)])
        x, y = PLACES[number]
        hexes.append(
            BattleHex(label, covering.get(label, CLEAR), level.get(label, 0), x, y, around, tuple(down[number]), up)
        )
    return Battleland(terrain, tuple(hexes), hazards, hexsides, drawn.deployment)


@lru_cache(512)
def contact_masks(land: Battleland) -> tuple[int, ...]:
    """Each hex's neighbours as a mask, less those across a cliff or the like (MANEUVER-2)."""
    masks = [sum([1 << there for there in h.neighbours if there is not None]) for h in land.hexes]
    for number, h in enumerate(land.hexes):
        for there, side in zip(h.neighbours, h.down, strict=True):
            if there is not None and side is not None and land.hexsides[side].no_contact:
                masks[number] &= ~(1 << there)
                masks[there] &= ~(1 << number)
    return tuple(masks)
