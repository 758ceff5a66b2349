"""What a newcomer types, each in one try; and what was once judged wrong, misread, or ended in a crash."""

import json
from typing import Any

import pytest

from looping import for_each
from running import titan
from titan_companions import companion

TS, CS, LX = "twilight-struggle", "cloudspire", "lords-of-xidit"
ROUND = "turn 6, action round 3, US to play, DEFCON 5, china US: Pakistan USSR 2, Iran USSR 1"


def asked(game: str, position: str, said: str, word: str = "check") -> Any:
    done = titan("companion", game, word, position, said, "--format", "json")
    return done.json if done.code < 2 else done.error


def rules_of(answer: Any) -> set[str]:
    return {ruling["rule"] for ruling in answer["rulings"]}


@pytest.mark.parametrize(
    ("game", "position", "said", "verdict", "rule"),
    [
        (TS, "turn 2, action round 4, US to play, DEFCON 5: Malaysia US 1",
         "US places 5 in Malaysia Malaysia Malaysia Malaysia Malaysia", "illegal", "TS-CHN-2"),
        (TS, "turn 2, action round 4, US to play, DEFCON 5, china US: Thailand USSR 2",
         "US coups Thailand with 6 using the China Card rolls 1", "illegal", "TS-CHN-2"),
        (TS, "turn 5, action round 4, US to play, DEFCON 2, played place, opponent event: Iran US 2",
         "USSR coups Iran with 1 by event rolls 5", "illegal", "TS-DEF-2"),
        (TS, "turn 3, action round 4, USSR to play, DEFCON 3, opponent event: Iran US 1",
         "US places 1 in Iran by event", "legal", "TS-EV-3"),
        (TS, 'turn 3, action round 4, US to play, DEFCON 3: Iran US 1 | hands {"US":{"cards":0}}', "event of=USSR",
         "illegal", "TS-AR-2"),
        (CS, "Amber to play, movement: shield at 4,-1", "end wave", "illegal", "CS-GEN-5"),
        (CS, "Amber to play, movement: shield at 4,-1 moved 3,0", "shield moves 4,-1", "illegal", "CS-MOVE-5"),
        (LX, "year 5, A to play: A at 2; B at 1; C at 3", "A fights titan 1", "illegal", "LX-TITAN-1"),
    ],
)  # fmt: skip
def test_what_was_once_judged_wrong(game: str, position: str, said: str, verdict: str, rule: str) -> None:
    answer = asked(game, position, said)
    assert answer["verdict"] == verdict
    assert rule in rules_of(answer)


@for_each(
    ("said", "read"),
    [
        ("US coups Pakistan with 3 using Duck and Cover", "US coups Pakistan with 3 using Duck and Cover"),
        ("US coups Pakistan with Duck and Cover", "US coups Pakistan using Duck and Cover"),
        ("US coups Iran with 3 Ops", "US coups Iran with 3"),
        ("is it legal that the US coups Iran with 3?", "US coups Iran with 3"),
        ("US plays Asia Scoring", "US scores Asia Scoring"),
        ("US passes", "US ends round"),
        ("US spaces Duck and Cover", "US tries space using Duck and Cover"),
        ("US coups Pakistan with the China Card", "US coups Pakistan using The China Card"),
        ("event of USSR military USSR:2", "event of USSR military 0/2"),
        ("US plays NATO for its event", "US plays NATO"),
        ("may the US coup Iran with 2 ops?", "US coups Iran with 2"),
        ("The US uses Duck & Cover to coup Pakistan, die 4", "US coups Pakistan rolls 4 using Duck and Cover"),
        ("US adds 2 influence in Japan, Japan", "US places Japan Japan with 2"),
        ("US sends Duck and Cover to space", "US tries space using Duck and Cover"),
        ("US passes its turn", "US ends round"),
        ("US plays Marshall Plan for ops: 2 in Italy, 1 in France", "US places Italy Italy France using Marshall Plan"),
        ("US plays Truman Doctrine for 1 op in Iran", "US places Iran with 1 using Truman Doctrine"),
        (
            "US plays the China Card for 5 in India, Pakistan, Burma",
            "US places India Pakistan Burma with 5 using The China Card",
        ),
        ("US realigns Iran twice", "US realigns Iran Iran"),
        ("US realigns Iran, dice 5 and 3", "US realigns Iran dice 5,3"),
        ("US uses Duck and Cover to realign Iran and Pakistan", "US realigns Iran Pakistan using Duck and Cover"),
        ("can the US coup Iran with Five Year Plan?", "US coups Iran using Five Year Plan"),
        ("US spends NATO to put 1 influence in Iran", "US places Iran using NATO"),
    ],
)
def test_idioms_of_the_table(said: str, read: str) -> None:
    assert asked(TS, ROUND, said)["action"] == read


@for_each(
    ("said", "words"),
    [
        ("US coups Iran with +-3", "+-3"),
        ("US coups Iran with Duk and Cover", "Duk"),
        ("US coups Iran with 3 and a smile", "smile"),
        ("US coups Irn with 3", "did you mean Iran?"),
        ("US coups Iran with 3 instead", "instead"),
        ("US coups Iran if it can", "if"),
        ("must the US coup Iran with 3?", "must"),
        ("US coups Iran with 3 rolls", "rolls"),
        ("US plays Fidel to coup Iran, rolls 3 4", "'4'"),
        ("US places 2 each in Iran and Iraq", "each"),
    ],
)
def test_no_word_falls_into_a_field_where_it_has_no_place(said: str, words: str) -> None:
    assert words in str(asked(TS, ROUND, said))


