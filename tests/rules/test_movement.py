"""ROLL-1, MOVE-1 to MOVE-9 and TELE-1 to TELE-4: what each allows and forbids, and how a turn plays them out."""

from typing import Any

from builders import board, game, legion, meant, player, refused, rules, said, texts
from titan_rules.actions.intents import (
    EndMoves,
    EndTurn,
    Move,
    Mulligan,
    Recombine,
)
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions, violations
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.rules.masterboard.destinations import Destination, destinations
from titan_rules.rules.masterboard.movement import judge_move, unseparated

Parts = dict[str, tuple[object, ...]]


def test_MOVE_9_of_three_parts_the_first_one_comes_first() -> None:
    parts: Parts = {
        "Bk07": (102, "Ogre Ogre", {"split_from": "Bk02"}),
        "Bk02": (102, "Ogre Centaur", {"split_from": "Bk05"}),
        "Bk05": (102, "Titan Centaur Centaur"),
    }
    position = board(roll=1, black={**parts, "Bk03": (101, "Lion Lion", {"moved": True})})
    assert unseparated(position) == [("Bk05", "Bk02", "Bk07")]


def teleports(position: Game, marker: str = "Bk01", how: str | None = None) -> Any:
    player = position.mover
    found = destinations(position, player, player.legion(marker), position.roll)
    return {d.land: d for d in found if d.how != "normal" and how in (None, d.how)}


def against(position: Game, to: int, **choice: Any) -> list[str]:
    return [f"{r}" for r in refused(judge_move(position, "Bk01", to, **choice))]


STRONG = {"black": {"Bk01": (5, "Titan Ogre")}, "black_is": {"score": 400}}


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


def played(position: Game, *actions: Any) -> Game:
    for action in actions:
        position = apply(position, action).state
    return position


def in_the_way() -> Game:
    """Bk01 and Bk02, parts of one split, cannot leave each other while Bk03 stands where both would go."""
    black = {
        "Bk01": (4, "Titan Ogre"),
        "Bk02": (4, "Lion Lion", {"split_from": "Bk01"}),
        "Bk03": (102, "Troll Troll"),
        "Bk04": (116, "Troll Troll", {"moved": True}),
    }
    return board(roll=2, black=black)


def test_MOVE_9_what_was_put_together_moves_no_more() -> None:
    whole = played(in_the_way(), Recombine("Bk02", "Bk01"), Move("Bk03", 142))
    assert not [action for action in legal_actions(whole) if isinstance(action, Move)]
    assert rules(violations(whole, Move("Bk01", 102))) == ["MOVE-9"]
    after = played(whole, EndMoves(), EndTurn())
    assert not any(legion.recombined for _, legion in after.legions())


def test_ROLL_1_no_mulligan_after_parts_were_put_together() -> None:
    whole = evolve(played(in_the_way(), Recombine("Bk02", "Bk01")), turn=1, options={"mulligan": "any_time"})
    assert rules(violations(whole, Mulligan(3))) == ["ROLL-1"]


FAR = player("Red", 200, legion("Rd01", 4000, "Titan", "Ogre"))


def known(state: Game, viewer: str, marker: str) -> tuple[str, ...]:
    """What somebody knows to be in a Legion."""
    found = known_to(state, viewer).find(marker)
    names = found[1].revealed if found[1].characters is None else found[1].characters
    return tuple(sorted(names))


def test_SUMMON_3_a_new_turn_gives_a_new_summons_to_whoever_moves_and_to_whoever_has_moved() -> None:
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Ogre"), summoned=True, teleported=True)
    red = evolve(FAR, summoned=True, teleported=True)
    state = game(black, red, player("Gold", 300, legion("Gd01", 5000, "Titan"), summoned=True), phase="enlistment")
    state, events = said(state, ["end-turn"])
    assert rules(events)[-1] == "SETUP-5"
    assert state.active != "Black"
    for color in ("Black", state.active):
        assert not state.player(color or "").summoned
        assert not state.player(color or "").teleported
    waiting = next(p for p in state.players if p.color not in ("Black", state.active))
    assert waiting.summoned, "somebody else's is its own affair"


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


def test_MOVE_9_what_was_seen_of_either_part_is_known_of_the_whole() -> None:
    black = player(
        "Black",
        100,
        legion("Bk01", 102, "Titan", "Ogre", revealed=("Ogre",), seen={"Red": ("Titan",)}),
        legion("Bk02", 102, "Lion", "Ogre", split_from="Bk01", revealed=("Lion",), seen={"Red": ("Ogre",)}),
        legion("Bk03", 101, "Ogre", "Ogre", moved=True, came_from=103),
    )
    gold = player("Gold", 300, legion("Gd01", 5000, "Titan"))
    state = game(black, FAR, gold, phase="movement", roll=1, options={"recombine_marker": "mover"})
    state, events = said(state, [Recombine("Bk02", "Bk01"), EndMoves()])
    assert [e.text for e in events if e.rule == "MOVE-9"] == ["Bk02 could not part from Bk01 and is recombined with it"]
    assert state.find("Bk02") is None
    assert known(state, "Gold", "Bk01") == ("Lion", "Ogre")
    assert known(state, "Red", "Bk01") == ("Lion", "Ogre", "Ogre", "Titan")
