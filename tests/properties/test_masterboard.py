"""What holds on any board: agreement of the two ways to ask, and no dependence on how it was written down."""

from collections import Counter
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from builders import meant, refused
from looping import some
from titan_rules.box import STANDARD
from titan_rules.box.names import CharacterName, LandNo, Marker
from titan_rules.kernel.evolving import evolve
from titan_rules.position.game import Game, Legion, Player
from titan_rules.rules.masterboard.destinations import destinations
from titan_rules.rules.masterboard.move_rulings import move_rulings, stay_rulings
from titan_rules.rules.masterboard.movement import judge_move, owed_moves
from titan_rules.rules.masterboard.mustering import muster_options, sufficient, table_rulings

NAMES = sorted(STANDARD.full_stock)
CHAINS = ("tower_teleport", "titan_to_towers"), ("titan_teleport", "within_six"), ("first_turn_teleport", "forbidden")

contents = st.lists(st.sampled_from(NAMES), min_size=1, max_size=6).map(tuple)
lands = st.sampled_from(sorted(STANDARD.masterboard.lands))
near = st.sampled_from([100, 3, 4, 5, 2, 7, 1, 42, 41, 101, 102, 142, 1000, 2000, 6000, 103])
"""Lands close together, so that Legions get in each other's way."""


@st.composite
def games(draw: st.DrawFn, phase: str = "movement") -> Game:
    """A game of two or three players; Legions of one player may share a land, those of two only engaged."""
    players = []
    taken: dict[int, int] = {}
    for i, (color, letters) in enumerate([("Black", "Bk"), ("Red", "Rd"), ("Gold", "Gd")][: draw(st.integers(2, 3))]):
        legions = []
        for n in range(1, draw(st.integers(1, 6)) + 1):
            land = draw(st.one_of(near, lands))
            if i and land in taken and (taken[land] or draw(st.booleans())):
                continue
            taken[land] = i
            content = draw(contents) if n > 1 else ("Titan", *draw(contents))
            moved = i == 0 and draw(st.integers(0, 4)) == 0
            legions.append(Legion(f"{letters}{n:02d}", land, content, moved=moved))
        score = draw(st.sampled_from([0, 399, 400, 1234]))
        spare = tuple(f"{letters}{n:02d}" for n in range(7, 13))
        players.append(Player(color, tower=100 * (i + 1), score=score, legions=tuple(legions), markers=spare))
    options = dict(draw(st.lists(st.sampled_from(CHAINS), unique=True)))
    turn = draw(st.sampled_from([1, 5]))
    roll = draw(st.integers(1, 6))
    return Game(options=options, turn=turn, phase=phase, active="Black", roll=roll, players=tuple(players))


def shuffled(game: Game, random: Random) -> Game:
    """The same game with its players, Legions and characters in another order."""

    def mixed(things: Any) -> Any:
        return tuple(random.sample(things, len(things)))

    players = [
        evolve(p, legions=mixed([evolve(x, characters=mixed(x.characters)) for x in p.legions])) for p in game.players
    ]
    return evolve(game, players=mixed(players))


def found(game: Game) -> dict[Marker, object]:
    """What every Legion of the mover may do, and what is owed."""
    mover = game.mover
    return {x.legion: destinations(game, mover, x, game.roll) for x in mover.legions}


@given(games(), st.randoms(use_true_random=False))
def test_destinations_do_not_depend_on_the_order_of_the_document(game: Game, random: Random) -> None:
    other = shuffled(game, random)
    assert found(game) == found(other)
    assert {r.rule for r in owed_moves(game)} == {r.rule for r in owed_moves(other)}


@given(games(), st.data())
def test_a_move_is_legal_exactly_if_it_is_listed(game: Game, data: Any) -> None:
    legion = data.draw(st.sampled_from(game.mover.legions))
    listed = destinations(game, game.mover, legion, game.roll)
    asked = {d.land for d in listed} | set(data.draw(st.lists(st.one_of(near, lands), max_size=12)))
    for land in asked:
        for how in ("normal", "tower-teleport", "titan-teleport"):
            there = [d for d in listed if d.land == land and d.how == how]
            for side in (None, "left", "right", "bottom"):
                for lord in ((), ("Titan",), ("Angel",), ("Ogre",)):
                    ways = [
                        d
                        for d in there
                        if (side in d.entry_sides if side else len(d.entry_sides) <= 1)
                        and (lord[0] in d.reveal if lord else len(d.reveal) <= 1)
                    ]
                    assert bool(ways) == (not refused(judge_move(game, legion.legion, land, side, how, lord)))


