"""Overlays: an answer drawn over a board, with the same in sentences."""

from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree as ET

from attrs import frozen

from ..kernel.rulings import Ruling
from .svg import INK, MARGIN, WIDTH, group, rect, text, wrapped

MAY = "#6a1b9a"  # allowed moves, targets and lines: a colour that no player has
MAY_NOT = "#b00020"  # obstacles
_LINE = 28
_SIZE = 21


@frozen
class Overlay:
    """One question's answer, drawn.

    :param title: the question; ``notes`` the answer, a sentence each.
    :param draw: draws into two layers, under and over the characters or Legions.
    """

    title: str
    notes: tuple[str, ...]
    draw: Callable[[ET.Element, ET.Element], None]


def sentences(rulings: Iterable[Ruling]) -> tuple[str, ...]:
    """The rulings' sentences with their rules, without duplicates."""
    return tuple(dict.fromkeys(f"{sentence(str(ruling))}." for ruling in rulings))


def sentence(words: str) -> str:
    """The words with a capital letter first.

    >>> sentence("the Ogre in D3")
    'The Ogre in D3'
    """
    return words[:1].upper() + words[1:]


def draw_notes(root: ET.Element, overlays: Sequence[Overlay], y: float) -> float:
    """Draw each overlay's words in a box from ``y`` on; where they end."""
    room = WIDTH - 2 * MARGIN - 32
    for overlay in overlays:
        lines = [line for note in overlay.notes for line in wrapped(note.split(), _SIZE, room)]
        box = group(root, overlay.title, data_note=overlay.title)
        tall = 50 + _LINE * len(lines)
        rect(box, MARGIN, y, WIDTH - 2 * MARGIN, tall, rx=8, fill="#f7f1fa", stroke=MAY, stroke_width=2)
        text(box, overlay.title, MARGIN + 16, y + 32, 24, bold=True, room=room, fill=INK)
        for i, line in enumerate(lines):
            text(box, line, MARGIN + 16, y + 62 + _LINE * i, _SIZE, room=room)
        y += tall + 14
    return y


def draw_badge(
    parent: ET.Element, x: float, y: float, lines: Sequence[str], wide: float, size: float, color: str
) -> None:
    """Draw a few short lines on a coloured ground around a middle."""
    tall = (size + 4) * len(lines) + 6
    rect(parent, x - wide / 2, y - tall / 2, wide, tall, rx=6, fill=color, stroke="#ffffff", stroke_width=2)
    for i, line in enumerate(lines):
        base = y - tall / 2 + 1 + (size + 4) * (i + 1) - 2
        text(parent, line, x, base, size, anchor="middle", bold=True, room=wide - 8, fill="#ffffff")
