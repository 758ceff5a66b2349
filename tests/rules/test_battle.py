"""The battle turn by turn (BATTLE, CONCEDE, DRIFT, REINF-1, SUMMON-1, time loss)."""

from typing import Any

import pytest

from battles import battle
from disputes import fought, rules
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import Action, Concede, EndManeuver, EndStrikes, Reinforce
from titan_rules.kernel.dice import Scripted
from titan_rules.kernel.errors import CannotTell, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, is_legal, legal_actions, owed, settle, violations
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.rules.battle.sequence import points_of

SKIP = ["end-maneuver", "end-strikes", "end-strikes"]
"""A battle turn in which nobody moves or strikes."""


def why(state: Battle, text: str | Action) -> list[str]:
    return rules(violations(state, parse(text) if isinstance(text, str) else text))


def fresh(attackers: list[str], defenders: list[str], **more: object) -> Battle:
    return battle(attackers, defenders, attacker_began=False, **more)


def test_BATTLE_1_before_the_first_turn_either_side_may_concede() -> None:
    state = fresh(["Ogre"], ["Lion"])
    assert is_legal(state, Concede("Black"))
    assert is_legal(state, Concede("Red"))
    state, _ = fought(state, ["Lion enters D1"])
    assert why(state, "Black concedes") == ["CONCEDE-1"]
    assert why(state, "Red concedes") == ["CONCEDE-1"]


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


def test_BATTLE_3_entering_over_the_own_side_only() -> None:
    state = fresh(["Ogre"], ["Lion"])
    assert is_legal(state, parse("Lion enters E1"))
    assert why(state, "Lion enters A3") == ["MANEUVER-1", "BATTLE-3"]


def test_BATTLE_4_in_a_tower_the_defender_is_placed_and_does_not_move() -> None:
    state = tower(["Ogre"], ["Lion", "Ogre"])
    assert {h for h in ("C3", "C4", "D3", "D4", "D5", "E3", "E4") if is_legal(state, parse(f"Lion enters {h}"))} == {
        "C3",
        "C4",
        "D3",
        "D4",
        "D5",
        "E3",
        "E4",
    }
    assert why(state, "Lion enters D6") == ["BATTLE-4"]
    state, _ = fought(state, ["Lion enters D4", "Ogre enters D5"])
    assert why(state, "Lion D4-E4") == ["MANEUVER-1"]


def tower(attackers: list[str], defenders: list[str]) -> Battle:
    made = fresh(attackers, defenders, terrain="Tower")
    return evolve(made, attacker=evolve(made.attacker, entry_side="bottom"))


def test_BATTLE_5_what_is_left_off_is_slain_and_scores_but_gives_no_summons() -> None:
    state = fresh(["Ogre", "Ogre"], ["Lion", "Centaur"])
    state, events = fought(state, ["Lion enters D1", *SKIP])
    assert state.defender.left_off == ("Centaur",)
    assert "BATTLE-5" in rules(events)
    assert not state.attacker.may_summon
    state, _ = fought(state, ["Ogre enters C5", *SKIP])
    assert state.attacker.left_off == ("Ogre",)
    state, _ = fought(state, ["Red attempts to concede", "Black accepts the concession"])
    assert points_of(state) == 15 + 12


def test_BATTLE_6_a_side_that_leaves_everybody_off_is_eliminated() -> None:
    state, _ = fought(fresh(["Ogre"], ["Lion"]), SKIP)
    assert state.pending == "end"
    state = settle(state).state
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.how) == ("attacker", "elimination")


def test_BATTLE_6_nothing_is_done_after_the_end() -> None:
    state, _ = fought(fresh(["Ogre"], ["Lion"]), ["Red concedes"])
    assert why(state, "end-maneuver") == ["BATTLE-6"]
    assert why(state, "Black concedes") == ["BATTLE-6"]
    assert why(state, "D3 strikes D4") == ["BATTLE-6"]
    assert legal_actions(state) == []


def last_turn(**more: object) -> Battle:
    return battle(["Titan A3", "Ogre B4"], ["Lion F1"], turn=7, side="attacker", phase="strikeback", **more)


def test_BATTLE_7_time_loss_with_a_titan() -> None:
    state, _ = fought(last_turn(), ["end-strikes"])
    assert state.pending == "end"
    state = settle(state).state
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.how) == ("defender", "time-loss")
    assert points_of(state) == 0


