"""Shell completion of names and files. Each list is read when the shell asks for it."""

from collections.abc import Callable, Iterable

from click.shell_completion import CompletionItem

from titan_rules import schemas
from titan_rules.box.current_box import current
from titan_rules.box.hexes import HEXES
from titan_rules.box.loading import shipped
from titan_rules.digest.rows import digest

from .files import examples


def _rules() -> Iterable[str]:
    """Rule ids and chapters."""
    ids = [rule.id for rules in digest().chapters().values() for rule in rules]
    return dict.fromkeys((*ids, *(name.rpartition("-")[0] for name in ids)))


NAMES: dict[str, Callable[[], Iterable[str]]] = {
    "boxes": shipped,
    "characters": lambda: current().characters,
    "examples": lambda: examples().names,
    "files": tuple,
    "hexes": lambda: HEXES,
    "kinds": lambda: schemas.kinds().names,
    "rules": _rules,
    "terrains": lambda: current().terrain_names.names,
}
OR_A_FILE = ("boxes", "characters", "files", "musterers")


def offered(what: str, begun: bool, incomplete: str) -> list[CompletionItem]:
    """The names that begin like this; of hexes, after a comma, one more.

    :param what: a key of :data:`NAMES`, or ``musterers``: a land, then characters.
    :param begun: a word of the argument is there already.
    """
    known = NAMES["characters" if begun else "terrains"] if what == "musterers" else NAMES[what]
    before, comma, last = incomplete.rpartition(",") if what == "hexes" else ("", "", incomplete)
    fitting = [name for name in known() if name.casefold().startswith(last.casefold())]
    items = [CompletionItem(before + comma + name) for name in fitting]
    return [*items, CompletionItem(incomplete, type="file")] if what in OR_A_FILE else items
