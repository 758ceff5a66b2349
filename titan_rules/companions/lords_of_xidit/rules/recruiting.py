"""The order to recruit (II, 3)."""

from collections.abc import Sequence

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import Position, TileInCity
from ..words import UNITS, Unit
from .outcomes import Outcome
from .saying import illegal, legal


def weakest(units: Sequence[Unit]) -> Unit:
    """The weakest of some units (LX-RECRUIT-2).

    >>> weakest(("mage", "archer", "cleric"))
    'archer'
    """
    return min(units, key=UNITS.index)


def recruit_tile(position: Position, city: str) -> TileInCity | None:
    """The recruitment tile in a city, if there is one."""
    tile = position.tile(city)
    return tile if tile is not None and tile.kind == "recruit" else None


def why_not(position: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot recruit where the piece stands; empty if it can and so must (LX-RECRUIT-1, 3)."""
    player = position.players[name]
    tile = recruit_tile(position, player.at)
    if tile is None:
        sentence = "there is no recruitment tile in city {city}"
        return (illegal("LX-RECRUIT-1", sentence, city=player.at),)
    if player.at not in player.recruited_this_year:
        return ()
    if position.rules.same_city == "new_tile_allowed" and tile.recruited_by is not None:
        if name not in tile.recruited_by:
            return ()
        sentence = "{player} has recruited from this very tile in city {city} this year"
    else:
        sentence = "{player} has recruited from city {city} this year"
    return (illegal("LX-RECRUIT-3", sentence, player=name, city=player.at),)


def recruit(position: Position, name: str) -> Outcome:
    """Take the weakest unit from the tile where the piece stands; the emptied tile stays for the supply to deal with.

    The player must be able to: :func:`why_not` is empty.
    """
    player = position.players[name]
    city = player.at
    tile = position.tile(city)
    assert tile is not None
    units = tile.units or ()
    unit = weakest(units)
    rulings = [
        legal(
            "LX-RECRUIT-1",
            "{player} must recruit the weakest of the {count:unit} in city {city}, one {unit}",
            player=name,
            count=len(units),
            city=city,
            unit=unit,
        )
    ]
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
    if tile.printed is None and tile.units is not None and len(tile.units) == 5:
        return tile.units
    return tile.printed
