"""Rulesets of an invented game."""

from typing import Any, Literal

import pytest
from attrs import frozen

from looping import for_each
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.rulesets import Rulesets, reading


@frozen
class Frogs:
    jumps: Literal["high", "far"] = reading("FROG-1", about="how frogs jump")
    rain: Literal[True, False] = reading(about="if it rains")


TABLE = Rulesets(Frogs, {"plain": {}, "dry": {"rain": False}})


def test_presets_and_overrides() -> None:
    assert TABLE.chosen("dry", {"jumps": "far"}) == Frogs("far", False)
    assert TABLE.chosen("dry", {"rain": True}) == Frogs("high", True)


@for_each(
    ("preset", "overrides", "expected"),
    [
        ("plane", {}, [("unknown-ruleset", "/at/ruleset", "did you mean plain?")]),
        ("zzz", {}, [("unknown-ruleset", "/at/ruleset", "one of: plain, dry")]),
        ("plain", {"jump": "far"}, [("unknown-option", "/at/options/jump", "did you mean jumps?")]),
        ("plain", {"a/b": "far"}, [("unknown-option", "/at/options/a~1b", None)]),
        ("plain", {"jumps": "low"}, [("bad-option", "/at/options/jumps", "one of: high, far")]),
        ("plain", {"jumps": True}, [("bad-option", "/at/options/jumps", "one of: high, far")]),
        ("plain", {"rain": "true"}, [("bad-option", "/at/options/rain", "one of: true, false")]),
        ("plain", {"rain": 1}, [("bad-option", "/at/options/rain", "one of: true, false")]),
        (
            "plane",
            {"jumps": "low", "rain": 0},
            [
                ("unknown-ruleset", "/at/ruleset", "did you mean plain?"),
                ("bad-option", "/at/options/jumps", "one of: high, far"),
                ("bad-option", "/at/options/rain", "one of: true, false"),
            ],
        ),
    ],
)
def test_faults(preset: str, overrides: dict[str, Any], expected: list[tuple[str, str, str | None]]) -> None:
    found = TABLE.faults(preset, overrides, "/at")
    assert [(fault.code, fault.pointer, fault.hint) for fault in found] == expected
    with pytest.raises(DocumentError):
        TABLE.chosen(preset, overrides)


def test_typed_options() -> None:
    assert TABLE.typed("jumps=far") == ("jumps", "far")
    assert TABLE.typed(" rain = FALSE ") == ("rain", False)


@for_each("text", ["jumps", "", "=far", "jumps=", "jumps=low", "leaps=far", "rain=1", "rain=maybe"])
def test_badly_typed_options(text: str) -> None:
    with pytest.raises(DocumentError):
        TABLE.typed(text)


@for_each(
    ("preset", "overrides", "message"),
    [
        ("plane" * 20, {}, f"unknown ruleset '{'plane' * 11}pl...'"),
        ("plain", {"jump": "far"}, "unknown ruleset option 'jump'"),
        ("plain", {"jumps": "low"}, "option jumps cannot be 'low'"),
        ("plain", {"rain": 1}, "option rain cannot be 1"),
        ("plain", {"rain": None}, "option rain cannot be null"),
    ],
)
def test_a_fault_says_what_was_given(preset: str, overrides: dict[str, Any], message: str) -> None:
    assert [fault.message for fault in TABLE.faults(preset, overrides)] == [message]


def test_the_options_of_a_game_and_their_readings() -> None:
    jumps, rain = TABLE.options.values()
    assert (jumps.name, jumps.values, jumps.rules, jumps.about) == (
        "jumps",
        ("high", "far"),
        ("FROG-1",),
        "how frogs jump",
    )
    assert (rain.values, rain.rules) == ((True, False), ())
    assert TABLE.presets == {"plain": {"jumps": "high", "rain": True}, "dry": {"jumps": "high", "rain": False}}
    assert TABLE.chosen("dry", {}) is TABLE.chosen("dry", {})
    with pytest.raises(DocumentError, match=r"^an option is written NAME=VALUE, not 'jumps'$"):
        TABLE.typed("jumps")
