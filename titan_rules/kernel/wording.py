"""English for sentences: articles, plurals, lists of names, and templates that use them."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from string import Formatter
from typing import Any

_PLURALS = {"die": "dice", "infantry": "infantry", "Cyclops": "Cyclopes", "Colossus": "Colossi"}


def one_line(text: str) -> str:
    """A text without line breaks and terminal controls."""
    return "".join(c if c.isprintable() else " " for c in text)


def article(name: str) -> str:
    """A name with its article.

    >>> article("Ogre"), article("Lion"), article("Unicorn"), article("8")
    ('an Ogre', 'a Lion', 'a Unicorn', 'an 8')
    """
    vowel = name[:1] in "AEIOUaeiou8" and not name.startswith(("Uni", "uni", "one", "One"))
    return f"{'an' if vowel else 'a'} {name}"


def plural(noun: str) -> str:
    """The plural of a noun.

    >>> plural("hit"), plural("die"), plural("Cyclops"), plural("Harpy")
    ('hits', 'dice', 'Cyclopes', 'Harpies')
    """
    if noun in _PLURALS:
        return _PLURALS[noun]
    if noun[-1:] == "y" and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def nouns(noun: str, count: int) -> str:
    """A noun in the form that fits a count.

    >>> nouns("hit", 1), nouns("hit", 2)
    ('hit', 'hits')
    """
    return noun if abs(count) == 1 else plural(noun)


def several(count: int, noun: str) -> str:
    """A count with its noun.

    >>> several(0, "hit"), several(1, "die"), several(3, "die")
    ('no hits', '1 die', '3 dice')
    """
    return f"{count or 'no'} {nouns(noun, count)}"


def verb(count: int, one: str, more: str) -> str:
    """The form of a verb for a number of subjects.

    >>> verb(1, "rolls", "roll"), verb(2, "rolls", "roll")
    ('rolls', 'roll')
    """
    return one if count == 1 else more


def listed(names: Iterable[object], last: str = "and", none: str = "none") -> str:
    """Names for a sentence.

    :param last: the word before the last name; a comma for none.
    :param none: the text for no names.

    >>> listed(["Bk01", "Bk02", "Bk03"]), listed(["D4", "E3"], "or"), listed([1, 2], ","), listed([])
    ('Bk01, Bk02 and Bk03', 'D4 or E3', '1, 2', 'none')
    """
    *before, end = [str(name) for name in names] or [none]
    if last == ",":
        return ", ".join((*before, end))
    return f"{', '.join(before)} {last} {end}" if before else end


@cache
def _terms(terms: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(terms, key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, longest_first)) + r")(s|es|ed|d)?\b", re.IGNORECASE)


def glossed(text: str, terms: Mapping[str, str]) -> str:
    """A text with the translation of each term in brackets at its first occurrence.

    >>> glossed("A harp, two harps", {"harp": "ハープ"})
    'A harp (ハープ), two harps'
    """
    left = {term.casefold(): translated for term, translated in terms.items()}

    def gloss(match: re.Match[str]) -> str:
        translated = left.pop(match[1].casefold(), None)
        return match[0] if translated is None else f"{match[0]} ({translated})"

    return _terms(tuple(terms)).sub(gloss, text) if terms else text


@cache
def _parts(template: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    """A template's texts, each with the fact that follows it and the fact's format."""
    return tuple(Formatter().parse(template))


def _filled(value: object, spec: str) -> str:
    if spec == "a":
        return article(str(value))
    if type(value) is int and spec[:1].isalpha() and spec not in ("d", "x"):
        return several(value, spec)
    return format(value, spec)


def sentence(template: str, facts: Mapping[str, Any]) -> str:
    """A template with its facts in it: ``{hits:hit}`` is *2 hits*, ``{name:a}`` is *an Ogre*; else as ``str.format``.

    >>> sentence("{who:a} has taken {hits:hit}", {"who": "Ogre", "hits": 1})
    'an Ogre has taken 1 hit'
    """
    if ":" not in template:
        return template.format_map(facts)
    parts = _parts(template)
    return "".join([text if name is None else text + _filled(facts[name], spec or "") for text, name, spec, _ in parts])
