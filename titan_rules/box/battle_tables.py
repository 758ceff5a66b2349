"""Movement over a Battleland, computed lazily from its map: neighbours, contact, costs, reach (MANEUVER-2, 4 to 7).

Hexes are numbers, sets of hexes are bit masks.
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import field, frozen

from .battlelands import Battleland, Hazard, Hexside, contact_masks
from .characters import Character
from .hexes import HEXES, Lazily, numbers_in
from .names import CharacterName

ENOUGH = 2  # the Skill-factor that can pay for any single step
_CHUNK = 9
_LOW = (1 << _CHUNK) - 1

# For each third of the hexes: from a set of them, all hexes one step away.
Spread: TypeAlias = tuple[Lazily[int, int], Lazily[int, int], Lazily[int, int]]


def _spread(steps: Sequence[int]) -> Spread:
    first, second, third = (_third(steps[start : start + _CHUNK]) for start in range(0, len(HEXES), _CHUNK))
    return first, second, third


def _third(steps: Sequence[int]) -> Lazily[int, int]:
    def joined(subset: int) -> int:
        low = subset & -subset
        return sets[subset ^ low] | steps[low.bit_length() - 1]

    sets: Lazily[int, int] = Lazily(joined)
    sets[0] = 0
    return sets


def hex_cost(hazard: Hazard, natives: frozenset[str], flies: bool) -> int | None:
    """The cost of a hex's hazard to enter or land in: 1, 2, or None if impossible (MANEUVER-5)."""
    return (hazard.land_in_flight if flies else hazard.enter_on_foot).cost(hazard.name in natives)


def hexside_cost(
    down: Hexside | None, up: Hexside | None, natives: frozenset[str], cliffs: str, rise: int
) -> int | None:
    """The cost of crossing a hexside on foot: 1, 2, or None if impossible (MANEUVER-6).

    :param down, up: the hexside hazards gone down, and up.
    :param cliffs: the value of the option ``cliffs``.
    :param rise: levels gained.
    """
    most = 1
    if up is not None:
        cost = up.walk_up.cost(up.name in natives)
        if cost is None:
            return None
        if rise > 0 or not up.slows_upwards_only_if_higher:
            most = cost
    if down is not None:
        cost = down.walk_down.cost(down.name in natives)
        if cost is None:
            return None if cliffs == "both_ways" else most
        most = max(most, cost)
    return most


@frozen(eq=False)
class Mobility:
    """The movement of one kind of character over one map.

    :param natives: hazards and hexside hazards that it is native to.
    :param own: each hex's cost by itself; None: closed.
    :param costs: of each step on foot, by hex and direction; None: impossible.
    :param landing: fliers' landings from each hex.
    :param entering: fliers' landings when they enter over each hex.
    :param steps: for each hex, the neighbours that cost 1, and those that cost 2.
    :param slow: some step on foot costs 2.
    :param near, far: ``steps`` as tables over sets of hexes.
    :param first, second: entry hexes that cost 1, and 2.
    """

    skill: int
    flies: bool
    natives: frozenset[str]
    own: tuple[int | None, ...]
    costs: tuple[tuple[int | None, ...], ...]
    landing: Lazily[int, int]
    entering: Lazily[int, int]
    steps: tuple[tuple[int, int], ...]
    slow: bool
    near: Spread
    far: Spread
    first: int
    second: int

    def reach(self, start: int, free: int) -> int:
        """The hexes it can reach from a hex through the ``free`` ones."""
        if self.flies:
            return self.landing[start] & free
        near, far = self.steps[start]
        return self._walk(near & free, far & free, free)

    def enter(self, hexes: int, free: int) -> int:
        """The hexes it can reach from off the map over one of ``hexes``."""
        if self.flies:
            reached = 0
            for number in numbers_in(hexes):
                reached |= self.entering[number]
            return reached & free
        hexes &= free
        return self._walk(hexes & self.first, hexes & self.second, free)

    def _walk(self, first: int, second: int, free: int) -> int:
        """The hexes within the Skill-factor, given those reached for exactly 1 and exactly 2."""
        if self.skill < ENOUGH:
            return first if self.skill else 0
        a, b, c = self.near
        d, e, f = self.far
        slow = self.slow
        second |= (a[first & _LOW] | b[first >> _CHUNK & _LOW] | c[first >> 2 * _CHUNK]) & free
        reached = first | second
        for _ in range(self.skill - 2):
            third = a[second & _LOW] | b[second >> _CHUNK & _LOW] | c[second >> 2 * _CHUNK]
            if slow:
                third |= d[first & _LOW] | e[first >> _CHUNK & _LOW] | f[first >> 2 * _CHUNK]
            first, second = second, third & free
            reached |= second
        return reached


