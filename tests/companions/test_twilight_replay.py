"""A turn of Twilight Struggle carried out step by step."""

from typing import Any

import pytest

from titan_rules.companions.twilight_struggle.companion import COMPANION, FORMAT
from titan_rules.companions.twilight_struggle.rules.options import options
from titan_rules.companions.twilight_struggle.state import BySide, Hand, Hands, Position
from titan_rules.kernel.companions import ask as ask_companion
from twilight_play import ask, fixed_setup, position


def replay(start: Position, *actions: dict[str, Any]) -> Any:
    return ask("replay", start, actions=tuple(enumerate(actions, 1)))


def refused(start: Position, *actions: dict[str, Any]) -> list[str]:
    """The rules that forbid the last action."""
    answer = replay(start, *actions)
    assert answer["verdict"] == "illegal"
    assert answer["stopped_at"]["step"] == len(actions)
    return [ruling["rule"] for ruling in answer["stopped_at"]["rulings"]]


def soviet_round(**fields: Any) -> Position:
    return fixed_setup(**{"round": 1, "phasing": "USSR", **fields})


COUP = {"do": "coup", "ops": 3, "country": "Iran", "die": 4}
END = {"do": "end-round"}


def test_a_whole_turn_to_the_next() -> None:
    answer = replay(
        fixed_setup(turn=1),
        {"do": "headline", "US": "Europe Scoring", "USSR": "Comecon:3"},
        {"do": "event", "influence": {"Poland": {"US": 0, "USSR": 2}}},
        END,
        {"do": "score", "card": "Europe Scoring"},
        END,
        COUP,
        END,
        {"do": "space", "ops": 2, "die": 3, "expect": {"space": {"US": 1}, "vp": 1}},
        END,
        {"do": "place", "ops": 2, "markers": ["Pakistan", "Afghanistan"]},
        END,
        {"do": "realign", "ops": 2, "rolls": [{"country": "Iraq", "dice": [6, 1]}]},
        *([END] * 9),
        {"do": "end-turn"},
    )
    assert answer["verdict"] == "legal"
    assert (answer["turn"], answer["round"], answer["phasing"]) == (2, 0, None)
    final = answer["final"]
    assert final["military_operations"] == final["space_attempts"] == {"US": 0, "USSR": 0}
    assert final["defcon"] == 5
    assert final["vp"] == 1 - 4 + 1
    assert "Iraq" not in final["influence"]


def test_AR_1_only_the_phasing_side_acts() -> None:
    assert refused(soviet_round(), {**COUP, "side": "US", "country": "Syria"}) == ["TS-AR-1"]
    assert refused(fixed_setup(), COUP) == ["TS-HEAD-1"]
    assert refused(fixed_setup(), {**COUP, "side": "USSR"}) == ["TS-AR-1"]


def test_AR_2_one_card_each_round() -> None:
    assert refused(soviet_round(), COUP, {"do": "space", "ops": 2, "die": 1}) == ["TS-AR-2"]
    assert refused(soviet_round(), {"do": "event", "of": "USSR"}, COUP) == ["TS-AR-2"]
    assert refused(soviet_round(), COUP, {"do": "event", "of": "neutral"}) == ["TS-AR-2"]


def test_AR_2_with_cards_left_one_must_be_played() -> None:
    held = soviet_round(hands=Hands(USSR=Hand(3, ("Asia Scoring",))))
    assert refused(held, END) == ["TS-AR-2"]
    answer = replay(held, {"do": "score", "card": "Asia Scoring"}, END)
    assert answer["final"]["hands"] == {"USSR": {"cards": 2, "scoring": []}}
    assert replay(soviet_round(hands=Hands(USSR=Hand(0))), END)["verdict"] == "legal"


def test_EV_2_the_opponents_event_comes_beside_operations() -> None:
    event = {"do": "event", "of": "US", "influence": {"Pakistan": {"US": 1, "USSR": 0}}}
    assert replay(soviet_round(), event, COUP, END)["verdict"] == "legal"
    assert replay(soviet_round(), COUP, event, END)["verdict"] == "legal"
    assert refused(soviet_round(), event, END) == ["TS-EV-2"]


