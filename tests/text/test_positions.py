"""What battles in words, and keys behind the bar, are read as, and what is said of those that are not read."""

from typing import Any

import pytest

from looping import for_each
from titan_rules.kernel.errors import DocumentError
from titan_rules.position.documents import FORMAT
from titan_rules.position.muster import Muster
from titan_rules.text.battle_reader import BattleReader
from titan_rules.text.positions import as_game, line, looks_like_a_line, parse_line, read_line, unchecked
from titan_rules.text.reader import Misread

BATTLE = BattleReader.shape
"""The example that refusals show."""

ROLES = "one of: attacker, defender"
FOUGHT, PLAYED = "Plains: Ogre D3 / Lion D4", "turn 5: Black 600: Bk01 3 Titan / Red: Rd01 5 height 4"


def refusal(text: str, *, asked: bool = False) -> list[tuple[str, str, str, str]]:
    """Every fault of a text: its code, its message, its hint, and the words that a message without them is about."""
    with pytest.raises(DocumentError) as caught:
        read_line(text, asked)
    place = caught.value.place if isinstance(caught.value, Misread) else (0, 0)
    return [(fault.code, fault.message, fault.hint or "", text[slice(*place)]) for fault in caught.value.faults]


# --- whose side it is ------------------------------------------------------------------------------------------------

BLACK_AND_RED = "Black=attacker attacker=attacker Red=defender defender=defender"


@for_each(
    ("text", "written", "owners"),
    [
        ("Plains: Ogre D3 / Lion D4", "Plains: Ogre D3 / Lion D4", BLACK_AND_RED),
        # The first side attacks, unless a role is said.
        ("Plains: defender: Ogre D3 / attacker: Lion D4", "Plains: Lion D4 / Ogre D3",
         "attacker=attacker Black=attacker defender=defender Red=defender"),
        ("Plains: Ogre D3 / attacker: Lion D4", "Plains: Lion D4 / Ogre D3",
         "attacker=attacker Black=attacker Red=defender defender=defender"),
        ("Plains, defender: Ogre D3, my Lion D4", "Plains: Lion D4 / Ogre D3",
         "mine=attacker Black=attacker attacker=attacker defender=defender Red=defender theirs=defender"),
        ("Plains: Lion D4 defends against Ogre D3", "Plains: Ogre D3 / Lion D4",
         "Black=attacker attacker=attacker defender=defender Red=defender"),
        # Mine and yours: whoever is named in one way only has the other one, too.
        ("Plains: my Ogre D3, his Lion D4", "Plains: Ogre D3 / Lion D4",
         "mine=attacker Black=attacker attacker=attacker theirs=defender Red=defender defender=defender"),
        ("Plains: your Ogre D3, Red's Lion D4", "Plains: Ogre D3 / Lion D4",
         "theirs=attacker Black=attacker attacker=attacker Red=defender defender=defender mine=defender"),
        ("Plains: my Ogre D3, my Troll E2 / his Lion D4, his Ogre E4", "Plains: Ogre D3, Troll E2 / Lion D4, Ogre E4",
         "mine=attacker Black=attacker attacker=attacker theirs=defender Red=defender defender=defender"),
        ("Plains: I have Ogre D3, you have Lion D4, I have Troll E2", "Plains: Ogre D3, Troll E2 / Lion D4",
         "mine=attacker Black=attacker attacker=attacker theirs=defender Red=defender defender=defender"),
        # Colours, and players by name; a role and a colour are one side.
        ("Plains: Red defender: Ogre D3 / Lion D4", "Plains: Lion D4 / Ogre D3",
         "Black=attacker attacker=attacker defender=defender Red=defender"),
        ("Plains: Gold: Ogre D3 / Blue: Lion D4", "Plains: Gd01: Ogre D3 / Bu01: Lion D4",
         "Gold=attacker attacker=attacker Blue=defender defender=defender"),
        ("Plains: Ann 310: Titan D3 / ben Gd02: Lion D4", 'Plains: "Ann" Bk01 310: Titan D3 / "ben" Gd02: Lion D4',
         "Ann=attacker attacker=attacker ben=defender defender=defender"),
        ('Plains: "Ann Smith\'s": Ogre D3 / Lion D4', 'Plains: "Ann Smith\'s" Bk01: Ogre D3 / Lion D4',
         "Ann Smith's=attacker attacker=attacker Red=defender defender=defender"),
        ('Plains: "|": Ogre D3 / Lion D4', 'Plains: "|" Bk01: Ogre D3 / Lion D4',
         "|=attacker attacker=attacker Red=defender defender=defender"),
        ("Ann: Ogre D3 / Lion D4 in the Plains", 'Plains: "Ann" Bk01: Ogre D3 / Lion D4',
         "Ann=attacker attacker=attacker Red=defender defender=defender"),
        # Black attacks Red, unless the other side is said to be Black or Red.
        ("Plains: Red: Ogre D3 / Lion D4", "Plains: Rd01: Ogre D3 / Bk01: Lion D4",
         "Red=attacker attacker=attacker Black=defender defender=defender"),
        ("Plains: Rd07: Ogre D3 / Lion D4", "Plains: Rd07: Ogre D3 / Bk01: Lion D4",
         "Red=attacker attacker=attacker Black=defender defender=defender"),
        ("Plains: Ogre D3 / Black: Lion D4", "Plains: Rd01: Ogre D3 / Bk01: Lion D4",
         "Red=attacker attacker=attacker Black=defender defender=defender"),
        ("Plains: Ogre D3 / Bk02: Lion D4", "Plains: Rd01: Ogre D3 / Bk02: Lion D4",
         "Red=attacker attacker=attacker Black=defender defender=defender"),
        ("Plains: Ogre D3 / Green: Lion D4", "Plains: Ogre D3 / Gr01: Lion D4",
         "Black=attacker attacker=attacker Green=defender defender=defender"),
    ],
)  # fmt: skip
def test_whose_side_is_whose(text: str, written: str, owners: str) -> None:
    read = read_line(text)
    assert line(read.position) == written
    assert " ".join(f"{owner}={role}" for owner, role in read.owners.items()) == owners
    assert read.assumptions == ()


