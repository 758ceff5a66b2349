"""Legions on the Masterboard: marker, height, a crown if the Titan is known to be there; and Engagements."""

from collections.abc import Sequence
from math import cos, pi, sin
from xml.etree import ElementTree as ET

from ..box.current_box import current
from ..position.game import Game, Legion, Player
from .colors import marker_colors
from .masterboard import SIGNS, board_height, board_scale, outline, ref, seat
from .masterboard import TALL as LAND_TALL
from .svg import INK, MARGIN, PAPER, WIDTH, element, group, points, rect, text

WIDE = 62.0
TALL = 27.0
CARD_WIDE = 40.0
CARD_TALL = 34.0

_CROWN = "M-9,10V-10L-4.5,-5L0,-13L4.5,-5L9,-10V10Z"  # replaces the height's white ground
_BURST = [((42 if i % 2 else 32) * cos(pi * i / 12), (21 if i % 2 else 16) * sin(pi * i / 12)) for i in range(24)]


def draw_legions(parent: ET.Element, game: Game) -> None:
    """Draw every Legion in its land, Engagements first."""
    here: dict[int, list[tuple[Player, Legion]]] = {}
    for player, legion in game.legions():
        here.setdefault(legion.land, []).append((player, legion))
    for land in sorted(here):
        if len({player.color for player, _ in here[land]}) > 1:
            _draw_engagement(parent, game, land, here[land])
        _draw_stack(parent, land, here[land])


def _draw_engagement(parent: ET.Element, game: Game, land: int, legions: Sequence[tuple[Player, Legion]]) -> None:
    """A red rim around the land and a burst behind its Legions; heavier while it is being resolved."""
    now = game.engagement is not None and game.engagement.land == land
    against = " against ".join(f"{legion.legion} of {player.color}" for player, legion in legions)
    mark = group(
        parent,
        f"Engagement in {land}: {against}" + (", being resolved" if now else ""),
        data_engagement=str(land),
        data_resolving=str(now).lower(),
    )
    element(
        mark,
        "polygon",
        points=points(*outline(current().masterboard.lands[land])),
        fill="none",
        stroke="#a00000",
        stroke_width=7 if now else 5,
        stroke_dasharray=None if now else "9 5",
    )
    x, y = seat(current().masterboard.lands[land])
    element(mark, "polygon", points=points(*((x + dx, y + dy) for dx, dy in _BURST)), fill="#ffdf3d", stroke="#a00000")


def _draw_stack(parent: ET.Element, land: int, legions: Sequence[tuple[Player, Legion]]) -> None:
    x, y = seat(current().masterboard.lands[land])
    sign = -1 if current().masterboard.lands[land].inverted else 1
    for (player, legion), (aside, down, scale) in zip(legions, arrangement(len(legions)), strict=True):
        draw_legion(parent, player, legion, x + aside, y + sign * down, scale, card=len(legions) > 1)


