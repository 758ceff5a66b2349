"""The facts of the game: countries, links, setup, tracks, cards; from the data files."""

import json
import os
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from attrs import frozen

Side: TypeAlias = Literal["US", "USSR"]

SIDES: tuple[Side, Side] = ("US", "USSR")

SUPERPOWERS: Mapping[str, Side] = {"USA": "US", "USSR": "USSR"}
"""The two spaces that are no countries (TS-CTRL-3), and whose they are."""

LAST_TURN = 10
HIGHEST_DEFCON = 5
TRACK_END = 5
"""The last space of the Military Operations track (TS-COUP-4)."""

VP_TO_WIN = 20
MOST_OPS = 6
"""The China Card in Southeast Asia with one more point from an event."""


def opponent(side: Side) -> Side:
    """The other side."""
    return "USSR" if side == "US" else "US"


@frozen
class Country:
    """A country.

    :param halves: the named parts of its region that it belongs to (``Western Europe``).
    :param stability: its stability number.
    :param neighbours: the countries that it is linked to.
    :param superpower: the side whose superpower it is linked to, if any.
    """

    name: str
    region: str
    halves: tuple[str, ...]
    stability: int
    battleground: bool
    aliases: tuple[str, ...]
    neighbours: tuple[str, ...]
    superpower: Side | None


@frozen
class ScoringCard:
    """A scoring card.

    :param region: what it scores.
    :param deck: the deck that it comes with.
    :param vp: VP by status; ``control`` is missing for Europe, where it wins (TS-SCR-6). Empty for Southeast Asia.
    """

    name: str
    region: str
    deck: str
    vp: Mapping[str, int]


@frozen
class SpaceBox:
    """A box of the space race (TS-SPC-1).

    :param ops: the Operations value that a card needs.
    :param up_to: the highest die that succeeds.
    :param vp: for the first and the second side to reach it.
    :param ability: of the first side there, until the second arrives.
    """

    box: int
    name: str
    ops: int
    up_to: int
    vp: tuple[int, int]
    ability: str | None = None


@frozen
class Turns:
    """What holds in a span of turns (TS-DEAL-1, TS-AR-1)."""

    first: int
    last: int
    hand: int
    rounds: int


@frozen
class StartingInfluence:
    """What a side places at the start (TS-SET-2, TS-SET-3).

    :param fixed: by country.
    :param free: how much more, anywhere in the half of Europe ``where``.
    """

    fixed: Mapping[str, int]
    free: int
    where: str


_DATA = os.path.join(os.path.dirname(__file__), "data")


def _read(name: str) -> Any:
    with open(os.path.join(_DATA, name), encoding="utf-8") as file:
        return json.load(file)


def _countries() -> dict[str, Country]:
    ends: dict[str, list[str]] = {}
    for one, other in _read("links.json"):
        ends.setdefault(one, []).append(other)
        ends.setdefault(other, []).append(one)
    return {
        row["name"]: Country(
            name=row["name"],
            region=row["region"],
            halves=tuple(row.get("sub", ())),
            stability=row["stability"],
            battleground=row.get("battleground", False),
            aliases=tuple(row["aliases"]),
            neighbours=tuple(end for end in ends[row["name"]] if end not in SUPERPOWERS),
            superpower=next((SUPERPOWERS[end] for end in ends[row["name"]] if end in SUPERPOWERS), None),
        )
        for row in _read("countries.json")
    }


COUNTRIES: Mapping[str, Country] = _countries()
"""Every country by name, region by region."""

REGIONS: tuple[str, ...] = tuple(dict.fromkeys(c.region for c in COUNTRIES.values()))

SOUTHEAST_ASIA = "Southeast Asia"

_cards = _read("cards.json")

SCORING_CARDS: Mapping[str, ScoringCard] = {
    row["name"]: ScoringCard(
        row["name"],
        row["region"],
        row["deck"],
        {status: row[status] for status in ("presence", "domination", "control") if status in row},
    )
    for row in _cards["scoring"]
}
"""The seven scoring cards by name, in the order of their numbers."""

CHINA_CARD: str = _cards["china"]["name"]
CHINA_OPS: int = _cards["china"]["ops"]
CHINA_OPS_IN_ASIA: int = _cards["china"]["ops_in_asia"]
CHINA_VP: int = _cards["china"]["vp_at_end"]

SOUTHEAST_ASIA_VP: Mapping[str, int] = {
    country.name: 2 if country.name in row["twice"] else row["each"]
    for row in _cards["scoring"]
    if row["region"] == SOUTHEAST_ASIA
    for country in COUNTRIES.values()
    if SOUTHEAST_ASIA in country.halves
}
"""VP for each country that is controlled there (TS-SCR-7)."""

SETUP: Mapping[Side, StartingInfluence] = {side: StartingInfluence(**row) for side, row in _read("setup.json").items()}

_tracks = _read("tracks.json")

TURNS: tuple[Turns, ...] = tuple(Turns(**row) for row in _tracks["turns"])
DECKS: Mapping[str, int] = _tracks["decks"]
"""The turn before whose deal each deck joins the game (TS-DEAL-2)."""

CLOSED: Mapping[int, tuple[str, ...]] = {int(level): tuple(regions) for level, regions in _tracks["closed"].items()}
"""By DEFCON level, the regions without coups and realignment (TS-DEF-2)."""

SPACE: Mapping[int, SpaceBox] = {
    row["box"]: SpaceBox(row["box"], row["name"], row["ops"], row["up_to"], tuple(row["vp"]), row.get("ability"))
    for row in _tracks["space"]
}


ANIMAL_IN_SPACE, MAN_IN_EARTH_ORBIT, SPACE_STATION = 2, 4, 8
"""Boxes whose abilities the rules use (TS-SPC-6)."""

STATION_ROUNDS = 8
"""The action rounds of a side that has the Space Station (TS-AR-1)."""


def turns(turn: int) -> Turns:
    """What holds in a turn (TS-DEAL-1, TS-AR-1)."""
    return next(row for row in TURNS if row.first <= turn <= row.last)


def in_region(region: str) -> tuple[Country, ...]:
    """The countries of a region, or of a named part of one (``Western Europe``)."""
    return tuple(c for c in COUNTRIES.values() if c.region == region or region in c.halves)


def events() -> list[dict[str, Any]]:
    """The events that, in effect, change answers; see :mod:`.unseen`."""
    found: list[dict[str, Any]] = _read("events.json")
    return found
