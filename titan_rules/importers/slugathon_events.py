"""Reads lines of ``Name {a Python dict literal}`` safely: literals only, of bounded size."""

import ast
import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from attrs import define

from ..box.current_box import current
from ..box.names import CharacterName
from ..kernel.errors import DocumentError, Fault
from ..kernel.lines import Row
from ..kernel.names import shortened
from .saved import SavedItem

_SURROGATE = re.compile("[\ud800-\udfff]")
LONGEST_LINE = 20_000
"""The longest line that is read, in characters; the longest known one has 500."""


@define
class SavedEvent(SavedItem):
    """One line of a save: an event's name and fields."""

    fields: Mapping[str, Any]

    def text(self, key: str) -> str:
        """A text field."""
        value: str = self._get(key, str, "a text")
        return value

    def number(self, key: str) -> int:
        """An integer field."""
        value: int = self._get(key, int, "a whole number")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A field that is a sequence of texts."""
        return self._row(key, str, "texts")

    def characters(self, key: str) -> tuple[CharacterName, ...]:
        """A field that is a sequence of characters."""
        return tuple([self.canonical(current().character_names.canonical, text) for text in self.texts(key)])

    def numbers(self, key: str) -> tuple[int, ...]:
        """A field that is a sequence of integers."""
        return self._row(key, int, "whole numbers")

    def _get(self, key: str, kind: type, what: str) -> Any:
        value = self.fields.get(key)
        if type(value) is not kind:
            raise self._lacks(key, what)
        return value

    def _row(self, key: str, kind: type, what: str) -> tuple[Any, ...]:
        value = self.fields.get(key)
        if not isinstance(value, tuple | list) or any(type(part) is not kind for part in value):
            raise self._lacks(key, what)
        return tuple(value)

    def _lacks(self, key: str, what: str) -> DocumentError:
        given = shortened(repr(self.fields.get(key)))
        return self.fault("bad-field", f"{self.name} needs {what} as {key!r}, not {given}")


def read_events(rows: Iterable[Row], remark: Callable[[int, str], None]) -> Iterator[SavedEvent]:
    """The events of a save.

    :param rows: the lines with their numbers, or why they cannot be read.
    :param remark: called if the last line is truncated and left out.
    :raises DocumentError: a line is not an event.
    """
    for number, text in rows:
        if isinstance(text, DocumentError):
            raise text
        try:
            event = read_event(number, text)
        except DocumentError:
            if text.endswith(("\n", "\r")):
                raise
            remark(number, "the save ends within this line, which is left out")
            return
        yield event


def read_event(number: int, text: str) -> SavedEvent:
    """One event of a save.

    :raises DocumentError: the line is not an event; the fault names it.

    >>> read_event(7, "AssignTower {'playername': 'Ann', 'tower_num': 400}").fields["tower_num"]
    400
    """
    name, _, literal = text.strip().partition(" ")
    if not name.isidentifier() or not literal.startswith("{"):
        raise _refuse(number, "not-a-save", "a line of a save is a name and a dict: AssignTower {'tower_num': 100}")
    if len(literal) > LONGEST_LINE:
        raise _refuse(number, "too-large", f"the line is longer than {LONGEST_LINE} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about odd escapes in texts
            tree = ast.parse(literal, mode="eval")
            fields = ast.literal_eval(tree)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        code = "truncated" if not literal.rstrip().endswith("}") else "not-a-save"
        raise _refuse(number, code, f"what follows {name} is not a dict of plain values") from None
    if type(fields) is not dict or any(type(key) is not str for key in fields):
        raise _refuse(number, "not-a-save", f"what follows {name} is not a dict with names as keys")
    for code, message in _unfit(tree):
        raise _refuse(number, code, f"{name}: {message}")
    return SavedEvent(name, number, fields)


def _unfit(tree: ast.Expression) -> Iterator[tuple[str, str]]:
    """What a Python literal can hold and a replay cannot: duplicate keys, infinite numbers, unpaired surrogates."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            keys = Counter(key.value for key in node.keys if isinstance(key, ast.Constant))
            for key in [key for key, count in keys.items() if count > 1]:
                yield "duplicate-key", f"duplicate key {shortened(str(key))!r}"
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and _SURROGATE.search(node.value):
                yield "bad-text", "unpaired surrogate"
            elif isinstance(node.value, complex) or node.value in (float("inf"), float("-inf")):
                yield "not-a-save", f"{shortened(ast.unparse(node))} is not a finite number"


def _refuse(number: int, code: str, message: str) -> DocumentError:
    return DocumentError([Fault(code, message, line=number)])
