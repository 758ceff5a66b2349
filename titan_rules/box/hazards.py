"""What covers a hex or lies along a hexside, and what it does: all of it data of the box."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

Kind: TypeAlias = Literal["slope", "dune", "cliff", "wall"]
"""How a hexside counts for lines of sight (RANGE-7)."""

_COST = {"free": 1, "slow": 2, "no": None}
CLEAR = "Plains"
"""What covers a hex of which a map says nothing: open ground."""


@frozen
class Effect:
    """What one hazard does to a character in one situation.

    :param dice, skill: changes to the striker's dice and Skill-factor.
    :param number: the change to the Strike-number.
    :param hits, slowed: what each Strike Phase adds to hits and slowing; less than 0 heals.
    :param not_magic: magic missiles are exempt.
    :param only_if_higher: only where the hexes' levels differ as the hexside says.
    """

    dice: int = 0
    skill: int = 0
    number: int = 0
    hits: int = 0
    slowed: int = 0
    not_magic: bool = False
    only_if_higher: bool = False


Effects: TypeAlias = Mapping[str, Effect]
"""Effects by whom they concern: ``native``, ``other``, ``any``, ``native_against_other``, or natives of a hazard."""


@frozen
class Passage:
    """What going somewhere costs natives and others: 1, 2 (slow), or None (impossible)."""

    native: int | None = 1
    other: int | None = 1

    def cost(self, native: bool) -> int | None:
        """What it costs."""
        return self.native if native else self.other


@frozen(eq=False)
class Hazard:
    """What covers a hex.

    :param called: its name within a sentence (``the Volcano``).
    :param printed: it belongs to the printed game, whose own rules speak of it.
    :param foot, flight: entering on foot, landing in flight.
    :param native_over, other_over: fliers may pass over it.
    :param striking: effects on a character that strikes out of it.
    :param struck: effects of striking at a character in it.
    :param rangestriking, rangestruck: the same for rangestrikes.
    :param between: effects on a rangestrike over it.
    :param each_phase: effects on whoever stands in it when a Strike Phase begins.
    """

    name: str
    called: str
    printed: bool
    foot: Passage
    flight: Passage
    native_over: bool
    other_over: bool
    striking: Effects
    struck: Effects
    rangestriking: Effects
    rangestruck: Effects
    between: Effects
    each_phase: Effects
    blocks_sight: bool


@frozen(eq=False)
class Hexside:
    """What lies along a hexside; it belongs to one of the two hexes: *down* leaves that hex, *up* enters it.

    :param up, down: walking over it.
    :param slows_if_higher: going up it is slow only towards a really higher hex.
    :param strike_up, strike_down: effects on a strike over it.
    :param range_up: effects on a rangestrike that goes up it.
    :param no_contact: characters on its two sides are not in contact.
    :param no_carry_up: hits carry up it only from a strike that goes up the like.
    :param sight: what it counts as for lines of sight; None: no obstacle.
    :param also_native: natives of these hazards count as its natives.
    """

    name: str
    printed: bool
    up: Passage
    down: Passage
    slows_if_higher: bool
    strike_up: Effects
    strike_down: Effects
    range_up: Effects
    no_contact: bool
    no_carry_up: bool
    sight: Kind | None
    also_native: tuple[str, ...]


def _passage(raw: Mapping[str, str] | None) -> Passage:
    raw = raw or {}
    return Passage(_COST[raw.get("native", "free")], _COST[raw.get("other", "free")])


def _effects(raw: Mapping[str, Mapping[str, Any]] | None) -> dict[str, Effect]:
    return {who: Effect(**effect) for who, effect in (raw or {}).items()}


def hazard(name: str, raw: Mapping[str, Any]) -> Hazard:
    """A hazard from its part of a box's document."""
    over = raw.get("fly_over", {})
    return Hazard(
        name=name,
        called=raw.get("called", name),
        printed=raw.get("printed", False),
        foot=_passage(raw.get("enter_on_foot")),
        flight=_passage(raw.get("land_in_flight")),
        native_over=over.get("native", True),
        other_over=over.get("other", True),
        striking=_effects(raw.get("striker_in_it")),
        struck=_effects(raw.get("target_in_it")),
        rangestriking=_effects(raw.get("rangestriker_in_it")),
        rangestruck=_effects(raw.get("rangestrike_target_in_it")),
        between=_effects(raw.get("rangestrike_through")),
        each_phase=_effects(raw.get("each_strike_phase")),
        blocks_sight=raw.get("blocks_sight", False),
    )


def hexside(name: str, raw: Mapping[str, Any]) -> Hexside:
    """A hexside hazard from its part of a box's document."""
    return Hexside(
        name=name,
        printed=raw.get("printed", False),
        up=_passage(raw.get("walk_up")),
        down=_passage(raw.get("walk_down")),
        slows_if_higher=raw.get("slows_upwards_only_if_higher", False),
        strike_up=_effects(raw.get("strike_up")),
        strike_down=_effects(raw.get("strike_down")),
        range_up=_effects(raw.get("rangestrike_up")),
        no_contact=raw.get("no_contact", False),
        no_carry_up=raw.get("no_carry_up", False),
        sight=raw.get("sight"),
        also_native=tuple(raw.get("also_native", ())),
    )


def on_striker(effects: Effects, native: bool) -> Iterator[tuple[str, Effect]]:
    """The effects on a striker, with what it is: ``native``, ``non-native``, or nothing where that is no matter."""
    for who, effect in effects.items():
        if who == "any":
            yield "", effect
        elif who == "native" and native:
            yield "native", effect
        elif who == "other" and not native:
            yield "non-native", effect


def on_strike_at(effects: Effects, striker_native: bool, target_native: bool) -> Iterator[tuple[str, Effect]]:
    """The effects of striking at somebody in a hazard, with whom they concern."""
    for who, effect in effects.items():
        if who == "any" or (who == "native_against_other" and target_native and not striker_native):
            yield who, effect


def in_phase(hazard: Hazard, native_to: frozenset[str]) -> Iterator[Effect]:
    """The effects of a Strike Phase on a character in a hazard."""
    for who, effect in hazard.each_phase.items():
        native = hazard.name in native_to
        if who == "any" or (who == "native" and native) or (who == "other" and not native) or who in native_to:
            yield effect
