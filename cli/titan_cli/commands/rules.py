"""``titan rules WORDS``: a rule by its id, a chapter, or a search in plain words."""

from collections.abc import Iterable

import click

from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS
from titan_rules.sentences.facts import rules_about

from .. import output
from ..arguments import offering
from ..rulebook import Rulebook


def _rules_and_chapters() -> Iterable[str]:
    ids = [rule.id for rules in digest().chapters().values() for rule in rules]
    return dict.fromkeys((*ids, *(name.rpartition("-")[0] for name in ids)))


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[RULE | CHAPTER | WORD]...", shell_complete=offering(_rules_and_chapters))
@output.with_format
def command(words: tuple[str, ...]) -> None:
    """The rules that rulings cite: one by its id, a chapter, or a search in plain words, the best first.

    A search knows synonyms and the sections of the rule books. Without words, the chapters are listed.

    \b
    titan rules STRIKE-5
    titan rules MOVE
    titan rules may I shoot over a wall
    titan rules Law 7.4
    """
    Rulebook(digest(), tuple(OPTIONS), rules_about).show(words)
