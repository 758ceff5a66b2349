"""The page on Lords of Xidit says what the program says."""

import re
from pathlib import Path

import pytest

from running import shell
from titan_rules.companions.lords_of_xidit.readings import OPTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "companions" / "lords-of-xidit.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)\n```", PAGE, flags=re.DOTALL)
COMMANDS = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", "\n".join(BLOCKS), flags=re.MULTILINE)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("xidit")
    for command, _ in COMMANDS:
        if ">" in command:
            done = shell(f"cd {where} && {command}")
            assert (done.code, done.err) == (0, "")
    return where


@pytest.mark.parametrize(("command", "printed"), [pair for pair in COMMANDS if ">" not in pair[0]])
def test_the_commands_print_what_the_page_shows(folder: Path, command: str, printed: str) -> None:
    done = shell(f"cd {folder} && {command} --format table")
    assert (done.code, done.err) == (0, "")
    assert [line.rstrip() for line in done.out.splitlines()] == printed.splitlines()


def test_the_page_has_every_option() -> None:
    for option in OPTIONS:
        values = ", ".join(f"`{value}`" for value in option.values)
        assert f"| `{option.name}` | {values} | {', '.join(option.rules)} |" in PAGE


def test_the_page_speaks_python() -> None:
    for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
        exec(block, {})
