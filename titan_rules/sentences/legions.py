"""The Legions of a free sentence: whose they are, where they stand, who is in them."""

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import STARTING_HEIGHT
from .said import Item

THEIRS = ("theirs", "against")
"""Who is not the speaker."""
_LISTS = any_of(", and + & x")
OTHER = any_of("other another others new second")


@define(eq=False)
class Legion:
    """A Legion, or characters named together, as far as was said.

    :ivar stack: it was called a Legion.
    :ivar plural: characters were named without their number.
    """

    owner: str | None = None
    other: bool = False
    marker: str | None = None
    names: dict[str, int] = field(factory=dict)
    height: int | None = None
    land: int | None = None
    terrain: str | None = None
    stack: bool = False
    plural: bool = False
    count: int = 1
    moved: bool = False
    sentence: int = 0

    @property
    def size(self) -> int:
        """The number of characters named."""
        return sum(self.names.values())


def color_of(one: Legion) -> str | None:
    """The colour of a Legion's marker, or the one that was named."""
    letters = current().markers.letters
    if one.marker is not None:
        return next((str(name) for name, two in letters.items() if two == one.marker[:2]), None)
    return one.owner if one.owner in letters else None


def are_foes(one: Legion, mover: Legion) -> bool:
    """Whether a Legion is of another player than whoever goes."""
    own, whose = color_of(mover) or mover.owner, color_of(one) or one.owner
    if None not in (color_of(mover), color_of(one)):
        return own != whose
    if own == whose or whose is None:
        return whose is None and own in (*THEIRS, *ROLES)
    return own is not None or whose != "mine"


def contents(groups: Sequence[Legion]) -> Mapping[str, int]:
    """The characters of all of them."""
    return dict(sum((Counter(one.names) for one in groups), Counter()))


def within(part: Legion, whole: Legion) -> bool:
    """Whether characters are some of a Legion named before."""
    return part.marker is None and all(whole.names.get(name, 0) >= number for name, number in part.names.items())


