"""How long it takes to deduce what Legions may hold (aimed at: a game's last step in 1 s, every step in 60 s)."""

import gzip
from pathlib import Path
from typing import Any

from titan_rules.box import STANDARD
from titan_rules.deduction.history import Moment, alphabet, moments
from titan_rules.deduction.posterior import NOBODY, Observer
from titan_rules.deduction.recorded import recorded
from titan_rules.kernel.lines import rows_in
from titan_rules.replays.record import Record

ALPHABET = alphabet(STANDARD)

SIX_PLAYERS = Path(__file__).parent.parent / "tests" / "data" / "games" / "colossus-game009.replay.jsonl.gz"
"""2,294 actions."""

LATE = 2_000
"""A step late in that game; after its last one all is shown (D-6)."""


def opened() -> Record:
    with gzip.open(SIX_PLAYERS) as stream:
        return Record(list(rows_in(stream)))  # type: ignore[arg-type]


def late() -> int:
    record = opened()
    return len(recorded(record.lines(), record.start(), LATE).deduce(NOBODY).legions)


def every_step(history: list[Moment], colors: list[str]) -> int:
    """The widest distribution that anybody has at any step."""
    widest = 0
    for color in colors:
        observer = Observer(ALPHABET, color)
        for moment in history:
            observer.take(moment.facts)
            if moment.facts:
                widest = max([widest, *[len(observer.contents(marker)) for marker in observer.legions()]])
    return widest


def test_all_legions_late_in_a_game_of_six(benchmark: Any) -> None:
    assert benchmark(late)


def test_every_step_for_all_players(benchmark: Any) -> None:
    record = opened()
    history = list(moments(record.lines(), record.start()))
    colors = [NOBODY, *[player.color for player in history[0].game.players]]
    benchmark.extra_info["widest"] = benchmark(every_step, history, colors)
    assert benchmark.extra_info["widest"] == 43
