"""A rule digest: numbered rules with their sources, looked up by id or searched by words."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from attrs import field, frozen

from .errors import UnknownName
from .names import Names


def rank(wanted: Sequence[str], title: str, text: str) -> tuple[int, int]:
    """Where something that holds all the words stands among what a search finds; smaller is nearer the top.

    Words in the title count first, then whole words, so that *move* finds *a move* before *removed*.

    >>> rank(["move"], "move-1", "a move") < rank(["move"], "split-1", "a move") < rank(["move"], "x", "removed")
    True
    """
    whole = set(re.findall(r"\w+", text))
    return -sum(word in title for word in wanted), -sum(word in whole for word in wanted)


@frozen
class Rule:
    """One row of a digest.

    :param id: ``STRIKE-5``.
    :param chapter: the heading it stands under.
    :param text: what it says, in English.
    :param sources: where that is written, each source by its tag.
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
    :param sources: what each source's tag stands for.
    """

    rules: Mapping[str, Rule]
    notes: Mapping[str, str] = field(factory=dict)
    sources: Mapping[str, str] = field(factory=dict)

    @property
    def names(self) -> Names[str]:
        """The ids, for lookups by people."""
        return Names("rule", self.rules, abbreviations=False)

    def chapters(self) -> dict[str, list[Rule]]:
        """The rules under each heading."""
        found: dict[str, list[Rule]] = {}
        for rule in self.rules.values():
            found.setdefault(rule.chapter, []).append(rule)
        return found

    def find(self, text: str) -> list[Rule]:
        """The rule of that id; or every rule of a group given by the first part of the ids, or by its heading.

        :raises UnknownName: none of these.
        """
        names = self.names
        found = names.find(text)
        if found is not None:
            return [self.rules[found]]
        wanted = text.strip().casefold()
        group = [rule for rule in self.rules.values() if rule.id.casefold().startswith(wanted + "-")]
        if not group and wanted:
            group = [rule for rule in self.rules.values() if rule.chapter.casefold().startswith(wanted)]
        if not group:
            raise UnknownName(names.fault(text))
        return group

    def search(self, words: str) -> list[Rule]:
        """Every rule that holds all the words, in any case: those with a word in the id first, then by whole words."""
        wanted = words.casefold().split()

        def haystack(rule: Rule) -> str:
            return f"{rule.id} {rule.chapter} {rule.text}".casefold()

        hits = [rule for rule in self.rules.values() if all(w in haystack(rule) for w in wanted)]
        return sorted(hits, key=lambda rule: rank(wanted, rule.id.casefold(), haystack(rule)))

    def sources_of(self, rule: Rule) -> dict[str, str]:
        """What the tags in a rule's sources stand for."""
        words = set(re.findall(r"\w+", rule.sources))
        return {tag: meaning for tag, meaning in self.sources.items() if tag in words}


def load(package: str, name: str) -> Digest:
    """The digest in a package's data file: ``{"rules": [...], "notes": {...}, "sources": {...}}``."""
    folder = os.path.dirname(str(import_module(package).__file__))
    with open(os.path.join(folder, name), encoding="utf-8") as file:  # importlib.resources is slow to import
        data: Any = json.load(file)
    rules = {row["id"]: Rule(**row) for row in data["rules"]}
    return Digest(rules, data.get("notes", {}), data.get("sources", {}))
