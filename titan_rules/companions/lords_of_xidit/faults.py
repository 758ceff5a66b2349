"""What makes a position impossible beyond what its fields say, and what is only odd about it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from ...kernel.errors import Fault
from ...kernel.games.fields import Known, unknown
from ...kernel.jsontext import pointer
from . import words
from .state import Choice, City, Player, Position, Rewards, Tile, TileInCity, Turn
from .words import ALL_CITIES, ALL_UNITS, CRITERIA, DUMMY, HARPS, LEAST_PLAYERS, MOST_PLAYERS, ORDERS_A_YEAR, STOREYS


def known(position: Position) -> Known:
    """What a document defines itself."""
    return {"city": position.map.cities, "region": position.map.regions, "player": position.players}


def position_faults(position: Position) -> list[Fault]:
    """What makes a position impossible, but for its readings, each fault with its pointer."""
    faults: list[Fault] = []
    for part in (_year_faults, _seat_faults, _map_faults, _tile_faults, _player_faults, _tower_faults, _end_faults):
        faults.extend(part(position))
    for i, choice in enumerate(position.choices):
        faults.extend(_choice_faults(choice, i, position))
    return faults


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: an invented map, a game of three without its dummy."""
    odd = []
    cities = len(position.map.cities)
    if cities != ALL_CITIES:
        odd.append(Fault("city-count", f"the board has {ALL_CITIES} cities, this map {cities}", "/map/cities"))
    bastions = sum(region.bastion for region in position.map.regions.values())
    if bastions != 1:
        message = f"one region is the centre, where harps go inside the fort (LX-HARP-2); here {bastions} are"
        odd.append(Fault("bastion-count", message, "/map/regions"))
    units = sum(player.units for player in position.players.values())
    units += sum(len(space.tile.units or ()) for space in position.cities.values() if space.tile)
    if units > ALL_UNITS:
        message = f"there are {ALL_UNITS} units in the box, {units} in hands and on tiles"
        odd.append(Fault("unit-count", message, "/players"))
    if len(position.players) == LEAST_PLAYERS and position.dummy is None:
        message = "in a game of three a dummy is ranked too (LX-FINAL-11); the document has none"
        odd.append(Fault("no-dummy", message))
    return odd


def _year_faults(position: Position) -> Iterator[Fault]:
    last = words.YEARS[position.length]
    if not 1 <= position.year <= last:
        message = f"a {position.length} game has the years 1 to {last}, not {position.year}"
        yield Fault("bad-year", message, "/year")


def _seat_faults(position: Position) -> Iterator[Fault]:
    names = list(position.players)
    if not LEAST_PLAYERS <= len(names) <= MOST_PLAYERS:
        message = f"{LEAST_PLAYERS} to {MOST_PLAYERS} play, not {len(names)}"
        yield Fault("player-count", message, "/players")
    if sorted(position.order) != sorted(names):
        message = "the order must list every player once: " + ", ".join(names)
        yield Fault("bad-seats", message, "/order")
    if position.dummy is not None:
        if len(names) != LEAST_PLAYERS:
            yield Fault("dummy", f"there is a dummy only in a game of {LEAST_PLAYERS} (LX-FINAL-11)", "/dummy")
        if DUMMY in position.players:
            yield Fault("dummy", f"no player can be called {DUMMY!r} beside the dummy", pointer("players", DUMMY))
    if position.year == 1 and position.turn == Turn(1, position.start):
        first: dict[str, str] = {}
        for name in position.order:
            player = position.players.get(name)
            if player is None or player.place is None:
                continue
            if first.setdefault(player.place, name) != name:
                message = f"{name} cannot begin where {first[player.place]} stands (LX-ORDER-4)"
                yield Fault("pieces-share-city", message, pointer("players", name, "at"))
        return
    for name, player in position.players.items():
        if player.place is None:
            message = f"{name}'s piece is set before year 1 (LX-ORDER-4): say its city"
            yield Fault("missing-key", message, pointer("players", name, "at"))


def _map_faults(position: Position) -> Iterator[Fault]:
    cities = position.map.cities
    if not cities:
        yield Fault("no-cities", "the map has no cities", "/map/cities")
    for name, city in cities.items():
        yield from _road_faults(name, city, cities)
    for name, points in position.map.regions.items():
        if 0 <= points.first <= points.second:
            message = f"first place must be worth more than second, not {points.first} and {points.second}"
            yield Fault("region-points", message, pointer("map", "regions", name))


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


def _tile_faults(position: Position) -> Iterator[Fault]:
    """Tiles without what their side must say, in the cities and in the supply, and titans that are asleep."""
    for name, space in position.cities.items():
        if space.tile is not None:
            yield from _placed_faults(space.tile, pointer("cities", name, "tile"))
    supply = position.supply
    for key in ("next_recruit", "next_monster"):
        yield from _beside_faults(getattr(supply, key), pointer("supply", key))
    for key in ("recruit_pile", "monster_pile", "recruit_discard", "monster_discard"):
        for i, tile in enumerate(getattr(supply, key) or ()):
            yield from _beside_faults(tile, pointer("supply", key, i))
    for i, pile in enumerate(position.titans.piles):
        if pile.face_up is not None:
            yield from _monster_faults(None, pile.face_up.rewards, pointer("titans", "piles", i, "face_up"))
            if not position.titans.awake:
                message = "a titan is face up though the titans have not awakened (LX-TITAN-1)"
                yield Fault("titan-asleep", message, pointer("titans", "piles", i, "face_up"))
        for j, titan in enumerate(pile.below):
            yield from _monster_faults(None, titan.rewards, pointer("titans", "piles", i, "below", j))


