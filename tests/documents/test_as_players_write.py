"""Lines as people typed them first: what is understood, and that nothing is understood wrongly."""

import functools
import gzip
import json
from collections import Counter
from typing import Any

import pytest

from calls import calls_of
from checkout import ROOT
from titan_rules.actions.grammar import parse, parse_actions
from titan_rules.actions.intents import action_from_json
from titan_rules.answers.questions import ask, judge_text
from titan_rules.kernel.errors import TitanError
from titan_rules.play import is_legal
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.position.line import Line, parse_line

DATA = ROOT / "tests" / "data"


def judged(position: str, action: str) -> tuple[str, list[str]]:
    """The verdict and the rules of its rulings."""
    answer, _ = ask(position, action)
    return answer.verdict, [ruling.rule for ruling in answer.rulings]


@pytest.mark.parametrize(
    ("which", "least"),
    [
        (1, 98),
        (2, 100),
        (3, 181),
        (4, 42),
        (5, 30),
        (6, 99),
        (7, 95),
        (8, 83),
        (9, 109),
        (10, 343),
        (11, 76),
        (12, 50),
        (13, 166),
        (14, 207),
        (15, 30),
        (16, 709),
        (17, 763),
    ],
)
def test_the_share_of_first_lines_that_is_understood(which: int, least: int) -> None:
    """How many of the lines of a file are understood; none of them may be understood wrongly."""
    assert _right(f"as_players_write_{which}.txt") >= least


def test_the_masterboard_as_it_is_told() -> None:
    """Moves, teleports, musters, splits and Engagements in sentences: all are understood, each rightly."""
    lines = (DATA / "masterboard_as_told.txt").read_text().splitlines()
    assert _right("masterboard_as_told.txt") == len([line for line in lines if not line.startswith("#")])


def test_a_won_battle_is_read_back_in_words() -> None:
    answer, _ = ask("I won the battle as attacker with 4 left. May I summon an Angel from Bk03?")
    assert answer.verdict == "legal"
    assert "the attacker has won the battle in 105" in answer.assumptions[0].text


@pytest.mark.parametrize(
    "line",
    [
        "My legion in 105 moved with a 1 to 104. Red's Legion in 105 attacks it.",
        "Rolled a six, the legion in tower 100 holds my titan, tower teleport to land 115",
        "I rolled a 4 but I do not move from 109 to 105",
    ],
)
def test_a_second_actor_or_a_stranger_is_not_understood(line: str) -> None:
    with pytest.raises(TitanError):
        ask(line)


def _right(name: str) -> int:
    """How many lines of a file are understood rightly; none may be understood wrongly."""
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    for line in (DATA / name).read_text().splitlines():
        if line.startswith("#"):
            continue
        wanted, position, action = (part.strip() for part in f" {line} ".split(" :: "))
        verdict, rule = wanted.split()
        try:
            found, rules = judged(position, action)
        except TitanError:
            seen["right" if verdict == "refused" else "not understood"] += 1
            continue
        right = found == verdict and (rule == "-" or rule in rules)
        seen["right" if right else "wrong"] += 1
        wrong += [] if right else [line]
    assert not wrong
    return seen["right"]


MUSTERING = (
    "turn 5, Black's enlistment: Black 600: Bk01 600 Titan Ogre, Bk02 105 2 Lion 2 Centaur / Red 300: Rd01 13 height 6"
)
REINFORCING = "Plains, turn 4, defender's maneuver: Ogre D3 / Lion E5, Lion F4, Ranger E4"


class TestAnOpenChoiceIsNeverAnOffence:
    def test_MUSTER_2_two_ways_to_muster(self) -> None:
        answer, after = ask(f"{MUSTERING} | moved Bk02", "Bk02 musters Lion")
        assert (answer.verdict, after) == ("legal", None)
        assert answer.ways == ("Bk02 Cen,Cen>Lio", "Bk02 Lio>Lio")

    def test_MUSTER_2_one_way_is_taken(self) -> None:
        answer, after = ask(f"{MUSTERING} | moved Bk02", "Bk02 musters Ranger")
        assert (answer.verdict, answer.text, answer.ways) == ("legal", "Bk02 Lio,Lio>Ran", ())
        assert after is not None

    def test_TELE_3_an_entry_side_left_open(self) -> None:
        board = "turn 5, Black's movement, roll 6: Black score 400: Bk01 109 Titan Ogre / Red: Rd01 20 height 4"
        answer, _ = ask(board, "Bk01 titan teleports to 20")
        assert answer.verdict == "legal"
        assert [way.split()[2] for way in answer.ways] == ["left", "right", "bottom"]

    def test_REINF_2_the_musterers_of_a_reinforcement(self) -> None:
        answer, _ = ask(REINFORCING, "reinforce Ranger")
        assert answer.verdict == "legal"
        assert answer.ways == ("reinforce Lio,Lio>Ran", "reinforce Ran>Ran")

    def test_which_of_two_strikers(self) -> None:
        answer, _ = ask("Plains: Ogre D3, Ogre E3 / Lion D4", "Ogre strikes Lion")
        assert answer.verdict == "legal"
        assert answer.ways == ("D3 strikes D4", "E3 strikes D4")


