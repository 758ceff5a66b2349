"""One random game from its seed, with everything that must hold looked at on the way."""

import io
import json
import random
from collections import Counter
from typing import Any

from attrs import frozen

import titan_rules
from play.test_whole_games import as_listed, perturbed
from playing import assert_conserved, choose, points_in
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import Action, Move, Recombine, action_from_json
from titan_rules.box import STANDARD, Box
from titan_rules.box.loading import shipped
from titan_rules.box.reading import reading
from titan_rules.deduction.deducing import legion_deduction
from titan_rules.deduction.history import alphabet, beginning, facts_of
from titan_rules.deduction.posterior import NOBODY, Observer
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.lines import rows_in
from titan_rules.play import Outcome, apply, is_legal, legal_actions
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.position.line import line, parse_line
from titan_rules.replays.record import Record
from titan_rules.replays.report import judged
from titan_rules.replays.sheet import line_json, sheet_rows
from titan_rules.rules.masterboard.setup import starting_game

MOST_ACTIONS = 20_000
EVERY = 25
"""After so many actions each, forms and knowledge are looked at."""


@frozen
class Failure:
    """What does not hold, and how to come there.

    :param position: the document of a position from which it still fails.
    :param actions: what is done there, with the dice's seed before each.
    """

    seed: int
    said: str
    position: Any
    actions: tuple[tuple[str, Any], ...]

    def to_json(self) -> dict[str, Any]:
        """As it is kept."""
        return {
            "seed": self.seed,
            "said": self.said,
            "actions": [{"dice": dice, **action} for dice, action in self.actions],
            "position": self.position,
        }


