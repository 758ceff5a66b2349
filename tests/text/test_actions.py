"""Actions as they are said in a position: every reading, with what is claimed besides, or why it is refused."""

from looping import for_each
from titan_rules.answers.questions import judge_texts
from titan_rules.kernel.errors import ActionError
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.text.parsing import parse, sentence, understood, written
from titan_rules.text.positions import parse_line


def readings(position: str, text: str) -> str:
    """All that a text can mean in a position, the likeliest first, and its claims; or the reason of its refusal."""
    state = parse_line(position) if position else None
    assert state is None or isinstance(state, Game | Battle)
    try:
        actions, claims = understood(text, state)
    except ActionError as e:
        word, fault = text[slice(*e.place)], e.fault
        at = f" at {word!r}" if word not in fault.message else ""
        return f"refused{at}: {fault.message}" + (f" [{fault.code}]" if fault.code != "bad-notation" else "")
    return ", ".join([" or ".join(map(written, actions)), *(f"{x.what} {x.value or ''}".strip() for x in claims)])


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


# --- moves ------------------------------------------------------------------------------------------------------------

ROLLED = (
    "turn 2, Black's movement, roll 6: Black tower 600: Bk01 100 Titan Angel, Bk02 9 2 Lion, Bk03 9 Ogre / Red"
    " tower 300: Rd01 300 Titan, Rd02 15 2 Ogre"
)


@for_each(
    ("text", "read"),
    [
        ("Bk02 to 15", "Bk02 P15"),
        ("9 to 15", "Bk02 P15 or Bk03 P15"),
        ("move 9 to 15", "Bk02 P15 or Bk03 P15"),
        ("from 9 to 15", "Bk02 P15 or Bk03 P15"),
        ("Bk02 from 9 to 15", "Bk02 P15"),
        ("9-10-14-15", "Bk02 P15 right or Bk03 P15 right, road (10, 14, 15)"),
        ("my Lion Legion to 15", "Bk02 P15"),
        ("my Titan Legion to 15", "Bk01 P15"),
        ("my Titan and Angel Legion to 15", "Bk01 P15"),
        ("2 Lions move to 15", "Bk02 P15"),
        ("move 2 Lions to 15", "Bk02 P15"),
        ("I move my 2 Lions to 15", "Bk02 P15"),
        ("move the Lion and the Ogre to 15", "refused: which Legion? [no-legion]"),
        ("Titan moves to 15", "Bk01 P15"),
        ("Bk02 from 8 to 15", "refused: Bk02 stands in 9, not in 8 [wrong-start]"),
        ("5 to 15", "refused: Black has no Legion in 5 [no-legion]"),
        ("my Warlock Legion to 15", "refused: which Legion? [no-legion]"),
        ("move Lions to 15", "refused at 'Lions': how many?"),
        ("Bk02 moves", "refused at 'moves': a land is missing"),
        ("move", "refused at 'move': a land is missing"),
        ("Bk02", "refused: what is done?"),
        ("Bk02 to 999", "refused at 'Bk02 to 999': there is no land 999 [unknown-land]"),
        ("Bk02 to D15", "refused: 'D15' is wrong: land 15 is Plains"),
        ("Bk02 to 15 with all", "refused at 'all': has no place here"),
        ("Bk02 to 15 with nothing", "Bk02 P15"),
    ],
)
def test_MOVE_1_a_legion_is_named_by_its_marker_its_land_or_who_is_in_it(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk02 attacks Rd02", "Bk02 P15"),
        ("attack Rd02", "Bk01 P15 or Bk02 P15 or Bk03 P15"),
        ("attack 15", "Bk01 P15 or Bk02 P15 or Bk03 P15"),
        ("attack P15", "Bk01 P15 or Bk02 P15 or Bk03 P15"),
        ("Bk02 attacks Rd02 in 15", "Bk02 P15"),
        ("Bk02 attacks his Legion in 15", "Bk02 P15"),
        ("Bk02 attacks Rd02 in 16", "refused at 'Rd02': stands somewhere else"),
        ("Bk02 attacks Rd01 in 15", "refused at 'Rd01': stands somewhere else"),
        ("Bk02 attacks his Legion in 16", "refused at 'Legion': stands somewhere else"),
        ("Bk02 attacks 2 Ogres in 15", "refused: '2' has no place here"),
        ("Bk02 attacks", "refused at 'attacks': a land is missing"),
        ("Bk02 attacks his Legion", "refused at 'Legion': a land is missing"),
        ("Bk02 moves to 15 next to Rd02", "refused: 'next' is not so"),
        ("Bk02 to 15 dead", "refused: 'dead' has no place here"),
    ],
)
def test_MOVE_1_whom_a_legion_attacks_stands_where_it_goes(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("position", "text", "read"),
    [
        (ROLLED, "Bk02 9-10-11-12-13-14-15", "Bk02 P15 right, road (10, 11, 12, 13, 14, 15)"),
        (ROLLED, "Bk02 to 15 over 14", "Bk02 P15 right, road (14, 15)"),
        (ROLLED, "Bk02 over 10 and 14 to 15", "Bk02 P15 right, road (10, 14, 15)"),
        (ROLLED, "Bk02 10-14-15", "Bk02 P15 right, road (10, 14, 15)"),
        ("", "Bk02 103-104-105", "Bk02 P105, road (103, 104, 105)"),
        ("", "Bk02 to 105 over 104", "Bk02 P105, road (104, 105)"),
        ("", "103 to 105", "refused: which Legion? [position-needed]"),
        ("", "move to 105", "refused: which Legion? [position-needed]"),
        ("", "Bk02 attacks Rd01", "refused at 'Rd01': a land is missing"),
    ],
)
def test_MOVE_4_a_road_is_claimed_land_by_land(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk01 tower-teleports to 200 with Angel", "Bk01 T200 tower-teleport Ang"),
        ("Bk01 teleports to 200", "Bk01 T200 tower-teleport"),
        ("Bk01 teleports to 200, Angel", "Bk01 T200 tower-teleport Ang"),
        ("Bk01 titan-teleports to 15 showing the Titan", "Bk01 P15 titan-teleport Tit"),
        ("Bk01 teleports to 15", "Bk01 P15 titan-teleport"),
        ("Bk02 teleports to 15", "Bk02 P15 titan-teleport"),
        ("Bk02 to 15 normal", "Bk02 P15 normal"),
        ("Bk02 to 15 from the left", "Bk02 P15 left"),
    ],
)
def test_TELE_2_a_teleport_without_its_kind_is_whatever_it_can_be(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk02 to Plains 15", "Bk02 P15"),
        ("in the Plains Bk02 to 15", "Bk02 P15"),
        ("Bk02 to 15 in the Brush", "refused: none of this is in the Brush"),
    ],
)
def test_a_terrain_that_is_said_of_an_action_is_that_of_its_land(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk02 stays", "refused: needs no word: a Legion that does not move stays"),
        ("Bk02 flees", "flee"),
        ("done", "end-moves"),
        ("end", "end-moves"),
        ("end movement", "end-moves"),
        ("end my turn", "end-turn"),
        ("end the strikes", "end-strikes"),
        ("end the movement phase and muster", "refused: 'muster' is a second deed"),
    ],
)
def test_MOVE_2_what_does_not_move_needs_no_word_and_what_ends_is_said_or_the_phase(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("text", "read"),
    [
        ("roll", "roll"),
        ("roll 4", "roll 4"),
        ("I roll 4", "roll 4"),
        ("mulligan", "mulligan"),
        ("mulligan 2", "mulligan 2"),
        ("mulligan a 4", "mulligan 4"),
        ("mulligan 2 with 3", "refused: '3' has no place here"),
    ],
)
def test_ROLL_1_a_roll_and_a_mulligan_may_say_what_the_die_shows(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk02 joins Bk03", "Bk02 joins Bk03"),
        ("Bk03 recombines with Bk02", "Bk03 joins Bk02"),
        ("Bk02 and Bk03 join", "Bk02 joins Bk03"),
        ("Bk02 joins", "refused: which Legion joins which?"),
        ("joins Bk03", "refused: which Legion joins which?"),
        ("Bk02 joins Bk03 in 9", "refused: '9' has no place here"),
    ],
)
def test_MOVE_9_two_legions_join(text: str, read: str) -> None:
    assert readings(ROLLED, text) == read


