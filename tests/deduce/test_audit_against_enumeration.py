"""An audit finds what trying every history finds: whether one is legal, and how far the last one goes."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recorded import who_left
from titan_rules.actions.intents import action_from_json
from titan_rules.box import STANDARD
from titan_rules.deduction.audit import audit
from titan_rules.deduction.history import alphabet
from titan_rules.deduction.multisets import parts
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.replaying import line_of
from titan_rules.play import apply
from titan_rules.position.game import Game
from titan_rules.replays.documents import start_of
from trials import share

ALPHABET = alphabet(STANDARD)

Rows = list[dict[str, Any]]

HEADER, *ROWS = who_left()
START = start_of(HEADER)

CLAIMS = (
    ("Troll", ("Ogre", "Ogre")),
    ("Troll", ("Troll",)),
    ("Ogre", ("Ogre",)),
    ("Ranger", ("Troll", "Troll")),
    ("Guardian", ("Troll",) * 3),
    ("Guardian", ("Ogre",) * 3),
    ("Warlock", ("Titan",)),
    ("Ogre", ()),
)
"""What a Legion may claim to muster, and with whom."""


def told(rng: random.Random) -> Rows:
    """The record, without who left in Black's splits, with some of its musters changed and others added."""
    rows: Rows = []
    for row in ROWS:
        row = dict(row)
        if row["do"] == "split" and row["legion"].startswith("Bk"):
            row["count"] = len(row.pop("characters"))
        if row["do"] == "muster" and rng.random() < 0.25:
            character, way = rng.choice(CLAIMS)
            row |= {"character": character, "with": list(way)}
        rows.append(row)
        if row["do"] in ("muster", "end-moves") and rng.random() < 0.25:
            character, way = rng.choice(CLAIMS)
            marker = rng.choice(("Bk01", "Bk02", "Bk03"))
            rows.append({"do": "muster", "legion": marker, "character": character, "with": list(way)})
    return rows


def furthest(game: Game, rows: Rows, at: int = 0) -> int:
    """How many actions the best of all histories carries out."""
    for i in range(at, len(rows)):
        row = rows[i]
        if "count" in row:
            return _best_split(game, rows, i)
        try:
            game = apply(game, action_from_json(row)).state
        except IllegalAction:
            return i
    return len(rows)


def _best_split(game: Game, rows: Rows, at: int) -> int:
    holder = game.find(rows[at]["legion"])
    best = at
    for part, _ in parts(ALPHABET.pack(holder[1].characters or ()), rows[at]["count"]) if holder else ():
        row = {key: value for key, value in rows[at].items() if key != "count"}
        row["characters"] = list(ALPHABET.unpack(part))
        best = max(best, furthest(game, [*rows[:at], row, *rows[at + 1 :]], at))
        if best == len(rows):
            break
    return best


def compare(seed: int) -> bool:
    """Compare both on one made-up record; whether it is legal."""
    rows = told(random.Random(seed))
    found = audit([line_of(number, row) for number, row in enumerate(rows, 2)], START)
    assert found.steps == furthest(START, rows)
    assert found.verdict == ("legal" if found.steps == len(rows) else "illegal")
    return found.verdict == "legal"


@given(st.integers(0, 1 << 30))
@share(4)
def test_an_audit_goes_as_far_as_the_best_history(seed: int) -> None:
    compare(seed)


@pytest.mark.long
def test_audits_of_many_records_go_as_far_as_the_best_history() -> None:
    assert {compare(seed) for seed in range(500)} == {True, False}
