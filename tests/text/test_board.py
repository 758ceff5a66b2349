"""The Masterboard in words: whose Legions stand where, at which moment, and what is filled in if it is not said."""

import re

import pytest

from looping import for_each
from titan_rules.kernel.errors import DocumentError
from titan_rules.text.positions import Line, line, read_line


def printed(typed: str) -> tuple[Line, str, str, str]:
    """What is read from a text, and as it is printed: its moment, its players with their Legions, and the rest."""
    read = read_line(typed, asked=True)
    head, _, rest = line(read.position).partition(" | ")
    moment, _, players = head.partition(": ")
    return read, moment, players, rest


WHOSE = [
    ("my Legion is in 19", "Black tower 600: Bk01 19 height 4 / Red tower 500", "mine Black theirs Red"),
    (
        "my Legion in 109, his Legion in 110",
        "Black tower 600: Bk01 109 height 4 / Red tower 500: Rd01 110 height 4",
        "mine Black theirs Red",
    ),
    ("I rolled a 4: Bk02 109 2 Lion", "Black tower 600: Bk02 109 2 Lion / Red tower 500", "mine Black theirs Red"),
    (
        "Red's movement: my Legion 109 2 Lion, his Legion 110",
        "Red tower 600: Rd01 109 2 Lion / Black tower 500: Bk01 110 height 4",
        "mine Red theirs Black",
    ),
    (
        "Red's movement: Rd01 5 Titan, my Legion 109 2 Lion",
        "Red tower 600: Rd01 5 Titan / Black tower 500: Bk01 109 2 Lion",
        "mine Black theirs Red",
    ),
    (
        "Red's movement: Rd01 5 Titan, his Legion 109 2 Lion",
        "Red tower 600: Rd01 5 Titan, Rd02 109 2 Lion / Black tower 500",
        "mine Black theirs Red",
    ),
    (
        "my Rd01 109 2 Lion, his Legion in 7",
        "Red tower 600: Rd01 109 2 Lion / Black tower 500: Bk01 7 height 4",
        "mine Red theirs Black",
    ),
    (
        "his Bk01 in 109, my Legion in 110",
        "Black tower 600: Bk01 109 height 4 / Red tower 500: Rd01 110 height 4",
        "mine Red theirs Black",
    ),
    (
        "Black 300: Bk01 109; my Legion in 110",
        "Black tower 600 score 300: Bk01 109 height 4 / Red tower 500: Rd01 110 height 4",
        "mine Red theirs Black",
    ),
    (
        "my turn, Black score 300: Bk01 109; my Legion in 110",
        "Black tower 600 score 300: Bk01 109 height 4 / Red tower 500: Rd01 110 height 4",
        "mine Red theirs Black",
    ),
    (
        "his turn: Red score 300: Rd01 109; his Legion in 110",
        "Red tower 600 score 300: Rd01 109 height 4, Rd02 110 height 4 / Black tower 500",
        "mine Black theirs Red",
    ),
    (
        "my turn: Bk01 109; my score 200, Legion in 110",
        "Black tower 600: Bk01 109 height 4 / Red tower 500 score 200: Rd01 110 height 4",
        "mine Red theirs Black",
    ),
    (
        "Bk01 109 2 Lion, Rd01 110 / my Legion in 7",
        "Black tower 600: Bk01 109 2 Lion / Red tower 500: Rd01 110 height 4 / Blue tower 400: Bu01 7 height 4",
        "mine Blue theirs Brown",
    ),
    (
        "Black: Bk01 109 / Red: Rd01 110 Titan / Blue: Bu01 5",
        "Black tower 600: Bk01 109 height 4 / Red tower 500: Rd01 110 Titan / Blue tower 400: Bu01 5 height 4",
        "",
    ),
]
"""Whose Legions they are: *mine* is whoever's turn it is, or the first colour that nobody has."""


@for_each(("typed", "players", "owners"), WHOSE)
def test_whose_legions_they_are(typed: str, players: str, owners: str) -> None:
    read, _, of_players, _ = printed(typed)
    named = " ".join(f"{owner} {color}" for owner, color in sorted(read.owners.items()) if owner != color)
    assert (of_players, named) == (players, owners)
    assert all(assumption.otherwise for assumption in read.assumptions if "Titan" not in assumption.text)


