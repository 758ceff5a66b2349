"""Properties of Twilight Struggle that hold in any position."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from titan_rules.companions.twilight_struggle.catalog import (
    COUNTRIES,
    REGIONS,
    SCORING_CARDS,
    SIDES,
    Country,
    Side,
    opponent,
)
from titan_rules.companions.twilight_struggle.companion import COMPANION, FORMAT
from titan_rules.companions.twilight_struggle.rules.chances import outcomes
from titan_rules.companions.twilight_struggle.rules.coup import coup, coup_rulings
from titan_rules.companions.twilight_struggle.rules.influence import cheapest, flip, placed, price_of, reach
from titan_rules.companions.twilight_struggle.rules.realignment import realignment_rulings, roll
from titan_rules.companions.twilight_struggle.rules.scoring import score, scored_at_the_end, southeast_asia, status
from titan_rules.companions.twilight_struggle.rules.tracks import military_check
from titan_rules.companions.twilight_struggle.state import (
    NOTHING,
    RULESETS,
    BySide,
    ChinaCard,
    Hand,
    Hands,
    Position,
    new_position,
    position_faults,
)
from titan_rules.kernel.companions import ask as ask_companion
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import loads, pretty
from twilight_play import ask, rules_of

sides = st.sampled_from(SIDES)
countries = st.sampled_from(list(COUNTRIES.values()))
pairs = st.builds(BySide, st.integers(0, 6), st.integers(0, 6)).filter(lambda pair: pair != NOTHING)
dice = st.integers(1, 6)
ops = st.integers(1, 6)


def both(most: int) -> st.SearchStrategy[BySide]:
    return st.builds(BySide, st.integers(0, most), st.integers(0, most))


def hands(turn: int) -> st.SearchStrategy[Hands | None]:
    early = [name for name, card in SCORING_CARDS.items() if turn >= card.first]
    spread = st.lists(st.sampled_from(early), max_size=3, unique=True).flatmap(
        lambda cards: st.integers(0, len(cards)).map(lambda cut: (tuple(cards[:cut]), tuple(cards[cut:])))
    )
    return st.none() | spread.map(lambda two: Hands(Hand(5, two[0]), Hand(5, two[1])))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    turn = draw(st.integers(1, 10))
    return Position(
        options=draw(st.dictionaries(st.sampled_from(list(RULESETS.options)), st.just(None)).map(_second_values)),
        turn=turn,
        round=draw(st.integers(0, 6)),
        phasing=draw(st.none() | sides),
        defcon=draw(st.integers(2, 5)),
        vp=draw(st.integers(-19, 19)),
        military_operations=draw(both(5)),
        space=draw(both(8)),
        space_attempts=draw(both(1)),
        china_card=draw(st.builds(ChinaCard, sides, st.sampled_from(["up", "down"]))),
        influence=draw(st.dictionaries(st.sampled_from(list(COUNTRIES)), pairs, max_size=25)),
        hands=draw(hands(turn)),
    )


def _second_values(names: dict[str, None]) -> dict[str, str | bool]:
    return {name: RULESETS.options[name].values[1] for name in names}


def swapped(position: Position) -> Position:
    """The position with the sides' influence exchanged."""
    return evolve(position, influence={n: BySide(i.USSR, i.US) for n, i in position.influence.items()})


@given(positions())
def test_documents_round_trip_byte_for_byte(position: Position) -> None:
    assert list(position_faults(position)) == []
    text = FORMAT.dumps(position)
    again = FORMAT.loads(text)
    assert again == position
    assert FORMAT.dumps(again) == text


@given(positions(), countries)
def test_CTRL_1_control_is_antisymmetric(position: Position, country: Country) -> None:
    now, other = position.controller(country), swapped(position).controller(country)
    assert other == (None if now is None else opponent(now))


@given(positions())
def test_CTRL_2_flips_are_exactly_the_changes_of_one_marker(position: Position) -> None:
    for country in COUNTRIES.values():
        for side in SIDES:
            after = position.with_influence(country, position.at(country).plus(side, 1))
            before, now = position.controller(country), after.controller(country)
            effect = None if now == before else "gains" if now == side else "breaks"
            assert flip(position, country, side) == effect


@given(positions(), st.sampled_from(REGIONS))
def test_SCR_5_scoring_mirrors_when_the_sides_change(position: Position, region: str) -> None:
    here, there = score(position, region).told, score(swapped(position), region).told
    for side in SIDES:
        mine, theirs = here[side], there[opponent(side)]
        assert (mine.status, mine.status_vp) == (theirs.status, theirs.status_vp)
        assert mine.vp - len(mine.next_to_enemy) == theirs.vp - len(theirs.next_to_enemy)
    if region in ("Middle East", "Africa", "South America"):
        assert here["net"] == -there["net"]


