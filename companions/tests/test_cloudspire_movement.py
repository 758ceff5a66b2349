"""Cloudspire: the chapters on movement, by rule."""

import pytest

from cloudspire_maps import between_gates, check, chip, cited, corridor, document, ends, row, spire, strip, tell, unit
from titan_rules.kernel.errors import CannotTell, DocumentError

HERO = {"kind": "hero"}


def verdict(data, name, path, **more):
    answer = check(data, f"{name} moves {path}")
    broken = answer["rulings"][0] if answer["verdict"] == "illegal" else {}
    return answer["verdict"], broken.get("rule"), broken.get("facts", {}).get("at_step")


# General


@pytest.mark.parametrize(
    ("mark", "distance"), [("gate:B", 5), ("hex:3,0", 2), ("unit:b1", 3), ("spire:s1", 4), ("hex:1,0", 0)]
)
def test_CS_GEN_4_the_mark_is_what_the_document_names(mark, distance):
    factions = {"A": {"mark": mark}, "B": {"mark": "gate:A"}}
    b1, s1 = unit("b1", "B", (4, 0)), spire("s1", "B", (4, 1))
    data = between_gates([*row(6), {"at": [4, 1], "group": "g", "terrain": "water"}], 6, factions=factions)
    data |= {"units": [unit("m1", "A", (1, 0)), b1], "spires": [s1]}
    assert tell("move", data, unit="m1")["distance"] == distance


# Movement, every unit


def test_CS_MOVE_1_a_minion_that_cannot_move_holds_no_hero_up():
    m1, m2 = unit("m1", "A", (3, 0), moved=[[2, 0]]), unit("m2", "A", (2, 0))
    assert tell("order", corridor(4, m1, m2, unit("h", "A", (0, 0), **HERO)))["heroes"]["now"] is True


@pytest.mark.parametrize(
    ("allowance", "open_terrain"),
    [("path", 1), ("plains", 2), ("forest", 3), ("mountain", 4), ("water", 5)],
)
def test_CS_MOVE_3_an_allowance_opens_its_terrain_and_every_easier_one(allowance, open_terrain):
    terrains = ["path", "plains", "forest", "mountain", "water"]
    around = [[1, 0], [0, 1], [-1, 1], [0, -1], [1, -1]]
    hexes = [{"at": at, "group": "g", "terrain": t} for at, t in zip(around, terrains, strict=True)]
    data = document([*hexes, *row(1)], unit("h", "A", (0, 0), kind="hero", movement=1, allowance=allowance))
    assert len(tell("move", data, unit="h")["to"]) == open_terrain


# Movement, units of a player


def test_CS_MOVE_6_two_heroes_in_a_row_move_up_one_each():
    heroes = [unit("h1", "A", (1, 0), **HERO), unit("h2", "A", (2, 0), **HERO)]
    data = corridor(5, unit("m1", "A", (0, 0), movement=3), *heroes)
    answer = check(data, "m1 moves 1,0 2,0 3,0")
    assert {u["id"]: u["at"] for u in answer["final"]["units"]} == {"m1": [3, 0], "h1": [0, 0], "h2": [1, 0]}


def test_CS_MOVE_6_the_hero_goes_where_it_could_not_walk():
    hexes = [{"at": [0, 0], "group": "g", "terrain": "mountain"}, *row(4)[1:]]
    data = between_gates(hexes, 4, unit("m1", "A", (0, 0), allowance="water"), unit("h", "A", (1, 0), **HERO))
    assert ends(tell("move", data, unit="m1"))[2, 0]["swaps"] == [{"hero": "h", "from": [1, 0], "to": [0, 0]}]


def test_CS_MOVE_6_no_swap_with_the_hero_of_an_ally():
    factions = {"A": {"mark": "gate:B", "team": "t"}, "B": {"mark": "gate:A"}, "C": {"mark": "gate:B", "team": "t"}}
    data = corridor(4, unit("m1", "A", (0, 0)), unit("c", "C", (1, 0), **HERO), factions=factions)
    assert tell("move", data, unit="m1")["to"] == []
    assert verdict(data, "m1", "1,0 2,0") == ("illegal", "CS-MOVE-3", 1)


def test_CS_MOVE_10_by_the_shortest_way_only():
    forest = [{"at": [q, 0], "group": "g", "terrain": "forest"} for q in range(2)]
    hexes = [*forest, *row(4)[2:], {"at": [0, 1], "group": "g", "terrain": "path"}]
    data = between_gates(hexes, 4, unit("m1", "A", (1, 0), movement=1))
    answer = tell("move", data, unit="m1")
    assert answer["invalid_hex"] is True
    assert ends(answer).keys() == {(2, 0), (0, 1)}
    assert verdict(data, "m1", "0,0") == ("illegal", "CS-MOVE-3", 1)
    assert verdict(data, "m1", "1,0") == ("illegal", "CS-MOVE-10", None)


