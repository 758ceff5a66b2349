"""What a document's field may hold beyond its plain type, said in an ``Annotated``."""

from collections.abc import Callable, Iterable
from typing import Any

import attrs
from attrs import frozen

ALWAYS: dict[str, Any] = {"always": True}
"""Field metadata: the field is written even where it has its default."""


def key_of(field: "attrs.Attribute[Any]") -> str:
    """The JSON key of a field: its name, or another where that is no Python name (``metadata={"key": "from"}``)."""
    key: str = field.metadata.get("key", field.name)
    return key


@frozen
class Named:
    """Marks an annotated ``str`` or ``int`` field as the name of something the game knows.

    ``Annotated[str, Named("character", names.canonical)]``

    :param what: what it names, also the name of its JSON Schema definition.
    :param canonical: gives the canonical value or raises :class:`UnknownName`.
    :param known: gives every known value (for schemas), or None where there are too many.
    """

    what: str
    canonical: Callable[[Any], Any]
    known: Callable[[], Iterable[Any]] | None = None


@frozen
class Between:
    """Marks an annotated ``int`` field as bounded.

    ``Annotated[int, Between(1, 6)]``

    :param low: the smallest value.
    :param high: the largest value.
    """

    low: int
    high: int
