"""Lords of Xidit, rule by rule, where the disputes under scenarios leave something to show."""

from typing import Any

import attrs
import pytest

from titan_rules.companions.lords_of_xidit.companion import COMPANION, FORMAT, new
from titan_rules.companions.lords_of_xidit.rules.orders import carry_out
from titan_rules.companions.lords_of_xidit.state import Position, Turn
from titan_rules.kernel.companions import ask
from titan_rules.kernel.companions.choices import ChoiceNeeded, IllegalChoice
from titan_rules.kernel.errors import CannotTell
from xidit_play import WAITS, position

MONSTER = {"kind": "monster", "needs": {"mage": 1}, "rewards": {"gold": 5, "harp": 3, "guild": 2}}
FOES = [{"city": city, "needs": {"mage": 1}, "rewards": {"gold": 1, "harp": 1}} for city in "1234"]
TITAN = {"needs": 3, "rewards": {"gold": 8}}
AWAKE = {"awake": True, "piles": [{"face_up": TITAN, "below": []}, {"face_up": TITAN, "below": [TITAN]}]}


def acting(tile: Any = None, player: Any = None, choice: Any = None, **changes: Any) -> Position:
    """A at city 1 with a mage and the order to act; the other cities empty."""
    data = new()
    someone = {
        "at": "1",
        "hand": {"mage": 1},
        "gold": 0,
        "harps_left": 20,
        "harps": {},
        "guilds": {},
        "program": ["act"] * 6,
    }
    data["players"] = {name: {"at": "8", "program": WAITS} for name in "BCD"} | {"A": {**someone, **(player or {})}}
    data |= {"cities": {"1": {"tile": tile}} if tile else {}, "census_shown": {}}
    data["supply"]["next_monster"] = FOES[2]
    data["supply"]["monster_pile"] = FOES[3:]
    if choice:
        data["choices"] = [{"order": 1, "player": "A", **choice}]
    return position(**{**data, **changes})


def done(where: Position) -> Position:
    return carry_out(where, where.turn).position


def asked(where: Position, question: str = "step", **values: Any) -> Any:
    return ask(COMPANION, question, FORMAT.to_json(where), **values)


GOLD_AND_HARPS = {"rewards": ["gold", "harp"]}


@pytest.mark.parametrize(
    ("harps", "words"),
    [
        ({"North": 2}, "3 harps must be placed, not 2"),
        ({"North": 2, "West": 1}, "West is not one of the adjacent regions North, Bastion"),
    ],
)
def test_LX_HARP_1_a_placement_that_does_not_do(harps: dict[str, int], words: str) -> None:
    answer = asked(acting(MONSTER, choice={**GOLD_AND_HARPS, "harps": harps}))
    assert answer["verdict"] == "illegal"
    assert answer["stopped"]["rulings"][0]["text"] == words


def test_LX_GOLD_1_hidden_gold_stays_hidden() -> None:
    where = acting(MONSTER, choice={"rewards": ["gold", "guild"]}).with_player("A", gold=None)
    step = carry_out(where, where.turn)
    assert {"what": "gold", "value": 5, "now": None} in step.did
    assert step.position.players["A"].gold is None
    with pytest.raises(CannotTell, match="the gold of A is hidden"):
        asked(where, "final")


def test_LX_ORDER_2_nothing_stands_in_the_city() -> None:
    answer = asked(acting())
    assert (answer["status"], answer["rulings"][0]["rule"]) == ("void", "LX-ORDER-2")


def test_LX_HARP_1_one_region_only() -> None:
    where = acting(MONSTER, choice={**GOLD_AND_HARPS, "harps": {"North": 2, "Bastion": 1}})
    assert done(where).players["A"].harps == {"North": 2, "Bastion": 1}
    with pytest.raises(IllegalChoice, match="all 3 harps must go to one region"):
        done(attrs.evolve(where, options={"harp_split": "one_region"}))


def test_LX_HARP_1_a_city_without_a_region_takes_no_harps() -> None:
    data = FORMAT.to_json(acting(MONSTER))
    data["map"]["cities"]["1"]["regions"] = []
    assert ask(COMPANION, "repel", data)["monster"]["rewards"] == [["gold", "guild"]]


