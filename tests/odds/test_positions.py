"""The odds of strikes in a position."""

from fractions import Fraction
from typing import Any

import pytest

from answers import in_json
from builders import strike_phase
from looping import some
from titan_rules.box import STANDARD
from titan_rules.kernel.errors import CannotTell, DocumentError, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.odds import Chance
from titan_rules.odds import duels, strikes
from titan_rules.odds.carry import hits_of
from titan_rules.odds.cases import Declaration
from titan_rules.odds.duels import DuelSide, duel
from titan_rules.position.battle import Battle

battle_answer, battle_duel = in_json(strikes.battle_answer), in_json(duels.battle_duel)

# an Ogre in D3 touches Centaur D4, Lion C3, Troll E3
OGRE = Battle.parse("Plains: Ogre D3, Cyclops C4 / Centaur D4 2 hits, Lion C3 4 hits, Troll E3 1 hit")


def rules(answer: dict[str, Any]) -> list[str]:
    return [r["rule"] for r in answer["rulings"]]


def exact(chance: dict[str, Any]) -> Fraction:
    return Fraction(chance["exact"])


def test_a_strike_has_the_shape_of_the_contract() -> None:
    answer = battle_answer(OGRE, ["D3"], "D4")
    assert (answer["kind"], answer["striker"], answer["target"]) == ("strike-odds", "Ogre", "Centaur")
    assert (answer["strike"], answer["dice"], answer["strike_number"]) == ("strike", 6, 6)
    first = {"hits": 0, "p": 15625 / 46656, "exact": "15625/46656", "at_least": 1.0, "at_least_exact": "1"}
    assert answer["hits"][0] == first
    assert answer["slays"] == Chance(hits_of(6, 6).at_least(1)).to_json()
    assert answer["expected_hits"] == {"value": 1.0, "exact": "1"}
    assert answer["carry"] == []
    assert {"STRIKE-2", "STRIKE-3", "CARRY-1"} <= set(rules(answer))


def test_CARRY_2_natural_strike_and_penalties_side_by_side() -> None:
    answer = battle_answer(OGRE, ["D3"], "E3")
    shown = [(o["dice"], o["strike_number"], o["carry_to"], o["natural"], o["chosen"]) for o in answer["options"]]
    assert shown == [(6, 4, [], True, True)]
    worn = Battle.parse("Plains: Ogre D3 / Centaur D4 2 hits, Lion C3 4 hits, Troll E3 7 hits")
    answer = battle_answer(worn, ["D3"], "E3")
    shown = [(o["dice"], o["strike_number"], o["carry_to"], o["natural"], o["chosen"]) for o in answer["options"]]
    assert shown == [
        (6, 4, [], True, True),
        (6, 5, ["C3"], False, False),
        (6, 6, ["C3", "D4"], False, False),
    ]
    chances = [exact(o["slays"]) for o in answer["options"]]
    assert chances == sorted(chances, reverse=True)


def test_CARRY_1_target_and_carry_targets_together() -> None:
    answer = battle_answer(OGRE, ["D3"], "D4", Declaration(carry_to=("C3", "E3")))
    assert [c["to"] for c in answer["carry"]] == ["C3", "E3"]
    assert sum(exact(row) for row in answer["joint"]) == 1
    for row in some(answer["joint"]):
        assert sum(row["takes"].values()) + row["left_over"] == row["hits"]
    both = sum(exact(row) for row in answer["joint"] if {"D4", "C3"} <= set(row["slain"]))
    assert both == exact(answer["carry"][0]["slays"]) == hits_of(6, 6).at_least(2)
    assert exact(answer["expected_slain"]) == sum(exact(x["slays"]) for x in (answer, *answer["carry"]))
    assert both != exact(answer["slays"]) * exact(answer["carry"][0]["slays"])


def test_CARRY_2_the_best_choice_is_named_and_can_be_taken() -> None:
    worn = Battle.parse("Plains: Ogre D3 / Centaur D4 2 hits, Lion C3 4 hits, Troll E3 7 hits")
    best = battle_answer(worn, ["D3"], "E3")["best"]
    for aim in ("slain", "points"):
        taken = battle_answer(worn, ["D3"], "E3", Declaration(aim=aim))
        assert (taken["dice"], taken["strike_number"]) == (best[aim]["dice"], best[aim]["strike_number"])
        assert [c["to"] for c in taken["carry"]] == best[aim]["carry_to"]
        assert taken["expected_slain"] == best[aim]["expected_slain"]
        others = [
            battle_answer(worn, ["D3"], "E3", Declaration(strike_number=n, carry_to=carry))
            for n, carry in ((5, ("C3",)), (6, ("C3", "D4")), (6, ("D4", "C3")))
        ]
        assert all(exact(o[f"expected_{aim}"]) <= exact(best[aim][f"expected_{aim}"]) for o in others)


