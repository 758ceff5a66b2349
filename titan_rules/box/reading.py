"""Which box a document is read with: the one it names, from where it is known until it is read."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .value import Box

_reading: ContextVar["Box | None"] = ContextVar("box", default=None)
_folder: ContextVar[str] = ContextVar("folder", default="")


def current() -> "Box":
    """The box of what is being read or made now; the standard one where nothing else is said."""
    found = _reading.get()
    if found is None:
        from .value import STANDARD

        return STANDARD
    return found


@contextmanager
def reading(box: "Box") -> Iterator[None]:
    """Names that are read within are names of a box."""
    token = _reading.set(box)
    try:
        yield
    finally:
        _reading.reset(token)


def folder() -> str:
    """Where the files lie that documents name; the working directory where it is empty."""
    return _folder.get()


@contextmanager
def beside(path: str) -> Iterator[None]:
    """Files that are named within lie in a folder."""
    token = _folder.set(path)
    try:
        yield
    finally:
        _folder.reset(token)
