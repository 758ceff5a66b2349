"""What makes a position impossible beyond what its fields say, and what is only odd about it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

from titan_rules.kernel.errors import Fault
from titan_rules.kernel.jsontext import pointer

from ..protocol import Known
from . import state as lx
from .state import LEAST_PLAYERS, MOST_PLAYERS, ORDERS_A_YEAR, Player, Position, Rewards, TileInCity, Turn

ALL_UNITS, ALL_CITIES = 70, 21
"""In the box, and on the board."""

Checks: TypeAlias = Iterator[tuple[object, str, str, str]]
"""A check: whether it fails, the fault's code, the message, and the pointer."""


def known(position: Position) -> Known:
    """The names that a document defines."""
    return {"city": position.map.cities, "region": position.map.regions, "player": position.players}


def position_faults(position: Position) -> list[Fault]:
    """What makes a position impossible, apart from its readings, each fault with its pointer."""
    parts = (_seats, _roads, _tiles, _players, _census, _choices)
    return [Fault(code, why, at) for checks in parts for wrong, code, why, at in checks(position) if wrong]


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: an invented map, a game of three without its dummy."""
    return [Fault(code, why, at) for wrong, code, why, at in _odd(position) if wrong]


def _odd(position: Position) -> Checks:
    cities, bastions = len(position.map.cities), sum(region.bastion for region in position.map.regions.values())
    board = f"the board has {ALL_CITIES} cities, this map {cities}"
    yield cities != ALL_CITIES, "city-count", board, "/map/cities"
    centre = f"one region is the centre, where harps go inside the fort (LX-HARP-2); here {bastions} are"
    yield bastions != 1, "bastion-count", centre, "/map/regions"
    units = sum(player.units for player in position.players.values())
    units += sum(len(space.tile.units or ()) for space in position.cities.values() if space.tile)
    held = f"there are {ALL_UNITS} units in the box, {units} in hands and on tiles"
    yield units > ALL_UNITS, "unit-count", held, "/players"
    alone = len(position.players) == LEAST_PLAYERS and position.dummy is None
    yield alone, "no-dummy", "in a game of three a dummy is ranked too (LX-FINAL-11); the document has none", ""


def _seats(position: Position) -> Checks:
    names, last = list(position.players), lx.YEARS[position.length]
    year = f"a {position.length} game has the years 1 to {last}, not {position.year}"
    yield position.year > last, "bad-year", year, "/year"
    few = not LEAST_PLAYERS <= len(names) <= MOST_PLAYERS
    yield few, "player-count", f"{LEAST_PLAYERS} to {MOST_PLAYERS} play, not {len(names)}", "/players"
    order = "the order must list every player once: " + ", ".join(names)
    yield sorted(position.order) != sorted(names), "bad-seats", order, "/order"
    if position.dummy is not None:
        only = f"there is a dummy only in a game of {LEAST_PLAYERS} (LX-FINAL-11)"
        yield len(names) != LEAST_PLAYERS, "dummy", only, "/dummy"
        both = f"no player can be called {lx.DUMMY!r} beside the dummy"
        yield lx.DUMMY in names, "dummy", both, pointer("players", lx.DUMMY)
    begins = position.year == 1 and position.turn == Turn(1, position.start)
    first: dict[str, str] = {}
    for name in [name for name in position.order if name in position.players] if begins else names:
        place, at = position.players[name].place, pointer("players", name, "at")
        set_before = f"{name}'s piece is set before year 1 (LX-ORDER-4): say its city"
        yield place is None and not begins, "missing-key", set_before, at
        other = first.setdefault(place, name) if begins and place is not None else name
        yield other != name, "pieces-share-city", f"{name} cannot begin where {other} stands (LX-ORDER-4)", at


def _roads(position: Position) -> Checks:
    cities = position.map.cities
    yield not cities, "no-cities", "the map has no cities", "/map/cities"
    for name, city in cities.items():
        for color, end in city.roads.items():
            at = pointer("map", "cities", name, "roads", color)
            yield end == name, "road-to-itself", f"the {color} road of city {name} leads back to it", at
            back = cities[end].roads.get(color) if end in cities else name  # an unknown city is a fault of the field
            one_ended = f"the {color} road from {name} to {end} has no other end at {end}"
            yield back is None, "one-ended-road", one_ended, at
            twice = f"city {end} would have two {color} roads, from {name} and to {back}: one of each color at most"
            yield back not in (None, name), "color-twice", twice, at
    for name, points in position.map.regions.items():
        less = f"first place must be worth more than second, not {points.first} and {points.second}"
        yield points.first <= points.second, "region-points", less, pointer("map", "regions", name)


def _tiles(position: Position) -> Checks:
    """Tiles in the cities and in the supply, and titans: what their sides must say."""
    faces: list[tuple[Any, str]] = []
    for name, space in position.cities.items():
        faces.append((space.tile, pointer("cities", name, "tile")))
        if space.tile is not None:
            yield from _placed(space.tile, faces[-1][1])
    faces += [(getattr(position.supply, key), pointer("supply", key)) for key in ("next_recruit", "next_monster")]
    for key in lx.LISTS:
        faces += [(tile, pointer("supply", key, i)) for i, tile in enumerate(getattr(position.supply, key) or ())]
    asleep = "a titan is face up though the titans have not awakened (LX-TITAN-1)"
    for i, pile in enumerate(position.titans.piles):
        at = pointer("titans", "piles", i)
        faces += [(pile.face_up, at + "/face_up"), *((one, f"{at}/below/{j}") for j, one in enumerate(pile.below))]
        yield pile.face_up is not None and not position.titans.awake, "titan-asleep", asleep, at + "/face_up"
    for face, at in faces:
        for side in ("units", "printed"):
            units = getattr(face, side, None)
            count = f"a recruitment tile has 1 to {lx.TILE_UNITS} units, not {len(units or ())}"
            yield units is not None and not 1 <= len(units) <= lx.TILE_UNITS, "unit-count", count, f"{at}/{side}"
        needs, rewards = getattr(face, "needs", None), getattr(face, "rewards", None)
        nobody = needs is not None and not isinstance(needs, int) and not sum(needs.values())
        yield nobody, "no-needs", "a monster needs at least one unit", at + "/needs"
        yield rewards == Rewards(), "no-rewards", "at least one reward is shown", at + "/rewards"


def _placed(tile: TileInCity, at: str) -> Checks:
    """What a tile in a city must say, and what only its other side may."""
    recruits = tile.kind == "recruit"
    listed = "a recruitment tile must list the units that are still there"
    yield recruits and tile.units is None, "missing-key", listed, at
    side = "a monster tile has no units; those of its other side are 'printed'"
    yield not recruits and tile.units is not None, "wrong-side", side, at + "/units"
    for key in ("needs", "rewards"):
        missing = not recruits and getattr(tile, key) is None
        yield missing, "missing-key", f"a monster tile must say its {key}", at
    nobody = "nobody recruits from a monster tile"
    yield not recruits and tile.recruited_by is not None, "wrong-side", nobody, at + "/recruited_by"
    more = tile.printed is not None and Counter(tile.units or ()) - Counter(tile.printed)
    yield more, "not-printed", "there are units on the tile that are not printed on it", at + "/units"


def _players(position: Position) -> Checks:
    owners: dict[str, str] = {}
    for name, player in position.players.items():
        at, placed = pointer("players", name), sum(player.harps.values())
        units = f"there are {ALL_UNITS} units in the box, not {player.units} for one hand"
        yield player.units > ALL_UNITS, "unit-count", units, at + "/hand"
        harps = f"{placed} harps placed and {player.harps_left} left are not {lx.HARPS}"
        yield placed + player.harps_left != lx.HARPS, "harp-count", harps, at + "/harps_left"
        orders = ORDERS_A_YEAR if player.program is None else len(player.program)
        length = f"a programme has {ORDERS_A_YEAR} orders (LX-ORDER-1), not {orders}"
        yield orders != ORDERS_A_YEAR, "program-length", length, at + "/program"
        for city in player.guilds:
            owner = owners.setdefault(city, name)
            taken = f"the space of city {city} holds a tower of {owner}: one color a space (LX-GUILD-2)"
            yield owner != name, "space-taken", taken, pointer("players", name, "guilds", city)
        storeys = f"{player.storeys} storeys built and {player.guild_saved} saved are more than {lx.STOREYS}"
        yield player.storeys + player.guild_saved > lx.STOREYS, "storey-count", storeys, at + "/guilds"


def _census(position: Position) -> Checks:
    criteria = position.criteria or lx.CRITERIA
    once = "the three criteria must stand once each: " + ", ".join(lx.CRITERIA)
    yield sorted(criteria) != sorted(lx.CRITERIA), "bad-criteria", once, "/criteria"
    for kind, shown in ({} if position.year_over else position.census_shown).items():  # then the census judges itself
        for name in shown.keys() & position.players.keys():
            player = position.players[name]
            most = player.hand.get(kind, 0) + _recruits_left(position, name, player)
            held = f"{name} cannot show {shown[name]} {kind}: {most} at most after this year's orders (LX-CENSUS-2)"
            yield shown[name] > most, "shown-not-held", held, pointer("census_shown", kind, name)


def _recruits_left(position: Position, name: str, player: Player) -> int:
    """How many units a player can still recruit this year, at most: one for each order to act."""
    if not {position.turn.player, name, position.start} <= set(position.order):
        return ORDERS_A_YEAR
    program = player.program
    known = program is not None and len(program) == ORDERS_A_YEAR
    orders = [turn.order for turn in position.turns() if turn.player == name]
    return sum(program is None or not known or program[order - 1] in lx.ACTS for order in orders)


def _choices(position: Position) -> Checks:
    one = "a choice belongs to an order or to a type of the census: give one of the two"
    places = [(choice.order, choice.census, choice.player) for choice in position.choices]
    for i, (order, census, _) in enumerate(places):
        at = pointer("choices", i)
        yield (order is None) == (census is None), "bad-choice", one, at
        yield places[i] in places[:i], "chosen-twice", "this place has a choice already: put both into one", at
