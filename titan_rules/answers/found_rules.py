"""What ``rules`` answers: the rules that a question may be about, and the box's entries. It rules nothing."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import field, frozen

from ..box.current_box import current
from ..box.names import CharacterName
from ..digest.rows import digest
from ..digest.rulesets import OPTIONS
from ..kernel.answers import Answer, Part, copied
from ..kernel.blocks import Block, Prose
from ..kernel.digest import Rule
from ..kernel.fields import key
from ..text.lexicon import Kind
from ..text.rule_finder import ShownCase, case_of, find_rules, names_asked_for
from .entries import (
    CharacterEntry,
    Entry,
    HazardEntry,
    LandEntry,
    TerrainEntry,
    character_entry,
    hazard_entry,
    land_entry,
    terrain_entry,
)

WIDTH = 100
"""The columns at which rules are wrapped."""


@frozen(kw_only=True)
class DecidingOption(Part):
    """An option of the ruleset that decides a rule."""

    option: str
    values: tuple[str | bool, ...]
    about: str


@frozen(kw_only=True)
class RuleEntry(Part):
    """A rule.

    :param options: those that decide it.
    :param case: a dispute that it settled; only if the rule was searched for.
    """

    id: str
    title: str = ""
    chapter: str
    text: str
    sources: str
    options: tuple[DecidingOption, ...]
    case: ShownCase | None = None

    def blocks(self) -> Iterator[Block]:
        """The rule, its sources and options, and the case."""
        yield f"{self.id} - {self.title}"
        yield Prose(f"  {self.text}", WIDTH, hanging="", is_rule=True)
        yield f"  Sources: {self.sources}."
        for option in self.options:
            values = " | ".join(str(value).lower() for value in option.values)
            yield Prose(f"  Option {option.option} = {values}: {option.about}.", WIDTH, hanging="")
        if self.case is not None:
            yield f"  {self.case.question} (titan scenario {self.case.id})"
            if self.case.position is not None:
                yield Prose(f"    {self.case.position}", WIDTH, hanging="    ")
            yield f"  a case: {f'{self.case.action}: ' if self.case.action else ''}{self.case.ruling}"


@frozen(kw_only=True, repr=False)
class FoundRules(Answer):
    """The rules that are asked for, the likeliest first, and what the box says about the names asked for.

    It holds no verdict. A case is a settled dispute about the rule, not the answer to the question.
    """

    kind: ClassVar[str] = "rules"
    rules: tuple[RuleEntry, ...]
    characters: tuple[CharacterEntry, ...] = ()
    terrains: tuple[TerrainEntry, ...] = ()
    hazards: tuple[HazardEntry, ...] = ()
    lands: tuple[LandEntry, ...] = ()
    cited: tuple[str, ...] = field(default=(), metadata=key("sources"))

    @property
    def entries(self) -> Sequence[Entry]:
        """What the box says about the names."""
        return (*self.characters, *self.terrains, *self.hazards, *self.lands)

    def __bool__(self) -> bool:
        return bool(self.rules or self.entries)

    def blocks(self) -> Iterator[Block]:
        """The entries, then the rules."""
        if not self:
            yield "no rule is about that"
        for entry in (*self.entries, *self.rules):
            yield from (*entry.blocks(), "")
        yield from (Prose(source, WIDTH) for source in self.cited)


def rules_by_id(rules: Sequence[Rule]) -> FoundRules:
    """Rules in full, with the meanings of their sources."""
    cited = {tag: text for rule in rules for tag, text in digest().sources_of(rule).items()}
    entries = tuple([_rule_entry(rule) for rule in rules])
    return FoundRules(rules=entries, cited=tuple([f"{tag}: {text}." for tag, text in cited.items()]))


def rules_about(question: str) -> FoundRules:
    """What the rules and the current box have to say about a question: entries, and three rules at most.

    >>> found = rules_about("how many points is a hydra worth")
    >>> found.characters[0].points, found.rules[0].id
    (30, 'SCORE-1')
    """
    box = current()
    names = names_asked_for(question)
    return FoundRules(
        rules=tuple([_rule_entry(rule, case_of(rule)) for rule in find_rules(question)]),
        characters=tuple([character_entry(box, CharacterName(name)) for kind, name in names if kind is Kind.NAME]),
        terrains=tuple([terrain_entry(box, name) for kind, name in names if kind is Kind.TERRAIN]),
        hazards=tuple([hazard_entry(box, name) for kind, name in names if kind is Kind.HAZARD]),
        lands=tuple([land_entry(box, int(name)) for kind, name in names if kind is Kind.LAND]),
    )


def _rule_entry(rule: Rule, case: ShownCase | None = None) -> RuleEntry:
    deciding = [
        DecidingOption(option=option.name, values=option.values, about=option.about)
        for option in OPTIONS
        if rule.id in option.rules
    ]
    return copied(RuleEntry, rule, options=tuple(deciding), case=case)
