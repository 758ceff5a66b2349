"""The documents of boxes: shipped files, the boxes they extend, and where files are looked up."""

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from typing import TypeAlias

from ..kernel.errors import DocumentError, Fault
from ..kernel.fields import keys_of
from ..kernel.jsontext import JSON, SIZE_LIMIT, loads
from ..kernel.jsontext import data_file as data
from ..kernel.names import Names, nearest, shortened
from ..kernel.reading import read
from .documents import FORMAT, KIND, BoxDocument
from .faults import box_faults

_folder: ContextVar[str] = ContextVar("folder", default="")

Opener: TypeAlias = Callable[[str], JSON]  # from a path to the JSON of the file

_opener: ContextVar[Opener | None] = ContextVar("opener", default=None)


_SHIPPED = (
    "standard",
    *("abyssal-3", "abyssal-6", "abyssal-9", "badlands", "badlands-jdg", "balrog", "beelzebub", "beelzebub-12"),
    *("beelzegods-12", "dino-titan", "ext-titan", "infinite", "outlands", "pantheon", "small-titan", "tg-concept-1"),
    *("tg-concept-2", "tg-concept-3", "tg-set-2", "tg-set-3", "tg-wild", "titan-plus", "undead", "unified"),
)


def shipped() -> tuple[str, ...]:
    """The names of the shipped boxes, the standard one first."""
    return _SHIPPED


def shipped_box(name: str) -> dict[str, JSON]:
    """The whole document of a shipped box.

    :raises DocumentError: there is no such box.
    """
    if name not in shipped():
        raise DocumentError([Names("box", shipped()).fault(name, "/box")])
    own: dict[str, JSON] = data(__file__, f"boxes/{name}.json")
    return merged(shipped_box(str(own["extends"])), own) if "extends" in own else own


@cache
def known_as() -> dict[str, str]:
    """The shipped boxes by their names in Colossus."""
    documents = {name: data(__file__, f"boxes/{name}.json") for name in shipped()}
    return {str(document["known_as"]): name for name, document in documents.items()}


def merged(base: Mapping[str, JSON], changes: Mapping[str, JSON]) -> dict[str, JSON]:
    """A document with a JSON merge patch applied: null removes a key."""
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
    open_file = opener()
    if open_file is not None:
        return open_file(path)
    try:
        with open(path, encoding="utf-8") as file:
            return loads(file.read(SIZE_LIMIT))
    except UnicodeDecodeError:
        raise DocumentError([Fault("not-text", f"{path} is not UTF-8 text")]) from None
    except (OSError, ValueError) as e:  # a NUL in a path is a ValueError
        raise DocumentError([Fault("no-box", f"there is no box {path}: {getattr(e, 'strerror', e)}")]) from None


def folder() -> str:
    """The folder of files that documents name; empty for the working directory."""
    return _folder.get()


@contextmanager
def beside(path: str) -> Iterator[None]:
    """Look files up in this folder."""
    token = _folder.set(path)
    try:
        yield
    finally:
        _folder.reset(token)


def opener() -> Opener | None:
    """The function that opens files named by documents; None: read from the disk."""
    return _opener.get()


@contextmanager
def opening(open_file: Opener) -> Iterator[None]:
    """Open files named by documents with this function, never from the disk."""
    token = _opener.set(open_file)
    try:
        yield
    finally:
        _opener.reset(token)


# --- validity --------------------------------------------------------------------------------------------------------


def read_file(path: str) -> dict[str, JSON]:
    """The whole document of a box in a file.

    :raises DocumentError: with every fault.
    """
    return believed(read_json(path), os.path.dirname(path), (os.path.abspath(path),))


def believed(own: JSON, folder: str, within: tuple[str, ...] = ()) -> dict[str, JSON]:
    """A box's document, validated and merged into the one it extends.

    :param folder: where the files it names are.
    :param within: the files that extend it, to detect cycles.
    :raises DocumentError: with every fault.
    """
    merged = _extended(own, folder, within)
    whole = {key: value for key, value in merged.items() if key not in ("format", "kind")}
    try:
        text = json.dumps(whole)
    except (TypeError, ValueError):  # it is no JSON, and is refused
        text = ""
    if text and json.loads(text) == whole:
        _check_text(text)
    else:
        _check(whole)
    return merged


@lru_cache(20)  # boxes: each document of a game names its own again
def _check_text(text: str) -> None:
    _check(json.loads(text))


def _check(whole: dict[str, JSON]) -> None:
    faults = box_faults(read(whole, BoxDocument))
    if faults:
        raise DocumentError(faults)


def _extended(own: JSON, folder: str, within: tuple[str, ...]) -> dict[str, JSON]:
    """The merged document, not validated."""
    if type(own) is not dict or own.get("kind") != KIND or own.get("format") != FORMAT:
        message = f'a box is a JSON object with "format": "{FORMAT}" and "kind": "{KIND}"'
        raise DocumentError([Fault("not-a-box", message)])
    known = [key.key for key in keys_of(BoxDocument)]
    unknown = [key for key in own if key not in ("format", "kind", *known)]
    if unknown:
        raise DocumentError(
            [
                Fault("unknown-key", f"unknown key {shortened(key)!r}", f"/{key}", hint=nearest(key, known))
                for key in unknown
            ]
        )
    base = own.get("extends")
    return merged({} if base is None else _base(base, folder, within), own)


def _base(name: JSON, folder: str, within: tuple[str, ...]) -> dict[str, JSON]:
    if type(name) is not str:
        raise DocumentError([Fault("wrong-type", "expected the name of a box or a file", "/extends")])
    if name in shipped():
        return shipped_box(name)
    path = os.path.abspath(os.path.join(folder, name))
    if path in within:
        circle = " extends ".join(os.path.basename(one) for one in (*within[within.index(path) :], path))
        raise DocumentError([Fault("circle", f"a box cannot extend itself: {circle}", "/extends")])
    try:
        own = read_json(path)
    except DocumentError as error:
        if error.faults[0].code != "no-box":
            raise
        hint = Names("box", shipped()).fault(shortened(name)).hint
        raise DocumentError([Fault("no-box", f"there is no box {shortened(name)!r}", "/extends", hint=hint)]) from None
    return _extended(own, os.path.dirname(path), (*within, path))
