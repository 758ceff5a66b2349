"""Battles played out by policies."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import simulations
from battles import side
from simulations import Idle, seven, small
from titan_rules.actions.intents import Action
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import CannotTell, IllegalAction, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.odds import binomial
from titan_rules.kernel.views import view_of
from titan_rules.play import apply, legal_actions
from titan_rules.position.battle import Battle, BattleOutcome
from titan_rules.rules.battle.field import Field, field_of
from titan_rules.simulation import playing
from titan_rules.simulation.chances import at_least, carried, harm
from titan_rules.simulation.playing import assert_conserved, content, play, ready
from titan_rules.simulation.policies import POLICIES, policy
from titan_rules.simulation.policy import Policy

TERRAINS = ("Brush", "Tower", "Tundra", "Mountains")


def both(name: str) -> playing.Sides:
    chosen = policy(name)
    return {"attacker": chosen, "defender": chosen}


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_policy_plays_to_the_end(name: str, terrain: str) -> None:
    ended = play(small(terrain), both(name), "1")
    assert ended.outcome is not None
    assert content(ended) == content(ready(small(terrain)))


def test_REINF_1_no_character_is_lost_with_a_reinforcement() -> None:
    policies = both("random")
    taken = [play(seven(), policies, f"1:{n}").defender.reinforced for n in range(20)]
    assert any(taken)


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_seed_gives_the_same_battle(name: str) -> None:
    assert play(small(), both(name), "7") == play(small(), both(name), "7")


def test_other_seeds_give_other_battles() -> None:
    assert len({repr(play(small(), both("greedy"), str(seed))) for seed in range(5)}) > 1


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_every_action_is_among_those_listed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def listed(battle: Battle, action: Action) -> Any:
        bare = evolve(action, dice=None, carry=()) if action.do == "strike" else action
        assert bare in legal_actions(battle)
        seen.append(action.do)
        return apply(battle, action)

    monkeypatch.setattr(playing, "apply", listed)
    play(seven(), both(name), "3")
    assert {"maneuver", "end-maneuver", "strike", "end-strikes"} <= set(seen)


@settings(max_examples=15, deadline=None, derandomize=True)
@given(st.integers(0, 10**6), st.sampled_from(TERRAINS))
def test_the_view_kept_from_action_to_action_is_the_view_of_the_battle(seed: int, terrain: str) -> None:
    policies, dice, random = both("random"), Seeded(seed), Random(seed)
    battle = ready(seven(terrain))
    for _ in range(40):
        if battle.outcome is not None:
            break
        battle = playing.go_on(battle, policies, dice, random)
        kept, new = view_of(battle), Field(battle)
        if kept is not None:
            assert kept.battle is battle
            for name in Field.__slots__:
                if name != "options":
                    assert getattr(kept, name) == getattr(new, name), name


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        play(small(), {"attacker": Idle(), "defender": simulations.Cheat()}, "1")


def test_who_never_moves_is_left_off_the_board() -> None:
    ended = play(small(), {"attacker": Idle(), "defender": Idle()}, "1")
    assert ended.defender.left_off == ("Centaur", "Lion", "Warbear")
    assert ended.outcome == BattleOutcome("attacker", "elimination") or ended.outcome == BattleOutcome("none", "mutual")


def test_BATTLE_5_who_enters_leaves_room_for_the_others() -> None:
    names = ("Titan", "Angel", "Warlock", "Minotaur", "Troll", "Ogre", "Ogre")
    attacker = side("Black", "Bk01", *names, entry_side="left")
    battle = ready(
        Battle(terrain="Brush", attacker=attacker, defender=side("Red", "Rd01", "Archangel", "Angel", "Unicorn"))
    )
    policies, dice, random = both("greedy"), Seeded("1"), Random(1)
    while battle.turn == 1 and battle.outcome is None:
        battle = playing.go_on(battle, policies, dice, random)
    assert battle.attacker.left_off == ()


def test_REINF_1_a_reinforcement_is_taken() -> None:
    defender = side("Red", "Rd01", "Ogre F1", "Ogre F4")
    battle = Battle(
        terrain="Marsh", turn=4, attacker=side("Black", "Bk01", "Titan A1", entry_side="left"), defender=defender
    )
    ended = play(battle, both("greedy"), "1")
    assert ended.defender.reinforced
    assert "Troll" in {c.name for c in ended.defender.characters} | {*ended.defender.slain}


def test_SUMMON_1_an_angel_is_summoned() -> None:
    attacker = side("Black", "Bk01", "Lion A1", "Lion A3", entry_side="left", may_summon=True)
    defender = side("Red", "Rd01", "Ogre F1", "Ogre F4", slain=("Ogre",))
    battle = Battle(
        terrain="Plains", turn=3, side="attacker", attacker=attacker, defender=defender, donors={"Bk05": ("Angel",)}
    )
    ended = play(battle, both("greedy"), "1")
    assert ended.attacker.summoned
    assert ended.donors == {"Bk05": ()}


def test_nobody_loses_characters_unseen() -> None:
    battle = ready(small())
    with pytest.raises(AssertionError, match="Lion"):
        assert_conserved(evolve(battle, attacker=side("Black", "Bk02", "Ogre -", "Troll -")), content(battle))


def test_an_open_concession_is_answered_first() -> None:
    with pytest.raises(CannotTell, match="answer it first"):
        play(small(pending="attacker-concedes"), both("random"), "1")


def test_an_attacker_enters_somewhere() -> None:
    with pytest.raises(CannotTell, match="entry_side"):
        play(small(entry_side=None), both("random"), "1")
    assert play(small("Tower", entry_side=None), both("random"), "1").outcome is not None


@pytest.mark.parametrize("dice", [1, 6, 18])
@pytest.mark.parametrize("number", [2, 4, 6])
def test_the_tables_of_floats_are_those_of_exact_odds(dice: int, number: int) -> None:
    for need in range(1, dice + 2):
        assert at_least(dice, number, need) == pytest.approx(binomial(dice, 7 - number).at_least(need).value)
        assert at_least(dice, number, need) <= harm(dice, number, need) <= 1


def test_what_is_carried_over_needs_hits_beyond_the_first() -> None:
    assert carried(3, 4, 3, 2) == 0
    assert carried(2, 4, 1, 1) == pytest.approx(0.25)


@pytest.mark.parametrize("name", ["gredy", "no_such_module:Policy", "simulations:Nobody", "simulations:NO_POLICY"])
def test_unknown_policies(name: str) -> None:
    with pytest.raises(UnknownName):
        policy(name)


def test_a_policy_of_ones_own() -> None:
    assert isinstance(policy("simulations:Idle"), Policy)


def test_foresight_is_stronger_than_greedy() -> None:
    """Each way round; 200 points for the battle. Few battles, with fixed seeds."""
    strong, weak = policy("foresight"), policy("greedy")
    battle = seven("Hills")
    result = 0
    for seed in range(12):
        first = play(battle, {"attacker": strong, "defender": weak}, f"f{seed}").outcome
        second = play(battle, {"attacker": weak, "defender": strong}, f"f{seed}").outcome
        result += (first.winner == "attacker") - (first.winner == "defender")
        result += (second.winner == "defender") - (second.winner == "attacker")
    assert result > 0


def test_a_view_is_kept_only_of_its_own_battle() -> None:
    battle = ready(small())
    assert field_of(battle) is field_of(battle)
    assert field_of(evolve(battle, turn=2)).battle.turn == 2
