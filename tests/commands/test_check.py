"""``titan check``: verdicts, exit codes, errors with their pointer, a game through a pipe."""

import re
import shlex
from typing import Any

import pytest

from builders import game, legion, player
from looping import for_each
from running import titan
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT


def moving(**more: Any) -> str:
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Ogre", "Ogre"))
    red = player("Red", 200, legion("Rd01", 4000, "Titan", "Angel"))
    return FORMAT.dumps(game(black, red, phase="movement", roll=1, **more))


def striking() -> str:
    return FORMAT.dumps(Battle.parse("Plains: Ogre D3 / Lion D4, Lion E3"))


def check(state: str, action: str, *more: str) -> Any:
    return titan("check", "-", action, "--format", "json", *more, stdin=state)


def test_for_people() -> None:
    done = titan("check", "-", "end-moves", "--format", "table", stdin=moving())
    assert done.code == 1
    assert done.out.count("(MOVE-2)") == 1
    assert "legal now:" in done.out
    other = titan("check", "-", "Bk01 to 40", "--format", "table", stdin=moving())
    assert "still owed" not in other.out
    full = titan("check", "-", "Bk01 to 40", "--format", "table", "--all", stdin=moving())
    assert "still owed:\n  at least one Legion must move" in full.out
    assert "legal now:\n  Bk01 H4\n" in full.out


def test_dice_that_are_missing_are_told_and_rolled_with_a_seed() -> None:
    done = check(striking(), "D3 strikes D4")
    assert (done.code, done.json["dice"]) == (0, 6)
    assert "6 dice are to be rolled" in titan("check", "-", "D3 strikes D4", "--format", "table", stdin=striking()).out
    rolled = check(striking(), "D3 strikes D4", "--seed", "7")
    assert "dice" not in rolled.json
    assert rolled.json == check(striking(), "D3 strikes D4", "--seed", "7").json
    assert check(striking(), "D3 strikes D4 carrying E3:1").code == 1


def test_what_follows_a_roll_is_not_judged_without_its_die() -> None:
    state = FORMAT.dumps(evolve(FORMAT.loads(moving()), roll=None))
    done = titan("check", "-", "roll", "Bk01 to 4", stdin=state)
    assert (done.code, done.out, done.err) == (2, "", "titan: roll needs 1 die\n")
    assert titan("check", "-", "roll 1", "Bk01 to 4", stdin=state).code == 0


def test_apply_prints_the_next_state_which_goes_on() -> None:
    state = moving()
    for action in ("Bk01 moves to 4", '{"do": "end-moves"}', "end-turn", "end-splits", "roll"):
        done = titan("check", "-", action, "--apply", "--seed", "1", stdin=state)
        assert done.code == 0, done.out
        again = FORMAT.loads(done.out)
        assert FORMAT.dumps(again) == done.out
        state = done.out
    assert FORMAT.loads(state).active == "Red"
    refused = titan("check", "-", "end-turn", "--apply", "--format", "json", stdin=state)
    assert (refused.code, refused.json["verdict"]) == (1, "illegal")


@for_each(
    ("action", "pointer"),
    [
        ('{"do": "move", "legion": "Bk01"}', ""),
        ('{"do": "move", "legion": "Bk01", "to": 4, "too": 1}', "/too"),
        ('{"do": "roll", "die": "six"}', "/die"),
        ('{"do": "rol"}', "/do"),
        ('["roll"]', ""),
        ('{"do": "roll"', None),
        ("Bk01 flies to the moon", None),
        ("", None),
        ("\x00\x1b[31m", None),
        ("{" * 3000, None),
    ],
)
def test_an_action_that_is_none_is_bad_usage(action: str, pointer: str | None) -> None:
    done = check(moving(), action)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert len(done.err) < 2000
    assert done.error["message"]
    if pointer is not None:
        assert done.error.get("pointer", "") == pointer


