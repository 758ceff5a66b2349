"""Whatever the input: one clear line, an exit code, and no traceback."""

import json
from pathlib import Path
from typing import Any

import pytest

from builders import board_document
from looping import for_each
from running import IN_SHELL, Done, shell, titan
from titan_rules.kernel.jsontext import SIZE_LIMIT

BLACK, RED = {"Bk01": (20, "Titan Ogre")}, {"Rd01": (117, "Titan Angel")}
GAME = board_document(roll=4, black=BLACK, red=RED, red_is={"tower": 400})


def changed(*path: str | int, value: Any) -> str:
    """The game with one value changed, as text."""
    data = json.loads(json.dumps(GAME))
    place = data
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return json.dumps(data)


BAD: dict[str, tuple[str | bytes, str, str]] = {
    "empty": ("", "empty", ""),
    "only blanks": (" \n\t\n", "empty", ""),
    "not JSON": ("turn = 5", "not-json", ""),
    "trailing comma": ('{"format": "titan-rules/1",}', "not-json", ""),
    "more after it": (json.dumps(GAME) + " x", "not-json", ""),
    "truncated": (json.dumps(GAME)[:-20], "truncated", ""),
    "truncated in a text": ('{"format": "tit', "truncated", ""),
    "a list": ("[1, 2]", "not-a-document", ""),
    "a number": ("7", "not-a-document", ""),
    "null": ("null", "not-a-document", ""),
    "wrong version": (changed("format", value="titan-rules/2"), "wrong-version", "/format"),
    "another format": (changed("format", value="chess/1"), "wrong-format", "/format"),
    "no format": ('{"kind": "game"}', "missing-key", ""),
    "unknown kind": (changed("kind", value="gmae"), "unknown-kind", "/kind"),
    "a list for a kind": (changed("kind", value=["game"]), "unknown-kind", "/kind"),
    "no kind": ('{"format": "titan-rules/1"}', "missing-key", ""),
    "unknown key": (changed("players", 0, "colour", value="Black"), "unknown-key", "/players/0/colour"),
    "duplicate key": ('{"format": "titan-rules/1", "format": "titan-rules/1"}', "duplicate-key", ""),
    "duplicate name": (changed("dead", value={"ogre": 1, "Ogre": 2}), "duplicate-key", "/dead/Ogre"),
    "text for a number": (changed("turn", value="5"), "wrong-type", "/turn"),
    "fraction for a number": (changed("turn", value=5.0), "wrong-type", "/turn"),
    "bool for a number": (changed("roll", value=True), "wrong-type", "/roll"),
    "number for a bool": (changed("mulligan", value=1), "wrong-type", "/mulligan"),
    "number for a text": (changed("players", 0, "name", value=3), "wrong-type", "/players/0/name"),
    "null for a number": (changed("turn", value=None), "wrong-type", "/turn"),
    "object for a list": (changed("players", value={}), "wrong-type", "/players"),
    "list for an object": (changed("players", 0, value=[]), "wrong-type", "/players/0"),
    "list for a mapping": (changed("dead", value=["Ogre"]), "wrong-type", "/dead"),
    "NaN": (changed("turn", value=float("nan")), "not-json", ""),
    "Infinity": (changed("turn", value=float("inf")), "not-json", ""),
    "number beyond floats": (changed("turn", value=7).replace('"turn": 7', '"turn": 1e999'), "not-json", ""),
    "huge whole number": (changed("turn", value=10**40), "not-json", ""),
    "half a surrogate pair": (changed("players", 0, "name", value="\ud800"), "bad-text", ""),
    "deep nesting": ("[" * 100_000 + "]" * 100_000, "too-deep", ""),
    "deep nesting of objects": ('{"a":' * 100_000 + "1" + "}" * 100_000, "too-deep", ""),
    "deep nesting, truncated": ("[" * 100_000, "too-deep", ""),
    "nesting within a document": (changed("dead", value=[[[[0]]]] * 3), "wrong-type", "/dead"),
    "unknown land": (
        changed("players", 0, "legions", 0, "land", value=43),
        "unknown-land",
        "/players/0/legions/0/land",
    ),
    "unknown character": (
        changed("players", 0, "legions", 0, "characters", 1, value="Orge"),
        "unknown-character",
        "/players/0/legions/0/characters/1",
    ),
    "ambiguous character": (
        changed("players", 0, "legions", 0, "characters", 1, value="War"),
        "ambiguous-character",
        "/players/0/legions/0/characters/1",
    ),
    "unknown marker": (
        changed("players", 0, "legions", 0, "legion", value="Bk13"),
        "unknown-marker",
        "/players/0/legions/0/legion",
    ),
    "unknown colour": (changed("active", value="Mauve"), "unknown-color", "/active"),
    "unknown phase": (changed("phase", value="moving"), "bad-value", "/phase"),
    "unknown ruleset": (changed("ruleset", value="mine"), "unknown-ruleset", "/ruleset"),
    "unknown option": (changed("options", value={"mulligns": True}), "unknown-option", "/options/mulligns"),
    "bad option": (changed("options", value={"mulligan": 1}), "wrong-type", "/options/mulligan"),
    "impossible roll": (changed("roll", value=7), "out-of-range", "/roll"),
    "negative score": (changed("players", 0, "score", value=-1), "out-of-range", "/players/0/score"),
    "impossible position": (
        changed("players", 1, "legions", 0, "legion", value="Bk01"),
        "marker-twice",
        "/players/1/legions/0/legion",
    ),
    "binary": (bytes(range(256)), "not-utf8", ""),
    "zeros": (b"\0" * 100, "not-json", ""),
    "broken gzip": (b"\x1f\x8b\x08\x00" + b"\0" * 20, "file", ""),
    "UTF-16": ('{"format": "titan-rules/1"}'.encode("utf-16"), "not-utf8", ""),
}


