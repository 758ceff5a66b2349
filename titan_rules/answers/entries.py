"""Entries of the box: what it says about a character, a terrain, a hazard or a land."""

from collections.abc import Iterator, Mapping

from attrs import field, frozen

from ..box.battlelands import Effects, Hazard, Hexside, Passage
from ..box.masterboard import Exit
from ..box.names import CharacterName, LandNo
from ..box.terrains import MusterRow
from ..box.value import Box
from ..kernel.answers import Part
from ..kernel.blocks import Block, Prose
from ..kernel.fields import ALWAYS
from ..kernel.wording import article, nouns, several

ANY = "any Legion"
_WIDTH = 100


@frozen(kw_only=True)
class MusterWay(Part):
    """A row of a mustering table.

    :param by: each way to muster it: a number of a character; empty if any Legion may.
    """

    terrain: str
    muster: str
    by: tuple[str, ...] = field(metadata=ALWAYS)


@frozen(kw_only=True)
class CharacterEntry(Part):
    """A character.

    :param power: its Power-factor; a Titan's at a score of 0.
    :param points: what it is worth, Power-factor times Skill-factor (SCORE-1).
    :param count: counters in the box.
    :param musters: whom it musters, and where.
    :param mustered_by: who musters it, and where.
    """

    name: str
    rank: str
    power: int
    skill: int
    points: int
    flies: bool
    rangestrikes: bool
    magic_missile: bool
    native_to: tuple[str, ...]
    count: int
    musters: tuple[MusterWay, ...]
    mustered_by: tuple[MusterWay, ...]
    grows: str = ""

    def blocks(self) -> Iterator[Block]:
        """The entry in a few lines."""
        yield f"{self.name} - {self.rank}, Power {self.power}, Skill {self.skill}"
        ways = ["flies"] * self.flies + ["rangestrikes"] * self.rangestrikes + ["magic missile"] * self.magic_missile
        more = f"; {self.grows}" if self.grows else ""
        counters = several(self.count, "counter")
        yield f"  Worth {self.points} points: {self.power} x {self.skill}{more}."
        yield f"  {', '.join(ways).capitalize() or 'Neither flies nor rangestrikes'}; {counters}."
        yield f"  Native to {', '.join(self.native_to) or 'nothing'}."
        for muster in self.mustered_by:
            yield Prose(f"  Mustered in {muster.terrain} by {' or '.join(muster.by) or ANY}.", _WIDTH)
        for muster in self.musters:
            yield f"  In {muster.terrain} {muster.by[0]} may muster {article(muster.muster)}."


@frozen(kw_only=True)
class TerrainEntry(Part):
    """A terrain: its lands, the hazards of its Battleland, and its mustering table."""

    name: str
    lands: tuple[LandNo, ...]
    hazards: tuple[str, ...]
    musters: tuple[MusterWay, ...]

    def blocks(self) -> Iterator[Block]:
        """The entry in a few lines."""
        yield f"{self.name} - {several(len(self.lands), 'land')}"
        yield Prose(f"  {nouns('Land', len(self.lands))} {', '.join(map(str, self.lands))}.", _WIDTH)
        yield f"  Its Battleland has {', '.join(self.hazards)}."
        for muster in self.musters:
            yield Prose(f"  {muster.muster}: mustered by {' or '.join(muster.by) or ANY}.", _WIDTH)


@frozen(kw_only=True)
class HazardEntry(Part):
    """A hazard of hexes or hexsides.

    :param natives: the characters native to it.
    :param effects: what it does, a sentence each.
    """

    name: str
    natives: tuple[CharacterName, ...]
    terrains: tuple[str, ...]
    effects: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """The entry in a few lines."""
        yield f"{self.name} - in {', '.join(self.terrains) or 'no Battleland of this box'}"
        yield Prose(f"  Natives: {', '.join(self.natives) or 'none'}.", _WIDTH)
        yield from (f"  {effect}." for effect in self.effects)


@frozen(kw_only=True)
class LandEntry(Part):
    """A land of the Masterboard.

    :param exits: the signs over which one leaves it, each with the land beyond.
    """

    land: LandNo
    terrain: str
    exits: tuple[str, ...]
    entered_from: tuple[str, ...]

    def blocks(self) -> Iterator[Block]:
        """The entry in a few lines."""
        yield f"{self.land} - {self.terrain}"
        yield f"  Ways out: {', '.join(self.exits)}."
        yield Prose(f"  An attacker enters it {', '.join(self.entered_from) or 'nowhere'}.", _WIDTH)


Entry = CharacterEntry | TerrainEntry | HazardEntry | LandEntry


def character_entry(box: Box, name: CharacterName) -> CharacterEntry:
    """A character's entry."""
    character = box.characters[name]
    table = [(terrain.name, row) for terrain in box.terrains.values() for row in terrain.table]
    return CharacterEntry(
        name=name,
        rank=character.rank,
        power=character.power,
        skill=character.skill,
        points=character.power * character.skill,
        flies=character.flies,
        rangestrikes=character.rangestrikes,
        magic_missile=character.magic_missile,
        native_to=tuple(sorted(character.natives)),
        count=character.count,
        musters=tuple(
            [
                MusterWay(terrain=where, muster=row.muster, by=(_musterers(who, count),))
                for where, row in table
                for who, count in row.needs
                if who == name != row.muster
            ]
        ),
        mustered_by=tuple([_muster(where, row) for where, row in table if row.muster == name]),
        grows=f"one Power-factor more for each {box.titan_step} points of its player" if character.is_titan else "",
    )


