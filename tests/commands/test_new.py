"""``titan new``."""

import pytest

from looping import for_each
from running import titan
from titan_rules.position.documents import FORMAT

NEW = titan("new", "--players", "3", "--seed", "7").out


@pytest.mark.parametrize("count", range(2, 7))
def test_new_makes_a_game_that_can_be_played(count: int) -> None:
    done = titan("new", "--players", str(count), "--seed", "1")
    game = FORMAT.loads(done.out)
    assert (done.code, len(game.players), game.phase) == (0, count, "commencement")
    assert FORMAT.dumps(game) == done.out
    assert titan("legal-moves", "-", stdin=done.out).code == 0


def test_new_is_the_same_for_the_same_seed() -> None:
    assert titan("new", "--players", "3", "--seed", "7").out == NEW
    assert len({titan("new", "--seed", str(seed)).out for seed in range(20)}) > 10
    assert len({titan("new").out for _ in range(20)}) > 1


def test_new_with_names_and_colours() -> None:
    game = titan("new", "--names", "Ann,Ben", "--colors", "red,bk", "--seed", "3").json
    assert {p["name"]: p["color"] for p in game["players"]} == {"Ann": "Red", "Ben": "Black"}


def test_new_counts_players_by_names_or_colours() -> None:
    assert len(titan("new", "--names", "A,B,C,D").json["players"]) == 4
    assert len(titan("new", "--colors", "Red,Blue,Gold").json["players"]) == 3
    assert len(titan("new").json["players"]) == 2


@for_each(
    ("args", "message"),
    [
        (["--names", "Ann,Ann"], "the name 'Ann' is given twice"),
        (["--names", "Ann,Ben", "--players", "3"], "expected 3 names, got 2"),
        (["--names", "Ann,", "--players", "2"], "a name is empty"),
        (["--colors", "Red,rd"], "the color 'Red' is given twice"),
        (["--colors", "Red,Blu,Pink"], "unknown color 'Pink'"),
        (["--names", "A,B,C,D,E,F,G"], "2 to 6 play"),
        (["--names", "Ann"], "2 to 6 play"),
    ],
)
def test_new_refuses(args: list[str], message: str) -> None:
    done = titan("new", *args)
    assert done.code == 2
    assert message in done.err


def test_names_given_as_a_number_of_players_are_told_where_they_belong() -> None:
    done = titan("new", "--players", "Ann,Ann", "--format", "table")
    assert (done.code, "--names takes the players' names" in done.err) == (2, True)
    assert titan("new", "--names", "Ann,Ann").code == 2
