"""Overlays draw what the rules answer, no more and no less."""

from typing import Any
from xml.etree import ElementTree as ET

import pytest

from builders import board, side
from looping import some
from pictures import SVG, data, marked, read, title, words
from titan_rules.box import STANDARD
from titan_rules.box.hexes import labels_in
from titan_rules.draw.battle import battle_svg
from titan_rules.draw.battleland import HEIGHT, centre
from titan_rules.draw.counters import TALL
from titan_rules.draw.game import game_svg
from titan_rules.draw.overlays import Overlay, destinations_overlay, moves_overlay, pick, sight_overlay, targets_overlay
from titan_rules.kernel.errors import CannotTell, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.rules.battle.field import View
from titan_rules.rules.battle.maneuver import destinations as hexes_in_reach
from titan_rules.rules.masterboard.destinations import destinations

BATTLE = Battle.parse(
    "Tundra, turn 2, attacker's maneuver: "
    "Bk07 310: Titan B3 1 hit, Warbear C4, Giant C5, Angel off / "
    "Rd12: Troll D3 4 hits, Giant E4, Warbear D4 5 hits, Troll E2"
)
FIGHT = evolve(BATTLE, phase="strike")


def overlaid(battle: Battle, overlay: Overlay, name: str) -> list[ET.Element]:
    return marked(read(battle_svg(battle, overlay)), name)


def notes(battle: Battle, overlay: Overlay) -> Any:
    (box,) = marked(read(battle_svg(battle, overlay)), "note")
    return box.get("data-note"), " ".join(words(box)[1:])


@pytest.mark.parametrize("who", ["B3", "Titan", "tit", "Angel"])
def test_moves_marks_every_hex_that_the_rules_allow(who: str) -> None:
    role, combatant = pick(BATTLE, who)
    found = [e.get("data-to") for e in overlaid(BATTLE, moves_overlay(BATTLE, who), "overlay")]
    assert found == labels_in(hexes_in_reach(View(BATTLE), role, combatant))
    assert len(found) > 3


def test_MANEUVER_5_moves_writes_what_the_way_costs() -> None:
    costs = dict(data(e, "to", "cost") for e in overlaid(BATTLE, moves_overlay(BATTLE, "B3"), "overlay"))
    assert costs["A3"] == "1"
    assert costs["B2"] == "2"
    mark = next(e for e in overlaid(BATTLE, moves_overlay(BATTLE, "B3"), "overlay") if e.get("data-to") == "B2")
    assert "2" in words(mark)
    assert "Drift in B2 costs 2: the Titan is not native (MANEUVER-5)." in (mark.findtext(f"{SVG}desc") or "")


def test_MANEUVER_2_moves_says_why_a_character_may_not_move() -> None:
    asked, answer = notes(BATTLE, moves_overlay(BATTLE, "C4"))
    assert asked == "Where the Warbear in C4 may go"
    assert "in contact with the Warbear in D4 (MANEUVER-2)." in answer
    assert not overlaid(BATTLE, moves_overlay(BATTLE, "C4"), "overlay")


def test_BATTLE_4_moves_where_nothing_is_paid_writes_no_cost() -> None:
    tower = evolve(BATTLE, terrain="Tower", turn=1, side="defender", defender=side("Red", "Rd12", "Ogre -"))
    tower = evolve(tower, attacker=side("Black", "Bk07", "Titan -", entry_side="bottom"))
    marks = overlaid(tower, moves_overlay(tower, "Ogre"), "overlay")
    assert [data(e, "to", "cost") for e in marks] == [(x, "") for x in ("C3", "C4", "D3", "D4", "D5", "E3", "E4")]
    assert notes(tower, moves_overlay(tower, "Ogre"))[1] == "It may go to C3, C4, D3, D4, D5, E3, E4."


def test_STRIKE_targets_shows_dice_strike_number_and_odds() -> None:
    (mark,) = overlaid(FIGHT, targets_overlay(FIGHT, "C4"), "overlay")
    # 6 dice against Skill-factor 3: each 4 or more hits; one hit is still needed: 1 - 1/64
    assert data(mark, "to", "dice", "strike-number", "slays") == ("D4", "6", "4", "98.4 %")
    assert words(mark) == ["6 dice, 4+: 98.4 %"]
    assert title(mark) == "The Warbear in D4: 6 dice at Strike-number 4; slays it in 98.4 % of all rolls."


def test_what_targets_writes_is_clear_of_counters_and_labels() -> None:
    for position in ("C5", "C4"):
        for mark in some(overlaid(FIGHT, targets_overlay(FIGHT, position), "overlay")):
            box = next(one for one in mark if one.tag.endswith("rect"))
            top, low = (float(box.get("y", "")) + rise for rise in (0, float(box.get("height", ""))))
            _, y = centre(STANDARD.battlelands[FIGHT.terrain][data(mark, "to")[0]])
            assert y + 2 + TALL / 2 < top < low < y + HEIGHT / 2  # between its counter and the next hex
            assert not [one for one in mark if one.tag.endswith("line")]  # it lies under the counters


def test_RANGE_targets_shows_rangestrikes() -> None:
    marks = overlaid(FIGHT, targets_overlay(FIGHT, "C5"), "overlay")
    assert [data(e, "to", "dice") for e in marks] == [("D4", "3"), ("E4", "3")]


def test_STRIKE_8_targets_in_strikeback_are_those_in_contact() -> None:
    back = evolve(BATTLE, phase="strikeback", side="defender")
    assert [e.get("data-to") for e in overlaid(back, targets_overlay(back, "C4"), "overlay")] == ["D4"]
    asked, answer = notes(back, targets_overlay(back, "C5"))
    assert asked == "Whom the Giant in C5 may strike"
    assert "there are no rangestrikes in strikeback (STRIKE-8)" in answer


