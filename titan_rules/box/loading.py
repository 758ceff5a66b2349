"""The documents of boxes: shipped ones, and what one takes from another that it extends."""

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

from ..kernel.datafiles import read
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import JSON, SIZE_LIMIT, loads
from ..kernel.names import Names
from .reading import opener

_FOLDER = os.path.join(os.path.dirname(__file__), "data", "boxes")


@cache
def shipped() -> tuple[str, ...]:
    """The names of the boxes that come with the program, the standard one first."""
    names = sorted(file[: -len(".json")] for file in os.listdir(_FOLDER) if file.endswith(".json"))
    return tuple(sorted(names, key=lambda name: name != "standard"))


def shipped_box(name: str) -> dict[str, Any]:
    """The whole document of a shipped box.

    :raises DocumentError: there is none of that name.
    """
    if name not in shipped():
        raise DocumentError([Names("box", shipped()).fault(name, "/box")])
    own: dict[str, Any] = read(__file__, f"boxes/{name}.json")
    return merged(shipped_box(own["extends"]), own) if "extends" in own else own


@cache
def known_as() -> dict[str, str]:
    """The shipped boxes by what Colossus calls them."""
    documents = {name: read(__file__, f"boxes/{name}.json") for name in shipped()}
    return {str(document["known_as"]): name for name, document in documents.items()}


def merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """A document with the changes of another: a JSON merge patch, in which null takes a key out."""
    out = dict(base)
    for key, value in changes.items():
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            below = out.get(key)
            out[key] = merged(below if isinstance(below, dict) else {}, value)
        else:
            out[key] = value
    return out


def read_json(path: str) -> JSON:
    """The JSON of a file.

    :raises DocumentError: it cannot be read.
    """
    found = opener()
    if found is not None:
        return found(path)
    try:
        with open(path, encoding="utf-8") as file:
            return loads(file.read(SIZE_LIMIT))
    except OSError as e:
        raise DocumentError([Fault("no-box", f"there is no box {path}: {e.strerror}")]) from None
    except UnicodeDecodeError:
        raise DocumentError([Fault("not-text", f"{path} is no text in UTF-8")]) from None
