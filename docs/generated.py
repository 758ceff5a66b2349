"""The pages that are written from the code's own data: rules, disputes, commands, the library, the glossary.

``make pages`` writes them into this folder; a test holds that they are fresh.
"""

import inspect
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any
from unittest.mock import patch

import click

import titan_rules
from titan_cli.app import titan
from titan_rules.digest.glossary import terms
from titan_rules.digest.rows import digest
from titan_rules.digest.rulesets import OPTIONS
from titan_rules.kernel.scenarios import Scenario
from titan_rules.scenarios import GAME, Dispute, load, shipped_folder
from titan_rules.text.forms import TABLE

HERE = Path(__file__).parent
MADE = "<!-- Written by docs/generated.py: make pages -->\n\n"

CHAPTERS = {
    "battle": "Battles", "boxes": "Other boxes", "commencement": "Splitting",
    "death-of-a-titan": "The death of a Titan", "engagement": "Engagements", "maneuver": "Maneuvers",
    "movement": "Moving", "mustering": "Mustering",
    "rangestrike": "Rangestrikes", "reinforcement": "Reinforcements", "rulesets": "Two readings", "scoring": "Scoring",
    "setup": "Setting up", "strike": "Strikes", "summoning": "Summoning", "teleport": "Teleports",
}  # fmt: skip

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


