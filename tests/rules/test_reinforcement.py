"""Battles as part of a game: summons, reinforcement, concessions, and what they leave behind (SUMMON, REINF, SCORE)."""

import json
from typing import Any

import pytest

from builders import at_battle, at_the_titan, battle, game, legion, player, rules, said, texts, why
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import Maneuver, Reinforce, Summon
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, is_legal, legal_actions, settle, violations
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, Legion

ALL_MISS = "D4 strikes D3 with 1 1 1"


def content(state: Game, marker: str) -> tuple[str, ...] | None:
    found = state.find(marker)
    return found[1].characters if found else None


def engaged(
    attacker: tuple[str, ...], defender: tuple[str, ...], *others: Legion, land: int = 105, **more: Any
) -> Game:
    """Black attacks Red; both keep a Titan elsewhere."""
    scores = more.pop("scores", (0, 0))
    black = (
        legion("Bk01", land, *attacker, moved=True, entry_side="left", came_from=104),
        legion("Bk02", 1, "Titan", "Ogre"),
        *[x for x in others if x.legion.startswith("Bk")],
    )
    red = (
        legion("Rd01", land, *defender),
        legion("Rd02", 20, "Titan", "Ogre"),
        *[x for x in others if x.legion.startswith("Rd")],
    )
    return game(player("Black", 100, *black, score=scores[0]), player("Red", 200, *red, score=scores[1]), **more)


DONOR = legion("Bk03", 30, "Angel")
WIDE_DONOR = legion("Bk03", 30, "Angel", "Ogre")


def slain(*others: Legion, **more: Any) -> Game:
    """Black slays a Centaur of Red's; it is Red's Maneuver Phase."""
    state = engaged(("Ogre", "Lion"), ("Centaur", "Troll"), *others, **more)
    state = at_battle(
        state, 105, ["Ogre D3", "Lion A3"], ["Centaur D4", "Troll F1"], turn=2, side="attacker", phase="strike"
    )
    return said(state, ["D3 strikes D4 with 6 6 6 6 6 6", "end-strikes", ALL_MISS, "end-strikes"])[0]


def slaying(*others: Legion, **more: Any) -> Game:
    """The same; it is Black's next Maneuver Phase."""
    return said(slain(*others, **more), ["end-maneuver", "end-strikes", "end-strikes"])[0]


def test_SUMMON_1_not_in_the_defenders_maneuver_phase() -> None:
    assert texts(slain(DONOR), "summon Angel from Bk03") == [
        "a summons comes in the attacker's Maneuver Phase, not in the defender's maneuver phase"
    ]
    assert why(slaying(DONOR), "summon Angel from Bk03") == []


def test_SUMMON_1_an_angel_that_does_not_enter_goes_back() -> None:
    state, _ = said(slaying(DONOR), ["summon Ang from Bk03"])
    state, events = said(state, ["end-maneuver"])
    assert content(state, "Bk03") == ("Angel",)
    assert content(state, "Bk01") == ("Ogre", "Lion")
    assert not state.player("Black").summoned
    assert rules(events).count("SUMMON-1") == 1
    assert "SUMMON-3" not in rules(events)


@pytest.mark.parametrize(
    "end", [["Black attempts to concede", "Red accepts the concession"], ["Black attempts to concede", "Red concedes"]]
)
def test_SUMMON_1_an_angel_that_has_not_entered_a_conceded_battle_goes_back(end: list[str]) -> None:
    state, _ = said(slaying(DONOR), ["summon Ang from Bk03"])
    state, events = said(state, end)
    state = settle(state).state
    assert content(state, "Bk03") == ("Angel",)
    assert "SUMMON-1" in rules(events)
    assert not state.player("Black").summoned
    assert content(state, "Bk01") == (None if "accepts" in end[1] else ("Ogre", "Lion"))
    assert state.player("Red").score == (12 + 15 if "accepts" in end[1] else 0)


