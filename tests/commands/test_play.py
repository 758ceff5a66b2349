"""``titan play``: a game kept in a file, from the towers' dice to the winner."""

import json
import os
import pty
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import warm
from playing import choose
from running import titan
from titan_cli.files import only_writer
from titan_cli.titan_keeper import NAMED
from titan_rules.actions.intents import Withdraw
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import JSON
from titan_rules.play import legal_actions
from titan_rules.replays.record import RECORD_FORMAT, GameFile, begun

PLAYERS = ("--players", "Ann,Ben,Cy")
SETUP = ("Ann tower 5", "Ben tower 6", "Cy tower 2", "Cy color Red", "Ann color Black", "Ben color Gold")
HEADER: dict[str, JSON] = {
    "format": "titan-rules/1",
    "kind": "replay",
    "ruleset": "standard",
    "players": [{"name": n} for n in "ABC"],
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "g.titan"
    assert titan("play", str(path), *PLAYERS).code == 0
    return path


def play(path: Path, *args: str, **more: str) -> Any:
    return titan("play", str(path), *args, **more)


def test_a_game_is_made_judged_rolled_recorded_and_told(file: Path) -> None:
    done = play(file, *SETUP, "--format", "table")
    assert done.code == 0
    assert "Next: Gold decides splits (S3 2.1)." in done.out
    assert file.read_text() == (
        f"titan-rules/1 standard\nAnn, Ben, Cy\nAnn tower 5\n; {NAMED}\nBen tower 6\n; {NAMED}\nCy tower 2\n; {NAMED}\n"
        "Cy color Red\nAnn color Black\nBen color Gold\n\n1 Gold\n"
    )
    done = play(file, "Gd01 splits 1 Titan, 2 Ogre, Centaur", "roll", "--seed", "7")
    answer = done.json
    assert [one["text"] for one in answer["played"][:2]] == ["Gd01/Gd02 Tit Ogr Ogr Cen", "end-splits"]
    assert answer["played"][2]["action"]["die"] in range(1, 7)
    assert answer["next"]["decides"] == "move"
    assert answer["legal"]
    assert titan("replay", str(file)).json["verdict"] == "legal"


def test_a_seed_gives_the_same_dice_at_the_same_place(tmp_path: Path) -> None:
    texts = []
    for name in ("a.titan", "b.titan"):
        play(tmp_path / name, *PLAYERS, "--seed", "3", "Ann tower", "Ben tower", "Cy tower")
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]
    assert len(set(texts[0].split()[-1:])) == 1


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("Ann color Red", 1, "SETUP-2"),
        ("fly away", 2, "nobody has a Legion now"),
        ("Ann tower 7", 1, "a die shows 1 to 6, not 7"),
        ('{"do": "roll", "die": 4}', 1, '"refused": "roll 4"'),
        ('{"do": "rol"}', 2, "did you mean roll?"),
    ],
)
def test_a_refused_action_changes_nothing(file: Path, said: str, code: int, told: str) -> None:
    before = file.read_bytes()
    done = play(file, said)
    assert done.code == code
    assert told in done.out + done.err
    assert file.read_bytes() == before
    assert code == 2 or done.json["verdict"] == "illegal"


@pytest.mark.parametrize("name", ["g.titan", "g.jsonl"])
def test_undo_and_comments(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert play(path, *PLAYERS, *SETUP).code == 0
    whole = path.read_text()
    assert play(path, "--undo").json["actions"] == 5
    assert play(path, "Ben color Gold").code == 0
    assert path.read_text() == whole
    assert play(path, "--undo", "3").json["actions"] == 3
    assert play(path, "--comment", "three dice").code == 0
    assert play(path, "--comment", "and no tie").code == 0
    assert titan("replay", str(path), "--format", "jsonl").out.count("three dice\\nand no tie") == 1
    assert play(path, "--undo", "4").code == 2
    assert play(path, "--comment", "\x1b[31m").code == 2
    assert play(path, "--undo", "3").json["actions"] == 0
    assert play(path, "--comment", "a fresh start").code == 0
    assert RECORD_FORMAT.read(path.read_text()).places == ()


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "there is no such game"),
        (["--players", "Ann"], "2 to 6 players"),
        (["--players", "Ann,Ben", "--start", "x"], "not with both"),
        (["--start", "Jungle: Ogre, 2 Centaur"], "this is a muster, not a game"),
        (["--players", "Ann,Ben", "--ruleset", "nosuch"], "nosuch"),
    ],
)
def test_what_makes_no_game(tmp_path: Path, args: list[str], told: str) -> None:
    done = play(tmp_path / "no.titan", *args)
    assert done.code == 2
    assert told in done.err
    assert list(tmp_path.iterdir()) == []


