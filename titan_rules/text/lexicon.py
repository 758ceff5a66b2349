"""What a token can be in the current box: a name, a land, a verb, a number, or one of the small words of the forms.

The words are data (``data/words.json``); the box adds its names. Whatever is not here is a word without a use, and
refuses the text.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import lru_cache

from attrs import frozen

from ..box.current_box import current
from ..box.hexes import HEX_NUMBER
from ..box.value import Box
from ..digest.glossary import glossary
from ..kernel.jsontext import LONGEST_NUMBER, data_file
from ..kernel.names import ABBREVIATION, one_slip, unaccented
from ..kernel.words import NUMBER_WORDS

_DATA = data_file(__file__, "words.json")

LAND_LETTERS: Mapping[str, str] = _DATA["letters of terrains"]
"""The letters before a land's number: ``P105``."""


class Kind(Enum):
    """What a word is. The first are names of the box, numbers and deeds; the rest are ``data/words.json``."""

    __hash__ = object.__hash__  # each word is looked up by its kind: an Enum's own hash is four times as slow

    NAME = auto()  # a character; the value is its name
    TERRAIN = auto()
    HAZARD = auto()
    COLOUR = auto()
    PLAYER = auto()  # a player of the game by name; the value is what the caller gave
    HEX = auto()  # D3
    MARKER = auto()  # Bk02
    LAND = auto()  # P105; the value is its number
    NUMBER = auto()
    ORDINAL = auto()
    QUOTED = auto()
    DEED = auto()  # the value is a Deed
    AT = auto()
    TO = auto()
    FROM = auto()
    WITH = auto()
    USING = auto()
    OF = auto()
    FOR = auto()
    BY = auto()
    OVER = auto()
    AND = auto()
    VERSUS = auto()
    HAVE = auto()
    TURN = auto()
    PHASE = auto()
    PHASE_NAME = auto()
    BATTLE = auto()
    SPACE = auto()
    LEGION = auto()
    PIECES = auto()
    HEIGHT = auto()
    HIGH = auto()
    SCORE = auto()
    POINTS = auto()
    POWER = auto()
    ROLL = auto()
    DICE = auto()
    NEED = auto()
    CARRY = auto()
    REST = auto()
    DEAD = auto()
    OFF = auto()
    AWAY = auto()
    BACK = auto()
    ALREADY = auto()
    NEXT_TO = auto()
    TIMES = auto()
    HERE = auto()
    WANT = auto()
    WHERE = auto()
    EMPTY = auto()
    ALL = auto()
    NOTHING = auto()
    REVEAL = auto()
    DECLARE = auto()
    INSTEAD = auto()
    SLASH = auto()
    BAR = auto()
    COLON = auto()
    COMMA = auto()  # and brackets
    STOP = auto()
    ASKED = auto()
    DASH = auto()
    EQUALS = auto()
    OWNER = auto()  # my: mine, his: theirs; Ann's: Ann
    PERSON = auto()  # I: mine, he: theirs, it: it
    ROLE = auto()  # attacker, defender
    SIDE = auto()
    HOW = auto()
    HITS = auto()
    FLAG = auto()
    IDLE = auto()  # no role
    UNKNOWN = auto()  # no meaning


class Deed(Enum):
    """What is done, whatever the verb."""

    STRIKE = auto()
    SHOOT = auto()
    MOVE = auto()
    ENTER = auto()
    MUSTER = auto()
    SPLIT = auto()
    JOIN = auto()
    TELEPORT = auto()
    MULLIGAN = auto()
    ENGAGE = auto()
    FLEE = auto()
    STAND = auto()
    PROPOSE = auto()
    ACCEPT = auto()
    NO_MORE = auto()
    ATTEMPT = auto()
    CONCEDE = auto()
    FIGHT = auto()
    SUMMON = auto()
    NO_SUMMON = auto()
    REINFORCE = auto()
    NO_REINFORCE = auto()
    ACQUIRE = auto()
    WITHDRAW = auto()
    TAKE_COLOR = auto()
    TOWER = auto()
    END = auto()


@frozen
class Meaning:
    """What a word is, and what it stands for."""

    kind: Kind
    value: object = None


def verb_forms(verb: str) -> tuple[str, ...]:
    """A regular verb's forms.

    >>> verb_forms("strike"), verb_forms("split")[-1], verb_forms("carry")[1:3]
    (('strike', 'strikes', 'striked', 'striking'), 'splitting', ('carries', 'carried'))
    """
    if verb[-1] == "y" and verb[-2] not in "aeou":
        return verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"
    third = verb + ("es" if verb.endswith(("ch", "sh", "go", "ss")) else "s")
    if verb[-1] == "e":
        return verb, third, verb + "d", (verb if verb[-2] == "e" else verb[:-1]) + "ing"
    short = len(verb) < 6 and verb[-1] in "tpnbg" and verb[-2] in "aiou" and verb[-3] not in "aeou"
    stem = verb + (verb[-1] if short else "")
    return verb, third, stem + "ed", stem + "ing"


