"""RANGE-1 to RANGE-9 by example, with the lines of sight."""

from typing import Any

from builders import clash, no_strike, rules, told
from titan_rules.box import STANDARD
from titan_rules.box.battlelands import Battleland
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.box.sight_tables import walk
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.field import View
from titan_rules.rules.battle.rangestrike import rangestrike, rangestrike_targets
from titan_rules.rules.battle.sight import sight_rulings
from titan_rules.rules.battle.strike import strike_notes


def shoot(terrain: str, striker: str, target: str, **more: Any) -> tuple[int, int, int] | None:
    """Dice, Strike-number and range of the attacker's first at the defender's first."""
    return shot(clash(terrain, striker, target, phase="strike", **more))


def shot(position: Battle) -> tuple[int, int, int] | None:
    found = rangestrike(View(position), "attacker", position.attacker.characters[0], position.defender.characters[0])
    return None if isinstance(found, str) else (found.dice, found.strike_number, found.range)


def sight(terrain: str, start: str, end: str, standing: str = "") -> str:
    return told(sight_rulings(View(clash(terrain, standing, "", phase="strike")), start, end))


def test_RANGE_1_not_in_contact_even_with_the_slain() -> None:
    position = Battle.parse("Plains: Ranger D4 / Lion D6, Ogre C4 6 hits")
    assert shot(position) is None
    assert rules(no_strike(position, "D4", "D6")) == ["RANGE-1"]
    assert rules(strike_notes(View(position), "attacker", position.attacker.characters[0])) == ["STRIKE-1", "RANGE-1"]


def test_RANGE_1_not_the_slain_nor_from_off_the_board() -> None:
    assert shoot("Plains", "Ranger D4", "Lion D6 5") is None
    assert shoot("Plains", "Ranger -", "Lion D6") is None
    position = clash("Plains", "Ranger -", "Lion D6", phase="strike")
    assert rangestrike_targets(View(position), "attacker", position.attacker.characters[0]) == ()


def test_RANGE_7_not_where_both_ends_are_higher() -> None:
    assert "is free" in sight("Hills", "B1", "B3", "Ogre B2")
    assert "Ogre in D4 stands between" in sight("Plains", "D3", "D5", "Ogre D4")
    assert "stands between (not lower than the lower end, level 0)" in sight("Hills", "D2", "D4", "Ogre D3")


def test_RANGE_7_right_below_a_cliff() -> None:
    assert "is free" in sight("Desert", "D2", "D4", "Ogre D3")
    assert "is free" in sight("Desert", "D1", "D4", "Ogre D3")
    assert "the Ogre in D2 stands between" in sight("Desert", "D1", "D4", "Ogre D2")


def test_RANGE_7_walls_facing_the_line() -> None:
    assert "the wall between C2 and C3 faces the line" in sight("Tower", "C2", "C4")
    assert "is free" in sight("Tower", "C1", "C3")


def test_RANGE_7_cliffs_and_dunes_between() -> None:
    assert "a dune between A2 and A3 is in the way" in sight("Desert", "A1", "A3")
    assert "is free" in sight("Desert", "A2", "D4"), "atop a dune and atop a cliff"


def test_RANGE_7_any_hazard_between_where_neither_end_is_atop() -> None:
    assert "neither end is atop one" in sight("Hills", "D1", "D3")
    assert "is free" in sight("Hills", "D2", "D4")


def test_RANGE_7_three_hazards_and_not_both_ends_atop() -> None:
    assert "3 hexside hazards lie on the line" in sight("Hills", "B1", "B4")
    assert "is free" in sight("Mountains", "B1", "B4"), "both ends are atop a slope"
    assert "is free" in sight("Mountains", "C2", "F2"), "one end is atop a cliff"


def test_RANGE_7_two_walls_and_neither_end_atop_one() -> None:
    # No printed map has such a line: here a plain gets a cliff below D1 and two walls between D2 and D3.
    def drawn(*walls: str) -> Battleland:
        land = STANDARD.battlelands["Plains"]
        hexes = {h.label: h for h in land.hexes}
        hexes["D1"] = evolve(hexes["D1"], down=("cliff", None, None, None, None, None))
        if "down" in walls:
            hexes["D2"] = evolve(hexes["D2"], down=("wall", None, None, None, None, None))
        if "up" in walls:
            hexes["D2"] = evolve(hexes["D2"], up=("wall", None, None, None, None, None))
        return evolve(land, hexes=tuple(hexes.values()))

    hexes = [HEX_NUMBER[label] for label in ("D1", "D2", "D3", "D4")]
    assert walk(drawn("down", "up"), hexes, (0, 0, 0)).blocked == "walls"
    assert walk(drawn("up"), hexes, (0, 0, 0)).blocked is None
