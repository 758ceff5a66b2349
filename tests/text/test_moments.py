"""In which moment an action is meant, where the position leaves that open: what is said of it stands."""

from collections.abc import Sequence

import pytest

from looping import for_each
from titan_rules.answers.questions import judge_texts
from titan_rules.position.battle import Battle
from titan_rules.text.moments import Meant
from titan_rules.text.questions import NotRead, read_question


def moment_of(meant: Meant) -> str:
    """When an action is meant, as *3 Red movement 4* (the roll) or *2 attacker strike*."""
    state = meant.state
    if isinstance(state, Battle):
        return f"{state.turn} {state.side} {state.phase}"
    engaged = f" {state.engagement.land} {state.engagement.stage}" if state.engagement is not None else ""
    return f"{state.turn} {state.active} {state.phase}{f' {state.roll}' if state.roll else ''}{engaged}"


def moments(position: str, action: str) -> list[tuple[str, str]]:
    """The moments of a question, each with its action and, if that is not legal, an X behind it."""
    meanings = read_question([position, action]).first
    return [(moment_of(meant), str(meant.action) + " X" * (not meant.legal)) for meant in meanings]


def refusal(position: str, action: str) -> str:
    """Why an action is not read."""
    with pytest.raises(NotRead) as caught:
        read_question([position, action])
    return caught.value.fault.message


# --- in a battle -----------------------------------------------------------------------------------------------------

MELEE, APART = "Plains: Ogre D3 / Lion D4", "Plains: Ogre D3 / Lion D5"


@for_each(
    ("position", "action", "moment", "meant"),
    [
        # Whoever strikes or moves is in its own phase; in a strikeback the turn is the other side's.
        (MELEE, "Ogre strikes Lion", "2 attacker strike", "D3 strikes D4"),
        (MELEE, "Lion strikes Ogre", "2 defender strike", "D4 strikes D3"),
        (MELEE, "Lion strikes back at Ogre", "2 attacker strikeback", "D4 strikes D3"),
        (MELEE, "Ogre strikes back at Lion", "2 defender strikeback", "D3 strikes D4"),
        (MELEE, "in the strike phase Lion strikes back at Ogre", "2 attacker strikeback", "D4 strikes D3"),
        (MELEE, "in Red's strikeback phase Lion strikes Ogre", "2 attacker strikeback", "D4 strikes D3"),
        (APART, "Ogre moves to D2", "2 attacker maneuver", "Ogr D3-D2"),
        (APART, "Lion moves to D6", "2 defender maneuver", "Lio D5-D6"),
        ("Plains: Ogre off / Lion off", "Lion enters F2", "1 defender maneuver", "Lio enters F2"),
        ("Plains: Ogre D3, Troll off / Lion D5", "Troll enters A3", "1 attacker maneuver", "Tro enters A3"),
        ("Plains: Ogre D3, Troll off / Lion D5", "Lion moves to D6", "1 attacker maneuver", "Lio D5-D6 X"),
        # What the action says of the moment.
        (MELEE, "turn 3: Ogre strikes Lion", "3 attacker strike", "D3 strikes D4"),
        (MELEE, "in the defender's turn Lion strikes Ogre", "2 defender strike", "D4 strikes D3"),
        (MELEE, "in Black's turn Lion strikes back at Ogre", "2 attacker strikeback", "D4 strikes D3"),
        (MELEE, "in Red's turn Ogre strikes back at Lion", "2 defender strikeback", "D3 strikes D4"),
        ("Plains: Ann's Ogre D3, Ben's Lion D4", "in Ben's turn Lion strikes Ogre", "2 defender strike",
         "D4 strikes D3"),
        ("Plains: my Ogre D3, his Lion D4", "in his turn Lion strikes Ogre", "2 defender strike", "D4 strikes D3"),
        (MELEE, "in my turn Lion strikes Ogre", "2 defender strike", "D4 strikes D3"),
        # What the position says of it.
        ("Plains, turn 4: Ogre D3 / Lion D4", "turn 4: Ogre strikes Lion", "4 attacker strike", "D3 strikes D4"),
        ("Plains, turn 4: Ogre D3 / Lion D4", "Lion strikes Ogre", "4 defender strike", "D4 strikes D3"),
        ("Plains, his strike: my Ogre D3, his Lion D4", "in his turn Lion strikes Ogre", "2 defender strike",
         "D4 strikes D3"),
        # REINF-1, SUMMON-2, CONCEDE-1: whoever alone may do it; a reinforcement comes in turn 4.
        (APART, "reinforce with Ranger", "4 defender maneuver", "reinforce >Ran X"),
        (APART, "turn 5: reinforce with Ranger", "5 defender maneuver", "reinforce >Ran X"),
        ("Plains, turn 3: Ogre D3 / Lion D5", "reinforce with Ranger", "3 defender maneuver", "reinforce >Ran X"),
        ("Plains: Ogre D3 / Lion D5 | donors Bk02 Angel", "summon Angel from Bk02", "2 attacker maneuver",
         "summon Ang from Bk02 X"),
        (APART, "Red attempts to concede", "2 defender strike", "Red attempts to concede"),
        (APART, "the defender attempts to concede", "2 defender strike", "Red attempts to concede"),
        ("Plains: my Ogre D3, his Lion D5", "you attempt to concede", "2 defender strike", "Red attempts to concede"),
        ("Plains: Ann: Ogre D3 / Ben: Lion D5", "Ben attempts to concede", "2 defender strike",
         "Ben attempts to concede"),
    ],
)  # fmt: skip
def test_when_an_action_of_a_battle_is_meant(position: str, action: str, moment: str, meant: str) -> None:
    assert moments(position, action) == [(moment, meant)]


