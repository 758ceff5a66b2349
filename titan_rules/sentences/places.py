"""The items of the Masterboard: which numbers are lands, sizes or the roll, and what is told of the moment."""

from collections import Counter
from collections.abc import Sequence

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
        self.items = self._joined([x for x in _with_colors(items) if x.kind not in _NO_ITEMS])

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
            ordinal = item.kind == "number" and item.value == 1 and n + 1 < len(items) and not splits
            if (
                ordinal
                and items[n + 1].kind in ("word", "verb", "owner")
                and (not kept or kept[-1].kind in ("end", "owner"))
            ):
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
            told = box.masterboard.lands[places[0]].terrain if places and places[0] in box.masterboard.lands else None
            if item.kind == "terrain" and item.value == told != "Tower" and places[0] > STARTING_HEIGHT:
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
            near = not sizes and last.low in (",", "and") and len(kept) > 1 and kept[-2].kind == "land"
            named = [x.value for x in items[n + 1 : n + 3] if x.kind == "terrain"]
            land = item.kind in ("number", "land", "height") and item.value in box.masterboard.lands
            if item.kind in _MOMENT or (
                item.kind == "number" and before.value == TITAN and self._is_power(item.value, items)
            ):
                kind = "power" if item.kind == "number" else item.kind
                again = kind == "roll" and any(x.value == "mulligan" for x in items)
                if kind == "turn" and any(x.value == "summon" for x in items):
                    self.turns.append(item.value)
                    self.moment["turn"] = max(self.turns)
                elif self.moment.setdefault(kind, item.value) != item.value and not again:
                    raise NotUnderstoodError
                if last.low == "(" and after.low == ")":
                    kept.pop()
                    passed.add(n + 1)
                while kept and (kept[-1].low in _BEFORE_NUMBERS or (kind == "score" and kept[-1].kind == "owner")):
                    whose = kept.pop()
                    self.scorer = whose.value if whose.value in box.markers.letters else self.scorer
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
        if before.low == "(":
            return after.low == ")"
        return last and (before.low == "with" or (before.low in (",", ";", ".") and after.low in (",", ";", ".", ":")))

    @staticmethod
    def _is_place(value: int, before: Item, after: Item, sizes: bool, splits: bool) -> bool:
        """Whether a number is a land; a small one may be a size or a count."""
        if value > STARTING_HEIGHT:
            return True
        if after.kind in ("character", "stack") or after.value in ("stand", "split"):
            return False
        ways = before.low in ("-", ">") or after.low in ("-", ">")
        tied = PREPOSITIONS.get(before.low)
        if splits:
            return False
        return (
            before.kind in ("marker", "terrain", "land", "stack")
            or tied in ("to", "from", "at", "past")
            or (ways and not sizes)
        )
