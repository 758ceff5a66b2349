"""A rule's text and sources, and the cases on it, from the catalogue or from a table made of it."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from attrs import asdict, field, frozen

from titan_rules.digest.rows import digest
from titan_rules.kernel.answers import Part, copied
from titan_rules.kernel.fields import HIDDEN

try:
    import titan_rules.scenarios as catalogue
except ImportError:  # the library of a web page has neither the catalogue nor its games
    catalogue = None  # type: ignore[assignment]

TABLE = "cases.json"
"""The table for web pages, which have no room for the whole catalogue."""


@frozen(kw_only=True)
class Rules:
    """A rule's text, its sources, and the catalogue's cases on it."""

    rule: str


@frozen(kw_only=True)
class RuleCase(Part):
    """A case of the catalogue."""

    id: str
    question: str
    rules: tuple[str, ...] = field(default=(), converter=tuple, metadata=HIDDEN)


@frozen(kw_only=True)
class Law(Part):
    """A rule of the digest: its text, its sources with their meanings, the cases on it."""

    id: str
    title: str
    chapter: str
    text: str
    sources: str
    meanings: Mapping[str, str]
    cases: tuple[RuleCase, ...]


def rules(asked: Rules) -> Law:
    """A rule with its sources and cases."""
    (rule, *_) = digest().find(asked.rule)
    return Law(**rule.to_json(), meanings=digest().sources_of(rule), cases=cases_on(rule.id))


def cases_on(rule: str) -> tuple[RuleCase, ...]:
    """The cases on a rule; empty without the catalogue."""
    return tuple([case for case in _cases() if rule in case.rules])


def table() -> bytes:
    """All cases in short, as JSON."""
    return json.dumps([asdict(case) for case in _cases()], ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _cases() -> tuple[RuleCase, ...]:
    made = Path(__file__).with_name(TABLE)
    if made.is_file():
        return tuple(RuleCase(**row) for row in json.loads(made.read_bytes()))
    folder = None if catalogue is None else catalogue.shipped_folder()
    if folder is None or not folder.is_dir():
        return ()
    shipped = (case.scenario for case in catalogue.load(folder))
    return tuple(copied(RuleCase, case) for case in shipped)