def test_what_is_said_of_the_moment_is_not_changed_for_a_verdict() -> None:
    assert moments("Plains, strike: Ogre D3 / Lion D5", "Ogre moves to D2") == [("2 attacker strike", "Ogr D3-D2 X")]
    ruled = [("2 attacker strike", "D4 strikes D3 X")]
    assert moments("Plains, attacker's strike: Ogre D3 / Lion D4", "Lion strikes Ogre") == ruled
    assert moments(MELEE, "in Black's turn Lion strikes Ogre") == ruled
    assert moments("Plains: my Ogre D3, his Lion D4", "in my turn Lion strikes Ogre") == ruled


@for_each(
    ("position", "action", "why"),
    [
        ("Plains, turn 4: Ogre D3 / Lion D4", "turn 3: Ogre strikes Lion", "the position is in turn 4, not 3"),
        ("Plains, strike: Ogre D3 / Lion D5", "maneuver phase: Ogre moves to D2",
         "the position is in phase strike, not maneuver"),
        (MELEE, "turn 9: Ogre strikes Lion", "turn 9: expected 1 to 7, got 9"),
        (MELEE, "turn 0: Ogre strikes Lion", "turn 0: expected 1 to 7, got 0"),
        (MELEE, "muster phase: Ogre strikes Lion",
         "phase enlistment: expected one of maneuver, strike, strikeback, got 'enlistment'"),
        ("Plains: Ogre D3, Troll off / Lion D5", "turn 3: Ogre moves to D2", "the position cannot be in turn 3"),
        ("Plains: Ogre D3, Troll off / Lion D5", "in Red's turn Lion moves to D6",
         "the position cannot be in side defender"),
        ("Plains, attacker's strike: Ogre D3 / Lion D4", "in Red's strike phase Lion strikes Ogre",
         "in the position it is the turn of attacker"),
        ("Plains, his strike: my Ogre D3, his Lion D4", "in my turn Lion strikes Ogre",
         "in the position it is the turn of defender"),
        (MELEE, "in Zork's turn Ogre strikes Lion", "Zork does not play here"),
        (MELEE, "in the Brush Ogre strikes Lion", "the battle is fought in the Plains, not in the Brush"),
        (MELEE, "roll 3: Ogre strikes Lion", "not read: \"3\" (word 8): '3' has no place here"),
    ],
)  # fmt: skip
def test_another_moment_than_the_position_s_or_an_impossible_one_is_refused(
    position: str, action: str, why: str
) -> None:
    assert refusal(position, action) == why


# --- on the board ----------------------------------------------------------------------------------------------------

TWO, MET = "Bk02 105 2 Lion / Rd01 20 2 Lion", "Bk02 105 2 Lion / Rd01 105 2 Lion"