# --- splits and musters -----------------------------------------------------------------------------------------------

COMMENCING = (
    "turn 2, Black's commencement: Black tower 600: Bk01 600 Titan Angel 2 Ogre 2 Centaur Lion, Bk05 9 4 Lion "
    "/ Red tower 300: Rd01 300 Titan"
)
ENLISTING = (
    "turn 2, Black's enlistment: Black tower 600: Bk01 600 Titan 2 Ogre, Bk02 105 2 Centaur 2 Lion, Bk03 8 2 "
    "Ogre / Red tower 300: Rd01 300 Titan"
)


@for_each(
    ("text", "read"),
    [
        ("Bk01/Bk02 Ang 2 Ogr Cen", "Bk01/Bk02 Ang Ogr Ogr Cen"),
        ("Bk01/ 4", "Bk01/Bk02 4"),
        ("Bk01 splits into Bk02: Angel, 2 Ogre", "Bk01/Bk02 Ang Ogr Ogr"),
        ("Bk01 splits off 2 Ogre and the Angel", "Bk01/Bk02 Ogr Ogr Ang"),
        ("Bk01 splits off my 2 Ogres", "Bk01/Bk02 Ogr Ogr"),
        ("split 2 ogres off from Bk01", "Bk01/Bk02 Ogr Ogr"),
        ("split 2 Lions", "Bk01/Bk02 Lio Lio or Bk05/Bk02 Lio Lio"),
        ("Bk01 splits off 4", "Bk01/Bk02 4"),
        ("Bk01 splits off 2 pieces", "Bk01/Bk02 2"),
        ("Bk01 splits into 4 and 3", "Bk01/Bk02 3"),
        ("Bk01 splits 4-3", "Bk01/Bk02 3"),
        ("Bk01 splits 7 into 4 and 3", "Bk01/Bk02 3"),
        ("Bk05/ 2", "Bk05/Bk02 2"),
        ("Bk05/Bk02 4 Lion", "Bk05/Bk02 Lio Lio Lio Lio"),  # all of them, which the rules judge
        ("Bk05 splits into 3 Lion and Lion", "refused at 'splits': who leaves?"),  # both parts are named
        ("Bk05 splits into 3 Lion", "Bk05/Bk02 Lio Lio Lio"),
        ("Bk01 splits 8 into 4 and 3", "refused at '8': do not add up"),
        ("Bk01 splits 4, 3, 2 and 1", "refused at '4': do not add up"),
        ("Bk01 splits", "refused at 'splits': who leaves?"),
        ("Bk01 splits off nothing", "refused at 'splits': who leaves?"),
        ("split off 4 and 2 Ogres", "refused at '4': says how many, and who"),
        ("Bk01 splits off Ogres", "refused at 'Ogres': how many?"),
        ("Bk01 splits off all", "refused at 'all': has no place here"),
        ("Bk01 splits off 0 Ogres", "refused: 0 of a kind are impossible"),
        ("Bk01 splits off 100 Ogres", "refused: 100 of a kind are impossible"),
        ("Bk01 splits off his 2 Ogres", "refused: '2' is not of whoever acts"),
        ("Bk01 splits off 2 Ogres into Bk02 and Bk03", "refused: 'Bk03' would be a second into"),
        ("Bk01 splits off 2 Ogres next to Bk05", "refused: 'next' is not so"),
        ("no more splits", "refused: 'splits' is a second deed"),
    ],
)
def test_SPLIT_1_who_leaves_or_how_many(text: str, read: str) -> None:
    assert readings(COMMENCING, text) == read


