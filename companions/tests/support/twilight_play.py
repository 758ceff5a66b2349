"""Random games of Twilight Struggle: what a player may make of a proposal."""

import random
from collections.abc import Iterator
from typing import Any

from titan_companions.twilight_struggle.catalog import COUNTRIES, LASTING, REGIONS, SCORING_CARDS, SIDES
from titan_companions.twilight_struggle.companion import GAME
from titan_companions.twilight_struggle.events import Values
from titan_companions.twilight_struggle.state import BySide, Changes, Position, new_position
from titan_rules.kernel.evolving import evolve
from walking import walk

COMMON = ("place", "coup", "realign", "space", "score", "event", "end-round")


def vary(at: Position, action: Any, dice: random.Random) -> Any:
    """More Operations, other dice, an event that does something, a hand with scoring cards."""
    word = GAME.actions.name(action)
    if word == "place":
        near = [action.markers[0], *dice.choices(list(COUNTRIES), k=1)]
        markers = tuple(dice.choice(near[:1] * 4 + near) for _ in range(dice.randint(0, 2)))
        return evolve(action, ops=dice.randint(1, 5), markers=(*action.markers, *markers))
    if word == "coup":
        return evolve(action, ops=dice.randint(1, 4), modifier=dice.choice([0, 0, 0, -1, 1]))
    if word == "realign":
        return evolve(action, ops=dice.randint(1, 3), countries=action.countries * dice.randint(1, 2))
    if word == "deal":
        cards = [card for card in SCORING_CARDS if dice.random() < 0.2]
        return evolve(action, US=tuple(cards[::2]), USSR=tuple(cards[1::2]))
    if word == "headline":
        return evolve(action, **{side: dice.choice(["1", "2", "Fidel", "4", *SCORING_CARDS]) for side in SIDES})
    return _event(action, dice) if word == "event" else action


def _event(action: Any, dice: random.Random) -> Any:
    countries = dice.choices(list(COUNTRIES), k=dice.randint(0, 2))
    card = action.card or dice.choice([None, *LASTING])
    return evolve(
        action,
        card=card,
        of=None if card else action.of,
        region=dice.choice(REGIONS),
        influence={name: Changes(dice.randint(-2, 2), dice.randint(-2, 2)) for name in countries},
        vp=dice.choice([0, 0, 1, -2]),
        defcon=dice.choice([0, 0, 0, -1, 1]),
        military_operations=Changes(0, dice.choice([0, 0, 2])),
        to=Values(influence={"Cuba": BySide(0, 3)}) if dice.random() < 0.1 else Values(),
        china_card=dice.random() < 0.05,
    )


def played(at: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, Any, Position]]:
    """A random game; what is common is tried before what is proposed most often."""

    def some(where: Position) -> list[Any]:
        kinds: dict[str, list[Any]] = {}
        for action in GAME.propose(where):
            kinds.setdefault(GAME.actions.name(action), []).append(action)
        return [dice.choice(actions) for actions in kinds.values() for _ in range(2)]

    game = evolve(GAME, propose=some)
    for _ in range(steps):
        step = next(walk(game, at, dice, 1, vary), None)
        if step is None:
            return
        yield step
        at = step[2]


def positions(dice: random.Random) -> Position:
    """A position of some game."""
    at = new_position()
    for _, _, after in played(at, dice, dice.randint(0, 60)):
        at = after
    return at
