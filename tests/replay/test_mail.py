"""``titan replay --format mail``: the moves of a game in the shorthand of games by mail, which is read back."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from looping import some
from playing import begin, choose
from running import titan
from titan_rules.actions.intents import Action, Move, Muster
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import ActionError
from titan_rules.kernel.replaying import RecordLine, Step
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import Game
from titan_rules.replays.expectations import closing
from titan_rules.replays.mail import MAILED, mail_rows
from titan_rules.replays.record import opened
from titan_rules.text.parsing import parse, split_actions
from trials import share

GAMES = sorted((Path(__file__).parents[1] / "data" / "games").glob("*.gz"))
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"

Turns: TypeAlias = list[tuple[str, list[tuple[Game, Action]]]]
"""Whose turn it is, and what was done in it that is mailed, each with the game in which it is mailed: a muster after
its Legion's move, anything else before it was done."""


def random_steps(seed: int, actions: int) -> tuple[Game, list[Step[Game]]]:
    """A game of random actions, as the steps of a record."""
    rng, dice, steps = random.Random(seed), Dice(seed), list[Step[Game]]()
    start = game = begin(seed, 2 + seed % 5)
    for number in range(1, actions + 1):
        legal = legal_actions(game)
        if not legal:
            break
        outcome = apply(game, choose(rng, legal), dice)
        assert outcome.action is not None
        game = outcome.state
        steps.append(Step(number, RecordLine(number, outcome.action.to_json()), outcome.action, game, outcome.events))
    return start, steps


def turns_of(start: Game, steps: list[Step[Game]]) -> Turns:
    turns: Turns = []
    before, moved = start, dict[str, Game]()
    for step in steps:
        turn, action = f"{step.state.turn} {step.state.active}", step.action
        if isinstance(action, MAILED):
            if not turns or turns[-1][0] != turn:
                turns.append((turn, []))
                moved = {}
            at = moved.get(action.legion) if isinstance(action, Muster) else None
            at = at or closing(before).state
            turns[-1][1].append((at, action))
        if isinstance(action, Move):
            moved[action.legion] = step.state
        before = step.state
    return turns


def mailed_turns(rows: Iterator[str]) -> list[tuple[str, list[str]]]:
    """The turns of what was written, each with its texts, one an action."""
    turns: list[tuple[str, list[str]]] = []
    for row in rows:
        if row[0].isdigit():
            turns.append((row, []))
        else:
            turns[-1][1].extend(split_actions(row))
    return turns


def means(text: str, game: Game) -> Action | None:
    """The action that a text means in a game; None if it is none there, such as a land that is a hex in a battle."""
    try:
        return parse(text, game)
    except ActionError:
        return None


def assert_read_back(start: Game, steps: list[Step[Game]]) -> int:
    """Read every text in the game in which it was played: it means what was recorded; how many there were."""
    recorded, written = turns_of(start, steps), mailed_turns(mail_rows(start, steps))
    assert [turn for turn, _ in written] == [turn for turn, _ in recorded]
    for (turn, texts), (_, acts) in zip(written, recorded, strict=True):
        left = [*texts]
        for game, action in some(acts):
            marker = getattr(action, "legion", "")
            found = [text for text in left if text.startswith(marker) and means(text, game) == action]
            assert found, (turn, str(action), left)
            left.remove(found[0])
        assert not left, (turn, left)
    return sum(len(texts) for _, texts in written)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_what_is_written_of_a_recorded_game_is_read_back(path: Path) -> None:
    with opened(path) as record:
        start = record.game()
        assert assert_read_back(start, list(record.steps(start))) > 50


@share(4)
@given(st.integers(0, 1 << 20))
def test_what_is_written_of_a_random_game_is_read_back(seed: int) -> None:
    assert assert_read_back(*random_steps(seed, 150)) > 0


def test_MUSTER_6_a_muster_stands_with_its_move_and_the_kind_says_who_musters(tmp_path: Path) -> None:
    start = (
        "turn 5, Black's movement, roll 4: Black score 123: Bk01 600 Titan 2 Ogre, Bk05 109 2 Centaur / Red: Rd01 13"
    )
    path = tmp_path / "m.titan"
    titan(
        "play",
        str(path),
        "--start",
        f"{start} height 6",
        "Bk05 P105",
        "Bk01 41",
        "done",
        "Bk01 Ogr>Ogr",
        "Bk05 Cen,Cen>Lio",
    )
    assert (
        titan("replay", str(path), "--format", "mail").out
        == "5 Black\nBk05(Hand) P105 Cen/Lio\nBk01(Axes) M41 Ogr/Ogr\n"
    )


def test_the_steps_that_are_wanted_are_written() -> None:
    path = str(EXAMPLES / "game.replay.jsonl")
    whole = titan("replay", path, "--format", "mail").out.splitlines()
    assert titan("replay", path, "--format", "mail", "--to", "3").out.splitlines() == whole[:3]
    later = titan("replay", path, "--format", "mail", "--from", "4").out.splitlines()
    assert [row for row in later if not row[0].isdigit()] == [row for row in whole[3:] if not row[0].isdigit()]


def test_an_illegal_record_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "m.titan"
    path.write_text("titan-rules/1\nAnn Black 600, Ben Red 300\nBk01/Bk02 Tit Ogr Ogr Cen\nroll 4\nBk01 D7\n")
    done = titan("replay", str(path), "--format", "mail")
    assert (done.code, done.out) == (2, "")
    assert "line 5" in done.err
    assert "not legal" in done.err
