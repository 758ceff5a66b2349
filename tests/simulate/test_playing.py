"""Battles played out by policies."""

from random import Random

import pytest

import simulations
from builders import side
from looping import for_each
from simulations import Idle, seven, small
from titan_rules.kernel.errors import CannotTell, IllegalAction, UnknownName
from titan_rules.kernel.odds import binomial
from titan_rules.position.battle import Battle, BattleOutcome
from titan_rules.simulation import playing
from titan_rules.simulation.fast_battle import FastBattle
from titan_rules.simulation.playing import CheckedBattle, play, position_of, ready
from titan_rules.simulation.policies import POLICIES, policy
from titan_rules.simulation.rolls import at_least, carried, harm

TERRAINS = ("Brush", "Tower", "Tundra", "Mountains")


def both(name: str) -> playing.Sides:
    chosen = policy(name)
    return chosen, chosen


def play_phases(battle: FastBattle, name: str, random: Random, count: int) -> FastBattle:
    """A battle played on by one policy for so many battle turns of a side."""
    for _ in range(count):
        policy(name).maneuver(battle, random)
        battle.end_maneuver()
        for _ in ("strikes", "strikebacks"):
            policy(name).strikes(battle, random)
            battle.end_strikes()
    return battle


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("terrain", TERRAINS)
def test_a_policy_plays_to_the_end(name: str, terrain: str) -> None:
    ended = play(small(terrain), both(name), "1")
    assert ended.winner is not None
    assert not isinstance(ended, CheckedBattle)  # the adjudicator judges the policies of others only


def test_a_defender_without_a_profitable_strike_stays() -> None:
    battle = FastBattle(ready(Battle.parse("Plains, turn 3, defender's maneuver: Serpent C3 / Centaur F1")))
    policy("greedy").maneuver(battle, Random(1))
    assert position_of(battle).defender.characters[0].hex == "F1"


def test_REINF_1_at_random_a_reinforcement_is_taken_or_not() -> None:
    policies = both("random")
    taken = [play(seven(), policies, f"1:{n}").defender.reinforced for n in range(20)]
    assert any(taken)
    assert not all(taken)


@pytest.mark.parametrize("name", POLICIES)
def test_the_same_seed_gives_the_same_battle(name: str) -> None:
    first, second = (position_of(play(small(), both(name), "7")) for _ in range(2))
    assert first == second


def test_other_seeds_give_other_battles() -> None:
    assert len({repr(position_of(play(small(), both("greedy"), str(seed)))) for seed in range(5)}) > 1


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("phases", [1, 3])
def test_a_policy_does_nothing_illegal(name: str, phases: int) -> None:
    battle = CheckedBattle.following(FastBattle(ready(seven("Hills"))))
    play_phases(battle, name, Random(3), phases)
    assert {action.do for action in battle.actions} >= {"maneuver", "end-maneuver", "end-strikes"}


def test_an_illegal_action_is_refused() -> None:
    with pytest.raises(IllegalAction):
        play(small(), (Idle(), simulations.Cheat()), "1")


def test_who_never_moves_is_left_off_the_board() -> None:
    ended = play(small(), (Idle(), Idle()), "1")
    assert position_of(ended).defender.left_off == ("Centaur", "Lion", "Warbear")
    assert ended.outcome == BattleOutcome("attacker", "elimination")
    assert ended.points == 12 + 15 + 18


def test_BATTLE_7_time_loss_scores_nothing() -> None:
    battle = Battle(
        terrain="Plains",
        turn=7,
        attacker=side("Black", "Bk01", "Ogre A1", entry_side="left", began=True, slain=("Lion",)),
        defender=side("Red", "Rd01", "Centaur F1", slain=("Lion",)),
    )
    ended = play(battle, (Idle(), Idle()), "1")
    assert ended.outcome == BattleOutcome("defender", "time-loss")
    assert ended.points == 0


def test_BATTLE_5_who_enters_leaves_room_for_the_others() -> None:
    names = ("Titan", "Angel", "Warlock", "Minotaur", "Troll", "Ogre", "Ogre")
    attacker = side("Black", "Bk01", *names, entry_side="left")
    battle = Battle(terrain="Brush", attacker=attacker, defender=side("Red", "Rd01", "Archangel", "Angel", "Unicorn"))
    ended = play_phases(FastBattle(ready(battle)), "greedy", Random(1), 2)
    assert position_of(ended).attacker.left_off == ()


