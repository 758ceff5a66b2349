"""SPLIT-4, ROLL-1 and MOVE-9 as they are played out, action by action; MUSTER-1 after a move and after a teleport."""

from typing import Any

import pytest

from boards import FAR_AWAY, game, rules
from titan_rules.actions.intents import (
    Action,
    EndMoves,
    EndSplits,
    EndTurn,
    Move,
    Mulligan,
    Muster,
    Recombine,
    Roll,
    Split,
)
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions, violations
from titan_rules.position.changes import put_legion_in
from titan_rules.position.game import Game

FOUR = "Titan Ogre Ogre Centaur"
OTHERS = "Angel Centaur Gargoyle Gargoyle"


def played(position: Game, *actions: Any) -> Game:
    for action in actions:
        position = apply(position, action).state
    return position


def first_turn(**given: Any) -> Game:
    black = {"Bk01": (100, FOUR), "Bk02": (100, OTHERS, {"split_from": "Bk01"})}
    return game(phase="commencement", turn=1, black=black, **given)


def test_SPLIT_4_splits_are_declared_before_the_movement_roll() -> None:
    position = Game.parse(
        "turn 5, Black's commencement: Black 100: Bk01 3 Titan 2 Ogre Lion / Red 200: Rd01 4000 Titan Angel"
    )
    split = Split("Bk01", "Bk02", ("Ogre", "Ogre"))
    assert violations(position, split) == []
    assert violations(position, Roll(4))
    assert rules(violations(played(position, EndSplits()), split)) == ["SPLIT-4"]


def test_SPLIT_2_the_new_legion_stands_in_the_same_land() -> None:
    position = Game.parse(
        "turn 5, Black's commencement: Black 100: Bk01 3 Titan 2 Ogre Lion / Red 200: Rd01 4000 Titan Angel"
    )
    player = played(position, Split("Bk01", "Bk05", ("Ogre", "Lion"))).mover
    assert player.legion("Bk01").characters == ("Titan", "Ogre")
    new = player.legion("Bk05")
    assert (new.land, new.characters, new.split_from) == (3, ("Ogre", "Lion"), "Bk01")
    assert "Bk05" not in player.free_markers


def test_SPLIT_2_into_three_in_one_commencement() -> None:
    position = Game.parse(
        "turn 5, Black's commencement: Black 100: Bk01 3 Titan 2 Ogre 2 Lion Troll / Red 200: Rd01 4000 Titan Angel"
    )
    position = played(position, Split("Bk01", "Bk02", ("Ogre", "Lion")), Split("Bk01", "Bk03", ("Ogre", "Lion")))
    assert [x.size for x in position.mover.legions] == [2, 2, 2]
    assert not [a for a in legal_actions(position) if isinstance(a, Split)]


def test_ROLL_1_one_roll() -> None:
    position = played(
        Game.parse("turn 5, Black's commencement: Black 100: Bk01 3 Titan Ogre / Red 200: Rd01 4000 Titan Angel"),
        EndSplits(),
        Roll(4),
    )
    assert position.roll == 4
    assert rules(violations(position, Roll(5))) == ["ROLL-1"]
    assert rules(violations(position, Mulligan(5))) == ["ROLL-1"]


def test_ROLL_1_a_mulligan_in_the_first_turn() -> None:
    position = played(first_turn(), EndSplits(), Roll(1), Mulligan(6))
    assert position.roll == 6
    assert rules(violations(position, Mulligan(2))) == ["ROLL-1"]


def test_ROLL_1_a_mulligan_before_any_legion_has_moved() -> None:
    position = played(first_turn(), EndSplits(), Roll(1), Move("Bk01", 3))
    assert rules(violations(position, Mulligan(6))) == ["ROLL-1"]


def test_ROLL_1_a_mulligan_at_any_time_takes_moves_back() -> None:
    position = played(first_turn(options={"mulligan": "any_time"}), EndSplits(), Roll(1), Move("Bk01", 3), Mulligan(2))
    legion = position.mover.legion("Bk01")
    assert (position.roll, legion.land, legion.moved) == (2, 100, False)


def test_ROLL_1_moves_may_stand_and_the_others_follow_the_second_roll() -> None:
    position = played(first_turn(ruleset="slugathon"), EndSplits(), Roll(1), Move("Bk01", 3), Mulligan(2))
    legion = position.mover.legion("Bk01")
    assert (position.roll, legion.land, legion.moved) == (2, 3, True)
    assert violations(position, Move("Bk02", 4)) == []