def table(*columns: str, rows: Iterator[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [columns, tuple("---" for _ in columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines) + "\n"


def cases() -> dict[str, list[Dispute]]:
    """The disputes about TITAN by chapter."""
    by_chapter: dict[str, list[Dispute]] = {}
    for case in load(shipped_folder()):
        if case.scenario.game == GAME:
            by_chapter.setdefault(case.chapter, []).append(case)
    return by_chapter


def rules_page() -> str:
    """The digest: each rule with its sources, its readings and its cases."""
    settled: dict[str, list[str]] = {}
    for case in (case for chapter in cases().values() for case in chapter):
        for rule in case.scenario.rules:
            settled.setdefault(rule, []).append(case.scenario.id)
    text = "# The rules\n\nEvery ruling names one of these. `titan rules CARRY-1` prints a rule, and "
    text += "`titan rules may I carry over` finds the ones your words are about. `titan scenario show CARRY-1.a` shows "
    text += "a dispute that the rule settled.\n\n"
    for heading, rules in digest().chapters().items():
        text += f"## {heading}\n\n"
        for rule in rules:
            text += f"### {rule.id}\n\n**{rule.title}.** {rule.text}\n\nSources: {rule.sources}.\n"
            for option in (option for option in OPTIONS if rule.id in option.rules):
                values = " or ".join(f"`{str(v).lower() if isinstance(v, bool) else v}`" for v in option.values)
                text += f"\nOption `{option.name}` ({values}): {option.about}.\n"
            if rule.id in settled:
                text += f"\nDisputes: {', '.join(settled[rule.id])}.\n"
            text += "\n"
    for heading, note in digest().notes.items():
        text += f"## {heading}\n\n{note}\n\n"
    return text


def disputes_page() -> str:
    """Every question of the catalogue with its verdict."""
    every = cases()
    text = f"# Disputes\n\nThe {sum(map(len, every.values()))} questions that are settled and tested, by topic. "
    text += "`titan scenario show ID` prints one with its position, and `titan scenario WORDS` searches them.\n\n"
    for chapter, some in sorted(every.items(), key=lambda item: CHAPTERS[item[0]]):
        rows = ((case.scenario.question, answer_to(case.scenario), f"`{case.scenario.id}`") for case in some)
        text += f"## {CHAPTERS[chapter]}\n\n" + table("question", "answer", "ID", rows=rows)
    return text


def answer_to(scenario: Scenario) -> str:
    """The verdict on a case, where it has one, and why."""
    verdict = scenario.expect.get("verdict") if isinstance(scenario.expect, dict) else None
    known = {"legal": "Legal. ", "illegal": "**Not legal.** ", "not possible": "**Not possible.** "}
    return known.get(str(verdict), "") + scenario.explanation


def commands_page() -> str:
    """The help of every command."""
    text = "# Commands\n\nWhat `--help` prints. The files in the examples come from `titan example NAME`.\n\n"
    with patch("titan_cli.app.installed", dict):  # TITAN's own, whatever is installed here
        for name, command in walk(titan, "titan"):
            context = click.Context(command, info_name=name, max_content_width=80, **AS_TYPED)
            text += f"## {name}\n\n```text\n{command.get_help(context).rstrip()}\n```\n\n"
    return text


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
    """Every public name with its signature and docstring."""
    text = "# The library\n\n`import titan_rules as titan` gives you all of this. "
    text += "[First steps](first-steps-in-python.md) and [recipes](library.md) show it at work.\n\n"
    for heading, names in GROUPS.items():
        text += f"## {heading}\n\n"
        for name in filter(dir(titan_rules).__contains__, names.split()):
            text += f"### {name}\n\n{entry(name, getattr(titan_rules, name))}\n"
    return text


def entry(name: str, thing: Any) -> str:
    """A name's signature, if it is called, and what its docstring says."""
    if inspect.ismodule(thing):
        rows = ((f"`{kind.__name__}`", first_line(kind)) for kind in vars(thing).values() if is_action(kind))
        return prose(thing) + "\n" + table("class", "what it is", rows=rows)
    if isinstance(thing, UnionType):
        return "One of the classes of `titan.actions`, for type checkers.\n"
    if inspect.isfunction(thing):
        signature = str(inspect.signature(thing)).replace(str(titan_rules.AnyAction), "AnyAction")
        return f"```python\n{name}{signature}\n```\n\n{prose(thing)}"
    text = prose(thing)
    methods = [(key, value) for key, value in public_members(thing) if value.__doc__]
    if methods:
        text += "\n" + table("has", "which is", rows=((f"`{key}`", first_line(value)) for key, value in methods))
    return text


def is_action(kind: object) -> bool:
    """Whether something is the class of an action."""
    return inspect.isclass(kind) and issubclass(kind, titan_rules.Action) and kind is not titan_rules.Action


def public_members(thing: Any) -> Iterator[tuple[str, Any]]:
    """The methods and properties that a class offers."""
    for key, value in inspect.getmembers(thing) if inspect.isclass(thing) else ():
        if not key.startswith("_") and (inspect.isroutine(value) or isinstance(value, property)):
            yield key, value


def first_line(thing: Any) -> str:
    """The first sentence of a docstring."""
    return plain((inspect.getdoc(thing) or "").split("\n\n")[0].replace("\n", " "))


def prose(thing: Any) -> str:
    """A docstring as Markdown: its fields as a list, its example as a block."""
    document, shown, example = (inspect.getdoc(thing) or "").partition("\n>>> ")
    text, _, fields = document.partition("\n:")
    lines = [plain(text).rstrip(), ""]
    for row in re.split(r"\s*(?:^|\s):(?=(?:param|returns|raises|ivar)\b)", "\n:" + fields) if fields else []:
        kind, _, about = " ".join(row.split()).partition(":")
        if about:
            what = kind.partition(" ")[2]
            lines.append(f"- {f'`{what}`' if what else kind}: {plain(about.strip())}")
    if shown:
        lines += ["", "```python", ">>> from titan_rules import *", f">>> {example.rstrip()}", "", "```"]
    return "\n".join(lines).rstrip() + "\n"


def plain(text: str) -> str:
    """reStructuredText's references as code."""
    return re.sub(r":\w+:`~?\.?([^`]+)`", r"`\1`", text).replace("``", "`")


def glossary_page() -> str:
    """The game's terms, what they mean, and their Japanese."""
    rows = ((term.term, term.meaning, term.ja) for term in sorted(terms(), key=lambda term: term.term.casefold()))
    text = "# Glossary\n\nThe terms of *The Law of Titan*, as every ruling uses them. Some sources are Japanese: "
    return text + "`--lang ja` adds their terms in brackets.\n\n" + table("term", "meaning", "Japanese", rows=rows)


def notation_page() -> str:
    """The page of actions, its table made anew from the table of the grammar."""
    head, _, rest = (HERE / "notation.md").read_text().removeprefix(MADE).partition("| action |")
    rows = ((f"`{do}`", ", ".join(f"`{form}`" for form in row.forms), row.means) for do, row in TABLE.items())
    return head + table("action", "written", "means", rows=rows) + "## " + rest.partition("## ")[2]


PAGES: dict[str, Callable[[], str]] = {
    "rules": rules_page,
    "disputes": disputes_page,
    "commands": commands_page,
    "api": library_page,
    "glossary": glossary_page,
    "notation": notation_page,
}


def made(name: str) -> str:
    """A page as it should be."""
    return MADE + PAGES[name]().rstrip() + "\n"


if __name__ == "__main__":
    for name in sys.argv[1:] or PAGES:
        (HERE / f"{name}.md").write_text(made(name), encoding="utf-8")
