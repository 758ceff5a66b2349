"""STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3 and DICE-1 by example, under both readings of the declaration."""

from typing import Any

import pytest

from builders import clash, fought, no_strike, refused, rules, strike_phase, texts, told, why
from scripted import Scripted
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import Carry, Strike, action_from_json
from titan_rules.box.hexes import HEX_NUMBER, labels_in
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import JSON
from titan_rules.play import apply, is_legal, violations
from titan_rules.position.battle import Battle, Role
from titan_rules.rules.battle.carry import (
    StrikeOption,
    choose,
    declared,
    judge_carries,
    options,
)
from titan_rules.rules.battle.field import View, field_of
from titan_rules.rules.battle.strike import judge_strike, must_strike, strike_notes
from titan_rules.rules.battle.strike_numbers import contacts, strike_rulings


def obliged(position: Battle, label: str) -> bool:
    field, role = View(position), position.acting
    return must_strike(field, role, field.who[HEX_NUMBER[label]])


def test_STRIKE_1_not_in_the_maneuver_phase_nor_out_of_turn() -> None:
    assert rules(no_strike(Battle.parse("Plains, attacker's maneuver: Ogre D4 / Centaur D5"), "D4", "D5")) == [
        "STRIKE-1"
    ]
    theirs = Battle.parse("Plains, defender's strike: Ogre D4 / Centaur D5")
    assert not obliged(theirs, "D4")
    assert "D4 is held by the attacker's Ogre, not by the defender" in told(no_strike(theirs, "D4", "D5"))


@pytest.mark.parametrize(("phase", "rule"), [("strike", "STRIKE-1"), ("strikeback", "STRIKE-8")])
def test_STRIKE_1_only_the_side_that_acts(phase: str, rule: str) -> None:
    position = clash("Plains", "Ogre D4", "Centaur D5", phase=phase)
    waiting: Role = "defender" if phase == "strike" else "attacker"
    start, end = ("D5", "D4") if waiting == "defender" else ("D4", "D5")
    assert rules(refused(judge_strike(field_of(position), waiting, start, end))) == [rule]


def test_STRIKE_1_notes_on_one_that_has_struck() -> None:
    position = Battle.parse("Plains: Ogre D4 struck / Centaur D5")
    notes = strike_notes(View(position), "attacker", position.attacker.characters[0])
    assert told(notes) == "the Ogre in D4 has struck already (STRIKE-1)"


def test_STRIKE_8_at_the_living_only() -> None:
    position = Battle.parse("Plains, attacker's strikeback: Ogre D4 6 hits, Lion C4 / Centaur D5")
    field = View(position)
    assert labels_in(contacts(field, "defender", position.defender.characters[0])) == ["C4"]
    assert rules(no_strike(position, "D5", "D4")) == ["STRIKE-8"]


def test_STRIKE_9_one_slain_by_drift_still_strikes() -> None:
    position = Battle.parse("Tundra: Centaur A1 3 hits / Lion A2")
    assert obliged(position, "A1")
    notes = strike_notes(View(position), "attacker", position.attacker.characters[0])
    assert rules(notes) == ["STRIKE-1", "STRIKE-9"]


def test_STRIKE_9_it_keeps_contact_and_blocks() -> None:
    field = View(Battle.parse("Tundra: Ranger A1 / Centaur A2 3 hits, Lion A3"))
    assert field.in_contact("attacker", field.who[0], slain=True)
    assert rules(no_strike(field.battle, "A1", "A3")) == ["RANGE-1"]
    blocking = Battle.parse("Tundra: Ranger A3, Ogre B3 6 hits, Ogre B4 6 hits / Lion C3")
    assert rules(no_strike(blocking, "A3", "C3"))[0] == "RANGE-7"


def test_strike_rulings_need_both_on_the_battleland() -> None:
    position = clash("Plains", "Ogre D4", "Centaur -", phase="strike")
    with pytest.raises(ValueError, match="both must stand"):
        strike_rulings(field_of(position), "attacker", position.attacker.characters[0], position.defender.characters[0])


# An Ogre in D4 touches a Cyclops in D5 that needs one more hit, a Centaur in E4 and an unhurt Troll in C4.
MELEE = ("Ogre D4", "Cyclops D5 8, Centaur E4, Troll C4")


def offered(position: Battle, start: str, end: str) -> list[tuple[int, int, tuple[str, ...]]]:
    field = View(position)
    found = options(field, position.acting, field.who[HEX_NUMBER[start]], field.who[HEX_NUMBER[end]])
    return [(o.dice, o.strike_number, o.carry_to) for o in found]


def melee(*sides: str, terrain: str = "Plains", **more: Any) -> Battle:
    attacker, defender = sides or MELEE
    return clash(terrain, attacker, defender, phase="strike", **more)


def carried(position: Battle, hits: int, *carries: tuple[str, int], number: int | None = None) -> list[str]:
    return rules(refused(judge_carries(field_of(position), "attacker", "D4", "D5", hits, carries, number)))


