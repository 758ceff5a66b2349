"""Names as people type them: any case, abbreviated if unambiguous, with hints for wrong ones."""

import difflib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from typing import Generic, TypeVar
from unicodedata import combining, normalize

from .errors import Fault, UnknownName

N = TypeVar("N", bound=str)

ABBREVIATION = 3  # letters
ALIKE = 0.6  # similarity that a hint needs
MAX_LISTED = 12  # all names are listed if there are no more than this
NEAREST = "did you mean "
"""How a hint with the nearest names begins."""

hinting: ContextVar[bool] = ContextVar("hinting", default=True)
"""Whether the nearest name is looked for: not once there are so many faults that the rest are only counted."""


class Names(Generic[N]):
    """The known names of one kind.

    :param what: the kind, for messages (``"character"``).
    :param names: canonical, in the order of answers.
    :param aliases: further spellings, to canonical names.
    :param abbreviations: accept three or more leading letters of exactly one name.

    >>> Names("character", ["Ogre", "Centaur", "Archangel", "Angel"]).canonical("ogr")
    'Ogre'
    """

    def __init__(
        self,
        what: str,
        names: Iterable[N],
        aliases: Mapping[str, N] | None = None,
        *,
        abbreviations: bool = True,
    ) -> None:
        self.what = what
        self._code = what.replace(" ", "-")
        self.names = tuple(names)
        self._folded = [(name.casefold(), name) for name in self.names]
        self._known: dict[str, N] = {}
        for folded, name in self._folded:
            self._known[name] = name
            self._known[folded] = name
        for alias, name in (aliases or {}).items():
            self._known[alias.casefold()] = name
        self._abbreviations = abbreviations

    def find(self, text: str) -> N | None:
        """The canonical name, or None if the text fits none or several."""
        known = self._known.get(text) or self._known.get(text.casefold().strip())
        if known is not None:
            return known
        fits = self.fitting(text)
        return fits[0] if len(fits) == 1 else None

    def fitting(self, text: str) -> list[N]:
        """The names that an abbreviation fits, in order."""
        start = text.casefold().strip()
        if not self._abbreviations or len(start) < ABBREVIATION:
            return []
        return [name for folded, name in self._folded if folded.startswith(start)]

    def canonical(self, text: str) -> N:
        """The canonical name.

        :raises UnknownName: the text fits none or several; the hint names the nearest.
        """
        name = self._known.get(text) or self.find(text)
        if name is None:
            raise UnknownName(self.fault(text))
        return name

    def fault(self, text: str, pointer: str = "") -> Fault:
        """The fault of an unknown or ambiguous name."""
        fits = self.fitting(text) if hinting.get() else []
        shown = shortened(text)
        if len(fits) > 1:
            return Fault(
                f"ambiguous-{self._code}",
                f"{shown!r} fits several {self.what}s",
                pointer,
                hint=f"{NEAREST}{' or '.join(fits)}?",
            )
        hint = nearest(text, self.names)
        if hint is None and len(self.names) <= MAX_LISTED:
            hint = "one of: " + ", ".join(self.names)
        return Fault(f"unknown-{self._code}", f"unknown {self.what} {shown!r}", pointer, hint=hint)


def shortened(text: str, most: int = 60) -> str:
    """A text cut to ``most`` characters, for messages.

    >>> shortened("abcdef", 5)
    'ab...'
    """
    return text if len(text) <= most else text[: most - 3] + "..."


def in_numbers(names: Iterable[str]) -> str:
    """Names counted, in order of appearance.

    >>> in_numbers(["Titan", "Ogre", "Lion", "Ogre"])
    'Titan, 2 × Ogre, Lion'
    """
    counts = Counter(names)
    return ", ".join(name if count == 1 else f"{count} × {name}" for name, count in counts.items())