@for_each(
    ("text", "message", "word"),
    [
        ("Plains: Ogre D3", "a battle has two sides, with one slash between them", ""),
        ("Plains: attacker Ogre D3, Lion D4", "a battle has two sides, with one slash between them", ""),
        ("Plains: Ogre D3 / Lion D4 / Troll E4", "'/': a battle has two sides: a third begins here", "/"),
        ("Plains: Ogre D3 vs Lion D4 vs Troll E4", "'vs': a battle has two sides: a third begins here", "vs"),
        ("Plains: my Ogre D3, his Lion D4, Ann's Troll E4", "\"Ann's\": a battle has two sides: a third begins here",
         "Ann's"),
        ("Plains: my Ogre D3 / his Lion D4, my Troll E4", "'my': a battle has two sides: a third begins here", "my"),
        ("Plains: Ogre D3, Bk02 Lion D4, Rd01 Troll E4", "'Rd01': a battle has two sides: a third begins here", "Rd01"),
        ("Plains: my Ogre D3 / my Lion D4", "'my': is said of both sides", "my"),
        ("Plains: Red: Ogre D3 / Red: Lion D4", "'Red': is said of both sides", "Red"),
        ("Plains, attacker: Ogre D3 / attacker: Lion D4", "'attacker': is said of both sides", "attacker"),
        ("Plains: Red Ann: Ogre D3 / Lion D4", "'Red Ann': whose side is it?", "Red Ann"),
        ("Plains: my Red: Ogre D3 / Lion D4", "'my Red': whose side is it?", "my Red"),
        ("Plains: versus Lion D4", "'versus': has no use here", "versus"),
        ("Plains, I: Ogre D3 / Lion D4", "'I': has no use here", "I"),
        ("Plains, it strikes: Ogre D3 / Lion D4", "'it': has no use here", "it"),
        ("Plains, I fight: Ogre D3 / Lion D4", "'I': has no use here", "I"),
        ("Ogre D3 / Lion D4, we fight in Ogre", "'in': has no use here", "in"),
        ("Plains, Red 3 strike: Ogre D3 / Lion D4", "'3': has no use here", "3"),
        ("Plains: ogre d3, zork: Lion D4", "'zork': has no use here", "zork"),
        ("Zork: Ogre D3 / Lion D4", "'Zork': has no use here", "Zork"),
        ("Plains: Ogre D3 left / Lion D4", "'left': has no use here", "left"),
        ("Plains, Green's strike: Ogre D3 / Lion D4", "\"Green's\": Green does not fight here", "Green's"),
        ("Plains: / ", "nobody is in this battle", ""),
        ("Plains: / | began attacker", "nobody is in this battle", ""),
    ],
)  # fmt: skip
def test_sides_that_are_no_two(text: str, message: str, word: str) -> None:
    assert refusal(text) == [("bad-position", message, BATTLE, word)]


def test_a_land_parted_by_in_or_by_its_terrain_is_where_the_battle_is_fought() -> None:
    for text in ("Plains 105: Ogre D3 / Lion D4", "in 105: Ogre D3 / Lion D4", "Ogre D3 / Lion D4 in land 105",
                 "Ogre D3 / Lion D4 at P105"):  # fmt: skip
        assert line(parse_line(text)) == "Plains: Ogre D3 / Lion D4 | land 105", text
    assert refusal("Hills 105: Ogre D3 / Lion D4") == [("bad-position", "105 is not in the Hills", BATTLE, "")]


# --- when it is ------------------------------------------------------------------------------------------------------


