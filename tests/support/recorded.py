"""Recorded games that tests replay, break, cut and pack."""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from checkout import EXAMPLES, ROOT
from titan_rules.deduction.recorded import Recording, recorded
from titan_rules.kernel.replaying import line_of
from titan_rules.play import next_choice
from titan_rules.position.game import Game
from titan_rules.replays.documents import start_of
from titan_rules.replays.record import RecordedGame
from titan_rules.replays.report import judged

SHIPPED = ROOT / "scenarios" / "games" / "a-titan-too-bold.replay.jsonl"
ARCHIVE = Path(__file__).parents[1] / "data" / "games"
LONGER = ARCHIVE / "colossus-game036.replay.jsonl.gz"

Rows = list[dict[str, Any]]


def shipped() -> Rows:
    """The annotated game of the repository; row i is line i + 1."""
    return [json.loads(line) for line in SHIPPED.read_text().splitlines()]


def longer() -> Rows:
    """A game of three players."""
    return [json.loads(line) for line in gzip.decompress(LONGER.read_bytes()).splitlines()]


def who_left() -> Rows:
    """A made-up game whose splits say who left."""
    return [json.loads(line) for line in (EXAMPLES / "who-left.replay.jsonl").read_text().splitlines()]


def recording(rows: Rows, step: int | None = None) -> Recording:
    """A recorded game followed to a step."""
    return recorded([line_of(number, row) for number, row in enumerate(rows[1:], 2)], start_of(rows[0]), step)


def text(rows: Rows) -> str:
    """Rows as a file has them."""
    return "".join(json.dumps(row) + "\n" for row in rows)


def plain(rows: Rows) -> Rows:
    """Rows without what they expect."""
    return [{key: value for key, value in row.items() if key != "expect"} for row in rows]


def spread_out(count: int) -> list[Game]:
    """Positions of a game of three players, in battles and outside, evenly spread."""
    record = RecordedGame((i, line) for i, line in enumerate(text(longer()).splitlines(keepends=True), 1))
    states: list[Game] = []
    judged(record.lines(), record.start(), watch=lambda step: states.append(step.state))
    return states[:: max(1, len(states) // count)][:count]


@cache
def states_by_choice() -> dict[str, Game]:
    """The first position of a game of three players for each kind of choice."""
    record = RecordedGame((i, line) for i, line in enumerate(text(longer()).splitlines(keepends=True), 1))
    states = [record.start()]
    judged(record.lines(), record.start(), watch=lambda step: states.append(step.state))
    found: dict[str, Game] = {}
    for state in states:
        found.setdefault(next_choice(state).decides, state)
    found.pop("nothing", None)
    return found
