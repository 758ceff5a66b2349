"""SPLIT-1 to SPLIT-4, each with what it allows and what it forbids."""

from collections import Counter
from typing import Any

import pytest

from builders import board, refused, rules, said
from titan_rules.actions.intents import Split
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.play import legal_actions, violations
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.commencement import (
    free_markers,
    judge_split,
    owed_splits,
    splits,
    staying,
)

HALF = ("Titan", "Ogre", "Ogre", "Centaur")


def start() -> Game:
    return Game.parse(
        "turn 1, Black's commencement: Black 100: "
        "Bk01 100 Titan Angel 2 Ogre 2 Centaur 2 Gargoyle / Red 200: Rd01 4000 Titan Angel"
    )


def later(content: str, **given: Any) -> Game:
    return board(phase="commencement", black={"Bk01": (3, content)}, **given)


def parts(position: Game, marker: str = "Bk01") -> Any:
    return splits(position.mover, position.mover.legion(marker), position)


def against(position: Game, into: str, characters: str, marker: str = "Bk01") -> list[str]:
    return [f"{r}" for r in refused(judge_split(position, marker, into, characters.split()))]


def test_SPLIT_1_must_be_done_before_the_phase_ends() -> None:
    assert [f"{r}" for r in owed_splits(start())] == [
        "in the first turn Bk01, of height 8, must be split into two Legions of four (SPLIT-1)"
    ]
    halves = {"Bk01": (100, " ".join(HALF)), "Bk02": (100, "Angel Centaur Gargoyle Gargoyle", {"split_from": "Bk01"})}
    split = board(phase="commencement", turn=1, black=halves)
    assert owed_splits(split) == []
    assert parts(split) == []
    assert against(split, "Bk03", "Titan Ogre") == [
        "in the first turn only the eight starting characters are split, Bk01 has height 4 (SPLIT-1)"
    ]
    assert owed_splits(later("Titan Ogre Ogre Ogre")) == []


def test_SPLIT_2_what_leaves_and_what_stays_make_the_whole() -> None:
    position = later("Titan Ogre Lion Ogre Lion Troll")
    legion = position.mover.legions[0]
    for part in parts(position):
        assert Counter(part) + Counter(staying(legion, part)) == Counter(legion.characters)


def test_SPLIT_3_the_markers_left_out_of_a_document_are_the_colours_own() -> None:
    position = later("Titan Ogre")
    expected = tuple(f"Bk{n:02d}" for n in range(2, 13))
    assert free_markers(position.mover, position) == expected
    unsaid = evolve(position.mover, markers=None)
    assert free_markers(unsaid, position) == expected


def test_SPLIT_2_of_unknown_content_only_the_height_is_judged() -> None:
    hidden = later(None, black_is={"legions": [{"legion": "Bk01", "land": 3, "characters": None, "height": 3}]})
    assert parts(hidden) == []
    assert rules(refused(judge_split(hidden, "Bk01", "Bk02", ("Ogre", "Ogre")))) == ["SPLIT-2"]
    high = later(None, black_is={"legions": [{"legion": "Bk01", "land": 3, "characters": None, "height": 5}]})
    with pytest.raises(CannotTell, match="the characters of Bk01 are not known"):
        parts(high)
    with pytest.raises(CannotTell, match="the characters of Bk01 are not known"):
        refused(judge_split(high, "Bk01", "Bk02", ("Ogre", "Ogre")))


def test_SPLIT_3_no_marker_no_split_of_a_legion_that_is_not_known_whole() -> None:
    some = {"Bk01": (3, "", {"height": 6, "revealed": ["Ogre", "Ogre", "Lion"], "characters": None})}
    free = board(phase="commencement", black=some)
    none = board(phase="commencement", black=some, black_is={"markers": []})
    assert [action for action in legal_actions(free) if action.do == "split"]
    assert not [action for action in legal_actions(none) if action.do == "split"]


def test_SPLIT_1_in_the_first_turn_a_split_is_not_judged_by_what_is_known_alone() -> None:
    known_part = {"height": 8, "revealed": ["Titan", "Ogre", "Ogre", "Centaur"], "characters": None}
    hidden = board(phase="commencement", turn=1, black={"Bk01": (100, "", known_part)})
    later = board(phase="commencement", turn=2, black={"Bk01": (100, "", {**known_part, "height": 7})})
    asked = Split("Bk01", "Bk02", ("Titan", "Ogre", "Ogre", "Centaur"))
    assert violations(later, asked) == []
    with pytest.raises(CannotTell):
        violations(hidden, asked)


def test_SETUP_5_what_was_left_of_an_earlier_turn_is_reset_when_a_turn_begins() -> None:
    red = {"Rd01": (20, "Titan Ogre"), "Rd02": (21, "Ogre Lion", {"split_from": "Rd01", "moved": True})}
    state, _ = said(board(phase="enlistment", black={"Bk01": (3, "Titan Ogre")}, red=red), ["end-turn"])
    kept = state.mover.legion("Rd02")
    assert (state.active, kept.split_from, kept.moved) == ("Red", None, False)
