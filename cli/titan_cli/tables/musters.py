"""Musters as JSON and as text for people, for every command that shows them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from titan_rules.rules.masterboard.mustering import MusterOption

from . import words


def option_json(option: MusterOption) -> dict[str, Any]:
    """An option as in ``recruit-options``."""
    return {"muster": option.muster, "with": [list(way) for way in option.ways], "left": option.left}


def ways_text(ways: Iterable[Sequence[str]]) -> str:
    """All ways to qualify: ``Cyclops or 2 × Gargoyle``."""
    return " or ".join(words.characters(way) or "nothing" for way in ways)


def brief(options: Iterable[Mapping[str, Any]]) -> str:
    """Only what may be mustered, and how many are left: ``Gargoyle 19, Cyclops 28``."""
    return ", ".join(f"{o['muster']} {o['left']}" for o in options)
