"""Positions on one line, wherever a document is."""

import json
from pathlib import Path

import pytest

from checkout import ROOT
from looping import for_each
from running import titan

EXAMPLES = ROOT / "docs" / "examples"
BATTLE = "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
GAME = "turn 5, Black's movement, roll 4: Black tower 600: Bk01 3 Titan 2 Ogre / Red tower 300: Rd01 13 Titan Angel"


@pytest.mark.parametrize("document", [BATTLE, GAME, "Jungle: 2 Gargoyle, Ogre"])
def test_a_line_is_shown_and_written_again(document: str) -> None:
    shown = titan("show", document, "--format", "json")
    assert shown.code == 0
    assert titan("show", "-", "--line", stdin=shown.out).out == document + "\n"
    assert titan("show", "-", "--format", "json", stdin=document).json == shown.json


@for_each(
    ("args", "told"),
    [
        (["legal-moves", GAME, "--legion", "Bk01"], '"land": 7'),
        (["legal-moves", BATTLE, "--why", "Ogre strikes Lion"], '"verdict": "legal"'),
        (["strike-odds", BATTLE, "--from", "D3", "--to", "D4"], '"striker": "Ogre"'),
        (["recruit-options", "105: 2 Lion"], '"Ranger"'),
        (["recruit-options", "105", "2", "Lion"], '"Ranger"'),
        (["recruit-options", "plains", "2xlion"], '"Ranger"'),
        (["check", BATTLE, "Ogre strikes Lion with 6 6 6 1 1 1"], '"text": "D3 strikes D4 with 6 6 6 1 1 1"'),
        (["render", BATTLE], "<svg"),
        (["validate", BATTLE], '"valid": true'),
        (["resolve-battle", BATTLE, "--simulate", "5", "--seed", "1"], '"battle-odds"'),
    ],
)
def test_a_line_stands_for_a_document(args: list[str], told: str) -> None:
    done = titan(*args)
    assert (done.code, done.err) == (0, "")
    assert told in done.out


def test_every_fault_has_its_place() -> None:
    done = titan("show", "Plains: Grog D3 / Lion D9", "--format", "table")
    assert done.code == 2
    assert done.err.splitlines()[0] == "titan: 'Grog D3': unknown character 'Grog' (did you mean Gorgon?)"
    assert "'Lion D9': unknown hex 'D9'" in done.err
    found = titan("validate", "Plains: Grog D3 / Lion D9")
    assert found.code == 1
    assert len(found.json["documents"][0]["faults"]) == 2


def test_a_file_of_that_very_name_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "Jungle: 2 Gargoyle"
    Path(name).write_text((EXAMPLES / "battle.json").read_text())
    assert titan("show", name, "--format", "json").json["kind"] == "battle"


@pytest.mark.parametrize(
    ("argument", "told"),
    [
        ("nosuch.json", "nosuch.json: No such file or directory"),
        ("C:/games/ann.json", "No such file or directory"),
        ("Planes: Ogre D3 / Lion D4", "'Planes': has no use here"),
        ("Plains:", "who is in the Legion?"),
    ],
)
def test_what_is_nearly_a_line_or_nearly_a_file(argument: str, told: str) -> None:
    done = titan("show", argument)
    assert done.code == 2
    assert told in done.err


def test_a_game_that_fights_keeps_its_battle() -> None:
    game = (EXAMPLES / "game.json").read_text()
    text = titan("show", "-", "--line", stdin=game).out.strip()
    assert (
        json.loads(titan("show", text, "--format", "json").out)
        == titan("show", "-", "--format", "json", stdin=game).json
    )