_PHASES = {
    Deed.STRIKE: "strike", Deed.MOVE: "movement", Deed.SPLIT: "commencement", Deed.ENGAGE: "engagement",
    Deed.MUSTER: "enlistment",
}  # fmt: skip


def phase_named(value: object, *, fought: bool = False) -> str | None:
    """The phase that a deed or the name of a phase stands for; None: it stands for none.

    >>> phase_named(Deed.MOVE), phase_named(Deed.MOVE, fought=True), phase_named("strikeback"), phase_named(Deed.FLEE)
    ('movement', 'maneuver', 'strikeback', None)
    """
    phase = _PHASES.get(value) if isinstance(value, Deed) else str(value)
    return "maneuver" if fought and phase == "movement" else phase


def _closed_words() -> dict[str, Meaning]:
    """Every word that no box adds; a word listed twice keeps its first meaning."""
    found: dict[str, Meaning] = {}
    for kind, values in _DATA["valued"].items():
        for value, words in values.items():
            found |= {word: Meaning(Kind[kind], value) for word in words.split()}
    for kind, words in _DATA["closed"].items():
        for word in words.split():
            found.setdefault(word, Meaning(Kind[kind]))
    for name, listed in _DATA["deeds"].items():
        forms = [form for verb in listed.get("verbs", "").split() for form in verb_forms(verb)]
        for word in [*listed.get("forms", "").split(), *forms]:
            found.setdefault(word, Meaning(Kind.DEED, Deed[name]))
    found |= {word: Meaning(Kind.NUMBER, number) for word, number in {**NUMBER_WORDS, "hundred": 100}.items()}
    found |= {word: Meaning(Kind.ORDINAL, n) for n, word in enumerate(_DATA["ordinals"].split(), 1)}
    return found


CLOSED: Mapping[str, Meaning] = _closed_words()
"""The words of the forms, whatever the box."""
PAIRS: Mapping[str, str] = _DATA["pairs"]
"""Two words that mean what one does."""
MEANT_NOW: Mapping[str, tuple[str, ...]] = {
    text: tuple(kinds.split()) for kinds, texts in _DATA["meant now"] for text in texts
}
"""The kinds of action that a few words mean where one of them is to be chosen; the first legal one is meant."""
ASKING = frozenset(_DATA["asking"].split())
"""Words that begin a question."""
LIGHT_VERBS = frozenset(_DATA["light verbs"].split())
"""Verbs that say nothing before *to* and another deed: *I get to strike*."""
ODDS = frozenset(_DATA["odds"].split())
"""Words that ask for the odds of a strike."""
ABOUT_ODDS = frozenset(_DATA["about odds"].split())
"""Words around the strike whose odds are asked for."""
NEVER_SPELLED = frozenset(_DATA["never spelled"].split())
"""English words near a name or a verb that are no slip of the pen."""
_LETTERS = frozenset(letters.lower() for letters in LAND_LETTERS.values())
_ENDINGS = (("s", ""), ("es", ""), ("ies", "y"), ("ae", "a"), ("i", "us"), ("men", "man"))
_DIGITS = "0123456789"
_LONG_ENOUGH = 5  # letters of a word that may have a wrong one