@for_each(
    ("said", "moment", "unsaid"),
    [
        ("", "", "phase side turn"),
        ("turn 4", ", turn 4", "phase side"),
        ("4 turn", ", turn 4", "phase side"),
        ("maneuver", ", attacker's maneuver", "side turn"),
        ("strikeback", ", defender's strikeback", "side turn"),
        ("strikes back", ", defender's strikeback", "side turn"),
        ("strike phase", "", "side turn"),
        ("defender's turn", ", defender's strike", "phase turn"),
        ("defender's turn, maneuver", ", defender's maneuver", "turn"),
        ("defender to move", ", defender's maneuver", "turn"),
        ("attacker's third turn", ", turn 3", "phase"),
        ("attacker's turn 3", ", turn 3", "phase"),
        ("attacker's battle turn 3", ", turn 3", "phase"),
        ("defender's turn 3 maneuver phase", ", turn 3, defender's maneuver", ""),
        ("turn 3, his strike", ", turn 3, defender's strike", ""),
        # In whose turn the other side strikes back, unless it is said who does.
        ("attacker's turn, strikeback", ", defender's strikeback", "turn"),
        ("defender's turn, strikeback", ", attacker's strikeback", "turn"),
        ("attacker strikes back", ", attacker's strikeback", "turn"),
        ("defender's strikeback", ", defender's strikeback", "turn"),
        ("I strike back", ", attacker's strikeback", "turn"),
        ("you move", ", defender's maneuver", "turn"),
    ],
)
def test_the_moment_that_is_said(said: str, moment: str, unsaid: str) -> None:
    for text in (f"Plains, {said}: my Ogre D3, his Lion D4", f"{said}, Plains: my Ogre D3 / his Lion D4"):
        read = read_line(text)
        assert line(read.position) == f"Plains{moment}: Ogre D3 / Lion D4"
        assert " ".join(sorted(read.unsaid)) == unsaid
    if said not in ("4 turn", "I strike back", "you move"):  # behind the bar a turn, a phase or whose it is comes first
        assert line(parse_line(f"Plains: my Ogre D3, his Lion D4 | {said}")) == line(read.position)


@for_each(
    ("text", "turn", "side", "phase"),
    [
        ("Plains: Ogre / Lion", 1, "defender", "maneuver"),
        ("Plains: Ogre off / Lion D4", 1, "attacker", "maneuver"),
        ("Plains: Ogre D3, Troll off / Lion D4", 1, "attacker", "maneuver"),
        ("Plains: Ogre D3 / ", 2, "attacker", "maneuver"),
        ("Plains: / Lion D4", 2, "attacker", "maneuver"),
        ("Plains: Ogre D3 / Lion D4", 2, "attacker", "strike"),
    ],
)
def test_the_moment_that_goes_without_saying(text: str, turn: int, side: str, phase: str) -> None:
    battle: Any = parse_line(text)
    assert (battle.turn, battle.side, battle.phase) == (turn, side, phase)


# --- who stands where ------------------------------------------------------------------------------------------------


@for_each(
    ("side", "written"),
    [
        ("Ogre D3", "Ogre D3"),
        ("D3 Ogre", "Ogre D3"),
        ("Ogre in space D3", "Ogre D3"),
        ("an Ogre (D3)", "Ogre D3"),
        ("2 Ogres D3 C3", "Ogre D3, Ogre C3"),
        ("2 x Ogre D3 C3", "Ogre D3, Ogre C3"),
        ("2xOgre on D3 and C3, Troll E2", "Ogre D3, Ogre C3, Troll E2"),
        ("D3 Ogre, E2 Troll", "Ogre D3, Troll E2"),
        ("Ogre D3 2 hits", "Ogre D3 2 hits"),
        ("Ogre with 1 hit D3", "Ogre D3 1 hit"),
        ("Ogre D3 which has 2 hits, Troll E2", "Ogre D3 2 hits, Troll E2"),
        ("Ogre (D3; 2 hits), Troll E2 (2)", "Ogre D3 2 hits, Troll E2 2 hits"),
        ("2 Ogres D3 (1), C3 (2)", "Ogre D3 1 hit, Ogre C3 2 hits"),
        ("Ogre D3 moved, Troll E2 struck 2 hits", "Ogre D3 moved, Troll E2 2 hits struck"),
        ("2 Ogres D3 moved, C3 struck", "Ogre D3 moved, Ogre C3 struck"),
        ("Titan D3 310 points", "310: Titan D3"),
        ("score 310: Titan D3", "310: Titan D3"),
        ("310: Titan D3", "310: Titan D3"),
        ("Bk05 right: Ogre D3", "Bk05 right: Ogre D3"),
        ("from the right: Ogre D3", "right: Ogre D3"),
        ("from the left: Ogre D3", "Ogre D3"),
    ],
)
def test_who_stands_where(side: str, written: str) -> None:
    assert line(parse_line(f"Plains, turn 2, attacker's strike: {side} / Lion D4")) == f"Plains: {written} / Lion D4"


def test_those_who_wait_stand_in_the_hexes_that_follow_or_nowhere() -> None:
    (waiting, three) = (parse_line(f"Plains: {side} / Lion D4") for side in ("2 Ogre", "3 Ogres D3, D2, off"))
    assert line(waiting) == "Plains, turn 1: 2 Ogre off / Lion D4"
    assert line(three) == "Plains, turn 1, attacker's maneuver: Ogre D3, Ogre D2, Ogre off / Lion D4"
    assert line(parse_line("Plains: 3 Ogres D3 off / Lion D4")).startswith(
        "Plains, turn 1, attacker's maneuver: Ogre D3, "
    )


