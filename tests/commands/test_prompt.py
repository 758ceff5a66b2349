"""The prompt of ``titan play``, and answers as people read them."""

import os
import pty
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import warm
from checkout import ROOT
from running import IN_SHELL, shell, titan
from titan_cli.keeper import Asked
from titan_cli.output import told_once
from titan_cli.titan_keeper import NAMED
from titan_rules.answers.parts import nearest
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.layout import JOINT

MOVING = (
    "turn 1, Black's movement, roll 4: Black tower 600 score 123: Bk01 600 Titan 2 Ogre,"
    " Bk02 109 Angel 2 Centaur 2 Lion / Red tower 300: Rd01 13 Titan 2 Troll, Rd02 105 2 Troll 2 Ogre"
)

Say = Callable[..., tuple[str, list[str]]]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "g.titan"
    assert titan("play", str(path), "--start", MOVING).code == 0
    return path


@pytest.fixture
def say(file: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    """Types lines at the prompt; gives what is shown, and the prompts."""

    def typed(*lines: str) -> tuple[str, list[str]]:
        waiting, prompts = iter(lines), []

        def answer(prompt: str = "") -> str:
            prompts.append(prompt)
            try:
                return next(waiting)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", answer)
        monkeypatch.setattr("titan_cli.output.interactive", lambda: True)
        done = titan("play", str(file), "--format", "table")
        assert done.code == 0, done.err
        return done.out, prompts

    return typed


def test_the_prompt_names_who_decides(say: Say) -> None:
    shown, prompts = say("show", "Bk02 to 105", "done", "engage 105", "fight", "no more")
    assert ["Bk02", "109", "Brush", "Angel,", "2", "×", "Centaur,", "2", "×", "Lion"] in map(
        str.split, shown.splitlines()
    )
    assert prompts[0] == "Black> "
    assert prompts[4] == "Red, defender> "
    assert prompts[-1].startswith("Black, attacker")


def test_dice_rolled_at_the_table_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed, prompts = iter(["1 6", "7 1 1", "0 1 1", "1, 6 3", "4"]), []

    def answer(prompt: str) -> str:
        prompts.append(prompt)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("titan_cli.output.interactive", lambda: True)
    assert (Asked().roll(3), Asked().roll(1)) == ((1, 6, 3), (4,))
    assert prompts == [*["3 dice: "] * 4, "1 die: "]
    assert capsys.readouterr().out == "type 3 numbers from 1 to 6\n" * 3


@pytest.mark.parametrize(
    ("count", "dice"), [(1, "1 die is rolled here: type it"), (3, "3 dice are rolled here: type them")]
)
def test_dice_that_nobody_can_be_asked_for_are_typed_with_the_action(count: int, dice: str) -> None:
    with pytest.raises(CannotTell, match=f"^{dice} with the action"):
        Asked().roll(count)


def test_bare_words_mean_what_is_legal_now(say: Say, file: Path) -> None:
    shown, _ = say("Bk02 to 105", "done", "engage 105", "no more", "fight", "no more", "fight")
    assert "nothing that 'no more' can mean is legal now (Red may: flee, stand)" in shown
    rows = file.read_text().splitlines()
    assert [row for row in rows if row in ("end-moves", "stand", "Red no-more", "Black fights")] == [
        "end-moves",
        "stand",
        "Red no-more",
        "Black fights",
    ]


def test_what_would_be_lost_is_asked_once(say: Say, file: Path) -> None:
    before = file.read_text()
    shown, prompts = say("Black withdraws", "n")
    assert "That would happen:" in shown
    assert prompts[1] == "Do it? [y/N] "
    assert "nothing is done" in shown
    assert file.read_text() == before
    say("Black withdraws", "y")
    assert "Black withdraws" in file.read_text()


def test_a_muster_typed_during_the_moves_does_not_end_them(say: Say, file: Path) -> None:
    shown, _ = say("Bk01 Ogr>Cen")
    assert "the moves are not over" in shown
    assert "end-moves" not in file.read_text()
    assert titan("play", str(file), "Bk01 Ogr>Cen", "--format", "json").error["code"] == "too-early"


def test_a_muster_typed_with_its_move_waits_for_enlistment(say: Say, file: Path) -> None:
    say("Bk02 P105 Lio>Lio", "done", "engage 105", "flee")
    rows = file.read_text().splitlines()
    assert [row for row in rows if row.startswith("Bk02")] == ["Bk02 P105", "Bk02 Lio>Lio"]


def test_several_actions_in_one_line(file: Path) -> None:
    done = titan("play", str(file), "Bk02 P105; done; engage 105; flee")
    assert done.code == 0, done.err
    assert file.read_text().splitlines()[-4:] == ["Bk02 P105", "end-moves", "engage P105", "flee"]


def test_show_draws_the_battle(say: Say) -> None:
    moves = ("Bk02 to 105", "done", "engage 105", "fight", "no more", "fight")
    shown, _ = say(*moves, "show", "help", "legal")
    assert "done           whatever ends this phase" in shown
    assert "A1" in shown


def test_without_standard_input_it_says_so(file: Path) -> None:
    done = shell(f"titan play {file} <&-", start=IN_SHELL)
    assert (done.code, "Traceback" in done.err) == (0, False)


def test_the_three_nearest_actions_are_listed() -> None:
    legal = [f"Bk{n:02} P{land}" for n in range(1, 4) for land in range(100, 110)]
    line = nearest("legal now", legal, "Bk02 P99").text.replace(JOINT, " ")
    assert line == "legal now: Bk02 P100; Bk02 P101; Bk02 P102; and 27 more (check --all)"
    assert nearest("legal now", legal[:2], "Bk02").text.replace(JOINT, " ") == "legal now: Bk01 P100; Bk01 P101"


def test_a_wrong_split_does_not_fill_the_screen() -> None:
    game = (
        "turn 5, Black's commencement: Black 600: Bk01 600 Titan 2 Ogre 2 Centaur 2 Gargoyle / Red 300: Rd01 13 Titan"
    )
    done = titan("check", game, "Bk01 splits Ogre", "--format", "table")
    assert done.code == 1
    assert len(done.out.splitlines()) <= 12


def test_a_fault_that_repeats_is_told_once() -> None:
    faults = [Fault("x", "no such land", f"/legions/{n}") for n in range(5)]
    assert told_once([*faults, Fault("y", "else")]) == ["no such land at /legions/0, and 4 more times", "else"]


def test_a_verdict_stands_last_on_a_screen_that_scrolls(monkeypatch: pytest.MonkeyPatch) -> None:
    args = ("check", "Plains: Ranger D2 / Titan F3", "Ranger strikes Titan", "--format", "table")
    verdict = titan(*args).out.splitlines()[0]
    assert verdict.endswith(": illegal")
    assert titan(*args).out.count(verdict) == 1
    monkeypatch.setattr("titan_cli.output.screen_lines", lambda: 3)
    assert titan(*args).out.splitlines()[-1] == verdict


def test_a_line_with_a_part_that_is_not_understood_is_not_begun(say: Say, file: Path) -> None:
    before = file.read_text()
    shown, _ = say("Bk02 to 105; nonsense; done")
    assert re.search("'nonsense' is not understood(.|\n)*not tried: Bk02 to 105; done\nNext: Black", shown)
    assert file.read_text() == before


def test_what_stands_behind_a_refused_action_is_not_tried(say: Say, file: Path) -> None:
    shown, _ = say("Bk02 to 105; Bk01 to 2; done")
    assert "not tried: done" in shown
    done = titan("play", str(file), "Bk01 to 2", "done", "engage 105")
    assert (done.code, done.json["untried"]) == (1, ["done", "engage 105"])


def test_what_was_played_before_a_fault_is_answered(file: Path) -> None:
    done = titan("play", str(file), "Bk02 to 105", "nonsense", "done")
    assert (done.code, [one["text"] for one in done.json["played"]], done.json["untried"]) == (
        2, ["Bk02 P105"], ["done"],
    )  # fmt: skip
    assert "'nonsense' is not understood" in done.err


def test_show_names_who_decides_in_an_engagement_now(say: Say) -> None:
    shown, _ = say("Bk02 to 105; done; engage 105", "show", "fight; no more", "show")
    assert "flight; Red decides" in " ".join(shown.split())
    assert "negotiation; Black decides" in " ".join(shown.split())


def test_done_that_passes_over_a_muster_asks(say: Say, file: Path) -> None:
    shown, prompts = say("Bk02 to 105", "done", "engage 105; flee", "done", "n")
    assert "That would pass over Bk02 " in shown
    assert prompts[-2] == "Do it? [y/N] "
    assert "nothing is done" in shown
    assert "this passed over Bk02 " in titan("play", str(file), "done").err


def test_done_after_the_end_says_that_the_game_is_over(say: Say) -> None:
    shown, _ = say("Black withdraws", "y", "done")
    assert "the game is over: nothing can be done but undo" in shown
    assert "None may" not in shown


def test_one_shot_undo_says_what_was_taken_back(file: Path) -> None:
    titan("play", str(file), "Bk02 to 105")
    assert "taken back: Bk02 P105" in titan("play", str(file), "--undo", "--format", "table").out
    titan("play", str(file), "Bk02 to 105")
    assert titan("play", str(file), "--undo").json["taken_back"] == ["Bk02 P105"]


def test_legal_shows_eight_lines_and_how_to_see_all(say: Say) -> None:
    say("Bk02 to 105; done; engage 105; stand")
    begun = len(say()[0].splitlines())
    few, some, every = (say(text)[0].splitlines()[begun - 1 :] for text in ("legal", "legal lion", "legal all"))
    assert "more: legal all lists them" in few[-2]
    assert len(few) <= 10
    assert len(every) > len(some) > 8


def test_a_fault_is_wrapped_at_the_width_of_the_terminal() -> None:
    control, terminal = pty.openpty()
    question = ("check", "Plains: Ogre D3 / Lion D4", "the Ogre sings a long song of woe to the Lion")
    environment = {**os.environ, "COLUMNS": "60"}
    run = subprocess.run([*warm.command(), *question], stderr=terminal, stdout=subprocess.PIPE, env=environment)
    assert run.returncode == 2, run.stdout  # or nothing would ever come of what is read now
    lines = os.read(control, 4096).decode().splitlines()
    os.close(terminal)
    assert len(lines) > 1
    assert max(map(len, lines)) <= 60


def test_a_misspelt_command_of_the_prompt_is_told_and_done(say: Say) -> None:
    shown, _ = say("lgal", "shwo")
    assert "lgal is read as legal" in shown
    assert "Black withdraws" in shown
    assert "Turn 1: Black, Movement Phase" in shown


def test_a_question_about_the_rules_is_answered_and_changes_nothing(say: Say, file: Path) -> None:
    before = file.read_text()
    shown, _ = say("how many points is a hydra worth?", "who may flee at all?")
    assert "SCORE-1 - What a character is worth" in shown
    assert "ENG-3 - Fleeing" in shown
    assert file.read_text() == before


def test_a_word_that_nothing_can_have_is_no_action(say: Say, file: Path) -> None:
    before = file.read_text()
    say("nonsense", "Bk02 nonsense")
    assert file.read_text() == before


def test_undo_takes_a_number_in_words(say: Say, file: Path) -> None:
    shown, _ = say("Bk02 to 105; done", "undo two")
    assert "taken back: Bk02 P105; end-moves" in shown
    assert "P105" not in file.read_text()


def test_whoever_does_not_decide_a_flight_does_not_flee(say: Say) -> None:
    began = ("Bk02 to 105; done; engage 105", "Black flees", "Bk02 flees", "Rd01 stands")
    shown, prompts = say(*began, "concede", "Rd02 stands", "Green accepts")
    assert "'Black' does not do this here: Red does" in shown
    assert "'Bk02' does not do this here: Rd02 does" in shown
    assert "'Rd01' does not do this here: Rd02 does" in shown
    assert "who stands may concede" in shown
    assert "Green takes no part in this Engagement" in shown
    assert prompts[-1] == "Red, defender> "


def test_what_is_legal_is_listed_by_pieces(say: Say) -> None:
    shown, _ = say("Bk02 to 105; done; engage 105; stand; no more; fight", "legal")
    lines = shown.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("  Ogr enters") and line.count(";") > 1 for line in lines)


