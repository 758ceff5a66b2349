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
class EventCard:
    """A card with an event.

    :param period: its deck.
    :param starred: it leaves the game when its event has happened.
    """

    name: str
    number: int
    period: str
    ops: int
    owner: Literal["US", "USSR", "neutral"]
    starred: bool = False


@frozen
class LastingEvent:
    """An event that changes what is judged for as long as it is in effect (TS-LAST).

    :param asks: the judgements that it touches; ``from_turn`` when its card is in the deck.
    :param does: how it touches them; ``by`` how much.
    :param side: whom it binds; None for both, or for the side or the region that it ``takes``.
    :param controlled_by: it holds in countries that this side controls, ``but`` not in these where other events say so.
    :param lasts: what ends it.
    """

    event: str
    asks: tuple[str, ...]
    from_turn: int
    text: str
    does: Literal["bars", "loses", "defcon", "die", "ops", "southeast", "battleground", "fewer", "rounds", "trap", "vp",
                  "allows"] = "allows"  # fmt: skip
    by: int = 0
    side: Side | None = None
    takes: Literal["side", "region"] | None = None
    regions: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    controlled_by: Side | None = None
    battleground: bool = False
    but: Mapping[str, str] = {}
    lasts: Literal["game", "turn", "scoring", "roll"] = "game"


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
EVENT_CARDS: Mapping[str, EventCard] = {row["name"]: structure(row, EventCard) for row in _cards["events"]}
WARS: tuple[str, ...] = tuple(_cards["wars"])
NEEDS: Mapping[str, list[str]] = _cards["needs"]
"""The events of which one must have happened before another can."""

BARS: Mapping[str, str] = _cards["bars"]
"""The events after which another cannot happen any more, or ends."""

LASTING: Mapping[str, LastingEvent] = {row["event"]: structure(row, LastingEvent) for row in read("events.json")}

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
_by_region = {
    **_scoring_aliases, **{alias: _scoring_aliases[region] for alias, region in _aliases["regions"].items()},
}  # fmt: skip
scoring_names = Names("scoring card", SCORING_CARDS, _by_region)
"""A scoring card may also be named by its region."""

_articles = {name.removeprefix("The "): name for name in EVENT_CARDS}  # words drop an article
card_names = Names("card", (*EVENT_CARDS, *SCORING_CARDS, CHINA_CARD), {**_by_region, **_aliases["china"], **_articles})
effect_names = Names("lasting event", LASTING, {name.removeprefix("The "): name for name in LASTING})

CountryName: TypeAlias = Annotated[str, Named("country", country_names.canonical, lambda: COUNTRIES)]
TargetName: TypeAlias = Annotated[str, Named("target", target_names.canonical, lambda: (*COUNTRIES, *SUPERPOWERS))]
RegionName: TypeAlias = Annotated[str, Named("region", region_names.canonical, lambda: _scoring_aliases)]
ScoringName: TypeAlias = Annotated[str, Named("scoring card", scoring_names.canonical, lambda: SCORING_CARDS)]
if TYPE_CHECKING:
    SideName: TypeAlias = Side
else:
    SideName = Annotated[str, Named("side", side_names.canonical, lambda: SIDES)]


EffectName: TypeAlias = Annotated[str, Named("lasting event", effect_names.canonical, lambda: LASTING)]
CardName: TypeAlias = Annotated[str, Named("card", card_names.canonical, lambda: card_names.names)]
_NUMBERED = re.compile(r"(?:(.*):)?([0-4])", re.DOTALL)


def headlined(text: str) -> str:
    """A headline as it is kept: a card's name, or the Operations of one that is not told.

    :raises DocumentError: it is neither, or the card has other Operations.
    """
    match = _NUMBERED.fullmatch(text.strip())
    name: str | None = match[1] if match else text
    number: str | None = match[2] if match else None
    if name is None:
        return str(number)
    name = card_names.canonical(name)
    if number is not None and printed(name) != int(number):
        raise DocumentError([Fault("bad-card", f"{name} has {printed(name)} Operations, not {number}")])
    return name


def printed(card: str) -> int:
    """The Operations printed on a card; a scoring card has none."""
    return CHINA_OPS if card == CHINA_CARD else EVENT_CARDS[card].ops if card in EVENT_CARDS else 0


HeadlineCard: TypeAlias = Annotated[
    str, Converted(lambda text: headlined(exactly(str)(text)), str, {"type": "string"}, headlined)
]
