"""Random games of any companion: an action that the game proposes, with something legal wherever it leaves a choice."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from titan_companions.protocol import ChoiceNeeded
from titan_companions.protocol.game import Game
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell, DocumentError, TitanError, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.judging import Refusal

Varied = Callable[[Any, Any, random.Random], Any]
"""An action made from a proposed one, in a position."""


def _same(at: Any, action: Any, dice: random.Random) -> Any:
    return action


def settled(game: Game[Any], at: Any, action: Any, dice: random.Random, choose: Varied) -> tuple[Any, Any] | None:
    """An action with its choices made and its dice rolled, and the position after it; None where it is refused."""
    for _ in range(20):
        try:
            done = game.apply(at, action, Dice(dice.randrange(10**9)))
        except ChoiceNeeded as e:
            made = choose(at, (action, e.open), dice)
            if made is None:
                return None
            action = made
        except (TitanError, CannotTell):
            return None
        else:
            return done[0], done[1]
    return None


def choosing(at: Any, asked: Any, dice: random.Random) -> Any:
    """Something legal where a choice is open; None where nothing is listed."""
    action, choice = asked
    if choice.open == "shuffle":
        order = list(range(1, len(choice.items) + 1))
        dice.shuffle(order)
        return evolve(action, shuffle=tuple(order))
    if not choice.legal or not hasattr(action, choice.open):
        return None
    return evolve(action, **{choice.open: dice.choice(choice.legal)})


def walk(
    game: Game[Any], at: Any, dice: random.Random, steps: int, vary: Varied = _same, choose: Varied = choosing
) -> Iterator[tuple[Any, Any, Any]]:
    """A random game: each position, an action that was accepted in it, and what comes of it."""
    for _ in range(steps):
        offered = list(game.propose(at)) if game.over(at) is None else []
        dice.shuffle(offered)
        for proposed in offered:
            found = settled(game, at, vary(at, proposed, dice), dice, choose)
            if found is not None:
                yield at, *found
                at = found[1]
                break
        else:
            return


def mutated(action: Any, game: Game[Any], dice: random.Random) -> Any:
    """The JSON of an action with one of its values changed, for better or worse."""
    data = game.actions.to_json(action)
    keys = [key for key in data if key != "do"]
    if not keys:
        return data
    key = dice.choice(keys)
    value = data[key]
    wild = [None, 0, -1, 1, 7, 99, 505, "", "Z", [], {}, True, ["gold", "gold"], {"A": -1}, {"Z": 1}]
    if isinstance(value, dict) and value and dice.random() < 0.7:
        inner = dice.choice(list(value))
        return {**data, key: {**value, inner: dice.choice([-1, 0, 1, 2, 99])}}
    if isinstance(value, list) and value and dice.random() < 0.7:
        return {**data, key: dice.choice([value[1:], [*value, value[0]], list(reversed(value))])}
    if type(value) is int and dice.random() < 0.7:
        return {**data, key: value + dice.choice([-1, 1, 2, 10])}
    return {**data, key: dice.choice(wild)}


def holds(game: Game[Any], at: Any, data: Any) -> str | None:
    """What is wrong with what an action comes to: every position after an accepted action is a valid document.

    :returns: None where nothing is, or the action is refused.
    """
    try:
        action = game.read_action(data, at)
        found = game.judge(at, action)
        if isinstance(found, Refusal):
            return None if found.rulings else "a refusal without a ruling"
        roll = random.Random(0)
        after, _ = found.carry_out(tuple(roll.randint(1, found.sides) for _ in range(found.dice)))
    except (DocumentError, CannotTell, UnknownName):
        return None
    except TitanError as e:
        return None if found is not None and found.dice else f"{type(e).__name__}: {e}"
    faults = game.position_faults(after)
    try:
        again = game.format.read(game.format.to_json(after))
    except DocumentError as e:
        return f"cannot be read again: {e}"
    if faults:
        return f"{data}: {faults[0]}"
    return None if again == after else f"{data}: is read as another position"
