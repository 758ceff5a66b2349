"""Hazards of hexes and hexsides, and their effects."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.fields import HIDDEN, Between

Kind: TypeAlias = Literal["slope", "dune", "cliff", "wall"]  # for lines of sight (RANGE-7)

Cost: TypeAlias = Literal["free", "slow", "no"]
Change: TypeAlias = Annotated[int, Between(-9, 9)]

_COST = {"free": 1, "slow": 2, "no": None}
CLEAR = "Plains"  # the hazard of a hex that has none


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


# By whom they concern: native, other, any, native_against_other, or natives of a hazard.
Effects: TypeAlias = Mapping[str, Effect]


@frozen
class Passage:
    """What going somewhere costs natives, and others."""

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
    """What covers a hex, and what it does.

    :param called: its name within a sentence (``the Volcano``), if that differs; see :attr:`said`.
    :param printed: it belongs to the printed game, whose own rules speak of it.
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
    """What lies along a hexside, and what it does: *up* is towards the hex that it belongs to.

    :param slows_upwards_only_if_higher: going up it is slow only towards a really higher hex.
    :param no_contact: characters on its two sides are not in contact.
    :param no_carry_up: hits carry up it only from a strike that goes up the like.
    :param sight: what it counts as for lines of sight; None: no obstacle.
    :param also_native: natives of these hazards are its natives, too.
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
    """The effects on a striker, each with ``native``, ``non-native`` or, if that does not matter, an empty text."""
    for who, effect in effects.items():
        if who == "any":
            yield "", effect
        elif who == "native" and native:
            yield "native", effect
        elif who == "other" and not native:
            yield "non-native", effect


def on_strike_at(effects: Effects, striker_native: bool, target_native: bool) -> Iterator[tuple[str, Effect]]:
    """The effects of striking into a hazard, with whom they concern."""
    for who, effect in effects.items():
        if who == "any" or (who == "native_against_other" and target_native and not striker_native):
            yield who, effect


def in_phase(hazard: Hazard, native_to: frozenset[str]) -> Iterator[Effect]:
    """The effects of a Strike Phase on a character in a hazard."""
    for who, effect in hazard.each_strike_phase.items():
        native = hazard.name in native_to
        if who == "any" or (who == "native" and native) or (who == "other" and not native) or who in native_to:
            yield effect
