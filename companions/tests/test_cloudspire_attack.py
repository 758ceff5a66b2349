"""Cloudspire: the chapters on attack, spire fire, gates and groups, by rule."""

import pytest

from cloudspire_maps import check, chip, cited, corridor, document, spire, strip, struck_by, tell, unit
from titan_rules.kernel.errors import CannotTell, DocumentError

HERO = {"kind": "hero"}


def attack(data, name, target, absorb=False):
    return check(data, f"{name} attacks {target}{' absorb' * absorb}")


# Attack, every unit


def test_CS_ATT_2_a_range_upgrade_reaches_one_farther():
    hero = unit("h", "A", (0, 0), kind="hero", range=2, upgrades={"range": 1})
    assert attack(corridor(5, hero, unit("b1", "B", (3, 0))), "h", "b1")["verdict"] == "legal"


def test_CS_ATT_3_as_the_step_ends_only_those_that_did_not_attack():
    pieces = [unit("m1", "A", (3, 0), attacked=True), unit("m2", "A", (3, 1)), unit("m3", "A", (2, 0))]
    assert tell("gate", strip(4, *pieces), faction="B")["strikes_at_the_end"] == ["m2"]
    assert tell("gate", strip(4, *pieces, hp=0), faction="B")["strikes_at_the_end"] == []
    answer = tell("must-attack", strip(4, *pieces))
    assert [r["facts"]["unit"] for r in answer["rulings"] if r["rule"] == "CS-ATT-3"] == ["m2"]


def test_CS_ATT_5_a_ruling_is_needed_only_where_the_readings_differ():
    two = corridor(4, unit("m1", "A", (1, 0)), spire("s", "B", (2, 0), "attack", "range"))
    one = corridor(4, unit("m1", "A", (1, 0)), spire("s", "B", (2, 0), "range"))
    assert "rule on it" not in str(attack(two, "m1", "s"))
    assert "rule on it" in str(attack(one, "m1", "s"))


def test_CS_ATT_5_damage_0_by_the_other_reading():
    hero = unit("h", "A", (1, 0), kind="hero", attack=0)
    even_zero = {"options": {"spire_damage": "even_zero"}}
    data = corridor(4, hero, spire("s", "B", (2, 0), "attack"), **even_zero)
    assert attack(data, "h", "s")["final"]["spires"][0]["upgrades"] == []
    fort = corridor(4, hero, spire("s", "B", (2, 0), "fort"), **even_zero)
    assert attack(fort, "h", "s")["final"]["spires"][0]["upgrades"] == ["fort"]
    bare = corridor(4, {k: v for k, v in hero.items() if k != "attack"}, spire("s", "B", (2, 0), "attack"), **even_zero)
    assert attack(bare, "h", "s")["verdict"] == "illegal"


def test_CS_ATT_8_dice_that_the_game_does_not_have():
    data = corridor(4, unit("m1", "A", (1, 0)), spire("s", "B", (2, 0), "attack"))
    for dice, rolled in (({"max": 2}, "3"), ({"faces": [0, 2]}, "1")):
        with pytest.raises(DocumentError, match="no die of this game shows"):
            check({**data, "dice": dice}, f"s fires rolls {rolled}")
    with pytest.raises(DocumentError, match="'dozen'"):
        check(data, "s fires rolls dozen")


def test_CS_ATT_8_dice_that_are_not_rolled_yet():
    data = corridor(4, unit("m1", "A", (1, 0)), spire("s", "B", (2, 0), "attack", "attack"))
    assert check(data, "s fires")["stopped"]["open"] == "rolled"
    assert check({**data, "dice": {"faces": [0, 1, 2]}}, "s fires")["dice"] == 2


def test_CS_ATT_10_not_at_landmarks_allies_or_others():
    factions = {
        "A": {"mark": "gate:B"},
        "B": {"mark": "gate:A", "team": "x"},
        "C": {"mark": "gate:A", "team": "x"},
    }
    units = [unit("m1", "A", (1, 0)), unit("boar", None, (2, 0), kind="landmark-minion"), unit("b1", "B", (4, 0))]
    data = corridor(6, *units, spire("s", "C", (3, 0), "attack", "range"), factions=factions)
    assert [t["unit"] for t in tell("spires-fire", data)["targets"]] == ["m1"]
    for target in ("boar", "b1"):
        answer = check(data, f"s fires at {target} rolls 1")
        assert (answer["verdict"], cited(answer)) == ("illegal", {"CS-ATT-10"})
    assert tell("spires-fire", {**data, "current": "B"})["spires"] == []


