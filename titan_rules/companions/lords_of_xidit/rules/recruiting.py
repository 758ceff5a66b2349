"""The orders to move, to wait and to recruit (II, 1 to 3)."""

from collections.abc import Sequence

from ....kernel.companions import Answer
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..asking import PlayerAsked
from ..state import Position, TileInCity
from ..words import TILE_UNITS, UNITS, Road, Unit
from .saying import Outcome, consequence, illegal, legal


def no_road(city: str, road: Road) -> Ruling:
    """Why an order to move does nothing (LX-MOVE-1)."""
    return consequence("LX-MOVE-1", "nothing happens: no {road} road leaves city {city}", road=road, city=city)


def move(position: Position, name: str, road: Road) -> Outcome:
    """Move a piece along the road of a color, which there must be (LX-MOVE-1)."""
    start = position.players[name].at
    end = position.map.cities[start].roads[road]
    sentence = "{player} must take the {road} road from city {start} to city {end}"
    ruling = legal("LX-MOVE-1", sentence, player=name, road=road, start=start, end=end)
    return Outcome(position.with_player(name, at=end), (ruling,), ({"what": "move", "from": start, "to": end},))


def wait(position: Position, name: str) -> Outcome:
    """Stay in the city (LX-WAIT-1)."""
    sentence = "{player} stays in city {city}"
    return Outcome(position, (legal("LX-WAIT-1", sentence, player=name, city=position.players[name].at),))


def weakest(units: Sequence[Unit]) -> Unit:
    """The weakest of some units (LX-RECRUIT-2).

    >>> weakest(("mage", "archer", "cleric"))
    'archer'
    """
    return min(units, key=UNITS.index)


def why_not(position: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot recruit where the piece stands; empty if it can and so must (LX-RECRUIT-1, 3)."""
    player = position.players[name]
    tile = position.tile(player.at)
    if tile is None or tile.kind != "recruit":
        return (illegal("LX-RECRUIT-1", "there is no recruitment tile in city {city}", city=player.at),)
    if player.at not in player.recruited_this_year:
        return ()
    sentence = "{player} has recruited from city {city} this year"
    if position.rules.same_city == "new_tile_allowed" and tile.recruited_by is not None:
        if name not in tile.recruited_by:
            return ()
        sentence = "{player} has recruited from this very tile in city {city} this year"
    return (illegal("LX-RECRUIT-3", sentence, player=name, city=player.at),)


def recruited(position: Position, name: str) -> Outcome:
    """Take the weakest unit from the tile where the piece stands; the emptied tile stays for the supply to deal with.

    The player must be able to: :func:`why_not` is empty.
    """
    player = position.players[name]
    city = player.at
    tile = position.tile(city)
    assert tile is not None
    units = tile.units or ()
    unit = weakest(units)
    sentence = "{player} must recruit the weakest of the {count:unit} in city {city}, one {unit}"
    rulings = [legal("LX-RECRUIT-1", sentence, player=name, count=len(units), city=city, unit=unit)]
    stronger = tuple(u for u in UNITS[UNITS.index(unit) + 1 :] if u in units)
    if stronger:
        sentence = "{unit} is weaker than {stronger}"
        rulings.append(legal("LX-RECRUIT-2", sentence, unit=unit, stronger=", ".join(stronger)))
    at = units.index(unit)
    rest = units[:at] + units[at + 1 :]
    by = tile.recruited_by
    if by is not None and name not in by:
        by = (*by, name)
    visited = player.recruited_this_year
    after = position.with_player(
        name,
        hand={u: player.hand.get(u, 0) + (u == unit) for u in UNITS if player.hand.get(u, 0) or u == unit},
        recruited_this_year=visited if city in visited else (*visited, city),
    ).with_tile(city, evolve(tile, units=rest, printed=printed(tile), recruited_by=by))
    did = {"what": "recruit", "unit": unit, "city": city, "left": list(rest)}
    return Outcome(after, tuple(rulings), (did,))


def printed(tile: TileInCity) -> tuple[Unit, ...] | None:
    """All units of a tile's recruitment side, as far as they are known: a full tile shows them."""
    if tile.printed is None and tile.units is not None and len(tile.units) == TILE_UNITS:
        return tile.units
    return tile.printed


def recruit(position: Position, player: PlayerAsked) -> Answer:
    """Which unit must be taken here?"""
    city = position.players[player].at
    answer: Answer = {"player": player, "city": city}
    barred = why_not(position, player)
    if barred:
        return {"verdict": "illegal", **answer, "unit": None, "rulings": barred}
    taken = recruited(position, player)
    did, rulings = taken.did[0], list(taken.rulings)
    if not did["left"]:
        sentence = "that is the last unit: the tile of city {city} is discarded and a new one comes at once"
        rulings.append(consequence("LX-SUPPLY-1", sentence, city=city))
    found = {"unit": did["unit"], "must": True, "left": did["left"], "used_up": not did["left"]}
    return {"verdict": "legal", **answer, **found, "rulings": rulings}
