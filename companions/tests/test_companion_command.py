"""The commands that every companion has, on a small invented game."""

import io
import json
import sys
import types
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from companion_files import EXAMPLES
from looping import for_each
from running import titan
from titan_cli.app import run
from titan_companions import GAMES
from titan_companions import protocol as kit
from titan_companions.protocol import Between, Doing, field, frozen
from titan_companions.protocol.rendering import rendered
from titan_rules.kernel.answers import shown
from titan_rules.kernel.layout import fitted

Tool = Callable[..., tuple[int, str, str]]


@frozen
class Readings:
    tie: Literal["hops", "stays"] = kit.reading("POND-2", about="whether a frog hops on a tie")
    rain: Literal[False, True] = kit.reading("POND-3", about="whether rain doubles frogs")


RULESETS = kit.Rulesets(Readings, {"standard": {}, "club": {"tie": "stays"}})


@frozen(kw_only=True)
class Pond:
    ruleset: str = field(default="standard", metadata=kit.ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    frogs: Annotated[int, Between(0, 99)] = 0
    weather: Literal["dry", "wet"] = "dry"


Die = Annotated[int, Between(1, 6)]


def hop(at: Pond, dice: tuple[Die, ...], height: Annotated[int, Between(0, 5)] = 0) -> Doing[Pond]:
    """A frog hops."""
    ties = RULESETS.of(at).tie == "hops"
    hops = sum(dice) > at.frogs or (sum(dice) == at.frogs and ties)
    yield kit.judged(hops, "POND-2", "{sum} v {frogs}", sum=sum(dice), frogs=at.frogs)
    return kit.evolve(at, frogs=at.frogs + 1)


@frozen
class Croak:
    """What a frog says."""

    says: str
    chance: Mapping[str, Any]


def croak(at: Pond, word: str = "nothing") -> Croak:
    """What does it say?"""
    return Croak(word, {"p": 0.5, "exact": "1/2"})


WORDS = {"actions": {"hop": {"verbs": "hops", "dice": {"link": "rolls"}}}}
ACTIONS, QUESTIONS = kit.Actions(hop, lexicon=WORDS), kit.Actions(croak)
GAME = kit.Game(
    name="pond", title="Pond", position=Pond, about="a pond", rulesets=RULESETS,
    rules={"POND-1": "A frog hops.", "POND-2": "It hops if the dice are more.", "POND-3": "Rain doubles."},
    actions=ACTIONS, questions=QUESTIONS, propose=lambda at: [ACTIONS.make("hop", dice=(6,))],
    turn=lambda at: kit.Next(None, "a frog hops"), new=lambda: Pond(frogs=3),
    warnings=lambda at: [kit.Fault("crowd", "many frogs", "/frogs")] if at.frogs > 9 else [],
)  # fmt: skip


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tool:
    module = types.ModuleType("pond")
    module.GAME = GAME  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "titan_companions.pond.companion", module)
    monkeypatch.setitem(sys.modules, "titan_companions.pond", types.ModuleType("pond"))
    monkeypatch.setitem(GAMES, "pond", "Pond")

    def call(*args: str, stdin: str | None = None) -> tuple[int, str, str]:
        if stdin is not None:
            stream = io.TextIOWrapper(io.BytesIO(stdin.encode()))
            monkeypatch.setattr(sys, "stdin", stream)
        code = run(["companion", *args])
        out = capsys.readouterr()
        return code, out.out, out.err

    return call


POND = json.dumps({"format": "pond/1", "kind": "position", "frogs": 3})


def test_lists_games_and_questions(tool: Tool) -> None:
    code, out, _ = tool()
    assert code == 0
    assert {"game": "pond", "title": "Pond"} in json.loads(out)["games"]
    code, out, _ = tool("pond")
    assert code == 0
    assert {"check", "legal", "play", "hop", "croak"} <= {q["question"] for q in json.loads(out)["questions"]}
    assert "hop" in tool("pond", "--format", "table")[1]
    assert "Pond" in tool("--format", "table")[1]


def test_answers_with_header_values_and_exit_code(tool: Tool) -> None:
    code, out, _ = tool("pond", "hop", "-", "3,1", stdin=POND)
    answer = json.loads(out)
    assert code == 0
    assert list(answer)[:3] == ["format", "kind", "verdict"]
    assert (answer["verdict"], answer["action"]) == ("legal", "hop rolls 3,1")
    assert tool("pond", "hop", "-", "2", stdin=POND)[0] == 1
    assert json.loads(tool("pond", "croak", "-", "--word", "x", stdin=POND)[1])["says"] == "x"


def test_other_reading_is_shown_only_where_it_differs_and_was_not_chosen(tool: Tool) -> None:
    answer = json.loads(tool("pond", "hop", "-", "3", stdin=POND)[1])
    assert [r["option"] for r in answer["other_readings"]] == ["tie"]
    assert answer["other_readings"][0]["differs"]["verdict"] == "illegal"
    assert "other_readings" not in json.loads(tool("pond", "hop", "-", "4", stdin=POND)[1])
    for chosen in (["--option", "tie=stays"], ["--ruleset", "club"]):
        code, out, _ = tool("pond", "hop", "-", "3", *chosen, stdin=POND)
        assert code == 1
        assert "other_readings" not in json.loads(out)