def test_EV_1_an_event_that_is_not_named_closer_is_taken_as_given() -> None:
    assert replay(soviet_round(), {"do": "event", "vp": -2, "defcon": -1}, END)["final"]["defcon"] == 4
    answer = replay(soviet_round(), {"do": "event", "of": "USSR", "military_operations": {"USSR": 2}}, END)
    assert answer["final"]["military_operations"] == {"US": 0, "USSR": 2}


def test_INF_2_an_event_of_this_round_opens_no_countries() -> None:
    event = {"do": "event", "of": "US", "influence": {"Egypt": {"US": 0, "USSR": 1}}}
    assert refused(soviet_round(), event, {"do": "place", "ops": 1, "markers": ["Libya"]}) == ["TS-INF-2"]
    later = (
        event,
        {"do": "place", "ops": 1, "markers": ["Finland"]},
        END,
        END,
        {"do": "place", "ops": 1, "markers": ["Libya"]},
    )
    assert replay(soviet_round(), *later)["verdict"] == "legal"


def test_SC_1_a_scoring_card_gives_no_operations() -> None:
    assert "TS-SC-1" in refused(soviet_round(), {**COUP, "card": "Asia Scoring"})


def test_CHN_1_the_china_card_is_passed() -> None:
    china = {"do": "place", "ops": 5, "card": "China Card", "markers": ["Afghanistan", "Afghanistan"]}
    answer = replay(soviet_round(), china)
    assert answer["final"]["china_card"] == {"holder": "US", "face": "down"}
    assert refused(soviet_round(), china, END, {**china, "ops": 4, "markers": ["Japan"]}) == ["TS-CHN-1"]


def test_CHN_2_five_points_only_in_asia() -> None:
    china = {"do": "place", "ops": 5, "card": "中国カード", "markers": ["Afghanistan", "Finland"]}
    assert refused(soviet_round(), china) == ["TS-CHN-2"]
    assert replay(soviet_round(), {**china, "ops": 4})["verdict"] == "legal"


def test_CHN_4_an_event_passes_the_china_card_face_up() -> None:
    answer = replay(soviet_round(), {"do": "event", "china_card": True})
    assert answer["final"]["china_card"] == {"holder": "US", "face": "up"}


def test_COUP_6_a_free_coup_is_no_card_play() -> None:
    free = {"do": "coup", "free": True, "side": "US", "ops": 2, "country": "East Germany", "die": 6}
    answer = replay(soviet_round(defcon=3), free, {**COUP, "country": "Panama"})
    assert answer["verdict"] == "legal"
    assert answer["final"]["military_operations"] == {"US": 0, "USSR": 3}
    assert answer["final"]["defcon"] == 1
    assert answer["game_over"]["winner"] == "US"


def test_WIN_2_nothing_after_the_end() -> None:
    assert refused(soviet_round(defcon=2), {**COUP, "country": "Panama"}, END) == ["TS-WIN-2"]
    over = replay(soviet_round(vp=-19), {"do": "event", "vp": -3}, {"do": "end-round"})
    assert over["game_over"] == {"winner": "USSR", "how": "vp", "rule": "TS-WIN-1"}


def test_DEF_1_an_event_to_defcon_1() -> None:
    answer = replay(soviet_round(defcon=2), {"do": "event", "side": "US", "defcon": -1})
    assert answer["game_over"] == {"winner": "US", "how": "nuclear war", "rule": "TS-DEF-1"}


def test_RLN_1_no_more_rolls_than_operations() -> None:
    rolls = [{"country": "Iran", "dice": [1, 1]}] * 2
    assert refused(soviet_round(), {"do": "realign", "ops": 1, "rolls": rolls}) == ["TS-RLN-1"]


