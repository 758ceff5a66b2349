"""ROLL-1, MOVE-1 to MOVE-9 and TELE-1 to TELE-4: what each allows and forbids, and how a turn plays them out."""

from builders import board, meant, refused, rules, texts
from titan_rules.actions.intents import EndMoves, Mulligan
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.destinations import Destination
from titan_rules.rules.masterboard.movement import judge_move


def test_TELE_2_without_how_a_normal_move_is_meant_where_there_is_one() -> None:
    position = Game.parse(
        "turn 5, Black's movement, roll 6: Black 100: Bk01 100 Titan Ogre / Red 200: Rd01 4000 Titan Angel"
    )
    assert meant(judge_move(position, "Bk01", 4)) == Destination(4)
    assert meant(judge_move(position, "Bk01", 4, reveal=("Titan",))).how == "tower-teleport"
    assert meant(judge_move(position, "Bk01", 4, how="tower-teleport")).how == "tower-teleport"
    revealing = refused(judge_move(position, "Bk01", 4, how="normal", reveal=("Titan",)))
    assert str(revealing[0]) == "Bk01 reveals nothing by a normal move, not Titan (TELE-2)"


def test_ROLL_1_there_is_nothing_to_roll_again_before_the_movement_roll() -> None:
    state = board(turn=1, black={"Bk01": (100, "Titan Ogre")})
    assert texts(state, Mulligan(3)) == ["there is no Movement Roll yet to be rolled again"]
    later = board(turn=2, roll=4, black={"Bk01": (100, "Titan Ogre")})
    assert texts(later, Mulligan(3)) == ["a mulligan is for the first turn, this is turn 2"]
    for die in (0, 7):
        assert texts(state, Mulligan(die)) == [f"a die shows 1 to 6, not {die}"]


def test_MOVE_2_moves_may_end_where_nobody_can_move_and_not_where_somebody_can() -> None:
    moved = {"moved": True, "came_from": 141}
    blocked = {"Bk01": (101, "Titan Ogre"), "Bk02": (142, "Ogre Ogre", moved), "Bk03": (100, "Lion Lion", moved)}
    state = board(roll=1, black=blocked)
    assert not [action for action in legal_actions(state) if action.do == "move"]
    assert rules(apply(state, EndMoves()).events) == ["MOVE-1"]
    assert apply(state, EndMoves()).state.phase == "enlistment"
    free = board(roll=1, black={"Bk01": (101, "Titan Ogre")})
    assert texts(free, EndMoves()) == ["at least one Legion must move; with a Movement Roll of 1 these can: Bk01"]
    unrolled = board(black={"Bk01": (101, "Titan Ogre")})
    assert texts(unrolled, EndMoves()) == ["the Movement Roll comes first"]
