"""How documents name their box: a shipped name, a file beside them, or the box itself."""

import os
from contextlib import AbstractContextManager
from typing import Annotated, Any, TypeAlias

from ..kernel.errors import DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.fields import Converted
from ..kernel.jsontext import JSON
from ..kernel.names import Names, shortened
from ..kernel.reading import wants
from . import loading
from .loading import folder
from .reading import current, reading
from .value import STANDARD, Box, box, interned


def named(reference: JSON) -> Box:
    """The box that a document names.

    :param reference: a shipped name, a path relative to the document, or a document of kind ``box``.
    :raises DocumentError: there is none, or it is not valid: with every fault.
    """
    if type(reference) is dict:
        from .validating import believed  # few documents bring a box of their own

        return interned(reference, believed(reference, folder()))
    if type(reference) is not str:
        raise wants("the name of a box, a file, or a box", reference)
    if reference in loading.shipped():
        return box(reference)
    path = os.path.join(folder(), reference)
    if not (reference.endswith(".json") or os.sep in reference):
        shown = Names("box", loading.shipped()).fault(shortened(reference))
        hint = shown.hint or "one of those that `titan box list` shows, or a file whose name ends in .json"
        raise DocumentError([Fault(shown.code, shown.message, hint=hint)])
    from .validating import read_file

    return interned(reference, read_file(path))


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
