"""The cheapest way of a character over the Battleland, step by step, for explanations (MANEUVER-3 to 7)."""

import heapq
from collections.abc import Iterator, Mapping

from attrs import frozen

from ...box.battle_tables import BattleTables, Mobility, flies_over, hexside_cost
from ...box.hexes import ALL_HEXES, HEXES
from ...box.names import CharacterName
from ...kernel.rulings import Ruling, consequence


@frozen
class Route:
    """A way to a hex.

    :param hexes: their numbers, from the hex it starts in, or from the first it enters.
    :param cost: what it costs in all.
    """

    hexes: tuple[int, ...]
    cost: int

    @property
    def text(self) -> str:
        """The way for a sentence: ``D3-D4-E4``."""
        return "-".join(HEXES[n] for n in self.hexes)


def cheapest(
    tables: BattleTables, mobility: Mobility, starts: Mapping[int, int], end: int, passable: int = ALL_HEXES
) -> Route | None:
    """The cheapest way to a hex (MANEUVER-4).

    :param starts: the hexes it may start with, and what has been paid in each: 0 for the hex it stands in.
    :param passable: the hexes that it may pass; the first and the last do not matter.
    """
    queue: list[tuple[int, tuple[int, ...]]] = [(cost, (start,)) for start, cost in starts.items()]
    heapq.heapify(queue)
    done: set[int] = set()
    while queue:
        cost, hexes = heapq.heappop(queue)
        here = hexes[-1]
        if here == end:
            return Route(hexes, cost)
        if here in done:
            continue
        done.add(here)
        for there, more in _steps(tables, mobility, here, end):
            if there == end or passable >> there & 1:
                heapq.heappush(queue, (cost + more, (*hexes, there)))
    return None


def _steps(tables: BattleTables, mobility: Mobility, here: int, end: int) -> Iterator[tuple[int, int]]:
    """The next hexes with what each costs."""
    for d, there in enumerate(tables.land.hexes[here].neighbours):
        if there is None:
            continue
        cost = mobility.costs[here][d]
        if mobility.flies and there != end:
            cost = 1 if may_fly_over(tables, mobility, there) else None
        if cost is not None:
            yield there, cost


def may_fly_over(tables: BattleTables, mobility: Mobility, number: int) -> bool:
    """Whether a flier may pass over a hex (MANEUVER-7)."""
    return flies_over(tables.land, number, mobility.natives)


def entry_costs(tables: BattleTables, mobility: Mobility, entry: int, end: int) -> dict[int, int]:
    """What each entry hex costs on the way to a hex, the first hex counting as one (BATTLE-3)."""
    costs = {}
    for number, own in enumerate(mobility.own):
        if not entry >> number & 1:
            continue
        if mobility.flies and number != end:
            own = 1 if may_fly_over(tables, mobility, number) else None
        if own is not None:
            costs[number] = own
    return costs


def slowings(
    tables: BattleTables, mobility: Mobility, name: CharacterName, route: Route, *, entering: bool
) -> list[Ruling]:
    """A ruling for each step of a way that costs 2 (MANEUVER-5, MANEUVER-6)."""
    found = []
    if entering and (len(route.hexes) == 1 or not mobility.flies) and mobility.own[route.hexes[0]] == 2:
        found.append(_hazard(tables, mobility, name, route.hexes[0]))
    for here, there in zip(route.hexes, route.hexes[1:], strict=False):
        if mobility.flies and there != route.hexes[-1]:
            continue
        if mobility.own[there] == 2:
            found.append(_hazard(tables, mobility, name, there))
        if not mobility.flies:
            found += _hexside(tables, mobility, here, there)
    return found


def _hexside(tables: BattleTables, mobility: Mobility, here: int, there: int) -> Iterator[Ruling]:
    """Why crossing a hexside on foot costs 2, if it does (MANEUVER-6)."""
    land = tables.land
    down, up = land.sides(here, land.direction(here, there))
    rise = land.rise(here, there)
    costs = (
        (down, "down", hexside_cost(down, None, mobility.natives, tables.cliffs, rise)),
        (up, "up", hexside_cost(None, up, mobility.natives, tables.cliffs, rise)),
    )
    for side, way, cost in costs:
        if side is None or cost != 2:
            continue
        yield consequence(
            "MANEUVER-6" if side.printed else "BOX-3",
            "going {way} the {side} from {here} to {there} costs 2",
            way=way,
            side=side.name,
            here=land.hexes[here].label,
            there=land.hexes[there].label,
        )


def _hazard(tables: BattleTables, mobility: Mobility, name: CharacterName, number: int) -> Ruling:
    place = tables.land.hexes[number]
    hazard = tables.land.hazards[place.hazard]
    if hazard.name in mobility.natives:
        return consequence("BOX-2", "{hazard} in {hex} costs 2, natives too", hazard=hazard.name, hex=place.label)
    return consequence(
        "MANEUVER-5" if hazard.printed else "BOX-2",
        "{hazard} in {hex} costs 2: the {character} is not native",
        hazard=hazard.name,
        hex=place.label,
        character=name,
    )
