"""Recorded games of TITAN, checked to the end."""

import re
from typing import Literal, TypeAlias

from ..kernel.errors import DocumentError
from ..kernel.jsontext import loads

Holding: TypeAlias = Literal["snapshot", "save", "record", ""]

_SAVED_EVENT = re.compile(r"[A-Z][A-Za-z]+ \{'")

SHEET = ("titan-rules/", ";", "#")
"""The start of a score sheet."""


def holding(text: str) -> Holding:
    """What a file holds, by its first line: a ``snapshot`` of Colossus, a ``save`` of Slugathon, a ``record`` (a score
    sheet or JSON Lines); empty for anything else, such as a position.
    """
    first = text.lstrip("\ufeff \r\n\t").partition("\n")[0]
    if first.startswith(("<?xml", "<Colossus")):
        return "snapshot"
    if _SAVED_EVENT.match(first):
        return "save"
    if not first.startswith("{"):
        return "record" if first.startswith(SHEET) else ""
    try:
        header = loads(first) if '"replay"' in first else None
    except DocumentError:
        return ""
    return "record" if isinstance(header, dict) and header.get("kind") == "replay" else ""
