"""Saves of other programs as the page opens them: told by how they begin."""

import re
from io import BytesIO

from titan_rules.kernel.jsontext import compact
from titan_rules.kernel.lines import rows_in
from titan_rules.position.documents import FORMAT

_SLUGATHON = re.compile(r"[A-Z][A-Za-z]+ \{'")


def imported(text: str) -> tuple[str, tuple[str, ...]]:
    """A save as a document or a recorded game, with remarks on what it does not say; any other text as it is.

    :raises DocumentError: it begins as a save and is none.
    """
    begin = text.lstrip("\ufeff \r\n\t")
    if begin.startswith(("<?xml", "<Colossus")):
        from titan_rules.importers.colossus import import_snapshot

        position = import_snapshot(text.encode())
        return FORMAT.dumps(position.game), tuple(position.remarks)
    if _SLUGATHON.match(begin):
        from titan_rules.importers.slugathon import import_save

        replay = import_save(rows_in(BytesIO(text.encode())), "a save of Slugathon")
        return "".join(compact(line) + "\n" for line in replay.lines), tuple(replay.remarks)
    return text, ()
