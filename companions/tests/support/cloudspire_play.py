"""Random turns of Cloudspire: what a player may make of a proposal."""

import random
from collections.abc import Iterator
from typing import Any

from titan_companions.cloudspire.companion import GAME
from titan_companions.cloudspire.hexes import neighbours
from titan_companions.cloudspire.state import Position
from titan_rules.kernel.evolving import evolve
from walking import choosing, walk

TERRAIN = ("path", "plains", "forest", "mountain", "water")


def named(at: Position, what: str) -> str:
    """A name for a new piece or group."""
    taken = {*at.pieces} | {*at.defeated} | {h.group for h in at.hexes}
    return next(name for name in (f"{what}{n}" for n in range(99)) if name not in taken)


def vary(at: Position, action: Any, dice: random.Random) -> Any:
    """Names where something is bought or built, a tile somewhere."""
    word = GAME.actions.name(action)
    if word == "build":
        upgrades = tuple(dice.choice(["attack", "range", "fort"]) for _ in range(dice.randint(0, 2)))
        return evolve(action, spire=named(at, "tower"), upgrades=upgrades, capacity=dice.choice([None, 2, 3]))
    if word == "equip":
        return evolve(action, equipment="Cloak")
    if word == "attack" and action.target in {f"gate:{name}" for name in at.factions}:
        return evolve(action, absorb=dice.random() < 0.4)
    if word == "explore":
        return evolve(action, reveal=dice.random() < 0.7)
    if word == "place-tile":
        start = dice.choice(dice.choice(at.hexes).at and [n for h in at.hexes for n in (h.at, *neighbours(h.at))])
        second = dice.choice(neighbours(start))
        third = dice.choice([n for n in (*neighbours(start), *neighbours(second)) if n not in (start, second)])
        terrain = tuple(dice.choice(TERRAIN) for _ in range(3))
        return evolve(action, group=named(at, "tile"), at=(start, second, third), terrain=terrain)
    return action


def choose(at: Position, asked: Any, dice: random.Random) -> Any:
    """A hero that is swapped goes to one of its choices; the others keep theirs."""
    action, choice = asked
    if choice.open == "heroes" and choice.legal:
        return evolve(action, heroes={**action.heroes, **dice.choice(choice.legal)})
    return choosing(at, asked, dice)


def played(at: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, Any, Position]]:
    """Random turns; every kind of action is as likely."""

    def some(where: Position) -> list[Any]:
        kinds: dict[str, list[Any]] = {}
        for action in GAME.propose(where):
            kinds.setdefault(GAME.actions.name(action), []).append(action)
        return [dice.choice(actions) for actions in kinds.values() for _ in range(3)]

    game = evolve(GAME, propose=some)
    for _ in range(steps):
        step = next(walk(game, at, dice, 1, vary, choose), None)
        if step is None:
            return
        yield step
        at = step[2]
