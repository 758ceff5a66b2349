"""A recorded game as a player sees it: ``check``, ``legal-moves`` and ``show`` with ``--as`` and ``--step``."""

from fractions import Fraction
from typing import Any

import pytest

from checkout import EXAMPLES
from histories import unsaid
from recorded import recording, text, who_left
from running import Done, titan
from titan_rules.actions.intents import action_from_json
from titan_rules.answers.deduction import Prior
from titan_rules.answers.legal_moves import legal_moves
from titan_rules.deduction.observer_view import ObserverView
from titan_rules.deduction.posterior import NOBODY, PRIORS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell
from titan_rules.play import legal_actions
from titan_rules.text.parsing import parse, written
from unseen import BLACK, after

GAME = str(EXAMPLES / "who-left.replay.jsonl")
ROWS = who_left()
GUARDIAN = "Bk02 Tro,Tro,Tro>Guardian"


def check(action: str, *args: str, game: str = GAME) -> Done:
    return titan("check", game, action, *args)


def test_MUSTER_4_deduction_says_that_it_is_illegal() -> None:
    done = check(GUARDIAN, "--as", "Red", "--step", "44")
    assert (done.code, done.json["verdict"]) == (1, "illegal")
    assert done.json["rulings"][0]["text"] == "Bk02 cannot hold 3 × Troll: since step 44 it holds at most 2 × Troll"
    assert "Bk02 >Ogr" in done.json["legal"]
    done = check("Bk03 Tro,Tro,Tro>Guardian", "--as", "red", "--step", "43", "--format", "table")
    assert done.code == 1


def test_what_some_contents_allow_cannot_be_told() -> None:
    done = check(GUARDIAN, "--as", "Red", "--step", "43", "--format", "json")
    assert (done.code, done.json["verdict"]) == (2, "cannot-tell")
    assert done.json["why"].endswith("that Bk02 Tro,Tro,Tro>Gua is legal has a weight of 28.57 %")
    assert check(GUARDIAN, "--step", "43").code == 1, "who knows everything knows that there are only two Trolls"


def test_TELE_2_what_every_content_allows_is_legal() -> None:
    seen = ObserverView(recording([*ROWS[:3], {"do": "roll", "die": 6}], 3), "Red")
    answer, after = seen.check([parse("Bk02 400 tower-teleport")])
    assert (answer.verdict, after) == ("legal", None)
    assert "SPLIT-1" in [ruling.rule for ruling in answer.rulings]


def test_what_does_not_depend_on_who_left_is_judged_as_ever() -> None:
    seen = ObserverView(recording(ROWS, 2), "Red")
    answer, after = seen.check([parse("roll")], Dice(5))
    assert (answer.verdict, answer.rulings != ()) == ("legal", True)
    assert after is not None
    assert (after.phase, after.roll) == ("movement", Dice(5).roll(1)[0])
    answer, after = seen.check([parse("Bk02 136")], Dice(5))
    assert (answer.verdict, after, [ruling.rule for ruling in answer.rulings]) == ("illegal", None, ["ROLL-1"])


@pytest.mark.parametrize(("step", "text"), [(1, "Black withdraws"), (44, "Black withdraws"), (38, "end-splits")])
def test_what_is_legal_whoever_left_is_legal(step: int, text: str) -> None:
    answer, _ = ObserverView(recording(ROWS, step), "Red").check([parse(text)])
    assert (answer.verdict, answer.text, answer.why) == ("legal", text, None)


@pytest.mark.parametrize(("color", "seen"), [("Red", ["Bk02", "Rd01", "Rd02"]), (NOBODY, ["Rd01", "Rd02"])])
def test_ENG_2_who_was_engaged_has_seen_the_other_legion(color: str, seen: list[str]) -> None:
    words = ("Bk01/Bk02 Lio Ogr Tit", "end-splits", "roll 1", "Bk02 104", "end-moves", "engage 104", "stand")
    black, red = {"Bk01": (105, " ".join(BLACK))}, {"Rd01": (104, "Ogre Troll"), "Rd02": (4000, "Titan Ogre")}
    view = ObserverView(after(*words, black=black, red=red, gold=None), color)
    legions = [legion for _, legion in view.position.legions()]
    assert sorted(legion.legion for legion in legions if legion.characters is not None) == (
        ["Bk01", *seen] if color == "Red" else seen
    )
    assert [legion.seen for legion in legions] == [{}] * len(legions)
    assert {*view.legions} == {legion.legion for legion in legions if legion.characters is None}