class Watching:
    """What nobody and one of the players deduce, from a position on.

    :param game: where they begin to watch.
    """

    def __init__(self, game: Game) -> None:
        letters = alphabet(game.the_box)
        colors = (NOBODY, game.players[len(game.players) // 2].color)
        self._observers = [Observer(letters, color) for color in colors]
        self._count = 0
        for observer in self._observers:
            observer.take(beginning(game))

    def see(self, before: Game, action: Action, outcome: Outcome[Game]) -> None:
        """See an action."""
        self._count += 1
        facts = facts_of(self._count, before, action, outcome.state, outcome.events)
        for observer in self._observers:
            observer.take(facts)

    def assert_true(self, game: Game) -> None:
        """What is held is among what may be held, and what is certain is held."""
        for observer in self._observers:
            for owner, legion in game.legions():
                if owner.color == observer.color:
                    continue
                found = legion_deduction(observer, legion.legion)
                held = tuple(sorted(legion.characters or ()))
                who = f"{observer.color} of {legion.legion}, which holds {held}"
                assert held in [content.characters for content in found.contents], f"not deduced by {who}"
                assert Counter(found.certain) <= Counter(held), f"{found.certain} are certain to {who}"


def begun(seed: int) -> Game:
    """The game of a seed: players, preset, single options and box are drawn."""
    rng = random.Random(f"soak/{seed}")
    box = Box.load(rng.choice(shipped())) if rng.random() < 0.4 else STANDARD
    overrides = {o.name: rng.choice(o.values) for o in RULESETS.options.values() if rng.random() < 0.15}
    least, most = box.players
    names = [f"P{i}" for i in range(rng.randint(least, most))]
    with reading(box):
        return starting_game(names, Seeded(seed), ruleset=rng.choice(list(RULESETS.presets)), options=overrides)


def played(seed: int) -> tuple[int, Failure | None]:
    """Play the game of a seed to its end.

    :returns: how many actions it took, and what did not hold.
    """
    game, rng = begun(seed), random.Random(seed)
    header = {"format": "titan-rules/1", "kind": "replay", "start": json.loads(titan_rules.dumps(game))}
    past: list[tuple[Game, str, Action]] = []
    watching = Watching(game)
    done: list[dict[str, Any]] = []
    with reading(game.the_box):
        while game.phase != "over":
            dice = f"{seed}/{len(past)}"
            listed: list[Action] = []
            try:
                listed = legal_actions(game)
                assert listed, "nothing is legal, and the game is not over"
                action = choose(rng, listed)
                past.append((game, dice, action))
                game = stepped(game, action, dice, watching, done)
                if len(past) % EVERY == 0:
                    watching.assert_true(game)
                    looked_at(game, random.Random(dice))
                assert len(past) < MOST_ACTIONS, "the game does not end"
            except Exception as error:
                said = f"{type(error).__name__}: {error}"[:500]
                return len(past), shrunk(seed, said, past, game)
        try:
            recorded(header, done, game)
        except Exception as error:
            return len(past), Failure(seed, f"record: {type(error).__name__}: {error}"[:500], header["start"], ())
    return len(past), None


def stepped(
    game: Game, action: Action, dice: str, watching: Watching, done: list[dict[str, Any]] | None = None
) -> Game:
    """The game after an action, with all that must hold of the two."""
    before = {player.color: player.score for player in game.players}
    outcome = apply(game, action, Seeded(dice))
    after = outcome.state
    gained = {p.color: p.score - before[p.color] for p in after.players if p.score != before[p.color]}
    given = {color: points for color, points in points_in(outcome.events).items() if points}
    assert gained == given, f"scores change by {gained}, events tell of {given}"
    assert all(event.rule and event.text for event in outcome.events)
    assert_conserved(after, [player.color for player in after.players])
    watching.see(game, action, outcome)
    if done is not None:
        done.append(outcome.action.to_json())
    return after


def looked_at(game: Game, rng: random.Random) -> None:
    """Lists and checks agree, forms are read back, and nobody knows what is not there."""
    assert titan_rules.loads(titan_rules.dumps(game)) == game, "another document is read than was written"
    assert parse_line(line(game)) == game, "another line is read than was written"
    listed = legal_actions(game)
    for action in rng.sample(listed, min(len(listed), 20)):
        assert is_legal(game, action), f"{action} is listed, but not legal"
        assert parse(written(action)) == action
        assert action_from_json(action.to_json()) == action
        other = perturbed(action, rng, game) if game.the_box is STANDARD else None
        if other is not None and is_legal(game, other) and not isinstance(other, Move | Recombine):
            assert as_listed(other, listed), f"{other} is legal, but not listed"
    for viewer in game.players:
        seen = known_to(game, viewer.color)
        for owner, real in game.legions():
            shown = seen.find(real.legion)
            assert shown is not None
            names = shown[1].revealed if shown[1].characters is None else shown[1].characters
            assert shown[1].size == real.size
            assert Counter(names) <= Counter(real.characters), f"{viewer.color} knows of {names} in {real.legion}"
            if owner.color == viewer.color:
                assert shown[1].characters == real.characters
        try:
            legal_actions(seen)
        except CannotTell:
            continue


def recorded(header: dict[str, Any], done: list[dict[str, Any]], final: Game) -> None:
    """The record of a game is legal to its end, and is the same as a sheet."""
    text = "".join(json.dumps(row) + "\n" for row in (header, *done))
    record = Record(rows_in(io.BytesIO(text.encode())))
    report = judged(record.lines(), record.start())
    assert report.verdict == "legal", report.verdict
    assert report.final == final, "the record leads elsewhere"
    record = Record(rows_in(io.BytesIO(text.encode())))
    sheet = "".join(sheet_rows(record.header, record.lines()))
    again = Record(rows_in(io.BytesIO(sheet.encode())))
    assert [line_json(each) for each in again.lines()] == done, "the sheet is read otherwise than it was written"


def shrunk(seed: int, said: str, past: list[tuple[Game, str, Action]], game: Game) -> Failure:
    """A failure from as late a position as it still happens from."""
    reach = 0
    while reach <= len(past):
        tail = past[len(past) - reach :] if reach else []
        start = tail[0][0] if tail else game
        document = json.loads(titan_rules.dumps(start))
        actions = tuple((dice, action.to_json()) for _, dice, action in tail)
        failure = Failure(seed, said, document, actions)
        if reach == len(past) or again(failure.to_json()) is not None:
            return failure
        reach = min(len(past), max(1, reach * 2))
    raise AssertionError("the whole game is a position of its own")


def again(kept: dict[str, Any]) -> str | None:
    """Whether what was kept still fails: what does not hold."""
    try:
        game = titan_rules.loads(json.dumps(kept["position"]), Game)
        with reading(game.the_box):
            watching = Watching(game)
            for row in kept["actions"]:
                action = action_from_json({key: value for key, value in row.items() if key != "dice"})
                assert is_legal(game, action)
                game = stepped(game, action, row["dice"], watching)
            watching.assert_true(game)
            assert game.phase == "over" or legal_actions(game)
            looked_at(game, random.Random(0))
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:500]
    return None
