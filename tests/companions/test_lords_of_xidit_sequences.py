"""Whole games of Lords of Xidit: what is offered is legal, and each question agrees with what is played."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkout import EXAMPLES
from titan_rules.companions.lords_of_xidit.companion import COMPANION, FORMAT, new
from titan_rules.companions.lords_of_xidit.state import Position
from titan_rules.companions.lords_of_xidit.words import UNITS
from titan_rules.kernel.companions import ask
from titan_rules.kernel.evolving import evolve
from xidit_play import positions, walk, words

GAMES = settings(max_examples=15, deadline=None)
seeds = st.integers(0, 10**6).map(random.Random)


def actions(*lines: Any) -> tuple[tuple[int, Any], ...]:
    return tuple(enumerate(lines, 1))


def told(question: str, where: Position, **values: Any) -> dict[str, Any]:
    """The answer with all readings chosen, so that no other one is looked at."""
    data = FORMAT.to_json(where)
    data["options"] = {**COMPANION.rulesets.presets["sheet"], **data.get("options", {})}
    return ask(COMPANION, question, data, **values)


def refused(where: Any, *lines: Any) -> list[str]:
    """The rules that forbid the last action."""
    answer = ask(COMPANION, "replay", where, actions=actions(*lines))
    assert (answer["verdict"], answer["steps"]) == ("illegal", len(lines) - 1), answer["stopped_at"]
    return [ruling["rule"] for ruling in answer["stopped_at"]["rulings"] if ruling["verdict"] == "illegal"]


@GAMES
@given(positions(), seeds)
def test_isolated_questions_agree_with_what_is_played(where: Position, dice: random.Random) -> None:
    for before, action, after in walk(evolve(where, year=4), dice, 32):
        assert FORMAT.validate(after) == []
        if action["do"] == "order" and len(action) == 3:
            step = told("step", before)
            assert step["verdict"] == "complete"
            assert COMPANION.format.read({**step["final"], "options": dict(after.options)}) == after
            here = before.players[action["player"]]
            if step["did"] and step["did"][0]["what"] == "recruit":
                assert told("recruit", before)["unit"] == step["did"][0]["unit"]
            if here.program and here.program[action["order"] - 1] == "act" and step["status"] == "void":
                assert told("recruit", before)["verdict"] == told("repel", before)["verdict"] == "illegal"
        elif action["do"] == "order":
            assert told("step", before)["verdict"] == "open"
        elif action["do"] == "next-year":
            assert told("year", before)["final"]["year"] == after.year
        elif action["do"] == "census" and "places" not in action:
            shown = evolve(before, census_shown={**before.census_shown, action["type"]: action["shown"]})
            answer = told("census", shown)
            assert answer["verdict"] == "complete"
            assert FORMAT.read(answer["final"]).players == after.players


@GAMES
@given(positions(), seeds)
def test_a_replay_is_its_checks_one_after_the_other(where: Position, dice: random.Random) -> None:
    done = list(walk(where, dice, 14))
    for rows in ([action for _, action, _ in done], [words(action) for _, action, _ in done]):
        answer = told("replay", where, actions=actions(*rows))
        assert (answer["verdict"], answer["steps"]) == ("legal", len(done)), answer["stopped_at"]
        for (before, action, after), row in zip(done, answer["done"], strict=True):
            one = told("check", before, action=action)
            assert one["rulings"] == row["rulings"]
            assert FORMAT.read({**one["final"], "options": dict(after.options)}) == after


@settings(max_examples=2, deadline=None)
@given(positions(), seeds)
def test_a_game_of_twelve_years_is_one_replay(where: Position, dice: random.Random) -> None:
    players = {name: evolve(player, program=None) for name, player in where.players.items()}
    start = evolve(where, year=2, players=players)
    done = list(walk(start, dice, 1000))
    assert done[-1][1] == {"do": "final"}
    answer = told("replay", start, actions=actions(*(words(action) for _, action, _ in done)))
    assert (answer["verdict"], answer["steps"], answer["year"]) == ("legal", len(done), 12)
    assert answer["game_over"]["winner"] == done[-1][2].winner
    assert told("final", done[-2][2])["winner"] == done[-1][2].winner
    assert told("legal", done[-1][2])["options"] == []


def lines_of_the_year() -> list[str]:
    return (EXAMPLES / "year.sheet").read_text(encoding="utf-8").splitlines()


def test_the_shipped_year_is_legal_and_ends_in_the_next() -> None:
    answer = ask(COMPANION, "replay", new(), actions=actions(*lines_of_the_year()))
    assert (answer["verdict"], answer["year"], answer["order"], answer["player"]) == ("legal", 5, 1, "B")
    assert answer["final"]["players"]["A"].get("program") is None


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("order B", "LX-EXEC-1"),
        ("order A 2", "LX-EXEC-1"),
        ("order A instruction=wait", "LX-ORDER-1"),
        ("program A act act act act act act", "LX-ORDER-1"),
        ("census peasant A:1", "LX-CENSUS-1"),
        ("next-year", "LX-YEAR-1"),
        ("final", "LX-YEAR-1"),
    ],
)
def test_EXEC_1_one_thing_after_the_other(line: str, rule: str) -> None:
    assert rule in refused(new(), line)


def test_CENSUS_2_type_by_type_and_what_is_in_hand() -> None:
    year = lines_of_the_year()[:24]
    assert refused(new(), *year, "census archer") == ["LX-CENSUS-2"]
    assert refused(new(), *year, "census peasant D:4") == ["LX-CENSUS-2"]
    assert refused(new(), *year, "next-year") == ["LX-YEAR-2"]
    census = [f"census {unit}" for unit in UNITS]
    held = ask(COMPANION, "replay", {**new(), "census_shown": {}}, actions=actions(*year, *census))
    assert held["final"]["census_held"] is True
    assert refused({**new(), "census_shown": {}}, *year, *census, "census peasant") == ["LX-CENSUS-1"]


def test_CENSUS_2_what_is_shown_is_judged_when_the_census_comes() -> None:
    data = {**new(), "census_shown": {"peasant": {"A": 3}}}
    assert FORMAT.validate(FORMAT.read(data)) == []
    answer = ask(COMPANION, "replay", data, actions=actions(*lines_of_the_year()[:24]))
    assert FORMAT.read(answer["final"]).census_shown == {"peasant": {"A": 3}}


def test_REPEL_1_a_monster_that_can_be_repelled_must_be() -> None:
    assert refused(new(), "order A", "order B repel=no")[0] == "LX-REPEL-1"
    declined = {**new(), "choices": [{"order": 1, "player": "B", "repel": False}]}
    assert ask(COMPANION, "step", declined, player="B")["verdict"] == "illegal"


def test_ORDER_3_an_order_may_be_shown_only_when_it_is_carried_out() -> None:
    data = new()
    del data["players"]["A"]["program"]
    assert ask(COMPANION, "check", data, action=("order",))["verdict"] == "open"
    shown = ask(COMPANION, "check", data, action=("order", "instruction=act"))
    assert shown["did"][0]["what"] == "recruit"
    stopped = ask(COMPANION, "replay", data, actions=actions("order A"))
    assert (stopped["verdict"], stopped["stopped_at"]["open"]) == ("incomplete", "order")


def test_SUPPLY_6_a_tile_that_nobody_had_seen_is_named_when_it_comes() -> None:
    data = new()
    data["supply"]["next_monster"] = {}
    choices = "rewards=gold,guild"
    assert ask(COMPANION, "check", data, action="order A")["verdict"] == "legal"
    answer = ask(COMPANION, "replay", data, actions=actions("order A", f"order B {choices}"))
    assert answer["stopped_at"]["open"] == "tile"
    tile = {"city": "8", "needs": {"mage": 1}, "rewards": {"gold": 2}}
    action = {"do": "order", "player": "B", "rewards": ["gold", "guild"], "tile": tile}
    answer = ask(COMPANION, "replay", data, actions=actions("order A", action))
    assert answer["final"]["cities"]["8"]["tile"]["needs"] == {"mage": 1}


def test_YEAR_2_the_final_assessment_is_not_due_before_the_last_year() -> None:
    assert ask(COMPANION, "final", new())["due"] is False
    assert ask(COMPANION, "final", {**new(), "year": 12})["due"] is True
    over = [*lines_of_the_year()[:-1]]
    assert refused(new(), *over, "final") == ["LX-YEAR-2"]
    ended = ask(COMPANION, "replay", {**new(), "year": 12}, actions=actions(*over, "final"))
    assert ended["game_over"] == {"winner": ended["final"]["winner"], "rule": "LX-FINAL-10"}
    assert refused({**new(), "year": 12}, *over, "final", "final") == ["LX-FINAL-10"]
    assert refused({**new(), "year": 12}, *over, "next-year") == ["LX-YEAR-2"]
