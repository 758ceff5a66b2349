"""Whole random games by a state machine: what must hold after every action, that games end, and what their records say.

``make soak GAMES=1000`` plays more of them.
"""

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import titan_rules
from looping import some
from playing import assert_conserved, choose, points_in
from running import titan
from titan_rules import Box, new_game
from titan_rules.actions.intents import ACTIONS, Action, EndMoves, EndSplits, EndStrikes, action_from_json
from titan_rules.box.current_box import use_box
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import IllegalAction
from titan_rules.play import apply, is_legal, legal_actions, owed, violations
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.text.parsing import action_of, parse, written
from titan_rules.text.positions import line, parse_line

MOST_ACTIONS = 20_000
"""Far more than a random game takes (about 600); a game that has not ended by then does not end."""

SHEETS = 3
"""Of so many games, one is written as a score sheet, too."""

BOXES = st.just("standard") | st.sampled_from(shipped())
READINGS = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in RULESETS.options.values()}
)
"""Any readings of any rules; hypothesis begins with none."""

ENDS = {"commencement": EndSplits(), "movement": EndMoves()}


class WholeGame(RuleBasedStateMachine):
    """A game in any box, under any readings; what is left of it when the steps are used up is played to its end."""

    @initialize(
        name=BOXES,
        players=st.integers(0, 10),
        preset=st.sampled_from(sorted(RULESETS.presets)),
        readings=READINGS,
        seed=st.integers(0, 1 << 30),
    )
    def start(self, name: str, players: int, preset: str, readings: dict[str, Any], seed: int) -> None:
        box = Box.load(name)
        least, most = box.players
        names = [f"P{i}" for i in range(least + players % (most - least + 1))]
        self.game = new_game(names, seed=seed, box=box, ruleset=preset, options=readings)
        self.colors = [player.color for player in self.game.players]
        self.rng = random.Random(seed)
        self.dice = Dice(seed)
        self.past = [self.game]
        self.done: list[Action] = []

    def act(self, action: Action) -> None:
        before = {player.color: player.score for player in self.game.players}
        outcome = apply(self.game, action, self.dice)
        self.game = outcome.state
        self.past.append(self.game)
        self.done.append(outcome.action)
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
            assert parse(written(action), self.game) == action
            with use_box(self.game.the_box):
                assert action_from_json(action.to_json()) == action

    @precondition(lambda self: self.game.phase != "over")
    @rule(kind=st.sampled_from(sorted(ACTIONS)))
    def a_refused_action_leaves_the_very_same_state(self, kind: str) -> None:
        bare = {"end-splits", "end-moves", "end-turn", "end-maneuver", "end-strikes", "flee", "stand", "no-summon"}
        if kind in bare:
            action = ACTIONS[kind]()
            before = titan_rules.dumps(self.game)
            if not is_legal(self.game, action):
                with pytest.raises(IllegalAction):
                    apply(self.game, action)
                assert titan_rules.dumps(self.game) == before

    @precondition(lambda self: self.game.phase != "over")
    @rule()
    def what_is_owed_keeps_the_phase_from_ending(self) -> None:
        battle = self.game.battle
        if battle is not None and battle.phase != "maneuver" and battle.pending is None:
            assert bool(owed(self.game)) != is_legal(self.game, EndStrikes())
        elif self.game.phase in ENDS:
            assert bool(owed(self.game)) != is_legal(self.game, ENDS[self.game.phase])

    @rule()
    def the_state_survives_its_forms(self) -> None:
        text = titan_rules.dumps(self.game)
        assert titan_rules.loads(text) == self.game
        assert titan_rules.dumps(titan_rules.loads(text)) == text
        assert parse_line(line(self.game)) == self.game

    @rule()
    def nobody_is_shown_what_is_not_there(self) -> None:
        for viewer in self.game.players:
            seen = known_to(self.game, viewer.color)
            for owner, real in some(self.game.legions()):
                shown = seen.find(real.legion)[1]
                assert shown.size == real.size
                assert Counter(shown.known) <= Counter(real.characters)
                assert owner.color != viewer.color or shown.characters == real.characters

    @invariant()
    def nothing_is_lost(self) -> None:
        if hasattr(self, "game"):
            assert_conserved(self.game, self.colors)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        while self.game.phase != "over":
            self.act(choose(self.rng, legal_actions(self.game)))
            assert len(self.done) < MOST_ACTIONS
        left = [player.color for player in self.game.players if not player.out]
        assert left == ([self.game.winner] if self.game.winner else [])
        assert legal_actions(self.game) == []
        self.its_record_is_legal_as_lines_and_as_a_sheet()

    def its_record_is_legal_as_lines_and_as_a_sheet(self) -> None:
        header = {"format": "titan-rules/1", "kind": "replay", "start": self.past[0].to_json()}
        rows = [header, *[action.to_json() for action in self.done]]
        text = "".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) + "\n" for row in rows)
        report = titan("replay", "-", "--format", "json", stdin=text)
        assert (report.json["verdict"], report.json["final"]) == ("legal", self.game.to_json())
        self.the_truth_is_among_what_is_deduced(text)
        if self.rng.randrange(SHEETS):  # a sheet is read word by word, which takes longer than the whole game
            return
        sheet = titan("replay", "-", "--format", "sheet", stdin=text).out
        assert titan("replay", "-", "--format", "jsonl", stdin=sheet).out.splitlines()[1:] == text.splitlines()[1:]

    def the_truth_is_among_what_is_deduced(self, record: str) -> None:
        step = self.rng.randrange(len(self.done) + 1)
        viewer = self.rng.choice([*self.colors, "nobody"])
        deduced = titan("deduce", "-", "--as", viewer, "--step", str(step), "--format", "json", stdin=record).json
        for legion in deduced["legions"]:
            held = sorted(self.past[step].find(legion["legion"])[1].characters)
            assert held in [content["characters"] for content in legion["contents"]], (viewer, step, legion)
            assert Counter(legion["certain"]) <= Counter(held)


TestWholeGames = WholeGame.TestCase
TestWholeGames.settings = settings(
    stateful_step_count=12,
    max_examples=max(1, settings().max_examples // 3),
    phases=(Phase.explicit, Phase.reuse, Phase.generate),  # whole games shrink for minutes; the seed says enough
)


@pytest.mark.parametrize("path", sorted((Path(__file__).parent / "kept").glob("*.json")), ids=lambda path: path.stem)
def test_a_position_that_once_failed_fails_no_more(path: Path) -> None:
    kept = json.loads(path.read_text(encoding="utf-8"))
    machine = WholeGame()
    machine.game = titan_rules.loads(json.dumps(kept["position"]), Game)
    machine.colors, machine.rng, machine.dice = [p.color for p in machine.game.players], random.Random(0), Dice(0)
    machine.past, machine.done = [machine.game], []
    for row in kept["actions"]:
        machine.dice = Dice(row.pop("dice"))
        machine.act(action_of(row, machine.game))
    machine.every_listed_action_is_legal()
    machine.the_state_survives_its_forms()
    machine.its_record_is_legal_as_lines_and_as_a_sheet()
