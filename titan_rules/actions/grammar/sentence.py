"""A text as a sentence: each word with what it is, little words left out."""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from attrs import define

from ...box.hexes import hex_names
from ...box.names import CharacterName, Hex, LandNo, Marker
from ...box.reading import current
from ...box.vocabulary import LITTLE, LONGEST_TEXT, any_of, in_words, is_hex, nearest_word, words_of
from ...kernel.errors import ActionError, Fault, UnknownName
from ...kernel.jsontext import LONGEST_NUMBER
from ...kernel.names import shortened
from ...kernel.words import MOST_OF_A_KIND, Word

if TYPE_CHECKING:
    from ...box import Box

POSITION_NEEDED = "position-needed"
"""The code of the fault of a text that only a position makes clear."""

VERBS: dict[str, frozenset[str]] = {
    "strike": any_of(
        "claw claws maul mauls gore gores tear tears slash slashes crush crushes swipe swipes pound pounds"
        " strike strikes struck striking attack attacks attacked attacking hit hits hitting smite smites beat"
        " beats bash bashes slay slays kill kills punch bite bites swing swings fight fights fighting fought str"
        " stk charge charges vs versus assault assaults smash smashes whack whacks stab stabs engages strikeback"
        " strikebacks"
    ),
    "shoot": any_of(
        "rangestrike rangestrikes rangestriking rangestruck range-strike range-strikes shoot shoots shooting shot"
        " fire fires firing breathe breathes spit spits hurl hurls snipe snipes rs zap zaps missile missiles"
    ),
    "move": any_of(
        "disengage disengages swoop swoops dash dashes sprint sprints crawl crawls dive dives glide glides climb climbs"
        " move moves moved moving go goes going walk walks walking run runs running step steps fly flies flying"
        " flew march marches advance advances hop hops come comes travel travels jump jumps drives ride rides"
        " maneuver maneuvers maneuvering manoeuvre manoeuvres proceed proceeds head heads shift shifts slide"
        " slides mv reach reaches leap leaps"
    ),
    "enter": any_of("enter enters entering entered place places placed deploy deploys arrive arrives"),
    "muster": any_of(
        "muster musters mustering mustered recruit recruits recruiting recruited get gets take takes taking buy"
        " buys raise raises gain gains become becomes make makes enlist enlists add adds upgrade upgrades pick"
        " picks choose give gives yield yields produce produces"
    ),
    "split": any_of("split splits splitting divide divides separate separates detach detaches peel peels leave leaves"),
    "join": any_of("join joins joining merge merges recombine recombines rejoin rejoins combine combines unite unites"),
    "teleport": any_of("teleport teleports teleporting teleported tele port ports tt beam beams"),
    "roll": any_of("roll rolls rolled rolling throw throws threw thrown"),
    "mulligan": any_of("mulligan mulligans reroll rerolls re-roll re-rolls"),
    "engage": any_of("engage resolve resolves"),
    "flee": any_of("flee flees fled fleeing escape escapes"),
    "stand": any_of("stand stands stay stays standing"),
    "propose": any_of("propose proposes proposed offer offers suggest suggests"),
    "accept": any_of("accept accepts accepted agree agrees"),
    "attempt": any_of("attempt attempts attempted"),
    "concede": any_of("concede concedes conceded surrender surrenders resign resigns concession"),
    "summon": any_of("summon summons summoning summoned call calls"),
    "reinforce": any_of("reinforce reinforces reinforced reinforcing reinforcement"),
    "acquire": any_of("acquire acquires acquired acquiring"),
    "withdraw": any_of("withdraw withdraws withdrew withdrawn quit quits"),
    "end": any_of("end ends ended ending done finish finishes finished pass passes stop stops over"),
    "carry": any_of("carry carries carried carrying carryover"),
    "reveal": any_of("reveal reveals revealing show shows showing shown"),
    "declare": any_of("declare declares declaring declared"),
    "dead": any_of("dead dies slain killed died"),
    "decline": any_of("decline declines declined refuse refuses no not don't doesn't never without"),
}
"""Families of verbs: whatever the person and the tense, a word says which kind of action is meant."""
_FAMILY = {word: family for family, words in VERBS.items() for word in words}
PLACING = any_of("to into onto toward towards at in on upon inside")
JOINING = any_of("with from using by of out off as for over past through around beside against and instead at")
OBJECTS = {
    **dict.fromkeys(any_of("splits splitting split commencement"), "splits"),
    **dict.fromkeys(any_of("moves movement moving move"), "moves"),
    **dict.fromkeys(any_of("engagements engagement"), "engagements"),
    **dict.fromkeys(any_of("maneuver maneuvers maneuvering"), "maneuver"),
    **dict.fromkeys(any_of("strikes striking strikebacks strike strikeback"), "strikes"),
    **dict.fromkeys(any_of("turn"), "turn"),
}
SIDES = ("left", "right", "bottom")
HOW = ("normal", "tower-teleport", "titan-teleport")
NOTHING = ("nothing", "nobody", "none")
ALL = ("all", "everything", "everybody")
ROLES = {
    **dict.fromkeys(any_of("attacker attackers attacker's attacking"), "attacker"),
    **dict.fromkeys(any_of("defender defenders defender's defending"), "defender"),
}
MARKS = any_of("- > < / : , + = . ( ) ; x * & @ #")
SPOKEN = any_of(
    "use uses needing needs need board dices back side legion legions character characters phase magic land"
    " hits hit die dice number numbers turn away again up down range it's terrain battle his enemy enemy's own"
    " points point strike-number rolled rolls instead more other others me myself yes group stack piece pieces"
    " creature one's try's result h"
)
"""Words that a reader asks for where they matter, and that say nothing elsewhere."""


