"""Tables and masks against the plain rules, on random battles and on every pair of hexes."""

from itertools import product

import pytest
from hypothesis import given

from builders import battle, refused
from looping import for_each
from plain_rules import blocked, distance, in_contact, may_go, occupants, rangestrike, strike, strike_options, walks
from positions import battles
from titan_rules.box import STANDARD
from titan_rules.box.hexes import HEXES, labels_in
from titan_rules.position.battle import Battle, BattleSide, Combatant, other
from titan_rules.position.faults.battle import battle_faults
from titan_rules.rules.battle import rangestrike as shooting
from titan_rules.rules.battle.carry import options
from titan_rules.rules.battle.field import View
from titan_rules.rules.battle.maneuver import destinations, judge_maneuver, maneuver_rulings
from titan_rules.rules.battle.rangestrike import best_line, sight_rulings
from titan_rules.rules.battle.strike import judge_strike
from titan_rules.rules.battle.strike_numbers import dice_and_number, strike_rulings

READINGS = [{}, {"cliffs": "up_only", "entry_map": "left_and_bottom_exchanged", "missile_ignores_brambles": False}]


@given(battles())
def test_random_battles_are_possible_positions(position: Battle) -> None:
    assert battle_faults(position) == []


@pytest.mark.parametrize("options", READINGS)
def test_maneuvers(options: dict[str, object]) -> None:
    @given(battles(phase="maneuver", **options))
    def check(position: Battle) -> None:
        field = View(position)
        for c in position.of(position.side).characters:
            got = set(labels_in(destinations(field, position.side, c)))
            assert got == may_go(position, position.side, c), (position, c)

    check()


@given(battles(phase="maneuver"))
def test_a_maneuver_is_legal_or_a_rule_forbids_it(position: Battle) -> None:
    field = View(position)
    for c in position.of(position.side).characters:
        legal = set(labels_in(destinations(field, position.side, c)))
        for label in HEXES:
            violations = refused(judge_maneuver(field, position.side, c, label))
            assert (label in legal) == (violations == []), (position, c, label)
            rulings = violations or maneuver_rulings(field, position.side, c, label)
            assert all(ruling.text for ruling in rulings)
            assert rulings[0].verdict == ("illegal" if violations else "legal")


@given(battles(phase="strike"))
def test_strikes_and_carries(position: Battle) -> None:
    field, role = View(position), position.acting
    standing = occupants(position)
    for c in position.of(role).characters:
        assert labels_in(field.in_contact(role, c)) == sorted(in_contact(position, role, c))
        for label in in_contact(position, role, c):
            target = standing[label][1]
            dice, number = dice_and_number(field, role, c, target)
            assert (dice, number) == strike(position, role, c, target)
            found = [(o.dice, o.strike_number, set(o.carry_to)) for o in options(field, role, c, target)]
            expected = strike_options(position, role, c, target)
            assert found[0] == expected[0]
            assert sorted(found, key=str) == sorted(expected, key=str)
            said = strike_rulings(field, role, c, target)
            shown = [r.facts for r in said if "dice" in r.facts or "power" in r.facts]
            assert [f.get("dice", f.get("power")) for f in shown][-1] == dice
            numbers = [r.facts.get("number", r.facts.get("most")) for r in said if "number" in r.facts]
            assert min(6, int(numbers[-1] or 0)) == number


@pytest.mark.parametrize("options", READINGS)
def test_rangestrikes(options: dict[str, object]) -> None:
    @given(battles(phase="strike", **options))
    def check(position: Battle) -> None:
        field, role = View(position), position.acting
        for c in position.of(role).characters:
            if not STANDARD.characters[c.name].rangestrikes:
                continue
            for target in position.of(other(role)).living():
                if target.hex in in_contact(position, role, c):
                    continue
                rolled = shooting.rangestrike(field, role, c, target)
                found = None if isinstance(rolled, str) else rolled
                got = None if found is None else (found.dice, found.strike_number, found.range)
                assert got == rangestrike(position, role, c, target), (position, c, target)
                if not c.struck:
                    why_not = refused(judge_strike(field, role, c.hex or "", target.hex or ""))
                    assert (why_not == []) == (found is not None)
                if found is not None:
                    numbers = [
                        r.facts["number"]
                        for r in shooting.rangestrike_rulings(field, role, c, target)
                        if "number" in r.facts
                    ]
                    assert min(6, numbers[-1]) == found.strike_number

    check()


@pytest.mark.parametrize("terrain", STANDARD.terrains)
def test_every_line_of_sight(terrain: str) -> None:
    land = STANDARD.battlelands[terrain]
    field = View(battle([], [], terrain))
    tables = STANDARD.sight_tables[terrain, "both_ends"]
    for start, end in product(HEXES, HEXES):
        far = distance(start, end)
        assert tables.range(start, end) == (far if 1 < far <= 4 else None)
        if far not in (3, 4):
            assert tables.lines[start, end] == ()
            continue
        plain = [w for w in walks(start, end) if w is not None]
        lines = tables.lines[start, end]
        assert sorted([HEXES[n] for n in line.hexes] for line in lines) == sorted(plain)
        free = any(not blocked(land, w, set()) for w in plain)
        assert (best_line(field, start, end) is not None) == free
        rulings = sight_rulings(field, start, end)
        assert all(r.text and r.rule == "RANGE-7" for r in rulings)
        assert {r.verdict for r in rulings} == {"legal" if free else "illegal"}


@for_each("terrain", STANDARD.terrains)
def test_an_empty_line_of_sight_is_the_same_both_ways(terrain: str) -> None:
    field = View(battle([], [], terrain))
    for start, end in product(HEXES, HEXES):
        if (field.sights.range(start, end) or 0) > 2:
            assert (best_line(field, start, end) is None) == (best_line(field, end, start) is None), (start, end)


def _exchanged(position: Battle) -> Battle:
    """The same battle with the names of the sides exchanged, and no entering."""
    turned = position.defender, position.attacker

    def called(side: BattleSide, entry: object) -> BattleSide:
        return BattleSide(
            player=side.player, legion=side.legion, entry_side=entry, score=side.score, characters=side.characters
        )  # fmt: skip

    return Battle(
        terrain=position.terrain,
        turn=position.turn,
        side=other(position.side),
        phase=position.phase,
        attacker=called(turned[0], "bottom"),
        defender=called(turned[1], None),
    )


@given(battles())
def test_it_does_not_matter_which_side_is_called_attacker(position: Battle) -> None:
    if position.turn == 1:
        return
    same, role = _exchanged(position), position.acting
    one, two = View(position), View(same)
    for c in position.of(role).characters:
        assert destinations(one, role, c) == destinations(two, other(role), c)
        assert one.in_contact(role, c) == two.in_contact(other(role), c)
        for target in position.of(other(role)).living():
            assert _rolls(one, role, c, target) == _rolls(two, other(role), c, target)


def _rolls(field: View, role: object, c: Combatant, target: Combatant) -> object:
    from titan_rules.rules.battle.strike import strike_options as every_way

    return every_way(field, role, c, target)
