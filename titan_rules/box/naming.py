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
    """How a document names a box."""
    return value.reference


def reading_with(body: JSON) -> AbstractContextManager[None]:
    """The names of a document are those of the box that it names.

    :raises DocumentError: it names none that there is.
    """
    return reading(box_of(body))


def box_of(body: JSON) -> Box:
    """The box that a document names; the one that names are read with now, where it names none.

    :raises DocumentError: it names one that there is not.
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


BOX: dict[str, Any] = {"key": "box", "unless": STANDARD}
"""Metadata of the field of a position that holds its box: ``the_box``, in documents ``box``."""
