"""Terrains and their mustering tables (MUSTER-2, MUSTER-4)."""

from collections.abc import Mapping
from typing import TypeAlias

from attrs import field, frozen

from .battlelands import MapDocument
from .characters import Character
from .names import CharacterName

Need: TypeAlias = tuple[str, int]
ANYONE: dict[str, frozenset[str]] = {
    "any character": frozenset({"Creature", "Demi-Lord", "Lord"}),
    "any Creature": frozenset({"Creature"}),
    "any Demi-Lord": frozenset({"Demi-Lord"}),
    "any Lord": frozenset({"Lord"}),
}


@frozen
class MusterDocument:
    """A character that a land musters.

    :param with_: pairs of who musters it and how many: a character, or ``any Creature`` etc. for that number of
        one kind; omitted: any Legion does.
    :param land: the only land where it is mustered.
    """

    muster: CharacterName
    with_: tuple[tuple[str | int, ...], ...] = field(default=(), metadata={"key": "with"})
    land: int | None = None


@frozen
class TerrainDocument:
    """A kind of land.

    :param name: its name for people, if that differs.
    :param title: the title on its map.
    :param chain: its characters, lowest first, each with how many of the one before it muster it.
    :param musters: what it musters outside the chain.
    :param like: the terrain whose table it uses.
    """

    name: str | None = None
    title: str | None = None
    tower: bool = False
    chain: tuple[tuple[str | int, ...], ...] = ()
    musters: tuple[MusterDocument, ...] = ()
    like: str | None = None
    map: MapDocument = field(factory=MapDocument)


@frozen
class MusterRow:
    """One row of a land's table.

    :param needs: any one of them musters it; empty: any Legion does.
    :param land: the only land where it is mustered; None: everywhere in the terrain.
    """

    muster: CharacterName
    needs: tuple[Need, ...] = ()
    land: int | None = None


@frozen
class Terrain:
    """A kind of land.

    :param shown: its name for people; several terrains may share it.
    :param tower: players and Tower Teleports start here.
    :param table: what it musters, in the order of answers.
    :param chain: the table is a chain (MUSTER-2).
    """

    name: str
    shown: str
    tower: bool
    table: tuple[MusterRow, ...]
    chain: bool


@frozen(eq=False)
class MusterTable:
    """What a land musters.

    :param entries: in the order of answers.
    :param rule: the rule id of its table: a chain, a Tower, or another box.
    """

    terrain: str
    entries: tuple[MusterRow, ...]
    characters: Mapping[CharacterName, Character]
    full_stock: Mapping[CharacterName, int]
    rule: str

    @property
    def names(self) -> tuple[CharacterName, ...]:
        """The characters that it musters."""
        return tuple(entry.muster for entry in self.entries)

    def entry(self, name: CharacterName) -> MusterRow | None:
        """The row of a character, if any."""
        return next((entry for entry in self.entries if entry.muster == name), None)


def terrain(name: str, terrains: Mapping[str, TerrainDocument]) -> Terrain:
    """A terrain of a box's document."""
    said = terrains[name]
    source = said if said.like is None else terrains[said.like]
    chain = [(CharacterName(str(row[0])), int(row[1]) if len(row) > 1 else 0) for row in source.chain]
    table = [MusterRow(row.muster, tuple([(str(w), int(n)) for w, n in row.with_]), row.land) for row in source.musters]
    return Terrain(name, said.name or name, said.tower, (*_along(chain), *table), bool(chain))


def _along(chain: list[tuple[CharacterName, int]]) -> list[MusterRow]:
    """The rows of a chain: each is mustered by its own kind, by any later one, or by a number of the one before."""
    rows = []
    for place, (name, count) in enumerate(chain):
        needs: list[Need] = [(later, 1) for later, _ in chain[place:]]
        if place:
            needs.append((chain[place - 1][0], count))
        rows.append(MusterRow(name, tuple(needs)))
    return rows
