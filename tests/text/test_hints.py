"""What half a sentence means where few actions are legal, as in ``titan play``."""

import pytest

from looping import for_each
from titan_rules.kernel.errors import ActionError
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.text.hints import Rest, Several, chosen, is_question, meant_now, odds_asked, rest_in
from titan_rules.text.parsing import parse, written

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


MOVING = Game.parse(
    "turn 5, Black's movement, roll 2: Black: Bk01 600 Titan Angel, Bk02 109 4 Lion, Bk03 105 2 Ogre "
    "/ Red: Rd01 300 Titan, Rd02 107 2 Ogre"
)
SPLITTING = Game.parse(
    "turn 5, Black's commencement: Black: Bk01 600 Titan Angel 2 Ogre 2 Centaur Gargoyle, Bk02 109 4 Lion / Red: "
    "Rd01 300 Titan"
)
MUSTERING = Game.parse(
    "turn 5, Black's enlistment: Black: Bk01 600 Titan Angel, Bk02 105 4 Lion moved / Red: Rd01 300 Titan"
)
SETUP = Game.parse('turn 1, setup | seats [{"name":"Ann","tower":600},{"name":"Ben","tower":300}]')
ABYSSAL = Battle.parse("Plains, turn 2, attacker's strike: Balrog D3 / Druid D4, Druid E4 | box abyssal-6")


@for_each(
    ("position", "text", "action"),
    [
        # by what only one action has: its land or terrain, its Legion, who does it and to whom, what is got
        (ENGAGEMENTS, "105 in the Plains", "engage P105"),
        (MOVING, "to the Jungle", "Bk01 J135"),
        (MOVING, "107", "Bk02 D107"),
        (MOVING, "Bk02", "Bk02 D107 right"),
        (MOVING, "done", "end-moves"),
        (MELEE, "D3", "D3 strikes D4"),
        (MELEE, "C3 hits", "C3 strikes D4"),
        (ABYSSAL, "druid", "D3 strikes D4"),
        (MUSTERING, "ranger", "Bk02 Lio,Lio>Ran"),
        (MUSTERING, "lions > ranger", "Bk02 Lio,Lio>Ran"),
        # the plainest: who is named is mustered, and nothing is added that was not said
        (MUSTERING, "lion", "Bk02 Lio>Lio"),
        (MUSTERING, "ogre", "Bk02 >Ogr"),
        (SETUP, "red", "Ben color Red"),
        (SETUP, "red with rd04", "Ben color Red Rd04"),
        # as often as it is said
        (SPLITTING, "2 lions", "Bk02/Bk03 Lio Lio"),
        (SPLITTING, "end", "end-splits"),
        # whoever says I or we is who is to choose
        (MOVING, "we withdraw", "Black withdraws"),
        (MELEE, "I concede", "Black attempts to concede"),
    ],
)
def test_few_words_mean_the_only_action_that_has_them(position: Game | Battle, text: str, action: str) -> None:
    assert written(meant_now(text, position)) == action


@for_each(
    ("position", "text", "message", "offered"),
    [
        (ENGAGEMENTS, "engage", "this can mean several actions", ["engage P105", "engage B106"]),
        (ENGAGEMENTS, "2 Lions", "what is done?", []),
        (ENGAGEMENTS, "left", "what is done?", []),
        (ENGAGEMENTS, "zork", "'zork' is not understood", []),
        (MOVING, "Bk02 to the Swamp", "what is done?", []),
        (MOVING, "Ann withdraws", "'Ann' is not understood", []),
        (SPLITTING, "5 lions", "what is done?", []),
        (MELEE, "ogre", "this can mean several actions", ["D3 strikes D4", "C3 strikes D4"]),
        (MELEE, "F1", "what is done?", []),
        (ABYSSAL, "Druid in E4", "what is done?", []),
        (MUSTERING, "bk02", "this can mean several actions", ["Bk02 Lio>Cen", "Bk02 Lio>Lio", "Bk02 Lio,Lio>Ran"]),
    ],
)
def test_words_that_no_action_or_several_have_are_refused(
    position: Game | Battle, text: str, message: str, offered: list[str]
) -> None:
    with pytest.raises(ActionError) as caught:
        meant_now(text, position)
    assert caught.value.fault.message == message
    assert isinstance(caught.value, Several) is bool(offered)
    if isinstance(caught.value, Several):
        assert [written(action) for action in caught.value.offered] == offered
        assert (caught.value.fault.code, caught.value.place) == ("ambiguous-action", (0, len(text)))
        assert caught.value.fault.hint == f"say which: {' or '.join(offered)}"


def test_at_most_six_actions_are_offered_in_a_line() -> None:
    with pytest.raises(Several) as caught:
        meant_now("split", SPLITTING)
    assert len(caught.value.offered) > 6
    assert str(caught.value.fault.hint).count(" or ") == 6
    assert str(caught.value.fault.hint).endswith(" or Bk01/Bk03 Ang Cen or ...")


@for_each(
    ("text", "pick"),
    [
        ("the second", "D3 strikes D4"), ("2", "D3 strikes D4"), ("3", "D3 strikes F1"), ("F1", "D3 strikes F1"),
        ("d3 and f1", "D3 strikes F1"), ("the second one", "D3 strikes D4"), ("the C3 one", "C3 strikes D4"),
        ("one", "C3 strikes D4"), ("the Ogre in C3", "C3 strikes D4"),
        ("d3", None), ("4", None), ("0", None), ("2 1", None), ("", None), ("ones", None), ("zork", None),
    ],
)  # fmt: skip
def test_a_few_words_pick_one_of_those_that_are_offered(text: str, pick: str | None) -> None:
    offered = [parse("C3 strikes D4"), parse("D3 strikes D4"), parse("D3 strikes F1")]
    picked = chosen(text, offered, MELEE)
    assert (None if picked is None else written(picked)) == pick


@for_each(
    ("text", "rest"),
    [
        ("the rest to d4.", Rest("D4", 4, alone=True)),
        ("carries it all over to the Centaur..", Rest("Centaur", 0, alone=True)),
        ("moves the rest to d4", Rest("D4", 0, alone=True)),
        ("c3 x d3 and carries it over to e3", Rest("E3", 8, alone=False)),
        ("hits the rest to Ogre", Rest("Ogre", 9, alone=False)),
        ("to d4", None),
        ("carry d4", None),
        ("d3 x d4, carry 2 to e3", None),
    ],
)
def test_CARRY_1_who_takes_the_rest_and_where_the_text_says_so(text: str, rest: Rest | None) -> None:
    assert rest_in(text) == rest


@for_each(
    ("text", "asks"),
    [("may I flee", True), ("D3 hits?", True), ("?", True), ("? D3", False), ("D3 hits", False), ("", False)],
)
def test_a_question_mark_or_a_word_that_asks_makes_a_question(text: str, asks: bool) -> None:
    assert is_question(text) is asks


@for_each(
    ("text", "asked"),
    [("odds", ""), ("chances for c3", "c3"), ("c3 hits d3 odds", "c3 hits d3"), ("c3 hits d3", None), ("", None)],
)
def test_odds_are_asked_of_a_strike_or_of_all(text: str, asked: str | None) -> None:
    assert odds_asked(text) == asked
