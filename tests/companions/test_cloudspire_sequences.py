"""Turns of Cloudspire: what is offered is legal, and each question agrees with what is played."""

import random
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from checkout import EXAMPLES
from cloudspire_maps import Json, chip, corridor, proposed, read, spire, strip, tell, unit, walk
from titan_rules.companions.cloudspire.companion import FORMAT, new
from titan_rules.kernel.errors import DocumentError

seeds = st.integers(0, 10**6).map(random.Random)
CHOSEN = {"ruleset": "official"}
"""With a whole ruleset chosen no other reading is looked at."""


def start(**more: Any) -> Json:
    return {**new(), **CHOSEN, "step": "start", **more}


def replay(data: Json, *lines: Any) -> Json:
    answer: Json = tell("replay", data, actions=tuple(enumerate(lines, 1)))
    return answer


def refused(data: Json, *lines: Any) -> list[str]:
    """The rules that forbid the last action."""
    answer = replay(data, *lines)
    assert (answer["verdict"], answer["steps"]) == ("illegal", len(lines) - 1), answer["stopped_at"]
    return [ruling["rule"] for ruling in answer["stopped_at"]["rulings"]]


@settings(max_examples=6, deadline=None)
@given(seeds, st.booleans())
def test_isolated_questions_agree_with_what_is_played(dice: random.Random, both_ai: bool) -> None:
    data = start()
    data["factions"]["Amber"]["ai"] = both_ai
    for before, action, after in walk(read(data), dice, 40):
        assert FORMAT.validate(after) == []
        here = FORMAT.to_json(before)
        reached = FORMAT.to_json(after)
        if action["do"] == "move":
            ends = [end["at"] for end in tell("move", here, unit=action["unit"])["to"]]
            assert action["path"][-1] in ends
        if action["do"] == "attack":
            answer = tell("attack", here, unit=action["unit"], target=action["target"])
            assert (answer["verdict"], answer["final"]) == ("legal", reached)
            own = next(u for u in tell("must-attack", here)["units"] if u["unit"] == action["unit"])
            assert action["target"] in own["targets"]
            if before.is_ai(before.current):
                assert own["targets"] == tell("ai-target", here, piece=action["unit"])["target"]
        if action["do"] == "fire":
            rolled = ",".join(map(str, action["rolled"]))
            answer = tell("spires-fire", here, spire=action["spire"], target=action["target"], rolled=rolled)
            assert (answer["verdict"], answer["final"]) == ("legal", reached)
        if action["do"] == "explore":
            assert action in [
                {"do": "explore", "unit": row["unit"], "at": list(at), "reveal": action["reveal"]}
                for row in tell("legal", here)["options"] if row["do"] == "explore" for at in row["landmarks"]
            ]  # fmt: skip
            (face_down,) = [h.face_down for h in after.hexes if list(h.at) == action["at"]]
            assert face_down != action["reveal"]
        if action["do"] == "upgrade":
            answer = tell("upgrade", here, piece=action["piece"], kind=action["kind"])
            assert (answer["verdict"], answer["final"]) == ("legal", reached)
        if action["do"] == "end-turn":
            owed = [u for u in tell("must-attack", here)["units"] if u["attack"] == "must"]
            assert owed == []


@settings(max_examples=4, deadline=None)
@given(seeds)
def test_whatever_is_proposed_the_question_and_the_action_agree(dice: random.Random) -> None:
    for _, _, where in walk(read(start()), dice, 15):
        here = FORMAT.to_json(where)
        for question, values, action in proposed(where, dice):
            asked, done = tell(question, here, **values), tell("check", here, action=action)
            assert (asked["verdict"], asked["rulings"][0]) == (done["verdict"], done["rulings"][0]), (question, action)
            assert asked.get("final", done.get("final")) == done.get("final")
            if done["verdict"] == "legal":
                assert FORMAT.validate(FORMAT.read(done["final"])) == []


@settings(max_examples=3, deadline=None, phases=[Phase.generate])
@given(seeds)
def test_a_replay_is_its_checks_one_after_the_other(dice: random.Random) -> None:
    done = list(walk(read(start()), dice, 25))
    answer = replay(FORMAT.to_json(done[0][0]), *(action for _, action, _ in done))
    assert (answer["verdict"], answer["steps"]) == ("legal", len(done)), answer["stopped_at"]
    for (before, action, after), row in zip(done, answer["done"], strict=True):
        one = tell("check", FORMAT.to_json(before), action=action)
        assert one["rulings"] == row["rulings"]
        assert one["final"] == FORMAT.to_json(after)