def test_STRIKE_1_who_has_struck_or_is_off_the_board_strikes_nobody() -> None:
    struck = Battle.parse("Plains: Ogre D3 struck / Centaur D4")
    answer = battle_answer(struck, ["D3"], "D4")
    assert "has struck already" in answer["rulings"][0]["text"]
    off = strike_phase(["Ogre -"], ["Centaur D4"])
    answer = battle_answer(off, ["Ogre"], "D4")
    assert "off the board" in answer["rulings"][0]["text"]
    maneuver = evolve(struck, phase="maneuver")
    assert "Maneuver Phase" in battle_answer(maneuver, ["D3"], "D4")["rulings"][0]["text"]
    assert "Maneuver Phase" in battle_answer(maneuver)["rulings"][0]["text"]
    conceding = evolve(Battle.parse("Plains: Ogre D3 / Centaur D4"), pending="attacker-concedes")
    for asked in ((), (["D3"],), (["D3"], "D4"), (["D3", "A1"], "D4")):
        assert rules(battle_answer(conceding, *asked)) == ["CONCEDE-1"]
    assert rules(battle_duel(conceding, "D3", "D4")) == ["CONCEDE-1"]


def test_STRIKE_8_the_exchange_tells_both_fates() -> None:
    answer = battle_answer(OGRE, ["D3"], "D4", exchange=True)
    (back,) = answer["exchange"]["strikeback"]
    assert (back["at"], back["to"], back["dice"], back["strike_number"], back["needs"]) == ("Ogre", "D3", 3, 2, 6)
    assert sum(exact(chance) for chance in back["outcomes"].values()) == 1
    assert back["outcomes"]["only_target_slain"] == answer["slays"]
    assert [other["from"] for other in back["others"]] == ["C3", "E3"]
    all_hits = hits_of(3, 2).and_then(hits_of(5, 3)).and_then(hits_of(8, 4))
    assert back["slays_if_all_strike_back"] == Chance(all_hits.at_least(6)).to_json()


def test_several_strikers_on_one_target() -> None:
    answer = battle_answer(OGRE, ["D3", "C4"], "D4", exchange=True)
    assert [s["from"] for s in answer["strikers"]] == ["D3", "C4"]
    assert exact(answer["slays"]) == 1 - Fraction(5, 6) ** 15
    assert sum(exact(row) for row in answer["hits"]) == 1
    assert {tuple(o["order"]) for o in answer["orders"]} == {("D3", "C4"), ("C4", "D3")}
    assert [c["to"] for c in answer["carry"]] == ["C3", "E3"]
    assert {b["to"] for b in answer["exchange"]["strikeback"]} == {"D3", "C4"}
    best = answer["best"]["slain"]
    assert all(exact(o["expected_slain"]) <= exact(best["expected_slain"]) for o in some(answer["orders"]))
    turned = battle_answer(OGRE, ["C4", "D3"], "D4")
    assert turned["slays"] == answer["slays"]
    assert turned["best"]["points"]["expected_points"] == answer["best"]["points"]["expected_points"]


def test_several_strikers_carry_as_they_are_told() -> None:
    answer = battle_answer(OGRE, ["D3", "C4"], "D4", Declaration(carry_to=("E3",)))
    assert [c["to"] for c in answer["carry"]] == ["E3"]
    refused = battle_answer(OGRE, ["D3", "C4"], "D4", Declaration(carry_to=("A1",)))
    assert set(rules(refused)) == {"CARRY-1"}
    refused = battle_answer(OGRE, ["D3", "C4"], "D4", Declaration(carry_to=("E3", "E3")))
    assert rules(refused) == ["CARRY-1"]
    shots = Battle.parse("Plains: Ranger D2, Ranger C2 / Troll D5, Troll F4")
    assert set(rules(battle_answer(shots, ["D2", "C2"], "D5", Declaration(carry_to=("F4",))))) == {"RANGE-9"}
    refused = battle_answer(OGRE, ["D3", "A1"], "D4")
    assert rules(refused) == ["STRIKE-1"]


