"""``titan rules [RULE]...``."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from titan_rules.digest.rows import digest

from .. import inputs, output, terminal

if TYPE_CHECKING:
    from titan_rules.kernel.digest import Digest, Rule
    from titan_rules.kernel.rulesets import Option


@click.command()
@click.argument("names", nargs=-1, metavar="[RULE|CHAPTER]...", shell_complete=inputs.offering("rules"))
@click.option("--search", metavar="WORDS", help="Only rules in which all these words stand.")
@output.with_format
def command(names: tuple[str, ...], search: str | None) -> None:
    """The rule digest that rulings cite: one RULE, a CHAPTER, those that a search finds, or all.

    \b
    titan rules STRIKE-5
    titan rules MOVE
    titan rules --search teleport
    """
    from titan_rules.digest.rulesets import OPTIONS

    print_rules(digest(), OPTIONS, names, search)


def print_rules(digest: "Digest", options: "Iterable[Option]", names: Sequence[str], search: str | None) -> None:
    """Print the rules of a digest that are asked for, each with the options that decide it.

    :raises UnknownName: a name is neither a rule nor a chapter.
    """
    found = [rule for name in names for rule in digest.find(name)] if names else list(digest.rules.values())
    if search is not None:
        found = [rule for rule in digest.search(search) if rule in found]
    rows = [_row(rule, options) for rule in found]
    listing = not names and search is None
    table = (lambda: _chapters(digest)) if listing else (lambda: _told(digest, rows))
    output.emit({"kind": "rules", "rules": rows}, table)


def _row(rule: "Rule", options: "Iterable[Option]") -> dict[str, Any]:
    deciding = [
        {"option": option.name, "values": list(option.values), "about": option.about}
        for option in options
        if rule.id in option.rules
    ]
    return {**rule.to_json(), "options": deciding}


def _chapters(digest: "Digest") -> str:
    import textwrap

    rows = [(heading, " ".join(rule.id for rule in rules)) for heading, rules in digest.chapters().items()]
    wrapped = [
        (heading, "\n".join(textwrap.wrap(ids, terminal.at_most(94) - 24, break_on_hyphens=False)))
        for heading, ids in rows
    ]
    return output.grid(wrapped, ["chapter", "rules"])


def _told(digest: "Digest", rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "no rule holds these words"
    parts = [_paragraphs(row) for row in rows]
    used = {tag: text for row in rows for tag, text in digest.sources_of(digest.rules[row["id"]]).items()}
    parts.append("\n".join(_wrapped(f"{tag}: {text}.", "") for tag, text in used.items()))
    return "\n\n".join(parts)


def _paragraphs(row: dict[str, Any]) -> str:
    lines = [
        f"{row['id']} - {row['chapter']}",
        _wrapped(output.told(row["text"]), "  "),
        f"  Sources: {row['sources']}.",
    ]
    for option in row["options"]:
        values = " | ".join(output.word(value) for value in option["values"])
        lines.append(_wrapped(f"Option {option['option']} = {values}: {option['about']}.", "  "))
    return "\n".join(lines)


def _wrapped(text: str, indent: str) -> str:
    import textwrap

    return textwrap.fill(
        text, terminal.at_most(100), initial_indent=indent, subsequent_indent=indent + "  " * (not indent)
    )
