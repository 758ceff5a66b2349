"""Score sheets: they and JSON Lines carry the same, and people may write them as they like."""

import gzip
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from checkout import ROOT
from running import shell, titan
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.lines import Row, rows_in
from titan_rules.kernel.replaying import RecordLine, line_of
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.sheet import header_rows, sheet_rows
from titan_rules.text.parsing import split_actions

GAMES = [
    *sorted((ROOT / "tests" / "data" / "games").glob("*.gz")),
    *sorted((ROOT / "docs" / "examples" / "games").glob("*.jsonl")),
    *sorted((ROOT / "scenarios" / "games").glob("*.jsonl")),
    ROOT / "docs" / "examples" / "game.replay.jsonl",
]
BATTLE = "Plains, turn 2: Ogre D3 / Centaur D4 2 hits"


def text_of(path: Path) -> str:
    return gzip.open(path, "rt").read() if path.suffix == ".gz" else path.read_text()


def rows(text: str) -> list[Row]:
    return list(rows_in(io.BytesIO(text.encode())))


def sheet_of(text: str) -> str:
    record = RecordedGame(rows(text))
    return "".join(sheet_rows(record.header, record.lines()))


def read(text: str) -> tuple[Any, list[Any]]:
    record = RecordedGame(rows(text))
    return record.header, [line.to_json() for line in record.lines()]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_recorded_game_becomes_a_sheet_and_back(path: Path) -> None:
    text = text_of(path)
    sheet = sheet_of(text)
    record = RecordedGame(rows(sheet))
    lines = list(record.lines())
    again = (record.header, [line.to_json() for line in lines])
    assert again == read(text)
    assert "".join(sheet_rows(record.header, lines)) == sheet
    assert sum(row.startswith("{") for row in sheet.splitlines()) == 0
    assert [json.loads(row) for row in text.splitlines() if row.strip()] == [again[0], *again[1]]


comments = st.text(max_size=30) | st.sampled_from(
    ["", "; #", "two\nlines", ' "quoted" ', "{", "= Black 0", "tab\there"]
)
names = st.text(max_size=12) | st.sampled_from(["Ann", "Red", "option", "Bk01", "start", "Ann Lee", "#1"])
words = st.sampled_from(["Ogre", "ogr", "", "D4", "over"])
facts: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "score": st.dictionaries(st.sampled_from(["Black", "red", "Ann Lee"]), st.integers(-5, 10**9), max_size=2),
        "legion": st.dictionaries(st.sampled_from(["Bk01", "rd2"]), st.lists(words, max_size=4), max_size=2),
        "land": st.dictionaries(st.sampled_from(["Bk01", "rd2"]), st.integers(0, 9999), max_size=2),
        "hits": st.integers(0, 30) | words,
        "hex": st.dictionaries(st.sampled_from(["D4", "d5"]), words | st.none(), max_size=2),
        "slain": st.lists(words, max_size=3),
        "caretaker": st.dictionaries(words, st.integers(0, 30), max_size=2),
        "over": st.booleans() | st.none(),
        "winner": st.none() | st.sampled_from(["Black", "nobody"]),
        "turn": st.sampled_from(["5 Black", "05 Black", "x"]),
        "unknown": st.none() | st.lists(words, max_size=2),
    },
)
actions = st.sampled_from(
    [
        {"do": "roll", "die": 4},
        {"do": "roll"},
        {"do": "strike", "from": "D3", "to": "D4", "dice": [6, 5], "comment": "overwritten"},
        {"do": "strike", "from": "d3", "to": "D4", "strike_number": None},
        {"do": "tower", "by": "option", "die": 3},
        {"do": "concede", "by": "5"},
        {"do": "nonsense", "x": [1, {"y": None}]},
        {"text": "Ogre strikes Lion"},
        {"text": "Bk01 ; P105"},
        {"do": "split", "legion": "Bk01", "into": "Bk02", "characters": []},
    ]
)
lines = st.builds(
    lambda action, comment, expect, seal: line_of(
        1,
        {
            **action,
            **({} if comment is None else {"comment": comment}),
            **({"expect": expect} if expect else {}),
            **({"state": seal} if seal else {}),
        },
    ),
    actions,
    st.none() | comments,
    facts,
    st.none() | st.sampled_from(["0123456789abcdef", "two words"]),
)
players = st.fixed_dictionaries(
    {},
    optional={
        "name": names,
        "color": st.sampled_from(["Black", "red", "Nowhere"]),
        "tower": st.integers(0, 700),
        "marker": st.sampled_from(["Bk01", "rd2"]),
    },
)
headers: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"format": st.just("titan-rules/1"), "kind": st.just("replay")},
    optional={
        "ruleset": st.sampled_from(["standard", "law", "two words"]),
        "players": st.lists(players, max_size=3),
        "options": st.dictionaries(st.sampled_from(["cliffs", "x"]), st.booleans() | words, max_size=2),
        "source": comments,
        "agreements": comments,
        "version": names,
        "comment": comments,
        "sealed": st.booleans(),
        "tags": st.none() | words | st.dictionaries(names, st.integers(-(10**17), 10**17), max_size=2),
        "turn": st.sampled_from(["1 Black", "x"]),
        "start": st.none() | st.just({"kind": "game"}),
    },
)


