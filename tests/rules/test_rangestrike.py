"""RANGE-1 to RANGE-9 by example, with the lines of sight."""

from typing import Any

import pytest

from arena import battle, no_strike, refusals, rules, said
from titan_rules.box import STANDARD
from titan_rules.box.battlelands import Battleland
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.box.sight_tables import walk
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.rules.battle.carry import judge_carries
from titan_rules.rules.battle.field import View, field_of
from titan_rules.rules.battle.rangestrike import rangestrike, rangestrike_rulings, rangestrike_targets
from titan_rules.rules.battle.sight import sight_rulings
from titan_rules.rules.battle.strike import must_strike, strike_notes


def shoot(terrain: str, striker: str, target: str, **more: Any) -> tuple[int, int, int] | None:
    """Dice, Strike-number and range of the attacker's first at the defender's first."""
    return shot(battle(terrain, striker, target, phase="strike", **more))


def shot(position: Battle) -> tuple[int, int, int] | None:
    found = rangestrike(View(position), "attacker", position.attacker.characters[0], position.defender.characters[0])
    return None if isinstance(found, str) else (found.dice, found.strike_number, found.range)


def cited(terrain: str, striker: str, target: str, **more: Any) -> list[str]:
    position = battle(terrain, striker, target, phase="strike", **more)
    field = View(position)
    return rules(
        rangestrike_rulings(field, "attacker", position.attacker.characters[0], position.defender.characters[0])
    )


def sight(terrain: str, start: str, end: str, standing: str = "") -> str:
    return said(sight_rulings(View(battle(terrain, standing, "", phase="strike")), start, end))


def test_RANGE_1_instead_of_a_strike_and_never_obliged() -> None:
    position = Battle.parse("Plains: Ranger D4 / Lion D6")
    assert no_strike(position, "D4", "D6") == []
    assert not must_strike(View(position), "attacker", position.attacker.characters[0])


def test_RANGE_1_not_in_contact_even_with_the_slain() -> None:
    position = Battle.parse("Plains: Ranger D4 / Lion D6, Ogre C4 6 hits")
    assert shot(position) is None
    assert rules(no_strike(position, "D4", "D6")) == ["RANGE-1"]
    assert rules(strike_notes(View(position), "attacker", position.attacker.characters[0])) == ["STRIKE-1", "RANGE-1"]


def test_RANGE_1_only_rangestrikers() -> None:
    assert shoot("Plains", "Centaur D4", "Lion D6") is None
    assert rules(no_strike(Battle.parse("Plains: Centaur D4 / Lion D6"), "D4", "D6"))[1] == "RANGE-1"


def test_RANGE_1_not_the_slain_nor_from_off_the_board() -> None:
    assert shoot("Plains", "Ranger D4", "Lion D6 5") is None
    assert shoot("Plains", "Ranger -", "Lion D6") is None
    position = battle("Plains", "Ranger -", "Lion D6", phase="strike")
    assert rangestrike_targets(View(position), "attacker", position.attacker.characters[0]) == ()


def test_RANGE_2_up_to_the_skill_factor_both_ends_counted() -> None:
    assert shoot("Plains", "Ranger D1", "Lion D4") is not None
    assert shoot("Plains", "Ranger D1", "Lion D5") is None
    assert shoot("Plains", "Gorgon D1", "Lion D3") is not None
    assert shoot("Plains", "Gorgon D1", "Lion D4") is None
    far = Battle.parse("Plains: Gorgon D1 / Lion D4, Lion D6")
    assert said(no_strike(far, "D1", "D4")) == (
        "the Lion in D4 is at range 4, the Skill-factor of the Gorgon in D1 is 3 (RANGE-2)"
    )
    assert "at range more than 4" in said(no_strike(far, "D1", "D6"))


def test_RANGE_2_not_the_adjacent() -> None:
    assert shoot("Desert", "Hydra B2", "Lion B1") is None
    assert rules(no_strike(Battle.parse("Desert: Hydra B2 / Lion B1"), "B2", "B1")) == ["RANGE-2"]


def test_RANGE_2_a_magic_missile_across_a_cliff() -> None:
    assert shoot("Desert", "Warlock B2", "Lion B1") == (2, 3, 2)
    assert shoot("Desert", "Warlock B2", "Lion C2") is None


@pytest.mark.parametrize(("striker", "dice"), [("Ranger", 2), ("Giant", 3), ("Gorgon", 3), ("Hydra", 5), ("Dragon", 4)])
def test_RANGE_3_half_the_power_factor(striker: str, dice: int) -> None:
    found = shoot("Plains", f"{striker} D1", "Lion D3")
    assert found is not None
    assert found[0] == dice


def test_RANGE_3_a_native_in_the_volcano() -> None:
    found = shoot("Mountains", "Dragon D4", "Lion F3")
    assert found is not None
    assert found[0] == 4 + 2
    assert "RANGE-3" in cited("Mountains", "Dragon D4", "Lion F3")


def test_RANGE_4_one_less_at_range_four() -> None:
    assert shoot("Plains", "Ranger D1", "Lion D3") == (2, 3, 3)
    assert shoot("Plains", "Ranger D1", "Lion D4") == (2, 4, 4)