def assert_one_clear_line(done: Done) -> None:
    assert done.code == 2
    assert done.out == ""
    assert "Traceback" not in done.err
    assert done.err.count("\n") == 1
    assert done.err.endswith("\n")
    assert len(done.err) < 500


@for_each("name", BAD)
def test_bad_document(name: str) -> None:
    text, code, pointer = BAD[name]
    assert_one_clear_line(titan("legal-moves", "-", stdin=text))
    done = titan("legal-moves", "-", "--format", "json", stdin=text)
    assert_one_clear_line(done)
    assert (done.error["code"], done.error["pointer"]) == (code, pointer)
    assert set(done.error) >= {"code", "message", "pointer", "line", "hint"}


def test_a_line_of_50_MB_is_refused_with_the_limit() -> None:
    text = '"' + "x" * 50_000_000 + '"'
    done = titan("legal-moves", "-", "--format", "json", stdin=text)
    assert_one_clear_line(done)
    assert done.error["code"] == "too-large"
    assert "16 MiB" in done.error["message"]


def test_a_line_of_50_MB_among_others_costs_only_its_own_answer() -> None:
    good = json.dumps(GAME)
    lines = [good, '"' + "x" * 50_000_000 + '"', good]
    done = titan("legal-moves", "--lines", "-", stdin="\n".join(lines))
    answers = [json.loads(line) for line in done.out.splitlines()]
    assert [answer.get("error", {}).get("code") for answer in answers] == [None, "too-large", None]
    assert answers[1]["error"]["line"] == 2
    assert done.code == 2


def test_every_bad_line_gets_its_error_in_its_place() -> None:
    texts = [text for text, _, _ in BAD.values() if isinstance(text, str) and text.strip() and len(text) < 10_000]
    stdin = "\n".join(text.replace("\n", " ") for text in texts)
    done = titan("legal-moves", "--lines", "-", stdin=stdin)
    errors = [json.loads(line)["error"] for line in done.out.splitlines()]
    assert [error["line"] for error in errors] == list(range(1, len(texts) + 1))
    assert done.code == 2


