"""Test vectors of Twilight Struggle, computed from the rules by hand; named after the rules."""

from typing import Any

import pytest

from titan_rules.companions.twilight_struggle.catalog import COUNTRIES, REGIONS
from titan_rules.companions.twilight_struggle.rules.chances import DIFFERENCES, outcomes
from titan_rules.companions.twilight_struggle.rules.coup import margin
from titan_rules.companions.twilight_struggle.state import BySide
from twilight_play import ask, fixed_setup, position

COUP_SUCCESSES = {
    1: (5, 6, 6, 6, 6),
    2: (3, 4, 5, 6, 6),
    3: (1, 2, 3, 4, 5),
    4: (0, 0, 1, 2, 3),
    5: (0, 0, 0, 0, 1),
}
REALIGNMENTS = {
    -4: ((1, 2, 33), 1),
    -3: ((3, 3, 30), 4),
    -2: ((6, 4, 26), 10),
    -1: ((10, 5, 21), 20),
    0: ((15, 6, 15), 35),
    1: ((21, 5, 10), 56),
    2: ((26, 4, 6), 82),
    3: ((30, 3, 3), 112),
    4: ((33, 2, 1), 145),
    5: ((35, 1, 0), 180),
}


@pytest.mark.parametrize("stability", COUP_SUCCESSES)
@pytest.mark.parametrize("ops", range(1, 6))
def test_COUP_2_successes_out_of_6(stability: int, ops: int) -> None:
    country = next(c for c in COUNTRIES.values() if c.stability == stability)
    successes = sum(margin(country, ops, die) > 0 for die in range(1, 7))
    assert successes == COUP_SUCCESSES[stability][ops - 1]
    answer = ask("coup-odds", position({country.name: (1, 0)}), country=country.name, ops=ops, side="USSR", free=True)
    assert answer["success"]["p"] == pytest.approx(successes / 6)


@pytest.mark.parametrize("net", REALIGNMENTS)
def test_RLN_1_out_of_36_by_net_modifier(net: int) -> None:
    ways, removed = REALIGNMENTS[net]
    found = [0, 0, 0]
    for difference, count in DIFFERENCES.items():
        by = difference + net
        found[0 if by > 0 else 2 if by < 0 else 1] += count
    assert tuple(found) == ways
    start = position({"Kenya": (20, 20)})
    answer = ask("realignment-odds", start, country="Kenya", side="USSR", modifier=net)
    assert tuple(answer["of_36"].values()) == ways
    assert answer["expected_removed"]["value"] == pytest.approx(removed / 36)
    spread = outcomes(start, "USSR", COUNTRIES["Kenya"], 1, net)
    assert sum(w * (20 - after.US) for after, w in spread.items()) == removed


@pytest.mark.parametrize(
    ("side", "defcon", "targets"),
    [
        ("USSR", 3, {"Iran", "Israel", "Panama", "South Africa"}),
        ("USSR", 2, {"Panama", "South Africa"}),
        ("US", 3, {"Iraq", "Syria"}),
        ("US", 2, set()),
    ],
)
def test_DEF_2_coup_targets_on_the_fixed_setup(side: str, defcon: int, targets: set[str]) -> None:
    answer = ask("targets", fixed_setup(), side=side, at_defcon=defcon)
    assert {row["country"] for row in answer["coup"]} == targets
    assert set(answer["realign"]) == targets
    for row in answer["coup"]:
        assert row["battleground"] is (row["country"] != "Syria")
        assert row["loser"] == (side if defcon == 2 else None)
        assert row["defcon_after"] == defcon - (1 if row["battleground"] else 0)


def test_COUP_3_soviet_coup_in_iran() -> None:
    start = position({"Iran": (1, 0)})
    answer = ask("coup", start, country="Iran", ops=3, die=4, side="USSR")
    assert answer["margin"] == 3
    assert answer["influence_after"] == {"US": 0, "USSR": 2}
    assert answer["controller_after"] == "USSR"
    assert answer["military_operations"] == {"US": 0, "USSR": 3}
    assert answer["defcon"] == 4
    odds = ask("coup-odds", start, country="Iran", ops=3, side="USSR")
    assert (odds["success"]["exact"], odds["control"]["exact"]) == ("5/6", "1/2")
    assert [row["die"] for row in odds["dice"] if row["controller"] == "USSR"] == [4, 5, 6]


