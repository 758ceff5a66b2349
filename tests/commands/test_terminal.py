"""Texts for people fit their terminal, and nothing foreign controls it."""

import json
import re

import pytest

from checkout import ROOT
from running import Done, titan
from titan_rules.kernel.answers import shown
from titan_rules.kernel.layout import fitted

EXAMPLES = ROOT / "docs" / "examples"
GAME, BATTLE = str(EXAMPLES / "game.json"), str(EXAMPLES / "battle.json")
ASKED = [
    ["show", GAME],
    ["show", BATTLE],
    ["show", "Hills: Ogre D3 / Lion D4 3 hits", "--map"],
    ["show", "Tower"],
    ["legal-moves", GAME],
    ["legal-moves", BATTLE],
    ["strike-odds", BATTLE, "--from", "D3", "--to", "D4"],
    ["recruit-options", "Tower", "Titan", "3", "Ogre"],
    ["check", GAME, "Bk02 to 1"],
    ["rules"],
    ["rules", "teleport"],
    ["scenario", "list", "strike"],
    ["replay", str(EXAMPLES / "game.replay.jsonl")],
    ["resolve-battle", str(EXAMPLES / "battle-orders.json")],
]


def asked(args: list[str], columns: int, monkeypatch: pytest.MonkeyPatch) -> Done:
    monkeypatch.setenv("COLUMNS", str(columns))
    return titan(*args, "--format", "table")


@pytest.mark.parametrize("columns", [60, 80, 100, 140])
@pytest.mark.parametrize("args", ASKED, ids=lambda args: " ".join(args).replace(str(ROOT), ""))
def test_no_line_is_wider_than_the_terminal(args: list[str], columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    done = asked(args, columns, monkeypatch)
    assert done.code in (0, 1)
    wide = [line for line in done.out.splitlines() if len(line) > columns and " " in line.strip()]
    assert wide == []


@pytest.mark.parametrize("args", [ASKED[0], ASKED[4], ASKED[9]], ids=lambda args: args[0])
def test_no_word_is_broken(args: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    words = set(re.findall(r"\w{3,}", asked(args, 60, monkeypatch).out))
    assert words - {"Left"} <= set(re.findall(r"\w{3,}", asked(args, 200, monkeypatch).out))


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_table_within_an_answer_is_fitted_where_it_stands(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    reason = {"rule": "X-1", "text": "a harp goes to a region that lies beside the city, one to each " * 2}
    rows = [
        {"reward": name, "regions": "North, East, South, West " * 3, "rulings": [reason]} for name in ("gold", "harp")
    ]
    text = shown([{"a": {"b": {"offers": rows, "open": [rows[0]]}}}])
    assert fitted(text) == text
    lines = text.splitlines()
    assert {len(line) - len(line.lstrip()) for line in lines[3:6]} == {6}, "heading, rule and first row"


def test_without_a_terminal_nothing_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    assert max(map(len, titan("legal-moves", GAME, "--format", "table").out.splitlines())) > 80


def test_a_name_cannot_control_the_terminal() -> None:
    game = json.loads((EXAMPLES / "game.json").read_text())
    game["players"][0]["name"] = "\u001b[31mAnn"
    done = titan("show", "-", "--format", "json", stdin=json.dumps(game))
    assert done.code == 2
    assert done.error["code"] == "control-character"
    assert done.error["pointer"] == "/players/0/name"
    for name in ("\u202eAnn", "A\u0007"):
        assert titan("show", f'Plains: "{name}" Bk01: Ogre D3 / Lion D4').code == 2


def test_a_comment_cannot_control_the_terminal() -> None:
    record = (EXAMPLES / "game.replay.jsonl").read_text().splitlines()
    record[1] = json.dumps({**json.loads(record[1]), "comment": "\u001b[31mred"})
    done = titan("replay", "-", "--steps", "--format", "table", stdin="\n".join(record))
    assert "\u001b" not in done.out


def test_an_empty_battleland() -> None:
    shown = titan("show", "brush").out
    assert "D6 Plains" in shown
    assert "F4 Brambles" in shown
    assert titan("render", "Brush").out.startswith("<svg")
    drawn = titan("show", "Hills: Ogre D3 / Lion D4 3 hits", "--map", "--format", "table").out
    lion, ogre = (next(line for line in drawn.splitlines() if name in line) for name in ("<Lion 3>", "[Ogre]"))
    assert drawn.index(lion) < drawn.index(ogre), "D4 lies above D3"
    assert lion.index("<Lion 3>") == ogre.index("[Ogre]")


def test_a_pipe_may_be_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TITAN_FORMAT", "table")
    assert titan("recruit-options", "Plains", "2", "Lion").out.startswith("Musters")
    assert titan("recruit-options", "Plains", "Lion", "--format", "json").json["kind"] == "recruit-options"
