"""A box: everything in it as one value, which every rule asks (BOX-1)."""

import json
import os
from collections import deque
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any
from weakref import WeakValueDictionary

from attrs import frozen

from ..kernel.arguments import expect
from ..kernel.errors import DocumentError, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.jsontext import JSON
from ..kernel.names import ABBREVIATION, Names, ranges, shortened
from ..kernel.reading import read, wants
from . import documents, loading
from .battle_tables import BattleTables, battle_tables
from .battlelands import Battleland, Hazard, Hexside, battleland
from .characters import TITAN, Character
from .documents import Acquirable, AcquireDocument, TitanDocument
from .hexes import Lazily, mask_of
from .masterboard import ENTRY_SIDES, BoardDocument, Masterboard, masterboard
from .names import CharacterName, EntrySide, LandNo, Markers
from .sight_tables import SightTables, ThreeSlopes
from .terrains import MusterTable, Terrain, TerrainDocument, terrain


@frozen(eq=False, slots=False, repr=False)
class Box:
    """The contents of a box (BOX-1). Equal boxes are one object; see :func:`box`.

    Its parts are made on first use.

    :param reference: as documents name it: a shipped name, a path, or the whole box.
    :param raw: its document, merged into the one it extends.
    """

    reference: JSON
    raw: Mapping[str, Any]

    @staticmethod
    def load(source: str) -> "Box":
        """The box of a shipped name, or of a file.

        :raises DocumentError: there is no such box, or it is invalid, with every fault.
        """
        expect(str, source=source)
        return named(source)

    def __repr__(self) -> str:
        return f"Box({self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if isinstance(self.reference, str) and self.reference in loading.shipped():
            return box, (self.reference,)
        return interned, (self.reference, self.raw)

    def __deepcopy__(self, memo: object) -> "Box":
        return self

    @property
    def name(self) -> str:
        """Its name."""
        return str(self.raw["name"])

    @property
    def about(self) -> str:
        """A short description."""
        return str(self.raw.get("about", ""))

    # --- characters --------------------------------------------------------------------------------------------------

    @cached_property
    def characters(self) -> Mapping[CharacterName, Character]:
        """Every character by its name."""
        also = {other: side.name for side in self.hexsides.values() for other in side.also_native}
        return {
            CharacterName(name): self._character(CharacterName(name), read(said, Character), also)
            for name, said in self.raw["characters"].items()
        }

    def _character(self, name: CharacterName, said: Character, also: Mapping[str, str]) -> Character:
        """A character with its name and everything it is native to.

        :param also: by hazard, the hexside hazard that its natives are native to as well.
        """
        natives = {*said.native_to, *(also[hazard] for hazard in said.native_to if hazard in also)}
        return evolve(said, name=name, power=said.power or self.titan_power, natives=frozenset(natives))

    @cached_property
    def character_names(self) -> Names[CharacterName]:
        """Reads the names of characters."""
        return Names("character", self.characters)

    @cached_property
    def short_names(self) -> Mapping[str, str]:
        """Each character's shortest unambiguous beginning, of three letters or more."""

        def shortest(name: str) -> str:
            starts = (name[:length] for length in range(ABBREVIATION, len(name)))
            known = self.characters
            return next((start for start in starts if sum(other.startswith(start) for other in known) == 1), name)

        return Lazily(shortest)

    @cached_property
    def base_power(self) -> Mapping[CharacterName, int]:
        """Power-factors; a Titan's at a score of 0."""
        return {name: one.power for name, one in self.characters.items()}

    @cached_property
    def full_stock(self) -> Mapping[CharacterName, int]:
        """The caretaker's full stock (Titans belong to the players)."""
        return {name: one.count for name, one in self.characters.items() if not one.is_titan}

    @cached_property
    def growing(self) -> tuple[Character, ...]:
        """The characters whose stock grows with a score (BOX-12)."""
        return tuple(one for one in self.characters.values() if one.stock is not None)

    def grown(self, scores: Mapping[int, int]) -> dict[CharacterName, int]:
        """The counts of the characters whose stock grows with a score (BOX-12).

        :param scores: by Tower, the score of the player who started there, if any.
        """
        return {
            one.name: one.count + scores.get(one.stock.tower, 0) // one.stock.each_points
            for one in self.growing
            if one.stock is not None
        }

    @cached_property
    def _titan(self) -> TitanDocument:
        return read(self.raw["titan"], TitanDocument)

    @property
    def titan_power(self) -> int:
        """A Titan's Power-factor at a score of 0 (STRIKE-2)."""
        return self._titan.power

    @property
    def titan_step(self) -> int:
        """The points for each further Power-factor of a Titan (STRIKE-2)."""
        return self._titan.step

    @property
    def teleport_score(self) -> int:
        """The score from which a Titan may teleport (TELE-3)."""
        return self._titan.teleport

    def power(self, name: CharacterName, score: int = 0) -> int:
        """The Power-factor of a character whose owner has ``score`` points (STRIKE-2).

        >>> box("standard").power("Titan", 310), box("standard").power("Ogre", 310)
        (9, 6)
        """
        return self.titan_power + score // self.titan_step if name == TITAN else self.base_power[name]

    def points(self, name: CharacterName, score: int = 0) -> int:
        """A character's value in points: Power-factor times Skill-factor (SCORE-1).

        >>> box("standard").points("Dragon")
        27
        """
        return self.power(name, score) * self.characters[name].skill

    def lords(self, names: Iterable[CharacterName]) -> tuple[CharacterName, ...]:
        """The Lords among some characters."""
        return tuple(name for name in names if self.characters[name].is_lord)

    @cached_property
    def starting_characters(self) -> tuple[CharacterName, ...]:
        """What each player starts with (SETUP-4)."""
        pairs = [CharacterName(name) for name in self.raw["starting"] for _ in range(2)]
        return (TITAN, CharacterName(self.raw["starting_lord"]), *pairs)

    @cached_property
    def _acquire(self) -> AcquireDocument:
        return read(self.raw["acquire"], AcquireDocument)

    @property
    def acquire_step(self) -> int:
        """Each multiple of this many points acquires something (ACQUIRE-1)."""
        return self._acquire.step

    @property
    def acquirable(self) -> tuple[Acquirable, ...]:
        """The characters acquired for points (ACQUIRE-1, BOX-13)."""
        return self._acquire.characters

    # --- lands -------------------------------------------------------------------------------------------------------

    @cached_property
    def _terrains(self) -> Mapping[str, TerrainDocument]:
        return Lazily(lambda name: read(self.raw["terrains"][name], TerrainDocument))

    @cached_property
    def terrains(self) -> Mapping[str, Terrain]:
        """Every terrain by its name, the Tower last."""
        return {name: terrain(name, self._terrains) for name in sorted(self.raw["terrains"])}

    @cached_property
    def terrain_names(self) -> Names[str]:
        """Reads the names of terrains."""
        return Names("terrain", sorted(self.raw["terrains"]))

    def table(self, terrain: str, land: int | None = None) -> MusterTable:
        """What a terrain musters, or one of its lands if they differ."""
        return self._tables[terrain, land]

    def table_of(self, land: int) -> MusterTable:
        """What a land musters (MUSTER-2, MUSTER-4)."""
        return self._tables[self.masterboard.lands[land].terrain, land]

    @cached_property
    def _tables(self) -> Mapping[tuple[str, int | None], MusterTable]:
        return Lazily(self._table)

    def _table(self, key: tuple[str, int | None]) -> MusterTable:
        place = terrain(key[0], self._terrains)
        if key[1] is not None and all(entry.land is None for entry in place.table):
            return self._tables[key[0], None]
        entries = tuple(entry for entry in place.table if entry.land is None or entry.land == key[1])
        rule = "MUSTER-4" if place.tower else "MUSTER-2" if place.chain else "BOX-11"
        return MusterTable(place.name, entries, self.characters, self.full_stock, rule)

    @cached_property
    def masterboard(self) -> Masterboard:
        """The Masterboard."""
        towers = frozenset(name for name, one in self.terrains.items() if one.tower)
        placed = {name for name in self.terrains if self._terrains[name].map.deployment}
        return masterboard(read(self.raw["masterboard"], BoardDocument), towers, towers | placed)

    def land(self, number: int) -> LandNo:
        """The number of a land of the Masterboard.

        :raises UnknownName: there is no such land.
        """
        lands = self.masterboard.lands
        if number not in lands:
            raise UnknownName(Fault("unknown-land", f"there is no land {number}", hint=f"lands: {ranges(lands)}"))
        return LandNo(number)

    def tower(self, text: str) -> str:
        """The land of a Tower, as text.

        :raises UnknownName: there is no such Tower.
        """
        towers = [str(tower) for tower in self.towers]
        if text not in towers:
            raise UnknownName(
                Fault("unknown-tower", f"there is no Tower {text!r}", hint=f"Towers: {', '.join(towers)}")
            )
        return text

    def terrain_of(self, land: int) -> str:
        """The terrain of a land."""
        return self.masterboard.lands[land].terrain

    # --- Battlelands -------------------------------------------------------------------------------------------------

    @cached_property
    def hazards(self) -> Mapping[str, Hazard]:
        """The hazards of hexes, by name."""
        return {name: evolve(read(said, Hazard), name=name) for name, said in self.raw["hazards"].items()}

    @cached_property
    def hexsides(self) -> Mapping[str, Hexside]:
        """The hazards of hexsides, by name."""
        return {name: evolve(read(said, Hexside), name=name) for name, said in self.raw["hexsides"].items()}

    @cached_property
    def battlelands(self) -> Mapping[str, Battleland]:
        """The maps by terrain; a kind of land may have several (BOX-10)."""
        return Lazily(lambda name: battleland(name, self._terrains[name].map, self.hazards, self.hexsides))

    @cached_property
    def battle_tables(self) -> Mapping[tuple[str, str], BattleTables]:
        """Movement, by terrain and reading of the option ``cliffs``."""
        return Lazily(lambda key: battle_tables(self.battlelands[key[0]], key[1], self.characters))

    @cached_property
    def farthest(self) -> int:
        """The longest range: the greatest Skill-factor of a rangestriker, both ends counted (RANGE-2)."""
        return max((c.skill for c in self.characters.values() if c.rangestrikes), default=0)

    @cached_property
    def sight_tables(self) -> Mapping[tuple[str, ThreeSlopes], SightTables]:
        """Lines of sight, by terrain and reading of the option ``three_slopes``."""
        return Lazily(lambda key: SightTables(self.battlelands[key[0]], self.farthest, key[1]))

    @cached_property
    def entries(self) -> Mapping[tuple[str, str], int]:
        """The hexes where a side enters, by its role and the attacker's entry side (BATTLE-3)."""
        return {
            (role, side): mask_of(self.entry_hexes(role, side))
            for role in ("attacker", "defender")
            for side in ENTRY_SIDES
        }

    def entry_hexes(self, role: str, entry_side: EntrySide) -> tuple[str, ...]:
        """Where a side enters: ``role`` attacker or defender, ``entry_side`` the attacker's (BATTLE-3)."""
        return tuple(self.raw["entry_hexes"]["attacker" if role == "attacker" else "defender_against"][entry_side])

    def hitting(self, terrain: str) -> tuple[Hazard, ...]:
        """The hazards on a terrain's map that take effect in every Strike Phase (DRIFT-1, BOX-5)."""
        present = {h.hazard for h in self.battlelands[terrain].hexes}
        return tuple([hazard for name, hazard in self.hazards.items() if name in present and hazard.each_strike_phase])

    @cached_property
    def poisons(self) -> bool:
        """Whether any of its characters is poisonous (BOX-7)."""
        return any(one.poison for one in self.characters.values())

    def deploys(self, terrain: str) -> bool:
        """Whether a defender is placed on a terrain's map instead of entering (BATTLE-4)."""
        return bool(self.battlelands[terrain].deployment)

    # --- players -----------------------------------------------------------------------------------------------------

    @cached_property
    def markers(self) -> Markers:
        """Colours and Legion Markers."""
        return Markers(self.raw["colors"], self.raw.get("pictures", {}))

    @property
    def players(self) -> tuple[int, int]:
        """The fewest and the most players (SETUP-1, BOX-14)."""
        least, most = self.raw["players"]
        return least, most

    @property
    def towers(self) -> tuple[LandNo, ...]:
        """The Towers' lands, in the order of tower numbers 1, 2, ... (SETUP-2)."""
        return self.masterboard.towers


