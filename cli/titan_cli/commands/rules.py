"""``titan rules WORDS``: a rule by its id, a chapter, or a search in plain words."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import TypeAlias

import click

from titan_rules import companions
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS
from titan_rules.kernel.blocks import Block, Prose, Table
from titan_rules.kernel.digest import Digest, Rule
from titan_rules.kernel.errors import UnknownName
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulesets import Option

from .. import inputs, output

Shelf: TypeAlias = tuple[Digest, Iterable[Option]]
"""The rules of a game, and the options that decide some of them."""

MOST_SHOWN = 8
"""A person sees this many rules that a search finds."""

SHORT = 200
"""Of a rule that a search finds a person sees this much of the text."""

WIDTH = 100
"""Rules are wrapped at this many columns."""

_ID = re.compile(r"[A-Za-z]+(-[A-Za-z]+)*-[0-9]+")


@click.command("rules")
@click.argument("words", nargs=-1, metavar="[RULE | CHAPTER | WORD]...", shell_complete=inputs.offering("rules"))
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
    own: Shelf = (digest(), OPTIONS)
    if search is not None:
        if words:
            raise click.UsageError("name a RULE or --search in all of them, not both")
        _everywhere({"TITAN": own, **{name: (other, options) for name, other, options in companions.rules()}}, search)
        return
    if not words:
        _print(own, list(own[0].rules.values()), lambda: _chapters(own[0]))
        return
    shelves, is_an_id = [own], len(words) == 1 and _ID.fullmatch(words[0])
    if by_id(own[0], words) is None and (is_an_id or not own[0].search(" ".join(words))):
        shelves += [(other, options) for _, other, options in companions.rules(words[0] if is_an_id else None)]
    matching = (shelf for shelf in shelves if by_id(shelf[0], words) is not None or shelf[0].search(" ".join(words)))
    show(next(matching, shelves[-1]), words)


def _everywhere(shelves: Mapping[str, Shelf], search: str) -> None:
    """Print what a search finds in the rules of each game."""
    rules = {game: list(shelf[0].search(search)) for game, shelf in shelves.items()}
    rows: list[JSON] = [{"game": game, **_row(rule, shelves[game][1])} for game in rules for rule in rules[game]]
    parts = [block for game in rules if rules[game] for block in (f"{game}:", *_in_short(rules[game]), "")]
    output.emit({"kind": "rules", "rules": rows}, lambda: parts or _in_short(()))


def by_id(digest: Digest, words: Sequence[str]) -> list[Rule] | None:
    """The rules whose ids or chapters are named, as ``STRIKE-5`` or ``strike 5``; None if a word is neither."""
    try:
        if len(words) == 2 and words[1].isdecimal():
            return digest.find("-".join(words))
        return [rule for word in words for rule in digest.find(word)]
    except UnknownName:
        return None


def show(shelf: Shelf, words: Sequence[str]) -> None:
    """Print the rules that are named or found."""
    named = by_id(shelf[0], words)
    if named is not None:
        _print(shelf, named, lambda: _whole(shelf, named))
        return
    for word in words:
        if _ID.fullmatch(word):
            shelf[0].find(word)
    rules = shelf[0].search(" ".join(words))
    _print(shelf, rules, lambda: _whole(shelf, rules) if len(rules) == 1 else _in_short(rules))


def print_rules(digest: Digest, options: Iterable[Option], names: Sequence[str], search: str | None) -> None:
    """Print the rules of a companion that are named or found; all of them if nothing is asked for."""
    words = (*names, *(search or "").split())
    if words:
        show((digest, options), words)
    else:
        _print((digest, options), list(digest.rules.values()), lambda: _chapters(digest))


def _print(shelf: Shelf, rules: Sequence[Rule], blocks: Callable[[], Iterable[Block]]) -> None:
    output.emit({"kind": "rules", "rules": [_row(rule, shelf[1]) for rule in rules]}, blocks)


def _row(rule: Rule, options: Iterable[Option]) -> dict[str, JSON]:
    deciding: list[JSON] = [
        {"option": option.name, "values": list(option.values), "about": option.about}
        for option in options
        if rule.id in option.rules
    ]
    return {**rule.to_json(), "options": deciding}


def _chapters(digest: Digest) -> list[Block]:
    rows = [(heading, " ".join(rule.id for rule in rules)) for heading, rules in digest.chapters().items()]
    return [Table(rows, ["chapter", "rules"], caps=[32, 70])]


def _in_short(rules: Sequence[Rule]) -> Iterator[Block]:
    if not rules:
        yield "no rule is about that"
        return
    for rule in rules[:MOST_SHOWN]:
        yield Prose(f"{rule.id}  {output.told(shorten(rule.text, SHORT, placeholder=' ...'))}", WIDTH)
    if len(rules) > MOST_SHOWN:
        more = " ".join(rule.id for rule in rules[MOST_SHOWN:])
        yield Prose(f"And {len(rules) - MOST_SHOWN} more: {more}", WIDTH)
    yield f"titan rules {rules[0].id} shows the whole rule."


def _whole(shelf: Shelf, rules: Sequence[Rule]) -> Iterator[Block]:
    for rule in rules:
        yield f"{rule.id} - {rule.chapter}"
        yield Prose(f"  {output.told(rule.text)}", WIDTH, hanging="")
        yield f"  Sources: {rule.sources}."
        for option in shelf[1]:
            if rule.id in option.rules:
                values = " | ".join(str(value).lower() for value in option.values)
                yield Prose(f"  Option {option.name} = {values}: {option.about}.", WIDTH, hanging="")
        yield ""
    used = {tag: text for rule in rules for tag, text in shelf[0].sources_of(rule).items()}
    yield from (Prose(f"{tag}: {text}.", WIDTH) for tag, text in used.items())