def test_REINF_1_a_reinforcement_is_taken() -> None:
    defender = side("Red", "Rd01", "Ogre F1", "Ogre F4")
    battle = Battle(
        terrain="Marsh", turn=4, attacker=side("Black", "Bk01", "Titan A1", entry_side="left"), defender=defender
    )
    ended = position_of(play(battle, both("greedy"), "1"))
    assert ended.defender.reinforced
    assert "Troll" in {c.name for c in ended.defender.characters} | {*ended.defender.slain}


def test_SUMMON_1_an_angel_is_summoned() -> None:
    attacker = side("Black", "Bk01", "Lion A1", "Lion A3", entry_side="left", may_summon=True)
    defender = side("Red", "Rd01", "Ogre F1", "Ogre F4", slain=("Ogre",))
    battle = Battle(
        terrain="Plains", turn=3, side="attacker", attacker=attacker, defender=defender, donors={"Bk05": ("Angel",)}
    )
    ended = position_of(play(battle, both("greedy"), "1"))
    assert ended.attacker.summoned
    assert "Angel" in {c.name for c in ended.attacker.characters} | {*ended.attacker.slain}


def test_SUMMON_1_who_is_summoned_and_does_not_enter_goes_back() -> None:
    attacker = side("Black", "Bk01", "Lion A1", "Lion A3", entry_side="left", may_summon=True, began=True)
    defender = side("Red", "Rd01", "Ogre F1", slain=("Ogre",))
    donors = {"Bk05": ("Angel",)}
    battle = Battle(terrain="Plains", turn=3, side="attacker", attacker=attacker, defender=defender, donors=donors)
    begun = FastBattle(ready(battle))
    begun.join("Angel")
    begun.end_maneuver()
    after = position_of(begun)
    assert (after.attacker.summoned, after.attacker.may_summon) == (False, False)
    assert [c.name for c in after.attacker.characters] == ["Lion", "Lion"]


def test_a_fast_battle_tells_where_it_stands() -> None:
    assert repr(FastBattle(small())).startswith("<FastBattle turn 1, defender's maneuver: Ogre off the board, Lion")


def test_an_open_concession_is_answered_first() -> None:
    with pytest.raises(CannotTell, match="answer it first"):
        play(small(pending="attacker-concedes"), both("random"), "1")


def test_an_attacker_enters_somewhere() -> None:
    with pytest.raises(CannotTell, match="the attacker's entry_side is not given"):
        play(small(entry_side=None), both("random"), "1")
    assert play(small("Tower", entry_side=None), both("random"), "1").winner is not None


@for_each("dice", [1, 6, 18])
@for_each("number", [2, 4, 6])
def test_the_tables_of_floats_are_those_of_exact_odds(dice: int, number: int) -> None:
    for need in range(1, dice + 2):
        assert at_least(dice, number, need) == pytest.approx(float(binomial(dice, 7 - number).at_least(need)))
        assert at_least(dice, number, need) <= harm(dice, number, need) <= 1


def test_what_is_carried_over_needs_hits_beyond_the_first() -> None:
    assert carried(3, 4, 3, 2) == 0
    assert carried(2, 4, 1, 1) == pytest.approx(0.25)


@pytest.mark.parametrize("name", ["gredy", "no_such_module:Policy", "simulations:Nobody", "simulations:NO_POLICY"])
def test_unknown_policies(name: str) -> None:
    with pytest.raises(UnknownName):
        policy(name)


def test_best_is_stronger_than_greedy() -> None:
    """Few battles, each with sides exchanged, with fixed seeds."""
    strong, weak = policy("best"), policy("greedy")
    battle, result = small("Hills"), 0
    for seed in range(6):
        result += {"attacker": 1, "defender": -1}.get(str(play(battle, (strong, weak), f"b{seed}").winner), 0)
        result -= {"attacker": 1, "defender": -1}.get(str(play(battle, (weak, strong), f"b{seed}").winner), 0)
    assert result > 0
