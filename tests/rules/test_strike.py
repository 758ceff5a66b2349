"""STRIKE-1 to STRIKE-9 by example."""

from typing import Any

import pytest

from builders import clash, no_strike, refused, rules, told
from titan_rules.box.hexes import HEX_NUMBER, labels_in
from titan_rules.position.battle import Battle, Role
from titan_rules.rules.battle.field import View, field_of
from titan_rules.rules.battle.strike import judge_strike, must_strike, strike_notes
from titan_rules.rules.battle.strike_numbers import contacts, strike_rulings


def explained(terrain: str, striker: str, target: str, **more: Any) -> list[str]:
    position = clash(terrain, striker, target, phase="strike", **more)
    found = strike_rulings(
        field_of(position), "attacker", position.attacker.characters[0], position.defender.characters[0]
    )
    return rules(found)


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


def test_STRIKE_1_nobody_there() -> None:
    position = Battle.parse("Plains: Ogre D4 / Centaur D5")
    assert told(no_strike(position, "A1", "D5")) == "nobody stands in A1 (STRIKE-1)"
    assert told(no_strike(position, "D4", "A1")) == "nobody stands in A1 (STRIKE-1)"


def test_STRIKE_4_each_change_has_its_ruling() -> None:
    assert explained("Mountains", "Dragon D4", "Ogre C4") == ["STRIKE-2", "STRIKE-3", "STRIKE-4", "STRIKE-4"]
    assert explained("Desert", "Troll C4", "Ogre D5") == ["STRIKE-2", "STRIKE-3", "STRIKE-4"]
    assert explained("Plains", "Troll C4", "Ogre D5") == ["STRIKE-2", "STRIKE-3"]


def test_STRIKE_5_each_change_has_its_ruling() -> None:
    found = explained("Tower", "Lion C2", "Ogre C3")
    assert found == ["STRIKE-2", "STRIKE-3", "STRIKE-5"]


def test_STRIKE_8_strikeback_is_the_other_side_s_the_slain_included() -> None:
    position = Battle.parse("Plains, attacker's strikeback: Ogre D4 / Centaur D5 3 hits, Lion A1")
    assert obliged(position, "D5")
    assert no_strike(position, "D5", "D4") == []
    assert not obliged(position, "D4")
    slain = position.defender.characters[0]
    assert rules(strike_notes(View(position), "defender", slain)) == ["STRIKE-8", "STRIKE-8"]


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