@for_each(
    ("text", "read"),
    [
        ("Bk02 >Lio", "Bk02 >Lio"),
        ("Bk02 Cen,Cen>Lio", "Bk02 Cen,Cen>Lio"),
        ("Bk02 musters Lion", "Bk02 Cen,Cen>Lio or Bk02 Lio>Lio"),
        ("Bk02 musters Lion with 2 Centaurs", "Bk02 Cen,Cen>Lio"),
        ("Bk02 musters Lion with Centaurs", "Bk02 Cen,Cen>Lio"),
        ("Bk02 musters Lion with Ogres", "Bk02 Ogr>Lio"),
        ("Bk02 musters Lion from Centaurs", "Bk02 Cen,Cen>Lio"),
        ("Bk02 musters Lion using 2 Centaurs", "Bk02 Cen,Cen>Lio"),
        ("Centaurs muster a Lion", "Bk01 Cen>Lio or Bk02 Cen,Cen>Lio or Bk03 Cen>Lio"),
        ("2 Centaurs>Lion", "Bk01 Cen,Cen>Lio or Bk02 Cen,Cen>Lio or Bk03 Cen,Cen>Lio"),
        ("muster a Ranger", "Bk01 >Ran or Bk02 Lio,Lio>Ran or Bk03 >Ran"),
        ("Lion", "Bk01 >Lio or Bk02 Cen,Cen>Lio or Bk02 Lio>Lio or Bk03 >Lio"),
        ("Lion for Bk02", "Bk02 Cen,Cen>Lio or Bk02 Lio>Lio"),
        ("muster Lion in Bk02", "Bk02 Cen,Cen>Lio or Bk02 Lio>Lio"),
        ("Troll with Ogres", "Bk01 Ogr>Tro or Bk02 Ogr>Tro or Bk03 Ogr,Ogr>Tro"),
        ("Black musters a Lion", "Bk01 >Lio or Bk02 Cen,Cen>Lio or Bk02 Lio>Lio or Bk03 >Lio"),
        ("Bk02 musters Lion in the Plains", "Bk02 Cen,Cen>Lio or Bk02 Lio>Lio"),
        ("Bk01 shows Titan and musters a Warlock", "Bk01 Tit>Warl"),
        ("Bk02 musters Warlock", "Bk02 >Warl"),
        ("Bk02 musters 2 Lions", "refused at '2': one character at a time"),
        ("Bk02 musters", "refused at 'musters': who?"),
        ("muster", "refused at 'muster': who?"),
        ("Bk02 musters all", "refused at 'all': one character at a time"),
        ("Bk02 musters nothing", "refused at 'nothing': one character at a time"),
        ("Bk02 musters Lion and Ranger", "refused: 'Ranger' would be a second character"),
        ("Bk02: 2 centaurs", "refused at '2': one character at a time"),
        ("with 2 Centaurs", "refused at '2': one character at a time"),
        ("muster Lion in 105", "refused: '105' has no place here"),
        ("Bk02 musters his Lion", "refused: 'Lion' is not of whoever acts"),
        ("Bk02 musters Lion in the Brush", "refused: none of this is in the Brush"),
    ],
)
def test_MUSTER_2_who_musters_is_shown_or_every_way_is_meant(text: str, read: str) -> None:
    assert readings(ENLISTING, text) == read


# --- Engagements ------------------------------------------------------------------------------------------------------

MET = (
    "turn 5, Black's engagement: Black tower 600: Bk01 600 Titan 2 Ogre, Bk02 105 2 Lion, Bk05 109 2 Centaur /"
    " Red tower 300: Rd01 300 Titan Angel, Rd02 105 2 Ogre, Rd03 109 2 Ogre"
)
TALKING = MET + (
    ' | engagement {"land":105,"attacker":"Bk02","defender":"Rd02","attacking":"Black","defending":"Red",'
    '"stage":"negotiation","to_act":"Red","stood":true}'
)
PROPOSED = MET + (
    ' | engagement {"land":105,"attacker":"Bk02","defender":"Rd02","attacking":"Black","defending":"Red",'
    '"stage":"negotiation","to_act":"Black","stood":true,'
    '"proposals":[{"by":"Red","attacker_loses":["Lion"],"defender_loses":["all"]}]}'
)


@for_each(
    ("position", "text", "read"),
    [
        (MET, "engage P105", "engage P105"),
        (MET, "engage in 109", "engage B109"),
        (MET, "engage Bk02", "engage P105"),
        (MET, "engage Rd03", "engage B109"),
        (MET, "engage Bk01", "engage T600"),
        (MET, "engage", "engage P105 or engage B109"),
        (MET, "engage 105 in the Plains", "engage P105"),
        (MET, "engage 105 in the Brush", "refused: none of this is in the Brush"),
        (MET, "in the Brush engage 109", "engage B109"),
        (MET, "in the Brush flee", "flee"),
        (MET, "in the Desert flee", "refused: none of this is in the Desert"),
        (TALKING, "in the Plains Red concedes", "Red concedes"),
        (TALKING, "in the Brush Red concedes", "refused: none of this is in the Brush"),
        (ROLLED, "engage", "refused: there is no Engagement"),
        ("", "engage Bk02", "refused at 'engage': a land is missing"),
        ("", "engage", "refused at 'engage': a land is missing"),
    ],
)
def test_ENG_1_an_engagement_is_named_by_its_land_or_a_legion_in_it(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("text", "read"),
    [
        ("Red proposes attacker Lion, defender all", "Red proposes attacker Lio, defender all"),
        (
            "propose attacker nothing, defender all",
            "Red proposes attacker nothing, defender all or Black proposes attacker nothing, defender all",
        ),
        ("he proposes attacker nothing, defender all", "Black proposes attacker nothing, defender all"),
        ("the attacker proposes Black nothing, Red all", "Black proposes attacker nothing, defender all"),
        ("Black proposes attacker 2 Lion and defender 2 Ogre", "Black proposes attacker Lio Lio, defender Ogr Ogr"),
        ("Black proposes attacker Lion, Lion and defender all", "Black proposes attacker Lio Lio, defender all"),
        ("Black proposes", "refused at 'proposes': what does the attacker lose?"),
        ("Black proposes attacker all", "refused at 'proposes': what does the defender lose?"),
        ("Black proposes Lion", "refused at 'Lion': who loses it?"),
        ("Black proposes Green's Lion, defender all", "refused at 'Lion': who loses it?"),
        ("Black proposes attacker Lions, defender all", "refused at 'Lions': how many?"),
        ("Black proposes attacker all and Lion, defender all", "refused at 'all': has no place here"),
        ("Black proposes attacker nothing, Lion, defender all", "refused at 'nothing': has no place here"),
        ("Black accepts", "refused at 'accepts': nothing is proposed"),
    ],
)
def test_ENG_5_a_proposal_says_what_each_side_loses(text: str, read: str) -> None:
    assert readings(TALKING, text) == read