def test_slowed_and_poisoned_as_they_are_printed() -> None:
    """BOX-6, BOX-7: with a minus a character is faster."""
    printed = "Plains: Ogre D3 slowed 1 poisoned 2 / Lion D4 slowed -1 | box abyssal-6"
    assert line(parse_line(printed)) == printed
    assert line(parse_line(printed.replace("-1", "- 1"))) == printed


@for_each(
    ("side", "message", "word"),
    [
        ("D3", "'D3': who stands there?", "D3"),
        ("D3 off", "'D3': who stands there?", "D3"),
        ("D3 D2 Ogre", "'D3': who stands there?", "D3"),
        ("Ogre D3, D2 E2 Troll", "'D2': hex is given twice", "D2"),
        ("Ogre D3 E3", "'E3': hex is given twice", "E3"),
        ("Ogre D3 off", "'off': hex is given twice", "off"),
        ("Ogre D3 2 hits 3 hits", "'hits': hits is given twice", "hits"),
        ("off Ogre", "'off': has no use here", "off"),
        ("slowed 1 Ogre D3", "'slowed': has no use here", "slowed"),
        ("Ogre D3 slowed x", "'x': expected a number", "x"),
        ("2 Ogres D3", "'Ogres D3': only one character stands in a hex", "Ogres D3"),
        ("3 Ogres D3 C3", "'Ogres D3 C3': only one character stands in a hex", "Ogres D3 C3"),
        ("Ogres D3", "'Ogres': how many?", "Ogres"),
        ("0 Ogre D3", "'0': 0 of a kind are impossible", "0"),
        ("100 Ogre off", "'100': 100 of a kind are impossible", "100"),
        ("19 Ogre off, 2 Troll off", "'Troll': too many characters", "Troll"),
        ("Ogre D3 5", "'5': has no use here", "5"),
        ("Ogre D3 (5", "'5': has no use here", "5"),
        ("Ogre D3, 5", "'5': has no use here", "5"),
        ("2 thrice D3", "'2': has no use here", "2"),
        ("Ogre D3 on", "'on': has no use here", "on"),
        ("Ogre with D3", "'with': has no use here", "with"),
        ("Ogre has D3", "'has': has no use here", "has"),
        ("Ogre D3 from", "'from': has no use here", "from"),
        ("space Ogre", "'space': has no use here", "space"),
        ("Ogre - D3", "'-': has no use here", "-"),
        ("moved Ogre D3", "'moved': has no use here", "moved"),
        ("struck Ogre D3", "'struck': has no use here", "struck"),
        ("hit Ogre D3", "'hit': has no use here", "hit"),
        ("Ogre D3 strikes", "'strikes': has no use here", "strikes"),
        ("D9 Ogre", "'D9': has no use here", "D9"),
        ("Ogre D3 thrice", "'thrice': has no use here", "thrice"),
    ],
)
def test_words_about_characters_that_have_no_use(side: str, message: str, word: str) -> None:
    code = {"said-twice": "given twice", "hex-taken": "in a hex", "bad-count": "are impossible"}
    [(found, *rest)] = refusal(f"Plains, turn 2, attacker's strike: {side} / Lion D4")
    assert found == next((name for name, words in code.items() if words in message), "bad-position")
    hints = BATTLE if "has no use" in message or "who stands" in message or "only one" in message else ""
    assert rest == [message, hints, word]


@for_each(
    ("text", "faults"),
    [
        ("Plains: Grog on D3 / Lion D9", ["'Grog on D3': unknown character 'Grog'", "'Lion D9': unknown hex 'D9'"]),
        ("Plains: Grog off / Lion D4 9999 hits",
         ["'Grog off': unknown character 'Grog'", "'Lion D4 9999 hits': expected 0 to 999, got 9999"]),
        ("Plains, turn 9: Ogre D3 / Lion D4", ["'turn 9': expected 1 to 7, got 9"]),
        ("Plains: Ogre D3 / Lion off",
         ["'Lion off': the Lion can no longer enter: it would have been slain (BATTLE-5)"]),
        ("Plains: Ogre D3 / Lion D3", ["'Lion D3': D3 is held by the attacker's Ogre already"]),
        ("Plains: Ogre D3 / Lion D4 in 999", ["'999': there is no land 999"]),
    ],
)  # fmt: skip
def test_names_and_numbers_that_there_are_not_are_told_with_their_words(text: str, faults: list[str]) -> None:
    assert [message for _, message, *_ in refusal(text)] == faults


# --- what goes without saying ----------------------------------------------------------------------------------------

IN_THE_PLAINS = ("fought in the Plains", "name the terrain")
IN_ORDER = ("the first who is named attacks the other", "put a slash between the sides")
ALONE = ("the other side is out of the way", "say who else stands there")