def test_CS_ATT_11_the_owner_chooses_among_targets():
    pieces = [unit("m1", "A", (1, 0)), unit("m2", "A", (1, 1)), spire("s", "B", (2, 0), "attack", "range")]
    factions = {"A": {"mark": "gate:B"}, "B": {"mark": "gate:A"}}
    data = strip(4, *pieces, factions=factions)
    assert [check(data, f"s fires at {t} rolls 1")["verdict"] for t in ("m1", "m2")] == ["legal"] * 2
    assert check(data, "s fires rolls 1")["stopped"]["legal"] == ["m1", "m2"]


# Attack, units of players and AI units


def test_CS_ATT_21_landmark_minions_are_everybodys_enemies():
    data = corridor(4, unit("m1", "A", (1, 0)), unit("boar", None, (2, 0), kind="landmark-minion"))
    assert attack(data, "m1", "boar")["verdict"] == "legal"
    assert attack(data, "boar", "m1")["verdict"] == "illegal"
    strong = {**data, "units": [{**data["units"][0], "attack": 3}, data["units"][1]]}
    assert attack(strong, "m1", "boar")["final"]["defeated"] == {"boar": "off the map"}


AROUND = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def ring(attack=2, **more):
    """An AI minion among targets of every rank, all of which it defeats but a strong hero and a fortified spire."""
    hexes = [{"at": list(at), "group": "g", "terrain": "path"} for at in [(0, 0), *AROUND]]
    pieces = [
        unit("boar", None, AROUND[3], kind="landmark-minion", health=1),
        unit("weak", "A", AROUND[2], health=1),
        spire("bare", "A", AROUND[1]),
        unit("strong", "A", AROUND[4], kind="hero", health=9),
        unit("brave", "A", AROUND[0], kind="hero", health=2),
        spire("wall", "A", AROUND[5], "fort"),
    ]
    return document(hexes, unit("b1", "B", (0, 0), attack=attack), *pieces, current="B", **more)


def test_CS_ATT_31_classes_and_ranks():
    answer = tell("ai-target", ring(), piece="b1")
    order = [(t["target"], t["class"]) for t in answer["targets"]]
    assert order == [("brave", 2), ("bare", 2), ("weak", 2), ("boar", 2), ("strong", 3), ("wall", 3)]
    weak = tell("ai-target", ring(attack=1), piece="b1")
    assert [t["target"] for t in weak["targets"] if t["class"] == 4] == ["wall"]


def test_CS_ATT_31_only_ai_pieces_have_priorities():
    with pytest.raises(CannotTell, match="no AI unit"):
        tell("ai-target", ring(), piece="brave")
    with pytest.raises(CannotTell, match="no AI spire"):
        tell("ai-target", ring(), piece="bare")
    with pytest.raises(DocumentError):
        tell("ai-target", ring(), piece="nobody")


# Gates and groups


def test_CS_GATE_2_a_fallen_gate_is_no_target():
    data = corridor(4, unit("m1", "A", (3, 0)), hp=0)
    with pytest.raises(DocumentError, match="gate:B"):
        attack(data, "m1", "gate:B")
    assert cited(attack(data, "m1", "B")) == {"CS-GATE-2"}


def test_CS_GATE_3_only_a_unit_that_is_there_takes_it():
    assert cited(attack(corridor(4, unit("m1", "A", (3, 0))), "m1", "gate:B", absorb=True)) == {"CS-GATE-3"}
    tired = corridor(4, unit("m1", "A", (3, 0)), b=[chip("b1", retaliated=True)])
    assert struck_by(attack(tired, "m1", "gate:B", absorb=True)) == {"gate:B": 1}


def test_CS_GRP_2_a_group_at_the_gate_takes_it_one_after_the_other():
    data = corridor(4, unit("m1", "A", (3, 0), attack=3), b=[chip("b1", movement=1, under=[chip("b2")]), chip("b3")])
    taken = attack(data, "m1", "B", absorb=True)
    assert [chip["id"] for chip in taken["final"]["gates"][1]["stack"]] == ["b2", "b3"]
    assert (taken["final"]["defeated"], taken["final"]["gates"][1]["hp"]) == ({"b1": "the barracks"}, 10)
    assert {"CS-GRP-2", "CS-GATE-3", "CS-GATE-1"} <= cited(taken)
    assert cited(check(data, "b2 moves 3,0")) == {"CS-GRP-1"}


def test_CS_GATE_4_not_from_too_far_and_not_of_an_ai():
    far = tell("move", corridor(6, unit("h", "A", (2, 0), **HERO)), unit="h")
    ai = tell("move", corridor(6, unit("hb", "B", (5, 0), **HERO), current="B"), unit="hb")
    assert not any(end.get("returns") for end in (*far["to"], *ai["to"]))


