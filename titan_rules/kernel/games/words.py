"""Actions and questions in words: what somebody types becomes JSON by the types of the fields, and back."""

import json
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from .. import fields as types
from .. import jsontext
from ..errors import DocumentError, Fault, UnknownName
from ..fields import Between, Named, key_of
from ..jsontext import JSON
from ..names import MAX_LISTED, Names
from .fields import Known, Reference

NOTHING: Any = object()
"""A text that is no value of the type."""

FILLERS = {
    "in",
    "at",
    "to",
    "with",
    "for",
    "on",
    "of",
    "from",
    "by",
    "into",
    "along",
    "is",
    "are",
    "here",
    "just",
    "a",
    "an",
}
FILLERS |= {"i", "we", "my", "our", "its", "his", "her", "their"}
"""Words that mean nothing, unless an action gives them a meaning."""

BETWEEN = ("and", "then")
"""Words that part two values."""

COUNTED = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
NUMBERS = {word: n for n, word in enumerate(COUNTED)} | {word: n for n, word in enumerate(ORDINALS, 1)}
NUMBERS |= {"a": 1, "an": 1, "both": 2}
NOBODY = "nobody"
"""What is said of each in a mapping is said of none."""

LONGEST = 6
"""The most words that say one value, the words that announce it included."""


@frozen
class Wording:
    """How an action is said.

    :param verbs: other words for it than its name.
    :param subject: the field that stands before the verb.
    :param keywords: the words that announce a field, the first one written: ``{"die": ("rolls",)}``.
    :param skipped: words that mean nothing in it.
    """

    verbs: tuple[str, ...] = ()
    subject: str | None = None
    keywords: Mapping[str, tuple[str, ...]] = field(factory=dict)
    skipped: tuple[str, ...] = ()


def said(*verbs: str, subject: str | None = None, skip: str = "", **keywords: str) -> Callable[[Any], Any]:
    """Marks a rule with the words of its action: ``@said("coups", subject="side", die="rolls")``.

    Several keywords of a field stand in one text, the one that is written first.
    """

    def mark(rule: Any) -> Any:
        announced = {name: tuple(words.split()) for name, words in keywords.items()}
        rule.wording = Wording(verbs, subject, announced, tuple(skip.split()))
        return rule

    return mark


_WORD = re.compile(r"""\s*+(?:((?<!\S)\#.*)|"([^"]*)"|'([^']*)'|((?:[^\s"'{\[]|(?<=\w)['\[])+)|(.))""", re.DOTALL)


def split(text: str) -> list[str]:
    """The words of a line: what stands in quotes, or as JSON in brackets, is one; ``#`` begins a remark.

    :raises DocumentError: a quotation mark or a bracket is left open.

    >>> split('census archer B:1 places {"B": {"guild": "3"}} # so')
    ['census', 'archer', 'B:1', 'places', '{"B": {"guild": "3"}}']
    """
    words: list[str] = []
    at = end = 0
    while match := _WORD.match(text, at):
        remark, double, single, plain, other = match.groups()
        if remark is not None:
            break
        start, at = match.start(match.lastindex or 0), match.end()
        if other in ("{", "["):
            at = _closed(text, start)
        elif other is not None:
            raise DocumentError([Fault("bad-quotes", f"No closing quotation: {text[start : start + 40]!r}")])
        word = text[start:at] if other is not None else next(p for p in (double, single, plain) if p is not None)
        begins = start - (plain is None and other is None)
        if words and begins == end:
            words[-1] += word
        else:
            words.append(word)
        end = at
    return words


def _closed(text: str, start: int) -> int:
    """Where JSON that begins somewhere in a text ends.

    :raises DocumentError: it does not end.
    """
    try:
        return json.JSONDecoder().raw_decode(text, start)[1]
    except ValueError as e:
        raise DocumentError([Fault("bad-json", f"no JSON: {text[start : start + 40]!r} ({e})")]) from None


def bare(word: str) -> str:
    """A word without the punctuation behind it."""
    return word.rstrip(",;.:")


