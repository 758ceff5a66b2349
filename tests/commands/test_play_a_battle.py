"""A battle alone kept by ``titan play``, and what keeps its players from oversights."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from running import titan
from titan_cli.titan_keeper import NAMED

START = "Plains, turn 1, attacker's maneuver: Bk02: Ogre off, Centaur off / Rd01: Troll E1, Ogre F1"
AT_BLOWS = "Plains, turn 2, attacker's strike: Bk02: Ogre D3, Centaur B1 / Rd01: Troll D4, Lion E3, Ogre E1"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "b.titan"


@pytest.fixture
def begun(file: Path) -> Path:
    """A battle whose attacker has entered, kept by turn 1's end of its maneuvers."""
    assert titan("play", str(file), "--start", START, "Ogr enters A3", "Cen enters B4", "end-maneuver").code == 0
    return file


def test_a_battle_alone_is_kept_with_its_rows(begun: Path) -> None:
    rows = begun.read_text().splitlines()
    assert rows[:4] == ["titan-rules/1", "start Plains, turn 1: Bk02: Ogre off, Centaur off / Troll E1, Ogre F1",
                        "Ogr enters A3", "Cen enters B4"]  # fmt: skip
    assert rows[4:] == ["end-maneuver", "end-strikes", "end-strikes"]


@pytest.mark.parametrize(
    "command",
    [
        ["show"],
        ["show", "--map"],
        ["show", "--line"],
        ["legal-moves"],
        ["render"],
        ["validate"],
        ["replay"],
        ["replay", "--dice"],
        ["replay", "--format", "sheet"],
        ["replay", "--format", "jsonl"],
    ],
)
def test_what_takes_a_game_takes_a_battle_alone(begun: Path, command: list[str]) -> None:
    done = titan(command[0], str(begun), *command[1:])
    assert (done.code, done.err) == (0, "")
    assert done.out


def test_an_action_is_checked_against_it(begun: Path) -> None:
    assert titan("check", str(begun), "Troll to D2").code == 0
    assert titan("check", str(begun), "Troll to D6").code == 1
    assert titan("check", str(begun), "Ogr enters C5", "--step", "0").code == 0


def test_its_replay_is_the_battle_s_result(begun: Path) -> None:
    result = titan("replay", str(begun), "--format", "json").json
    assert (result["kind"], result["winner"], len(result["steps"])) == ("battle-result", None, 5)
    again = begun.with_suffix(".jsonl")
    assert titan("replay", str(begun), "--format", "jsonl", "-o", str(again)).code == 0
    assert titan("replay", str(again), "--format", "json").json == result
    assert titan("replay", str(begun), "--to", "1", "--format", "json").json["steps"][0]["text"] == "Ogr enters A3"
    assert titan("replay", str(begun.parent), "--format", "table").out.endswith(
        "2 of 2 games legal to the end, 10 actions\n"
    )


def test_what_is_illegal_in_it_stops_its_replay(begun: Path) -> None:
    begun.write_text(begun.read_text() + "Troll E1-D6\n")
    assert titan("replay", str(begun)).code == 1
    assert titan("show", str(begun)).code == 2
    assert "not legal" in titan("play", str(begun), "show").err


@pytest.mark.parametrize("command", [["deduce"], ["replay", "--audit"], ["replay", "--seal"]])
def test_what_needs_a_game_says_so(begun: Path, command: list[str]) -> None:
    done = titan(command[0], str(begun), *command[1:], *(["--as", "Red"] if command == ["deduce"] else []))
    assert (done.code, "a battle alone, not a game" in done.err) == (2, True), done.err


def test_a_battle_alone_ends(file: Path) -> None:
    start = "Plains, turn 2, attacker's strike: Bk02: Titan D3 / Rd01: Centaur D4 2 hits"
    done = titan("play", str(file), "--start", start, "D3 strikes D4 with 6 6 6 6 6 6", "end-strikes",
                 "D4 strikes D3 with 1 1 1", "done", "--format", "table")  # fmt: skip
    assert done.code == 0
    assert titan("replay", str(file), "--format", "json").json["winner"] == "attacker"


# --- what a moderator sees ------------------------------------------------------------------------------------------


def played(file: Path, *texts: str, start: str = AT_BLOWS, **more: Any) -> dict[str, Any]:
    """The answer of ``play`` for a battle."""
    done = titan("play", str(file), "--start", start, *texts, "--format", "json", **more)
    answer: dict[str, Any] = json.loads(done.out)
    return answer


def test_named_dice_are_marked_in_the_record_and_the_answer(file: Path) -> None:
    answer = played(file, "D3 strikes D4 with 6 6 6 1 1 1")
    assert answer["remarks"] == [f"{NAMED}, not rolled here: D3 strikes D4 with 6 6 6 1 1 1"]
    assert file.read_text().splitlines()[-2:] == ["D3 strikes D4 with 6 6 6 1 1 1", f"; {NAMED}"]


def test_dice_rolled_here_are_not_marked(file: Path) -> None:
    answer = played(file, "D3 strikes D4", "--seed", "1")
    assert "remarks" not in answer
    assert NAMED not in file.read_text()


