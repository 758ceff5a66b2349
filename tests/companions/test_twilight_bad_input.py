"""Twilight Struggle refuses what cannot be, with every fault at once and its place."""

import json
from typing import Any

import pytest

from titan_rules.companions.twilight_struggle.companion import COMPANION, FORMAT
from titan_rules.companions.twilight_struggle.state import BySide
from titan_rules.kernel.companions import ask as ask_companion
from titan_rules.kernel.errors import CannotTell, DocumentError, UnknownName
from twilight_play import ask, fixed_setup, position

HEADER = {"format": "twilight-struggle/1", "kind": "position"}


def faults(**fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(DocumentError) as caught:
        FORMAT.read({**HEADER, **fields})
    return [(fault.code, fault.pointer) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"turn": 11}, [("out-of-range", "/turn")]),
        ({"turn": 0}, [("out-of-range", "/turn")]),
        ({"turn": "1"}, [("wrong-type", "/turn")]),
        ({"turn": True}, [("wrong-type", "/turn")]),
        ({"round": 7}, [("out-of-range", "/round")]),
        ({"round": -1}, [("out-of-range", "/round")]),
        ({"turn": 4, "round": 8}, [("out-of-range", "/round")]),
        (
            {"turn": 9, "round": 8, "phasing": "US", "space": {"US": 0, "USSR": 8}},
            [("no-such-round", "/phasing")],
        ),
        ({"phasing": "UK"}, [("unknown-side", "/phasing")]),
        ({"defcon": 6}, [("out-of-range", "/defcon")]),
        ({"defcon": 0}, [("out-of-range", "/defcon")]),
        ({"vp": -21}, [("out-of-range", "/vp")]),
        (
            {"military_operations": {"US": 6, "USSR": -1}},
            [("out-of-range", "/military_operations/US"), ("out-of-range", "/military_operations/USSR")],
        ),
        ({"space": {"US": 9, "USSR": 0}}, [("out-of-range", "/space/US")]),
        ({"space_attempts": {"US": 2, "USSR": 0}}, [("too-many-attempts", "/space_attempts/US")]),
        ({"china_card": {"holder": "US", "face": "sideways"}}, [("bad-value", "/china_card/face")]),
        ({"influence": {"Iran": {"US": -1}}}, [("out-of-range", "/influence/Iran/US")]),
        ({"influence": {"Irak": {"US": 1}}}, [("unknown-country", "/influence/Irak")]),
        ({"influence": {"USA": {"US": 1}}}, [("unknown-country", "/influence/USA")]),
        ({"influence": {"Iran": {"US": 1}, "イラン": {"US": 1}}}, [("duplicate-key", "/influence/イラン")]),
        ({"influence": {"Iran": 1}}, [("wrong-type", "/influence/Iran")]),
        ({"hands": {"US": {"cards": 9}}}, [("out-of-range", "/hands/US/cards")]),
        (
            {"hands": {"US": {"cards": 1, "scoring": ["Asia Scoring", "Europe Scoring"]}}},
            [("too-many-cards", "/hands/US/scoring")],
        ),
        (
            {"hands": {"US": {"cards": 1, "scoring": ["Asia"]}, "USSR": {"cards": 1, "scoring": ["Asia"]}}},
            [("card-twice", "/hands/USSR/scoring/0")],
        ),
        ({"hands": {"US": {"cards": 1, "scoring": ["Africa Scoring"]}}}, [("card-not-in-play", "/hands/US/scoring/0")]),
        ({"ruleset": "deluxe"}, [("unknown-ruleset", "/ruleset")]),
        ({"options": {"domination": "none"}}, [("bad-option", "/options/domination")]),
        ({"defkon": 3}, [("unknown-key", "/defkon")]),
        (
            {"turn": 12, "defcon": 9, "vp": 30, "influence": {"Iran": {"USSR": -2}}},
            [
                ("out-of-range", "/turn"),
                ("out-of-range", "/defcon"),
                ("out-of-range", "/vp"),
                ("out-of-range", "/influence/Iran/USSR"),
            ],
        ),
    ],
)
def test_impossible_positions(fields: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert faults(**fields) == expected


def test_round_8_is_for_the_side_with_the_space_station() -> None:
    FORMAT.read({**HEADER, "turn": 9, "round": 8, "phasing": "USSR", "space": {"US": 0, "USSR": 8}})
    FORMAT.read({**HEADER, "turn": 9, "round": 8, "space": {"US": 0, "USSR": 8}})


def test_hints_name_the_nearest() -> None:
    with pytest.raises(DocumentError) as caught:
        FORMAT.read({**HEADER, "influence": {"Afganistan": {"US": 1}}, "defkon": 3})
    assert [fault.hint for fault in caught.value.faults] == ["did you mean Afghanistan?", "did you mean defcon?"]


@pytest.mark.parametrize(
    ("question", "values"),
    [
        ("coup", {"country": "Atlantis", "ops": 3, "die": 4, "side": "US"}),
        ("coup", {"country": "Sou", "ops": 3, "die": 4, "side": "US"}),
        ("score", {"region": "Oceania"}),
        ("china", {"use": "sell", "side": "US"}),
        ("event", {"owner": "UK", "use": "place", "side": "US"}),
        ("event", {"owner": "US", "use": "discard", "side": "US"}),
        ("hand", {"side": "US", "scoring": ("Oceania",)}),
        ("access", {"side": "China"}),
    ],
)
def test_unknown_names(question: str, values: dict[str, Any]) -> None:
    with pytest.raises(UnknownName) as caught:
        ask(question, fixed_setup(), **values)
    assert " " not in caught.value.fault.code


@pytest.mark.parametrize(
    ("question", "values", "words"),
    [
        ("coup", {"country": "Iran", "ops": 3, "side": "US"}, "needs the die"),
        ("coup", {"country": "Iran", "ops": 7, "die": 4, "side": "US"}, "ops is at most 6"),
        ("coup", {"country": "Iran", "ops": 3, "die": 0, "side": "US"}, "die is at least 1"),
        ("place", {"ops": 3, "countries": (), "side": "US"}, "needs the countries"),
        ("realign", {"rolls": ("Iran",), "side": "US"}, "COUNTRY=5,2"),
        ("realign", {"rolls": ("Iran=7,1",), "side": "US"}, "a die shows 1 to 6"),
        ("realign", {"rolls": ("Iran=5",), "side": "US"}, "2 dice"),
        ("realign", {"rolls": ("Iran=x,y",), "side": "US"}, "a die shows 1 to 6"),
        ("headline", {"us_card": "Duck and Cover", "ussr_card": "3"}, "no Operations value"),
        ("headline", {"us_card": "5", "ussr_card": "3"}, "no Operations value"),
        ("headline", {"us_card": "-1", "ussr_card": "3"}, "no Operations value"),
        ("hand", {"side": "US", "cards": 1, "scoring": ("Asia", "Europe")}, "do not fit"),
        ("military", {"us_earns": 6}, "at most 5"),
    ],
)
def test_bad_parameters(question: str, values: dict[str, Any], words: str) -> None:
    with pytest.raises(DocumentError, match=words):
        ask(question, fixed_setup(), **values)


def test_the_side_must_be_known() -> None:
    with pytest.raises(CannotTell, match="whose action round"):
        ask("access", fixed_setup())
    assert ask("access", fixed_setup(round=1, phasing="USSR"))["side"] == "USSR"


def test_a_setup_is_turn_1_before_the_first_round() -> None:
    with pytest.raises(DocumentError, match="turn 2"):
        ask("setup", fixed_setup(turn=2))
    with pytest.raises(DocumentError, match="round 3"):
        ask("setup", fixed_setup(round=3))


@pytest.mark.parametrize("country", ["USA", "ussr", "アメリカ", "ソ連"])
def test_CTRL_3_a_superpower_is_no_target(country: str) -> None:
    for question, values in (
        ("coup", {"ops": 3, "die": 4, "country": country}),
        ("coup-odds", {"ops": 3, "country": country}),
        ("price", {"country": country}),
        ("realignment-odds", {"country": country}),
        ("place", {"ops": 1, "countries": (country,)}),
    ):
        answer = ask(question, fixed_setup(), side="US", **values)
        assert answer["verdict"] == "illegal"
        assert [r["rule"] for r in answer["rulings"]] == ["TS-CTRL-3"]


START = {"influence": {"Iran": {"US": 1}}, "round": 1, "phasing": "USSR"}


def replay(*actions: dict[str, Any], **fields: Any) -> Any:
    document = {
        "format": "twilight-struggle/1",
        "kind": "operations",
        "start": START,
        "actions": list(actions),
        **fields,
    }
    return ask_companion(COMPANION, "replay", document)


@pytest.mark.parametrize(
    ("action", "code", "pointer"),
    [
        ({"do": "fly"}, "bad-value", "/actions/0/do"),
        ({}, "missing-key", "/actions/0"),
        ({"do": "coup", "ops": 3, "die": 4}, "missing-key", "/actions/0"),
        ({"do": "coup", "ops": 3, "die": 7, "country": "Iran"}, "out-of-range", "/actions/0/die"),
        ({"do": "coup", "ops": 9, "die": 4, "country": "Iran"}, "out-of-range", "/actions/0/ops"),
        (
            {"do": "coup", "ops": 3, "die": 4, "country": "Iran", "markers": ["Iran"]},
            "unknown-key",
            "/actions/0/markers",
        ),
        ({"do": "place", "ops": 3, "markers": ["Irann"]}, "unknown-country", "/actions/0/markers/0"),
        (
            {"do": "realign", "ops": 1, "rolls": [{"country": "Iran", "dice": [5]}]},
            "dice-count",
            "/actions/0/rolls/0/dice",
        ),
        ({"do": "end-turn", "ops": 3}, "unknown-key", "/actions/0/ops"),
        ({"do": "end-round", "expect": {"defkon": 3}}, "unknown-key", "/actions/0/expect/defkon"),
    ],
)
def test_bad_actions(action: dict[str, Any], code: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as caught:
        replay(action)
    assert [(fault.code, fault.pointer) for fault in caught.value.faults] == [(code, pointer)]


def test_a_bad_line_is_named() -> None:
    for data in ([], {"do": "fly"}, {"do": "coup"}, {"do": "end-round", "comment": 3}):
        with pytest.raises(DocumentError) as caught:
            ask("replay", position({"Iran": (1, 0)}, round=1, phasing="USSR"), actions=((4, data),))
        assert {fault.line for fault in caught.value.faults} == {4}
    with pytest.raises(DocumentError) as caught:
        ask("replay", position(), actions=((2, {"do": "score", "side": "US", "card": "Nothing Scoring"}),))
    assert caught.value.faults[0].line == 2


def test_readings_stand_on_the_document_and_actions_in_one_place() -> None:
    with pytest.raises(DocumentError, match="not on its start"):
        replay(start={**START, "options": {"domination": "summary"}}, ruleset="club")
    with pytest.raises(DocumentError, match="leave the file out"):
        ask_companion(
            COMPANION,
            "replay",
            {"format": "twilight-struggle/1", "kind": "operations", "start": START},
            actions=((1, {"do": "end-round"}),),
        )


def test_faults_of_the_start_have_their_place() -> None:
    with pytest.raises(DocumentError) as caught:
        replay({"do": "coup"}, start={"turn": 12}, options={"nothing": True})
    assert [fault.pointer for fault in caught.value.faults] == [
        "/options/nothing",
        "/start/turn",
        "/actions/0",
        "/actions/0",
        "/actions/0",
    ]


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "3", '{"format": "twilight-struggle/2", "kind": "position"}', "{", '{"a":1,"a":2}']
)
def test_what_is_no_document(text: str) -> None:
    with pytest.raises(DocumentError):
        FORMAT.loads(text)


def test_unknown_kind_has_a_hint() -> None:
    with pytest.raises(DocumentError) as caught:
        FORMAT.loads(json.dumps({"format": "twilight-struggle/1", "kind": "positoin"}))
    assert caught.value.faults[0].hint == "did you mean position?"


def test_extreme_but_possible_positions_are_read() -> None:
    FORMAT.read({**HEADER, "vp": -20, "defcon": 1, "turn": 10, "round": 7})
    found = FORMAT.read(
        {**HEADER, "influence": {"Iran": {"US": 0, "USSR": 0}}, "space_attempts": {"US": 2}, "space": {"US": 2}}
    )
    assert found.at("Iran") == BySide()
