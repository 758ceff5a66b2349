"""The list of legal actions and the judgement agree in every state of random games, hidden contents or not."""

import random
from collections import Counter
from typing import Any

import pytest

from declared import candidates
from looping import for_each
from playing import choose
from titan_rules.actions.intents import (
    Accept,
    Acquire,
    Action,
    AttemptConcession,
    Color,
    Concede,
    Move,
    Muster,
    Propose,
    Reinforce,
    Split,
    Strike,
    Tower,
    Withdraw,
)
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell
from titan_rules.play import Plan, apply, cannot_tell, is_legal, legal_actions, next_choice, plan
from titan_rules.play.planning import author
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.rules.masterboard.setup import starting_game

PRESETS = sorted(RULESETS.presets)
LAST = (Concede, AttemptConcession, Withdraw)
"""What is listed after all the rest."""


def options(rng: random.Random) -> dict[str, Any]:
    """Some readings other than the preset's."""
    return {option.name: rng.choice(option.values) for option in rng.sample(OPTIONS, 5)}


def means(action: Action, other: Action, game: Game) -> bool:
    """Whether a listed action stands for one that is declared: up to what a list says once for many."""
    if type(action) is not type(other):
        return False
    if isinstance(action, Split) and isinstance(other, Split):
        # A marker may become free by what the split declines first: a slain player's, say (D-5).
        same = action.legion == other.legion and Counter(action.characters) == Counter(other.characters)
        return same and verdict(game, Split(action.legion, other.into, action.characters)) is True
    if isinstance(action, Move) and isinstance(other, Move):
        return (
            (action.legion, action.to) == (other.legion, other.to)
            and (other.entry_side == action.entry_side or (not other.entry_side and verdict(game, other) is True))
            and other.how in (None, action.how or "normal")
            and (not other.reveal or other.reveal == action.reveal)
        )
    if isinstance(action, Muster) and isinstance(other, Muster):
        same = (action.legion, action.character) == (other.legion, other.character)
        return same and Counter(action.with_) == Counter(other.with_)
    if isinstance(action, Reinforce) and isinstance(other, Reinforce):
        in_battle = game.battle is not None and game.battle.pending is None
        named = Counter(action.with_) == Counter(other.with_) or (in_battle and not other.with_)
        return action.character == other.character and named
    if isinstance(action, Strike) and isinstance(other, Strike):
        return (action.origin, action.to) == (other.origin, other.to)
    if isinstance(action, Acquire) and isinstance(other, Acquire):
        return Counter(action.characters) == Counter(other.characters)
    if isinstance(action, Tower) and isinstance(other, Tower):
        return action.by == other.by
    if isinstance(action, Color) and isinstance(other, Color):
        return (action.by, action.color) == (other.by, other.color)
    if isinstance(action, Propose | Accept) and isinstance(other, Propose | Accept):
        return action.by == other.by and losses(action, game) == losses(other, game)
    return action == other


def losses(action: Propose | Accept, game: Game) -> list[Counter[str] | str]:
    """What both sides lose in a proposal."""
    found: list[Counter[str] | str] = []
    for lost, marker in (
        (action.attacker_loses, game.engagement.attacker),
        (action.defender_loses, game.engagement.defender),
    ):
        pair = game.find(marker)
        found.append("all" if lost == ("all",) or len(lost) == pair[1].size else Counter(lost))
    return found


def verdict(game: Game, action: Action) -> bool | None:
    """Legal or not; None: it cannot be told."""
    try:
        return is_legal(game, action)
    except CannotTell:
        return None


def assert_list_is_law(game: Game, rng: random.Random) -> None:
    """What is listed is legal, what is legal is listed, and what cannot be told is said."""
    listed, unknown = legal_actions(game), {(found.do, found.by) for found in cannot_tell(game)}
    for action in listed if len(listed) <= 30 else rng.sample(listed, 30):
        assert verdict(game, action) is True, action
        assert changes(game, action), action
        assert named(game, action), action
    last = [isinstance(action, LAST) for action in listed]
    assert last == sorted(last)
    assert not {author(game, action) for action in listed} & {player.color for player in game.players if player.out}
    for action in candidates(rng, game, listed):
        found = verdict(game, action)
        if found is None:
            assert any(do in (action.do, "any") for do, _ in unknown), action
        else:
            assert found == any(means(one, action, game) for one in listed), (found, action)
    following = next_choice(game)
    acting = {following.by, *[also.by for also in following.also]}
    assert (following.decides == "nothing") == (following.by is None) == (game.phase == "over")
    if not following.otherwise:
        assert {author(game, action) for action in listed} <= acting


def named(game: Game, action: Action) -> bool:
    """Whether a legal action says by which rules it is."""
    planned = plan(game, action)
    assert isinstance(planned, Plan)
    try:
        return bool(planned.rulings)
    except CannotTell:
        return True


def changes(game: Game, action: Action) -> bool:
    """Whether a listed action leaves another position, as far as it can be carried out; a die may fall as before."""
    try:
        return any(apply(game, action, Dice(seed)).state != game for seed in range(3))
    except CannotTell:
        return True


def assert_masks_agree(game: Game, rng: random.Random) -> None:
    """What a player may know, or somebody who watches, never says otherwise than the whole truth."""
    if not game.players:
        return
    masked = known_to(game, rng.choice((*[player.color for player in game.players], None)))
    assert_list_is_law(masked, rng)
    for action in candidates(rng, game, legal_actions(game)):
        assert verdict(masked, action) in (None, verdict(game, action)), action
    for action in legal_actions(masked):
        assert is_legal(game, action), action


def play(seed: int) -> int:
    """A random game under a random ruleset; how many of its states were looked at."""
    rng = random.Random(seed)
    preset, dice = PRESETS[seed % len(PRESETS)], Dice(seed)
    changed = options(rng) if rng.random() < 0.5 else {}
    game = starting_game([f"P{n}" for n in range(rng.randint(2, 4))], dice, ruleset=preset, options=changed)
    looked = 0
    for _ in range(3000):
        if game.phase == "over":
            break
        if rng.random() < 0.06 or (game.engagement is not None and game.battle is None and rng.random() < 0.5):
            looked += 1
            assert_list_is_law(game, rng)
            assert_masks_agree(game, rng)
        game = apply(game, choose(rng, legal_actions(game)), dice).state
    return looked


@pytest.mark.parametrize("seed", range(len(PRESETS)))
def test_what_is_listed_is_what_is_legal(seed: int) -> None:
    assert play(seed) > 3


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10_000, 11_000, 100))
def test_what_is_listed_is_what_is_legal_in_a_thousand_games(hundred: int) -> None:
    @for_each("seed", range(hundred, hundred + 100))
    def in_a_game(seed: int) -> None:
        assert play(seed) >= 0

    in_a_game()
