"""Box documents, merged with what they extend and validated."""

import os

from ..kernel.errors import DocumentError, Fault
from ..kernel.fields import keys_of
from ..kernel.jsontext import JSON
from ..kernel.names import Names, nearest, shortened
from ..kernel.reading import read
from . import loading
from .documents import FORMAT, KIND, BoxDocument
from .faults import box_faults


def read_file(path: str) -> dict[str, JSON]:
    """The whole document of a box in a file.

    :raises DocumentError: with every fault.
    """
    return believed(loading.read_json(path), os.path.dirname(path), (os.path.abspath(path),))


def believed(own: JSON, folder: str, within: tuple[str, ...] = ()) -> dict[str, JSON]:
    """A box's valid document, merged into the one that it extends.

    :param folder: of the files that it names.
    :param within: the files that extend it, to detect circles.
    :raises DocumentError: with every fault.
    """
    merged = _extended(own, folder, within)
    body = {key: value for key, value in merged.items() if key not in ("format", "kind")}
    faults = box_faults(read(body, BoxDocument))
    if faults:
        raise DocumentError(faults)
    return merged


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
    return loading.merged({} if base is None else _base(base, folder, within), own)


def _base(name: JSON, folder: str, within: tuple[str, ...]) -> dict[str, JSON]:
    if type(name) is not str:
        raise DocumentError([Fault("wrong-type", "expected the name of a box, or a file", "/extends")])
    if name in loading.shipped():
        return loading.shipped_box(name)
    path = os.path.abspath(os.path.join(folder, name))
    if path in within:
        circle = " extends ".join(os.path.basename(one) for one in (*within[within.index(path) :], path))
        raise DocumentError([Fault("circle", f"a box cannot extend itself: {circle}", "/extends")])
    try:
        own = loading.read_json(path)
    except DocumentError as error:
        if error.faults[0].code != "no-box":
            raise
        hint = Names("box", loading.shipped()).fault(shortened(name)).hint
        raise DocumentError([Fault("no-box", f"there is no box {shortened(name)!r}", "/extends", hint=hint)]) from None
    return _extended(own, os.path.dirname(path), (*within, path))