@for_each(
    ("text", "written", "assumed"),
    [
        ("Brush: Ogre D3 / Lion D4", "Brush: Ogre D3 / Lion D4", []),
        ("Ogre D3 / Lion D4", "Plains: Ogre D3 / Lion D4", [IN_THE_PLAINS]),
        ("ogre d3 lion d4", "Plains: Ogre D3 / Lion D4", [IN_THE_PLAINS, IN_ORDER]),
        ("2 ogres d3 c3, lion d4", "Plains: Ogre D3, Ogre C3 / Lion D4", [IN_THE_PLAINS, IN_ORDER]),
        ("Brush, ogre d3", "Brush: Ogre D3 / | elsewhere defender", [ALONE]),
        ("Brush, my ogre d3", "Brush: Ogre D3 / | elsewhere defender", [ALONE]),
        ("Brush, the attacker's ogre d3", "Brush: Ogre D3 / | elsewhere defender", [ALONE]),
        ("Brush, the defender's ogre d3", "Brush: / Ogre D3 | elsewhere attacker", [ALONE]),
        ("Brush, Red's ogre d3", "Brush: Rd01: Ogre D3 / Bk01: | elsewhere defender", [ALONE]),
        ("Brush, 2 ogres d3 c3", "Brush: Ogre D3, Ogre C3 / | elsewhere defender", [ALONE]),
    ],
)
def test_what_is_filled_in_of_a_battle_that_is_asked_about(
    text: str, written: str, assumed: list[tuple[str, str]]
) -> None:
    read = read_line(text, asked=True)
    assert line(read.position) == written
    assert [(told.text, told.otherwise) for told in read.assumptions] == assumed
    assert read_line(text, asked=True).owners.get("attacker") == "attacker"


@for_each(
    "text",
    [
        "Brush: ogre d3, lion",
        "Brush: my ogre d3, lion d4",
        "Brush: ogre d3, lion d4, troll e4",
        "Brush: ogre off",
        "Brush, score 40: ogre d3, lion d4",
    ],
)
def test_who_may_be_one_side_or_two_is_asked_for(text: str) -> None:
    assert [fault[1] for fault in refusal(text, asked=True)] == ["a battle has two sides, with one slash between them"]


def test_what_is_filled_in_is_not_filled_in_where_nothing_is_asked() -> None:
    for text in ("Brush, ogre d3", "ogre d3 lion d4"):
        assert [fault[1] for fault in refusal(text)] == ["a battle has two sides, with one slash between them"]


# --- which kind of position it is ------------------------------------------------------------------------------------


@for_each(
    ("text", "kind"),
    [
        ("Plains: Ogre D3 / Lion D4", "battle"),
        ("Plains: Ogre / Lion", "battle"),
        ("Plains: Ogre off vs Lion", "battle"),
        ("Plains, defender's maneuver: Ogre / Lion", "battle"),
        ("Plains, move: Ogre, Lion / Troll", "battle"),
        ("P: Ogre / Lion", "battle"),
        ("105: Ogre / Lion", "battle"),
        ("Ogre off, Lion off / Troll D4 in the Plains", "battle"),
        ("Bk02: Ogre D3 / Lion D4", "battle"),
        ("Plains, Bk02: Ogre D3, Red's Lion D4", "battle"),
        ("Tower, 2 Ogre", "muster"),
        ("Tower 100: 2 Ogre, Titan", "muster"),
        ("Jungle: 2 Gargoyle", "muster"),
        ("J: 2 Gargoyle", "muster"),
        ("Ju, 2 Gargoyle", "muster"),
        ("P105, 2 Lion", "muster"),
        ("105 Plains: 2 Lion", "muster"),
        ("2 lions in 105", "muster"),
        ("my 2 lions in the Plains", "muster"),
        ("the Plains with 2 lions", "muster"),
        ("tower: 2 Ogre", "muster"),
        ("Bk02 105 2 Lion", "game"),
        ("Bk02 B3 2 Lion", "game"),
        ("Bk02 105 Plains, 2 Lion", "game"),
        ("Black tower 400: Bk02 105 2 Lion", "game"),
        ("my Legion is in 105", "game"),
        ("my 2 lions in the Plains 105, height 4", "game"),
        ("my 2 lions in 105, his Ogre in 106", "game"),
        ("Titan in 105, 390 points", "game"),
        ("turn 2: Bk02 105 2 Lion", "game"),
    ],
)
def test_which_kind_of_position_it_is(text: str, kind: str) -> None:
    assert type(read_line(text).position).__name__.lower() == kind


@for_each(
    ("text", "message", "word"),
    [
        ("", "a position begins with a terrain, a land or a turn", ""),
        (",;", "a position begins with a terrain, a land or a turn", ""),
        (": Ogre D3", "':': a position begins with a terrain, a land or a turn", ":"),
    ],
)
def test_what_begins_like_no_position(text: str, message: str, word: str) -> None:
    [(code, found, hint, place)] = refusal(text)
    assert (code, found, place) == ("bad-position", message, word)
    assert hint.startswith("as in: ")


