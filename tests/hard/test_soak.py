"""Random whole games hold what must hold; what does not is found, shortened and kept."""

import json
from pathlib import Path
from typing import Any

import pytest

from soak import playing_through, run
from titan_rules.deduction.history import facts_of
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply
from titan_rules.position.game import Game

KEPT = sorted(run.KEPT.glob("*.json"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_a_game_that_once_failed_fails_no_more(path: Path) -> None:
    assert playing_through.again(json.loads(path.read_text(encoding="utf-8"))) is None


def test_a_whole_game() -> None:
    actions, failure = playing_through.played(3)
    assert failure is None
    assert actions > 50


def test_the_games_are_of_several_boxes_presets_and_sizes() -> None:
    games = [playing_through.begun(seed) for seed in range(40)]
    assert len({game.the_box.name for game in games}) > 5
    assert len({game.ruleset for game in games}) > 3
    assert {len(game.players) for game in games} >= {2, 3, 4, 5, 6}


def test_a_failure_is_shortened_and_fails_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score that grows by nothing, planted where a movement is rolled for."""
    real = apply

    def broken(game: Game, action: Any, dice: Any) -> Any:
        outcome = real(game, action, dice)
        first, *rest = outcome.state.players
        if getattr(action, "do", "") == "roll" and game.turn > 1:
            return evolve(outcome, state=evolve(outcome.state, players=(evolve(first, score=first.score + 1), *rest)))
        return outcome

    monkeypatch.setattr(playing_through, "apply", broken)
    _, failure = playing_through.played(3)
    assert failure is not None
    assert "scores change" in failure.said
    kept = json.loads(json.dumps(failure.to_json()))
    assert [row["do"] for row in kept["actions"]] == ["roll"]
    assert "scores change" in (playing_through.again(kept) or "")
    monkeypatch.undo()
    assert playing_through.again(kept) is None


def test_a_deduction_that_misses_the_truth_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen of musters is kept from those who deduce."""

    def blind(number: int, before: Game, action: object, after: Game, events: object) -> object:
        kept = getattr(action, "do", "") != "muster"
        return facts_of(number, before, action, after, events) if kept else ()

    monkeypatch.setattr(playing_through, "facts_of", blind)
    _, failure = playing_through.played(4)
    assert failure is not None
    assert "AssertionError" in failure.said or "KeyError" in failure.said
    assert playing_through.again(json.loads(json.dumps(failure.to_json()))) is not None
    monkeypatch.undo()
    assert playing_through.again(json.loads(json.dumps(failure.to_json()))) is None
