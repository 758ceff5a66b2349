"""Positions with the answers of two independent programs, through the command line's own answer."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from titan_rules.answers.battle_moves import battle_moves
from titan_rules.position.documents import FORMAT

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


@pytest.mark.parametrize("kind", ["maneuver", "strike"])
def test_every_entry_and_target_has_rulings(kind: str) -> None:
    for case in CASES[::7]:
        for entry in battle_moves(FORMAT.read(case["input"])).to_json()["legal"]:
            assert entry["rulings"], case["id"]
            for target in entry.get("targets", ()):
                assert target["rulings"], case["id"]
                assert {r["verdict"] for r in target["rulings"]} <= {"legal", "illegal"}