@for_each(
    ("text", "message", "hint", "word"),
    [
        ("Plains: Ogre D3 / Lion D4 poisoned", "'poisoned': the line ends too early", "", "poisoned"),
        ("Plains: Ogre D3 / Lion D4 slowed", "'slowed': the line ends too early", "", "slowed"),
        ("Plains, turn", "'turn': the line ends too early", "", "turn"),
        ("J:", "'J': who is in the Legion?", "as in: Jungle: 2 Gargoyle, Ogre", "J"),
        ('Plains: Ogre D3 / Lion D4 "', "'\"': the quote is not closed", BATTLE, '"'),
        ('Jungle: 2 Gargoyle "', "'\"': the quote is not closed", "as in: Jungle: 2 Gargoyle, Ogre", '"'),
    ],
)
def test_a_position_that_ends_too_early(text: str, message: str, hint: str, word: str) -> None:
    assert refusal(text) == [("bad-position", message, hint, word)]


def test_a_terrain_s_letters_begin_a_line_and_a_drive_s_letter_does_not() -> None:
    assert [looks_like_a_line(text) for text in ("Pl: 2 Lion", "105: 2 Lion", "P: 2 Lion")] == [True, True, False]


def test_a_position_or_a_line_that_is_too_long() -> None:
    assert refusal("Plains: " + "x" * 20_000) == [
        ("too-long", "a position on one line has at most 20,000 characters, not 20,008", "", "")
    ]
    assert refusal("Plains: | " + "x" * 500_000) == [
        ("too-long", "a line has at most 500,000 characters, not 500,010", "", "")
    ]


# --- a Legion that may muster ----------------------------------------------------------------------------------------


@for_each(
    ("legion", "written"),
    [
        ("Ogre", "Ogre"),
        ("1 Ogre", "Ogre"),
        ("two Gargoyles and one Ogre", "2 Gargoyle, Ogre"),
        ("Ogre x2, Lion", "2 Ogre, Lion"),
        ("Ogres x 2, a Lion x2", "2 Ogre, 2 Lion"),
        ("2 x Ogre, 2xLion", "2 Ogre, 2 Lion"),
        ("x2 Ogre and Lion", "2 Ogre, Lion"),
    ],
)
def test_who_is_in_a_legion(legion: str, written: str) -> None:
    assert line(parse_line(f"Jungle: {legion}")) == f"Jungle: {written}"
    slain: Any = parse_line(f"{FOUGHT} | slain attacker {legion.replace(',', ' and')}")
    assert line(slain) == line(parse_line(f"{FOUGHT} | slain attacker {' '.join(written.split(', '))}"))


@for_each(
    ("legion", "code", "message", "word"),
    [
        ("2", "bad-count", "'2': 2 of what?", "2"),
        ("2 x", "bad-count", "'2': 2 of what?", "2"),
        ("2 Ogre x2", "bad-count", "'2': 2 of what?", "2"),
        ("Ogre, Lion 3", "bad-count", "'3': 3 of what?", "3"),
        ("2 3 Ogre", "bad-count", "'3': expected a character after the first number", "3"),
        ("0 Ogre", "bad-count", "'0': 0 of a kind are impossible", "0"),
        ("Ogre x100", "bad-count", "'100': 100 of a kind are impossible", "100"),
        ("Ogres", "bad-position", "'Ogres': how many?", "Ogres"),
        ("2 Lion, Ogres", "bad-position", "'Ogres': how many?", "Ogres"),
        ("2 Lion, Ogres times", "bad-position", "'Ogres': how many?", "Ogres"),
        ("times", "bad-count", "'times': expected a character", "times"),
    ],
)
def test_who_is_in_a_legion_is_not_read(legion: str, code: str, message: str, word: str) -> None:
    assert refusal(f"Jungle: {legion}") == [(code, message, "", word)]


@for_each(
    ("muster", "game"),
    [
        ("Jungle: 2 Gargoyle", "Bk01 5 2 Gargoyle / Blue tower 200 | elsewhere Black, elsewhere Blue, moved Bk01"),
        ("104: 2 Gargoyle", "Bk01 104 2 Gargoyle / Blue tower 200 | elsewhere Black, elsewhere Blue, moved Bk01"),
        ("Tower: Titan | caretaker Warlock 0, ruleset summary, option missile_across_cliff=forbidden",
         "Bk01 100 Titan / Blue tower 200 | elsewhere Blue, moved Bk01, caretaker Warlock 0, ruleset summary,"
         " option missile_across_cliff=forbidden"),
        ("Jungle: 2 Gargoyle | box abyssal-6",
         "Bk01 104 2 Gargoyle / Blue tower 200 | elsewhere Black, elsewhere Blue, moved Bk01, box abyssal-6"),
    ],
)  # fmt: skip
def test_a_legion_that_may_muster_as_a_game(muster: str, game: str) -> None:
    position = parse_line(muster)
    assert isinstance(position, Muster)
    assert FORMAT.validate(as_game(position)) == []
    assert line(as_game(position)) == f"turn 2, Black's enlistment: Black tower 100: {game}"


