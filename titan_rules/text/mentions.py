"""Words as slots and mentions: what is said once (a turn, a roll, dice), and who, where and what, each with its link.

A *link* is the little word before a mention: *with* my ogre, *to* D4, *from* 105. What a mention is to the deed is
looked up by the deed and the link (``actions``); no word order is parsed. A word that no slot and no mention takes
refuses the text.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum, auto
from typing import TypeAlias

from attrs import define, field

from ..box.characters import TITAN
from ..kernel.jsontext import data_file
from .lexicon import LIGHT_VERBS, Deed, Kind, lexicon, phase_named
from .refusal import Unread
from .words import OF_A_KIND, Word, refused_unknown

N = Kind.NUMBER


class Slot(Enum):
    """What a text says at most once."""

    TERRAIN = auto()
    TURN = auto()
    PHASE = auto()
    """maneuver, strike, strikeback, movement ...; ``turn`` if only whose turn it is was said."""
    PHASE_OWNER = auto()
    ROLL = auto()
    """The Movement Roll."""
    SCORE = auto()
    ENTRY_SIDE = auto()
    HOW = auto()
    """tower-teleport, titan-teleport, normal."""
    DICE = auto()
    DICE_COUNT = auto()
    STRIKE_NUMBER = auto()
    """One with a penalty, which is chosen."""
    NEEDED = auto()
    """The Strike-number that is said to be needed, which is checked."""
    FIRST_ROLL = auto()
    CLAIMED_HITS = auto()


class What(Enum):
    """What a mention is."""

    SOMEBODY = auto()
    """A character, or several of a kind; the value is the name, ``all`` or ``nothing``."""
    PLACE = auto()
    """A hex (a string), or a land with its letters (an int)."""
    NUMBER = auto()
    """A bare number on the Masterboard: a land, or how many."""
    LEGION = auto()
    """The value is its marker, or None."""
    PERSON = auto()
    """Who acts, or *him*: a colour, a role, a name, ``mine``, ``theirs``."""
    IT = auto()
    DEED = auto()
    PARTED = auto()
    """A slash, *versus*: two sides."""
    HEIGHT = auto()


@define(eq=False)
class Mention:
    """Somebody, a place, a deed, a person or a Legion.

    :param link: the kind of the word before it (AT, TO, FROM, WITH, OVER, REVEAL ...).
    :param owner: whose it is: ``mine``, ``theirs``, ``attacker``, ``defender``, a colour or a person's name.
    :param likely_owner: whose it is if nothing else is said, from the list in which it stands.
    :param joined: *and* stands before it; :param clause: the sentence in which it stands, from 0.
    :param subject: of a deed: the mention right before it.
    :param carry: it takes hits carried over, so many; 0: the rest of them, or not said.
    :param state: a word that says what only a position takes: its score, or a flag.
    :param plural: several, unsaid how many.
    :param passive: of a deed: it is done to its subject, *is hit*.
    :param ends: of the deed *end*: the phase that ends, or ``turn``.
    :param first, last: its own words: ``words[first:last]``.
    """

    what: What
    word: Word
    value: object = None
    link: Kind | None = None
    owner: str | None = None
    likely_owner: str | None = None
    joined: bool = False
    clause: int = 0
    subject: "Mention | None" = None
    carry: int | None = None
    declared: bool = False
    count: int = 1
    hexes: list[str] = field(factory=list)
    hits: int = 0
    off: bool = False
    state: Word | None = None
    plural: bool = False
    passive: bool = False
    ends: str | None = None
    first: int = 0
    last: int = 0

    @property
    def number(self) -> int:
        """The value of a land, a number or a height."""
        return int(str(self.value))


@define
class Mentions:
    """What a text says.

    :param claims: words that say something about the result or the place, to be checked by whoever takes them.
    :param spans: the words of each slot, from and to.
    """

    slots: dict[Slot, object] = field(factory=dict)
    mentions: list[Mention] = field(factory=list)
    claims: list[Word] = field(factory=list)
    spans: dict[Slot, tuple[int, int]] = field(factory=dict)

    def of(self, *kinds: What) -> list[Mention]:
        """The mentions of some kinds, in order."""
        return [mention for mention in self.mentions if mention.what in kinds]

    @property
    def deeds(self) -> list[Mention]:
        """What is done."""
        return self.of(What.DEED)


Pattern: TypeAlias = tuple[Slot | What, tuple[Kind, ...]]


def _phrases(fought: bool) -> Mapping[Kind, Sequence[Pattern]]:
    """What is said in a few words in a battle, or on the board, by the kind of its first word; the longest first."""
    found: dict[Kind, list[Pattern]] = {}
    data = data_file(__file__, "words.json")["phrases"]
    for name, patterns in {**data["both"], **data["battle" if fought else "board"]}.items():
        for pattern in patterns:
            kinds = tuple([Kind[kind] for kind in pattern.split()])
            found.setdefault(kinds[0], []).append((What.HEIGHT if name == "HEIGHT" else Slot[name], kinds))
    return {kind: sorted(patterns, key=lambda each: -len(each[1])) for kind, patterns in found.items()}


_PHRASES = {fought: _phrases(fought) for fought in (True, False)}
_LINKS = (Kind.AT, Kind.TO, Kind.FROM, Kind.WITH, Kind.USING, Kind.BY, Kind.OVER, Kind.REVEAL, Kind.OF, Kind.FOR)
_BEFORE_PHRASES = (Kind.AT, Kind.WITH, Kind.FOR, Kind.OF)
"""Links before what is said in a few words: *on turn 2*."""
_BEFORE_DETAILS = (Kind.AT, Kind.COMMA, Kind.HAVE, Kind.WITH)
_OF_LISTS = (Kind.WITH, Kind.REVEAL, Kind.USING)
"""Links that hold for a whole list: *with Centaur Centaur*."""
_OWNED = (What.SOMEBODY, What.LEGION)
_VALUED = (N, Kind.ORDINAL, Kind.SIDE, Kind.HOW)
_BE = frozenset({"is", "are", "was", "were", "am", "be", "been"})
_PRONOUNS = ("mine", "theirs", "it")
_CLAIMS = (Kind.NEXT_TO, Kind.HAZARD, Kind.BACK, Kind.DEAD, Kind.AWAY, Kind.OFF, Kind.ALREADY, Kind.EMPTY, Kind.PIECES)


def mentions_of(said: Sequence[Word], fought: bool) -> Mentions:
    """The slots and mentions of a text.

    :param fought: it is about a battle, where places are hexes.
    :raises Unread: a word has no use; ``read`` is what was read before it.

    >>> from .words import words
    >>> read = mentions_of(words("Plains, turn 3: my ogre d3 hits his lion on d4 with 665421"), True)
    >>> read.slots[Slot.TURN], read.slots[Slot.DICE]
    (3, (6, 6, 5, 4, 2, 1))
    >>> [(mention.what.name, mention.value, mention.owner, mention.hexes) for mention in read.mentions]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('SOMEBODY', 'Ogre', 'mine', ['D3']), ('DEED', <Deed.STRIKE: 1>, None, []),
     ('SOMEBODY', 'Lion', 'theirs', ['D4'])]
    """
    reader = _MentionReader(said, fought)
    try:
        reader.read()
    except Unread as e:
        refusal = refused_unknown(said) or e
        refusal.read = reader.found
        raise refusal from None
    return reader.found


def _is_dice(digits: str) -> bool:
    """Whether digits are a die, even an impossible one, or dice in one word."""
    return len(digits) == 1 or set(digits) <= set("123456")


class _MentionReader:
    """Reads words from left to right."""

    def __init__(self, said: Sequence[Word], fought: bool) -> None:
        self._said, self._fought, self._place = said, fought, 0
        self.found = Mentions()
        self._link: Word | None = None
        self._joined = self._listing = self._carrying = self._declaring = self._had = False
        self._amount: Word | None = None
        """How many hits are carried over, or *the rest*, if nobody is said yet to take them."""
        self._clause = 0
        self._holder: Word | None = None
        """An owner that was named, and owns nothing yet."""
        self._title: str | None = None
        """Whose list this is: *Attacker: Ogre D3, Troll E2*."""
        self._touch: Mention | None = None
        """The mention right before the next word."""

    def read(self) -> None:
        while self._place < len(self._said):
            start, mentions, slots = self._place, len(self.found.mentions), len(self.found.slots)
            self._step(self._peek())
            for mention in self.found.mentions[mentions:]:
                mention.first, mention.last = start, self._place
            for slot in [*self.found.slots][slots:]:
                self.found.spans[slot] = start, self._place
        self._ends()

    def _step(self, word: Word) -> None:
        """Take what begins here."""
        if self._names_a_phase():
            self._phase(self._next())
        elif not (self._phrase() or self._teleports() or self._group()):
            handler = _HANDLERS.get(word.kind)
            if handler is None:
                raise Unread(word.token)
            handler(self, self._next())

    # --- the words ---

    def _kind(self, ahead: int = 0) -> Kind | None:
        place = self._place + ahead
        return self._said[place].kind if 0 <= place < len(self._said) else None

    def _peek(self, ahead: int = 0) -> Word:
        return self._said[self._place + ahead]

    def _next(self) -> Word:
        self._place += 1
        return self._said[self._place - 1]

    def _accept(self, *kinds: Kind) -> Word | None:
        return self._next() if self._kind() in kinds else None

    def _put(self, slot: Slot, value: object, word: Word) -> None:
        """Something that is said once."""
        if self.found.slots.setdefault(slot, value) != value:
            raise Unread(word.token, f"is a second {slot.name.lower().replace('_', ' ')}")

    def _mention(self, what: What, word: Word, value: object) -> Mention:
        """A new mention, with the link and the owner that wait for it."""
        mention = Mention(what, word, value, self._link.kind if self._link else None, joined=self._joined)
        mention.clause, mention.declared = self._clause, self._declaring and what is not What.DEED
        if what in _OWNED:
            mention.owner = self._owner() or self._title
        if self.found.mentions:
            self._goes_on(mention, self.found.mentions[-1])
        if self._carrying and what in (What.SOMEBODY, What.PLACE):
            mention.carry = 0 if self._amount is None or self._amount.kind is Kind.REST else self._amount.number
            self._amount = None
        self.found.mentions.append(mention)
        self._touch, self._link, self._joined, self._listing = mention, None, False, False
        return mention

    def _goes_on(self, mention: Mention, last: Mention) -> None:
        """In a list, a mention has the link and the owner of the one before it: *with a Centaur and a Lion*."""
        listed = self._listing or self._joined
        near = last is self._touch
        if mention.what in _OWNED and (listed or near):
            mention.likely_owner = last.owner or last.likely_owner
        same = last.what is mention.what is not What.PLACE and not last.hexes
        if mention.link is None and same and (listed or (near and last.link in _OF_LISTS)):
            mention.link = last.link

    def _owner(self) -> str | None:
        """The owner that waits for a mention."""
        holder, self._holder = self._holder, None
        if holder is None or (holder.kind is Kind.PERSON and not self._had):
            return None
        return str(holder.value)

    # --- what is said in a few words ---

    def _phrase(self) -> bool:
        """Take the longest phrase that begins here."""
        fits = (each for each in _PHRASES[self._fought].get(self._peek().kind, ()) if self._begins(each[1]))
        what, pattern = next(fits, (None, ()))
        length = len(pattern)
        if what is None or not self._phrase_fits(what, length):
            return False
        word = self._peek()
        value = next((self._peek(n).value for n, kind in enumerate(pattern) if kind in _VALUED), None)
        self._place += length
        if self._link is not None and self._link.kind in _BEFORE_PHRASES:
            self._link = None
        if isinstance(what, What):
            self._link = None
            self._mention(what, word, value)
            return True
        if what is Slot.ROLL and self._holder is not None and self._holder.value == "mine":
            self._holder = None
        self._put(what, value, word)
        return True

    def _begins(self, pattern: Sequence[Kind]) -> bool:
        return all(self._kind(n) is kind for n, kind in enumerate(pattern))

    def _phrase_fits(self, what: Slot | What, length: int) -> bool:
        """Whether the words are not better read otherwise."""
        splits = any(deed.value is Deed.SPLIT for deed in self.found.deeds)
        after = self._kind(length)
        if what is What.HEIGHT:
            return after is not Kind.NAME and not (splits and self._kind(-1) not in (Kind.WITH, Kind.LEGION))
        if what is Slot.ROLL:
            return after not in (Kind.NAME, Kind.POINTS)
        if what is Slot.STRIKE_NUMBER and self._kind() is Kind.AT:
            return any(deed.value in (Deed.STRIKE, Deed.SHOOT) for deed in self.found.deeds)
        return not (what is Slot.DICE_COUNT and self._carrying)

    # --- who ---

    def _group(self) -> bool:
        """Take somebody: [count] NAME [hexes] [hits] [score]."""
        start, count, counted = self._place, 1, False
        if self._kind() is N:
            ahead = 1 + (self._kind(1) is Kind.TIMES)
            ahead += self._kind(ahead) is Kind.OF
            if self._kind(ahead) is not Kind.NAME:
                return False
            count, counted = self._peek().number, True
            self._place += ahead
        if self._kind() is not Kind.NAME:
            return False
        word = self._next()
        mention = self._mention(What.SOMEBODY, self._said[start], word.value)
        if self._kind() is Kind.TIMES and self._kind(1) is N:
            self._next()
            count, counted = self._next().number, True
        mention.count = count
        mention.plural = not counted and word.plural
        while self._detail(mention):
            pass
        self._carried(mention)
        return True

    def _teleports(self) -> bool:
        """*Titan teleports*, *by Tower teleport*: a way to move, and what is done if nothing else is."""
        named = self._peek().value in (TITAN, "Tower") and self._kind(1) is Kind.DEED
        linked = self._link is not None and self._link.kind is not Kind.BY
        if not named or self._peek(1).value is not Deed.TELEPORT or self._holder or linked:
            return False
        word = self._next()
        self._put(Slot.HOW, f"{str(word.value).lower()}-teleport", word)
        if self.found.deeds:
            self._next()
            self._link = None
        return True

    def _detail(self, mention: Mention) -> bool:
        """Take what stands behind a name: a hex, hits, a score or a flag; whether there is any."""
        ahead = 0
        while self._kind(ahead) in _BEFORE_DETAILS or (self._kind(ahead) is Kind.AND and mention.hexes):
            ahead += 1
        kind, after = self._kind(ahead), self._kind(ahead + 1)
        opened = ahead > 0 and self._peek(ahead - 1).token.text in "(["
        closed = after is Kind.COMMA and self._peek(ahead + 1).token.text in ")]"
        used = 1
        if kind is Kind.HEX and self._hex_fits(mention, ahead):
            mention.hexes.append(str(self._peek(ahead).value))
        elif kind is N and (after is Kind.HITS or (opened and closed and mention.hexes)):
            mention.hits = self._peek(ahead).number
            used += (after is Kind.HITS) + (self._kind(ahead + 2) is Kind.ALREADY)
        elif {kind, after} in ({Kind.SCORE, N}, {Kind.POINTS, N}) and (self._fought or opened):
            mention.state, used = self._peek(ahead), 2
        elif kind is Kind.OFF and self._fought and after not in (Kind.DASH, Kind.TO):
            mention.off = True
        elif kind is Kind.FLAG:
            mention.state = self._peek(ahead)
        else:
            return False
        self._place += ahead + used
        return True

    def _hex_fits(self, mention: Mention, ahead: int) -> bool:
        """Whether a hex is this character's, not the next one's, nor a goal."""
        return len(mention.hexes) < mention.count and not (ahead and self._kind(ahead + 1) is Kind.NAME)

    @property
    def _strikes(self) -> bool:
        return any(deed.value in (Deed.STRIKE, Deed.SHOOT) for deed in self.found.deeds)

    def _person(self, word: Word) -> None:
        """Whoever owns what follows, or does something."""
        if word.kind is Kind.ROLE and self._holder is not None and self._holder.kind in (Kind.PERSON, Kind.COLOUR):
            raise Unread(word.token, "is not needed: the attacker stands before the slash")
        if word.value == "it":
            self._mention(What.IT, word, "it")
        elif self._kind(-2) is Kind.DEED and (word.kind is Kind.PERSON or self._peek(-2).value is Deed.TAKE_COLOR):
            self._mention(What.PERSON, word, word.value)
        else:
            self._drop_holder()
            self._holder, self._touch, self._had = word, None, False

    def _drop_holder(self) -> None:
        """Forget an owner that owns nothing."""
        holder, self._holder = self._holder, None
        if holder is not None and not (holder.kind is Kind.PERSON and holder.value in _PRONOUNS):
            raise Unread(holder.token, "owns and does nothing here")

    def _legion(self, word: Word) -> None:
        self._mention(What.LEGION, word, word.value if word.kind is Kind.MARKER else None)

    def _everybody(self, word: Word) -> None:
        if word.kind is Kind.NOTHING and self._strikes and self._link is not None and self._link.kind is Kind.WITH:
            self._link = None
            self._put(Slot.DICE, (), word)
            return
        self._mention(What.SOMEBODY, word, "all" if word.kind is Kind.ALL else "nothing")

    # --- where ---

    def _hex(self, word: Word) -> None:
        if not self._fought and word.kind is Kind.HEX:
            word = self._land_like_a_hex(word)
        mention = self._mention(What.PLACE, word, word.value)
        self._carried(mention)

    def _carried(self, mention: Mention) -> None:
        """The hits behind whoever takes them: ``E3:1``."""
        if self._carrying and self._kind() is Kind.COLON and self._kind(1) is N:
            self._next()
            mention.carry = self._next().number

    def _land_like_a_hex(self, word: Word) -> Word:
        """``B3`` is a hex in a battle, and a land of the Brush on the Masterboard."""
        meaning = lexicon().land(word.token.text.upper())
        if meaning is None or meaning.kind is not Kind.LAND:
            raise Unread(word.token, str(meaning.value) if meaning is not None else "is a hex, and nobody fights")
        return Word(word.token, Kind.LAND, meaning.value)

    def _terrain(self, word: Word) -> None:
        if self._kind() in (N, Kind.LAND) and self._kind(1) is not Kind.NAME and not self._fought:
            if self._link is None:
                self._link = word
            return  # the number says which; positions checks
        self._put(Slot.TERRAIN, word.value, word)
        self._accept(Kind.BATTLE, Kind.SPACE)
        self._link = None

    def _number(self, word: Word) -> None:
        if self._fought:
            self._dice(word)
        elif self._link is None and word.lead[-1:] == ("a",) and 1 <= word.number <= 6:
            self._put(Slot.ROLL, word.number, word)
        else:
            if self._holder is not None and self._link is not None and self._link.kind in (Kind.AT, Kind.TO):
                link, self._had = self._link, True
                self._link = None if link.kind is Kind.AT else link
                self._mention(What.LEGION, self._holder, None)
                self._link = Word(link.token, Kind.AT)
            self._mention(What.NUMBER, word, word.value)

    def _dice(self, word: Word) -> None:
        """Dice, hits claimed, or hits to be carried."""
        if self._carrying or (Slot.DICE in self.found.slots and self._kind() is Kind.TO):
            self._accept(Kind.HITS)
            self._accept(Kind.OVER)
            self._carrying, self._amount = True, word
        elif self._kind() is Kind.HITS and Slot.DICE in self.found.slots:
            self._next()
            self._put(Slot.CLAIMED_HITS, word.number, word)
        else:
            linked = self._link is not None and self._link.kind in (Kind.WITH, Kind.ROLL)
            self._place -= 1
            run = self._run()
            if not self._strikes or not (linked or len(run) > 1):
                raise Unread(word.token)
            self._put(Slot.DICE, run, word)
            self._link = None

    def _run(self) -> tuple[int, ...]:
        """Take the dice that begin here: *665421*, or *6, 6, 5 and 4*."""
        faces = ""
        while self._kind() is N and _is_dice(self._peek().token.text) and self._kind(1) is not Kind.HITS:
            faces += self._next().token.text
            gap = 0
            while self._kind(gap) in (Kind.COMMA, Kind.AND, Kind.DASH):
                gap += 1
            if self._kind(gap) is not N or self._kind(gap + 1) in (Kind.DICE, Kind.HITS, Kind.TO):
                break
            self._place += gap
        if not faces:
            raise Unread(self._peek().token, "is no roll of dice")
        return tuple(map(int, faces))

    # --- what ---

    def _deed(self, word: Word, deed: Deed | None = None) -> None:
        """Take a deed, with whoever stands right before it as its subject.

        :param deed: what it is if the word does not say.
        """
        if word.token.low in LIGHT_VERBS and self._kind() is Kind.TO and self._kind(1) is Kind.DEED:
            self._next()
            return
        subject, holder = self._touch, self._holder
        if holder is not None and holder.kind is Kind.OWNER and (subject is not None or "'" in holder.token.text):
            self._drop_holder()
        if holder is not None:
            self._holder, self._link = None, None
            subject = self._mention(What.PERSON, holder, holder.value)
        self._link = None
        mention = self._mention(What.DEED, word, deed or word.value)
        mention.subject = subject
        mention.passive = not _BE.isdisjoint(word.lead) and not word.token.low.endswith("ing")
        if mention.passive and subject is not None and subject.what is What.PERSON:
            raise Unread(word.token, "says not who does it")
        if word.token.low == "strikeback":
            self.found.claims.append(Word(word.token, Kind.BACK))
        if word.value is Deed.END:
            self._ending(mention)
        self._carrying = self._had = self._declaring = False

    def _ending(self, mention: Mention) -> None:
        """What ends, and whose it is: *end-moves*, *end my turn*, *done with the strikes*."""
        if mention.word.token.low.startswith("end-"):
            mention.ends = mention.word.token.low
            return
        while self._accept(Kind.WITH, Kind.OF) is not None:
            pass
        owner = self._accept(Kind.OWNER, Kind.COLOUR)
        if owner is not None and mention.subject is None:
            mention.subject = self._mention(What.PERSON, owner, owner.value)
        elif owner is not None and mention.subject is not None and owner.value not in (mention.subject.value, "theirs"):
            raise Unread(owner.token, "owns and does nothing here")
        names = self._kind() is Kind.PHASE_NAME or (self._kind() is Kind.DEED and phase_named(self._peek().value))
        if names:
            mention.ends = self._phase_of(self._next())
            self._accept(Kind.PHASE)
        elif self._accept(Kind.TURN) is not None:
            mention.ends = "end-turn"

    def _want(self, word: Word) -> None:
        if self._kind() in (Kind.NAME, N):
            self._deed(word, Deed.MUSTER)

    def _have(self, word: Word) -> None:
        if self._kind() is Kind.TO:
            raise Unread(word.token, "to ... asks what must be done")
        self._had = True

    def _carry(self, word: Word) -> None:
        self._carrying = True
        if word.kind is Kind.REST:
            self._amount = word
        self._accept(Kind.OVER)

    def _declare(self, _: Word) -> None:
        self._declaring = True

    def _instead(self, word: Word) -> None:
        if self._accept(Kind.OF) is None or self._kind() not in (N, Kind.NOTHING):
            raise Unread(word.token)
        self._put(Slot.FIRST_ROLL, () if self._accept(Kind.NOTHING) else self._run(), word)

    def _equals(self, word: Word) -> None:
        if not (self._kind() is N and self._kind(1) is Kind.HITS):
            raise Unread(word.token)

    def _roll(self, word: Word) -> None:
        alone = {said.kind for said in self._said} <= {Kind.ROLL, Kind.DICE} and word is self._said[0]
        if not self._fought and word.kind is Kind.ROLL and alone:
            self._accept(Kind.ROLL, Kind.DICE)  # roll the die
            self._put(Slot.ROLL, None, word)
            return
        if not (self._fought and self._kind() in (N, Kind.COLON)):
            raise Unread(word.token)
        self._accept(Kind.COLON)
        if not self.found.deeds and self._touch is not None:
            self._deed(word, Deed.STRIKE)
        if self._holder is not None and self._holder.kind is Kind.PERSON:
            self._holder = None
        self._link = Word(word.token, Kind.ROLL)

    # --- when ---

    def _names_a_phase(self) -> bool:
        """*Attacker's strikes:*, *my move phase*."""
        if self._kind() is not Kind.DEED or phase_named(self._peek().value) is None:
            return False
        owned = self._holder is not None and self._holder.kind is Kind.OWNER and self._touch is None
        ends = self._kind(1) in (None, Kind.COLON, Kind.COMMA, Kind.STOP, Kind.TURN)
        return self._kind(1) is Kind.PHASE or (owned and ends and not self.found.deeds)

    def _phase(self, word: Word) -> None:
        if word.kind is Kind.PHASE:
            self._accept(Kind.COLON)
            if self._kind() not in (Kind.DEED, Kind.PHASE_NAME):
                raise Unread(word.token)
            word = self._next()
        phase = self._phase_of(word)
        if phase == "movement" and self._kind() is Kind.ROLL:
            return  # the Movement Roll
        self._accept(Kind.PHASE)
        self._phase_owner(word)
        self._put(Slot.PHASE, phase, word)
        self._touch = self._link = None

    def _phase_of(self, word: Word) -> str:
        """The phase that a word names."""
        phase = phase_named(word.value, fought=self._fought)
        if phase is None:
            raise Unread(word.token, "is no phase")
        return "strikeback" if word.token.low == "strikeback" else phase

    def _phase_owner(self, word: Word) -> None:
        if self._holder is not None:
            self._put(Slot.PHASE_OWNER, str(self._holder.value), word)
            self._holder = None

    def _turn(self, word: Word) -> None:
        if word.lead[-1:] == ("this",):
            return
        if self._holder is None:
            raise Unread(word.token)
        self._phase_owner(word)
        self._put(Slot.PHASE, "turn", word)
        self._link = None

    # --- in between ---

    def _context(self, word: Word) -> None:
        """*We fight in*, *land*, *there*."""
        if word.kind is Kind.SPACE and self._kind() not in (N, Kind.LAND, Kind.HEX):
            raise Unread(word.token)
        if word.kind is Kind.BATTLE:
            self._link = None
            self._drop_holder()
        elif word.kind is Kind.HERE:
            self._link = None

    def _claim(self, word: Word) -> None:
        self.found.claims.append(word)

    def _and(self, _: Word) -> None:
        self._joined = True

    def _linked(self, word: Word) -> None:
        if word.value == OF_A_KIND:
            self.found.mentions[-1].plural = True
        self._link = word if word.kind is not Kind.AT or self._link is None else self._link

    def _parted(self, word: Word) -> None:
        self._mention(What.PARTED, word, "/")
        self._title = self._touch = None

    def _dash(self, word: Word) -> None:
        """A dash goes from place to place; between other words it parts nothing."""
        if self._kind() in (Kind.HEX, N, Kind.LAND) and self._kind(-2) in (Kind.HEX, N, Kind.LAND, Kind.OFF):
            self._link = Word(word.token, Kind.TO)

    def _comma(self, word: Word) -> None:
        holder = self._holder
        if holder is not None and (word.kind is Kind.COLON or word.token.text in "(["):
            self._title, self._holder = str(holder.value), None
        self._listing = word.token.text == ","
        if self._listing:
            self._touch = None

    def _stop(self, word: Word) -> None:
        self._ends()
        self._clause += 1
        self._title = self._touch = None
        self._had = self._joined = self._listing = self._carrying = self._declaring = False

    def _ends(self) -> None:
        """Nothing waits for a word that does not come."""
        if self._link is not None and self._link.kind not in (Kind.OF, Kind.FOR):
            raise Unread(self._link.token, "leads nowhere")
        if self._amount is not None:
            raise Unread(self._amount.token, "is taken by nobody")
        self._link = None
        self._drop_holder()


