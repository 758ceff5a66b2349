"""Boards, Legions and battles with the answers that two independent programs gave for them."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from looping import some
from running import titan
from titan_rules.answers.battle_moves import battle_moves
from titan_rules.position.documents import FORMAT

DATA = Path(__file__).parents[1] / "data"


def cases(name: str) -> Any:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


@cache
def answers(command: str, name: str) -> Any:
    """The command's answers to the cases' documents, read line by line."""
    documents = "\n".join(json.dumps(case["input"]) for case in cases(name))
    done = titan(command, "--lines", "--format", "json", "-", stdin=documents)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def moves(answer: Any, _: Any) -> Any:
    return {
        (entry["legion"], entry["from"]): sorted(
            (there["land"], there["how"], sorted(there["entry_sides"]), there["engages"]) for there in entry["to"]
        )
        for entry in answer["legal"]
    }


def musters(answer: Any, asked: Any) -> Any:
    """What may be mustered; how many are left only where the question says so, else it is an upper limit (MUSTER-3)."""
    given = asked.get("caretaker") or {}
    left = {o["muster"]: o["left"] if o["muster"] in given else None for o in answer["options"]}
    return [(o["muster"], sorted(map(sorted, o["with"])), left[o["muster"]]) for o in answer["options"]]


@pytest.mark.parametrize(
    ("command", "name", "part"), [("legal-moves", "masterboard", moves), ("recruit-options", "recruit", musters)]
)
def test_recorded_answers(command: str, name: str, part: Any) -> None:
    found = cases(name)
    assert len(found) > 200
    for case, answer in some(zip(found, answers(command, name), strict=True)):
        assert part(answer, case["input"]) == part(case["expect"], case["input"]), case["id"]


def test_every_recorded_destination_has_its_rulings() -> None:
    for answer in some(answers("legal-moves", "masterboard")):
        for entry in some(answer["legal"]):
            for there in entry["to"]:
                rules = {r["rule"] for r in there["rulings"]}
                expected = {"MOVE-3", "MOVE-4"} if there["how"] == "normal" else {"TELE-1"}
                assert expected <= rules
                assert ("MOVE-8" in rules) == (there["how"] == "normal" and there["engages"] is not None)
                assert all(r["verdict"] == "legal" and "{" not in r["text"] for r in there["rulings"])
            if not entry["to"]:
                assert entry["rulings"]


RECORDED = Path(__file__).parents[1] / "data" / "battleland.jsonl.gz"
CASES = [json.loads(line) for line in gzip.decompress(RECORDED.read_bytes()).splitlines()]


def expected_part(entry: dict[str, Any]) -> dict[str, Any]:
    """What a recorded answer fixes: no rulings, and nothing of the order of targets and options."""
    if "to" in entry:
        return {"who": entry["character"], "from": entry["from"], "to": sorted(entry["to"])}
    targets = sorted(
        (
            t["to"],
            t["character"],
            t["kind"],
            t["dice"],
            t["strike_number"],
            t.get("range"),
            tuple(sorted((o["dice"], o["strike_number"], tuple(sorted(o["carry_to"]))) for o in t["options"])),
        )
        for t in entry["targets"]
    )
    return {"who": entry["character"], "from": entry["from"], "must": entry["must"], "targets": targets}


@pytest.mark.parametrize("kind", ["maneuver", "strike"])
def test_recorded_positions(kind: str) -> None:
    cases = [case for case in CASES if case["id"].startswith(kind)]
    assert len(cases) > 200
    for case in cases:
        got = battle_moves(FORMAT.read(case["input"])).to_json()
        assert list(map(expected_part, got["legal"])) == list(map(expected_part, case["expect"]["legal"])), case["id"]
