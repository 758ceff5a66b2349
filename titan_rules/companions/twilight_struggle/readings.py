"""Every reading of a rule on which the sources differ, by name."""

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from ...kernel.rulesets import Option, OptionValue, RulesetTable

RULESETS = RulesetTable(
    (
        Option(
            "us_extra_influence",
            (False, True),
            ("TS-SET-6",),
            "whether the US places 2 more influence at the start, where it already has some (a house rule)",
        ),
        Option(
            "china_card_alone",
            ("choice", "must"),
            ("TS-AR-2",),
            "whether a side with nothing but the China Card may decline to play it",
        ),
        Option(
            "held_scoring_check",
            ("first", "after_military_operations"),
            ("TS-SC-2",),
            "whether a held scoring card loses before Military Operations are checked (the designer) or after them",
        ),
        Option(
            "realignment_target",
            ("opponent_influence", "any"),
            ("TS-RLN-3",),
            "whether a realignment's target must hold opponent influence (one implementation asks for none)",
        ),
        Option(
            "military_operations",
            ("shortfall", "difference"),
            ("TS-MIL-1",),
            "only a shortfall of Military Operations is paid, or any difference (the Japanese summary's wording)",
        ),
        Option(
            "last_turn_military_check",
            (True, False),
            ("TS-MIL-3",),
            "whether Military Operations are checked at the end of turn 10, too (one implementation skips it)",
        ),
        Option(
            "domination",
            ("non_battleground", "summary"),
            ("TS-SCR-2",),
            "whether domination needs a non-battleground, too (the Japanese summary drops that clause)",
        ),
    ),
    {
        "standard": {},
        "summary": {"military_operations": "difference", "domination": "summary"},
        "club": {"us_extra_influence": True},
    },
)
"""The presets: ``standard``; ``summary``, the Japanese summary's words taken literally; ``club``, the house rule."""


@frozen
class Readings:
    """The reading chosen for each option of :data:`RULESETS`."""

    us_extra_influence: bool = False
    china_card_alone: Literal["choice", "must"] = "choice"
    held_scoring_check: Literal["first", "after_military_operations"] = "first"
    realignment_target: Literal["opponent_influence", "any"] = "opponent_influence"
    military_operations: Literal["shortfall", "difference"] = "shortfall"
    last_turn_military_check: bool = True
    domination: Literal["non_battleground", "summary"] = "non_battleground"


def readings(preset: str, overrides: Mapping[str, OptionValue]) -> Readings:
    """The readings of a preset with single options overridden.

    :raises DocumentError: an unknown preset, option or value.
    """
    return RULESETS.chosen(Readings, preset, overrides)
