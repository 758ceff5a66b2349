"""Every disputed reading of the sheet, by name, and the presets that choose between them."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from ...kernel.rulesets import Option, OptionValue, RulesetTable

OPTIONS = (
    Option(
        "occupied",
        ("no_passing", "no_stopping"),
        ("CS-MOVE-3",),
        "an occupied hex is neither entered nor passed, or a move may pass it but not end there",
    ),
    Option(
        "no_farther",
        ("end_hex", "every_step"),
        ("CS-MOVE-5",),
        "only the end of a move is compared with its start, or no single step may lead farther from the mark",
    ),
    Option(
        "lateral",
        ("one", "any"),
        ("CS-MOVE-8",),
        "a minion that cannot get nearer may move one hex, or any amount of its movement",
    ),
    Option(
        "ai_nearest",
        ("any_length", "full_first"),
        ("CS-MOVE-21",),
        "AI minions go to the nearest hex they can reach, or try the ends of full movement first",
    ),
    Option(
        "ai_ranged_stop",
        ("choice", "nearest", "farthest"),
        ("CS-MOVE-22",),
        "which of several hexes an AI hero with Range attacks its mark from",
    ),
    Option(
        "ai_swap_and_lateral",
        (False, True),
        ("CS-MOVE-23", "CS-MOVE-6", "CS-MOVE-8"),
        "whether AI minions swap with heroes and move sideways, too",
    ),
    Option(
        "spire_damage",
        ("one_or_more", "even_zero"),
        ("CS-ATT-5",),
        "an upgrade goes at damage 1 or more, or even at damage 0",
    ),
    Option(
        "spire_falls",
        ("next_hit", "last_upgrade"),
        ("CS-ATT-5",),
        "a spire falls to a hit when no upgrade is left, or when its last upgrade goes",
    ),
    Option(
        "ai_rank",
        ("ordered", "unranked"),
        ("CS-ATT-31", "CS-ATT-32"),
        "the targets inside a class are ranked as written, or are one class whose ties the player breaks",
    ),
    Option(
        "tile_beside",
        ("spire_groups", "influenced_groups"),
        ("CS-INF-4",),
        "a tile on free ground lies beside a group that holds one's spire, or beside any influenced group",
    ),
    Option(
        "tile_chips",
        ("no_covered_hex", "no_influenced_hex"),
        ("CS-INF-4",),
        "no hex that a tile covers may hold a chip, or only the influenced ones may not",
    ),
    Option(
        "group_retaliation",
        ("none", "revealed"),
        ("CS-GRP-2",),
        "when a group's top minion falls nobody strikes back, or the one beneath does",
    ),
    Option(
        "group_carry_on",
        ("next_action", "same_point"),
        ("CS-GRP-3",),
        "a group whose top minion falls while acting goes on with its next action, or from the same point",
    ),
)

RULESETS = RulesetTable(
    OPTIONS,
    {
        "sheet": {},
        "official": {"lateral": "any", "ai_nearest": "full_first", "group_carry_on": "same_point"},
    },
)


@frozen
class Readings:
    """The reading chosen for each option; see :data:`OPTIONS`."""

    occupied: Literal["no_passing", "no_stopping"] = "no_passing"
    no_farther: Literal["end_hex", "every_step"] = "end_hex"
    lateral: Literal["one", "any"] = "one"
    ai_nearest: Literal["any_length", "full_first"] = "any_length"
    ai_ranged_stop: Literal["choice", "nearest", "farthest"] = "choice"
    ai_swap_and_lateral: bool = False
    spire_damage: Literal["one_or_more", "even_zero"] = "one_or_more"
    spire_falls: Literal["next_hit", "last_upgrade"] = "next_hit"
    ai_rank: Literal["ordered", "unranked"] = "ordered"
    tile_beside: Literal["spire_groups", "influenced_groups"] = "spire_groups"
    tile_chips: Literal["no_covered_hex", "no_influenced_hex"] = "no_covered_hex"
    group_retaliation: Literal["none", "revealed"] = "none"
    group_carry_on: Literal["next_action", "same_point"] = "next_action"


def readings(preset: str, overrides: Mapping[str, OptionValue]) -> Readings:
    """The readings of a preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(Readings, preset, overrides)
