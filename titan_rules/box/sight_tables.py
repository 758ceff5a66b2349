"""Lines of sight over a Battleland, each walked when first needed (RANGE-7, *Line of sight*).

A line is walked hex by hex. Straight and crooked lines have one walk; a line along a hexspine has two, and either
will do.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from attrs import frozen

from .battlelands import Battleland, Kind
from .hexes import DIRECTIONS, HEX_NUMBER, HEXES, NEIGHBOURS, Lazily

Why: TypeAlias = Literal["tree", "facing-wall", "cliff-or-dune", "between", "three", "walls"]

# Ends that must be atop one of three hexside hazards (option ``three_slopes``).
ThreeSlopes: TypeAlias = Literal["both_ends", "one_end"]


@frozen
class Obstacle:
    """A hexside hazard on a walk.

    :param start, end: the hexes' numbers, in the order of the walk.
    :param up: the walk goes up it.
    :param between: neither the striker nor the target is atop it.
    """

    hazard: str
    kind: Kind
    start: int
    end: int
    up: bool
    between: bool


@frozen(eq=False)
class SightLine:
    """One walk between two hexes, both included.

    :param blocked: why the map itself blocks it, or None.
    :param at: the tree's hex number, or the obstacles' hexes.
    :param blockers: the hexes in which a character blocks it.
    :param through: the hazards in between that cost non-natives Skill-factors (RANGE-4).
    :param range: both ends counted.
    :param climbed: the Skill-factors lost going up hexsides.
    """

    hexes: tuple[int, ...]
    obstacles: tuple[Obstacle, ...]
    blocked: Why | None
    at: tuple[int, ...]
    blockers: int
    through: tuple[str, ...]
    climbed: int
    range: int

    def lost(self, natives: frozenset[str]) -> int:
        """The Skill-factors that a native of these hazards loses on it."""
        return self.climbed + sum([hazard not in natives for hazard in self.through])


class SightTables:
    """The lines of sight of one map.

    :ivar lines: every walk by its ends' labels; adjacent and far hexes have none.
    :ivar ranked: by ends and the striker's native hazards, the unblocked walks, the least costly first.
    """

    def __init__(self, land: Battleland, farthest: int, three_slopes: ThreeSlopes) -> None:
        self._land, self._farthest, self._three_slopes = land, farthest, three_slopes
        self.lines: Lazily[tuple[str, str], tuple[SightLine, ...]] = Lazily(self._lines)
        self.ranked: Lazily[tuple[str, str, frozenset[str]], tuple[SightLine, ...]] = Lazily(self._ranked)

    def range(self, start: str, end: str) -> int | None:
        """The range between two different hexes, both counted; None if it is beyond the longest of all (RANGE-2)."""
        return None if start == end else _ranges(start, self._farthest).get(end)

    def _lines(self, ends: tuple[str, str]) -> tuple[SightLine, ...]:
        start, end = HEX_NUMBER[ends[0]], HEX_NUMBER[ends[1]]
        distance = self.range(*ends)
        walks = [(word, hexes_of(start, word)) for word in WORDS.get(distance or 0, ())]
        return tuple(
            [
                walk(self._land, hexes, word, self._three_slopes, distance)
                for word, hexes in walks
                if hexes is not None and hexes[-1] == end
            ]
        )

    def _ranked(self, key: tuple[str, str, frozenset[str]]) -> tuple[SightLine, ...]:
        start, end, natives = key
        clear = [line for line in self.lines[start, end] if line.blocked is None]
        return tuple(sorted(clear, key=lambda line: line.lost(natives)))


def _words() -> dict[int, list[tuple[int, ...]]]:
    """The walks of range 3 and more as directions, by range.

    Off the hexspines a line of range 5 cuts two neighbouring hexes in its middle, so its walk has six. Along
    hexspines one side is used throughout (BOX-8).
    """
    words: dict[int, list[tuple[int, ...]]] = {3: [], 4: [], 5: []}
    for a in range(DIRECTIONS):
        right, left = (a + 1) % DIRECTIONS, (a - 1) % DIRECTIONS
        words[3] += [(a, a), (a, right), (right, a)]
        words[4] += [(a, a, a), (a, right, a), (a, left, a)]
        across_right, across_left = (a + 2) % DIRECTIONS, (a - 2) % DIRECTIONS
        words[5] += [(a, a, a, a), (a, a, across_right, a, a), (a, a, across_left, a, a)]
        sides = ((a, right), (right, a))
        words[5] += [(*side, *side) for side in sides]
    return words


WORDS = _words()


def _obstacles(land: Battleland, hexes: list[int], word: tuple[int, ...]) -> list[Obstacle]:
    obstacles = []
    last = len(word) - 1
    for i, d in enumerate(word):
        here, there = hexes[i], hexes[i + 1]
        down, up = land.sides(here, d)
        if down is not None and down.sight is not None:
            obstacles.append(Obstacle(down.name, down.sight, here, there, False, i != 0))
        if up is not None and up.sight is not None:
            obstacles.append(Obstacle(up.name, up.sight, here, there, True, i != last))
    return obstacles


def _blocked(
    land: Battleland, hexes: list[int], obstacles: list[Obstacle], three_slopes: ThreeSlopes
) -> tuple[Why | None, tuple[int, ...]]:
    trees = tuple(h for h in hexes[1:-1] if land.hazards[land.hexes[h].hazard].blocks_sight)
    if trees:
        return "tree", trees
    start, end = hexes[0], hexes[-1]
    between = [o for o in obstacles if o.between]
    facing = [o for o in between if o.kind == "wall" and (o.start == start if o.up else o.end == end)]
    if facing:
        return "facing-wall", _places(facing)
    striker = next((o.kind for o in obstacles if o.start == start and not o.up), None)
    target = next((o.kind for o in obstacles if o.end == end and o.up), None)
    steep = [o for o in between if o.kind in ("cliff", "dune")]
    if steep and not striker == target == "cliff":
        return "cliff-or-dune", _places(steep)
    if between and not striker and not target:
        return "between", _places(between)
    enough = (striker and target) if three_slopes == "both_ends" else (striker or target)
    if len(obstacles) > 2 and not enough and "cliff" not in (striker, target):
        return "three", _places(obstacles)
    walls = [o for o in obstacles if o.kind == "wall"]
    if len(walls) > 1 and "wall" not in (striker, target):
        return "walls", _places(walls)
    return None, ()


def _places(obstacles: list[Obstacle]) -> tuple[int, ...]:
    return tuple(n for o in obstacles for n in (o.start, o.end))


def _blockers(land: Battleland, hexes: list[int], obstacles: list[Obstacle]) -> int:
    """The hexes in which a character blocks: not below the lower end, nor right below an end's cliff."""
    start, end = hexes[0], hexes[-1]
    low = min(land.hexes[start].elevation, land.hexes[end].elevation)
    mask = sum(1 << h for h in hexes[1:-1] if land.hexes[h].elevation >= low)
    for o in obstacles:
        if o.kind == "cliff" and not o.between:
            mask &= ~(1 << (o.start if o.up else o.end))
    return mask


