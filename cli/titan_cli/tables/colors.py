"""Colours by terrain, on a terminal only."""

import os
import sys

import click

from titan_rules.box.reading import current

TERRAIN_COLORS: dict[str, tuple[int, int, int]] = {
    "Brush": (150, 190, 60),
    "Desert": (225, 165, 60),
    "Hills": (170, 125, 75),
    "Jungle": (60, 170, 70),
    "Marsh": (190, 150, 110),
    "Mountains": (205, 80, 60),
    "Plains": (225, 215, 90),
    "Swamp": (90, 140, 220),
    "Tower": (170, 170, 170),
    "Tundra": (150, 205, 235),
    "Woods": (140, 165, 80),
}
"""Red, green and blue, after the printed board."""


def wanted() -> bool:
    """Whether to colour: the output is a terminal, and nobody said NO_COLOR."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def terrain(text: str, name: str) -> str:
    """A text in the colour of a terrain."""
    return click.style(text, fg=TERRAIN_COLORS[name]) if wanted() else text


def land(number: int) -> str:
    """A land with its terrain: ``105 Woods``."""
    name = current().masterboard.lands[number].terrain
    return terrain(f"{number} {name}", name)
