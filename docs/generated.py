"""The pages that are written from the code's own data: rules, disputes, commands, the library, the glossary.

``make pages`` writes them into this folder; a test holds that they are fresh.
"""

import ast
import inspect
import re
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from functools import cache, partial
from itertools import chain
from pathlib import Path
from textwrap import fill, wrap
from types import UnionType
from typing import Any
from unittest.mock import patch

import attrs
import click

import titan_rules
from titan_cli.app import titan
from titan_rules.digest.glossary import terms
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS, RULESETS, Ruleset, ruleset
from titan_rules.kernel.jsontext import compact
from titan_rules.scenarios import load, shipped_folder
from titan_rules.suite import SuiteCase, numbers_in, suite
from titan_rules.text.forms import POSITIONS, TABLE

HERE = Path(__file__).parent
MADE = "<!-- Written by docs/generated.py: make pages -->\n\n"

WIDTH = 88
"""Signatures wrap at so many columns."""

SHARED_BY = 5
"""An option that so many commands have is shown once."""

AS_TYPED: dict[str, Any] = {"terminal_width": 80, "color": False, "help_option_names": ["-h", "--help"]}
"""How the command line sets up the context of every command."""

GROUPS = {
    "Positions": "Game Player Legion Battle Muster Box new_game load loads load_save Save dump dumps render validate "
    "known_to",
    "Actions": "Action AnyAction actions parse action_from_json legal_actions cannot_tell legal_moves is_legal why "
    "apply next_choice Outcome Result Next Verdict check Check Dice DiceSource",
    "Answers": "strike_odds StrikeOdds duel_odds DuelOdds muster_options MusterOptions resolve BattleResult simulate "
    "BattleOdds advise Advice replay Report walk Step Record deduce Deduction Ruling rule "
    "find_rules Rule",
    "Names": "CharacterName Hex LandNo Marker",
    "Errors": "ArgumentError TitanError DocumentError UnknownName ActionError IllegalAction CannotTell Fault",
}
"""The public names in the order in which one meets them."""