def test_several_actions_are_not_weighed() -> None:
    seen = ObserverView(recording(ROWS, 1), "Red")
    with pytest.raises(CannotTell, match="the characters of Bk01 are not known"):
        seen.check([parse("Black withdraws"), parse("end-splits")])
    answer, after = ObserverView(recording(ROWS, 43), "Red").check([parse(GUARDIAN), parse("end-turn")])
    assert (answer.verdict, after) == ("cannot-tell", None)
    assert "weight" not in (answer.why or "")


@pytest.mark.parametrize("prior", PRIORS)
def test_what_is_seen_is_weighed_with_the_prior_of_the_question(prior: Prior) -> None:
    seen = ObserverView(recording(ROWS, 43), "Red", prior)
    assert seen.legions["Bk02"] == recording(ROWS, 43).deduce("Red", prior).legion("Bk02")
    guardian = next(x for x in seen.with_possible(legal_moves(seen.position)).possible or () if "Gua" in x.text)
    assert guardian.weight == recording(ROWS, 43).could(parse(GUARDIAN), "Red", prior).weight
    assert str(guardian.weight) in (seen.check([parse(GUARDIAN)])[0].why or "")


def test_what_is_certain_is_known() -> None:
    done = check("Bk02/Bk03 Tro Tro", "--as", "Red", "--step", "37", "--apply")
    assert (done.code, done.json["kind"]) == (0, "game")
    legions = {x["legion"]: x for player in done.json["players"] for x in player["legions"]}
    assert (legions["Bk02"]["characters"], legions["Bk02"]["height"]) == (None, 5)


def test_no_recorded_action_is_illegal_to_those_who_watch() -> None:
    for step in range(1, len(ROWS) - 1):
        action = action_from_json(ROWS[step + 1])
        for color in ("Red", "Black", NOBODY):
            try:
                answer, _ = ObserverView(recording(ROWS, step), color).check([action])
            except CannotTell:
                continue
            assert answer.verdict != "illegal", (step, color, written(action))


def in_order(text: str) -> str:
    """A short text with who leaves in a split in alphabetical order."""
    split, *names = text.split()
    return " ".join([split, *sorted(names)]) if "/" in split else text


@pytest.mark.parametrize("step", [8, 15, 30, 38, 43, 44])
@pytest.mark.parametrize("color", ["Red", NOBODY])
def test_what_is_legal_is_among_what_is_legal_or_possible(step: int, color: str) -> None:
    seen = ObserverView(recording(ROWS, step), color)
    found = seen.with_possible(legal_moves(seen.position))
    certain = {in_order(action.text) for action in found.actions or ()}
    possible = {in_order(action.text): action.weight for action in found.possible or ()}
    true = {in_order(written(action)) for action in legal_actions(recording(ROWS, step).game)}
    assert not certain & possible.keys()
    assert all(0 < weight.exact < 1 for weight in possible.values())
    left = {unknown.do for unknown in found.cannot_tell or ()}
    assert certain <= true
    assert {name for name in true if parse(name).do not in left} <= certain | possible.keys()


def test_MUSTER_4_what_may_be_mustered_with_its_weight() -> None:
    def possible(step: str) -> dict[str, str]:
        answer = titan("legal-moves", GAME, "--as", "Red", "--step", step).json
        assert answer["cannot_tell"] == []
        assert {(action["by"], action["do"]) for action in answer["possible"]} == {("Black", "muster")}
        return {action["text"]: action["weight"]["exact"] for action in answer["possible"]}

    assert possible("43") == {"Bk03 Tro>Tro": "5/7", "Bk02 Tit>Warl": "5/14", "Bk02 Tro,Tro,Tro>Gua": "2/7"}
    assert set(possible("44")) == {"Bk02 Tit>Warl"}
    table = titan("legal-moves", GAME, "--as", "Red", "--step", "43", "--format", "table").out
    assert "28.57 %   Bk02 Tro,Tro,Tro>Gua\n" in table
    assert "possible" not in titan("legal-moves", GAME, "--step", "43").json
    assert "possible" not in titan("legal-moves", GAME, "--as", "Red", "--step", "43", "--legion", "Bk02").json