def test_TURN_1_the_turn_ends_after_the_last_round() -> None:
    assert refused(soviet_round(), {"do": "end-turn"}) == ["TS-TURN-1"]
    last = fixed_setup(turn=10, round=7, phasing="US", defcon=2, military_operations=BySide(2, 2))
    answer = replay(last, END, {"do": "end-turn", "expect": {"over": True, "winner": "USSR"}})
    assert answer["verdict"] == "legal"
    assert answer["game_over"]["how"] == "final scoring"
    assert refused(last, END, END) == ["TS-AR-1"]


def test_AR_1_the_space_station_adds_a_round() -> None:
    start = fixed_setup(turn=9, round=7, phasing="USSR", space=BySide(0, 8))
    answer = replay(start, END, END)
    assert (answer["round"], answer["phasing"]) == (8, "USSR")
    assert replay(start, END, END, END)["phasing"] is None


def test_SPC_6_the_end_of_the_track() -> None:
    assert refused(soviet_round(turn=9, space=BySide(0, 8)), {"do": "space", "ops": 4, "die": 1}) == ["TS-SPC-6"]


def test_SCR_7_southeast_asia_is_scored_by_its_own_card() -> None:
    start = position({"Thailand": (2, 0)}, turn=5, round=1, phasing="US")
    assert replay(start, {"do": "score", "card": "Southeast Asia Scoring"})["final"]["vp"] == 2


@pytest.mark.parametrize(
    ("expect", "fact"),
    [
        ({"influence": {"Iran": {"US": 0, "USSR": 1}}}, "influence/Iran/USSR"),
        ({"controller": {"Iran": None}}, "controller/Iran"),
        ({"defcon": 5}, "defcon"),
        ({"vp": 1}, "vp"),
        ({"military_operations": {"US": 0, "USSR": 2}}, "military_operations/USSR"),
        ({"over": True}, "over"),
        ({"over": False, "winner": "US"}, "winner"),
    ],
)
def test_an_expectation_that_does_not_hold_diverges(expect: dict[str, Any], fact: str) -> None:
    answer = replay(soviet_round(), {**COUP, "expect": expect}, END)
    assert answer["verdict"] == "diverges"
    assert [d["fact"] for d in answer["stopped_at"]["divergences"]] == [fact]
    assert answer["stopped_at"]["line"] == 1


def test_seals_and_comments() -> None:
    answer = replay(soviet_round(), {**COUP, "comment": "bold", "state": "0" * 16})
    assert [d["fact"] for d in answer["stopped_at"]["divergences"]] == ["state"]
    seal = answer["stopped_at"]["divergences"][0]["found"]
    assert replay(soviet_round(), {**COUP, "state": seal})["verdict"] == "legal"


def test_the_report_says_what_would_have_been_legal() -> None:
    answer = replay(soviet_round(defcon=2), {"do": "coup", "ops": 2, "country": "Iran", "die": 1})
    instead = {row["do"]: row.get("countries") for row in answer["stopped_at"]["instead"]}
    assert instead["coup"] == instead["realign"] == ["South Africa", "Panama"]
    assert "Afghanistan" in instead["place"]
    over = replay(soviet_round(), COUP, COUP)
    assert over["stopped_at"]["instead"] == [{"do": "end-round", "first": [{"do": "event", "of": "US"}]}]


def test_a_document_with_its_own_actions() -> None:
    document = {
        "format": "twilight-struggle/1",
        "kind": "operations",
        "options": {"realignment_target": "any"},
        "start": {"round": 1, "phasing": "USSR"},
        "actions": [{"do": "realign", "ops": 1, "rolls": [{"country": "Egypt", "dice": [1, 1]}]}],
    }
    assert ask_companion(COMPANION, "replay", document)["verdict"] == "legal"
    del document["options"]
    answer = ask_companion(COMPANION, "replay", document)
    assert answer["verdict"] == "illegal"
    assert [r["option"] for r in answer["other_readings"]] == ["realignment_target"]
    read = FORMAT.read(document)
    assert FORMAT.read(FORMAT.to_json(read)) == read


def test_what_may_be_done_depends_on_the_moment() -> None:
    assert [option["do"] for option in options(fixed_setup())] == ["deal", "headline"]
    assert options(soviet_round(round=6, phasing=None)) == [{"do": "end-turn"}]
    assert options(soviet_round(vp=-20)) == []
    doing = [option["do"] for option in options(soviet_round())]
    assert doing == ["place", "coup", "realign", "space", "score", "event", "end-round"]


