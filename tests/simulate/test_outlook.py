"""What fight, flight, concession and agreement are worth before a battle."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import running
from builders import board, board_document
from titan_rules.actions.intents import Engage, Flee, Stand
from titan_rules.answers.battle_odds import Calibrated, Prospect
from titan_rules.kernel.errors import CannotTell
from titan_rules.play import apply
from titan_rules.position.battle import ROLES, Role
from titan_rules.position.game import Game
from titan_rules.simulation.outlook import _fight, outlook

BLACK = {"Bk01": (100, "Titan Angel"), "Bk02": (105, "Troll Troll Ogre Ogre")}
RED = {"Rd01": (200, "Titan Angel"), "Rd02": (105, "Lion Centaur Centaur")}
SCORES = {"black_is": {"score": 90}, "red_is": {"score": 20}}


def meeting(black: Any = BLACK, red: Any = RED, **more: Any) -> Game:
    return board(phase="engagement", black=black, red=red, **{**SCORES, **more})


def by(found: Any, how: str) -> Any:
    return [ending for ending in found.endings if ending.how == how]


def test_ENG_3_flight_costs_the_legion_and_brings_the_attacker_half() -> None:
    (flight,) = by(outlook(meeting(), 105, trials=2), "flight")
    assert flight.actions == ("flee",)
    assert flight.prospects["attacker"].scores == 7 + 6 + 6
    assert flight.prospects["defender"].loses == 15 + 12 + 12
    assert flight.prospects["defender"].total == -39


def test_ENG_3_a_lord_does_not_flee() -> None:
    red = {"Rd01": (105, "Titan Lion")}
    found = outlook(meeting(red=red), 105, trials=2)
    assert by(found, "flight") == []


def test_ENG_8_who_concedes_gives_the_full_value() -> None:
    attacker, defender = by(outlook(meeting(), 105, trials=2), "concession")
    assert attacker.prospects["defender"].scores == attacker.prospects["attacker"].loses == 2 * 16 + 2 * 12
    assert defender.prospects["attacker"].scores == defender.prospects["defender"].loses == 39


def test_ACQUIRE_1_an_angel_counts() -> None:
    (flight,) = by(outlook(meeting(), 105, trials=2), "flight")
    assert flight.prospects["attacker"].brings == 24
    poor = outlook(meeting(black_is={"score": 0}), 105, trials=2)
    assert by(poor, "flight")[0].prospects["attacker"].brings == 0


def balance(prospects: Mapping[str, Prospect]) -> float:
    return prospects["attacker"].total - prospects["defender"].total


def test_ENG_7_the_agreements_come_nearest_to_the_balance_of_the_fight() -> None:
    found = outlook(meeting(), 105, trials=20)
    off = [abs(balance(ending.prospects) - balance(found.fight)) for ending in by(found, "agreement")]
    assert 1 < len(off) <= 5
    assert off == sorted(off)
    assert off[0] <= abs(balance(by(found, "flight")[0].prospects) - balance(found.fight))


def test_the_fight_is_weighed_by_the_calibrated_chance() -> None:
    """Of four wins and a defeat; two careless battles count as four."""

    def ends(*points: int) -> list[Mapping[Role, Prospect]]:
        return [dict.fromkeys(ROLES, Prospect(scores=p, brings=0, loses=0, total=p, titan_lost=0)) for p in points]

    won, lost = ends(10, 10, 10, 10), ends(-20)
    chance = Calibrated(p=0.75, battles=1, brier=0.1)
    found = _fight({True: won, False: lost}, {True: ends(2, 2), False: []}, chance)
    assert found["attacker"].total == pytest.approx(0.75 * (4 * 10 + 4 * 2) / 8 - 0.25 * 20)
    uncalibrated = _fight({True: won, False: lost}, {True: [], False: []}, None)
    assert uncalibrated["attacker"].total == pytest.approx(4)


def test_the_fight_hangs_on_no_single_battle() -> None:
    """Black all but wins: one lost battle in two hundred, or none, changes less than the interval holds."""
    found = [outlook(meeting(), 105, trials=200, seed=seed) for seed in range(4)]
    assert {each.attacker_wins.count for each in found} != {200}
    for one in [each.fight["attacker"] for each in found]:
        assert one.low is not None
        assert one.high is not None
        assert all(one.low <= each.fight["attacker"].total <= one.high for each in found)


def test_who_loses_the_titan_loses_all() -> None:
    black = {"Bk01": (105, "Titan"), "Bk02": (100, "Angel Lion")}
    red = {"Rd01": (200, "Titan Angel"), "Rd02": (105, "Colossus Colossus Colossus Colossus")}
    found = outlook(meeting(black=black, red=red), 105, trials=5)
    assert found.fight["attacker"].titan_lost == 1
    assert found.fight["attacker"].loses == pytest.approx(6 * 4 + 24 + 15)
    conceded = by(found, "concession")[0]
    assert conceded.prospects["attacker"].titan_lost == 1
    assert conceded.prospects["attacker"].loses == 6 * 4 + 24 + 15


def test_D_3_the_slayer_of_a_titan_scores_half_of_its_other_legions() -> None:
    black = {"Bk01": (105, "Titan"), "Bk02": (100, "Angel Lion")}
    red = {"Rd01": (200, "Titan Angel"), "Rd02": (105, "Colossus Colossus Colossus Colossus")}
    found = outlook(meeting(black=black, red=red), 105, trials=5)
    assert found.fight["defender"].scores == pytest.approx(6 * 4 + (24 + 15) // 2)


def test_SUMMON_1_an_angel_that_is_summoned_and_slain_is_lost() -> None:
    """The Angel fights beside four Trolls that cannot win; it was part of Bk01."""
    black = {"Bk01": (100, "Titan Angel"), "Bk02": (105, "Troll Troll Troll Troll")}
    red = {"Rd01": (200, "Titan Angel"), "Rd02": (105, "Centaur Centaur Centaur Colossus Colossus Colossus")}
    found = outlook(meeting(black=black, red=red), 105, trials=20)
    assert 4 * 16 < found.fight["attacker"].loses <= 4 * 16 + 24
    alone = {"Bk01": (100, "Titan"), "Bk02": (105, "Troll Troll Troll Troll")}
    assert outlook(meeting(black=alone, red=red), 105, trials=20).fight["attacker"].loses == pytest.approx(4 * 16)


def test_it_goes_on_from_where_the_talk_stands() -> None:
    stood = apply(apply(meeting(), Engage(105)).state, Stand()).state
    found = outlook(stood, 105, trials=2)
    assert by(found, "flight") == []
    assert len(by(found, "concession")) == 2


def test_it_cannot_be_told_without_an_engagement_or_its_characters() -> None:
    with pytest.raises(CannotTell, match="no Engagement"):
        outlook(meeting(), 200, trials=2)
    with pytest.raises(CannotTell, match="movement phase") as refused:
        outlook(
            Game.parse(
                "turn 5, Black's movement: Black 100: "
                "Bk01 100 Titan Angel, Bk02 105 2 Troll 2 Ogre / Red 200: Rd01 4000 Titan Angel"
            ),
            105,
            trials=2,
        )
    assert refused.value.fault.code == "no-engagement"
    with pytest.raises(CannotTell, match="Rd02"):
        outlook(meeting(red={**RED, "Rd02": (105, None, {"height": 3})}), 105, trials=2)
    fled = apply(apply(meeting(), Engage(105)).state, Flee()).state
    with pytest.raises(CannotTell):
        outlook(fled, 105, trials=2)


def test_the_command_shows_both_players(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({k: v for k, v in _document().items() if k != "roll"}))
    done = running.titan("resolve-battle", str(path), "--engagement", "105", "--simulate", "3", "--format", "table")
    assert done.code == 0
    assert "Black (attacker)" in done.out
    assert "flee" in done.out
    answer = running.titan("resolve-battle", str(path), "--engagement", "105", "--simulate", "3").json
    assert answer["kind"] == "outlook"
    refused = running.titan("resolve-battle", str(path), "--engagement", "105", "--vary", "summon")
    assert refused.code == 2


def _document() -> Any:
    return board_document(phase="engagement", black=BLACK, red=RED, **SCORES)