def test_INF_3_three_operations_in_pakistan() -> None:
    answer = ask("place", position({"Iran": (1, 0), "Pakistan": (0, 2)}), ops=3, countries=("Pakistan",) * 2, side="US")
    assert [m["price"] for m in answer["markers"]] == [2, 1]
    assert answer["final"]["influence"]["Pakistan"] == {"US": 2, "USSR": 2}
    assert answer["controllers"] == {"Pakistan": None}


def scored(region: str, influence: dict[str, tuple[int, int]]) -> Any:
    return ask("score", position(influence), region=region)


def test_SCR_5_fixed_setup_scored_now() -> None:
    nets = {region: ask("score", fixed_setup(), region=region)["net"] for region in REGIONS}
    assert nets == {"Europe": -1, "Asia": -1, "Middle East": 0, "Africa": 0, "Central America": 0, "South America": 0}
    europe, asia = (ask("score", fixed_setup(), region=region) for region in ("Europe", "Asia"))
    assert (europe["US"]["vp"], europe["USSR"]["vp"]) == (3, 4)
    assert (europe["US"]["countries"], europe["USSR"]["countries"]) == (["UK"], ["East Germany"])
    assert (asia["US"]["countries"], asia["USSR"]["countries"]) == (["Australia"], ["North Korea"])


def test_SCR_4_central_america() -> None:
    cuba = {"Cuba": (0, 3), "Haiti": (0, 1), "Dominican Republic": (0, 1), "Guatemala": (1, 0), "Panama": (1, 0)}
    answer = scored("Central America", cuba)
    assert (answer["USSR"]["vp"], answer["US"]["vp"], answer["net"]) == (5, 1, -4)


ASIA = {"Thailand": (0, 2), "North Korea": (0, 3), "India": (0, 3)}


def test_SCR_2_asia_without_a_non_battleground() -> None:
    answer = scored("Asia", {**ASIA, "Japan": (4, 0)})
    assert (answer["USSR"]["vp"], answer["US"]["vp"], answer["net"]) == (6, 4, -2)
    assert answer["USSR"]["status"] == "presence"


def test_SCR_2_asia_with_vietnam() -> None:
    answer = scored("Asia", {**ASIA, "Japan": (4, 0), "Vietnam": (0, 1)})
    assert (answer["USSR"]["vp"], answer["US"]["vp"], answer["net"]) == (10, 4, -6)


def test_SCR_4_asia_with_japan() -> None:
    answer = scored("Asia", {**ASIA, "Vietnam": (0, 1), "Japan": (0, 4)})
    assert (answer["USSR"]["vp"], answer["US"]["vp"]) == (12, 0)


EUROPE = {
    "West Germany": (4, 0),
    "France": (3, 0),
    "Italy": (2, 0),
    "Poland": (3, 0),
    "East Germany": (3, 0),
    "Norway": (0, 4),
    "Sweden": (0, 4),
    "Denmark": (0, 3),
    "Benelux": (0, 3),
    "Greece": (0, 2),
}


def test_SCR_3_equal_counts_are_no_control_of_europe() -> None:
    answer = scored("Europe", EUROPE)
    assert (answer["US"]["vp"], answer["USSR"]["vp"], answer["net"]) == (9, 3, 6)
    assert answer["US"]["status"] == "presence"
    assert answer["game_over"] is None


def test_SCR_6_one_more_country_wins() -> None:
    answer = scored("Europe", {**EUROPE, "Turkey": (2, 0)})
    assert answer["game_over"] == {"winner": "US", "how": "europe", "rule": "TS-SCR-6"}


def test_MIL_1_shortfall() -> None:
    answer = ask("military", position(defcon=3, military_operations=BySide(1, 4)))
    assert [row["needed"] for row in answer["sides"]] == [2, 0]
    assert answer["if_the_turn_ended_now"]["net"] == -2
    assert answer["final"]["military_operations"] == {"US": 0, "USSR": 0}
