"""Names that stand for hexes, Legions and musterers where the position leaves only one choice."""

from typing import Any

import pytest

from builders import at_battle, at_the_titan, board, said
from titan_rules.actions import intents as a
from titan_rules.actions.grammar import FORMS, parse, written
from titan_rules.actions.intents import Strike
from titan_rules.kernel.errors import ActionError
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle

MELEE = Battle.parse("Plains: Ogre D3, Ogre A1, Cyclops D5 / Lion D4, Centaur E4, Wyvern C5")
MOVING = Battle.parse("Plains, turn 1, attacker's maneuver: Ogre D3, 2 Lion off, Troll A1, Troll B1 / Centaur D5")


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Ogre strikes Lion", "D3 strikes D4"),
        ("the Ogre strikes the Lion in D4", "D3 strikes D4"),
        ("D3 strikes Lion at 5 using 4 dice", "D3 strikes D4 at 5 using 4"),
        ("Cyclops in D5 strikes Wyvern in C5 with 6 6 4 carrying D4:2", "D5 strikes C5 with 6 6 4 carrying D4:2"),
        ("Cyclops strikes Wyvern with 6,6,4, carrying 2 to Lion", "D5 strikes C5 with 6 6 4 carrying D4:2"),
        ("Cyclops strikes Wyvern using 3 dice with 6 6 4 carrying Lion:1 Centaur:1",
         "D5 strikes C5 using 3 with 6 6 4 carrying D4:1 E4:1"),
    ],
)  # fmt: skip
def test_strikes_by_name(text: str, short: str) -> None:
    assert written(parse(text, MELEE)) == short


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("Ogre to E4", "Ogr D3-E4"),
        ("D3 to E4", "Ogr D3-E4"),
        ("D3 -> E4", "Ogr D3-E4"),
        ("the Ogre in D3 moves to E4", "Ogr D3-E4"),
        ("Lion to A3", "Lio enters A3"),
        ("Lion enters at A3", "Lio enters A3"),
        ("Troll B1-B2", "Tro B1-B2"),
    ],
)
def test_maneuvers_by_name(text: str, short: str) -> None:
    assert written(parse(text, MOVING)) == short


@pytest.mark.parametrize(
    ("text", "position", "code", "told"),
    [
        (
            "Ogre strikes Wyvern",
            MELEE,
            "ambiguous-action",
            "(say which: A1 strikes C5 or D3 strikes C5)",
        ),
        ("Troll to B2", MOVING, "ambiguous-action", "(say which: Tro A1-B2 or Tro B1-B2)"),
        ("Giant strikes Lion", MELEE, "no-character", "no Giant fights"),
        ("Lion strikes Ogre", MELEE, "no-character", "the Lion is the defender's, and this is the attacker's action"),
        ("Cyclops in D3 strikes Lion", MELEE, "no-character", "no Cyclops stands in D3, but an Ogre"),
        ("C3 to C4", MOVING, "no-character", "nobody stands in C3"),
        ("Ogre strikes Lion", None, "position-needed", "in which hex does the Ogre stand? (as in: D3 strikes D4;"),
        ("Ogre to E4", None, "position-needed", "from which hex does the Ogre go? (as in: Ogr D3-E4;"),
        ("summon Angel", None, "position-needed", "from which Legion does the Angel come? (as in: summon"),
        ("Bk02 flies to Venus", None, "bad-notation", "a land is wanted, not 'Venus' (as in: Bk02 P105;"),
        ("D3 strikes D4 at sixes", None, "bad-notation", "a Strike-number is wanted, not 'sixes' (as in: D3 strikes"),
        ("D3 strikes D4 at 5 at 6", None, "bad-notation", "'at' stands twice"),
        ("hello", MELEE, "bad-notation", "no action is written 'hello' (as in: D3 strikes D4; end-strikes)"),
        ("roll 44444444444444444444", None, "bad-notation", "the number 444444444444... is too large"),
        ("roll 4 5", None, "bad-notation", "'5' is not understood (as in: roll 4; roll)"),
        ('"Ann tower 4', None, "bad-notation", "the quote is not closed"),
    ],
)
def test_what_is_not_understood_is_told_with_the_forms_of_that_action(
    text: str, position: Any, code: str, told: str
) -> None:
    with pytest.raises(ActionError) as caught:
        parse(text, position)
    assert caught.value.fault.code == code
    assert told in str(caught.value)
    start, end = caught.value.place
    assert 0 <= start <= end <= len(text)


def test_musters_summonses_and_splits_by_name() -> None:
    black = {"Bk01": (3, "Titan Ogre"), "Bk02": (5, "Gargoyle Gargoyle Ogre", {"moved": True, "came_from": 4})}
    enlisting = board(black=black, phase="enlistment")
    assert written(parse("Bk02 musters Cyclops", enlisting)) == "Bk02 Gar,Gar>Cyc"
    assert written(parse("Bk01 splits 1 ogre", enlisting)) == "Bk01/Bk03 Ogr"
    assert written(parse("engage Bk02", enlisting)) == "engage J5"


NAMED = ("D3 to E4", "Ogre strikes Lion", "summon Angel")
"""Forms that need their position."""


def test_every_form_is_read() -> None:
    for do, forms in FORMS.items():
        assert do in a.ACTIONS
        for form in forms:
            if form not in NAMED:
                assert parse(form).do == do, form


def refusal(text: str, position: Any) -> str:
    with pytest.raises(ActionError) as caught:
        parse(text, position)
    return caught.value.fault.message


def test_an_acceptance_is_of_the_only_proposal() -> None:
    state, _ = said(at_the_titan(), ["engage 105"])
    assert refusal("Black accepts", state) == "nothing is proposed"
    state, _ = said(state, ["Red proposes attacker Lio Lio, defender nothing"])
    assert parse("Black accepts", state) == parse("Black accepts attacker Lio Lio, defender nothing")
    assert refusal("Red accepts", state) == "nothing is proposed"
    assert "attacker" in refusal("Black accepts defender nothing", state)
    state = at_battle(at_the_titan(), 105, ["Lion D3"], ["Titan D4", "Ogre F1"], turn=2, phase="strike")
    assert parse("Black accepts", state) == parse("Black accepts the concession")


def test_a_summoned_character_comes_from_the_only_legion_that_has_one() -> None:
    two = Battle.parse("Plains, turn 2, attacker's maneuver: Lion D3 / Ogre F1")
    two = evolve(two, donors={"Bk02": ("Angel",), "Bk03": ("Angel", "Archangel")})
    assert written(parse("summon Archangel", two)) == "summon Arc from Bk03"
    assert refusal("summon Angel", two) == "several can be meant"
    assert refusal("summon Angel", evolve(two, donors={})) == "no Angel can be summoned from any Legion"


def test_who_may_be_meant_by_a_name_and_who_not() -> None:
    melee = Battle.parse("Plains: Ogre D3, Ogre A1 / Lion D4, Lion F1")
    assert parse("Ogre strikes Lion", melee) == Strike("D3", "D4"), "those in contact are meant"
    struck = Battle.parse("Plains: Ogre D3 struck, Ogre C3 / Lion D4, Lion C4")
    assert refusal("Ogre strikes Lion", struck) == "several can be meant"
    assert refusal("Ogre in F1 strikes Lion", melee) == "no Ogre stands in F1, but a Lion"


def test_only_a_colour_outside_quotes_is_one() -> None:
    assert parse("black concedes") == parse("Black concedes")
    assert parse('"black" concedes') != parse("Black concedes")
