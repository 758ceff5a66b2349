"""A rule digest: numbered rules with their sources, looked up by id or searched by words."""

import json
from collections.abc import Mapping
from importlib import resources
from typing import Any

from attrs import frozen

from .errors import UnknownName
from .names import Names


@frozen
class Rule:
    """One row of a digest.

    :param id: ``STRIKE-5``.
    :param chapter: the heading it stands under.
    :param text: what it says, in English.
    :param sources: where that is written.
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
    :param notes: explanatory sections by heading (sources, words).
    """

    rules: Mapping[str, Rule]
    notes: Mapping[str, str]

    @property
    def names(self) -> Names:
        """The ids, for lookups by people."""
        return Names("rule", self.rules, abbreviations=False)

    def find(self, text: str) -> list[Rule]:
        """The rule of that id, or every rule of a chapter given by the ids' first part.

        :raises UnknownName: neither an id nor a chapter.
        """
        names = self.names
        found = names.find(text)
        if found is not None:
            return [self.rules[found]]
        start = text.strip().upper() + "-"
        chapter = [rule for rule in self.rules.values() if rule.id.startswith(start)]
        if not chapter:
            raise UnknownName(names.fault(text))
        return chapter

    def search(self, words: str) -> list[Rule]:
        """Every rule that holds all the words, in any case, best first: words in the id before words in the text."""
        wanted = words.casefold().split()

        def haystack(rule: Rule) -> str:
            return f"{rule.id} {rule.chapter} {rule.text}".casefold()

        hits = [rule for rule in self.rules.values() if all(w in haystack(rule) for w in wanted)]
        return sorted(hits, key=lambda rule: -sum(w in rule.id.casefold() for w in wanted))


def load(package: str, name: str) -> Digest:
    """The digest in a package's data file: ``{"rules": [...], "notes": {...}}``."""
    data: Any = json.loads((resources.files(package) / name).read_text(encoding="utf-8"))
    rules = {row["id"]: Rule(**row) for row in data["rules"]}
    return Digest(rules, data.get("notes", {}))