def terrain_entry(box: Box, name: str) -> TerrainEntry:
    """A terrain's entry."""
    return TerrainEntry(
        name=name,
        lands=tuple([land.number for land in box.masterboard.lands.values() if land.terrain == name]),
        hazards=tuple(sorted(_hazards_of(box, name))),
        musters=tuple([_muster(name, row) for row in box.terrains[name].table]),
    )


def hazard_entry(box: Box, name: str) -> HazardEntry:
    """The entry of a hazard of hexes or hexsides."""
    hazard = box.hazards.get(name)
    effects = _of_hexes(hazard) if hazard is not None else _of_hexsides(box.hexsides[name])
    return HazardEntry(
        name=name,
        natives=tuple([character.name for character in box.characters.values() if name in character.natives]),
        terrains=tuple([terrain for terrain in box.terrains if name in _hazards_of(box, terrain)]),
        effects=tuple(effects),
    )


def land_entry(box: Box, number: int) -> LandEntry:
    """A land's entry."""
    land = box.masterboard.lands[number]
    return LandEntry(
        land=land.number,
        terrain=land.terrain,
        exits=tuple([_exit(box, way) for way in land.exits]),
        entered_from=tuple([f"from {way.came_from} on the {way.entry_side}" for way in land.entrances]),
    )


def _exit(box: Box, way: Exit) -> str:
    return f"{way.sign} to {way.to} {box.masterboard.lands[way.to].terrain}"


def _muster(terrain: str, row: MusterRow) -> MusterWay:
    by = tuple([_musterers(who, count) for who, count in row.needs])
    return MusterWay(terrain=terrain if row.land is None else f"{row.land} {terrain}", muster=row.muster, by=by)


def _musterers(who: str, count: int) -> str:
    """Who musters, in words: ``a Lion``, ``2 Ogres``, ``3 Creatures of one kind``."""
    kind = who.removeprefix("any ")
    if count == 1:
        return who if kind != who else article(who)
    return several(count, kind) + " of one kind" * (kind != who)


def _hazards_of(box: Box, terrain: str) -> set[str]:
    hexes = box.battlelands[terrain].hexes
    return {hex_.hazard for hex_ in hexes} | {side for hex_ in hexes for side in hex_.down if side}


# --- what a hazard does ----------------------------------------------------------------------------------------------

_COST = {"free": "1", "slow": "2", "no": "not possible"}


def _of_hexes(hazard: Hazard) -> Iterator[str]:
    yield f"Entering on foot: {_cost(hazard.enter_on_foot)}"
    yield f"Landing in flight: {_cost(hazard.land_in_flight)}"
    if not hazard.fly_over.other:
        yield "Flying over: natives only"
    if hazard.blocks_sight:
        yield "It blocks lines of sight"
    situations: Mapping[str, Effects] = {
        "Striking from it": hazard.striker_in_it,
        "Strikes at a character in it": hazard.target_in_it,
        "Rangestriking from it": hazard.rangestriker_in_it,
        "Rangestrikes at a character in it": hazard.rangestrike_target_in_it,
        "Rangestriking through it": hazard.rangestrike_through,
        "Each Strike Phase": hazard.each_strike_phase,
    }
    yield from _effects(situations)


def _of_hexsides(side: Hexside) -> Iterator[str]:
    yield f"Going up: {_cost(side.walk_up)}"
    yield f"Going down: {_cost(side.walk_down)}"
    if side.no_contact:
        yield "Characters on its two sides are not in contact"
    if side.no_carry_up:
        yield "Hits are carried over up it only from a strike up the same kind of hexside"
    situations: Mapping[str, Effects] = {
        "Striking up": side.strike_up,
        "Striking down": side.strike_down,
        "Rangestriking up": side.rangestrike_up,
    }
    yield from _effects(situations)


def _cost(passage: Passage) -> str:
    """What a step costs natives and others, of a Skill-factor."""
    if passage.native == passage.other:
        return _COST[passage.native]
    return f"natives {_COST[passage.native]}, others {_COST[passage.other]}"


_WHO = {
    "any": "all", "native": "natives", "other": "non-natives",
    "native_against_other": "a native against a non-native",
}  # fmt: skip


def _effects(situations: Mapping[str, Effects]) -> Iterator[str]:
    """The effects of each situation as sentences, by whom they affect."""
    for situation, effects in situations.items():
        for who, effect in effects.items():
            numbers = {
                "dice": effect.dice, "Skill-factor": effect.skill, "Strike-number": effect.number,
                "hits": effect.hits, "slowed": effect.slowed,
            }  # fmt: skip
            changes = [f"{what} {number:+}" for what, number in numbers.items() if number]
            exempt = " (magic missiles are exempt)" if effect.not_magic else ""
            yield f"{situation}, {_WHO.get(who, f'natives of {who}')}: {', '.join(changes)}{exempt}"
