"""The facts of the game, from the data files, and its names as people type them, in English or in Japanese."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.fields import Converted
from titan_rules.kernel.jsontext import data_file
from titan_rules.kernel.reading import exactly
from titan_rules.kernel.reading import read as structure

from ..protocol import Named, Names, frozen

Side: TypeAlias = Literal["US", "USSR"]
SIDES: tuple[Side, Side] = ("US", "USSR")
SUPERPOWERS: Mapping[str, Side] = {"USA": "US", "USSR": "USSR"}
"""The two spaces that are not countries (TS-CTRL-3), and their sides."""

LAST_TURN = 10
LOWEST_DEFCON, HIGHEST_DEFCON = 1, 5
TRACK_END = 5  # of Military Operations (TS-COUP-4)
VP_TO_WIN = 20
HIGHEST_CARD = 4  # the highest Operations value printed on a card
MOST_OPS = 6  # the China Card in Southeast Asia with one more point from an event
STATION_ROUNDS = 8  # of a side that has the Space Station (TS-AR-1)
ANIMAL_IN_SPACE, MAN_IN_EARTH_ORBIT, EAGLE_BEAR, SPACE_STATION = 2, 4, 6, 8  # boxes with an ability (TS-SPC-6)


def opponent(side: Side) -> Side:
    """The other side."""
    return "USSR" if side == "US" else "US"


def the(side: Side | None) -> str:
    """A side in a sentence: ``the US``, ``nobody``."""
    return "nobody" if side is None else f"the {side}"


@frozen
class Country:
    """A country; in sentences and answers it is its name.

    :param halves: the named parts of its region that it belongs to (``Western Europe``).
    :param neighbours: the countries that it is linked to.
    :param superpower: the side whose superpower it is linked to, if any.
    """

    name: str
    region: str
    stability: int
    aliases: tuple[str, ...]
    neighbours: tuple[str, ...]
    superpower: Side | None
    halves: tuple[str, ...] = ()
    battleground: bool = False

    def __str__(self) -> str:
        return self.name

    to_json = __str__


@frozen
class ScoringCard:
    """A scoring card.

    :param region: what it scores.
    :param first: the turn before whose deal it joins the game (TS-DEAL-2).
    :param vp: VP by status; ``control`` is missing for Europe, where it wins (TS-SCR-6). For Southeast Asia, VP for
        each country that is controlled there (TS-SCR-7).
    :param removed: it leaves the game when it has been played.
    """

    name: str
    number: int
    region: str
    first: int
    vp: Mapping[str, int]
    removed: bool = False


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
    vp: tuple[int, ...]
    ability: str | None = None


@frozen
class Turns:
    """The hand and the action rounds in a span of turns (TS-DEAL-1, TS-AR-1)."""

    first: int
    last: int
    hand: int
    rounds: int


@frozen
class Setup:
    """What a side places at the start.

    :param fixed: by country, by the rule ``rule``.
    :param free: how much more, anywhere in the half of Europe ``where`` (TS-SET-4).
    :param extra: and how much more by the house rule (TS-SET-6).
    :param opening: where the free influence of a new game stands: one common opening.
    """

    rule: str
    fixed: Mapping[str, int]
    free: int
    where: str
    extra: int
    opening: Mapping[str, int]


read: Callable[[str], Any] = partial(data_file, __file__)
"""The JSON value of a file in ``data``."""


def _country(row: dict[str, Any], ends: list[str]) -> Country:
    superpower = next((SUPERPOWERS[end] for end in ends if end in SUPERPOWERS), None)
    links = {"neighbours": [end for end in ends if end not in SUPERPOWERS], "superpower": superpower}
    return structure({**row, **links}, Country)


COUNTRIES: Mapping[str, Country] = {
    row["name"]: _country(row, [b if a == row["name"] else a for a, b in read("links.json") if row["name"] in (a, b)])
    for row in read("countries.json")
}
REGIONS: tuple[str, ...] = tuple(dict.fromkeys(c.region for c in COUNTRIES.values()))
SOUTHEAST_ASIA = "Southeast Asia"

_cards, _tracks = read("cards.json"), read("tracks.json")

DECKS: Mapping[str, int] = _tracks["decks"]
"""The turn before whose deal each deck joins the game (TS-DEAL-2)."""

SCORING_CARDS: Mapping[str, ScoringCard] = {row["name"]: structure(row, ScoringCard) for row in _cards["scoring"]}
CHINA_CARD: str = _cards["china"]["name"]
CHINA_OPS: int = _cards["china"]["ops"]
CHINA_OPS_IN_ASIA: int = _cards["china"]["ops_in_asia"]
CHINA_VP: int = _cards["china"]["vp_at_end"]

SETUP: Mapping[Side, Setup] = {side: structure(row, Setup) for side, row in read("setup.json").items()}
TURNS: tuple[Turns, ...] = tuple(structure(row, Turns) for row in _tracks["turns"])
EVENTS: list[dict[str, Any]] = read("events.json")
"""The events that a document does not show and that would change an answer if they were in effect."""

CLOSED: Mapping[int, tuple[str, ...]] = {int(level): tuple(regions) for level, regions in _tracks["closed"].items()}
"""By DEFCON level, the regions without coups and realignment (TS-DEF-2)."""

SPACE: Mapping[int, SpaceBox] = {row["box"]: structure(row, SpaceBox) for row in _tracks["space"]}
LAST_BOX = max(SPACE)


def turns(turn: int) -> Turns:
    """What applies in a turn."""
    return next((row for row in TURNS if row.first <= turn <= row.last), TURNS[-1])


def in_region(region: str) -> tuple[Country, ...]:
    """The countries of a region, or of a named part of one (``Western Europe``)."""
    return tuple(c for c in COUNTRIES.values() if c.region == region or region in c.halves)


# --- names -----------------------------------------------------------------------------------------------------------

_aliases = read("names.json")
_country_aliases = {alias: country.name for country in COUNTRIES.values() for alias in country.aliases}
_scoring_aliases = {region: f"{region} Scoring" for region in (*REGIONS, SOUTHEAST_ASIA)}

country_names = Names("country", COUNTRIES, _country_aliases)
target_names = Names("country", (*COUNTRIES, *SUPERPOWERS), {**_country_aliases, **_aliases["superpowers"]})
"""Countries and the two superpowers: every space on the map."""

region_names = Names("region", _scoring_aliases, _aliases["regions"])
side_names = Names("side", SIDES, _aliases["sides"], abbreviations=False)
scoring_names = Names("scoring card", SCORING_CARDS, {
    **_scoring_aliases, **{alias: _scoring_aliases[region] for alias, region in _aliases["regions"].items()},
})  # fmt: skip
"""A scoring card may also be named by its region."""

china_names = Names("card", [CHINA_CARD], _aliases["china"])

CountryName: TypeAlias = Annotated[str, Named("country", country_names.canonical, lambda: COUNTRIES)]
TargetName: TypeAlias = Annotated[str, Named("target", target_names.canonical, lambda: (*COUNTRIES, *SUPERPOWERS))]
RegionName: TypeAlias = Annotated[str, Named("region", region_names.canonical, lambda: _scoring_aliases)]
ScoringName: TypeAlias = Annotated[str, Named("scoring card", scoring_names.canonical, lambda: SCORING_CARDS)]
if TYPE_CHECKING:
    SideName: TypeAlias = Side
else:
    SideName = Annotated[str, Named("side", side_names.canonical, lambda: SIDES)]


def card_name(text: str) -> str:
    """A card's name: canonical for the China Card and scoring cards, as typed for any other."""
    return china_names.find(text) or scoring_names.find(text) or text


NAMED = (CHINA_CARD, *SCORING_CARDS)  # the cards that the game knows by name
_VALUE = re.compile(r"(?:[^:]*:)?\d+")
NO_NAMES = {*SIDES, "neutral", "china_card", "extra", "starred"}  # words of an event, no part of a card's name


def _typed(fits: Callable[[str], bool]) -> Converted:
    """A card's name in typed words; words that do not fit are left out."""

    def typed(text: str) -> str:
        if not fits(text):
            raise DocumentError([Fault("bad-card", f"{text[:40]!r} is not the name of a card alone")])
        return text

    return Converted(lambda text: card_name(exactly(str)(text)), str, {"type": "string"}, typed)


def _names_card(text: str) -> bool:
    words = text.split(" ")
    return not ("=" in text or words[0] == "plays" or words[-1] in ("of", "for") or NO_NAMES.intersection(words))


CardName: TypeAlias = Annotated[str, _typed(_names_card)]
PlayedCard: TypeAlias = Annotated[str, _typed(lambda text: " " not in text or card_name(text) in NAMED)]
HeadlineCard: TypeAlias = Annotated[str, _typed(lambda text: card_name(text) in NAMED or bool(_VALUE.fullmatch(text)))]