def test_LX_HARP_3_the_last_harps_are_placed() -> None:
    where = acting(MONSTER, {"harps": {"West": 19}, "harps_left": 1}, {**GOLD_AND_HARPS, "harps": {"Bastion": 1}})
    player = done(where).players["A"]
    assert (player.harps, player.harps_left) == ({"West": 19, "Bastion": 1}, 0)


def test_LX_GUILD_1_no_storeys_left_in_the_box() -> None:
    towers = {"2": 4, "3": 4, "4": 4, "5": 3}
    assert asked(acting(MONSTER, {"guilds": towers}), "repel")["monster"]["rewards"] == [["gold", "harp"]]
    one = asked(acting(MONSTER, {"guilds": {**towers, "5": 2}}), "repel")
    offer = next(o for o in one["monster"]["offers"] if o["reward"] == "guild")
    assert (offer["takes"], offer["height"]) == (1, 1)


@pytest.mark.parametrize(
    ("reading", "height", "after", "saved"),
    [("build_up", 3, 4, 0), ("keep", 3, 4, 1), ("keep", 4, 4, 2), ("build_up", 2, 4, 0)],
)
def test_LX_GUILD_3_what_does_not_fit(reading: str, height: int, after: int, saved: int) -> None:
    choice = {"rewards": ["gold", "guild"]}
    where = acting(MONSTER, {"guilds": {"1": height}}, choice, options={"full_tower": reading})
    player = done(where).players["A"]
    assert (player.guilds["1"], player.guild_saved) == (after, saved)


@pytest.mark.parametrize(("reading", "height"), [("build_up", 4), ("not_choosable", 3)])
def test_LX_GUILD_3_not_choosable(reading: str, height: int) -> None:
    where = acting(MONSTER, {"guilds": {"1": height}}, options={"full_tower": reading})
    assert asked(where, "repel")["monster"]["rewards"] == [["gold", "harp"]]


def test_LX_GUILD_1_towers_read_strictly() -> None:
    towers = {"guild_number": "towers"}
    where = acting(MONSTER, choice={"rewards": ["gold", "guild"]}, options=towers)
    assert done(where).players["A"].guilds == {"1": 1}
    where = acting(MONSTER, {"guilds": {"1": 1}}, options=towers)
    assert asked(where, "repel")["monster"]["rewards"] == [["gold", "harp"]]


def test_LX_REPEL_2_a_reward_may_be_lost_by_choice() -> None:
    where = acting(
        MONSTER, {"guilds": {"1": 4}}, {"rewards": ["gold", "guild"]}, options={"lost_reward": "may_be_lost"}
    )
    step = carry_out(where, where.turn)
    assert {"what": "lost", "reward": "guild", "shown": 2} in step.did
    assert step.position.players["A"].guilds == {"1": 4}
    with pytest.raises(IllegalChoice, match="the most there can be"):
        done(attrs.evolve(where, options={}))


def test_LX_REPEL_1_nothing_can_be_taken_and_yet_it_is_compulsory() -> None:
    tile = {"kind": "monster", "needs": {"mage": 1}, "rewards": {"harp": 2}}
    where = acting(tile, {"harps": {"West": 20}, "harps_left": 0})
    after = done(where)
    assert after.players["A"].hand == {}
    assert after.tile("1") is None


def test_LX_RECRUIT_3_a_new_tile_in_the_same_city_during_the_year() -> None:
    tile = {"kind": "recruit", "units": ["archer"], "printed": ["archer", "mage"]}
    data = FORMAT.to_json(acting(tile))
    data["supply"]["next_recruit"] = {"city": "1", "units": ["cleric", "cleric"]}
    barred = ask(COMPANION, "run", data)
    assert [step["status"] for step in barred["steps"][::4]] == ["compulsory", *["void"] * 5]
    allowed = ask(COMPANION, "run", data | {"options": {"same_city": "new_tile_allowed"}})
    assert [step["status"] for step in allowed["steps"][::4]] == ["compulsory", "compulsory", *["void"] * 4]
    assert allowed["steps"][8]["rulings"][0]["text"] == "A has recruited from this very tile in city 1 this year"


