"""The chance to win, compared with recorded battles."""

from importlib.util import module_from_spec, spec_from_file_location
from math import log, sqrt
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from looping import some
from simulations import seven, small
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import pretty
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.simulation import calibration
from titan_rules.simulation.calibration import calibrated, greedy_wins, log_points, logit
from titan_rules.simulation.policies import POLICIES
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
    return script.predictions(rows)


def test_the_shipped_weights_and_their_doubt_are_those_of_the_rows(script: Any, rows: Any) -> None:
    weights = script.fitted([(row.facts(), row.won) for row in rows])
    assert weights == pytest.approx(calibration.WEIGHTS, abs=1e-3)
    for found, shipped in some(zip(script.covariance(rows, weights), calibration.COVARIANCE, strict=True)):
        assert found == pytest.approx(shipped, abs=1e-4)
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
    names = ("Plains: Ogre off, Ogre off / Ogre off", "Plains: Ogre off / Ogre off", "Plains: Ogre off / 2 Ogre off")
    chances = [calibrated(Battle.parse(f"{line} | box standard")) for line in names]
    assert [found.p for found in chances if found] == sorted([found.p for found in chances if found], reverse=True)
    assert None not in chances


def test_the_facts_of_a_battle() -> None:
    assert log_points(small()) == pytest.approx(log(43 / 45))
    assert [logit(wins) for wins in (0, 50, 100)] == pytest.approx([-log(201), 0, log(201)])


def test_greedys_share_is_that_of_its_simulated_battles() -> None:
    plan = Task((small(),), "greedy", "greedy", str(calibration.SEED))
    simulated = play_out(plan, calibration.TRIALS).tallies[0]
    assert greedy_wins(small()) == simulated.counts["attacker"]


def test_the_interval_comes_from_both_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    both = calibrated(small())
    monkeypatch.setattr(calibration, "COVARIANCE", ((0.0,) * 3,) * 3)
    luck = calibrated(small())
    assert both is not None
    assert luck is not None
    assert both.low < luck.low < luck.p == both.p < luck.high < both.high
    width = log(luck.high / (1 - luck.high)) - log(luck.low / (1 - luck.low))
    wins = greedy_wins(small())
    error = calibration.WEIGHTS[-1] * sqrt(1 / (wins + 0.5) + 1 / (100.5 - wins))
    assert width == pytest.approx(2 * 1.96 * error, rel=1e-4)


def test_only_what_was_recorded_is_calibrated() -> None:
    assert calibrated(small()) is not None
    elsewhere = Battle.parse("Plains: 2 Allosaur off / Allosaur off | box dino-titan")
    assert calibrated(elsewhere) is None
    entered = evolve(small().attacker, characters=(evolve(small().attacker.characters[0], hex="D1"),))
    assert calibrated(evolve(small(), attacker=entered)) is None
    assert calibrated(evolve(small(), defender=evolve(small().defender, characters=()))) is None


def test_the_answer_begins_with_it_whatever_was_simulated() -> None:
    answers = [answer(plan, play_out(plan, 1)) for plan in (Task((seven(),), name, name, "1") for name in POLICIES)]
    assert [each.calibrated for each in answers] == [calibrated(seven())] * len(POLICIES)
    assert str(answers[0]).startswith(f"Attacker's chance to win: {calibrated(seven())} (calibrated on 213 battles")


def test_a_battle_under_way_says_that_its_chance_is_not_calibrated() -> None:
    plan = Task((Battle.parse("Plains: Ogre D3 / Lion D4 | box standard"),), "greedy", "greedy", "1")
    found = answer(plan, play_out(plan, 5))
    assert found.calibrated is None
    first, second, *_ = str(found).splitlines()
    assert (
        first == f"Attacker's chance to win: {found.attacker_wins.percent} {found.attacker_wins.interval} (simulated)"
    )
    assert second.startswith("Not calibrated")


def test_a_recorded_battle_becomes_a_row(script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"battle": FORMAT.to_json(small()), "winner": "defender"}
    path = tmp_path / "battles.jsonl"
    path.write_text(pretty(row).replace("\n", " ") + "\n")
    script.watch([path], {"random": 4})
    kept = tmp_path / "rows.csv"
    kept.write_text(capsys.readouterr().out)
    (found,) = script.rows_of(kept)
    assert not found.won
    assert found.game == "battle-0"
    assert found.points == pytest.approx(log_points(small()), abs=1e-4)
    assert 0 <= found.simulated["random"] <= 1
