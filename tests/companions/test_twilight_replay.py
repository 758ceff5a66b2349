"""A turn of Twilight Struggle carried out step by step."""

from typing import Any

import pytest

from titan_rules.companions.twilight_struggle.companion import COMPANION
from titan_rules.companions.twilight_struggle.formats import FORMAT
from titan_rules.companions.twilight_struggle.referee import OperationsReferee
from titan_rules.companions.twilight_struggle.state import BySide, Hand, Hands, Position
from titan_rules.kernel.questions import ask as ask_companion
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
        {"do": "event", "side": "USSR", "card": "headline", "influence": {"Poland": {"US": 0, "USSR": 2}}},
        {"do": "score", "side": "US", "card": "Europe Scoring"},
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
    assert refused(fixed_setup(), COUP) == ["TS-AR-1"]


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
    later = (event, {"do": "space", "ops": 2, "die": 6}, END, END, {"do": "place", "ops": 1, "markers": ["Libya"]})
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
        ({"influence": {"Iran": {"US": 0, "USSR": 1}}}, "influence/Iran"),
        ({"controller": {"Iran": None}}, "controller/Iran"),
        ({"defcon": 5}, "defcon"),
        ({"vp": 1}, "vp"),
        ({"military_operations": {"US": 0, "USSR": 2}}, "military_operations"),
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
    assert over["stopped_at"]["instead"] == [{"do": "end-round"}]


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


def test_the_referee_begins_from_a_document_and_skips_nothing() -> None:
    referee = OperationsReferee()
    begun = referee.begin(FORMAT.to_json(soviet_round()))
    assert begun.position == soviet_round()
    assert referee.skippable(referee.read(END, begun)) is False
    assert referee.legal(referee.begin(FORMAT.to_json(fixed_setup()))) == [{"do": "end-round"}]
    over = soviet_round(round=6, phasing=None)
    assert referee.legal(referee.begin(FORMAT.to_json(over))) == [{"do": "end-turn"}]
    ended, _ = referee.apply(begun, referee.read({"do": "event", "vp": -20}, begun))
    assert referee.legal(ended) == []