def test_the_shipped_turn_is_legal_and_ends_in_the_next() -> None:
    lines = (EXAMPLES / "cloudspire.sheet").read_text(encoding="utf-8").splitlines()
    answer = replay({**new(), **CHOSEN}, *lines)
    assert (answer["verdict"], answer["current"], answer["step"]) == ("legal", "Basalt", "start")


def test_GEN_2_the_steps_of_a_turn_in_their_order() -> None:
    data = corridor(6, unit("m1", "A", (0, 0)), unit("b1", "B", (5, 0)), step="start", **CHOSEN)
    steps = ["next-step", "move m1 1,0 2,0", "next-step", "next-step", "next-step", "end-turn"]
    answer = replay(data, *steps)
    assert (answer["verdict"], answer["current"], answer["step"]) == ("legal", "B", "start")
    assert answer["final"]["units"][0].get("moved") is None
    assert refused(data, "next-step", "next-step") == ["CS-MOVE-5"]
    assert refused(data, "end-turn") == ["CS-GEN-2"]
    assert refused(data, "move m1 1,0 2,0") == ["CS-GEN-2"]


def test_ATT_11_a_spire_with_a_target_must_fire_before_the_step_is_over() -> None:
    pieces = [unit("m1", "A", (0, 0), moved=[]), spire("s1", "B", (1, 0), "attack")]
    data = corridor(6, *pieces, step="spires-fire", **CHOSEN)
    assert refused(data, "next-step") == ["CS-ATT-11"]
    assert replay(data, "fire s1 2", "next-step")["final"]["units"][0]["hp"] == 1
    assert refused(data, "fire s1 2", "fire s1 1") == ["CS-ATT-11"]


def test_ATT_20_a_minion_that_can_must_attack_before_the_turn_is_over() -> None:
    data = corridor(6, unit("m1", "A", (2, 0)), unit("b1", "B", (3, 0)), step="attack", **CHOSEN)
    assert refused(data, "end-turn") == ["CS-ATT-20"]
    assert replay(data, "attack m1 b1", "end-turn")["current"] == "B"


def test_ATT_3_a_gate_strikes_those_beside_it_as_the_turn_ends() -> None:
    data = corridor(6, unit("h", "A", (5, 0), kind="hero"), step="attack", **CHOSEN)
    assert replay(data, "end-turn")["final"]["units"][0]["hp"] == 2
    assert replay(data, "attack h B", "end-turn")["final"]["gates"][1]["hp"] == 9


def test_a_gate_is_attacked_by_its_factions_name() -> None:
    data = corridor(6, unit("h", "A", (5, 0), kind="hero"), **CHOSEN)
    assert tell("attack", data, unit="h", target="B") == tell("attack", data, unit="h", target="gate:B")


def test_GATE_4_a_hero_that_returned_deploys_again_after_the_wave() -> None:
    data = corridor(4, a=[chip("h", kind="hero", returned=True)], **CHOSEN)
    assert tell("move", data, unit="h")["to"] == []
    after = replay(data, "end-wave")["final"]
    assert tell("move", after, unit="h")["to"] != []


def test_GATE_5_equipment_is_put_on_once_and_at_the_gate() -> None:
    data = corridor(4, unit("out", "A", (0, 0), kind="hero"), a=[chip("h", kind="hero")], **CHOSEN)
    assert replay(data, "equip h Shield")["final"]["gates"][0]["stack"][0]["equipment"] == "Shield"
    assert "CS-GATE-5" in refused(data, "equip h Shield", "equip h Cloak")
    assert "CS-GATE-5" in refused(data, "equip out Cloak")


def test_UP_an_upgrade_is_taken_and_the_supply_shrinks() -> None:
    data = start(supply={"attack": 1})
    after = replay(data, "upgrade beacon attack")["final"]
    assert after["spires"][0]["upgrades"] == ["fort", "attack", "attack"]
    assert after["supply"] == {"attack": 0}
    assert refused(data, "upgrade beacon attack", "upgrade shield attack") == ["CS-UP-4"]
    under = replay(start(), "upgrade runner attack", "upgrade mule attack")["final"]
    assert under["units"][2]["under"][0]["upgrades"] == {"attack": 1}


def test_INF_1_a_spire_is_built_under_influence() -> None:
    after = replay(start(), "build tower 2,3 range capacity=2")["final"]
    assert after["spires"][-1] == {
        "id": "tower",
        "faction": "Amber",
        "at": [2, 3],
        "upgrades": ["range"],
        "capacity": 2,
    }
    assert refused(start(), "build tower 9,9") == ["CS-INF-1"]
    assert refused(start(), "build beacon 2,3") == ["CS-INF-1"]