def test_RANGE_1_a_shooting_verb_is_judged_as_a_rangestrike() -> None:
    for said in ("Ogre rangestrikes Lion", "the Ogre shoots the Lion", "Ogre fires at Lion"):
        assert judged("Plains: Ogre D3 / Lion D4", said)[0] == "illegal"
    verdict, rules = judged("Plains: Ranger D3 / Lion D4", "Ranger shoots Lion")
    assert (verdict, rules[0]) == ("illegal", "RANGE-1")
    assert judged("Plains: Ranger D2 / Lion D4", "Ranger shoots Lion")[0] == "legal"


def test_RANGE_1_a_shot_is_a_rangestrike_in_play_and_in_records_too() -> None:
    battle = Battle.parse("Plains: Ogre D3, Ranger B2 / Lion D4")
    shot = parse("Ogre shoots Lion", battle)
    assert not is_legal(battle, shot)
    assert is_legal(battle, parse("Ogre strikes Lion", battle))
    assert is_legal(battle, parse("Ranger shoots Lion", battle))
    assert str(shot) == "D3 shoots D4"
    assert action_from_json(shot.to_json()) == parse(str(shot)) == shot


@pytest.mark.parametrize(
    ("position", "action", "moment"),
    [
        ("Plains: Ogr D2 / Lio D5", "d2-d3", "attacker's maneuver"),
        ("Plains: Ogr D2 / Lio D5", "Lion to D4", "defender's maneuver"),
        ("Plains: Ogre D3 / Lion D4", "Lion strikes Ogre", "defender's strike"),
        ("Plains: Ogre D3 / Lion D4", "Lion strikes back", "strikeback"),
        ("Plains: Ogre / Lion D1", "Ogre enters A3", "turn 1, attacker's maneuver"),
    ],
)
def test_a_moment_that_nobody_named_is_taken_from_the_action(position: str, action: str, moment: str) -> None:
    answer, _ = ask(position, action)
    assert answer.verdict == "legal"
    assert any(moment in assumption.text for assumption in answer.assumptions)


@pytest.mark.parametrize(
    ("position", "said", "done"),
    [
        ("Plains: Ogre D3 / Troll D4", "Ogre stays and does not strike", "end-strikes"),
        ("Plains: Ogre D3 / Troll D4", "my Ogre won't strike the Troll", "end-strikes"),
        ("Plains: Ogre D3 / Troll D4", "the Ogre refuses to strike", "end-strikes"),
        ("Plains, attacker's maneuver: Ogre D3 / Troll D6", "Ogre does not move", "end-maneuver"),
        ("turn 5, Black's commencement: Bk01 105 Titan Ogre Ogre Lion", "no splits", "end-splits"),
        (MUSTERING, "Bk02 doesn't muster", "end-turn"),
    ],
)
def test_what_is_declined_is_never_done(position: str, said: str, done: str) -> None:
    answer, _ = ask(position, said)
    assert answer.action.do == done


FIGHTING = "Plains: Ogre D3, Troll E3 / Lion D4 2 hits, Centaur E4"
ENLISTING = (
    "turn 5, Black's enlistment: Black score 0: Bk01 600 Titan Ogre, Bk02 105 2 Ogre 2 Centaur | moved Bk01 Bk02"
)
SPLITTING = "turn 5, Black's commencement: Black score 0: Bk01 600 Titan Ogre Ogre Centaur Lion"
ENGAGED = "turn 4, Black's engagement: Black score 0: Bk02 105 3 Lion, Bk01 600 Titan / Red score 0: Rd01 105 2 Ogre"