def test_SUMMON_3_an_angel_that_entered_before_a_concession_leaves_no_empty_legion() -> None:
    texts = ["summon Ang from Bk03", "Angel enters B4", "Black attempts to concede", "Red accepts the concession"]
    state, events = said(slaying(DONOR), texts)
    assert state.find("Bk03") is None
    assert "SUMMON-3" in rules(events)
    assert state.player("Red").score == 12 + 15 + 24


def test_SUMMON_1_not_from_an_engaged_legion_but_from_one_no_longer_engaged() -> None:
    donor = legion("Bk03", 120, "Angel", "Ogre", moved=True, entry_side="left")
    state = slaying(donor, legion("Rd03", 120, "Ogre"))
    assert "SUMMON-1" in why(state, "summon Ang from Bk03")
    assert not [a for a in legal_actions(state) if isinstance(a, Summon)]
    state = engaged(("Ogre", "Lion"), ("Angel", "Troll"), donor, legion("Rd03", 120, "Ogre"))
    state, _ = said(state, ["engage 120", "flee", "engage 105", "Red concedes"])
    assert is_legal(state, parse("summon Ang from Bk03"))


def test_SUMMON_2_what_was_lost_for_the_battle_may_be_had_after_it() -> None:
    state, _ = said(slaying(WIDE_DONOR), ["no-summon"])
    assert why(state, "summon Ang from Bk03") == ["SUMMON-1"]
    state, _ = said(state, ["end-maneuver", "end-strikes", "Red concedes"])
    state, events = said(state, ["summon Ang from Bk03"])
    assert events[0].rule == "SUMMON-2"
    assert content(state, "Bk03") == ("Ogre",)


def test_SUMMON_2_refusals_after_the_battle() -> None:
    state = engaged(("Lion", "Lion"), ("Angel", "Ogre"), WIDE_DONOR)
    state, _ = said(state, ["engage 105", "Red concedes"])
    assert why(state, "summon Ang from Bk03 to Bk02") == ["SUMMON-2"]
    assert why(state, "summon Arc from Bk03") == ["SUMMON-2"]
    assert is_legal(state, parse("summon Ang from Bk03 to Bk01"))
    state, events = said(state, ["no-summon"])
    assert events[0].rule == "SUMMON-2"
    assert why(state, "summon Ang from Bk03") == ["SUMMON-2"]


def fourth(*defenders: str, **more: Any) -> Game:
    """The defender's fourth Maneuver Phase in Plains."""
    names = tuple(text.split()[0] for text in defenders)
    return at_battle(engaged(("Ogre", "Ogre"), names, **more), 105, ["Ogre A3", "Ogre B4"], defenders, turn=4)


def test_REINF_1_goes_back_to_the_caretaker_and_the_right_is_kept() -> None:
    state = fourth("Centaur F1", "Centaur F2")
    before = state.caretaker
    state, _ = said(state, ["reinforce Cen,Cen>Lion", "end-maneuver"])
    assert state.caretaker == before
    assert content(state, "Rd01") == ("Centaur", "Centaur")
    state, _ = said(state, ["end-strikes", "Black concedes"])
    assert state.engagement.stage == "reinforcement"
    assert [a for a in legal_actions(state) if isinstance(a, Reinforce)]
    state, events = said(state, ["reinforce Cen,Cen>Lion"])
    assert events[0].rule == "REINF-2"


def test_REINF_1_not_entered_when_the_battle_is_conceded() -> None:
    state = fourth("Centaur F1", "Centaur F2")
    before = state.caretaker
    state, _ = said(state, ["reinforce Cen,Cen>Lion", "Red attempts to concede", "Black concedes"])
    assert state.caretaker == before
    assert state.engagement.stage == "reinforcement"


