"""MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4, and what a Strike Phase begins with (DRIFT-1, BOX-5 to BOX-7)."""

from typing import Any

import pytest
from hypothesis import given

import plain_rules
from builders import battle, clash, goes, rules, told, why_not
from random_battles import battles
from titan_rules import why
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import EndManeuver, EndStrikes, Strike
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEX_NUMBER
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.rulings import Ruling
from titan_rules.play import apply, settle
from titan_rules.position.battle import ROLES, Battle, Combatant
from titan_rules.rules.battle.field import View, field_of
from titan_rules.rules.battle.maneuver import destinations, maneuver_notes, maneuver_rulings
from titan_rules.rules.battle.paths import cheapest


def notes_on(field: View, combatant: Combatant) -> list[Ruling]:
    """What bears on the maneuvers of an attacker."""
    return maneuver_notes(field, "attacker", combatant, destinations(field, "attacker", combatant))


@pytest.mark.parametrize("terrain", STANDARD.terrains)
def test_MANEUVER_4_slowing_does_not_add_up(terrain: str) -> None:
    tables = STANDARD.battle_tables[terrain, "both_ways"]
    costs = {cost for name in STANDARD.characters for row in tables.mobility[name].costs for cost in row}
    assert costs <= {None, 1, 2}


def test_MANEUVER_6_a_dune_does_not_slow() -> None:
    assert "A2" in goes(Battle.parse("Desert, attacker's maneuver: Griffon A3 / Ogre F1"), "A3")
    for name in ("Cyclops", "Lion"):
        costs = STANDARD.battle_tables["Desert", "both_ways"].mobility[name]
        sand = costs.own[1]
        direction = STANDARD.battle_tables["Desert", "both_ways"].land.direction(2, 1)
        assert costs.costs[2][direction] == sand


def test_BATTLE_4_a_reinforcement_enters_from_the_top() -> None:
    position = Battle.parse("Tower, turn 4, defender's maneuver: Ogre A1 / Titan D4, Ogre off")
    assert goes(position) == ["C5", "D6", "E5", "F3", "F4"]


@pytest.mark.parametrize("terrain", STANDARD.terrains)
def test_MANEUVER_6_cliffs_shut_off_no_hex(terrain: str) -> None:
    tables = STANDARD.battle_tables[terrain, "both_ways"]
    for name in STANDARD.characters:
        mobility = tables.mobility[name]
        for end, cost in enumerate(mobility.own):
            way = cheapest(tables, mobility, {HEX_NUMBER["D6"]: 0}, end)
            assert cost is None or (way is not None and way.hexes[-1] == end)


def test_MANEUVER_1_the_slain_do_not_move() -> None:
    position = clash("Plains", "Ogre A1 6", "Lion F4")
    assert goes(position, "A1") == []
    assert told(why_not(position, "A1", "A2")) == "the Ogre in A1 is slain (STRIKE-7)"


def test_BATTLE_3_nowhere_without_an_entry_side() -> None:
    position = clash("Plains", "Ogre -", "Lion F4", turn=1, entry=None)
    assert goes(position) == []
    assert rules(why_not(position, None, "A1")) == ["BATTLE-3"]


def test_no_rulings_on_a_way_that_is_not_there() -> None:
    position = Battle.parse("Plains, attacker's maneuver: Ogre A1, Lion A2, Lion B1, Lion B2 / Lion F4")
    with pytest.raises(ValueError, match="has no way to A3"):
        maneuver_rulings(field_of(position), "attacker", position.attacker.characters[0], "A3")


def test_notes_say_what_bears_on_the_maneuvers() -> None:
    position = clash("Marsh", "Cyclops C1, Ogre -", "Lion E5, Lion B1")
    field = View(position)
    notes = maneuver_notes(
        field,
        "attacker",
        position.attacker.characters[0],
        destinations(field, "attacker", position.attacker.characters[0]),
    )
    assert rules(notes) == ["MANEUVER-2"]
    notes = maneuver_notes(
        field,
        "attacker",
        position.attacker.characters[1],
        destinations(field, "attacker", position.attacker.characters[1]),
    )
    assert rules(notes)[:2] == ["MANEUVER-1", "BATTLE-3"]
    assert "held by others: B1 C1" in told(notes)


def test_notes_on_mountains() -> None:
    position = Battle.parse("Mountains, attacker's maneuver: Angel E5, Cyclops B3 / Lion A1")
    field = View(position)
    angel, cyclops = (notes_on(field, c) for c in position.attacker.characters)
    assert "it may not pass over the Volcano in D4" in told(angel)
    assert "going up a slope costs a Cyclops 2" in told(cyclops)
    assert "does not go up or down cliffs" in told(cyclops)