@given(positions(), st.sampled_from(REGIONS))
def test_SCR_2_only_one_side_dominates_or_controls(position: Position, region: str) -> None:
    high = [side for side in SIDES if status(position, side, region) in ("domination", "control")]
    assert len(high) <= 1


@given(positions())
def test_SCR_7_southeast_asia_mirrors(position: Position) -> None:
    assert southeast_asia(position).told["net"] == -southeast_asia(swapped(position)).told["net"]


@given(positions())
def test_WIN_3_final_scoring_adds_up(position: Position) -> None:
    final = scored_at_the_end(position).told
    parts = [region["net"] for region in final["regions"]]
    assert final["marker"]["after"] == position.vp + sum(parts) + final["china_card"]["net"]
    assert parts == [score(position, region).told["net"] for region in REGIONS]


@given(positions(), sides, countries, ops, dice)
def test_COUP_3_influence_moves_by_the_margin(position: Position, side: Side, c: Country, ops: int, die: int) -> None:
    before = position.at(c)
    if not before.of(opponent(side)):
        return
    done = coup(position, c, ops, die, side, 0, True)
    after = done.position.at(c)
    removed, added = before.of(opponent(side)) - after.of(opponent(side)), after.of(side) - before.of(side)
    assert removed + added == max(0, done.told["margin"])
    assert added == 0 or after.of(opponent(side)) == 0
    assert done.position.defcon == position.defcon - c.battleground
    others = {n: i for n, i in done.position.influence.items() if n != c.name}
    assert others == {n: i for n, i in position.influence.items() if n != c.name}


@given(positions(), sides, countries, ops)
def test_COUP_2_odds_are_the_six_dice_resolved(position: Position, side: Side, c: Country, ops: int) -> None:
    if not position.at(c).of(opponent(side)):
        return
    odds = ask("coup-odds", position, country=c.name, ops=ops, side=side, free=True)
    coups = [coup(position, c, ops, die, side, 0, True) for die in range(1, 7)]
    assert [row["success"] for row in odds["dice"]] == [done.told["success"] for done in coups]
    assert [row["controller"] for row in odds["dice"]] == [done.position.controller(c) for done in coups]
    assert odds["success"]["p"] * 6 == sum(done.told["success"] for done in coups)


@given(positions(), sides, countries)
def test_RLN_1_odds_are_the_36_rolls_resolved(position: Position, side: Side, country: Country) -> None:
    spread = outcomes(position, side, country, 1)
    nobody = dict.fromkeys(SIDES, 0)
    if all(r.rule != "TS-RLN-3" or r.verdict == "legal" for r in realignment_rulings(position, side, country)):
        rolled = Counter(
            roll(position, side, country, {side: own, opponent(side): other}, nobody).position.at(country.name)
            for own in range(1, 7)
            for other in range(1, 7)
        )
        assert spread == rolled
    else:
        assert spread == {position.at(country.name): 36}


@given(positions(), sides, countries, st.integers(0, 3))
def test_RLN_1_odds_sum_to_1_and_nobody_gains(position: Position, side: Side, country: Country, rolls: int) -> None:
    spread, before = outcomes(position, side, country, rolls), position.at(country.name)
    assert spread.total() == 36**rolls
    assert all(0 <= after.of(who) <= before.of(who) for after in spread for who in SIDES)


@given(positions(), sides, countries, ops)
def test_INF_1_INF_3_one_marker_is_legal_where_there_is_access_and_enough(
    position: Position, side: Side, country: Country, ops: int
) -> None:
    markers, _ = placed(position, side, ops, [country])
    cost = price_of(country, position.at(country.name), side)
    assert markers[-1].legal is (country.name in reach(position, side) and cost <= ops)


@given(positions(), sides, countries)
def test_INF_3_the_cheapest_control_is_what_placing_costs(position: Position, side: Side, country: Country) -> None:
    prices = [marker.price or 0 for marker in cheapest(country, position.at(country), side, side)]
    if country.name in reach(position, side):
        markers, after = placed(position, side, sum(prices), [country] * len(prices))
        assert all(marker.legal for marker in markers)
        assert [marker.price for marker in markers] == prices
        assert after.controller(country) == side
        _, shorter = placed(position, side, sum(prices), [country] * (len(prices) - 1))
        assert not prices or shorter.controller(country) != side