@pytest.mark.parametrize(
    ("position", "said", "text"),
    [
        (FIGHTING, "Lxd3", "D4 strikes D3"),
        (FIGHTING, "LxD3", "D4 strikes D3"),
        (FIGHTING, "Ogre strikes Lion, dice=10", "D3 strikes D4 using 10"),
        (FIGHTING, "Bk01 concedes", "Black concedes"),
        (ENGAGED, "Rd01 concedes", "Red concedes"),
        (ENGAGED, "Red concedes", "Red concedes"),
        (ENLISTING, "Bk02 2 cen>lio", "Bk02 Cen,Cen>Lio"),
        (ENLISTING, "Bk02 musters nothing", "end-turn"),
        (SPLITTING, "Bk01 keeps everything", "end-splits"),
        (SPLITTING, "Black leaves", "Black withdraws"),
        ("roll 6: Black: Bk01 600 Titan 2 Ogre", "TT 200", "Bk01 T200 tower-teleport"),
    ],
)
def test_what_is_short_means_what_it_must(position: str, said: str, text: str) -> None:
    assert ask(position, said)[0].text == text


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (ENGAGED, "Ann Lee concedes"),
        (ENGAGED, "nobody concedes"),
        (SPLITTING, "Black, move one: Titan+Ogre"),
    ],
)
def test_no_name_number_or_denial_is_dropped(position: str, said: str) -> None:
    with pytest.raises(TitanError):
        ask(position, said)


def test_STRIKE_7_who_is_said_to_be_killed_and_lives_is_told() -> None:
    answer, _ = ask(FIGHTING, "Ogre strikes Lion with 6 6 1 1 1 1, kills it")
    assert "said: slain; the Lion lives" in [told.text for told in answer.assumptions]


def test_what_is_declined_beside_something_else_is_not_understood() -> None:
    with pytest.raises(TitanError):
        ask("Plains: Ogre D3, Lion E3 / Troll D4", "Ogre does not strike, Lion strikes Troll")


def test_MOVE_7_an_enemy_on_the_only_road_is_told_and_no_impossible_road() -> None:
    board = "turn 5, Black's movement, roll 5: Black 600: Bk01 8 Titan Ogre / Red 300: Rd01 1000 height 4"
    assert judged(board, "Bk01 to 4000") == ("illegal", ["MOVE-7"])


def test_SPLIT_2_who_stays_says_who_leaves() -> None:
    answer, _ = ask("turn 5, Black's commencement: Bk01 105 Titan Ogre Ogre Lion Lion", "Bk01 keeps Titan and 2 Lions")
    assert (answer.verdict, answer.text) == ("legal", "Bk01/Bk02 Ogr Ogr")


def test_CARRY_1_the_rest_is_what_is_left_when_the_target_is_slain() -> None:
    answer, _ = ask("Plains: Lion D3 / Gargoyle D4 3 hits, Gargoyle E3", "lion hits d4 with 6 6 6 5 1, carry the rest")
    assert answer.text == "D3 strikes D4 with 6 6 6 5 1 carrying E3:3"


def test_a_legion_of_which_only_the_land_is_said_is_unknown_and_that_is_told() -> None:
    answer, _ = ask("Black to move, roll 4: Bk02 109 2 Lion. Rd02 is in 115", "Bk02 to 105")
    assert answer.verdict == "legal"
    assert any("Rd02 is not known" in assumption.text for assumption in answer.assumptions)


def test_MUSTER_6_a_muster_written_with_the_move_is_judged_as_it_will_be_in_the_enlistment_phase() -> None:
    board = "turn 6, Black movement, roll 4: Bk02 109 2 Centaur Lion"
    answer, after = ask(board, "Bk02 P105 Cen,Cen>Lio")
    assert (answer.verdict, answer.rulings[-1].rule) == ("legal", "MUSTER-2")
    assert isinstance(after, Game)
    assert (after.phase, after.player("Black").held("Bk02").size) == ("movement", 3)  # it waits
    answer, after = ask(board, "Bk02 P105 Cen>Lio")
    assert (answer.verdict, answer.rulings[0].rule, after) == ("illegal", "MUSTER-2", None)
    assert ask(f"{board} / Red: Rd01 105 2 Ogre", "Bk02 P105 Lio>Lio")[0].rulings[0].rule == "MUSTER-6"


def test_a_moment_that_is_said_is_ruled_from() -> None:
    assert judged("Plains, attacker's strike: Ogre D2 / Lion D5", "D2-D3") == ("illegal", ["BATTLE-2"])


@pytest.mark.parametrize("action", ["frobnicate", "Ogre dances with Lion", "Ogre strikes Lion with pepper"])
def test_what_is_not_understood_is_never_illegal(action: str) -> None:
    with pytest.raises(TitanError):
        ask("Plains: Ogre D3 / Lion D4", action)


