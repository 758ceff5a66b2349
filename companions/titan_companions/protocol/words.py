"""Values in words: typed text to JSON by the type of a field, and back."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache, partial
from typing import Any

from titan_rules.kernel import fields as types
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import DocumentError, Fault, UnknownName
from titan_rules.kernel.fields import Between, Named
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.names import Names, hinting
from titan_rules.kernel.words import NUMBER_WORDS, ORDINALS
from titan_rules.text.lexer import TokenKind, tokens

from .fields import Known, Reference

NO_VALUE: Any = object()
"""The text is not a value of the type."""

NUMBERS = {"none": 0, "both": 2, "once": 1, "twice": 2, "thrice": 3, **NUMBER_WORDS, **ORDINALS}
BOOLEANS = {"yes": True, "true": True, "no": False, "false": False}
NOBODY = "nobody"
"""An empty mapping."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


def split(text: str) -> list[str]:
    """The words of a line; quoted text and JSON in brackets are one word each; ``#`` begins a remark.

    :raises DocumentError: a quotation mark or a bracket is left open.

    >>> split('census archer B:1 places {"B": {"guild": "3"}} # so')
    ['census', 'archer', 'B:1', 'places', '{"B": {"guild": "3"}}']
    """
    words: list[str] = []
    end = 0
    for token in tokens(text):
        if token.start < end:
            continue  # within JSON
        begins, said = token.start > end or not words, token.text
        if begins and said == "#":
            break
        end = token.end
        if said in ("{", "[") and (begins or not words[-1][-1:].isalnum()):
            try:
                end = json.JSONDecoder().raw_decode(text, token.start)[1]
            except ValueError as e:
                message = f"expected words or JSON, got {text[token.start : token.start + 40]!r} ({e})"
                raise DocumentError([Fault("bad-json", message)]) from None
            said = text[token.start : end]
        elif said == '"' and token.kind is TokenKind.MARK:
            message = f"no closing quotation mark: {text[token.start : token.start + 40]!r}"
            raise DocumentError([Fault("bad-quotes", message)])
        words[len(words) - (not begins) :] = [("" if begins else words[-1]) + said]
    return words


def bare(word: str) -> str:
    """A word without the punctuation behind it."""
    return word.rstrip(",;.:?!")


def spoken(words: Iterable[str]) -> list[str]:
    """Words without articles and genitives, which names and verbs do without, too."""
    return ["and" if word == "&" else word.removesuffix("'s") for word in words if word.lower() != "the"]


def number_of(word: str) -> int | None:
    """The number that a word is, in digits or in letters."""
    return int(word) if _WHOLE.fullmatch(word) else NUMBERS.get(word.lower())


def typed_as(value: Any) -> str:
    """A value as it is typed."""
    if isinstance(value, Mapping):
        return NOBODY if not value else ",".join(f"{key}:{typed_as(item)}" for key, item in value.items())
    if not isinstance(value, tuple):
        return str(value)
    if len(value) == 2 and all(type(part) is int for part in value):  # a hex or a roll is one value
        return ",".join(map(str, value))
    texts = [typed_as(item) for item in value]
    return (", " if any(" " in text for text in texts) else " ").join(texts)


def quoted(text: str) -> str:
    """A text as one word."""
    return f'"{text}"' if " " in text else text


def fitting(kind: Any, text: str, known: Known, *, raw: bool = False) -> Any:
    """The JSON of a text as a value of a type, or :data:`NO_VALUE`.

    :param raw: return the text itself if it is not one, so that the reader can report it.
    """
    if text[:1] in ("{", "["):
        return jsontext.loads(text)
    value = _reader(kind)(text, known)
    return text if raw and value is NO_VALUE else value


@cache
def _reader(kind: Any) -> Callable[[str, Known], Any]:
    """What reads a text as a value of a type."""
    kind = types.without_none(kind)
    marked, base = types.annotation(kind), types.made_of(kind)
    typed = getattr(marked, "typed", None) or getattr(kind, "typed", None)
    word, *parts = types.shape(kind)
    if isinstance(marked, Reference):
        return partial(_referred, marked.what)
    if typed is not None:
        return lambda text, known: _tried(typed, text)
    if isinstance(marked, Named):
        named = lru_cache(1 << 10)(partial(_tried, marked.canonical))
        return lambda text, known: named(text)
    if isinstance(marked, Between) or base is int:
        return lambda text, known: NO_VALUE if (number := number_of(text)) is None else number
    if word == "literal":
        texts = [part for part in parts if isinstance(part, str)]
        choices = {name.lower() + ending: name for name in reversed(texts) for ending in ("", "s")}
        return lambda text, known: choices.get(text.lower().replace(" ", "-"), NO_VALUE)
    if word == "list":
        return partial(_list, parts[0])
    if word == "mapping":
        return partial(_mapping, *parts)
    if base is bool:
        return lambda text, known: BOOLEANS.get(text.lower(), NO_VALUE)
    return lambda text, known: text if base is str or kind is Any else NO_VALUE


@lru_cache(100)
def _names(what: str, names: tuple[str, ...]) -> Names[str]:
    return Names(what, names, abbreviations=False)


def _referred(what: str, text: str, known: Known) -> Any:
    if not known and " " not in text and not text[:1].isdecimal():
        return text  # no position says what there is
    name = _names(what, tuple(known.get(what, ()))).find(text)
    return NO_VALUE if name is None else name


def _tried(typed: Callable[[str], Any], text: str) -> Any:
    before = hinting.set(False)  # nobody sees the fault
    try:
        return typed(text)
    except (DocumentError, UnknownName):
        return NO_VALUE
    finally:
        hinting.reset(before)


def _list(item: Any, text: str, known: Known) -> Any:
    whole = fitting(item, text, known) if text else NO_VALUE
    items = [fitting(item, p.strip(), known) for p in text.split(",") if text] if whole is NO_VALUE else [whole]
    return NO_VALUE if NO_VALUE in items else items


def _mapping(key_kind: Any, item: Any, text: str, known: Known) -> Any:
    """``a:1,b:2``; a count before or after a name, ``2 peasants``, ``A 2``; or a name alone, ``archer``."""
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
        good = next((pair for pair in read if NO_VALUE not in pair), None)
        if good is None and (not colon or not name or " " in name.strip() or " " in value):
            return NO_VALUE
        key, number = good or read[0]
        key = name.strip() if key is NO_VALUE else key
        if key in out:
            raise DocumentError([Fault("said-twice", f"{key} is said twice")])
        out[key] = value if number is NO_VALUE else number
    return out
