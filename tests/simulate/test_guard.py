"""What the guard of speed makes of two runs."""

import json
import sys
from pathlib import Path

import pytest

from checkout import ROOT

sys.path.append(str(ROOT / "benchmarks"))
guard = pytest.importorskip("guard")
report = pytest.importorskip("report")


def test_slowdowns_of_30_percent_are_found() -> None:
    old = {"a": 1.0, "b": 1.0, "c": 1.0, "gone": 1.0}
    new = {"a": 1.29, "b": 1.31, "c": 2.0, "new": 9.0}
    assert guard.slowdowns(old, new) == [("c", 2.0), ("b", 1.31)]


def test_the_better_of_several_runs_counts() -> None:
    assert guard.best([{"a": 2.0, "b": 1.0}, {"a": 1.0}]) == {"a": 1.0, "b": 1.0}


def test_medians_are_for_one(tmp_path: Path) -> None:
    rows = [
        {"name": "test_apply_a_battle_action", "extra_info": {"per": 10}, "stats": {"median": 0.0002}},
        {"name": "test_from_the_shell[--help]", "extra_info": {"ratio": 4.25}, "stats": {"median": 0.05}},
    ]
    path = tmp_path / "run.json"
    path.write_text(json.dumps({"benchmarks": rows}))
    found = report.medians(path)
    assert found == {"test_apply_a_battle_action": 0.00002, "test_from_the_shell[--help]": 4.25}
    page = report.page(found)
    assert "| `apply` of a battle action | 20.0 µs | 15 µs |" in page
    assert "| `titan --help` | 4.2 × | 6 × |" in page
    assert "| not measured |" in page