def test_CS_GATE_4_healed_at_the_gate_and_out_again_after_the_wave():
    home = check(corridor(4, unit("h", "A", (1, 0), hp=1, **HERO)), "h moves 0,0 -1,0")["final"]
    assert "hp" not in home["gates"][0]["stack"][0]
    assert tell("move", home, unit="h")["to"] == []
    assert tell("move", check(home, "end wave")["final"], unit="h")["to"] != []


def test_CS_GRP_1_minions_of_equal_movement_are_grouped_and_wear_nothing():
    data = corridor(4, a=[chip("m1"), chip("m2")])
    assert check(data, "m1 groups over m2")["verdict"] == "legal"
    assert check(data, "equip m1 Cloak")["verdict"] == "illegal"


def test_CS_GATE_5_one_equipment_chip_at_the_gate():
    stack = [chip("h1", kind="hero"), chip("h2", kind="hero", equipment="Boots")]
    data = corridor(4, unit("h3", "A", (0, 0), **HERO), a=stack)
    assert [check(data, f"equip {h}")["verdict"] for h in ("h1", "h2", "h3")] == ["open", "illegal", "illegal"]


def test_CS_GRP_2_the_revealed_one_is_out_of_range():
    group = unit("g1", "B", (2, 0), range=2, under=[chip("g2")])
    data = corridor(4, unit("h", "A", (0, 0), kind="hero", range=2, attack=3), group)
    answer = attack({**data, "options": {"group_retaliation": "revealed"}}, "h", "g1")
    assert struck_by(answer) == {}
    assert "g2 strikes back up to 1" in str(answer["rulings"])


def test_CS_GRP_3_the_action_stops_and_the_next_ones_go_on():
    fell = unit("g2", "A", (1, 0), moved=[[0, 0]], fell_in="movement")
    data = corridor(4, fell, unit("b1", "B", (2, 0)))
    assert cited(check(corridor(4, fell), "g2 moves 2,0")) == {"CS-GRP-3"}
    assert tell("must-attack", data)["units"][0]["attack"] == "must"
    attacking = corridor(4, {**fell, "fell_in": "attack"}, unit("b1", "B", (2, 0)))
    assert tell("must-attack", attacking)["units"][0]["attack"] == "done"
    official = {**attacking, "ruleset": "official"}
    assert tell("must-attack", official)["units"][0]["attack"] == "must"


def test_units_that_are_not_on_the_map_themselves():
    data = corridor(4, unit("g1", "A", (3, 0), under=[chip("g2")]), b=[chip("b1")])
    for name, target in (("g2", "gate:B"), ("g1", "b1"), ("b1", "g1"), ("g1", "g2")):
        answer = attack(data, name, target)
        assert answer["verdict"] == "illegal"
        assert cited(answer) <= {"CS-GRP-1", "CS-GATE-3"}


def test_CS_GATE_1_what_has_been_defeated_does_nothing_more():
    data = corridor(4, unit("m1", "A", (1, 0), attack=3), unit("b1", "B", (2, 0)), spire("s", "B", (0, 0)))
    after = attack(data, "m1", "b1")["final"]
    for words in ("m1 attacks b1", "b1 moves 1,0", "upgrade b1 attack"):
        assert cited(check(after, words)) == {"CS-GATE-1"}
    bare = corridor(4, unit("m1", "A", (1, 0)), spire("s", "B", (2, 0)), current="A")
    gone = attack(bare, "m1", "s")["final"]
    assert gone["defeated"] == {"s": "the barracks"}
    assert cited(check(gone, "s fires at m1 rolls 1")) == {"CS-GATE-1"}
    near = {**gone, "current": "B"}
    assert check(near, "build 3,0 s")["final"].get("defeated") is None


def test_CS_GEN_2_attacks_and_fire_in_their_own_steps():
    data = corridor(4, unit("m1", "A", (1, 0)), unit("b1", "B", (2, 0)), spire("s", "B", (0, 0), "attack"))
    assert cited(attack({**data, "step": "movement"}, "m1", "b1")) == {"CS-GEN-2"}
    assert cited(attack(data, "b1", "m1")) == {"CS-GEN-2"}
    assert cited(check({**data, "step": "attack"}, "s fires rolls 1")) == {"CS-GEN-2"}
    with pytest.raises(DocumentError):
        tell("spires-fire", data, spire="nobody")


def test_CS_ATT_32_an_ai_spire_and_an_ai_player():
    factions = {"A": {"mark": "gate:B", "ai": True}, "B": {"mark": "gate:A", "ai": True}}
    units = [unit("m1", "A", (1, 0)), unit("m2", "A", (1, 1))]
    data = strip(4, *units, spire("s", "B", (2, 0), "attack"), factions=factions, dice={"max": 2})
    assert tell("ai-target", data, piece="s")["targets"] == []
    assert check(data, "s fires at m2 rolls 1")["verdict"] == "legal"
