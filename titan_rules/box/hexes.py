"""The 27 hexes of every Battleland, by label and by number (a bit in a mask)."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TypeVar

from ..kernel.names import Names
from .names import Hex

K = TypeVar("K")
V = TypeVar("V")


class Lazily(dict[K, V]):
    """A dictionary that makes missing values from their keys."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


COLUMNS = {"A": 3, "B": 4, "C": 5, "D": 6, "E": 5, "F": 4}  # hexes in each column, counted from the bottom
DIRECTIONS = 6  # from 0, upwards, clockwise

# A hex's number is its index here.
HEXES: tuple[Hex, ...] = tuple(Hex(f"{column}{n}") for column, count in COLUMNS.items() for n in range(1, count + 1))
HEX_NUMBER: dict[str, int] = {label: i for i, label in enumerate(HEXES)}
BIT: dict[str, int] = {label: 1 << i for i, label in enumerate(HEXES)}
ALL_HEXES = (1 << len(HEXES)) - 1

hex_names = Names("hex", HEXES, abbreviations=False)

_BOTTOM = {"A": 4, "B": 4, "C": 5, "D": 5, "E": 5, "F": 4}
# By the column's parity: each direction's step in columns and rows; odd columns are half a hex lower.
_STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)
PLACES: tuple[tuple[int, int], ...] = tuple(
    ("ABCDEF".index(label[0]), _BOTTOM[label[0]] + 1 - int(label[1])) for label in HEXES
)


def _neighbours() -> tuple[tuple[int | None, ...], ...]:
    at = {place: n for n, place in enumerate(PLACES)}
    return tuple(tuple(at.get((x + dx, y + dy)) for dx, dy in _STEPS[x % 2]) for x, y in PLACES)


NEIGHBOURS: tuple[tuple[int | None, ...], ...] = _neighbours()  # by direction, None off the map


def mask_of(labels: Iterable[str]) -> int:
    """The hexes as a bit mask."""
    mask = 0
    for label in labels:
        mask |= BIT[label]
    return mask


@lru_cache(1 << 16)
def numbers_in(mask: int) -> tuple[int, ...]:
    """The numbers of the hexes in a mask, in order."""
    numbers = []
    while mask:
        low = mask & -mask
        numbers.append(low.bit_length() - 1)
        mask ^= low
    return tuple(numbers)


def labels_in(mask: int) -> list[Hex]:
    """The labels of the hexes in a mask, sorted."""
    return [*_labels[mask & _LOW], *_labels[mask & _MIDDLE], *_labels[mask & _HIGH]]


_LOW = (1 << 9) - 1
_MIDDLE, _HIGH = _LOW << 9, _LOW << 18
_labels: Lazily[int, tuple[Hex, ...]] = Lazily(lambda mask: tuple([HEXES[n] for n in numbers_in(mask)]))