def walk(
    land: Battleland,
    hexes: list[int],
    word: tuple[int, ...],
    three_slopes: ThreeSlopes = "both_ends",
    range: int | None = None,
) -> SightLine:
    """One walk over a map.

    :param word: the directions walked.
    :param three_slopes: which ends must be atop one of three hexside hazards.
    :param range: both ends counted; by default the number of hexes.
    """
    obstacles = _obstacles(land, hexes, word)
    blocked, at = _blocked(land, hexes, obstacles, three_slopes)
    between = [land.hexes[number].hazard for number in hexes[1:-1]]
    return SightLine(
        hexes=tuple(hexes),
        obstacles=tuple(obstacles),
        blocked=blocked,
        at=at,
        blockers=_blockers(land, hexes, obstacles),
        through=tuple(hazard for hazard in between if land.hazards[hazard].rangestrike_through),
        climbed=sum(_climbing(land, o) for o in obstacles),
        range=len(hexes) if range is None else range,
    )


def _climbing(land: Battleland, obstacle: Obstacle) -> int:
    """The Skill-factors lost going up a hexside (RANGE-4)."""
    return -sum(effect.skill for effect in land.hexsides[obstacle.hazard].rangestrike_up.values()) if obstacle.up else 0


def hexes_of(start: int, word: Sequence[int]) -> list[int] | None:
    """The hexes of a walk, or None if it leaves the map."""
    hexes = [start]
    for d in word:
        there = NEIGHBOURS[hexes[-1]][d]
        if there is None:
            return None
        hexes.append(there)
    return hexes


@cache
def _ranges(start: str, farthest: int) -> Mapping[str, int]:
    """The range of each hex within ``farthest`` from one (RANGE-2)."""
    ranges, edge = {start: 1}, [start]
    for distance in range(2, farthest + 1):
        near = [NEIGHBOURS[HEX_NUMBER[here]] for here in edge]
        edge = [HEXES[n] for numbers in near for n in numbers if n is not None and HEXES[n] not in ranges]
        ranges.update(dict.fromkeys(edge, distance))
    return ranges
