"""The options for disputed readings of TITAN's rules, and their presets."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from ..kernel.rulesets import OptionValue, Rulesets, reading


@frozen
class Ruleset:
    """The value of each option."""

    tower_ties: Literal["all_again", "first_keeps"] = reading(
        "SETUP-2", about="whether all who rolled the same tower number roll again, or who rolled it first keeps it"
    )
    recombine_marker: Literal["original", "mover"] = reading(
        "MOVE-9",
        about="whether parts recombine under the marker of the Legion that was split, or the mover says which stays",
    )
    tower_teleport: Literal["law", "titan_to_towers", "not_to_towers", "none"] = reading(
        "TELE-2",
        about="any Lord's Legion to Towers and within six lands, only the Titan's and only to Towers, any Lord's within"
        " six lands but to no Tower, or nobody's",
    )
    titan_teleport: Literal["law", "within_six", "none"] = reading(
        "TELE-3", about="to any land an enemy holds, to any land within six, or not at all"
    )
    first_turn_teleport: Literal["allowed", "not_to_towers", "forbidden"] = reading(
        "TELE-4", about="whether a Legion may teleport in a player's first turn, and to a Tower"
    )
    balanced_towers: Literal[False, True] = reading(
        "SETUP-2", about="whether Towers are spread evenly round the highest roller"
    )
    mulligan: Literal["before_moves", "any_time", "moves_stand"] = reading(
        "ROLL-1", about="a mulligan only before any move, or later: moves already made are taken back, or stand"
    )
    mulligans: Literal["one", "free_2_and_5", "unlimited"] = reading(
        "ROLL-1",
        about="whether a player rolls again once in its first turn, at every 2 and 5 and at nothing else, or at will",
    )
    first_turn_warlock: Literal["allowed", "forbidden"] = reading(
        "MUSTER-4", about="whether a Warlock may be mustered in a player's first turn"
    )
    flee_rounding: Literal["per_character", "total"] = reading(
        "ENG-3", about="whether half points are rounded down for each character or for the sum"
    )
    concession: Literal["sequence", "immediate"] = reading(
        "CONCEDE-1", about="concessions at the points of the sequence of play, or by either side at any time"
    )
    carry_declaration: Literal["penalty", "targets_and_order"] = reading(
        "CARRY-2", about="a penalty is declared before rolling, or all targets and their order"
    )
    summons_in_phase: Literal["any_time", "at_start"] = reading(
        "BATTLE-2",
        "SUMMON-1",
        about="whether a summons comes at any time in the Maneuver Phase, or only before any character has moved",
    )
    reinforcement_after_concession: Literal["unless_before_entering", "first_turn"] = reading(
        "REINF-2",
        about="which concession of the attacker bars a reinforcement: before its first character has entered, or any"
        " in its first battle turn",
    )
    missile_across_cliff: Literal["allowed", "forbidden"] = reading(
        "RANGE-2", about="whether a magic missile may be aimed at an adjacent character across a cliff"
    )
    three_slopes: Literal["both_ends", "one_end"] = reading(
        "RANGE-7", about="whether three slopes on a line of sight block it unless both ends are atop, or unless one is"
    )
    archangel: Literal["replaces_angel", "choice"] = reading(
        "ACQUIRE-1", about="at a multiple of 500 the Archangel, or an Angel or an Archangel"
    )
    after_battle: Literal["summon_first", "acquire_first", "remove_first"] = reading(
        "SCORE-5",
        about="whether summons and reinforcement come before acquired Angels or after them,"
        " or after the Legions of a slain Titan's player are off the board, too",
    )
    withdrawal_scores: Literal["law", "engaged_half"] = reading(
        "WITHDRAW-1",
        about="whether a player that withdraws loses its Titan to who is engaged with it,"
        " or half points for every Legion engaged",
    )
    mutual_titans: Literal["nobody", "defender_dies_first"] = reading(
        "D-2", about="who is the slayer when two Titans die in one Engagement"
    )
    lords_return: Literal["engagement_end", "next_fought_battle"] = reading(
        "SCORE-4", about="when removed Lords and Demi-Lords are back with the caretaker"
    )
    missile_ignores_brambles: Literal[True, False] = reading(
        "RANGE-5", about="whether a magic missile is unchanged by a native in Brambles"
    )
    cliffs: Literal["both_ways", "up_only"] = reading(
        "MANEUVER-6", about="whether a cliff stops those who walk down it, too"
    )
    entry_map: Literal["law", "left_and_bottom_exchanged"] = reading(
        "BATTLE-3", about="where left and bottom enter the Battleland"
    )


RULESETS = Rulesets(
    Ruleset,
    {
        "standard": {},
        "law": {
            "flee_rounding": "total",
            "missile_across_cliff": "forbidden",
            "three_slopes": "one_end",
        },
        "tournament": {
            "balanced_towers": True,
            "mulligans": "free_2_and_5",
            "first_turn_teleport": "not_to_towers",
            "flee_rounding": "total",
            "missile_across_cliff": "forbidden",
            "three_slopes": "one_end",
        },
        "summary": {
            "tower_teleport": "titan_to_towers",
            "titan_teleport": "within_six",
            "concession": "immediate",
            "carry_declaration": "targets_and_order",
            "summons_in_phase": "at_start",
        },
        "colossus": {
            "tower_ties": "first_keeps",
            "recombine_marker": "mover",
            "mulligan": "any_time",
            "flee_rounding": "total",
            "concession": "immediate",
            "summons_in_phase": "at_start",
            "reinforcement_after_concession": "first_turn",
            "archangel": "choice",
            "after_battle": "remove_first",
            "withdrawal_scores": "engaged_half",
            "mutual_titans": "defender_dies_first",
            "lords_return": "next_fought_battle",
        },
        "slugathon": {
            "tower_ties": "first_keeps",
            "recombine_marker": "mover",
            "mulligan": "moves_stand",
            "flee_rounding": "total",
            "concession": "immediate",
            "summons_in_phase": "at_start",
            "reinforcement_after_concession": "first_turn",
            "archangel": "choice",
            "after_battle": "acquire_first",
            "withdrawal_scores": "engaged_half",
            "missile_ignores_brambles": False,
            "cliffs": "up_only",
            "entry_map": "left_and_bottom_exchanged",
        },
    },
)


def ruleset(preset: str = "standard", overrides: Mapping[str, OptionValue] | None = None) -> Ruleset:
    """A preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(preset, overrides or {})


OPTIONS = tuple(RULESETS.options.values())
STANDARD = ruleset()