def test_what_does_not_go_with_a_game_that_is_there(file: Path) -> None:
    assert "is there already" in play(file, *PLAYERS).err
    assert play(file, "--ruleset", "law").code == 2
    file.write_text(file.read_text() + "Ann color Red\n")
    assert "the record is not legal" in play(file, "Ben tower").err


def test_a_game_from_a_position(tmp_path: Path) -> None:
    start = (
        "turn 5, Black's movement, roll 4: Black tower 600: Bk01 3 Titan 2 Ogre / Red tower 300: Rd01 13 Titan Angel"
    )
    path = tmp_path / "g.titan"
    assert play(path, "--start", start, "Bk01 to 7").code == 0
    assert path.read_text().splitlines()[1].startswith("start turn 5, Black's movement, roll 4: Black tower 600")
    assert play(path, "end-turn").json["next"]["by"] == "Red"
    assert path.read_text().splitlines()[2:] == ["Bk01 D7", "end-moves", "end-turn", "", "5 Red"]


def test_one_writer_at_a_time(file: Path) -> None:
    before = file.read_bytes()
    with only_writer(str(file)):
        done = play(file, "Ann tower 5")
        assert done.code == 2
        assert "is being written by another titan play" in done.err
        with pytest.raises(DocumentError), only_writer(str(file)):
            pass
    assert file.read_bytes() == before
    assert play(file, "Ann tower 5").code == 0
    assert [path.name for path in file.parent.iterdir()] == ["g.titan"]


def whole_game(seed: int, players: int, patience: int) -> GameFile:
    """A game kept to its end: random actions, then players withdraw."""
    rng, dice = random.Random(seed), Dice(seed)
    record = begun({**HEADER, "players": [{"name": f"P{n}"} for n in range(players)]}, sheet=True)
    while record.state.phase != "over":
        listed = legal_actions(record.state)
        leaving = [action for action in listed if isinstance(action, Withdraw)]
        late = len(record.places) > patience and leaving
        record, _ = record.played(leaving[0] if late else choose(rng, listed), dice)
    return record


@pytest.mark.parametrize("seed", [1, 2])
def test_three_players_from_the_towers_dice_to_the_winner(seed: int, tmp_path: Path) -> None:
    record = whole_game(seed, 3, 350)
    path = tmp_path / "g.titan"
    path.write_text(record.text)
    report = titan("replay", str(path)).json
    assert (report["verdict"], report["result"]["over"]) == ("legal", True)
    assert report["steps"] == len(record.places)
    assert RECORD_FORMAT.read(record.text).state == record.state
    assert titan("play", str(path)).json["next"]["decides"] == "nothing"
    assert record.undone(10).places == record.places[:-10]
    assert record.commented("a draw?\nno").rows[-2:] == ("; a draw?", "; no")


def typed_at_the_prompt(file: Path, said: str, *options: str) -> str:
    control, terminal = pty.openpty()
    env = {**os.environ, "TERM": "dumb"}
    command = [*warm.command(), "play", str(file), *options]
    run = subprocess.Popen(command, stdin=terminal, stdout=terminal, stderr=terminal, env=env)
    os.close(terminal)
    os.write(control, said.encode())
    shown = b""
    while True:
        try:
            part = os.read(control, 4096)
        except OSError:
            break
        if not part:
            break
        shown += part
    assert run.wait(timeout=60) == 0
    return " ".join(shown.decode().split())


def test_the_prompt(file: Path) -> None:
    said = "Ann tower 5\nnonsense\nhelp\nlegal\nshow\ncomment well rolled\nundo\nBen tower 6\nquit\n"
    text = typed_at_the_prompt(file, said)
    told = ("Ann rolls 5", "'nonsense' is not understood", "take back the last actions", "noted", "Ben rolls 6")
    assert all(words in text for words in told)
    assert file.read_text().splitlines()[2:] == ["Ben tower 6", f"; {NAMED}"]


def test_dice_that_were_rolled_at_the_table_are_asked_for(file: Path) -> None:
    text = typed_at_the_prompt(file, "Ann tower\nfive\n7\n5\nBen tower\n\nquit\n", "--ask-dice", "--seed", "1")
    assert text.count("1 die: ") == 4
    assert text.count("type 1 number from 1 to 6") == 2
    assert "Ann rolls 5" in text
    assert "no dice are typed: nothing is done" in text
    assert file.read_text().splitlines()[2:] == ["Ann tower 5"]


def test_dice_cannot_be_asked_for_without_a_terminal(file: Path) -> None:
    before = file.read_bytes()
    done = play(file, "Ann tower", "--ask-dice", "--format", "table")
    assert done.code == 2
    assert done.err == "titan: 1 die is rolled here: type it with the action\n"
    assert file.read_bytes() == before