def test_a_roll_already_made_and_what_it_did() -> None:
    answer = battle_answer(OGRE, ["D3"], "D4", Declaration(carry_to=("C3",)), roll=[6, 6, 6, 6, 1, 2])
    roll = answer["roll"]
    assert roll["hits"] == 4
    assert roll["takes"] == [
        {"to": "D4", "character": "Centaur", "hits": 1, "slain": True},
        {"to": "C3", "character": "Lion", "hits": 1, "slain": True},
    ]
    assert (roll["left_over"], roll["may_carry_to"]) == (2, ["E3"])
    assert rules(answer)[-3:] == ["STRIKE-3", "STRIKE-7", "CARRY-1"]
    uncarried = battle_answer(OGRE, ["D3"], "D4", roll=[6, 6, 1, 1, 1, 1])["roll"]
    assert (uncarried["left_over"], uncarried["may_carry_to"]) == (1, ["C3", "E3"])
    assert uncarried["best"] == {"slain": ["C3"], "points": ["C3"]}
    missed = battle_answer(OGRE, ["D3"], "D4", roll=[1] * 6)["roll"]
    assert (missed["hits"], missed["may_carry_to"], missed["takes"][0]["slain"]) == (0, [], False)
    with pytest.raises(DocumentError, match="6 dice are rolled here, not 5"):
        battle_answer(OGRE, ["D3"], "D4", roll=[6] * 5)


def test_strikers_and_targets_may_be_named() -> None:
    assert battle_answer(OGRE, ["ogre"], "centaur") == battle_answer(OGRE, ["d3"], "D4")
    two = Battle.parse("Plains: Ogre D3, Ogre C4 / Centaur D4")
    with pytest.raises(CannotTell, match="2 of them"):
        battle_answer(two, ["Ogre"], "D4")
    with pytest.raises(CannotTell, match="none"):
        battle_answer(two, ["Troll"], "D4")
    with pytest.raises(UnknownName, match="A1 to F6"):
        battle_answer(two, ["Z9"], "D4")
    with pytest.raises(CannotTell, match="named twice"):
        battle_answer(two, ["D3", "d3"], "D4")
    with pytest.raises(CannotTell, match="need a target"):
        battle_answer(two, ["D3", "C4"])


def test_the_answer_does_not_depend_on_who_is_called_attacker() -> None:
    here = Battle.parse("Plains: Ogre D3 / Centaur D4 1 hit, Lion C3")
    there = Battle.parse("Plains, defender's strike: Centaur D4 1 hit, Lion C3 / Ogre D3")
    for declared in (Declaration(), Declaration(carry_to=("C3",)), Declaration(aim="points")):
        assert battle_answer(here, ["D3"], "D4", declared) == battle_answer(there, ["D3"], "D4", declared)


@pytest.mark.parametrize(("phase", "more"), [("maneuver", 0), ("strike", 1)])
def test_DRIFT_1_a_duel_in_drift(phase: str, more: int) -> None:
    """In the Strike Phase the hit that precedes it has been taken already."""
    land = STANDARD.battlelands["Tundra"]
    start = next(h for h in land.hexes if h.hazard == "Drift")
    end = next(
        land.hexes[n]
        for d, n in enumerate(start.neighbours)
        if n is not None and land.hexes[n].hazard == "Plains" and not start.down[d] and not start.up[d]
    )
    position = strike_phase([f"Ogre {start.label} 2"], [f"Centaur {end.label}"], terrain="Tundra", phase=phase)
    answer = battle_duel(position, start.label, end.label)
    expected = duel(DuelSide(4 + more, 6, 6, toll=1), DuelSide(3, 3, 2))
    assert answer["first_slays"] == expected["first_slays"].to_json()
    assert answer["second_slays"] == expected["second_slays"].to_json()
    assert "DRIFT-1" in rules(answer)
    assert answer["second_strikes"]["needs"] == 4


def test_a_duel_that_cannot_be() -> None:
    apart = Battle.parse("Plains: Ranger D3, Ogre A1 / Troll D6, Centaur D4 3 hits")
    assert battle_duel(apart, "A1", "D6")["verdict"] == "illegal"
    assert rules(battle_duel(Battle.parse("Plains: Ranger D3 / Troll D6"), "D3", "D6")) == ["RANGE-9"]
    assert battle_duel(apart, "D3", "D4")["verdict"] == "illegal"
    slain = Battle.parse("Plains: Ogre D3 6 hits / Centaur D4")
    assert rules(battle_duel(slain, "D3", "D4")) == ["STRIKE-7"]
    assert rules(battle_duel(slain, "D4", "D3")) == ["STRIKE-1"]
    with pytest.raises(CannotTell, match="strikeback is due"):
        battle_duel(Battle.parse("Plains, defender's strikeback: Ogre D3 / Centaur D4"), "D3", "D4")
