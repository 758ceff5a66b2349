"""Positions to play with, and a player that takes any legal choice."""

import random
from typing import Any

import attrs
from hypothesis import strategies as st

from titan_rules.companions.lords_of_xidit.companion import new
from titan_rules.companions.lords_of_xidit.documents import FORMAT
from titan_rules.companions.lords_of_xidit.readings import OPTIONS
from titan_rules.companions.lords_of_xidit.rules.orders import Step, carry_out
from titan_rules.companions.lords_of_xidit.rules.outcomes import ChoiceNeeded, Open
from titan_rules.companions.lords_of_xidit.state import Choice, Position
from titan_rules.companions.lords_of_xidit.words import CRITERIA, UNITS

CITIES = [str(n) for n in range(1, 9)]
WAITS = ["wait"] * 6

units = st.lists(st.sampled_from(UNITS), min_size=1, max_size=5)
needs = st.dictionaries(st.sampled_from(UNITS), st.integers(1, 2), min_size=1, max_size=2)
rewards = st.fixed_dictionaries(
    {"gold": st.integers(1, 5)}, optional={"harp": st.integers(1, 4), "guild": st.integers(1, 4)}
)
faces = st.fixed_dictionaries({"units": units, "needs": needs, "rewards": rewards})
programs = st.lists(st.sampled_from(["red", "blue", "black", "wait", "act", "act", "act"]), min_size=6, max_size=6)
hands = st.dictionaries(st.sampled_from(UNITS), st.integers(0, 5))
titan = st.fixed_dictionaries({"needs": st.integers(1, 6), "rewards": rewards})


def position(**changes: Any) -> Position:
    """The skeleton with some of its parts replaced, as a position."""
    found: Position = FORMAT.read({**new(), **changes})
    return found


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
            **{o.name: draw(st.sampled_from(o.values)) for o in OPTIONS if o.name != "occupied_city"},
        },
    }
    for player in data["players"].values():
        player |= {"at": draw(st.sampled_from(CITIES)), "hand": draw(hands), "program": draw(programs)}
        harps = draw(st.dictionaries(st.sampled_from(list(data["map"]["regions"])), st.integers(1, 4)))
        player |= {"harps": harps, "harps_left": 20 - sum(harps.values()), "gold": draw(st.integers(0, 9))}
        player["guild_saved"] = draw(st.integers(0, 2))
    data["criteria"] = draw(st.permutations(CRITERIA))
    data["census_shown"] = {}
    found: Position = FORMAT.read(data)
    return found


def choose(open_: Open, dice: random.Random) -> dict[str, Any]:
    """Something legal where a choice is open."""
    if open_.kind == "shuffle":
        order = list(range(1, len(open_.about["tiles"]) + 1))
        dice.shuffle(order)
        return {"shuffle": tuple(order)}
    picked = dice.choice(open_.legal)
    return picked if open_.kind == "titan" else {open_.kind: picked}


def settled(where: Position, dice: random.Random) -> tuple[Position, Step]:
    """The order that comes next carried out, whatever it leaves open; and the position with the choices that did it."""
    turn = where.turn
    while True:
        try:
            return where, carry_out(where, turn)
        except ChoiceNeeded as e:
            before = where.choice(turn.order, turn.player)
            made = attrs.evolve(before, order=turn.order, player=turn.player, **choose(e.open, dice))
            kept: tuple[Choice, ...] = tuple(c for c in where.choices if c is not before)
            where = attrs.evolve(where, choices=(*kept, made))


def play(where: Position, dice: random.Random) -> tuple[Position, list[Step]]:
    """The rest of the year; and the position it began in with every choice that was made."""
    begin, done = where, list[Step]()
    while where.turn.order <= 6:
        chosen, step = settled(where, dice)
        begin = attrs.evolve(begin, choices=(*begin.choices, *(c for c in chosen.choices if c not in where.choices)))
        done.append(step)
        where = step.position
    return begin, done