@frozen(eq=False)
class BattleTables:
    """Everything computed from one map and one value of ``cliffs``.

    :param contact: each hex's neighbours over a hexside that is no cliff (MANEUVER-2).
    :param mobility: by character; ``slowed`` by character and slowing.
    """

    land: Battleland
    cliffs: str
    neighbours: tuple[int, ...]
    contact: tuple[int, ...]
    hazards: frozenset[str]
    characters: Mapping[CharacterName, Character]
    mobility: Lazily[CharacterName, Mobility] = field(init=False)
    slowed: Lazily[tuple[CharacterName, int], Mobility] = field(init=False)
    _kinds: dict[tuple[int, bool, frozenset[str]], Mobility] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "mobility", Lazily(self._mobility))
        object.__setattr__(self, "slowed", Lazily(lambda key: self._mobility(*key)))

    def _mobility(self, name: CharacterName, slowed: int = 0) -> Mobility:
        character = self.characters[name]
        kind = (max(0, character.skill - slowed), character.flies, character.natives & self.hazards)
        mobility = self._kinds.get(kind)
        if mobility is None:
            mobility = self._kinds[kind] = _mobility(self.land, self.cliffs, *kind)
        return mobility


def _mobility(land: Battleland, cliffs: str, skill: int, flies: bool, natives: frozenset[str]) -> Mobility:
    own = tuple(hex_cost(land.hazards[h.hazard], natives, flies) for h in land.hexes)
    costs = []
    for number, here in enumerate(land.hexes):
        row: list[int | None] = []
        for d, there in enumerate(here.neighbours):
            inside = None if there is None else own[there]
            side: int | None = 1
            if there is not None and not flies:
                side = hexside_cost(*land.sides(number, d), natives, cliffs, land.rise(number, there))
            row.append(None if side is None or inside is None else max(side, inside))
        costs.append(tuple(row))
    steps = {
        cost: [
            sum(1 << n for n, c in zip(h.neighbours, row, strict=True) if c == cost and n is not None)
            for h, row in zip(land.hexes, costs, strict=True)
        ]
        for cost in (1, 2)
    }
    return Mobility(
        skill=skill,
        flies=flies,
        natives=natives,
        own=own,
        costs=tuple(costs),
        landing=Lazily(lambda start: _landing(land, natives, own, skill, start)),
        entering=Lazily(lambda start: _entering(land, natives, own, skill, start)),
        steps=tuple(zip(steps[1], steps[2], strict=True)),
        slow=any(steps[2]),
        near=_spread(steps[1]),
        far=_spread(steps[2]),
        first=sum(1 << n for n, cost in enumerate(own) if cost == 1),
        second=sum(1 << n for n, cost in enumerate(own) if cost == 2),
    )


def flies_over(land: Battleland, number: int, natives: frozenset[str]) -> bool:
    """Whether a flier may pass over a hex (MANEUVER-7)."""
    hazard = land.hazards[land.hexes[number].hazard]
    return hazard.fly_over.native if hazard.name in natives else hazard.fly_over.other


def flight(land: Battleland, natives: frozenset[str], start: int) -> tuple[int | None, ...]:
    """The hexes a flier crosses to reach each hex, itself included; None: impossible (MANEUVER-7)."""
    far: list[int | None] = [None] * len(HEXES)
    far[start] = 0
    edge = [start]
    while edge:
        onward = []
        for here in edge:
            if here != start and not flies_over(land, here, natives):
                continue
            for there in land.hexes[here].neighbours:
                if there is not None and far[there] is None:
                    far[there] = (far[here] or 0) + 1
                    onward.append(there)
        edge = onward
    return tuple(far)


def _landing(land: Battleland, natives: frozenset[str], own: tuple[int | None, ...], skill: int, start: int) -> int:
    """A flier's landings from a hex: each hex passed over costs 1, the last one its own cost."""
    mask = 0
    for end, (hexes, cost) in enumerate(zip(flight(land, natives, start), own, strict=True)):
        if end != start and hexes is not None and cost is not None and hexes - 1 + cost <= skill:
            mask |= 1 << end
    return mask


def _entering(land: Battleland, natives: frozenset[str], own: tuple[int | None, ...], skill: int, start: int) -> int:
    """A flier's landings when it enters the map over a hex."""
    mask = _landing(land, natives, own, skill - 1, start) if flies_over(land, start, natives) else 0
    cost = own[start]
    return mask | (1 << start if cost is not None and cost <= skill else 0)


def battle_tables(land: Battleland, cliffs: str, characters: Mapping[CharacterName, Character]) -> BattleTables:
    """The tables of a map for a value of the option ``cliffs``."""
    neighbours = [sum([1 << there for there in h.neighbours if there is not None]) for h in land.hexes]
    hazards = {h.hazard for h in land.hexes} | {side for h in land.hexes for side in h.down if side}
    return BattleTables(land, cliffs, tuple(neighbours), contact_masks(land), frozenset(hazards), characters)
