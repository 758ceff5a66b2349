"""Answers from what the rules return: rulings, positions and frozen objects become JSON in one place."""

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from ..fields import key_of
from ..rulings import Ruling

UNTOLD: Mapping[str, Any] = {"untold": True}
"""Metadata of a field that an answer leaves out."""

IF_ANY: Mapping[str, Any] = {"if_any": True}
"""Metadata of a field that an answer leaves out where it is None, false or empty."""


def plain(value: Any, document: Any = None) -> Any:
    """A value as JSON: objects by their ``to_json``, or else by their fields, each under its key in documents.

    Left out are fields that are :data:`UNTOLD`, and empty ones that are told :data:`IF_ANY`.

    :param document: writes documents as JSON with their header; gives None for anything else.
    """
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {key: plain(item, document) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, document) for item in value]
    found = document(value) if document is not None else None
    if found is not None:
        return found
    if hasattr(value, "to_json"):
        return plain(value.to_json(), document)
    parts = ((f, getattr(value, f.name)) for f in attrs.fields(type(value)) if not f.metadata.get("untold"))
    return {key_of(f): plain(part, document) for f, part in parts if part or not f.metadata.get("if_any")}


def broken(rulings: Iterable[Ruling]) -> list[Ruling]:
    """The rulings that forbid something."""
    return [ruling for ruling in rulings if ruling.verdict == "illegal"]


def verdict(rulings: Iterable[Ruling]) -> str:
    """``illegal`` if a ruling forbids it, else ``legal``."""
    return "illegal" if broken(rulings) else "legal"


class Counted(int):
    """A number that can be said with its noun.

    >>> f"{Counted(1):harp}, {Counted(2):harp}, {Counted(0):infantry}, {Counted(3)}"
    '1 harp, 2 harps, 0 infantry, 3'
    """

    def __format__(self, noun: str) -> str:
        number = int.__repr__(self)
        if not noun or not noun.replace(" ", "").isalpha():
            return int.__format__(int(self), noun)
        return f"{number} {noun if self == 1 else plural(noun)}"


UNCHANGED = ("infantry",)
"""Nouns that take no s."""


def plural(noun: str) -> str:
    """A noun for more than one.

    >>> plural("archer"), plural("infantry")
    ('archers', 'infantry')
    """
    return noun if noun in UNCHANGED else noun + "s"


def words(names: Iterable[object], nothing: str = "nothing") -> str:
    """Names for a sentence.

    >>> words(("gold", "harp")), words(("gold", "harp", "guild")), words(())
    ('gold and harp', 'gold, harp and guild', 'nothing')
    """
    parts = [str(name) for name in names]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]])) or nothing
