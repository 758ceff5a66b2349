"""Legions on the Masterboard: marker, height, a crown if the Titan is known to be there; and Engagements."""

from collections.abc import Sequence
from math import cos, pi, sin
from xml.etree import ElementTree as ET

from ..box.characters import TITAN
from ..box.current_box import current
from ..position.game import Game, Legion, Player
from .colors import marker_colors
from .hazards import ref
from .masterboard import SIGNS, board_height, board_scale, outline, seat
from .masterboard import TALL as LAND_TALL
from .svg import INK, MARGIN, PAPER, WIDTH, element, group, moved, path, polygon, rect, text, use

WIDE = 62.0
TALL = 27.0
CARD_WIDE = 40.0
CARD_TALL = 34.0

_CROWN = "M-9,10V-10L-4.5,-5L0,-13L4.5,-5L9,-10V10Z"
_BURST = [((42 if i % 2 else 32) * cos(pi * i / 12), (21 if i % 2 else 16) * sin(pi * i / 12)) for i in range(24)]


# --- in words --------------------------------------------------------------------------------------------------------


def describe(player: Player, legion: Legion) -> str:
    """A Legion in words: holder, land, height, known contents."""
    names = legion.revealed if legion.characters is None else legion.characters
    contents = ", ".join(counted(names))
    if legion.characters is None:
        contents = f"unknown, but for {contents}" if contents else "unknown"
    return f"{player.color}'s Legion {legion.legion} in {legion.land}, height {legion.size}: {contents or 'nothing'}"


def counted(names: Sequence[str]) -> list[str]:
    """Names in order of appearance, each once with its count.

    >>> counted(["Ogre", "Lion", "Ogre"])
    ['Ogre ×2', 'Lion']
    """
    return [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]


# --- in their lands --------------------------------------------------------------------------------------------------


def draw_legions(parent: ET.Element, game: Game) -> None:
    """Draw every Legion in its land, Engagements first."""
    here: dict[int, list[tuple[Player, Legion]]] = {}
    for player, legion in game.legions():
        here.setdefault(legion.land, []).append((player, legion))
    for number, stack in sorted(here.items()):
        if len({player.color for player, _ in stack}) > 1:
            _draw_engagement(parent, game, number, stack)
        land = current().masterboard.lands[number]
        (x, y), down = seat(land), -1 if land.inverted else 1
        for (player, legion), (aside, ahead, scale) in zip(stack, arrangement(len(stack)), strict=True):
            draw_legion(parent, player, legion, x + aside, y + down * ahead, scale, card=len(stack) > 1)


def _draw_engagement(parent: ET.Element, game: Game, number: int, stack: Sequence[tuple[Player, Legion]]) -> None:
    """A red rim around the land and a burst behind its Legions; heavier while it is being resolved."""
    now = game.engagement is not None and game.engagement.land == number
    against = " against ".join(f"{legion.legion} of {player.color}" for player, legion in stack)
    title = f"Engagement in {number}: {against}" + (", being resolved" if now else "")
    mark = group(parent, title, data_engagement=number, data_resolving=now)
    land = current().masterboard.lands[number]
    wide, dash = (7, None) if now else (5, "9 5")
    polygon(mark, outline(land), fill="none", stroke="#a00000", stroke_width=wide, stroke_dasharray=dash)
    x, y = seat(land)
    polygon(mark, [(x + dx, y + dy) for dx, dy in _BURST], fill="#ffdf3d", stroke="#a00000")


