"""What a document's field may hold beyond its plain type, said in an ``Annotated``."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs
from attrs import field, frozen

ALWAYS: dict[str, Any] = {"always": True}
"""Field metadata: the field is written even where it has its default."""


HIDDEN: dict[str, Any] = {"hidden": True}
"""Field metadata: the field is no part of the document; it is made by its default."""


def shown(cls: type[Any]) -> list[Any]:
    """The fields of a class that documents have."""
    return [member for member in attrs.fields(cls) if not member.metadata.get("hidden")]


def is_optional(member: Any) -> bool:
    """Whether a document may leave a field out."""
    return member.default is not attrs.NOTHING


def default_of(member: Any) -> Any:
    """A field's default, made now where it is made; ``attrs.NOTHING`` where it has none."""
    said = member.default
    return said.factory() if isinstance(said, attrs.Factory) else said  # type: ignore[arg-type]


def key_of(member: Any) -> str:
    """The JSON key of a field: its name, or another where that is no Python name (``metadata={"key": "from"}``)."""
    key: str = member.metadata.get("key", member.name)
    return key


@frozen
class Named:
    """Marks an annotated ``str`` or ``int`` field as the name of something the game knows.

    ``Annotated[str, Named("character", names.canonical)]``

    :param what: what it names, also the name of its JSON Schema definition.
    :param canonical: gives the canonical value or raises :class:`UnknownName`.
    :param known: gives every known value (for schemas), or None where there are too many.
    :param others: there may be others, so that schemas give the known ones as examples.
    """

    what: str
    canonical: Callable[[Any], Any]
    known: Callable[[], Iterable[Any]] | None = None
    others: bool = False


@frozen
class Converted:
    """Marks an annotated field as read and written by functions: ``Annotated[Box, Converted(read, write)]``.

    :param read: from the JSON value; raises :class:`UnknownName` or :class:`DocumentError`.
    :param write: to the JSON value.
    :param schema: its JSON Schema.
    :param typed: the JSON value of a word that somebody types; None: typed like any text.
    """

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    schema: Mapping[str, Any] = field(factory=dict, hash=False)
    typed: Callable[[str], Any] | None = None


@frozen
class Between:
    """Marks an annotated ``int`` field as bounded.

    ``Annotated[int, Between(1, 6)]``

    :param low: the smallest value.
    :param high: the largest value.
    """

    low: int
    high: int
