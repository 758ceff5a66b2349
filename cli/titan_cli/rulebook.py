"""Prints the rules of any game: those named or found, or the chapters."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from textwrap import shorten

from attrs import frozen

from titan_rules.kernel.blocks import Block, Prose, Table
from titan_rules.kernel.digest import Digest, Rule
from titan_rules.kernel.errors import Fault, UnknownName
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulesets import Option

from . import output

MOST_SHOWN = 8
"""A table shows at most this many rules that a search finds."""

SHORT = 200
"""A table shows this much of the text of a rule that a search finds."""

WIDTH = 100
"""The columns at which rules are wrapped."""


@frozen
class Rulebook:
    """The rules of a game, and the options that decide some of them.

    :param command: prints the rules that are named after it.
    """

    digest: Digest
    options: Sequence[Option]
    command: str

    def show(self, words: Sequence[str]) -> None:
        """Print the rules that are named or found; without words, the chapters."""
        if not words:
            self._print(list(self.digest.rules.values()), self._chapters)
        elif (rules := self.digest.named(words)) is not None:
            self._print(rules, lambda: self._whole(rules))
        else:
            best = self.digest.search(" ".join(words))
            if not best:
                hint = f"{self.command} lists the chapters"
                raise UnknownName(Fault("unknown-rule", "no rule is about that", hint=hint))
            self._print(best, lambda: self._whole(best) if len(best) == 1 else self._in_short(best))

    def _print(self, rules: Sequence[Rule], blocks: Callable[[], Iterable[Block]]) -> None:
        output.emit({"kind": "rules", "rules": [self._row(rule) for rule in rules]}, blocks)

    def _row(self, rule: Rule) -> dict[str, JSON]:
        """A rule with the options that decide it, as JSON."""
        deciding: list[JSON] = [
            {"option": option.name, "values": list(option.values), "about": option.about}
            for option in self.options
            if rule.id in option.rules
        ]
        return {**rule.to_json(), "options": deciding}

    def _chapters(self) -> list[Block]:
        rows = [(heading, " ".join(rule.id for rule in rules)) for heading, rules in self.digest.chapters().items()]
        return [Table(rows, ["chapter", "rules"], caps=[32, 70])]

    def _whole(self, rules: Sequence[Rule]) -> Iterator[Block]:
        for rule in rules:
            yield f"{rule.id} - {rule.chapter}"
            yield Prose(f"  {rule.text}", WIDTH, hanging="", is_rule=True)
            yield f"  Sources: {rule.sources}."
            for option in self.options:
                if rule.id in option.rules:
                    values = " | ".join(str(value).lower() for value in option.values)
                    yield Prose(f"  Option {option.name} = {values}: {option.about}.", WIDTH, hanging="")
            yield ""
        cited = {tag: text for rule in rules for tag, text in self.digest.sources_of(rule).items()}
        yield from (Prose(f"{tag}: {text}.", WIDTH) for tag, text in cited.items())

    def _in_short(self, rules: Sequence[Rule]) -> Iterator[Block]:
        for rule in rules[:MOST_SHOWN]:
            yield Prose(f"{rule.id}  {output.told(shorten(rule.text, SHORT, placeholder=' ...'))}", WIDTH)
        if len(rules) > MOST_SHOWN:
            more = " ".join(rule.id for rule in rules[MOST_SHOWN:])
            yield Prose(f"And {len(rules) - MOST_SHOWN} more: {more}", WIDTH)
        yield f"{self.command} {rules[0].id} shows the whole rule."