def test_six_players_are_shown_on_one_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "six.titan")
    assert titan("play", file, "--start", str(ROOT / "tests" / "data" / "six-players.json")).code == 0
    lines = iter(["show"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines, "quit"))
    monkeypatch.setattr("titan_cli.output.interactive", lambda: True)
    shown = titan("play", file, "--format", "table").out
    board = shown[shown.index("Turn 6: Green") :].splitlines()
    assert len(board) <= 23
    assert "Rd01  15   Tit 2 Gar  Rd02  124  2 Cen Lio" in shown


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("bk02 to the plains", "Bk02 P105 right"),
        ("to the tower", None),
        ("attack Rd02", "Bk02 P105"),
        ("move", None),
        ("to the desert", None),
    ],
)
def test_a_few_words_are_the_one_legal_action_that_they_fit(say: Say, typed: str, played: str | None) -> None:
    shown, _ = say(typed)
    assert (f"\n{played}\n" in shown) if played else ("moves from" not in shown), shown


def test_what_a_player_takes_at_the_beginning_needs_no_form(tmp_path: Path) -> None:
    path = str(tmp_path / "g.titan")
    said = "ann tower", "tower", "red", "I take blue"
    begun = titan("play", path, "--players", "Ann,Ben", "--seed", "11", *said, "--format", "table")
    assert begun.code == 0, begun.err
    assert [row.strip() for row in begun.out.splitlines() if "chooses" in row] == [
        "Ann chooses Red (SETUP-3)",
        "Ben chooses Blue (SETUP-3)",
    ]