def test_BATTLE_7_the_attacker_may_concede_instead_and_then_it_scores() -> None:
    state, _ = fought(last_turn(), ["end-strikes", "Black concedes"])
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.how) == ("defender", "concession")
    assert points_of(state) == 24 + 12


def test_CONCEDE_1_an_attempt_is_accepted() -> None:
    state, _ = fought(Battle.parse("Plains, defender's maneuver: Ogre A3 / Lion F1"), ["Red attempts to concede"])
    assert why(state, "end-maneuver") == ["CONCEDE-1"]
    assert why(state, "Red accepts the concession") == ["CONCEDE-1"]
    assert why(state, "Red concedes") == ["CONCEDE-1"]
    state, events = fought(state, ["Black accepts the concession"])
    assert state.outcome is not None
    assert state.outcome.winner == "attacker"
    assert "CONCEDE-2" in rules(events)


def test_CONCEDE_1_an_attempt_is_refused_by_conceding_first() -> None:
    state, _ = fought(
        Battle.parse("Plains, defender's maneuver: Ogre A3 / Lion F1"),
        ["Red attempts to concede", "Black concedes"],
    )
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.conceded_by) == ("defender", "attacker")


def test_CONCEDE_1_the_other_side_before_its_strikeback_concedes_or_attempts_and_then_only_attempts() -> None:
    state = Battle.parse("Plains, defender's strikeback: Ogre D3, Lion E3 / Titan D4")
    assert is_legal(state, Concede("Black"))
    assert is_legal(state, parse("Black attempts to concede"))
    state, _ = fought(state, ["D3 strikes D4 with 1 1 1 1 1 1"])
    assert why(state, "Black concedes") == ["CONCEDE-1"]
    assert is_legal(state, parse("Black attempts to concede"))


def test_CONCEDE_1_between_its_strikes_the_owner_attempts() -> None:
    state = Battle.parse("Plains, defender's strike: Ogre D3 / Titan D4")
    assert is_legal(state, parse("Red attempts to concede"))
    assert why(state, "Black attempts to concede") == ["CONCEDE-1"]
    assert why(state, "Black concedes") == ["CONCEDE-1"]


def drifting() -> Battle:
    return Battle.parse("Tundra, defender's maneuver: Ogre A3 / Centaur E1 2 hits, Titan F1")


def test_CONCEDE_1_before_drift_slays_the_other_side_may_concede() -> None:
    state, _ = fought(drifting(), ["end-maneuver"])
    assert state.pending == "drift"
    ended, _ = fought(state, ["Black concedes"])
    assert ended.outcome is not None
    assert ended.outcome.winner == "defender"
    assert ended.defender.slain == ()


def test_DRIFT_1_otherwise_it_slays_and_the_slain_stays_until_removed() -> None:
    state, events = fought(drifting(), ["end-maneuver", "end-strikes"])
    assert {"DRIFT-1", "STRIKE-9"} <= set(rules(events))
    assert state.defender.at("E1") is not None
    state, events = fought(state, ["end-strikes"])
    assert state.defender.slain == ("Centaur",)
    assert state.attacker.may_summon
    assert "SUMMON-1" in rules(events)


def test_DRIFT_1_the_last_character_slain_by_drift_ends_the_battle() -> None:
    state = Battle.parse("Tundra, defender's maneuver: Ogre A3 / Centaur E1 2 hits")
    state, _ = fought(state, SKIP)
    state = settle(state).state
    assert state.outcome is not None
    assert state.outcome.winner == "attacker"


def test_CONCEDE_1_option_immediate() -> None:
    state = Battle.parse("Plains, defender's maneuver: Ogre A3 / Lion F1 | option concession=immediate")
    assert is_legal(state, Concede("Red"))
    assert is_legal(state, Concede("Black"))
    assert why(state, "Red attempts to concede") == ["CONCEDE-1"]


def test_CONCEDE_1_only_by_those_who_fight() -> None:
    state = Battle.parse("Plains, defender's maneuver: Ogre A3 / Lion F1")
    assert why(state, "Gold concedes") == ["CONCEDE-1"]
    assert why(state, "Gold attempts to concede") == ["CONCEDE-1"]
    assert why(state, "Gold accepts the concession") == ["CONCEDE-1"]


