"""A rule's text and sources, and the cases on it, from the catalogue or from a table made of it."""

import json
from collections.abc import Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Any

from attrs import asdict, field, frozen

from titan_rules.answers.entries import Entry
from titan_rules.answers.found_rules import RuleEntry, rules_about, rules_by_id
from titan_rules.digest.rows import digest
from titan_rules.kernel.answers import Part, copied
from titan_rules.kernel.blocks import Block, Prose
from titan_rules.kernel.errors import Fault, TitanError, UnknownName
from titan_rules.kernel.fields import ALWAYS, HIDDEN
from titan_rules.kernel.jsontext import compact
from titan_rules.kernel.scenarios import Query
from titan_rules.position.documents import FORMAT
from titan_rules.text.positions import line

try:
    import titan_rules.scenarios as catalogue
except ImportError:  # the library of a web page has neither the catalogue nor its games
    catalogue = None  # type: ignore[assignment]

TABLE, DISPUTES = "cases.json", "disputes.json"
"""The tables for web pages, which have no room for the whole catalogue."""

_ON_THE_BOARD = ("check", "legal-moves", "strike-odds", "show")
"""The commands whose cases are a position, and perhaps actions in it."""


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


@frozen(kw_only=True)
class Words:
    """Ask for rules in plain words, or by their ids or chapters."""

    words: str


@frozen(kw_only=True)
class Found(Part):
    """The rules found, the best first, and what the box says about the names asked for.

    :param entries: a character, terrain, hazard or land each, in lines as ``titan rules`` prints them.
    """

    rules: tuple[RuleEntry, ...] = field(metadata=ALWAYS)
    entries: tuple[tuple[str, ...], ...] = field(metadata=ALWAYS)


@frozen(kw_only=True)
class CaseAsked:
    """Ask for a case of the catalogue by its id."""

    id: str


@frozen(kw_only=True)
class CaseOpened(Part):
    """A case of the catalogue.

    :param text: its position and actions, as one types them; None if it is about something else.
    :param explanation: why it is decided as it is.
    """

    id: str
    question: str
    text: str | None
    explanation: str
    rules: tuple[str, ...] = field(converter=tuple, metadata=ALWAYS)


def scenario(asked: CaseAsked) -> CaseOpened:
    """A case of the catalogue, to be opened on the board.

    :raises UnknownName: there is no such case.
    """
    found = _disputes().get(asked.id)
    if found is None:
        raise UnknownName(Fault("unknown-case", f"there is no case {asked.id[:60]!r}", "/id"))
    return CaseOpened(**found)


def rules(asked: Rules) -> Law:
    """A rule with its sources and cases."""
    (rule, *_) = digest().find(asked.rule)
    return Law(**rule.to_json(), meanings=digest().sources_of(rule), cases=cases_on(rule.id))


def find(asked: Words) -> Found:
    """The rules that words name or may be about, as ``titan rules`` finds them."""
    named = digest().named(asked.words.split())
    found = rules_about(asked.words) if named is None else rules_by_id(named)
    entries: tuple[Entry, ...] = (*found.characters, *found.terrains, *found.hazards, *found.lands)
    return Found(rules=found.rules, entries=tuple([tuple(map(_line, entry.blocks())) for entry in entries]))


def _line(block: Block) -> str:
    assert isinstance(block, str | Prose), "an entry is in sentences"
    return (block if isinstance(block, str) else block.text).strip()


def cases_on(rule: str) -> tuple[RuleCase, ...]:
    """The cases on a rule; empty without the catalogue."""
    return tuple([case for case in _cases() if rule in case.rules])


def tables() -> dict[str, bytes]:
    """All cases as JSON, by file name: in short, and with what one types to ask them."""
    return {TABLE: _dumped([asdict(case) for case in _cases()]), DISPUTES: _dumped(_disputes())}


def _dumped(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@cache
def _cases() -> tuple[RuleCase, ...]:
    made = Path(__file__).with_name(TABLE)
    if made.is_file():
        return tuple(RuleCase(**row) for row in json.loads(made.read_bytes()))
    return tuple(copied(RuleCase, case) for case in _shipped())


@cache
def _disputes() -> dict[str, dict[str, Any]]:
    made = Path(__file__).with_name(DISPUTES)
    if made.is_file():
        found: dict[str, dict[str, Any]] = json.loads(made.read_bytes())
        return found
    return {case.id: asdict(copied(CaseOpened, case, text=_typed(case.query))) for case in _shipped()}


def _shipped() -> list[Any]:
    folder = None if catalogue is None else catalogue.shipped_folder()
    if folder is None or not folder.is_dir():
        return []
    return [case.scenario for case in catalogue.load(folder) if case.scenario.game == "titan"]


def _typed(query: Query) -> str | None:
    """A query's position and actions, as one types them in the page's field."""
    name, *words = query.command
    if name == "replay" and query.lines:
        return "".join(compact(row) + "\n" for row in query.lines)
    if name not in _ON_THE_BOARD or not words:
        return None
    first, *actions = takewhile(lambda word: not word.startswith("--"), words)
    if first != "-":
        return "\n".join([first, *actions])
    try:
        return "\n".join([line(FORMAT.read(query.stdin)), *actions])
    except TitanError:
        return None
