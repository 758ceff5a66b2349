"""Lines of sight over a Battleland with characters on it (RANGE-7)."""

from ...box.hexes import HEXES, numbers_in
from ...box.sight_tables import SightLine, Why
from ...kernel.rulings import Ruling, illegal, legal
from ...kernel.wording import listed, sentence, verb
from .field import AnyField, View, named

_BECAUSE: dict[Why, str] = {
    "facing-wall": "the wall between {hexes} faces the line",
    "cliff-or-dune": "{hazards:a} between {hexes} is in the way, and not both ends are atop cliffs",
    "between": "{hazards:a} between {hexes} is in the way, and neither end is atop one",
    "three": "{count} hexside hazards lie on the line ({hexes}), and not both ends are atop one",
    "walls": "{count} walls lie on the line ({hexes}), and neither end is atop one",
}


def best_line(field: AnyField, start: str, end: str, natives: frozenset[str] = frozenset()) -> SightLine | None:
    """The unblocked line of sight that costs the striker least; None if all are blocked.

    :param natives: the hazards that the striker is native to (RANGE-4).
    """
    occupied = field.occupied
    for line in field.sights.ranked[start, end, natives]:
        if not line.blockers & occupied:
            return line
    return None


def sight_rulings(field: View, start: str, end: str, natives: frozenset[str] = frozenset()) -> list[Ruling]:
    """The free line of sight, or what blocks it on each side of a hexspine, at range 3 or more (RANGE-7)."""
    free = best_line(field, start, end, natives)
    if free is not None:
        return [free_line(free)]
    return [_blocked(field, line) for line in field.sights.lines[start, end]]


def free_line(line: SightLine) -> Ruling:
    """The ruling that a line of sight is free."""
    free = "the line of sight from {start} to {end} over {way} is free"
    return legal("RANGE-7", free, start=HEXES[line.hexes[0]], end=HEXES[line.hexes[-1]], way=_way(line))


def _way(line: SightLine) -> str:
    return " ".join(HEXES[n] for n in line.hexes[1:-1])


def _blocked(field: View, line: SightLine) -> Ruling:
    """What blocks one line."""
    start, end = HEXES[line.hexes[0]], HEXES[line.hexes[-1]]
    why = _by_map(field, line) if line.blocked else _by_characters(field, line)
    blocked = "no line of sight from {start} to {end} over {way}: {why}"
    return illegal("RANGE-7", blocked, start=start, end=end, way=_way(line), why=why)


def _by_map(field: View, line: SightLine) -> str:
    assert line.blocked is not None
    places = [HEXES[n] for n in line.at]
    if line.blocked == "tree":
        return f"{field.tables.land.hexes[line.at[0]].hazard} in {listed(places)}"
    crossed = list(zip(line.at[::2], line.at[1::2], strict=True))
    hazards = listed(sorted({o.hazard for o in line.obstacles if (o.start, o.end) in crossed}), "or")
    pairs = ", ".join(f"{a} and {b}" for a, b in zip(places[::2], places[1::2], strict=True))
    return sentence(_BECAUSE[line.blocked], {"hexes": pairs, "hazards": hazards, "count": len(crossed)})


def _by_characters(field: View, line: SightLine) -> str:
    blocking = [named(field.who[n]) for n in numbers_in(line.blockers & field.occupied)]
    ends = [field.tables.land.hexes[n].elevation for n in (line.hexes[0], line.hexes[-1])]
    height = f" (not lower than the lower end, level {min(ends)})" if any(ends) else ""
    return f"{listed(blocking)} {verb(len(blocking), 'stands', 'stand')} between{height}"
