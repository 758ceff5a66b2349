"""Cloudspire: influence, terrain tiles and upgrades, by rule; the rules themselves."""

import pytest

from cloudspire_maps import check, chip, cited, corridor, document, read, spire, tell, unit
from looping import for_each, some
from titan_companions.cloudspire import facts
from titan_companions.cloudspire.companion import GAME
from titan_companions.cloudspire.facts import RULESETS
from titan_companions.protocol import answers


def land(*pieces, **more):
    """Four groups of two hexes in a row: west (at the gate of A), mid, east, far; a water hex above each end."""
    names = ["west", "west", "mid", "mid", "east", "east", "far", "far"]
    hexes = [{"at": [q, 0], "group": name, "terrain": "path"} for q, name in enumerate(names)]
    gates = [{"faction": "A", "at": [-1, 0]}, {"faction": "B", "at": [9, 9]}]
    return document(hexes, *pieces, gates=gates, **more)


def tile(data, *at):
    laid = {"do": "place-tile", "at": [list(map(int, one.split(","))) for one in at], "terrain": ["path"] * len(at)}
    return check(data, laid)


def upgrade(data, piece, kind):
    return check(data, f"upgrade {piece} {kind}")


def test_CS_INF_2_adjacency_as_the_document_gives_it():
    bridge = {"west": ["far"], "far": ["west"]}
    found = tell("influence", land(spire("s", "A", (7, 0)), group_adjacent=bridge))
    assert [g["group"] for g in found["groups"]] == ["west", "far"]
    assert found["without"] == ["mid", "east"]


def test_CS_INF_4_on_top_flat_and_influenced():
    data = land(spire("s", "A", (0, 0)))
    assert tile(data, "2,0", "3,0", "4,0")["verdict"] == "legal"
    assert tile(data, "5,0", "6,0", "7,0")["verdict"] == "illegal"
    raised = land(spire("s", "A", (0, 0)))
    raised["hexes"][3]["level"] = 1
    assert "not flat" in tile(raised, "2,0", "3,0", "4,0")["rulings"][0]["text"]


@pytest.mark.parametrize("at", [["-1,0", "0,0", "1,0"], ["-1,0", "-1,1", "-2,1"]])
def test_CS_INF_4_never_on_a_gate(at):
    assert "fortress gate" in tile(land(spire("s", "A", (0, 0))), *at)["rulings"][0]["text"]


def test_CS_INF_4_chips_below():
    mill = land(spire("s", "A", (0, 0)))
    mill["hexes"][4]["chip"] = "Mill"
    assert tile(mill, "2,0", "3,0", "4,0")["verdict"] == "illegal"
    assert tile({**mill, "options": {"tile_chips": "no_influenced_hex"}}, "2,0", "3,0", "4,0")["verdict"] == "legal"
    assert tile(land(spire("s", "A", (2, 0))), "2,0", "3,0", "4,0")["verdict"] == "illegal"


def hero(**more):
    return corridor(4, unit("h", "A", (1, 0), kind="hero", **more))


def test_CS_UP_2_also_at_the_gate():
    data = corridor(4, a=[chip("h", kind="hero", range=2)])
    (hero,) = upgrade(data, "h", "range")["final"]["gates"][0]["stack"]
    assert hero["upgrades"] == {"range": 1}


@pytest.mark.parametrize(("upgrades", "dice", "reach"), [([], 0, 1), (["fort"], 0, 1), (["attack", "range"], 1, 2)])
def test_CS_UP_3_only_what_is_stacked_counts(upgrades, dice, reach):
    (stacked,) = read(upgrade(corridor(4, spire("s", "A", (1, 0), *upgrades)), "s", "fort")["final"]).spires
    assert (stacked.dice, stacked.reach) == (dice, reach)


def test_CS_UP_4_the_supply():
    spires = [spire(f"s{i}", "A", (i, 0), *["fort"] * 3) for i in range(4)]
    data = corridor(5, *spires, unit("h", "A", (4, 0), kind="hero"))
    assert upgrade(data, "s0", "fort")["verdict"] == "illegal"
    assert upgrade({**data, "supply": {"attack": 2}}, "s0", "attack")["final"]["supply"] == {"attack": 1}
    assert upgrade({**data, "supply": {"attack": 0}}, "h", "attack")["verdict"] == "illegal"


def test_CS_GEN_2_nothing_is_built_in_later_steps():
    data = land(spire("s", "A", (2, 0)), step="attack")
    for words in ("build 4,0", "place-tile 2,1 3,1 2,2 terrain=path,path,path", "upgrade s fort"):
        assert cited(check(data, words)) == {"CS-GEN-2"}


# The rules themselves


@for_each("rule", GAME.digest.rules)
def test_every_rule_is_explained(rule):
    answer = answers.explain(GAME, rule.lower())
    assert answer.rule == rule
    assert (answer.origin["section"] is None) == (answer.origin["origin"] == "filled in")
    assert bool(answer.origin.get("filled_in")) == (answer.origin["origin"] != "the sheet")
    assert answer.sources


def test_every_option_decides_rules_that_name_it():
    rules, known = GAME.digest.rules, facts.read("provenance.json")
    for option in some(RULESETS.options.values()):
        assert set(option.rules) <= set(rules)
        assert any(f"`{option.name}`" in rules[rule].text for rule in option.rules)
        assert any("unclear" in known[rule] or "disagrees" in known[rule] for rule in option.rules)
    assert set(known) == set(rules)
