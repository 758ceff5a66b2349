"""What attrs would write for each class, written once: for families of many small classes.

attrs generates code for every class it makes, and half of the time that takes goes into ``__eq__``, ``__hash__`` and
``__repr__``. A family of dozens of classes takes them from here (``@frozen(eq=False, repr=False)``), so that its
module is imported in half the time.
"""

from typing import Any

import attrs


class ByValue:
    """Equal if of one class and equal in every field."""

    __slots__ = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, field.name) for field in attrs.fields(type(self))])  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self._values() == other._values())

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        shown = ", ".join([f"{f.name}={getattr(self, f.name)!r}" for f in attrs.fields(type(self))])  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"