@given(positions(), sides)
def test_DEF_2_targets_are_exactly_the_legal_coups(position: Position, side: Side) -> None:
    shown = {row["country"] for row in ask("targets", position, side=side)["coup"]}
    legal = {c.name for c in COUNTRIES.values() if all(r.verdict == "legal" for r in coup_rulings(position, side, c))}
    assert shown == legal


@given(positions())
def test_MIL_3_the_net_is_the_difference_of_what_is_owed(position: Position) -> None:
    check = military_check(position)
    assert check.told["net"] == check.told["owed"]["USSR"] - check.told["owed"]["US"]
    assert check.position.military_operations == NOTHING


QUESTIONS: dict[str, dict[str, Any]] = {
    "targets": {"side": "US"},
    "coup-odds": {"side": "US", "country": "Iran", "ops": 3},
    "coup": {"side": "USSR", "country": "Panama", "ops": 2, "die": 5},
    "coup-danger": {"side": "US", "country": "Iraq"},
    "place": {"side": "US", "ops": 3, "countries": ("UK", "France")},
    "access": {"side": "USSR"},
    "price": {"side": "US", "country": "Poland", "ops": 4},
    "realignment-odds": {"side": "US", "country": "Cuba", "ops": 2},
    "realign": {"side": "US", "rolls": ("Cuba=5,2", "Iran=1,1")},
    "control": {},
    "score": {"region": "Asia"},
    "lacking": {"side": "US", "region": "Europe"},
    "southeast-asia": {},
    "headline": {"us_card": "3", "ussr_card": "Duck and Cover:3"},
    "space": {"side": "US", "ops": 3, "die": 2},
    "military": {"us_earns": 2},
    "hand": {"side": "USSR"},
    "china": {"side": "USSR", "use": "coup", "country": ("Thailand",)},
    "final-scoring": {},
    "winner": {"turn_over": True},
    "event": {"side": "US", "owner": "USSR", "use": "place"},
    "replay": {"actions": ((1, {"do": "end-round"}),)},
    "check": {"action": ("place", "2", "Poland")},
    "legal": {},
    "show": {},
}


@settings(max_examples=25)
@given(positions())
def test_every_question_answers_any_position_and_cites_known_rules(position: Position) -> None:
    known = set(COMPANION.digest().rules)
    for question, values in QUESTIONS.items():
        answer = ask(question, position, **values)
        assert loads(pretty(answer)) == answer
        cited = rules_of(answer)
        assert cited or question in ("legal", "show")
        assert cited <= known
        if "final" in answer:
            FORMAT.read(answer["final"])


def test_every_question_was_asked() -> None:
    assert {*QUESTIONS, "setup", "explain"} == {question.name for question in COMPANION.questions}


def told(asked: Callable[[], dict[str, Any]]) -> str:
    """The kind of the answer; nothing where it is an error that says what is wrong."""
    try:
        return str(asked()["kind"])
    except TitanError as error:
        return "" if str(error) else "an error without words"


junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 12)
    | st.sampled_from(["US", "Iran", "up", "", "Asia"])
    | st.floats(0, 2),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["US", "USSR", "Iran", "x"]), inner, max_size=2)
    ),
    max_leaves=4,
)


@given(positions(), st.sampled_from(sorted(FORMAT.to_json(new_position()))), junk, st.sampled_from(sorted(QUESTIONS)))
def test_no_document_brings_a_question_down(position: Position, key: str, value: Any, question: str) -> None:
    data = {**FORMAT.to_json(position), key: value}
    assert told(lambda: ask_companion(COMPANION, question, data, **QUESTIONS[question])) in ("", question)


words = st.text(max_size=12) | st.sampled_from(["USA", "Iran", "6,1", "Iran=", "=5,2", "Iran=5,2", "3", "China", "x:3"])


@given(st.data())
def test_no_parameter_brings_a_question_down(data: st.DataObject) -> None:
    question = data.draw(st.sampled_from(COMPANION.questions))
    values: dict[str, Any] = {}
    for parameter in question.parameters:
        if parameter.kind == "text":
            values[parameter.key] = data.draw(st.lists(words, max_size=2).map(tuple) if parameter.many else words)
        elif parameter.kind == "number":
            values[parameter.key] = data.draw(st.none() | st.integers(-2, 12))
    assert told(lambda: ask(question.name, new_position(), **values)) in ("", question.name)