def test_EXP_1_a_landmark_is_looked_at_and_revealed_once() -> None:
    data = start(step="exploration")
    after = replay(data, "explore Sorrel 1,2 reveal=no", "explore Sorrel 1,2")["final"]
    assert [h.get("face_down") for h in after["hexes"] if h["at"] == [1, 2]] == [None]
    assert refused(data, "explore Sorrel 1,2", "explore Sorrel 1,2") == ["CS-EXP-1"]
    assert refused(data, "explore shield 1,2") == ["CS-EXP-1"]
    assert refused(data, "explore Flint 3,2") == ["CS-GEN-2"]
    assert refused(start(), "explore Sorrel 1,2") == ["CS-GEN-2"]


def test_GRP_3_a_group_whose_top_one_fell_while_exploring_explores_no_more() -> None:
    hexes = [{"at": [1, 1], "group": "isle", "terrain": "path", "chip": "Mill", "face_down": True}]
    fell = {**corridor(4, unit("m1", "A", (1, 0), fell_in="exploration")), "step": "exploration"}
    data = {**fell, "hexes": fell["hexes"] + hexes}
    assert refused(data, "explore m1 1,1") == ["CS-GRP-3"]
    assert replay({**data, "options": {"group_carry_on": "same_point"}}, "explore m1 1,1")["verdict"] == "legal"


def test_INF_4_a_tile_on_free_ground_and_one_on_top() -> None:
    laid = replay(start(), "place-tile dale 0,3 1,3 0,4 terrain=path,plains,water")["final"]
    assert [h["terrain"] for h in laid["hexes"] if h["group"] == "dale"] == ["path", "plains", "water"]
    top = replay(start(), "place-tile dale 2,2 2,3 3,3 terrain=path,path,path")["final"]
    assert sorted((h["at"], h["level"]) for h in top["hexes"] if h["group"] == "dale") == [
        ([2, 2], 1), ([2, 3], 1), ([3, 3], 1),
    ]  # fmt: skip
    assert refused(start(), "place-tile west 0,3 1,3 0,4 terrain=path,plains,water") == ["CS-INF-3"]
    covered = [{**h, "group": "dell"} if h["at"] in ([2, 2], [2, 3], [3, 3]) else h for h in start()["hexes"]]
    adjacent = {"west": ["dell", "south"], "dell": ["west"], "south": ["west"]}
    gone = replay(start(hexes=covered, group_adjacent=adjacent), "place-tile dale 2,2 2,3 3,3 terrain=path,path,path")[
        "final"
    ]
    assert gone["group_adjacent"] == {"west": ["south"], "south": ["west"]}
    assert FORMAT.validate(FORMAT.read(gone)) == []
    with pytest.raises(DocumentError, match="each hex has one"):
        replay(start(), "place-tile dale 0,3 1,3 0,4 terrain=path")


def test_MOVE_6_where_a_swapped_hero_goes_is_open_until_it_is_said() -> None:
    reading = {"occupied": "no_stopping"}
    hero = {"kind": "hero", "allowance": "water"}
    pieces = [unit("m1", "A", (0, 0)), unit("m2", "A", (1, 0), moved=[]), unit("h", "A", (2, 0), **hero)]
    data = strip(6, *pieces, options=reading)
    moves = tell("move", data, unit="m1")
    swaps = [end for end in moves["to"] if any(swap["to"] is None for swap in end.get("swaps", []))]
    if swaps:
        path = [list(at) for at in swaps[0]["path"]]
        assert tell("check", data, action={"do": "move", "unit": "m1", "path": path})["verdict"] == "open"
        to = swaps[0]["swaps"][0]["choices"][0]
        told = {"do": "move", "unit": "m1", "path": path, "heroes": {"h": to}}
        assert tell("check", data, action=told)["verdict"] == "legal"


@pytest.mark.parametrize("faction", ["A", "B"])
def test_no_reason_says_none(faction: str) -> None:
    cut = [
        *corridor(2)["hexes"],
        {"at": [5, 5], "group": "g", "terrain": "path"},
        {"at": [5, 6], "group": "g", "terrain": "path"},
    ]
    data = {**corridor(2, unit("m1", faction, (5, 5))), "hexes": cut, "current": faction}
    assert "None" not in str([row["rulings"] for row in tell("move", data, unit="m1")["barred"]])


def test_ATT_31_what_an_ai_must_attack_is_what_it_targets() -> None:
    pieces = [unit("b1", "B", (3, 0)), spire("s1", "A", (2, 0), "fort"), unit("m1", "A", (4, 0))]
    data = {**corridor(6, *pieces), "current": "B"}
    wanted = tell("ai-target", data, piece="b1")["target"]
    assert next(u for u in tell("must-attack", data)["units"] if u["unit"] == "b1")["targets"] == wanted == ["m1"]