@pytest.mark.parametrize(
    "typed", ["Bk02 to 105, Bk01 to 41", "bk02 attacks Rd02, then Bk01 goes to 41", "Bk02 P105 and Bk01 M41"]
)
def test_several_actions_are_parted_by_a_comma_or_then(say: Say, typed: str) -> None:
    shown, _ = say(typed)
    assert "Bk01 moves from 600 to 41" in shown
    assert "Bk02 engages Rd02 in 105" in shown


def test_a_question_is_answered_and_does_nothing(say: Say, file: Path) -> None:
    before = file.read_text()
    shown, _ = say("can Bk02 go to 105?", "may I move Bk02 to 105", "is Bk01 to 2 legal?")
    assert shown.count("Bk02 P105: legal") == 2
    assert ": illegal" in shown
    assert "legal now" not in shown
    assert file.read_text() == before


def test_a_question_in_few_words_is_about_the_one_legal_action_that_they_fit(say: Say, file: Path) -> None:
    before = file.read_text()
    shown, _ = say("may I go to the hills?")
    assert "Bk01 H37: legal" in shown
    assert file.read_text() == before


ENDED = ROOT / "tests" / "data" / "last-titan-slain.titan"
CARRYING = ROOT / "tests" / "data" / "hits-left-over.titan"
SUMMONING = ROOT / "tests" / "data" / "open-summons.titan"


@pytest.fixture
def at(file: Path, say: Say) -> Callable[..., str]:
    """Types lines at the prompt of a copy of a game; gives what is shown."""

    def typed(game: Path, *lines: str) -> str:
        file.write_text(game.read_text())
        return say(*lines)[0]

    return typed


def test_nobody_is_stuck_where_the_game_ends_if_nobody_concedes(at: Callable[..., str], say: Say) -> None:
    for word in ("done", "nobody concedes"):
        assert "nobody concedes: Red is the only player left and wins" in at(ENDED, word, "done")
    assert say("done", "done")[1][-1] == "titan> "


