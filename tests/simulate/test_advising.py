"""Advice: the best maneuvers and strikes that a search finds."""

import pytest

import running
import titan_rules as titan
from builders import side
from looping import some
from simulations import small
from titan_rules.kernel.errors import CannotTell
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply
from titan_rules.position.battle import Battle, BattleOutcome
from titan_rules.simulation.advising import advise

KILL = "Plains: Dragon D3 / Centaur D4 2 hits, Guardian E3"


def test_it_strikes_whom_it_slays() -> None:
    found = advise(Battle.parse(KILL), trials=16)
    assert [way.actions for way in found.best] == [("D3 strikes D4",), ("D3 strikes E3",)]
    assert "slay Centaur, which needs 1, with" in found.best[0].why[0]


def test_its_maneuvers_are_legal_in_their_order() -> None:
    battle = small()
    found = advise(battle, trials=8)
    assert 1 < len(found.best) <= 3
    for way in found.best:
        after = battle
        for text in way.actions:
            after = apply(after, titan.parse(text, after)).state
        assert after.phase == "strike"


def test_BATTLE_6_a_titan_that_can_be_slain_is_slain() -> None:
    attacker = side("Black", "Bk01", "Dragon C3", "Troll B2", entry_side="left")
    defender = side("Red", "Rd01", "Titan E3 5", "Angel F1")
    battle = Battle(terrain="Plains", turn=3, side="attacker", attacker=attacker, defender=defender)
    best = advise(battle, trials=16).best[0]
    assert any("Titan E3" in reason for reason in best.why)


def test_it_tells_the_chances_and_whether_the_titan_is_in_danger() -> None:
    found = advise(Battle.parse("Plains, turn 3, attacker's maneuver: Titan A1 / Ogre F4"), trials=16).best
    assert {way.actions[0]: way.why[-1] for way in found} == {
        "Tit A1-E4": "the Titan fights",
        "end-maneuver": "nobody can attack the Titan next",
        "Tit A1-D4": "Ogre F4 can attack the Titan next",
    }
    assert [(way.wins.count, way.gains, way.costs) for way in found] == [(16, 12, 0)] * 3
    assert all(1 < way.worth < 2 for way in some(found))  # a win, and what survives it


def test_the_same_seed_gives_the_same_advice() -> None:
    assert advise(small(), trials=4, seed=3).to_json() == advise(small(), trials=4, seed=3).to_json()


def test_no_advice_where_there_is_nothing_to_choose() -> None:
    assert advise(Battle.parse("Plains: Ogre D3 / Lion D4"), trials=4).best == ()


def test_no_advice_after_the_end_or_before_an_answer() -> None:
    with pytest.raises(CannotTell, match="over"):
        advise(evolve(small(), outcome=BattleOutcome("attacker", "elimination")))
    with pytest.raises(CannotTell, match="concession"):
        advise(small(pending="attacker-concedes"))


def test_the_command_marks_it_as_advice() -> None:
    shown = running.titan("advise", KILL, "--trials", "8", "--format", "table")
    assert shown.code == 0
    assert shown.out.startswith("Advice, no ruling")
    assert "1. D3 strikes D4" in shown.out
    nothing = running.titan("advise", "Plains: Ogre D3 / Lion D4", "--format", "table")
    assert "nothing to choose" in nothing.out