class Sentence:
    """A kind of action with its words.

    :ivar word: its name.
    :ivar kind: its class.
    """

    def __init__(self, word: str, kind: type[Any], wording: Wording) -> None:
        self.word, self.kind, self.wording = word, kind, wording
        attrs.resolve_types(kind, include_extras=True)
        self.fields: dict[str, attrs.Attribute[Any]] = {key_of(member): member for member in attrs.fields(kind)}
        self._keys = {alias: name for name, aliases in wording.keywords.items() for alias in aliases}
        self._plain = [name for name, member in self.fields.items() if not member.kw_only]

    def read(self, before: Sequence[str], after: Sequence[str], known: Known) -> dict[str, JSON]:
        """The JSON of an action from the words before and after its verb.

        What fits no type is left for the reader to complain about.

        :raises DocumentError: there are too many words.
        """
        out: dict[str, JSON] = {}
        subject = [self.wording.subject] if self.wording.subject else []
        self._fill(out, [word.removesuffix("'s") for word in before], [*subject, *self._plain], known, leads=True)
        self._fill(out, list(after), [*self._plain, *subject], known)
        missing = [name for name, member in self.fields.items() if member.default is attrs.NOTHING and name not in out]
        if missing:
            raise DocumentError([self._not_said(name) for name in missing])
        return {name: out[name] for name in self.fields if name in out} | out

    def _not_said(self, name: str) -> Fault:
        mark = types.annotation(self.fields[name].type)
        known = [*mark.known()] if isinstance(mark, Named) and mark.known is not None else []
        hint = "one of: " + ", ".join(map(str, known)) if 0 < len(known) <= MAX_LISTED else None
        return Fault("missing-key", f"{self.word} does not say its {name}", hint=hint)

    def _fill(
        self, out: dict[str, JSON], words: list[str], names: list[str], known: Known, *, leads: bool = False
    ) -> None:
        """Take words until none is left.

        :param names: the fields that need no word to announce them, in the order in which they are tried.
        :param leads: they stand before the verb.
        """
        whole, latest, strange = " ".join(words), "", list[str]()
        while words:
            word = bare(words[0])
            name, equals, value = word.partition("=")
            name = self._keys.get(name.replace("-", "_"), name.replace("-", "_"))
            lower = word.lower()
            if equals and name in self.fields:
                self._add(out, name, fitting(self.fields[name].type, value, known, raw=True))
            elif name in self.fields and _inside(self.fields[name].type) is bool:
                out[name] = True
            elif fit := self._fit(words, [latest, *names], out, known):
                count, latest, fitted = fit
                self._add(out, latest, fitted)
                del words[1:count]
            elif lower in self.wording.skipped or ((_is_filler(word) or lower in BETWEEN) and lower not in self._keys):
                pass
            elif leads and self.wording.subject is not None:
                out[self.wording.subject] = whole
                return
            elif leads:
                raise DocumentError([Fault("no-subject", f"{self.word} has no place for {whole[:40]!r}")])
            elif lower in self._keys and len(words) > 1:
                self._add(out, self._keys[lower], bare(words.pop(1)))
            elif not _is_filler(word) and lower not in (self.word, *self.wording.verbs):
                strange.append(word)
            del words[:1]
        for word in strange:
            self._left_over(out, word)

    def _fit(
        self, words: Sequence[str], names: Sequence[str], out: Mapping[str, JSON], known: Known
    ) -> tuple[int, str, Any] | None:
        """The longest run of words that is the value of a field: how many, which field, and the value."""
        most = next((n for n, word in enumerate(words[:LONGEST], 1) if word.endswith(",")), LONGEST)
        runs = [[bare(word) for word in words[:count]] for count in range(min(most, len(words)), 0, -1)]
        for lenient in (False, True):  # first a word that announces a field announces it; else it may be a value
            for run in runs:
                announced = [self._keys[word.lower()] for word in run if word.lower() in self._keys]
                leads = [word.lower() in self._keys for word in run[:2]]
                if leads[0] and leads != [True, True]:  # a word that announces a field may stand in its value, too
                    announced = [announced[0], *(name for name in announced if name != announced[0])]
                if len(announced) > 1 and (not lenient or len(set(announced)) < len(announced)):
                    continue
                for name in (*announced, *names) if lenient else (announced or names):
                    if name and (name not in out or _goes_on(self.fields[name].type)):
                        value = self._value(name, run, known)
                        if value is not NOTHING:
                            return len(run), name, value
        return None

    def _value(self, name: str, run: Sequence[str], known: Known) -> Any:
        """The value that a run of words has as a field, without the words that announce it."""
        kind = self.fields[name].type
        own = {*self.wording.keywords.get(name, ()), *self.wording.skipped}
        kept = [word for word in run if word.lower() not in own and not _is_filler(word)]
        if _inside(kind) in (str, Any):
            return kept[0] if len(kept) == 1 and run[-1] == kept[0] and kept[0] not in BETWEEN else NOTHING
        value = fitting(kind, " ".join(run), known)
        if value is NOTHING and len(run) > 1 and self._keys.get(run[0].lower()) == name:
            value = fitting(kind, " ".join(run[1:]), known)
        if value is NOTHING and kept and len(kept) < len(run) and (run[-1] == kept[-1] or run[0].lower() in ORDINALS):
            value = fitting(kind, " ".join(kept), known)
        return value

    def _add(self, out: dict[str, JSON], name: str, value: JSON) -> None:
        before = out.get(name)
        if isinstance(before, list) and isinstance(value, list):
            value = [*before, *value]
        elif isinstance(before, dict) and isinstance(value, dict) and not before.keys() & value.keys():
            value = {**before, **value}
        elif name in out:
            raise DocumentError([Fault("said-twice", f"{self.word} says its {name} twice")])
        out[name] = value

    def _left_over(self, out: dict[str, JSON], word: str) -> None:
        """What fits nowhere goes to the first field without a value, so that its type is named."""
        free = [name for name in self._plain if name not in out]
        if not free:
            raise DocumentError([Fault("too-many-words", f"{self.word} has no place for {word[:40]!r}")])
        out[free[0]] = word

    def write(self, action: Any) -> str:
        """An action in words."""
        subject = getattr(action, self.wording.subject) if self.wording.subject else None
        verb = self.word if subject is None or not self.wording.verbs else self.wording.verbs[0]
        plain, announced = [] if subject is None else [_quoted(_text(subject))], list[str]()
        plain.append(verb)
        for name, member in self.fields.items():
            value = getattr(action, member.name)
            if (
                name == self.wording.subject
                or value is None
                or value == member.default
                or (value in ((), {}) and member.default is not None)
            ):
                continue
            key, text = self.wording.keywords.get(name, ("",))[0], _text(value)
            text = _quoted(text) if _inside(member.type) is str else text
            if type(value) is bool:
                announced.append(name if value else f"{name}=no")
            elif key or member.kw_only:
                announced.append(f"{key} {text}" if key else f"{name}={text if text[:1] == chr(34) else _quoted(text)}")
            else:
                plain.append(text)
        return " ".join([*plain, *announced])


