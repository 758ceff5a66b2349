"""ROLL-1 and MOVE-1 to MOVE-9, each with what it allows and what it forbids."""

from typing import Any

import pytest

from boards import game, meant, refused, rolled, rules
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.movement import (
    Destination,
    destinations,
    judge_move,
    move_rulings,
    owed_moves,
    stay_rulings,
    unseparated,
)

Parts = dict[str, tuple[object, ...]]


def lands(position: Game, marker: str = "Bk01") -> list[int]:
    player = position.mover
    return [d.land for d in destinations(position, player, player.legion(marker), position.roll)]


def only(position: Game, marker: str, to: int, **choice: Any) -> str:
    """The text of the one ruling against a move, with its rule."""
    (ruling,) = refused(judge_move(position, marker, to, **choice))
    return f"{ruling}"


def test_ROLL_1_no_move_before_the_movement_roll() -> None:
    position = Game.parse("turn 5, Black's movement: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel")
    assert only(position, "Bk01", 4) == "there is no Movement Roll yet (ROLL-1)"
    assert rules(owed_moves(position)) == ["ROLL-1"]


def test_MOVE_1_a_legion_moves_once() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre, Bk02 5 2 Ogre / "
        "Red 200: Rd01 4000 Titan Angel | moved Bk01"
    )
    assert lands(position) == []
    assert only(position, "Bk01", 4) == "Bk01 has moved this turn (MOVE-1)"
    assert refused(judge_move(position, "Bk02", 106)) == []
    moved = position.mover.legion("Bk01")
    assert rules(stay_rulings(position, position.mover, moved, 1)) == ["MOVE-1"]


def test_MOVE_1_only_own_legions() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert only(position, "Rd01", 15) == "Black has no Legion Rd01 (MOVE-1)"
    assert only(position, "Bk07", 4) == "Black has no Legion Bk07 (MOVE-1)"


def test_MOVE_2_one_legion_must_move_if_it_can() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre, Bk02 5 2 Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    (owed,) = owed_moves(position)
    assert f"{owed}" == "at least one Legion must move; with a Movement Roll of 1 these can: Bk01, Bk02 (MOVE-2)"


def test_MOVE_2_is_satisfied_by_any_move_a_teleport_too() -> None:
    black = {"Bk01": (4, "Titan Ogre", {"moved": True, "came_from": 3}), "Bk02": (5, "Ogre Ogre")}
    assert owed_moves(game(roll=1, black=black)) == []
    black = {"Bk01": (300, "Titan Ogre", {"moved": True, "came_from": 100}), "Bk02": (5, "Ogre Ogre")}
    assert owed_moves(game(roll=6, black=black, black_is={"teleported": True})) == []


@pytest.mark.parametrize(
    ("roll", "expected"), [(1, [4, 100]), (2, [5, 41, 101]), (3, [6, 42, 142]), (4, [1, 7, 141]), (6, [3, 9, 139])]
)
def test_MOVE_3_a_move_is_exactly_the_movement_roll(roll: int | None, expected: list[int]) -> None:
    assert lands(game(roll=roll, black={"Bk01": (3, "Ogre Ogre"), "Bk02": (3000, "Titan Ogre")})) == expected


def test_MOVE_3_short_of_the_roll_is_illegal() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 3: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert only(position, "Bk01", 5) == (
        "5 is reached at step 2 of 3, the whole Movement Roll is moved unless an enemy is met (MOVE-3)"
    )


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


def test_MOVE_4_block_must_be_taken() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 4 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert lands(position) == [103]
    assert (
        only(position, "Bk01", 5)
        == "step 1 of 1: 4 must be left over its Block to 103, not over the Arrows to 5 (MOVE-4)"
    )
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 1000 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert lands(position) == [1]
    assert f"{move_rulings(position, position.mover, position.mover.legions[0], 1, Destination(1))[0]}" == (
        "from 1000 over its Block to 1 (MOVE-4)"
    )


def test_MOVE_4_arch_may_be_taken_by_the_first_step_only() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 2 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert lands(position) == [3, 7]
    position = Game.parse(
        "turn 5, Black's movement, roll 2: Black 100: Bk01 2 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert lands(position) == [4, 8]
    assert (
        only(position, "Bk01", 100)
        == "step 2 of 2: the Arch from 3 to 100 may be crossed by the first step only (MOVE-4)"
    )


def test_MOVE_4_a_block_on_the_way_is_not_taken() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 2: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert (
        only(position, "Bk01", 103)
        == "step 2 of 2: the Block from 4 to 103 may be crossed by the first step only (MOVE-4)"
    )


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


def test_MOVE_6_own_legions_may_be_passed() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (4, "Ogre Ogre")}
    assert lands(game(roll=2, black=black)) == [5, 41, 101]


def test_MOVE_6_own_legions_may_not_be_joined() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre, Bk02 4 2 Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert lands(position) == [100]
    assert (
        only(position, "Bk01", 4)
        == "step 1 of 1: your own Legion stands in 4, it may be passed but not joined (MOVE-6)"
    )


