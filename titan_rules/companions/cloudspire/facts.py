"""The facts that do not change from game to game: terrain, gates, upgrades in the box."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Any, Literal, TypeAlias

from ...kernel.fields import Named
from ...kernel.names import Names

PACKAGE = "titan_rules.companions.cloudspire.data"


def read(name: str) -> Any:
    """The JSON of one of this game's data files."""
    return json.loads((resources.files(PACKAGE) / name).read_text(encoding="utf-8"))


_facts = read("facts.json")

TERRAIN: tuple[str, ...] = tuple(_facts["terrain"])
"""From the easiest to the hardest; an allowance opens its own terrain and every one before it."""

RANK: dict[str, int] = {terrain: rank for rank, terrain in enumerate(TERRAIN)}

terrain_names = Names("terrain", TERRAIN, _facts["terrain_aliases"], abbreviations=False)

TerrainName: TypeAlias = Annotated[str, Named("terrain", terrain_names.canonical, lambda: TERRAIN)]

Step: TypeAlias = Literal["start", "movement", "spires-fire", "exploration", "attack"]
UpgradeKind: TypeAlias = Literal["attack", "range", "fort"]
UPGRADES: tuple[UpgradeKind, ...] = ("attack", "range", "fort")

GATE_HP: int = _facts["gate"]["hp"]
GATE_DAMAGE: int = _facts["gate"]["damage"]
SPIRE_RANGE: int = _facts["spire"]["range"]
SPIRE_DICE: int = _facts["spire"]["dice"]
FORTIFICATION_WITHSTANDS: int = _facts["fortification_withstands"]
"""The greatest damage that leaves a fortification standing (CS-ATT-5)."""

BOX: Mapping[UpgradeKind, int] = _facts["box"]
TILE_HEXES: int = _facts["tile_hexes"]
TURN_STEPS: tuple[Step, ...] = tuple(_facts["turn_steps"])


def goes_to(kind: str, faction: str | None, ai: bool) -> str:
    """Where a defeated piece goes (CS-GATE-1).

    :param kind: a kind of unit, or ``spire``.
    """
    graves = _facts["graves"]
    if faction is not None and kind != "spire" and faction.casefold() in map(str.casefold, graves["factions"]):
        return str(graves["where"])
    return str(_facts["defeated_go_to"]["ai-hero" if ai and kind == "hero" else kind])
