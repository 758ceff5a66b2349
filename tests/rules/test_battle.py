"""The battle turn by turn (BATTLE, CONCEDE, DRIFT, REINF-1, SUMMON-1, time loss)."""

from typing import Any

import pytest

from builders import at_battle, at_the_titan, battle, fought, rules, why
from scripted import Scripted
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import Reinforce
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, legal_actions, settle, violations
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.stock import stock

SKIP = ["end-maneuver", "end-strikes", "end-strikes"]
"""A battle turn in which nobody moves or strikes."""


def fresh(attackers: list[str], defenders: list[str], **more: object) -> Battle:
    return battle(attackers, defenders, attacker_began=False, **more)


def test_BATTLE_2_the_order_of_a_battle_turn() -> None:
    state = fresh(["Ogre"], ["Lion"])
    assert why(state, "end-strikes") == ["BATTLE-2"]
    state, _ = fought(state, ["Lion enters D1", "end-maneuver"])
    assert (state.side, state.phase) == ("defender", "strike")
    assert why(state, "Lion D1-D2") == ["BATTLE-2"]
    state, _ = fought(state, ["end-strikes"])
    assert (state.side, state.phase, state.acting) == ("defender", "strikeback", "attacker")
    state, _ = fought(state, ["end-strikes"])
    assert (state.turn, state.side, state.phase) == (1, "attacker", "maneuver")
    assert state.attacker.began
    state, _ = fought(state, ["Ogre enters C5", *SKIP])
    assert (state.turn, state.side) == (2, "defender")


def test_BATTLE_6_a_side_that_leaves_everybody_off_is_eliminated() -> None:
    state, _ = fought(fresh(["Ogre"], ["Lion"]), SKIP)
    assert state.pending == "end"
    state = settle(state).state
    assert (state.outcome.winner, state.outcome.how) == ("attacker", "elimination")


def drifting() -> Battle:
    return Battle.parse("Tundra, defender's maneuver: Ogre A3 / Centaur E1 2 hits, Titan F1")


def test_DRIFT_1_otherwise_it_slays_and_the_slain_stays_until_removed() -> None:
    state, events = fought(drifting(), ["end-maneuver", "end-strikes"])
    assert {"DRIFT-1", "STRIKE-9"} <= set(rules(events))
    assert state.defender.at("E1") is not None
    state, events = fought(state, ["end-strikes"])
    assert state.defender.slain == ("Centaur",)
    assert state.attacker.may_summon
    assert "SUMMON-1" in rules(events)


def test_STRIKE_1_dice_come_from_a_source_that_the_caller_passes() -> None:
    state = Battle.parse("Plains: Ogre D3 / Cyclops D4")
    with pytest.raises(CannotTell):
        apply(state, parse("D3 strikes D4"))
    script = Scripted([6, 6, 4, 3, 2, 1])
    after = apply(state, parse("D3 strikes D4"), script)
    script.finish()
    assert after.events[0].facts["hits"] == 3


def fourth(*defenders: str, **more: object) -> Battle:
    return battle(["Ogre A3"], list(defenders), terrain="Woods", turn=4, **more)


def test_REINF_1_at_height_7_there_is_nothing_to_choose() -> None:
    seven = [f"Warbear {label}" for label in ("F1", "F2", "F3", "F4", "E1", "E2", "E4")]
    listed = [action.do for action in legal_actions(fourth(*seven))]
    assert "reinforce" not in listed
    assert "no-reinforce" not in listed


def test_SUMMON_1_a_later_death_gives_no_second_right() -> None:
    state = Battle.parse("Plains: Ogre D3 / Centaur D4 2 hits, Lion F1 | slain defender Ogre")
    state, _ = fought(
        state, ["D3 strikes D4 with 6 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1", "end-strikes"]
    )
    assert not state.attacker.may_summon


def test_REINF_1_a_battle_document_without_a_caretaker_can_be_read_again_after_a_reinforcement() -> None:
    position = {
        "format": "titan-rules/1", "kind": "battle", "terrain": "Mountains", "turn": 4, "side": "defender",
        "attacker": {"player": "Black", "legion": "Bk01", "entry_side": "right",
                     "characters": [{"name": "Lion", "hex": "D1"}, {"name": "Behemoth", "hex": "B1"}]},
        "defender": {"player": "Red", "legion": "Rd01", "characters": [
            {"name": "Minotaur", "hex": "E4"}, {"name": "Minotaur", "hex": "B3"}, {"name": "Lion", "hex": "C2"}]},
    }  # fmt: skip
    before = FORMAT.read(position)
    for action in legal_actions(before):
        if isinstance(action, Reinforce):
            after = apply(before, action).state
            assert FORMAT.read(FORMAT.to_json(after)) == after
            assert after.caretaker.keys() == {action.character}
            assert after.caretaker["Lion"] == 25
            break
    else:
        raise AssertionError("no reinforcement is legal")


def test_SUMMON_1_is_announced_only_if_the_battle_goes_on() -> None:
    ends = ["A3 strikes B3 with 6 6 6 6 6 6", "end-strikes", "B3 strikes A3 with 1 1 1 1 1 1", "end-strikes"]
    more: Any = {"turn": 2, "side": "attacker", "phase": "strike"}
    _, events = fought(battle(["Ogre A3"], ["Ogre B3", "Lion F1"], **more), ends)
    assert "SUMMON-1" in rules(events)
    state, events = fought(battle(["Ogre A3"], ["Ogre B3"], **more), ends)
    assert "SUMMON-1" not in rules(events)
    assert state.pending == "end"


def test_MANEUVER_8_nobody_leaves_the_battleland() -> None:
    state = Battle.parse("Plains, attacker's maneuver: Ogre A3 / Lion F1")
    for text in ("Ogre A3 goes off", "A3 to off", "Ogre goes off"):
        found = violations(state, parse(text, state))
        assert [ruling.rule for ruling in found] == ["MANEUVER-8"]
    assert violations(state, parse("Ogre A3-B3")) == []
    action = parse("Ogre A3 goes off")
    assert action.to_json() == {"do": "maneuver", "character": "Ogre", "from": "A3", "to": None}
    assert parse(written(action)) == action


def test_BATTLE_5_who_was_left_off_is_not_in_the_stock() -> None:
    during = at_battle(at_the_titan(), 105, ["Lion D3"], ["Titan D4", "Ogre F1"])
    during = evolve(during, caretaker=None)
    without = stock(during)["Troll"]
    side = evolve(during.battle.attacker, left_off=("Troll", "Troll"))
    assert stock(evolve(during, battle=evolve(during.battle, attacker=side)))["Troll"] == without - 2
