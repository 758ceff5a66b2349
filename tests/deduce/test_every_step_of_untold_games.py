"""Of records that only count who leaves, everything can be asked: at every step, by every player and by nobody."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from looping import some
from running import titan
from titan_rules.box.names import PlayerColor
from titan_rules.deduction.hypotheses import Follower
from titan_rules.deduction.posterior import NOBODY
from titan_rules.deduction.recorded import Recording, ways_of
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.replaying import line_of
from titan_rules.position.game import Game
from untold import RULESETS, RandomGame

LOST_TITAN = Path(__file__).parent.parent / "data" / "untold-splits.replay.jsonl"


def recordings(game: RandomGame, *, engaged: bool) -> Iterator[tuple[Recording, Game]]:
    """A game's record after each step as far as it can be followed, and the game as it really was."""
    follower = Follower(game.states[0])
    for number, row in enumerate(game.untold(engaged=engaged)[1:], 1):
        try:
            assert follower.take(line_of(number + 1, row)) is None, f"step {number} is legal"
        except CannotTell:
            return
        yield Recording(number, ways_of(follower), told=False), game.states[number]


def ask_everything(seed: int, length: int) -> None:
    """Ask about every step of a random game, which may be over before it has this length.

    Every second record shows both Legions of each Engagement. In the others Legions are lost unseen.
    """
    game, answers = RandomGame(seed, 2 + seed % 3, length, RULESETS[seed % len(RULESETS)]), 0
    for recording, real in some(recordings(game, engaged=bool(seed % 2))):
        for color in (NOBODY, *[PlayerColor(player.color) for player in real.players]):
            for deduced in recording.deduce(color).legions:
                holder = real.find(deduced.legion)
                contents = [content.characters for content in deduced.contents]
                assert holder is None or tuple(sorted(holder[1].characters or ())) in contents
            answers += 1
    assert answers >= len(game.states), "everybody is asked at every step"


@pytest.mark.parametrize("seed", range(3))
def test_the_truth_is_among_what_is_deduced_at_every_step_by_everybody(seed: int) -> None:
    ask_everything(seed, 40)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 304))
def test_the_same_in_three_hundred_records(seed: int) -> None:
    ask_everything(seed, 70)


def test_D_3_a_legion_that_was_lost_with_its_titan_or_without_is_gone_in_both_histories() -> None:
    """Bu02 was given up unseen. If it held the Titan, Bu01 waits to be removed, and Bu02 is gone already."""
    answer = titan("deduce", str(LOST_TITAN), "--as", "nobody", "--step", "18").json
    assert [legion["legion"] for legion in answer["legions"]] == ["Bk01", "Bk02"]
    asked = titan("deduce", str(LOST_TITAN), "--as", "nobody", "--step", "18", "--legion", "Bu01", "--format", "table")
    assert (asked.code, asked.err) == (2, "titan: there is no Legion Bu01 on the board for certain after step 18\n")