def arrangement(count: int) -> list[tuple[float, float, float]]:
    """The places of a land's Legions: offset sideways, offset towards its wide side, and scale.

    >>> arrangement(2)
    [(-20.5, 0.0, 1.0), (20.5, 0.0, 1.0)]
    """
    if count == 1:
        return [(0.0, 0.0, 1.0)]
    columns, scale = (2, 1.0) if count == 2 else (3, 0.7) if count <= 6 else (-(-count // 3), 0.5)
    rows = -(-count // columns)
    places = list[tuple[float, float, float]]()
    for i in range(count):
        row, column = divmod(i, columns)
        aside = column - (min(columns, count - row * columns) - 1) / 2
        ahead = (rows - 1) / 2 - row
        places.append((aside * (CARD_WIDE + 1) * scale, ahead * (CARD_TALL + 1) * scale, scale))
    return places


def draw_legion(
    parent: ET.Element, player: Player, legion: Legion, x: float, y: float, scale: float = 1, card: bool = False
) -> None:
    """Draw a Legion's marker around a middle; with neighbours as a ``card``, its height under its name."""
    states = ["has moved"] * legion.moved + ([f"enters {legion.entry_side}"] if legion.entry_side else [])
    known = None if legion.characters is None else ",".join(legion.characters)
    marker = group(
        parent, describe(player, legion), desc=", ".join(states), data_legion=legion.legion, data_player=player.color,
        data_land=legion.land, data_height=legion.size, data_characters=known, data_moved=legion.moved,
        data_entry_side=legion.entry_side, transform=moved(x, y, scale),
    )  # fmt: skip
    titan = legion.has_titan or TITAN in legion.revealed
    draw_face(marker, legion.legion, str(legion.size), marker_colors(player.color, legion.legion), card, titan)


def blank(card: bool, titan: bool) -> ET.Element:
    """A Legion for pages to copy, each part under its ``data-part``."""
    root = ET.Element("g")
    draw_face(root, "", "", (INK, PAPER), card, titan)
    return root


def draw_face(
    marker: ET.Element, name: str, height: str, colors: tuple[str, str], card: bool = False, titan: bool = True
) -> None:
    """The body, name and height of a marker."""
    (color, letters), (wide, tall) = colors, (CARD_WIDE, CARD_TALL) if card else (WIDE, TALL)
    x, y = -wide / 2, -tall / 2
    rect(marker, x + 1.5, y + 2.5, wide, tall, rx=5, fill=INK, opacity=0.4)  # its depth
    rect(marker, x, y, wide, tall, rx=5, fill=color, stroke=INK, stroke_width=1.4, data_part="body")
    at, ground = ((0.0, tall / 4 - 1), 15) if card else ((wide / 2 - 10.0, 0.0), 20)
    left, base, size, room = (0.0, y + 13.5, 13.0, wide - 3) if card else (x + 21.0, 5.5, 14.0, 39.0)
    if titan and not card:  # the crown stands between name and height
        left, base, size, room = x + 17.0, 5.0, 12.5, 37.0
    text(marker, name, left, base, size, room, "middle", True, letters, data_part="name")
    rect(marker, at[0] - 8.5, at[1] - ground / 2, 17, ground, rx=3, fill=PAPER, stroke=INK)
    if titan:
        draw_crown(marker, *((wide / 2 - 5.5, at[1] + 1, 0.5) if card else (x + 37.5, 0.8, 0.5)))
    text(marker, height, at[0], at[1] + 5.8, 15.5, anchor="middle", bold=True, data_part="height")


def draw_crown(parent: ET.Element, x: float, y: float, scale: float = 1) -> None:
    """The Titan's crown."""
    place = f"translate({x:g},{y:g})" + (f" scale({scale:g})" if scale != 1 else "")
    path(
        parent, _CROWN, fill="#ffd21f", stroke=INK, stroke_width=1.4, stroke_linejoin="round", transform=place,
        data_part="crown",
    )  # fmt: skip


def draw_legend(parent: ET.Element) -> None:
    """The legend of signs and Legions, in the board's empty lower corners."""
    y = board_height() - LAND_TALL + 18
    text(parent, "Signs", MARGIN, y, 18, bold=True)
    for i, sign in enumerate(SIGNS):
        column, row = divmod(i, 2)
        x, base = MARGIN + (22, 108)[column], y + 32 + 30 * row
        use(parent, ref(sign), f"translate({x + 6 * column},{base - 10})")
        text(parent, sign, x + (18, 36)[column], base, 18)
    right = WIDTH / board_scale() - MARGIN
    text(parent, "Legions", right, y, 18, anchor="end", bold=True)
    sample = element(parent, "g", transform=f"translate({right - WIDE / 2:.1f},{y + 26:.1f})")
    draw_face(sample, "Bk03", "5", ("#111111", PAPER), titan=False)
    text(parent, "with height", right - WIDE - 8, y + 32, 18, anchor="end")
    draw_crown(parent, right - WIDE + 11, y + 57)
    text(parent, "and Titan", right - WIDE - 8, y + 62, 18, anchor="end")