_interned: WeakValueDictionary[str, Box] = WeakValueDictionary()
"""Custom boxes in use, by their documents."""

_lately: deque[Box] = deque(maxlen=8)
"""Keeps recent boxes alive, so that the next document need not make their tables again."""


def interned(reference: JSON, raw: Mapping[str, Any]) -> Box:
    """The box of a document, one object for equal ones.

    :param raw: a valid document, merged into the one it extends.
    """
    key = json.dumps([reference, raw], sort_keys=True)
    known = _interned.get(key)
    if known is None:
        known = _interned[key] = Box(reference, raw)
    if known not in _lately:
        _lately.append(known)
    return known


def with_pictures(box: Box, pictures: Mapping[str, str]) -> Box:
    """The box with other names for some Legion Markers, as a game may give them.

    :raises DocumentError: there is no such marker, or a name that no word can be, or that two markers have.
    """
    if not pictures:
        return box
    own: dict[str, JSON] = {"format": documents.FORMAT, "kind": documents.KIND, "name": box.name}
    own |= box.reference if isinstance(box.reference, dict) else {"extends": box.reference}
    return named({**own, "pictures": {**box.raw.get("pictures", {}), **pictures}})


@cache
def box(name: str) -> Box:
    """The box of a shipped name.

    :raises DocumentError: there is no such box.
    """
    return Box(name, loading.shipped_box(name))


STANDARD: Box = box("standard")
"""The printed game."""


def named(reference: JSON) -> Box:
    """The box that a reference names.

    :param reference: a shipped name, a path relative to the document, or a document of kind ``box``.
    :raises DocumentError: there is no such box, or it is invalid, with every fault.
    """
    if isinstance(reference, dict):
        return interned(reference, loading.believed(reference, loading.folder()))
    if type(reference) is not str:
        raise wants("the name of a box, a file, or a box document", reference)
    if reference in loading.shipped():
        return box(reference)
    path = os.path.join(loading.folder(), reference)
    if not (reference.endswith(".json") or os.sep in reference):
        shown = Names("box", loading.shipped()).fault(shortened(reference))
        hint = shown.hint or "one of those that `titan box list` shows, or a file whose name ends in .json"
        raise DocumentError([Fault(shown.code, shown.message, hint=hint)])
    return interned(reference, loading.read_file(path))
