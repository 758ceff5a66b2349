"""Games saved by other programs."""

from io import BytesIO

from ..kernel.errors import DocumentError, Fault
from ..kernel.jsontext import SIZE_LIMIT
from ..kernel.lines import rows_in
from ..replays import Holding, holding
from .colossus import import_snapshot
from .saved import Save
from .slugathon import import_save


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