def _is_filler(word: str) -> bool:
    return word != "A" and word.lower() in FILLERS  # A is a name, more often


def _goes_on(kind: Any) -> bool:
    kind = _inside(kind)
    return types.is_tuple(kind) or types.is_mapping(kind)


def _text(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, Mapping):
        return NOBODY if not value else ",".join(f"{key}:{_text(item)}" for key, item in value.items())
    if _pair(value):
        return ",".join(map(str, value))
    if isinstance(value, tuple):
        texts = [_text(item) for item in value]
        return (", " if any(" " in text for text in texts) else " ").join(texts)
    return str(value)


def _pair(value: Any) -> bool:
    """Whether it is a hex or a roll: two numbers that are one value."""
    return isinstance(value, tuple) and len(value) == 2 and all(type(part) is int for part in value)


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


# --- values ----------------------------------------------------------------------------------------------------------


def _inside(kind: Any) -> Any:
    return types.inside_optional(kind) if types.is_optional(kind) else kind


def fitting(kind: Any, text: str, known: Known, *, raw: bool = False) -> Any:
    """The JSON of a text as a value of a type; :data:`NOTHING` where it is none.

    :param raw: give the text itself where it is none, for the reader to complain about.
    """
    kind = _inside(kind)
    if text[:1] in ("{", "["):
        return jsontext.loads(text)
    value = _value(kind, text, known)
    return text if raw and value is NOTHING else value