def test_CS_MOVE_10_a_hero_only_steps_to_a_hex_it_could_enter():
    forest = [{"at": [q, 0], "group": "g", "terrain": "forest"} for q in range(2)]
    data = between_gates([*forest, *row(4)[2:]], 4, unit("h", "A", (1, 0), **HERO))
    answer = tell("move", data, unit="h")
    assert ends(answer).keys() == {(2, 0), (3, 0)}
    assert "CS-MOVE-10" in cited(answer)


def test_CS_MOVE_11_a_deployed_unit_leaves_the_stack():
    answer = check(corridor(4, a=[chip("m1"), chip("m2")]), "m1 moves 0,0 1,0")
    gate = answer["final"]["gates"][0]
    assert [c["id"] for c in gate["stack"]] == ["m2"]
    (m1,) = answer["final"]["units"]
    assert (m1["at"], m1["moved"], m1["faction"]) == ([1, 0], [[-1, 0], [0, 0]], "A")


def test_CS_MOVE_11_a_hero_without_a_route_need_not_deploy():
    data = corridor(4, spire("s", "B", (2, 0)), a=[chip("h", kind="hero")])
    answer = tell("move", data, unit="h")
    assert answer["must"] is False
    assert "CS-MOVE-11" in cited(answer)
    assert verdict(data, "h", "-1,0")[0] == "legal"


# Movement, AI units

AI = {"current": "B"}


def test_CS_MOVE_20_the_turn_stops_at_a_tie_until_it_is_broken():
    data = strip(5, unit("b1", "B", (2, 0)), unit("b2", "B", (1, 1)), **AI)
    stopped = tell("ai-turn", data)
    assert (stopped["open"]["open"], stopped["open"]["legal"]) == ("first", ["b1", "b2"])
    further = tell("ai-turn", data, first=("b2",))
    assert [(s["unit"], s["at"]) for s in further["steps"]] == [("b2", [0, 0])]
    assert (further["open"]["open"], [e["at"] for e in further["open"]["legal"]]) == ("choose", [[1, 0], [0, 1]])
    played = tell("ai-turn", data, first=("b2",), choose=("b1:0,1",))
    assert [(s["unit"], s["at"]) for s in played["steps"]] == [("b2", [0, 0]), ("b1", [0, 1])]
    assert played.get("open") is None


def test_CS_MOVE_20_choices_must_be_possible():
    data = document(row(3), unit("b1", "B", (1, 0)), **AI)
    with pytest.raises(DocumentError, match="an object"):
        tell("ai-turn", data, choose=("b1",))
    with pytest.raises(DocumentError, match="cannot go"):
        tell("ai-turn", data, choose=("b1:2,0",))
    with pytest.raises(DocumentError, match="b9"):
        tell("ai-turn", data, first=("b9",))


def test_CS_MOVE_21_only_of_ai_units():
    with pytest.raises(CannotTell, match="played by a player"):
        tell("ai-move", corridor(4, unit("m1", "A", (0, 0))), unit="m1")
    with pytest.raises(CannotTell, match="played by a player"):
        tell("ai-turn", corridor(4, unit("m1", "A", (0, 0))), faction="A")


def test_move_without_a_unit_lists_everybody_of_a_faction():
    data = corridor(6, unit("m1", "A", (1, 0)), unit("h", "A", (3, 0), **HERO), unit("b1", "B", (5, 0)), a=[chip("m2")])
    assert [u["unit"] for u in tell("move", data)["units"]] == ["m1", "h", "m2"]
    assert [u["unit"] for u in tell("move", data, faction="b")["units"]] == ["b1"]


def test_units_that_no_rule_moves():
    boar = unit("boar", None, (1, 0), kind="landmark-minion")
    group = unit("g1", "A", (2, 0), movement=1, under=[chip("g2")])
    data = corridor(4, boar, group)
    for name in ("boar", "g2"):
        assert tell("move", data, unit=name)["verdict"] == "illegal"
    with pytest.raises(DocumentError):
        tell("move", data, unit="nobody")


def forest(*at):
    return [{"at": list(h), "group": "g", "terrain": "forest"} for h in at]


