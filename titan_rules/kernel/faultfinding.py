"""From the errors that reading a JSON value raised to faults with their pointers."""

from collections.abc import Iterator

import attrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from .errors import DocumentError, Fault, UnknownName
from .fields import key_of
from .hooks import Mismatch
from .jsontext import JSON, pointer
from .names import nearest, shortened


def faults_in(error: Exception, data: JSON, at: str) -> list[Fault]:
    """Every fault that an error of the thorough converter tells of, in reading order.

    :param data: the value that was read.
    :param at: its JSON Pointer.
    """
    return sorted(_faults(error, at), key=lambda fault: _order(data, fault.pointer[len(at) :]))


def _order(data: JSON, where: str) -> list[int]:
    """The place of a pointer in the document."""
    order: list[int] = []
    for part in where.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(data, dict):
            order.append(list(data).index(key) if key in data else len(data))
            data = data.get(key)
        elif isinstance(data, list) and key.isdigit() and int(key) < len(data):
            order.append(int(key))
            data = data[int(key)]
    return order


def _faults(error: BaseException, at: str) -> Iterator[Fault]:
    if isinstance(error, ClassValidationError | IterableValidationError):
        keys = {a.name: key_of(a) for a in attrs.fields(error.cl)} if isinstance(error, ClassValidationError) else {}
        for inner, place in _parts(error):
            part = keys.get(place, place) if isinstance(place, str) else place
            if part is None:
                yield from _faults(inner, at)
            elif isinstance(inner, KeyError) and isinstance(part, str) and inner.args == (part,):
                yield Fault("missing-key", f"the key {part!r} is missing", at)
            else:
                yield from _faults(inner, at + pointer(part))
    elif isinstance(error, ForbiddenExtraKeysError):
        known = [key_of(a) for a in attrs.fields(error.cl)]
        for key in sorted(error.extra_fields):
            yield Fault("unknown-key", f"unknown key {shortened(key)!r}", at + pointer(key), hint=nearest(key, known))
    elif isinstance(error, Mismatch):
        yield Fault(error.code, error.message, at, hint=error.hint)
    elif isinstance(error, UnknownName):
        yield attrs.evolve(error.fault, pointer=at + error.fault.pointer)
    elif isinstance(error, DocumentError):
        for fault in error.faults:
            yield attrs.evolve(fault, pointer=at + fault.pointer)
    else:
        raise error


def _parts(
    error: ClassValidationError | IterableValidationError,
) -> Iterator[tuple[BaseException, str | int | None]]:
    """The errors inside one, each with the key or index where it happened, None for the whole."""
    for inner in error.exceptions:
        for note in reversed(getattr(inner, "__notes__", [])):
            if isinstance(note, AttributeValidationNote):
                yield inner, note.name
                break
            if isinstance(note, IterableValidationNote):
                yield inner, note.index
                break
        else:
            yield inner, None
