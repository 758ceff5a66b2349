"""What is said of a position with hidden characters is true of every position that it can be."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from declared import about_content, candidates
from playing import choose
from titan_rules.actions.intents import Action, Flee, Move, Muster, Stand, Summon
from titan_rules.box import Box
from titan_rules.box.characters import TITAN
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import apply, legal_actions, violations
from titan_rules.position.changes import put_legion_in
from titan_rules.position.game import Game
from titan_rules.position.knowledge import known_to
from titan_rules.position.stock import elsewhere, full_stock, unseen
from titan_rules.rules.masterboard.setup import starting_game

PRESETS = sorted(RULESETS.presets)
BOXES = (
    "standard", "abyssal-6", "badlands", "balrog", "beelzebub", "dino-titan", "pantheon", "small-titan", "undead",
    "titan-plus",
)  # fmt: skip
DECIDED = (Muster, Summon, Move, Flee, Stand)
"""The kinds of action that are left undecided only if two possible positions differ."""


def possible(masked: Game, rng: random.Random, liked: Counter[str]) -> Game:
    """A full position that a masked one can be; characters ``liked`` go to the first Legions with room for them."""
    box, slain = masked.the_box, () if masked.engagement is None else masked.engagement.slain_titans
    away, listed = elsewhere(masked), masked.caretaker or {}
    pool = [name for name, n in full_stock(masked).items() for _ in range(n - away[name] - listed.get(name, 0))]
    rng.shuffle(pool)
    pool.sort(key=lambda name: -liked[name])
    holes = {legion.legion: unseen(legion) for _, legion in masked.legions() if unseen(legion)}
    filled: dict[str, list[str]] = {marker: [] for marker in holes}
    for player in masked.players:
        own = [legion.legion for legion in player.legions if unseen(legion)]
        if own and player.color not in slain and not any(legion.has_titan for legion in player.legions):
            bearer = own[0] if liked[TITAN] > 0 else own[-1] if liked[TITAN] < 0 else rng.choice(own)
            filled[bearer].append(TITAN)
    for marker, hidden in holes.items():
        while len(filled[marker]) < hidden:
            filled[marker].append(pool.pop(0))
    assert not pool
    game = masked
    for player, legion in masked.legions():
        if legion.legion in filled:
            names = (*legion.revealed, *filled[legion.legion])
            game = put_legion_in(game, game.player(player.color), evolve(legion, characters=names, height=None))
    engagement = masked.engagement
    if engagement is not None and engagement.defender in filled and engagement.stage == "negotiation":
        undecided = not (engagement.stood or engagement.proposals or engagement.no_more)
        _, defender = game.find(engagement.defender) or (None, None)
        assert defender is not None
        if undecided and engagement.to_act == engagement.defending and not box.lords(defender.known):
            stood = rng.random() < 0.5
            stage = "negotiation" if stood else "flight"
            return evolve(game, engagement=evolve(engagement, stood=stood, stage=stage))
    return game


def worlds(masked: Game, action: Action, rng: random.Random) -> Iterator[Game]:
    """Positions that a masked one can be: some at random, some with as many and as few of each kind in each Legion."""
    legion = getattr(action, "origin", None) or getattr(action, "legion", None)
    order = sorted(masked.players, key=lambda player: player.legion(legion or "") is None)
    first = evolve(
        masked,
        players=tuple([evolve(p, legions=tuple(sorted(p.legions, key=lambda x: x.legion != legion))) for p in order]),
    )
    asked = {*getattr(action, "with_", ()), *getattr(action, "reveal", ()), TITAN, "Angel", "Archangel"}
    asked |= {name for name in (getattr(action, "character", None),) if name}
    for name in sorted(asked):
        for liking in (1, -1):
            yield possible(first, rng, Counter({name: liking}))
            yield possible(first, rng, Counter({name: liking, TITAN: -liking}))
    lords = {name for name, character in masked.the_box.characters.items() if character.is_lord}
    yield possible(first, rng, Counter(dict.fromkeys(lords, 1)))
    yield possible(first, rng, Counter(dict.fromkeys(lords, -1)))
    for _ in range(12):
        yield possible(masked, rng, Counter())


def holds_in(given: Ruling, rulings: list[Ruling]) -> bool:
    """Whether a reason given is among those of a full position; ``at most`` is a bound."""
    for other in rulings:
        if (given.rule, given.text) == (other.rule, other.text):
            return True
        if given.rule == other.rule and given.sentence.replace("at most ", "") == other.sentence:
            facts, exact = {**given.facts}, {**other.facts}
            if facts.pop("have", 0) >= exact.pop("have", 0) and facts == exact:
                return True
    return False


def judged(game: Game, action: Action) -> list[Ruling] | None:
    """The rulings against an action; None: it cannot be told."""
    try:
        return violations(game, action)
    except CannotTell:
        return None


def assert_true(masked: Game, game: Game, action: Action, rng: random.Random, counts: Counter[str]) -> None:
    """What is said of a masked position is true of the full one, and of others that it can be."""
    given = judged(masked, action)
    others = worlds(masked, action, rng) if type(action) in DECIDED else iter(())
    if given is None:
        counts["cannot tell"] += 1
        verdicts = {bool(found) for found in (judged(other, action) for other in (game, *others)) if found is not None}
        if type(action) in DECIDED and len(verdicts) < 2:
            counts["needless"] += 1
            counts[f"needless: {action!r} of {masked!r}, where it is {verdicts}"] += 1
        return
    counts["judged"] += 1
    by_chance = [possible(masked, rng, Counter()) for _ in range(2)] if type(action) in DECIDED else []
    for other in (game, *islice(others, 4), *by_chance):
        truth = judged(other, action)
        assert truth is not None, (action, given)
        assert bool(truth) == bool(given), (action, given, truth)
        for ruling in given:
            counts["sentences"] += 1
            assert holds_in(ruling, truth), (str(action), str(ruling), [str(each) for each in truth])


def check(seed: int, states: int, counts: Counter[str]) -> None:
    """Random games, under each preset and in each box in turn, until so many states were looked at."""
    rng = random.Random(seed)
    while states:
        preset, box = PRESETS[seed % len(PRESETS)], Box.load(BOXES[seed % len(BOXES)])
        seed += 1
        dice, (least, most) = Dice(seed), box.players
        game = starting_game([f"P{n}" for n in range(rng.randint(least, min(4, most)))], dice, ruleset=preset, box=box)
        for _ in range(1200):
            if game.phase == "over" or not states:
                break
            often = game.roll == 6 or game.phase == "enlistment" or game.engagement is not None
            if game.players and game.battle is None and rng.random() < (0.1 if often else 0.02):
                states -= 1
                others = [player.color for player in game.players if player.color != game.active]
                masked = known_to(game, rng.choice((*others, None, game.active)))
                declared = {*candidates(rng, masked, legal_actions(masked)), *about_content(rng, game)}
                for action in sorted(declared, key=str):
                    assert_true(masked, game, action, rng, counts)
            game = apply(game, choose(rng, legal_actions(game)), dice).state


def test_what_is_said_of_hidden_characters_is_true_wherever_they_are() -> None:
    counts: Counter[str] = Counter()
    check(3, 36, counts)
    assert counts["judged"] > 600
    assert counts["needless"] == 0, counts


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_what_is_said_of_hidden_characters_is_true_in_two_thousand_states(seed: int) -> None:
    counts: Counter[str] = Counter()
    check(100 * seed, 100, counts)
    assert counts["needless"] == 0, counts
