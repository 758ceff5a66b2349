"""Shell completion of names and files. Each list is read when the shell asks for it."""

from collections.abc import Iterable

import click
from click.shell_completion import CompletionItem

from titan_rules import schemas
from titan_rules.box.current_box import current
from titan_rules.box.hexes import HEXES
from titan_rules.box.loading import shipped
from titan_rules.digest.rows import digest

from .files import examples as example_names


def _beginning(incomplete: str, known: Iterable[str], *, files: bool = False) -> list[CompletionItem]:
    start = incomplete.casefold()
    items = [CompletionItem(name) for name in known if name.casefold().startswith(start)]
    return [*items, CompletionItem(incomplete, type="file")] if files else items


def rules(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Rule ids and chapters."""
    ids = [rule.id for rules in digest().chapters().values() for rule in rules]
    return _beginning(incomplete, dict.fromkeys((*ids, *(name.rpartition("-")[0] for name in ids))))


def kinds(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of documents with a schema."""
    return _beginning(incomplete, schemas.kinds().names)


def hexes(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Hexes of a Battleland; after a comma, one more."""
    before, comma, last = incomplete.rpartition(",")
    return [CompletionItem(before + comma + item.value) for item in _beginning(last, HEXES)]


def terrains(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Kinds of land."""
    return _beginning(incomplete, current().terrain_names.names)


def characters(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Characters, or a file."""
    return _beginning(incomplete, current().characters, files=True)


def musterers(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A land or a file, then characters."""
    if ctx.params.get(parameter.name or ""):
        return characters(ctx, parameter, incomplete)
    return [*terrains(ctx, parameter, incomplete), CompletionItem(incomplete, type="file")]


def files(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A file."""
    return [CompletionItem(incomplete, type="file")]


def examples(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The files that titan example writes."""
    return _beginning(incomplete, example_names().names)


def boxes(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Shipped boxes, or a file."""
    return _beginning(incomplete, shipped(), files=True)
