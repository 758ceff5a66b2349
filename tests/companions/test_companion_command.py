"""The commands that every companion has, on a small invented game."""

import io
import json
import sys
import types
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import pytest
from attrs import field, frozen

from checkout import EXAMPLES
from running import titan
from titan_cli.app import run
from titan_rules import companions
from titan_rules.kernel.answers import shown
from titan_rules.kernel.companions import Answer, Companion, Parameter, Question, ask
from titan_rules.kernel.digest import Digest, Rule
from titan_rules.kernel.documents import Format, Kind
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, UnknownName
from titan_rules.kernel.rulesets import Option, RulesetTable
from titan_rules.kernel.rulings import consequence, illegal

Tool = Callable[..., tuple[int, str, str]]


@frozen(kw_only=True)
class Pond:
    ruleset: str = field(default="standard", metadata={"always": True})
    options: Mapping[str, str | bool] = field(factory=dict)
    frogs: int = 0
    weather: Literal["dry", "wet"] = "dry"


RULESETS = RulesetTable(
    [
        Option("tie", ("hops", "stays"), ("POND-2",), "whether a frog hops on a tie"),
        Option("rain", (False, True), ("POND-3",), "whether rain doubles frogs"),
    ],
    {"standard": {}, "club": {"tie": "stays"}},
)


def pond_faults(pond: Pond) -> list[Fault]:
    faults = RULESETS.faults(pond.ruleset, pond.options)
    if pond.frogs < 0:
        faults.append(Fault("bad-count", "a pond has no negative frogs", "/frogs"))
    return faults


def hop(pond: Pond, values: Mapping[str, Any]) -> Answer:
    readings = RULESETS.values(pond.ruleset, pond.options)
    dice: tuple[int, ...] = values["dice"]
    if not dice:
        raise CannotTell(Fault("dice-missing", "a hop needs dice"))
    hops = sum(dice) > pond.frogs or (sum(dice) == pond.frogs and readings["tie"] == "hops")
    ruling = consequence if hops else illegal
    return {
        "verdict": "legal" if hops else "illegal",
        "frogs": pond.frogs * (2 if readings["rain"] and pond.weather == "wet" else 1),
        "chance": {"p": 0.5, "exact": str(Fraction(1, 2))},
        "to": [{"leaf": "A", "wet": True, "rulings": [ruling("POND-1", "leaf {leaf}", leaf="A").to_json()]}],
        "rulings": [ruling("POND-2", "{sum} v {frogs}", sum=sum(dice), frogs=pond.frogs).to_json()],
        "note": values["note"],
        "final": {"frogs": pond.frogs},
    }


GAME = Companion(
    name="pond",
    title="Pond",
    format=Format("pond", 1, [Kind("pond", Pond, pond_faults, "a pond")]),
    rulesets=RULESETS,
    digest=lambda: Digest({"POND-1": Rule("POND-1", "POND", "A frog hops.", "me")}, {}),
    questions=(
        Question(
            "hop",
            "May it hop?",
            hop,
            (
                Parameter("dice", "what was rolled", "dice", required=True),
                Parameter("note", "a word", choices=("one", "two"), default="none"),
                Parameter("loud", "aloud", "flag"),
                Parameter("height", "how high", "number", least=0, most=5),
            ),
            ("pond",),
            "pond.json 3",
        ),
        Question("croak", "What does it say?", lambda _, values: {"says": values["word"]}, (Parameter("word", "it"),)),
    ),
    new=lambda: {"format": "pond/1", "kind": "pond", "ruleset": "standard", "frogs": 3},
    warnings=lambda pond: [Fault("crowd", "many frogs", "/frogs")] if pond.frogs > 9 else [],
)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Tool:
    module = types.ModuleType("pond")
    module.COMPANION = GAME  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "titan_rules.companions.pond.companion", module)
    monkeypatch.setitem(sys.modules, "titan_rules.companions.pond", types.ModuleType("pond", "Pond: frogs."))
    monkeypatch.setitem(companions.GAMES, "pond", "pond")

    def call(*args: str, stdin: str | None = None) -> tuple[int, str, str]:
        if stdin is not None:
            stream = io.TextIOWrapper(io.BytesIO(stdin.encode()))
            monkeypatch.setattr(sys, "stdin", stream)
        code = run(["companion", *args])
        out = capsys.readouterr()
        return code, out.out, out.err

    return call


POND = json.dumps({"format": "pond/1", "kind": "pond", "frogs": 3})


def test_lists_games_and_questions(tool: Tool) -> None:
    code, out, _ = tool()
    assert code == 0
    assert {"game": "pond", "title": "Pond"} in json.loads(out)["games"]
    code, out, _ = tool("pond")
    assert code == 0
    assert [q["question"] for q in json.loads(out)["questions"]] == ["hop", "croak"]
    assert "hop" in tool("pond", "--format", "table")[1]
    assert "Pond" in tool("--format", "table")[1]
    assert "--height" in tool("pond", "hop", "--help")[1]


def test_answers_with_header_values_and_exit_code(tool: Tool) -> None:
    code, out, _ = tool("pond", "hop", "-", "3,1", "--note", "two", stdin=POND)
    answer = json.loads(out)
    assert code == 0
    assert list(answer)[:3] == ["format", "kind", "verdict"]
    assert (answer["verdict"], answer["note"]) == ("legal", "two")
    code, out, _ = tool("pond", "hop", "-", "2", stdin=POND)
    assert code == 1
    assert json.loads(out)["note"] == "none"
    assert json.loads(tool("pond", "croak", "--word", "x")[1])["says"] == "x"


