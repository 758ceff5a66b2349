"""What the page begins with: a battle in which nobody stands yet, in any box."""

from typing import Any

from titan_rules.box.value import Box
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.documents import FORMAT


def empty_battle(box: Box) -> JSON:
    """The document of a battle between the first and the last colour, on the emptiest Battleland, with nobody in it."""
    maps = {name: box.raw["terrains"][name].get("map", {}) for name in box.terrains}
    terrain = min(maps, key=lambda name: len(maps[name]))
    colors = list(box.markers.letters)
    attacker, defender = colors[0], colors[-1]
    return {
        "format": FORMAT.id,
        "kind": "battle",
        "box": box.reference,
        "terrain": terrain,
        "turn": 2,
        "side": "attacker",
        "phase": "strike",
        "attacker": {**_nobody(box, attacker), "entry_side": "bottom" if box.deploys(terrain) else "left"},
        "defender": _nobody(box, defender),
    }


def _nobody(box: Box, color: str) -> dict[str, Any]:
    return {"player": color, "legion": box.markers.of(color)[0], "score": 0, "characters": []}