@for_each(
    ("game", "position", "said", "read"),
    [
        (TS, "turn 3, headline phase, DEFCON 4", "USSR headlines Fidel, US headlines Duck and Cover",
         "headline Duck and Cover Fidel"),
        (TS, "turn 3, AR 6, US to play, DEFCON 3, US has the China Card, Quagmire: Iran US 1 / USSR 1",
         "US discards Containment to Quagmire and rolls 4", "US breaks free with Containment rolls 4"),
        (CS, "Amber to play, movement: Old Bear at 2,0 of Amber hero movement 2 attack 1 health 4 allowance forest",
         "may Old Bear go to 1,0?", "Old Bear moves 1,0"),
        (CS, "Amber to play, attack: shield at 4,-1; Iron Golem at 3,-1 of Basalt minion health 3 attack 2 movement 1",
         "shield hits the minion Iron Golem", "shield attacks Iron Golem"),
        (CS, "Basalt to play, attack: Flint at 4,1; beacon at 2,1 fort", "Flint shoots beacon", "Flint attacks beacon"),
        (LX, "year 8, order 7, Mia to play: Mia at 1 with 3 clerics; Leo at 2; Zoe at 3 with 1 cleric",
         "Mia shows 3 clerics, Leo 0, Zoe 1", "census cleric shows Mia:3,Leo:0,Zoe:1"),
        (LX, "year 7, Leo Lee to play: Mia at 1; Leo Lee at 2 with 1 peasant 1 archer; Zoe at 3",
         "Leo Lee fights the monster, takes harps and guild, 1 harp in North and 1 in East",
         "Leo Lee repels for harp guild harps North:1,East:1"),
    ],
)  # fmt: skip
def test_what_is_said_at_the_table_is_read_as_meant(game: str, position: str, said: str, read: str) -> None:
    at = companion(game).read_position(position)
    assert companion(game).text(companion(game).read_action(said, at), at) == read


def test_a_headline_alone_is_judged_and_asks_for_the_other() -> None:
    assert asked(TS, "turn 3, DEFCON 4", "USSR headlines the China Card")["verdict"] == "illegal"
    assert asked(TS, "turn 3, DEFCON 4", "USSR headlines Fidel")["stopped"]["open"] == "US"


@pytest.mark.parametrize("said", ["headline 2 3", "deal US= USSR="])
def test_odds_of_what_rolls_no_dice_is_its_answer(said: str) -> None:
    assert asked(TS, "turn 3, DEFCON 3: Iran US 2", said, "odds")["verdict"] == "legal"


def test_a_question_is_the_action_with_its_verb_or_without() -> None:
    position = "turn 3, action round 4, USSR to play, DEFCON 3: Iran US 2, Pakistan USSR 2"
    for said in ("USSR places 2 in Pakistan Pakistan", "2 Pakistan Pakistan", "places 2 in Pakistan Pakistan"):
        assert asked(TS, position, said, "place")["verdict"] == "legal"
    assert asked(TS, "DEFCON 3: Iran US 2", "Iran 3", "coup")["code"] == "side-missing"


@pytest.mark.parametrize(
    ("game", "position", "said"),
    [
        (LX, "year 5, Ann Lee to play: Ann Lee at 2 with 2 peasants; B at 1; C at 3", "Ann Lee recruits a peasant"),
        (TS, "turn 3, action round 4, USSR to play, DEFCON 3: Saudi Arabia US 2",
         "USSR coups Saudi Arabia with East European Unrest, rolls 3"),
    ],
)  # fmt: skip
def test_names_with_blanks_need_no_quotes(game: str, position: str, said: str) -> None:
    assert asked(game, position, said).get("verdict") in ("legal", "illegal")


def test_a_bad_number_in_a_line_is_named() -> None:
    assert asked(LX, "year 5, A to play: A at 2 harps North:x; B at 1; C at 3", "A waits")["pointer"] == (
        "/players/A/harps/North"
    )


def test_events_that_a_document_does_not_tell_are_named_and_those_that_it_tells_are_not() -> None:
    notes = asked(TS, ROUND, "US coups Iran with 3 rolls 4")["unseen_events"]
    assert any(note.startswith("Quagmire") for note in notes)
    assert "unseen_events" not in asked(TS, f"nothing in effect, {ROUND}", "US coups Iran with 3 rolls 4")


def test_only_readings_that_change_what_an_action_does_are_told() -> None:
    new = titan("companion", LX, "new").json
    answer = titan("companion", LX, "check", "-", "A recruits a peasant", stdin=json.dumps(new)).json
    assert "second_without_harp" not in {reading["option"] for reading in answer.get("other_readings", ())}


@pytest.mark.parametrize("game", [TS, CS, LX])
def test_the_help_of_a_game_shows_a_dispute_that_is_answered(game: str) -> None:
    text = titan("companion", game, "--help").out
    words = [line.strip(" \\").strip('"') for line in text.splitlines() if line.startswith('    "')]
    assert len(words) == 2
    assert asked(game, *words)["verdict"] in ("legal", "illegal")


def test_a_board_is_typed_once_and_named_by_positions(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new = titan("companion", LX, "new").json
    new["cities"]["1"] = {"tile": {"kind": "recruit", "units": ["mage"]}}
    (tmp_path / "ours.json").write_text(json.dumps(new))
    line = "board ours.json, year 5, A to play: A at 1; B at 2; C at 3"
    answer = asked(LX, line, "A recruits")
    assert answer["verdict"] == "legal", answer
    shown = titan("companion", LX, "show", line).json["line"]
    assert shown.startswith("board ours.json, ")
    assert "| map" not in shown
    assert asked(LX, "board none.json: A at 1; B at 2; C at 3", "A recruits")["code"] == "file"
