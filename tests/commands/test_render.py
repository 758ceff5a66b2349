"""``titan render``."""

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from pictures import marked, read
from running import titan
from titan_rules import dumps
from titan_rules.draw.battle import battle_svg
from titan_rules.draw.game import game_svg
from titan_rules.draw.svg import png
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Engagement, Game

BATTLE = Battle.parse("Hills, attacker's maneuver: Ogre C3 1 hit, Titan B3 / Lion D3, Titan E2")
GAME = Game.parse(
    "turn 5, Black's movement, roll 4: Black 100: Bk01 105 Titan Ogre, Bk02 4 2 Lion / Red 200: Rd01 4000 Titan Angel"
)


@pytest.fixture
def battle(tmp_path: Path) -> str:
    path = tmp_path / "battle.json"
    path.write_text(dumps(BATTLE))
    return str(path)


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    path.write_text(FORMAT.dumps(GAME))
    return str(path)


def test_a_battle_is_written_to_a_file(battle: str, tmp_path: Path) -> None:
    done = titan("render", battle, "-o", str(tmp_path / "battle.svg"))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert (tmp_path / "battle.svg").read_text() == battle_svg(BATTLE)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["battle.json", "battle.svg"]


def test_without_a_file_the_picture_goes_to_standard_output(board: str) -> None:
    assert titan("render", board).out == game_svg(GAME)
    assert titan("render", "-", "-o", "-", stdin=FORMAT.dumps(GAME)).out == game_svg(GAME)


def test_overlays_can_be_asked_for_together(battle: str) -> None:
    root = read(titan("render", battle, "--moves", "B3", "--targets", "C3", "--sight", "A1", "C2").out)
    assert {e.get("data-overlay") for e in marked(root, "overlay")} == {"move", "target", "sight"}
    assert len(marked(root, "note")) == 3


def test_a_legions_destinations(board: str) -> None:
    root = read(titan("render", board, "--legion", "bk2", "--roll", "1").out)
    assert {e.get("data-to") for e in marked(root, "overlay")} == {"103"}


def fought() -> Any:
    """A game in which Bk01 fights Rd01 in the Hills of 4."""
    found = Game.parse("turn 5, Black's engagement, roll 4: Black 100: Bk01 4 Ogre Titan / Red 200: Rd01 4 Lion Titan")
    engagement = Engagement(4, "Bk01", "Rd01", "Black", "Red", "battle", "Black")
    return evolve(found, battle=BATTLE, engagement=engagement)


def test_of_a_game_in_which_a_battle_is_fought_the_battle_is_drawn() -> None:
    text = FORMAT.dumps(fought())
    assert len(marked(read(titan("render", "-", stdin=text).out), "hazard")) == 27
    assert len(marked(read(titan("render", "-", "--masterboard", stdin=text).out), "terrain")) == 96


def test_the_ruleset_of_the_command_line_counts(battle: str) -> None:
    root = read(titan("render", battle, "--option", "entry_map=left_and_bottom_exchanged").out)
    assert {e.get("data-entry-hexes") for e in marked(root, "entry")} >= {"A1 B1 C1 D1"}


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--legion", "Bk01"], "--legion is for pictures of the Masterboard"),
        (["--roll", "3"], "--roll is for pictures of the Masterboard"),
        (["--moves", "A1"], "nobody stands in A1"),
        (["--sight", "A1", "Z9"], "unknown hex 'Z9'"),
        (["-o", "battle.gif"], "must end in .svg or .png"),
        (["-o", "battle"], "must end in .svg or .png"),
        (["-o", "/nowhere/at/all/b.svg"], "No such file or directory"),
        (["--width", "500"], "--width is for .png files"),
    ],
)
def test_a_wrong_question_about_a_battle_is_told_in_one_line(battle: str, args: Any, said: str) -> None:
    done = titan("render", battle, *args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1
    assert said in titan("render", battle, *args, "--format", "json").error["message"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--moves", "D3"], "--moves is for pictures of a battle"),
        (["--sight", "D3", "D5"], "--sight is for pictures of a battle"),
        (["--roll", "3"], "--roll needs --legion"),
        (["--legion", "Rd12"], "there is no Legion Rd12 on the board"),
    ],
)
def test_a_wrong_question_about_a_game_is_told_in_one_line(board: str, args: Any, said: str) -> None:
    done = titan("render", board, *args)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_other_documents_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "muster.json"
    path.write_text('{"format": "titan-rules/1", "kind": "muster", "terrain": "Marsh", "characters": ["Ogre"]}')
    done = titan("render", str(path))
    assert done.code == 2
    assert "muster" in done.err


def test_a_file_is_written_whole_or_not_at_all(battle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "battle.svg"
    target.write_text("the old picture")

    class Full(io.FileIO):
        def write(self, content: Any) -> int:
            super().write(content[:10])
            raise OSError(28, "No space left on device")

    def opened(file: Any, mode: str) -> Any:
        return Full(file, "w") if mode == "wb" else open(file, mode)

    monkeypatch.setattr("titan_cli.files.open", opened, raising=False)
    done = titan("render", battle, "-o", str(target))
    assert done.code == 2
    assert "No space left on device" in done.err
    assert target.read_text() == "the old picture"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["battle.json", "battle.svg"]


def test_a_link_stays_a_link(battle: str, tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to("real.svg")
    assert titan("render", battle, "-o", str(tmp_path / "link.svg")).code == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text() == battle_svg(BATTLE)


def size(picture: bytes) -> tuple[int, int]:
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(picture[16:20], "big"), int.from_bytes(picture[20:24], "big")


def test_png_has_the_width_that_was_asked_for(battle: str, tmp_path: Path) -> None:
    for args, wide in ([], 1000), (["--width", "320"], 320):
        assert titan("render", battle, "-o", str(tmp_path / "battle.PNG"), *args).code == 0
        width, height = size((tmp_path / "battle.PNG").read_bytes())
        assert width == wide
        assert 1.3 < height / width < 2


def test_png_without_its_extra_is_told_in_one_line(
    battle: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(CannotTell, match=r"pip install 'titan-rules\[png\]'"):
        png(battle_svg(BATTLE))
    done = titan("render", battle, "-o", str(tmp_path / "battle.png"))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert not (tmp_path / "battle.png").exists()
