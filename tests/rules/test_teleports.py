"""TELE-1 to TELE-4, each with what it allows and what it forbids, under every option that touches it."""

from typing import Any

import pytest

from builders import board, meant, refused, rules
from titan_rules.kernel.errors import CannotTell
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.destinations import Destination, depends_on_content, destinations
from titan_rules.rules.masterboard.move_rulings import move_rulings
from titan_rules.rules.masterboard.movement import judge_move


def teleports(position: Game, marker: str = "Bk01", how: str | None = None) -> Any:
    player = position.mover
    found = destinations(position, player, player.legion(marker), position.roll)
    return {d.land: d for d in found if d.how != "normal" and how in (None, d.how)}


def against(position: Game, to: int, **choice: Any) -> list[str]:
    return [f"{r}" for r in refused(judge_move(position, "Bk01", to, **choice))]


TOWER = {"black": {"Bk01": (100, "Titan Angel"), "Bk02": (5, "Ogre Ogre")}}
STRONG = {"black": {"Bk01": (5, "Titan Ogre")}, "black_is": {"score": 400}}


def test_TELE_1_the_rulings_for_a_teleport() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Angel, Bk02 5 2 Ogre / "
        "Red 200: Rd01 4000 Titan Angel"
    )
    there = meant(judge_move(position, "Bk01", 300, reveal=("Angel",)))
    assert there == Destination(300, how="tower-teleport", reveal=("Angel",))
    assert [f"{r}" for r in move_rulings(position, position.mover, position.mover.legions[0], 6, there)] == [
        "the Movement Roll is 6, and Black has not teleported this turn (TELE-1)",
        "from the Tower 100, Angel revealed, to 300, unoccupied, 8 lands away (TELE-2)",
    ]


def test_TELE_2_through_occupied_lands_too() -> None:
    ring = {f"Rd{n:02d}": (land, "Ogre Centaur") for n, land in enumerate((3, 41, 101), 1)}
    found = teleports(board(roll=6, **TOWER, red={**ring, "Rd04": (4000, "Titan Angel")}))
    assert {1, 4, 42, 142} <= found.keys()


def test_TELE_2_one_lord_is_revealed() -> None:
    one = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert meant(judge_move(one, "Bk01", 300)) == Destination(300, how="tower-teleport", reveal=("Titan",))
    two = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Angel, Bk02 5 2 Ogre / "
        "Red 200: Rd01 4000 Titan Angel"
    )
    assert against(two, 300) == ["Bk01 must say which Lord it reveals by the tower-teleport: Angel or Titan (TELE-2)"]
    assert meant(judge_move(two, "Bk01", 300, reveal=("Titan",))) == Destination(
        300, how="tower-teleport", reveal=("Titan",)
    )
    assert against(two, 300, reveal=["Ogre"]) == [
        "Bk01 reveals Angel or Titan by the tower-teleport, not Ogre (TELE-2)"
    ]
    assert rules(refused(judge_move(two, "Bk01", 300, reveal=("Angel", "Titan")))) == ["TELE-2"]


def test_TELE_2_without_how_a_normal_move_is_meant_where_there_is_one() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert meant(judge_move(position, "Bk01", 4)) == Destination(4)
    assert meant(judge_move(position, "Bk01", 4, reveal=("Titan",))).how == "tower-teleport"
    assert meant(judge_move(position, "Bk01", 4, how="tower-teleport")).how == "tower-teleport"
    assert against(position, 4, how="normal", reveal=["Titan"]) == [
        "Bk01 reveals nothing by a normal move, not Titan (TELE-2)"
    ]


def test_TELE_3_a_titan_of_power_ten_to_any_enemy() -> None:
    red = {"Rd01": (4000, "Titan Angel"), "Rd02": (33, "Ogre Ogre"), "Rd03": (300, "Ogre Centaur")}
    found = teleports(board(roll=6, **STRONG, red=red))
    assert list(found) == [33, 300, 4000]
    assert found[33] == Destination(33, ("left", "right", "bottom"), "Rd02", "titan-teleport", ("Titan",))
    assert found[300].entry_sides == ("bottom",)


