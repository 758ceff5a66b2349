"""``titan rules WORDS``: a rule by its id, a chapter, or a search in plain words."""

from collections.abc import Iterable

import click

from titan_rules import companions
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS
from titan_rules.sentences.facts import rules_about

from .. import output
from ..arguments import offering
from ..rulebook import Rulebook, is_id, search_all


def _rules_and_chapters() -> Iterable[str]:
    ids = [rule.id for rules in digest().chapters().values() for rule in rules]
    return dict.fromkeys((*ids, *(name.rpartition("-")[0] for name in ids)))


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[RULE | CHAPTER | WORD]...", shell_complete=offering(_rules_and_chapters))
@click.option("--search", metavar="WORDS", help="Search the rules of every game, the companions' too.")
@output.with_format
def command(words: tuple[str, ...], search: str | None) -> None:
    """The rules that rulings cite: one by its id, a chapter, or a search in plain words, the best first.

    A search knows synonyms and the sections of the rule books. Without words, the chapters are listed.

    \b
    titan rules STRIKE-5
    titan rules MOVE
    titan rules may I shoot over a wall
    titan rules Law 7.4
    titan rules --search "tie for most"
    """
    own = Rulebook(digest(), tuple(OPTIONS), rules_about)
    if search is not None:
        if words:
            raise click.UsageError("name a RULE or --search in all of them, not both")
        others = {name: Rulebook(rules, tuple(options)) for name, rules, options in companions.rules()}
        search_all({"TITAN": own, **others}, search)
        return
    books, by_id = [own], len(words) == 1 and is_id(words[0])
    if words and own.named(words) is None and (by_id or not own.knows(words)):
        near = companions.rules(words[0] if by_id else None)
        books += [Rulebook(rules, tuple(options)) for _, rules, options in near]
    next((book for book in books if not words or book.knows(words)), books[-1]).show(words)
