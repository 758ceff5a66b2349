"""Deduction gives exactly what a joint filter gives: all contents of a player's Legions at once, by whole positions.

The filter keeps every position that agrees with what is seen, with its weight, and carries out each action in each. It
shares the rules with the library, and nothing else: no tree, no facts that are put together, no contents apart.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from operator import add, mul

from hypothesis import example, given
from hypothesis import strategies as st

from histories import Rows
from looping import some
from titan_rules.actions.intents import Action, Move, NoReinforce, NoSummon, Split, action_from_json
from titan_rules.answers.deduction import Prior
from titan_rules.box import STANDARD
from titan_rules.deduction.facts import Looked, Observation, Parted
from titan_rules.deduction.history import alphabet, beginning, facts_of
from titan_rules.deduction.multisets import parts
from titan_rules.deduction.posterior import NOBODY, PRIORS, Observer
from titan_rules.deduction.recorded import recorded
from titan_rules.kernel.errors import CannotTell, IllegalAction
from titan_rules.kernel.evolving import EMPTY, evolve
from titan_rules.kernel.replaying import line_of
from titan_rules.play import Outcome, apply_recorded
from titan_rules.position.game import STARTING_HEIGHT, Game, Legion
from trials import share
from untold import RULESETS, RandomGame

KINDS = alphabet(STANDARD)
MOST_WORLDS = 300
STORIES = share(20)
"""A story takes as long as twenty examples of other tests."""

Names = tuple[str, ...]
Weights = tuple[Fraction, ...]
"""A world's weight under each of the priors: the worlds are the same."""
Worlds = dict[Game, Weights]
CERTAIN: Weights = (Fraction(1),) * len(PRIORS)
IMPOSSIBLE: Weights = (Fraction(0),) * len(PRIORS)


def splits(game: Game, split: Split, count: int) -> Iterator[tuple[Split, Weights]]:
    """Every way a split can go in a position, with its probability under each prior."""
    holder = game.find(split.legion)
    whole = KINDS.pack(holder[1].characters or ())
    ways = [(KINDS.unpack(part), ways) for part, ways in parts(whole, count) if _may_leave(whole, part)]
    total = sum(ways for _, ways in ways)
    for names, picks in ways:
        chances = {"counters": Fraction(picks, total), "splits": Fraction(1, len(ways))}
        yield evolve(split, characters=names, count=None), tuple([chances[prior] for prior in PRIORS])


def _may_leave(whole: int, part: int) -> bool:
    halves = (part, whole - part)
    at_start = sum(KINDS.count(whole, name) for name in KINDS.names) == STARTING_HEIGHT
    return not at_start or all(KINDS.lords(half) == 1 and KINDS.creatures(half) == 3 for half in halves)


def outcome(game: Game, action: Action) -> Outcome[Game] | None:
    """What comes of an action; None if it is not legal. A teleport that names no Lord reveals any."""
    holder = game.find(action.legion) if isinstance(action, Move) else None
    lords = STANDARD.lords(holder[1].characters or ()) if holder is not None else ()
    named = [evolve(action, reveal=(lord,)) for lord in lords] if isinstance(action, Move) and not action.reveal else []
    for said in (action, *named):
        try:
            return apply_recorded(game, said)
        except IllegalAction:
            continue
    return Outcome(game, action, ()) if isinstance(action, NoSummon | NoReinforce) else None


