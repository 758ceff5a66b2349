"""The eleven terrains and their mustering tables (MUSTER-2, MUSTER-4)."""

from ..kernel.datafiles import read
from ..kernel.names import Names

TOWER = "Tower"

MUSTERING_CHAINS: dict[str, tuple[tuple[str, int], ...]] = {
    terrain: tuple((name, count) for name, count in chain)
    for terrain, chain in read(__file__, "mustering.json").items()
    if terrain != "about"
}
"""Each land's chain, lowest first: a character, and how many of the one before it muster it."""

TERRAINS: tuple[str, ...] = tuple(sorted([*MUSTERING_CHAINS, TOWER]))

terrain_names = Names("terrain", TERRAINS)