def test_table_shows_scalars_rulings_and_readings(tool: Tool) -> None:
    text = tool("pond", "hop", "-", "3", "--format", "table", stdin=POND)[1]
    assert "verdict: legal" in text
    assert "  * 3 v 3 (POND-2)" in text
    assert "Another reading: tie=stays (POND-2)" in text
    assert "final" not in text
    assert "chance: 1/2 (50.00 %)" in tool("pond", "croak", "-", "--format", "table", stdin=POND)[1]


def test_lines_answer_in_order_with_an_error_for_a_bad_one(tool: Tool) -> None:
    code, out, _ = tool("pond", "hop", "-", "6", "--lines", stdin=f"{POND}\nnope\n{POND}\n")
    replies = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [r.get("verdict") for r in replies] == ["legal", None, "legal"]
    assert replies[1]["error"]["line"] == 2


@for_each(
    ("args", "words"),
    [
        (["pnd"], "did you mean pond?"),
        (["pond", "hip"], "did you mean hop?"),
        (["pond", "hop", "-"], "hop needs its dice"),
        (["pond", "hop", "-", "7"], "1 to 6"),
        (["pond", "hop", "-", "x"], "'x'"),
        (["pond", "hop", "-", "1", "--height", "6"], "0 to 5"),
        (["pond", "hop", "-", "1", "--option", "tye=stays"], "did you mean tie?"),
        (["pond", "hop", "-", "1", "--ruleset", "nope"], "unknown ruleset"),
        (["pond", "hop", "/nonexistent", "1"], "No such file"),
        (["pond", "rules", "POND-9"], "unknown rule"),
    ],
)
def test_bad_usage_is_one_line_and_exit_code_2(tool: Tool, args: list[str], words: str) -> None:
    code, out, err = tool(*args, stdin=POND)
    assert (code, out) == (2, "")
    assert words in err
    assert len(err.splitlines()) == 1


def test_document_faults_have_pointers(tool: Tool) -> None:
    bad = json.dumps({"format": "pond/1", "kind": "position", "options": {"tye": True}, "ruleset": "nope"})
    code, _, err = tool("pond", "hop", "-", "1", "--format", "json", stdin=bad)
    error = json.loads(err)["error"]
    assert code == 2
    assert {error["pointer"], *(f["pointer"] for f in error["more"])} == {"/options/tye", "/ruleset"}


def test_new_is_valid_and_validate_says_what_is_not(tool: Tool) -> None:
    code, new, _ = tool("pond", "new")
    assert code == 0
    assert tool("pond", "validate", "-", stdin=new)[0] == 0
    code, out, _ = tool("pond", "validate", "-", stdin=POND.replace("3", "-3"))
    assert code == 1
    assert json.loads(out)["documents"][0]["faults"][0]["pointer"] == "/frogs"
    code, out, _ = tool("pond", "validate", "-", "--lines", stdin=f"{POND}\n[]\n")
    assert code == 1
    assert [json.loads(line)["valid"] for line in out.splitlines()] == [True, False]


@pytest.mark.parametrize("text", ["", "{", "[]", POND.replace("frogs", "toads")])
def test_validate_calls_what_is_malformed_not_valid(tool: Tool, text: str) -> None:
    code, out, err = tool("pond", "validate", "-", stdin=text)
    assert (code, err) == (1, "")
    assert json.loads(out)["valid"] is False
    assert json.loads(out)["documents"][0]["faults"]


def test_validate_of_several_files_and_of_one_that_cannot_be_read(tool: Tool, tmp_path: Path) -> None:
    (tmp_path / "good").write_text(POND)
    (tmp_path / "crowded").write_text(POND.replace("3", "12"))
    code, out, _ = tool("pond", "validate", str(tmp_path / "good"), str(tmp_path / "crowded"), "--format", "table")
    assert code == 0
    assert [line.removeprefix(f"{tmp_path}/").split(" at ")[0] for line in out.splitlines()] == [
        "good: valid position", "crowded: valid position", "crowded: warning: many frogs",
    ]  # fmt: skip
    assert tool("pond", "validate", str(tmp_path / "good"), str(tmp_path / "none"))[0] == 2


def test_validate_warns_of_what_is_odd_but_possible(tool: Tool) -> None:
    code, out, _ = tool("pond", "validate", "-", stdin=POND.replace("3", "12"))
    assert code == 0
    answer = json.loads(out)
    assert answer["valid"] is True
    assert [w["code"] for w in answer["documents"][0]["warnings"]] == ["crowd"]
    assert "warnings" not in json.loads(tool("pond", "validate", "-", stdin=POND)[1])["documents"][0]


