"""What the answers of Twilight Struggle hold beyond the cases under scenarios."""

from typing import Any

import pytest

from titan_rules.companions.twilight_struggle.companion import COMPANION, FORMAT
from titan_rules.companions.twilight_struggle.state import BySide, ChinaCard, Hand, Hands, new_position
from twilight_play import ask, fixed_setup, position


def test_new_is_a_legal_setup() -> None:
    assert FORMAT.validate(new_position()) == []
    assert ask("setup", new_position())["verdict"] == "legal"
    assert COMPANION.new() == FORMAT.to_json(new_position())


def test_SET_2_SET_3_the_fixed_setup_alone_leaves_13_over() -> None:
    sides = ask("setup", fixed_setup())["sides"]
    assert [(s["side"], s["placed"], s["left_over"]) for s in sides] == [("USSR", 9, 6), ("US", 18, 7)]


def test_SET_6_two_extra_only_where_the_us_has_some() -> None:
    extra = new_position().with_influence("Egypt", BySide(2, 0))
    options = {"us_extra_influence": True}
    document = {**FORMAT.to_json(extra), "options": options}
    from titan_rules.kernel.companions import ask as ask_companion

    assert ask_companion(COMPANION, "setup", document)["verdict"] == "illegal"
    moved = new_position().with_influence("Iran", BySide(3, 0))
    assert ask_companion(COMPANION, "setup", {**FORMAT.to_json(moved), "options": options})["verdict"] == "legal"
    three = new_position().with_influence("Iran", BySide(4, 0)).with_influence("Italy", BySide(2, 0))
    assert ask_companion(COMPANION, "setup", {**FORMAT.to_json(three), "options": options})["verdict"] == "illegal"


def test_COUP_2_modifiers_shift_the_die() -> None:
    start = position({"Iran": (1, 0)})
    plain = ask("coup-odds", start, country="Iran", ops=2, side="USSR")
    minus = ask("coup-odds", start, country="Iran", ops=2, side="USSR", modifier=-1)
    assert (plain["success"]["exact"], minus["success"]["exact"]) == ("2/3", "1/2")
    assert ask("coup", start, country="Iran", ops=2, die=3, side="USSR", modifier=-1)["margin"] == 0


def test_COUP_2_a_coup_that_no_die_can_win_is_0_and_not_rounded() -> None:
    odds = ask("coup-odds", position({"UK": (5, 0)}), country="UK", ops=4, side="USSR")
    assert odds["success"] == {"p": 0.0, "exact": "0"}
    assert any("no die does" in ruling["text"] for ruling in odds["rulings"])


def test_COUP_2_breaking_control_is_asked_only_where_there_is_some() -> None:
    held = ask("coup-odds", position({"Iran": (3, 0)}), country="Iran", ops=3, side="USSR")
    assert held["they_lose_control"]["exact"] == "2/3"
    assert ask("coup-odds", position({"Iran": (1, 0)}), country="Iran", ops=3, side="USSR")["they_lose_control"] is None


def test_RLN_2_realignment_and_coup_compared() -> None:
    start = position({"Nigeria": (1, 0), "Cameroon": (0, 1), "Ivory Coast": (0, 2)}, defcon=3)
    answer = ask("realignment-odds", start, country="Nigeria", side="USSR", ops=2)
    assert answer["net"] == 1
    assert answer["modifiers"]["USSR"]["reasons"] == ["+1 controls Ivory Coast", "+1 controls Cameroon"]
    assert answer["all_rolls"]["rolls"] == 2
    assert answer["all_rolls"]["they_lose_control"]["exact"] == "119/144"
    assert answer["all_rolls"]["control"]["p"] == 0
    assert answer["coup"]["they_lose_control"]["exact"] == "1"
    assert answer["coup"]["control"]["exact"] == "5/6"
    assert sum(row["chance"]["p"] for row in answer["all_rolls"]["outcomes"]) == pytest.approx(1)


def test_RLN_3_rolling_stops_when_nothing_is_left() -> None:
    answer = ask("realign", position({"Iran": (1, 0)}), rolls=("Iran=6,1", "Iran=6,1"), side="USSR")
    assert answer["verdict"] == "illegal"
    assert [row["legal"] for row in answer["rolls"]] == [True, False]
    assert answer["final"]["influence"] == {}