def test_STRIKE_3_glued_dice_are_dice() -> None:
    answer, _ = ask("Plains: Ogre D3 / Lion D4", "Ogre strikes Lion with 665432")
    assert answer.text == "D3 strikes D4 with 6 6 5 4 3 2"


def test_CONCEDE_1_who_speaks_is_whoever_it_must_be() -> None:
    for said in ("I concede", "attacker concedes", "Black concedes", "he concedes", "we surrender"):
        assert ask("Plains: Ogre D3 / Lion D4", said)[0].action.by in ("Black", "Red"), said


def test_claims_are_checked_and_the_difference_is_told() -> None:
    answer, _ = ask("Plains: Ogre D3 / Lion D4", "Ogre strikes Lion with 6 6 1 1 1 1 = 3 hits, dead")
    told = [assumption.text for assumption in answer.assumptions]
    assert "said: 3 hits; the dice give 2" in told
    assert any("lives" in text for text in told)
    answer, _ = ask("Plains: Ogre D3 / Lion D4", "Ogre strikes Lion with 6 6 1 1 1 1 = 2 hits")
    assert not any("said" in assumption.text for assumption in answer.assumptions)


def test_the_start_of_a_move_is_checked() -> None:
    board = "Black to move, roll 4: Bk02 109 2 Lion Titan"
    assert judged(board, "Bk02 109-105")[0] == "legal"
    with pytest.raises(TitanError, match="stands in 109"):
        ask(board, "Bk02 110-105")


@pytest.mark.parametrize(
    ("position", "action"),
    [("Woods: 3 Centaur, Gargoyle", "Bk01 Cen,Cen,Cen>Warb"), ("Tundra: 2 Giant 3 Ogre", "Bk01 Gia,Gia>Col")],
)
def test_those_that_a_muster_reveals_are_in_the_legion_already(position: str, action: str) -> None:
    assert ask(position, action)[0].verdict == "legal"


def test_several_actions_in_one_line_are_judged_one_after_the_other() -> None:
    answer, after = ask(
        "Plains, attacker's maneuver: Ogre D2 / Lion D4", "Ogre to D3; done; Ogre strikes Lion with 611111"
    )
    assert answer.verdict == "legal"
    battle: Any = after
    assert battle.at("D4")[1].hits == 1


def test_a_position_from_a_document_is_judged_as_it_stands() -> None:
    battle = Battle.parse("Plains: Ogre D2 / Lion D5")
    assert judge_text(Line(battle), "D2-D3").answer.verdict == "illegal"
    assert judge_text(Line(parse_line("Jungle: 2 Gargoyle")), "muster Cyclops").answer.verdict == "legal"


@pytest.mark.parametrize(
    ("facts", "verdict", "rule"),
    [
        ("a legion of 7 recruits a lion", "illegal", "MUSTER-1"),
        ("score 399, roll 6: may my titan teleport onto an enemy?", "illegal", "TELE-3"),
        ("may i split a legion of 3?", "illegal", "SPLIT-2"),
        ("can 2 centaurs muster a lion in the plains?", "legal", ""),
        ("in the plains can an ogre on d3 strike a lion on d4", "legal", ""),
    ],
)
def test_bare_facts_decide_where_one_rule_answers(facts: str, verdict: str, rule: str) -> None:
    answer, _ = ask(facts)
    assert answer.verdict == verdict
    assert not rule or rule in [ruling.rule for ruling in answer.rulings]


@pytest.mark.parametrize(
    "sentence",
    [
        "My Ogre on D3 strikes his Lion on D4 {}. We are in the Plains.",
        "In the Woods my Centaur on D4 {} goes to C4; his Troll is on F4.",
        "Brush. Attacker: Cyclops on D3. Defender: Gargoyle on D2. The Cyclops {} strikes the Gargoyle with 665443221.",
    ],
)
@pytest.mark.parametrize("word", ["", "bravely", "now", "twice", "again", "instead", "sideways", "unless", "juggles"])
def test_a_word_that_may_matter_and_is_not_known_is_never_dropped(sentence: str, word: str) -> None:
    """Little words and adverbs change nothing; anything else that no reader uses is not understood."""
    if word in ("", "bravely", "now"):
        assert ask(sentence.format(word))[0].verdict == "legal"
    else:
        with pytest.raises(TitanError):
            ask(sentence.format(word))


