"""The legend of the Masterboard: its signs, and the marks on Legions."""

from xml.etree import ElementTree as ET

from .legions import WIDE, draw_crown, draw_face
from .masterboard import SIGNS, TALL, board_height, board_scale, ref
from .svg import MARGIN, PAPER, WIDTH, element, text


def draw_legend(parent: ET.Element) -> None:
    """What the signs and the marks on Legions look like, in the empty lower corners of the board."""
    y = board_height() - TALL + 18
    text(parent, "Signs", MARGIN, y, 18, bold=True)
    for i, sign in enumerate(SIGNS):
        column, line = divmod(i, 2)
        x, base = MARGIN + (22, 108)[column], y + 32 + 30 * line
        element(parent, "use", href=f"#{ref(sign)}", transform=f"translate({x + 6 * column},{base - 10})")
        text(parent, sign, x + (18, 36)[column], base, 18)
    _draw_sample(parent, WIDTH / board_scale() - MARGIN, y)


def _draw_sample(parent: ET.Element, right: float, y: float) -> None:
    """A Legion as an example, with words for its parts, to the left of ``right``."""
    text(parent, "Legions", right, y, 18, anchor="end", bold=True)
    sample = element(parent, "g", transform=f"translate({right - WIDE / 2:.1f},{y + 26:.1f})")
    draw_face(sample, "Bk03", "5", ("#111111", PAPER), titan=False)
    text(parent, "with height", right - WIDE - 8, y + 32, 18, anchor="end")
    draw_crown(parent, right - WIDE + 11, y + 57)
    text(parent, "and Titan", right - WIDE - 8, y + 62, 18, anchor="end")
