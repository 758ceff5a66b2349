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
        group, i = Legion(), start
        while i < len(self.items) and (step := self._step(group, i, start)):
            i += step
        told = group.marker or group.names or group.stack
        if not told and (not group.other or start + 1 < i):
            return None, start
        return group, i

    def _kind(self, i: int) -> str:
        return self.items[i].kind if i < len(self.items) else "end"

    def _step(self, group: Legion, i: int, start: int) -> int:
        """How many items from one on say more of a Legion, which then has it; none where its description ends."""
        item, bare = self.items[i], not (group.names or group.marker or group.stack)
        if item.kind == "character":
            return self._content(group, i) - i
        if item.kind == "height":
            return self._height(group, item, bare and group.owner is not None and i == start + 1)
        if item.low in ("of", "(", "[", ":", "=", "with", ",", ")"):
            return self._goes_on(group, i) if i > start else 0
        if item.kind == "owner" and bare:
            return self._owner(group, i)
        if item.kind == "word" and item.low in OTHER and not group.names:
            group.other = True
        elif item.kind == "stack" and not (group.stack and group.names):
            group.stack = True
        elif item.kind == "marker" and group.marker is None and not group.names:
            group.marker = str(item.value)
        elif item.kind == "number" and self._kind(i + 1) == "stack" and not (group.stack or group.names):
            group.count = item.value
            return int(item.value < STARTING_HEIGHT)
        else:
            return 0
        return 1

    def _owner(self, group: Legion, i: int) -> int:
        """Read whose a Legion is, if it is told next."""
        item, after = self.items[i], self._kind(i + 1)
        low = self.items[i + 1].low if after != "end" else ""
        if after not in ("stack", "marker", "character", "height", "owner") and low not in (*OTHER, "(", "own"):
            return 0
        if item.low == "own":
            group.other = True
        else:
            group.owner = self.alias.get(str(item.value), str(item.value))
        return 1

    def _height(self, group: Legion, item: Item, behind_owner: bool) -> int:
        """Read how many are in a Legion: *his Legion of 5*, *Bk01 5 high*, *my seven*."""
        is_stack = item.low in ("legion", "stack", "army") and not (group.stack or group.names)
        if not is_stack and (
            group.height is not None or not (behind_owner or group.stack or group.marker or group.names)
        ):
            return 0
        group.height = item.value
        group.stack = group.stack or is_stack or behind_owner
        return 1

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
        names: Counter[str] = Counter(group.names)
        following: int | None = i
        while following is not None:
            i = self._named(group, names, following)
            following = self._next_name(group, names, i)
        group.names = dict(names)
        if self._kind(i) == "stack":
            group.stack, i = True, i + 1
        return i

    def _named(self, group: Legion, names: Counter[str], i: int) -> int:
        """Count a character, with a number behind it: *Ogre 3*; the place after it."""
        item = self.items[i]
        if item.low.endswith("'s"):
            names[item.value] += 0 if names[item.value] else 1
            return i + 1
        names[item.value] += item.count
        plural = item.low[-1:] == "s" and str(item.value)[-1] != "s"
        group.plural = group.plural or (plural and item.count == 1)
        counted = self._kind(i + 1) == "number" and self.items[i + 1].value < STARTING_HEIGHT
        if counted and item.count == 1 and self._kind(i + 2) != "character":
            names[item.value] += self.items[i + 1].value - 1
            return i + 2
        return i + 1

    def _next_name(self, group: Legion, names: Mapping[str, int], i: int) -> int | None:
        """Where the next character of a list is; None if another Legion begins, or nothing more is told."""
        step = i
        while step < len(self.items) and self.items[step].low in _LISTS and step - i < 2:
            step += 1
        if step > i and self._kind(step) == "owner" and self.items[step].value == (group.owner or "mine"):
            step += 1
        if self.turn == 1 and step < len(self.items) and self.items[step].low == "with":
            step += 1
        if self._kind(step) != "character":
            return None
        lord = self._is_lord(names, self.items[step])
        if lord and step + 1 < len(self.items) and self.items[step + 1].low == "with":
            return None  # Angel with the rest
        mark = self.items[i].low
        return None if mark in ("+", "and", "/") and (lord or self._parts(mark)) else step

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
