"""What holds for every position of Cloudspire."""

import json
import random
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from cloudspire_maps import FORMAT, Json, check, chip, document, read, spire, tell, unit
from titan_companions.cloudspire.companion import GAME
from titan_companions.cloudspire.facts import RULESETS
from titan_companions.cloudspire.hexes import Hex, apart, in_one_piece, neighbours, within
from titan_companions.cloudspire.movers import find_mover
from titan_companions.cloudspire.moves import moves_of
from titan_companions.cloudspire.state import Dice, Position
from titan_companions.protocol import ChoiceNeeded
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.judging import Refusal
from trials import share
from walks import WALKS

AROUND = list(within((0, 0), 2))
GATES = {"Ash": (-3, 1), "Birch": (3, -1)}
FACTIONS = list(GATES)
hexes = st.tuples(st.integers(-5, 5), st.integers(-5, 5))


@st.composite
def positions(draw: Any, movement: int = 2) -> Json:
    """A map of up to 19 hexes with a few pieces; ``x`` of Ash is to move, the other minions of Ash have moved."""
    holes = draw(st.lists(st.sampled_from(AROUND), max_size=8, unique=True))
    places = [at for at in AROUND if at not in holes]
    terrain = st.sampled_from(["path"] * 5 + ["plains", "forest"])
    ground = [
        {
            "at": list(at),
            "group": draw(st.sampled_from("gh")),
            "terrain": draw(terrain),
            "level": draw(st.integers(0, 1)),
        }
        for at in places
    ]
    free = draw(st.permutations(places))
    pieces: list[Json] = []
    kind = draw(st.sampled_from(["minion", "minion", "hero"]))
    stats = {
        "movement": draw(st.sampled_from([*range(movement, 0, -1)] * 3 + [0])),
        "allowance": draw(st.sampled_from(["path", "plains", "forest"])),
    }
    if kind == "hero":
        stats["range"] = draw(st.sampled_from([None, 2]))
    stack = []
    if draw(st.integers(0, 3)):
        at = free.pop()
        flooded = draw(st.sampled_from([0, 0, 0, 1, 2]))
        ground = [{**h, "terrain": "water"} if apart((h["at"][0], h["at"][1]), at) < flooded else h for h in ground]
        pieces.append(unit("x", "Ash", at, kind=kind, **stats))
    else:
        stack.append({k: v for k, v in chip("x", kind=kind, **stats).items() if v is not None})
    for name in draw(st.lists(st.sampled_from(["hero", "own", "foe", "spire", "mill"]), max_size=4)):
        pieces += _piece(draw, name, f"{name}{len(pieces)}", free.pop(), ground)
    gates = [
        {"faction": "Ash", "at": list(GATES["Ash"]), "stack": stack},
        {"faction": "Birch", "at": list(GATES["Birch"])},
    ]
    factions = {"Ash": {"mark": "gate:Birch", "ai": draw(st.booleans())}, "Birch": {"mark": "gate:Ash"}}
    options = {
        o.name: draw(st.sampled_from(o.values)) for o in RULESETS.options.values() if draw(st.integers(0, 3)) == 0
    }
    dice = {"faces": draw(st.lists(st.integers(0, 3), min_size=2, max_size=6))}
    more = {"current": "Ash", "factions": factions, "gates": gates, "options": options, "dice": dice}
    return document(ground, *pieces, **more)


def _piece(draw: Any, what: str, name: str, at: Hex, ground: list[Json]) -> list[Json]:
    if what == "mill":
        next(h for h in ground if h["at"] == list(at))["chip"] = name
        return []
    if what == "spire":
        upgrades = draw(st.lists(st.sampled_from(["attack", "range", "fort"]), max_size=3))
        return [spire(name, draw(st.sampled_from(FACTIONS)), at, *upgrades)]
    health, attack = draw(st.integers(1, 4)), draw(st.integers(0, 3))
    if what == "hero":
        return [unit(name, "Ash", at, kind="hero", health=health, attack=attack, allowance="plains")]
    if what == "own":
        return [unit(name, "Ash", at, health=health, attack=attack, moved=[])]
    under = [chip(name + "u")] if draw(st.booleans()) else []
    return [unit(name, "Birch", at, health=health, attack=attack, under=under)]


def walks(position: Position, start: Hex, longest: int) -> Iterator[tuple[Hex, ...]]:
    """Every walk over the map and the gates, hexes passed twice and all."""
    there = {h.at for h in position.hexes} | {gate.at for gate in position.gates}
    edge: list[tuple[Hex, ...]] = [()]
    for _ in range(longest + 1):
        yield from edge
        edge = [(*path, n) for path in edge for n in neighbours(path[-1] if path else start) if n in there]


def _legal(position: Position, path: tuple[Hex, ...]) -> bool:
    """Whether ``x`` may move so; an open choice of a hero's hex is no objection."""
    try:
        return not isinstance(GAME.judge(position, GAME.actions.make("move", unit="x", path=path)), Refusal)
    except ChoiceNeeded:
        return True


@given(positions())
@share(2)
def test_listed_ends_are_those_of_every_legal_walk(data: Json) -> None:
    position = read(data)
    moves = moves_of(find_mover(position, "x"))
    walked: dict[Hex, tuple[Hex, ...]] = {}
    for path in walks(position, moves.start, moves.movement):
        if _legal(position, path):
            walked.setdefault(path[-1] if path else moves.start, path)
    listed = {end.at for end in moves.to}
    if not moves.must:
        listed.add(moves.start)
    assert set(walked) == listed


