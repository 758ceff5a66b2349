"""Games saved by other programs."""

from io import BytesIO
from os import PathLike, fspath
from pathlib import Path

from ..kernel.arguments import PATH, expect
from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import SIZE_LIMIT
from ..kernel.lines import rows_in, unpacked
from ..replays import Holding, holding
from .colossus import import_snapshot
from .saved import Save
from .slugathon import import_save


def load_save(path: str | PathLike[str]) -> Save:
    """A game saved by Colossus (its position) or by Slugathon (its replay); the file may be gzipped.

    :raises DocumentError: not such a file, or an impossible position. :raises OSError: it cannot be read.
    """
    expect(PATH, path=path)
    file = Path(fspath(path))
    with file.open("rb") as packed:
        return read_save(unpacked(packed).read(SIZE_LIMIT + 1), file.name)


def read_save(raw: bytes, name: str = "", kind: Holding = "") -> Save:
    """A game saved by Colossus (its position) or by Slugathon (its replay).

    :param raw: the content of the file.
    :param name: of the file, for the replay's header.
    :param kind: ``snapshot`` or ``save``; by default recognized from the content.
    :raises DocumentError: it is not such a save, or its position is impossible.
    """
    if len(raw) > SIZE_LIMIT:
        raise DocumentError([Fault("too-large", f"the input is larger than {SIZE_LIMIT >> 20} MiB")])
    if (kind or holding(raw[:99].decode(errors="replace"))) == "snapshot":
        return import_snapshot(raw)
    return import_save(rows_in(BytesIO(raw)), "a save of Slugathon" + (f": {name}" if name else ""))
