"""Movement costs on the Battleland: the cheapest path, and what slows or stops a character (MANEUVER-3 to 7)."""

import heapq
from collections.abc import Iterator, Mapping
from functools import lru_cache

from attrs import frozen

from ...box import Box
from ...box.battle_tables import BattleTables, Mobility, flies_over, hexside_cost
from ...box.hexes import ALL_HEXES, HEXES
from ...box.names import CharacterName
from ...kernel.rulings import Facts, Ruling, consequence, illegal, legal
from ...kernel.wording import listed


@frozen
class HexPath:
    """A path by hex numbers, from the starting hex or the first one entered, and its total cost."""

    hexes: tuple[int, ...]
    cost: int

    @property
    def text(self) -> str:
        """The path in words: ``D3-D4-E4``."""
        return "-".join(HEXES[n] for n in self.hexes)


def cheapest(
    tables: BattleTables, mobility: Mobility, starts: Mapping[int, int], end: int, passable: int = ALL_HEXES
) -> HexPath | None:
    """The cheapest path to a hex (MANEUVER-4).

    :param starts: the first hexes, each with the cost paid so far: 0 for the hex it is in.
    :param passable: the hexes it may pass; the first and the last do not matter.
    """
    queue: list[tuple[int, tuple[int, ...]]] = [(cost, (start,)) for start, cost in starts.items()]
    heapq.heapify(queue)
    done: set[int] = set()
    while queue:
        cost, hexes = heapq.heappop(queue)
        here = hexes[-1]
        if here == end:
            return HexPath(hexes, cost)
        if here in done:
            continue
        done.add(here)
        for there, more in _steps(tables, mobility, here, end):
            if there == end or passable >> there & 1:
                heapq.heappush(queue, (cost + more, (*hexes, there)))
    return None


def _steps(tables: BattleTables, mobility: Mobility, here: int, end: int) -> Iterator[tuple[int, int]]:
    """The neighbours and what each costs."""
    for d, there in enumerate(tables.land.hexes[here].neighbours):
        if there is None:
            continue
        cost = mobility.costs[here][d]
        if mobility.flies and there != end:
            cost = 1 if flies_over(tables.land, there, mobility.natives) else None
        if cost is not None:
            yield there, cost


def not_flown_over(tables: BattleTables, mobility: Mobility) -> dict[str, list[str]]:
    """The hazards a flier may not pass over, with their hexes; empty for others (MANEUVER-7)."""
    barred: dict[str, list[str]] = {}
    for number, place in enumerate(tables.land.hexes if mobility.flies else ()):
        if not flies_over(tables.land, number, mobility.natives):
            barred.setdefault(tables.land.hazards[place.hazard].said, []).append(place.label)
    return barred


def entry_costs(tables: BattleTables, mobility: Mobility, entry: int, end: int) -> dict[int, int]:
    """What each entry hex costs on the way to a hex, the first hex counting as one (BATTLE-3)."""
    costs = {}
    for number, own in enumerate(mobility.own):
        if not entry >> number & 1:
            continue
        if mobility.flies and number != end:
            own = 1 if flies_over(tables.land, number, mobility.natives) else None
        if own is not None:
            costs[number] = own
    return costs


def slowings(
    tables: BattleTables, mobility: Mobility, name: CharacterName, route: HexPath, *, entering: bool
) -> list[Ruling]:
    """A ruling for each step of a path that costs 2 (MANEUVER-5, MANEUVER-6)."""
    rulings = []
    if entering and (len(route.hexes) == 1 or not mobility.flies) and mobility.own[route.hexes[0]] == 2:
        rulings.append(_hazard(tables, mobility, name, route.hexes[0]))
    for here, there in zip(route.hexes, route.hexes[1:], strict=False):
        if mobility.flies and there != route.hexes[-1]:
            continue
        if mobility.own[there] == 2:
            rulings.append(_hazard(tables, mobility, name, there))
        if not mobility.flies:
            rulings += _hexside(tables, mobility, here, there)
    return rulings


