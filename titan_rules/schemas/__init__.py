"""The shipped JSON Schemas (2020-12), one for each kind of document and answer.

``python -m titan_rules.schemas.making`` writes them from the classes.
"""

from pathlib import Path

from ..kernel.names import Names

_FOLDER = Path(__file__).parent


def kinds() -> Names[str]:
    """The kinds of documents and answers that have a schema."""
    return Names("kind", sorted(path.stem for path in _FOLDER.glob("*.json")))


def path_of(kind: str) -> Path:
    """The path of a kind's schema; the file may not exist."""
    return _FOLDER / f"{kind}.json"


def schema_text(kind: str) -> str:
    """The schema of a kind of document, as JSON text.

    :raises UnknownName: there is no such kind.
    """
    return path_of(kinds().canonical(kind)).read_text(encoding="utf-8")
