"""What is said of the Masterboard, clause by clause: Legions, and what each of them does.

Every word has a role: part of a Legion's description, a verb, or what a preposition ties to one of them. A word that
finds no role makes the whole text not understood.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.battle import ROLES
from ..position.game import STARTING_HEIGHT
from .said import Item


class NotUnderstoodError(Exception):
    """A word has no role."""


_PREPOSITIONS = {
    word: preposition
    for preposition, words in {
        "to": "to into onto toward towards >",
        "from": "from off out",
        "at": "in on at @ inside upon",
        "past": "past through over via across by",
        "with": "with using for",
        "against": "against vs v versus facing faces opposes opposing",
        "of": "of",
    }.items()
    for word in words.split()
}
_PERSONS = {
    "i": "mine",
    "we": "mine",
    "he": "theirs",
    "she": "theirs",
    "they": "theirs",
    "opponent": "theirs",
    "enemy": "theirs",
    "me": "mine",
    "us": "mine",
    "him": "theirs",
    "them": "theirs",
}
_BEFORE_NUMBERS = any_of("with on of for after at by a in")
_RUNS = any_of("run runs ran running retreat retreats retreated")
"""What is to flee where no land is told."""
_FORBIDS = any_of("cannot can't cant couldn't mustn't")
_GOES = any_of("move enter join")
_LISTS = any_of(", and + & x")
_SILENT_MARKS = any_of(", : = ( ) ; * ' \" & +")
_OTHER = any_of("other another others new second")
_SILENT = any_of("and you rest again first together before back both all keep as around beside for upon")
_PARTS = any_of("muster reinforce split summon acquire")
"""What is done with characters that are no Legion, or no longer."""
_MOMENT = any_of("roll turn score power stock claim")
_NO_ITEMS = any_of("other has phase range scored unsaid asked had between-lines")


def _with_colors(items: Sequence[Item]) -> list[Item]:
    """The items with *his* as the colour that was named before it, if nothing is *mine*: *Black moves his Legion*."""
    told, color = list(items), None
    if any(x.value == "mine" or x.low in ("i", "we") for x in items):
        return told
    for n, item in enumerate(told):
        if item.kind == "owner" and item.value in current().markers.letters:
            color = item.value
        elif item.kind == "owner" and item.low in ("his", "her", "their", "its") and color is not None:
            told[n] = Item("owner", color, item.low)
        elif item.kind in ("end", "name"):
            color = None
    return told


@define(eq=False)
class Group:
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


@define(eq=False)
class Event:
    """What somebody does.

    :ivar person: who does it, if it is no Legion.
    :ivar tied: the Legions that prepositions tie to it; :ivar lands: the lands.
    """

    kind: str
    low: str
    subject: Group | None = None
    person: str | None = None
    objects: list[Group] = field(factory=list)
    tied: dict[str, Group] = field(factory=dict)
    lands: dict[str, int] = field(factory=dict)
    via: list[int] = field(factory=list)
    numbers: list[int] = field(factory=list)
    denied: bool = False
    done: bool = False
    vague: bool = False
    sentence: int = 0


class Clauses:
    """The Legions and events of a text.

    :ivar moment: turn, roll, score and the like, each said once.
    :raises NotUnderstoodError: a word has no role.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        self.groups: list[Group] = []
        self.events: list[Event] = []
        self.moment: dict[str, int] = {}
        self.turns: list[int] = []
        self.terrain: str | None = None
        self.roles: dict[str, str] = {}
        self.alias: dict[str, str] = {}
        self.name: str | None = None
        self.land: int | None = None
        self.numbers: list[int] = []
        self.heights: list[int] = []
        self.words = frozenset(x.low for x in items)
        self.items = self._joined([x for x in _with_colors(items) if x.kind not in _NO_ITEMS])
        self._sentence = 0
        self._start()
        self._read()
        self._merge()
        if not (
            self.land or "roll" in self.moment or any(x.land for x in self.groups) or any(x.lands for x in self.events)
        ):
            for event in self.events:
                event.kind = "flee" if event.low in _RUNS else event.kind
        for event in self.events:
            brought = event.low[:5] == "bring" and event.objects and not event.lands
            event.kind = "muster" if brought else event.kind

    # --- items ---

    def _joined(self, items: Sequence[Item]) -> list[Item]:
        """The items without those of the moment, with *Tower 400* as one land, and *Titan Teleport* as one verb."""
        box, kept = current(), list[Item]()
        numbers = [x for x in items if x.kind in ("number", "land") and x.value in box.masterboard.lands]
        splits = any(x.value == "split" for x in items)
        wide = len(numbers) > 1 and any(x.value > STARTING_HEIGHT for x in numbers)
        alone = not any(x.kind == "roll" for x in items) and not splits
        jumps = any(x.value == "teleport" for x in items)
        sizes = splits or not any(x.kind == "roll" for x in items)
        end, depth = Item("end", "", "."), 0
        passed: set[int] = set()
        values = Counter(x.value for x in numbers)
        for n, item in enumerate(items):
            depth += {"(": 1, ")": -1}.get(item.low, 0)
            if item.kind == "need" or (item.kind == "count" and item.value <= 6):
                item = Item("number" if item.kind == "need" else "roll", item.value, item.low)
            alone_1 = item.kind == "number" and item.value == 1 and n + 1 < len(items) and not splits
            if alone_1 and items[n + 1].kind in ("word", "verb") and (not kept or kept[-1].kind in ("end", "owner")):
                continue  # he first says
            if item.kind == "state" or (item.value == 1 and n + 1 < len(items) and items[n + 1].low == "of"):
                continue
            if (
                item.value == "mine"
                and n + 1 < len(items)
                and items[n + 1].kind == "owner"
                and items[n + 1].low != "own"
            ):
                continue  # my opponent
            if n in passed:
                continue
            if item.low == "over" and item.kind == "verb" and n + 1 < len(items) and items[n + 1].kind != "end":
                item = Item("word", "", "over")
            places = [x.value for x in items[n + 1 : n + 4] if x.kind in ("number", "land")][:1]
            if item.kind == "terrain" and places and places[0] in box.masterboard.lands and places[0] > STARTING_HEIGHT:
                if item.value == box.masterboard.lands[places[0]].terrain and item.value != "Tower":
                    continue  # in the Swamp, on 142
            if item.low == ";" and depth > 0:
                item = Item("mark", ",", ",")
            before = next((x for x in reversed(kept) if x.low not in ("(", ":", "=", "land")), end)
            last, after = kept[-1] if kept else end, items[n + 1] if n + 1 < len(items) else end
            six = jumps and item.value == 6 and last.low in ("and", "a", ",", "with", "on", ".", "")
            if alone and item.kind == "number" and item.value < 7 and (six or (wide and self._is_rolled(last, after))):
                item, alone = Item("roll", item.value, item.low), False
            if item.kind == "number" and item.value < STARTING_HEIGHT and after.low == "left":
                item = Item("height", item.value, item.low)  # with 4 left
            twice = not sizes and values[item.value] > 1
            near = not sizes and last.low == "," and len(kept) > 1 and kept[-2].kind == "land"
            named = [x.value for x in items[n + 1 : n + 3] if x.kind == "terrain"]
            land = item.kind in ("number", "land", "height") and item.value in box.masterboard.lands
            if item.kind in _MOMENT or (
                item.kind == "number" and before.value == TITAN and self._is_power(item.value, items)
            ):
                kind = "power" if item.kind == "number" else item.kind
                again = kind == "roll" and any(x.value == "mulligan" for x in items)
                if kind == "turn" and any(x.value == "summon" for x in items):
                    self.turns.append(item.value)
                    self.moment["turn"] = item.value
                elif self.moment.setdefault(kind, item.value) != item.value and not again:
                    raise NotUnderstoodError
                if last.low == "(" and after.low == ")":
                    kept.pop()
                    passed.add(n + 1)
                while kept and (kept[-1].low in _BEFORE_NUMBERS or (kind == "score" and kept[-1].kind == "owner")):
                    kept.pop()
            elif item.kind == "owner" and last.kind == "character" and item.low == last.low:
                pass  # Titan's
            elif item.low == "=" and after.low == ">":
                pass
            elif item.value == "teleport" and before.value in (TITAN, "Tower"):
                while kept[-1] is not before:
                    kept.pop()
                if (
                    before.value != TITAN
                    or sum(x.value == TITAN for x in items) > 1
                    or any(x.kind == "marker" for x in items)
                ):
                    kept.pop()
                kept.append(Item(item.kind, item.value, str(before.value).lower()))
            elif item.kind == "height" and item.value > STARTING_HEIGHT and land:
                kept.append(Item("land", item.value, item.low))
            elif (
                item.kind == "number" and item.value < STARTING_HEIGHT and before.kind == "marker" and after.low == ":"
            ):
                kept.append(Item("height", item.value, item.low))
            elif land and item.kind != "height" and before.value == box.masterboard.lands[item.value].terrain:
                kept.remove(before)
                kept.append(Item("land", item.value, item.low))
            elif (
                land
                and item.kind != "height"
                and (
                    self._is_place(item.value, before, after, sizes, splits)
                    or (after.kind not in ("character", "stack") and not splits and (twice or near))
                    or named[:1] == [box.masterboard.lands[item.value].terrain]
                )
            ):
                kept.append(Item("land", item.value, item.low))
            elif item.kind == "land":
                raise NotUnderstoodError
            elif kept or item.kind not in ("mark", "end"):
                kept.append(item)
        return kept

    @staticmethod
    def _is_power(value: int, items: Sequence[Item]) -> bool:
        """Whether a number behind a Titan is its Power-factor: *Titan 12 (score 600)*."""
        score, box = next((x.value for x in items if x.kind == "score"), None), current()
        return score is not None and value == box.titan_power + score // box.titan_step

    @staticmethod
    def _is_rolled(before: Item, after: Item) -> bool:
        """Whether a number alone is the roll: *9-12 with 3*, *600 with Titan and Ogre, 6, TT to 200*."""
        last = after.kind == "end" or after.low in (",", ")", ":")
        return last and (before.low == "with" or (before.low in (",", ";", ".") and after.low in (",", ";", ".", ":")))

    @staticmethod
    def _is_place(value: int, before: Item, after: Item, sizes: bool, splits: bool) -> bool:
        """Whether a number is a land; a small one may be a size or a count."""
        if value > STARTING_HEIGHT:
            return True
        if after.kind in ("character", "stack") or after.value in ("stand", "split"):
            return False
        ways = before.low in ("-", ">") or after.low in ("-", ">")
        tied = _PREPOSITIONS.get(before.low)
        if splits:
            return False
        return (
            before.kind in ("marker", "terrain", "land", "stack")
            or tied in ("to", "from", "at", "past")
            or (ways and not sizes)
        )

    # --- walking ---

    def _start(self) -> None:
        """Begin a sentence."""
        self.event: Event | None = None
        self.pending: Group | None = None
        self.person: str | None = None
        self.open: dict[str, int] = {}
        self.way: list[int] = []
        self.denied = self.already = self.vague = False
        self.last: str = ""
        self.passing = False
        self._begun = len(self.groups)

    def _read(self) -> None:
        i = 0
        while i < len(self.items):
            item, low = self.items[i], self.items[i].low
            group, after = self._group(i)
            preposition = self._preposition(i)
            if item.kind == "end":
                self._finish()
                self._sentence += 1
                self._start()
            elif group is not None:
                self._tie_group(preposition, group, i, after)
                i, self.last = after, "group"
                continue
            elif item.kind == "verb":
                self._verb(item, i)
            elif item.kind == "land":
                self._tie_land(preposition, item.value, i)
            elif item.kind == "done":
                self.already = True
                if self.event is not None:
                    self.event.done = True
            elif item.kind == "terrain":
                self._tie_terrain(str(item.value))
            elif item.kind == "height":
                here = self.pending if self.event is None else None
                if here is not None and here.height is None and self.last in ("group", "land"):
                    here.height = item.value
                else:
                    self.heights.append(item.value)
            elif item.kind == "number":
                self._tie_number(item.value)
            elif item.kind == "owner" and i + 1 < len(self.items) and self.items[i + 1].kind == "owner":
                pass  # my opponent
            elif item.kind in ("owner", "name") or low in _PERSONS:
                person = _PERSONS.get(low, str(item.value))
                foe = next((x for x in reversed(self.groups) if x.owner not in (None, "mine")), None)
                if low in ("him", "her", "them") and preposition in ("past", "to", "against") and foe is not None:
                    self._tie_group(preposition, foe, i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                if low in ("they", "them") and self.groups:
                    self.vague = True
                    self._tie_group(preposition, self._it(), i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                if low in ("he", "she", "him", "her") and self.name is not None:
                    person = self.name
                elif item.kind == "name":
                    self.name = person
                behind = self.items[i + 1 : i + 3]
                if len(behind) == 2 and behind[0].low == "(" and behind[1].value in current().markers.letters:
                    self.alias[person] = str(behind[1].value)
                    i += 2
                person = self.alias.get(person, person)
                if self._stands_there(preposition, i):
                    self._tie_group(preposition, Group(owner=person), i, i + 1, known=True)
                    i, self.last = i + 1, "group"
                    continue
                self._tie_person(preposition, person, i)
            elif low == "it":
                if (
                    self.groups
                    and preposition not in ("at", "of", "with")
                    and (self.event is None or self.event.kind not in _PARTS)
                ):
                    self._tie_group(preposition, self._it(), i, i + 1, known=True)
            elif low in _PREPOSITIONS or low in _SILENT_MARKS or low in _SILENT or low in "-/" or item.kind == "side":
                pass
            else:
                raise NotUnderstoodError
            if item.kind in ("verb", "land") and item.value not in ("stand", "reveal"):
                self.last = item.kind
            i += 1
        self._finish()

    def _stands_there(self, preposition: str | None, i: int) -> bool:
        """Whether a player is named for his Legion: *Red is in 35*, *onto the enemy in 105*, *past Red*."""
        if self.items[i].low in ("me", "us"):
            return False
        if preposition in ("to", "past", "against") and (self.event is None or self.event.kind != "flee"):
            return True
        behind = [x for x in self.items[i + 1 : i + 4] if x.value != "stand"]
        return len(behind) > 1 and behind[0].low in ("in", "on", "at", "@", "of") and behind[1].kind == "land"

    def _preposition(self, i: int) -> str | None:
        """What ties an item to what is before it: a preposition, or an arrow."""
        before = [x.low for x in self.items[max(0, i - 2) : i]]
        while before and before[-1] in ("(", "the", ":", "="):
            before.pop()
        if not before:
            return None
        return "to" if before[-1] == "-" else _PREPOSITIONS.get(before[-1])

    # --- Legions ---

    def _group(self, start: int) -> tuple[Group | None, int]:
        """The Legion that is described from an item on, and where its description ends."""
        items, group, i = self.items, Group(), start
        while i < len(items):
            item = items[i]
            if item.kind == "owner" and not (group.names or group.marker or group.stack):
                nexts = items[i + 1].kind if i + 1 < len(items) else "end"
                follows = nexts in ("stack", "marker", "character", "height", "owner") or (
                    i + 1 < len(items) and items[i + 1].low in (*_OTHER, "(", "own")
                )
                if not follows:
                    break
                if item.low == "own":
                    group.other = True
                else:
                    group.owner = self.alias.get(str(item.value), str(item.value))
            elif item.low in _OTHER and item.kind == "word" and not group.names:
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

    def _goes_on(self, group: Group, i: int) -> int:
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

    def _content(self, group: Group, i: int) -> int:
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
            if step < len(items) and items[step].kind == "owner" and step > i and items[step].value == group.owner:
                step += 1
            if self.moment.get("turn") == 1 and step < len(items) and items[step].low == "with":
                step += 1
            if step == len(items) or items[step].kind != "character":
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
        return self.moment.get("turn") == 1 and {first, str(item.value)} == lords and sum(names.values()) > 2

    def _parts(self, mark: str) -> bool:
        """Whether a mark parts the halves of a Legion: *Titan Ogre + Angel Centaur*."""
        split = self.moment.get("turn") == 1 or any(x.value == "split" for x in self.items)
        marks = [n for n, x in enumerate(self.items) if x.low == mark]
        around = [self.items[n].kind == "character" for n in range(marks[0] - 3, marks[0] + 4) if n < len(self.items)]
        lists = not any(x.low == "," for x in self.items) and sum(around) > 4
        return split and len(marks) == 1 and (mark == "+" or (mark == "and" and lists))

    def _it(self) -> Group:
        """Whom *it* means: the Legion named last that is no enemy's."""
        own = [x for x in self.groups if x.owner != "theirs"] or self.groups
        if not own:
            self.groups.append(Group(stack=True))
            own = self.groups
        return own[-1]

    def _known(self, group: Group) -> Group:
        """The Legion named before that a description means again, or itself."""
        for one in reversed(self.groups):
            if group.marker is not None and one.marker == group.marker:
                return one
        bare = not (group.other or group.marker or group.names or group.height or group.count > 1)
        if bare:
            for one in reversed(self.groups):
                same = group.owner in (None, one.owner) or (group.owner == "mine" and one.owner is None)
                if same and (group.owner is not None or one.owner != "theirs"):
                    return one
        return group

    def _merge(self) -> None:
        """Take characters that were named before in a Legion, or alone before their Legion, for that Legion."""
        kept = {id(one) for event in self.events if event.kind in _PARTS for one in event.objects}
        parts = [x for x in self.events if x.kind == "split"]
        kept |= {
            id(one)
            for x in parts
            for one in (*x.tied.values(), *([x.subject] if x.subject and x.subject.names else []))
        }
        if parts:
            kept |= {id(x.subject) for x in self.events if x.kind == "stand"}
        for one in [x for x in self.groups if x.names and not (x.marker or x.height or x.other or id(x) in kept)]:
            for other in self.groups:
                whose = (None, one.owner, "mine") if one.owner is not None else (other.owner,)
                apart = (
                    other is one
                    or other.other
                    or id(other) in kept
                    or other.owner not in whose
                    or other.owner == "theirs" != one.owner
                )
                if apart or not other.names or not within(one, other) or one.owner not in (None, other.owner, "mine"):
                    continue
                if None not in (one.land, other.land) and one.land != other.land:
                    continue
                other.land = other.land or one.land
                self.groups.remove(one)
                for event in self.events:
                    event.subject = other if event.subject is one else event.subject
                    event.objects = [other if x is one else x for x in event.objects]
                    event.tied = {key: other if x is one else x for key, x in event.tied.items()}
                break

    # --- ties ---

    @staticmethod
    def _is_own(group: Group) -> bool:
        """Whether *the Legion* is whoever is spoken of."""
        told = group.names or group.marker or group.height or group.other or group.land
        return group.stack and not told and group.owner in (None, "mine")

    def _tie_group(self, preposition: str | None, group: Group, i: int, after: int, known: bool = False) -> None:
        if self.denied and self.items[i - 1].value == "decline":
            self.denied = False  # no Titan in it
            return
        aimed = preposition in ("to", "past", "against") and group.owner is None
        one = group if known or (aimed and group.marker is None) else self._known(group)
        event, before = self.event, self.pending
        if preposition in ("at", "of") and event is not None and self._is_own(group):
            self.denied, self.last = False, "group"  # no Lord in the Legion
            if event.subject is None:
                event.subject = one
                self.groups += [one] if one not in self.groups else []
            self.pending = event.subject
            return
        if one is not group:
            one.names = one.names or group.names
            one.height = one.height or group.height
        bare = bool(group.names) and not (group.marker or group.stack or group.owner or group.other)
        bare = bare or (bool(group.names) and preposition == "with" and group.owner == "mine" and not group.stack)
        whole = before is not None and bool(before.stack or before.marker or self.items[i - 1].low != ",")
        near = before is not None and whole and not before.names and self.last in ("group", "land")
        loose = event is None or preposition is not None or before in (*event.objects, *event.tied.values())
        if bare and near and preposition in ("with", None) and loose and not known:
            assert before is not None, "it is near"
            before.names, before.plural, before.height = group.names, group.plural, before.height or group.height
            return
        if preposition in ("at", "of") and group.stack and before is not None and before.names and self.last == "group":
            parted = self.moment.get("turn") == 1 or any(x.kind == "split" for x in self.events)
            if (group.names or group.marker) and not parted:
                raise NotUnderstoodError
        if (
            preposition in ("at", "of")
            and group.stack
            and before is not None
            and before.names
            and self.last == "group"
            and not (group.names or group.marker)
        ):
            before.owner, before.stack = before.owner or group.owner, True  # an Angel in his Legion
            return
        if event is None and "to" in self.open:
            self._flush()
        there = known and preposition is None and one.stack and one.owner is not None and one not in self.groups
        if one not in self.groups:
            self.groups.append(one)
            one.sentence = self._sentence
        if event is None and self.last == "land" and one.land is None and preposition != "to" and "to" not in self.open:
            one.land = self.open.pop("from", self.open.pop("at", None))
        if event is None and self.last == "person" and preposition is None and one.owner is None:
            one.owner = self.person  # Red has two Lions
        if event is not None and event.kind == "muster" and event.low[:3] in ("tak", "too"):
            event.kind = "move" if one.marker or (one.stack and not one.names) else event.kind
        here = event.lands.get("to") if event is not None else None
        behind = [x for x in self.items[after : after + 3] if x.value != "stand"]
        stands = bool(behind) and behind[0].low in ("in", "on", "at", "@")
        if here is not None and preposition is None and one.owner == "theirs" and one.land is None and not stands:
            one.land, self.pending = here, one  # to 22, where my enemy has two Ogres
            self._finish_event()
            return
        while after < len(self.items) and self.items[after].low == ")":
            after += 1
        acts = there or (after < len(self.items) and self.items[after].kind == "verb" and preposition is None)
        if preposition == "to" and event is None and one.names and before is not None:
            self.events.append(Event("muster", ">", before, sentence=self._sentence, objects=[one]))
            self.event = self.events[-1]
        elif event is not None and preposition is not None:
            if event.tied.setdefault(preposition, one) is not one:
                raise NotUnderstoodError
            if preposition == "with" and one.owner is None:
                one.owner = event.person or (event.subject.owner if event.subject is not None else None)
        elif event is not None and self._is_object(event, preposition, i, acts):
            event.objects.append(one)
        elif event is None and preposition == "against":
            one.land = one.land or (before.land if before is not None else None)
            one.owner = one.owner or "against"
        elif event is None and preposition in ("to", "past"):
            raise NotUnderstoodError
        elif event is not None:
            self._finish_event()  # the next clause begins
        self.pending = one

    def _is_object(self, event: Event, preposition: str | None, i: int, acts: bool) -> bool:
        """Whether a Legion is one to which something is done, and does not begin the next clause."""
        if "to" in event.lands and preposition is None and event.kind in _GOES:
            return False
        if event.objects:
            return self.items[i - 1].low == "and" and event.kind != "move" and not acts
        return "object" not in event.tied and self.last != "group" and (not acts or self.last == "verb")

    def _tie_land(self, preposition: str | None, land: int, i: int) -> None:
        event, group = self.event, self.pending
        arrow = preposition == "to" and self.items[i - 1].low in ("-", ">")
        leads = i + 1 < len(self.items) and self.items[i + 1].low in ("-", ">", "to")
        goes_on = self.items[i - 1].low in (",", "and") and self.items[i - 2].kind == "land" and self.passing
        self.passing = preposition == "past" or goes_on
        if self.passing:
            (event.via if event is not None else self.way).append(land)
            return
        if (
            event is None
            and preposition == "at"
            and group is not None
            and group.land
            and self.items[i - 2].low == "and"
        ):
            self.groups.append(Group(owner=group.owner, stack=True, land=land))  # in 30 and in 40
            return
        taken = leads and event is not None and group is not None and group in event.objects
        if (
            self.last == "group"
            and group is not None
            and not taken
            and preposition in ("at", "of", None)
            and group.land in (None, land)
        ):
            group.land = land
            for one in self.groups[self._begun :] if event is None and not self.open else []:
                goes = any(one in (x.subject, *x.objects) for x in self.events)
                one.land = land if one.marker and one.land is None and not goes else one.land  # Bk03, Rd02 in 29
            return
        if event is not None and event.kind == "muster" and not event.objects and event.low[:3] in ("tak", "too"):
            event.kind = "move"
        again = (
            not leads
            and self.last == "group"
            and group is not None
            and group.land not in (None, land)
            and "roll" in self.moment
        )
        if again and event is None and group is not None and not self.open and preposition is None:
            self.open = {"from": group.land or 0, "to": land}
            return
        lands = event.lands if event is not None else self.open
        if preposition in (None, "at", "of") and leads and "from" not in lands and event is not None:
            preposition = "from"
        if event is None and arrow and "from" not in lands and group is not None and group.land is not None:
            lands["from"] = group.land
        goes = event is not None and event.kind in _GOES
        listed = preposition in (None, "to") and (goes or (self.last == "land" and "from" in lands))
        if (arrow or listed) and lands.get("to", land) != land:
            (event.via if event is not None else self.way).append(lands["to"])
            lands["to"] = land
            return
        key = preposition if preposition in ("to", "from") else None
        if key is None:
            goes = event is not None and event.kind in (*_GOES, "teleport")
            key = "at" if event is not None and not goes else "to" if goes or "from" in lands else "from"
            if key in lands and "to" not in lands:
                key = "to"
        if lands.setdefault(key, land) != land:
            raise NotUnderstoodError

    def _tie_terrain(self, terrain: str) -> None:
        if self.denied:
            self.denied = False  # no Tower
            return
        if self.terrain not in (None, terrain):
            raise NotUnderstoodError
        self.terrain = terrain

    def _tie_number(self, number: int) -> None:
        if self.event is not None:
            self.event.numbers.append(number)
        else:
            self.numbers.append(number)

    def _tie_person(self, preposition: str | None, person: str, i: int) -> None:
        if self.person is not None and self.event is None and person in (*ROLES, *current().markers.letters):
            (self.roles if person in ROLES else self.alias)[self.person] = person  # I am the defender, Ann (Red)
            self.person = person if person not in ROLES else self.person
            return
        if self.event is not None and self.event.kind == "muster" and self.items[i - 1].kind == "verb":
            return  # gets me a Minotaur
        if self.event is not None and (preposition is not None or self.items[i - 1].kind == "verb"):
            if preposition != "past":
                self.event.tied.setdefault(preposition or "object", Group(owner=person))
                return
            self.event.tied.setdefault("past", Group(owner=person))
            return
        if self.event is not None:
            self._finish_event()
        elif "to" in self.open:
            self._flush()
        self.person, self.last = person, "person"

    def _verb(self, item: Item, i: int) -> None:
        kind = str(item.value)
        if kind == "decline":
            if item.low in _FORBIDS:
                raise NotUnderstoodError
            self.denied = True
            return
        if self.event is not None and self.event.kind == kind and self.items[i - 1].kind == "verb":
            return
        if kind in ("stand", "reveal"):  # says where, or decides
            one = Event(kind, item.low, self.pending, self.person, denied=self.denied, sentence=self._sentence)
            self.events.append(one)
            self.denied, self.last = False, "group" if self.pending is not None else self.last
            return
        if kind == "roll" and not self.words & {"again", "another"}:
            self.events.append(Event(kind, item.low, denied=self.denied, sentence=self._sentence))
            self.denied = False
            return
        before = self.items[i - 1] if i else item
        if before.kind == "owner" and before.low.endswith("'s") and kind == "strike":  # Ann's attack
            self.events.append(Event(kind, item.low, person=str(before.value), sentence=self._sentence))
            return
        if self.event is None and "to" in self.open and kind not in (*_GOES, "teleport"):
            self._flush()
        way = self.events[-1] if self.events and self.event is None else None
        if way is not None and way.low == ">" and way.kind == "move" and kind in (*_GOES, "teleport") and not self.open:
            if way.sentence == self._sentence:
                way.kind, way.subject, self.event = kind, way.subject or self.pending, way
                return
        subject = self.pending if (self.event is None and self.last != "person") or self.last == "group" else None
        if self.event is not None and subject in (*self.event.objects, *self.event.tied.values()):
            subject = None
        carried = self.event
        self.event = Event(kind, item.low, subject, self.person, denied=self.denied, sentence=self._sentence)
        if subject is None and carried is not None and self.person in (None, carried.person):
            self.event.subject, self.event.person = carried.subject, carried.person
        self.event.lands, self.open = self.open, {}
        self.event.via, self.way = self.way, []
        self.event.done, self.event.vague = self.already, self.vague
        self.denied = self.already = self.vague = False
        self.events.append(self.event)

    def _finish_event(self) -> None:
        self.event = self.pending = self.person = None

    def _flush(self) -> None:
        """Take lands that no verb took for a way that somebody goes."""
        move = Event("move", ">", self.pending, self.person, lands=self.open, via=self.way, sentence=self._sentence)
        self.events.append(move)
        self.open, self.way, self.pending = {}, [], None

    def _finish(self) -> None:
        """End a sentence: lands that no verb took are a way that somebody goes."""
        if self.denied:
            raise NotUnderstoodError
        for one in self.groups[self._begun :]:
            if one.land is None and "at" in self.open:
                one.land = self.open["at"]
        if "at" in self.open and not any(x.land == self.open["at"] for x in self.groups):
            raise NotUnderstoodError
        if "to" in self.open:
            self._flush()
        elif "from" in self.open:
            if self.pending is None or self.pending.land is not None:
                self.land = self.open["from"]
            else:
                self.pending.land = self.open["from"]


def contents(groups: Sequence[Group]) -> Mapping[str, int]:
    """The characters of all of them."""
    return dict(sum((Counter(one.names) for one in groups), Counter()))


def within(part: Group, whole: Group) -> bool:
    """Whether characters are some of a Legion named before."""
    return part.marker is None and all(whole.names.get(name, 0) >= number for name, number in part.names.items())
