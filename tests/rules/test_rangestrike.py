"""RANGE-1 to RANGE-9 by example, with the lines of sight."""

from builders import strike_phase
from looping import for_each
from titan_rules.box import STANDARD
from titan_rules.box.battlelands import Battleland
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.box.sight_tables import walk
from titan_rules.kernel.evolving import evolve
from titan_rules.rules.battle.field import View
from titan_rules.rules.battle.rangestrike import sight_rulings


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


@for_each(
    ("terrain", "start", "end", "standing", "told"),
    [
        ("Hills", "B1", "B3", "Ogre B2", "is free"),
        ("Plains", "D3", "D5", "Ogre D4", "Ogre in D4 stands between"),
        ("Hills", "D2", "D4", "Ogre D3", "stands between (not lower than the lower end, level 0)"),
        ("Desert", "D1", "D4", "Ogre D2", "the Ogre in D2 stands between"),
        ("Tower", "C2", "C4", "", "the wall between C2 and C3 faces the line"),
        ("Desert", "A1", "A3", "", "a dune between A2 and A3 is in the way"),
        ("Hills", "D1", "D3", "", "neither end is atop one"),
        ("Hills", "B1", "B4", "", "3 hexside hazards lie on the line"),
        ("Mountains", "C5", "C3", "", "is free"),
    ],
)
def test_RANGE_7_why_a_line_is_blocked(terrain: str, start: str, end: str, standing: str, told: str) -> None:
    rulings = sight_rulings(View(strike_phase([standing] if standing else [], [], terrain=terrain)), start, end)
    assert told in "; ".join(map(str, rulings))