def test_CS_MOVE_10_two_steps_off_and_one_of_progress():
    data = between_gates([*forest((0, 0), (1, 0)), *row(5)[2:]], 5, unit("m1", "A", (0, 0), movement=3))
    assert ends(tell("move", data, unit="m1")).keys() == {(3, 0)}
    assert verdict(data, "m1", "1,0 2,0 3,0")[0] == "legal"
    assert verdict(data, "m1", "1,0 2,0") == ("illegal", "CS-MOVE-10", None)
    assert verdict(data, "m1", "1,0") == ("illegal", "CS-MOVE-10", None)
    alone = between_gates(forest((0, 0), (1, 0)) + row(3)[2:], 5, unit("m1", "A", (0, 0), movement=3))
    assert verdict(alone, "m1", "1,0") == ("illegal", "CS-MOVE-10", None)


def test_CS_MOVE_10_too_far_off_for_this_turn():
    data = between_gates([*forest((0, 0), (1, 0), (0, 1)), *row(5)[2:]], 5, unit("m1", "A", (0, 0), movement=1))
    assert verdict(data, "m1", "1,0")[0] == "legal"
    assert verdict(data, "m1", "0,1") == ("illegal", "CS-MOVE-10", None)
    (why,) = next(b["rulings"] for b in tell("move", data, unit="m1")["barred"] if b["at"] == [2, 0])
    assert why["rule"] == "CS-MOVE-10"


def test_CS_MOVE_10_ai_minions_too():
    data = between_gates([*row(4), *forest((4, 0))], 5, unit("b1", "B", (4, 0)), **AI)
    assert ends(tell("ai-move", data, unit="b1")).keys() == {(2, 0)}
    assert verdict(data, "b1", "3,0 2,0")[0] == "legal"
    assert verdict(data, "b1", "3,0") == ("illegal", "CS-MOVE-10", None)


def test_CS_MOVE_2_without_a_route_last():
    cut = [*row(2), {"at": [5, 5], "group": "g", "terrain": "path"}]
    data = between_gates(cut, 2, unit("m1", "A", (0, 0), movement=1), unit("m2", "A", (5, 5)))
    assert [rank["distance"] for rank in tell("order", data)["order"]] == [2, None]
    assert "CS-MOVE-2" in cited(check(data, "m2 stays"))
    alone = between_gates(cut, 2, unit("m1", "A", (0, 0), moved=[]), unit("m2", "A", (5, 5)))
    assert check(alone, "m2 stays")["verdict"] == "legal"
    assert verdict(alone, "m2", "5,5")[1] == "CS-MOVE-5"
    assert verdict(alone, "m2", "5,4")[1] == "CS-MOVE-3"


def test_CS_MOVE_21_a_shorter_move_than_the_full_one_by_the_publishers_order():
    data = corridor(6, unit("b1", "B", (5, 0), movement=3), current="B", ruleset="official")
    assert verdict(data, "b1", "4,0 3,0 2,0")[0] == "legal"
    assert verdict(data, "b1", "4,0 3,0") == ("illegal", "CS-MOVE-21", None)


def test_CS_MOVE_22_from_the_gate():
    data = corridor(5, b=[chip("hb", kind="hero", range=3)], **AI)
    answer = tell("ai-move", data, unit="hb")
    assert (answer["how"], answer["must"], list(ends(answer))) == ("nearest", True, [(3, 0)])
    assert verdict(data, "hb", "5,0") == ("illegal", "CS-MOVE-11", None)
    no_route = corridor(5, spire("s", "A", (2, 0)), b=[chip("hb", kind="hero")], **AI)
    assert tell("ai-move", no_route, unit="hb")["how"] == "none"


def test_talents_are_named_as_not_judged():
    answer = tell("move", corridor(4, unit("m1", "A", (0, 0), talents=["Flying"])), unit="m1")
    assert answer["not_judged"] == ["Flying"]


def test_an_ai_unit_asked_with_move_is_told_why_not_elsewhere():
    data = corridor(6, unit("b1", "B", (5, 0), movement=3), unit("a1", "A", (1, 0)), **AI)
    answer = tell("move", data, unit="b1")
    barred = {tuple(b["at"]): b["rulings"][0]["rule"] for b in answer["barred"]}
    assert (list(ends(answer)), barred) == ([(2, 0)], {(3, 0): "CS-MOVE-21", (4, 0): "CS-MOVE-21", (6, 0): "CS-MOVE-3"})


def test_a_turn_that_hangs_on_where_a_swapped_hero_goes():
    reading = {"occupied": "no_stopping", "ai_swap_and_lateral": True}
    pieces = [unit("b1", "B", (4, 0)), unit("b2", "B", (3, 0), moved=[]), unit("hb", "B", (2, 0), **HERO)]
    data = corridor(6, *pieces, options=reading, **AI)
    assert ends(tell("ai-move", data, unit="b1"))[2, 0]["swaps"][0]["choices"] == [[1, 0]]
    with pytest.raises(CannotTell, match="where hb goes"):
        tell("ai-turn", data)
