"""``titan legal-moves`` on battle documents: answers, tables, --character, --why, bad input."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from builders import clash
from titan_cli.app import run
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle, BattleOutcome
from titan_rules.position.documents import FORMAT

Tool = Callable[..., tuple[int, Any]]

MELEE = Battle.parse("Tundra: Ogre D3 2 hits, Ranger A1, Titan E5 / Centaur D4, Troll C2, Lion B3")
MOVING = Battle.parse("Tundra, attacker's maneuver: Ogre D3 2 hits, Ranger A1, Troll A2 moved / Centaur E5, Lion D1")


@pytest.fixture
def titan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Tool:
    """Runs ``titan legal-moves`` on a battle; gives the exit code and what was printed."""

    def call(position: Battle, *args: str, table: bool = False) -> tuple[int, Any]:
        path = tmp_path / "battle.json"
        path.write_text(FORMAT.dumps(position), encoding="utf-8")
        code = run(["legal-moves", str(path), "--format", "table" if table else "json", *args])
        printed = capsys.readouterr()
        text = printed.out or printed.err
        return code, text if table else json.loads(text)

    return call


def test_maneuvers_in_the_document_s_order(titan: Tool) -> None:
    code, found = titan(MOVING)
    assert code == 0
    assert {k: found[k] for k in ("format", "kind", "phase", "side")} == {
        "format": "titan-rules/1",
        "kind": "legal-moves",
        "phase": "maneuver",
        "side": "attacker",
    }
    assert [(e["character"], e["from"]) for e in found["legal"]] == [("Ogre", "D3"), ("Ranger", "A1"), ("Troll", "A2")]
    assert found["legal"][2]["to"] == []
    assert found["legal"][2]["rulings"][0]["rule"] == "MANEUVER-1"
    assert all(e["to"] == sorted(e["to"]) for e in found["legal"])


def test_strikes_with_every_ruling(titan: Tool) -> None:
    code, found = titan(MELEE)
    assert code == 0
    ogre, ranger, angel = found["legal"]
    assert ogre["must"]
    assert [t["to"] for t in ogre["targets"]] == ["C2", "D4"]
    assert ogre["targets"][1]["options"] == [{"dice": 6, "strike_number": 6, "carry_to": ["C2"]}]
    assert [r["rule"] for r in ogre["targets"][1]["rulings"]] == ["STRIKE-2", "STRIKE-3", "CARRY-1"]
    assert not ranger["must"]
    assert [(t["kind"], t["to"], t["range"]) for t in ranger["targets"]] == [
        ("rangestrike", "B3", 3),
        ("rangestrike", "C2", 3),
        ("rangestrike", "D4", 4),
    ]
    assert angel["targets"] == []


@pytest.mark.parametrize("who", ["D3", "d3", "Ogre", "ogr"])
def test_one_character(titan: Tool, who: str) -> None:
    code, found = titan(MOVING, "--character", who)
    assert code == 0
    assert [e["from"] for e in found["legal"]] == ["D3"]


@pytest.mark.parametrize(
    ("who", "code", "words"),
    [
        ("E5", "no-character", "nobody of the attacker stands in E5"),
        ("Dragon", "no-character", "the attacker has no Dragon here"),
        ("Orge", "unknown-character", "unknown character 'Orge'"),
    ],
)
def test_one_character_that_is_not_there(titan: Tool, who: str, code: str, words: str) -> None:
    exit_code, found = titan(MOVING, "--character", who)
    assert exit_code == 2
    assert found["error"]["code"] == code
    assert words in found["error"]["message"]


def test_why_of_one_that_enters(titan: Tool) -> None:
    position = Battle.parse("Plains, turn 1, attacker's maneuver: bottom: Ogre off, Lion A1 moved / Centaur D4")
    assert titan(position, "--why", "Ogre to B1")[0] == 0
    code, found = titan(position, "--why", "ogre enters A1")
    assert code == 1
    assert [text for text in found["legal"] if text.startswith("Ogr")] == [
        f"Ogr enters {hex}" for hex in ("B1", "B2", "C1", "C2", "D1", "D2", "E1")
    ]
    assert titan(position, "--why", "Lion enters B1")[1]["rulings"][0]["rule"] == "MANEUVER-1"
    assert titan(position, "--why", "Lion to B1")[1]["rulings"][0]["rule"] == "MANEUVER-1"


def test_tables_for_people(titan: Tool) -> None:
    code, text = titan(MELEE, table=True)
    assert code == 0
    assert "rangestrike at the Lion in B3" in text
    assert "Strike-number 4 - 2 + 4 = 6 against the Centaur in D4 (STRIKE-3)" in text
    _, text = titan(MOVING, table=True)
    assert "the Troll in A2 has already moved in this phase (MANEUVER-1)" in text
    _, text = titan(MOVING, "--why", "D3 to A3", table=True)
    assert text.startswith("Ogr D3-A3: illegal\n")
    assert "legal now:\n  Ogr D3-" in text


def test_another_ruleset_for_one_question(titan: Tool) -> None:
    position = Battle.parse(
        "Desert, attacker's maneuver: Ogre B2, Lion A2, Lion B3, Lion C3, Lion C2, Lion A1 / Lion F1"
    )
    assert titan(position, "--character", "B2")[1]["legal"][0]["to"] == []
    _, found = titan(position, "--character", "B2", "--option", "cliffs=up_only")
    assert found["legal"][0]["to"] == ["B1", "C1"]


@pytest.mark.parametrize(
    ("phase", "change", "rule"),
    [
        ("strike", {"outcome": BattleOutcome("attacker", "concession", "defender")}, "BATTLE-6"),
        ("maneuver", {"outcome": BattleOutcome("attacker", "concession", "defender")}, "BATTLE-6"),
        ("strikeback", {"pending": "end"}, "BATTLE-6"),
        ("strike", {"pending": "attacker-concedes"}, "CONCEDE-1"),
        ("maneuver", {"pending": "defender-concedes"}, "CONCEDE-1"),
    ],
)
def test_nothing_goes_on_where_the_battle_halts(titan: Tool, phase: str, change: dict[str, Any], rule: str) -> None:
    position = evolve(clash("Plains", "Ogre D3", "Centaur D4", phase=phase), **change)
    _, found = titan(position)
    (entry,) = found["legal"]
    assert not entry.get("to") and not entry.get("targets") and not entry.get("must")  # noqa: PT018
    assert [r["rule"] for r in entry["rulings"]] == [rule]
    asked = "D3 to D2" if phase == "maneuver" else "D4 strikes D3"
    assert titan(position, "--why", asked)[1]["rulings"][0]["rule"] == rule


def test_strikes_go_on_while_drift_waits(titan: Tool) -> None:
    position = evolve(Battle.parse("Tundra: Ogre D3 5 hits / Centaur D4"), pending="drift")
    assert titan(position)[1]["legal"][0]["must"]