@pytest.mark.parametrize(
    ("position", "said", "text", "rule"),
    [
        ("Plains: Ogre D3, Lion E3 / Troll D4", "Ogre and Lion strike the Troll", "E3 strikes D4", ""),
        ("Plains: Ogre D3, Lion F1 / Troll D4", "Ogre and Lion strike the Troll", "F1 strikes D4", "STRIKE-1"),
        ("Plains: Ogre D3 / Lion D4, Centaur E3", "Ogre strikes Lion and Centaur", "D3 strikes E3", "STRIKE-1"),
        ("Plains: Ogre D3 / Lion D4", "D3 strikes D4; D3 strikes D4", "D3 strikes D4", "STRIKE-1"),
    ],
)
def test_STRIKE_1_everybody_who_is_said_to_strike_is_judged(position: str, said: str, text: str, rule: str) -> None:
    answer, _ = ask(position, said)
    assert (answer.verdict, answer.text) == ("illegal" if rule else "legal", text)
    assert not rule or rule in [ruling.rule for ruling in answer.rulings]


def test_a_slip_of_one_letter_is_mended_and_told() -> None:
    answer, _ = ask("Plians: Orge D3 / Lion D4", "orge strkes loin")
    assert answer.verdict == "legal"
    told = [assumption.text for assumption in answer.assumptions]
    assert "Plians is read as Plains" in told
    assert 'read as "D3 strikes D4"' in told


def test_no_line_that_was_understood_means_something_else_now() -> None:
    """Texts of actions and positions that an earlier version read, with what it read."""
    position_of = functools.cache(parse_line)
    seen = 0
    with gzip.open(DATA / "read_before.jsonl.gz", "rt") as rows:
        for row in rows:
            was = json.loads(row)
            if "line" in was:
                assert FORMAT.to_json(parse_line(was["line"])) == was["document"], was["line"]
            else:
                position: Any = None if was["position"] is None else position_of(was["position"])
                actions = parse_actions(was["text"], position)
                assert [action.to_json() for action in actions] == was["actions"], was["text"]
            seen += 1
    assert seen > 3_000


@pytest.mark.parametrize(
    ("moment", "owner"),
    [
        ("defender's strikeback", "attacker"),
        ("attacker's strikeback", "defender"),
        ("Red's strikeback", "attacker"),
        ("attacker's turn 2 strikeback", "attacker"),
    ],
)
def test_the_moment_of_a_strikeback_names_who_strikes_back(moment: str, owner: str) -> None:
    battle = Battle.parse(f"Plains, {moment}: Ogre D3 / Lion D4")
    assert (battle.side, battle.phase) == (owner, "strikeback")
    assert f"{battle.acting}'s strikeback" in str(battle)


@pytest.mark.parametrize("side", ["Black score 290", "Bk01 score 290", "score 290", "290"])
def test_the_word_score_may_stand_before_a_sides_score(side: str) -> None:
    attacker = Battle.parse(f"Plains: {side}: Titan D3 / Ogre D4").attacker
    assert (attacker.player, attacker.score) == ("Black", 290)


LONG = {
    "dice": lambda n: "D3 strikes D4 with" + " 6" * n + " frob",
    "characters": lambda n: "Bk01/Bk02" + " Ogr" * n + " frob",
    "hexes": lambda n: "D3 " * n,
    "carries": lambda n: "D3 strikes D4 with 6 carrying" + " E3:1" * n + " frob",
    "parts": lambda n: "roll 4; " * n,
    "marks": lambda n: "Bk02 " + ">" * n,
    "little": lambda n: "may I " * n,
}


@pytest.mark.parametrize("shape", LONG)
def test_reading_grows_with_the_text_not_faster(shape: str) -> None:
    def calls(n: int) -> int:
        return calls_of(lambda: parse_actions(LONG[shape](n)), TitanError)

    calls(1)
    assert calls(800) < 12 * calls(100) + 5_000


def test_a_question_is_tried_in_few_moments() -> None:
    """Calls of Python and C and their returns, once the box is read; trying every moment took three times as many."""

    def asked() -> object:
        return ask("Plains: Ranger D2 / Titan F3", "Ranger strikes Titan")

    asked()
    assert calls_of(asked) < 7_000


def test_nobody_has_entered_and_the_attacker_enters() -> None:
    answer, _ = ask("Plains: Ogre off / Lion off", "Ogre enters A3")
    assert answer.verdict == "legal"
    assert "the defender has entered" in [assumption.text for assumption in answer.assumptions]


def test_REINF_1_with_nothing_is_no_way_where_somebody_must() -> None:
    with pytest.raises(TitanError, match="the musterers of Ranger are missing"):
        ask(REINFORCING, "reinforce Ranger with nothing")
