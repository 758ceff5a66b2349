"""Legion Markers by their pictures, the shorthand of games by mail, and Japanese names."""

import pytest

import titan_rules as titan
from titan_rules.kernel.errors import ActionError
from titan_rules.text.lexicon import Kind
from titan_rules.text.words import words

GAME = titan.Game.parse(
    "turn 5, Black's movement, roll 4: Black score 123: Bk01 600 Titan 2 Ogre, Bk05 109 2 Centaur"
    " / Red score 56: Rd01 13 height 6"
)
MUSTERS = titan.Game.parse(
    "turn 5, Black's enlistment: Black score 123: Bk01 600 Titan 2 Ogre, Bk05 105 2 Centaur moved"
    " / Red score 56: Rd01 13 height 6"
)


@pytest.mark.parametrize("text", ["Hand moves to 105", "Hand P105", "Black's Hand to 105", "Bk05(Hand) P105"])
def test_a_legion_by_the_picture_on_its_marker(text: str) -> None:
    assert str(titan.parse(text, GAME)) == "Bk05 P105"


@pytest.mark.parametrize("text", ["the hand moves to 105", "Lion to 105", "Claw to 105"])
def test_a_picture_that_is_a_word_of_its_own_needs_its_colour(text: str) -> None:
    with pytest.raises(ActionError):
        titan.parse(text, GAME)


def test_a_colour_makes_a_picture_of_a_verb() -> None:
    assert [(word.kind, word.value) for word in words("Gold's Claw to 5")][:1] == [(Kind.MARKER, "Gd02")]


def test_with_a_hex_it_is_a_character() -> None:
    assert str(titan.parse("Red's Lion D4 strikes D3")) == "D4 strikes D3"


def test_positions_name_legions_by_picture() -> None:
    line = "Black's movement, roll 4: Black: Eye 600 Titan 2 Ogre, Hand 109 Lion Ogre / Red: Cross 13 height 6"
    assert [legion.legion for _, legion in titan.Game.parse(line).legions()] == ["Bk02", "Bk05", "Rd01"]


# --- games by mail ---------------------------------------------------------------------------------------------------


def test_MUSTER_2_a_slash_says_the_kind_of_the_musterers() -> None:
    assert str(titan.parse("Bk05 Cen/Lio", MUSTERS)) == "Bk05 Cen,Cen>Lio"
    assert titan.check(MUSTERS, "Bk05 Cen/Lio").verdict == "legal"
    assert titan.check(MUSTERS, "Bk05 Ogr/Lio").verdict == "illegal"


def test_MUSTER_6_a_move_with_its_muster() -> None:
    answer = titan.check(GAME, "Bk05(Hand) P105 Cen/Lio")
    assert answer.verdict == "legal"
    assert any("musters Lion with Centaur and Centaur" in ruling.text for ruling in answer.rulings)


def test_a_slash_still_parts_two_sides() -> None:
    battle = titan.Battle.parse("Marsh: Ogre D3 / Troll D4")
    assert [c.name for c in battle.defender.characters] == ["Troll"]


# --- Japanese --------------------------------------------------------------------------------------------------------


def test_japanese_names_are_read_wherever_english_ones_are() -> None:
    english = titan.Battle.parse("Plains: Ogre D3 / Lion D4")
    japanese = titan.Battle.parse("平地: オグレ D3 / ライオン D4")
    assert japanese == english
    assert str(titan.parse("オグレ 攻撃 ライオン", japanese)) == "D3 strikes D4"
