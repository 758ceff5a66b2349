"""How fast recorded games are checked, expectations included, on one core (aimed at: 4,000 actions a second)."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from titan_rules.kernel.lines import rows_in
from titan_rules.replays.record import Record
from titan_rules.replays.report import Report, judged

GAMES = Path(__file__).parent.parent / "tests" / "data" / "games"


def replayed(path: Path) -> Report:
    with gzip.open(path) as stream:
        record = Record(rows_in(stream))  # type: ignore[arg-type]
        return judged(record.lines(), record.start())


@pytest.mark.parametrize("name", ["colossus-game006", "colossus-game036"])
def test_a_whole_game_with_its_expectations(name: str, benchmark: Any) -> None:
    report = benchmark(replayed, GAMES / f"{name}.replay.jsonl.gz")
    assert report.verdict == "legal"
    benchmark.extra_info["actions"] = report.steps
