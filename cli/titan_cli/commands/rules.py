"""``titan rules WORDS``: a rule by its id, a chapter, or the rules that a question may be about."""

from collections.abc import Iterable

import click

from titan_rules.answers.found_rules import rules_about, rules_by_id
from titan_rules.digest.rows import digest
from titan_rules.kernel.blocks import Block, Table
from titan_rules.kernel.digest import Rule
from titan_rules.kernel.errors import Fault, UnknownName

from .. import inputs, output
from ..arguments import offering


def _rules_and_chapters() -> Iterable[str]:
    ids = [rule.id for rules in digest().chapters().values() for rule in rules]
    return dict.fromkeys((*ids, *(name.rpartition("-")[0] for name in ids)))


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[RULE | CHAPTER | WORD]...", shell_complete=offering(_rules_and_chapters))
@inputs.with_box
@output.with_format
def command(words: tuple[str, ...]) -> None:
    """The rules that rulings cite: by id, by chapter, or the three that your words are most likely about.

    Each rule that is found comes with a settled dispute as an example. Nothing is ruled: for a ruling, give titan
    check a position and an action. The name of a character, terrain, hazard or land shows what the box says about it.
    Without words, you see the chapters.

    \b
    titan rules STRIKE-5
    titan rules MOVE
    titan rules may I shoot over a wall
    titan rules Law 7.4
    titan rules Gargoyle
    titan rules how many points is a Hydra worth
    """
    if not words:
        rules = list(digest().rules.values())
        output.emit(rules_by_id(rules), _chapters)
    elif (named := digest().named(words)) is not None:
        output.emit(rules_by_id(named))
    else:
        found = rules_about(" ".join(words))
        if not found:
            raise UnknownName(Fault("unknown-rule", "no rule is about that", hint="titan rules lists the chapters"))
        output.emit(found)


def _chapters() -> list[Block]:
    def ids(rules: list[Rule]) -> str:
        return " ".join(rule.id for rule in rules)

    rows = [(heading, ids(rules)) for heading, rules in digest().chapters().items()]
    return [Table(rows, ["chapter", "rules"], caps=[32, 70])]
