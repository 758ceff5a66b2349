"""Twilight Struggle: vectors computed by hand, whole games, words and lines, and a turn kept, undone and replayed."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion_files import EXAMPLES
from looping import for_each
from running import titan
from titan_companions.protocol import carried_out, views
from titan_companions.twilight_struggle.catalog import COUNTRIES, REGIONS, SIDES
from titan_companions.twilight_struggle.companion import GAME
from titan_companions.twilight_struggle.coups import realignment_odds
from titan_companions.twilight_struggle.scoring import side_score
from titan_companions.twilight_struggle.state import BySide, Position, Round, new_position
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.evolving import evolve
from trials import share
from twilight_play import played

GAMES = share(10)
seeds = st.integers(0, 10**6).map(random.Random)

COUP_SUCCESSES = {1: (5, 6, 6, 6), 2: (3, 4, 5, 6), 3: (1, 2, 3, 4), 4: (0, 0, 1, 2)}
REALIGNMENTS = {
    -4: (1, 2, 33), -3: (3, 3, 30), -2: (6, 4, 26), -1: (10, 5, 21), 0: (15, 6, 15), 1: (21, 5, 10), 2: (26, 4, 6),
    3: (30, 3, 3), 4: (33, 2, 1), 5: (35, 1, 0),
}  # fmt: skip


@for_each("stability", COUP_SUCCESSES)
@for_each("ops", range(1, 5))
def test_TS_COUP_2_successes_out_of_6(stability: int, ops: int) -> None:
    country = next(c for c in COUNTRIES.values() if c.stability == stability and c.region != "Europe")
    at = evolve(Position(), influence={country.name: BySide(1, 0)}, round=1, phasing="USSR")
    found = views.odds(GAME, at, GAME.actions.make("coup", ops=ops, country=country.name))
    assert found.chances["success"]["p"] == pytest.approx(COUP_SUCCESSES[stability][ops - 1] / 6)


@for_each("net", REALIGNMENTS)
def test_TS_RLN_1_out_of_36_by_net_modifier(net: int) -> None:
    at = evolve(Position(), influence={"Kenya": BySide(20, 20)}, phasing="USSR")
    found = realignment_odds(at, "Kenya", modifier=net)
    assert (found.win, found.tie, found.lose) == REALIGNMENTS[net]


def test_TS_RLN_4_the_odds_of_two_rolls_are_those_of_the_rule() -> None:
    at = evolve(Position(), influence={"Kenya": BySide(3, 1)}, round=1, phasing="USSR")
    spread = realignment_odds(at, "Kenya", 2).all_rolls
    assert spread is not None
    plan = GAME.judge(at, GAME.read_action("realign 2 Kenya Kenya", at))
    assert getattr(plan, "dice", 0) == 4
    taken = [0, 0]
    for dice in [(a, b, c, d) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7) for d in range(1, 7)]:
        try:
            after, _ = plan.carry_out(dice)  # type: ignore[union-attr]
        except Exception:  # the first roll left nothing to aim at
            after, _ = GAME.judge(at, GAME.read_action(f"realign 1 Kenya, dice {dice[0]} {dice[1]}", at)).carry_out(())  # type: ignore[union-attr]
        taken = [taken[0] + 3 - after.at("Kenya").US, taken[1] + 1 - after.at("Kenya").USSR]
    assert spread.expected_removed["value"] == pytest.approx(taken[0] / 6**4)
    assert spread.expected_lost["value"] == pytest.approx(taken[1] / 6**4)


def test_TS_SCR_the_fixed_setup_scored() -> None:
    at = new_position()
    us, ussr = ({r: carried_out(side_score(at, side, r))[0] for r in REGIONS} for side in SIDES)
    net = {r: us[r] - ussr[r] for r in REGIONS}
    assert net["Asia"] == -1
    assert net["Middle East"] == net["Africa"] == net["South America"] == 0


@GAMES
@given(seeds)
def test_an_isolated_question_agrees_with_what_is_played(dice: random.Random) -> None:
    for before, action, after in played(new_position(), dice, 40):
        asked = GAME.as_if(before, action)
        assert GAME.judge(asked, action).carry_out(())[0] == after  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("done", "asked", "rule"),
    [
        (["USSR places 1 in Iraq of US"], "USSR ends round", "TS-EV-2"),
        (["event of=US"], "USSR tries space with 2", "TS-SPC-3"),
        (["event of=US"], "USSR scores Asia", "TS-AR-2"),
        (["event of=US", "USSR places 1 in Iraq"], "USSR ends round", None),
        (["USSR places 1 in Iraq"], "USSR coups Iran with 2", None),  # its next round is meant
    ],
)
def test_an_isolated_question_knows_what_was_done_in_the_round(done: list[str], asked: str, rule: str | None) -> None:
    at = evolve(new_position(), round=1, phasing="USSR")
    for text in done:
        at = GAME.apply(at, GAME.read_action(text, at))[1]
    action = GAME.read_action(asked, at)
    rulings = views.check(GAME, GAME.as_if(at, action), action).rulings
    assert [ruling.rule for ruling in rulings if ruling.verdict == "illegal"] == ([rule] if rule else [])


@for_each(
    ("text", "json"),
    [
        ("the US coups Iran with 3, rolls 4", {"side": "US", "ops": 3, "country": "Iran", "die": 4}),
        ("coup 3 Iran 4", {"ops": 3, "country": "Iran", "die": 4}),
        ("USSR places 3 in West Germany, Laos/Cambodia and Iran",
         {"side": "USSR", "ops": 3, "markers": ["West Germany", "Laos/Cambodia", "Iran"]}),
        ("ソ連 coups パナマ with 2", {"side": "USSR", "ops": 2, "country": "Panama"}),
        ("US scores Asia", {"side": "US", "card": "Asia Scoring"}),
        ("realign 2 Iran Iran dice 5,2", {"ops": 2, "countries": ["Iran", "Iran"], "dice": [5, 2]}),
        ("USSR places 5 in Vietnam, Thailand using the China Card",
         {"side": "USSR", "ops": 5, "markers": ["Vietnam", "Thailand"], "card": "The China Card"}),
        ("event US", {"of": "US"}),
        ("event Duck and Cover of US defcon -1 vp 2", {"card": "Duck and Cover", "of": "US", "defcon": -1, "vp": 2}),
        ("event Voice of America of US influence Cuba 0/3",
         {"card": "The Voice of America", "of": "US", "influence": {"Cuba": {"US": 0, "USSR": 3}}}),
        ("headline Duck and Cover:3 Asia", {"US": "Duck and Cover", "USSR": "Asia Scoring"}),
        ("deal US=Asia USSR=", {"US": ["Asia Scoring"], "USSR": []}),
        ("the US ends its headline", {"side": "US"}),
        ('headline "Duck and Cover:3" "Asia Scoring"', {"US": "Duck and Cover", "USSR": "Asia Scoring"}),
    ],
)  # fmt: skip
def test_words_of_a_player(text: str, json: dict[str, object]) -> None:
    found = GAME.actions.to_json(GAME.read_action(text))
    assert {key: value for key, value in found.items() if key != "do"} == json


@for_each(
    ("text", "message"),
    [
        ("score", "score needs its card"),
        ("place zzz 3 Iran", "place has no place for 'zzz'"),
        ("place 3 in Iran zzz Italy", "place has no place for 'zzz'"),
        ("coup Irann with 3 rolls 4", "did you mean Iran"),
        ("coup 3 Iran ops=2", "coup has no place for '3'"),
        ("event influence Iran:1/0,Iran:0/1", "Iran is said twice"),
    ],
)
def test_what_is_left_over_missing_or_said_twice_is_told(text: str, message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        GAME.read_action(text)


def test_what_was_not_tried_is_told_as_it_was_typed(tmp_path: Path) -> None:
    file = str(tmp_path / "war.sheet")
    Path(file).write_text("turn 3, action round 4, USSR to play, DEFCON 3: Iran US 2\n", encoding="utf-8")
    done = titan("companion", "twilight-struggle", "play", file, "coup 3 Italy; end-round # at last")
    assert (done.code, done.json["untried"]) == (1, ["end-round # at last"])


def test_a_turn_typed_as_words_kept_undone_and_replayed(tmp_path: Path) -> None:
    file, sheet = str(tmp_path / "war.sheet"), (EXAMPLES / "cold-war.turn-1.sheet").read_text(encoding="utf-8")
    start, *rows = [row for row in sheet.split("\n") if row.strip()]
    Path(file).write_text(start + "\n", encoding="utf-8")
    done = titan("companion", "twilight-struggle", "play", file, *rows)
    assert (done.code, done.json["actions"]) == (0, len(rows)), done.err
    assert titan("companion", "twilight-struggle", "play", file, "--undo", "3").json["actions"] == len(rows) - 3
    assert titan("companion", "twilight-struggle", "play", file, *rows[-3:]).code == 0
    report = titan("companion", "twilight-struggle", "replay", file).json
    assert (report["verdict"], report["facts"]["turn"]) == ("legal", 2)


def test_dice_are_rolled_from_a_seed_and_recorded(tmp_path: Path) -> None:
    file = str(tmp_path / "war.sheet")
    Path(file).write_text("turn 3, action round 4, USSR to play, DEFCON 3: Iran US 2\n", encoding="utf-8")
    done = titan("companion", "twilight-struggle", "play", file, "USSR coups Iran with 3", "--seed", "7")
    assert done.json["played"][0]["action"] in Path(file).read_text(encoding="utf-8")
    assert "rolls" in done.json["played"][0]["action"]


def test_a_line_says_what_was_done_in_the_round() -> None:
    line = "turn 1, action round 2, USSR to play, DEFCON 3, china USSR, played place, event owed: "
    line += "Thailand USSR 2; Thailand none"
    at = GAME.read_position(line)
    assert at.this_round == Round(used="place", owed=True, influence={})
    assert GAME.line(at) == line


@for_each(
    ("line", "fault"),
    [
        ("turn 11: Iran US 2", "expected 1 to 10"),
        ("turn three: Iran US 2", "'turn three' is not understood"),
        ("turn 3: Iran 2", "no country with numbers"),
        ("turn 3: Irann US 2", "Iran"),
        ("turn 3, military operations US 9:", "military operations is 0 to 5"),
    ],
)
def test_a_line_that_is_no_position(line: str, fault: str) -> None:
    done = titan("companion", "twilight-struggle", "show", line)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err


def test_TS_LAST_9_north_sea_oil_gives_the_us_an_eighth_round() -> None:
    line = "turn 9, action round 7, US to play, DEFCON 3, played place, North Sea Oil: Iran US 1"
    at = GAME.read_position(line)
    after = GAME.apply(at, GAME.read_action("US ends round", at))[1]
    assert (after.round, after.phasing) == (8, "US")
    assert GAME.read_position(str(GAME.line(after))) == after
    with pytest.raises(DocumentError):
        GAME.read_position(line.replace("round 7", "round 8").replace("North Sea Oil", "NATO"))