@for_each("state", ["", "{}", "[]", "null", '{"format": "titan-rules/1", "kind": "muster"}', "\xff"])
def test_a_state_that_is_none_is_bad_usage(state: str) -> None:
    done = check(state, "roll 3")
    assert done.code == 2
    assert done.error["code"]


def test_a_ruleset_may_be_said() -> None:
    black = player("Black", 100, legion("Bk01", 3, "Titan", moved=True, came_from=2), legion("Bk02", 9, "Ogre"))
    red = player("Red", 200, legion("Rd01", 4000, "Titan", "Angel"))
    text = FORMAT.dumps(game(black, red, phase="movement", roll=1, turn=1))
    assert check(text, "mulligan 2").code == 1
    assert check(text, "mulligan 2", "--option", "mulligan=any_time").code == 0
    assert check(text, "mulligan 2", "--option", "mulligan=never").code == 2


def test_one_sentence_alone() -> None:
    assert titan("check", "my Ogre D3 strikes his Lion D4 in the Plains").json["text"] == "D3 strikes D4"
    assert "give an action" in titan("check", "-", stdin="{}").err


def test_a_question_about_the_rules_is_answered_with_the_rules_and_no_verdict() -> None:
    done = titan("check", "can I flee with a Titan?", "--format", "table")
    assert done.code == 2
    assert done.out.startswith("ENG-3 - Fleeing\n")
    assert "no position is understood" in done.err
    answer = titan("check", "can I flee with a Titan?").json
    assert answer["kind"] == "rules"
    assert "verdict" not in answer
    assert titan("check", "flurbs grob").out == ""


def test_a_refusal_names_the_word_and_gives_the_line_to_type() -> None:
    done = titan("check", "Plains: Ogre D3 / Lion D4", "Ogre strikes Lion instead", "--format", "table")
    word, read, typed = done.err.splitlines()
    assert 'not read: "instead"' in word
    assert read.endswith("read so far: Plains: Ogre D3 / Lion D4; D3 strikes D4")
    assert titan(*shlex.split(typed.partition("typed in full: titan ")[2])).json["verdict"] == "legal"


@pytest.mark.parametrize(
    "said",
    [
        ["Plains: Ogre D3 / Lion D4", "D3 strikes D4 with 6 6 6 6 6 6"],
        ["my ogre on d3 hits his lion on d4 in the plains: 6 6 6 6 6 6"],
    ],
)
def test_the_ruleset_is_that_of_the_option_whichever_way_a_battle_is_said(said: list[str]) -> None:
    done = titan("check", *said, "--ruleset", "law", "--apply")
    assert done.json["ruleset"] == "law"


def test_a_shell_that_split_the_position_is_told_to_quote() -> None:
    result = titan("check", *["Plains:", "Ogre", "D3", "/", "Lion", "D4", "Ogre", "strikes", "Lion"])
    assert result.code == 2
    assert "quote the position and each action" in result.err
    assert "D3" not in result.out


AT_HOME = "Black: Bk01 in 105: 2 Ogre / Red: Rd01 in 20"
"""A position that leaves much open: the roll, a Legion's content, where a Titan is."""


def test_a_refusal_takes_a_line_each_for_legal_actions_and_assumptions() -> None:
    assumed, full = (
        [
            line
            for line in titan("check", AT_HOME, "Bk01 to 20", *more, "--format", "table").out.splitlines()
            if "assumed" in line
        ]
        for more in ((), ("--all",))
    )
    assert len(full) == 4
    assert len(assumed) == 1
    assert len(assumed[0]) <= 80
    assert re.search(r"; and \d more \(check --all\)$", assumed[0])


def test_what_is_said_wrongly_about_a_strike_is_no_assumption() -> None:
    done = titan("check", "-", "D3 strikes D4 with 1 1 1 1 1 1, 4 hits", "--format", "table", stdin=striking())
    assert done.out.splitlines()[-1] == "you said 4 hits, but the dice give 0"