@given(games())
def test_every_destination_has_rulings_and_every_refusal_has_them(game: Game) -> None:
    mover = game.mover
    for legion in some(mover.legions):
        listed = destinations(game, mover, legion, game.roll)
        for there in listed:
            rulings = move_rulings(game, mover, legion, game.roll, there)
            assert rulings
            assert all(r.verdict == "legal" and r.text for r in rulings)
        if not listed:
            assert all(r.verdict == "illegal" and r.text for r in stay_rulings(game, mover, legion, game.roll))
        for land in some(STANDARD.masterboard.lands):
            if all(d.land != land for d in listed):
                refusal = refused(judge_move(game, legion.legion, land))
                assert refusal
                assert all(r.verdict == "illegal" and r.text for r in refusal)


@given(games())
def test_where_legions_end(game: Game) -> None:
    """No own Legion is joined, no Engagement entered, and what is engaged stands there."""
    mover = game.mover
    enemies = {x.land: x.legion for p, x in game.legions() if p is not mover}
    for legion in some(mover.legions):
        others = {x.land for x in mover.legions if x is not legion}
        for there in destinations(game, mover, legion, game.roll):
            assert there.land not in others
            assert there.engages == enemies.get(there.land)
            assert bool(there.entry_sides) == (there.engages is not None)
            if STANDARD.masterboard.lands[there.land].is_tower and there.engages:
                assert there.entry_sides == ("bottom",)


@given(games())
def test_a_resolved_move_is_settled(game: Game) -> None:
    for legion in some(game.mover.legions):
        for there in destinations(game, game.mover, legion, game.roll):
            side = there.entry_sides[0] if there.entry_sides else None
            settled = meant(judge_move(game, legion.legion, there.land, side, there.how, there.reveal[:1]))
            assert len(settled.entry_sides) == bool(there.engages)
            assert len(settled.reveal) == (there.how != "normal")


@given(games())
def test_a_walk_by_the_signs_finds_the_same_lands(game: Game) -> Any:
    """An independent walk, land by land, in place of masks."""
    mover = game.mover
    own = Counter(x.land for x in mover.legions)
    enemies = {x.land for p, x in game.legions() if p is not mover}

    def walk(land: LandNo, before: LandNo | None, left: int) -> set[LandNo]:
        if left == 0:
            return set() if own[land] - (land == start) else {land}
        exits = STANDARD.masterboard.lands[land].exits
        blocks = [e for e in exits if e.sign == "Block"] if before is None else []
        ends: set[LandNo] = set()
        for e in blocks or exits:
            if before is not None and (e.to == before or e.sign in ("Block", "Arch")):
                continue
            if e.to in enemies:
                ends |= set() if own[e.to] else {e.to}
            else:
                ends |= walk(e.to, land, left - 1)
        return ends

    for legion in some(mover.legions):
        if legion.moved:
            continue
        start = legion.land
        for roll in range(1, 7):
            listed = destinations(evolve(game, roll=roll), mover, legion, roll)
            assert {d.land for d in listed if d.how == "normal"} == walk(start, None, roll)


stocks = st.dictionaries(st.sampled_from(NAMES), st.integers(0, 3))


@given(st.sampled_from(tuple(STANDARD.terrains)), contents, stocks, st.randoms(use_true_random=False))
def test_muster_options_hold_what_they_say(terrain: str, content: str, stock: Any, random: Random) -> None:
    options = muster_options(STANDARD.table(terrain), content, stock)
    assert options == muster_options(STANDARD.table(terrain), random.sample(content, len(content)), stock)
    have: Counter[CharacterName] = Counter(content)
    for option in options:
        assert option.left == stock.get(option.muster, STANDARD.full_stock[option.muster]) > 0
        assert list(option.ways) == sorted(set(option.ways))
        for way in option.ways:
            assert not Counter(way) - have
            assert way in sufficient(STANDARD.table(terrain), option.muster)
    allowed = [
        r.facts["muster"] for r in table_rulings(STANDARD.table(terrain), content, stock) if r.verdict == "legal"
    ]
    assert allowed == [option.muster for option in options]


@given(st.sampled_from(tuple(STANDARD.terrains)), contents, st.sampled_from(NAMES))
def test_more_characters_never_qualify_for_less(terrain: str, content: str, joining: Any) -> None:
    if len(content) < 6:
        before = {o.muster for o in muster_options(STANDARD.table(terrain), content)}
        assert before <= {o.muster for o in muster_options(STANDARD.table(terrain), (*content, joining))}
