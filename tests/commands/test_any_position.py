"""Every command that takes a position takes any file that holds one, standard input, or a line."""

import shutil
from pathlib import Path

import pytest

from checkout import EXAMPLES
from running import Done, titan

LINE = "Plains: Ogre D3 / Lion D4"
GAMES = ("game.json", "game.replay.jsonl", "game.save", "game.xml", "games/opening.replay.jsonl")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "sheet.titan").write_text(titan("replay", str(EXAMPLES / "game.replay.jsonl"), "--format", "sheet").out)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("file", [*GAMES, "sheet.titan"])
@pytest.mark.parametrize("args", [["show"], ["legal-moves"], ["render"]], ids=" ".join)
def test_a_game_in_any_file(args: list[str], file: str) -> None:
    done = titan(*args, file)
    assert done.code == 0, done.err
    assert titan(*args, "-", stdin=Path(file).read_bytes()).out == done.out


@pytest.mark.parametrize("file", ["battle.json", "battle-orders.json", LINE])
@pytest.mark.parametrize(
    "args", [["show"], ["legal-moves"], ["render"], ["strike-odds"], ["advise", "--trials", "2"]], ids=" ".join
)
def test_a_battle_in_any_file(args: list[str], file: str) -> None:
    assert titan(*args, file).code == 0


def test_the_position_after_a_step() -> None:
    for file in ("game.replay.jsonl", "sheet.titan"):
        assert titan("show", file, "--step", "0").json["turn"] == 1
        assert titan("recruit-options", file, "--legion", "Bk01").json["kind"] == "recruit-options"
    assert "--step is for recorded games" in titan("show", "game.json", "--step", "0").err


def test_check_takes_a_sheet_and_a_game_as_somebody_knows_it() -> None:
    assert titan("check", "sheet.titan", "end-turn").json["kind"] == "check"
    hidden = titan("show", "game.json", "--as", "Black").json["players"][1]["legions"][0]
    assert hidden["characters"] is None
    assert titan("check", "game.json", "Bk02 to 105", "--as", "Black").json["verdict"] == "legal"


def test_a_game_may_start_from_any_position() -> None:
    assert titan("play", "from-a-save.titan", "--start", "game.xml").json["verdict"] == "legal"


def test_a_position_of_the_wrong_kind_says_so() -> None:
    done = titan("legal-moves", "Jungle: 2 Gargoyle, Ogre", "--format", "json")
    assert (done.code, done.error["code"]) == (2, "wrong-kind")
    assert titan("strike-odds", "game.json", "--format", "json").error["code"] == "no-battle"


@pytest.mark.parametrize("stdin", [LINE, f"{LINE}\n", f"\ufeff{LINE}\r\n"])
def test_validate_reads_a_line_from_standard_input(stdin: str) -> None:
    done = titan("validate", "-", stdin=stdin)
    assert (done.code, done.json["documents"][0]["document"]) == (0, "battle")
    assert titan("validate", "-", stdin=stdin.replace("D4", "D9")).code == 1


def resolved(*orders: str) -> Done:
    return titan("resolve-battle", LINE, *orders)


def test_orders_in_words() -> None:
    done = resolved("Ogre strikes Lion with 6 6 5 4 3 2", "end-strikes")
    assert done.code == 0
    assert [step["step"] for step in done.json["steps"]] == [1, 2]
    assert resolved("Ogre strikes D5").code == 1


def test_without_orders_it_says_what_to_give() -> None:
    for position in (LINE, "battle.json", "game.json"):
        assert "give orders, or --simulate N" in titan("resolve-battle", position).err
    assert "No such file" in titan("resolve-battle", "battle.json", "nosuch.jsonl").err


def test_an_example_is_written_once(folder: Path) -> None:
    (folder / "game.json").unlink()
    assert titan("example", "game.json").code == 0
    assert (folder / "game.json").read_bytes() == (EXAMPLES / "game.json").read_bytes()
    assert titan("example", "game.json").code == 0
    (folder / "game.json").write_text("mine")
    assert titan("example", "game.json", "--format", "json").error["code"] == "exists"
    assert (folder / "game.json").read_text() == "mine"
    assert titan("example", "battle.json", "--print").out == (EXAMPLES / "battle.json").read_text()
    assert "game.json" in titan("example").json["examples"]
    assert "did you mean battle.json?" in titan("example", "batle.json").err


def test_a_line_without_end_is_refused_at_the_limit() -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("no /dev/zero here")
    for command in ("show", "deduce", "check"):
        done = titan(command, "/dev/zero", *(["end-turn"] if command == "check" else []))
        assert done.code == 2
        assert "larger than 16 MiB" in done.err
