"""Setting the game up, rule by rule (SETUP-1 to SETUP-5)."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import refused
from looping import for_each, some
from scripted import Scripted
from titan_rules.kernel.dice import Dice
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, Seat
from titan_rules.rules.masterboard import setup

COLORS = ("Black", "Blue", "Brown", "Gold", "Green", "Red")


def seated(*names: str, **options: Any) -> Game:
    return Game(phase="setup", options=options, seats=tuple(Seat(name=name) for name in names))


def rolled(game: Game, **dice: int) -> Game:
    for name, die in dice.items():
        assert refused(setup.judge_tower(game, name, die)) == []
        game, _ = setup.roll_tower(game, name, die)
    return game


def towers(game: Game) -> dict[str, int | None]:
    return {seat.name: seat.tower for seat in game.seats}


def test_SETUP_2_all_who_rolled_the_same_number_roll_again() -> None:
    game = rolled(seated("Ann", "Ben", "Cy"), Ann=3, Cy=5)
    assert towers(game) == {"Ann": None, "Ben": None, "Cy": None}
    game, follows = setup.roll_tower(game, "Ben", 3)
    assert towers(game) == {"Ann": None, "Ben": None, "Cy": 500}
    assert [str(ruling) for ruling in follows] == [
        "Ann and Ben rolled 3, so Ann rolls again (SETUP-2)",
        "Ben and Ann rolled 3, so Ben rolls again (SETUP-2)",
        "Cy gets tower number 5 (SETUP-2)",
    ]
    game = rolled(game, Ben=5)
    game, follows = setup.roll_tower(game, "Ann", 3)
    assert [str(ruling) for ruling in follows] == [
        "Ann gets tower number 3 (SETUP-2)",
        "tower number 5 is Cy's, so Ben rolls again (SETUP-2)",
    ]
    assert setup.needs_tower(game) == ("Ben",)
    assert towers(rolled(game, Ben=4)) == {"Ann": 300, "Ben": 400, "Cy": 500}


def test_SETUP_2_or_who_rolled_it_first_keeps_it() -> None:
    game = rolled(seated("Ann", "Ben", tower_ties="first_keeps"), Ann=3)
    assert towers(game) == {"Ann": 300, "Ben": None}
    game, follows = setup.roll_tower(game, "Ben", 3)
    assert towers(game) == {"Ann": 300, "Ben": None}
    assert [str(ruling) for ruling in follows] == ["tower number 3 is Ann's, so Ben rolls again (SETUP-2)"]
    assert setup.needs_tower(game) == ("Ben",)
    game, follows = setup.roll_tower(game, "Ben", 4)
    assert [str(ruling) for ruling in follows] == ["Ben gets tower number 4 (SETUP-2)"]
    assert setup.needs_tower(game) == ()


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        ((Seat("Ann", 300, rolled=2), Seat("Ben")), "rolled-with-tower"),
        ((Seat("Ann", rolled=2), Seat("Ben", rolled=2)), "round-over"),
        ((Seat("Ann", 300), Seat("Ben", rolled=2)), "round-over"),
    ],
)
def test_SETUP_2_no_roll_is_left_unread(seats: tuple[Seat, ...], code: str) -> None:
    assert [fault.code for fault in FORMAT.validate(Game(phase="setup", seats=seats))] == [code]


def test_SETUP_2_dice_are_rolled_in_the_order_of_seats_until_all_have_a_number() -> None:
    dice = Scripted([4, 4, 2, 2, 1, 4])
    game = setup.starting_game(["Ann", "Ben", "Cy"], dice, ["Red", "Blue", "Gold"])
    dice.finish()
    assert {p.name: p.tower for p in game.players} == {"Ann": 400, "Ben": 100, "Cy": 200}


def gaps(lands: list[int]) -> list[int]:
    numbers = sorted(land // 100 for land in lands)
    return sorted((b - a) % 6 or 6 for a, b in zip(numbers, [*numbers[1:], numbers[0]], strict=True))


@for_each("count", range(2, 7))
def test_SETUP_2_balanced_towers_are_as_even_as_possible_whatever_the_dice(count: int) -> None:
    best = {2: [3, 3], 3: [2, 2, 2], 4: [1, 1, 2, 2], 5: [1, 1, 1, 1, 2], 6: [1] * 6}[count]
    for dice in some(combinations(range(1, 7), count)):
        for turn in range(count):
            order = dice[turn:] + dice[:turn]
            names = [f"P{i}" for i in range(count)]
            game = rolled(seated(*names, balanced_towers=True), **dict(zip(names, order, strict=True)))
            placed = towers(game)
            assert gaps([tower for tower in placed.values() if tower]) == best
            highest = names[order.index(max(order))]
            assert placed[highest] == max(order) * 100


@given(
    st.integers(2, 6).flatmap(lambda n: st.tuples(st.just(n), st.permutations(COLORS))),
    st.integers(0, 10_000),
    st.booleans(),
)
def test_any_starting_game_is_possible_and_complete(
    table: tuple[int, list[str]], seed: int, balanced_towers: bool
) -> None:
    count, colors = table
    names = [f"P{i}" for i in range(count)]
    options = {"balanced_towers": True} if balanced_towers else {}
    game = setup.starting_game(names, Dice(seed), colors[:count], options=options)
    assert FORMAT.loads(FORMAT.dumps(game)) == game
    assert {p.name: p.color for p in game.players} == dict(zip(names, colors, strict=False))
    assert [p.tower for p in game.players] == sorted((p.tower for p in game.players), reverse=True)