def _places(box: "Box") -> frozenset[str]:
    """The names of hazards, which say nothing beside a hex."""
    return frozenset(name.lower() for name in box.hazards)


@define(slots=False)
class Item:
    """A word with what it is.

    :param kind: ``character``, ``hex``, ``marker``, ``land``, ``number``, ``color``, ``role``, ``side``, ``how``,
        ``verb``, ``joining``, ``mark``, ``nothing``, ``all``, ``text`` or ``spoken``.
    :param value: the canonical name, the number, the family.
    """

    kind: str
    value: Any
    word: Word

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.word.lower


class Sentence:
    """What one action is said with.

    :param text: the whole text, for messages.
    :param words: those of it that belong to this action.
    :param here: the characters that can be meant, for initials and what fits several.
    :ivar read_as: how misspelt words are read.
    :ivar hint: what would be understood, for what is not.
    :raises ActionError: a word is not understood, or a quote is not closed.
    """

    def __init__(self, text: str, words: Sequence[Word], here: Collection[CharacterName] = ()) -> None:
        self.text = text
        self.words = list(words)
        self.hint: str | None = None
        self._here = here
        self.items: list[Item] = []
        self.read_as: list[str] = []
        for word in self.words:
            for part in self._parts(word):
                self._classify(part)

    def _parts(self, word: Word) -> list[Word]:
        """``Od2`` as *O* and *d2*, where an Ogre fights."""
        text = word.text
        if self._here and len(text) == 3 and is_hex(text[1:]) and self._initial(text[0].lower()) is not None:
            return [Word(text[0], word.start, word.start + 1), Word(text[1:], word.start + 1, word.end)]
        return [word]

    def _classify(self, word: Word) -> None:
        kind_value = self._kind_of(word)
        if kind_value is not None:
            self.items.append(Item(*kind_value, word))
        elif word.lower not in LITTLE:
            self.items.append(Item("text", word.text, word))

    def _kind_of(self, word: Word) -> tuple[str, object] | None:
        text, low, box = word.text, word.lower, current()
        vocabulary = box.vocabulary
        if word.in_quotes:
            return "text", self.unquoted(word)
        if text.isascii() and text.isdecimal():
            return "number", text
        if text in MARKS or low in MARKS:
            return "mark", low
        if vocabulary.is_marker(text) and not (self._here and low[0] in "abcdef" and is_hex(text[1:])):
            return "marker", text
        if is_hex(text):
            return "hex", hex_names.canonical(text)
        if text.isascii() and text[-1:].isdecimal() and len(text) > 1:
            return "land", text
        color = vocabulary.color(low)
        if color is not None and (low.startswith(color.lower()) or low in vocabulary.colors):
            return "color", color
        name = vocabulary.character(text)
        if name is not None and (low not in _FAMILY or text.lower() == name.lower()):
            return "character", name
        if low in SIDES:
            return "side", low
        if low in HOW:
            return "how", low
        if low in ROLES:
            return "role", ROLES[low]
        if low in _FAMILY:
            return "verb", _FAMILY[low]
        if low in NOTHING:
            return "nothing", low
        if low in ALL:
            return "all", low
        if low in PLACING or low in JOINING:
            return "joining", low
        if color is not None:
            return "color", color
        if low in SPOKEN or low in OBJECTS:
            return "spoken", low
        if low in LITTLE:
            return None
        if vocabulary.terrain(text) is not None or low in _places(box):
            return "spoken", low
        return self._initial(low) or self._misspelt(low)

    def _initial(self, low: str) -> tuple[str, object] | None:
        fits = {name for name in self._here if name.lower().startswith(low)}
        return ("character", fits.pop()) if len(fits) == 1 else None

    def _misspelt(self, low: str) -> tuple[str, object] | None:
        name = current().vocabulary.misspelt(low)
        if name is not None:
            self.read_as.append(f"{shortened(low, 40)} is read as {name}")
            return "character", name
        near = nearest_word(low, _FAMILY)
        if near is None:
            return None
        self.read_as.append(f"{shortened(low, 40)} is read as {near}")
        return "verb", _FAMILY[near]

    # --- asking ---

    def __len__(self) -> int:
        return len(self.items)

    def kinds(self, *kinds: str) -> list[Item]:
        """The items of some kinds, in order."""
        return [item for item in self.items if item.kind in kinds]

    def drop_passed(self) -> None:
        """Take out who is only passed: *over the Ogre*, *past D3*; hits that are carried over are none."""
        for place in range(len(self.items) - 2, -1, -1):
            passed = self.low(place) in ("over", "past", "through", "around", "beside")
            if passed and self.kind(place + 1) in ("character", "hex") and "carry" not in self.verbs():
                self.take(place, place + 2)

    def lands(self) -> list[Item]:
        """The items that can be lands: no hexes, and no counts of characters."""
        items = self.items
        return [
            item
            for i, item in enumerate(items)
            if item.kind == "land"
            or (item.kind == "number" and self.kind(i + 1) != "character" and self.low(i + 1) != "x")
        ]

    def verbs(self) -> list[str]:
        """The families of the verbs, in order."""
        return [item.value for item in self.items if item.kind == "verb"]

    def has(self, *words: str) -> bool:
        """Whether one of some words is there."""
        return any(item.low in words for item in self.items)

    def where(self, test: Callable[[Item], bool]) -> int | None:
        """The place of the first item of which something holds."""
        return next((i for i, item in enumerate(self.items) if test(item)), None)

    def take(self, first: int, last: int | None = None) -> list[Item]:
        """Take items out."""
        taken = self.items[first : len(self.items) if last is None else last]
        del self.items[first : len(self.items) if last is None else last]
        return taken

    def low(self, place: int) -> str:
        """A word in lower case; empty beyond the ends."""
        return self.items[place].low if 0 <= place < len(self.items) else ""

    def kind(self, place: int) -> str:
        """The kind of an item; empty beyond the ends."""
        return self.items[place].kind if 0 <= place < len(self.items) else ""

    def understood(self, *kinds: str) -> None:
        """Make sure that nothing is left that would say something.

        :param kinds: what else may be left here.
        :raises ActionError: something is.
        """
        for item in self.items:
            if item.kind not in ("verb", "joining", "mark", "spoken", "role", "color", *kinds):
                if item.kind == "text" and current().character_names.fitting(item.word.text):
                    self.unnamed(item.word)
                self.fail(f"{self.shown(item.word)} is not understood", item.word)

    # --- what words stand for ---

    def unquoted(self, word: Word) -> str:
        """What stands in quotes."""
        try:
            said: str = json.loads(word.text, strict=False)
        except ValueError:
            self.fail(f"{self.shown(word)} is not a name in quotes", word)
        return said

    def marker(self, item: Item) -> Marker:
        """A Legion Marker in its canonical spelling."""
        try:
            return current().markers.canonical(item.word.text)
        except UnknownName as e:
            self.fail(e.fault.message, item.word, e.fault.code, e.fault.hint)

    def number(self, item: Item, what: str = "a number") -> int:
        """A whole number."""
        if item.kind != "number":
            self.fail(f"{what} is wanted, not {self.shown(item.word)}", item.word)
        if len(item.word.text) > LONGEST_NUMBER:
            self.fail(f"the number {item.word.text[:12]}... is too large", item.word)
        return int(item.word.text)

    def is_land(self, item: Item) -> bool:
        """Whether a word can be a land."""
        return item.kind in ("number", "land", "hex")

    def land(self, item: Item, letters: dict[str, str]) -> LandNo:
        """A land's number; the letters of its terrain before it must be right.

        :param letters: by terrain.
        """
        text = item.word.text
        said = text.rstrip("0123456789")
        digits = text[len(said) :]
        if not self.is_land(item) or not digits:
            self.fail(f"a land is wanted, not {self.shown(item.word)}", item.word)
        try:
            number = current().land(int(digits[:LONGEST_NUMBER]))
        except UnknownName as e:
            self.fail(shortened(e.fault.message), item.word, e.fault.code, e.fault.hint)
        terrain = current().masterboard.lands[number].terrain
        right = letters.get(terrain, "")
        if said and said.lower() != right.lower():
            self.fail(f"land {number} is {terrain}", item.word, "wrong-terrain", f"write {right}{number} or {number}")
        return number

    def hex(self, item: Item) -> Hex:
        """The label of a hex."""
        try:
            return Hex(hex_names.canonical(item.word.text))
        except UnknownName as e:
            self.fail(e.fault.message, item.word, e.fault.code, e.fault.hint)

    def characters(self, items: Iterable[Item]) -> tuple[CharacterName, ...]:
        """Characters with their counts: ``2 Ogre``, ``2xOgre``, ``Ogre x2``, ``Ogre Ogre``."""
        found: list[CharacterName] = []
        count: Item | None = None
        times = False
        for item in items:
            if item.kind == "number" and times and found and count is None:
                found += [found[-1]] * (self._count(item) - 1)
            elif item.kind == "number":
                if count is not None:
                    self.fail(f"{self.shown(item.word)} is not understood", item.word)
                count = item
            elif item.kind == "character":
                found += [item.value] * (1 if count is None else self._count(count))
                count = None
            elif item.kind == "land" and item.low[0] == "x" and found:
                digits = Word(item.word.text[1:], item.word.start + 1, item.word.end)
                found += [found[-1]] * (self._count(Item("number", digits.text, digits)) - 1)
            elif item.kind in ("text", "hex", "land", "marker", "side"):
                self.unnamed(item.word)
            times = item.low in ("x", "*") and count is None
        if count is not None:
            self.fail(f"{count.word.text} of what?", count.word)
        return tuple(found)

    def _count(self, item: Item) -> int:
        count = self.number(item)
        if not 1 <= count <= MOST_OF_A_KIND:
            self.fail(f"{count} of a kind are not possible", item.word)
        return count

    # --- refusing ---

    def unnamed(self, word: Word) -> NoReturn:
        """Tell that a word is no character.

        :raises ActionError: always.
        """
        fault = current().character_names.fault(word.text)
        if not word.text.isascii():
            fault = Fault("bad-notation", f"{self.shown(word)} is not a name of the game")
        self.fail(shortened(fault.message, 80), word, fault.code, fault.hint)

    def fail(
        self, message: str, word: Word | None = None, code: str = "bad-notation", hint: str | None = None
    ) -> NoReturn:
        """Tell what is wrong, at a word.

        :raises ActionError: always.
        """
        place = (word.start, word.end) if word else (len(self.text), len(self.text))
        raise ActionError(Fault(code, message, hint=hint or self.hint), self.text, place)

    def shown(self, word: Word) -> str:
        """A word as it is quoted in a message."""
        return repr(shortened(word.text, 40))


def sentence_words(text: str) -> list[Word]:
    """The words of a text.

    :raises ActionError: a quote is not closed.
    """
    if len(text) > LONGEST_TEXT:
        message = f"an action is said in at most {LONGEST_TEXT:,} characters, not {len(text):,}"
        raise ActionError(Fault("too-long", message), text[:100], (0, 100))
    words = words_of(text)
    if words and words[-1].opens_quote:
        fault = Fault("bad-notation", f"the quote is not closed: {shortened(text[words[-1].start :], 30)}")
        raise ActionError(fault, text, (words[-1].start, len(text)))
    words = in_words(words)
    if len(words) > 2 and words[0].text.isdecimal() and words[1].text == "." and words[1].start == words[0].end:
        words = words[2:]  # the number of a move: *1. d2-d4*
    return words
