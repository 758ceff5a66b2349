"""Colours where a terminal has them, put on last; what is foreign never controls it."""

import os
import pty
import re
import select
import subprocess

import pytest

from checkout import ROOT
from running import COMMAND, titan
from titan_cli.output import TERRAINS, painted
from titan_rules.box import STANDARD

GAME = str(ROOT / "docs" / "examples" / "game.json")
TERRAIN = "\x1b[38;5;71m"


def on_a_terminal(*args: str, **environment: str) -> str:
    """What a command shows on a pseudo-terminal of 100 columns."""
    ours, theirs = pty.openpty()
    usual = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    env = {**usual, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
    command = subprocess.Popen([*COMMAND, *args], stdin=theirs, stdout=theirs, stderr=theirs, env=env)
    os.close(theirs)
    shown = b""
    try:
        while select.select([ours], [], [], 60)[0]:
            part = os.read(ours, 65536)
            if not part:
                break
            shown += part
    except OSError:  # the other end is closed
        pass
    finally:
        command.wait(60)
        os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def test_a_terminal_shows_colours_and_no_escape_codes_as_text() -> None:
    shown = on_a_terminal("show", "Jungle: 2 Gargoyle, Ogre")
    assert shown == f"In {TERRAIN}Jungle\x1b[0m: 2 × Gargoyle, Ogre\n"


@pytest.mark.parametrize("environment", [{"TERM": "dumb"}, {"NO_COLOR": "1"}])
def test_a_terminal_without_colours(environment: dict[str, str]) -> None:
    assert on_a_terminal("show", "Jungle: 2 Gargoyle, Ogre", **environment) == "In Jungle: 2 × Gargoyle, Ogre\n"


def test_colours_change_nothing_but_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    for args in (["show", GAME], ["legal-moves", GAME, "--roll", "4"], ["check", GAME, "Bk02 to 1"]):
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.delenv("FORCE_COLOR", raising=False)
        plain = titan(*args, "--format", "table").out
        monkeypatch.setenv("FORCE_COLOR", "1")
        colored = titan(*args, "--format", "table").out
        assert "\x1b[" in colored
        assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain


def test_verdicts_are_coloured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert painted("Bk02 P1: illegal") == "Bk02 P1: \x1b[31m\x1b[1millegal\x1b[0m"
    assert painted("it is illegal to go there") == "it is illegal to go there"
    monkeypatch.setenv("NO_COLOR", "1")
    assert painted("Bk02 P1: illegal") == "Bk02 P1: illegal"


def test_every_printed_terrain_has_its_colour() -> None:
    assert set(STANDARD.terrains) <= set(TERRAINS)


def test_foreign_text_in_errors_keeps_its_escapes_on_a_terminal() -> None:
    for shape in ("json", "table"):
        shown = on_a_terminal("show", "\u202enosuch\x9b31m.json", "--format", shape)
        assert "nosuch" in shown
        assert "\u202e" not in shown
        assert "\x9b" not in shown