def test_RLN_1_more_rolls_than_operations() -> None:
    answer = ask("realign", position({"Iran": (3, 0)}), rolls=("Iran=1,1",) * 2, side="USSR", ops=1)
    assert answer["rolls"][1]["rulings"][0]["rule"] == "TS-RLN-1"


def test_price_of_what_is_reached_already() -> None:
    answer = ask("price", position({"Iran": (2, 0)}), country="Iran", side="US", ops=1)
    assert answer["control"] == {"reached_already": True, "total": 0, "markers": [], "affordable": True}
    assert answer["break_control"]["reached_already"] is True


def test_SPC_ops_and_order_of_faults() -> None:
    answer = ask("space", position(space_attempts=BySide(1, 0)), ops=1, side="US", card="Asia Scoring")
    assert {r["rule"] for r in answer["rulings"] if r["verdict"] == "illegal"} == {"TS-SPC-1", "TS-SPC-2", "TS-SPC-3"}
    assert "final" not in answer


def test_SPC_5_abilities_of_the_side_that_is_there_alone() -> None:
    behind, level = position(space=BySide(2, 1)), position(space=BySide(2, 2))
    assert ask("space", behind, ops=2, side="US")["attempts_left"] == 2
    assert ask("space", level, ops=2, side="US")["attempts_left"] == 1
    assert ask("space", behind, ops=2, side="USSR")["ability_effect"] == "cancelled"
    shown = ask("headline", position(space=BySide(4, 1)), us_card="1", ussr_card="2")
    assert any("shows its headline" in ruling["text"] for ruling in shown["rulings"])


def test_SPC_4_vp_may_win() -> None:
    answer = ask("space", position(vp=18, space=BySide(6, 0)), ops=3, side="US", die=3)
    assert answer["result"]["vp"] == 4
    assert answer["result"]["game_over"]["winner"] == "US"
    assert answer["final"]["vp"] == 20


@pytest.mark.parametrize(
    ("spare", "words"),
    [(4, "more than 3 other cards"), (2, "more than 1 other card before"), (1, "anything but a scoring card")],
)
def test_SC_2_when_you_lose(spare: int, words: str) -> None:
    start = position(turn=2, round=7 - spare, phasing="US")
    answer = ask("hand", start, side="US", cards=8, scoring=("Asia",))
    assert answer["plays_left"] == spare
    assert words in answer["you_lose_if"]


def test_SC_2_too_many_scoring_cards() -> None:
    start = position(turn=2, round=6, phasing="US", hands=Hands(US=Hand(3, ("Asia Scoring", "Europe Scoring"))))
    answer = ask("hand", start)
    assert answer["scoring_in_time"] is False
    assert "as it is" in answer["you_lose_if"]


def test_SC_1_few_cards_are_all_played() -> None:
    answer = ask("hand", position(turn=2, round=3, phasing="US"), cards=2, scoring=("Asia",))
    assert answer["you_lose_if"] is None


def test_HEAD_the_headline_is_a_play() -> None:
    before, after = position(turn=2), position(turn=2, round=1, phasing="USSR")
    assert ask("hand", before, side="US")["plays_left"] == 7
    assert ask("hand", after, side="US")["plays_left"] == 6
    assert ask("hand", position(turn=2, round=6), side="US")["plays_left"] == 0
    assert ask("hand", position(turn=2, round=6, phasing="US"), side="USSR")["plays_left"] == 0


def test_CHN_1_only_its_holder() -> None:
    answer = ask("china", position(), use="place", side="US")
    assert [r["rule"] for r in answer["rulings"]] == ["TS-CHN-1"]
    used = ask("china", position(china_card=ChinaCard("US", "up")), use="クーデター", side="US", country=("韓国",))
    assert (used["ops"], used["after"]) == (5, {"holder": "USSR", "face": "down"})


def test_CHN_3_not_in_the_headline() -> None:
    answer = ask("china", position(), use="ヘッドライン", side="USSR")
    assert [r["rule"] for r in answer["rulings"]] == ["TS-CHN-3"]


def test_CHN_2_the_space_race_is_not_in_asia() -> None:
    assert ask("china", position(), use="space", side="USSR")["ops"] == 4
    assert ask("china", position(), use="event", side="USSR")["verdict"] == "illegal"
    undecided = ask("china", position(), use="place", side="USSR")
    assert any("5 if every point" in ruling["text"] for ruling in undecided["rulings"])