def test_CARRY_1_on_from_there_in_order() -> None:
    position = melee("Ogre D4", "Cyclops D5 8, Centaur E4 2, Troll C4 6")
    assert carried(position, 5, ("E4", 1), ("C4", 2), number=6) == []
    assert carried(position, 5, ("C4", 2), ("E4", 1), number=6) == []
    assert carried(position, 5, ("C4", 1), ("E4", 1), number=6) == ["CARRY-1"], "the Troll is not slain yet"
    assert carried(position, 5, ("E4", 2), number=6) == ["CARRY-1"], "one hit slays the Centaur"
    assert carried(position, 5, ("C4", 2), ("C4", 1), number=6) == ["CARRY-1"]
    assert carried(position, 5, ("C4", 0), number=6) == ["CARRY-1"]


def test_CARRY_2_all_targets_declared() -> None:
    position = melee(carry_declaration="targets_and_order")
    assert offered(position, "D4", "D5") == [(6, 4, ("C4",)), (6, 6, ("C4", "E4"))]
    assert carried(position, 3, ("E4", 2), number=6) == []
    assert carried(position, 3, ("E4", 2)) == ["CARRY-2", "CARRY-1"]
    assert carried(position, 3, ("C4", 2), number=6) == ["CARRY-2"], "these targets ask for no penalty"
    field = View(position)
    striker, target = field.who[HEX_NUMBER["D4"]], field.who[HEX_NUMBER["D5"]]
    assert declared(field, "attacker", striker, target, ["C4"]) == (6, 4)
    assert declared(field, "attacker", striker, target, ["C4", "E4"]) == (6, 6)


def test_CARRY_2_declared_targets_combine() -> None:
    position = melee(
        "Lion B2", "Ogre B3 5, Ogre A1, Centaur C3", terrain="Desert", carry_declaration="targets_and_order"
    )
    assert offered(position, "B2", "B3") == [
        (7, 3, ()),
        (5, 3, ("A1",)),
        (7, 5, ("C3",)),
        (5, 5, ("A1", "C3")),
    ]
    single = melee("Lion B2", "Ogre B3 5, Ogre A1, Centaur C3", terrain="Desert")
    assert offered(single, "B2", "B3") == [(7, 3, ()), (5, 3, ("A1",)), (7, 5, ("C3",))]


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


def test_CARRY_2_what_is_declared_binds_though_nothing_is_carried() -> None:
    _, events = fought(at_three(), [struck("D4", "E3", dice=(5, 5, 4, 4, 4, 4))])
    assert events[0].facts["hits"] == 0
    _, events = fought(at_three(), [struck("D4", dice=(5, 5, 4, 4, 4, 4))])
    assert events[0].facts["hits"] == 6
    outcome = apply(at_three(), struck("D4", "E3"), Scripted([6, 6, 4, 4, 4, 4]))
    assert outcome.events[0].facts["hits"] == 2


@pytest.mark.parametrize(
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


def test_CARRY_2_targets_that_the_roll_cannot_reach_are_not_declared() -> None:
    state = strike_phase(["Ogre D3"], ["Cyclops D4 3", "Centaur E3"], options=ORDER)
    assert why(state, struck("D4")) == []
    assert "no more than the Cyclops in D4 still needs, 6" in violations(state, struck("D4", "E3"))[0].text


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


def test_DICE_1_the_second_roll_may_come_from_outside() -> None:
    outcome = apply(duel(), rerolled((6, 1, 1, 1, 1, 1, 1), None), Scripted([6, 6, 6, 6, 6, 6]))
    assert outcome.state.defender.characters[0].hits == 1


def test_DICE_1_carries_count_with_the_hits_that_count() -> None:
    state = Battle.parse("Plains: Ogre D3 / Ogre D4 5 hits, Lion E3")
    action = Strike("D3", "D4", (6,) * 6, 5, carry=(Carry("E3", 2),), first_roll=(6, 6, 1, 1, 1, 1, 1))
    assert why(state, action) == ["CARRY-1"]


@pytest.mark.parametrize("first", [(6,) * 6, (6, 6), (7,) * 7])
def test_DICE_1_only_a_roll_of_too_many_dice_is_made_again(first: tuple[int, ...]) -> None:
    assert why(duel(), rerolled(first, (6,) * 6)) == ["DICE-1"]
    assert why(duel(), rerolled(first, None)) == ["DICE-1"]


def test_DICE_1_and_declarations_are_read_from_json() -> None:
    row: dict[str, JSON] = {
        "do": "strike",
        "from": "D3",
        "to": "D4",
        "declared": ["D4"],
        "first_roll": [1, 2, 3, 4, 5, 6, 6],
    }
    action = action_from_json(row)
    assert action.to_json() == row
    with pytest.raises(DocumentError):
        action_from_json({**row, "first_roll": "1 2 3"})
    with pytest.raises(DocumentError):
        action_from_json({**row, "declared": ["Z9"]})


def test_DICE_1_a_first_roll_that_cannot_be() -> None:
    melee = Battle.parse("Plains: Ogre D3 / Lion D4")
    sixes = "D3 strikes D4 with 6 6 6 6 6 6 instead of"
    assert texts(melee, parse(f"{sixes} 7 6 6 6 6 6 6")) == ["a die shows 1 to 6, not 7"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6 0")) == ["a die shows 1 to 6, not 0"]
    assert texts(melee, parse(f"{sixes} 6 6 6 6 6 6")) == [
        "a first roll of 6 dice is not too many for a strike of 6: it stands"
    ]
    assert texts(melee, parse(f"{sixes} 1 6 6 6 6 6 6")) == []
