"""What makes a position impossible, all at once, and what is only odd about it."""

from collections.abc import Iterator, Mapping, Sequence

from ...kernel.errors import Fault
from ...kernel.jsontext import pointer
from .map_faults import map_faults, negative, tile_faults, unknown
from .readings import RULESETS
from .state import Choice, Player, Position, Turn
from .words import (
    ALL_CITIES,
    ALL_UNITS,
    CRITERIA,
    DUMMY,
    HARPS,
    LEAST_PLAYERS,
    MOST_PLAYERS,
    ORDERS_A_YEAR,
    STOREYS,
    TOWER_HEIGHT,
    YEARS,
)


def position_faults(position: Position) -> list[Fault]:
    """Everything that makes a position impossible, each fault with its pointer."""
    found = RULESETS.faults(position.ruleset, position.options)
    for part in (_year_faults, _seat_faults, map_faults, tile_faults, _player_faults, _tower_faults, _end_faults):
        found.extend(part(position))
    for i, choice in enumerate(position.choices):
        found.extend(_choice_faults(choice, i, position))
    return found


def warnings(position: Position) -> list[Fault]:
    """What is odd about a position that is possible: an invented map, a game of three without its dummy."""
    found = []
    cities = len(position.map.cities)
    if cities != ALL_CITIES:
        found.append(Fault("city-count", f"the board has {ALL_CITIES} cities, this map {cities}", "/map/cities"))
    bastions = sum(region.bastion for region in position.map.regions.values())
    if bastions != 1:
        message = f"one region is the centre, where harps go inside the fort (LX-HARP-2); here {bastions} are"
        found.append(Fault("bastion-count", message, "/map/regions"))
    units = sum(player.units for player in position.players.values())
    units += sum(len(space.tile.units or ()) for space in position.cities.values() if space.tile)
    if units > ALL_UNITS:
        message = f"there are {ALL_UNITS} units in the box, {units} in hands and on tiles"
        found.append(Fault("unit-count", message, "/players"))
    if len(position.players) == LEAST_PLAYERS and position.dummy is None:
        message = "in a game of three a dummy is ranked too (LX-FINAL-11); the document has none"
        found.append(Fault("no-dummy", message))
    return found


def _year_faults(position: Position) -> Iterator[Fault]:
    last = YEARS[position.length]
    if not 1 <= position.year <= last:
        message = f"a {position.length} game has the years 1 to {last}, not {position.year}"
        yield Fault("bad-year", message, "/year")
    turn = position.next
    if turn is not None:
        if not 1 <= turn.order <= ORDERS_A_YEAR + 1:
            message = f"orders are 1 to {ORDERS_A_YEAR}, or {ORDERS_A_YEAR + 1} when all are carried out"
            yield Fault("bad-order", f"{message}; not {turn.order}", "/next/order")
        yield from unknown("player", turn.player, position.players, "/next/player")


def _seat_faults(position: Position) -> Iterator[Fault]:
    names = list(position.players)
    if not LEAST_PLAYERS <= len(names) <= MOST_PLAYERS:
        message = f"{LEAST_PLAYERS} to {MOST_PLAYERS} play, not {len(names)}"
        yield Fault("player-count", message, "/players")
    if sorted(position.order) != sorted(names):
        message = "the order must list every player once: " + ", ".join(names)
        yield Fault("bad-seats", message, "/order")
    yield from unknown("player", position.start, position.players, "/start")
    if position.dummy is not None:
        if len(names) != LEAST_PLAYERS:
            yield Fault("dummy", f"there is a dummy only in a game of {LEAST_PLAYERS} (LX-FINAL-11)", "/dummy")
        if DUMMY in position.players:
            yield Fault("dummy", f"no player can be called {DUMMY!r} beside the dummy", pointer("players", DUMMY))
        dummy = position.dummy
        yield from negative("/dummy", {name: getattr(dummy, name) for name in CRITERIA})
        yield from negative("/dummy/steps", dummy.steps or {})
    if position.year == 1 and position.turn == Turn(1, position.start):
        yield from _shared_city_faults(position)


def _shared_city_faults(position: Position) -> Iterator[Fault]:
    first: dict[str, str] = {}
    for name in position.order:
        player = position.players.get(name)
        if player is not None and first.setdefault(player.at, name) != name:
            message = f"{name} cannot begin where {first[player.at]} stands (LX-ORDER-4)"
            yield Fault("pieces-share-city", message, pointer("players", name, "at"))