@pytest.mark.parametrize(("color", "muster"), [("Red", {"Bk03 Ogr>Ogr": Fraction(5, 6)}), (NOBODY, {})])
def test_SUMMON_2_from_which_legion_an_angel_may_be_summoned(color: str, muster: dict[str, Fraction]) -> None:
    """One of Black's two Legions holds the Angel. Whether Red's others are still there, only Red knows."""
    words = ("Bk02/Bk03 2", "end-splits", "roll 1", "Bk01 104", "Bk03 4", "end-moves", "engage 104", "Red concedes")
    black = {"Bk01": (105, "Lion Lion Ogre"), "Bk02": (3, "Titan Ogre Ogre Angel"), "Bk09": (1, "Lion Ogre")}
    red = {"Rd01": (104, "Titan Troll"), "Rd02": (4000, "Ogre Ogre")}
    seen = ObserverView(after(*words, black=black, red=red), color)
    found = seen.with_possible(legal_moves(seen.position))
    summons = {f"summon Ang from {marker}": Fraction(1, 2) for marker in ("Bk02", "Bk03")}
    assert {action.text: action.weight.exact for action in found.possible or ()} == muster | summons
    assert {action.by for action in found.possible or ()} == {"Black"}
    left = [(unknown.do, unknown.missing) for unknown in found.cannot_tell or ()]
    assert left[:2] == [("no-summon", ("Bk02",)), ("no-summon", ("Bk03",))]
    assert left[2:] == ([] if color == "Red" else [("any", ("Rd02",))])


def test_MUSTER_4_why_not_is_told_from_what_is_deduced() -> None:
    def why(step: str, *options: str) -> Done:
        return titan("legal-moves", GAME, "--as", "Red", "--step", step, "--why", "Bk02 Tro,Tro,Tro>Guardian", *options)

    done = why("44")
    assert (done.code, done.json["verdict"], "roll" in done.json) == (1, "illegal", False)
    assert done.json["rulings"][0]["text"] == "Bk02 cannot hold 3 × Troll: since step 44 it holds at most 2 × Troll"
    done = why("43")
    assert (done.code, done.json["verdict"]) == (2, "cannot-tell")
    assert "is legal has a weight of 28.57 %" in done.json["why"]
    assert "--character does not go with --why" in why("44", "--character", "D3").err


def test_show_has_what_is_deduced_beside_what_is_known() -> None:
    table = titan("show", GAME, "--as", "Red", "--step", "43", "--format", "table").out
    assert "For certain" in table
    assert "Ogre, Troll (28.57 %); 2 × Troll (14.29 %)" in " ".join(table.split())
    legions = {
        x["legion"]: x
        for player in titan("show", GAME, "--as", "Red", "--step", "43").json["players"]
        for x in player["legions"]
    }
    assert (legions["Bk01"]["characters"], legions["Bk01"]["revealed"]) == (None, ["Centaur", "Gargoyle"])
    assert legions["Rd01"]["characters"] is not None
    assert "For certain" not in titan("show", GAME, "--step", "43", "--format", "table").out


def test_a_record_that_does_not_say_who_left_shows_nobody_s_guess(tmp_path: Any) -> None:
    path = tmp_path / "hidden.replay.jsonl"
    path.write_text(text(unsaid(ROWS)))
    for viewer in ([], ["--as", "Black"]):
        game = titan("show", str(path), "--step", "8", *viewer).json
        hidden = [x["legion"] for player in game["players"] for x in player["legions"] if x["characters"] is None]
        assert hidden == ["Bk01", "Bk02"]
    assert check("Bk01 34", "--step", "4", game=str(path)).code == 0


def test_replay_ends_with_what_a_player_sees_and_can_deduce() -> None:
    answer = titan("replay", GAME, "--as", "red", "--to", "43").json
    assert (answer["kind"], answer["verdict"], answer["steps"]) == ("replay-report", "legal", 43)
    assert answer["final"] == titan("show", GAME, "--as", "Red", "--step", "43").json
    assert [legion["legion"] for legion in answer["deduced"]] == ["Bk01", "Bk02", "Bk03"]
    table = titan("replay", GAME, "--as", "Red", "--to", "43", "--format", "table").out
    assert "For certain" in table
    assert "deduced" not in titan("replay", GAME, "--to", "43").json


@pytest.mark.parametrize("more", [["--steps"], ["--audit"], ["--format", "markdown"], ["-"]])
def test_replay_as_a_player_shows_no_step_and_goes_with_nothing_else(more: list[str]) -> None:
    assert titan("replay", GAME, "--as", "Red", *more).code == 2
