"""An Engagement before its battle: what flight and concession score, and the chance of the battle."""

import json
from pathlib import Path
from typing import Any

import pytest

import running
from builders import board, board_document
from titan_rules.actions.intents import Engage, Fight, Flee, NoMore, Stand
from titan_rules.answers.battle_odds import EngagementOdds
from titan_rules.kernel.errors import CannotTell
from titan_rules.play import apply
from titan_rules.position.game import Game
from titan_rules.simulation.calibration import calibrated
from titan_rules.simulation.engagement_odds import battle_to_come, engaged, engagement_odds
from titan_rules.simulation.simulation import planned, run_chunk

BLACK = {"Bk01": (100, "Titan Angel"), "Bk02": (105, "Troll Troll Ogre Ogre")}
RED = {"Rd01": (200, "Titan Angel"), "Rd02": (105, "Lion Centaur Centaur")}
SCORES = {"black_is": {"score": 90}, "red_is": {"score": 20}}


def meeting(black: Any = BLACK, red: Any = RED, **more: Any) -> Game:
    return board(phase="engagement", black=black, red=red, **{**SCORES, **more})


def asked(game: Game, land: int = 105) -> EngagementOdds:
    begun = engaged(game, land)
    plan = planned(battle_to_come(begun), "greedy", "greedy", "0", ())
    return engagement_odds(begun, plan, run_chunk(plan, 0, 2))


def scores(found: EngagementOdds) -> dict[tuple[str, str], tuple[int, int]]:
    return {(each.how, each.by): (each.scores["attacker"], each.scores["defender"]) for each in found.endings}


def test_ENG_3_flight_brings_the_attacker_half_of_each_character() -> None:
    found = asked(meeting())
    assert scores(found)["flight", "Red"] == (7 + 6 + 6, 0)
    assert found.endings[0].actions == ("flee",)


def test_ENG_3_a_lord_does_not_flee() -> None:
    found = scores(asked(meeting(red={"Rd01": (105, "Titan Lion")})))
    assert list(found) == [("concession", "Black"), ("concession", "Red")]


def test_SCORE_2_who_concedes_gives_the_full_value() -> None:
    found = scores(asked(meeting()))
    assert found["concession", "Black"] == (0, 2 * 16 + 2 * 12)
    assert found["concession", "Red"] == (15 + 12 + 12, 0)


def test_ACQUIRE_1_an_angel_scores_nothing() -> None:
    """With 39 points Black passes 100 and may acquire an Angel."""
    assert scores(asked(meeting())) == scores(asked(meeting(black_is={"score": 0})))


def test_D_3_the_slayer_of_a_titan_scores_half_of_its_other_legions() -> None:
    black = {"Bk01": (105, "Titan"), "Bk02": (100, "Angel Lion")}
    found = scores(asked(meeting(black=black)))
    assert found["concession", "Black"] == (0, 6 * 4 + (24 + 15) // 2)


def test_the_battle_is_the_one_that_follows_with_its_chance() -> None:
    found = asked(meeting())
    game = meeting()
    for action in (Engage(105), Stand(), NoMore("Red"), Fight("Black")):
        game = apply(game, action).state
    battle = game.battle
    assert battle is not None
    assert battle.attacker.characters == battle_to_come(engaged(meeting(), 105)).attacker.characters
    assert found.battle.trials == 2
    assert found.battle.calibrated == calibrated(battle_to_come(engaged(meeting(), 105)))


def test_it_goes_on_from_where_the_talk_is() -> None:
    stood = apply(apply(meeting(), Engage(105)).state, Stand()).state
    assert list(scores(asked(stood))) == [("concession", "Black"), ("concession", "Red")]
    silent = apply(stood, NoMore("Red")).state
    assert list(scores(asked(silent))) == [("concession", "Black")]  # ENG-6: Black decides


def test_it_cannot_be_answered_without_an_engagement_or_its_characters() -> None:
    with pytest.raises(CannotTell, match="no Engagement"):
        asked(meeting(), 200)
    moving = (
        "turn 5, Black's movement: Black 100: "
        "Bk01 100 Titan Angel, Bk02 105 2 Troll 2 Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    with pytest.raises(CannotTell, match="movement phase") as refused:
        asked(Game.parse(moving))
    assert refused.value.fault.code == "no-engagement"
    with pytest.raises(CannotTell, match="Rd02"):
        asked(meeting(red={**RED, "Rd02": (105, None, {"height": 3})}))
    fled = apply(apply(meeting(), Engage(105)).state, Flee()).state
    with pytest.raises(CannotTell):
        asked(fled)


def test_the_command_shows_both_players(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    document = board_document(phase="engagement", black=BLACK, red=RED, **SCORES)
    path.write_text(json.dumps({key: value for key, value in document.items() if key != "roll"}))
    command = ("resolve-battle", str(path), "--engagement", "105", "--simulate", "3")
    shown = running.titan(*command, "--format", "table")
    assert shown.code == 0
    assert shown.out.startswith("The Engagement in land 105. Attacker's chance to win:")
    assert "Black (attacker)" in shown.out
    assert "flee" in shown.out
    answer = running.titan(*command, "--vary", "entry_side").json
    assert answer["kind"] == "engagement-odds"
    assert [each["name"] for each in answer["battle"]["alternatives"]] != []