def _value(kind: Any, text: str, known: Known) -> Any:
    marked, base = types.annotation(kind), types.made_of(kind)
    typed = getattr(marked, "typed", None) or getattr(kind, "typed", None)
    if typed is None and isinstance(marked, Named) and not isinstance(marked, Reference):
        typed = marked.canonical
    if typed is not None:
        try:
            return typed(text)
        except (DocumentError, UnknownName):
            return NOTHING
    if isinstance(marked, Reference):
        name = Names(marked.what, known.get(marked.what, ()), abbreviations=False).find(text)
        return NOTHING if name is None else name
    if isinstance(marked, Between) or base is int:
        figures = text.lstrip("+-").isdecimal() and len(text) < 10
        return int(text) if figures else NUMBERS.get(text.lower(), NOTHING)
    if types.is_literal(kind):
        wanted = text.lower().replace(" ", "-")
        named = [c for c in typing.get_args(kind) if isinstance(c, str) and wanted in (c.lower(), c.lower() + "s")]
        return named[0] if named else NOTHING
    if types.is_tuple(kind):
        return _list(kind, text, known)
    if types.is_mapping(kind):
        return _mapping(kind, text, known)
    if base is bool:
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.lower(), NOTHING)
    return text if base is str or kind is Any else NOTHING


def _list(kind: Any, text: str, known: Known) -> Any:
    item = typing.get_args(kind)[0]
    whole = fitting(item, text, known) if text else NOTHING
    parts = [whole] if whole is not NOTHING else [fitting(item, p.strip(), known) for p in text.split(",") if text]
    return NOTHING if NOTHING in parts else parts


def _mapping(kind: Any, text: str, known: Known) -> Any:
    """``a:1,b:2``; a count before or after a name, ``2 peasants``, ``A 2``; or a name alone, ``archer``."""
    key_kind, item = typing.get_args(kind)
    out: dict[str, JSON] = {}
    if text.lower() == NOBODY:
        return out
    pairs = isinstance(types.annotation(item), types.Converted)  # hexes have commas of their own
    for part in re.split(r",(?=[^,]*:)", text) if pairs else text.split(","):
        name, colon, value = part.strip().rpartition(":")
        ways = [(name, value)]
        if not colon:
            first, _, rest = part.strip().partition(" ")
            start, _, last = part.strip().rpartition(" ")
            ways = [(rest, first), (start, last), (part.strip(), "1")]
        read = [(fitting(key_kind, key.strip(), known), fitting(item, n, known)) for key, n in ways if key.strip()]
        good = next((pair for pair in read if NOTHING not in pair), None)
        if good is None and (not colon or not name or " " in name.strip() or " " in value):
            return NOTHING
        key, number = good or read[0]
        key = name.strip() if key is NOTHING else key
        if key in out:
            raise DocumentError([Fault("said-twice", f"{key} is said twice")])
        out[key] = value if number is NOTHING else number
    return out


def gloss(text: str, terms: Mapping[str, str]) -> str:
    """A text with the Japanese of each term in brackets after its first occurrence.

    >>> gloss("a harp, two harps", {"harp": "ハープ"})
    'a harp (ハープ), two harps'
    """
    for term in sorted(terms, key=len, reverse=True):
        text = re.sub(rf"\b({re.escape(term)}s?)\b(?! \()", rf"\1 ({terms[term]})", text, count=1, flags=re.IGNORECASE)
    return text
