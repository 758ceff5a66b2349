"""MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4, and what a Strike Phase begins with (DRIFT-1, BOX-5 to BOX-7)."""

from typing import Any

import pytest
from hypothesis import given

import plain_rules
from builders import battle
from positions import battles
from titan_rules import why
from titan_rules.actions.intents import EndManeuver, Strike
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, settle
from titan_rules.position.battle import ROLES, Battle, Combatant
from titan_rules.text.parsing import parse


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