@pytest.mark.parametrize("name", ["Ogre", "Angel"])
def test_MANEUVER_5_the_hex_over_which_a_character_enters_can_slow_it(name: str) -> None:
    enemy = ["Lion F1"]
    entering = battle([name], enemy, terrain="Brush", turn=1, side="attacker", phase="maneuver")
    said_then = [ruling.text for ruling in why(entering, parse(f"{name} enters A3", entering)).rulings]
    assert "it enters over A3, which counts as the first" in said_then
    assert sum("Brambles" in text for text in said_then) == 1, said_then
    for start, end, slow in (("B3", "A3", 1), ("A3", "B3", 0)):
        inside = battle([f"{name} {start}"], enemy, terrain="Brush", turn=2, side="attacker", phase="maneuver")
        said_now = [ruling.text for ruling in why(inside, parse(f"{start}-{end}", inside)).rulings]
        assert sum("Brambles" in text for text in said_now) == slow, said_now
        assert not [text for text in said_now if "enters" in text]


def strikes_begin(position: Battle) -> Battle:
    """The Maneuver Phase ends, and nobody concedes."""
    after = apply(position, EndManeuver()).state
    return settle(after).state if after.pending is not None else after


@given(battles(phase="maneuver", terrain="Tundra"))
def test_DRIFT_1_as_the_plain_rules_have_it(position: Battle) -> None:
    after = strikes_begin(position)
    for role in ROLES:
        wanted = {c.hex: plain_rules.after_drift(position, role, c) for c in position.of(role).characters if c.hex}
        assert {c.hex: c.hits for c in after.of(role).characters if c.hex} == wanted


def begins(line: str, **changes: Any) -> Combatant:
    """The attacker's character once the strikes begin."""
    position = Battle.parse(f"{line} | box dino-titan, began attacker")
    (attacker,) = position.attacker.characters
    side = evolve(position.attacker, characters=(evolve(attacker, **changes),))
    return strikes_begin(evolve(position, attacker=side)).attacker.characters[0]


@pytest.mark.parametrize(("hits", "left"), [(3, 2), (1, 0), (0, 0)])
def test_BOX_5_a_spring_heals_no_more_than_there_is(hits: int, left: int) -> None:
    assert begins("Hills, turn 3, attacker's maneuver: Allosaur D3 / Allosaur A1", hits=hits).hits == left


def test_BOX_6_a_tar_pit_slows() -> None:
    assert begins("Wasteland, turn 3, attacker's maneuver: Allosaur C3 / Allosaur A1", slowed=2).slowed == 3


@pytest.mark.parametrize(("hits", "after"), [(0, 3), (6, 8), (8, 8)])
def test_BOX_7_poison_slays_and_no_more(hits: int, after: int) -> None:
    line = "Plains, turn 3, attacker's maneuver: Allosaur D3 / Allosaur A1"
    assert begins(line, hits=hits, poisoned=3).hits == after


@pytest.mark.parametrize(("dice", "hits", "poisoned"), [((1, 1, 1, 1), 0, 0), ((6, 1, 1, 1), 1, 1), ((6,) * 4, 2, 0)])
def test_BOX_7_whom_a_strike_poisons(dice: tuple[int, ...], hits: int, poisoned: int) -> None:
    """A poisoner that misses poisons nobody, nor is the slain poisoned; STRIKE-7: they take no more than slays them."""
    position = Battle.parse("Plains, turn 3: Couatl D3 / Allosaur D4 6 hits | box dino-titan")
    rolled = dice + (1,) * (position.attacker.power(position.attacker.characters[0]) - len(dice))
    target = apply(position, Strike("D3", "D4", rolled)).state.defender.characters[0]
    assert (target.hits - 6, target.poisoned) == (hits, poisoned)


def test_SUMMON_1_only_the_first_slain_opens_a_summons() -> None:
    line = "Plains, turn 3, attacker's strikeback: Lion D3 / Ogre D4 6 hits, Ogre F1"
    first = Battle.parse(f"{line} | began attacker")
    second = evolve(first, defender=evolve(first.defender, slain=("Ogre",)))
    opened = []
    for position in (first, second):
        struck = apply(position, Strike("D4", "D3", (1,) * 6)).state
        opened.append(apply(struck, EndStrikes()).state.attacker.may_summon)
    assert opened == [True, False]


def test_MANEUVER_1_the_cheapest_way_is_one_that_is_free() -> None:
    position = Battle.parse("Plains, turn 1, attacker's maneuver: bottom: Titan C1, Ogre D2, Ogre / Lion D6")
    assert "(D1-E1-E2) costs 3" in told(why_not(position, None, "E2"))