@given(headers, st.lists(lines, max_size=4))
def test_anything_that_a_record_holds_comes_back(header: dict[str, Any], recorded: list[RecordLine]) -> None:
    assume(all(len(split_actions(str(line.data.get("text", "x")))) == 1 for line in recorded))
    text = "".join(sheet_rows(header, recorded))
    found, again = read(text)
    assert found == header
    assert again == [line.to_json() for line in recorded]


SHEET = """\
titan-rules/1 standard
Ann Black 600, Ben Red 300   # who plays
source a game of two  ; played on a rainy day
; and on a sunny one
1 Black

Bk01 splits into Bk02: Angel, 2 Ogre, Centaur  ; by the book
; (SPLIT-1)
roll 3
Bk01 to 40
Bk02 M36
end-turn
= Black 0, Bk01 in 40   ; nothing yet
1 Red
"""


def test_what_people_write() -> None:
    header, found = read(SHEET)
    assert header == {
        "format": "titan-rules/1",
        "kind": "replay",
        "ruleset": "standard",
        "players": [{"name": "Ann", "color": "Black", "tower": 600}, {"name": "Ben", "color": "Red", "tower": 300}],
        "source": "a game of two",
        "comment": "played on a rainy day\nand on a sunny one",
        "turn": "1 Black",
    }
    assert found[0]["comment"] == "by the book\n(SPLIT-1)"
    assert found[-1] == {
        "do": "end-turn",
        "comment": "nothing yet",
        "expect": {"score": {"Black": 0}, "land": {"Bk01": 40}, "turn": "1 Red"},
    }
    done = titan("replay", "-", stdin=SHEET)
    assert done.json["verdict"] == "legal"
    assert (done.json["final"]["active"], done.json["steps"]) == ("Red", 5)


