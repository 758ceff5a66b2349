"""STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3 and DICE-1 by example, under both readings of the declaration."""

from typing import Any

import pytest

from builders import fought, refused, rules, strike_phase, texts, why
from looping import for_each
from titan_rules.actions.intents import Carry, Strike
from titan_rules.play import is_legal, violations
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.carry import choose, judge_carries
from titan_rules.rules.battle.field import field_of
from titan_rules.rules.battle.strike_tables import StrikeOption
from titan_rules.text.parsing import parse


def carried(position: Battle, hits: int, *carries: tuple[str, int], number: int | None = None) -> list[str]:
    return rules(refused(judge_carries(field_of(position), "attacker", "D4", "D5", hits, carries, number)))


def test_CARRY_1_on_from_there_in_order() -> None:
    position = strike_phase(["Ogre D4"], ["Cyclops D5 8", "Centaur E4 2", "Troll C4 6"])
    assert carried(position, 5, ("E4", 1), ("C4", 2), number=6) == []
    assert carried(position, 5, ("C4", 2), ("E4", 1), number=6) == []
    assert carried(position, 5, ("C4", 1), ("E4", 1), number=6) == ["CARRY-1"], "the Troll is not slain yet"
    assert carried(position, 5, ("E4", 2), number=6) == ["CARRY-1"], "one hit slays the Centaur"
    assert carried(position, 5, ("C4", 2), ("C4", 1), number=6) == ["CARRY-1"]
    assert carried(position, 5, ("C4", 0), number=6) == ["CARRY-1"]


def test_a_declaration_names_an_option() -> None:
    found = [StrikeOption(7, 3), StrikeOption(5, 5, ("E4",)), StrikeOption(6, 5, ("D6",))]
    assert choose(found[:2]) == found[0]
    assert choose(found, 5) == found[2]
    assert choose(found, 5, 5) == found[1]
    assert choose(found, None, 5) == found[1]
    assert choose(found, 6) is None


ORDER: Any = {"carry_declaration": "targets_and_order"}


def at_three(options: Any = ORDER) -> Battle:
    """S0's example: an Ogre strikes a Cyclops that needs one more hit; a Centaur and a Lion are in contact, too."""
    return strike_phase(["Ogre D3"], ["Cyclops D4 8", "Centaur E3", "Lion D2"], options=options)


def struck(*declared: str, dice: tuple[int, ...] | None = None, **more: Any) -> Strike:
    return Strike("D3", "D4", dice, declared=declared, **more)


def test_CARRY_2_the_declaration_decides_dice_and_number() -> None:
    """The Ogre needs 4 against the Cyclops and 6 against the Centaur."""
    assert struck("D4", "E3", dice=(6, 6, 4, 4, 4, 4)).to_json() == {
        "do": "strike",
        "from": "D3",
        "to": "D4",
        "dice": [6, 6, 4, 4, 4, 4],
        "declared": ["D4", "E3"],
    }
    state, events = fought(at_three(), [struck("D4", "E3", dice=(6, 6, 4, 4, 4, 4), carry=(Carry("E3", 1),))])
    assert (events[0].facts["strike_number"], events[0].facts["hits"]) == (6, 2)
    assert [(c.name, c.hits) for c in state.defender.characters] == [("Cyclops", 9), ("Centaur", 1), ("Lion", 0)]


@for_each(
    ("action", "text"),
    [
        (struck("E3", "D4"), "E3 is declared first, D4 is struck"),
        (struck("D4", "F1"), "no other living enemy in contact with the Ogre in D3 stands in F1"),
        (struck("D4", "E3", "E3"), "E3 is named twice"),
        (struck("D4", "E3", strike_number=4), "with the targets declared it is 6 dice at 6"),
        (
            struck("D4", "E3", "D2", dice=(6,) * 6, carry=(Carry("D2", 1),)),
            "hits are carried over in the order declared, D4 then E3 then D2, not to D2",
        ),
        (
            struck("D4", "E3", dice=(6,) * 6, carry=(Carry("D2", 1),)),
            "hits are carried over in the order declared, D4 then E3, not to D2",
        ),
    ],
)
def test_CARRY_2_a_wrong_declaration(action: Strike, text: str) -> None:
    assert text in [ruling.text for ruling in violations(at_three(), action)]


@pytest.mark.parametrize(
    ("action", "rule"), [("D3 strikes D4 using 7", "STRIKE-2"), ("D3 strikes D4 using 5", "CARRY-2")]
)
def test_STRIKE_2_nobody_rolls_more_dice_than_it_has(action: str, rule: str) -> None:
    assert rules(violations(Battle.parse("Plains: Ogre D3 / Lion D4"), parse(action))) == [rule]


def test_CARRY_2_where_a_penalty_is_declared_targets_are_not() -> None:
    assert why(at_three({}), struck("D4", "E3")) == ["CARRY-2"]
    assert is_legal(at_three({}), struck(strike_number=6))


def rerolled(first: tuple[int, ...], dice: tuple[int, ...] | None) -> Strike:
    return Strike("D3", "D4", dice, first_roll=first)


def duel() -> Battle:
    return Battle.parse("Plains: Ogre D3 / Ogre D4")


@pytest.mark.parametrize(
    ("first", "dice", "hits"),
    [
        ((6, 6, 1, 1, 1, 1, 1), (6, 6, 6, 1, 1, 1), 2),
        ((6, 6, 6, 1, 1, 1, 1), (6, 1, 1, 1, 1, 1), 1),
        ((1,) * 8, (6,) * 6, 0),
    ],
)
def test_DICE_1_no_more_hits_count_than_the_first_roll_had(
    first: tuple[int, ...], dice: tuple[int, ...], hits: int
) -> None:
    state, events = fought(duel(), [rerolled(first, dice)])
    assert rules(events)[:2] == ["STRIKE-3", "DICE-1"]
    assert events[0].facts["hits"] == events[1].facts["counted"] == hits
    assert state.defender.characters[0].hits == hits


def test_DICE_1_a_first_roll_that_cannot_be() -> None:
    melee = Battle.parse("Plains: Ogre D3 / Lion D4")
    sixes = "D3 strikes D4 with 6 6 6 6 6 6 instead of"
    assert texts(melee, parse(f"{sixes} 7 6 6 6 6 6 6")) == ["a die shows 1 to 6, not 7"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6 0")) == ["a die shows 1 to 6, not 0"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6")) == [
        "a first roll of 6 dice is not too many for a strike of 6: it stands"
    ]
    assert texts(melee, parse(f"{sixes} 1 6 6 6 6 6 6")) == []
