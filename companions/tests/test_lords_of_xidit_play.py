"""Whole games of Lords of Xidit: what is offered is legal, what is accepted is valid, words mean one thing."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion_files import EXAMPLES
from looping import for_each, some
from running import titan
from titan_companions.lords_of_xidit.companion import GAME
from titan_companions.lords_of_xidit.state import LISTS, Position
from titan_companions.protocol import views
from titan_companions.protocol.records import FileFormat
from titan_rules.kernel.errors import TitanError
from trials import share
from xidit_play import played, positions

GAMES = share(10)
seeds = st.integers(0, 10**6).map(random.Random)


def tiles(at: Position) -> int:
    single = [at.supply.next_recruit, at.supply.next_monster, *(space.tile for space in at.cities.values())]
    return sum(len(getattr(at.supply, key) or ()) for key in LISTS) + sum(tile is not None for tile in single)


@GAMES
@given(positions(), seeds)
def test_nothing_is_lost_or_made_in_a_year(at: Position, dice: random.Random) -> None:
    for before, action, after in some(played(at, dice, 30)):
        assert tiles(after) == tiles(before)
        if GAME.actions.name(action) in ("order", "move", "wait", "recruit", "repel"):
            name = before.turn.player
            gained = Counter(after.players[name].hand) - Counter(before.players[name].hand)
            assert sum(gained.values()) <= 1
            assert all(after.players[other] == before.players[other] for other in before.order if other != name)
        for player in some(after.players.values()):
            assert player.harps_left + sum(player.harps.values()) == 20
            assert player.storeys + player.guild_saved <= 15


@GAMES
@given(positions(), seeds)
def test_an_isolated_question_agrees_with_what_is_played(at: Position, dice: random.Random) -> None:
    for before, action, after in some(played(at, dice, 20)):
        found = views.check(GAME, GAME.as_if(before, action), action)
        assert found.verdict == "legal"
        if GAME.actions.name(action) == "order":
            assert found.final == after


@for_each(
    ("line", "fault"),
    [
        ("year 4: A at 1", "3 to 5 play"),
        ("year four: A at 1; B at 2; C at 3", "'year four' is not understood"),
        ("year 4, A to play: A in 1; B at 2; C at 3", "NAME at CITY"),
        ("year 4: A at 1 with 2 wolves; B at 2; C at 3", "wolves"),
        ("year 4: A at 1 with wolves; B at 2; C at 3", "'wolves' is not understood"),
        ("year 4: A at 1; B at 2; C at 3 | year", "a key and its value"),
    ],
)
def test_a_line_that_is_no_position(line: str, fault: str) -> None:
    done = titan("companion", "lords-of-xidit", "show", line)
    assert (done.code, done.out) == (2, "")
    assert fault in done.err


def test_a_position_on_one_line_can_be_asked() -> None:
    line = "year 5, order 2, B to play: A at 2 with 2 peasants; B at 1 with an archer"
    assert titan("companion", "lords-of-xidit", "check", line, "B recruits").code == 2
    line = "year 5, order 2, B to play: A at 2 with 2 peasants; B at 1 with 1 archer; C at 3 gold 4; D at 5"
    assert titan("companion", "lords-of-xidit", "check", line, "B recruits a peasant").json["verdict"] == "legal"


def test_rules_in_japanese_terms() -> None:
    done = titan("companion", "lords-of-xidit", "recruit", "-", "A", "--lang", "ja", "--format", "table",
                 stdin=titan("companion", "lords-of-xidit", "new").out)  # fmt: skip
    assert "農民兵" in done.out


def test_the_shipped_year_typed_as_words_kept_undone_and_replayed(tmp_path: Path) -> None:
    rows = (EXAMPLES / "year.sheet").read_text(encoding="utf-8").splitlines()
    (tmp_path / "year.sheet").write_text(titan("companion", "lords-of-xidit", "new").out, encoding="utf-8")
    file = str(tmp_path / "year.sheet")
    done = titan("companion", "lords-of-xidit", "play", file, *rows)
    assert (done.code, done.json["actions"]) == (0, len(rows)), done.err
    assert titan("companion", "lords-of-xidit", "play", file, "--undo", "7").json["next"]["who"] == "D"
    assert titan("companion", "lords-of-xidit", "play", file, *rows[-7:]).json["actions"] == len(rows)
    report = titan("companion", "lords-of-xidit", "replay", file).json
    assert (report["verdict"], report["facts"]["year"]) == ("legal", 5)
    text = (tmp_path / "year.sheet").read_text(encoding="utf-8")
    assert FileFormat(GAME).read(text).text == text


@for_each(
    ("typed", "meant"),
    [
        ("A hires the weakest unit", "A recruits"),
        ("A picks up a peasant", "A recruits peasant"),
        ("C stays in city 3", "C waits city 3"),
        ("A travels the black road to city 5", "A moves black to 5"),
        ("B fights the monster, taking harps and guild", "B repels for harp guild"),
        ("B repels for harps and gold, harps North 1, East 1", "B repels for harp gold harps North:1,East:1"),
        (
            "B repels for gold and harp, one harp in North and one in East",
            "B repels for gold harp harps North:1,East:1",
        ),
        ("B repels the first titan with 2 archers, 1 peasant", "B repels titan 1 with archer:2,peasant:1"),
        ("B does not repel a titan", "B declines"),
        ("A's first order", "A carries out order 1"),
        ("C's plan is red, act, wait, act, blue, wait", "C plans red act wait act blue wait"),
        ("archer census: B shows two", "census archer shows B:2"),
        (
            "census archers: B 1, C 1, B puts a harp in North, C puts a harp in East",
            "census archer shows B:1,C:1 puts B:North,C:East",
        ),
        ("census infantry: A 1, B 1, A adds to 3, B adds to 6", "census infantry shows A:1,B:1 adds A:3,B:6"),
        ("a new year begins", "next-year"),
        ("A sets the piece in city 3", "A begins 3"),
    ],
)
def test_players_words(typed: str, meant: str) -> None:
    at = GAME.start()
    assert GAME.text(GAME.read_action(typed, at), at) == meant


@for_each("typed", ["A does not recruit", "A recruits an ogre", "Z waits", "A moves to 99", "A blue"])
def test_words_that_mean_something_else_are_not_passed_over(typed: str) -> None:
    with pytest.raises(TitanError):
        GAME.read_action(typed, GAME.start())


def test_where_the_piece_is_said_to_stand_and_to_go_is_checked() -> None:
    at = GAME.start()
    for typed, rule in (("A recruits in city 4", "LX-EXEC-1"), ("A moves to 7", "LX-MOVE-1")):
        refused = views.check(GAME, at, GAME.read_action(typed, at))
        assert [ruling.rule for ruling in refused.rulings] == [rule]