def test_a_game_that_was_over_goes_on_when_its_end_is_taken_back(say: Say, file: Path) -> None:
    file.write_text(ENDED.read_text())
    prompts = say("done", "undo", "end-strikes")[1]
    assert prompts == ["Black, defender> ", "titan> ", "Red, attacker> ", "Black, defender> "]


def test_show_all_shows_everything(say: Say) -> None:
    few, every = say("show")[0], say("show all")[0]
    assert "Caretaker" in every
    assert "Caretaker" not in few


def test_how_the_game_ends_is_told_without_a_prompt(file: Path) -> None:
    file.write_text(ENDED.read_text())
    done = titan("play", str(file), "done")
    assert (done.code, file.read_text()) == (2, ENDED.read_text())
    assert "nobody concedes: Red is the only player left and wins" in " ".join(done.err.split())


@pytest.mark.parametrize(
    "typed",
    [
        ("c3 x d3 with 6 6 6 6 1 1, rest to d4",),
        ("Ogre hits d3 with 6 6 6 6 1 1 and carries over to d4",),
        ("Ogre strikes d3 with 6 6 6 6 1 1, the rest to the Centaur",),
        ("c3 strikes d3 with 6 6 6 6 1 1; carry the rest to d4",),
        ("c3 strikes d3 with 6 6 6 6 1 1", "d4"),
    ],
)
def test_hits_left_over_go_where_it_is_said_or_are_asked_for(at: Callable[..., str], typed: tuple[str, ...]) -> None:
    assert "C3 strikes D3 with 6 6 6 6 1 1 carrying D4:1" in at(CARRYING, *typed)


def test_a_strike_is_not_rolled_if_a_part_of_its_line_is_not_understood(at: Callable[..., str], file: Path) -> None:
    at(CARRYING, "c3 x d3, rest to e6", "ogre hits d3 and flubbers", "ogre c3 x d3, then the dragon")
    assert file.read_text() == CARRYING.read_text()


def test_hits_left_over_are_told_without_a_prompt(file: Path) -> None:
    file.write_text(CARRYING.read_text())
    strikes = "C3 strikes D3 with 6 6 6 6 1 1", "C4 strikes D4 with 1 1 1 1 1 1 1 1 1"
    assert "carrying D4:1" in titan("play", str(file), *strikes).err


@pytest.mark.parametrize("typed", ["done", "end-maneuver"])
def test_a_summons_is_not_passed_over_in_silence(at: Callable[..., str], file: Path, typed: str) -> None:
    assert "That would pass over summon Ang from Rd02" in at(SUMMONING, typed, "n")
    assert file.read_text() == SUMMONING.read_text()


MUSTERING = ROOT / "tests" / "data" / "musters.titan"
ENGAGING = ROOT / "tests" / "data" / "three-engagements.titan"
ACQUIRING = ROOT / "tests" / "data" / "open-acquisition.titan"
REINFORCING = ROOT / "tests" / "data" / "open-reinforcement.titan"


@pytest.mark.parametrize("typed", ["done", "engage 500"])
def test_an_acquisition_is_not_passed_over_in_silence(at: Callable[..., str], file: Path, typed: str) -> None:
    assert "That would pass over acquire Arc" in at(ACQUIRING, typed, "n")
    assert file.read_text() == ACQUIRING.read_text()


@pytest.mark.parametrize(
    ("game", "typed", "played"),
    [
        (ENGAGING, "104", "engage J104"),
        (ENGAGING, "engage jungle", "engage J104"),
        (ENGAGING, "engage the gargoyles", "engage J104"),
        (ENGAGING, "engage tower", "engage T500"),
        (ENGAGING, "the jungle first", "engage J104"),
        (REINFORCING, "take a cyclops", "reinforce Cyc>Cyc"),
        (REINFORCING, "I take a cyclops", "reinforce Cyc>Cyc"),
        (CARRYING, "c4 d4", "C4 strikes D4"),
        (MUSTERING, "rd01 cyclopse", "Rd01 Gar,Gar>Cyc"),
        (MUSTERING, "cylcops", "Rd01 Gar,Gar>Cyc"),
    ],
)
def test_few_words_mean_what_may_be_done_now(
    at: Callable[..., str], file: Path, game: Path, typed: str, played: str
) -> None:
    at(game, typed)
    assert file.read_text().removeprefix(game.read_text()).strip().startswith(played)


def test_a_fragment_is_no_action(say: Say, file: Path) -> None:
    before = file.read_text()
    say("from the right", "right")
    assert file.read_text() == before


def test_what_is_legal_for_one_legion_is_listed_alone(say: Say) -> None:
    rows = [row.strip() for row in say("legal bk02")[0].splitlines()]
    assert [row for row in rows if row.startswith("Bk")] == ["Bk02 P105 right"]


RANGESTRIKES = ROOT / "tests" / "data" / "rangestrikes.titan"
MOVES = ROOT / "tests" / "data" / "moves.titan"


def test_a_second_target_is_not_found_out_after_the_roll(at: Callable[..., str], file: Path) -> None:
    at(RANGESTRIKES, "d3 strikes b1, b2")
    assert file.read_text() == RANGESTRIKES.read_text()
    at(RANGESTRIKES, "d3 strikes b1, then done")
    assert file.read_text().splitlines()[-1] == "end-strikes"