def test_CONCEDE_2_a_titan_already_slain_still_dies() -> None:
    state = Battle.parse("Plains, defender's strikeback: Ogre D3, Lion E3 / Titan D4 6 hits")
    state, _ = fought(state, ["Black concedes"])
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.how) == ("none", "mutual")


def test_D_1_both_titans_in_one_strikeback() -> None:
    state = Battle.parse("Plains, defender's strike: Titan D3 5 hits / Titan D4")
    state, _ = fought(state, ["D4 strikes D3 with 6 6 6 6 6 6", "end-strikes"])
    assert rules(owed(state)) == ["STRIKE-8"]
    state, _ = fought(state, ["D3 strikes D4 with 6 6 6 6 6 6", "end-strikes"])
    state = settle(state).state
    assert state.outcome is not None
    assert (state.outcome.winner, state.outcome.how) == ("none", "mutual")
    assert points_of(state) == 0


def test_STRIKE_7_the_eighth_hit_does_not_slay_the_ninth_does() -> None:
    state = Battle.parse("Plains: Ogre D3 / Cyclops D4 8 hits")
    assert not state.defender.is_slain(state.defender.characters[0])
    state, events = fought(state, ["D3 strikes D4 with 4 1 1 1 1 1"])
    assert "STRIKE-7" in rules(events)
    assert is_legal(fought(state, ["end-strikes"])[0], parse("D4 strikes D3 with 1 1 1 1 1 1 1 1 1"))


def test_STRIKE_2_the_wrong_number_of_dice() -> None:
    state = Battle.parse("Plains: Ogre D3 / Cyclops D4")
    assert why(state, "D3 strikes D4 with 4 1 1") == ["STRIKE-2"]
    assert why(state, "D3 strikes D4 with 4 1 1 1 1 7") == ["STRIKE-3"]


def test_STRIKE_1_dice_come_from_a_source_that_the_caller_passes() -> None:
    state = Battle.parse("Plains: Ogre D3 / Cyclops D4")
    with pytest.raises(CannotTell):
        apply(state, parse("D3 strikes D4"))
    script = Scripted([6, 6, 4, 3, 2, 1])
    after = apply(state, parse("D3 strikes D4"), script)
    script.finish()
    assert after.events[0].facts["hits"] == 3


def test_CARRY_1_hits_are_carried_over() -> None:
    state = Battle.parse("Plains: Ogre D3 / Cyclops D4 8 hits, Troll E3")
    state, events = fought(state, ["D3 strikes D4 with 6 6 4 3 2 1 carrying E3:2"])
    assert "CARRY-1" in rules(events)
    assert state.defender.at("E3").hits == 2
    assert why(
        Battle.parse("Plains: Ogre D3 / Cyclops D4 8 hits, Troll E3"),
        "D3 strikes D4 with 6 6 4 3 2 1 carrying E3:3",
    ) == ["CARRY-1"]


def fourth(*defenders: str, **more: object) -> Battle:
    return battle(["Ogre A3"], list(defenders), terrain="Woods", turn=4, **more)


def test_REINF_1_a_reinforcement_in_the_fourth_turn() -> None:
    state, _ = fought(
        fourth("Warbear F1", "Warbear F2"), ["reinforce Warb,Warb>Uni", "Unicorn enters E1", "end-maneuver"]
    )
    assert [c.name for c in state.defender.characters] == ["Warbear", "Warbear", "Unicorn"]
    assert state.defender.reinforced


def test_REINF_1_what_does_not_enter_goes_back_and_the_right_is_kept() -> None:
    state, events = fought(fourth("Warbear F1", "Warbear F2"), ["reinforce Warb,Warb>Uni", "end-maneuver"])
    assert len(state.defender.characters) == 2
    assert not state.defender.reinforced
    assert rules(events).count("REINF-1") == 2
    assert state.caretaker is not None
    assert state.caretaker["Unicorn"] == 12


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (fourth("Warbear F1", "Warbear F2", side="attacker"), "REINF-1"),
        (battle(["Ogre A3"], ["Warbear F1", "Warbear F2"], terrain="Woods", turn=3), "REINF-1"),
        (fourth("Warbear F1", "Centaur F2"), "REINF-1"),
        (fourth("Warbear F1", "Warbear F2", defender_reinforced=True), "REINF-2"),
        (fourth(*[f"Warbear {h}" for h in ("F1", "F2", "F3", "F4", "E1", "E2", "E4")]), "REINF-1"),
        (fourth("Warbear F1", "Warbear F2", caretaker={"Unicorn": 0}), "MUSTER-3"),
    ],
)
def test_REINF_1_not_otherwise(state: Battle, rule: str) -> None:
    assert why(state, "reinforce Warb,Warb>Uni")[0] == rule


