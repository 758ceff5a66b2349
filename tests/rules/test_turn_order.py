"""SPLIT-4, ROLL-1 and MOVE-9 as they are played out, action by action; MUSTER-1 after a move and after a teleport."""

from typing import Any

from boards import game, rules
from titan_rules.actions.intents import (
    EndMoves,
    EndTurn,
    Move,
    Mulligan,
    Recombine,
)
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions, violations
from titan_rules.position.changes import put_legion_in
from titan_rules.position.game import Game


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