@for_each(
    ("text", "read"),
    [
        ("accept", "Black accepts attacker Lio, defender all"),
        ("Black accepts", "Black accepts attacker Lio, defender all"),
        ("the attacker accepts", "Black accepts attacker Lio, defender all"),
        ("Black accepts attacker nothing, defender all", "Black accepts attacker nothing, defender all"),
        ("Red accepts", "refused at 'accepts': nothing is proposed"),
        ("Green accepts", "refused: Green takes no part in this Engagement"),
    ],
)
def test_ENG_5_an_acceptance_is_of_what_the_other_proposed(text: str, read: str) -> None:
    assert readings(PROPOSED, text) == read


@for_each(
    ("text", "read"),
    [
        ("concede", "Red concedes or Black concedes"),
        ("I concede", "Red concedes or Black concedes"),
        ("Red concedes", "Red concedes"),
        ("the defender concedes", "Red concedes"),
        ("he concedes", "Black concedes"),
        ("you fight", "Black fights"),
        ("fight", "Red fights or Black fights"),
        ("no more", "Red no-more or Black no-more"),
        ("Red withdraws", "Red withdraws"),
        ("Zork concedes", "refused: 'Zork' is not understood"),
    ],
)
def test_CONCEDE_1_who_concedes_fights_or_withdraws(text: str, read: str) -> None:
    assert readings(TALKING, text) == read


@for_each(
    ("text", "read"),
    [
        ("the defender flees", "flee: illegal"),  # a Titan does not
        ("the defender concedes", "Red concedes: legal"),
        ("the attacker concedes", "Black concedes: illegal"),  # the defender is asked first
        ("the attacker flees", "refused: 'attacker' does not do this here: Red does"),
    ],
)
def test_ENG_1_before_an_engagement_is_chosen_each_has_an_attacker_and_a_defender(text: str, read: str) -> None:
    assert verdict("Black's engagement: Bk02 105 2 Lion / Rd01 105 Titan / Gr01 9 2 Ogre", text) == read