# --- behind the bar --------------------------------------------------------------------------------------------------


@for_each(
    ("keys", "written"),
    [
        ("", ""),
        (",, land 105,", "land 105"),
        ("land none", ""),
        ("LAND 105", "land 105"),
        ("slain attacker Ogre Lion", "slain attacker Ogre Lion"),
        ("slain defender 2 Ogre and a Lion, slain Attacker Ogre x2",
         "slain attacker 2 Ogre, slain defender 2 Ogre Lion"),
        ("slain attacker nobody", ""),
        ("slain attacker none", ""),
        ("elsewhere attacker defender", "elsewhere attacker, elsewhere defender"),
        ("may-summon attacker", "may-summon attacker"),
        ("caretaker Ogre 20 lion 3", "caretaker Lion 3 Ogre 20"),
        ("caretaker nothing", "caretaker nothing"),
        ("caretaker {\"Ogre\": 20}, land 105", "land 105, caretaker Ogre 20"),
        ("donors bk07 Angel, donors Bk08 2 Angel Archangel", "donors Bk07 Angel, donors Bk08 2 Angel Archangel"),
        ("donors {\"Bk07\": [\"Angel\"]}, donors Bk08 Angel", "donors Bk07 Angel, donors Bk08 Angel"),
        ("donors Bk07 nobody", "donors Bk07 nobody"),
        ("option cliffs = up_only, option missile_across_cliff=forbidden",
         "option cliffs=up_only, option missile_across_cliff=forbidden"),
        ("ruleset summary, box standard", "ruleset summary"),
        ("box abyssal-6", "box abyssal-6"),
        ("box \"abyssal-6\"", "box abyssal-6"),
        ("outcome Attacker elimination", "outcome attacker elimination"),
        ("outcome attacker concession defender", "outcome attacker concession defender"),
    ],
)  # fmt: skip
def test_keys_of_a_battle(keys: str, written: str) -> None:
    assert line(parse_line(f"{FOUGHT} | {keys}")) == (f"{FOUGHT} | {written}" if written else FOUGHT)


@for_each(
    ("keys", "written"),
    [
        ('name Black "Ann Smith", name Red Ben', 'name Black "Ann Smith", name Red "Ben", elsewhere Red'),
        ('name Black "a|b, c"', 'name Black "a|b, c", elsewhere Red'),
        ("markers Black Bk02 Bk03", "markers Black Bk02 Bk03, elsewhere Red"),
        ("markers Black none", "markers Black none, elsewhere Red"),
        ("revealed rd01 2 Ogre", "elsewhere Red, revealed Rd01 2 Ogre"),
        ("seen Bk01 red Titan", "elsewhere Red, seen Bk01 Red Titan"),
        ("dead Ogre 2", "elsewhere Red, dead Ogre 2"),
    ],
)
def test_keys_of_a_game(keys: str, written: str) -> None:
    game = "turn 5, Black's commencement: Black tower 600 score 600: Bk01 3 Titan / Red tower 500: Rd01 5 height 4 | "
    assert line(parse_line(f"{PLAYED} | {keys}")) == game + written


