"""MUSTER-1 to MUSTER-5, each with what it allows and what it forbids."""

from typing import Any

import pytest

from builders import board, refused, rules
from titan_rules.box import STANDARD
from titan_rules.kernel.errors import CannotTell
from titan_rules.position.game import Game
from titan_rules.rules.masterboard.mustering import (
    judge_muster,
    legion_options,
    muster_options,
    table_rulings,
)

JUNGLE, PLAINS, TOWER = 5, 6, 100
MOVED = {"moved": True, "came_from": 4}


def stock(**left: int) -> dict[str, int]:
    """What the caretaker has left."""
    return left


def at(land: int, content: str, **more: Any) -> Game:
    """A Legion of Black that may muster in a land, besides its Titan's elsewhere."""
    black = {"Bk01": (land, content, {**MOVED, **more}), "Bk02": (33, "Titan Ogre")}
    return board(phase="enlistment", black=black)


def names(terrain: str, content: str, stock: Any = None) -> list[str]:
    return [o.muster for o in muster_options(STANDARD.table(terrain), content.split(), stock)]


def ways(terrain: str, content: str) -> Any:
    return {o.muster: o.ways for o in muster_options(STANDARD.table(terrain), content.split())}


def against(position: Game, character: str, with_: Any = None, marker: str = "Bk01") -> list[str]:
    return [f"{r}" for r in refused(judge_muster(position, marker, character, with_))]


def test_MUSTER_2_the_revealed_characters_must_be_a_way() -> None:
    position = at(JUNGLE, "Gargoyle Gargoyle Cyclops Ogre")
    for way in (["Cyclops"], ["Gargoyle", "Gargoyle"]):
        assert against(position, "Cyclops", way) == []
    assert against(position, "Cyclops", ["Ogre"]) == [
        "revealing Ogre does not muster Cyclops in Jungle; this would do: Cyclops or Gargoyle, Gargoyle (MUSTER-2)"
    ]
    assert rules(refused(judge_muster(position, "Bk01", "Cyclops", []))) == ["MUSTER-2"]
    assert rules(refused(judge_muster(position, "Bk01", "Cyclops", ("Gargoyle",) * 3))) == ["MUSTER-2"]
    assert against(position, "Cyclops", ["Behemoth"]) == ["the Legion does not hold Behemoth (MUSTER-2)"]


def test_MUSTER_3_the_caretaker_must_have_one() -> None:
    assert names("Jungle", "Gargoyle Gargoyle", {"Cyclops": 0}) == ["Gargoyle"]
    assert [o.left for o in muster_options(STANDARD.table("Jungle"), ("Gargoyle",), stock(Gargoyle=3))] == [3]
    position = board(
        phase="enlistment",
        black={"Bk01": (JUNGLE, "Serpent Serpent", MOVED), "Bk02": (33, "Titan Ogre")},
    )
    assert [o.left for o in legion_options(position, position.mover.legion("Bk01"))][-1] == 8
    none = at(JUNGLE, "Serpent " * 5)
    assert against(none, "Serpent", ["Serpent"]) == []
    rulings = table_rulings(STANDARD.table("Jungle"), ("Serpent",), stock(Serpent=0))
    assert f"{rulings[-1]}" == "the caretaker has no Serpent left (MUSTER-3)"


def test_of_unknown_content_nothing_is_told_but_what_needs_none() -> None:
    hidden = board(
        phase="enlistment", black={"Bk01": (JUNGLE, None, {**MOVED, "height": 4}), "Bk02": (33, "Titan Ogre")}
    )
    with pytest.raises(CannotTell, match="the characters of Bk01 are not known"):
        refused(judge_muster(hidden, "Bk01", "Cyclops"))
    assert rules(refused(judge_muster(hidden, "Bk01", "Lion"))) == ["MUSTER-2"]
    high = board(phase="enlistment", black={"Bk01": (JUNGLE, None, {**MOVED, "height": 7}), "Bk02": (33, "Titan Ogre")})
    assert rules(refused(judge_muster(high, "Bk01", "Cyclops"))) == ["MUSTER-1"]


def test_MUSTER_4_in_a_tower_nobody_is_revealed_for_a_creature_that_anybody_musters() -> None:
    position = at(TOWER, "Ogre Ogre")
    assert against(position, "Centaur", []) == []
    assert against(position, "Centaur", ["Ogre"]) == [
        "Centaur is mustered in Tower without revealing anybody (MUSTER-4)"
    ]