@for_each(
    ("position", "text", "read"),
    [
        (ROLLED, "the defender concedes", "refused at 'defender': who?"),
        (ROLLED, "he concedes", "refused at 'he': who?"),
        (ROLLED, "the attacker concedes", "Black concedes"),
        ("", "the attacker concedes", '"attacker" concedes'),
        ("", "Ann concedes", "Ann concedes"),
        ("", "I concede", "refused: which player? [position-needed]"),
        ("", "concede", "refused: which player? [position-needed]"),
        ("", "accept", "refused: which player? [position-needed]"),
        ("", "he concedes", "refused: which player? [position-needed]"),
        ("", "I accept the concession", "refused: which player? [position-needed]"),
        ("", "Red accepts attacker Ogre, defender all", "Red accepts attacker Ogr, defender all"),
    ],
)
def test_a_player_that_is_not_known_must_be_named(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


# --- setup ------------------------------------------------------------------------------------------------------------

NO_TOWERS = 'turn 1, setup: | seats [{"name":"Ann"},{"name":"Ben"}]'
NO_COLORS = 'turn 1, setup: | seats [{"name":"Ann","tower":400},{"name":"Ben","tower":200}]'


@for_each(
    ("text", "read"),
    [
        ("Ann tower 4", "Ann tower 4"),
        ("Ben tower", "Ben tower"),
        ("ben tower 2", "Ben tower 2"),
        ("I tower", "Ann tower"),
        ("I roll 4", "Ann tower 4"),
        ("Ben rolls", "Ben tower"),
        ("Ben rolls for a Tower", "Ben tower"),
        ("Zork tower 4", "Zork tower 4"),
        ("Ben rolls for a Brush", "refused: none of this is in the Brush"),
        ("tower", "refused: what is done?"),
    ],
)
def test_SETUP_2_whoever_rolls_for_a_tower(text: str, read: str) -> None:
    assert readings(NO_TOWERS, text) == read


@for_each(
    ("text", "read"),
    [
        ("Ann color Red", "Ann color Red"),
        ("I take Red", "Ben color Red"),
        ("Ben takes Red", "Ben color Red"),
        ("Ben color Black Bk03", "Ben color Black Bk03"),
        ("Ben color Red Rd03 Rd04", "refused: 'Rd04' would be a second marker"),
        ("color Red", "refused: who?"),
        ("Ben color", "refused at 'color': which colour?"),
        ("Ben takes Ann", "refused at 'Ann': is no colour"),
        ("Ben takes Lion", "refused: 'Lion' has no place here"),
        ("I take attacker", "refused at 'attacker': is no colour"),
    ],
)
def test_SETUP_3_whoever_takes_a_colour(text: str, read: str) -> None:
    assert readings(NO_COLORS, text) == read


# --- battles ----------------------------------------------------------------------------------------------------------

ENTERING = "Plains, turn 1, attacker's maneuver: Ogre off, Lion off / Lion C4, Ogre D3"
MANEUVERING = "Plains, turn 3, attacker's maneuver: Ogre D3, Lion C3 moved, Troll B3 / Lion D4, Ogre E4"
STRIKING = "Plains, turn 3, attacker's strike: Ogre D3, Lion C3 / Lion D4, Ogre E4 2 hits, Troll F1 struck"
CARRYING = "Plains, turn 3, attacker's strike: Troll D3, Ogre C3 / Ogre D4 5 hits, Ogre C4, Lion E3"
BRAMBLES = "Jungle, turn 3, attacker's strike: Troll C3, Ogre F1 / Ogre D4, Ogre C4, Lion E3"
SUMMONING = "Plains, turn 4, attacker's maneuver: Ogre D3, Lion C3 / Lion D4, Ogre E4 | donors Bk04 Angel"
WALLS = "Tower, turn 3, attacker's strike: Troll C3, Ogre C2 / Ogre D4, Ogre C4, Lion D3"


@for_each(
    ("position", "text", "read"),
    [
        (ENTERING, "Ogre enters D1", "Ogr enters D1"),
        (ENTERING, "Ogre to D1", "Ogr enters D1"),
        (ENTERING, "Ogre off-D1", "Ogr enters D1"),
        (ENTERING, "off to D1", "Ogr enters D1 or Lio enters D1"),
        (ENTERING, "enter D1", "Ogr enters D1 or Lio enters D1"),
        (ENTERING, "I enter D1", "Ogr enters D1 or Lio enters D1"),
        (ENTERING, "my Lion enters F1", "Lio enters F1"),
        (ENTERING, "Lion C4 to C3", "Lio C4-C3"),
        (ENTERING, "the Lion enters C4", "Lio enters C4"),
        (ENTERING, "Troll enters D1", "refused: no Troll fights [no-character]"),
        (ENTERING, "Ogre enters", "refused at 'enters': where to?"),
        (MANEUVERING, "Ogre to C4", "Ogr D3-C4"),
        (MANEUVERING, "Lion to C2", "Lio C3-C2"),
        (MANEUVERING, "D3-D2", "Ogr D3-D2"),
        (MANEUVERING, "to D2", "Ogr D3-D2 or Tro B3-D2"),
        (MANEUVERING, "I move to D2", "Ogr D3-D2 or Tro B3-D2"),
        (MANEUVERING, "Ogre to D3", "Ogr D3-D3"),
        (MANEUVERING, "move my Lion to D2", "Lio C3-D2"),
        (MANEUVERING, "move his Lion to D5", "Lio D4-D5"),
        (MANEUVERING, "Ogre goes off", "Ogr D3 goes off"),
        (MANEUVERING, "D3 goes off", "Ogr D3 goes off"),
        (MANEUVERING, "D3-D4", "refused at 'D4': is it a strike or a move?"),
        (MANEUVERING, "D4-D3", "refused at 'D3': is it a strike or a move?"),
        (MANEUVERING, "D3 moves to D4", "Ogr D3-D4"),
        (MANEUVERING, "D3-C3", "Ogr D3-C3"),
        (MANEUVERING, "Ogre-D4", "refused: what is done?"),
        (MANEUVERING, "Ogre moves", "refused at 'moves': where to?"),
        (MANEUVERING, "Warlock to D2", "refused: no Warlock fights [no-character]"),
        (MANEUVERING, "F2 to F1", "refused: nobody stands in F2 [no-character]"),
        (MANEUVERING, "enter D1", "refused: who enters?"),
        (MANEUVERING, "Troll enters D1", "Tro enters D1"),
        (MANEUVERING, "the defender moves Lion to D5", "refused: 'defender' does not do this here: Black does"),
        (MANEUVERING, "Ogre over D2 to D1", "refused: 'D2' has no place here"),
        (MANEUVERING, "flee", "refused at 'flee': is not done in a battle"),
        (MANEUVERING, "engage", "refused at 'engage': is not done in a battle"),
        (MANEUVERING, "Bk02 to 105", "refused: '105' is no roll of dice"),
        (MANEUVERING, "end", "end-maneuver"),
        (MANEUVERING, "end the strikes", "end-strikes"),
        (MANEUVERING, "end my turn", "end-turn"),
        ("", "Ogre D3-E4", "Ogr D3-E4"),
        ("", "Ogre enters E4", "Ogr enters E4"),
        ("", "Ogr off-A3", "Ogr enters A3"),
        ("", "Ogre goes off", "Ogr goes off"),
        ("", "D3-E4", "refused: who stands in D3? [position-needed]"),
        ("", "D3 goes off", "refused: who stands in D3? [position-needed]"),
        ("", "to E4", "refused: who moves? [position-needed]"),
        ("", "goes off", "refused: who moves? [position-needed]"),
        ("", "Ogre to E4", "refused: from which hex does the Ogre go? [position-needed]"),
    ],
)
def test_MANEUVER_1_who_goes_and_where_to(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("text", "read"),
    [
        ("Ogre strikes Lion", "D3 strikes D4"),
        ("Lion strikes Lion", "C3 strikes D4"),
        ("Ogre strikes Ogre", "D3 strikes E4"),
        ("Lion strikes the Ogre (2 hits)", "C3 strikes E4"),
        ("D3 strikes", "D3 strikes D4"),
        ("strike the Lion", "C3 strikes D4 or D3 strikes D4"),
        ("I strike", "C3 strikes D4 or D3 strikes D4"),
        ("I strike the Lion", "C3 strikes D4 or D3 strikes D4"),
        ("the attacker strikes Lion", "C3 strikes D4 or D3 strikes D4"),
        ("my Lion strikes his Lion", "C3 strikes D4"),
        ("my Ogre strikes my Lion", "D3 strikes C3"),
        ("Ogre shoots Lion", "D3 shoots D4"),
        ("Ogre shoots Troll", "D3 shoots F1"),
        ("D3 strikes C3", "D3 strikes C3"),
        ("D3 strikes E5", "D3 strikes E5"),
        ("he strikes my Ogre", "D4 strikes D3"),
        ("he strikes back", "D4 strikes C3 or D4 strikes D3"),
        ("Ogre strikes Lion with nothing", "D3 strikes D4 with nothing"),
        ("he strikes", "refused at 'he': can mean several"),
        ("he hits me", "refused: can mean several"),
        ("Ogre strikes him", "refused at 'him': can mean several"),
        ("Ogre strikes it", "refused at 'it': can mean several"),
        ("his Ogre strikes my Lion", "E4 strikes C3"),  # in the attacker's phase, which the rules judge
        ("Troll strikes Lion", "F1 strikes C3"),
        ("Ogre (2 hits) strikes Lion", "E4 strikes C3"),
        ("the defender strikes Lion", "refused: 'defender' does not do this here: Black does"),
        ("Lion D3 strikes D4", "refused: no Lion stands in D3, but an Ogre [no-character]"),
        ("Ogre D3 strikes Ogre D4", "refused: no Ogre stands in D4, but a Lion [no-character]"),
        ("his Ogre D3 strikes D4", "refused: the Ogre in D3 is the attacker's [no-character]"),
        ("Ogre strikes Warlock", "refused: no Warlock fights [no-character]"),
        ("Warlock strikes Ogre", "refused: no Warlock fights [no-character]"),
        ("Ogre strikes all", "refused at 'all': is nobody who fights: name one, or say its hex"),
        ("Ogre with nothing strikes Lion", "refused: 'nothing' would be a second striker"),
        ("Ogre D3 and Lion C3 strike D4", "refused: 'Lion' would be a second striker"),
    ],
)
def test_STRIKE_1_a_striker_and_a_target_without_their_hexes_are_those_in_contact(text: str, read: str) -> None:
    assert readings(STRIKING, text) == read


@for_each(
    ("text", "read"),
    [
        ("D3 strikes D4 with 66666666 carrying C4:1", "D3 strikes D4 with 6 6 6 6 6 6 6 6 carrying C4:1"),
        ("D3 strikes D4 with 66666666 and carries 1 to the Lion", "D3 strikes D4 with 6 6 6 6 6 6 6 6 carrying E3:1"),
        (
            "D3 strikes D4 with 66666666 carrying 2 to C4 and 1 to Lion",
            "D3 strikes D4 with 6 6 6 6 6 6 6 6 carrying C4:2 E3:1",
        ),
        ("D3 strikes D4 with 66666666 and carries the rest to C4", "D3 strikes D4 with 6 6 6 6 6 6 6 6 carrying C4:7"),
        (
            "D3 strikes D4 at 6 with 66655555 carrying the rest to C4",
            "D3 strikes D4 at 6 with 6 6 6 5 5 5 5 5 carrying C4:2",
        ),
        ("D3 strikes D4 with 11111111 carrying the rest to C4", "D3 strikes D4 with 1 1 1 1 1 1 1 1"),
        ("D3 strikes D4 declaring D4 Lion", "D3 strikes D4 declaring D4 E3"),
        ("D3 strikes D4 using 5", "D3 strikes D4 using 5"),
        ("D3 strikes D4 with 66666666 and carries 1 to Ogre", "refused: which Ogre? [ambiguous-character]"),
        ("D3 strikes D4 with 66666666 carrying Troll:1", "refused: which Troll? [ambiguous-character]"),
        ("D3 strikes D4 carrying the rest to C4", "refused at 'C4': how many hits are carried over?"),
        ("D3 strikes D4 declaring Ogre", "refused: which Ogre? [ambiguous-character]"),
        (
            "D3 strikes D4 with 66666666 carrying the rest to all",
            "refused at 'all': is nobody who fights: name one, or say its hex",
        ),
    ],
)
def test_CARRY_1_whoever_takes_a_carry_is_named_by_hex_or_name(text: str, read: str) -> None:
    assert readings(CARRYING, text) == read


@for_each(
    ("position", "text", "read"),
    [
        (CARRYING, "D3 strikes D4 with 66666666, 3 hits", "D3 strikes D4 with 6 6 6 6 6 6 6 6, hits 3"),
        (CARRYING, "D3 strikes D4 with 66666666 dead", "D3 strikes D4 with 6 6 6 6 6 6 6 6, slain"),
        (CARRYING, "D3 shoots D4 needs 6", "D3 shoots D4, number 6"),
        (CARRYING, "D3 strikes the adjacent Ogre", "D3 strikes D4"),
        (CARRYING, "D3 already strikes D4", "D3 strikes D4"),
        (CARRYING, "D3 strikes D4 in the Plains", "D3 strikes D4"),
        (CARRYING, "D3 strikes D4 dead", "refused: 'dead' has no place here"),
        (CARRYING, "D3 strikes D4 in the Brush", "refused: the battle is fought in the Plains, not in the Brush"),
        (CARRYING, "D3 strikes D4 away", "refused: 'away' has no place here"),
        (BRAMBLES, "C3 strikes C4 brambles", "C3 strikes C4"),
        (BRAMBLES, "C3 strikes C4 tree", "refused: 'tree' is not so"),
        (BRAMBLES, "F1 strikes C4 adjacent", "refused: 'adjacent' is not so"),
        (WALLS, "C2 strikes D3 wall", "C2 strikes D3"),
        (WALLS, "C4 strikes D4 wall", "C4 strikes D4"),
        (SUMMONING, "summon Angel wall", "refused: 'wall' is not so"),
        (WALLS, "C3 strikes D3 wall", "refused: 'wall' is not so"),
        ("", "D3 strikes D4 with 6 6 = 2 hits", "D3 strikes D4 with 6 6, hits 2"),
        ("", "D3 strikes D4 needs 4 with 6 6 2", "D3 strikes D4 with 6 6 2, number 4"),
        ("", "D3 strikes D4 dead", "refused: 'dead' has no place here"),
    ],
)
def test_STRIKE_3_what_is_claimed_of_a_strike_is_judged_or_must_be_so(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("text", "read"),
    [
        ("D3 x D4", "D3 strikes D4"),
        ("D3 strikes Lion on D4", "D3 strikes D4"),
        ("D3 strikes D4 declaring E3 F2", "D3 strikes D4 declaring E3 F2"),
        ("Ogre strikes Lion", "refused: in which hex does the Ogre stand? [position-needed]"),
        ("D3 strikes Lion", "refused: in which hex does the Lion stand? [position-needed]"),
        ("D3 strikes", "refused: in which hex does the target stand? [position-needed]"),
        ("strike D4", "refused: in which hex does the striker stand? [position-needed]"),
        ("he strikes D4", "refused at 'he': can mean several"),
        ("D3 strikes D4 with 6 6 carrying Troll:1", "refused: in which hex does the Troll stand? [position-needed]"),
        ("D3 strikes D4 declaring Lion", "refused: in which hex does the Lion stand? [position-needed]"),
        ("D3 strikes D4 with 6 6 and carries the rest to E3", "refused at 'E3': how many hits are carried over?"),
    ],
)
def test_a_strike_without_a_position_needs_its_hexes(text: str, read: str) -> None:
    assert readings("", text) == read


# --- summons, reinforcements, acquisitions ----------------------------------------------------------------------------

REINFORCING = "Marsh, turn 4, defender's maneuver: Ogre D3, Ogre C2 / Ogre D4, Ogre E4, Troll C4"


@for_each(
    ("position", "text", "read"),
    [
        (SUMMONING, "summon", "summon Ang from Bk04"),
        (SUMMONING, "summon Angel", "summon Ang from Bk04"),
        (SUMMONING, "summon from Bk04", "summon Ang from Bk04"),
        (SUMMONING, "summon Ang from Bk06", "summon Ang from Bk06"),
        (SUMMONING, "summon Ang from Bk04 to Bk02", "summon Ang from Bk04 to Bk02"),
        (SUMMONING, "summon Warlock", "refused: no Warlock can be summoned from any Legion [no-character]"),
        (SUMMONING, "summon 2 Angels", "refused at '2': one character at a time"),
        (SUMMONING, "summon Angel and Archangel", "refused: 'Archangel' would be a second character"),
        ("", "summon Ang from Bk04", "summon Ang from Bk04"),
        ("", "summon Angel", "refused: from which Legion does the Angel come? [position-needed]"),
        ("", "summon", "refused: from which Legion does the Angel come? [position-needed]"),
        ("", "summon from Bk04", "refused: from which Legion does the Angel come? [position-needed]"),
    ],
)
def test_SUMMON_1_who_comes_and_from_which_legion(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("position", "text", "read"),
    [
        (REINFORCING, "reinforce Ogre", "reinforce Ogr>Ogr or reinforce Tro>Ogr"),
        (REINFORCING, "reinforce with Ogre", "reinforce Ogr>Ogr or reinforce Tro>Ogr"),
        (REINFORCING, "muster Troll", "reinforce Ogr,Ogr>Tro or reinforce Tro>Tro"),
        (REINFORCING, "reinforce Ogr,Ogr>Tro", "reinforce Ogr,Ogr>Tro"),
        (REINFORCING, "reinforce Troll with 2 Ogres", "reinforce Ogr,Ogr>Tro"),
        (REINFORCING, "reinforce Troll for Troll", "reinforce Tro>Tro"),
        (REINFORCING, "reinforce >Ogr", "reinforce >Ogr"),
        (REINFORCING, "reinforce Ranger", "reinforce >Ran"),
        (REINFORCING, "reinforce my Ogre", "reinforce Ogr>Ogr or reinforce Tro>Ogr"),
        (REINFORCING, "reinforce Troll with Ogres", "refused at 'Ogres': how many?"),
        (REINFORCING, "reinforce Ogre Ogre", "refused at 'Ogre': one character at a time"),
        (REINFORCING, "reinforce", "refused at 'reinforce': who?"),
        (REINFORCING, "reinforce his Ogre", "refused: 'Ogre' is not of whoever acts"),
        (REINFORCING, "reinforce Ogr", "reinforce Ogr>Ogr or reinforce Tro>Ogr"),
        ("", "reinforce Ogre", "reinforce >Ogr"),
        ("", "reinforce Ogre with 2 Ogre", "reinforce Ogr,Ogr>Ogr"),
        ("", "reinforce 2 Ogre", "refused at '2': one character at a time"),
    ],
)
def test_REINF_1_who_musters_a_reinforcement(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("position", "text", "read"),
    [
        ("", "acquire 2 Angels", "acquire Ang Ang"),
        ("", "acquire Ang Arch to Bk01", "acquire Ang Arc to Bk01"),
        ("", "acquire nothing", "acquire nothing"),
        ("", "acquire", "refused: what is acquired?"),
        ("", "acquire all", "refused at 'all': has no place here"),
        ("", "acquire Angels", "refused at 'Angels': how many?"),
        ("", "acquire Angel and nothing", "refused at 'nothing': has no place here"),
    ],
)
def test_ACQUIRE_1_who_is_acquired(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("position", "text", "read"),
    [
        (SUMMONING, "Red concedes", "Red concedes"),
        (
            SUMMONING,
            "I concede",
            "Black concedes or Black attempts to concede or Red concedes or Red attempts to concede",
        ),
        (SUMMONING, "the attacker concedes", "Black concedes or Black attempts to concede"),
        (SUMMONING, "he concedes", "Red concedes or Red attempts to concede"),
        (SUMMONING, "concede", "Black concedes or Red concedes"),
        (SUMMONING, "attempt to concede", "Black attempts to concede or Red attempts to concede"),
        (SUMMONING, "Red attempts to concede", "Red attempts to concede"),
        (SUMMONING, "accept the concession", "Black accepts the concession or Red accepts the concession"),
    ],
)
def test_CONCEDE_1_in_a_battle_one_may_have_to_attempt_it(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


@for_each(
    ("position", "text", "read"),
    [
        ("", "flee with a roll of 3", "refused: 'flee' does not go with the roll"),
        ("", "Bk02 musters Lion with a roll of 3", "refused: 'musters' does not go with the roll"),
        ("", "flee 105", "refused: '105' has no place here"),
        ("", "Bk02 flees to 105", "refused: '105' has no place here"),
        ("", "flee away", "flee"),
        ("", "end", "refused: what ends?"),
        ("", "Bk02 to 105 with 665421", "refused: '665421' has no place here"),
        ("", "Lion color Red", '"Lion" color Red'),
    ],
)
def test_what_may_not_be_said_of_an_action_is_named(position: str, text: str, read: str) -> None:
    assert readings(position, text) == read


# --- position and action in one text ---------------------------------------------------------------------------------


def judged_text(text: str) -> str:
    """The position, the action and the verdict of one text, or the reason of its refusal."""
    try:
        judged = judge_texts([text])
    except ActionError as e:
        return f"refused: {e.fault.message}"
    return f"{judged.before}; {judged.answer.text}: {judged.answer.verdict}"


@for_each(
    ("text", "read"),
    [
        ("my Ogre on D3 hits his Lion on D4 in the Plains", "Plains: Ogre D3 / Lion D4; D3 strikes D4: legal"),
        (
            "his Lion on D4 is hit by my Ogre on D3 in the Plains",
            "Plains, defender's strike: Lion D4 / Ogre D3; D3 strikes D4: legal",
        ),
        (
            "Ogre D3 strikes Lion D4 in the Plains with 6 6 6 6 6 6",
            "Plains: Ogre D3 / Lion D4; D3 strikes D4 with 6 6 6 6 6 6: legal",
        ),
        (
            "in the Plains my Ogre D3 and my Lion C3, his Lion D4: Ogre hits his Lion",
            "Plains: Ogre D3, Lion C3 / Lion D4; D3 strikes D4: legal",
        ),
        ("my Giant C4 to C2 in the Tundra", "Tundra: Giant C4 / | elsewhere defender; Gia C4-C2: legal"),
        ("my Ogre D3, Plains, to D2", "Plains: Ogre D3 / | elsewhere defender; Ogr D3-D2: legal"),
        (
            "Bk03 20-24, roll 4",
            "turn 2, Black's movement, roll 4: Black tower 600: Bk03 20 height 4 / Red tower 500"
            " | elsewhere Black, elsewhere Red; Bk03 B24: legal",
        ),
        (
            "my Legion 20 to 24, roll 4",
            "turn 2, Black's movement, roll 4: Black tower 600: Bk01 20 height 4 / Red tower 500"
            " | elsewhere Black, elsewhere Red; Bk01 B24: legal",
        ),
        (
            "2 Ogre, 2 Lion muster a Troll in the marsh",
            "turn 2, Black's enlistment: Black tower 100: Bk01 8 2 Ogre 2 Lion / Blue tower 200"
            " | elsewhere Black, elsewhere Blue, moved Bk01; Bk01 Ogr,Ogr>Tro: legal",
        ),
        (
            "in the Plains my Lion C3 and my Ogre D3 hit his Lion D4",
            "refused: not read: \"Ogre\" (word 9): 'Ogre' would be a second striker",
        ),
        (
            "my Ogre D3 moves to D2, his Lion D5, Plains",
            "refused: not read: \"Lion\" (word 8): 'Lion' would be a second mover",
        ),
        (
            "Ogre D3 strikes Lion D4 in the Plains, then Lion strikes Ogre",
            "refused: not read: \"strikes\" (word 11): 'strikes' is a second deed",
        ),
        ("gorgon b3 ogre b1 shoot?", "refused: not read: \"shoot\" (word 5): 'shoot' has no target: who strikes whom?"),
    ],
)
def test_who_stands_somewhere_and_acts_is_named_once(text: str, read: str) -> None:
    assert judged_text(text) == read


# --- what people say -------------------------------------------------------------------------------------------------


@for_each(
    ("position", "text", "said"),
    [
        (ROLLED, "Bk02 P15", "Bk02 moves to Plains 15"),
        (ROLLED, "Bk02 P15 left", "Bk02 moves to Plains 15, to enter from the left"),
        (ROLLED, "Bk01 T200 tower-teleport Ang", "Bk01 moves to Tower 200 by Tower teleport, showing Angel"),
        (ROLLED, "Bk01 P15 titan-teleport Tit", "Bk01 moves to Plains 15 by Titan teleport, showing Titan"),
        (ROLLED, "Bk02 P15 normal", "Bk02 moves to Plains 15"),
        (ROLLED, "roll", "Movement Roll"),
        (ROLLED, "roll 4", "Movement Roll: 4"),
        (ROLLED, "mulligan 2", "Mulligan: 2"),
        (ROLLED, "Bk02 joins Bk03", "Bk02 joins Bk03"),
        (ROLLED, "end-moves", "End of the Movement Phase"),
        (COMMENCING, "Bk01/Bk02 4", "Bk01 splits off Bk02: 4"),
        (COMMENCING, "Bk01/Bk02 2 Ogr Ang", "Bk01 splits off Bk02: 2 Ogre, Angel"),
        (COMMENCING, "Bk05/Bk02 Lion Lion", "Bk05 splits off Bk02: 2 Lion"),
        (ENLISTING, "Bk02 Cen,Cen>Lio", "Bk02 musters Lion with 2 Centaur"),
        (ENLISTING, "Bk01 >Ogr", "Bk01 musters Ogre"),
        (ENLISTING, "end-turn", "End of the turn"),
        (MET, "engage P105", "Resolve the Engagement in Plains 105"),
        (
            TALKING,
            "Red proposes attacker nothing, defender all",
            "Red proposes: the attacker loses nothing, the defender everything",
        ),
        (
            TALKING,
            "Red proposes attacker 2 Lion, defender Ogre",
            "Red proposes: the attacker loses 2 Lion, the defender Ogre",
        ),
        (TALKING, "Red concedes", "Red concedes"),
        (TALKING, "Black no-more", "Black proposes no more"),
        (NO_TOWERS, "Ann tower", "Ann rolls for a Tower"),
        (NO_TOWERS, "Ann tower 4", "Ann rolls for a Tower: 4"),
        (NO_COLORS, "Ann color Red", "Ann takes Red"),
        (NO_COLORS, "Ben color Black Bk03", "Ben takes Black, starting with Bk03"),
        (ENTERING, "Ogr enters D1", "Ogre enters in D1"),
        (MANEUVERING, "Ogr D3-D2", "Ogre moves from D3 to D2"),
        (MANEUVERING, "Ogr D3 goes off", "Ogre leaves the Battleland"),
        (STRIKING, "D3 strikes D4", "Ogre in D3 strikes Lion in D4"),
        (STRIKING, "D3 shoots F1", "Ogre in D3 shoots Troll in F1"),
        (STRIKING, "D3 strikes D4 at 5 using 4", "Ogre in D3 strikes Lion in D4 at Strike-number 5 with 4 dice"),
        (STRIKING, "D3 strikes D4 with 6 6 carrying E4:1", "Ogre in D3 strikes Lion in D4, carrying 1 to Ogre in E4"),
        (
            CARRYING,
            "D3 strikes D4 with 66666666 carrying C4:2 E3:1",
            "Troll in D3 strikes Ogre in D4, carrying 2 to Ogre in C4, 1 to Lion in E3",
        ),
        (CARRYING, "D3 strikes F2", "Troll in D3 strikes F2"),
        (SUMMONING, "summon Ang from Bk04", "Summon Angel from Bk04"),
        (SUMMONING, "summon Ang from Bk04 to Bk02", "Summon Angel from Bk04 to Bk02"),
        (REINFORCING, "reinforce Ogr,Ogr>Tro", "Reinforce with Troll for 2 Ogre"),
        (REINFORCING, "reinforce >Ogr", "Reinforce with Ogre"),
        (ROLLED, "acquire Ang Ang to Bk01", "Acquire 2 Angel into Bk01"),
        (ROLLED, "acquire nothing", "Acquire nothing"),
    ],
)
def test_an_action_is_said_in_a_sentence(position: str, text: str, said: str) -> None:
    state = parse_line(position)
    assert isinstance(state, Game | Battle)
    assert sentence(parse(text, state), state) == said
