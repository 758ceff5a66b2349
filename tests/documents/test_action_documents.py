"""Every action as a line of a replay: its keys as the contract has them, and every fault with its place."""

from typing import Any

import pytest

from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import ACTIONS, action_from_json
from titan_rules.kernel.errors import DocumentError

LINES: list[dict[str, Any]] = [
    {"do": "tower", "by": "Ann", "die": 3},
    {"do": "color", "by": "Ann", "color": "Black", "marker": "Bk05"},
    {"do": "split", "legion": "Bk01", "into": "Bk02", "characters": ["Ogre", "Ogre"]},
    {"do": "end-splits"},
    {"do": "roll", "die": 4},
    {"do": "mulligan", "die": 6},
    {"do": "move", "legion": "Bk01", "to": 105, "entry_side": "left", "how": "titan-teleport", "reveal": ["Titan"]},
    {"do": "recombine", "legion": "Bk02", "into": "Bk01"},
    {"do": "end-moves"},
    {"do": "engage", "land": 105},
    {"do": "end-engagements"},
    {"do": "flee"},
    {"do": "stand"},
    {"do": "propose", "by": "Black", "attacker_loses": ["Ogre"], "defender_loses": "all"},
    {"do": "accept", "by": "Red", "attacker_loses": [], "defender_loses": "all"},
    {"do": "no-more", "by": "Red"},
    {"do": "concede", "by": "Red"},
    {"do": "fight", "by": "Red"},
    {"do": "maneuver", "character": "Ogre", "from": None, "to": "D3"},
    {"do": "end-maneuver"},
    {
        "do": "strike",
        "from": "D3",
        "to": "D4",
        "dice": [6, 5, 1],
        "strike_number": 6,
        "dice_count": 3,
        "carry": [{"to": "E3", "hits": 2}],
    },
    {"do": "end-strikes"},
    {"do": "attempt-concession", "by": "Red"},
    {"do": "accept-concession", "by": "Black"},
    {"do": "summon", "from": "Bk07", "character": "Angel", "legion": "Bk01"},
    {"do": "reinforce", "character": "Troll", "with": ["Ogre", "Ogre"]},
    {"do": "no-summon"},
    {"do": "no-reinforce"},
    {"do": "acquire", "characters": ["Angel"], "legion": "Bk01"},
    {"do": "muster", "legion": "Bk02", "character": "Lion", "with": ["Centaur", "Centaur"]},
    {"do": "end-turn"},
    {"do": "withdraw", "by": "Red"},
]


def test_every_action_is_here() -> None:
    assert {line["do"] for line in LINES} == set(ACTIONS)


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["do"])
def test_read_and_written_with_the_same_keys(line: dict[str, Any]) -> None:
    action = action_from_json(line)
    assert action.to_json() == line
    assert parse(written(action)) == action


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ({"do": "strike", "to": "D4"}, [("missing-key", "", "'from'")]),
        ({"do": "strike", "origin": "D3", "to": "D4"}, [("missing-key", "", "'from'"), ("unknown-key", "/origin", "")]),
        ({"do": "strike", "from": "Z9", "to": "D4"}, [("unknown-hex", "/from", "Z9")]),
        ({"do": "summon", "from": "Bk99", "character": "Angel"}, [("unknown-marker", "/from", "")]),
        ({"do": "reinforce", "character": "Lion", "with": ["Orge"]}, [("unknown-character", "/with/0", "")]),
        ({"do": "reinforce", "character": "Lion", "wiht": []}, [("unknown-key", "/wiht", "")]),
    ],
)
def test_faults_name_the_keys_of_the_line(line: dict[str, Any], faults: list[tuple[str, str, str]]) -> None:
    with pytest.raises(DocumentError) as caught:
        action_from_json(line)
    found = [(fault.code, fault.pointer) for fault in caught.value.faults]
    assert sorted(found) == sorted((code, pointer) for code, pointer, _ in faults)
    assert all(part in str(caught.value) for _, _, part in faults)
