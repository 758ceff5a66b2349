"""The chance to win, held against recorded battles."""

from importlib.util import module_from_spec, spec_from_file_location
from math import log
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from simulations import seven, small
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import pretty
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.simulation.calibration import (
    Calibration,
    Features,
    begins,
    calibration_of,
    calibrations,
    features_of,
)
from titan_rules.simulation.simulation import Plan, answer, simulate

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def loaded(name: str) -> ModuleType:
    spec = spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script() -> Any:
    return loaded("calibrate")


@pytest.fixture(scope="module", params=sorted(calibrations()))
def policy(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def rows(script: Any, policy: str) -> list[Any]:
    found: list[Any] = script.rows_of(script.ROWS / f"{policy}.csv")
    return found


@pytest.fixture(scope="module")
def by_way(script: Any, rows: list[Any]) -> Any:
    return script.foretold(rows)


def test_the_shipped_weights_are_those_of_the_rows(script: Any, rows: list[Any], policy: str) -> None:
    found = calibrations()[policy]
    weights = [found.weights[name] for name in script.FEATURES]
    assert script.fitted(rows) == pytest.approx([found.constant, *weights], abs=1e-3)
    assert found.battles == len(rows)


def test_the_shipped_score_is_cross_validated(script: Any, by_way: Any, policy: str) -> None:
    assert script.brier(by_way["calibrated"]) == pytest.approx(calibrations()[policy].brier, abs=1e-3)


def test_it_is_nearer_to_what_happened_than_any_single_sign(script: Any, by_way: Any) -> None:
    scores = {way: script.brier(pairs) for way, pairs in by_way.items()}
    assert min(scores, key=lambda way: scores[way]) == "calibrated"


def test_it_is_no_surer_than_it_may_be(script: Any, by_way: Any) -> None:
    """Of the battles foretold to be won with more than 80 %, and with less than 20 %, about as many were."""
    for part, inside in script.parts_of(by_way["calibrated"]):
        if part in ("0-20 %", "80-100 %"):
            said, came = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
            assert said == pytest.approx(came, abs=0.08)


def test_more_kept_and_more_points_make_a_better_chance(policy: str) -> None:
    found, even = calibrations()[policy], Features(0, 0, 0, 0, 0, 0)
    assert found.chance(evolve(even, margin=0.5)) > found.chance(even) > found.chance(evolve(even, points=-0.5))


def test_the_features_of_a_battle() -> None:
    battle = small()
    tally = simulate(Plan((battle,), "greedy", "greedy", "1"), 40).tallies[0]
    found = features_of(battle, tally)
    assert -1 < found.margin < 1
    assert found.points == pytest.approx(log(43 / 45))
    assert found.height == found.rangestrikers == found.placed == 0
    assert features_of(small("Tower"), tally).placed == 1


def test_only_what_was_recorded_is_calibrated() -> None:
    assert calibration_of(small(), "greedy", "greedy") is not None
    assert calibration_of(small(), "greedy", "random") is None
    elsewhere = Battle.parse("Plains: Allosaur -, Allosaur - / Allosaur - | box dino-titan")
    assert begins(elsewhere)
    assert calibration_of(elsewhere, "greedy", "greedy") is None
    assert calibration_of(small(), "berserk:Berserk", "berserk:Berserk") is None
    entered = evolve(small().attacker, characters=(evolve(small().attacker.characters[0], hex="D1"),))
    assert not begins(evolve(small(), attacker=entered))


def test_the_answer_gives_it_beside_the_simulated_chance() -> None:
    plan = Plan((seven(),), "greedy", "greedy", "1")
    found = answer(plan, simulate(plan, 5)).calibrated
    assert found is not None
    assert 0 < found.p < 1
    plan = Plan((seven(),), "random", "greedy", "1")
    assert answer(plan, simulate(plan, 5)).calibrated is None


def test_the_logistic_curve() -> None:
    assert Calibration(0, {"margin": 1}, 1, 0).chance(Features(0, 1, 1, 1, 1, 1)) == 0.5


def test_a_recorded_battle_becomes_a_row(script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"battle": FORMAT.to_json(small()), "winner": "defender"}
    path = tmp_path / "battles.jsonl"
    path.write_text(pretty(row).replace("\n", " ") + "\n")
    script.watch([path], "random", 4)
    kept = tmp_path / "rows.csv"
    kept.write_text(capsys.readouterr().out)
    (found,) = script.rows_of(kept)
    assert not found.won
    assert found.features.engagement == 0
    assert 0 <= found.simulated <= 1
