"""The disputed rules of the sheet, their readings, and the presets."""

from typing import Literal

from attrs import frozen

from ..protocol import Rulesets, reading


@frozen
class Readings:
    """The reading chosen for each disputed rule of the sheet."""

    act_order: Literal["one_symbol", "distinct"] = reading(
        "LX-ORDER-2",
        about="recruit and repel are one symbol judged by the tile that is met, "
        "or two orders that each fit one kind only",
    )
    same_city: Literal["barred", "new_tile_allowed"] = reading(
        "LX-RECRUIT-3",
        about="one recruit a year from a city, or from a city's tile: a new tile there may be used again",
    )
    lost_reward: Literal["take_what_can_be", "may_be_lost"] = reading(
        "LX-REPEL-2",
        about="rewards are chosen among those that can be taken, "
        "or any two may be named and what cannot be taken is lost",
    )
    harp_split: Literal["split", "one_region"] = reading(
        "LX-HARP-1", about="the harps of one reward go to adjacent regions as one likes, or all into one of them"
    )
    few_harps: Literal["place_rest", "not_choosable"] = reading(
        "LX-HARP-3", about="with fewer harps left than shown the rest is placed, or the reward cannot be chosen"
    )
    guild_number: Literal["storeys", "towers"] = reading(
        "LX-GUILD-1", about="the number beside a guild counts storeys, or towers of which a space holds one"
    )
    full_tower: Literal["build_up", "not_choosable", "keep"] = reading(
        "LX-GUILD-3",
        about="what does not fit on one's own tower is lost, forbids the reward, or is kept for later towers",
    )
    turned_pile: Literal["in_order", "shuffled"] = reading(
        "LX-SUPPLY-3",
        "LX-SUPPLY-4",
        about="a discard turned over becomes the pile as it lies, first discarded first drawn, or is shuffled",
    )
    occupied_city: Literal["ask", "under_the_pile", "discard"] = reading(
        "LX-SUPPLY-7",
        about="a new tile whose city holds a tile: a ruling is needed, it goes under its pile, or to its discard; "
        "in the last two the next tile comes",
    )
    awakening: Literal["next_space", "city"] = reading(
        "LX-TITAN-1",
        about="the Titans awaken when the space of the next monster stays empty, or when a city itself goes without",
    )
    titan_city: Literal["without_tile", "any"] = reading(
        "LX-TITAN-5",
        about="a titan is repelled from a city without a tile, or from any city in place of what its tile asks",
    )
    next_titan: Literal["stays_down", "turned_up"] = reading(
        "LX-TITAN-8", about="whether the next titan of the pile is turned up when one is repelled"
    )
    all_show_none: Literal["nobody", "all_tie"] = reading(
        "LX-CENSUS-5", about="when everybody shows nothing nobody is rewarded, or all tie for first"
    )
    second_without_harp: Literal["none", "counts"] = reading(
        "LX-FINAL-5", about="a place in a region needs a harp there, or those without one can be second"
    )
    elimination_of_five: Literal["two_then_one", "two_each_time"] = reading(
        "LX-FINAL-8", about="with five players two are eliminated first and one second, or two each time"
    )
    eliminated_harps: Literal["count", "remove"] = reading(
        "LX-FINAL-9", about="the harps of the eliminated count in later regions, or are removed from the board"
    )


RULESETS = Rulesets(Readings, {"sheet": {}, "official": {"eliminated_harps": "remove"}})
