"""Actions as they are said in a position: every reading, with what is claimed besides, or why it is refused."""

from looping import for_each
from titan_rules.answers.questions import judge_texts
from titan_rules.kernel.errors import ActionError
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.text.parsing import understood, written
from titan_rules.text.positions import parse_line


def readings(position: str, text: str) -> str:
    """All that a text can mean in a position, the likeliest first, and its claims; or the reason of its refusal."""
    state = parse_line(position) if position else None
    assert state is None or isinstance(state, Game | Battle)
    try:
        actions, claims = understood(text, state)
    except ActionError as e:
        return f"refused: {e.fault.message}"
    shown = [" or ".join(map(written, actions)), *(f"{claim.what} {claim.value}" for claim in claims)]
    return ", ".join(shown)


def verdict(position: str, text: str) -> str:
    """An action as it is read, and whether it is legal; or the reason of its refusal."""
    try:
        answer = judge_texts([position, text]).answer
    except ActionError as e:
        return f"refused: {e.fault.message.partition('): ')[2]}"
    return f"{answer.text}: {answer.verdict}"


# --- whose action it is ----------------------------------------------------------------------------------------------

MOVEMENT = (
    "turn 2, Black's movement, roll 6: Black tower 600: Bk01 100 Titan Angel, Bk02 9 2 Lion / "
    "Red tower 300: Rd01 300 Titan"
)
FLIGHT = (
    "turn 2, Black's engagement: Black tower 600: Bk01 600 Titan Ogre, Bk02 105 2 Lion / "
    "Red tower 300: Rd01 300 Titan, Rd02 105 2 Ogre | engagement "
    '{"land":105,"attacker":"Bk02","defender":"Rd02","attacking":"Black","defending":"Red","stage":"flight",'
    '"to_act":"Red"}'
)
NOT_THE_ACTORS = "refused: 'Legion' is not of whoever acts"


@for_each(
    ("text", "read"),
    [
        ("Red flees", "flee"),
        ("Rd02 flees", "flee"),
        ("the defender stands", "stand"),
        ("Red's Legion stands", "stand"),
        ("his Legion flees", "flee"),  # of the players, only one can be meant
        ("I flee", "flee"),
        ("Black flees", "refused: 'Black' does not do this here: Red does"),
        ("Black's Legion flees", "refused: 'Legion' does not do this here: Red does"),
        ("the attacker stands", "refused: 'attacker' does not do this here: Red does"),
        ("Bk02 flees", "refused: 'Bk02' does not do this here: Rd02 does"),
        ("Rd01 stands", "refused: 'Rd01' does not do this here: Rd02 does"),
    ],
)
def test_ENG_3_who_flees_or_stands_is_the_defender_and_may_be_said(text: str, read: str) -> None:
    assert readings(FLIGHT, text) == read


@for_each(
    ("text", "read"),
    [
        ("my Lion Legion moves to 15", "Bk02 P15"),
        ("Black moves his Lion Legion to 15", "Bk02 P15"),
        ("he moves his Lion Legion to 15", "Bk02 P15"),
        ("Black's Bk02 moves to 15", "Bk02 P15"),
        ("Red's Rd01 moves to 15", "Rd01 P15"),  # in Black's turn, which the rules judge
        ("his Rd01 moves to 15", "Rd01 P15"),
        ("Red moves Rd01 to 15", "Rd01 P15"),
        ("his Legion moves to 15", NOT_THE_ACTORS),
        ("your Legion moves to 15", NOT_THE_ACTORS),
        ("Red's Legion moves to 15", NOT_THE_ACTORS),
        ("I move his Legion to 15", NOT_THE_ACTORS),
        ("he moves my Legion to 15", NOT_THE_ACTORS),
        ("his Bk02 moves to 15", "refused: 'Bk02' is not of whoever acts"),
        ("Red's Bk02 moves to 15", "refused: 'Bk02' is not of whoever acts"),
        ("Black's Rd01 moves to 15", "refused: 'Rd01' is not of whoever acts"),
        ("Red moves to 15", "refused: 'Red' does not do this here: Black does"),
        ("Red moves his Legion to 15", "refused: 'Red' does not do this here: Black does"),
    ],
)
def test_MOVE_1_a_legion_that_moves_is_that_of_whoever_is_said_to_own_it(text: str, read: str) -> None:
    assert readings(MOVEMENT, text) == read


@for_each(
    ("position", "text", "read"),
    [
        (MOVEMENT, "Red moves Rd01 to 15", "Rd01 P15: illegal"),
        (MOVEMENT, "his Rd01 moves to 15", "Rd01 P15: illegal"),
        (MOVEMENT, "Black moves Rd01 to 15", "Rd01 P15: illegal"),
        ("my Legion is in 9, his Legion is in 15", "his Rd01 moves to 21", "Rd01 D21: legal"),  # in his turn
        (
            "my Legion is in 9, his Legion is in 15",
            "my Rd01 moves to 21",
            "refused: 'Rd01' does not do this here: Red does",
        ),
        ("my Legion is in 9, his Legion is in 15", "his Legion moves to 21", NOT_THE_ACTORS),
        ("your two gargoyles in the Jungle", "your Legion musters a Cyclops", "Bk01 Gar,Gar>Cyc: legal"),
        (
            "your two gargoyles in the Jungle",
            "my Legion musters a Cyclops",
            "refused: 'Legion' does not do this here: Black does",
        ),
    ],
)
def test_TURN_1_a_legion_of_somebody_else_is_judged_by_its_marker(position: str, text: str, read: str) -> None:
    assert verdict(position, text) == read


@for_each(
    ("text", "read"),
    [
        ("summon the Angel from my Legion", "summon Ang from Bk04"),
        ("summon the Angel from the attacker's Legion", "summon Ang from Bk04"),
        ("summon the Angel from his Legion", NOT_THE_ACTORS),
        ("summon the Angel from Red's Legion", NOT_THE_ACTORS),
        ("summon the Angel from Bk04 to his Legion", NOT_THE_ACTORS),
        ("summon his Angel", "refused: 'Angel' is not of whoever acts"),
    ],
)
def test_SUMMON_1_a_donor_is_no_legion_of_an_enemy(text: str, read: str) -> None:
    assert readings("Plains, turn 3, attacker's maneuver: Ogre D3 / Lion D4 | donors Bk04 Angel", text) == read