def test_LX_SUPPLY_3_neither_pile_nor_discard() -> None:
    tile = {"kind": "recruit", "units": ["archer"], "printed": ["archer"]}
    supply = {"next_recruit": None, "recruit_pile": [], "monster_discard": []}
    step = carry_out(acting(tile, supply=supply), Turn(1, "A"))
    assert step.did[-1] == {"what": "no-tile", "kind": "recruit"}


@pytest.mark.parametrize(
    ("supply", "needs"),
    [
        ({"monster_pile": FOES, "next_monster": {}}, "/supply/next_monster"),
        ({"monster_pile": [], "next_monster": FOES[2]}, "/supply/recruit_discard"),
        ({"monster_pile": [], "next_monster": FOES[2], "recruit_discard": []}, "/supply/monster_discard"),
        (
            {"monster_pile": [], "next_monster": FOES[2], "recruit_discard": [], "monster_discard": []},
            "/supply/recruit_pile",
        ),
    ],
)
def test_LX_SUPPLY_6_stops_at_the_first_tile_that_is_unknown(supply: dict[str, Any], needs: str) -> None:
    answer = asked(acting(MONSTER, choice={"rewards": ["gold", "guild"]}, supply=supply))
    assert (answer["verdict"], answer["stopped"]["needs"]) == ("open", needs)


def test_LX_SUPPLY_7_every_next_city_is_occupied() -> None:
    tile = {"tile": MONSTER}
    supply = {"next_monster": FOES[1], "monster_pile": FOES[1:3], "recruit_discard": [], "monster_discard": []}
    where = acting(
        MONSTER, cities=dict.fromkeys("123", tile), supply=supply, options={"occupied_city": "under_the_pile"}
    )
    answer = asked(where, "supply", city="1")
    assert answer["comes"] is None
    assert answer["rulings"][-1]["text"] == "no monster tile can come"


def test_LX_SUPPLY_4_a_wrong_shuffle_is_refused() -> None:
    supply = {"next_monster": FOES[2], "monster_pile": [], "recruit_discard": FOES[:2], "monster_discard": []}
    where = acting(MONSTER, supply=supply, options={"turned_pile": "shuffled"})
    assert asked(where, "supply", city="1")["stopped"]["open"] == "shuffle"
    assert asked(where, "supply", city="1", shuffle="1,1")["verdict"] == "illegal"
    assert asked(where, "supply", city="1", shuffle="2,1")["next"]["monster"] == "city 2"
    in_document = attrs.evolve(where, choices=acting(choice={"shuffle": [2, 1]}).choices)
    assert asked(in_document, "supply", city="1")["next"]["monster"] == "city 2"


def test_LX_TITAN_1_waits_for_a_city_by_the_other_reading() -> None:
    supply = {
        "next_monster": FOES[2],
        "monster_pile": [],
        "recruit_pile": [{}, {}, FOES[3]],
        "recruit_discard": [],
        "monster_discard": [],
    }
    options = {"awakening": "city"}
    first = done(acting(MONSTER, choice={"rewards": ["gold", "guild"]}, supply=supply, options=options))
    assert not first.titans.awake
    assert first.supply.next_monster is None
    second = asked(first, "supply", city="3", shuffle="1,2,3")
    assert second["awakened"]
    assert second["comes"] == {"city": "4", "kind": "monster"}


def test_LX_TITAN_1_they_awaken_once() -> None:
    supply = {
        "next_monster": FOES[2],
        "monster_pile": [],
        "recruit_discard": [],
        "recruit_pile": [],
        "monster_discard": [],
    }
    answer = asked(acting(MONSTER, supply=supply, titans=AWAKE), "supply", city="1")
    assert not answer["awakened"]
    assert answer["next"]["monster"] is None


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        ({"titan": 3}, "titan 3 cannot be repelled"),
        ({"titan": 1, "pay": {"mage": 2}}, "3 units needed, not 2"),
        ({"titan": 1, "pay": {"archer": 3}}, "A has not 3 archers"),
    ],
)
def test_LX_TITAN_6_a_choice_that_does_not_do(choice: dict[str, Any], words: str) -> None:
    answer = asked(acting(player={"hand": {"mage": 4, "peasant": 1}}, choice=choice, titans=AWAKE))
    assert answer["verdict"] == "illegal"
    assert answer["stopped"]["rulings"][0]["text"] == words