def test_EV_own_operations_do_not_trigger_the_own_event() -> None:
    answer = ask("event", position(), owner="US", use="coup", side="US")
    assert (answer["event_happens"], answer["operations"]) == (False, True)
    neutral = ask("event", position(), owner="Neutral", use="event", side="US")
    assert neutral["carried_out_by"] == "US"


def test_WIN_2_defcon_1_and_no_phasing_player() -> None:
    answer = ask("winner", position(defcon=1))
    assert (answer["over"], answer["winner"], answer["how"]) == (True, None, "nuclear war")
    assert ask("winner", position(defcon=1, round=1, phasing="US"))["winner"] == "USSR"
    assert ask("winner", position(defcon=1, round=1, phasing="US"), turn_over=True)["winner"] == "USSR"


def test_WIN_1_military_operations_may_win() -> None:
    answer = ask(
        "winner", position(turn=2, round=6, vp=-18, defcon=3, military_operations=BySide(0, 3)), turn_over=True
    )
    assert (answer["winner"], answer["how"]) == ("USSR", "vp")


def test_DEF_1_the_phasing_player_loses_and_the_actor_is_told() -> None:
    start = position({"Panama": (0, 2)}, round=2, phasing="USSR", defcon=2)
    answer = ask("coup-danger", start, country="Panama", side="US")
    assert answer["loser"] == "USSR"
    assert "in its own action round the US would lose" in answer["rulings"][-1]["text"]
    own = ask("coup-danger", position({"Panama": (0, 2)}, defcon=2), country="Panama", side="US")
    assert own["loser"] == "US"


UNSEEN: list[tuple[str, dict[str, Any], dict[str, Any], set[str]]] = [
    ("coup", {"France": (3, 0)}, {"country": "France", "side": "USSR"}, {"NATO"}),
    ("coup", {"France": (1, 0)}, {"country": "France", "side": "USSR"}, set()),
    ("coup", {"Japan": (1, 0)}, {"country": "Japan", "side": "USSR"}, {"US/Japan Mutual Defense Pact"}),
    ("coup", {"Syria": (0, 1)}, {"country": "Syria", "side": "US"}, set()),
]


@pytest.mark.parametrize(("_", "influence", "values", "events"), UNSEEN)
def test_unseen_events_fit_the_case(
    _: str, influence: dict[str, tuple[int, int]], values: dict[str, Any], events: set[str]
) -> None:
    answer = ask("coup-odds", position(influence), ops=3, **values)
    assert {line.split(":")[0] for line in answer["unseen_events"]} == events


def test_unseen_events_of_scoring_and_of_later_turns() -> None:
    taiwan = position({"Taiwan": (3, 0)})
    named = {line.split(":")[0] for line in ask("score", taiwan, region="Asia")["unseen_events"]}
    assert named == {"Formosan Resolution"}
    assert ask("score", position(), region="Asia")["unseen_events"] == []
    late = position({"Brazil": (0, 1)}, turn=9)
    coups = {line.split(":")[0] for line in ask("coup-odds", late, country="Brazil", ops=2, side="US")["unseen_events"]}
    expected = {"Cuban Missile Crisis", "Nuclear Subs", "SALT Negotiations", "Latin American Death Squads"}
    assert coups == {*expected, "Yuri and Samantha"}


def test_lacking_in_southeast_asia_is_lacking_in_asia() -> None:
    assert ask("lacking", position(), region="東南アジア", side="US")["region"] == "Asia"
    assert ask("score", position(), region="Southeast Asia")["net"] == 0


def test_SCR_3_control_without_more_countries_is_no_control() -> None:
    held = {"Mexico": (2, 0), "Panama": (2, 0), "Cuba": (3, 0)}
    three = {"Haiti": (0, 1), "Guatemala": (0, 1), "Nicaragua": (0, 1)}
    answer = ask("score", position({**held, **three}), region="Central America")
    assert answer["US"]["status"] == "presence"
    failed = {ruling["facts"]["text"] for ruling in answer["US"]["why_not_higher"]["rulings"]}
    assert "more countries than the opponent" in failed


def test_the_summary_preset_takes_the_sheet_literally() -> None:
    from titan_rules.kernel.companions import ask as ask_companion

    document = FORMAT.to_json(position(defcon=3, military_operations=BySide(3, 5)))
    answer = ask_companion(COMPANION, "military", {**document, "ruleset": "summary"})
    assert answer["if_the_turn_ended_now"]["net"] == 2
    assert "other_readings" not in answer