def test_a_waiting_muster_is_judged_when_it_is_typed_and_is_not_dropped(at: Callable[..., str], file: Path) -> None:
    assert "Lion is not mustered in Brush" in at(MOVES, "rd01 to 17 recruits a lion")
    at(MOVES, "rd01 to 17 recruits a cyclops", "end my turn")
    assert "Rd01 Gar,Gar>Cyc" in file.read_text()


def test_a_line_is_not_begun_for_what_stands_behind_its_waiting_muster(at: Callable[..., str], file: Path) -> None:
    assert "'nonsense' is not understood" in at(MOVES, "rd01 to 17 recruits a cyclops; nonsense")
    assert file.read_text() == MOVES.read_text()


def test_the_end_of_a_turn_that_passes_over_a_muster_asks(at: Callable[..., str], file: Path) -> None:
    assert "That would pass over Rd01 " in at(MOVES, "rd01 to 17", "end my turn", "n")
    assert file.read_text().splitlines()[-1] == "Rd01 B17"


def test_no_ends_nothing_that_was_not_offered(at: Callable[..., str], file: Path) -> None:
    assert "nothing that 'no' can mean is legal now" in at(MOVES, "no")
    assert file.read_text() == MOVES.read_text()


@pytest.mark.parametrize(("typed", "lost"), [("gargoyle", "Gar"), ("2 gargoyles", "Gar Gar"), ("all", "all")])
def test_who_is_lost_is_named_in_a_proposal(at: Callable[..., str], file: Path, typed: str, lost: str) -> None:
    game = ROOT / "tests" / "data" / "negotiation.titan"
    at(game, f"propose attacker all, defender {typed}")
    assert file.read_text().splitlines()[-1] == f"Black proposes attacker all, defender {lost}"


@pytest.mark.parametrize(
    "typed",
    [
        ("d4 strikes c3 at 3 with 6 3 5 1 5 2 4 2", "c4"),
        ("d4 strikes c3 at 3 with 6 3 5 1 5 2 4 2", "the archangel"),
        ("titan strikes c3 at 3 with 6 3 5 1 5 2 4 2, rest to the archangel",),
    ],
)
def test_hits_of_a_strike_with_a_penalty_are_carried(at: Callable[..., str], typed: tuple[str, ...]) -> None:
    game = ROOT / "tests" / "data" / "penalty.titan"
    assert "3 hits carried over to Archangel in C4" in at(game, "done", *typed)


def test_a_carry_that_is_told_before_the_roll_waits_for_it(at: Callable[..., str]) -> None:
    shown = at(ROOT / "tests" / "data" / "penalty.titan", "done", "D4 strikes C3 at 3 carrying C4:1")
    assert "D4 strikes C3 at 3: illegal" not in shown
    assert "hits are carried over after the dice are rolled" not in shown


def test_an_open_choice_is_asked_for(at: Callable[..., str], file: Path) -> None:
    game = ROOT / "tests" / "data" / "titan-teleport.titan"
    assert "say which: Bk01 M41 left titan-teleport" in at(game, "bk01 teleports to 41")
    assert file.read_text() == game.read_text()
    at(game, "bk01 teleports to 41", "left")
    assert "Bk01 M41 left" in file.read_text()
    at(CARRYING, "ogre strikes centaur with 1 1 1 1 1 1", "d4")
    assert "C3 strikes D4 with" in file.read_text()


def test_what_is_typed_next_completes_what_could_mean_several(at: Callable[..., str], file: Path) -> None:
    at(CARRYING, "ogre strikes centaur", "in d4 with 1 1 1 1 1 1")
    assert "C3 strikes D4 with 1 1 1 1 1 1" in file.read_text()


def test_the_character_named_is_the_one_mustered(at: Callable[..., str], file: Path) -> None:
    at(REINFORCING, "a gargoyle, please")
    assert "reinforce Cyc>Gar" in file.read_text().removeprefix(REINFORCING.read_text())