def test_LX_TITAN_6_the_payment_is_open() -> None:
    answer = asked(acting(player={"hand": {"mage": 4, "peasant": 1}}, choice={"titan": 2}, titans=AWAKE))
    assert answer["stopped"]["legal"] == [{"peasant": 1, "mage": 2}, {"mage": 3}]


def test_LX_TITAN_5_yes_is_enough_where_one_titan_can_be_repelled() -> None:
    one = {"awake": True, "piles": AWAKE["piles"][1:]}
    after = done(acting(player={"hand": {"mage": 3}}, choice={"repel": True}, titans=one))
    assert after.players["A"].gold == 8
    assert after.titans.piles[0].face_up is None


def test_LX_TITAN_5_none_is_face_up() -> None:
    where = acting(titans={"awake": True, "piles": []})
    assert asked(where)["status"] == "void"


def test_LX_TITAN_5_from_any_city_in_place_of_the_tile() -> None:
    tile = {"kind": "recruit", "units": ["archer", "mage"]}
    where = acting(tile, {"hand": {"mage": 3}}, titans=AWAKE, options={"titan_city": "any"})
    answer = asked(where)
    assert (answer["verdict"], answer["status"]) == ("open", "compulsory")
    declines = attrs.evolve(where, choices=acting(choice={"repel": False}).choices)
    assert asked(declines)["did"][0]["what"] == "recruit"
    repels = attrs.evolve(where, choices=acting(choice={"titan": 1}).choices)
    assert asked(repels)["did"][0]["what"] == "titan"


def test_LX_CENSUS_7_what_does_not_fit_is_kept() -> None:
    data = new()
    data["players"]["A"]["guilds"] = {"3": 4, "4": 3}
    data["census"]["infantry"]["sole"] = 2
    award = next(a for a in ask(COMPANION, "census", data)["awards"] if a["type"] == "infantry")
    assert award["did"] == [{"what": "guild", "city": "4", "built": 1, "height": 4, "saved": 1}]
    data["players"]["A"]["guilds"] = {"3": 4, "4": 4}
    award = next(a for a in ask(COMPANION, "census", data)["awards"] if a["type"] == "infantry")
    assert award["rulings"][0]["text"] == "A keeps 2 storeys for a later tower: all its towers are full"


def test_LX_CENSUS_8_fewer_harps_left_than_won() -> None:
    data = new()
    data["players"]["B"] |= {"harps": {"North": 19}, "harps_left": 1}
    data["choices"] = [{"census": "archer", "player": "B", "harps": {"East": 1}}]
    award = ask(COMPANION, "census", data)["awards"][1]
    assert award["did"][0]["placed"] == {"East": 1}
    award = ask(COMPANION, "census", data | {"options": {"few_harps": "not_choosable"}})["awards"][1]
    assert award["did"] == []
    data["choices"][0]["harps"] = {"West": 1}
    answer = ask(COMPANION, "census", data)
    assert (answer["verdict"], answer["awards"][1]["state"]) == ("illegal", "illegal")


def test_LX_CENSUS_2_nothing_shown_yet() -> None:
    with pytest.raises(CannotTell, match="census_shown"):
        asked(acting(), "census")


def test_LX_YEAR_2_the_whole_end_of_a_year() -> None:
    data = new() | {"next": {"order": 7, "player": "A"}}
    assert "final" not in ask(COMPANION, "year", data)
    data["choices"] = [
        {"census": "archer", "player": "B", "harps": {"North": 2}},
        {"census": "mage", "player": "D", "harps": {"South": 3}},
    ]
    counted = ask(COMPANION, "census", data)["final"]
    assert "choices" not in counted
    assert counted["players"]["A"]["gold"] == data["players"]["A"]["gold"] + 3
    after = ask(COMPANION, "year", counted)
    assert after["census_held"]
    assert after["rulings"][0]["text"].endswith("; it has been")
    assert {key: after["final"][key] for key in ("year", "start")} == {"year": 5, "start": "B"}
    assert "program" not in after["final"]["players"]["A"]
    assert ask(COMPANION, "run", data)["follows"] == {"census": True, "then": "orders", "start": "B"}


