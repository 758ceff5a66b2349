"""Positions to play with, and a player that takes any legal choice."""

import json
import random
from collections.abc import Iterator
from typing import Any

import attrs
from hypothesis import strategies as st

from titan_rules.companions.lords_of_xidit.companion import COMPANION, FORMAT, new
from titan_rules.companions.lords_of_xidit.readings import RULESETS
from titan_rules.companions.lords_of_xidit.rules.orders import Step, carry_out
from titan_rules.companions.lords_of_xidit.state import Choice, Position
from titan_rules.companions.lords_of_xidit.words import CRITERIA, UNITS
from titan_rules.kernel.companions.choices import ChoiceNeeded, Open
from titan_rules.kernel.companions.telling import plain

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
            before = where.choice(turn.player, order=turn.order)
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


def carried_out(where: Position, option: dict[str, Any], dice: random.Random) -> tuple[dict[str, Any], Position]:
    """An action that an option allows, with something legal wherever it leaves a choice; and what comes of it."""
    game = COMPANION.play
    assert game is not None
    action = {key: option[key] for key in ("do", "player", "order", "type") if key in option}
    if action["do"] == "program":
        action.pop("order", None)
        action["orders"] = [dice.choice(["red", "blue", "black", "act", "act", "act", "wait"]) for _ in range(6)]
    if action["do"] == "census":
        hands = {name: player.hand.get(action["type"], 0) for name, player in where.players.items()}
        action["shown"] = {name: dice.randint(0, held) for name, held in hands.items()}
    while True:
        try:
            return action, game.apply(where, game.actions.read(action)).position
        except ChoiceNeeded as e:
            made = plain(choose(e.open, dice))
            if action["do"] == "census":
                action["places"] = {**action.get("places", {}), e.open.about["player"]: made}
            else:
                action |= made


def walk(where: Position, dice: random.Random, steps: int) -> Iterator[tuple[Position, dict[str, Any], Position]]:
    """A random game: each position, an action that is offered in it, and what comes of it."""
    game = COMPANION.play
    assert game is not None
    for _ in range(steps):
        offered = game.options(where)
        if not offered:
            return
        action, after = carried_out(where, dict(offered[0]), dice)
        yield where, action, after
        where = after


def words(action: dict[str, Any]) -> str:
    """An action as a line of a score sheet."""

    def typed(value: Any) -> str:
        if isinstance(value, dict):
            return ",".join(f"{key}:{item}" for key, item in value.items())
        return (
            ",".join(map(str, value))
            if isinstance(value, list)
            else {True: "yes", False: "no"}.get(value, str(value))
            if isinstance(value, bool)
            else str(value)
        )

    plain_words = [action["do"], *(typed(action[key]) for key in ("player", "type") if key in action)]
    if "orders" in action:
        plain_words += action["orders"]
    if "shown" in action:
        plain_words.append(typed({name: n for name, n in action["shown"].items() if n}) or "{}")
    named = {k: v for k, v in action.items() if k not in ("do", "player", "type", "order", "orders", "shown", "places")}
    plain_words += [f"{key}={typed(value)}" for key, value in named.items()]
    if "places" in action:
        plain_words.append("places='" + json.dumps(action["places"]) + "'")
    return " ".join(plain_words)