US_EVENT, OWN_EVENT = {"do": "event", "of": "US"}, {"do": "event", "of": "USSR"}
SPACE = {"do": "space", "ops": 2, "die": 1}


@pytest.mark.parametrize(
    ("actions", "rule"),
    [
        ((SPACE, US_EVENT), "TS-SPC-3"),
        ((US_EVENT, SPACE), "TS-SPC-3"),
        ((OWN_EVENT, OWN_EVENT), "TS-AR-2"),
        ((US_EVENT, US_EVENT), "TS-AR-2"),
        ((US_EVENT, COUP, US_EVENT), "TS-AR-2"),
        (({**COUP, "of": "US"}, END), "TS-EV-2"),
        (({"do": "score", "card": "Asia"}, OWN_EVENT), "TS-AR-2"),
        ((OWN_EVENT, {"do": "score", "card": "Asia"}), "TS-AR-2"),
    ],
)
def test_AR_2_a_card_is_event_or_operations_once(actions: tuple[dict[str, Any], ...], rule: str) -> None:
    assert refused(soviet_round(), *actions)[0] == rule


def test_EV_2_an_event_known_to_be_the_opponents_is_owed() -> None:
    answer = replay(soviet_round(), {**COUP, "of": "US"}, US_EVENT, END)
    assert answer["verdict"] == "legal"
    owed = replay(soviet_round(), {**COUP, "of": "US"})["final"]
    assert ask_companion(COMPANION, "legal", owed)["options"] == [{"do": "event", "of": "US"}]


def test_EV_1_an_event_that_another_event_plays_is_extra() -> None:
    extra = {"do": "event", "extra": True, "card": "Five Year Plan"}
    assert replay(soviet_round(), OWN_EVENT, extra, extra, END)["verdict"] == "legal"


def test_EV_1_changes_and_values_are_told_apart() -> None:
    changed = replay(soviet_round(vp=3), {"do": "event", "vp": -2, "defcon": -1})["final"]
    assert (changed["vp"], changed["defcon"]) == (1, 4)
    to = {"vp": -2, "defcon": 2, "influence": {"Iran": {"USSR": 3}}, "military_operations": {"US": 4}}
    given = replay(soviet_round(vp=3), {"do": "event", "to": to})["final"]
    assert (given["vp"], given["defcon"], given["influence"]["Iran"]) == (-2, 2, {"US": 0, "USSR": 3})
    assert given["military_operations"] == {"US": 4, "USSR": 0}


HEADLINES = {"do": "headline", "US": "Duck and Cover:3", "USSR": "Asia Scoring"}


@pytest.mark.parametrize(
    ("actions", "rules"),
    [
        ((END,), ["TS-HEAD-1"]),
        (({"do": "score", "card": "Asia", "side": "USSR"},), ["TS-HEAD-1"]),
        (({**HEADLINES, "US": "China"},), ["TS-HEAD-3"]),
        (({**HEADLINES, "US": "Asia"},), ["TS-HEAD-1"]),
        ((HEADLINES, END), ["TS-HEAD-1"]),
        ((HEADLINES, {"do": "event"}, {"do": "event"}), ["TS-HEAD-3"]),
        ((HEADLINES, {"do": "event", "side": "USSR"}), ["TS-HEAD-4"]),
        ((HEADLINES, {"do": "event"}, END, {"do": "score", "card": "Europe"}), ["TS-HEAD-1"]),
        ((HEADLINES, {"do": "place", "ops": 1, "markers": ["UK"]}), ["TS-HEAD-3"]),
    ],
)
def test_HEAD_both_play_one_card_and_only_its_event(actions: tuple[dict[str, Any], ...], rules: list[str]) -> None:
    assert refused(fixed_setup(), *actions) == rules


