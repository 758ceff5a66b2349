"""Rule digests: numbered rules with sources, found by id or by words."""

import json
import os
import re
from collections.abc import Mapping
from functools import cached_property
from importlib import import_module
from typing import Any

from attrs import field, frozen

from .errors import UnknownName
from .names import ABBREVIATION, Names
from .search import Index, Topic
from .shipped import shipped_text


@frozen
class Rule:
    """One row of a digest.

    :param id: ``STRIKE-5``.
    :param chapter: its heading.
    :param text: what it says, in English.
    :param sources: where it is written; each source by its tag.
    """

    id: str
    chapter: str
    text: str
    sources: str

    def to_json(self) -> dict[str, str]:
        """The row as a JSON object."""
        return {"id": self.id, "chapter": self.chapter, "text": self.text, "sources": self.sources}


@frozen
class Digest:
    """A whole digest.

    :param rules: by id, in the digest's order.
    :param notes: explanatory sections by heading.
    :param sources: the meaning of each source's tag.
    :param synonyms: people's words for the rules' terms.
    """

    rules: Mapping[str, Rule]
    notes: Mapping[str, str] = field(factory=dict)
    sources: Mapping[str, str] = field(factory=dict)
    synonyms: Mapping[str, str] = field(factory=dict)

    @property
    def names(self) -> Names[str]:
        """The ids, for lookups by people."""
        return Names("rule", self.rules, abbreviations=False)

    def chapters(self) -> dict[str, list[Rule]]:
        """The rules under each heading."""
        chapters: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            chapters.setdefault(rule.chapter, []).append(rule)
        return chapters

    def find(self, text: str) -> list[Rule]:
        """The rule with this id, or all rules of a group, by the first part of their ids or by its heading.

        :raises UnknownName: none of these.
        """
        names = self.names
        exact = names.find(text)
        if exact is not None:
            return [self.rules[exact]]
        wanted = text.strip().casefold()
        group = [rule for rule in self.rules.values() if rule.id.casefold().startswith(wanted + "-")]
        if not group and len(wanted) >= ABBREVIATION:
            group = [rule for rule in self.rules.values() if rule.chapter.casefold().startswith(wanted)]
        if not group:
            raise UnknownName(names.fault(text))
        return group

    @cached_property
    def _index(self) -> Index[str]:
        entries = [Topic(rule.id, f"{rule.id} {rule.chapter}", rule.text, rule.sources) for rule in self.rules.values()]
        return Index(entries, self.synonyms)

    def search(self, words: str) -> list[Rule]:
        """The rules that match plain words or a section number of the sources, the best first."""
        return [self.rules[id] for id in self._index.search(words)]

    def sources_of(self, rule: Rule) -> dict[str, str]:
        """The meaning of the tags in a rule's sources."""
        words = set(re.findall(r"\w+", rule.sources))
        return {tag: meaning for tag, meaning in self.sources.items() if tag in words}


def load(package: str, name: str, synonyms: Mapping[str, str] | None = None) -> Digest:
    """The digest in a package's data file: ``{"rules": [...], "notes": {...}, "sources": {...}}``."""
    folder = os.path.dirname(str(import_module(package).__file__))
    data: Any = json.loads(shipped_text(os.path.join(folder, name)))
    rules = {row["id"]: Rule(**row) for row in data["rules"]}
    return Digest(rules, data.get("notes", {}), data.get("sources", {}), synonyms or {})
