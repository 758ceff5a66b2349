"""The facts of Twilight Struggle, counted and compared with each other."""

import json
from importlib import resources

from looping import some
from titan_companions.twilight_struggle import catalog
from titan_companions.twilight_struggle.catalog import (
    COUNTRIES,
    REGIONS,
    SCORING_CARDS,
    SETUP,
    SPACE,
    country_names,
    in_region,
)

DATA = resources.files("titan_companions.twilight_struggle.data")

REGION_COUNTS = {
    "Europe": (21, 5),
    "Middle East": (10, 6),
    "Asia": (15, 6),
    "Africa": (18, 5),
    "Central America": (10, 3),
    "South America": (10, 4),
}


def test_84_countries_29_battlegrounds() -> None:
    counts = {r: (len(in_region(r)), sum(c.battleground for c in in_region(r))) for r in REGIONS}
    assert counts == REGION_COUNTS
    assert (len(COUNTRIES), sum(c.battleground for c in COUNTRIES.values())) == (84, 29)


def test_121_links_each_once_9_to_a_superpower() -> None:
    links = [tuple(pair) for pair in json.loads((DATA / "links.json").read_text(encoding="utf-8"))]
    assert len(links) == len({frozenset(pair) for pair in links}) == 121
    known = {*COUNTRIES, *catalog.SUPERPOWERS}
    assert all(one in known and other in known and one != other for one, other in links)
    assert sum(end in catalog.SUPERPOWERS for pair in links for end in pair) == 9


def test_links_are_mutual_and_leave_nobody_alone() -> None:
    for country in some(COUNTRIES.values()):
        assert country.neighbours or country.superpower
        assert len(set(country.neighbours)) == len(country.neighbours)
        assert all(country.name in COUNTRIES[n].neighbours for n in country.neighbours)


def test_the_whole_map_is_connected() -> None:
    reached, front = {"UK"}, ["UK"]
    while front:
        new = [n for name in front for n in COUNTRIES[name].neighbours if n not in reached]
        reached.update(new)
        front = new
    by_superpower = {c.name for c in COUNTRIES.values() if c.superpower}
    assert by_superpower & reached
    assert {c.region for c in COUNTRIES.values() if c.name not in reached} <= {
        "Asia",
        "Central America",
        "South America",
    }


def test_links_across_regions() -> None:
    across = {
        frozenset((c.name, n)) for c in COUNTRIES.values() for n in c.neighbours if COUNTRIES[n].region != c.region
    }
    assert across == {
        frozenset(pair)
        for pair in (
            ("Turkey", "Syria"),
            ("Spain/Portugal", "Morocco"),
            ("France", "Algeria"),
            ("Libya", "Tunisia"),
            ("Egypt", "Sudan"),
            ("Iran", "Afghanistan"),
            ("Iran", "Pakistan"),
            ("Panama", "Colombia"),
        )
    }


def test_SCR_4_countries_next_to_a_superpower() -> None:
    near = {side: [c.name for c in COUNTRIES.values() if c.superpower == side] for side in ("US", "USSR")}
    assert near == {
        "US": ["Canada", "Japan", "Mexico", "Cuba"],
        "USSR": ["Finland", "Poland", "Romania", "Afghanistan", "North Korea"],
    }


def test_halves_of_europe_and_southeast_asia() -> None:
    western, eastern = set(in_region("Western Europe")), set(in_region("Eastern Europe"))
    assert {c.name for c in western & eastern} == {"Finland", "Austria"}
    assert western | eastern == set(in_region("Europe"))
    assert len(in_region("Southeast Asia")) == 7
    assert all(c.region == "Asia" for c in in_region("Southeast Asia"))


def test_SET_2_SET_3_totals() -> None:
    totals = {side: (sum(s.fixed.values()), s.free) for side, s in SETUP.items()}
    assert totals == {"US": (18, 7), "USSR": (9, 6)}


def test_scoring_cards() -> None:
    assert {name: tuple(card.vp.values()) for name, card in SCORING_CARDS.items()} == {
        "Asia Scoring": (3, 7, 9),
        "Europe Scoring": (3, 7),
        "Middle East Scoring": (3, 5, 7),
        "Central America Scoring": (1, 3, 5),
        "Southeast Asia Scoring": (1, 1, 2, 1, 1, 1, 1),
        "Africa Scoring": (1, 4, 6),
        "South America Scoring": (2, 5, 6),
    }
    assert SCORING_CARDS["Southeast Asia Scoring"].vp["Thailand"] == 2
    assert {*SCORING_CARDS["Southeast Asia Scoring"].vp} == {c.name for c in in_region("Southeast Asia")}


def test_space_track() -> None:
    table = [(b.ops, b.up_to, *b.vp, b.ability is not None) for b in SPACE.values()]
    assert table == [
        (2, 3, 2, 1, False),
        (2, 4, 0, 0, True),
        (2, 3, 2, 0, False),
        (2, 4, 0, 0, True),
        (3, 3, 3, 1, False),
        (3, 4, 0, 0, True),
        (3, 3, 4, 2, False),
        (4, 2, 2, 0, True),
    ]


def test_every_country_has_one_name_in_each_language() -> None:
    for country in some(COUNTRIES.values()):
        assert country.aliases
        for alias in (country.name, country.name.upper(), *country.aliases):
            assert country_names.canonical(alias) == country.name


def test_lasting_events_name_known_cards_countries_regions_and_questions() -> None:
    asked = {"coup", "realign", "place", "space", "score", "final-scoring", "hand", "ops", "southeast", "war"}
    for row in some(catalog.LASTING.values()):
        assert row.event in catalog.EVENT_CARDS
        assert set(row.asks) <= asked
        assert set(row.regions) <= set(REGIONS)
        assert {*row.countries, *row.but} <= set(COUNTRIES)
        assert set(row.but.values()) <= set(catalog.LASTING)


def test_the_cards_of_the_base_game() -> None:
    cards = catalog.EVENT_CARDS.values()
    numbers = [*(card.number for card in cards), *(card.number for card in catalog.SCORING_CARDS.values()), 6]
    assert sorted(numbers) == list(range(1, 104))
    decks = [card.period for card in cards]
    assert [decks.count(period) for period in catalog.DECKS] == [36 - 3 - 1, 46 - 4, 21]  # less scoring and China
    assert {card.ops for card in cards} == {1, 2, 3, 4}
    assert [card.name for card in cards if card.owner == "neutral" and card.starred and card.period == "Late War"] == [
        "Wargames", "Iran-Iraq War",
    ]  # fmt: skip
    for names in (catalog.WARS, catalog.NEEDS, catalog.BARS, catalog.BARS.values()):
        assert set(names) <= set(catalog.EVENT_CARDS)
