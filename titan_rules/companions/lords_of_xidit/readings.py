"""Every rule of the sheet that can be read in two ways, by name."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from ...kernel.rulesets import Option, OptionValue, RulesetTable

OPTIONS = (
    Option(
        "act_order",
        ("one_symbol", "distinct"),
        ("LX-ORDER-2",),
        "recruit and repel are one symbol judged by the tile that is met, or two orders that each fit one kind only",
    ),
    Option(
        "same_city",
        ("barred", "new_tile_allowed"),
        ("LX-RECRUIT-3",),
        "one recruit a year from a city, or from a city's tile: a new tile there may be used again",
    ),
    Option(
        "lost_reward",
        ("take_what_can_be", "may_be_lost"),
        ("LX-REPEL-2",),
        "rewards are chosen among those that can be taken, or any two may be named and what cannot be taken is lost",
    ),
    Option(
        "harp_split",
        ("split", "one_region"),
        ("LX-HARP-1",),
        "the harps of one reward go to adjacent regions as one likes, or all into one of them",
    ),
    Option(
        "few_harps",
        ("place_rest", "not_choosable"),
        ("LX-HARP-3",),
        "with fewer harps left than shown the rest is placed, or the reward cannot be chosen",
    ),
    Option(
        "guild_number",
        ("storeys", "towers"),
        ("LX-GUILD-1",),
        "the number beside a guild counts storeys, or towers of which a space holds one",
    ),
    Option(
        "full_tower",
        ("build_up", "not_choosable", "keep"),
        ("LX-GUILD-3",),
        "what does not fit on one's own tower is lost, forbids the reward, or is kept for later towers",
    ),
    Option(
        "turned_pile",
        ("in_order", "shuffled"),
        ("LX-SUPPLY-3", "LX-SUPPLY-4"),
        "a discard turned over becomes the pile as it lies, first discarded first drawn, or is shuffled",
    ),
    Option(
        "occupied_city",
        ("ask", "under_the_pile", "discard"),
        ("LX-SUPPLY-7",),
        "a new tile whose city holds a tile: a ruling is needed, it goes under its pile, or to its discard; "
        "in the last two the next tile comes",
    ),
    Option(
        "awakening",
        ("next_space", "city"),
        ("LX-TITAN-1",),
        "the Titans awaken when the space of the next monster stays empty, or when a city itself goes without",
    ),
    Option(
        "titan_city",
        ("without_tile", "any"),
        ("LX-TITAN-5",),
        "a titan is repelled from a city without a tile, or from any city in place of what its tile asks",
    ),
    Option(
        "next_titan",
        ("stays_down", "turned_up"),
        ("LX-TITAN-8",),
        "whether the next titan of the pile is turned up when one is repelled",
    ),
    Option(
        "all_show_none",
        ("nobody", "all_tie"),
        ("LX-CENSUS-5",),
        "when everybody shows nothing nobody is rewarded, or all tie for first",
    ),
    Option(
        "second_without_harp",
        ("none", "counts"),
        ("LX-FINAL-5",),
        "a place in a region needs a harp there, or those without one can be second",
    ),
    Option(
        "elimination_of_five",
        ("two_then_one", "two_each_time"),
        ("LX-FINAL-8",),
        "with five players two are eliminated first and one second, or two each time",
    ),
    Option(
        "eliminated_harps",
        ("count", "remove"),
        ("LX-FINAL-9",),
        "the harps of the eliminated count in later regions, or are removed from the board",
    ),
)

RULESETS = RulesetTable(OPTIONS, {"sheet": {}, "official": {"eliminated_harps": "remove"}})


@frozen
class Readings:
    """The reading chosen for each option; see :data:`OPTIONS`."""

    act_order: Literal["one_symbol", "distinct"] = "one_symbol"
    same_city: Literal["barred", "new_tile_allowed"] = "barred"
    lost_reward: Literal["take_what_can_be", "may_be_lost"] = "take_what_can_be"
    harp_split: Literal["split", "one_region"] = "split"
    few_harps: Literal["place_rest", "not_choosable"] = "place_rest"
    guild_number: Literal["storeys", "towers"] = "storeys"
    full_tower: Literal["build_up", "not_choosable", "keep"] = "build_up"
    turned_pile: Literal["in_order", "shuffled"] = "in_order"
    occupied_city: Literal["ask", "under_the_pile", "discard"] = "ask"
    awakening: Literal["next_space", "city"] = "next_space"
    titan_city: Literal["without_tile", "any"] = "without_tile"
    next_titan: Literal["stays_down", "turned_up"] = "stays_down"
    all_show_none: Literal["nobody", "all_tie"] = "nobody"
    second_without_harp: Literal["none", "counts"] = "none"
    elimination_of_five: Literal["two_then_one", "two_each_time"] = "two_then_one"
    eliminated_harps: Literal["count", "remove"] = "count"


def readings(preset: str, overrides: Mapping[str, OptionValue]) -> Readings:
    """The readings of a preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(Readings, preset, overrides)