class Lexicon:
    """The words of a box; see :func:`lexicon`."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self.names = {name.lower(): name for name in box.character_names.names}
        self._hazards = {name.lower(): name for name in (*box.hazards, *box.hexsides)}
        self._terrains = {name.lower(): name for name in box.terrain_names.names}
        self._colours = {colour.lower(): str(colour) for colour in box.markers.letters}
        self._lands = {(LAND_LETTERS.get(box.terrain_of(box.land(n)), "") + str(n)).lower(): n
                       for n in box.masterboard.lands}  # fmt: skip
        self._japanese = {unaccented(ja).lower(): meaning for ja, meaning in self._translations()}
        self.coloured = {
            (str(box.markers.color_of(marker)), picture.lower()): Meaning(Kind.MARKER, str(marker))
            for marker, picture in box.markers.pictures.items()
        }
        """Legion Markers by colour and picture."""
        self.pictures = {low: meaning for (_, low), meaning in self.coloured.items() if not self._is_a_word(low)}
        """Legion Markers by their picture alone, unless it is a word of its own, as Lion and River are."""
        self.meaning = lru_cache(1 << 13)(self._meaning)

    def code(self, text: str) -> Meaning | None:
        """What digits mean, or letters with digits behind them, as a whole: a hex, a marker, a name or a land."""
        low = text.lower()
        letters = low.rstrip(_DIGITS)
        digits = low[len(letters) :]
        if not letters:
            large = len(digits) > LONGEST_NUMBER
            return Meaning(Kind.UNKNOWN, "is too large a number") if large else Meaning(Kind.NUMBER, int(digits))
        if low.upper() in HEX_NUMBER:
            return Meaning(Kind.HEX, low.upper())
        markers = self.box.markers
        colour = next((two for two in markers.letters.values() if two.lower() == letters), None)
        if colour is not None and len(digits) <= 2:
            return Meaning(Kind.MARKER, f"{colour}{int(digits):02d}")
        return self._numbered(letters, digits) or self.land(text)

    def _meaning(self, low: str) -> Meaning | None:
        """What a word in lower case means; None: nothing.

        >>> lexicon().meaning("ogres").value, lexicon().meaning("gargoyl").value, lexicon().meaning("other")
        ('Ogre', 'Gargoyle', None)
        """
        exact = self._named(low)
        if exact is not None:
            return exact
        if low in CLOSED:
            return CLOSED[low]
        if low in NEVER_SPELLED:
            return None
        if low in self._japanese:
            return self._japanese[low]
        return self.abbreviated(low) or self._misspelt(low)

    def _is_a_word(self, low: str) -> bool:
        return low in CLOSED or self._named(low) is not None or self.abbreviated(low) is not None

    def _translations(self) -> Iterator[tuple[str, Meaning]]:
        """The glossary's Japanese for words that have a meaning: names, terrains, hazards, deeds."""
        for english, japanese in glossary().items():
            meaning = self._named(english.lower()) or CLOSED.get(english.lower())
            if meaning is not None:
                yield japanese, meaning

    def _named(self, low: str) -> Meaning | None:
        """A name in full, in the singular or plural."""
        stems = [low, *(low.removesuffix(old) + new for old, new in _ENDINGS if low.endswith(old) and len(low) > 3)]
        for stem in stems:
            if stem in self.names:
                return Meaning(Kind.NAME, self.names[stem])
        for stem in (*stems, low + "s"):
            if stem in self._terrains:
                return Meaning(Kind.TERRAIN, self._terrains[stem])
            if stem in self._hazards:
                return Meaning(Kind.HAZARD, self._hazards[stem])
        return Meaning(Kind.COLOUR, self._colours[low]) if low in self._colours else None

    def abbreviated(self, low: str) -> Meaning | None:
        """A name of which three letters or more are given, where only one fits; a name before a colour or terrain."""
        if len(low) < ABBREVIATION:
            return None
        for kind, names in ((Kind.NAME, self.names), (Kind.TERRAIN, self._terrains), (Kind.COLOUR, self._colours)):
            fits = [name for form, name in names.items() if form.startswith(low)]
            if len(fits) == 1:
                return Meaning(kind, fits[0])
            if fits:
                return None
        return None

    def _misspelt(self, low: str) -> Meaning | None:
        """The only word that a word of five letters or more is by one slip; only a name may have a wrong letter.

        Verbs are too near to other words for that: *coins* is not *joins*, and *peace* is not *place*.
        """
        if len(low) < _LONG_ENOUGH or not low.isalpha():
            return None
        near = {meaning for word, meaning in self._spelled.items()
                if one_slip(low, word, wrong_letter=meaning.kind is not Kind.DEED)}  # fmt: skip
        return near.pop() if len(near) == 1 else None

    @property
    def _spelled(self) -> dict[str, Meaning]:
        """The words that a misspelt one may be: verbs, terrains, names and their plurals."""
        deeds = {word: meaning for word, meaning in CLOSED.items() if meaning.kind is Kind.DEED and len(word) > 4}
        names = {form: Meaning(Kind.NAME, name) for low, name in self.names.items() for form in (low, low + "s")}
        return deeds | {low: Meaning(Kind.TERRAIN, name) for low, name in self._terrains.items()} | names

    def _numbered(self, letters: str, digits: str) -> Meaning | None:
        """A name with digits, also shortened before them: ``Balrog100``, ``Bal100``."""
        if letters + digits in self.names:
            return Meaning(Kind.NAME, self.names[letters + digits])
        fits = [form for form in self.names if form.startswith(letters) and form.endswith(digits)]
        return Meaning(Kind.NAME, self.names[fits[0]]) if len(fits) == 1 and len(letters) >= ABBREVIATION else None

    def land(self, text: str) -> Meaning | None:
        """A land with the letters of its terrain: ``P105``; with a capital and the wrong letters, why it is none."""
        letters = text.rstrip(_DIGITS)
        if text.lower() in self._lands:
            return Meaning(Kind.LAND, self._lands[text.lower()])
        if letters.lower() not in _LETTERS or not text[0].isupper():
            return None
        number, lands = int(text[len(letters) :][:LONGEST_NUMBER]), self.box.masterboard.lands
        there = f"land {number} is {lands[number].terrain}" if number in lands else f"there is no land {number}"
        return Meaning(Kind.UNKNOWN, f"is no hex, and {there}" if len(text) == 2 else f"is wrong: {there}")


@lru_cache(32)
def _lexicon_of(box: Box) -> Lexicon:
    return Lexicon(box)


def lexicon() -> Lexicon:
    """The lexicon of the current box."""
    return _lexicon_of(current())
