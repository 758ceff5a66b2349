"""CARRY-1 to CARRY-3 by example, under both readings of the declaration."""

from typing import Any

import pytest

from builders import clash, refused, rules, told
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.carry import (
    StrikeOption,
    carry_rulings,
    choose,
    declared,
    judge_carries,
    options,
)
from titan_rules.rules.battle.field import View, field_of

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


def test_CARRY_1_nothing_where_the_target_takes_every_die() -> None:
    position = melee("Ogre D4", "Cyclops D5 3, Troll C4")
    assert offered(position, "D4", "D5") == [(6, 4, ())]
    found = refused(judge_carries(field_of(position), "attacker", "D4", "D5", 6, [("C4", 1)]))
    assert told(found[:1]) == "the Cyclops in D5 takes all that 6 dice can do: it still needs 6 (CARRY-1)"


def test_CARRY_2_each_penalty_is_for_one_enemy() -> None:
    # Fewer dice for one, a higher number for the other, never both at once.
    position = melee("Lion D5", "Ogre C4 5, Ogre D6, Centaur E4", terrain="Desert")
    assert offered(position, "D5", "C4") == [(7, 3, ()), (5, 3, ("D6",)), (5, 5, ("D6", "E4"))]


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


def test_CARRY_3_not_up_a_dune_from_a_strike_that_goes_up_none() -> None:
    position = melee("Troll C4", "Ogre C5 5, Ogre D4", terrain="Desert")
    assert offered(position, "C4", "C5") == [(8, 4, ())]
    field = View(position)
    striker, target = field.who[HEX_NUMBER["C4"]], field.who[HEX_NUMBER["C5"]]
    found = carry_rulings(field, "attacker", striker, target, options(field, "attacker", striker, target))
    assert rules(found) == ["CARRY-3"]
    assert rules(refused(judge_carries(field_of(position), "attacker", "C4", "C5", 6, [("D4", 1)]))) == ["CARRY-3"]


def test_CARRY_3_up_a_dune_from_a_strike_that_goes_up_one() -> None:
    position = melee("Troll C4", "Ogre D4 5, Ogre D5, Ogre C5", terrain="Desert")
    assert offered(position, "C4", "D4") == [(7, 4, ("C5", "D5"))]


def test_options_read_as_rulings() -> None:
    position = melee()
    field = View(position)
    striker, target = field.who[HEX_NUMBER["D4"]], field.who[HEX_NUMBER["D5"]]
    found = carry_rulings(field, "attacker", striker, target, options(field, "attacker", striker, target))
    assert rules(found) == ["CARRY-1", "CARRY-2"]
    assert found[1].text == "taking 6 dice at Strike-number 6, hits beyond 1 may be carried over to C4 E4"


def test_a_declaration_names_an_option() -> None:
    found = [StrikeOption(7, 3), StrikeOption(5, 5, ("E4",)), StrikeOption(6, 5, ("D6",))]
    assert choose(found[:2]) == found[0]
    assert choose(found, 5) == found[2]
    assert choose(found, 5, 5) == found[1]
    assert choose(found, None, 5) == found[1]
    assert choose(found, 6) is None


@pytest.mark.parametrize("phase", ["strike", "strikeback"])
def test_carries_hold_in_strikeback_too(phase: str) -> None:
    side: Any = "attacker" if phase == "strike" else "defender"
    position = clash("Plains", *MELEE, phase=phase, side=side)
    assert offered(position, "D4", "D5") == [(6, 4, ("C4",)), (6, 6, ("C4", "E4"))]
