"""What makes a position impossible beyond what its fields say, and what is only odd about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from ...kernel.errors import Fault
from ...kernel.games import Known
from ...kernel.jsontext import pointer
from . import words
from .state import Player, Position, Rewards, TileInCity, Turn
from .words import ACTS, CRITERIA, DUMMY, ORDERS_A_YEAR, YEARS, Unit

Checks: TypeAlias = Iterator[tuple[object, str, str, str]]
"""What is checked: whether it is wrong, the fault's code, the message, and the pointer."""


def known(position: Position) -> Known:
    """What a document defines itself."""
    return {"city": position.map.cities, "region": position.map.regions, "player": position.players}


def position_faults(position: Position) -> list[Fault]:
    """What makes a position impossible, but for its readings, each fault with its pointer."""
    parts = (_seats, _roads, _tiles, _players, _end, _choices)
    return [Fault(code, why, at) for checks in parts for wrong, code, why, at in checks(position) if wrong]


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: an invented map, a game of three without its dummy."""
    return [Fault(code, why, at) for wrong, code, why, at in _odd(position) if wrong]


def _odd(position: Position) -> Checks:
    cities, bastions = len(position.map.cities), sum(region.bastion for region in position.map.regions.values())
    board = f"the board has {words.ALL_CITIES} cities, this map {cities}"
    yield cities != words.ALL_CITIES, "city-count", board, "/map/cities"
    centre = f"one region is the centre, where harps go inside the fort (LX-HARP-2); here {bastions} are"
    yield bastions != 1, "bastion-count", centre, "/map/regions"
    units = sum(player.units for player in position.players.values())
    units += sum(len(space.tile.units or ()) for space in position.cities.values() if space.tile)
    held = f"there are {words.ALL_UNITS} units in the box, {units} in hands and on tiles"
    yield units > words.ALL_UNITS, "unit-count", held, "/players"
    alone = len(position.players) == words.LEAST_PLAYERS and position.dummy is None
    yield alone, "no-dummy", "in a game of three a dummy is ranked too (LX-FINAL-11); the document has none", ""


def _seats(position: Position) -> Checks:
    names, last = list(position.players), YEARS[position.length]
    year = f"a {position.length} game has the years 1 to {last}, not {position.year}"
    yield position.year > last, "bad-year", year, "/year"
    few = not words.LEAST_PLAYERS <= len(names) <= words.MOST_PLAYERS
    yield few, "player-count", f"{words.LEAST_PLAYERS} to {words.MOST_PLAYERS} play, not {len(names)}", "/players"
    order = "the order must list every player once: " + ", ".join(names)
    yield sorted(position.order) != sorted(names), "bad-seats", order, "/order"
    if position.dummy is not None:
        only = f"there is a dummy only in a game of {words.LEAST_PLAYERS} (LX-FINAL-11)"
        yield len(names) != words.LEAST_PLAYERS, "dummy", only, "/dummy"
        both = f"no player can be called {DUMMY!r} beside the dummy"
        yield DUMMY in names, "dummy", both, pointer("players", DUMMY)
    begins = position.year == 1 and position.turn == Turn(1, position.start)
    first: dict[str, str] = {}
    for name in [name for name in position.order if name in position.players] if begins else names:
        place, at = position.players[name].place, pointer("players", name, "at")
        if place is None:
            set_before = f"{name}'s piece is set before year 1 (LX-ORDER-4): say its city"
            yield not begins, "missing-key", set_before, at
        elif begins and first.setdefault(place, name) != name:
            yield True, "pieces-share-city", f"{name} cannot begin where {first[place]} stands (LX-ORDER-4)", at


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
    """Tiles without what their side must say, in the cities and in the supply, and titans that are asleep."""
    for name, space in position.cities.items():
        if space.tile is not None:
            yield from _placed(space.tile, pointer("cities", name, "tile"))
    supply = position.supply
    beside = [(tile, pointer("supply", f"next_{kind}"))
              for kind, tile in (("recruit", supply.next_recruit), ("monster", supply.next_monster))]  # fmt: skip
    for key in ("recruit_pile", "monster_pile", "recruit_discard", "monster_discard"):
        beside += [(tile, pointer("supply", key, i)) for i, tile in enumerate(getattr(supply, key) or ())]
    for tile, at in beside:
        if tile is not None:
            yield from _units(tile.units, at + "/units")
            yield from _monster(tile.needs, tile.rewards, at)
    asleep = "a titan is face up though the titans have not awakened (LX-TITAN-1)"
    for i, pile in enumerate(position.titans.piles):
        if pile.face_up is not None:
            at = pointer("titans", "piles", i, "face_up")
            yield from _monster(None, pile.face_up.rewards, at)
            yield not position.titans.awake, "titan-asleep", asleep, at
        for j, titan in enumerate(pile.below):
            yield from _monster(None, titan.rewards, pointer("titans", "piles", i, "below", j))


def _placed(tile: TileInCity, at: str) -> Checks:
    if tile.kind == "recruit":
        listed = "a recruitment tile must list the units that are still there"
        yield tile.units is None, "missing-key", listed, at
    else:
        side = "a monster tile has no units; those of its other side are 'printed'"
        yield tile.units is not None, "wrong-side", side, at + "/units"
        yield tile.needs is None, "missing-key", "a monster tile must say its needs", at
        yield tile.rewards is None, "missing-key", "a monster tile must say its rewards", at
        nobody = "nobody recruits from a monster tile"
        yield tile.recruited_by is not None, "wrong-side", nobody, at + "/recruited_by"
    yield from _units(tile.units, at + "/units")
    yield from _units(tile.printed, at + "/printed")
    more = tile.printed is not None and Counter(tile.units or ()) - Counter(tile.printed)
    yield more, "not-printed", "there are units on the tile that are not printed on it", at + "/units"
    yield from _monster(tile.needs, tile.rewards, at)


def _units(units: Sequence[Unit] | None, at: str) -> Checks:
    if units is not None:
        count = f"a recruitment tile has 1 to {words.TILE_UNITS} units, not {len(units)}"
        yield not 1 <= len(units) <= words.TILE_UNITS, "unit-count", count, at


def _monster(needs: Mapping[Unit, int] | None, rewards: Rewards | None, at: str) -> Checks:
    yield needs is not None and not sum(needs.values()), "no-needs", "a monster needs at least one unit", at + "/needs"
    yield rewards == Rewards(), "no-rewards", "at least one reward is shown", at + "/rewards"


def _players(position: Position) -> Checks:
    owners: dict[str, str] = {}
    for name, player in position.players.items():
        at, placed = pointer("players", name), sum(player.harps.values())
        units = f"there are {words.ALL_UNITS} units in the box, not {player.units} for one hand"
        yield player.units > words.ALL_UNITS, "unit-count", units, at + "/hand"
        harps = f"{placed} harps placed and {player.harps_left} left are not {words.HARPS}"
        yield placed + player.harps_left != words.HARPS, "harp-count", harps, at + "/harps_left"
        orders = len(player.program or ())
        length = f"a programme has {ORDERS_A_YEAR} orders (LX-ORDER-1), not {orders}"
        yield player.program is not None and orders != ORDERS_A_YEAR, "program-length", length, at + "/program"
        for city in player.guilds:
            owner = owners.setdefault(city, name)
            taken = f"the space of city {city} holds a tower of {owner}: one color a space (LX-GUILD-2)"
            yield owner != name, "space-taken", taken, pointer("players", name, "guilds", city)
        storeys = f"{player.storeys} storeys built and {player.guild_saved} saved are more than {words.STOREYS}"
        yield player.storeys + player.guild_saved > words.STOREYS, "storey-count", storeys, at + "/guilds"


def _end(position: Position) -> Checks:
    once = "the three criteria must stand once each: " + ", ".join(CRITERIA)
    yield sorted(position.criteria or CRITERIA) != sorted(CRITERIA), "bad-criteria", once, "/criteria"
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
    orders = [turn.order for turn in position.turns() if turn.player == name]
    program = player.program
    if program is None or len(program) != ORDERS_A_YEAR:
        return len(orders)
    return sum(program[order - 1] in ACTS for order in orders)


def _choices(position: Position) -> Checks:
    one = "a choice belongs to an order or to a type of the census: give one of the two"
    places = [(choice.order, choice.census, choice.player) for choice in position.choices]
    for i, (order, census, player) in enumerate(places):
        at = pointer("choices", i)
        yield (order is None) == (census is None), "bad-choice", one, at
        yield player is None, "missing-key", "the key 'player' is missing", at
        twice = "this place has a choice already: put both into one"
        yield places[i] in places[:i], "chosen-twice", twice, at
