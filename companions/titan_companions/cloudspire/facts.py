"""The facts that do not change from game to game, and every disputed reading of the sheet."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Any, Literal, TypeAlias

from ..protocol import Named, Names, Rulesets, frozen, reading

PACKAGE = "titan_companions.cloudspire.data"


def read(name: str) -> Any:
    """The JSON of one of this game's data files."""
    return json.loads((resources.files(PACKAGE) / name).read_text(encoding="utf-8"))


_facts = read("facts.json")

TERRAIN: tuple[str, ...] = tuple(_facts["terrain"])
"""From the easiest to the hardest; an allowance covers its own terrain and all easier ones."""

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


@frozen
class Readings:
    """The reading chosen for each disputed rule."""

    occupied: Literal["no_passing", "no_stopping"] = reading(
        "CS-MOVE-3", about="an occupied hex is neither entered nor passed, or a move may pass it but not end there"
    )
    no_farther: Literal["end_hex", "every_step"] = reading(
        "CS-MOVE-5",
        about="only the end of a move is compared with its start, or no single step may lead farther from the mark",
    )
    lateral: Literal["one", "any"] = reading(
        "CS-MOVE-8", about="a minion that cannot get nearer may move one hex, or any amount of its movement"
    )
    ai_nearest: Literal["any_length", "full_first"] = reading(
        "CS-MOVE-21", about="AI minions go to the nearest hex they can reach, or try the ends of full movement first"
    )
    ai_ranged_stop: Literal["choice", "nearest", "farthest"] = reading(
        "CS-MOVE-22", about="which of several hexes an AI hero with Range attacks its mark from"
    )
    ai_swap_and_lateral: Literal[False, True] = reading(
        "CS-MOVE-23", "CS-MOVE-6", "CS-MOVE-8", about="whether AI minions swap with heroes and move sideways, too"
    )
    spire_damage: Literal["one_or_more", "even_zero"] = reading(
        "CS-ATT-5", about="an upgrade goes at damage 1 or more, or even at damage 0"
    )
    spire_falls: Literal["next_hit", "last_upgrade"] = reading(
        "CS-ATT-5", about="a spire falls to a hit when no upgrade is left, or when its last upgrade goes"
    )
    ai_rank: Literal["ordered", "unranked"] = reading(
        "CS-ATT-31",
        "CS-ATT-32",
        about="the targets inside a class are ranked as written, or are one class whose ties the player breaks",
    )
    tile_beside: Literal["spire_groups", "influenced_groups"] = reading(
        "CS-INF-4",
        about="a tile on free ground lies beside a group that holds one's spire, or beside any influenced group",
    )
    tile_chips: Literal["no_covered_hex", "no_influenced_hex"] = reading(
        "CS-INF-4", about="no hex that a tile covers may hold a chip, or only the influenced ones may not"
    )
    group_retaliation: Literal["none", "revealed"] = reading(
        "CS-GRP-2", about="when a group's top minion falls nobody strikes back, or the one beneath does"
    )
    group_carry_on: Literal["next_action", "same_point"] = reading(
        "CS-GRP-3",
        about="a group whose top minion falls while acting goes on with its next action, or from the same point",
    )


RULESETS = Rulesets(
    Readings,
    {
        "sheet": {},
        "official": {"lateral": "any", "ai_nearest": "full_first", "group_carry_on": "same_point"},
    },
)
