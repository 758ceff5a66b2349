"""What makes a map, or the tiles on it and beside it, impossible."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...kernel.errors import Fault
from ...kernel.jsontext import pointer
from ...kernel.names import nearest
from .state import City, Position, Rewards, Tile, TileInCity, Titan
from .words import TILE_UNITS, Unit

SUPPLY_LISTS = ("recruit_pile", "monster_pile", "recruit_discard", "monster_discard")


def unknown(what: str, name: str, known: Mapping[str, object], at: str) -> Iterator[Fault]:
    """The fault of a name that the document itself does not define, if it is one."""
    if name not in known:
        hint = nearest(name, known) or ("known: " + ", ".join(list(known)[:12]) if known else None)
        yield Fault(f"unknown-{what}", f"there is no {what} {name[:60]!r} in this document", at, hint=hint)


def negative(at: str, numbers: Mapping[Any, int]) -> Iterator[Fault]:
    """The faults of numbers that count things and are below nought."""
    for name, number in numbers.items():
        if number < 0:
            yield Fault("negative", f"{name} cannot be {number}", at + pointer(name))


def map_faults(position: Position) -> Iterator[Fault]:
    """Roads with one end, colors that stand twice at a city, unknown names, regions with odd points."""
    cities, regions = position.map.cities, position.map.regions
    if not cities:
        yield Fault("no-cities", "the map has no cities", "/map/cities")
    for name, city in cities.items():
        yield from _road_faults(name, city, cities)
        for i, region in enumerate(city.regions):
            yield from unknown("region", region, regions, pointer("map", "cities", name, "regions", i))
        if len(set(city.regions)) != len(city.regions):
            at = pointer("map", "cities", name, "regions")
            yield Fault("listed-twice", f"a region is listed twice at city {name}", at)
    for name, points in regions.items():
        at = pointer("map", "regions", name)
        yield from negative(at, {"first": points.first, "second": points.second})
        if points.first <= points.second:
            message = f"first place must be worth more than second, not {points.first} and {points.second}"
            yield Fault("region-points", message, at)


def _road_faults(name: str, city: City, cities: Mapping[str, City]) -> Iterator[Fault]:
    for color, end in city.roads.items():
        at = pointer("map", "cities", name, "roads", color)
        if end == name:
            yield Fault("road-to-itself", f"the {color} road of city {name} leads back to it", at)
            continue
        if end not in cities:
            yield from unknown("city", end, cities, at)
            continue
        back = cities[end].roads.get(color)
        if back is None:
            yield Fault("one-ended-road", f"the {color} road from {name} to {end} has no other end at {end}", at)
        elif back != name:
            message = f"city {end} would have two {color} roads, from {name} and to {back}: one of each color at most"
            yield Fault("color-twice", message, at)


def tile_faults(position: Position) -> Iterator[Fault]:
    """Tiles in unknown cities or without what their side must say, in the cities and in the supply."""
    for name, space in position.cities.items():
        yield from unknown("city", name, position.map.cities, pointer("cities", name))
        if space.tile is not None:
            yield from _placed_faults(space.tile, position, pointer("cities", name, "tile"))
    supply = position.supply
    for key, tile in (("next_recruit", supply.next_recruit), ("next_monster", supply.next_monster)):
        if tile is not None:
            yield from _beside_faults(tile, position, pointer("supply", key))
    for key in SUPPLY_LISTS:
        for i, tile in enumerate(getattr(supply, key) or ()):
            yield from _beside_faults(tile, position, pointer("supply", key, i))
    for i, pile in enumerate(position.titans.piles):
        if pile.face_up is not None:
            yield from _titan_faults(pile.face_up, pointer("titans", "piles", i, "face_up"))
            if not position.titans.awake:
                message = "a titan is face up though the titans have not awakened (LX-TITAN-1)"
                yield Fault("titan-asleep", message, pointer("titans", "piles", i, "face_up"))
        for j, titan in enumerate(pile.below):
            yield from _titan_faults(titan, pointer("titans", "piles", i, "below", j))


def _placed_faults(tile: TileInCity, position: Position, at: str) -> Iterator[Fault]:
    if tile.kind == "recruit" and tile.units is None:
        yield Fault("missing-key", "a recruitment tile must list the units that are still there", at)
    if tile.kind == "monster":
        if tile.units is not None:
            yield Fault(
                "wrong-side", "a monster tile has no units; those of its other side are 'printed'", at + "/units"
            )
        for key in ("needs", "rewards"):
            if getattr(tile, key) is None:
                yield Fault("missing-key", f"a monster tile must say its {key}", at)
        if tile.recruited_by is not None:
            yield Fault("wrong-side", "nobody recruits from a monster tile", at + "/recruited_by")
    yield from _units_faults(tile.units, at + "/units")
    yield from _units_faults(tile.printed, at + "/printed")
    if tile.units is not None and tile.printed is not None and Counter(tile.units) - Counter(tile.printed):
        yield Fault("not-printed", "there are units on the tile that are not printed on it", at + "/units")
    yield from _monster_faults(tile.needs, tile.rewards, at)
    for i, name in enumerate(tile.recruited_by or ()):
        yield from unknown("player", name, position.players, f"{at}/recruited_by/{i}")


def _beside_faults(tile: Tile, position: Position, at: str) -> Iterator[Fault]:
    if tile.city is not None:
        yield from unknown("city", tile.city, position.map.cities, at + "/city")
    yield from _units_faults(tile.units, at + "/units")
    yield from _monster_faults(tile.needs, tile.rewards, at)


def _units_faults(units: Sequence[Unit] | None, at: str) -> Iterator[Fault]:
    if units is not None and not 1 <= len(units) <= TILE_UNITS:
        yield Fault("unit-count", f"a recruitment tile has 1 to {TILE_UNITS} units, not {len(units)}", at)


def _monster_faults(needs: Mapping[Unit, int] | None, rewards: Rewards | None, at: str) -> Iterator[Fault]:
    if needs is not None:
        yield from negative(at + "/needs", needs)
        if sum(needs.values()) < 1:
            yield Fault("no-needs", "a monster needs at least one unit", at + "/needs")
    if rewards is not None:
        yield from _reward_faults(rewards, at + "/rewards")


def _reward_faults(rewards: Rewards, at: str) -> Iterator[Fault]:
    yield from negative(at, {"gold": rewards.gold, "harp": rewards.harp, "guild": rewards.guild})
    if not (rewards.gold or rewards.harp or rewards.guild):
        yield Fault("no-rewards", "at least one reward is shown", at)


def _titan_faults(titan: Titan, at: str) -> Iterator[Fault]:
    if titan.needs < 1:
        yield Fault("no-needs", "a titan needs at least one unit", at + "/needs")
    yield from _reward_faults(titan.rewards, at + "/rewards")
