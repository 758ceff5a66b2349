"""Lines as they are written and read back, Legions that may muster, and names that could be something else."""

from looping import for_each
from titan_rules.kernel.errors import DocumentError
from titan_rules.text.parsing import land_text, parse, written
from titan_rules.text.positions import line, parse_line, read_line
from titan_rules.text.reader import Misread
from titan_rules.text.writing import quoted


@for_each(
    "text",
    [
        "Plains: Ogre D3 / Lion D4",
        "Plains, turn 1, attacker's maneuver: 2 Ogre off, Lion D3, Lion D4 2 hits / Troll E3 1 hit struck",
        'Plains: right 20: Ogre D3 / "Ben" Rd01 40: Lion D4 moved',
        'Plains: Bk03: Ogre D3 / "Ben Lee" Rd02: Lion D4',
        "Plains: Bk03 right: Ogre D3 / Lion D4",
        "Plains: Ogre D3 / Lion D4 slowed 2",
        "Plains: Ogre D3 / Lion D4 poisoned 1",
        "Plains: 2 Ogre off / Lion off",
        "Plains, turn 4, defender's strikeback: Ogre D3 / Lion D4",
        'turn 1, setup: | seats [{"name":"Ann"},{"name":"Ben"}]',
        "turn 2, Black's movement: Black tower 600: Bk01 600 height 7 / Red tower 500 | elsewhere Red",
        "turn 2, Black's enlistment: Black tower 600 score 40: Bk01 9 Titan not moved / Red tower 500 | elsewhere Red",
        "turn 2, Black's enlistment: Black tower 600: Bk01 100 Titan / Red tower 500: Rd01 500 Titan | moved Bk01",
        "turn 1, Red's movement, roll 3, mulligan: Red tower 600: Rd01 6 Titan / Sky tower 500 score 4 | elsewhere Sky",
        "Jungle: 2 Gargoyle, Ogre",
        "Plains: 2 Lion | land 105",
    ],
)
def test_a_line_is_written_as_it_was_read(text: str) -> None:
    assert line(parse_line(text)) == text


def muster(text: str) -> str:
    """The line of a Legion that may muster, and whose it is said to be; or its refusal, with the hint."""
    try:
        read = read_line(text, asked=True)
    except DocumentError as e:
        at = f" at {text[slice(*e.place)]!r}" if isinstance(e, Misread) else ""
        fault = e.faults[0]
        return f"refused{at}: {fault.message}" + (f" ({fault.hint})" if fault.hint is not None else "")
    return ", ".join([line(read.position), *(f"{owner} is {color}" for owner, color in read.owners.items())])


@for_each(
    ("text", "read"),
    [
        ("Jungle: 2 Gargoyle, Ogre", "Jungle: 2 Gargoyle, Ogre"),
        ("105: 2 Lion", "Plains: 2 Lion | land 105"),
        ("P105 2 Lion", "Plains: 2 Lion | land 105"),
        ("Plains 105: 2 Lion", "Plains: 2 Lion | land 105"),
        ("in land 105: 2 Lion", "Plains: 2 Lion | land 105"),
        ("3 ogres in hills", "Hills: 3 Ogre"),
        ("2 of ogres in hills", "Hills: 2 Ogre"),
        ("Hills: ogre x3", "Hills: 3 Ogre"),
        ("2 ogres with lion in hills", "Hills: 2 Ogre, Lion"),
        ("my Legion in the Jungle with 2 Gargoyles", "Jungle: 2 Gargoyle, mine is Black"),
        ("I have 3 ogres in the hills", "Hills: 3 Ogre, mine is Black"),
        ("his 2 gargoyles in the Jungle", "Jungle: 2 Gargoyle, theirs is Black"),
        ("Blue's 2 ogres in hills", "Hills: 2 Ogre, Blue is Black"),
        ("2 Lion", "refused at '2 Lion': '2 Lion': where is the Legion? (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Jungle", "refused at 'Jungle': 'Jungle': who is in the Legion? (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Jungle:", "refused at 'Jungle': 'Jungle': who is in the Legion? (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Hills: nothing", "refused at 'Hills': 'Hills': who is in the Legion? (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Hills: ogres", "refused at 'ogres': 'ogres': how many?"),
        ("Jungle: 2 zork", "refused: 'zork': unknown character 'zork'"),
        ("2 ogres in zork", "refused at 'in': 'in': has no use here (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Brush 105: 2 Lion", "refused: 105 is not in the Brush (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("my 2 ogres in hills in 105", "refused: 105 is not in the Hills (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("Jungle 2 Gargoyle Jungle", "refused at 'Jungle': 'Jungle': terrain is given twice"),
        ("I my 2 ogres in hills", "refused at 'my': 'my': has no use here (as in: Jungle: 2 Gargoyle, Ogre)"),
        ("my my 2 ogres in hills", "refused at 'my': 'my': has no use here (as in: Jungle: 2 Gargoyle, Ogre)"),
        (
            "my Legion Legion in hills 2 ogres",
            "refused at 'Legion': 'Legion': has no use here (as in: Jungle: 2 Gargoyle, Ogre)",
        ),
    ],
)
def test_MUSTER_1_a_legion_that_may_muster_says_who_is_in_it_and_where(text: str, read: str) -> None:
    assert muster(text) == read


@for_each(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Zoë", "Zoë"),
        ("Black", "Black"),
        ("black", '"black"'),
        ("Ann Lee", '"Ann Lee"'),
        ("Lion", '"Lion"'),
        ("D3", '"D3"'),
        ("2", '"2"'),
        ("attacker", '"attacker"'),
        ("Ann“Lee", '"Ann\\u201cLee"'),
    ],
)
def test_a_name_that_could_be_something_else_is_quoted(name: str, shown: str) -> None:
    assert quoted(name) == shown
    assert written(parse(f"{shown} concedes")) == f"{shown} concedes"


def test_a_land_has_the_letters_of_its_terrain_if_there_is_such_a_land() -> None:
    assert [land_text(land) for land in (105, 600, 2000, 999)] == ["P105", "T600", "Tu2000", "999"]