def test_MOVE_6_a_way_back_to_the_start_is_a_move() -> None:
    alone = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert 3 in lands(alone)
    parts = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 3 Titan Ogre, Bk02 3 2 Ogre / "
        "Red 200: Rd01 4000 Titan Angel | split-from Bk02 Bk01"
    )
    assert 3 not in lands(parts)
    assert rules(refused(judge_move(parts, "Bk01", 3))) == ["MOVE-6"]


def test_MOVE_7_enemies_may_not_be_passed() -> None:
    position = Game.parse("turn 5, Black's movement, roll 3: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 5 Titan Ogre")
    assert only(position, "Bk01", 6) == (
        "step 2 of 3: Rd01 stands in 5, enemy Legions may not be passed on the way to 6 (MOVE-7)"
    )


def test_MOVE_7_nothing_enters_or_crosses_an_engagement() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Ogre Ogre", {"moved": True, "entry_side": "left", "came_from": 4})}
    red = {"Rd01": (5, "Titan Ogre")}
    entering = game(roll=2, black=black, red=red)
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


def test_MOVE_8_where_one_side_is_possible_it_need_not_be_said() -> None:
    position = Game.parse("turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4 Titan Ogre")
    assert meant(judge_move(position, "Bk01", 4)) == Destination(4, ("left",), "Rd01")
    assert meant(judge_move(position, "Bk01", 4, "left")) == Destination(4, ("left",), "Rd01")


def test_MOVE_8_in_a_tower_it_is_always_bottom() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 100 Titan Ogre"
    )
    assert meant(judge_move(position, "Bk01", 100)) == Destination(100, ("bottom",), "Rd01")


def test_MOVE_8_no_entry_side_without_an_engagement() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert (
        only(position, "Bk01", 4, entry_side="left") == "Bk01 engages nothing in 4 and has no entry side there (MOVE-8)"
    )


def test_MOVE_9_parts_that_can_part_must() -> None:
    parts: Parts = {"Bk01": (3, "Titan Ogre"), "Bk02": (3, "Ogre Ogre", {"split_from": "Bk01"})}
    parts["Bk03"] = (106, "Ogre Ogre", {"moved": True, "came_from": 5})
    position = game(roll=1, black=parts)
    (owed,) = owed_moves(position)
    assert (
        f"{owed}"
        == "Bk01 and Bk02 share 3 and must leave each other; with a Movement Roll of 1 Bk01 and Bk02 can (MOVE-9)"
    )


def test_MOVE_9_an_enemy_in_the_way_is_no_reason_to_stay() -> None:
    parts: Parts = {
        "Bk01": (102, "Titan Ogre"),
        "Bk02": (102, "Ogre Ogre", {"split_from": "Bk01"}),
    }
    parts["Bk03"] = (106, "Ogre Ogre", {"moved": True, "came_from": 5})
    position = game(roll=1, black=parts, red={"Rd01": (101, "Titan Ogre")})
    assert rules(owed_moves(position)) == ["MOVE-9"]


def test_MOVE_9_parts_that_cannot_part_are_put_together() -> None:
    parts: Parts = {"Bk02": (102, "Ogre Ogre", {"split_from": "Bk01"}), "Bk01": (102, "Titan Ogre")}
    parts["Bk03"] = (101, "Ogre Ogre", {"moved": True, "came_from": 102})
    position = game(roll=1, black=parts)
    assert owed_moves(position) == []
    assert unseparated(position) == [("Bk01", "Bk02")]
    assert [f"{r}" for r in stay_rulings(position, position.mover, position.mover.legion("Bk01"), 1)] == [
        "step 1 of 1: your own Legion stands in 101, it may be passed but not joined (MOVE-6)"
    ]


def test_MOVE_9_a_teleport_is_no_reason_to_part() -> None:
    parts: Parts = {
        "Bk01": (100, "Titan Ogre"),
        "Bk02": (100, "Angel Ogre", {"split_from": "Bk01"}),
    }
    held = {"Bk03": 4, "Bk04": 8, "Bk05": 138}
    moved = {marker: (land, "Ogre Centaur", {"moved": True}) for marker, land in held.items()}
    position = game(roll=6, black={**parts, **moved})
    player = position.mover
    assert {d.how for d in destinations(position, player, player.legion("Bk02"), 6)} == {"tower-teleport"}
    assert owed_moves(position) == []


def test_MOVE_9_of_three_parts_the_first_one_comes_first() -> None:
    parts: Parts = {
        "Bk07": (102, "Ogre Ogre", {"split_from": "Bk02"}),
        "Bk02": (102, "Ogre Centaur", {"split_from": "Bk05"}),
        "Bk05": (102, "Titan Centaur Centaur"),
    }
    position = game(roll=1, black={**parts, "Bk03": (101, "Lion Lion", {"moved": True})})
    assert unseparated(position) == [("Bk05", "Bk02", "Bk07")]


def test_no_parts_share_a_land_where_all_moved_on() -> None:
    assert (
        unseparated(
            Game.parse(
                "turn 5, Black's movement, roll 1: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
            )
        )
        == []
    )


def test_MOVE_5_is_the_reason_where_only_it_forbids_the_way_back() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 2: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert f"{refused(judge_move(position, 'Bk01', 3))[0]}" == (
        "step 2 of 2: from 100 straight back over the hexside to 3 (MOVE-5)"
    )
