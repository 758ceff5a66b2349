"""The one-line form of positions, both ways, and what is told of lines that are nearly one."""

import contextlib
import gzip
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkout import ROOT
from strategies import documents
from titan_rules.kernel.errors import DocumentError
from titan_rules.position.documents import FORMAT
from titan_rules.position.line import line, looks_like_a_line, parse_line

DATA = ROOT / "tests" / "data"


@given(documents)
@settings(max_examples=200, deadline=None)
def test_every_position_is_read_back(document: Any) -> None:
    complete = FORMAT.complete(document)
    text = line(complete)
    assert "\n" not in text
    assert looks_like_a_line(text)
    assert parse_line(text) == complete
    assert line(parse_line(text)) == text


@pytest.mark.parametrize("name", ["battleland", "masterboard", "recruit"])
def test_every_recorded_position_is_read_back(name: str) -> None:
    seen = 0
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt") as lines:
        for row in lines:
            data = json.loads(row)["input"]
            if not isinstance(data, dict) or data.get("kind") not in FORMAT.kinds:
                continue
            position = FORMAT.read(data)
            assert parse_line(line(position)) == position
            seen += 1
    assert seen > 100


LINES = [
    "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3",
    "Brush, turn 1, attacker's maneuver: Bk03 left 310: Ogre A3, Titan off, 2 Gargoyle off / Rd01: Troll E1, Angel F1",
    "Jungle: 2 Gargoyle, Ogre",
    "105: 2 Lion",
    "turn 5, Black's movement, roll 4: Black 600 123: Bk01 600 Titan 2 Ogre Warlock, Bk02 109 Angel 2 Centaur 2 Lion"
    " / Red 300 56: Rd01 13 height 6, Rd02 105 2 Troll 2 Ogre",
    "Tundra, turn 4: Ogre D3 / Lion D4 | slain attacker Ogre Lion, left-off defender Ogre, may-summon attacker,"
    " donors Bk07 Angel, caretaker Ogre 20, ruleset summary, option cliffs=up_only",
]


@pytest.mark.parametrize("text", LINES)
def test_what_a_player_types_is_read(text: str) -> None:
    position = parse_line(text)
    assert parse_line(line(position)) == position


