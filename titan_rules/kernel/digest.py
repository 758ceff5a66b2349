"""Rule digests: numbered rules with sources, found by id or by words."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from attrs import field, frozen

from .errors import UnknownName
from .names import ABBREVIATION, Names
from .search import SearchField, best, postings, scores, stems_in
from .shipped import shipped_text

_ID = re.compile(r"[A-Za-z]+(-[A-Za-z]+)*-[0-9]+")
_FIELDS = {"title": SearchField(3.0), "text": SearchField(1.0, 0.5)}
_ENOUGH = 0.45
"""What is found scores at least this fraction of the best."""
_SECTION = 50.0
"""The score of a rule whose sources name the section that is asked for; no words add up to it."""


@frozen
class Rule:
    """One row of a digest.

    :param id: ``STRIKE-5``.
    :param chapter: its heading.
    :param text: what it says, in English.
    :param sources: where it is written; each source by its tag.
    :param title: what it is about, in a few words.
    :param case: the id of a plain dispute that it settles.
    :param words: what players call what it is about.
    """

    id: str
    chapter: str
    text: str
    sources: str
    title: str = ""
    case: str = ""
    words: str = ""

    def to_json(self) -> dict[str, str]:
        """The row as a JSON object."""
        title = {"title": self.title} if self.title else {}
        return {"id": self.id, **title, "chapter": self.chapter, "text": self.text, "sources": self.sources}


@frozen
class Digest:
    """A whole digest.

    :param rules: by id, in the digest's order.
    :param notes: explanatory sections by heading.
    :param sources: the meaning of each source's tag.
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

    def named(self, words: Sequence[str]) -> list[Rule] | None:
        """The rules whose ids, groups or chapters are named, as ``STRIKE-5`` or ``strike 5``; None if a word is none.

        :raises UnknownName: a word has the form of an id, and is none.
        """
        numbered = len(words) == 2 and words[1].isdecimal()
        try:
            return [rule for word in (["-".join(words)] if numbered else words) for rule in self.find(word)]
        except UnknownName:
            for word in words:
                if _ID.fullmatch(word):
                    self.find(word)
            return None

    @cached_property
    def _postings(self) -> dict[str, dict[str, float]]:
        entries = {
            rule.id: {"title": stems_in(f"{rule.id} {rule.title} {rule.chapter}"), "text": stems_in(rule.text)}
            for rule in self.rules.values()
        }
        return postings(entries, _FIELDS)

    def search(self, words: str, most: int = 8) -> list[Rule]:
        """The rules that match plain words or a section number of the sources, the best first."""
        found = scores(self._postings, stems_in(words))
        for rule, score in self.sections(words).items():
            found[rule] = found.get(rule, 0) + score
        return [self.rules[rule] for rule in best(found, most, _ENOUGH * max(found.values(), default=0.0))]

    def sections(self, words: str) -> dict[str, float]:
        """The rules with a section number that is named, as in *Law 7.4*, in their sources; a score for each.

        An exact section scores highest, one that begins like it less.
        """
        found: dict[str, float] = {}
        for number in re.findall(r"\d+(?:\.\d+)+", words):
            for rule in self.rules.values():
                sections = re.findall(r"\d+(?:\.\d+)+", rule.sources)
                near = [_SECTION * len(number) / len(one) for one in sections if f"{one}.".startswith(f"{number}.")]
                if near:
                    found[rule.id] = found.get(rule.id, 0) + max(near)
        return found

    def sources_of(self, rule: Rule) -> dict[str, str]:
        """The meaning of the tags in a rule's sources."""
        words = set(re.findall(r"\w+", rule.sources))
        return {tag: meaning for tag, meaning in self.sources.items() if tag in words}


def load(package: str, name: str) -> Digest:
    """The digest in a package's data file: ``{"rules": [...], "notes": {...}, "sources": {...}}``."""
    folder = os.path.dirname(str(import_module(package).__file__))
    data: Any = json.loads(shipped_text(os.path.join(folder, name)))
    rules = {row["id"]: Rule(**row) for row in data["rules"]}
    return Digest(rules, data.get("notes", {}), data.get("sources", {}))
