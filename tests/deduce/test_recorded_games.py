"""Every recorded game, at every tenth step, for every player and both priors: what is deduced is true."""

import gzip
import json
import random
from functools import cache
from pathlib import Path

import pytest
from attrs import frozen

from looping import some
from playing import begin, choose
from recorded import ARCHIVE
from running import titan
from titan_rules.answers.deduction import LegionDeduction, Prior
from titan_rules.box import STANDARD
from titan_rules.deduction.facts import Observation
from titan_rules.deduction.history import alphabet, beginning, facts_of
from titan_rules.deduction.posterior import NOBODY, PRIORS, Observer
from titan_rules.deduction.recorded import legion_deduction
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.replaying import line_of, play
from titan_rules.play import apply, legal_actions
from titan_rules.position.game import Game
from titan_rules.replays.documents import start_of
from titan_rules.replays.report import TitanReferee

ALPHABET = alphabet(STANDARD)

SAVES = ARCHIVE.parent / "saves"
GAMES = [*sorted(ARCHIVE.glob("*.gz")), *sorted(SAVES.glob("*.save.gz"))]
EVERY = 10


@frozen
class Moment:
    """A step of a recorded game, with the facts it brings."""

    number: int
    game: Game
    facts: tuple[Observation, ...]


@cache
def told(path: Path) -> tuple[Moment, ...]:
    """A recorded game, step by step."""
    data = gzip.decompress(path.read_bytes())
    text = data.decode() if "replay" in path.name else titan("import", "slugathon", "-", stdin=data).out
    rows = [json.loads(line) for line in text.splitlines()]
    lines = [line_of(number, row) for number, row in enumerate(rows[1:], 2)]
    start = start_of(rows[0])
    moments = [Moment(0, start, tuple(beginning(start)))]
    for step in play(lines, TitanReferee(), start):
        facts = facts_of(step.number, moments[-1].game, step.action, step.state, step.events)
        moments.append(Moment(step.number, step.state, facts))
    return tuple(moments)


def _slow(path: Path) -> list[pytest.MarkDecorator]:
    return [pytest.mark.long] if path.stat().st_size > 8_000 else []


def assert_true(found: LegionDeduction, truth: tuple[str, ...]) -> None:
    """The truth is among the contents, what is certain is true, bounds hold, and weights add up to exactly 1."""
    characters = tuple(sorted(truth))
    assert found.height == len(characters)
    assert characters in [content.characters for content in found.contents]
    assert all(found.certain.count(name) <= characters.count(name) for name in found.certain)
    assert all(least <= characters.count(name) <= most for name, (least, most) in found.range.items())
    assert set(characters) <= set(found.range)
    assert sum(content.weight.exact for content in found.contents) == 1
    assert found.rulings


def assert_all_true(observer: Observer, game: Game) -> None:
    others = [legion for player, legion in game.legions() if player.color != observer.color]
    assert list(observer.legions()) == sorted(legion.legion for legion in others)
    for legion in others:
        assert_true(legion_deduction(observer, legion.legion), legion.characters or ())


@pytest.mark.parametrize("prior", PRIORS)
@pytest.mark.parametrize(
    "path", [pytest.param(path, marks=_slow(path), id=path.name.partition(".")[0]) for path in GAMES]
)
def test_what_everybody_deduces_is_true(path: Path, prior: Prior) -> None:
    history = told(path)
    for color in (NOBODY, *[player.color for player in history[0].game.players]):
        observer = Observer(ALPHABET, color, prior)
        for moment in history:
            observer.take(moment.facts)
            if moment.number % EVERY == 0:
                assert_all_true(observer, moment.game)


def test_who_was_engaged_knows_at_least_what_everybody_knows() -> None:
    narrower = 0
    history = told(ARCHIVE / "colossus-game006.replay.jsonl.gz")
    watching = Observer(ALPHABET, NOBODY)
    players = [Observer(ALPHABET, player.color) for player in history[0].game.players]
    for moment in some(history):
        for observer in (watching, *players):
            observer.take(moment.facts)
        for observer in players:
            for marker in observer.legions():
                own, common = set(observer.contents(marker)), set(watching.contents(marker))
                assert own <= common
                narrower += own < common
    assert narrower


@pytest.mark.parametrize("ruleset", ["standard", "colossus", "slugathon"])
def test_what_is_deduced_of_random_games_is_true(ruleset: str) -> None:
    rng, dice = random.Random(5), Dice(5)
    game = begin(5, 3, ruleset)
    observers = [Observer(ALPHABET, color) for color in (NOBODY, *[player.color for player in game.players])]
    for observer in observers:
        observer.take(beginning(game))
    for number in range(1, 300):
        if game.phase == "over":
            break
        action = choose(rng, legal_actions(game))
        outcome = apply(game, action, dice)
        facts = facts_of(number, game, action, outcome.state, outcome.events)
        game = outcome.state
        for observer in observers:
            observer.take(facts)
            if facts:
                assert_all_true(observer, game)