_HANDLERS: Mapping[Kind, Callable[[_MentionReader, Word], None]] = {
    kind: handler
    for handler, kinds in (
        (_MentionReader._hex, (Kind.HEX, Kind.LAND)),
        (_MentionReader._number, (N,)),
        (_MentionReader._terrain, (Kind.TERRAIN,)),
        (_MentionReader._legion, (Kind.MARKER, Kind.LEGION)),
        (_MentionReader._person, (Kind.OWNER, Kind.PERSON, Kind.ROLE, Kind.COLOUR, Kind.PLAYER, Kind.QUOTED)),
        (_MentionReader._everybody, (Kind.ALL, Kind.NOTHING)),
        (_MentionReader._deed, (Kind.DEED,)),
        (_MentionReader._want, (Kind.WANT,)),
        (_MentionReader._have, (Kind.HAVE,)),
        (_MentionReader._carry, (Kind.CARRY, Kind.REST)),
        (_MentionReader._declare, (Kind.DECLARE,)),
        (_MentionReader._instead, (Kind.INSTEAD,)),
        (_MentionReader._equals, (Kind.EQUALS,)),
        (_MentionReader._roll, (Kind.ROLL, Kind.DICE)),
        (_MentionReader._phase, (Kind.PHASE, Kind.PHASE_NAME)),
        (_MentionReader._turn, (Kind.TURN,)),
        (_MentionReader._context, (Kind.BATTLE, Kind.SPACE, Kind.HERE, Kind.WHERE)),
        (_MentionReader._claim, _CLAIMS),
        (_MentionReader._and, (Kind.AND,)),
        (_MentionReader._linked, _LINKS),
        (_MentionReader._parted, (Kind.VERSUS, Kind.SLASH)),
        (_MentionReader._dash, (Kind.DASH,)),
        (_MentionReader._comma, (Kind.COMMA, Kind.COLON)),
        (_MentionReader._stop, (Kind.STOP, Kind.ASKED)),
    )
    for kind in kinds
}
"""What takes a word of each kind that begins no phrase and no name."""
