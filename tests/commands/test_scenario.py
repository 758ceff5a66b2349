"""``titan scenario``."""

import json
from pathlib import Path

import pytest

from running import titan
from scenario_files import put


def test_list_and_show(tmp_path: Path) -> None:
    put(tmp_path)
    where = ("--dir", str(tmp_path))
    listed = titan("scenario", "list", "strike", *where, "--format", "json").json
    assert [row["id"] for row in listed["scenarios"]] == ["STRIKE-3.z"]
    assert "STRIKE-3.z     What does" in titan("scenario", "list", *where, "--format", "table").out
    shown = titan("scenario", "show", "STRIKE-3.z", *where, "--format", "json").json
    assert shown["query"] == {"command": ["strike-odds", "Ogre", "Centaur"]}
    told = titan("scenario", "show", "STRIKE-3.z", *where, "--format", "table").out
    assert "titan strike-odds Ogre Centaur" in told
    assert "4 - 2 + 4 is 6." in told


def test_run_as_expected(tmp_path: Path) -> None:
    put(tmp_path)
    done = titan("scenario", "run", "--dir", str(tmp_path), "--format", "json")
    assert done.code == 0
    assert done.json == {
        "kind": "scenario-run",
        "verdict": "as expected",
        "cases": 1,
        "passed": 1,
        "failed": [],
    }


def test_run_with_a_wrong_case(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, id="STRIKE-3.y", expect={"strike_number": 5})
    done = titan("scenario", "run", "--dir", str(tmp_path), "--format", "json")
    assert done.code == 1
    assert done.json["verdict"] == "diverges"
    assert [row["id"] for row in done.json["failed"]] == ["STRIKE-3.y"]
    assert done.json["failed"][0]["misses"] == ["/strike_number: expected 5, got 6"]
    table = titan("scenario", "run", "--dir", str(tmp_path), "--format", "table")
    assert table.code == 1
    assert "STRIKE-3.y:\n  /strike_number: expected 5, got 6\n1 of 2 cases" in table.out


def test_run_by_lines_gives_the_answers(tmp_path: Path) -> None:
    put(tmp_path)
    put(tmp_path, id="STRIKE-3.y", exit=1)
    done = titan("scenario", "run", "--dir", str(tmp_path), "--lines")
    assert done.code == 1
    first, second = map(json.loads, done.out.splitlines())
    assert (first["id"], first["passed"], first["misses"]) == ("STRIKE-3.y", False, ["expected exit code 1, got 0"])
    assert second["passed"]
    assert second["given"]["answer"]["strike_number"] == 6


def test_coverage_with_empty_rows(tmp_path: Path) -> None:
    put(tmp_path)
    done = titan("scenario", "coverage", "--dir", str(tmp_path), "--format", "json")
    assert done.code == 1
    assert "STRIKE-4" in done.json["empty"]
    assert "STRIKE-3" not in done.json["empty"]
    assert "without a case: " in titan("scenario", "coverage", "--dir", str(tmp_path), "--format", "table").out


def test_a_scenario_asks_only_what_answers(tmp_path: Path) -> None:
    put(tmp_path, query={"command": ["scenario", "run"]})
    done = titan("scenario", "run", "--dir", str(tmp_path), "--format", "json")
    assert (done.code, done.error["code"]) == (2, "unknown-query")


def test_a_scenario_writes_no_file(tmp_path: Path) -> None:
    target = tmp_path / "written"
    put(tmp_path, query={"command": ["replay", "-", "--seal", f"-o{target}"]})
    done = titan("scenario", "run", "--dir", str(tmp_path), "--format", "json")
    assert (done.code, done.error["code"]) == (2, "writes")
    assert not target.exists()


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("run", "NO-SUCH"), "unknown-scenario"),
        (("show",), "usage"),
        (("rnu",), "usage"),
        (("list", "--dir", "/nowhere"), "no-folder"),
    ],
)
def test_bad_input(args: tuple[str, ...], code: str) -> None:
    done = titan("scenario", *args, "--format", "json")
    assert (done.code, done.error["code"]) == (2, code)


def test_the_nearest_subcommand_is_named() -> None:
    assert "did you mean run" in titan("scenario", "rnu").err
