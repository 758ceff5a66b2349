"""How fast pictures are drawn: a battle in 20 ms, the Masterboard in 50 ms."""

from pathlib import Path

import pytest

from titan_rules.draw.battle import battle_svg
from titan_rules.draw.battle_overlays import moves_overlay, targets_overlay
from titan_rules.draw.game import game_svg
from titan_rules.draw.game_overlays import destinations_overlay
from titan_rules.position.documents import FORMAT

POSITIONS = Path(__file__).parents[1] / "docs" / "pictures"


@pytest.fixture
def position(request):
    return FORMAT.loads((POSITIONS / request.param).read_text(encoding="utf-8"))


@pytest.mark.parametrize("position", ["mountains.json"], indirect=True)
def test_a_battle(benchmark, position):
    benchmark(battle_svg, position)


@pytest.mark.parametrize("position", ["mountains.json"], indirect=True)
def test_a_battle_with_overlays(benchmark, position):
    benchmark(lambda: battle_svg(position, moves_overlay(position, "B2"), targets_overlay(position, "C2")))


@pytest.mark.parametrize("position", ["game.json"], indirect=True)
def test_the_masterboard(benchmark, position):
    benchmark(game_svg, position)


@pytest.mark.parametrize("position", ["game.json"], indirect=True)
def test_the_masterboard_with_an_overlay(benchmark, position):
    benchmark(lambda: game_svg(position, destinations_overlay(position, "Bk01")))
