"""Actions and questions in words: what somebody types becomes JSON by the types of the fields, and back."""

import json
import re
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs
from attrs import field, frozen

from .. import fields as types
from .. import jsontext
from ..errors import DocumentError, Fault, UnknownName
from ..fields import Between, Named, key_of
from ..jsontext import JSON
from ..names import Names
from .fields import Known, Reference

NOTHING: Any = object()
"""A text that is no value of the type."""

ARTICLES = ("the", "a", "an", "The", "An")
FILLERS = ("in", "at", "to", "with", "for", "on", "of", "and", "from", "by", "into", "is", "are", "its", "then")
LONGEST_NAME = 5
"""The most words of one name."""


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


@frozen
class Sentence:
    """A kind of action with its words.

    :param word: its name.
    :param kind: its class.
    """

    word: str
    kind: type[Any]
    wording: Wording

    @property
    def fields(self) -> "dict[str, attrs.Attribute[Any]]":
        """Its fields by key, in the order in which they are said."""
        attrs.resolve_types(self.kind, include_extras=True)
        return {key_of(member): member for member in attrs.fields(self.kind)}

    def read(self, subject: Sequence[str], rest: Sequence[str], known: Known) -> dict[str, JSON]:
        """The JSON of an action from its words; what fits no type is left for the reader to complain about.

        :raises DocumentError: there are too many words.
        """
        fields, out = self.fields, dict[str, JSON]()
        keys = {alias: name for name, aliases in self.wording.keywords.items() for alias in aliases}
        skipped = (*FILLERS, *self.wording.skipped)
        if subject:
            if self.wording.subject is None:
                raise DocumentError([Fault("no-subject", f"{self.word} has no place for {' '.join(subject)[:40]!r}")])
            out[self.wording.subject] = fitting(fields[self.wording.subject].type, " ".join(subject), known, raw=True)
        words = list(rest)
        while words:
            word = words[0]
            name, equals, value = word.partition("=")
            name = name.replace("-", "_")
            name = keys.get(name, name)
            if equals and name in fields:
                words.pop(0)
                self._add(out, name, fitting(fields[name].type, value, known, raw=True))
            elif word.lower() in keys and len(words) > 1:
                words.pop(0)
                self._several(out, keys[word.lower()], words, known)
            elif _is_flag(fields, name):
                words.pop(0)
                out[name] = True
            elif not self._placed(out, words, known):
                if word.lower().rstrip(",;.") in skipped:
                    words.pop(0)
                else:
                    self._left_over(out, words)
        return out

    def _placed(self, out: dict[str, JSON], words: list[str], known: Known) -> bool:
        """Whether the next words are the value of a field that has none yet, or of a list that goes on."""
        names = [name for name, member in self.fields.items() if not member.kw_only]
        for name in (*names, *([self.wording.subject] if self.wording.subject else [])):
            taken = name in out and not _goes_on(self.fields[name].type)
            if not taken and self._take(out, name, words, known):
                return True
        return False

    def _several(self, out: dict[str, JSON], name: str, words: list[str], known: Known) -> None:
        """The value after a keyword; of a list as many words as fit."""
        if not self._take(out, name, words, known):
            self._add(out, name, words.pop(0))
            return
        while words and _goes_on(self.fields[name].type):
            if words[0].lower() == "and" and len(words) > 1:
                words.pop(0)
            if self._announces(words, known) or not self._take(out, name, words, known):
                return

    def _announces(self, words: list[str], known: Known) -> bool:
        """Whether the next word announces a field, and its value follows."""
        keys = {alias: name for name, aliases in self.wording.keywords.items() for alias in aliases}
        name = keys.get(words[0].lower())
        if name is None or len(words) < 2:
            return False
        return fitting(self.fields[name].type, words[1].rstrip(",;."), known) is not NOTHING

    def _take(self, out: dict[str, JSON], name: str, words: list[str], known: Known) -> bool:
        kind = self.fields[name].type
        longest = 1 if _inside(kind) in (str, Any) else min(LONGEST_NAME, len(words))
        for count in range(longest, 0, -1):
            if any(word.endswith(",") for word in words[: count - 1]):
                continue
            value = fitting(kind, " ".join(words[:count]).rstrip(",;."), known)
            if value is not NOTHING:
                del words[:count]
                self._add(out, name, value)
                return True
        return False

    def _add(self, out: dict[str, JSON], name: str, value: JSON) -> None:
        before = out.get(name)
        if isinstance(before, list) and isinstance(value, list):
            value = [*before, *value]
        elif isinstance(before, dict) and isinstance(value, dict):
            value = {**before, **value}
        out[name] = value

    def _left_over(self, out: dict[str, JSON], words: list[str]) -> None:
        """What fits nowhere goes to the first field without a value, so that its type is named."""
        free = [name for name, member in self.fields.items() if name not in out and not member.kw_only]
        if not free:
            raise DocumentError([Fault("too-many-words", f"{self.word} has no place for {words[0][:40]!r}")])
        out[free[0]] = words.pop(0)

    def write(self, action: Any) -> str:
        """An action in words."""
        subject = getattr(action, self.wording.subject) if self.wording.subject else None
        verb = self.word if subject is None or not self.wording.verbs else self.wording.verbs[0]
        plain, announced = [] if subject is None else [_quoted(_text(subject))], list[str]()
        plain.append(verb)
        for name, member in self.fields.items():
            value = getattr(action, member.name)
            if name == self.wording.subject or value is None or value == member.default or value in ((), {}):
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


