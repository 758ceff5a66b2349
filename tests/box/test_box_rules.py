"""What other boxes bring beyond the printed game: an example, or two, for each of their rules."""

import pytest

import titan_rules as titan
from titan_rules import Box, new_game
from titan_rules.box import box
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply
from titan_rules.position.battle import Battle
from titan_rules.position.changes import put_player
from titan_rules.text.parsing import parse

ABYSSAL, DINO = "| box abyssal-6, began attacker", "| box dino-titan, began attacker"


def battle(line: str) -> titan.Battle:
    return titan.Battle.parse(line)


def outcome(line: str, action: str) -> titan.Outcome[titan.Battle]:
    position = battle(line)
    return titan.apply(position, titan.parse(action, position))


def why(line: str, action: str) -> tuple[bool, list[str]]:
    position = battle(line)
    verdict = titan.why(position, titan.parse(action, position))
    return verdict.legal, [ruling.rule for ruling in verdict.rulings]


@pytest.mark.parametrize(("who", "legal"), [("Troll", False), ("WaterElemental", True)])
def test_BOX_2_a_lake_is_entered_by_its_natives(who: str, legal: bool) -> None:
    found, cited = why(f"Marsh, turn 3, attacker's maneuver: {who} D2 / Lion A1 {ABYSSAL}", f"{who} D2-D3")
    assert found is legal
    assert ("BOX-2" in cited) is not legal


@pytest.mark.parametrize(("who", "legal"), [("Cyclops", False), ("Ranger", True)])
def test_BOX_3_a_river_is_slow_but_for_its_natives(who: str, legal: bool) -> None:
    found, cited = why(f"Plains, turn 3, attacker's maneuver: {who} C5 / Lion F1 {ABYSSAL}", f"{who} C5-C3")
    assert found is legal
    assert ("BOX-3" in cited) is not legal


def test_BOX_4_a_stone_makes_its_native_harder_to_hit() -> None:
    odds = titan.strike_odds(battle("Tombs: Goblin D2 / Ghost D3 | box beelzebub, began attacker"), "D2", "D3")
    assert "BOX-4" in [ruling.rule for ruling in odds.rulings]


def test_BOX_5_a_spring_heals_when_a_strike_phase_begins() -> None:
    done = outcome(f"Hills, turn 3, attacker's maneuver: Allosaur D3 3 hits / Allosaur A1 {DINO}", "end-maneuver")
    assert done.state.attacker.characters[0].hits == 2
    assert "BOX-5" in [event.rule for event in done.events]


@pytest.mark.parametrize(("slowed", "legal"), [(", slowed 2", False), ("", True)])
def test_BOX_6_who_is_slowed_goes_less_far(slowed: str, legal: bool) -> None:
    position = titan.loads(
        titan.Battle.parse(f"Plains, turn 3, attacker's maneuver: Allosaur D1 / Allosaur A3 {DINO}")
        .dumps()
        .replace('"hex": "D1"', '"hex": "D1", "slowed": 2' if slowed else '"hex": "D1"')
    )
    assert titan.is_legal(position, titan.parse("Allosaur D1-D4", position)) is legal


def test_BOX_6_a_tar_pit_slows() -> None:
    done = outcome(f"Wasteland, turn 3, attacker's maneuver: Allosaur C3 / Allosaur A1 {DINO}", "end-maneuver")
    assert done.state.attacker.characters[0].slowed == 1


@pytest.mark.parametrize(("die", "poisoned"), [(6, True), (1, False)])
def test_BOX_7_only_a_hit_poisons(die: int, poisoned: bool) -> None:
    dice = " ".join([str(die), *["1"] * 10])
    done = outcome(f"Plains, turn 3: SpittingSerpent D3 / Allosaur D4 {DINO}", f"D3 strikes D4 with {dice}")
    assert bool(done.state.defender.characters[0].poisoned) is poisoned
    assert ("BOX-7" in [event.rule for event in done.events]) is poisoned


@pytest.mark.parametrize("to", ["D2", "C2"])
def test_BOX_8_range_5_costs_two_skill_factors(to: str) -> None:
    odds = titan.strike_odds(battle(f"Plains: RedDragon D6 / Serpent {to} | box unified, began attacker"), "D6", to)
    assert odds.strike_number == 4 - (5 - 2) + 2
    assert "BOX-8" in [ruling.rule for ruling in odds.rulings]


@pytest.mark.parametrize(("to", "legal"), [("D4", True), ("A1", False)])
def test_BOX_9_a_deployment_outside_towers(to: str, legal: bool) -> None:
    line = f"Abyss, turn 1, defender's maneuver: bottom: Lion off / Troll off {ABYSSAL}"
    found, cited = why(line, f"Troll enters {to}")
    assert found is legal
    assert "BOX-9" in cited


def test_BOX_10_the_second_brush_has_the_table_of_the_first() -> None:
    badlands = box("badlands")
    first, second = badlands.table("Brush"), badlands.table("BrushAlt")
    assert [entry.muster for entry in first.entries] == [entry.muster for entry in second.entries]
    assert badlands.battlelands["Brush"] != badlands.battlelands["BrushAlt"]


@pytest.mark.parametrize(("score", "left"), [(1300, 4), (299, 0)])
def test_BOX_12_a_tower_has_a_balrog_for_each_300_points(score: int, left: int) -> None:
    muster = titan.loads(
        '{"format": "titan-rules/1", "kind": "muster", "box": "balrog", "terrain": "Tower", "characters": ["Unicorn"],'
        f' "land": 400, "tower_scores": {{"400": {score}}}}}'
    )
    found = {option.muster: option.left for option in titan.muster_options(muster).options}
    assert found.get("Balrog400", 0) == left


@pytest.mark.parametrize(("in_box", "who"), [("abyssal-6", "Balrog"), ("standard", "Angel")])
def test_BOX_13_a_box_says_who_is_summoned(in_box: str, who: str) -> None:
    line = f"Plains, turn 3, attacker's maneuver: Lion D3 / Lion A1 | box {in_box}, began attacker, may-summon attacker"
    assert why(f"{line}, donors Bk03 {who}", f"summon {who} from Bk03")[0]


def test_BOX_13_in_the_printed_game_a_warlock_is_not_summoned() -> None:
    with pytest.raises(titan.DocumentError, match="Warlock"):
        battle("Plains, turn 3, attacker's maneuver: Lion D3 / Lion A1 | began attacker, donors Bk03 Warlock")


def test_BOX_7_poison_adds_up() -> None:
    line = "Plains, turn 3: SpittingSerpent D3 / Allosaur D4 poisoned 2 | box dino-titan, began attacker"
    serpent = Battle.parse(line)
    before = serpent.defender.characters[0].poisoned
    done = apply(serpent, parse("D3 strikes D4 with 6 1 1 1 1 1 1 1 1 1 1"))
    after = done.state.defender.characters[0].poisoned
    (told_of,) = [event for event in done.events if event.rule == "BOX-7"]
    by = told_of.facts["by"]
    assert (before, after) == (2, 2 + by)
    assert told_of.text == f"Allosaur in D4 is poisoned by {by}: {after} hits in every Strike Phase"


def test_BOX_12_points_bring_characters_to_the_stock_and_leave_those_that_are_there() -> None:
    state = new_game(["Ann", "Ben"], seed=1, box=Box.load("balrog"))
    first = state.players[0]
    grows = f"Balrog{first.tower}"
    counts = []
    for score in (299, 300, 650, 900):
        state = put_player(state, evolve(state.player(first.color), score=score))
        counts.append(state.caretaker[grows])
    assert counts == [0, 1, 2, 3]