@pytest.mark.parametrize(("action", "stays"), [(None, "Bk01"), (Recombine("Bk01", "Bk02"), "Bk02")])
def test_MOVE_9_parts_are_put_together_when_the_phase_ends(action: Action, stays: str) -> None:
    black = {
        "Bk01": (102, "Titan Ogre"),
        "Bk02": (102, "Ogre Lion", {"split_from": "Bk01"}),
        "Bk03": (101, "Ogre Ogre", {"moved": True, "came_from": 103}),
    }
    position = game(roll=1, black=black, options={"recombine_marker": "mover"})
    position = played(position, *([action] if action else []), EndMoves())
    left = {x.legion: x for x in position.mover.legions}
    assert sorted(left) == sorted([stays, "Bk03"])
    assert sorted(left[stays].characters) == ["Lion", "Ogre", "Ogre", "Titan"]


def in_the_way() -> Game:
    """Bk01 and Bk02, parts of one split, cannot leave each other while Bk03 stands where both would go."""
    black = {
        "Bk01": (4, "Titan Ogre"),
        "Bk02": (4, "Lion Lion", {"split_from": "Bk01"}),
        "Bk03": (102, "Troll Troll"),
        "Bk04": (116, "Troll Troll", {"moved": True}),
    }
    return game(roll=2, black=black)


def test_MOVE_9_parts_are_put_together_after_the_moves() -> None:
    still_to_move = in_the_way()
    bk04 = still_to_move.mover.held("Bk04")
    still_to_move = put_legion_in(still_to_move, still_to_move.mover, evolve(bk04, land=116, moved=False))
    assert rules(violations(still_to_move, Recombine("Bk02", "Bk01"))) == ["MOVE-2"]
    assert Recombine("Bk02", "Bk01") not in legal_actions(still_to_move)
    assert Recombine("Bk02", "Bk01") in legal_actions(in_the_way())


def test_MOVE_9_what_was_put_together_moves_no_more() -> None:
    whole = played(in_the_way(), Recombine("Bk02", "Bk01"), Move("Bk03", 142))
    assert not [action for action in legal_actions(whole) if isinstance(action, Move)]
    assert rules(violations(whole, Move("Bk01", 102))) == ["MOVE-9"]
    after = played(whole, EndMoves(), EndTurn())
    assert not any(legion.recombined for _, legion in after.legions())


def test_ROLL_1_no_mulligan_after_parts_were_put_together() -> None:
    whole = evolve(played(in_the_way(), Recombine("Bk02", "Bk01")), turn=1, options={"mulligan": "any_time"})
    assert rules(violations(whole, Mulligan(3))) == ["ROLL-1"]


def test_MOVE_9_no_recombination_while_one_can_leave() -> None:
    black = {"Bk01": (102, "Titan Ogre"), "Bk02": (102, "Ogre Lion", {"split_from": "Bk01"})}
    position = game(roll=1, black=black)
    assert rules(violations(position, Recombine("Bk02", "Bk01"))) == ["MOVE-9"]
    assert set(rules(violations(position, EndMoves()))) == {"MOVE-2", "MOVE-9"}


def test_MUSTER_1_whoever_moved_may_muster_a_teleport_counts() -> None:
    black = {"Bk01": (100, "Titan Ogre"), "Bk02": (5, "Gargoyle Gargoyle")}
    position = played(game(roll=6, black=black), Move("Bk01", 300, None, "tower-teleport", ("Titan",)), EndMoves())
    assert position.phase == "enlistment"
    assert violations(position, Muster("Bk01", "Ogre", ())) == []
    assert rules(violations(position, Muster("Bk02", "Cyclops", ("Gargoyle", "Gargoyle")))) == ["MUSTER-1"]


def test_TELE_1_is_used_up_by_the_first_teleport() -> None:
    black = {"Bk01": (100, "Titan Ogre"), "Bk02": (200, "Angel Ogre")}
    position = game(roll=6, black=black, red=FAR_AWAY)
    teleport = Move("Bk01", 300, None, "tower-teleport", ("Titan",))
    assert violations(position, Move("Bk02", 400, None, "tower-teleport", ("Angel",))) == []
    assert rules(violations(played(position, teleport), Move("Bk02", 400, None, "tower-teleport", ("Angel",)))) == [
        "TELE-1"
    ]


def test_MUSTER_6_a_muster_as_the_legion_moves_is_recorded_in_enlistment() -> None:
    black = {"Bk01": (105, "Titan Lion", {"moved": True, "came_from": 104})}
    for phase, rules_against in (("movement", ["MUSTER-6"]), ("enlistment", [])):
        position = game(phase=phase, roll=1 if phase == "movement" else None, black=black)
        assert rules(violations(position, Muster("Bk01", "Centaur", ("Lion",)))) == rules_against
