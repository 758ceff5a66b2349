"""Random play, and what must hold of every state of a game."""

import random
from collections import Counter
from itertools import chain

from titan_rules.actions.intents import (
    Accept,
    Action,
    AttemptConcession,
    Concede,
    EndManeuver,
    EndMoves,
    Maneuver,
    Move,
    Propose,
    Split,
    Strike,
    Withdraw,
)
from titan_rules.box.names import MARKERS_PER_COLOR
from titan_rules.kernel.dice import Dice
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import MAX_HEIGHT, STARTING_HEIGHT, Game
from titan_rules.position.stock import full_stock
from titan_rules.rules.masterboard.setup import starting_game

RARE = (Withdraw, Concede, AttemptConcession, Propose, Accept)
"""Actions that would end games before they are interesting, were they as likely as the others."""

EAGER = (Maneuver, Strike, Move, Split)


def box(game: Game) -> Counter[str]:
    """Every character of the box, wherever it is; Titans left out."""
    found: Counter[str] = Counter(game.caretaker or {})
    found.update(chain.from_iterable([legion.characters or () for _, legion in game.legions()]))
    for pile in (game.dead, game.returning):
        found.update(pile)
    if game.battle is not None:
        for side in (game.battle.attacker, game.battle.defender):
            found.update(side.slain)
            found.update(side.left_off)
    del found["Titan"]
    return found


def assert_conserved(game: Game, colors: list[str]) -> None:
    """Characters, markers and heights are as they must be at every moment of a game."""
    if game.phase == "setup":
        return
    assert box(game) == Counter(full_stock(game))
    markers = [marker for player in game.players for marker in player.free_markers]
    markers += [legion.legion for _, legion in game.legions()]
    assert len(set(markers)) == len(markers) == MARKERS_PER_COLOR * len(colors)
    for player, legion in game.legions():
        at_start = game.turn == 1 and legion.size == STARTING_HEIGHT and len(player.legions) == 1
        assert legion.size <= MAX_HEIGHT or at_start, legion
        if legion.size == 0:
            # Only while it fights, its last character is on its way into a battle, or its player's Titan is slain.
            assert game.engagement is not None, legion
            engagement = game.engagement
            concerned = (engagement.attacker, engagement.defender, engagement.donor, *engagement.slain_titans)
            assert legion.legion in concerned or player.color in concerned, legion
    for player in game.players:
        titans = sum((legion.characters or ()).count("Titan") for legion in player.legions)
        battle_titans = 0
        if game.battle is not None:
            sides = (game.battle.attacker, game.battle.defender)
            battle_titans = sum((*s.slain, *s.left_off).count("Titan") for s in sides if s.player == player.color)
        slain = player.out or (game.engagement is not None and player.color in game.engagement.slain_titans)
        assert titans + battle_titans == (0 if slain else 1), player.color


def points_in(events: tuple[object, ...]) -> dict[str, int]:
    """The points that the events of an action give, by player."""
    given: Counter[str] = Counter()
    for event in events:
        facts = event.facts  # type: ignore[attr-defined]
        if "before" in facts and "after" in facts:
            given[facts["player"]] += facts["points"]
        elif "half" in facts:
            given[facts["receiver"]] += facts["half"]
    return dict(given)


def choose(rng: random.Random, actions: list[Action]) -> Action:
    """One of the legal actions: mostly something that moves the game on."""
    usual = [action for action in actions if not isinstance(action, RARE)]
    if usual and rng.random() < 0.995:
        actions = usual
    eager = [action for action in actions if isinstance(action, EAGER)]
    if eager and rng.random() < 0.8:
        return rng.choice(eager)
    ends = [action for action in actions if isinstance(action, EndMoves | EndManeuver)]
    return ends[0] if ends and rng.random() < 0.5 else rng.choice(actions)


def begin(seed: int, players: int, ruleset: str = "standard") -> Game:
    """A game ready to begin."""
    names = [f"P{number}" for number in range(players)]
    return starting_game(names, Dice(seed), ruleset=ruleset)


def play_on(game: Game, rng: random.Random, actions: int) -> Game:
    """The game after so many random legal actions, or at its end."""
    dice = Dice(rng.randrange(1 << 30))
    for _ in range(actions):
        if game.phase == "over":
            break
        game = apply(game, choose(rng, legal_actions(game)), dice).state
    return game