def _placed_faults(tile: TileInCity, at: str) -> Iterator[Fault]:
    if tile.kind == "recruit" and tile.units is None:
        yield Fault("missing-key", "a recruitment tile must list the units that are still there", at)
    if tile.kind == "monster":
        if tile.units is not None:
            message = "a monster tile has no units; those of its other side are 'printed'"
            yield Fault("wrong-side", message, at + "/units")
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


def _beside_faults(tile: Tile | None, at: str) -> Iterator[Fault]:
    if tile is not None:
        yield from _units_faults(tile.units, at + "/units")
        yield from _monster_faults(tile.needs, tile.rewards, at)


def _units_faults(units: Sequence[words.Unit] | None, at: str) -> Iterator[Fault]:
    if units is not None and not 1 <= len(units) <= words.TILE_UNITS:
        yield Fault("unit-count", f"a recruitment tile has 1 to {words.TILE_UNITS} units, not {len(units)}", at)


def _monster_faults(needs: Mapping[words.Unit, int] | None, rewards: Rewards | None, at: str) -> Iterator[Fault]:
    if needs is not None and sum(needs.values()) < 1:
        yield Fault("no-needs", "a monster needs at least one unit", at + "/needs")
    if rewards is not None and not (rewards.gold or rewards.harp or rewards.guild):
        yield Fault("no-rewards", "at least one reward is shown", at + "/rewards")


def _player_faults(position: Position) -> Iterator[Fault]:
    for name, player in position.players.items():
        at = pointer("players", name)
        if player.units > ALL_UNITS:
            message = f"there are {ALL_UNITS} units in the box, not {player.units} for one hand"
            yield Fault("unit-count", message, at + "/hand")
        placed = sum(player.harps.values())
        if placed + player.harps_left != HARPS:
            message = f"{placed} harps placed and {player.harps_left} left are not {HARPS}"
            yield Fault("harp-count", message, at + "/harps_left")
        if player.program is not None and len(player.program) != ORDERS_A_YEAR:
            message = f"a programme has {ORDERS_A_YEAR} orders (LX-ORDER-1), not {len(player.program)}"
            yield Fault("program-length", message, at + "/program")


def _tower_faults(position: Position) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for name, player in position.players.items():
        for city in player.guilds:
            at = pointer("players", name, "guilds", city)
            if owners.setdefault(city, name) != name:
                message = f"the space of city {city} holds a tower of {owners[city]}: one color a space (LX-GUILD-2)"
                yield Fault("space-taken", message, at)
        if player.storeys + player.guild_saved > STOREYS:
            message = f"{player.storeys} storeys built and {player.guild_saved} saved are more than {STOREYS}"
            yield Fault("storey-count", message, pointer("players", name, "guilds"))


def _end_faults(position: Position) -> Iterator[Fault]:
    if position.criteria is not None and sorted(position.criteria) != sorted(CRITERIA):
        message = "the three criteria must stand once each: " + ", ".join(CRITERIA)
        yield Fault("bad-criteria", message, "/criteria")
    if position.year_over:
        return  # what is shown is judged by the census itself
    for kind, shown in position.census_shown.items():
        for name, count in shown.items():
            player = position.players.get(name)
            most = 0 if player is None else player.hand.get(kind, 0) + _recruits_left(position, name, player)
            if player is not None and count > most:
                message = f"{name} cannot show {count} {kind}: {most} at most after this year's orders (LX-CENSUS-2)"
                yield Fault("shown-not-held", message, pointer("census_shown", kind, name))


def _recruits_left(position: Position, name: str, player: Player) -> int:
    """How many units a player can still recruit this year, at most: one for each order to act."""
    turn = position.turn
    if turn.player not in position.order or name not in position.order or position.start not in position.order:
        return ORDERS_A_YEAR
    orders = [t.order for t in position.turns() if t.player == name]
    program = player.program
    if program is None or len(program) != ORDERS_A_YEAR:
        return len(orders)
    return sum(program[order - 1] in words.ACTS for order in orders)


def _choice_faults(choice: Choice, i: int, position: Position) -> Iterator[Fault]:
    at = pointer("choices", i)
    if (choice.order is None) == (choice.census is None):
        yield Fault("bad-choice", "a choice belongs to an order or to a type of the census: give one of the two", at)
    if choice.player is None:
        yield Fault("missing-key", "the key 'player' is missing", at)
    same = (choice.order, choice.census, choice.player)
    if any((other.order, other.census, other.player) == same for other in position.choices[:i]):
        yield Fault("chosen-twice", "this place has a choice already: put both into one", at)
