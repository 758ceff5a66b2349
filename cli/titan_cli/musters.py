"""Musters as JSON and as text for people, for every command that shows them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from titan_rules.rules.mustering import MusterOption


def option_json(option: MusterOption) -> dict[str, Any]:
    """An option as in ``recruit-options``."""
    return {"muster": option.muster, "with": [list(way) for way in option.ways], "left": option.left}


def way_text(way: Sequence[str]) -> str:
    """The characters of a way: ``2 × Gargoyle``; all of a way are of one kind."""
    if not way:
        return "nothing"
    return way[0] if len(way) == 1 else f"{len(way)} × {way[0]}"


def ways_text(ways: Iterable[Sequence[str]]) -> str:
    """All ways: ``Cyclops or 2 × Gargoyle``."""
    return " or ".join(map(way_text, ways))


def brief(options: Iterable[Mapping[str, Any]]) -> str:
    """Only what may be mustered, and how many are left: ``Gargoyle 19, Cyclops 28``."""
    return ", ".join(f"{o['muster']} {o['left']}" for o in options)