@for_each(
    ("position", "action", "moment", "meant"),
    [
        ("Bk02 8 Titan 4 Ogre", "split off 2 ogres", "2 Black commencement", "Bk02/Bk01 Ogr Ogr"),
        ("Bk02 105 2 Lion", "Bk02 musters Lion", "2 Black enlistment", "Bk02 Lio>Lio"),
        ("Bk02 105 2 Lion, turn 5", "Bk02 musters Lion", "5 Black enlistment", "Bk02 Lio>Lio"),
        ("Jungle: 2 Gargoyle", "muster Cyclops", "2 Black enlistment", "Bk01 Gar,Gar>Cyc"),
        (TWO, "Rd01 musters Lion", "2 Red enlistment", "Rd01 Lio>Lio"),
        (TWO, "in Red's turn Rd01 musters Lion", "2 Red enlistment", "Rd01 Lio>Lio"),
        (f"{TWO} | name Red Ann", "in Ann's turn Rd01 musters Lion", "2 Red enlistment", "Rd01 Lio>Lio"),
        ("Bk02 105 2 Lion not moved", "Bk02 musters Lion", "2 Black enlistment", "Bk02 Lio>Lio X"),
        ("Bk02 105 2 Lion", "Bk09 musters Lion", "2 Black enlistment", "Bk09 >Lio X"),
        ("Bk02 6 2 Lion, roll 3", "Bk02 to 9", "2 Black movement 3", "Bk02 H9"),
        ("Bk02 6 2 Lion", "roll 3: Bk02 to 9", "2 Black movement 3", "Bk02 H9"),
        ("Bk02 6 2 Lion", "turn 4, roll 3: Bk02 to 9", "4 Black movement 3", "Bk02 H9"),
        ("my Legion is in 6, I rolled a 3", "in Black's turn I go to 9", "2 Black movement 3", "Bk01 H9"),
        ("turn 1, I rolled a 1", "I mulligan", "1 Black movement 1", "mulligan"),
        # ENG-3 to ENG-5: the Engagement is begun for whoever flees, stands or negotiates.
        (MET, "flee", "2 Black engagement 105 flight", "flee"),
        (MET, "Red flees", "2 Black engagement 105 flight", "flee"),
        (MET, "the defender flees", "2 Black engagement 105 flight", "flee"),
        (MET, "Rd01 stands", "2 Black engagement 105 flight", "stand"),
        (MET, "Red concedes", "2 Black engagement 105 negotiation", "Red concedes"),
        (MET, "the defender concedes", "2 Black engagement 105 negotiation", "Red concedes"),
        (MET, "the attacker concedes", "2 Black engagement 105 negotiation", "Black concedes X"),
        (MET, "Red no more", "2 Black engagement 105 negotiation", "Red no-more"),
        (MET, "Red proposes attacker all, defender nothing", "2 Black engagement 105 negotiation",
         "Red proposes attacker all, defender nothing"),
        ("Bk02 105 2 Lion / Rd01 105 Titan", "Red flees", "2 Black engagement 105 negotiation", "flee X"),
        (f"Red's engagement: {MET}", "Black flees", "2 Red engagement 105 flight", "flee"),
    ],
)  # fmt: skip
def test_when_an_action_on_the_board_is_meant(position: str, action: str, moment: str, meant: str) -> None:
    assert moments(position, action) == [(moment, meant)]


def test_whoever_fights_does_not_flee_first() -> None:
    assert moments(MET, "Red fights") == [
        ("2 Black engagement 105 flight", "stand"),
        ("2 Black engagement 105 negotiation", "Red fights X"),
    ]


def test_one_who_flees_from_one_of_two_engagements_is_meant_where_that_is_legal() -> None:
    two = "Bk02 106 2 Lion, Bk03 105 2 Ogre / Rd01 105 2 Lion, Rd02 106 Titan"
    assert moments(two, "Red flees") == [
        ("2 Black engagement 105 flight", "flee"),
        ("2 Black engagement 106 negotiation", "flee X"),
    ]


def test_MOVE_3_a_roll_that_is_not_said_may_be_any_the_legal_ones_first() -> None:
    assert [moment[-1] + meant[8:] for moment, meant in moments("Bk02 100 Titan 2 Lion", "Bk02 to 41")] == [
        "1", "6", "2 X", "3 X", "4 X", "5 X",
    ]  # fmt: skip