def test_a_refused_action_leaves_no_mark(file: Path) -> None:
    assert "remarks" not in played(file, "B1 strikes D4 with 6 6 6 1 1 1")
    assert NAMED not in file.read_text()


# --- strikes ---------------------------------------------------------------------------------------------------------


def test_STRIKE_1_empty_phases_end_by_themselves_and_say_so(file: Path) -> None:
    answer = played(file, "Ogr enters A3", "Cen enters B4", "end-maneuver", start=START)
    (remark,) = answer["remarks"]
    assert remark.startswith("nobody can strike: the strikes and the strikebacks end by themselves")
    assert answer["next"]["decides"] == "maneuver"


def test_STRIKE_1_no_auto_keeps_an_empty_phase(file: Path) -> None:
    answer = played(file, "Ogr enters A3", "Cen enters B4", "end-maneuver", "--no-auto", start=START)
    assert "remarks" not in answer
    assert answer["next"]["decides"] == "strike"


def test_STRIKE_1_a_phase_with_a_strike_ends_when_its_player_says_so(file: Path) -> None:
    """It may still be conceded between strikes (CONCEDE-1)."""
    assert played(file, "D3 strikes D4 with 6 6 6 1 1 1")["next"]["decides"] == "strike"


def test_undo_takes_back_what_ended_by_itself(begun: Path) -> None:
    done = titan("play", str(begun), "--undo", "--format", "json")
    assert done.json["taken_back"] == ["end-maneuver", "end-strikes", "end-strikes"]
    assert done.json["next"]["decides"] == "maneuver"


@pytest.mark.parametrize("carry", ["carry 1 to E1", "carry 1 to the Lion", "carry 1 to B1", "the rest to the Ogre"])
def test_CARRY_1_what_cannot_be_carried_is_refused_before_the_roll(file: Path, carry: str) -> None:
    answer = played(file, f"D3 strikes D4, {carry}", "--seed", "1")
    assert (answer["verdict"], answer["played"]) == ("illegal", [])
    assert answer["rulings"][0]["rule"] == "CARRY-1"


def test_CARRY_1_what_can_be_carried_waits_for_the_roll(file: Path) -> None:
    start = "Plains, turn 2, attacker's strike: Bk02: Ogre D3 / Rd01: Troll D4 7 hits, Troll E3"
    answer = played(file, "D3 strikes D4, carry 1 to E3", "--seed", "1", start=start)
    assert (answer["verdict"], len(answer["played"])) == ("legal", 1)


def test_RANGE_1_only_who_shoots_is_no_rangestriker(file: Path) -> None:
    rules = [ruling["rule"] for ruling in played(file, "B1 strikes D4")["rulings"]]
    assert rules == ["STRIKE-1"]
    rules = [ruling["rule"] for ruling in titan("play", str(file), "B1 shoots D4", "--format", "json").json["rulings"]]
    assert rules == ["RANGE-1"]


# --- at the prompt ---------------------------------------------------------------------------------------------------


@pytest.fixture
def say(file: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Type lines at the prompt of a battle, on a screen of so many lines; what is printed."""
    assert titan("play", str(file), "--start", START).code == 0
    monkeypatch.setattr("titan_cli.output.interactive", lambda: True)

    def typed(*lines: str, height: int = 50) -> str:
        waiting = iter((*lines, "quit"))
        monkeypatch.setattr("builtins.input", lambda _="": next(waiting))
        monkeypatch.setattr("titan_cli.output.screen_lines", lambda: height)
        return titan("play", str(file), "--format", "table").out

    return typed


ASKED = "Nobody has moved in this Maneuver Phase."


def test_done_with_nobody_moved_asks_once(say: Callable[..., str], file: Path) -> None:
    say("Ogre to A3", "Centaur to B4", "done")
    assert ASKED in say("done", "n")
    before = file.read_text()
    assert say("done", "done").count(ASKED) == 1  # who says it again means it
    assert file.read_text() != before


def test_done_after_a_maneuver_does_not_ask(say: Callable[..., str]) -> None:
    say("Ogre to A3", "Centaur to B4", "done")
    assert ASKED not in say("Troll to D1", "done")


MAP_ROW = "A3 Plains"


def test_the_map_is_drawn_at_the_start_and_after_maneuvers(say: Callable[..., str]) -> None:
    assert say().count(MAP_ROW) == 1
    assert say("Ogre to A3", "Centaur to B4", "done").count(MAP_ROW) == 2


def test_the_map_takes_the_place_of_the_list_on_a_low_screen(say: Callable[..., str]) -> None:
    high, low = say(height=24), say(height=17)
    assert "Ogr enters A2" in high
    assert MAP_ROW in high
    assert "Ogr enters A2" not in low
    assert MAP_ROW in low


def test_the_map_is_left_out_where_it_has_no_room(say: Callable[..., str]) -> None:
    shown = say(height=12)
    assert MAP_ROW not in shown
    assert "Ogr enters A2" in shown


def test_a_question_about_a_rule_changes_nothing(say: Callable[..., str], file: Path) -> None:
    before = file.read_text()
    assert "CARRY-1 - Carrying over hits" in say("what may I carry over?")
    assert file.read_text() == before
