"""Names as people type them, in English or in the Japanese of the rules summary, and as types of documents."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, TypeAlias, cast

from ...kernel.documents import Named
from ...kernel.names import Names
from .catalog import CHINA_CARD, COUNTRIES, REGIONS, SCORING_CARDS, SIDES, SOUTHEAST_ASIA, SUPERPOWERS, Side

_REGION_ALIASES = {
    "ヨーロッパ": "Europe",
    "中東": "Middle East",
    "アジア": "Asia",
    "アフリカ": "Africa",
    "中央アメリカ": "Central America",
    "中米": "Central America",
    "南アメリカ": "South America",
    "南米": "South America",
    "東南アジア": SOUTHEAST_ASIA,
}

country_names = Names(
    "country", COUNTRIES, {alias: country.name for country in COUNTRIES.values() for alias in country.aliases}
)
target_names = Names(
    "country",
    (*COUNTRIES, *SUPERPOWERS),
    {
        **{alias: country.name for country in COUNTRIES.values() for alias in country.aliases},
        "US": "USA",
        "United States": "USA",
        "アメリカ": "USA",
        "Soviet Union": "USSR",
        "ソ連": "USSR",
        "ソビエト連邦": "USSR",
    },
)
"""Countries and the two superpowers: whatever somebody may point at on the map."""

region_names = Names("region", (*REGIONS, SOUTHEAST_ASIA), _REGION_ALIASES)
side_names = Names(
    "side",
    SIDES,
    {
        "USA": "US",
        "American": "US",
        "アメリカ": "US",
        "アメリカ合衆国": "US",
        "Soviet": "USSR",
        "Soviets": "USSR",
        "Soviet Union": "USSR",
        "ソ連": "USSR",
        "ソビエト": "USSR",
        "ソビエト連邦": "USSR",
    },
    abbreviations=False,
)
scoring_names = Names(
    "scoring card",
    SCORING_CARDS,
    {
        **{card.region: name for name, card in SCORING_CARDS.items()},
        **{alias: f"{region} Scoring" for alias, region in _REGION_ALIASES.items()},
    },
)
"""A scoring card may also be named by its region."""

china_names = Names("card", [CHINA_CARD], {"China Card": CHINA_CARD, "China": CHINA_CARD, "中国カード": CHINA_CARD})
_USE_ALIASES = {
    "イベント": "event",
    "influence": "place",
    "影響力": "place",
    "影響力マーカー": "place",
    "realignment": "realign",
    "再調整": "realign",
    "影響力の再調整": "realign",
    "クーデター": "coup",
    "クーデターの試み": "coup",
    "space race": "space",
    "宇宙開発競争": "space",
    "ヘッドライン": "headline",
    "ヘッドラインフェイズ": "headline",
}
_USES = ("event", "place", "realign", "coup", "space", "headline")

use_names = Names("use", _USES, _USE_ALIASES)
"""What a card may be used for."""

china_use_names = Names("use", (*_USES, "discard", "handover"), {**_USE_ALIASES, "廃棄": "discard"})
"""What somebody may want to do with the China Card; ``handover``: an event passes it."""

CountryName: TypeAlias = Annotated[str, Named("country", country_names.canonical, lambda: COUNTRIES)]
if TYPE_CHECKING:
    SideName: TypeAlias = Side
else:
    SideName = Annotated[str, Named("side", side_names.canonical, lambda: SIDES)]
ScoringName: TypeAlias = Annotated[str, Named("scoring card", scoring_names.canonical, lambda: SCORING_CARDS)]


def side_of(text: str) -> Side:
    """The side of that name.

    :raises UnknownName: there is none.
    """
    return cast(Side, side_names.canonical(text))


def the(side: Side | None) -> str:
    """A side in a sentence: ``the US``, ``nobody``."""
    return "nobody" if side is None else f"the {side}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``Iran, Iraq``, ``none``."""
    return ", ".join(names) or "none"


def in_text(region: str) -> str:
    """A region in a sentence: ``the Middle East``."""
    return f"the {region}" if region.startswith("Middle") else region


def signed(fact: str, number: int) -> str:
    """The place of a signed number in a sentence: with its sign, but for 0."""
    return f"{{{fact}:+d}}" if number else f"{{{fact}}}"
