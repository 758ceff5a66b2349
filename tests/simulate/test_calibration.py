"""The chance to win, held against recorded battles."""

import csv
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from simulations import seven, small
from titan_rules.kernel.evolving import evolve
from titan_rules.simulation.calibration import Calibration, begins, calibration_of, calibrations, features_of
from titan_rules.simulation.simulation import Plan, answer, simulate

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "calibrate.py"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = spec_from_file_location("calibrate", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def rows(script: ModuleType) -> Any:
    with script.ROWS.open(encoding="utf-8") as lines:
        return [(float(a), float(b), c == "1") for a, b, c in list(csv.reader(lines))[1:]]


def test_the_shipped_weights_are_those_of_the_rows(script: ModuleType, rows: Any) -> None:
    found = calibrations()["greedy"]
    assert script.fitted(rows, (0, 1)) == pytest.approx([found.constant, found.simulated, found.points], abs=1e-4)
    assert found.battles == len(rows)


def test_it_is_nearer_to_what_happened_than_the_simulation_alone(script: ModuleType, rows: Any) -> None:
    held_out = script.brier(script.held_out(rows, (0, 1)))
    assert held_out == pytest.approx(calibrations()["greedy"].brier, abs=1e-4)
    assert held_out < script.brier([(script._logistic(row[0]), row[2]) for row in rows])


def test_more_wins_and_more_points_make_a_better_chance() -> None:
    found = calibrations()["greedy"]
    assert found.chance((1.0, 0.0)) > found.chance((0.0, 0.0)) > found.chance((0.0, -0.5))


def test_a_chance_is_no_surer_for_more_trials() -> None:
    assert features_of(small(), 100, 100) == pytest.approx(features_of(small(), 1000, 1000))


def test_only_what_was_recorded_is_calibrated() -> None:
    assert calibration_of(small(), "greedy", "greedy") is not None
    assert calibration_of(small(), "greedy", "random") is None
    assert calibration_of(small(), "random", "random") is None
    entered = evolve(small().attacker, characters=(evolve(small().attacker.characters[0], hex="D1"),))
    assert not begins(evolve(small(), attacker=entered))


def test_the_answer_gives_it_beside_the_simulated_chance() -> None:
    plan = Plan((seven(),), "greedy", "greedy", "1")
    found = answer(plan, simulate(plan, 5)).calibrated
    assert found is not None
    assert 0 < found.p < 1
    plan = Plan((seven(),), "random", "random", "1")
    assert answer(plan, simulate(plan, 5)).calibrated is None


def test_the_logistic_curve() -> None:
    assert Calibration(0, 1, 1, 1, 0).chance((0, 0)) == 0.5


def test_a_recorded_battle_becomes_a_row(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from titan_rules.kernel.jsontext import pretty
    from titan_rules.position.documents import FORMAT

    row = {"battle": FORMAT.to_json(small()), "winner": "defender"}
    path = tmp_path / "battles.jsonl"
    path.write_text(pretty(row).replace("\n", " ") + "\n")
    script.watch([path], "random", 4)
    header, line = capsys.readouterr().out.splitlines()
    assert header == "log_odds_simulated,log_ratio_of_points,attacker_won"
    assert line.endswith(",0")