MOMENTS = [
    (
        "turn 5, Black's movement, roll 4: Bk02 109 2 Lion Titan",
        "turn 5, Black's movement, roll 4",
        "elsewhere Red",
        "moved",
    ),
    (
        "5 turn, Black to move, roll: 4: Bk02 109 2 Lion Titan",
        "turn 5, Black's movement, roll 4",
        "elsewhere Red",
        "moved",
    ),
    ("Black to split: Bk02 109 2 Lion Titan", "turn 2, Black's commencement", "elsewhere Red", "moved roll turn"),
    ("Red's turn: Bk02 109 2 Lion Titan", "turn 2, Red's commencement", "elsewhere Red", "moved phase roll turn"),
    (
        "roll 4, mulligan: Bk02 109 2 Lion Titan",
        "turn 2, Black's movement, roll 4, mulligan",
        "elsewhere Red",
        "active moved phase turn",
    ),
    ("turn 5, over: Bk02 109 2 Lion", "turn 5, over", "", ""),
    ("over: Bk02 109 2 Lion", "turn 1, over", "", ""),
    (
        "Bk02 109 2 Lion Titan moved",
        "turn 2, Black's enlistment",
        "elsewhere Red, moved Bk02",
        "active phase roll turn",
    ),
    ("Bk02 109 2 Lion Titan not moved", "turn 2, Black's commencement", "elsewhere Red", "active phase roll turn"),
    (
        "Bk01 8 characters in 100",
        "turn 1, Black's commencement",
        "elsewhere Black, elsewhere Red",
        "active moved phase roll turn",
    ),
    (
        "Bk01 100 4 Ogre 2 Centaur Titan Angel",
        "turn 1, Black's commencement",
        "elsewhere Red",
        "active moved phase roll turn",
    ),
    ("Bk02 109 2 Lion Titan / Rd01 109 Ogre Titan", "turn 2, Black's engagement", "", "active moved phase roll turn"),
    (
        "Bk02 109 2 Lion Titan, Bk03 109 Ogre",
        "turn 2, Black's commencement",
        "elsewhere Red",
        "active moved phase roll turn",
    ),
]
"""When it is. A roll is of a movement, and eight in a Legion are of the first turn."""


@for_each(("typed", "moment", "rest", "unsaid"), MOMENTS)
def test_when_it_is(typed: str, moment: str, rest: str, unsaid: str) -> None:
    read, *of_players = printed(typed)
    assert (of_players[0], of_players[2], " ".join(sorted(read.unsaid))) == (moment, rest, unsaid)


