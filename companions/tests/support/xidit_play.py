"""Positions of Lords of Xidit to play with, and what a player may do with a proposal."""

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from titan_companions.lords_of_xidit.companion import GAME
from titan_companions.lords_of_xidit.line import new
from titan_companions.lords_of_xidit.readings import RULESETS
from titan_companions.lords_of_xidit.state import CRITERIA, UNITS, Chosen, Position
from titan_rules.kernel.evolving import evolve
from walking import choosing, walk

CITIES = list(new()["map"]["cities"])
units = st.lists(st.sampled_from(UNITS), min_size=1, max_size=5)
rewards = st.fixed_dictionaries(
    {"gold": st.integers(0, 5), "harp": st.integers(0, 3), "guild": st.integers(0, 3)}
).filter(lambda shown: any(shown.values()))
needs = st.dictionaries(st.sampled_from(UNITS), st.integers(1, 2), min_size=1, max_size=2)
faces = st.fixed_dictionaries({"units": units, "needs": needs, "rewards": rewards})
hands = st.dictionaries(st.sampled_from(UNITS), st.integers(1, 4))
programs = st.lists(
    st.sampled_from(["red", "blue", "black", "act", "act", "act", "wait", "repel"]), min_size=6, max_size=6
)
titan = st.fixed_dictionaries({"needs": st.integers(1, 6), "rewards": rewards})


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Positions with random hands, programmes, tiles and readings on the skeleton's map."""
    data = new()
    free = draw(st.permutations(CITIES))
    cities = {}
    for city in free[: draw(st.integers(0, 6))]:
        face = draw(faces)
        if draw(st.booleans()):
            cities[city] = {"tile": {"kind": "recruit", **face, "printed": face["units"]}}
        else:
            printed = face.pop("units")
            cities[city] = {"tile": {"kind": "monster", **face, "printed": printed}}

    def tiles(most: int) -> list[dict[str, Any]]:
        return [{"city": draw(st.sampled_from(CITIES)), **draw(faces)} for _ in range(draw(st.integers(0, most)))]

    awake = draw(st.booleans())
    up = draw(st.one_of(st.none(), titan)) if awake else None
    data |= {
        "cities": cities,
        "supply": {
            "next_recruit": (tiles(1) or [None])[0],
            "next_monster": (tiles(1) or [None])[0],
            **{f"{kind}_{place}": tiles(3) for kind in ("recruit", "monster") for place in ("pile", "discard")},
        },
        "titans": {"awake": awake, "piles": [{"face_up": up, "below": draw(st.lists(titan, max_size=2))}]},
        "options": {
            "occupied_city": draw(st.sampled_from(["under_the_pile", "discard"])),
            **{o.name: draw(st.sampled_from(o.values)) for o in RULESETS.options.values() if o.name != "occupied_city"},
        },
    }
    for player in data["players"].values():
        player |= {"at": draw(st.sampled_from(CITIES)), "hand": draw(hands), "program": draw(programs)}
        harps = draw(st.dictionaries(st.sampled_from(list(data["map"]["regions"])), st.integers(1, 4)))
        player |= {"harps": harps, "harps_left": 20 - sum(harps.values()), "gold": draw(st.integers(0, 9))}
        player["guild_saved"] = draw(st.integers(0, 2))
    data["criteria"] = draw(st.permutations(CRITERIA))
    data["census_shown"] = {}
    found: Position = GAME.format.read(data)
    return found


def vary(at: Position, action: Any, dice: random.Random) -> Any:
    """A programme of any orders, a census in which anything is shown."""
    word = GAME.actions.name(action)
    if word == "program":
        return evolve(action, orders=tuple(dice.choices(("red", "blue", "black", "act", "act", "act", "wait"), k=6)))
    if word == "census":
        held = {name: player.hand.get(action.type, 0) for name, player in at.players.items()}
        return evolve(action, shown={name: dice.randint(0, n) for name, n in held.items()})
    return action


def choose(at: Position, asked: Any, dice: random.Random) -> Any:
    """Something legal where a choice is open."""
    action, choice = asked
    if choice.open == "titan":
        return evolve(
            action, **({"repel": False} if dice.random() < 0.3 and hasattr(action, "order") else {"titan": 1})
        )
    if GAME.actions.name(action) == "census":
        name = choice.question.split(" does ")[1].split(" ")[0]
        return evolve(action, places={**action.places, name: Chosen(**{choice.open: dice.choice(choice.legal)})})
    return choosing(at, asked, dice)


def played(at: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, Any, Position]]:
    """A random game."""
    yield from walk(GAME, at, dice, steps, vary, choose)