def test_RANGE_4_brambles_between() -> None:
    # From D3 to D6 over D4 and D5: D5 is Brambles.
    assert shoot("Brush", "Ranger D3", "Ogre D6") == (2, 4, 4)
    # From C1 to E1 along a hexspine: D1 and D2 are Brambles, either side costs one.
    assert shoot("Brush", "Ranger C1", "Ogre E1") == (2, 3, 3)
    assert shoot("Brush", "Gorgon C1", "Ogre E1") == (3, 3, 3), "a native loses nothing"


def test_RANGE_4_brambles_count_on_the_better_free_side() -> None:
    # From C3 to E2 runs along the hexspine between D3 and D2... the free side without Brambles is taken.
    free = shoot("Brush", "Ranger C2", "Ogre E2")
    held = shoot("Brush", "Ranger C2, Lion D3", "Ogre E2")
    assert free == (2, 2, 3)
    assert held == (2, 3, 3)


def test_RANGE_4_walls_that_the_line_goes_up() -> None:
    found = shoot("Tower", "Ranger C1", "Ogre C3")
    assert found == (2, 3, 3)
    assert cited("Tower", "Ranger C1", "Ogre C3").count("RANGE-4") == 1


def test_RANGE_4_into_the_volcano() -> None:
    assert shoot("Mountains", "Ranger B4", "Dragon D4") == (2, 4 - 3 + 3, 3)
    assert shoot("Mountains", "Ranger B4", "Dragon D5") == (2, 4 - 4 + 3, 3)
    assert shoot("Mountains", "Warlock B4", "Dragon D4") == (2, 4 - 4 + 3, 3)


def test_RANGE_5_a_native_in_brambles() -> None:
    assert shoot("Brush", "Ranger C2", "Cyclops E3") == (2, 3, 3)
    assert shoot("Brush", "Ranger C2", "Ogre E3") == (2, 2, 3)
    assert shoot("Brush", "Gorgon C2", "Cyclops E3") == (3, 3, 3)
    assert "RANGE-5" in cited("Brush", "Ranger C2", "Cyclops E3")


def test_RANGE_5_a_magic_missile_by_either_reading() -> None:
    assert shoot("Brush", "Warlock C2", "Cyclops E3") == (2, 2, 3)
    assert shoot("Brush", "Warlock C2", "Cyclops E3", missile_ignores_brambles=False) == (2, 3, 3)


@pytest.mark.parametrize("lord", ["Titan", "Angel", "Archangel"])
def test_RANGE_6_lords_are_no_targets(lord: str) -> None:
    assert shoot("Plains", "Ranger D1", f"{lord} D3") is None
    assert rules(no_strike(battle("Plains", "Ranger D1", f"{lord} D3", phase="strike"), "D1", "D3")) == ["RANGE-6"]


def test_RANGE_6_demi_lords_are() -> None:
    assert shoot("Plains", "Ranger D1", "Guardian D3") is not None


def test_RANGE_7_trees() -> None:
    assert shoot("Woods", "Ranger C2", "Ogre C4") is None
    assert sight("Woods", "C2", "C4") == "no line of sight from C2 to C4 over C3: Tree in C3 (RANGE-7)"


def test_RANGE_7_along_a_hexspine_either_side_will_do() -> None:
    assert shoot("Plains", "Ranger C2, Lion D3", "Ogre E2") is not None
    both = Battle.parse("Plains: Ranger C2, Lion D3, Lion D2 / Ogre E2")
    assert shot(both) is None
    assert len(no_strike(both, "C2", "E2")) == 2


def test_RANGE_7_characters_of_either_side_block() -> None:
    assert shoot("Plains", "Ranger D1, Ogre D2", "Lion D3") is None
    blocked = Battle.parse("Plains: Ranger D1 / Lion D4, Ogre D3")
    assert rules(no_strike(blocked, "D1", "D4")) == ["RANGE-7"]
    assert "the Ogre in D3 stands between" in said(no_strike(blocked, "D1", "D4"))


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


def test_RANGE_8_a_magic_missile_sees_and_hits_everything() -> None:
    assert shoot("Woods", "Warlock C2", "Titan C4") == (2, 4, 3)
    assert shoot("Plains", "Warlock D1, Ogre D2", "Lion D3") == (2, 3, 3)
    assert shoot("Plains", "Warlock D1", "Lion D4") == (2, 3, 4), "nothing lost at range 4"
    assert shoot("Tower", "Warlock C1", "Ogre C3") == (2, 2, 3)
    assert "RANGE-8" in cited("Woods", "Warlock C2", "Titan C4")


def test_RANGE_9_nothing_is_carried_over() -> None:
    position = Battle.parse("Plains: Ranger D1 / Centaur D3 2 hits, Ogre E4")
    found = refusals(judge_carries(field_of(position), "attacker", "D1", "D3", 2, [("E4", 1)]))
    assert rules(found) == ["RANGE-9"]
    assert refusals(judge_carries(field_of(position), "attacker", "D1", "D3", 2, [])) == []


def test_RANGE_9_no_strikeback_without_contact() -> None:
    position = Battle.parse("Plains, attacker's strikeback: Ranger D1 / Ogre D3")
    ogre = View(position).who[HEX_NUMBER["D3"]]
    assert not must_strike(View(position), "defender", ogre)
