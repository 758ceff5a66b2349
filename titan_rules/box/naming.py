"""How documents name their box: a shipped name, a file beside them, or the box itself."""

from contextlib import AbstractContextManager
from typing import Annotated, Any, TypeAlias

from ..kernel.errors import DocumentError
from ..kernel.evolving import evolve
from ..kernel.fields import Converted
from ..kernel.jsontext import JSON
from .reading import current, reading
from .value import STANDARD, Box, named


def written(value: Box) -> JSON:
    """A box as a document names it."""
    return value.reference


def reading_with(body: JSON) -> AbstractContextManager[None]:
    """Read names with the box that the document names.

    :raises DocumentError: there is no such box.
    """
    return reading(box_of(body))


def box_of(body: JSON) -> Box:
    """The box that a document names, by default the current one.

    :raises DocumentError: there is no such box.
    """
    given = body.get("box") if type(body) is dict else None
    if given is None:
        return current()
    try:
        return named(given)
    except DocumentError as e:
        raise DocumentError([evolve(fault, pointer="/box" + fault.pointer) for fault in e.faults]) from None


BoxReference: TypeAlias = Annotated[
    Box,
    Converted(
        named,
        written,
        {
            "description": "A shipped box, a file beside the document, or a box.",
            "type": ["string", "object"],
            "default": "standard",
        },
    ),
]


BOX: dict[str, Any] = {"key": "box", "unless": STANDARD}  # metadata of a position's field ``the_box``
