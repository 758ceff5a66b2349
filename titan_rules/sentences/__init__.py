"""Free sentences, translated into the notation of positions and actions."""

from collections.abc import Sequence

from . import battles, boards
from .said import said


def translate(texts: Sequence[str]) -> tuple[str, str] | None:
    """A position and an action in it, in our notation; None if not both are understood.

    >>> translate(["My Ogre on D3 hits his Lion (3 hits) on D4. We are in the Plains."])
    ('Plains: Ogre D3 / Lion D4 3 hits', 'D3 strikes D4')
    >>> translate(["I have three Ogres in the Hills.", "May I muster a Minotaur?"])
    ('Hills: 3 Ogre', 'muster Minotaur')
    """
    items = said(list(texts))
    kinds = {item.kind for item in items}
    if "unknown" in kinds:
        return None
    if "hex" in kinds:
        return battles.translate(items)
    return battles.translate_fact(items) or boards.translate(items)


def height_asked(texts: Sequence[str]) -> tuple[int, bool] | None:
    """The height of a Legion that is asked about alone, and whether it is that of the first turn's start.

    >>> height_asked(["May a Legion have eight characters?"]), height_asked(["a Legion of 7"])
    ((8, False), (7, False))
    """
    items = said(list(texts))
    heights = [item.value for item in items if item.kind in ("height", "number")]
    if len(heights) != 1 or {item.kind for item in items} & {"character", "hex", "terrain", "verb", "land", "marker"}:
        return None
    text = " ".join(texts).lower()
    if not any(word in text for word in ("legion", "stack", "height", "high")):
        return None
    return heights[0], any(word in text for word in ("start", "first", "beginning")) and "after" not in text