def test_a_muster_typed_with_a_move_is_judged_at_once_and_its_refusal_hides_nothing(file: Path) -> None:
    play(file, *SETUP, "Gd01 splits 1 Titan, 2 Ogre, Centaur", "roll 5")
    first, second = [text for text in play(file).json["legal"] if text.startswith("Gd01")][:2]
    said = f"{first} Cen,Cen>Ser\nundo\n{second} Cen,Cen>Ser\nend moves\nquit\n"
    text = typed_at_the_prompt(file, said)
    assert "waits for the Enlistment Phase" not in text
    assert f"taken back: {first} Next:" in text
    assert "Gold moves no more" in text
    assert text.count("Gd01 Cen,Cen>Ser: illegal") == 2


def test_done_where_something_is_owed_tells_what(file: Path) -> None:
    play(file, *SETUP)
    assert "SPLIT-1" in play(file, "done").out
    play(file, "Gd01 splits 1 Titan, 2 Ogre, Centaur")
    assert "nothing that 'done' can mean" in play(file, "done", "done").err
    play(file, "roll 5")
    assert play(file, "done").json["refused"] == "end-moves"


def test_losses_are_asked_about_behind_a_semicolon_too(tmp_path: Path) -> None:
    start = "turn 5, Black's movement, roll 1: Black tower 600: Bk01 3 Titan 2 Ogre / Red tower 300: Rd01 4 Titan Angel"
    path = tmp_path / "g.titan"
    assert play(path, "--start", start, "Bk01 to 4", "done", "engage", "no more", "fight").code == 0
    before = path.read_text()
    name = next(text for text in play(path).json["legal"] if text.startswith("Ang enters"))
    text = typed_at_the_prompt(path, f"{name}; done\nn\nshow\nquit\n")
    assert "Titan of Rd01 left off the Battleland" in text
    assert "nothing is done" in text
    assert path.read_text() == before
    assert text.index("Defender, Red") < text.rindex("D6 ")


def test_a_proposal_says_who_loses_what(tmp_path: Path) -> None:
    start = "turn 5, Black's movement, roll 1: Black tower 600: Bk01 3 Titan 2 Ogre / Red tower 300: Rd01 4 Titan Angel"
    path = tmp_path / "g.titan"
    offer = "Red proposes attacker an Ogre, defender all"
    assert play(path, "--start", start, "Bk01 to 4", "engage", offer).code == 0
    assert path.read_text().endswith("Red proposes attacker Ogr, defender all\n")


def test_whoever_rolls_in_the_setup_rolls_for_a_tower(tmp_path: Path) -> None:
    file = tmp_path / "new.titan"
    assert play(file, "--players", "Ann,Ben", "Ann rolls a 4", "Ben rolls 2", "I take black").code == 0
    assert re.findall("^(?:Ann|Ben) .*", file.read_text("utf-8"), re.MULTILINE)[-3:] == [
        "Ann tower 4",
        "Ben tower 2",
        "Ben color Black",
    ]


def test_names_and_colours_of_the_setup_as_they_are_typed(file: Path) -> None:
    assert play(file, *(text.lower() for text in SETUP[:3])).code == 0
    assert "'rde' is not understood" in play(file, "cy takes rde").err
    assert play(file, "CY takes red").code == 0


def test_actions_from_standard_input(file: Path) -> None:
    done = play(file, "-", stdin="\n".join(SETUP))
    assert len(done.json["played"]) == 6
    assert json.loads(done.out)["kind"] == "play"


def test_what_is_said_of_a_strike_and_is_not_so_is_told(tmp_path: Path) -> None:
    path = tmp_path / "g.titan"
    start = "turn 4, Black's engagement: Black score 0: Bk02 105 3 Lion, Bk01 600 Titan / Red score 0: Rd01 105 2 Ogre"
    fought = ["engage 105", "stand", "Red no-more", "Black fights", "Ogr enters C5", "Ogr enters D6", "end-maneuver"]
    fought += ["end-strikes", "end-strikes", "Lio enters C3", "Lio enters B3", "Lio enters B2", "end-maneuver"]
    fought += ["end-strikes", "end-strikes", "Ogr C5-C4", "end-maneuver"]
    assert play(path, "--start", start, *fought).code == 0
    done = play(path, "C4 strikes C3 with 6 6 1 1 1 1 = 5 hits, slain", "--format", "table")
    assert "you said 5 hits, but the dice give 2\nyou said slain, but the Lion lives\n" in done.out


def test_a_file_of_actions_stops_at_the_first_that_is_not_read_and_says_so(file: Path) -> None:
    before = file.read_bytes()
    done = titan("play", str(file), "-", "--format", "table", stdin="Ann towr 5\nBen tower 6\nCy tower 2\n")
    assert done.code == 2
    assert done.err.splitlines()[0] == "titan: note: what comes after it is not tried (2 actions)"
    assert file.read_bytes() == before
