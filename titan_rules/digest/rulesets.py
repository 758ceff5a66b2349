"""Every disputed reading of TITAN's rules, by name, and the presets that choose between them."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from ..kernel.rulesets import Option, OptionValue, RulesetTable

OPTIONS = (
    Option(
        "tower_ties",
        ("all_again", "first_keeps"),
        ("SETUP-2",),
        "whether all who rolled the same tower number roll again, or who rolled it first keeps it",
    ),
    Option(
        "recombine_marker",
        ("original", "mover"),
        ("MOVE-9",),
        "whether parts recombine under the marker of the Legion that was split, or the mover says which stays",
    ),
    Option(
        "tower_teleport",
        ("law", "titan_to_towers"),
        ("TELE-2",),
        "any Lord's Legion to Towers and within six lands, or only the Titan's and only to Towers",
    ),
    Option(
        "titan_teleport", ("law", "within_six"), ("TELE-3",), "to any land an enemy holds, or to any land within six"
    ),
    Option(
        "first_turn_teleport",
        ("allowed", "forbidden"),
        ("TELE-4",),
        "whether a Legion may teleport in a player's first turn",
    ),
    Option("balanced_towers", (False, True), ("SETUP-2",), "whether Towers are spread evenly round the highest roller"),
    Option(
        "mulligan",
        ("before_moves", "any_time", "moves_stand"),
        ("ROLL-1",),
        "a mulligan only before any move, or later: moves already made are taken back, or stand",
    ),
    Option(
        "flee_rounding",
        ("per_character", "total"),
        ("ENG-3",),
        "whether half points are rounded down for each character or for the sum",
    ),
    Option(
        "concession",
        ("sequence", "immediate"),
        ("CONCEDE-1",),
        "concessions at the points of the sequence of play, or by either side at any time",
    ),
    Option(
        "carry_declaration",
        ("penalty", "targets_and_order"),
        ("CARRY-2",),
        "a penalty is declared before rolling, or all targets and their order",
    ),
    Option(
        "summons_in_phase",
        ("any_time", "at_start"),
        ("BATTLE-2", "SUMMON-1"),
        "whether a summons comes at any time in the Maneuver Phase, or only before any character has moved",
    ),
    Option(
        "reinforcement_after_concession",
        ("unless_before_entering", "first_turn"),
        ("REINF-2",),
        "which concession of the attacker bars a reinforcement: before its first character has entered, or any in its"
        " first battle turn",
    ),
    Option(
        "missile_across_cliff",
        ("allowed", "forbidden"),
        ("RANGE-2",),
        "whether a magic missile may be aimed at an adjacent character across a cliff",
    ),
    Option(
        "three_slopes",
        ("both_ends", "one_end"),
        ("RANGE-7",),
        "whether three slopes on a line of sight block it unless both ends are atop, or unless one is",
    ),
    Option(
        "archangel",
        ("replaces_angel", "choice"),
        ("ACQUIRE-1",),
        "at a multiple of 500 the Archangel, or an Angel or an Archangel",
    ),
    Option(
        "after_battle",
        ("summon_first", "acquire_first", "remove_first"),
        ("SCORE-5",),
        "whether summons and reinforcement come before acquired Angels or after them, or after the Legions of a slain"
        " Titan's player are off the board, too",
    ),
    Option(
        "withdrawal_scores",
        ("law", "engaged_half"),
        ("WITHDRAW-1",),
        "whether a player that withdraws loses its Titan to who is engaged with it, or half points for every Legion"
        " engaged",
    ),
    Option(
        "mutual_titans",
        ("nobody", "defender_dies_first"),
        ("D-2",),
        "who is the slayer when two Titans die in one Engagement",
    ),
    Option(
        "lords_return",
        ("engagement_end", "next_fought_battle"),
        ("SCORE-4",),
        "when removed Lords and Demi-Lords are back with the caretaker",
    ),
    Option(
        "missile_ignores_brambles",
        (True, False),
        ("RANGE-5",),
        "whether a magic missile is unchanged by a native in Brambles",
    ),
    Option("cliffs", ("both_ways", "up_only"), ("MANEUVER-6",), "whether a cliff stops those who walk down it, too"),
    Option(
        "entry_map", ("law", "left_and_bottom_exchanged"), ("BATTLE-3",), "where left and bottom enter the Battleland"
    ),
)

RULESETS = RulesetTable(
    OPTIONS,
    {
        "standard": {},
        "law": {
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


@frozen
class Ruleset:
    """The reading chosen for each option; see :data:`OPTIONS`."""

    tower_ties: Literal["all_again", "first_keeps"] = "all_again"
    recombine_marker: Literal["original", "mover"] = "original"
    tower_teleport: Literal["law", "titan_to_towers"] = "law"
    titan_teleport: Literal["law", "within_six"] = "law"
    first_turn_teleport: Literal["allowed", "forbidden"] = "allowed"
    balanced_towers: bool = False
    mulligan: Literal["before_moves", "any_time", "moves_stand"] = "before_moves"
    flee_rounding: Literal["per_character", "total"] = "per_character"
    concession: Literal["sequence", "immediate"] = "sequence"
    carry_declaration: Literal["penalty", "targets_and_order"] = "penalty"
    summons_in_phase: Literal["any_time", "at_start"] = "any_time"
    reinforcement_after_concession: Literal["unless_before_entering", "first_turn"] = "unless_before_entering"
    missile_across_cliff: Literal["allowed", "forbidden"] = "allowed"
    three_slopes: Literal["both_ends", "one_end"] = "both_ends"
    archangel: Literal["replaces_angel", "choice"] = "replaces_angel"
    after_battle: Literal["summon_first", "acquire_first", "remove_first"] = "summon_first"
    withdrawal_scores: Literal["law", "engaged_half"] = "law"
    mutual_titans: Literal["nobody", "defender_dies_first"] = "nobody"
    lords_return: Literal["engagement_end", "next_fought_battle"] = "engagement_end"
    missile_ignores_brambles: bool = True
    cliffs: Literal["both_ways", "up_only"] = "both_ways"
    entry_map: Literal["law", "left_and_bottom_exchanged"] = "law"


STANDARD = Ruleset()


def ruleset(preset: str = "standard", overrides: Mapping[str, OptionValue] | None = None) -> Ruleset:
    """The readings of a preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(Ruleset, preset, overrides or {})
