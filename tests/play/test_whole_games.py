"""Whole random games by a state machine: what must hold after every action, and that games end."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from playing import assert_conserved, begin, choose, points_in
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import (
    ACTIONS,
    Acquire,
    Action,
    EndMoves,
    EndSplits,
    EndStrikes,
    Engage,
    Maneuver,
    Move,
    Muster,
    Recombine,
    Split,
    Strike,
    Summon,
    action_from_json,
)
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEXES
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, is_legal, legal_actions, owed, violations
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game

RULESETS = ["standard", "law", "summary", "colossus", "slugathon"]
MOST_ACTIONS = 6000
"""Far more than a random game takes (about 600); a game that has not ended by then does not end."""

ENDS = {"commencement": EndSplits(), "movement": EndMoves()}


def perturbed(action: Action, rng: random.Random, game: Game) -> Action | None:
    """The action with one detail exchanged, or None where there is nothing to exchange."""
    name = rng.choice(list(STANDARD.characters))
    if isinstance(action, Split) and action.characters is not None:
        return evolve(action, characters=(*action.characters[1:], name))
    if isinstance(action, Move):
        return evolve(action, to=rng.choice(list(STANDARD.masterboard.lands)))
    if isinstance(action, Muster):
        return evolve(action, character=name)
    if isinstance(action, Maneuver):
        return evolve(action, to=rng.choice(HEXES))
    if isinstance(action, Strike):
        return evolve(action, to=rng.choice(HEXES))
    if isinstance(action, Summon | Acquire):
        return Acquire((name,))
    if isinstance(action, Engage):
        return Engage(rng.choice(list(STANDARD.masterboard.lands)))
    return None


def as_listed(action: Action, listed: list[Action]) -> bool:
    """Whether an action is among the listed ones, up to what a list gives once for many."""
    if isinstance(action, Split):
        same = [a for a in listed if isinstance(a, Split) and a.legion == action.legion]
        return any(sorted(a.characters) == sorted(action.characters) for a in same)
    if isinstance(action, Muster):
        same_muster = [a for a in listed if isinstance(a, Muster) and a.legion == action.legion]
        return any((a.character, sorted(a.with_)) == (action.character, sorted(action.with_)) for a in same_muster)
    return action in listed


class WholeGame(RuleBasedStateMachine):
    """A game of 2 to 6 players; whatever is left of it when the steps are used up is played to its end."""

    @initialize(players=st.integers(2, 6), ruleset=st.sampled_from(RULESETS), seed=st.integers(0, 1 << 30))
    def start(self, players: int, ruleset: str, seed: int) -> None:
        self.game = begin(seed, players, ruleset)
        self.colors = [player.color for player in self.game.players]
        self.rng = random.Random(seed)
        self.dice = Seeded(seed)
        self.count = 0

    def act(self, action: Action) -> None:
        before = {player.color: player.score for player in self.game.players}
        outcome = apply(self.game, action, self.dice)
        self.game = outcome.state
        self.count += 1
        gained = {p.color: p.score - before[p.color] for p in self.game.players if p.score != before[p.color]}
        assert gained == {color: points for color, points in points_in(outcome.events).items() if points}
        assert all(event.rule and event.text for event in outcome.events)
        assert_conserved(self.game, self.colors)

    @precondition(lambda self: self.game.phase != "over")
    @rule(steps=st.integers(1, 40))
    def play(self, steps: int) -> None:
        for _ in range(steps):
            if self.game.phase == "over":
                return
            self.act(choose(self.rng, legal_actions(self.game)))

    @precondition(lambda self: self.game.phase != "over")
    @rule(data=st.data())
    def play_one_of_all(self, data: st.DataObject) -> None:
        self.act(data.draw(st.sampled_from(legal_actions(self.game))))

    @precondition(lambda self: self.game.phase != "over")
    @rule()
    def every_listed_action_is_legal(self) -> None:
        listed = legal_actions(self.game)
        assert listed
        for action in listed if len(listed) <= 60 else self.rng.sample(listed, 60):
            assert is_legal(self.game, action), violations(self.game, action)
            assert parse(written(action)) == action
            assert action_from_json(action.to_json()) == action

    @precondition(lambda self: self.game.phase != "over")
    @rule()
    def a_perturbed_action_is_legal_only_if_listed(self) -> None:
        listed = legal_actions(self.game)
        for action in self.rng.sample(listed, min(len(listed), 8)):
            other = perturbed(action, self.rng, self.game)
            if other is not None:
                legal = is_legal(self.game, other)
                assert legal == as_listed(other, listed) or (legal and isinstance(other, Move | Recombine)), other

    @precondition(lambda self: self.game.phase != "over")
    @rule(kind=st.sampled_from(sorted(ACTIONS)))
    def a_refused_action_leaves_the_very_same_state(self, kind: str) -> None:
        bare = {"end-splits", "end-moves", "end-turn", "end-maneuver", "end-strikes", "flee", "stand", "no-summon"}
        if kind in bare:
            action = ACTIONS[kind]()
            before = FORMAT.dumps(self.game)
            if not is_legal(self.game, action):
                with pytest.raises(IllegalAction):
                    apply(self.game, action)
                assert FORMAT.dumps(self.game) == before

    @precondition(lambda self: self.game.phase != "over")
    @rule()
    def what_is_owed_keeps_the_phase_from_ending(self) -> None:
        battle = self.game.battle
        if battle is not None and battle.phase != "maneuver" and battle.pending is None:
            assert bool(owed(self.game)) != is_legal(self.game, EndStrikes())
        elif self.game.phase in ENDS:
            assert bool(owed(self.game)) != is_legal(self.game, ENDS[self.game.phase])

    @rule()
    def the_state_survives_json(self) -> None:
        text = FORMAT.dumps(self.game)
        again = FORMAT.loads(text)
        assert again == self.game
        assert FORMAT.dumps(again) == text

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "game"):
            assert_conserved(self.game, self.colors)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        while self.game.phase != "over":
            self.act(choose(self.rng, legal_actions(self.game)))
            assert self.count < MOST_ACTIONS
        left = [player.color for player in self.game.players if not player.out]
        assert left == ([self.game.winner] if self.game.winner else [])
        assert legal_actions(self.game) == []


def _settings(games: int) -> settings:
    return settings(
        max_examples=games,
        stateful_step_count=12,
        deadline=None,
        derandomize=games <= 20,
        suppress_health_check=list(HealthCheck),
    )


class TestTwentyGames(WholeGame.TestCase):  # type: ignore[valid-type,misc]
    settings = _settings(20)


@pytest.mark.long
class TestFiveHundredGames(WholeGame.TestCase):  # type: ignore[valid-type,misc]
    settings = _settings(500)
