"""Every disputed reading of the sheet, and the presets that choose between them."""

from typing import Literal

from attrs import frozen

from ...kernel.games import Rulesets, reading


@frozen
class Readings:
    """The reading chosen for each disputed rule."""

    occupied: Literal["no_passing", "no_stopping"] = reading(
        "CS-MOVE-3", about="an occupied hex is neither entered nor passed, or a move may pass it but not end there"
    )
    no_farther: Literal["end_hex", "every_step"] = reading(
        "CS-MOVE-5",
        about="only the end of a move is compared with its start, or no single step may lead farther from the mark",
    )
    lateral: Literal["one", "any"] = reading(
        "CS-MOVE-8", about="a minion that cannot get nearer may move one hex, or any amount of its movement"
    )
    ai_nearest: Literal["any_length", "full_first"] = reading(
        "CS-MOVE-21", about="AI minions go to the nearest hex they can reach, or try the ends of full movement first"
    )
    ai_ranged_stop: Literal["choice", "nearest", "farthest"] = reading(
        "CS-MOVE-22", about="which of several hexes an AI hero with Range attacks its mark from"
    )
    ai_swap_and_lateral: Literal[False, True] = reading(
        "CS-MOVE-23", "CS-MOVE-6", "CS-MOVE-8", about="whether AI minions swap with heroes and move sideways, too"
    )
    spire_damage: Literal["one_or_more", "even_zero"] = reading(
        "CS-ATT-5", about="an upgrade goes at damage 1 or more, or even at damage 0"
    )
    spire_falls: Literal["next_hit", "last_upgrade"] = reading(
        "CS-ATT-5", about="a spire falls to a hit when no upgrade is left, or when its last upgrade goes"
    )
    ai_rank: Literal["ordered", "unranked"] = reading(
        "CS-ATT-31",
        "CS-ATT-32",
        about="the targets inside a class are ranked as written, or are one class whose ties the player breaks",
    )
    tile_beside: Literal["spire_groups", "influenced_groups"] = reading(
        "CS-INF-4",
        about="a tile on free ground lies beside a group that holds one's spire, or beside any influenced group",
    )
    tile_chips: Literal["no_covered_hex", "no_influenced_hex"] = reading(
        "CS-INF-4", about="no hex that a tile covers may hold a chip, or only the influenced ones may not"
    )
    group_retaliation: Literal["none", "revealed"] = reading(
        "CS-GRP-2", about="when a group's top minion falls nobody strikes back, or the one beneath does"
    )
    group_carry_on: Literal["next_action", "same_point"] = reading(
        "CS-GRP-3",
        about="a group whose top minion falls while acting goes on with its next action, or from the same point",
    )


RULESETS = Rulesets(
    Readings,
    {
        "sheet": {},
        "official": {"lateral": "any", "ai_nearest": "full_first", "group_carry_on": "same_point"},
    },
)