@given(positions(movement=4))
@share(3)
def test_every_listed_way_is_legal_and_can_be_carried_out(data: Json) -> None:
    position = read(data)
    for end in moves_of(find_mover(position, "x")).to:
        path = " ".join(f"{q},{r}" for q, r in end.path)
        answer = check(data, f"x moves {path}" if path else "x stays")
        assert answer["verdict"] == "legal", answer
        if "final" in answer:
            after = FORMAT.read(answer["final"])
            assert end.returns or next(u for u in after.units if u.id == "x").at == end.at
            assert sorted(c.id for c in after.chips.values()) == sorted(c.id for c in position.chips.values())


Pairs = list[tuple[str, str]]


@st.composite
def attacked(draw: Any) -> tuple[Json, Pairs]:
    """A position, and a few who attack whom in it."""
    data = draw(positions())
    units, spires = ([piece["id"] for piece in data[kind]] for kind in ("units", "spires"))
    pairs = list(product(units, [*units, *spires, "gate:Birch"]))
    return data, draw(st.lists(st.sampled_from(pairs), max_size=3)) if pairs else []


@given(positions(), hexes)
@share(5)
def test_where_the_map_lies_does_not_matter(data: Json, by: Hex) -> None:
    moved = json.loads(json.dumps(data))
    for key in ("hexes", "units", "spires", "gates"):
        for piece in moved[key]:
            piece["at"] = [piece["at"][0] + by[0], piece["at"][1] + by[1]]
    here, there = (moves_of(find_mover(read(found), "x")) for found in (data, moved))
    assert [(q + by[0], r + by[1]) for q, r in (end.at for end in here.to)] == [end.at for end in there.to]
    assert [end.distance for end in here.to] == [end.distance for end in there.to]
    assert (here.how, here.must, here.length) == (there.how, there.must, there.length)


@given(attacked())
def test_attacks_take_and_never_give(drawn: tuple[Json, Pairs]) -> None:
    data, pairs = drawn
    position = read(data)
    lives = {c.id: c.life for c in position.chips.values()}
    upgrades = {s.id: len(s.upgrades) for s in position.spires}
    for a, b in pairs:
        answer = check(data, f"{a} attacks {b}")
        if answer["verdict"] == "illegal":
            assert "final" not in answer
            assert any(r["verdict"] == "illegal" for r in answer["rulings"])
            continue
        after = FORMAT.read(answer["final"])
        assert all(chip.life <= lives[chip.id] for chip in after.chips.values())
        assert all(upgrades[s.id] - 1 <= len(s.upgrades) <= upgrades[s.id] for s in after.spires)
        gone = set(lives) - {c.id for c in after.chips.values()}
        assert gone <= {a, b}
        assert all(u.attacked for u in after.units if u.id == a)


@given(positions())
@share(3)
def test_an_ai_attacks_only_its_first_targets(data: Json) -> None:
    data["factions"]["Ash"]["ai"] = True
    for u in data["units"]:
        if u["faction"] != "Ash":
            continue
        wanted = tell("ai-target", data, piece=u["id"])
        for target in [t["target"] for t in wanted["targets"]]:
            verdict = check(data, f"{u['id']} attacks {target}")["verdict"]
            assert (verdict == "legal") == (target in wanted["target"])


@given(st.lists(st.integers(0, 4), min_size=2, max_size=6), st.integers(0, 4))
def test_damage_odds_are_those_of_every_roll(faces: list[int], count: int) -> None:
    odds = Dice(faces=tuple(faces)).odds(count)
    rolls = [sum(roll) for roll in product(faces, repeat=count)]
    for damage in range(max(rolls) + 2):
        assert odds.exactly(damage) * len(rolls) == rolls.count(damage)


@given(hexes, hexes, st.integers(0, 4))
def test_hexes_lie_as_far_apart_as_one_walks(a: Hex, b: Hex, reach: int) -> None:
    ring = list(within(a, reach))
    assert len(ring) == len(set(ring)) == 1 + 3 * reach * (reach + 1)
    assert all(apart(a, at) <= reach for at in ring)
    assert apart(a, b) == apart(b, a) == (0 if a == b else 1 + min(apart(n, b) for n in neighbours(a)))
    assert in_one_piece(ring)


def _told(at: Position, action: Any) -> Any:
    """What comes of an action, but for whose turn it is and which step."""
    try:
        judged = GAME.judge(at, action)
    except ChoiceNeeded as e:
        return e.open
    if isinstance(judged, Refusal):
        return judged
    after, rulings = judged.carry_out((1,) * judged.dice)
    return evolve(after, current="", step=None), [str(ruling) for ruling in rulings]


@given(st.integers(0, 10**6).map(random.Random))
def test_an_action_asked_by_itself_is_judged_as_it_is_played(dice: random.Random) -> None:
    for at, action, _ in islice(WALKS["cloudspire"][1](dice), 6):
        for each in (action, *dice.sample(offered := list(GAME.propose(at)), min(2, len(offered)))):
            played = _told(at, each)
            if not (isinstance(played, Refusal) and any(ruling.rule == "CS-GEN-2" for ruling in played.rulings)):
                assert _told(GAME.as_if(at, each), each) == played
