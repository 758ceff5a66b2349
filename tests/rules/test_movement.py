"""ROLL-1 and MOVE-1 to MOVE-9, each with what it allows and what it forbids."""

from typing import Any

from builders import board, meant, refused, rolled, rules
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.destinations import Destination, destinations
from titan_rules.rules.masterboard.move_rulings import move_rulings
from titan_rules.rules.masterboard.movement import judge_move, owed_moves, unseparated

Parts = dict[str, tuple[object, ...]]


def lands(position: Game, marker: str = "Bk01") -> list[int]:
    player = position.mover
    return [d.land for d in destinations(position, player, player.legion(marker), position.roll)]


def only(position: Game, marker: str, to: int, **choice: Any) -> str:
    """The text of the one ruling against a move, with its rule."""
    (ruling,) = refused(judge_move(position, marker, to, **choice))
    return f"{ruling}"


def test_MOVE_3_the_rolls_that_would_do_are_named() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 3: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert only(position, "Bk01", 7) == "3 to 7 is a move of 4, the Movement Roll is 3 (MOVE-3)"
    assert (
        only(position, "Bk01", 4000) == "4000 is 6 lands from 3 along any connection, the Movement Roll is 3 (MOVE-3)"
    )


def test_MOVE_3_an_enemy_stops_the_move_and_is_engaged() -> None:
    position = Game.parse("turn 5, Black's movement, roll 3: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 5 Titan Ogre")
    player = position.mover
    found = {d.land: d for d in destinations(position, player, player.legions[0], 3)}
    assert found[5] == Destination(5, ("left",), "Rd01")
    assert 6 not in found
    rulings = move_rulings(position, player, player.legions[0], 3, found[5])
    assert [f"{r}" for r in rulings] == [
        "from 3 Arrows to 4, Arrows to 5 (MOVE-4)",
        "Rd01 stands in 5: the move stops there after 2 of 3 lands and engages it (MOVE-3)",
        "entered from 4, the entry side is left (MOVE-8)",
    ]


def test_MOVE_4_signs_lead_one_way() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 5 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert only(position, "Bk01", 4) == "step 1 of 1: no sign leads from 5 to 4, only the other way (MOVE-4)"


def test_MOVE_5_not_straight_back() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 3: Black 100: Bk01 1 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert {3000, 5000} <= set(lands(position))
    assert [f"{r}" for r in refused(judge_move(position, "Bk01", 1000))] == [
        "1000 is reached at step 1 of 3, the whole Movement Roll is moved unless an enemy is met (MOVE-3)",
        "step 3 of 3: from 2000 straight back over the hexside to 1000 (MOVE-5)",
        "step 3 of 3: from 6000 straight back over the hexside to 1000 (MOVE-5)",
    ]


def test_MOVE_7_nothing_enters_or_crosses_an_engagement() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Ogre Ogre", {"moved": True, "entry_side": "left", "came_from": 4})}
    red = {"Rd01": (5, "Titan Ogre")}
    entering = board(roll=2, black=black, red=red)
    assert lands(entering) == [41, 101]
    assert only(entering, "Bk01", 5) == (
        "step 2 of 2: in 5 an Engagement with Rd01 stands, nothing may enter or cross it (MOVE-7)"
    )
    crossing = rolled(entering, 3)
    assert only(crossing, "Bk01", 6).startswith("step 2 of 3: in 5 an Engagement with Rd01 stands")


def test_MOVE_8_the_mover_chooses_between_entry_sides() -> None:
    position = Game.parse("turn 5, Black's movement, roll 5: Black 100: Bk01 2 Titan Ogre / Red 200: Rd01 7 Titan Ogre")
    player = position.mover
    there = next(d for d in destinations(position, player, player.legions[0], 5) if d.engages)
    assert there == Destination(7, ("left", "bottom"), "Rd01")
    assert only(position, "Bk01", 7) == "Bk01 chooses its entry side against Rd01: left, bottom (MOVE-8)"
    assert only(position, "Bk01", 7, entry_side="right") == "Bk01 enters 7 from left, bottom, not from right (MOVE-8)"
    assert meant(judge_move(position, "Bk01", 7)) is None
    chosen = meant(judge_move(position, "Bk01", 7, "bottom"))
    assert chosen == Destination(7, ("bottom",), "Rd01")
    assert [f"{r}" for r in move_rulings(position, player, player.legions[0], 5, chosen)][-1] == (
        "entered from 6, the entry side is bottom (MOVE-8)"
    )


def test_MOVE_8_no_entry_side_without_an_engagement() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert (
        only(position, "Bk01", 4, entry_side="left") == "Bk01 engages nothing in 4 and has no entry side there (MOVE-8)"
    )


def test_MOVE_9_an_enemy_in_the_way_is_no_reason_to_stay() -> None:
    parts: Parts = {
        "Bk01": (102, "Titan Ogre"),
        "Bk02": (102, "Ogre Ogre", {"split_from": "Bk01"}),
    }
    parts["Bk03"] = (106, "Ogre Ogre", {"moved": True, "came_from": 5})
    position = board(roll=1, black=parts, red={"Rd01": (101, "Titan Ogre")})
    assert rules(owed_moves(position)) == ["MOVE-9"]


def test_MOVE_9_a_teleport_is_no_reason_to_part() -> None:
    parts: Parts = {
        "Bk01": (100, "Titan Ogre"),
        "Bk02": (100, "Angel Ogre", {"split_from": "Bk01"}),
    }
    held = {"Bk03": 4, "Bk04": 8, "Bk05": 138}
    moved = {marker: (land, "Ogre Centaur", {"moved": True}) for marker, land in held.items()}
    position = board(roll=6, black={**parts, **moved})
    player = position.mover
    assert {d.how for d in destinations(position, player, player.legion("Bk02"), 6)} == {"tower-teleport"}
    assert owed_moves(position) == []


def test_MOVE_9_of_three_parts_the_first_one_comes_first() -> None:
    parts: Parts = {
        "Bk07": (102, "Ogre Ogre", {"split_from": "Bk02"}),
        "Bk02": (102, "Ogre Centaur", {"split_from": "Bk05"}),
        "Bk05": (102, "Titan Centaur Centaur"),
    }
    position = board(roll=1, black={**parts, "Bk03": (101, "Lion Lion", {"moved": True})})
    assert unseparated(position) == [("Bk05", "Bk02", "Bk07")]