def arrangement(count: int) -> list[tuple[float, float, float]]:
    """The places of a land's Legions: how far aside, towards its wide side, and the scale.

    >>> arrangement(2)
    [(-20.5, 0.0, 1.0), (20.5, 0.0, 1.0)]
    """
    if count == 1:
        return [(0.0, 0.0, 1.0)]
    columns, scale = (2, 1.0) if count == 2 else (3, 0.7)
    rows = -(-count // columns)
    if rows > 2:
        columns, scale = -(-count // 3), 0.5
        rows = -(-count // columns)
    places = []
    for i in range(count):
        row, column = divmod(i, columns)
        wide = min(columns, count - row * columns)
        aside = (column - (wide - 1) / 2) * (CARD_WIDE + 1) * scale
        places.append((aside, ((rows - 1) / 2 - row) * (CARD_TALL + 1) * scale, scale))
    return places


def describe(player: Player, legion: Legion) -> str:
    """A Legion in words: holder, land, height, known contents."""
    return f"{player.color}'s Legion {legion.legion} in {legion.land}, height {legion.size}: {contents(legion)}"


def contents(legion: Legion) -> str:
    """A Legion's known contents, counted."""
    if legion.characters is None:
        known = ", ".join(counted(legion.revealed))
        return f"unknown, but for {known}" if known else "unknown"
    return ", ".join(counted(legion.characters)) or "nothing"


def counted(names: Sequence[str]) -> list[str]:
    """Names in order of appearance, each once with its count.

    >>> counted(["Ogre", "Lion", "Ogre"])
    ['Ogre ×2', 'Lion']
    """
    return [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]


def draw_legion(
    parent: ET.Element, player: Player, legion: Legion, x: float, y: float, scale: float = 1, card: bool = False
) -> None:
    """Draw a Legion's marker around a middle; as a ``card``, with its height under its name, if it has neighbours."""
    said = [
        words
        for words, holds in (("has moved", legion.moved), (f"enters {legion.entry_side}", legion.entry_side))
        if holds
    ]
    marker = group(
        parent,
        describe(player, legion),
        desc=", ".join(said) or None,
        data_legion=legion.legion,
        data_player=player.color,
        data_land=str(legion.land),
        data_height=str(legion.size),
        data_characters=None if legion.characters is None else ",".join(legion.characters),
        data_moved=str(legion.moved).lower(),
        data_entry_side=legion.entry_side,
        transform=f"translate({x:.2f},{y:.2f})" + (f" scale({scale:g})" if scale != 1 else ""),
    )
    titan = legion.has_titan or "Titan" in legion.revealed
    draw_face(marker, legion.legion, str(legion.size), marker_colors(player.color, legion.legion), card, titan)


def blank(card: bool) -> ET.Element:
    """A Legion for pages to copy, each part under its ``data-part``."""
    root = ET.Element("g")
    draw_face(root, "", "", (INK, PAPER), card)
    return root


def draw_face(
    marker: ET.Element, name: str, height: str, colors: tuple[str, str], card: bool = False, titan: bool = True
) -> None:
    """The body, name and height of a marker."""
    color, letters = colors
    wide, tall = (CARD_WIDE, CARD_TALL) if card else (WIDE, TALL)
    x, y = -wide / 2, -tall / 2
    rect(marker, x + 1.5, y + 2.5, wide, tall, rx=5, fill=INK, opacity=0.4)  # its depth
    rect(marker, x, y, wide, tall, rx=5, fill=color, stroke=INK, stroke_width=1.4, data_part="body")
    at = (0.0, tall / 4 - 1) if card else (wide / 2 - 10.0, 0.0)
    name_at = (0.0, y + 13.5, wide - 3) if card else (x + 21.0, 5.5, 39)
    text(marker, name, *name_at[:2], 13 if card else 14, name_at[2], "middle", True, fill=letters, data_part="name")
    tallness = 15 if card else 20
    rect(marker, at[0] - 8.5, at[1] - tallness / 2, 17, tallness, rx=3, fill=PAPER, stroke=INK)
    if titan:
        draw_crown(marker, *at, 0.78 if card else 1)
    text(marker, height, at[0], at[1] + 5.8, 15 if card else 17, anchor="middle", bold=True, data_part="height")


def draw_crown(parent: ET.Element, x: float, y: float, scale: float = 1) -> None:
    """The Titan's crown, around the Legion's height."""
    element(
        parent,
        "path",
        d=_CROWN,
        fill="#ffd21f",
        stroke=INK,
        stroke_width=1.4,
        stroke_linejoin="round",
        transform=f"translate({x:g},{y:g})" + (f" scale({scale:g})" if scale != 1 else ""),
        data_part="crown",
    )


def draw_legend(parent: ET.Element) -> None:
    """The legend of signs and Legions, in the board's empty lower corners."""
    y = board_height() - LAND_TALL + 18
    text(parent, "Signs", MARGIN, y, 18, bold=True)
    for i, sign in enumerate(SIGNS):
        column, line = divmod(i, 2)
        x, base = MARGIN + (22, 108)[column], y + 32 + 30 * line
        element(parent, "use", href=f"#{ref(sign)}", transform=f"translate({x + 6 * column},{base - 10})")
        text(parent, sign, x + (18, 36)[column], base, 18)
    _draw_sample(parent, WIDTH / board_scale() - MARGIN, y)


def _draw_sample(parent: ET.Element, right: float, y: float) -> None:
    """A sample Legion with its parts named, left of ``right``."""
    text(parent, "Legions", right, y, 18, anchor="end", bold=True)
    sample = element(parent, "g", transform=f"translate({right - WIDE / 2:.1f},{y + 26:.1f})")
    draw_face(sample, "Bk03", "5", ("#111111", PAPER), titan=False)
    text(parent, "with height", right - WIDE - 8, y + 32, 18, anchor="end")
    draw_crown(parent, right - WIDE + 11, y + 57)
    text(parent, "and Titan", right - WIDE - 8, y + 62, 18, anchor="end")