def test_ENG_8_declined_is_closed_for_this_phase_and_open_after_the_battle() -> None:
    state, events = said(fourth("Centaur F1", "Centaur F2"), ["no-reinforce"])
    assert rules(events) == ["REINF-1"]
    for text in ("reinforce Cen,Cen>Lion", "no-reinforce"):
        assert violations(state, parse(text))[0].rule == "ENG-8"
        assert text not in [written(action) for action in legal_actions(state)]
    state, _ = said(state, ["end-maneuver"])
    assert not state.battle.defender.declined
    assert not reinforced(state)


def reinforced(state: Game) -> bool:
    """Whether the right of REINF-2 is used up."""
    return state.battle.defender.reinforced


def test_REINF_2_refusals_after_the_battle() -> None:
    state = fourth("Centaur F1", "Centaur F2")
    state, _ = said(state, ["end-maneuver", "end-strikes", "Black concedes"])
    assert why(state, "reinforce Cen>Cyc") == ["REINF-2"]
    assert why(state, "reinforce Ogr,Ogr>Lion") == ["REINF-2"]
    refused = violations(state, Reinforce("Lion"))
    assert [str(r) for r in refused] == [
        "the mustering characters are named and revealed: Centaur and Centaur (REINF-2)"
    ]
    state, events = said(state, ["no-reinforce"])
    assert events[0].rule == "REINF-2"
    assert why(state, "reinforce Cen,Cen>Lion")


def test_MUSTER_5_a_reinforcement_does_not_touch_its_owners_next_enlistment() -> None:
    state = fourth("Centaur F1", "Centaur F2")
    state, _ = said(state, ["end-maneuver", "end-strikes", "Black concedes", "reinforce Cen,Cen>Lion", "end-turn"])
    state, _ = said(state, ["end-splits", "roll 1"])
    move = next(a for a in legal_actions(state) if a.do == "move" and a.legion == "Rd01")  # type: ignore[attr-defined]
    assert state.find("Rd01")[1].mustered is None
    state, _ = said(state, [move, "end-moves"])
    assert state.phase == "enlistment"
    assert not state.find("Rd01")[1].mustered


def test_SCORE_3_survivors_lose_their_hits_and_are_hidden_again() -> None:
    state = engaged(("Ogre",), ("Lion", "Troll"))
    state = at_battle(state, 105, ["Ogre D3 5"], ["Lion D4 3", "Troll F1"], turn=2, phase="strike")
    state, _ = said(
        state, ["D4 strikes D3 with 6 6 6 6 6", "end-strikes", "D3 strikes D4 with 1 1 1 1 1 1", "end-strikes"]
    )
    state, events = said(state, ["no-reinforce"])
    assert rules(events).count("SCORE-3") == 2
    assert state.battle is None
    assert content(state, "Rd01") == ("Lion", "Troll")
    assert "hits" not in FORMAT.dumps(state)


def test_SCORE_4_lords_return_after_the_next_fought_battle() -> None:
    state = engaged(
        ("Lion", "Lion"),
        ("Angel", "Ogre"),
        legion("Bk04", 120, "Troll", "Troll", moved=True, entry_side="left"),
        legion("Rd04", 120, "Ogre"),
        options={"lords_return": "next_fought_battle"},
    )
    state, _ = said(state, ["engage 105", "Red concedes"])
    assert state.returning == {"Angel": 1}
    state, _ = said(state, ["engage 120", "stand", "Red no-more", "Black fights"])
    state, events = said(state, ["Red concedes"])
    assert state.returning == {}
    assert "SCORE-4" in rules(events)


def test_ENG_4_and_ENG_6_stages_in_a_game() -> None:
    state = engaged(("Ogre", "Ogre"), ("Lion", "Lion"))
    for text in (
        "flee",
        "stand",
        "Red no-more",
        "Black fights",
        "D3 strikes D4",
        "end-maneuver",
        "Red attempts to concede",
    ):
        assert why(state, text) == ["ENG-1"], text
    state, _ = said(state, ["engage 105"])
    assert why(state, "D3 strikes D4") == ["ENG-1"]
    assert why(state, "engage 105") == ["ENG-1"]
    state, _ = said(state, ["stand", "Red no-more", "Black fights"])
    assert why(state, "stand") == ["ENG-1"]
    assert why(state, "engage 105") == ["ENG-1"]