def test_HEAD_2_the_higher_card_is_resolved_first_and_the_hands_shrink() -> None:
    dealt = {"do": "deal", "US": [], "USSR": ["Asia Scoring"]}
    answer = replay(fixed_setup(), dealt, HEADLINES, {"do": "event", "expect": {"phasing": "US"}}, END)
    assert answer["phasing"] == "USSR"
    assert answer["final"]["hands"] == {"US": {"cards": 7, "scoring": []}, "USSR": {"cards": 7, "scoring": []}}
    assert [option["do"] for option in ask_companion(COMPANION, "legal", answer["final"])["options"]] == ["score"]


def test_SC_1_a_scoring_card_is_in_hand_and_scored_once() -> None:
    held = soviet_round(hands=Hands(USSR=Hand(3, ("Asia Scoring",))))
    assert refused(held, {"do": "score", "card": "Europe"}) == ["TS-SC-1"]
    again = ({"do": "score", "card": "Asia"}, END, {"do": "score", "card": "Asia"})
    assert refused(soviet_round(), *again) == ["TS-SC-1"]
    assert refused(soviet_round(hands=Hands(USSR=Hand(1, ("Asia Scoring",)))), COUP) == ["TS-SC-1"]


def test_DEAL_1_cards_are_kept_and_dealt_up_to_the_hand() -> None:
    last = fixed_setup(round=6, phasing="US", hands=Hands(Hand(2), Hand(1)), military_operations=BySide(5, 5))
    end = ({"do": "event", "of": "US"}, END, {"do": "end-turn"})
    answer = replay(last, *end, {"do": "deal", "US": ["Asia Scoring"], "USSR": []})
    assert answer["final"]["hands"]["US"] == {"cards": 8, "scoring": ["Asia Scoring"]}
    assert answer["done"][-1]["rulings"][0]["facts"] == {"who": "the US", "held": 1, "new": 7, "size": 8}
    assert refused(last, *end, {"do": "deal", "US": ["Africa Scoring"]}) == ["TS-DEAL-2"]
    assert refused(last, *end, {"do": "deal", "US": ["Asia"], "USSR": ["Asia"]}) == ["TS-DEAL-1"]
    gone = fixed_setup(scored=("Southeast Asia Scoring",), turn=5)
    assert refused(gone, {"do": "deal", "US": ["Southeast Asia"]}) == ["TS-SCR-7"]


def test_TURN_1_no_deal_and_no_second_headline_in_mid_turn() -> None:
    assert refused(soviet_round(), {"do": "deal", "US": []}) == ["TS-TURN-1"]
    assert refused(fixed_setup(), HEADLINES, HEADLINES) == ["TS-TURN-1"]


def test_WIN_1_the_marker_stops_at_20_and_every_answer_says_so() -> None:
    start = position({"Thailand": (2, 0)}, turn=5, round=1, phasing="US", vp=19)
    told = ask("southeast-asia", start)
    assert told["net"] == 2
    assert told["marker"] == {"before": 19, "after": 20}
    assert told["final"]["vp"] == 20
    played = replay(start, {"do": "score", "card": "Southeast Asia"})
    assert (played["final"]["vp"], played["game_over"]["winner"]) == (20, "US")


def test_CHN_1_a_space_attempt_with_the_china_card_of_the_other_side() -> None:
    answer = ask("space", fixed_setup(), ops=4, side="US", card="The China Card")
    assert answer["verdict"] == "illegal"
    assert "TS-CHN-1" in [ruling["rule"] for ruling in answer["rulings"]]


def test_words_do_as_well_as_json() -> None:
    lines = (
        "coup 3 Iran 4 # bold",
        "end-round",
        'place 2 Panama "South Korea"',
        "end-round",
        "realign 2 Iraq=6,1 side=USSR",
    )
    answer = ask("replay", soviet_round(), actions=tuple(enumerate(lines, 1)))
    assert (answer["steps"], answer["stopped_at"]["do"]) == (4, "realign")
    assert answer["done"][0]["comment"] == "bold"
    one = ask("check", soviet_round(), action=("coup", "3", "Iran", "4"))
    assert one["final"] == replay(soviet_round(), COUP)["final"]
