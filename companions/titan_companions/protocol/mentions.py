"""A typed action: each word is a value, or leads to one, and finds its field by type and by the word before it.

A *link* stands before a value (``with`` before Operations), a *unit* behind a number (``3 ops``). A number counts the
name beside it where that can be counted (``2 in Italy``, ``Iran twice``); before several names it is a field of its
own. A word without a use refuses the text, and the refusal names it.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from titan_rules.kernel import fields as types
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import MAX_LISTED, nearest

from .fields import Known, Reference
from .lexicon import BREAKS, Wording
from .words import NO_VALUE, NOBODY, bare, fitting, number_of

if TYPE_CHECKING:
    from .actions import Kind

LONGEST = 6
"""The most words in one name."""


@frozen
class Shape:
    """How a field takes its values: one, an item of a list, or a key and its item."""

    form: str
    key: Any
    item: Any

    @classmethod
    def of(cls, kind: Any) -> "Shape":
        """The shape of a field of a type."""
        kind = types.without_none(kind)
        form, *parts = types.shape(kind)
        if form == "list":
            return cls("list", None, parts[0])
        return cls("mapping", *parts) if form == "mapping" else cls("value", None, kind)

    @property
    def is_number(self) -> bool:
        """Whether its values are numbers."""
        item = types.without_none(self.item)
        return isinstance(types.annotation(item), types.Between) or types.made_of(item) is int


@frozen
class Mention:
    """A run of words that is a value: of a field, or the key of one or several."""

    length: int
    fields: tuple[str, ...]
    part: str
    value: JSON


class Unread(DocumentError):
    """A word has no use in an action; ``at`` is its place among the words."""

    def __init__(self, fault: Fault, at: int) -> None:
        super().__init__([fault])
        self.at = at


@define
class Sentence:
    """The words of an action of one kind, while they are read.

    :param linked: the fields that the last link announced; ``loose`` if it is a mere preposition.
    :param owed: where a link stands whose value is still to come.
    :param numbered: the place behind a number that a link announced.
    :param count: a number whose name, or field, is still to come; ``key``: a key whose item is.
    :param bare: the fields that were filled without a link.
    :param runs: the texts of runs of words, by place and length, as far as they were looked at.
    :param beside: the field and the value of the name right before, which a number may count.
    """

    kind: "Kind"
    words: Sequence[str]
    known: Known
    at: int = 0
    after_verb: bool = False
    linked: tuple[str, ...] = ()
    loose: bool = False
    owed: int | None = None
    numbered: int | None = None
    count: int | None = None
    key: Mention | None = None
    beside: tuple[str, JSON] | None = None
    bare: set[str] = field(factory=set)
    runs: dict[tuple[int, int], str] = field(factory=dict)
    out: dict[str, JSON] = field(factory=dict)

    @property
    def wording(self) -> Wording:
        """The words of this kind of action."""
        return self.kind.wording

    def read(self) -> dict[str, JSON]:
        """The JSON of the action.

        :raises Unread: a word has no use here.
        """
        while self.at < len(self.words):
            if self._assigned() or self._counted():
                continue
            length = self._phrase(self.at)
            mention = self._mention(self.at)
            if mention is not None and (mention.length > length or self._is_meant(mention)):
                self._take(mention)
            elif length:
                self._pass_over(length)
            elif not self._named_anew():
                raise self._unread(self.words[self.at], self.at)
        self._settle()
        self._linked_in_vain()
        return self.out

    # --- words that are no values ------------------------------------------------------------------------------------

    def _phrase(self, at: int) -> int:
        """How long the longest phrase from a place on is: a verb, a link, or idle words; 0 if there is none."""
        for length in range(min(LONGEST, len(self.words) - at), 0, -1):
            text = self._text(at, length).lower()
            if text and (text in self.wording.verbs_read or text in self.wording.linked or self.wording.is_idle(text)):
                return length
        return 0

    def _pass_over(self, length: int) -> None:
        """Go on behind a phrase, and note the fields that it announces."""
        text = self._text(self.at, length).lower()
        announces = not self.words[self.at + length - 1].endswith(":")  # a colon parts
        fields = self.wording.linked.get(text, ()) if announces else ()
        is_verb = text in self.wording.verbs_read
        self.after_verb |= is_verb
        self.beside = None
        if text in BREAKS and self.key is not None and self.wording.counted.intersection(self.key.fields):
            self._settle()  # *a peasant and 2 mages*
        if fields and all(map(self._is_flag, fields)):
            self.out |= dict.fromkeys(fields, True)
        elif fields and (self.owed is None or not (is_verb or self.wording.is_idle(text))):
            self._linked_in_vain()
            self.linked, self.loose = fields, is_verb or self.wording.is_idle(text)
            self.owed = None if self.loose else self.at
        elif is_verb and self.owed is None:
            self.linked = ()
        self.at += length

    def _linked_in_vain(self) -> None:
        """A link that led to nothing is a word without a use."""
        if self.owed is not None:
            raise self._unread(self.words[self.owed], self.owed)

    def _is_flag(self, name: str) -> bool:
        return types.without_none(self.kind.fields[name].type) is bool

    def _assigned(self) -> bool:
        """A field with its value: ``die=3``."""
        name, equals, value = bare(self.words[self.at]).partition("=")
        name = name.replace("-", "_")
        if not equals or name not in self.kind.fields:
            return False
        self._set(name, fitting(self.kind.fields[name].type, value, self.known, raw=True))
        self.at += 1
        return True

    # --- numbers -----------------------------------------------------------------------------------------------------

    def _counted(self) -> bool:
        """A number: of what it stands behind, of the unit behind it, of the link before it, or of a name to come."""
        word = bare(self.words[self.at])
        number = number_of(word)
        mention = None if number is None else self._mention(self.at)
        if number is None or (mention is not None and mention.length > 1):
            return False
        if self.key is not None and (name := self._item_of(self.key, word)):
            self._enter(name, self.key.value, fitting(self.kind.shapes[name].item, word, self.known))
            self.key = self.owed = None
        elif self.beside is not None:
            name, value = self.beside
            self._set(name, [value] * (number - 1))
            self.beside = None
        elif unit := self._unit_behind():
            length, name = unit
            self.at += length
            if self.kind.shapes[name].form == "value":
                self._set(name, number)
            else:
                self.linked, self.loose = (name,), True
                self._hold(number)
        elif (name := self._linked_to(number)) is not None:
            self._set(name, [number] if self.kind.shapes[name].form == "list" else number)
            self.owed, self.loose, self.numbered = None, True, self.at + 1
            self.linked = self.linked if self.kind.shapes[name].form == "list" else ()
        elif mention is not None and self.linked:
            return False
        elif self.at == self.numbered:  # *rolls 3 4*: the second is nobody's
            raise self._unread(self.words[self.at], self.at)
        else:
            self._hold(number)
        self.at += 1
        return True

    def _hold(self, number: int) -> None:
        self._settle()
        self.count = number

    def _unit_behind(self) -> tuple[int, str] | None:
        """The unit behind the number here, by its length, and its field."""
        for length in range(2, 0, -1):
            name = self.wording.units.get(self._text(self.at + 1, length).lower())
            if name is not None and self._is_open(name):
                return length, name
        return None

    def _linked_to(self, number: int) -> str | None:
        """The field of numbers that the last link announces."""
        free = (name for name in self.linked if self.kind.shapes[name].form != "mapping" and self._is_open(name))
        return next((name for name in free if self.kind.shapes[name].is_number), None)

    def _settle(self) -> None:
        """A number or a key without its name becomes a field of its own."""
        if self.key is not None:
            key, self.key = self.key, None
            name = next((name for name in key.fields if name in self.wording.counted), None)
            if name is None:
                raise self._unread(str(key.value), self.at)
            self._enter(name, key.value, 1)
        if self.count is not None:
            number, self.count = self.count, None
            for name in self.kind.plain:
                value = fitting(self.kind.shapes[name].item, str(number), self.known)
                if self.kind.shapes[name].form == "mapping" or value is NO_VALUE or name in self.bare:
                    continue
                if self._is_open(name):
                    self._set(name, [value] if self.kind.shapes[name].form == "list" else value)
                    self.bare.add(name)
                    return
                break  # a bare number does not skip the field that it is for
            raise self._unread(str(number), self.at)

    # --- values ------------------------------------------------------------------------------------------------------

    def _text(self, at: int, length: int) -> str:
        """A run of words, without the mark behind the last; nothing if a mark stands within it."""
        text = self.runs.get((at, length))
        if text is None:
            run = self.words[at : at + length]
            parted = not run or len(run) < length or any(bare(word) != word for word in run[:-1])
            text = self.runs[at, length] = "" if parted else " ".join([*run[:-1], bare(run[-1])])
        return text

    def _mention(self, at: int) -> Mention | None:
        """The longest run of words from a place on that is a value: of a linked field first, then of those in turn."""
        for length in range(min(LONGEST, len(self.words) - at), 0, -1):
            text = self._text(at, length)
            text = self.wording.same.get(text.lower(), text)
            if text and (mention := self._meaning(text, length)):
                return mention
        return None

    def _meaning(self, text: str, length: int) -> Mention | None:
        if self.key is not None and (name := self._item_of(self.key, text)):
            return Mention(length, (name,), "item", fitting(self.kind.shapes[name].item, text, self.known))
        for name in self._in_turn():
            shape, kind = self.kind.shapes[name], self.kind.fields[name].type
            if self._is_free_text(name, text):
                continue
            if shape.form != "mapping" and (value := fitting(shape.item, text, self.known)) is not NO_VALUE:
                return Mention(length, (name,), "value", [value] if shape.form == "list" else value)
            if shape.form == "list" and "," in text and (value := fitting(kind, text, self.known)) is not NO_VALUE:
                return Mention(length, (name,), "value", value)
            entries = ":" in text or text.startswith("{") or text == NOBODY
            if shape.form == "mapping" and entries and (value := fitting(kind, text, self.known)) is not NO_VALUE:
                return Mention(length, (name,), "value", value)
            if shape.form == "mapping" and (key := fitting(shape.key, text, self.known)) is not NO_VALUE:
                same = [other for other, each in self.kind.shapes.items() if each.key == shape.key]
                return Mention(length, tuple(dict.fromkeys([*self.linked, name, *same])), "key", key)
        for name, value in self.out.items():  # said once more
            if (
                not self._is_open(name)
                and type(value) is not int
                and fitting(self.kind.fields[name].type, text, self.known) == value
            ):
                return Mention(length, (name,), "again", value)
        return None

    def _in_turn(self) -> Iterator[str]:
        """The fields for a value here, in the order in which they are tried."""
        subject = [self.wording.subject] if self.wording.subject else []
        others = [*self.kind.plain, *subject] if self.after_verb else subject or self.kind.plain
        every = self.linked if self.linked and not self.loose else (*self.linked, *others)
        yield from (name for name in dict.fromkeys(every) if self._is_open(name))

    def _is_open(self, name: str) -> bool:
        return name not in self.out or self.kind.shapes[name].form != "value"

    def _is_free_text(self, name: str, text: str) -> bool:
        """Whether a field takes any text; it takes none by itself that is not in quotes."""
        kind = types.without_none(self.kind.fields[name].type)
        unknown = isinstance(types.annotation(self.kind.shapes[name].item), Reference) and not self.known
        return unknown or (kind in (str, Any) and text[:1] not in ("{", "["))

    def _is_meant(self, mention: Mention) -> bool:
        """Whether a value is one though the same words have another use: it is linked, or a name as it is written."""
        text = self._text(self.at, mention.length)
        listed = self.out.get(mention.fields[0])
        again = isinstance(listed, list) and isinstance(mention.value, list) and mention.value[0] in listed
        linked = mention.fields[0] in self.linked and not again and not self.wording.is_idle(text)
        return linked or mention.part == "item" or any(text in names for names in self.known.values())

    def _item_of(self, key: Mention, text: str) -> str | None:
        """The field of a key whose item a text is: of those linked, else of all."""
        linked = [name for name in key.fields if name in self.linked]
        for name in linked or key.fields:
            if fitting(self.kind.shapes[name].item, text, self.known) is not NO_VALUE:
                return name
        return None

    def _take(self, mention: Mention) -> None:
        """Give a value its field."""
        start, self.at = self.at, self.at + mention.length
        name, value = mention.fields[0], mention.value
        shape, ends = self.kind.shapes[name], bare(self.words[self.at - 1]) != self.words[self.at - 1]
        self.beside = self.owed = None
        self.loose = True
        if mention.part == "item":
            assert self.key is not None, start
            self._enter(name, self.key.value, value)
            self.key = None
        elif mention.part == "key":
            counts = next((each for each in mention.fields if self.kind.shapes[each].is_number), None)
            if self.count is not None and counts is not None:
                self._enter(counts, value, self.count)
                self.count = None
            else:
                self._settle()
                self.key = mention
                if ends and self.wording.counted.intersection(mention.fields):
                    self._settle()
        elif mention.part == "value":
            if name not in self.linked:
                self.bare.add(name)
            names = value if isinstance(value, list) and name in self.wording.counted and len(value) == 1 else None
            many = value if names is None else self._many(name, names)
            self._set(name, many)
            if names is not None and many == names and not ends:
                self.beside = (name, names[0])
            self.linked = self.linked if shape.form != "value" else ()

    def _many(self, name: str, value: list[JSON]) -> list[JSON]:
        """A name as often as the number before it says, unless the number stands before several names."""
        if self.count is not None and self._goes_on(name):
            self._settle()
        number, self.count = self.count, None
        return value * (1 if number is None else number)

    def _goes_on(self, name: str) -> bool:
        """Whether the next word with a meaning is another name of a list, without a number of its own."""
        at = self.at
        while at < len(self.words) and self.wording.is_idle(bare(self.words[at]).lower()):
            at += 1
        mention = self._mention(at) if at < len(self.words) and number_of(bare(self.words[at])) is None else None
        if mention is None or mention.fields[0] != name:
            return False
        behind = self.words[at + mention.length : at + mention.length + 1]
        ends = bare(self.words[at + mention.length - 1]) != self.words[at + mention.length - 1]
        return ends or not behind or number_of(bare(behind[0])) is None

    def _named_anew(self) -> bool:
        """Words that nobody knows, as a new name, where the action takes one."""
        free = [name for name in self._in_turn() if name not in self.out and self._is_free_text(name, "x")]
        if not self.after_verb and self.known:
            return False
        end = self.at + 1
        while end < len(self.words) and bare(self.words[end - 1]) == self.words[end - 1]:
            if self._phrase(end) or self._mention(end) is not None or number_of(bare(self.words[end])) is not None:
                break
            end += 1
        if not free:
            return False
        text, shape = self._text(self.at, end - self.at), self.kind.shapes[free[0]]
        self.at, self.linked, self.owed = end, (), None
        self._set(free[0], [text] if shape.form == "list" else text)
        return True

    def _enter(self, name: str, key: JSON, item: JSON) -> None:
        """Put an item under its key."""
        assert isinstance(key, str)
        self._set(name, {key: item})

    def _set(self, name: str, value: JSON) -> None:
        before = self.out.get(name)
        if isinstance(before, list) and isinstance(value, list):
            value = [*before, *value]
        elif isinstance(before, dict) and isinstance(value, dict) and not before.keys() & value.keys():
            value = {**before, **value}
        elif name in self.out and before != value:
            raise DocumentError([Fault("said-twice", f"{self.kind.word} says its {name} twice")])
        self.out[name] = value

    def _unread(self, word: str, at: int) -> Unread:
        names = [
            name for key in self.kind.fields if self._is_open(key) for name in self.kind.names_for(key, self.known)
        ]
        hint = None if bare(word) in names else nearest(bare(word), names)
        hint = hint or ("one of: " + ", ".join(names) if 0 < len(names) <= MAX_LISTED else None)
        takes = f"{self.kind.word} takes " + ", ".join(self.kind.fields) if self.kind.fields else None
        message = f"{self.kind.word} has no place for {bare(word)[:40]!r}"
        return Unread(Fault("no-place", message, hint=hint or takes), at)
