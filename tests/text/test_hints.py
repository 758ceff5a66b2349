"""What half a sentence means where few actions are legal, as in ``titan play``."""

import pytest

from titan_rules.kernel.errors import ActionError
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.text.hints import Rest, chosen, meant_now, rest_in
from titan_rules.text.parsing import parse

ENGAGEMENTS = Game.parse(
    "turn 2, Black's engagement: Bk01 105 Titan, Bk02 106 Ogre / Red: Rd01 105 Lion, Rd02 106 Troll"
)
MELEE = Battle.parse("Plains, turn 2, attacker's strike: Ogre D3, Ogre C3 / Lion D4, Centaur F1")


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("the engagement with the Lion", "engage P105"),
        ("the engagement with the Troll", "engage B106"),
        ("the Lion first", "engage P105"),
        ("in the Brush", "engage B106"),
        ("106", "engage B106"),
    ],
)
def test_an_engagement_by_who_meets_or_where(text: str, action: str) -> None:
    assert str(meant_now(text, ENGAGEMENTS)) == action


@pytest.mark.parametrize(
    "text", ["the first", "the engagement with 2 Lions", "the engagement with the Ogre and the Lion"]
)
def test_words_that_fit_no_engagement_or_both_choose_none(text: str) -> None:
    with pytest.raises(ActionError):
        meant_now(text, ENGAGEMENTS)


def test_one_of_several_is_chosen_by_its_place_or_by_what_only_it_has() -> None:
    offered = [parse("C3 strikes D4"), parse("D3 strikes D4")]
    assert chosen("the second", offered, MELEE) == chosen("2", offered, MELEE) == chosen("d3", offered, MELEE)
    assert chosen("d3", offered, MELEE) == offered[1]
    assert chosen("the Lion", offered, MELEE) is chosen("3", offered, MELEE) is chosen("0", offered, MELEE) is None


@pytest.mark.parametrize("rest", ["the rest to the Centaur", "rest to Centaur.", "and carries over to the Centaur"])
def test_CARRY_1_the_rest_is_told_from_the_strike_before_it(rest: str) -> None:
    found = rest_in(f"c3 strikes d3, {rest}")
    assert found is not None
    assert (found.who, found.alone) == ("Centaur", False)


def test_CARRY_1_the_rest_may_stand_alone() -> None:
    assert rest_in("rest to d4") == Rest("D4", 0, alone=True)


@pytest.mark.parametrize("text", ["ogre to d4", "the rest", "the rest to 105", "carry 2 to", ""])
def test_CARRY_1_no_rest_without_a_word_for_it_and_somebody_who_takes_it(text: str) -> None:
    assert rest_in(text) is None


def test_an_action_that_is_read_is_meant_even_if_it_is_illegal() -> None:
    assert str(meant_now("the Ogre in D3 strikes the Centaur", MELEE)) == "D3 strikes F1"
    with pytest.raises(ActionError, match="several"):
        meant_now("the Ogre strikes the Lion", MELEE)
