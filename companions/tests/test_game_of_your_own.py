"""The guide to a game of one's own: Nim in one short file, with all that any companion has."""

import json
from pathlib import Path

import pytest

from companion_files import DOCS, EXAMPLES
from running import titan
from titan_companions import companion
from titan_rules.kernel.errors import DocumentError

NIM = str(EXAMPLES / "nim.py")
GUIDE = (DOCS / "a-game-of-your-own.md").read_text(encoding="utf-8")
START = json.dumps({"format": "nim/1", "kind": "position", "heaps": [1, 2]})


def test_the_guide_shows_the_file_and_it_is_short() -> None:
    code = Path(NIM).read_text(encoding="utf-8")
    assert code in GUIDE
    assert len(code.splitlines()) < 60


@pytest.mark.parametrize(
    "words", [("take", "1", "2"), ("take", "1", "heap=2"), ('{"do": "take", "matches": 1, "heap": 2}',)]
)
def test_an_action_in_words_and_as_json(words: tuple[str, ...]) -> None:
    done = titan("companion", NIM, "check", "-", *words, stdin=START)
    assert (done.code, done.json["verdict"], done.json["final"]["heaps"]) == (0, "legal", [1, 1])


def test_what_any_game_has() -> None:
    assert titan("companion", NIM, "new").json["heaps"] == [3, 4, 5]
    assert titan("companion", NIM, "validate", "-", stdin=START).code == 0
    assert titan("companion", NIM, "validate", "-", stdin=START.replace("1, 2", "1, 200")).code == 1
    assert titan("companion", NIM, "show", "-", stdin=START).json["facts"]["turn"] == "first"
    assert titan("companion", NIM, "explain", "nim-2").json["readings"][0]["rulesets"]["misere"] == "loses"
    assert [rule["id"] for rule in titan("companion", NIM, "rules").json["rules"]] == ["NIM-1", "NIM-2"]
    assert titan("companion", NIM, "schema").out.split()[:3] == ["position", "replay", "action"]
    options = [option["action"] for option in titan("companion", NIM, "legal", "-", stdin=START).json["legal"]]
    assert options == ["take 1 heap 1", "take 1 heap 2", "take 2 heap 2"]
    refused = titan("companion", NIM, "check", "-", "take", "3", "2", stdin=START)
    assert (refused.code, refused.json["rulings"][0]["rule"]) == (1, "NIM-1")
    assert refused.json["instead"] == options


def test_a_record_of_lines_with_expectations_seals_and_readings() -> None:
    sheet = (EXAMPLES / "nim.sheet").read_text(encoding="utf-8")
    played = titan("companion", NIM, "replay", "-", "--states", stdin=sheet).json
    assert (played["verdict"], played["steps"], played["game_over"]["winner"]) == ("legal", 3, "first")
    assert played["done"][0]["comment"] == "leaves two heaps of one"
    assert played["other_readings"][0]["differs"]["game_over"] == {"winner": "second"}
    sealed = json.dumps({"do": "take", "matches": 1, "heap": 2, "state": played["done"][0]["seal"]})
    assert titan("companion", NIM, "replay", "-", stdin=f"{START}\n{sealed}\n").code == 0
    for expect, fact in (({"heaps": [1, 2]}, "heaps"), ({"turn": "first"}, "turn")):
        line = json.dumps({"do": "take", "matches": 1, "heap": 2, "expect": expect})
        done = titan("companion", NIM, "replay", "-", stdin=f"{START}\n{line}\n")
        assert (done.code, done.json["stopped_at"]["divergences"][0]["fact"]) == (1, fact)
    record = json.dumps({"format": "nim/1", "kind": "replay", "start": {"heaps": [1]}, "actions": ["take 1 1"]})
    assert titan("companion", NIM, "replay", "-", stdin=record).json["game_over"]["winner"] == "first"


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        ("tke 1 2", "unknown action 'tke'"),
        ("take 1 2 3", "no place for '3'"),
        ("take some 2", "no place for 'some'"),
        ('take "1 2', "no closing quotation mark"),
        ("take 1", "heap"),
        ('{"do": "take"', "JSON"),
        ('{"matches": 1}', "the key 'do' is missing"),
        ('{"do": "take", "matches": 1, "heap": 1, "expect": {"heap": 1}}', "did you mean heaps?"),
    ],
)
def test_bad_lines_are_named(lines: str, words: str) -> None:
    done = titan("companion", NIM, "replay", "-", stdin=f"{START}\n\n# a remark\n{lines}\n")
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert words in done.err
    assert "line 4" in done.err


@pytest.mark.parametrize("code", ["1/0", "x = 1", "def"])
def test_a_file_that_is_no_game(code: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(code, encoding="utf-8")
    with pytest.raises(DocumentError, match=r"broken\.py"):
        companion(str(path))
    done = titan("companion", str(path), "new")
    assert (done.code, len(done.err.splitlines())) == (2, 1)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit(0)", "cannot be loaded: SystemExit: 0"),
        ("import nim_of_nobody", "cannot be loaded: ModuleNotFoundError"),
        (None, "there is no file"),
    ],
)
def test_a_file_that_is_no_game_is_one_clear_line(tmp_path: Path, code: str | None, words: str) -> None:
    if code is not None:
        (tmp_path / "ours.py").write_text(code, encoding="utf-8")
    done = titan("companion", str(tmp_path / "ours.py"))
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert words in done.err


def test_a_rule_that_ends_the_program_is_a_fault_of_the_game(tmp_path: Path) -> None:
    code = (
        Path(NIM)
        .read_text(encoding="utf-8")
        .replace("    left = at.heaps", "    raise SystemExit(0)\n    left = at.heaps")
    )
    (tmp_path / "ours.py").write_text(code, encoding="utf-8")
    done = titan("companion", str(tmp_path / "ours.py"), "check", "-", "take 1 1", stdin=START)
    assert (done.code, done.out) == (2, "")
    assert "ended the program" in done.err