def test_the_battle_is_played_with_the_games_box() -> None:
    document = json.loads(FORMAT.dumps(slaying(DONOR)))
    assert FORMAT.loads(json.dumps(document)) == slaying(DONOR)
    document["battle"]["box"] = "abyssal-6"
    with pytest.raises(DocumentError) as error:
        FORMAT.loads(json.dumps(document))
    assert ("another-box", "/battle/box") in [(fault.code, fault.pointer) for fault in error.value.faults]


def test_the_battle_is_fought_under_the_games_ruleset() -> None:
    document = json.loads(FORMAT.dumps(slaying(DONOR)))
    document["ruleset"], document["options"] = "law", {"archangel": "choice"}
    for own in ({}, {"ruleset": "standard"}):  # what a battle has by itself is not heard in a game
        document["battle"] = {**{key: x for key, x in document["battle"].items() if key != "ruleset"}, **own}
        game = FORMAT.loads(json.dumps(document))
        assert (game.battle.ruleset, game.battle.rules.archangel) == ("law", "choice")
    for key, value in (("ruleset", "colossus"), ("options", {"archangel": "replaces_angel"})):
        with pytest.raises(DocumentError) as error:
            FORMAT.loads(json.dumps({**document, "battle": {**document["battle"], key: value}}))
        assert (f"another-{key}", f"/battle/{key}") in [(fault.code, fault.pointer) for fault in error.value.faults]


def test_SUMMON_1_not_after_a_character_has_moved_where_the_option_says_at_the_start() -> None:
    asked = Summon("Bk02", "Angel")
    for option, wanted in (("any_time", []), ("at_start", ["BATTLE-2"])):
        state = at_the_titan(options={"summons_in_phase": option})
        state = at_battle(
            state, 105, ["Lion D3", "Lion C3"], ["Titan F1", "Ogre F2"], turn=3, phase="maneuver", side="attacker"
        )
        allowed = evolve(state.battle.attacker, may_summon=True)
        state = evolve(state, battle=evolve(state.battle, attacker=allowed))
        assert violations(state, asked) == []
        begun = apply(state, Maneuver("Lion", "D3", to="D4")).state
        assert rules(violations(begun, asked)) == wanted


def test_REINF_1_height_7_is_too_high_and_6_is_not() -> None:
    for height, legal in ((6, True), (7, False)):
        defenders = [f"Ogre {hex_}" for hex_ in ("D4", "E4", "F1", "F2", "F3", "E5", "D5")][:height]
        fourth = battle(["Lion D3"], defenders, terrain="Marsh", turn=4, side="defender", phase="maneuver")
        action = parse("reinforce Troll with Ogre Ogre")
        assert is_legal(fourth, action) == legal
        if not legal:
            assert texts(fourth, action) == ["height 7; a reinforcement needs 6 or less"]


def test_REINF_2_and_SUMMON_1_who_waits_to_enter_is_the_one_of_this_battle() -> None:
    fourth = battle(["Lion D3"], ["Ogre D4", "Ogre E4", "Troll -"], "Marsh", turn=4, side="defender", phase="maneuver")
    assert why(fourth, "reinforce Troll with Ogre Ogre") == ["REINF-2"]
    third = battle(
        ["Lion D3", "Angel -"], ["Ogre D4"], turn=3, side="attacker", phase="maneuver",
        donors={"Bk02": ("Angel",)}, attacker_may_summon=True,
    )  # fmt: skip
    assert why(third, "summon Angel from Bk02") == ["SUMMON-1"]