def table(*columns: str, rows: Iterable[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines) + "\n"


@cache
def cases() -> tuple[SuiteCase, ...]:
    """The suite, in the order of its numbers."""
    folder = shipped_folder()
    return tuple(suite(load(folder), numbers_in(folder)))


def rules_page() -> str:
    """The digest: each rule with its sources and its readings."""
    text = "# The rules\n\nEvery ruling names one of these. `titan rules CARRY-1` prints a rule, and "
    text += "`titan rules may I carry over` finds the ones your words are about. `titan scenario CARRY-1` lists "
    text += "the disputes that a rule settled.\n\n"
    for heading, rules in digest().chapters().items():
        text += f"## {heading}\n\n"
        for rule in rules:
            text += f"### {rule.id}\n\n**{rule.title}.** {rule.text}\n\nSources: {rule.sources}.\n"
            if options := [f"[`{option.name}`](rulings.md)" for option in OPTIONS if rule.id in option.rules]:
                text += f"\nOptions: {', '.join(options)}.\n"
            text += "\n"
    for heading, note in digest().notes.items():
        text += f"## {heading}\n\n{note}\n\n"
    return text


def heading(case: SuiteCase) -> str:
    """A case's number and name."""
    return f"{case.number} {case.id}"


def disputes_page() -> str:
    """The front page of the suite: its text stands in the page, the table of chapters is made."""
    head, _, rest = (HERE / "disputes.md").read_text(encoding="utf-8").removeprefix(MADE).partition("| chapter |")
    count = Counter((case.number or "").partition(".")[0] for case in cases())
    chapters = numbers_in(shipped_folder()).chapters.items()
    rows = ((f"[{number} {name}](suite/{folder}.md)", str(count[number])) for folder, (number, name) in chapters)
    total = len(cases())
    whole = table("chapter", "cases", rows=chain(rows, [("all", str(total))]))
    return re.sub(r"\d+ of \d+ cases", f"{total} of {total} cases", head) + whole + "## " + rest.partition("\n## ")[2]


def chapter_page(folder: str) -> str:
    """A chapter of the suite."""
    number, name = numbers_in(shipped_folder()).chapters[folder]
    text = f"# {number} {name}\n\n[What these are, and how another program is held to them](../disputes.md).\n\n"
    return text + "\n".join(map(told, (case for case in cases() if (case.number or "").startswith(f"{number}."))))


VERDICTS = {"legal": "Legal.", "illegal": "Not legal."}


def told(case: SuiteCase) -> str:
    """A case: question, position, what is done, the ruling, why, and the rule."""
    shown = [fill(line, 100, subsequent_indent="    ") for line in (case.line, "; ".join(case.notation)) if line]
    if not case.notation:
        shown.append(shlex.join(["titan", *case.query.command]).replace("'-'", "-"))
    facts = {key: value for key, value in case.expect.items() if key not in NOT_FACTS} if case.expect else {}
    ruling = [f"**{VERDICTS[case.verdict]}**"] if case.verdict else []
    ruling += [case.why, *([f"Expected: `{compact(facts)}`"] if facts else [])]
    rules = ", ".join(f"[{rule}](../rules.md#{rule.lower()})" for rule in case.rules)
    played = [f"So play {programs}." for programs in [played_by(case)] if programs]
    return (
        f"## {heading(case)}\n\n*{case.question}*\n\n```text\n" + "\n".join(shown) + "\n```\n\n"
        f"{' '.join(ruling)}\n\n{' '.join([f'{rules}, by {case.sources}.', *played])}\n"
    )


NOT_FACTS = ("verdict", "rulings")
"""What an expected answer says besides what a page has already said."""


def played_by(case: SuiteCase) -> str:
    """The rulesets that choose the reading that a case is about; none where the case is not about a reading."""
    options = case.position.get("options", {}) if isinstance(case.position, dict) else {}
    chosen = [name for name, preset in RULESETS.presets.items() if options and fits(ruleset(name), options)]
    return " and ".join(f"`{name}`" for name in chosen)


def fits(played: Ruleset, options: Mapping[str, object]) -> bool:
    """Whether a ruleset chooses readings."""
    return all(getattr(played, name) == value for name, value in options.items())


def commands_page() -> str:
    """The help of every command, less the options that many of them share, which come first."""
    text = (
        "# Commands\n\nWhat `--help` prints. The files in the examples come from `titan example NAME`. Many commands "
    )
    text += "have these options, too:\n\n"
    with patch("titan_cli.app.installed", dict):  # TITAN's own, whatever is installed here
        commands = dict(walk(titan, "titan"))
        uses = Counter(about(option) for command in commands.values() for option in options_of(command))
        shared = {row for row, count in uses.items() if count >= SHARED_BY}
        text += table("option", "what it does", rows=iter(row for row in uses if row in shared))
        for name, command in commands.items():
            context = click.Context(
                command, info_name=name, max_content_width=80, **AS_TYPED | {"help_option_names": []}
            )
            with ExitStack() as hidden:
                for option in options_of(command):
                    if about(option) in shared:
                        hidden.enter_context(patch.object(option, "hidden", True))
                text += f"## {name}\n\n```text\n{command.get_help(context).rstrip()}\n```\n\n"
    return text


def manual() -> str:
    """The manual page, ``man titan``: the help of every command."""
    text = ".TH TITAN 1\n.SH NAME\ntitan \\- rulings for the board game TITAN\n"
    with patch("titan_cli.app.installed", dict):
        for name, command in walk(titan, "titan"):
            context = click.Context(command, info_name=name, max_content_width=80, **AS_TYPED)
            shown = command.get_help(context).rstrip().replace("\\", "\\e").replace("-", "\\-").splitlines()
            lines = (f"\\&{line}" if line.startswith((".", "'")) else line for line in shown)
            text += f".SH {name.upper()}\n.nf\n" + "\n".join(lines) + "\n.fi\n"
    return text


def options_of(command: click.Command) -> list[click.Option]:
    """The options that a command's help shows."""
    return [option for option in command.params if isinstance(option, click.Option) and not option.hidden]


def about(option: click.Option) -> tuple[str, str]:
    """An option with its values, and what it does."""
    context = click.Context(click.Command("titan"))
    written, means = option.get_help_record(context) or ("", "")
    return f"`{written}`", means


def walk(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """A command and those below it."""
    yield name, command
    if isinstance(command, click.Group) and name.count(" ") < 2:
        context = click.Context(command, info_name=name, **AS_TYPED)
        for below in command.list_commands(context):
            found = command.get_command(context, below)
            if found is not None and not found.hidden:
                yield from walk(found, f"{name} {below}")


def library_page() -> str:
    """Every public name: what it is, how it is called, what it has."""
    text = (
        "# The library\n\n`import titan_rules as titan` gives you all of this, and `help(titan.check)` prints the rest "
    )
    text += "of a docstring. [First steps](first-steps-in-python.md) and [recipes](library.md) show it at work.\n\n"
    for heading, names in GROUPS.items():
        here = {name: getattr(titan_rules, name) for name in names.split() if name in dir(titan_rules)}
        called = {name: thing for name, thing in here.items() if inspect.isfunction(thing)}
        rows = ((f"`{name}`", first_line(thing), members(thing)) for name, thing in here.items() if name not in called)
        text += f"## {heading}\n\n"
        text += "".join(
            f"```python\n{signature(name, thing)}\n```\n\n{first_line(thing)}\n\n" for name, thing in called.items()
        )
        text += table("name", "what it is", "has", rows=rows) if called.keys() < here.keys() else ""
    rows = ((f"`{kind.__name__}`", first_line(kind)) for kind in vars(titan_rules.actions).values() if is_action(kind))
    return text + "## titan.actions\n\n" + table("class", "what it is", rows=rows)


def signature(name: str, function: Callable[..., object]) -> str:
    """How a function is called, as it is written."""
    (defined,) = ast.parse(inspect.getsource(function)).body
    assert isinstance(defined, ast.FunctionDef)
    written = re.sub(r"(?<=: )([^=:]+)=", r"\1 = ", ast.unparse(defined.args))
    line = f"{name}({written}) -> {ast.unparse(defined.returns or ast.Constant(None))}"
    return "\n".join(wrap(line, WIDTH, subsequent_indent="    ", break_long_words=False))


def members(thing: Any) -> str:
    """The names of what a class offers of its own."""
    if not inspect.isclass(thing) or issubclass(thing, Exception):
        return ""
    fields = [field.name for field in attrs.fields(thing)] if attrs.has(thing) else []
    names = [*fields, *(key for key, _ in public_members(thing) if key not in fields)]
    return ", ".join(f"`{name}`" for name in names if not name.startswith("_"))


def is_action(kind: object) -> bool:
    """Whether something is the class of an action."""
    return inspect.isclass(kind) and issubclass(kind, titan_rules.Action) and kind is not titan_rules.Action


def public_members(thing: Any) -> Iterator[tuple[str, Any]]:
    """The methods and properties that a class offers."""
    for key, value in inspect.getmembers(thing):
        if not key.startswith("_") and (inspect.isroutine(value) or isinstance(value, property)):
            yield key, value


def first_line(thing: Any) -> str:
    """The first sentence of a docstring."""
    if isinstance(thing, UnionType):
        return "One of the classes of `titan.actions`, for type checkers."
    text = plain((inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " "))
    return re.split(r"(?<=[.])\s(?=[A-Z])", text)[0]


def plain(text: str) -> str:
    """reStructuredText's references as code."""
    return re.sub(r":\w+:`~?\.?([^`]+)`", r"`\1`", text).replace("``", "`")


def glossary_page() -> str:
    """The game's terms, what they mean, and their Japanese."""
    rows = ((term.term, term.meaning, term.ja) for term in sorted(terms(), key=lambda term: term.term.casefold()))
    text = "# Glossary\n\nThe terms of *The Law of Titan*, as rulings use them. Some sources are in Japanese, and "
    return text + "`--lang ja` adds their terms in brackets.\n\n" + table("term", "meaning", "Japanese", rows=rows)


def notation_page() -> str:
    """The page of actions, its table made anew from the table of the grammar."""
    head, _, rest = (HERE / "notation.md").read_text().removeprefix(MADE).partition("| action |")
    rows = ((f"`{do}`", written(row.forms), row.means) for do, row in TABLE.items())
    return head + table("action", "written", "means", rows=rows) + "## " + rest.partition("## ")[2]


def positions_page() -> str:
    """The page of positions and actions, each section's table made anew from the tables of forms."""
    tables = {
        title: table("to say", "write", rows=((says, written(forms)) for says, forms in rows.items()))
        for title, rows in POSITIONS.items()
    }
    actions = ((form.means, written(form.forms)) for form in TABLE.values())
    tables["Actions"] = table("what you do", "write", rows=actions)
    head, *sections = (HERE / "positions-and-actions.md").read_text().removeprefix(MADE).split("\n## ")
    for n, section in enumerate(sections):
        title, _, text = section.partition("\n")
        prose_lines = "\n".join(line for line in text.split("\n") if not line.startswith("|")).strip()
        sections[n] = re.sub("\n{3,}", "\n\n", f"{title}\n\n{tables.get(title, '')}{prose_lines}\n")
    return "\n## ".join([head, *sections])


def written(forms: Iterable[str]) -> str:
    """Forms as one types them."""
    return ", ".join(f"`{form}`" for form in forms)


PAGES: dict[str, Callable[[], str]] = {
    "titan.1": manual,
    **{f"suite/{folder}.md": partial(chapter_page, folder) for folder in numbers_in(shipped_folder()).chapters},
    "rules.md": rules_page,
    "disputes.md": disputes_page,
    "commands.md": commands_page,
    "api.md": library_page,
    "glossary.md": glossary_page,
    "notation.md": notation_page,
    "positions-and-actions.md": positions_page,
}


def made(name: str) -> str:
    """A page as it should be."""
    return (MADE if name.endswith(".md") else "") + PAGES[name]().rstrip() + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        (HERE / name).write_text(made(name), encoding="utf-8")
