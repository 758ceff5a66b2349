"""What must hold over any year of Lords of Xidit."""

import random
from collections import Counter
from typing import Any

import attrs
from hypothesis import given, settings
from hypothesis import strategies as st

from titan_rules.companions.lords_of_xidit.companion import COMPANION, FORMAT
from titan_rules.companions.lords_of_xidit.rules.assessment import assess, shortfall
from titan_rules.companions.lords_of_xidit.rules.recruiting import weakest
from titan_rules.companions.lords_of_xidit.state import Position
from titan_rules.companions.lords_of_xidit.words import UNITS
from titan_rules.kernel.companions import ask
from titan_rules.kernel.companions.choices import LISTED, spread, ways
from titan_rules.kernel.companions.telling import plain
from xidit_play import play, positions

YEARS = settings(max_examples=60, deadline=None)


def tiles(where: Position) -> int:
    supply = where.supply
    beside = [supply.recruit_pile, supply.monster_pile, supply.recruit_discard, supply.monster_discard]
    single = [supply.next_recruit, supply.next_monster, *(space.tile for space in where.cities.values())]
    return sum(len(pile or ()) for pile in beside) + sum(tile is not None for tile in single)


def titans(where: Position) -> int:
    return sum(len(pile.below) + (pile.face_up is not None) for pile in where.titans.piles)


@YEARS
@given(positions(), st.randoms(use_true_random=False))
def test_nothing_is_lost_or_made_in_a_year(where: Position, dice: random.Random) -> None:
    for step in play(where, dice)[1]:
        after, name = step.position, step.player
        assert FORMAT.validate(after) == []
        assert tiles(after) == tiles(where)
        hand = Counter(where.players[name].hand)
        gold, harps = where.players[name].gold or 0, Counter(where.players[name].harps)
        for event in step.did:
            if event["what"] == "recruit":
                hand[event["unit"]] += 1
            elif event["what"] == "pay":
                hand.subtract(event["units"])
            elif event["what"] == "gold":
                gold += event["value"]
            elif event["what"] == "harps":
                harps.update(event["placed"])
        player = after.players[name]
        assert Counter(player.hand) == +hand
        assert player.gold == gold
        assert Counter(player.harps) == harps
        assert player.harps_left + sum(player.harps.values()) == 20
        assert player.storeys + player.guild_saved <= 15
        assert titans(where) - titans(after) == sum(event["what"] == "titan-gone" for event in step.did)
        assert all(after.players[other] == where.players[other] for other in where.order if other != name)
        where = after


@YEARS
@given(positions(), st.randoms(use_true_random=False))
def test_a_run_equals_its_steps(where: Position, dice: random.Random) -> None:
    begin, done = play(where, dice)
    data: Any = FORMAT.to_json(begin)
    answer = ask(COMPANION, "run", data)
    assert answer["verdict"] == "complete"
    assert answer["steps"] == plain(done)
    assert answer["final"] == FORMAT.to_json(done[-1].position)
    half = data
    for number, step in enumerate(done[:12]):
        one = ask(COMPANION, "step", half, player=step.player, order=step.order)
        assert {key: one[key] for key in plain(step)} == answer["steps"][number]
        half = one["final"]
    rest = ask(COMPANION, "run", half)
    assert answer["steps"][:12] + rest["steps"] == answer["steps"]
    assert rest["final"] == answer["final"]


@YEARS
@given(positions(), st.randoms(use_true_random=False))
def test_documents_round_trip(where: Position, dice: random.Random) -> None:
    begin, done = play(where, dice)
    for position in (begin, done[-1].position):
        text = FORMAT.dumps(position)
        assert FORMAT.loads(text) == position
        assert FORMAT.dumps(FORMAT.loads(text)) == text


def mixed(data: Any, dice: random.Random) -> Any:
    """The same JSON with the keys of every object in another order."""
    if isinstance(data, dict):
        keys = list(data)
        dice.shuffle(keys)
        return {key: mixed(data[key], dice) for key in keys}
    return [mixed(item, dice) for item in data] if isinstance(data, list) else data


@YEARS
@given(positions(), st.randoms(use_true_random=False))
def test_the_order_of_keys_means_nothing(where: Position, dice: random.Random) -> None:
    data: Any = FORMAT.to_json(play(where, dice)[0])
    for question in ("run", "regions", "final", "recruit", "repel", "reach", "year"):
        assert ask(COMPANION, question, data) == ask(COMPANION, question, mixed(data, dice))


@YEARS
@given(positions())
def test_recruit_and_step_agree(where: Position) -> None:
    act = attrs.evolve(where.players["A"], program=("act",) * 6)
    data = FORMAT.to_json(attrs.evolve(where, players={**where.players, "A": act}, next=None))
    answer = ask(COMPANION, "recruit", data, player="A")
    step = ask(COMPANION, "step", data, player="A", order=1)
    if answer["verdict"] == "legal" and step["verdict"] == "complete":
        assert step["did"][0] == {"what": "recruit", "unit": answer["unit"], "city": act.at, "left": answer["left"]}
    monster = ask(COMPANION, "repel", data, player="A")
    if monster["verdict"] == "illegal" and answer["verdict"] == "illegal":
        assert step["status"] == "void"


@YEARS
@given(positions())
def test_every_assessment_ranks_the_living_and_drops_the_last(where: Position) -> None:
    living = set(where.order)
    rounds = assess(where)
    for each in rounds:
        assert {s.player for s in each.ranking} == living
        keys = [s.key for s in each.ranking]
        assert keys == sorted(keys, reverse=True)
        assert set(each.eliminated) == {s.player for s in each.ranking[len(keys) - len(each.eliminated) :]}
        living -= set(each.eliminated)
    assert rounds[-1].ranking[0].player in living


@YEARS
@given(positions(), st.sampled_from("ABCD"))
def test_what_is_needed_is_enough_and_the_least(where: Position, name: str) -> None:
    short = shortfall(where, "wealth", name)
    nth = [each.criterion for each in assess(where)].index("wealth")
    if short.needs is None:
        assert name not in {s.player for s in short.round.ranking}
        return

    def safe(more: int) -> bool:
        richer = where.with_player(name, gold=(where.players[name].gold or 0) + more)
        each = assess(richer)[nth]
        return each.ranking[0].player == name if nth == 2 else name not in each.eliminated

    assert safe(short.needs)
    assert short.needs == 0 or not safe(short.needs - 1)


@given(st.integers(0, 12), st.lists(st.integers(0, 6), max_size=5))
def test_spread_lists_every_way_once(count: int, most: list[int]) -> None:
    names = [str(i) for i in range(len(most))]
    limits = dict(zip(names, most, strict=True))
    for limit in (limits, None):
        listed, number = spread(count, names, limit), ways(count, names, limit)
        assert len(listed) == min(number, LISTED)
        assert len({tuple(sorted(one.items())) for one in listed}) == len(listed)
        assert all(sum(one.values()) == count and all(one.values()) for one in listed)
        assert limit is None or all(n <= limit[name] for one in listed for name, n in one.items())


@given(st.lists(st.sampled_from(UNITS), min_size=1))
def test_LX_RECRUIT_2_nothing_is_weaker_than_the_weakest(units: list[Any]) -> None:
    assert weakest(units) in units
    assert all(UNITS.index(weakest(units)) <= UNITS.index(unit) for unit in units)