@for_each(
    ("position", "action", "why"),
    [
        ("Bk02 109 2 Lion, turn 3", "turn 4: Bk02 to 110", "the position is in turn 3, not 4"),
        ("Bk02 109 2 Lion, roll 4", "roll 3: Bk02 to 112", "the position is in roll 4, not 3"),
        ("Bk02 109 2 Lion", "roll 7: Bk02 to 112", "roll 7: expected 1 to 6, got 7"),
        ("Bk02 109 2 Lion", "turn 0: Bk02 to 112", "turn 0: expected 1 to 9999, got 0"),
        ("Bk02 8 Titan 7 Lion", "turn 4: split off 2 lions", "the position cannot be in turn 4"),
        ("my Legion is in 6, I rolled a 3", "in Red's turn I go to 9", "in the position it is the turn of Black"),
        ("my Legion is in 6, I rolled a 3", "in his turn I go to 9", "in the position it is the turn of Black"),
        ("Bk02 in 6", "in Zork's turn Bk02 to 9", "Zork does not play here"),
        (TWO, "Red flees", 'not read: "Red flees" (word 10): no Legions are said to meet'),
        (MET, "Black flees", "not read: \"Black\" (word 10): 'Black' does not do this here: Red does"),
        (MET, "the attacker flees", "not read: \"attacker\" (word 11): 'attacker' does not do this here: Red does"),
        (MET, "Bk02 flees", "not read: \"Bk02\" (word 10): 'Bk02' does not do this here: Rd01 does"),
        (f"{MET}, movement", "Red flees", "not read: \"Red\" (word 11): 'Red' does not do this here: Black does"),
        (
            "Jungle: my 2 Gargoyles",
            "you muster a Cyclops",
            "not read: \"you\" (word 5): 'you' does not do this here: Black does",
        ),
        ("my Legion has 4 lions", "muster a griffon", "where is the Legion?"),
    ],
)
def test_what_the_position_contradicts_is_refused(position: str, action: str, why: str) -> None:
    assert refusal(position, action) == why


# --- what is assumed -------------------------------------------------------------------------------------------------


@for_each(
    ("position", "action", "assumed"),
    [
        (MELEE, "Lion strikes Ogre", ["turn 2, defender's strike / say the turn and phase"]),
        (MELEE, "Lion strikes back at Ogre", ["turn 2, defender's strikeback / say the turn and phase"]),
        ("Plains, Red's strike: Ogre D3 / Lion D4", "Lion strikes Ogre", []),
        ("Plains, strike: Ogre D3 / Lion D4", "Ogre strikes Lion",
         ["turn 2, attacker's strike / say the turn and phase"]),
        ("Plains, Red's turn: Ogre D3 / Lion D4", "Lion strikes Ogre",
         ["turn 2, defender's strike / say the turn and phase"]),
        ("Jungle: 2 Gargoyle", "muster Cyclops", ["the Legion has moved, and may muster / None"]),
        ("Bk02 105 2 Lion", "Bk02 musters Lion",
         ["Black's enlistment phase / say whose phase it is", "Bk02 has moved / say not moved"]),
        ("Bk02 105 2 Lion moved", "Bk02 musters Lion", ["Black's enlistment phase / say whose phase it is"]),
        ("Bk02 105 2 Lion not moved", "Bk02 musters Lion", ["Black's enlistment phase / say whose phase it is"]),
        ("Black's enlistment: Bk02 105 2 Lion / Rd01 20 2 Lion", "Bk02 musters Lion",
         ["Bk02 has moved / say not moved"]),
        ("Bk02 6 2 Lion", "Bk02 to 9",
         ["Black's movement phase / say whose phase it is", "with a roll of 3 / say the roll"]),
        ("Bk02 100 Titan 2 Lion", "Bk02 to 41",
         ["Black's movement phase / say whose phase it is", "with a roll of 1 or 6 / say the roll"]),
        ("Bk02 6 2 Lion", "Bk02 to 42",
         ["Black's movement phase / say whose phase it is", "whatever is rolled / say the roll"]),
        ("Bk02 6 2 Lion, roll 3", "Bk02 to 9", ["Black's movement phase / say whose phase it is"]),
        ("Bk02 6 2 Lion", "roll 3: Bk02 to 9", ["Black's movement phase / say whose phase it is"]),
        ("Black's movement, roll 3: Bk02 6 2 Lion", "Bk02 to 9", []),
        (MET, "Red flees",
         ["Black's engagement phase / say whose phase it is", "the Engagement in 105 is being resolved / None"]),
    ],
)  # fmt: skip
def test_what_is_assumed_of_the_moment_is_told(position: str, action: str, assumed: Sequence[str]) -> None:
    told = [f"{each.text} / {each.otherwise}" for each in judge_texts([position, action]).answer.assumptions]
    assert [each for each in told if "out of the way" not in each] == assumed