def _player_faults(position: Position) -> Iterator[Fault]:
    cities, regions = position.map.cities, position.map.regions
    for name, player in position.players.items():
        at = pointer("players", name)
        yield from unknown("city", player.at, cities, at + "/at")
        yield from negative(at + "/hand", player.hand)
        if player.units > ALL_UNITS:
            message = f"there are {ALL_UNITS} units in the box, not {player.units} for one hand"
            yield Fault("unit-count", message, at + "/hand")
        yield from negative(at, {"gold": player.gold or 0, "guild_saved": player.guild_saved})
        for region, harps in player.harps.items():
            yield from unknown("region", region, regions, at + pointer("harps", region))
            yield from negative(at + "/harps", {region: harps})
        yield from _harp_faults(player, at)
        for key in ("recruited_this_year", "titans_this_year"):
            yield from _once_faults(getattr(player, key), cities, f"{at}/{key}")
        if player.program is not None and len(player.program) != ORDERS_A_YEAR:
            message = f"a programme has {ORDERS_A_YEAR} orders (LX-ORDER-1), not {len(player.program)}"
            yield Fault("program-length", message, at + "/program")


def _harp_faults(player: Player, at: str) -> Iterator[Fault]:
    yield from negative(at, {"harps_left": player.harps_left})
    placed = sum(player.harps.values())
    if placed + player.harps_left != HARPS:
        message = f"{placed} harps placed and {player.harps_left} left are not {HARPS}"
        yield Fault("harp-count", message, at + "/harps_left")


def _once_faults(names: Sequence[str], cities: Mapping[str, object], at: str) -> Iterator[Fault]:
    for i, city in enumerate(names):
        yield from unknown("city", city, cities, f"{at}/{i}")
        if city in names[:i]:
            yield Fault("listed-twice", f"city {city} is listed twice", f"{at}/{i}")


def _tower_faults(position: Position) -> Iterator[Fault]:
    owners: dict[str, str] = {}
    for name, player in position.players.items():
        for city, storeys in player.guilds.items():
            at = pointer("players", name, "guilds", city)
            yield from unknown("city", city, position.map.cities, at)
            if not 1 <= storeys <= TOWER_HEIGHT:
                message = f"a tower has 1 to {TOWER_HEIGHT} storeys (LX-GUILD-3), not {storeys}"
                yield Fault("tower-height", message, at)
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
    for kind, reward in position.census.items():
        at = pointer("census", kind)
        yield from negative(at, {"sole": reward.sole, "tied": reward.tied})
    for kind, shown in position.census_shown.items():
        for name, count in shown.items():
            at = pointer("census_shown", kind, name)
            yield from unknown("player", name, position.players, at)
            yield from negative(pointer("census_shown", kind), {name: count})
            player = position.players.get(name)
            if player is not None and count > player.hand.get(kind, 0):
                message = f"{name} cannot show {count} {kind}: {player.hand.get(kind, 0)} in hand (LX-CENSUS-2)"
                yield Fault("shown-not-held", message, at)


def _choice_faults(choice: Choice, i: int, position: Position) -> Iterator[Fault]:
    at = pointer("choices", i)
    if (choice.order is None) == (choice.census is None):
        yield Fault("bad-choice", "a choice belongs to an order or to a type of the census: give one of the two", at)
    if choice.player is None:
        yield Fault("missing-key", "the key 'player' is missing", at)
    else:
        yield from unknown("player", choice.player, position.players, at + "/player")
    if choice.order is not None and not 1 <= choice.order <= ORDERS_A_YEAR:
        yield Fault("bad-order", f"orders are 1 to {ORDERS_A_YEAR}, not {choice.order}", at + "/order")
    same = (choice.order, choice.census, choice.player)
    if any((other.order, other.census, other.player) == same for other in position.choices[:i]):
        yield Fault("chosen-twice", "this place has a choice already: put both into one", at)
    for region, harps in (choice.harps or {}).items():
        yield from unknown("region", region, position.map.regions, at + pointer("harps", region))
        yield from negative(at + "/harps", {region: harps})
    yield from negative(at + "/pay", choice.pay or {})
    if choice.guild is not None:
        yield from unknown("city", choice.guild, position.map.cities, at + "/guild")