def test_a_short_text_in_a_list_stands_on_one_line(at: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    for width in range(60, 90):
        monkeypatch.setenv("COLUMNS", str(width))
        shown = at(MUSTERING, "rd05 recruits", "undo 3")
        assert not [row for row in shown.splitlines() if row.endswith("Rd05")]
        assert "\\xa0" not in shown


def test_whoever_takes_the_hits_left_over_is_named_alone(at: Callable[..., str]) -> None:
    game, strike = ROOT / "tests" / "data" / "penalty.titan", "d4 strikes c3 at 3 with 6 3 5 1 5 2 4 2"
    answers = "titan d4 strikes c3 and carries the rest to the archangel", "nobody"
    assert "3 hits carried over to Archangel in C4" in at(game, "done", strike, *answers)


def test_how_many_hits_are_left_over_is_told(at: Callable[..., str], say: Say) -> None:
    game, strike = ROOT / "tests" / "data" / "penalty.titan", "d4 strikes c3 at 3 with 6 3 5 1 5 2 4 2"
    at(game, "done")
    assert "3 hits left over: D3 Titan (takes 3) or C4 Archangel (takes 3), or nobody? " in say(strike, "nobody")[1]


def test_the_game_stays_over(at: Callable[..., str]) -> None:
    shown = at(ENDED, "done", "nonsense", "legal")
    assert "Black decides" not in shown.partition("nobody concedes: ")[2]


def test_the_die_is_rolled(at: Callable[..., str], file: Path) -> None:
    assert "'die' is not understood" not in at(MOVES, "roll the die")
    at(MOVES, "undo", "roll the die")
    assert re.search("roll [1-6]$", file.read_text().strip())


def test_who_has_struck_is_not_taken_for_the_target(at: Callable[..., str], file: Path) -> None:
    game, strike = ROOT / "tests" / "data" / "penalty.titan", "d4 strikes c3 with 1 1 1 1 1 1 1 1"
    shown = at(game, "done", strike, "may the titan strike again?", "titan strikes")
    assert "E3 strikes D3: legal" not in shown
    assert file.read_text().splitlines()[-2:] == ["D4 strikes C3 with 1 1 1 1 1 1 1 1", f"; {NAMED}"]


ROLLED_SIX = MOVING.replace("roll 4: Black tower 600 score 123", "roll 6: Black tower 600 score 423")


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("move bk02 108 107 106 105", "Bk02 engages Rd02 in 105 from the right"),
        ("bk02 109 108 107 106 105", "Bk02 engages Rd02 in 105 from the right"),
        ("bk02 goes 108, 107, 106, 105", "Bk02 engages Rd02 in 105 from the right"),
        ("bk02 from 109 via 107 to 105", "Bk02 engages Rd02 in 105 from the right"),
        ("bk02 110 111 112 113", "no sign leads from 109 to 110, only the other way (MOVE-4)"),
        (
            "bk02 108 107 106 105 104",
            "5 lands lead from 109 by 108, 107, 106, 105, 104, the Movement Roll is 4 (MOVE-3)",
        ),
        ("bk01 136 135", "2 lands lead from 600 by 136, 135, the Movement Roll is 4 (MOVE-3)"),
    ],
)
def test_a_road_is_told_land_by_land(say: Say, typed: str, shown: str) -> None:
    assert shown in " ".join(say(typed)[0].split())


@pytest.mark.parametrize("typed", ["the second", "2", "second one", "right", "the right one", "from the right"])
def test_what_may_be_meant_is_chosen_by_its_place_or_by_what_it_says(
    at: Callable[..., str], file: Path, tmp_path: Path, typed: str
) -> None:
    path = tmp_path / "six.titan"
    assert titan("play", str(path), "--start", ROLLED_SIX).code == 0
    shown = at(path, "bk01 to 13", typed)
    assert "say which: Bk01 M13 left titan-teleport Tit or Bk01 M13 right titan-teleport Tit" in " ".join(shown.split())
    assert file.read_text().splitlines()[-1].startswith("Bk01 M13 right")


def test_a_teleport_is_judged_as_a_teleport(file: Path) -> None:
    def ruled(words: str) -> str:
        return titan("check", ROLLED_SIX, words, "--format", "table").out.splitlines()[1]

    assert "Bk02 starts in 109, which is not a Tower (TELE-2)" in ruled("bk02 teleports to 300")
    assert "Bk02 does not contain the Titan (TELE-3)" in ruled("bk02 teleports to 13")
    assert "(TELE-1)" in ruled("bk01 teleports to 300")
    held = "Black's movement, roll 6: Bk01 200 Archangel 3 Ogre / Rd01 500 Titan 2 Ogre", "bk01 teleports to 500"
    assert "500 is occupied, a Tower Teleport leads to an unoccupied land (TELE-2)" in titan(
        "check", *held, "--format", "table"
    ).out  # fmt: skip


def test_what_was_done_before_a_refused_part_is_said(say: Say) -> None:
    shown = say("bk02 to 105; bk01 to 2; done")[0]
    assert (
        "not tried: done\ndone before it: Bk02\N{NO-BREAK SPACE}P105" in shown or "done before it: Bk02 P105" in shown
    )


def test_what_is_legal_is_not_repeated_after_a_refusal(say: Say) -> None:
    shown = say("bk01 to 2")[0].rpartition("illegal")[2]
    assert "Next: Black decides moves" in shown
    assert "P105" not in shown


def test_a_battle_on_a_tower_is_shown_on_one_screen(at: Callable[..., str], tmp_path: Path) -> None:
    path = tmp_path / "tower.titan"
    start = "Black's movement, roll 1: Bk02 41 Angel 2 Centaur 2 Lion Ogre / Rd02 100 2 Troll 2 Ogre Gargoyle"
    assert titan("play", str(path), "--start", start).code == 0
    enter = "troll c3; troll c4; ogre d3; ogre e3; gargoyle d5; done"
    shown = at(path, "bk02 to 100; done; engage 100; stand; no more; fight", enter, "show").rpartition(
        "Battle in Tower"
    )
    assert len(shown[2].rstrip().splitlines()) < 24
    assert "wall, going down: C3-C2,B2,B3" in shown[2]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("odds", "Ogre in C3"),
        ("what are the odds that c3 hits d3?", "Ogre in C3 strikes"),
        ("odds c3 x d3", "6 dice at Strike-number"),
        ("odds c3 x d3 with 6 6 6 6 1 1", "rolled 6 6 6 6 1 1: 4 hits"),
        ("odds c3 x d3 using 4", "the Ogre in C3 cannot take 4 dice: it has 6 dice at 6 (CARRY-2)"),
        ("odds end-strikes", "only a strike has odds, this is an end-strikes"),
    ],
)
def test_odds_are_told_at_the_prompt(at: Callable[..., str], file: Path, typed: str, shown: str) -> None:
    assert shown in at(CARRYING, typed)
    assert file.read_text() == CARRYING.read_text()


