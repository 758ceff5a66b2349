"""The one-line form of positions, both ways, and what is told of lines that are nearly one."""

import contextlib
import gzip
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkout import ROOT
from looping import for_each, some
from positions import boxed, documents
from running import calls_of
from titan_rules import simulate
from titan_rules.actions.intents import EndMoves, Move, Muster
from titan_rules.kernel.errors import CannotTell, DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, is_legal, legal_actions
from titan_rules.play.listing import owed
from titan_rules.position.documents import FORMAT
from titan_rules.text.parsing import parse
from titan_rules.text.positions import as_game, line, looks_like_a_line, parse_line, read_line, read_words
from titan_rules.text.words import words

DATA = ROOT / "tests" / "data"


@given(documents)
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
        for row in some(lines):
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


@for_each("text", LINES)
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


@for_each(
    ("text", "code", "told"),
    [
        ("Plains: Ogre D3 / Lion D9", "unknown-hex", "'Lion D9': unknown hex 'D9'"),
        ("Plains: Grog D3 / Lion D4", "unknown-character", "'Grog D3': unknown character 'Grog'"),
        ("Plainss: Ogre / Lionn D4 / Troll", "bad-position", "two sides"),
        ("Plains: Ogre D3 / Lion D3", "hex-taken", "'Lion D3'"),
        ("Plains: Ogre D3 / Lion D4 / Troll E4", "bad-position", "two sides"),
        ("Plains: 2 Ogre D3 / Lion D4", "hex-taken", "'Ogre D3': only one character stands in a hex"),
        ("Plains: Ogre D3 / Lion D4 thrice", "bad-position", "'thrice': has no use here"),
        ("Plains, thrice: Ogre D3 / Lion D4", "bad-position", "'thrice': has no use here"),
        ("Plains: Bk03 left 3 10: Ogre D3 / Lion D4", "said-twice", "'10': score is given twice"),
        ("Plains Ogre D3", "bad-position", "a battle has two sides, with one slash between them"),
        (": Ogre D3", "bad-position", "begins with a terrain"),
        ("77: 2 Lion", "unknown-land", "'77': there is no land 77"),
        ("Jungle:", "bad-position", "'Jungle': who is in the Legion?"),
        ("Jungle: 2", "bad-count", "'2': 2 of what?"),
        ("Jungle: Ogres", "bad-position", "'Ogres': how many?"),
        ("Plains: Ogres D3 / Lion D4", "bad-position", "'Ogres': how many?"),
        ('Plains: "Ann: Ogre D3 / Lion D4', "bad-position", "the quote is not closed"),
        ("Plains: Ogre D3 / Lion D4 | slian attacker Ogre", "unknown-key", "(did you mean slain?)"),
        ("Plains: Ogre D3 / Lion D4 | slain Ogre", "bad-position", "'slain Ogre': expected attacker or defender first"),
        ("Plains: Ogre D3 / Lion D4 | option cliffs", "", ""),
        ("Bk02 109 not 2 Lion, roll 4", "bad-position", "'not'"),
        ("Plains: Ogre D3 / Lion D4 | began attacker, began defender", "wrong-side", "only told of the attacker"),
        ("Plains: Ogre D3 / Lion D4 6 hp", "bad-position", "'6': has no use here"),
        ("turn 5, Black's mooovment: Black 600: Bk01 3 Titan", "bad-position", "'mooovment': has no use here"),
        ("turn 5, Black's movement: Black 600: Titan Ogre", "bad-position", "where is the Legion?"),
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
        parse_line("Plains: Grog D3 / Lion D9, Unihron E4")
    assert len(caught.value.faults) == 3


@given(boxed)
def test_every_position_of_every_box_is_read_back(position: Any) -> None:
    assert parse_line(line(position)) == position


@given(st.text(max_size=80) | st.lists(st.sampled_from(" ".join(LINES).split()), max_size=12).map(" ".join))
def test_any_text_is_a_position_or_refused(text: str) -> None:
    with contextlib.suppress(DocumentError):
        assert parse_line(text) is not None


def test_other_boxes() -> None:
    text = "Plains: Ogre D3 slowed 1 / Lion D4 poisoned 2 | box abyssal-6"
    assert line(parse_line(text)) == text
    with pytest.raises(DocumentError, match="did you mean abyssal-6"):
        parse_line("Plains: Ogre D3 / Lion D4 | box abysal-6")


@for_each("text", ["game.json", "C:/ann.json", "games/a:b.json", "./Plains: x", '{"kind": "game"}', "-"])
def test_names_of_files_are_no_positions(text: str) -> None:
    assert not looks_like_a_line(text)


def test_the_lines_of_the_documentation_are_read() -> None:
    page = (ROOT / "docs" / "documents.md").read_text()
    block = page.partition("## A position on one line")[2].partition("```text\n")[2].partition("```")[0]
    block = block.replace("\n    ", " ")  # long lines are wrapped
    for text in some(block.splitlines()):
        assert parse_line(line(parse_line(text))) == parse_line(text)
    assert block.count("\n") == 5


TWICE = [
    "Plains, turn 3, turn 4: Ogre D3 / Lion D4",
    "Plains, attacker's maneuver, attacker's strike: Ogre D3 / Lion D4",
    "Plains: Ogre D3 2 hits 3 hits / Lion D4",
    "Plains: Ogre D3 off / Lion D4",
    "Plains: Bk03 Bk04: Ogre D3 / Lion D4",
    "Plains: Ogre D3 / Lion D4 | began attacker, began attacker",
    "Plains: Ogre D3 / Lion D4 | box standard, box standard",
    "Plains: Ogre D3 / Lion D4 | caretaker Ogre 2, caretaker Lion 2",
    "Plains: Ogre D3 / Lion D4 | option cliffs=up_only, option cliffs=up_only",
    "Plains: Ogre D3 / Lion D4 | donors Bk07 Angel, donors Bk07 Angel",
    "turn 5, Black's movement, roll 4, roll 5: Bk02 109 2 Lion",
    "turn 5, Black's movement: Bk02 109 2 Lion, Bk02 105 Lion",
    "Black's movement: Black tower 600 tower 500: Bk02 109 2 Lion",
    "my movement: Black's score 40 Bk01 600 Titan, my score 30 Bk02 109 2 Lion",
]


@for_each("text", TWICE)
def test_what_is_said_twice_is_refused_at_the_second(text: str) -> None:
    with pytest.raises(DocumentError, match="given twice"):
        parse_line(text)


LONG: dict[str, Callable[[int], str]] = {
    "began": lambda n: "Plains: Ogre D3 / Lion D4 | " + ", ".join(["began attacker"] * n),
    "box": lambda n: "box standard, " * n + ": Ogre D3 / Lion D4",
    "players": lambda n: "turn 5: " + " / ".join(["Black 600: Bk01 3 Titan"] * n),
    "characters": lambda n: "Plains: " + ", ".join(["Ogre D3"] * n) + " / Lion D4",
    "count": lambda n: "Jungle: " + "2 Gargoyle " * n,
    "turns": lambda n: "Plains" + ", turn 2" * n + ": Ogre D3 / Lion D4",
    "quotes": lambda n: 'Plains: "' + "\\" * n + ": Ogre D3 / Lion D4",
    "letters": lambda n: "x" * n + ": y",
    "little": lambda n: "Plains: " + "the attacker in the turn of " * n,
    "hexes": lambda n: "Plains: Ogre " + "D3, " * n,
}


@pytest.mark.parametrize("shape", LONG)
def test_reading_grows_with_the_line_not_faster(shape: str) -> None:
    """Eight times the line takes at most about eight times the calls: nothing is read again and again."""

    def read(n: int) -> None:
        with contextlib.suppress(DocumentError):
            parse_line(LONG[shape](n))

    read(1)
    assert calls_of(lambda: read(800)) < 12 * calls_of(lambda: read(100)) + 5_000


AS_PEOPLE_WRITE = [
    ("Plains, my ogre on d3 against his lion on d4, which has 3 hits", "Plains: Ogre D3 / Lion D4 3 hits"),
    ("plains, my ogre on d3, his lion on d4 (3 hits)", "Plains: Ogre D3 / Lion D4 3 hits"),
    ("2 ogres d3 c3 vs lion d4", "Plains: Ogre D3, Ogre C3 / Lion D4"),
    ("Ogre (D3) versus Lion (D4; three hits) in the Plains", "Plains: Ogre D3 / Lion D4 3 hits"),
    ("lion d4 defends against ogre d3 in plains", "Plains: Ogre D3 / Lion D4"),
    ("Plains, defender: Lion D4, attacker: Ogre D3", "Plains: Ogre D3 / Lion D4"),
    ("the attacker's ogre d3, the defender's lion d4, the attacker's troll e2", "Plains: Ogre D3, Troll E2 / Lion D4"),
    ("Plains: Red's Ogre D3, Gold's Lion D4", "Plains: Rd01: Ogre D3 / Gd01: Lion D4"),
    ("Plains: Ann's Ogre D3, Ben's Lion D4", 'Plains: "Ann" Bk01: Ogre D3 / "Ben" Rd01: Lion D4'),
    ("Plains: D3 Ogre, E2 Troll / D4 Lion", "Plains: Ogre D3, Troll E2 / Lion D4"),
    ("Plains: 3 Ogres D3, D2 and E2 vs Lion D4", "Plains: Ogre D3, Ogre D2, Ogre E2 / Lion D4"),
    ("Pl: OgrD3 v Lio D4 3h", "Plains: Ogre D3 / Lion D4 3 hits"),
    ("105: Ogre D3 / Lion D4", "Plains: Ogre D3 / Lion D4 | land 105"),
    ("defender's third maneuver phase, Brush: Ogre D3 / Centaur E5",
     "Brush, turn 3, defender's maneuver: Ogre D3 / Centaur E5"),
    ("attacker to move, plains ogre d3 vs lion d6", "Plains, attacker's maneuver: Ogre D3 / Lion D6"),
    ("Red strikes back, plains: ogre d3 / lion d4", "Plains, defender's strikeback: Ogre D3 / Lion D4"),
    ("Plains: Ogre D3 / Lion D4 | turn 3, attacker's maneuver",
     "Plains, turn 3, attacker's maneuver: Ogre D3 / Lion D4"),
    ("the jungle, with two gargoyles and one ogre", "Jungle: 2 Gargoyle, Ogre"),
    ("Jungle: Gargoyle x2", "Jungle: 2 Gargoyle"),
    ("3 ogres in hills", "Hills: 3 Ogre"),
    ("2 lions in 105", "Plains: 2 Lion | land 105"),
    ("Titan in 105, 390 points",
     "turn 2, Black's commencement: Black tower 600 score 390: Bk01 105 Titan / Red tower 500 | elsewhere Red"),
    ("my Legion is in 19, I rolled a 6",
     "turn 2, Black's movement, roll 6: Black tower 600: Bk01 19 height 4 / Red tower 500"
     " | elsewhere Black, elsewhere Red"),
    ("Red has 2 Centaurs and an Ogre in 4, rolled a 1",
     "turn 2, Red's movement, roll 1: Red tower 600: Rd01 4 2 Centaur Ogre / Black tower 500"
     " | elsewhere Red, elsewhere Black"),
    ("i have 2 centaurs in the plains", "Plains: 2 Centaur"),
    ("you attack my Angel and 2 Ogres in 105",
     "turn 2, Red's engagement: Red tower 600: Rd01 105 height 4 / Black tower 500: Bk01 105 Angel 2 Ogre"
     " | elsewhere Red, elsewhere Black"),
    ("my Legion of 7 is in 105, turn 4",
     "turn 4, Black's commencement: Black tower 600: Bk01 105 height 7 / Red tower 500"
     " | elsewhere Black, elsewhere Red"),
    ("my Titan is in 105 with 420 points, I rolled a 6, Red is in 20",
     "turn 2, Black's movement, roll 6: Black tower 600 score 420: Bk01 105 Titan / Red tower 500: Rd01 20 height 4"
     " | elsewhere Red"),
    ("Red's movement, roll 6: my Legion is in tower 100, his Legion Bk03 in 101",
     "turn 2, Red's movement, roll 6: Red tower 600: Rd01 100 height 4 / Black tower 500: Bk03 101 height 4"
     " | elsewhere Red, elsewhere Black"),
    ("turn 1, commencement: my Legion has Titan and 3 Ogres",
     "turn 1, Black's commencement: Black tower 600: Bk01 600 Titan 3 Ogre / Red tower 500 | elsewhere Red"),
    ("I have 2 lions in the Plains 105, and he has a troll in 106",
     "turn 2, Black's commencement: Black tower 600: Bk01 105 2 Lion / Red tower 500: Rd01 106 Troll"
     " | elsewhere Black, elsewhere Red"),
    ("Black to move, rolled 6, score 500, Bk01 in 109: Titan, Ogre; Red Rd01 in 30",
     "turn 2, Black's movement, roll 6: Black tower 600 score 500: Bk01 109 Titan Ogre"
     " / Red tower 500: Rd01 30 height 4 | elsewhere Red"),
    ("turn 5, my movement: Black's Bk01 600 Titan, my Bk02 103 Lion, score 20, Red's Rd01 13 Ogre",
     "turn 5, Black's movement: Black tower 600 score 20: Bk01 600 Titan, Bk02 103 Lion"
     " / Red tower 500: Rd01 13 Ogre | elsewhere Red"),
    ("I have a Centaur on D3 and he has a Troll on D4, we fight in the Marsh", "Marsh: Centaur D3 / Troll D4"),
]  # fmt: skip


@for_each(("text", "written"), AS_PEOPLE_WRITE)
def test_positions_as_people_write_them(text: str, written: str) -> None:
    assert line(read_line(text).position) == written


def test_words_are_read_as_their_text() -> None:
    assert (
        read_words(words("plains, my ogre on d3")).assumptions == read_line("plains, my ogre on d3", True).assumptions
    )
    assert read_words(words("3 ogres in hills")).position == parse_line("Hills: 3 Ogre")


def test_a_question_about_a_muster_is_a_game() -> None:
    muster: Any = parse_line("Tower: 2 Ogre, Titan | box balrog, caretaker Warlock 0")
    game = as_game(muster)
    assert FORMAT.validate(game) == []
    legion = game.find("Bk01")
    assert legion is not None
    assert legion[1].moved
    assert [player.elsewhere for player in game.players] == [False, True]
    musters = {action.character for action in legal_actions(game) if isinstance(action, Muster)}
    assert musters == {"Centaur", "Gargoyle", "Ogre"}


def test_the_land_of_a_battle_is_kept() -> None:
    battle = evolve(parse_line("Plains: Ogre D3 / Lion D4"), land=105)
    assert str(battle) == "Plains: Ogre D3 / Lion D4 | land 105"
    assert parse_line(str(battle)) == battle


def test_a_fragment_is_not_filled_up_with_legions_that_nobody_named() -> None:
    read = read_line("black has bk02 in land 109 with two lions, black rolled a 4")
    game: Any = read.position
    assert (game.active, game.phase, game.roll) == ("Black", "movement", 4)
    assert [(legion.legion, legion.characters) for _, legion in game.legions()] == [("Bk02", ("Lion", "Lion"))]
    assert [player.elsewhere for player in game.players] == [True, True]
    assert any("Titan is elsewhere" in assumption.text for assumption in read.assumptions)
    assert any("Red" in assumption.text for assumption in read.assumptions)
    assert "phase" in read.unsaid
    assert "roll" not in read.unsaid


def test_a_legion_of_which_nothing_is_said_has_no_moves() -> None:
    game: Any = parse_line("turn 3, Black's movement, roll 4: Black: Bk01 41 2 Ogre / Red: Rd01 13 height 6")
    assert {action.legion for action in legal_actions(game) if isinstance(action, Move)} == {"Bk01"}
    assert owed(game) == []
    with pytest.raises(CannotTell, match="another Legion of Black has moved"):
        is_legal(game, EndMoves())
    moved: Any = parse_line("Black's movement, roll 4: Bk01 41 2 Ogre moved")
    assert is_legal(moved, EndMoves())


def test_a_height_that_is_not_said_is_told() -> None:
    read = read_line("my Legion is in 19, his Legion of 6 is in 20, I rolled a 6")
    assert "who is in Bk01 is not known, height 4" in [told.text for told in read.assumptions]
    assert "who is in Rd01" not in str(read.assumptions)


@pytest.mark.parametrize("text", ["turn 5, my Legion has Titan, 2 Ogres", "you attack my 3 lions", "Legion of 2 Ogres"])
def test_a_land_that_cannot_matter_is_filled_in_and_told(text: str) -> None:
    read = read_line(text, asked=True)
    assert "land" in read.unsaid
    assert "Bk01 is in some land, such as 1" in [told.text for told in read.assumptions]
    for matters in (f"{text}, roll 4", f"{text}, enlistment"):
        with pytest.raises(DocumentError, match="where is the Legion"):
            read_line(matters, asked=True)
    with pytest.raises(DocumentError, match="where is the Legion"):
        read_line(text)


def test_an_enemy_of_whom_nothing_is_said_is_out_of_the_way() -> None:
    read = read_line("Swamp: Wyvern C3", asked=True)
    assert [told.text for told in read.assumptions] == ["the other side is out of the way"]
    battle: Any = read.position
    assert battle.defender.characters == ()
    while battle.side == "attacker":
        battle = apply(battle, next(action for action in legal_actions(battle) if action.do.startswith("end-"))).state
    assert battle.outcome is None
    with pytest.raises(CannotTell):
        simulate(battle, 1, seed=1)


@for_each(
    ("text", "shown"),
    [
        (
            "turn 3, Red's movement, roll 1: Bk01 41 2 Ogre, Bk02 41 2 Ogre / Rd01 12 2 Ogre",
            "Bk01 and Bk02 share land 41",
        ),
        ("Plains, Green's strike: Ogre D3 / Lion D4", "Green does not fight here"),
        ("Bk02 in the Hills 105: 2 Lion", "'Hills': 105 is not in the Hills"),
        ("105 Hills: 2 Lion", "105 is not in the Hills"),
        ("Plains: / ", "nobody is in this battle"),
        ("Plains: Ogre D3 / Lion D4, Plains Centaur C3", "'Plains': terrain is given twice"),
        ("Plains: my ogre d3, lion d4", "two sides"),
        ("my legion in 19, my lions in 20", "'lions': how many?"),
        ("I have 2 Legions in 105", "'2': has no use here"),
        ("I attack Red in 105 with 3 Ogres", "'with': has no use here"),
    ],
)
def test_nothing_that_is_said_is_overridden(text: str, shown: str) -> None:
    with pytest.raises(DocumentError) as caught:
        parse_line(text)
    assert shown in str(caught.value)


@for_each(
    ("text", "tower", "score"),
    [("Black 400", 600, 400), ("Black 400 123", 400, 123), ("Black tower 400", 400, 0), ("Black score 400", 600, 400),
     ("Black tower 400 200", 400, 200)],
)  # fmt: skip
def test_a_number_alone_is_a_score(text: str, tower: int, score: int) -> None:
    game: Any = parse_line(f"{text}: Bk01 12 Titan / Red: Rd01 20 height 4")
    assert (game.player("Black").tower, game.player("Black").score) == (tower, score)


def test_two_who_stand_without_a_slash_are_two_sides_which_is_told() -> None:
    read = read_line("plains. ranger d2, lion d4", asked=True)
    assert line(read.position) == "Plains: Ranger D2 / Lion D4"
    assert [told.text for told in read.assumptions] == ["the first who is named attacks the other"]
    for text in ("plains: ranger d2, lion d4, troll e4", "plains: my ranger d2, lion d4"):
        with pytest.raises(DocumentError, match="two sides"):
            read_line(text, asked=True)


def test_a_legion_that_has_not_moved_is_written_so_where_a_move_would_be_taken_for_granted() -> None:
    form = "turn 2, Red's enlistment: Red tower 300: Rd02 105 2 Lion{} / Black tower 100"
    form += " | elsewhere Red, elsewhere Black{}"
    for text in (form.format(" not moved", ""), form.format("", ", moved Rd02")):
        read = read_line(text)
        assert line(read.position) == text
        assert "moved" not in read.unsaid


@for_each("text", ["I", "it", "not", "Bk02 is mine", "my", "a", "the the", "Black and Red and white"])
def test_words_without_a_position_are_refused(text: str) -> None:
    with pytest.raises(DocumentError):
        parse_line(text)


def test_a_number_before_a_plural_is_a_count_and_no_land() -> None:
    with pytest.raises(DocumentError, match="where is the Legion"):
        parse_line("Bk01: 7 Lions")
    game: Any = parse_line("Bk01 7 Lion")
    assert (game.find("Bk01")[1].land, game.find("Bk01")[1].size) == (7, 1)


def test_a_legion_of_which_part_is_known_reveals_what_is_known() -> None:
    """MUSTER-2: three Lions of a Legion of six muster a Griffon; whether others could is not known."""
    position = "Black's enlistment: Bk01 7 {} height 6 | moved Bk01"
    game: Any = parse_line(position.format("3 Lion"))
    muster: Any = parse("Bk01 musters Griffon", game)
    assert muster.with_ == ("Lion", "Lion", "Lion")
    assert is_legal(game, parse("Bk01 musters Griffon", game))
    hidden: Any = parse_line(position.format(""))
    with pytest.raises(CannotTell, match="whether it holds"):
        is_legal(hidden, parse("Bk01 musters Griffon", hidden))
