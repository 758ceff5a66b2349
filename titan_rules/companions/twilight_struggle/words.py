"""Names as people type them, in English or in the Japanese of the rules summary, and as types of documents."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypeAlias, cast

from ...kernel.fields import Named
from ...kernel.names import Names
from .catalog import CHINA_CARD, COUNTRIES, REGIONS, SCORING_CARDS, SIDES, SOUTHEAST_ASIA, SUPERPOWERS, Side, read

_aliases = read("names")
_country_aliases = {alias: country.name for country in COUNTRIES.values() for alias in country.aliases}

country_names = Names("country", COUNTRIES, _country_aliases)
target_names = Names("country", (*COUNTRIES, *SUPERPOWERS), {**_country_aliases, **_aliases["superpowers"]})
"""Countries and the two superpowers: whatever somebody may point at on the map."""

region_names = Names("region", (*REGIONS, SOUTHEAST_ASIA), _aliases["regions"])
side_names = Names("side", SIDES, _aliases["sides"], abbreviations=False)
scoring_names = Names(
    "scoring card",
    SCORING_CARDS,
    {
        **{card.region: name for name, card in SCORING_CARDS.items()},
        **{alias: f"{region} Scoring" for alias, region in _aliases["regions"].items()},
    },
)
"""A scoring card may also be named by its region."""

china_names = Names("card", [CHINA_CARD], _aliases["china"])

CountryName: TypeAlias = Annotated[str, Named("country", country_names.canonical, lambda: COUNTRIES)]
TargetName: TypeAlias = Annotated[str, Named("target", target_names.canonical, lambda: (*COUNTRIES, *SUPERPOWERS))]
RegionName: TypeAlias = Annotated[str, Named("region", region_names.canonical, lambda: (*REGIONS, SOUTHEAST_ASIA))]
ScoringName: TypeAlias = Annotated[str, Named("scoring card", scoring_names.canonical, lambda: SCORING_CARDS)]
if TYPE_CHECKING:
    SideName: TypeAlias = Side
else:
    SideName = Annotated[str, Named("side", side_names.canonical, lambda: SIDES)]


def side_of(text: str) -> Side:
    """The side of that name.

    :raises UnknownName: there is none.
    """
    return cast(Side, side_names.canonical(text))


def known_card(text: str | None) -> str | None:
    """The canonical name of the China Card or a scoring card; None for any other card."""
    return None if text is None else china_names.find(text) or scoring_names.find(text)


def the(side: Side | None) -> str:
    """A side in a sentence: ``the US``, ``nobody``."""
    return "nobody" if side is None else f"the {side}"


def listed(names: Iterable[object]) -> str:
    """Names in a sentence: ``Iran, Iraq``, ``none``."""
    return ", ".join(map(str, names)) or "none"


def signed(fact: str, number: int) -> str:
    """The place of a signed number in a sentence: with its sign, but for 0."""
    return f"{{{fact}:+d}}" if number else f"{{{fact}}}"
