"""What an overlay is: something drawn over a board, and the sentences that say the same."""

from collections.abc import Callable, Iterable, Sequence
from xml.etree import ElementTree as ET

from attrs import frozen

from ..kernel.rulings import Ruling
from .svg import INK, MARGIN, WIDTH, group, rect, text, wrapped

MAY = "#6a1b9a"
"""Where something may go, whom it may strike, a line that is free: a colour that no player has."""

MAY_NOT = "#b00020"
"""What is in the way."""

_LINE = 28
_SIZE = 21


@frozen
class Overlay:
    """The picture of one question's answer.

    :param title: the question.
    :param notes: the answer, a sentence each.
    :param draw: draws it into two layers: one under the characters or Legions, one over them.
    """

    title: str
    notes: tuple[str, ...]
    draw: Callable[[ET.Element, ET.Element], None]


def sentences(rulings: Iterable[Ruling]) -> tuple[str, ...]:
    """Rulings as sentences with their rules, each once."""
    return tuple(dict.fromkeys(f"{sentence(str(ruling))}." for ruling in rulings))


def sentence(words: str) -> str:
    """Words that begin with a capital letter.

    >>> sentence("the Ogre in D3")
    'The Ogre in D3'
    """
    return words[:1].upper() + words[1:]


def draw_notes(root: ET.Element, overlays: Sequence[Overlay], y: float) -> float:
    """The overlays in words, in a box each from ``y`` on; returns where they end."""
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
    """A few short lines on a coloured ground around a middle."""
    tall = (size + 4) * len(lines) + 6
    rect(parent, x - wide / 2, y - tall / 2, wide, tall, rx=6, fill=color, stroke="#ffffff", stroke_width=2)
    for i, line in enumerate(lines):
        base = y - tall / 2 + 1 + (size + 4) * (i + 1) - 2
        text(parent, line, x, base, size, anchor="middle", bold=True, room=wide - 8, fill="#ffffff")
