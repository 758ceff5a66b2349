"""The Legions of a free sentence: whose they are, where they stand, who is in them, and where one of them goes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from attrs import define, field

from ..box.characters import TITAN
from ..box.current_box import current
from ..position.battle import ROLES
from ..position.game import STARTING_HEIGHT
from .said import TO, Item

_FROM = frozenset({"from", "off", "out"})
_AT = frozenset({"in", "on", "at", "@"})
PAST = frozenset({"past", "through", "over", "via", "across", "by"})
_HELD_TOGETHER = frozenset({",", "and", "+", "&", "x", "(", ")"})
_OTHER = frozenset({"other", "another", "new", "second"})
_RUNS = frozenset({"run", "runs", "ran", "running", "retreat", "retreats", "retreated"})
"""What is to flee where no land is told."""
_LASTING = frozenset({"move", "teleport", "muster", "summon", "mulligan"})
"""What is done once in a turn."""
_OF_A_BATTLE = frozenset({"other", "has", "phase", "range", "scored", "unsaid", "asked", "done", "had"})
"""The kinds of items that say nothing of a Legion."""
_PRONOUNS = {"i": "mine", "we": "mine", "he": "he", "she": "she", "opponent": "theirs"}
THEIRS = frozenset({"he", "she", "theirs"})
"""Who is not the speaker."""


def _happened(items: Sequence[Item]) -> list[Item]:
    """The items with what has happened already: *has already teleported from 200 to 100* is *did teleport at 100*."""
    told = [*items]
    for i, item in enumerate(items):
        near = [j for j in (i + 1, i + 2, i - 1) if item.kind == "done" and 0 < j < len(items)]
        verb = next((j for j in near if items[j].kind == "verb" and items[j].value in _LASTING), None)
        if verb is None:
            continue
        end = next((j for j in range(verb, len(items)) if items[j].kind == "end"), len(items))
        told[verb] = Item("did", items[verb].value, items[verb].low)
        for j in range(verb + 1, end):
            after = items[j]
            if items[verb].value == "muster" and after.kind == "character":
                told[j] = Item("mustered", after.value, "")
            elif after.low in _FROM and j + 1 < end:
                told[j] = told[j + 1] = Item("gone", None, "")
            elif after.low in TO:
                told[j] = Item("word", "at", "at")
            elif after.kind == "verb":
                break
    return told


@define
class Legion:
    """A Legion, or characters named together.

    :ivar names: who is known to be in it, with their counts.
    :ivar first, last: the indices of the first and the last item.
    :ivar cue: whose it is, as far as was said.
    """

    first: int
    last: int
    cue: str | None = None
    names: dict[str, int] = field(factory=dict)
    marker: str | None = None
    land: int | None = None
    height: int | None = None

    @property
    def size(self) -> int:
        """The number of characters named."""
        return sum(self.names.values())

    def __str__(self) -> str:
        return listed(self.names)


def listed(names: Mapping[str, int]) -> str:
    """Characters as our notation writes them."""
    return " ".join([f"{count} {name}" if count > 1 else name for name, count in names.items()])


class Told:
    """What was said of a game.

    :ivar words: all of them.
    :ivar troops: the Legions of which characters are named.
    :ivar lands: lands with their items' indices; :ivar passed: the indices of those that a road goes by.
    :ivar verbs: the families of verbs with their items' indices; :ivar denied: those that are not done.
    :ivar did: the families of verbs that tell what has happened already.
    """

    cue = None

    def __init__(self, items: Sequence[Item]) -> None:
        self.words = frozenset(x.low for x in items)
        self.items = items = [x for x in _happened(items) if x.kind not in _OF_A_BATTLE]
        for i, item in enumerate(items):
            if item.value == "muster" and self._takes_a_legion(i):
                item.value = "move"  # took my Legion from 9 to 12
        if not any(x.kind in ("land", "number", "roll") for x in items):
            for x in items:
                x.value = "flee" if x.kind == "verb" and x.low in _RUNS else x.value
        self._see_whose()
        self._see_lands()
        self.verbs = [(i, str(item.value)) for i, item in enumerate(items) if item.kind == "verb"]
        self.denied = set(self._denied())
        self.lands = list(self._lands())
        self.passed: set[int] = set()
        for i, _ in self.lands:
            if self.low(i - 1) in PAST or (i - 2 in self.passed and self.low(i - 1) in (",", "and")):
                self.passed.add(i)
        self._see_bare_roll()
        named = _without_repeated(list(self._legions()))
        self.troops = [legion for legion in named if legion.names]
        self.legions = list(self._once(named))
        self.did = {str(x.value): i for i, x in enumerate(items) if x.kind == "did"}

    # --- asking ---

    def value(self, kind: str) -> int | None:
        """The first quantity of a kind."""
        return next((item.value for item in self.items if item.kind == kind), None)

    def terrain(self) -> str | None:
        """The terrain named last."""
        return next((str(x.value) for x in reversed(self.items) if x.kind == "terrain"), None)

    def verb(self, *families: str) -> int | None:
        """The index of the last verb of these families."""
        return next((i for i, family in reversed(self.verbs) if family in families), None)

    def doer(self, family: str) -> Legion | None:
        """The Legion that has done something already: the one named last before it."""
        return next((x for x in reversed(self.legions) if x.first < self.did[family]), None)

    def has(self, *words: str) -> bool:
        """Whether one of these words was said."""
        return any(item.low in words for item in self.items)

    def low(self, i: int) -> str:
        """An item's word; empty outside the text."""
        return self.items[i].low if 0 <= i < len(self.items) else ""

    def without(self, *troops: Legion | None) -> list[Legion]:
        """The other Legions with characters."""
        return [troop for troop in self.troops if troop not in troops]

    def sentence_of(self, i: int) -> range:
        """The indices of the sentence around an item."""
        ends = [-1, *[j for j, item in enumerate(self.items) if item.kind == "end"], len(self.items)]
        return range(max(j for j in ends if j < i or j == -1) + 1, min(j for j in ends if j >= i))

    def persona(self, i: int, first: int = 0) -> str | None:
        """Who does what a verb says: the owner, name or pronoun named last before it, from an item on."""
        for j in range(i - 1, first - 1, -1):
            item = self.items[j]
            if item.kind in ("owner", "name"):
                return str(item.value)
            if item.low in _PRONOUNS:
                return _PRONOUNS[item.low]
        return None

    def role_said(self, role: str) -> bool:
        """Whether somebody is said to be the attacker, or the defender."""
        return any(item.kind == "owner" and item.value == role for item in self.items)

    def role(self) -> str | None:
        """The speaker's role: *I am the defender*, *I won as attacker*."""
        return next(
            (str(x.value) for i, x in enumerate(self.items) if x.value in ROLES and self.persona(i) == "mine"), None
        )

    # --- reading ---

    def _see_lands(self) -> None:
        """Let what is too much for a height be a land, and let a land be gone to, not mustered: *takes 400*."""
        for before, item in pairwise(self.items):
            if item.kind == "height" and item.value > STARTING_HEIGHT:
                item.kind, before.low = "number", "in"
            elif before.low in ("take", "takes", "took", "taking") and item.kind == "number" and item.value > 6:
                before.value = "move"

    def _see_whose(self) -> None:
        """Let *his* be of the colour that was named before it, if nothing is *mine*: *Black moves his Legion*."""
        if any(x.value == "mine" for x in self.items):
            return
        colors, color = current().markers.letters, None
        for item in self.items:
            if item.kind == "owner" and item.value in colors:
                color = item.value
            elif item.kind == "owner" and item.low in ("his", "her", "their", "its") and color is not None:
                item.value = color
            elif item.kind in ("end", "name"):
                color = None

    def _denied(self) -> Iterator[int]:
        """The verbs right behind a *not*; the *not* goes with them."""
        for (i, family), (j, _) in zip(self.verbs, self.verbs[1:], strict=False):
            if family == "decline" and all(x.kind == "word" for x in self.items[i + 1 : j]):
                yield j

    def _takes_a_legion(self, verb: int) -> bool:
        """Whether what somebody *takes* is a Legion."""
        after = [x for x in self.items[verb + 1 : verb + 4] if x.kind not in ("owner", "word")]
        return bool(after) and after[0].kind in ("marker", "stack")

    def _see_bare_roll(self) -> None:
        """Take a number alone between commas for the roll: *600 with Titan and Ogre, 6, TT to 200*, *9-12 with 3*."""
        for i, item in enumerate(self.items):
            last = self.low(i + 1) in ("", ".", ",", ";", ")")
            if item.kind == "number" and item.value < 7 and last and self.low(i - 1) == "with" and self.lands:
                item.kind = "roll"
        self.lands = list(self._lands())
        if (
            {self.value("roll"), self.value("height")} != {None}
            or len(self.lands) < 3
            or self.verb("split", "muster") is not None
        ):
            return
        for i, item in enumerate(self.items[:-1]):
            if item.kind == "number" and item.value < 7 and self.low(i - 1) in ",;." and self.low(i + 1) in ",;.:":
                item.kind = "roll"
        self.lands = list(self._lands())

    def _once(self, legions: Sequence[Legion]) -> Iterator[Legion]:
        """The Legions without those that were named before: *Titan, 2 Ogres in 105. The Titan goes to 131*."""
        for n, one in enumerate(legions):
            alone = one.marker is None and one.land is None and one.height is None
            ends = [i for i, item in enumerate(self.items) if item.kind == "end" and i < one.first]
            before = [x for x in legions[:n] if ends and x.first < ends[-1] and x.cue in (one.cue, None, "mine")]
            same = (all(x.names.get(name, 0) >= count for name, count in one.names.items()) for x in before)
            if not (alone and any(same)):
                yield one

    def _lands(self) -> Iterator[tuple[int, int]]:
        """Lands with their items' indices: numbers that count nothing else, and are lands of this box."""
        lands = current().masterboard.lands
        for i, item in enumerate(self.items):
            if item.kind not in ("number", "land"):
                continue
            if self.items[i - 1].kind == "verb" and item.value < 4 and self._has_more(i):
                continue  # moves 2 fields
            counted = (
                item.value < 8 and self.items[i + 1 : i + 2] and self.items[i + 1].value in ("stand", "move", "split")
            )
            if counted and self.low(i - 1) not in (*_AT, *_FROM, *TO, "land"):
                continue  # 3 stay, 2 go
            if item.value in lands:
                yield i, item.value

    def _has_more(self, i: int) -> bool:
        return any(x.low in TO for x in self.items[i + 1 : i + 3])

    def _legions(self) -> Iterator[Legion]:
        cue: str | None = None
        one: Legion | None = None  # the Legion being described
        lands = dict(self.lands)
        known: list[Legion] = []
        for i, item in enumerate(self.items):
            before = self.low(i - 1)
            if item.low.endswith("'s") and (before == item.low or (item.kind == "character" and not self._leads(i))):
                continue
            if item.kind == "character":
                if one is None or (one.names and not self._goes_on(one.last, i)):
                    one = Legion(i, i, cue)
                    known.append(one)
                one.names[item.value] = one.names.get(item.value, 0) + item.count
                one.last, cue = i, None
            elif item.kind == "marker" or (item.kind == "stack" and not self._is_part(i)):
                marker = str(item.value) if item.kind == "marker" else None
                named = next((x for x in known if marker is not None and x.marker == marker), None)
                if named is not None:
                    one = named
                elif one is None or (marker is not None and one.marker is not None) or before in _OTHER:
                    one = self._again(known, cue) if marker is None and before not in _OTHER else None
                    if one is None:
                        one = Legion(i, i, cue)
                        known.append(one)
                one.marker, one.cue = one.marker or marker, one.cue or cue
                one.last, cue = max(i, one.last), None
            elif i in lands and self._is_place(i) and one is not None and one.land is None:
                one.land, one.last = lands[i], i
            elif i in lands and before in _AT and one is not None and one.cue == "theirs" and not one.names:
                known.append(one := Legion(i, i, "theirs", land=lands[i]))  # the enemy stands in 30 and in 40
            elif i in lands and cue in ("theirs", *current().markers.letters) and before in (*_AT, "theirs", "land"):
                known.append(one := Legion(i, i, cue, land=lands[i]))
                cue = None
            elif item.kind == "height" and one is not None and one.height is None:
                one.height = item.value
            elif item.kind == "height" and one is None and item.low in ("legion", "stack", "army") and not self.parts:
                known.append(one := Legion(i, i, cue, height=item.value))
                cue = None
            elif item.kind == "owner" and one is not None and item.value == one.cue and self._keeps(one, i):
                cue = one.cue  # my Titan and my Angel
            elif item.kind == "owner" and one is not None and self._held_in(i):
                one.cue = one.cue or str(item.value)  # an Angel in his Legion
            elif item.low in ("i", "we") and cue not in (None, "mine", "attacker", "defender"):
                cue = None
            elif item.kind in ("owner", "name"):
                cue, one = str(item.value), one if item.kind == "owner" and before == "of" else None
            elif item.low in ("from", "against", "vs", "versus", "v", "by") and i + 1 not in lands:
                cue, one = "against", None
            elif item.kind in ("end", "between", "verb") or item.low in (">", "/", *TO, *PAST):
                one = one if item.kind == "verb" and item.value in ("stand", "reveal") else None
                ends = item.kind == "end" or (item.kind == "verb" and item.value != "stand")
                cue = "against" if item.kind == "between" else None if ends else cue
        yield from known

    def _leads(self, i: int) -> bool:
        """Whether somebody's Legion is named by a character in it: *my Titan's Legion*."""
        return any(x.kind == "stack" for x in self.items[i + 1 : i + 3])

    def _goes_on(self, last: int, i: int) -> bool:
        """Whether a list of characters goes on from one item to another."""
        between = [x.low for x in self.items[last + 1 : i] if x.kind not in ("owner", "score", "power")]
        between = between[2:] if between[:2] == ["(", ")"] else between  # Titan (score 500) and Ogre
        held = _HELD_TOGETHER | ({"with"} if self.parts else set())
        if not all(low in held for low in between) or between[-2:] == [")", "("] or between[:1] == ["("]:
            return False
        if between == [")"]:
            return False
        marks = "+" if self.verbs or self.has("and") else "+,"
        if self.parts and any(mark in between and sum(x.low == mark for x in self.items) == 1 for mark in marks):
            return sum(item.kind == "character" for item in self.items) <= 2  # *Titan Ogre + Angel Centaur* are halves
        return not (between[:1] and between[0] in (",", ")") and between[-1] == "(")

    def _held_in(self, i: int) -> bool:
        """Whether it is said in whose Legion somebody is."""
        return self.low(i - 1) in ("in", "of") and i + 1 < len(self.items) and self.items[i + 1].kind == "stack"

    def _keeps(self, one: Legion, i: int) -> bool:
        """Whether *my* only goes on with what is said of my Legion."""
        return not one.names or self.low(i - 1) in (*_HELD_TOGETHER, "with")

    @property
    def parts(self) -> bool:
        """Whether a Legion is split."""
        return self.verb("split") is not None or (self.value("turn") == 1 and self.verb("muster") is None)

    def _again(self, known: Sequence[Legion], cue: str | None) -> Legion | None:
        """The Legion named before that *the Legion* or *my Legion* means."""
        alike = [x for x in known if x.cue == cue or (cue is None and x.cue != "theirs")]
        return alike[-1] if alike else None

    def _is_part(self, i: int) -> bool:
        """Whether *one Legion*, *the other Legion* is a part of a split."""
        return self.parts and (self.verb("split") is not None or self.low(i - 1) in ("other", "another", "1", "new"))

    def _is_place(self, i: int) -> bool:
        """Whether a land is one where a Legion stands: *in 105*, *Bk01 105*, *(105)*."""
        before = self.low(i - 1)
        if self.items[i - 1].kind == "terrain" or before in ("(", "=", ":", "land"):
            before = self.low(i - 2)
        return before in _AT or before == "from" or self.items[i - 1].kind in ("marker", "stack")

    def _goes_before(self, i: int) -> bool:
        """Whether somebody goes, in the sentence of an item and before it."""
        goes = (j for j, family in self.verbs if family in ("move", "enter", "teleport", "strike"))
        return any(j < i and j in self.sentence_of(i) for j in goes)

    def start_and_end(self, mover: Legion | None = None) -> tuple[int | None, int | None]:
        """From which land to which somebody goes."""
        start = end = None
        told = False
        taken = {x.land for x in self.legions if x is not mover and x.land is not None}
        for i, land in self.lands:
            before = next((x.low for x in reversed(self.items[:i]) if x.low not in ("(", "=", ":", "[")), "")
            arrow = before in ("-", ">") and i > 1
            terrain = before and self.items[i - 1].kind == "terrain" and i > 1 and self.items[i - 2].low in TO
            if before in TO and end not in (None, land):
                return start, None  # two goals are two actions
            if before in TO or arrow or terrain:
                end, told = land, before in TO
            elif land in taken or i in self.passed:
                continue
            elif before in _FROM or start is None:
                start = land
            elif not told and (before not in _AT or self._goes_before(i)):
                end = land
        return start, end


def _without_repeated(legions: list[Legion]) -> list[Legion]:
    """The Legions without a Titan that was named alone before its whole Legion."""
    if len(legions) > 1 and legions[0].size == 1 and TITAN in legions[0].names and TITAN in legions[1].names:
        first, second, *rest = legions
        second.land, second.marker = second.land or first.land, second.marker or first.marker
        return [second, *rest]
    return legions


def color_of(one: Legion) -> str | None:
    """The colour of a Legion's marker, or the one that was named."""
    letters = current().markers.letters
    if one.marker is not None:
        return next((str(name) for name, two in letters.items() if two == one.marker[:2]), None)
    return one.cue if one.cue in letters else None
