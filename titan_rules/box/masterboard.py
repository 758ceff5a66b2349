"""The Masterboard: its lands and the signs between them (MOVE-4, MOVE-8)."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from attrs import field, frozen

from ..kernel.fields import Between
from .names import EntrySide, LandNo

Sign: TypeAlias = Literal["Block", "Arch", "Arrow", "Arrows"]
Cells: TypeAlias = Annotated[int, Between(1, 99)]
Place: TypeAlias = Annotated[int, Between(0, 99)]

ENTRY_SIDES: tuple[EntrySide, ...] = ("left", "right", "bottom")
BOTTOM: EntrySide = "bottom"
_CLOCKWISE: tuple[EntrySide, ...] = ("bottom", "left", "right")
HEXSIDE = {
    (True, (0, -1)): 0,
    (True, (1, 0)): 2,
    (True, (-1, 0)): 4,
    (False, (1, 0)): 1,
    (False, (0, 1)): 3,
    (False, (-1, 0)): 5,
}


@frozen
class LandDocument:
    """A land of the Masterboard.

    :param x, y: its place on the grid.
    :param bottom: the hexside (0 the upper one, clockwise) that leads to the bottom of its Battleland.
    :param exits: by land, the sign crossed to reach it.
    """

    terrain: str
    x: Place
    y: Place
    exits: Mapping[str, Sign]
    bottom: Annotated[int, Between(0, 5)] | None = None


@frozen
class BoardDocument:
    """The Masterboard.

    :param inverted: which lands are drawn inverted: those with an even or an odd sum of x and y.
    """

    width: Cells
    height: Cells
    inverted: Literal["even", "odd"]
    lands: Mapping[str, LandDocument]


@frozen
class Exit:
    """A way out of a land: over a sign on a hexside (0 is the upper one, then clockwise)."""

    to: LandNo
    sign: Sign
    hexside: int


@frozen
class Entrance:
    """A way into a land, and the side of the Battleland where an attacker enters that way."""

    came_from: LandNo
    sign: Sign
    hexside: int
    entry_side: EntrySide


@frozen
class Land:
    """A land of the Masterboard.

    :param x, y: its place on the grid.
    :param inverted: it is drawn with its cut point down.
    :param from_bottom: its Battleland is always entered from the bottom, like a Tower's.
    """

    number: LandNo
    terrain: str
    x: int
    y: int
    inverted: bool
    exits: tuple[Exit, ...]
    entrances: tuple[Entrance, ...]
    is_tower: bool
    from_bottom: bool

    @property
    def entry_sides(self) -> tuple[EntrySide, ...]:
        """The sides from which its Battleland can be entered."""
        return (BOTTOM,) if self.from_bottom else ENTRY_SIDES


@frozen(eq=False)
class Masterboard:
    """All lands, by ascending number.

    :param width, height: of the grid.
    :param bit: each land's bit in a mask of lands.
    """

    width: int
    height: int
    lands: Mapping[int, Land] = field(repr=False)
    numbers: tuple[LandNo, ...] = field(init=False, repr=False)
    bit: Mapping[int, int] = field(init=False, repr=False)
    towers: tuple[LandNo, ...] = field(init=False)
    tower_mask: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        bit = {land: 1 << i for i, land in enumerate(self.lands)}
        towers = tuple(land.number for land in self.lands.values() if land.is_tower)
        object.__setattr__(self, "numbers", tuple(land.number for land in self.lands.values()))
        object.__setattr__(self, "bit", bit)
        object.__setattr__(self, "towers", towers)
        object.__setattr__(self, "tower_mask", sum(bit[tower] for tower in towers))

    def lands_in(self, mask: int) -> list[LandNo]:
        """The lands of a mask, in order."""
        lands = []
        while mask:
            low = mask & -mask
            lands.append(self.numbers[low.bit_length() - 1])
            mask ^= low
        return lands

    def entry_side(self, land: int, came_from: int) -> EntrySide:
        """The entry side of the battle when ``land`` is entered from a neighbour (MOVE-8)."""
        return next(e.entry_side for e in self.lands[land].entrances if e.came_from == came_from)


def masterboard(board: BoardDocument, towers: frozenset[str], from_bottom: frozenset[str]) -> Masterboard:
    """The Masterboard of a box's document.

    :param towers: the terrains that are Towers.
    :param from_bottom: the terrains whose Battleland is entered from the bottom only.
    """
    rows = {LandNo(int(number)): row for number, row in board.lands.items()}
    inverted = {number: is_inverted(board, row) for number, row in rows.items()}

    def side(here: LandNo, there: LandNo) -> int:
        return HEXSIDE[inverted[here], (rows[there].x - rows[here].x, rows[there].y - rows[here].y)]

    lands: dict[int, Land] = {}
    entrances: dict[LandNo, list[Entrance]] = {number: [] for number in rows}
    for number, row in rows.items():
        for to, sign in row.exits.items():
            there = LandNo(int(to))
            way = side(there, number)
            entry = BOTTOM
            if rows[there].terrain not in from_bottom:
                bottom = rows[there].bottom
                bottom = (0 if inverted[there] else 3) if bottom is None else bottom
                entry = _CLOCKWISE[(way - bottom) % 6 // 2]
            entrances[there].append(Entrance(number, sign, way, entry))
    for number, row in sorted(rows.items()):
        exits = [Exit(LandNo(int(to)), sign, side(number, LandNo(int(to)))) for to, sign in row.exits.items()]
        lands[number] = Land(
            number=number,
            terrain=row.terrain,
            x=row.x,
            y=row.y,
            inverted=inverted[number],
            exits=tuple(sorted(exits, key=lambda e: e.hexside)),
            entrances=tuple(sorted(entrances[number], key=lambda e: e.hexside)),
            is_tower=row.terrain in towers,
            from_bottom=row.terrain in from_bottom,
        )
    return Masterboard(board.width, board.height, lands)


def is_inverted(board: BoardDocument, land: LandDocument) -> bool:
    """Whether a land is drawn with its cut point down."""
    return ((land.x + land.y) % 2 == 0) == (board.inverted == "even")