@pytest.mark.parametrize(
    ("old", "new", "code", "told"),
    [
        ("1 Red", "2 Red", 1, '"fact": "turn"'),
        ("1 Black", "1 Red", 2, "the record begins in turn 1 Black, not in '1 Red'"),
        ("= Black 0", "= Black 7", 1, '"expected": {'),
        ("= Black 0, Bk01 in 40", "= Black and Red", 2, "is not an expectation"),
        ("Bk01 to 40", "Bk01 to Venus", 2, "'Venus' is not understood"),
        ("Bk01 to 40", "Bk01 to 40 \U0001f600", 2, "is not understood"),
        ("Ben Red 300", "Ben Red", 2, "the key 'tower' is missing"),
        ("Ben Red 300", "Ben Red 300 400", 2, "'400' is not understood of a player"),
        ("source", "option nonsense", 2, "option"),
        ("roll 3", "roll 3\n" + "x" * 1_000_000, 2, "at most 20,000 characters"),
        ("1 Black", "= Black 0", 2, "no action before it"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, code: int, told: str) -> None:
    done = titan("replay", "-", "--format", "json", stdin=SHEET.replace(old, new, 1))
    assert done.code == code
    assert told in done.out + done.err
    if code == 2:
        assert done.error["line"] is not None
        assert len(done.err) < 2_000


def test_lines_in_words_in_json() -> None:
    first, *more = titan("replay", "-", "--format", "jsonl", stdin=SHEET).out.splitlines(keepends=True)
    spoken = first + '"Bk01 splits into Bk02: Angel, 2 Ogre, Centaur"\n{"text": "roll 3", "comment": "spoken"}\n'
    assert titan("replay", "-", stdin=spoken).json["steps"] == 2
    assert titan("validate", "-", stdin=spoken).json["valid"]
    assert more


def test_orders_of_a_battle_in_words(tmp_path: Path) -> None:
    orders = "Ogre strikes Centaur with 6 6 5 1 1 1 ; a good blow\n= slain D4\nend-strikes\n"
    done = titan("resolve-battle", BATTLE, "-", stdin=orders)
    assert (done.code, done.json["winner"]) == (0, None)
    assert done.json["steps"][0]["text"] == "D3 strikes D4 with 6 6 5 1 1 1"
    sheet = tmp_path / "orders.titan"
    sheet.write_text(orders)
    assert titan("resolve-battle", BATTLE, str(sheet)).json == done.json
    refused = titan("resolve-battle", BATTLE, "-", stdin="Lion strikes Centaur\n")
    assert refused.code == 1
    assert "no Lion fights" in refused.out
    piped = shell(f"echo 'Ogre strikes Centaur with 1 1 1 1 1 1' | titan resolve-battle {shlex.quote(str(BATTLE))} -")
    assert piped.code == 0


def test_conversion_by_a_files_name(tmp_path: Path) -> None:
    game, sheet, again = ROOT / "docs" / "examples" / "game.replay.jsonl", tmp_path / "g.titan", tmp_path / "g.jsonl"
    assert titan("replay", str(game), "-o", str(sheet)).code == 0
    assert titan("replay", str(sheet), "-o", str(again)).code == 0
    assert [json.loads(row) for row in again.read_text().splitlines()] == [
        json.loads(row) for row in game.read_text().splitlines()
    ]
    assert titan("replay", str(sheet)).json == titan("replay", str(game)).json
    assert "titan-rules/1 standard" in titan("replay", str(game), "--format", "sheet").out
    assert titan("replay", str(tmp_path)).code == 0  # an archive of both


def test_an_unreadable_line_cannot_be_converted() -> None:
    done = titan("replay", "-", "--format", "sheet", stdin='{"format":"titan-rules/1","kind":"replay"}\n{"do":\n')
    assert (done.code, "line 2" in done.err) == (2, True)
    assert titan("replay", "-", "--format", "jsonl", stdin=SHEET.replace("roll 3", "frobnicate")).code == 2


def test_a_header_is_written_in_words_in_quotes_where_it_takes_them() -> None:
    players = [{"name": "Ann Lee", "color": "Black", "tower": 600}, {"name": "Ben", "color": "Red"}]
    more: dict[str, Any] = {
        "ruleset": "law",
        "players": players,
        "source": "a club",
        "agreements": " two hours",
        "sealed": True,
    }
    assert "".join(sheet_rows({"format": "titan-rules/1", "kind": "replay", **more}, [])).splitlines() == [
        "titan-rules/1 law",
        '"Ann Lee" Black 600, Ben Red',
        "source a club",
        'agreements " two hours"',
        "sealed",
    ]


def test_headers_of_the_wrong_shape_are_kept_as_they_are() -> None:
    header = {"format": "titan-rules/1", "kind": "replay", "players": "Ann"}
    assert header_rows(header)[1].startswith("header {")
    with pytest.raises(DocumentError):
        RecordedGame(rows("titan-rules/1\nAnn, Ben\nstart Plains: Ogre Z9 / Lion D4\nstart x: y\n"))


def test_the_sheet_of_the_documentation_is_legal() -> None:
    page = (ROOT / "docs" / "documents.md").read_text()
    sheet = page.partition("## A score sheet")[2].partition("```text\n")[2].partition("```")[0]
    done = titan("replay", "-", stdin=sheet)
    assert (done.code, done.json["steps"]) == (0, 4)


SEVERAL = """\
titan-rules/1 standard
start turn 2, Black's movement, roll 4: Black 600 0: Bk01 600 Titan Ogre, Bk02 109 2 Centaur / Red 300 0: Rd01 3 Titan
Bk02 to 105 and musters Lion with 2 Centaur   ; both at once
end-moves
end-turn
"""


def test_MUSTER_6_a_muster_written_with_its_move_waits_for_the_end_of_the_turn() -> None:
    first = [json.loads(row) for row in titan("replay", "-", "--format", "jsonl", stdin=SEVERAL).out.splitlines()]
    assert [row["do"] for row in first[1:]] == ["move", "end-moves", "muster", "end-turn"]
    assert [row.get("comment") for row in first[1:]] == ["both at once", None, None, None]
    rows = [json.dumps(first[0]), json.dumps("Bk02 to 105 and musters Lion with 2 Centaur"), '"end-moves; end-turn"']
    done = titan("replay", "-", "--format", "json", stdin="\n".join(rows))
    assert (done.json["verdict"], done.json["steps"]) == ("legal", 4)
    assert titan("replay", "-", "--format", "json", stdin="\n".join(rows[:2])).json["steps"] == 2


def test_orders_of_a_battle_may_be_written_on_one_line(tmp_path: Path) -> None:
    line, orders = "Plains: Ogre D3 / Lion D4 4 hits", ["D3 strikes D4 with 6 1 1 1 1 1", "end-strikes"]
    answers = []
    for joint in ("\n", " then "):
        path = tmp_path / "orders.titan"
        path.write_text(joint.join(orders) + "\n")
        answers.append(titan("resolve-battle", line, str(path), "--format", "json").json)
    assert answers[0] == answers[1]
    assert len(answers[0]["steps"]) == 2