def test_targets_out_of_turn_are_answered_as_if_it_were_the_strike_phase() -> None:
    asked, _ = notes(BATTLE, targets_overlay(BATTLE, "D4"))
    assert asked == "Whom the Warbear in D4 may strike, as if it were the defender's Strike Phase"
    assert [e.get("data-to") for e in overlaid(BATTLE, targets_overlay(BATTLE, "D4"), "overlay")] == ["C4"]


def test_STRIKE_1_targets_says_why_there_are_none() -> None:
    _, answer = notes(FIGHT, targets_overlay(FIGHT, "B3"))
    assert answer.count("Not ") == 4
    assert "(STRIKE-1)" in answer


def test_targets_of_a_character_off_the_board_cannot_be_told() -> None:
    with pytest.raises(CannotTell, match="the Angel is off the board"):
        targets_overlay(FIGHT, "Angel")


def test_RANGE_7_sight_that_is_free() -> None:
    (line,) = overlaid(BATTLE, sight_overlay(BATTLE, "B2", "D2"), "overlay")
    assert data(line, "from", "to", "sight") == ("B2", "D2", "free")
    assert "is free (RANGE-7)" in notes(BATTLE, sight_overlay(BATTLE, "b2", "d2"))[1]


def blocked_at(battle: Battle, start: str, end: str) -> Any:
    marks = overlaid(battle, sight_overlay(battle, start, end), "overlay")
    assert data(marks[0], "overlay", "sight") == ("sight", "blocked")
    return [e.get("data-at") for e in marks[1:]]


def test_RANGE_7_sight_blocked_by_a_character() -> None:
    assert blocked_at(BATTLE, "C3", "E4") == ["D4"]


def test_RANGE_7_sight_blocked_by_a_tree() -> None:
    assert blocked_at(evolve(BATTLE, terrain="Woods"), "B3", "D3") == ["C3"]


def test_RANGE_7_sight_blocked_by_a_wall() -> None:
    assert blocked_at(evolve(BATTLE, terrain="Tower"), "B2", "D4") == ["B2 C3"]


@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        ("A1", "A1", "A1 is one hex"),
        ("A1", "A2", "are adjacent"),
        ("A1", "F4", "more than 4 apart"),
    ],
)
def test_RANGE_2_sight_is_only_asked_for_at_ranges_3_and_4(start: str, end: str, said: str) -> None:
    assert said in notes(BATTLE, sight_overlay(BATTLE, start, end))[1]


@pytest.mark.parametrize(
    ("who", "error", "said"),
    [
        ("A1", CannotTell, "nobody stands in A1"),
        ("Ogre", CannotTell, "there is no Ogre in this battle"),
        ("Goblin", UnknownName, "'Goblin' is neither a hex nor a character"),
        ("Troll", CannotTell, "there are several Trolls: D3, E2"),
    ],
)
def test_a_character_that_is_not_there_is_told(who: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        moves_overlay(BATTLE, who)


def test_a_name_means_the_side_that_acts() -> None:
    assert pick(BATTLE, "giant")[0] == "attacker"
    assert pick(evolve(BATTLE, side="defender"), "giant")[0] == "defender"


def two_sides(**more: Any) -> Game:
    return board(
        roll=4,
        black={"Bk01": (105, "Titan Ogre Ogre"), "Bk02": (100, "Angel Lion Lion")},
        red={"Rd01": (4000, "Titan Angel"), "Rd05": (101, "Troll Troll")},
        black_is={"score": 400},
        **more,
    )


@pytest.mark.parametrize(("marker", "roll"), [("Bk01", 4), ("Bk02", 6), ("Bk01", 6), ("Rd05", 2), ("Bk02", None)])
def test_MOVE_destinations_are_those_of_the_rules(marker: str, roll: int | None) -> None:
    position = two_sides()
    found = position.find(marker)
    assert found is not None
    player, legion = found
    wanted = destinations(position, player, legion, roll or 4)
    marks = marked(read(game_svg(position, destinations_overlay(position, marker.lower(), roll))), "overlay")
    assert sorted(data(e, "to", "how", "engages", "entry-sides") for e in marks) == sorted(
        (str(d.land), d.how, d.engages, " ".join(d.entry_sides) or None) for d in wanted
    )
    assert marks


def test_MOVE_6_a_legion_that_cannot_move_says_why() -> None:
    position = two_sides()
    moved = evolve(position.players[0], legions=(evolve(position.players[0].legions[0], moved=True),))
    overlay = destinations_overlay(evolve(position, players=(moved,)), "Bk01")
    assert overlay.notes == ("Bk01 has moved this turn (MOVE-1).",)


def test_TELE_2_hidden_characters_are_not_guessed() -> None:
    hidden = Game.parse(
        "turn 5, Black's movement, roll 6: Black: Bk01 100 height 4, Bk02 5 height 3 / Red: Rd01 4000 Titan Angel"
    )
    assert destinations_overlay(hidden, "Bk01").notes[-1] == (
        "Whether it may teleport depends on its characters, which are not known."
    )


@pytest.mark.parametrize(
    ("marker", "error", "said"),
    [("Bk09", CannotTell, "no Legion Bk09"), ("Xx01", UnknownName, "unknown marker")],
)
def test_a_legion_that_is_not_there_is_told(marker: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        destinations_overlay(two_sides(), marker)


def test_without_a_movement_roll_the_question_cannot_be_answered() -> None:
    with pytest.raises(CannotTell, match="no Movement Roll"):
        destinations_overlay(evolve(two_sides(), roll=None), "Bk01")
