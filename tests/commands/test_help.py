"""Every command has help, and every example in it works on the files in docs/examples."""

import os
import re
import shlex
import shutil
from importlib.util import find_spec
from pathlib import Path
from unittest.mock import patch

import pytest
from click import Context, Group, Option
from click.shell_completion import BashComplete

from checkout import EXAMPLES
from looping import for_each, some
from running import Done, shell, titan, typed
from titan_cli.app import COMMANDS
from titan_cli.app import titan as app
from titan_rules import __version__

PRESENT = [name for name, (module, _) in COMMANDS.items() if find_spec(f"titan_cli.{module}")]


def examples(*command: str) -> list[str]:
    """The example lines of a command's help, without what explains them."""
    text = titan(*command, "--help").out
    lines = [line.strip() for line in text.splitlines() if re.match(r"  titan [a-z]", line)]
    return [re.split(r" {3,}", line)[0] for line in lines]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def assert_works(line: str, done: Done) -> None:
    assert done.code in (0, 1), f"{line}: {done.err}"
    assert "titan:" not in done.err


@for_each("command", [(), *[(name,) for name in PRESENT]], ids=" ".join)
def test_help_says_what_it_is_for(command: tuple[str, ...]) -> None:
    done = titan(*command, "--help")
    assert done.code == 0
    assert done.out.startswith("Usage: titan")
    assert titan(*command, "-h").out == done.out
    assert max(map(len, done.out.splitlines())) <= 100


@for_each("name", PRESENT)
def test_every_option_has_its_help(name: str) -> None:
    command = app.get_command(Context(app), name)
    assert command is not None
    commands = [command, *(command.commands.values() if isinstance(command, Group) else ())]
    options = [option for each in commands for option in each.params if isinstance(option, Option)]
    assert [option.name for option in options if not option.help and not option.hidden] == []


SERVING = ("serve", "mcp", "site")
"""Commands whose examples serve until they are stopped, or take minutes."""


@for_each("name", PRESENT)
def test_help_holds_an_example(name: str) -> None:
    assert examples(name), f"titan {name} --help has no example"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("command", [(), *[(name,) for name in PRESENT if name not in SERVING]], ids=" ".join)
def test_the_examples_of_the_help_work(command: tuple[str, ...]) -> None:
    for line in examples(*command):
        assert_works(line, typed(line))


def test_the_list_of_commands_says_what_each_says() -> None:
    listed = " ".join(titan("--help").out.split())
    for name, (_, about) in some(COMMANDS.items()):
        assert name in listed
        assert " ".join(about.split()) in listed


def test_without_a_command_there_is_help() -> None:
    done = titan()
    assert done.code == 0
    assert done.out.startswith("What do you want to know?")
    asked = [shlex.split(line.partition("? ")[2]) for line in done.out.splitlines() if "? " in line]
    assert len(asked) == 3
    for _, *args in asked:
        assert titan(*args).code == 0


def test_version() -> None:
    assert titan("--version").out == f"titan {__version__}\n"


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_shell_completion_as_documented(kind: str) -> None:
    assert f"{kind}_source" in titan("--help").out
    done = shell(f"_TITAN_COMPLETE={kind}_source titan")
    assert done.code == 0
    assert "_TITAN_COMPLETE" in done.out


@for_each(
    ("line", "offered"),
    [
        ("titan rules STRIKE-", "plain,STRIKE-1"),
        ("titan rules carry", "plain,CARRY"),
        ("titan strike-odds og", "plain,Ogre"),
        ("titan strike-odds Ogre cen", "plain,Centaur"),
        ("titan strike-odds Ogre Centaur --terrain Br", "plain,Brush"),
        ("titan strike-odds --from D3,E", "plain,D3,E4"),
        ("titan recruit-options jun", "plain,Jungle"),
        ("titan recruit-options Jungle Garg", "plain,Gargoyle"),
        ("titan schema battle-", "plain,battle-orders"),
        ("titan legal-moves ga", "file,ga"),
        ("titan check Jung", "plain,Jungle: 2 Gargoyle, Ogre"),
        ("titan check game.json eng", "plain,engage P105"),
        ("titan legal-moves --ro", "plain,--roll"),
    ],
)
def test_a_shell_completes(line: str, offered: str) -> None:
    """The words of the line reach the completion in variables, and what it prints is offered."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    with patch.dict(os.environ, words):
        assert offered in BashComplete(app, {}, "titan", "_TITAN_COMPLETE").complete().splitlines()


def test_the_command_that_the_shell_calls_completes() -> None:
    done = shell("COMP_WORDS='titan strike-odds og' COMP_CWORD=2 _TITAN_COMPLETE=bash_complete titan")
    assert (done.out.splitlines()[0], done.err) == ("plain,Ogre", "")


@for_each("name", COMMANDS)
def test_a_command_is_called_by_its_own_name(name: str) -> None:
    assert titan(name, "--help").out.startswith(f"Usage: titan {name} ")
    assert f"titan {name} --help" in titan(name, "--no-such-option").err


def test_what_an_installation_compiles_is_no_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "__pycache__").mkdir()
    for name in ("berserk.py", "__pycache__/berserk.cpython-311.pyc"):
        (tmp_path / name).touch()
    monkeypatch.setattr("titan_cli.files.examples_folder", lambda: tmp_path)
    assert titan("example", "--format", "table").out == "berserk.py\n"
