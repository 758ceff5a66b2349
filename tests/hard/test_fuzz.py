"""The harness of hostile inputs finds what is broken, makes it small, and what it once found stays mended."""

import json
import random
from pathlib import Path

import pytest

from fuzz import changing, run
from fuzz.targets import TARGETS, Target
from titan_rules.kernel.errors import DocumentError, Fault

KEPT = sorted(run.KEPT.glob("*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_once_broke_something_breaks_nothing_now(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    assert run.fault_of(kept["target"], kept["input"]) is None


@pytest.mark.parametrize("name", TARGETS)
def test_the_same_seed_gives_the_same_inputs_and_none_breaks_anything(name: str) -> None:
    made = TARGETS[name].make
    for number in range(12):
        text = made(random.Random(f"0/{number}"))
        assert text == made(random.Random(f"0/{number}"))
        assert run.fault_of(name, text) is None, text


def _breaks_on_x(text: str) -> None:
    if "x" in text:
        raise KeyError("x")
    if "y" in text:
        raise DocumentError([Fault("y", "no y")])


def test_a_fault_is_found_made_small_and_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(TARGETS, "plain", Target(lambda rng: "", _breaks_on_x))
    monkeypatch.setattr(run, "KEPT", tmp_path)
    assert run.fault_of("plain", "abc") is None
    assert run.fault_of("plain", "y") is None
    fault = run.fault_of("plain", "abcxdef")
    assert fault is not None
    assert fault.startswith("KeyError")
    text = run.minimal("plain", "abc" * 50 + "x" + "def" * 50, fault)
    assert text == "x"
    kept = json.loads(run.keep("plain", text, fault).read_text())
    assert kept == {"target": "plain", "fault": fault, "input": "x"}


def test_what_is_too_slow_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TARGETS, "plain", Target(lambda rng: "", lambda text: None))
    monkeypatch.setattr(run, "SECONDS_FOR_10_KB", -1.0)
    assert run.fault_of("plain", "abc") == "slow in plain"


def test_parts_of_a_JSON_value_are_left_out() -> None:
    assert changing.smaller_json('{"a": [1, 2], "b": 3}')[:2] == ['{"b": 3}', '{"a": [1, 2]}']
    assert changing.smaller_json("{") == []