def test_other_reading_is_shown_only_where_it_differs_and_was_not_chosen(tool: Tool) -> None:
    answer = json.loads(tool("pond", "hop", "-", "3", stdin=POND)[1])
    assert [r["option"] for r in answer["other_readings"]] == ["tie"]
    assert answer["other_readings"][0]["differs"] == {"verdict": "illegal"}
    assert "other_readings" not in json.loads(tool("pond", "hop", "-", "4", stdin=POND)[1])
    code, out, _ = tool("pond", "hop", "-", "3", "--option", "tie=stays", stdin=POND)
    assert code == 1
    assert "other_readings" not in json.loads(out)
    code, out, _ = tool("pond", "hop", "-", "3", "--ruleset", "club", stdin=POND)
    assert code == 1
    assert "other_readings" not in json.loads(out)


def test_table_shows_scalars_tables_rulings_and_readings(tool: Tool) -> None:
    text = tool("pond", "hop", "-", "3", "--format", "table", stdin=POND)[1]
    assert "verdict: legal" in text
    assert "chance: 1/2 (50.00 %)" in text
    assert "leaf A (POND-1)" in text
    assert "  * 3 v 3 (POND-2)" in text
    assert "Another reading: tie=stays (POND-2)" in text
    assert "final" not in text


def test_lines_answer_in_order_with_an_error_for_a_bad_one(tool: Tool) -> None:
    code, out, _ = tool("pond", "hop", "-", "6", "--lines", stdin=f"{POND}\nnope\n{POND}\n")
    replies = [json.loads(line) for line in out.splitlines()]
    assert code == 2
    assert [r.get("verdict") for r in replies] == ["legal", None, "legal"]
    assert replies[1]["error"]["line"] == 2


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["pnd"], "did you mean pond?"),
        (["pond", "hip"], "did you mean hop?"),
        (["pond", "hop", "-"], "DICE"),
        (["pond", "hop", "-", "7"], "a die shows 1 to 6"),
        (["pond", "hop", "-", "x"], "a die shows 1 to 6"),
        (["pond", "hop", "-", "1", "--height", "6"], "0<=x<=5"),
        (["pond", "hop", "-", "1", "--note", "three"], "'one', 'two'"),
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
    bad = json.dumps({"format": "pond/1", "kind": "pond", "frogs": -1, "options": {"tye": True}})
    code, _, err = tool("pond", "hop", "-", "1", "--format", "json", stdin=bad)
    error = json.loads(err)["error"]
    assert code == 2
    assert error["pointer"] == "/options/tye"
    assert [f["pointer"] for f in error["more"]] == ["/frogs"]


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
        "good: valid pond", "crowded: valid pond", "crowded: warning: many frogs",
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
    assert tool("pond", "schema")[1] == "pond\n"
    schema = json.loads(tool("pond", "schema", "POND")[1])
    assert schema["properties"]["format"] == {"const": "pond/1"}
    assert "frogs" in schema["properties"]
    code, _, err = tool("pond", "schema", "pnod")
    assert code == 2
    assert "did you mean pond?" in err


def test_rules_by_id_chapter_and_words(tool: Tool) -> None:
    for args in (["pond-1"], ["pond"], ["--search", "frog HOPS"], []):
        code, out, _ = tool("pond", "rules", *args)
        assert code == 0
        assert [r["id"] for r in json.loads(out)["rules"]] == ["POND-1"]
    assert json.loads(tool("pond", "rules", "--search", "toad")[1])["rules"] == []
    assert "A frog hops." in tool("pond", "rules", "pond-1", "--format", "table")[1]
    assert "POND-1" in tool("pond", "rules", "--format", "table")[1]


def test_ask_from_python() -> None:
    data = json.loads(POND)
    assert ask(GAME, "hop", data, dice=(6,))["verdict"] == "legal"
    with pytest.raises(TypeError, match="hight"):
        ask(GAME, "hop", data, hight=3)
    with pytest.raises(DocumentError, match="needs the dice"):
        ask(GAME, "hop", data)
    with pytest.raises(DocumentError, match="object"):
        ask(GAME, "hop", None, dice=(6,))
    with pytest.raises(UnknownName, match="hop"):
        ask(GAME, "hopp", data)


def test_chances_and_means_are_never_rounded_to_certainty() -> None:
    text = shown([{"sure": {"p": 1.0, "exact": "1"}, "nearly": {"p": 0.99, "exact": "65535/65536"}}])
    assert text == "sure: 1 (100 %)\nnearly: 65535/65536 (>99.99 %)"
    assert shown([{"mean": {"value": 1.5, "exact": "3/2"}}]) == "mean: 3/2 (1.50)"
    assert shown([{"mean": {"value": 2.0, "exact": "2"}}]) == "mean: 2"


def test_a_chance_keeps_what_stands_beside_it() -> None:
    chance = {"p": 0.5, "exact": "1/2", "of": "a hop"}
    assert shown([{"hop": chance}]) == "hop: chance 1/2 (50.00 %), of a hop"
    assert shown([{"hop": {**chance, "by": [{"p": 0.25, "exact": "1/4"}, {"p": 0.25, "exact": "1/4"}]}}]) == (
        "hop:\n  chance: 1/2 (50.00 %)\n  of: a hop\n  by: (1/4 (25.00 %)), (1/4 (25.00 %))"
    )
    assert shown([{"hops": {"value": 1.5, "exact": "3/2", "most": 4}}]) == "hops: mean 3/2 (1.50), most 4"
    assert shown([{"hop": {**chance, "chance": 2}}]).startswith("hop: p 0.5, exact 1/2, of a hop")


def test_nested_values_are_readable() -> None:
    text = shown([{"kind": "x", "us": {"vp": 3, "countries": ["Iran"]}, "none": [], "deep": [["a", "b"], ["c"]]}])
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
        ("", "coup 3 Irann 9", [("unknown-country", "/country", 4), ("out-of-range", "/die", 4)]),
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