class Describing:
    """Reads the descriptions of Legions among items.

    :param turn: of the game, if it was told.
    :ivar alias: the colours of players by their names.
    """

    def __init__(self, items: Sequence[Item], turn: int | None) -> None:
        self.items, self.turn, self.alias = items, turn, dict[str, str]()

    def legion(self, start: int) -> tuple[Legion | None, int]:
        """The Legion that is described from an item on, and where its description ends."""
        items, group, i = self.items, Legion(), start
        while i < len(items):
            item = items[i]
            if item.kind == "owner" and not (group.names or group.marker or group.stack):
                nexts = items[i + 1].kind if i + 1 < len(items) else "end"
                follows = nexts in ("stack", "marker", "character", "height", "owner") or (
                    i + 1 < len(items) and items[i + 1].low in (*OTHER, "(", "own")
                )
                if not follows:
                    break
                if item.low == "own":
                    group.other = True
                else:
                    group.owner = self.alias.get(str(item.value), str(item.value))
            elif item.low in OTHER and item.kind == "word" and not group.names:
                group.other = True
            elif item.kind == "stack" and not (group.stack and group.names):
                group.stack = True
            elif item.kind == "marker" and group.marker is None and not group.names:
                group.marker = str(item.value)
            elif item.kind == "character":
                i = self._content(group, i)
                continue
            elif item.kind == "height" and item.low in ("legion", "stack", "army") and not (group.stack or group.names):
                group.height, group.stack = item.value, True
            elif item.kind == "height" and group.height is None and (group.stack or group.marker or group.names):
                group.height = item.value
            elif item.kind == "height" and group.height is None and group.owner is not None and i == start + 1:
                group.height, group.stack = item.value, True
            elif (
                item.kind == "number"
                and item.value < STARTING_HEIGHT
                and i + 1 < len(items)
                and items[i + 1].kind == "stack"
                and not (group.stack or group.names)
            ):
                group.count = item.value
            elif item.low in ("of", "(", "[", ":", "=", "with", ",", ")") and i > start:
                step = self._goes_on(group, i)
                if not step:
                    break
                i += step
                continue
            else:
                break
            i += 1
        if not (group.marker or group.names or group.stack or group.other):
            return None, start
        if group.other and not (group.marker or group.names or group.stack) and start + 1 < i:
            return None, start
        return group, i

    def _goes_on(self, group: Legion, i: int) -> int:
        """How many marks lead from a Legion to more of its description: *Bk01 (2 Lions)*, *Legion of 3*."""
        items = self.items
        marks = 1
        while i + marks < len(items) and items[i + marks].low in ("(", ":", "of", "=", "with"):
            marks += 1
        after = items[i + marks] if i + marks < len(items) else None
        if items[i].low == ")" and marks == 1:
            return 0
        if after is None:
            return 0
        if items[i].low == ",":
            return 1 if after.kind == "marker" and group.stack and not (group.marker or group.names) else 0
        if items[i].low == "of" and after.kind == "owner" and group.owner is None and marks == 1:
            group.owner = "theirs" if after.value == "theirs" else str(after.value)
            return 2
        if after.kind == "character" and not group.names and (group.stack or group.marker or group.owner):
            return marks
        if after.kind in ("height",) and group.height is None:
            return marks
        if after.kind == "owner" and after.value in ROLES and group.owner is None and items[i].low == "(":
            group.owner = str(after.value)
            return marks + 1
        if after.kind in ("marker", "stack") and items[i].low in ("(", "of", ":", "=") and group.marker is None:
            return marks
        return 0

    def _content(self, group: Legion, i: int) -> int:
        """Read a list of characters; where it ends."""
        items = self.items
        names: Counter[str] = Counter(group.names)
        while True:
            item = items[i]
            if item.low.endswith("'s"):
                names[item.value] += 0 if names[item.value] else 1
            else:
                names[item.value] += item.count
                counted = i + 1 < len(items) and items[i + 1].kind == "number" and items[i + 1].value < STARTING_HEIGHT
                if counted and item.count == 1 and (i + 2 == len(items) or items[i + 2].kind != "character"):
                    names[item.value] += items[i + 1].value - 1  # Ogre 3
                    i += 1
                plural = item.low[-1:] == "s" and str(item.value)[-1] != "s"
                group.plural = group.plural or (plural and item.count == 1)
            i += 1
            step = i
            while step < len(items) and items[step].low in _LISTS and step - i < 2:
                step += 1
            if (
                step < len(items)
                and items[step].kind == "owner"
                and step > i
                and items[step].value == (group.owner or "mine")
            ):
                step += 1
            if self.turn == 1 and step < len(items) and items[step].low == "with":
                step += 1
            if step == len(items) or items[step].kind != "character":
                break
            if (
                self._is_lord(names, items[step]) and step + 1 < len(items) and items[step + 1].low == "with"
            ):  # Angel with the rest
                break
            if items[i].low in ("+", "and", "/") and (self._parts(items[i].low) or self._is_lord(names, items[step])):
                break
            i = step
        group.names = dict(names)
        if i < len(items) and items[i].kind == "stack":
            group.stack, i = True, i + 1
        return i

    def _is_lord(self, names: Mapping[str, int], item: Item) -> bool:
        """Whether the other Lord begins the other half of the first Legion."""
        lords = {TITAN, "Angel"}
        first = next(iter(names))
        return self.turn == 1 and {first, str(item.value)} == lords and sum(names.values()) > 2

    def _parts(self, mark: str) -> bool:
        """Whether a mark parts the halves of a Legion: *Titan Ogre + Angel Centaur*."""
        split = self.turn == 1 or any(x.value == "split" for x in self.items)
        marks = [n for n, x in enumerate(self.items) if x.low == mark]
        around = [self.items[n].kind == "character" for n in range(marks[0] - 3, marks[0] + 4) if n < len(self.items)]
        lists = not any(x.low == "," for x in self.items) and sum(around) > 4
        return split and len(marks) == 1 and (mark == "+" or (mark == "and" and lists))