def test_REINF_1_at_height_7_there_is_nothing_to_choose() -> None:
    seven = [f"Warbear {label}" for label in ("F1", "F2", "F3", "F4", "E1", "E2", "E4")]
    listed = [action.do for action in legal_actions(fourth(*seven))]
    assert "reinforce" not in listed
    assert "no-reinforce" not in listed


def test_BATTLE_2_a_reinforcement_comes_before_the_first_maneuver() -> None:
    state, _ = fought(fourth("Warbear F1", "Warbear F2"), ["Warbear F1-E2"])
    assert why(state, "reinforce Warb,Warb>Uni") == ["BATTLE-2"]


def summoning(**more: object) -> Battle:
    return battle(
        ["Ogre A3"],
        ["Lion F1"],
        turn=3,
        side="attacker",
        attacker_may_summon=True,
        donors={"Bk07": ("Angel",)},
        **more,
    )


def test_SUMMON_1_an_angel_enters_in_that_phase() -> None:
    state, _ = fought(summoning(), ["summon Ang from Bk07", "Angel enters B4", "end-maneuver"])
    assert [c.name for c in state.attacker.characters] == ["Ogre", "Angel"]
    assert state.attacker.summoned
    assert state.donors == {"Bk07": ()}


def test_SUMMON_1_what_does_not_enter_goes_back_and_is_lost_for_the_battle() -> None:
    state, events = fought(summoning(), ["summon Ang from Bk07", "end-maneuver"])
    assert len(state.attacker.characters) == 1
    assert not state.attacker.summoned
    assert not state.attacker.may_summon
    assert rules(events).count("SUMMON-1") == 2


def test_SUMMON_1_passed_up_it_is_lost_for_the_battle() -> None:
    state, _ = fought(summoning(), ["no-summon"])
    assert why(state, "summon Ang from Bk07") == ["SUMMON-1"]
    state, _ = fought(summoning(), ["end-maneuver"])
    assert not state.attacker.may_summon


def test_SUMMON_1_not_without_the_right_the_angel_or_the_height() -> None:
    assert why(Battle.parse("Plains, attacker's maneuver: Ogre A3 / Lion F1"), "summon Ang from Bk07") == ["SUMMON-1"]
    assert why(summoning(), "summon Arc from Bk07") == ["SUMMON-1"]
    assert why(summoning(), "summon Ang from Bk08") == ["SUMMON-1"]
    assert why(summoning(), "summon Ang from Bk07 to Bk02") == ["SUMMON-1"]
    seven = [f"Ogre {h}" for h in ("A1", "A2", "A3", "B1", "B2", "B3", "B4")]
    tall = battle(seven, ["Lion F1"], turn=3, side="attacker", attacker_may_summon=True, donors={"Bk07": ("Angel",)})
    assert why(tall, "summon Ang from Bk07") == ["SUMMON-1"]


def test_SUMMON_1_a_later_death_gives_no_second_right() -> None:
    state = Battle.parse("Plains: Ogre D3 / Centaur D4 2 hits, Lion F1 | slain defender Ogre")
    state, _ = fought(
        state, ["D3 strikes D4 with 6 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1", "end-strikes"]
    )
    assert not state.attacker.may_summon


def test_the_state_is_the_same_object_after_a_refusal() -> None:
    state = Battle.parse("Plains, defender's strike: Ogre D3 / Lion D4")
    with pytest.raises(IllegalAction):
        apply(state, EndStrikes())
    with pytest.raises(IllegalAction):
        apply(state, EndManeuver())
    assert state == Battle.parse("Plains, defender's strike: Ogre D3 / Lion D4")


def test_an_action_of_no_battle_is_refused() -> None:
    assert why(battle(["Ogre D3"], ["Lion F1"]), "end-turn") == ["BATTLE-2"]


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