def nearest(text: str, names: Iterable[str], most: int = 1) -> str | None:
    """A hint with the nearest known name, or None.

    >>> nearest("Orge", ["Ogre", "Lion"])
    'did you mean Ogre?'
    """
    alike = names_like(text, names, most) if hinting.get() else ()
    return f"{NEAREST}{' or '.join(alike)}?" if alike else None


def names_like(text: str, names: Iterable[N], most: int = 1) -> tuple[N, ...]:
    """The known names that are nearest to a text, the nearest first; none if no name is like it.

    Two letters are too few to be a slip: *or* is no Ogre.

    >>> names_like("Orge", ["Ogre", "Lion"]), names_like("Zork", ["Ogre", "Lion"]), names_like("or", ["Ogre"])
    (('Ogre',), (), ())
    """
    return _names_like(text.casefold()[:100], tuple(names), most)


@lru_cache(10_000)  # readers that try a text as several kinds of name ask repeatedly
def _names_like(text: str, names: tuple[N, ...], most: int) -> tuple[N, ...]:
    if len(text) < 3:
        return ()
    by_fold = {name.casefold(): name for name in names}
    return tuple([by_fold[close] for close in difflib.get_close_matches(text, by_fold, n=most, cutoff=ALIKE)])


def in_quotes(text: str) -> str:
    """A text in JSON quotes, printable characters only.

    >>> print(in_quotes('a "b"\\t'))
    "a \\"b\\"\\t"
    """
    escaped = json.dumps(text, ensure_ascii=False)
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in escaped)


def ranges(numbers: Iterable[int]) -> str:
    """Numbers for a sentence, at most twelve runs of them.

    >>> ranges([3, 1, 2, 200])
    '1-3, 200'
    """
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][1] + 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    shown = [str(a) if a == b else f"{a}-{b}" for a, b in parts[:12]]
    return ", ".join(shown) + (" ..." if len(parts) > 12 else "")


def one_off(text: str, name: str) -> bool:
    """Whether a word differs from a name by one letter: added, missing, wrong, or two exchanged.

    >>> one_off("orge", "ogre"), one_off("lions", "lion"), one_off("lino", "hydra")
    (True, True, False)
    """
    if abs(len(text) - len(name)) > 1 or text == name:
        return False
    start = next((i for i, (a, b) in enumerate(zip(text, name, strict=False)) if a != b), min(len(text), len(name)))
    rest, other = text[start:], name[start:]
    return (
        rest[1:] == other[1:]
        or rest[1:] == other
        or rest == other[1:]
        or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
    )


def one_slip(text: str, name: str, *, wrong_letter: bool) -> bool:
    """Whether a word is a name with one slip behind its first letter: two letters exchanged, one left out or doubled.

    :param wrong_letter: one wrong letter is a slip, too.

    >>> one_slip("gargoyl", "gargoyle", wrong_letter=False), one_slip("gargoile", "gargoyle", wrong_letter=True)
    (True, True)
    >>> one_slip("coins", "joins", wrong_letter=True), one_slip("peace", "place", wrong_letter=False)
    (False, False)
    """
    start = next((i for i, (a, b) in enumerate(zip(text, name, strict=False)) if a != b), min(len(text), len(name)))
    rest, other = text[start:], name[start:]
    return bool(start and (rest or other)) and (
        rest == other[1:]
        or (rest[1:] == other and text[start] == text[start - 1])
        or (rest[:2] == other[1::-1] and rest[2:] == other[2:])
        or (wrong_letter and rest[1:] == other[1:] and len(text) == len(name))
    )


def nearest_word(text: str, words: Iterable[str]) -> str | None:
    """The only word that a text of four letters or more misspells."""
    if len(text) < 4:
        return None
    near = {word for word in words if len(word) > 3 and one_off(text, word)}
    return near.pop() if len(near) == 1 else None


def unaccented(text: str) -> str:
    """A text without the accents on its letters.

    >>> unaccented("Désert")
    'Desert'
    """
    return text if text.isascii() else "".join([c for c in normalize("NFD", text) if not combining(c)])
