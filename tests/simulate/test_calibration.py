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
from titan_rules.simulation import calibration
from titan_rules.simulation.calibration import calibrated, features
from titan_rules.simulation.simulation import Task, answer, play_out

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


def loaded(name: str) -> ModuleType:
    spec = spec_from_file_location(name, BENCHMARKS / f"{name}.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def script() -> Any:
    return loaded("calibrate")


@pytest.fixture(scope="module")
def rows(script: Any) -> Any:
    return script.rows_of(script.ROWS)


@pytest.fixture(scope="module")
def by_way(script: Any, rows: Any) -> Any:
    return script.foretold(rows)


def test_the_shipped_weights_are_those_of_the_rows(script: Any, rows: Any) -> None:
    weights = script.fitted([(script.numbers(row), row.won) for row in rows])
    assert weights == pytest.approx([calibration.CONSTANT, *calibration.WEIGHTS.values()], abs=1e-3)
    assert len(rows) == calibration.BATTLES


def test_the_shipped_score_is_that_of_games_kept_aside(script: Any, by_way: Any) -> None:
    assert script.brier(by_way["calibrated"]) == pytest.approx(calibration.BRIER, abs=1e-3)


def test_it_is_nearer_to_what_happened_than_any_single_sign(script: Any, by_way: Any) -> None:
    scores = {way: script.brier(pairs) for way, pairs in by_way.items()}
    assert min(scores, key=lambda way: scores[way]) == "calibrated"


def test_it_is_no_surer_than_it_may_be(script: Any, by_way: Any) -> None:
    intercept, slope = script.line_through(by_way["calibrated"])
    assert abs(intercept) < 0.2
    assert 0.9 < slope < 1.1


def test_more_points_make_a_better_chance() -> None:
    names = ("Plains: Ogre -, Ogre - / Ogre -", "Plains: Ogre - / Ogre -", "Plains: Ogre - / Ogre -, Ogre -")
    chances = [calibrated(Battle.parse(f"{line} | box standard"), engagement=False) for line in names]
    assert [found.p for found in chances if found] == sorted([found.p for found in chances if found], reverse=True)
    assert None not in chances


def test_the_features_of_a_battle() -> None:
    told = features(small(), engagement=False)
    assert told.pop("points") == pytest.approx(log(43 / 45))
    assert told == {"height": 0, "rangestrikers": 0, "placed": 0, "engagement": 0}
    assert features(small("Tower"), engagement=True).items() >= {"placed": 1, "engagement": 1}.items()


def test_only_what_was_recorded_is_calibrated() -> None:
    assert calibrated(small(), engagement=False) is not None
    elsewhere = Battle.parse("Plains: Allosaur -, Allosaur - / Allosaur - | box dino-titan")
    assert calibrated(elsewhere, engagement=False) is None
    entered = evolve(small().attacker, characters=(evolve(small().attacker.characters[0], hex="D1"),))
    assert calibrated(evolve(small(), attacker=entered), engagement=False) is None


def test_the_answer_gives_it_beside_the_simulated_chance() -> None:
    alone, in_game = (
        answer(plan, play_out(plan, 5)).calibrated
        for plan in (Task((seven(),), "random", "greedy", "1", engagement=told) for told in (False, True))
    )
    assert 0 < alone.p < in_game.p < 1


def test_a_recorded_battle_becomes_a_row(script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"battle": FORMAT.to_json(small()), "winner": "defender"}
    path = tmp_path / "battles.jsonl"
    path.write_text(pretty(row).replace("\n", " ") + "\n")
    script.watch([path], {"random": 4})
    kept = tmp_path / "rows.csv"
    kept.write_text(capsys.readouterr().out)
    (found,) = script.rows_of(kept)
    assert not found.won
    assert found.features["engagement"] == 0
    assert 0 <= found.simulated["random"] <= 1
