"""A game that is stopped (STOP-1), a Legion that is too high (HEIGHT-1)."""

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders import game, legion, player
from looping import for_each
from titan_rules.answers.documents import tally_of
from titan_rules.box import STANDARD
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.position.documents import FORMAT
from titan_rules.position.faults.height import surplus
from titan_rules.position.game import Game, Legion, Seat
from titan_rules.position.knowledge import known_to


def two(black: int, red: int, *more: Legion) -> Game:
    return game(
        player("Black", 100, legion("Bk01", 3, "Titan", "Ogre"), *more, score=black),
        player("Red", 200, legion("Rd01", 20, "Titan", "Ogre"), score=red),
        phase="movement",
    )


def test_STOP_1_the_highest_sum_of_score_and_legions_wins() -> None:
    answer = tally_of(two(90, 100, legion("Bk02", 9, "Lion")))
    assert answer.winner == "Black"
    assert [(p.player, p.score, p.legions, p.sum) for p in answer.players] == [
        ("Black", 90, 24 + 12 + 15, 141),
        ("Red", 100, 28 + 12, 140),
    ]
    assert [ruling.rule for ruling in answer.rulings] == ["STOP-1"] * 3
    assert answer.rulings[-1].text == "Black has the highest sum, 141, and wins"


@pytest.mark.parametrize(
    ("state", "told"),
    [
        (Game(phase="setup", seats=(Seat("Ann"), Seat("Bob"))), "the game is not set up yet"),
        (evolve(two(1, 2), phase="over", active=None, winner="Red"), "it is over: Red has won"),
        (evolve(two(1, 2), phase="over", active=None), "it is over: it is a draw"),
        (known_to(two(1, 2), "Red"), "Bk01"),
    ],
)
def test_STOP_1_where_there_is_nothing_to_add_up(state: Game, told: str) -> None:
    with pytest.raises(CannotTell, match=told):
        tally_of(state)


@for_each(
    ("characters", "lost"),
    [
        ("Titan Colossus Lion Lion Ogre Ogre Ogre Centaur", ["Colossus"]),
        ("Titan Lion Lion Lion Ogre Ogre Ogre Centaur Centaur", ["Lion and Lion"]),
        (
            "Titan Ogre Centaur Gargoyle Warlock Warlock Guardian Guardian",
            ["1 of Centaur, Gargoyle, Ogre as its owner chooses"],
        ),
        ("Titan Warlock Warlock Guardian Guardian Angel Angel Archangel Archangel", ["Guardian and Guardian"]),
        ("Titan Angel Angel Angel Angel Angel Archangel Archangel Archangel", ["Archangel and Archangel"]),
        ("Titan Angel Angel Angel Angel Angel Angel Angel Archangel", ["Archangel", "Angel"]),
        ("Titan Angel Angel Angel Angel Angel Angel", []),
    ],
)
def test_HEIGHT_1_the_most_valuable_creatures_go_then_demi_lords_then_angels(characters: str, lost: list[str]) -> None:
    found = surplus(STANDARD, characters.split(), 7)
    assert [str(loss) for loss in found] == lost


@given(st.lists(st.sampled_from([name for name in STANDARD.characters if name != "Titan"]), max_size=14))
def test_HEIGHT_1_seven_are_left_and_nobody_more_valuable_of_the_same_kind_stays(names: list[str]) -> None:
    found = surplus(STANDARD, names, 7)
    assert sum(loss.count for loss in found) == max(0, len(names) - 7)
    left = list(names)
    for loss in found:
        for name in loss.among[: loss.count]:
            left.remove(name)
    for loss in found:
        creature = STANDARD.characters[loss.among[0]].is_creature
        stayed = [STANDARD.points(n) for n in left if STANDARD.characters[n].is_creature]
        assert not stayed or (creature and max(stayed) <= STANDARD.points(loss.among[0]))


def faults_of(*names: str, **more: Any) -> Iterable[str]:
    state = two(0, 0, Legion("Bk02", 9, names or None, **more))
    return [fault.message for fault in FORMAT.validate(state)]


def test_HEIGHT_1_validate_names_what_would_go() -> None:
    told = faults_of("Serpent", *["Lion"] * 5, "Ogre", "Centaur")
    assert told == [
        "Bk02 has 8 characters; at most 7 may be in it (8 only until its player's first split, SPLIT-1);"
        " it loses Serpent (HEIGHT-1)"
    ]
    assert "it loses 1 of Centaur, Ogre as its owner chooses (HEIGHT-1)" in next(
        iter(faults_of("Ogre", "Centaur", *["Warlock"] * 3, *["Guardian"] * 3))
    )
    assert "it is shown and loses its most valuable Creatures (HEIGHT-1)" in next(iter(faults_of(height=9)))