def test_what_is_left_out_is_the_usual() -> None:
    battle = FORMAT.to_json(parse_line(LINES[0]))
    assert battle == {
        "format": "titan-rules/1",
        "kind": "battle",
        "ruleset": "standard",
        "terrain": "Plains",
        "turn": 2,
        "side": "attacker",
        "phase": "strike",
        "attacker": {
            "player": "Black",
            "legion": "Bk01",
            "entry_side": "left",
            "score": 0,
            "characters": [{"name": "Ogre", "hex": "D3"}],
        },
        "defender": {
            "player": "Red",
            "legion": "Rd01",
            "score": 0,
            "characters": [{"name": "Lion", "hex": "D4", "hits": 3}, {"name": "Centaur", "hex": "E3"}],
        },
    }
    early: Any = parse_line("Hills: Ogre, Lion off / Troll")
    assert (early.turn, early.side, early.phase) == (1, "defender", "maneuver")
    tower: Any = parse_line("tower: gd04 200: ogre c4 / ann: lion c3 (2 hits)")
    assert (tower.attacker.entry_side, tower.attacker.player, tower.defender.player) == ("bottom", "Gold", "ann")
    game: Any = parse_line(LINES[4])
    assert (game.player("Black").score, game.find("Rd01")[1].size, game.roll) == (123, 6, 4)


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("Plains: Ogre D3 / Lion D9", "unknown-hex", "'Lion D9': unknown hex 'D9'"),
        ("Plains: Orge D3 / Lion D4", "unknown-character", "'Orge D3': unknown character 'Orge' (did you mean Ogre?)"),
        ("Planes: Ogre D3 / Lion D4", "unknown-terrain", "'Planes': unknown terrain 'Planes' (did you mean Plains?)"),
        ("Plains: Ogre D3 / Lion D3", "hex-taken", "'Lion D3'"),
        ("Plains: Ogre D3 / Lion D4 / Troll E4", "bad-position", "two sides"),
        ("Plains: 2 Ogre D3 / Lion D4", "hex-taken", "'2 Ogre D3': only one character stands in a hex"),
        ("Plains: Ogre D3 / Lion D4 thrice", "bad-position", "'Lion D4 thrice': not understood of a character"),
        ("Plains, round 3: Ogre D3 / Lion D4", "bad-position", "'round 3': not a moment of a battle"),
        ("Plains: Bk03 left 3 10: Ogre D3 / Lion D4", "bad-position", "'10': not understood"),
        ("Plains Ogre D3", "bad-position", "a position has a colon (as in: Plains: Ogre D3"),
        (": Ogre D3", "bad-position", "begins with a terrain"),
        ("77: 2 Lion", "unknown-land", "'77': there is no land 77"),
        ("Jungle:", "bad-position", "'Jungle': who is in the Legion?"),
        ("Jungle: 2", "bad-count", "'2': 2 of what?"),
        ('Plains: "Ann: Ogre D3 / Lion D4', "bad-position", "the quote is not closed"),
        ("Plains: Ogre D3 / Lion D4 | slian attacker Ogre", "unknown-key", "(did you mean slain?)"),
        ("Plains: Ogre D3 / Lion D4 | slain Ogre", "bad-position", "'Ogre': attacker or defender is wanted first"),
        ("Plains: Ogre D3 / Lion D4 | option cliffs", "", ""),
        ("turn 5, Black's movment: Black 600: Bk01 3 Titan", "bad-position", "did you mean black's movement?"),
        ("turn 5, Black's movement: Black 600: Titan Ogre", "bad-position", "a Legion begins with its marker"),
        ("turn 5: Black 600: Bk01 999 Titan / Red 200: Rd01 5 Titan", "unknown-land", "'999': there is"),
        ("turn 5, Black's movement: Black 600: Bk01 / Red 200: Rd01 5 Titan", "bad-position", "where is the Legion?"),
        ("turn 5: Black 600: Bk01 3 Titan | engagement nothing", "bad-position", "not JSON"),
        ("turn 99999999999999999999: Black 600: Bk01 3 Titan", "bad-position", "the number is too large"),
    ],
)
def test_faults_are_told_with_their_place(text: str, code: str, told: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_line(text)
    fault = caught.value.faults[0]
    assert not code or fault.code == code
    assert told.lower() in str(fault).lower()
    assert fault.pointer == ""


def test_every_fault_is_told() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_line("Plains: Orge D3 / Lion D9, Unicron E4")
    assert len(caught.value.faults) == 3


@given(st.text(max_size=80) | st.lists(st.sampled_from(" ".join(LINES).split()), max_size=12).map(" ".join))
@settings(deadline=None)
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with contextlib.suppress(DocumentError):
        assert parse_line(text) is not None


def test_other_boxes() -> None:
    text = "Plains: Ogre D3 slowed 1 / Lion D4 poisoned 2 | box abyssal-6"
    assert line(parse_line(text)) == text
    with pytest.raises(DocumentError, match="did you mean abyssal-6"):
        parse_line("Plains: Ogre D3 / Lion D4 | box abysal-6")


@pytest.mark.parametrize("text", ["game.json", "C:/ann.json", "games/a:b.json", "./Plains: x", '{"kind": "game"}', "-"])
def test_names_of_files_are_no_positions(text: str) -> None:
    assert not looks_like_a_line(text)


def test_the_lines_of_the_documentation_are_read() -> None:
    page = (ROOT / "docs" / "documents.md").read_text()
    block = page.partition("## A position on one line")[2].partition("```text\n")[2].partition("```")[0]
    for text in block.splitlines():
        assert parse_line(line(parse_line(text))) == parse_line(text)
    assert block.count("\n") == 5
