"""What an assistant may read: rules, rulesets, the forms of positions and actions, disputes, boxes; and a prompt."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from attrs import frozen

from titan_rules.answers.boxes import box_contents
from titan_rules.answers.found_rules import rules_by_id
from titan_rules.box.loading import shipped
from titan_rules.box.value import box
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.errors import Fault, UnknownName
from titan_rules.kernel.jsontext import pretty
from titan_rules.kernel.names import Names
from titan_rules.scenarios import GAME, Dispute, load, shipped_folder
from titan_rules.text.forms import TABLE

from .tools import POSITIONS

SCHEME = "titan://"


@frozen(kw_only=True)
class Shelf:
    """Resources of one kind.

    :param path: behind the scheme; of those with a name, the part before it.
    :param names: their names; empty if there is only one.
    :param text: the text of one, by its name.
    """

    path: str
    title: str
    about: str
    text: Callable[[str], str]
    names: Callable[[], tuple[str, ...]] = tuple


def ruleset_text(name: str) -> str:
    """The readings of a ruleset, each with its rules and what it decides."""
    preset = RULESETS.presets[name]
    rows = [
        f"{option.name} = {str(preset[option.name]).lower()} ({' '.join(option.rules)}): {option.about}; "
        f"one of {', '.join(str(value).lower() for value in option.values)}"
        for option in OPTIONS
    ]
    return "\n".join([f"The ruleset {name}:", *rows])


def forms_page() -> str:
    """How positions and actions are written, with an example of each form."""
    rows = [f"{do}: {', '.join(form.forms)} - {form.means}" for do, form in TABLE.items()]
    return "\n".join([POSITIONS, "", "Actions:", *rows])


@cache
def disputes() -> Mapping[str, Dispute]:
    """The settled disputes about TITAN by id."""
    return {case.scenario.id: case for case in load(shipped_folder()) if case.scenario.game == GAME}


SHELVES: tuple[Shelf, ...] = (
    Shelf(
        path="rules",
        title="A rule",
        about="A rule of the digest with its sources and options, by its id: CARRY-1",
        text=lambda name: str(rules_by_id(digest().find(name))),
        names=lambda: tuple(digest().rules),
    ),
    Shelf(
        path="rulesets",
        title="A ruleset",
        about="Which reading of each disputed rule a ruleset takes: standard, law, summary, ...",
        text=ruleset_text,
        names=lambda: tuple(RULESETS.presets),
    ),
    Shelf(
        path="scenarios",
        title="A settled dispute",
        about="A dispute with its position, its ruling and why, by its id: CARRY-1.a",
        text=lambda name: disputes()[name].path.read_text(encoding="utf-8"),
        names=lambda: tuple(disputes()),
    ),
    Shelf(
        path="boxes",
        title="A box",
        about="The characters, terrains and mustering tables of a box",
        text=lambda name: pretty(box_contents(box(name)).to_json()),
        names=shipped,
    ),
    Shelf(
        path="forms",
        title="How positions and actions are written",
        about="The forms of positions and actions that check and the other tools read",
        text=lambda _: forms_page(),
    ),
)
"""Every kind of resource."""

_URI = re.compile(r"titan://([a-z]+)(?:/([\w.-]+))?")


def text_at(uri: str) -> str:
    """The text of a resource.

    :raises UnknownName: there is none.
    """
    match = _URI.fullmatch(uri)
    shelf = next((shelf for shelf in SHELVES if match is not None and shelf.path == match[1]), None)
    if match is None or shelf is None:
        hint = ", ".join(template(shelf) for shelf in SHELVES)
        raise UnknownName(Fault("unknown-resource", f"there is no resource {uri[:80]}", hint=f"one of: {hint}"))
    if not shelf.names():
        return shelf.text("")
    return shelf.text(Names(shelf.path.removesuffix("s"), shelf.names(), abbreviations=False).canonical(match[2] or ""))


def template(shelf: Shelf) -> str:
    """The address of a kind of resource: ``titan://rules/{name}``."""
    return f"{SCHEME}{shelf.path}/{{name}}" if shelf.names() else f"{SCHEME}{shelf.path}"


def completions(uri: str, begun: str) -> list[str]:
    """The names of a kind of resource that begin so."""
    shelf = next((shelf for shelf in SHELVES if template(shelf) == uri), None)
    names = () if shelf is None else shelf.names()
    return [name for name in names if name.casefold().startswith(begun.casefold())]


DISPUTE = """\
You settle a dispute at a table of TITAN. You do not know the rules by heart: the tools do.

1. Find out the position and the action: the terrain or the land, who stands where, whose turn and phase it is, dice \
that were rolled. Ask the players for what the ruling hangs on. Invent nothing: a hidden Legion has a height.
2. Write both in the forms below and call check. If a tool refuses the text, its error says which word it could not \
read and gives a line to try: change that, and call again.
3. Report the verdict in its words, with the rule's id, and repeat every assumption. "cannot-tell" is an answer: say \
what would have to be known.
4. If it is a question about the rules in general, call find_rules and quote the rule that answers it. Its example is \
a case, not the answer.
5. If the rulebooks differ, say under which ruleset you ruled (titan://rulesets/standard).

"""


def settle_a_dispute(what_was_said: str) -> str:
    """The prompt that leads from what was said at the table to a ruling."""
    return f"{DISPUTE}{POSITIONS}\n\nWhat was said at the table:\n\n{what_was_said}"
