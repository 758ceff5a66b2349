"""Legions on the Masterboard: marker, height, a crown where the Titan is known to be; and Engagements."""

from collections.abc import Sequence
from math import cos, pi, sin
from xml.etree import ElementTree as ET

from ..box.reading import current
from ..position.game import Game, Legion, Player
from .colors import marker_colors
from .masterboard import outline, seat
from .svg import INK, PAPER, element, group, points, text

WIDE = 62.0
TALL = 27.0
CARD_WIDE = 42.0
CARD_TALL = 38.0

_CROWN = "M-9,5V-5L-4.5,0L0,-7L4.5,0L9,-5V5Z"
_BURST = [((42 if i % 2 else 32) * cos(pi * i / 12), (21 if i % 2 else 16) * sin(pi * i / 12)) for i in range(24)]


def draw_legions(parent: ET.Element, game: Game) -> None:
    """Every Legion in its land, Engagements first marked."""
    here: dict[int, list[tuple[Player, Legion]]] = {}
    for player, legion in game.legions():
        here.setdefault(legion.land, []).append((player, legion))
    for land in sorted(here):
        if len({player.color for player, _ in here[land]}) > 1:
            _draw_engagement(parent, game, land, here[land])
        _draw_stack(parent, land, here[land])


def _draw_engagement(parent: ET.Element, game: Game, land: int, legions: Sequence[tuple[Player, Legion]]) -> None:
    """A red rim around the land and a burst behind its Legions; a heavier rim where it is being resolved."""
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
    """The Legions of a land."""
    x, y = seat(current().masterboard.lands[land])
    sign = -1 if current().masterboard.lands[land].inverted else 1
    for (player, legion), (aside, down, scale) in zip(legions, arrangement(len(legions)), strict=True):
        draw_legion(parent, player, legion, x + aside, y + sign * down, scale, card=len(legions) > 1)


def arrangement(count: int) -> list[tuple[float, float, float]]:
    """Where the Legions of one land stand: aside, towards the land's wide side, and how large.

    One alone lies in the middle; two and more are cards side by side.

    >>> arrangement(2)
    [(-21.5, 9.0, 1.0), (21.5, 9.0, 1.0)]
    """
    if count == 1:
        return [(0.0, 0.0, 1.0)]
    columns, scale, middle = (2, 1.0, 9.0) if count == 2 else (3, 0.74, 9.0)
    rows = -(-count // columns)
    if rows > 2:
        columns, scale = -(-count // 3), 0.5
        rows = -(-count // columns)
    places = []
    for i in range(count):
        row, column = divmod(i, columns)
        wide = min(columns, count - row * columns)
        aside = (column - (wide - 1) / 2) * (CARD_WIDE + 1) * scale
        places.append((aside, middle + ((rows - 1) / 2 - row) * (CARD_TALL + 1) * scale, scale))
    return places


def describe(player: Player, legion: Legion) -> str:
    """A Legion in words: its holder, land, height and what it is known to hold."""
    return f"{player.color}'s Legion {legion.legion} in {legion.land}, height {legion.size}: {contents(legion)}"


def contents(legion: Legion) -> str:
    """What a Legion is known to hold, equal characters together."""
    if legion.characters is None:
        known = ", ".join(counted(legion.revealed))
        return f"unknown, but for {known}" if known else "unknown"
    return ", ".join(counted(legion.characters)) or "nothing"


def counted(names: Sequence[str]) -> list[str]:
    """Names in their order, each once, with how many there are.

    >>> counted(["Ogre", "Lion", "Ogre"])
    ['Ogre ×2', 'Lion']
    """
    return [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]


def draw_legion(
    parent: ET.Element, player: Player, legion: Legion, x: float, y: float, scale: float = 1, card: bool = False
) -> None:
    """A Legion's marker around a middle.

    :param card: as a card that stands beside others, its height under its name.
    """
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
    draw_face(marker, legion.legion, str(legion.size), marker_colors(player.color, legion.legion), card)
    if legion.has_titan or "Titan" in legion.revealed:
        draw_crown(marker, *_crown_at(card))


def blank(card: bool) -> ET.Element:
    """A Legion as a page copies it, each part under its ``data-part``."""
    root = ET.Element("g")
    draw_face(root, "", "", (INK, PAPER), card)
    draw_crown(root, *_crown_at(card))
    return root


def _crown_at(card: bool) -> tuple[float, float]:
    return (0, -CARD_TALL / 2 - 2) if card else (-WIDE / 2 - 7, -1)


def draw_face(marker: ET.Element, name: str, height: str, colors: tuple[str, str], card: bool) -> None:
    """The parts of a Legion's marker: its body, name and height."""
    color, letters = colors
    wide, tall = (CARD_WIDE, CARD_TALL) if card else (WIDE, TALL)
    left, top = -wide / 2, -tall / 2
    element(
        marker,
        "rect",
        x=left,
        y=top,
        width=wide,
        height=tall,
        rx=5,
        fill=color,
        stroke=INK,
        stroke_width=1.4,
        data_part="body",
    )
    if card:
        text(marker, name, 0, top + 16, 15, room=wide - 4, anchor="middle", bold=True, fill=letters, data_part="name")
        element(marker, "rect", x=-11, y=1, width=22, height=tall / 2 - 4, rx=3, fill=PAPER, stroke=INK)
        text(marker, height, 0, tall / 2 - 5, 15, anchor="middle", bold=True, data_part="height")
        return
    element(marker, "rect", x=-left - 18, y=top + 3, width=15, height=TALL - 6, rx=3, fill=PAPER, stroke=INK)
    text(marker, name, left + 22.5, 6, 16, room=41, anchor="middle", bold=True, fill=letters, data_part="name")
    text(marker, height, -left - 10.5, 6.5, 18, anchor="middle", bold=True, data_part="height")


def draw_crown(parent: ET.Element, x: float, y: float) -> None:
    """The mark of a Titan."""
    element(
        parent,
        "path",
        d=_CROWN,
        fill="#ffd21f",
        stroke=INK,
        stroke_width=1.4,
        transform=f"translate({x:.1f},{y:.1f})",
        data_part="crown",
    )