def _is_flag(fields: "Mapping[str, attrs.Attribute[Any]]", name: str) -> bool:
    return name in fields and _inside(fields[name].type) is bool


def _goes_on(kind: Any) -> bool:
    kind = _inside(kind)
    return types.is_tuple(kind) or types.is_mapping(kind)


def _text(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, Mapping):
        return ",".join(f"{key}:{_text(item)}" for key, item in value.items())
    if isinstance(value, tuple) and not _pair(value):
        texts = [_text(item) for item in value]
        return (", " if any(" " in text for text in texts) else " ").join(texts)
    if _pair(value):
        return ",".join(map(str, value))
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
    value = next(_values(kind, text, known), NOTHING)
    return text if raw and value is NOTHING else value


def _values(kind: Any, text: str, known: Known) -> Iterator[JSON]:
    marked, base = types.annotation(kind), types.made_of(kind)
    typed = getattr(marked, "typed", None) or getattr(kind, "typed", None)
    if typed is not None:
        try:
            yield typed(text)
        except (DocumentError, UnknownName):
            return
    elif isinstance(marked, Reference):
        name = Names(marked.what, known.get(marked.what, ()), abbreviations=False).find(text)
        yield from () if name is None else (name,)
    elif isinstance(marked, Between) or base is int:
        if text.lstrip("+-").isdecimal() and len(text) < 10:
            yield int(text)
    elif isinstance(marked, Named):
        yield from _named(marked, text)
    elif types.is_literal(kind):
        yield from _one_of(typing.get_args(kind), text)
    elif types.is_tuple(kind):
        yield from _list(kind, text, known)
    elif types.is_mapping(kind):
        yield from _mapping(kind, text, known)
    elif base is bool:
        yield from (value for word, value in (("yes", True), ("true", True), ("no", False), ("false", False))
                    if text.lower() == word)  # fmt: skip
    elif base is str or kind is Any:
        yield text


def _named(marked: Named, text: str) -> Iterator[JSON]:
    try:
        yield marked.canonical(text)
    except (UnknownName, DocumentError):
        return


def _one_of(choices: Sequence[Any], text: str) -> Iterator[JSON]:
    wanted = text.lower().replace(" ", "-")
    for choice in choices:
        if isinstance(choice, str) and wanted in (choice.lower(), choice.lower() + "s"):
            yield choice


def _list(kind: Any, text: str, known: Known) -> Iterator[JSON]:
    item = typing.get_args(kind)[0]
    if not text:
        yield []
        return
    whole = fitting(item, text, known)
    if whole is not NOTHING:
        yield [whole]
        return
    parts = [fitting(item, part.strip(), known) for part in text.split(",")]
    if NOTHING not in parts:
        yield parts


def _mapping(kind: Any, text: str, known: Known) -> Iterator[JSON]:
    """``a:1,b:2``, or a count before a name: ``2 peasants``, ``an archer``."""
    key_kind, item = typing.get_args(kind)
    out: dict[str, JSON] = {}
    pairs = isinstance(types.annotation(item), types.Converted)  # hexes have commas of their own
    for part in re.split(r",(?=[^,]*:)", text) if pairs else text.split(","):
        name, colon, value = part.strip().rpartition(":")
        if not colon:
            value, _, name = part.strip().partition(" ") if part.strip()[:1].isdecimal() else ("1", "", part.strip())
        key, number = fitting(key_kind, name.strip(), known), fitting(item, value, known)
        strange = (key is NOTHING and " " in name.strip()) or (number is NOTHING and " " in value)
        if not name or strange or (NOTHING in (key, number) and not colon):
            return
        out[name.strip() if key is NOTHING else key] = value if number is NOTHING else number
    yield out


def gloss(text: str, terms: Mapping[str, str]) -> str:
    """A text with the Japanese of each term in brackets after its first occurrence.

    >>> gloss("a harp, two harps", {"harp": "ハープ"})
    'a harp (ハープ), two harps'
    """
    for term in sorted(terms, key=len, reverse=True):
        text = re.sub(rf"\b({re.escape(term)}s?)\b(?! \()", rf"\1 ({terms[term]})", text, count=1, flags=re.IGNORECASE)
    return text