@for_each(
    ("keys", "code", "message", "hint", "words"),
    [
        ("slian Ogre", "unknown-key", "'slian': unknown key behind the bar", "did you mean slain?", "slian"),
        ("land", "bad-position", "'land': expected a value", "", "land"),
        ("land x", "wrong-type", "'land x': expected an integer, got 'x'", "", ""),
        ("land 104 105", "wrong-type", "'land 104 105': expected an integer, got '104 105'", "", ""),
        ("land 105; ruleset summary", "wrong-type",
         "'land 105; ruleset summary': expected an integer, got '105; ruleset summary'", "", ""),
        ("land 105 | turn 3", "wrong-type", "'land 105 | turn 3': expected an integer, got '105 | turn 3'", "", ""),
        ("land 99999999999999999999", "bad-position", "'99999999999999999999': the number is too large", "",
         "99999999999999999999"),
        ("slain", "bad-position", "'slain': expected attacker or defender first", ROLES, "slain"),
        ("slain both Ogre", "bad-position", "'slain both Ogre': expected attacker or defender first",
         ROLES, "slain both Ogre"),
        ("slain attacker", "bad-position", "'slain attacker': expected a value", "", "slain attacker"),
        ("slain attacker Grog", "unknown-character", "'Grog': unknown character 'Grog'", "did you mean Gorgon?", ""),
        ("slain attacker 2", "bad-count", "'2': 2 of what?", "", "2"),
        ("slain attacker 2 3 Ogre", "bad-count", "'3': expected a character after the first number", "", "3"),
        ("slain attacker 100 Ogre", "bad-count", "'100': 100 of a kind are impossible", "", "100"),
        ("slain attacker Ogres", "bad-position", "'Ogres': how many?", "", "Ogres"),
        ("slain attacker Ogre on", "unknown-character", "'on': is no character", "", "on"),
        ("slain attacker Ogre, slain attacker Lion", "said-twice", "'Lion': slain is given twice", "", "Lion"),
        ("began attacker 3", "bad-position", "'began attacker 3': expected attacker or defender first",
         ROLES, "began attacker 3"),
        ("began", "bad-position", "'began': expected attacker or defender first", ROLES, "began"),
        ("caretaker", "bad-position", "'caretaker': expected a value", "", "caretaker"),
        ("caretaker Ogre 20 Lion", "bad-position", "'Ogre 20 Lion': expected characters with their numbers",
         "as in: caretaker Ogre 20 Lion 3", "Ogre 20 Lion"),
        ("caretaker Ogre many", "bad-position", "'many': expected a number", "", "many"),
        ("caretaker Grog 3", "unknown-character", "'caretaker Grog 3': unknown character 'Grog'",
         "did you mean Gorgon?", ""),
        ("outcome attacker", "bad-position", "'attacker': expected a winner and how it won",
         "as in: outcome attacker concession defender", "attacker"),
        ("outcome attacker by sheer luck", "bad-position", "'attacker by sheer luck': expected a winner and how it won",
         "as in: outcome attacker concession defender", "attacker by sheer luck"),
        ("donors", "bad-position", "'donors': expected a Legion", "", "donors"),
        ("donors Bk07", "bad-position", "'Bk07': expected a Legion, and characters", "", "Bk07"),
        ("donors Bk07 Angel, donors bk07 Angel", "said-twice", "'donors bk07 Angel': Bk07 is given twice", "",
         "donors bk07 Angel"),
        ("option", "bad-position", "'option': expected an option", "", "option"),
        ("ruleset sumary", "unknown-ruleset", "'ruleset sumary': unknown ruleset 'sumary'", "did you mean summary?",
         ""),
        ("box", "bad-position", "expected a value", "", ""),
        ("box {\"a\": ", "bad-position", "'{': not JSON", "", "{"),
        ("land 105, box [1", "bad-position", "'[': not JSON", "", "["),
        ("land {\"a\": 1}", "wrong-type", "'land': expected an integer, got an object", "", ""),
        ("may-summon attacker, slain {}", "bad-position", "'slain': expected attacker or defender first",
         ROLES, "slain"),
        ("land [1] 105", "bad-position", "'105': a comma is missing", "", "105"),
        (", ".join(["land {}"] * 8), "said-twice", "'land': land is given twice", "", "land"),
        (", ".join(["land {}"] * 9), "bad-position", "'{': too many values in JSON", "", "{"),
    ],
)  # fmt: skip
def test_keys_that_are_not_read(keys: str, code: str, message: str, hint: str, words: str) -> None:
    assert refusal(f"{FOUGHT} | {keys}") == [(code, message, hint, words)]


def test_a_key_that_is_none_and_a_legion_that_is_not_there_are_told_with_those_that_are() -> None:
    [(code, message, hint, words)] = refusal(f"{FOUGHT} | draw")
    assert (code, message, words) == ("unknown-key", "'draw': unknown key behind the bar", "draw")
    assert hint.startswith("one of: entry-side, score, ") or "slain, " in hint
    assert refusal(f"{PLAYED} | moved Bk07") == [
        ("bad-position", "'moved Bk07': expected a Legion first", "one of: bk01, rd01", "moved Bk07")
    ]
    assert refusal(f"{PLAYED} | name Green Ann")[0][1:3] == (
        "'name Green Ann': expected a colour first", "one of: black, red"
    )  # fmt: skip


def test_a_moment_behind_the_bar_is_one_that_is_said() -> None:
    read = read_line(f"{PLAYED} | movement, roll 3, name Black Ann")
    game: Any = read.position
    assert (game.phase, game.roll, game.players[0].name) == ("movement", 3, "Ann")
    assert sorted(read.unsaid) == ["active", "moved"]
    assert refusal("turn 5: Bk01 3 Titan | turn 6")[0][:2] == ("said-twice", "'5': turn is given twice")


def test_the_box_behind_the_bar_is_the_one_in_which_names_are_read() -> None:
    assert refusal("Plains: Balrog D3 / Lion D4")[0][0] == "unknown-character"
    battle: Any = parse_line("Plains: Balrog D3 / Lion D4 | box abyssal-6")
    assert battle.attacker.characters[0].name == "Balrog"


def test_an_impossible_position_is_read_unchecked() -> None:
    battle: Any = unchecked("Plains: Grog D3, Lion D9 / Lion D3")
    assert [(each.name, each.hex) for each in battle.attacker.characters] == [("Grog", "D3"), ("Lion", "D9")]
    slain: Any = unchecked("Plains: Ogre D3 / Lion D4 | slain attacker Grog")
    assert slain.attacker.slain == ("Grog",)
    for text in ("ogre d3 lion d4", "Plains: Ogre D3 | slain attacker Grog"):
        with pytest.raises(DocumentError, match="a battle has two sides"):
            unchecked(text)
    with pytest.raises(DocumentError, match="there is no land 999"):
        unchecked("Plains: Grog D3 / Lion D4 in 999")
