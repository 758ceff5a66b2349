"""Musters as text for people, for every command that shows them."""

from collections.abc import Iterable, Sequence

from titan_rules.answers.muster_options import MusterOption

from . import words


def ways_text(ways: Iterable[Sequence[str]]) -> str:
    """All ways to qualify: ``Cyclops or 2 × Gargoyle``."""
    return " or ".join(words.characters(way) or "nothing" for way in ways)


def brief(options: Iterable[MusterOption]) -> str:
    """Only what may be mustered, and how many are left: ``Gargoyle 19, Cyclops 28``."""
    return ", ".join(f"{o.muster} {o.left}" for o in options)