def test_schema_of_each_kind(tool: Tool) -> None:
    kinds = tool("pond", "schema")[1].split()
    assert kinds[:3] == ["position", "replay", "action"]
    assert {"check", "legal", "odds", "show", "croak"} <= {*kinds}
    schema = json.loads(tool("pond", "schema", "POSITION")[1])
    assert schema["properties"]["format"] == {"const": "pond/1"}
    assert "frogs" in schema["properties"]
    code, _, err = tool("pond", "schema", "postion")
    assert code == 2
    assert "did you mean position?" in err


def test_rules_by_id_chapter_and_words(tool: Tool) -> None:
    for args in (["pond-1"], ["--search", "frog HOPS"]):
        code, out, _ = tool("pond", "rules", *args)
        assert code == 0
        assert [r["id"] for r in json.loads(out)["rules"]] == ["POND-1"]
    assert [r["id"] for r in json.loads(tool("pond", "rules")[1])["rules"]] == ["POND-1", "POND-2", "POND-3"]
    assert tool("pond", "rules", "--search", "toad")[0] == 2
    assert "A frog hops." in tool("pond", "rules", "pond-1", "--format", "table")[1]


def test_chances_and_means_are_never_rounded_to_certainty() -> None:
    text = shown(rendered({"sure": {"p": 1.0, "exact": "1"}, "nearly": {"p": 0.99, "exact": "65535/65536"}}))
    assert text == "sure: 1 (100 %)\nnearly: 65535/65536 (>99.99 %)"
    assert shown(rendered({"mean": {"value": 1.5, "exact": "3/2"}})) == "mean: 3/2 (1.50)"
    assert shown(rendered({"mean": {"value": 2.0, "exact": "2"}})) == "mean: 2"


def test_a_chance_keeps_what_stands_beside_it() -> None:
    chance = {"p": 0.5, "exact": "1/2", "of": "a hop"}
    assert shown(rendered({"hop": chance})) == "hop: chance 1/2 (50.00 %), of a hop"
    assert shown(rendered({"hop": {**chance, "by": [{"p": 0.25, "exact": "1/4"}, {"p": 0.25, "exact": "1/4"}]}})) == (
        "hop:\n  chance: 1/2 (50.00 %)\n  of: a hop\n  by: (1/4 (25.00 %)), (1/4 (25.00 %))"
    )
    assert shown(rendered({"hops": {"value": 1.5, "exact": "3/2", "most": 4}})) == "hops: mean 3/2 (1.50), most 4"
    assert shown(rendered({"hop": {**chance, "chance": 2}})).startswith("hop: p 0.5, exact 1/2, of a hop")


def test_nested_values_are_readable() -> None:
    text = shown(
        rendered({"kind": "x", "us": {"vp": 3, "countries": ["Iran"]}, "none": [], "deep": [["a", "b"], ["c"]]})
    )
    assert "us:\n  vp: 3\n  countries: Iran" in text
    assert "none: -" in text
    assert "deep:\n  a, b\n  c" in text


SHEET = (
    '{"format": "twilight-struggle/1", "kind": "position", "round": 1, "phasing": "USSR"%s}\ncoup 3 Iran 4\n# why\n%s\n'
)


@pytest.mark.parametrize(
    ("start", "line", "faults"),
    [
        ("", "end-round", []),
        ("", "coup 7 Iran 9", [("out-of-range", "/ops", 4), ("out-of-range", "/die", 4)]),
        ("", "coup 3 Irann 9", [("no-place", "", 4)]),
        ("", "fly", [("unknown-action", "", 4)]),
        (', "defcon": 9', "fly", [("out-of-range", "/defcon", 1), ("unknown-action", "", 4)]),
        ("", '{"do": "end-round", "expect": {"defkon": 3}}', [("unknown-key", "/expect/defkon", 4)]),
    ],
)
def test_validate_reads_score_sheets(tmp_path: Path, start: str, line: str, faults: list[tuple[str, str, int]]) -> None:
    path = tmp_path / "turn.sheet"
    path.write_text(SHEET % (start, line), encoding="utf-8")
    done = titan("companion", "twilight-struggle", "validate", str(path), "--format", "json")
    (report,) = done.json["documents"]
    assert done.code == (1 if faults else 0)
    assert report["document"] == "score sheet"
    assert [(fault["code"], fault["pointer"], fault["line"]) for fault in report["faults"]] == faults


def test_validate_reads_a_sheet_whose_start_stands_elsewhere() -> None:
    done = titan("companion", "cloudspire", "validate", str(EXAMPLES / "cloudspire.sheet"), "--format", "json")
    assert done.code == 0, done.out


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_table_within_an_answer_is_fitted_where_it_stands(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    reason = {"rule": "X-1", "text": "a harp goes to a region that lies beside the city, one to each " * 2}
    rows = [
        {"reward": name, "regions": "North, East, South, West " * 3, "rulings": [reason]} for name in ("gold", "harp")
    ]
    text = shown(rendered({"a": {"b": {"offers": rows, "open": [rows[0]]}}}))
    assert fitted(text) == text
    lines = text.splitlines()
    assert {len(line) - len(line.lstrip()) for line in lines[3:6]} == {6}, "heading, rule and first row"
