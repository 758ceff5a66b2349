"""Colours, put on last: a text that is laid out and safe is coloured where it names a terrain or gives a verdict."""

import os
import re
import sys

import click

TERRAINS = {
    "Brush": 149,
    "Desert": 215,
    "Hills": 137,
    "Jungle": 71,
    "Marsh": 180,
    "Mountains": 167,
    "Plains": 185,
    "Swamp": 110,
    "Tower": 145,
    "Tundra": 153,
    "Woods": 107,
}
"""After the printed board, in the 256 colours that nearly every terminal has."""

VERDICTS = {"legal": "green", "illegal": "red", "diverges": "red", "possible": "green", "impossible": "red"}

_TERRAIN = re.compile(rf"(?:\b\d+ )?\b({'|'.join(TERRAINS)})\b")
_VERDICT = re.compile(rf"(?:(?<=: )|^)({'|'.join(VERDICTS)})(?=$|:)", re.MULTILINE)


def wanted() -> bool:
    """Whether to colour: a terminal that can, unless NO_COLOR or FORCE_COLOR says otherwise."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (sys.stdout.isatty() and os.environ.get("TERM") != "dumb")


def gives_verdict(line: str) -> bool:
    """Whether a line gives the verdict of an answer."""
    return _VERDICT.search(line) is not None


def painted(text: str) -> str:
    """A text with its colours, if there are to be any."""
    if not wanted():
        return text
    text = _VERDICT.sub(lambda found: click.style(found[0], fg=VERDICTS[found[1]], bold=True), text)
    return _TERRAIN.sub(lambda found: click.style(found[0], fg=TERRAINS[found[1]]), text)
