"""The list of legal actions and the judgement agree in every state of random games, hidden contents or not."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from playing import choose
from titan_rules.actions.intents import (
    ACTIONS,
    Accept,
    AcceptConcession,
    Acquire,
    Action,
    AttemptConcession,
    Color,
    Concede,
    Engage,
    Fight,
    Maneuver,
    Move,
    Muster,
    NoMore,
    Propose,
    Recombine,
    Reinforce,
    Split,
    Strike,
    Summon,
    Tower,
    Withdraw,
)
from titan_rules.box.hexes import HEXES
from titan_rules.box.names import Marker
from titan_rules.digest.rulesets import OPTIONS, RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell
from titan_rules.play import Plan, apply, cannot_tell, is_legal, legal_actions, next_choice, plan
from titan_rules.play.planning import author
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.rules.masterboard.setup import starting_game

PRESETS = sorted(RULESETS.presets)
BARE = [kind for kind in ACTIONS.values() if not [f for f in kind.__attrs_attrs__ if f.name not in ("die",)]]
LAST = (Concede, AttemptConcession, Withdraw)
"""What is listed after all the rest."""

BY_SOMEBODY = (Concede, AttemptConcession, AcceptConcession, NoMore, Fight, Withdraw)
ANYBODY = ("Titan", "Angel", "Archangel", "Ogre", "Lion", "Troll", "Warlock", "Guardian", "Centaur")


def options(rng: random.Random) -> dict[str, Any]:
    """Some readings other than the preset's."""
    return {option.name: rng.choice(option.values) for option in rng.sample(OPTIONS, 5)}


def candidates(rng: random.Random, game: Game, listed: list[Action]) -> Iterator[Action]:
    """Actions that somebody might declare, sensible or not."""
    yield from (kind() for kind in BARE)
    names = [seat.name for seat in game.seats] if game.phase == "setup" else [p.color for p in game.players]
    for name in names:
        yield from (kind(name) for kind in BY_SOMEBODY)
        if game.phase == "setup":
            yield Tower(name, 1)
            yield Color(name, rng.choice(("Black", "Red", "Gold")))
    legions = [legion for _, legion in game.legions()]
    markers = [legion.legion for legion in legions] or [Marker("Bk01")]
    lands = list(game.the_box.masterboard.lands)
    for legion in rng.sample(legions, min(4, len(legions))):
        held = legion.known
        part = tuple(rng.sample(held, min(len(held), rng.randint(1, 4))))
        free = [marker for player in game.players for marker in player.free_markers if player.color == game.active]
        yield Split(legion.legion, rng.choice(free or markers), part)
        yield Recombine(legion.legion, rng.choice(markers))
        sides = rng.choice((None, "left", "bottom"))
        yield Move(legion.legion, rng.choice(lands), sides, rng.choice((None, "normal", "tower-teleport")))
        yield Muster(legion.legion, rng.choice(ANYBODY), tuple(rng.sample(held, min(len(held), rng.randint(0, 2)))))
        yield Summon(legion.legion, rng.choice(("Angel", "Archangel", "Ogre")))
        yield Engage(legion.land)
    if game.engagement is not None:
        found = [game.find(marker) for marker in (game.engagement.attacker, game.engagement.defender)]
        a, d = (pair[1].known if pair is not None else () for pair in found)
        for by in names:
            lost = rng.choice(((), ("all",), tuple(rng.sample(a, rng.randint(0, len(a))))))
            other = rng.choice((("all",), tuple(rng.sample(d, rng.randint(0, len(d))))))
            yield Propose(by, lost, other)
            yield Accept(by, lost, other)
        yield Acquire(rng.choice((("Angel",), ("Archangel",), ("Angel", "Angel"), ("Ogre",))))
        yield Reinforce(rng.choice(ANYBODY), tuple(rng.sample(d, min(len(d), rng.randint(0, 2)))))
    if game.battle is not None:
        for side in (game.battle.attacker, game.battle.defender):
            for c in side.characters:
                yield Maneuver(c.name, c.hex, to=rng.choice(HEXES))
                yield Strike(c.hex or "A1", rng.choice(HEXES))
    yield from rng.sample(listed, min(6, len(listed)))


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
    """Whether a listed action leaves another position, as far as it can be carried out."""
    try:
        return apply(game, action, Dice(1)).state != game
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
@pytest.mark.parametrize("seed", range(1000))
def test_what_is_listed_is_what_is_legal_in_a_thousand_games(seed: int) -> None:
    assert play(10_000 + seed) >= 0
