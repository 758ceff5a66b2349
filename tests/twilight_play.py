"""Positions of Twilight Struggle for tests, written short."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from titan_rules.companions.twilight_struggle.catalog import SETUP, SIDES
from titan_rules.companions.twilight_struggle.companion import COMPANION
from titan_rules.companions.twilight_struggle.state import NOTHING, BySide, Position
from titan_rules.kernel.companions import Answer
from titan_rules.kernel.companions import ask as ask_companion
from titan_rules.kernel.evolving import evolve


def position(influence: Mapping[str, tuple[int, int]] | None = None, **fields: Any) -> Position:
    """A position; influence is (US, USSR) by country."""
    held = {name: BySide(*pair) for name, pair in (influence or {}).items()}
    return Position(influence=held, **fields)


def fixed_setup(**fields: Any) -> Position:
    """The fixed influence of both sides, and nothing else."""
    found = Position()
    for side in SIDES:
        for name, number in SETUP[side].fixed.items():
            found = found.with_influence(name, found.influence.get(name, NOTHING).plus(side, number))
    return evolve(found, **fields)


def ask(question: str, document: Position, **values: Any) -> Answer:
    """The answer to a question about a position."""
    return ask_companion(COMPANION, question, COMPANION.format.to_json(document), **values)


def rules_of(answer: Any) -> set[str]:
    """Every rule id that an answer cites, wherever it stands."""
    if isinstance(answer, dict):
        own = {answer["rule"]} if "verdict" in answer and "rule" in answer else set()
        return own.union(*(rules_of(inner) for inner in answer.values())) if answer else own
    if isinstance(answer, list):
        return set[str]().union(*(rules_of(inner) for inner in answer)) if answer else set()
    return set()


def played(option: dict[str, Any], dice: random.Random) -> dict[str, Any]:
    """An action that an option allows."""
    do = option["do"]
    card = {"card": option["card"]} if "card" in option else {}
    if do == "deal":
        return {"do": do, **{side: [] for side, new in option["cards"].items() if new}}
    if do == "headline":
        return {"do": do, "US": f"A:{dice.randint(1, 4)}", "USSR": f"B:{dice.randint(1, 4)}"}
    if do == "score":
        return {"do": do, "card": option.get("card") or dice.choice(option["cards"])}
    if do == "event":
        owners = option.get("of")
        of = {} if owners is None else {"of": owners if isinstance(owners, str) else dice.choice(owners)}
        return {"do": do, **of, "vp": dice.randint(-2, 2), "defcon": dice.choice([0, 0, 0, 1, -1])}
    if do == "space":
        return {"do": do, "ops": 4, "die": dice.randint(1, 6), **card}
    if do == "place":
        return {"do": do, "ops": 2, "markers": [dice.choice(option["countries"])], **card}
    if do == "coup":
        target = dice.choice(option["countries"])
        return {"do": do, "ops": dice.randint(1, 4), "country": target, "die": dice.randint(1, 6), **card}
    if do == "realign":
        pair = {"country": dice.choice(option["countries"]), "dice": [dice.randint(1, 6), dice.randint(1, 6)]}
        return {"do": do, "ops": 1, "rolls": [pair], **card}
    return {"do": do}


def walk(start: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, dict[str, Any], Position]]:
    """A random game: each position, an action that is offered in it, and what comes of it."""
    play = COMPANION.play
    assert play is not None
    for _ in range(steps):
        offered = play.options(start)
        if not offered:
            return
        action = played(dict(dice.choice(offered)), dice)
        after = play.apply(start, play.actions.read(action)).position
        yield start, action, after
        start = after