def test_TELE_3_the_attacker_chooses_the_entry_side() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100 400: Bk01 5 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert against(position, 4000) == ["Bk01 chooses its entry side against Rd01: left, right, bottom (MOVE-8)"]
    chosen = meant(judge_move(position, "Bk01", 4000, "right"))
    assert chosen == Destination(4000, ("right",), "Rd01", "titan-teleport", ("Titan",))
    assert f"{move_rulings(position, position.mover, position.mover.legions[0], 6, chosen)[1]}" == (
        "the Titan, of Power-factor 10, is revealed; Rd01 stands in 4000; entry side: right (TELE-3)"
    )


def test_TELE_3_only_where_an_enemy_stands_that_is_not_engaged() -> None:
    black = {"Bk01": (5, "Titan Ogre"), "Bk02": (33, "Ogre Ogre", {"moved": True, "entry_side": "left"})}
    red = {"Rd01": (4000, "Titan Angel"), "Rd02": (33, "Ogre Centaur")}
    position = board(roll=6, black=black, black_is={"score": 400}, red=red)
    assert list(teleports(position)) == [4000]
    assert against(position, 33, how="titan-teleport") == ["in 33 an Engagement stands already (TELE-3)"]
    assert against(position, 34, how="titan-teleport") == ["no enemy Legion stands in 34 (TELE-3)"]


def test_TELE_3_within_six() -> None:
    options = {"titan_teleport": "within_six"}
    red = {"Rd01": (4000, "Titan Angel"), "Rd02": (7, "Ogre Ogre")}
    position = board(roll=6, **STRONG, red=red, options=options)
    found = teleports(position)
    assert found[7].engages == "Rd02"
    assert found[7].entry_sides == ("left", "right", "bottom")
    assert found[6] == Destination(6, how="titan-teleport", reveal=("Titan",))
    assert against(position, 33, how="titan-teleport") == ["33 is 10 lands from 5, a Titan Teleport reaches 6 (TELE-3)"]
    assert 5 not in found


def test_TELE_3_within_six_not_to_an_own_legion() -> None:
    black = {"Bk01": (5, "Titan Ogre"), "Bk02": (6, "Ogre Ogre")}
    position = board(roll=6, black=black, black_is={"score": 400}, options={"titan_teleport": "within_six"})
    assert against(position, 6, how="titan-teleport") == ["your own Legion stands in 6 (TELE-3)"]


def test_TELE_3_where_both_teleports_lead_the_mover_says_which() -> None:
    black = {"Bk01": (100, "Titan Ogre")}
    position = board(roll=6, black=black, black_is={"score": 400}, options={"titan_teleport": "within_six"})
    assert against(position, 1) == ["Bk01 may go to 1 by a tower-teleport or a titan-teleport: say how (TELE-1)"]
    assert meant(judge_move(position, "Bk01", 1, how="titan-teleport")).how == "titan-teleport"


def test_unknown_content_normal_moves_are_answered_and_teleports_are_not() -> None:
    hidden = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 height 3, Bk02 5 Titan Ogre / "
        "Red 200: Rd01 4000 Titan Angel"
    )
    player = hidden.mover
    assert [d.land for d in destinations(hidden, player, player.legions[0], 6)] == [4, 8, 138]
    assert refused(judge_move(hidden, "Bk01", 4)) == []
    assert depends_on_content(hidden, player, player.legions[0], 6)
    assert not depends_on_content(hidden, player, player.legions[0], 5)
    with pytest.raises(CannotTell, match="whether Bk01 may teleport depends on its characters"):
        refused(judge_move(hidden, "Bk01", 300))
    assert rules(refused(judge_move(hidden, "Bk01", 300, how="normal"))) == ["MOVE-3"]


def test_unknown_content_a_revealed_lord_is_enough() -> None:
    shown = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 height 3, Bk02 5 Titan Ogre / "
        "Red 200: Rd01 4000 Titan Angel | revealed Bk01 Angel"
    )
    assert not depends_on_content(shown, shown.mover, shown.mover.legions[0], 6)
    assert meant(judge_move(shown, "Bk01", 300)).reveal == ("Angel",)


def test_unknown_content_a_strong_titan_may_be_hidden_anywhere() -> None:
    hidden = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100 400: Bk01 5 height 3 / Red 200: Rd01 4000 Titan Angel"
    )
    assert depends_on_content(hidden, hidden.mover, hidden.mover.legions[0], 6)