LEGIONS = [
    ("Bk02 height 7 109", "Black tower 600: Bk02 109 height 7 / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 109 height: 5", "Black tower 600: Bk02 109 height 5 / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 109 7 high", "Black tower 600: Bk02 109 height 7 / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 109 7 pieces high", "Black tower 600: Bk02 109 height 7 / Red tower 500", "elsewhere Black, elsewhere Red"),
    (
        "Bk02 109 Titan height 4",
        "Black tower 600: Bk02 109 height 4 / Red tower 500",
        "elsewhere Black, elsewhere Red, revealed Bk02 Titan",
    ),
    ("Bk02 109 2 Lion height 2", "Black tower 600: Bk02 109 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("my Legion of 7 in 109", "Black tower 600: Bk01 109 height 7 / Red tower 500", "elsewhere Black, elsewhere Red"),
    (
        "my Legion of 2 Lions in 109",
        "Black tower 600: Bk01 109 2 Lion / Red tower 500",
        "elsewhere Black, elsewhere Red",
    ),
    (
        "my Legion with 2 Lions in 109",
        "Black tower 600: Bk01 109 2 Lion / Red tower 500",
        "elsewhere Black, elsewhere Red",
    ),
    ("I have 2 Lions in 109", "Black tower 600: Bk01 109 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Legion Bk02 109", "Black tower 600: Bk02 109 height 4 / Red tower 500", "elsewhere Black, elsewhere Red"),
    (
        "Bk02 109, Rd01 110, Bk02 2 Lion",
        "Black tower 600: Bk02 109 2 Lion / Red tower 500: Rd01 110 height 4",
        "elsewhere Black, elsewhere Red",
    ),
    ("Bk02 109 Lion x 2", "Black tower 600: Bk02 109 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 2 x Lion", "Black tower 600: Bk02 1 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 109 2 Lions", "Black tower 600: Bk02 109 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 2 Lion", "Black tower 600: Bk02 2 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("my H4 Lion", "Black tower 600: Bk01 4 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 B3 Lion", "Black tower 600: Bk02 3 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 in Plains 105 Lion", "Black tower 600: Bk02 105 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Bk02 105 Lion in the Plains", "Black tower 600: Bk02 105 Lion / Red tower 500", "elsewhere Black, elsewhere Red"),
    (
        "my 2 Lions in 109, Ogre in 110",
        "Black tower 600: Bk01 109 2 Lion, Bk02 110 Ogre / Red tower 500",
        "elsewhere Black, elsewhere Red",
    ),
]
"""What is said of a Legion, in any order: marker, land, characters, height."""
PLAYERS = [
    ("Black 400: Bk01 105 Titan", "Black tower 600 score 400: Bk01 105 Titan / Red tower 500", "elsewhere Red"),
    ("Black 200 400: Bk01 105 Titan", "Black tower 200 score 400: Bk01 105 Titan / Red tower 600", "elsewhere Red"),
    (
        "Black tower 200 score 400: Rd05 105 Titan",
        "Black tower 200 score 400: Rd05 105 Titan / Red tower 600",
        "elsewhere Red",
    ),
    ("Black tower 200 Bk01 105", "Black tower 200: Bk01 105 height 4 / Red tower 600", "elsewhere Red"),
    ("Black 390 points: Bk01 105 Titan", "Black tower 600 score 390: Bk01 105 Titan / Red tower 500", "elsewhere Red"),
    ("Titan in 105, 390 points", "Black tower 600 score 390: Bk01 105 Titan / Red tower 500", "elsewhere Red"),
    ("my Titan in 105, score 390", "Black tower 600 score 390: Bk01 105 Titan / Red tower 500", "elsewhere Red"),
    ("score 400", "Black tower 600 score 400 / Red tower 500", "elsewhere Black, elsewhere Red"),
    ("Black in 105", "Black tower 600: Bk01 105 height 4 / Red tower 500", "elsewhere Black, elsewhere Red"),
]
"""A player's score and Tower: a number alone is the score, of two the first is the Tower."""


@for_each(("typed", "players", "rest"), [*LEGIONS, *PLAYERS])
def test_who_is_where(typed: str, players: str, rest: str) -> None:
    assert printed(typed)[2:] == (players, rest)


NO_RED = "Red, of whom nothing is said, is out of the way"
PLACES = [
    (
        "turn 1: Bk01 Titan 2 Ogre",
        "Black tower 600: Bk01 600 Titan 2 Ogre / Red tower 500",
        "Bk01 is in its Tower, 600",
        "",
    ),
    (
        "turn 1: Black tower 300: Bk01 Titan 2 Ogre",
        "Black tower 300: Bk01 300 Titan 2 Ogre / Red tower 600",
        "Bk01 is in its Tower, 300",
        "",
    ),
    (
        "commencement: my Titan and 3 Ogres",
        "Black tower 600: Bk01 600 Titan 3 Ogre / Red tower 500",
        "Bk01 is in its Tower, 600",
        "",
    ),
    (
        "turn 2: Bk01 Titan 2 Ogre",
        "Black tower 600: Bk01 1 Titan 2 Ogre / Red tower 500",
        "Bk01 is in some land, such as 1",
        "land",
    ),
    (
        "my Legion 2 Lions",
        "Black tower 600: Bk01 1 2 Lion / Red tower 500",
        "Bk01 is in some land, such as 1; Black's Titan is elsewhere, out of the way",
        "land",
    ),
    (
        "my Legion height 5",
        "Black tower 600: Bk01 1 height 5 / Red tower 500",
        "Bk01 is in some land, such as 1",
        "land",
    ),
    (
        "Black's commencement: my Legion 2 Lions",
        "Black tower 600: Bk01 1 2 Lion / Red tower 500",
        "Bk01 is in some land, such as 1; Black's Titan is elsewhere, out of the way",
        "land",
    ),
    (
        "Black's engagement: my Legion 2 Lions",
        "Black tower 600: Bk01 1 2 Lion / Red tower 500",
        "Bk01 is in some land, such as 1; Black's Titan is elsewhere, out of the way",
        "land",
    ),
]
"""Where a Legion is if it is not said: a Titan that has not moved is in its Tower."""


@for_each(("typed", "players", "assumed", "unsaid"), PLACES)
def test_what_goes_without_saying_is_told(typed: str, players: str, assumed: str, unsaid: str) -> None:
    read, _, of_players, _ = printed(typed)
    told = [assumption.text for assumption in read.assumptions]
    assert (of_players, told, " ".join({"land"} & read.unsaid)) == (players, [*assumed.split("; "), NO_RED], unsaid)
    assert all(assumption.otherwise for assumption in read.assumptions if "Titan" not in assumption.text)


ATTACKS = [
    (
        "you attack my Angel and 2 Ogres in 105",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 height 4 / Black tower 500: Bk01 105 Angel 2 Ogre",
    ),
    (
        "you attack my 3 Lions",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 1 height 4 / Black tower 500: Bk01 1 3 Lion",
    ),
    (
        "I attack your 2 Lions in 105",
        "turn 2, Black's engagement",
        "Black tower 600: Bk01 105 height 4 / Red tower 500: Rd01 105 2 Lion",
    ),
    (
        "Red attacks Blue in 105",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 height 4 / Blue tower 500: Bu01 105 height 4",
    ),
    (
        "Red attacks my Bk02 in 105",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 height 4 / Black tower 500: Bk02 105 height 4",
    ),
    (
        "Red attacks Bk02 105 2 Lion Titan",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 height 4 / Black tower 500: Bk02 105 2 Lion Titan",
    ),
    (
        "Red engages Blue in 105",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 height 4 / Blue tower 500: Bu01 105 height 4",
    ),
    (
        "Red attacks Blue in 105: Red Rd01 3 Ogre / Blue Bu01 2 Lion",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 3 Ogre / Blue tower 500: Bu01 105 2 Lion",
    ),
    (
        "Red attacks Blue in 105: Rd01 105 Titan 3 Lion / Bu01 105 2 Ogre Angel",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 Titan 3 Lion / Blue tower 500: Bu01 105 2 Ogre Angel",
    ),
    (
        "Red attacks Blue in 105: Blue 2 Lion / Red 3 Ogre",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 3 Ogre / Blue tower 500: Bu01 105 2 Lion",
    ),
    (
        "Red attacks Blue in 3: Rd01 3 Ogres / Bu01 2 Lion",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 3 3 Ogre / Blue tower 500: Bu01 3 2 Lion",
    ),
    (
        "Red attacks Blue: Red 3 Ogre / Blue 2 Lion in 105",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 3 Ogre / Blue tower 500: Bu01 105 2 Lion",
    ),
    (
        "Red attacks Blue: Red 3 Ogre in 105 / Blue 2 Lion",
        "turn 2, Red's engagement",
        "Red tower 600: Rd01 105 3 Ogre / Blue tower 500: Bu01 105 2 Lion",
    ),
    (
        "Blue attacks me in 105: Blue 3 Ogre / my 2 Lion",
        "turn 2, Blue's engagement",
        "Blue tower 600: Bu01 105 3 Ogre / Black tower 500: Bk01 105 2 Lion",
    ),
    (
        "turn 5, Red to engage: Bk02 109 / Rd01 109",
        "turn 5, Red's engagement",
        "Black tower 600: Bk02 109 height 4 / Red tower 500: Rd01 109 height 4",
    ),
]
"""Who attacks whom, and where both stand. The land may be said again, and the attacker's Legion be left out."""


@for_each(("typed", "moment", "players"), ATTACKS)
def test_who_attacks_whom_and_where(typed: str, moment: str, players: str) -> None:
    assert printed(typed)[1:3] == (moment, players)


REFUSED = [
    ("my Legion Bk02 in 109, my Legion Rd01 in 110", "'Rd01': is not Black's"),
    ("Ann's Legion in 5", '"Ann\'s": say a colour instead'),
    ("Bk02 109 2 Lion, my", "'my': has no use here"),
    ("Bk02 109 2 Lion, I", "'I': has no use here"),
    ("it 109 Lion", "'it': has no use here"),
    ("turn 5, through: Bk02 109 2 Lion", "'through': has no use here"),
    ("Black moved: Bk02 109", "'moved': has no use here"),
    ("Bk02 109 2 Lion not slain", "'not': has no use here"),
    ("Bk02 109 2 Lion not", "'not': unknown character 'not'"),
    ("moved Bk02 109", "'moved': has no use here"),
    ("Bk02 109 2 Lion moves", "'moves': has no use here"),
    (
        "Bk02 109 2 Lion height 1",
        "'height 1': Bk02 has both characters and a height; a height is for a Legion of unknown content",
    ),
    ("7 high in 109", "'7': a Legion begins with its marker"),
    ("height 7", "'height': has no use here"),
    ("Bk02 109 2 Lion, Bk02 110", "'Bk02': Bk02 is given twice"),
    ("Bk02 109 Lions", "'109': 109 of a kind are impossible"),
    ("Bk02 109 0 Lion", "'0': 0 of a kind are impossible"),
    ("Bk02 D3 Lion", "'D3': has no use here"),
    ("Bk02 b9 Lion", "'b9': has no use here"),
    ("Bk02 109 Lion in the Plains", "'Plains': 109 is not in the Plains"),
    ("Bk02 105 Lion Plains Plains", "'Plains': has no use here"),
    ("Bk02 109 Lion nobody", "'nobody': has no use here"),
    ("Bk02 109 nobody", "'Bk02': Bk02 has no characters; it would be disbanded"),
    ("nobody Bk02 109", "'nobody': has no use here"),
    ("Bk02 109 with", "'with': has no use here"),
    ("his turn: Red score 300: Rd01 109; his score 400", "Red's score is given twice"),
    ("his turn: Red tower 300: Rd01 109; his tower 300", "Red's tower is given twice"),
    ("my 2 Lions in 109, Ogre", "'Ogre': where is the Legion?"),
    ("my 109 2 Lions Ogre", "'109': has no use here"),
    ("my Legion", "'Legion': where is the Legion?"),
    ("my Legion 2 Lions, roll 4", "'Legion': where is the Legion?"),
    ("my Legion 2 Lions, his Legion in 7", "'Legion': where is the Legion?"),
    ("Black's movement: my Legion 2 Lions", "'Legion': where is the Legion?"),
    ("Bk02 109 2 Grog", "'Grog': unknown character 'Grog'"),
    ("Bk02 109 Grog", "'Grog': unknown character 'Grog'"),
    ("Bk02 Grog", "'Grog': has no use here"),
    ("Bk02 109 12 34", "'12': has no use here"),
    ("Black 200 300 400: Bk01 105 Titan", "'300': tower is given twice"),
    ("Black 2 Legions", "'2': has no use here"),
    ("Red attacks Blue", "'attacks': which Legion attacks which, in one land?"),
    ("Red attacks Blue in 105: 3 Ogre / 2 Lion", "'/': whose are they?"),
    ("Red attacks Blue in 105: Rd01 7 3 Ogre / Bu01 2 Lion", "'attacks': which Legion attacks which, in one land?"),
    (
        "Red attacks Blue in 105: Rd01 3 Ogre, Rd02 Lion / Bu01 2 Lion",
        "'attacks': which Legion attacks which, in one land?",
    ),
    (
        "Red attacks Blue in 105: Rd01 3 Ogre / Bu01 2 Lion, Gd01 2 Lion",
        "'attacks': which Legion attacks which, in one land?",
    ),
    ("Red attacks Blue with Rd01 in 105", "'with': has no use here"),
    ("attack Blue in 105", "'attack': has no use here"),
    ("Black's strikes: Bk02 109", "'strikes': which Legion attacks which, in one land?"),
]
"""What has no use, or is said twice, or leaves open who or where."""


@for_each(("typed", "message"), REFUSED)
def test_what_is_no_position_is_refused(typed: str, message: str) -> None:
    with pytest.raises(DocumentError) as caught:
        read_line(typed, asked=True)
    assert caught.value.faults[0].message == message


@for_each(
    ("typed", "assumed"),
    [
        ("Bk02 109 2 Lion / Rd01 13 Ogre | elsewhere Black, elsewhere Red", []),
        ("Bk02 109 2 Lion / Rd01 13 Ogre | elsewhere Red", ["Black's Titan is elsewhere, out of the way"]),
        ("Bk02 109 2 Lion Titan / Red | out Red", []),
        ("Bk02 109 2 Lion Titan / Rd01 13 height 6", []),
    ],
)
def test_a_titan_is_assumed_to_be_elsewhere_where_that_is_not_said(typed: str, assumed: list[str]) -> None:
    assert [assumption.text for assumption in read_line(typed, asked=True).assumptions] == assumed


def test_about_a_position_alone_less_goes_without_saying() -> None:
    read = read_line("Bk02 109 2 Lion", asked=False)
    assert line(read.position) == line(read_line("Bk02 109 2 Lion", asked=True).position)
    for typed, message in (("turn 5", "0 players, where 2 to 6 play"), ("Bk02 2 Lions", "where is the Legion?")):
        assert read_line(typed, asked=True)
        with pytest.raises(DocumentError, match=re.escape(message)):
            read_line(typed, asked=False)
