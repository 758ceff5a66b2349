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
        stroke="#c00000",
        stroke_width=7 if now else 5,
        stroke_dasharray=None if now else "9 5",
    )
    x, y = seat(current().masterboard.lands[land])
    element(mark, "polygon", points=points(*((x + dx, y + dy) for dx, dy in _BURST)), fill="#ffdf3d", stroke="#c00000")


def _draw_stack(parent: ET.Element, land: int, legions: Sequence[tuple[Player, Legion]]) -> None:
    """The Legions of a land: one, one over another, or in two columns."""
    x, y = seat(current().masterboard.lands[land])
    if len(legions) == 1:
        draw_legion(parent, *legions[0], x, y)
        return
    columns, scale = (1, 0.7) if len(legions) == 2 else (2, 0.6)
    rows = -(-len(legions) // columns)
    tall, wide = TALL * scale + 1, WIDE * scale + 1
    for i, (player, legion) in enumerate(legions):
        row, column = divmod(i, columns)
        down, aside = (row - (rows - 1) / 2) * tall, (column - (columns - 1) / 2) * wide
        draw_legion(parent, player, legion, x + aside, y + down, scale)


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


def draw_legion(parent: ET.Element, player: Player, legion: Legion, x: float, y: float, scale: float = 1) -> None:
    """A Legion's marker around a middle."""
    color, letters = marker_colors(player.color, legion.legion)
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
    _draw_face(marker, legion.legion, str(legion.size), color, letters)
    if legion.has_titan or "Titan" in legion.revealed:
        draw_crown(marker, -WIDE / 2 - 7, -1)


def _draw_face(marker: ET.Element, name: str, height: str, color: str, letters: str) -> None:
    left, top = -WIDE / 2, -TALL / 2
    element(marker, "rect", x=left, y=top, width=WIDE, height=TALL, rx=5, fill=color, stroke=PAPER, stroke_width=1.5)
    element(marker, "rect", x=-left - 18, y=top + 3, width=15, height=TALL - 6, rx=3, fill=PAPER, stroke=INK)
    text(marker, name, left + 22.5, 6, 16, room=41, anchor="middle", bold=True, fill=letters)
    text(marker, height, -left - 10.5, 6.5, 18, anchor="middle", bold=True)


def draw_crown(parent: ET.Element, x: float, y: float) -> None:
    """The mark of a Titan."""
    element(
        parent, "path", d=_CROWN, fill="#ffd21f", stroke=INK, stroke_width=1.4, transform=f"translate({x:.1f},{y:.1f})"
    )


def draw_sample(parent: ET.Element, right: float, y: float) -> None:
    """A Legion as an example, with words for its parts, to the left of ``right``."""
    text(parent, "Legions", right, y, 18, anchor="end", bold=True)
    sample = element(parent, "g", transform=f"translate({right - WIDE / 2:.1f},{y + 26:.1f})")
    _draw_face(sample, "Bk03", "5", "#111111", PAPER)
    text(parent, "with height", right - WIDE - 8, y + 32, 18, anchor="end")
    draw_crown(parent, right - WIDE + 9, y + 57)
    text(parent, "and Titan", right - WIDE - 8, y + 62, 18, anchor="end")
