"""The items of the Masterboard: which numbers are lands, sizes or the roll, and what is told of the moment."""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from ..box.characters import TITAN
from ..box.current_box import current
from ..box.vocabulary import any_of
from ..position.game import STARTING_HEIGHT
from .said import Item

PREPOSITIONS = {
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
_BEFORE_NUMBERS = any_of("with on of for after at by a in")
_MOMENT = any_of("roll turn score power stock claim")
_NO_ITEMS = any_of("other has phase range scored unsaid asked had")
_LEADING = any_of("( : = land")
_JOINING = any_of("with and & +")
_END = Item("end", "", ".")
MOST = 6  # what a die shows at most


class NotUnderstoodError(Exception):
    """A word has no role."""


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


class Placing:
    """Items without those of the moment, with *Tower 400* as one land, and *Titan Teleport* as one verb.

    :ivar moment: turn, roll, score and the like, each said once; :ivar turns: those of a battle; :ivar scorer: the
        colour that has the points.
    :raises NotUnderstoodError: something is said twice, differently.
    """

    def __init__(self, items: Sequence[Item]) -> None:
        self.moment: dict[str, int] = {}
        self.turns: list[int] = []
        self.scorer: str | None = None
        plain = list(_in_plain_items(_with_colors([x for x in items if x.kind not in _NO_ITEMS])))
        self._verbs = {x.value for x in plain if x.kind == "verb"}
        typed = _Numbers(self._without_moment(plain), self._verbs, self.moment).typed()
        self.items = _teleports_joined(self._without_moment(typed))
        while self.items and self.items[0].kind in ("mark", "end"):
            del self.items[0]

    def _without_moment(self, items: Sequence[Item]) -> list[Item]:
        """The items without quantities of the moment, which are noted, and the words that lead to them."""
        kept, letters = list[Item](), current().markers.letters
        bracketed = False
        for item, after in zip(items, [*items[1:], _END], strict=False):
            if bracketed:
                bracketed = False
                continue
            if item.kind not in _MOMENT:
                kept.append(item)
                continue
            self._note(item)
            if kept and kept[-1].low == "(" and after.low == ")":
                kept.pop()
                bracketed = True
            while kept and (kept[-1].low in _BEFORE_NUMBERS or (item.kind == "score" and kept[-1].kind == "owner")):
                whose = kept.pop()
                self.scorer = whose.value if whose.value in letters else self.scorer
        return kept

    def _note(self, item: Item) -> None:
        """Note a quantity of the moment: a battle has several turns, a mulligan several rolls, else each is one."""
        if item.kind == "turn" and "summon" in self._verbs:
            self.turns.append(item.value)
            self.moment["turn"] = max(self.turns)
        else:
            again = item.kind == "roll" and "mulligan" in self._verbs
            if self.moment.setdefault(item.kind, item.value) != item.value and not again:
                raise NotUnderstoodError


def _in_plain_items(items: Sequence[Item]) -> Iterator[Item]:
    """The items without those that say nothing here, and with those that another word makes something else."""
    depth = 0
    for n, item in enumerate(items):
        depth += {"(": 1, ")": -1}.get(item.low, 0)
        before, after = items[n - 1] if n else _END, items[n + 1] if n + 1 < len(items) else _END
        if _says_nothing(item, before, after) or _is_terrain_of(item, items[n + 1 : n + 4]):
            continue
        if item.kind == "need":
            yield Item("number", item.value, item.low)
        elif item.kind == "count" and item.value <= MOST:
            yield Item("roll", item.value, item.low)
        elif item.low == "over" and item.kind == "verb" and after.kind != "end":
            yield Item("word", "", "over")
        else:
            yield Item("mark", ",", ",") if item.low == ";" and depth > 0 else item


def _says_nothing(item: Item, before: Item, after: Item) -> bool:
    """Whether an item only leads to the next: *he first says*, *one of his*, *my opponent*, *Titan's*, *=>*."""
    if item.kind == "number" and item.value == 1:
        return after.low == "of" or (after.kind in ("word", "verb", "owner") and before.kind in ("end", "owner"))
    if item.kind == "owner" and item.value == "mine":
        return after.kind == "owner" and after.low != "own"
    possessive = item.kind == "owner" and before.kind == "character" and item.low == before.low
    return item.kind == "state" or possessive or (item.low == "=" and after.low == ">")


def _is_terrain_of(item: Item, behind: Sequence[Item]) -> bool:
    """Whether an item is the terrain of a land that is told just behind it: *in the Swamp, on 142*."""
    land = next((x.value for x in behind if x.kind in ("number", "land")), 0)
    lands = current().masterboard.lands
    if item.kind != "terrain" or item.value == "Tower" or land <= STARTING_HEIGHT:
        return False
    return land in lands and lands[land].terrain == item.value


def _teleports_joined(items: Sequence[Item]) -> list[Item]:
    """The items with *Titan Teleport* and *Tower teleport* as one verb; a Titan that nobody else tells of stays."""
    alone = sum(x.value == TITAN for x in items) < 2 and not any(x.kind == "marker" for x in items)
    kept = list[Item]()
    for item in items:
        if item.value == "teleport":
            before = next((n for n in reversed(range(len(kept))) if kept[n].low not in _LEADING), None)
            if before is not None and kept[before].value in (TITAN, "Tower"):
                kind = str(kept[before].value)
                led = kept[before - 1] if before > 0 else item
                if kind == TITAN and (led.kind == "owner" or led.low in _JOINING):
                    kept.append(item)  # my Titan teleports: in whichever way he can
                    continue
                del kept[before + (kind == TITAN and alone and led.low != "to") :]  # wants to titan teleport
                item = Item(item.kind, item.value, kind.lower())
        kept.append(item)
    return kept


class _Numbers:
    """What each number among items counts: the first role for which something speaks, else it stays a number."""

    def __init__(self, items: Sequence[Item], verbs: AbstractSet[str], moment: Mapping[str, int]) -> None:
        self._items, self._verbs, self._moment = items, verbs, moment
        self._lands = current().masterboard.lands
        self._values = [x.value for x in items if x.kind in ("number", "land") and x.value in self._lands]
        self._splits = "split" in verbs
        self._sized = self._splits or "roll" not in moment  # a small number may be a size
        self._rolls = "roll" not in moment and not self._splits  # a small number may be the roll
        self._kept: list[Item] = []

    def typed(self) -> list[Item]:
        """The items, each number in its role."""
        for n, item in enumerate(self._items):
            after = self._items[n + 1] if n + 1 < len(self._items) else _END
            if item.kind in ("number", "land", "height"):
                item = Item(self._role(item, after, self._items[n + 1 : n + 3]), item.value, item.low)
                self._rolls = self._rolls and item.kind != "roll"
                if item.kind == "land" and (tower := self._before).value == self._lands[item.value].terrain:
                    self._kept = [x for x in self._kept if x is not tower]
            self._kept.append(item)
        return self._kept

    @property
    def _last(self) -> Item:
        return self._kept[-1] if self._kept else _END

    @property
    def _before(self) -> Item:
        """The item before, marks aside."""
        return next((x for x in reversed(self._kept) if x.low not in _LEADING), _END)

    def _role(self, item: Item, after: Item, behind: Sequence[Item]) -> str:
        if item.kind == "height":
            return "land" if item.value > STARTING_HEIGHT and item.value in self._lands else "height"
        if item.kind == "number" and self._is_rolled(item.value, after):
            return "roll"
        if item.kind == "number" and self._is_power(item.value):
            return "power"
        if item.kind == "number" and self._is_height(item.value, after):
            return "height"
        if item.value in self._lands and self._is_land(item, after, behind):
            return "land"
        if item.kind == "land":
            raise NotUnderstoodError
        return "number"

    def _is_height(self, value: int, after: Item) -> bool:
        """Whether a number counts a Legion: *with 4 left*, *Bk01 5:*."""
        told = after.low == "left" or (self._before.kind == "marker" and after.low == ":")
        return value < STARTING_HEIGHT and told

    def _is_power(self, value: int) -> bool:
        """Whether a number behind a Titan is its Power-factor: *Titan 12 (score 600)*."""
        score, box = self._moment.get("score"), current()
        return self._before.value == TITAN and score is not None and value == box.titan_power + score // box.titan_step

    def _is_rolled(self, value: int, after: Item) -> bool:
        """Whether a number alone is the roll: *9-12 with 3*, *600 with Titan and Ogre, 6, TT to 200*."""
        last = self._last.low
        if not self._rolls or value > MOST:
            return False
        if "teleport" in self._verbs and value == MOST and last in ("and", "a", ",", "with", "on", ".", ""):
            return True
        if len(self._values) < 2 or max(self._values) <= STARTING_HEIGHT:
            return False
        if self._before is not self._last and last == "(":
            return after.low == ")"
        ends = after.kind == "end" or after.low in (",", ")", ":")
        return ends and (last == "with" or (last in (",", ";", ".") and after.low in (",", ";", ".", ":")))

    def _is_land(self, item: Item, after: Item, behind: Sequence[Item]) -> bool:
        """Whether a number is a land: by its size, its terrain, a preposition, a road, or since it is told twice."""
        terrain = self._lands[item.value].terrain
        named = next((x.value for x in behind if x.kind == "terrain"), None)
        if item.value > STARTING_HEIGHT or terrain in (self._before.value, named):
            return True
        if after.kind in ("character", "stack") or self._splits:
            return False
        listed = self._last.low in (",", "and") and len(self._kept) > 1 and self._kept[-2].kind == "land"
        if not self._sized and (listed or self._values.count(item.value) > 1):
            return True
        road = not self._sized and (self._before.low in ("-", ">") or after.low in ("-", ">"))
        placed = self._before.kind in ("marker", "terrain", "land", "stack")
        tied = PREPOSITIONS.get(self._before.low) in ("to", "from", "at", "past")
        return after.value not in ("stand", "split") and (placed or tied or road)