def _hexside(tables: BattleTables, mobility: Mobility, here: int, there: int) -> Iterator[Ruling]:
    """Why crossing a hexside on foot costs 2, if it does (MANEUVER-6)."""
    land, natives, cliffs = tables.land, mobility.natives, tables.cliffs
    down, up = land.sides(here, land.direction(here, there))
    rise, sentence = land.rise(here, there), "going {way} the {side} from {here} to {there} costs 2"
    for side, way, cost in (
        (down, "down", hexside_cost(down, None, natives, cliffs, rise)),
        (up, "up", hexside_cost(None, up, natives, cliffs, rise)),
    ):
        if side is not None and cost == 2:
            rule = "MANEUVER-6" if side.printed else "BOX-3"
            yield consequence(rule, sentence, way=way, side=side.name, here=HEXES[here], there=HEXES[there])


def _hazard(tables: BattleTables, mobility: Mobility, name: CharacterName, number: int) -> Ruling:
    place = tables.land.hexes[number]
    hazard = tables.land.hazards[place.hazard]
    if hazard.name in mobility.natives:
        return consequence("BOX-2", "{hazard} in {hex} costs 2, natives too", hazard=hazard.name, hex=place.label)
    rule = "MANEUVER-5" if hazard.printed else "BOX-2"
    sentence = "{hazard} in {hex} costs 2: the {character} is not native"
    return consequence(rule, sentence, hazard=hazard.name, hex=place.label, character=name)


# --- a land's effect on a character wherever it goes -----------------------------------------------------------------


@lru_cache(1024)
def land_notes(box: Box, terrain: str, cliffs: str, name: CharacterName) -> tuple[Ruling, ...]:
    """How a land's hazards and hexsides affect a character's maneuvers (MANEUVER-5 to 7)."""
    tables = box.battle_tables[terrain, cliffs]
    mobility, hexes = tables.mobility[name], tables.land.hexes
    rulings = []
    if mobility.flies:
        rulings.append(legal("MANEUVER-7", "the {name} flies: a hex passed over costs 1, whatever is in it", name=name))
    barred = not_flown_over(tables, mobility)
    if barred:
        labels = " ".join(sorted(label for hexes_there in barred.values() for label in hexes_there))
        over, sentence = listed(barred, "or"), "it may not pass over {hazard} in {hexes}"
        rulings.append(illegal("MANEUVER-7", sentence, hazard=over, hexes=labels))
    for hazard in dict.fromkeys(h.hazard for h in hexes):
        here = [n for n, h in enumerate(hexes) if h.hazard == hazard]
        facts: Facts = {"hazard": hazard, "name": name, "hexes": " ".join(HEXES[n] for n in here)}
        cost = mobility.own[here[0]]
        if cost is None:
            rulings.append(illegal("MANEUVER-5", "{hazard} is closed to {name:a}: {hexes}", **facts))
        elif cost == 2:
            rulings.append(consequence("MANEUVER-5", "{hazard} costs {name:a} 2: {hexes}", **facts))
        elif hazard in mobility.natives:
            rulings.append(legal("MANEUVER-5", "{name:a} is native to {hazard}: {hexes} cost 1", **facts))
    return tuple(rulings) if mobility.flies else (*rulings, *_hexside_notes(box, tables, mobility.natives, name))


def _hexside_notes(box: Box, tables: BattleTables, natives: frozenset[str], name: CharacterName) -> Iterator[Ruling]:
    """How a land's hexsides affect a character on foot (MANEUVER-6)."""
    for side in box.hexsides.values():
        if side.name not in tables.hazards:
            continue
        rule = "MANEUVER-6" if side.printed else "BOX-3"
        costs = {
            "up": hexside_cost(None, side, natives, tables.cliffs, 1),
            "down": hexside_cost(side, None, natives, tables.cliffs, -1),
        }
        shut = listed([way for way, cost in costs.items() if cost is None], "or", none="")
        slow = listed([way for way, cost in costs.items() if cost == 2], "or", none="")
        if shut:
            yield illegal(rule, "{name:a} does not go {ways} {side}s", name=name, ways=shut, side=side.name)
        if slow:
            yield consequence(rule, "going {ways} {side:a} costs {name:a} 2", ways=slow, side=side.name, name=name)
