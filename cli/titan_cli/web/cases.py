"""The catalogue's cases on a rule: from the catalogue, or where it is left out, from a table made of it."""

import json
from functools import cache
from pathlib import Path

from attrs import asdict, frozen

from titan_rules.kernel.answers import copied

from .answers import Case

TABLE = "cases.json"
"""The table that goes into the library of a web page, which has no room for the whole catalogue."""


@frozen
class Row:
    """A case in short: its name, what it asks, and the rules that it is on."""

    id: str
    question: str
    rules: tuple[str, ...]


def cases_on(rule: str) -> tuple[Case, ...]:
    """The cases on a rule; none where there is no catalogue."""
    return tuple([copied(Case, row) for row in _rows() if rule in row.rules])


def table() -> bytes:
    """All cases in short, as JSON."""
    return json.dumps([asdict(row) for row in _rows()], ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _rows() -> tuple[Row, ...]:
    made = Path(__file__).with_name(TABLE)
    if made.is_file():
        return tuple(Row(**row) for row in json.loads(made.read_bytes()))
    from titan_rules.scenarios import load, shipped_folder  # a page's library has neither the catalogue nor its games

    if not shipped_folder().is_dir():
        return ()
    found = (case.scenario for case in load(shipped_folder()))
    return tuple(Row(scenario.id, scenario.question, tuple(scenario.rules)) for scenario in found)