def test_a_number_alone_is_the_die_that_is_rolled_now(tmp_path: Path) -> None:
    path = str(tmp_path / "g.titan")
    typed = "4", "2", "black", "red", "Rd01/Rd02 Tit Ogr Ogr Cen", "done", "3"
    shown = titan("play", path, "--players", "Ann,Ben", *typed, "--format", "table").out
    assert "Ann rolls 4 for a Tower" in shown
    assert "Ben rolls 2 for a Tower" in shown
    assert "Red rolls 3" in shown
    assert "say which: Rd01 H9 or Rd02 H9" in titan("play", path, "9").err


def test_a_piece_in_the_way_is_named_where_no_way_is_cheap_enough() -> None:
    asked = "Plains, turn 2, defender's maneuver: Lion A3 / Angel D3, Ogre D4", "Ogre D4-D1"
    assert (
        "even past the Angel in D3 the cheapest way from D4 to D1" in titan("check", *asked).json["rulings"][0]["text"]
    )


def test_who_may_act_besides_is_told_in_one_line(tmp_path: Path) -> None:
    begun = titan("play", str(tmp_path / "g.titan"), "--players", "Ann,Ben,Cy,Di", "Ann tower", "--format", "table").out
    assert "Cy, Di may: tower" in begun or "Cy and Di may: tower" in begun


def test_whoever_strikes_is_not_told_that_the_other_side_lacks_him(file: Path) -> None:
    start = "Black's movement, roll 1: Bk02 41 Lion / Rd02 100 Angel"
    path = file.with_name("strikes.titan")
    begun = "bk02 to 100; done; engage 100; no more; fight", "Ang enters D4", "done"
    assert titan("play", str(path), "--no-auto", "--start", start, *begun).code == 0
    refused = titan("play", str(path), "Ang D4-C5", "--format", "json").json["rulings"][0]
    assert refused["text"] == "this is the defender's strike phase of turn 1"


@pytest.mark.parametrize(("typed", "carried"), [("yes", True), ("done", False)])
def test_the_only_one_who_may_take_hits_takes_them_or_nobody(
    at: Callable[..., str], file: Path, typed: str, carried: bool
) -> None:
    at(CARRYING, "c3 strikes d3 with 6 6 6 6 1 1", typed)
    assert ("carrying D4:1" in file.read_text().removeprefix(CARRYING.read_text())) is carried


def test_another_line_instead_of_yes_or_no_is_done(at: Callable[..., str], file: Path) -> None:
    shown = at(ACQUIRING, "done", "acquire nothing")
    assert shown.index("That would pass over acquire Arc") < shown.index("nothing is done")
    assert file.read_text().removeprefix(ACQUIRING.read_text()).startswith("acquire nothing")


def test_quit_leaves_at_a_question_too(at: Callable[..., str], say: Say) -> None:
    at(ACQUIRING, "done", "quit")
    assert say("done", "quit", "show")[1][-1] == "Do it? [y/N] "


@pytest.fixture
def six(at: Callable[..., str], tmp_path: Path) -> Callable[..., list[str]]:
    """Types lines where Black has rolled 6 and may teleport; gives the rows that are shown for them."""

    def typed(*lines: str) -> list[str]:
        path = tmp_path / "six.titan"
        path.unlink(missing_ok=True)
        assert titan("play", str(path), "--start", ROLLED_SIX).code == 0
        begun = at(path).splitlines()
        return at(path, *lines).splitlines()[len(begun) - 1 :]

    return typed


def test_a_number_behind_legal_is_a_whole_land(six: Callable[..., list[str]]) -> None:
    assert six("legal 10") == ["nothing legal has '10' in it: legal all lists everything", ""]
    assert six("legal 1") == ["  Bk01 P1", "  Bk01 P1 tower-teleport Tit", ""]
    assert [row for row in six("legal 105") if "105" not in row] == [""]


def test_a_word_behind_legal_is_a_character_or_a_part_of_the_text(six: Callable[..., list[str]]) -> None:
    teleports = six("legal titan-teleport")
    assert len(teleports) == 7
    assert six("legal TITAN") == six("legal Tit") == six("legal teleport") != teleports


def test_what_is_not_listed_is_counted_and_each_piece_has_a_line(six: Callable[..., list[str]]) -> None:
    rows, every = six("legal")[:-1], six("legal all")[:-1]
    assert [row.split()[0] for row in rows] == [*["Bk01"] * 4, "Bk02", "mulligan", "Black", "and"]
    assert all(len(row) <= 80 for row in rows)
    listed = [text.strip() for row in rows[:-1] for text in row.split(";")]
    assert listed == [*dict.fromkeys(listed)]
    assert set(listed) <= {row.strip() for row in every}
    assert rows[-1].split()[1:3] == [str(len(every) - len(listed)), "more:"]