def test_LX_ORDER_3_a_hidden_programme() -> None:
    where = acting().with_player("A", program=None)
    assert asked(where)["verdict"] == "open"
    answer = asked(where, "reach", player="A")
    assert "route" not in answer
    assert answer["rulings"][-1]["rule"] == "LX-ORDER-3"


def test_LX_MOVE_1_a_programme_alone_recruits_and_repels_on_its_way() -> None:
    program = ["act", "act", "red", "act", "act", "wait"]
    data = FORMAT.to_json(acting({"kind": "recruit", "units": ["archer"], "printed": ["archer"]}, {"program": program}))
    data["cities"]["2"] = {"tile": {**MONSTER, "needs": {"archer": 1, "mage": 1}}}
    answer = ask(COMPANION, "reach", data, player="A")
    statuses = [order["status"] for order in answer["route"]]
    assert statuses == ["compulsory", "void", "compulsory", "compulsory", "void", "compulsory"]
    assert answer["first_void"]["order"] == 2


def test_LX_FINAL_8_what_is_needed_in_the_last_assessment_and_after_elimination() -> None:
    data = new()
    assert ask(COMPANION, "what-if", data, criterion="influence", player="A")["needs"] == 0
    out = ask(COMPANION, "what-if", data, criterion="influence", player="D")
    assert (out["needs"], out["rank"]) == (None, None)
    assert out["rulings"][0]["text"] == "D is eliminated before influence is assessed"
    assert ask(COMPANION, "what-if", data, criterion="wealth", player="C")["needs"] == 0


def three(**dummy: int) -> dict[str, Any]:
    data = new()
    del data["players"]["D"]
    return data | {"order": ["A", "B", "C"], "census_shown": {}, "dummy": dummy}


def test_LX_FINAL_11_a_tie_with_the_dummy_and_a_dummy_that_wins() -> None:
    tied = ask(COMPANION, "final", three(wealth=4, reputation=0, influence=0))
    assert tied["rounds"][0]["eliminated"] == ["dummy"]
    data = three(wealth=9, reputation=0, influence=0)
    data["players"]["C"]["hand"] = {}
    first = ask(COMPANION, "final", data)["rounds"][0]
    assert [standing["player"] for standing in first["ranking"][:2]] == ["C", "dummy"]
    assert any("put last" in ruling["text"] for ruling in first["rulings"])
    wins = ask(COMPANION, "final", three(wealth=90, reputation=90, influence=90))
    assert wins["winner"] == "dummy"
    assert [ruling["rule"] for ruling in wins["rulings"]] == ["LX-YEAR-2", "LX-FINAL-11"]


def test_LX_FINAL_11_amounts_that_are_not_known() -> None:
    where = acting(MONSTER, choice={"rewards": ["gold", "guild"]})
    data = FORMAT.to_json(where)
    del data["players"]["D"]
    data |= {"order": ["A", "B", "C"], "dummy": {"wealth": 1}}
    answer = ask(COMPANION, "step", data)
    assert answer["final"]["dummy"]["wealth"] == 1
    assert any(ruling["rule"] == "LX-FINAL-11" for ruling in answer["rulings"])
    data["dummy"]["steps"] = {"wealth": 2}
    assert ask(COMPANION, "step", data)["stopped"]["legal"] == ["wealth", "influence", "reputation"]


def test_choices_with_nothing_to_choose_are_named() -> None:
    where = acting(player={"program": WAITS}, choice={"rewards": ["gold", "harp"]})
    assert asked(where, "run")["unused_choices"] == [{"order": 1, "player": "A"}]


def test_an_open_order_leaves_the_position_untouched() -> None:
    where = acting(MONSTER)
    with pytest.raises(ChoiceNeeded, match="which two rewards does A take"):
        carry_out(where, where.turn)
    answer = asked(where, "run")
    assert answer["final"] == FORMAT.to_json(where)
