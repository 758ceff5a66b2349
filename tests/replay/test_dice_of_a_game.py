"""``titan replay --dice``: faces by player, and hits beside their expected number."""

import gzip
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from builders import at_battle, engaged
from titan_rules.answers.dice_report import DiceReport, chance_of_more, chi_square
from titan_rules.kernel.jsontext import compact
from titan_rules.position.documents import FORMAT
from titan_rules.replays.dice_counts import count_dice
from titan_rules.replays.record import RecordedGame, opened

GAMES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.gz"))


def counted(*rows: str) -> DiceReport:
    """The dice of a score sheet."""
    return count_dice(RecordedGame(enumerate([row + "\n" for row in rows], 1)))


def test_rolls_before_colours_count_with_the_colour() -> None:
    report = counted(
        "titan-rules/1 standard", "Ann, Ben", "Ann tower 6", "Ben tower 3", "Ben color Red", "Ann color Black"
    )
    assert {row.player: row.faces for row in report.players} == {"Black": (0, 0, 0, 0, 0, 1), "Red": (0, 0, 1, 0, 0, 0)}
    assert (report.all.rolls, report.all.strikes) == (2, 0)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_every_die_of_a_whole_game_is_counted_once(path: Path) -> None:
    written: Counter[int] = Counter()
    for row in gzip.decompress(path.read_bytes()).splitlines():
        line = json.loads(row)
        written.update(line.get("dice", []))
        written.update([line["die"]] if "die" in line else [])
    with opened(path) as record:
        report = count_dice(record)
    assert sum(written.values()) > 200
    assert report.all.faces == tuple(written[face] for face in range(1, 7))
    for column in ("rolls", "strikes", "hits", "expected_hits"):
        assert sum(getattr(row, column) for row in report.players) == getattr(report.all, column)


def test_STRIKE_5_expected_hits_follow_from_the_strike_number() -> None:
    """An Ogre needs 6 against a Centaur: 6 dice, one hit to expect. The Centaur needs 2: 3 dice, two and a half."""
    start = at_battle(engaged("Ogre", "Centaur"), 105, ["Ogre D3"], ["Centaur D4"], side="attacker", phase="strike")
    strikes = ["D3 strikes D4 with 6 6 1 1 1 2", "end-strikes", "D4 strikes D3 with 1 1 5"]
    report = counted("titan-rules/1 standard", f"start {compact(FORMAT.to_json(start))}", *strikes)
    assert report.steps == 3
    assert {row.player: (row.strikes, row.hits, row.expected_hits) for row in report.players} == {
        "Black": (6, 2, Fraction(1)),
        "Red": (3, 1, Fraction(5, 2)),
    }


def test_chi_square_of_even_faces_is_nothing() -> None:
    assert chi_square((7,) * 6) == 0.0
    assert chi_square((0,) * 6) is None


@pytest.mark.parametrize(("square", "p"), [(9.236, 0.10), (11.070, 0.05), (15.086, 0.01), (0.0, 1.0)])
def test_chance_of_more_is_the_tabled_one(square: float, p: float) -> None:
    assert chance_of_more(square) == pytest.approx(p, abs=1e-4)


def test_few_dice_say_nothing() -> None:
    assert "fewer than 30 dice" in str(counted("titan-rules/1 standard", "Ann, Ben", "Ann tower 6", "Ben tower 3"))