@pytest.mark.parametrize(("width", "each"), [(37, 2), (38, 1)])
def test_actions_of_a_piece_share_lines_of_79_letters(
    say: Say, monkeypatch: pytest.MonkeyPatch, width: int, each: int
) -> None:
    texts = [f"Bk{i // 2:02} ".ljust(width if i % 2 else 38, "x") for i in range(10)]
    monkeypatch.setattr("titan_cli.titan_keeper.TitanKeeper.legal", lambda _: texts)
    rows = [row.strip() for row in say("legal")[0].splitlines() if "xx" in row]
    assert {row.count("x;") + 1 for row in rows} == {each}


@pytest.mark.parametrize(("typed", "done"), [("YES", True), ("Y", True), ("No", False), ("N", False)])
def test_yes_and_no_are_read_in_capitals_too(say: Say, file: Path, typed: str, done: bool) -> None:
    shown, prompts = say("Black withdraws", typed)
    assert ("Black withdraws" in file.read_text()) is done
    assert ("nothing is done" in shown) is not done
    assert len(prompts) == 3  # and it is no line of its own


def test_an_undone_move_takes_its_waiting_muster_along(at: Callable[..., str], file: Path) -> None:
    shown = at(MOVES, "rd01 to 17 recruits a cyclops", "undo", "rd01 to 17", "end my turn", "n")
    assert shown.count("waits for the Enlistment Phase") == 1
    assert "That would pass over Rd01 " in shown
    shown = at(MOVES, "rd01 to 17 recruits a cyclops", "rd05 to 27", "undo", "end my turn")
    assert "taken back: Rd05" in shown
    assert "That would pass over" not in shown
    assert "Rd01 Gar,Gar>Cyc" in file.read_text()


class Typed:
    """A terminal that completes what is typed."""

    def __init__(self) -> None:
        self.line, self.history = "", list[str]()
        self.complete: Callable[[str, int], str | None] = lambda _, __: None

    def get_line_buffer(self) -> str:
        return self.line

    def set_completer(self, complete: Callable[[str, int], str | None]) -> None:
        self.complete = complete

    def set_completer_delims(self, delims: str) -> None:
        assert delims == " "

    def parse_and_bind(self, binding: str) -> None:
        assert binding == "tab: complete"

    def add_history(self, line: str) -> None:
        self.history.append(line)

    def offers(self, line: str) -> list[str]:
        """What completes the last word of a line, as the terminal asks for it."""
        self.line, word = line, line.rpartition(" ")[2]
        found: list[str] = []
        while (text := self.complete(word, len(found))) is not None:
            found.append(text)
        return found


def test_tab_completes_what_is_legal_and_the_words_of_the_prompt(
    say: Say, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = Typed()
    monkeypatch.setattr("titan_cli.keeper.readline", terminal)
    say()
    assert terminal.offers("bk02 p") == ["P105 right"]
    assert terminal.offers("  Bk02 ") == ["P105 right"]
    assert terminal.offers("qu") == ["quit"]
    assert {"undo", "comment ", "show", "legal", "help", "quit", "done", "Bk02 P105 right"} <= {*terminal.offers("")}
    assert terminal.offers("xyz") == []
    assert terminal.history == [row.strip() for row in file.read_text().splitlines() if row]


def test_a_waiting_muster_that_comes_to_nothing_is_told(say: Say) -> None:
    shown = " ".join(say("Bk02 P105 Lio>Lio", "Black withdraws", "y")[0].split())
    assert "Bk02 Lio>Lio came too late" in shown


def test_a_waiting_muster_that_is_impossible_says_why(say: Say) -> None:
    shown = " ".join(say("Bk02 P105 Lio>Lio", "done", "engage 105", "stand", "no more", "concede", "done")[0].split())
    assert "Bk02 Lio>Lio is not possible: Black has no Legion Bk02 (MUSTER-1)" in shown


def test_a_map_is_drawn_where_it_leaves_room_for_the_prompt(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert titan("play", str(file), "Bk02 to 105; done; engage 105; stand; no more").code == 0

    def fought(rows: int) -> list[str]:
        monkeypatch.setattr("titan_cli.output.screen_lines", lambda: rows)
        shown = titan("play", str(file), "fight", "--format", "table").out.splitlines()
        assert titan("play", str(file), "--undo").code == 0
        return shown

    def drawn(shown: list[str]) -> bool:
        return "A1 Plains" in "\n".join(shown)

    every, bare = fought(100), fought(1)
    assert drawn(every)
    assert not drawn(bare)
    assert fought(len(every) + 2) == every
    short = fought(len(every) + 1)
    assert drawn(short)
    assert len(short) < len(every)
    assert fought(len(short) + 2) == short
    assert fought(len(short) + 1) == bare


@pytest.mark.parametrize(
    ("args", "code"), [((), 2), (("nonsense",), 2), (("Bk02 to 105",), 3), (("--comment", "oh"), 3), (("--undo",), 3)]
)
def test_only_what_is_recorded_is_said_to_be_recorded_if_it_cannot_be_told(
    file: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...], code: int
) -> None:
    assert titan("play", str(file), "Bk01 to 41").code == 0

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("titan_cli.output.emit", full)
    monkeypatch.setattr("titan_cli.app._discard_output", lambda: None)
    done = titan("play", str(file), *args)
    assert done.code == code
    assert ("the action is recorded" in done.err) is (code == 3)
