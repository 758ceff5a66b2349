"""Expectations in words: ``= Black 0, Bk02 2 Ogre, D4 empty``."""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Any, TypeAlias

from ...box.reading import current
from ...kernel.errors import DocumentError, Fault, UnknownName
from ...kernel.jsontext import JSON, loads_object
from ...kernel.names import in_quotes, shortened
from ...kernel.words import Word, counted, split_words

SEAL = "state"
"""The key of a line's seal, which stands among the expectations of a sheet."""

_FORMS = "as in: = Black 123; = Bk02 2 Ogre Lion; = Bk02 in 105; = 3 hits; = D4 empty; = slain D4; = over; = winner Red"


def read_expectation(text: str) -> dict[str, JSON]:
    """The facts of one row, without its ``=``.

    :raises DocumentError: they are not understood.

    >>> read_expectation("Black 123, D4 Ogre, 3 hits")
    {'score': {'Black': 123}, 'hex': {'D4': 'Ogre'}, 'hits': 3}
    """
    if text.startswith("{"):
        return loads_object(text)
    found: dict[str, JSON] = {}
    part: list[Word] = []
    for word in [*split_words(text), None]:
        if word is not None and word.text != ",":
            part.append(word)
            continue
        if part:
            merge(found, _fact(part, text))
        part = []
    return found


def merge(facts: dict[str, JSON], more: Mapping[str, JSON]) -> None:
    """Add facts to others; objects are put together."""
    for key, value in more.items():
        known = facts.get(key)
        facts[key] = {**known, **value} if type(known) is dict and type(value) is dict else value


def _fact(words: list[Word], text: str) -> dict[str, JSON]:
    said = [word.lower for word in words]
    first, rest = said[0], [word.text for word in words[1:]]
    if first in _ALONE and len(said) == len(_ALONE[first][0]) and said == _ALONE[first][0]:
        return dict(_ALONE[first][1])
    if first in _READ and rest:
        return _READ[first](words[1:])
    if len(said) == 2 and _is_number(words[0]) and said[1] in ("hit", "hits"):
        return {"hits": _number(words[0])}
    if len(said) == 2 and _is_number(words[1]):
        return {"score": {_name(words[0]): _number(words[1])}}
    if len(said) == 3 and said[1] in ("in", "at") and _is_number(words[2]):
        return {"land": {words[0].text: _number(words[2])}}
    if len(said) == 2 and len(first) == 2 and first[0].isalpha() and first[1].isdecimal():
        return {"hex": {words[0].text: None if said[1] == "empty" else rest[0]}}
    if len(said) > 1 and first[:2].isalpha() and first[2:].isdecimal():
        return {"legion": {words[0].text: _names(words[1:])}}
    shown = text[words[0].start : words[-1].end]
    raise DocumentError([Fault("bad-expectation", f"{shortened(shown)!r} is not an expectation", hint=_FORMS)])


_ALONE: dict[str, tuple[list[str], dict[str, JSON]]] = {
    "over": (["over"], {"over": True}),
    "not": (["not", "over"], {"over": False}),
}


def _names(words: list[Word]) -> list[str]:
    try:
        return [word.text for count, word in counted(words) if word.lower != "nobody" for _ in range(count)]
    except UnknownName as e:
        raise DocumentError([e.fault]) from None


def _is_number(word: Word) -> bool:
    digits = word.text.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 18


def _number(word: Word) -> int:
    return int(word.text)


def _name(word: Word) -> str:
    return str(json.loads(word.text)) if word.in_quotes else word.text


def _stock(words: list[Word]) -> dict[str, JSON]:
    if len(words) % 2 or not all(map(_is_number, words[1::2])):
        raise DocumentError([Fault("bad-expectation", "characters with their numbers are wanted", hint=_FORMS)])
    pairs = zip(words[::2], words[1::2], strict=True)
    return {"caretaker": {name.text: _number(count) for name, count in pairs}}


def _winner(words: list[Word]) -> dict[str, JSON]:
    return {"winner": None if words[0].lower == "nobody" else _name(words[0])}


_READ: dict[str, Callable[[list[Word]], dict[str, JSON]]] = {
    "slain": lambda words: {"slain": [word.text for word in words if word.lower != "nobody"]},
    "caretaker": _stock,
    "winner": _winner,
    "turn": lambda words: {"turn": " ".join(word.text for word in words)},
    "seal": lambda words: {SEAL: words[0].text},
}


def expectation_texts(facts: Mapping[str, JSON]) -> Iterator[str]:
    """Facts in words, a row for each kind, without its ``=``.

    Values of another shape than their fact has come out as something that is not read back as the same.

    >>> list(expectation_texts({"score": {"Black": 123}, "hits": 3, "slain": []}))
    ['Black 123', '3 hits', 'slain nobody']
    """
    for fact, value in facts.items():
        writer = _WRITTEN.get(fact)
        yield json.dumps({fact: value}) if writer is None else writer(value)


_Writer: TypeAlias = Callable[[Any], str]
"""From a fact as a record has it, of its own shape or any other, to words."""


def _of_each(shape: Callable[[str, Any], str]) -> _Writer:
    return lambda value: ", ".join(shape(key, item) for key, item in value.items())


def _listed(names: list[str]) -> str:
    groups = [(name, len(list(same))) for name, same in groupby(names)]
    return " ".join(f"{count} {name}" if count > 1 else name for name, count in groups) or "nobody"


def _called(name: str) -> str:
    return name if name.isalpha() and current().markers.colors.find(name) in (None, name) else in_quotes(name)


_WRITTEN: dict[str, _Writer] = {
    "score": _of_each(lambda color, score: f"{_called(color)} {score}"),
    "legion": _of_each(lambda marker, names: f"{marker} {_listed(names)}"),
    "land": _of_each(lambda marker, land: f"{marker} in {land}"),
    "hits": lambda hits: f"{hits} hit" if hits == 1 else f"{hits} hits",
    "hex": _of_each(lambda label, name: f"{label} {'empty' if name is None else name}"),
    "slain": lambda labels: "slain " + (" ".join(labels) or "nobody"),
    "caretaker": lambda stock: "caretaker " + " ".join(f"{name} {count}" for name, count in stock.items()),
    "over": lambda over: "over" if over else "not over",
    "winner": lambda color: f"winner {'nobody' if color is None else _called(color)}",
    SEAL: lambda seal: f"seal {seal}",
}