def marginals(worlds: Worlds, color: str, prior: Prior) -> dict[str, dict[Names, Fraction]]:
    """What each Legion of a player may hold."""
    found: dict[str, dict[Names, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    which = PRIORS.index(prior)
    total = sum(weights[which] for weights in worlds.values())
    for game, weights in worlds.items():
        for legion in game.player(color).legions:
            found[legion.legion][tuple(sorted(legion.characters or ()))] += weights[which] / total
    return {marker: dict(contents) for marker, contents in found.items()}


def after(worlds: Worlds, action: Action, hidden: str) -> Iterator[tuple[Game, Action, Outcome[Game], Weights]]:
    """Every world carried on: a split of the player who is watched goes any way it can."""
    for game, weights in worlds.items():
        choices: Iterable[tuple[Action, Weights]] = [(action, CERTAIN)]
        if isinstance(action, Split) and game.active == hidden:
            count = action.count if action.characters is None else len(action.characters)
            choices = splits(game, action, count or 0)
        for said, chances in choices:
            result = outcome(game, said)
            if result is not None:
                yield game, said, result, tuple(map(mul, weights, chances))


def put(worlds: Worlds, game: Game, weights: Weights) -> None:
    """Add a world, or weight to a world that is there."""
    world = plain(game)
    worlds[world] = tuple(map(add, worlds.get(world, IMPOSSIBLE), weights))


def plain(game: Game) -> Game:
    """A position without what players know of each other, by which worlds would differ that are the same."""
    players = [evolve(player, legions=tuple(map(bare, player.legions))) for player in game.players]
    return evolve(game, players=tuple(players))


def bare(legion: Legion) -> Legion:
    names = tuple(sorted(legion.characters or ()))
    is_bare = legion.characters == names and not (legion.revealed or legion.seen)
    return legion if is_bare else evolve(legion, revealed=(), seen=EMPTY, characters=names)


def seen_by(facts: Iterable[Observation], color: str, hidden: str) -> list[Observation]:
    """What a viewer sees of a player's Legions in an action."""
    seen = [fact for fact in facts if fact.owner == hidden]
    seen = [x for x in seen if not isinstance(x, Looked) or x.by is None or color in x.by]
    return [evolve(x, characters=None) if isinstance(x, Parted) else x for x in seen]


def compare_told(seed: int) -> int:
    """Compare both on one story, as each viewer sees it; the number of comparisons."""
    players, compared = 2 + seed % 2, 0
    whole = RandomGame(seed, players, 80, RULESETS[seed % 3])
    rng = random.Random(seed)
    hidden = rng.choice(whole.states[0].players).color
    viewer = rng.choice([NOBODY, *[p.color for p in whole.states[0].players if p.color != hidden]])
    worlds: Worlds = {plain(whole.states[0]): CERTAIN}
    observers = [Observer(KINDS, viewer, prior) for prior in PRIORS]
    for observer in observers:
        observer.take(beginning(whole.states[0]))
    for number, row in enumerate(whole.rows[1:], 1):
        action, true = action_from_json(row), whole.states[number - 1]
        facts = facts_of(number, true, action, whole.states[number], outcome(true, action).events)
        seen, kept = seen_by(facts, viewer, hidden), Worlds()
        for game, said, result, weights in after(worlds, action, hidden):
            told = facts_of(number, game, said, result.state, result.events)
            if seen_by(told, viewer, hidden) == seen:
                put(kept, result.state, weights)
        worlds = kept
        if len(worlds) > MOST_WORLDS or whole.states[number].phase == "over":
            break
        for observer in observers:
            observer.take(facts)
            if facts and whole.states[number].player(hidden).legions:
                compared += agree(observer, worlds, whole.states[number], hidden)
    return compared


def agree(observer: Observer, worlds: Worlds, truth: Game, hidden: str) -> int:
    for marker, expected in some(marginals(worlds, hidden, observer.prior).items()):
        weights = observer.contents(marker)
        total = sum(weights.values())
        assert {KINDS.unpack(packed): Fraction(weight, total) for packed, weight in weights.items()} == expected
        assert tuple(sorted(truth.player(hidden).held(marker).characters or ())) in expected
    return len(truth.player(hidden).legions)


def hiding(whole: RandomGame, hidden: str, engaged: bool) -> Rows:
    """The record without who left in the splits of one player."""
    untold = whole.untold(engaged=engaged)
    for number, row in enumerate(untold[1:], 1):
        if row["do"] == "split" and whole.states[number - 1].active != hidden:
            untold[number] = whole.rows[number]
    return untold


def expected(worlds: Worlds, contents: dict[str, list[str]]) -> Worlds:
    """The worlds in which Legions hold what the record says."""
    kept: Worlds = {}
    for game, weights in worlds.items():
        held = {legion.legion: sorted(legion.characters or ()) for _, legion in game.legions()}
        if all(held.get(marker) == sorted(names) for marker, names in contents.items()):
            kept[game] = weights
    return kept


def compare_untold(seed: int) -> int:
    """Compare both on one record; the number of Legions compared."""
    whole, compared = RandomGame(seed, 2 + seed % 2, 80, RULESETS[seed % 3]), 0
    hidden = random.Random(seed).choice(whole.states[0].players).color
    rows = hiding(whole, hidden, engaged=seed % 4 > 0)
    lines = [line_of(number, row) for number, row in enumerate(rows[1:], 2)]
    worlds: Worlds = {plain(whole.states[0]): CERTAIN}
    for number, row in enumerate(rows[1:], 1):
        contents = dict(row).pop("expect", {}).get("legion", {})
        action = action_from_json({key: value for key, value in row.items() if key != "expect"})
        kept = Worlds()
        for _, _, result, weights in after(worlds, action, hidden):
            put(kept, result.state, weights)
        worlds = expected(kept, contents)
        assert worlds
        if len(worlds) > MOST_WORLDS or whole.states[number].phase == "over":
            break
        if number % 10 == 0 or contents:
            recording = recorded_until(lines, whole, number)
            compared += sum(agree_untold(recording, worlds, hidden, prior) for prior in PRIORS)
    return compared


def recorded_until(lines: list[object], whole: RandomGame, number: int) -> object:
    try:
        return recorded(lines, whole.states[0], number)
    except CannotTell:
        return None


def agree_untold(recording: object, worlds: Worlds, hidden: str, prior: Prior) -> int:
    if recording is None:
        return 0
    deduced = recording.deduce(prior=prior)  # type: ignore[attr-defined]
    markers = [{legion.legion for legion in game.player(hidden).legions} for game in worlds]
    certain = set.intersection(*markers)  # the Titan may be lost, and all Legions
    expected = marginals(worlds, hidden, prior)
    assert {legion.legion for legion in deduced.legions} & set.union(*markers) == certain
    for marker in certain:
        found = {x.characters: x.weight.exact for x in deduced.legion(marker).contents}
        assert found == expected[marker], marker
    return len(certain)


@STORIES
@given(st.integers(0, 1 << 30))
@example(29001)  # a player is left without a Legion
def test_what_is_told_is_deduced_exactly(seed: int) -> None:
    compare_told(seed)


@STORIES
@given(st.integers(0, 1 << 30))
@example(100)  # a Legion of which a Lord may be true stands
def test_what_is_not_told_is_deduced_exactly(seed: int) -> None:
    compare_untold(seed)
