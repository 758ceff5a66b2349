"""The options for disputed readings of TITAN's rules, and their presets."""

from collections.abc import Mapping
from typing import Any, Literal, get_args

from attrs import field, fields, frozen

from ..kernel.rulesets import Option, OptionValue, RulesetTable


def _reading(default: OptionValue, about: str, *rules: str) -> Any:
    """A field of :class:`Ruleset`: the readings explained, and the rules that they decide."""
    return field(default=default, metadata={"about": about, "rules": rules})


@frozen
class Ruleset:
    """The value of each option."""

    tower_ties: Literal["all_again", "first_keeps"] = _reading(
        "all_again",
        "whether all who rolled the same tower number roll again, or who rolled it first keeps it",
        "SETUP-2",
    )
    recombine_marker: Literal["original", "mover"] = _reading(
        "original",
        "whether parts recombine under the marker of the Legion that was split, or the mover says which stays",
        "MOVE-9",
    )
    tower_teleport: Literal["law", "titan_to_towers"] = _reading(
        "law", "any Lord's Legion to Towers and within six lands, or only the Titan's and only to Towers", "TELE-2"
    )
    titan_teleport: Literal["law", "within_six"] = _reading(
        "law", "to any land an enemy holds, or to any land within six", "TELE-3"
    )
    first_turn_teleport: Literal["allowed", "forbidden"] = _reading(
        "allowed", "whether a Legion may teleport in a player's first turn", "TELE-4"
    )
    balanced_towers: bool = _reading(False, "whether Towers are spread evenly round the highest roller", "SETUP-2")
    mulligan: Literal["before_moves", "any_time", "moves_stand"] = _reading(
        "before_moves",
        "a mulligan only before any move, or later: moves already made are taken back, or stand",
        "ROLL-1",
    )
    flee_rounding: Literal["per_character", "total"] = _reading(
        "per_character", "whether half points are rounded down for each character or for the sum", "ENG-3"
    )
    concession: Literal["sequence", "immediate"] = _reading(
        "sequence", "concessions at the points of the sequence of play, or by either side at any time", "CONCEDE-1"
    )
    carry_declaration: Literal["penalty", "targets_and_order"] = _reading(
        "penalty", "a penalty is declared before rolling, or all targets and their order", "CARRY-2"
    )
    summons_in_phase: Literal["any_time", "at_start"] = _reading(
        "any_time",
        "whether a summons comes at any time in the Maneuver Phase, or only before any character has moved",
        "BATTLE-2",
        "SUMMON-1",
    )
    reinforcement_after_concession: Literal["unless_before_entering", "first_turn"] = _reading(
        "unless_before_entering",
        "which concession of the attacker bars a reinforcement: before its first character has entered, or any"
        " in its first battle turn",
        "REINF-2",
    )
    missile_across_cliff: Literal["allowed", "forbidden"] = _reading(
        "allowed", "whether a magic missile may be aimed at an adjacent character across a cliff", "RANGE-2"
    )
    three_slopes: Literal["both_ends", "one_end"] = _reading(
        "both_ends",
        "whether three slopes on a line of sight block it unless both ends are atop, or unless one is",
        "RANGE-7",
    )
    archangel: Literal["replaces_angel", "choice"] = _reading(
        "replaces_angel", "at a multiple of 500 the Archangel, or an Angel or an Archangel", "ACQUIRE-1"
    )
    after_battle: Literal["summon_first", "acquire_first", "remove_first"] = _reading(
        "summon_first",
        "whether summons and reinforcement come before acquired Angels or after them,"
        " or after the Legions of a slain Titan's player are off the board, too",
        "SCORE-5",
    )
    withdrawal_scores: Literal["law", "engaged_half"] = _reading(
        "law",
        "whether a player that withdraws loses its Titan to who is engaged with it,"
        " or half points for every Legion engaged",
        "WITHDRAW-1",
    )
    mutual_titans: Literal["nobody", "defender_dies_first"] = _reading(
        "nobody", "who is the slayer when two Titans die in one Engagement", "D-2"
    )
    lords_return: Literal["engagement_end", "next_fought_battle"] = _reading(
        "engagement_end", "when removed Lords and Demi-Lords are back with the caretaker", "SCORE-4"
    )
    missile_ignores_brambles: bool = _reading(
        True, "whether a magic missile is unchanged by a native in Brambles", "RANGE-5"
    )
    cliffs: Literal["both_ways", "up_only"] = _reading(
        "both_ways", "whether a cliff stops those who walk down it, too", "MANEUVER-6"
    )
    entry_map: Literal["law", "left_and_bottom_exchanged"] = _reading(
        "law", "where left and bottom enter the Battleland", "BATTLE-3"
    )


OPTIONS = tuple(
    [
        Option(f.name, get_args(f.type) or (f.default, not f.default), f.metadata["rules"], f.metadata["about"])
        for f in fields(Ruleset)
    ]
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


STANDARD = Ruleset()


def ruleset(preset: str = "standard", overrides: Mapping[str, OptionValue] | None = None) -> Ruleset:
    """A preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(Ruleset, preset, overrides or {})