def test_just_under_the_limit_is_read() -> None:
    filler = "x" * (SIZE_LIMIT - 2)
    done = titan("legal-moves", "-", "--format", "json", stdin=f'"{filler}"')
    assert done.error["code"] == "not-a-document"


def test_all_faults_at_once_in_the_order_of_the_document() -> None:
    data = json.loads(json.dumps(GAME))
    data["turn"] = "5"
    data["players"][0]["legions"][0]["land"] = 43
    data["players"][1]["tower"] = True
    data["zeal"] = 1
    done = titan("legal-moves", "-", "--format", "json", stdin=json.dumps(data))
    pointers = [done.error["pointer"], *(fault["pointer"] for fault in done.error["more"])]
    assert pointers == ["/turn", "/players/0/legions/0/land", "/players/1/tower", "/zeal"]
    assert len(titan("legal-moves", "-", stdin=json.dumps(data)).err.splitlines()) == 4


def test_a_thousand_faults_are_told_briefly_and_soon() -> None:
    data = json.loads(json.dumps(GAME))
    data["players"][0]["legions"][0]["characters"] = [f"Ogre{i}" for i in range(100_000)]
    done = titan("legal-moves", "-", stdin=json.dumps(data))
    lines = done.err.splitlines()
    assert len(lines) == 51
    assert lines[-1] == "titan: and 99950 more faults"


def test_a_missing_file() -> None:
    done = titan("legal-moves", "no-such-file.json")
    assert_one_clear_line(done)
    assert done.err == "titan: no-such-file.json: No such file or directory\n"


def test_a_directory(tmp_path: Path) -> None:
    done = titan("legal-moves", str(tmp_path), "--format", "json")
    assert_one_clear_line(done)
    assert done.error["code"] == "is-directory"


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    loop = tmp_path / "loop.json"
    loop.symlink_to(loop)
    assert_one_clear_line(titan("legal-moves", str(loop)))


def test_closed_standard_input() -> None:
    done = shell("titan legal-moves - <&-", start=IN_SHELL)
    assert_one_clear_line(done)


def test_closed_standard_output() -> None:
    done = shell("titan rules >&-", start=IN_SHELL)
    assert (done.code, done.err) == (2, "titan: standard output: nothing can be written, it is closed\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_is_utf8_in_any_locale(encoding: str) -> None:
    done = shell("titan rules STRIKE-3", start=IN_SHELL, PYTHONIOENCODING=encoding)
    assert done.code == 0
    assert "4 − striker's Skill-factor" in done.json["rules"][0]["text"]


@for_each(
    "args",
    [
        ["no-such-command"],
        ["legal-moves"],
        ["legal-moves", "-", "--no-such-option"],
        ["legal-moves", "-", "--format", "xml"],
        ["new", "--players", "1"],
        ["new", "--players", "seven"],
        ["new", "--option", "mulligan"],
        ["new", "--option", "mulligan=never"],
        ["new", "--ruleset", "mine"],
        ["rules", "MOVE-99"],
        ["schema", "nothing"],
    ],
)
def test_bad_usage(args: list[str]) -> None:
    assert_one_clear_line(titan(*args))
    if "--format" not in args:
        done = titan(*args, "--format", "json")
        assert_one_clear_line(done)
        assert done.error["message"]


def test_what_is_nearly_a_position_is_told_from_the_name_of_a_file() -> None:
    assert titan("show", "Plains Ogre D3 / Lion D4").out == titan("show", "Plains: Ogre D3 / Lion D4").out
    for name in ("my battle.json", "./my battle", "nosuch", "~/my games/ann"):
        assert titan("show", name, "--format", "json").error["code"] == "file"


def test_a_long_text_that_is_no_file_is_not_echoed_whole() -> None:
    done = titan("check", "x" * 100_000, "D3 strikes D4", "--format", "table")
    assert done.code == 2
    assert len(done.err) < 300
