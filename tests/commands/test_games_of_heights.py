"""A record that begins with heights is a game: every command takes it, and says what it cannot tell."""

import json
import re
from pathlib import Path

import pytest

from checkout import EXAMPLES
from running import titan

START = "turn 5, Black's musters: Black score 123: Bk01 600 Titan 2 Ogre moved / Red score 56: Rd01 13 height 6"


@pytest.fixture
def kept(tmp_path: Path) -> str:
    """A game kept from heights, after one muster."""
    path = str(tmp_path / "m.titan")
    assert titan("play", path, "--start", START, "Bk01 >Cen").code == 0
    return path


def test_it_is_shown_with_what_is_known(kept: str) -> None:
    text = titan("show", kept, "--format", "table").out
    assert "Titan, 2 × Ogre, Centaur" in text
    assert "unknown" in text


@pytest.mark.parametrize("command", [("legal-moves",), ("render",), ("show", "--line"), ("validate",)])
def test_every_command_takes_it(kept: str, command: tuple[str, ...]) -> None:
    name, *options = command
    assert titan(name, kept, *options).code == 0


def test_actions_are_checked_in_it(kept: str) -> None:
    assert titan("check", kept, "end-turn").code == 0
    assert titan("check", kept, "Bk01 >Ogr").code == 1


def test_an_earlier_step_is_shown(kept: str) -> None:
    assert "Titan, 2 × Ogre" in titan("show", kept, "--step", "0", "--format", "table").out
    assert "there is no step 9" in titan("show", kept, "--step", "9").err


def test_a_step_after_an_illegal_action_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wrong.titan"
    path.write_text(f"titan-rules/1 standard\nstart {START}\nBk01 >Wyv\n", encoding="utf-8")
    result = titan("show", str(path))
    assert result.code == 2
    assert "step 1 is not legal" in result.err


def test_nothing_is_deduced_of_it(kept: str) -> None:
    result = titan("deduce", kept, "--as", "Black")
    assert result.code == 2
    assert "begins with only the height of Rd01" in result.err


# --- the moderator's sheet -------------------------------------------------------------------------------------------


def test_MUSTER_2_the_sheet_shows_what_was_revealed(kept: str) -> None:
    sheet = json.loads(titan("show", kept, "--public", "--format", "json").out)
    black, red = sheet["legions"]
    assert (black["height"], black["revealed"], black["whole"]) == (4, {"Centaur": 1}, False)
    assert (red["height"], red["revealed"], red["whole"]) == (6, {}, False)
    assert sheet["players"][0]["titan_power"] == 7
    assert sheet["at_most"] is True


def test_a_player_sees_his_own_legions_whole(kept: str) -> None:
    black, red = json.loads(titan("show", kept, "--public", "--as", "Black", "--format", "json").out)["legions"]
    assert black["whole"]
    assert not red["whole"]


def test_the_sheet_as_markdown_escapes_names(tmp_path: Path) -> None:
    game = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))
    game["players"][0]["name"] = "<b>|Ann"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game), encoding="utf-8")
    text = titan("show", str(path), "--public", "--format", "markdown").out
    rows = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in text.splitlines()]
    assert ["Black", "\\<b\\>\\|Ann", "600", "123", "7", "9"] in rows
    assert ["Black", "Bk01", "600 Tower", "4", "4 hidden"] in rows


def test_the_sheet_is_for_games() -> None:
    assert titan("show", "Plains: Ogre D3 / Lion D4", "--public").code == 2
    assert titan("show", str(EXAMPLES / "game.json"), "--format", "markdown").code == 2
    assert titan("show", str(EXAMPLES / "game.json"), "--public", "--line").code == 2


def test_the_picture_shows_only_what_everybody_knows() -> None:
    drawn = titan("render", str(EXAMPLES / "game.json"), "--as", "nobody").out
    assert "Warlock" in titan("render", str(EXAMPLES / "game.json")).out
    assert "Warlock" not in drawn
