"""Battles as part of a game: summons, reinforcement, concessions, and what they leave behind (SUMMON, REINF, SCORE)."""

import json

import pytest

from builders import at_battle, engaged, legion, rules, said, why
from titan_rules.kernel.errors import DocumentError
from titan_rules.play import apply, legal_actions, settle, violations
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, Legion
from titan_rules.text.parsing import parse, written


def content(state: Game, marker: str) -> tuple[str, ...] | None:
    found = state.find(marker)
    return found[1].characters if found else None


DONOR = legion("Bk03", 30, "Angel")
WIDE_DONOR = legion("Bk03", 30, "Angel", "Ogre")


def slaying(*others: Legion) -> Game:
    """Black has slain a Centaur of Red's; it is its next Maneuver Phase."""
    sides = ["Ogre D3", "Lion A3"], ["Centaur D4", "Troll F1"]
    state = at_battle(
        engaged("Ogre Lion", "Centaur Troll", *others), 105, *sides, turn=2, side="attacker", phase="strike"
    )
    texts = ["D3 strikes D4 with 6 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1", "end-strikes"]
    return said(state, [*texts, "end-maneuver", "end-strikes", "end-strikes"])[0]


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


def test_SUMMON_2_what_was_lost_for_the_battle_may_be_had_after_it() -> None:
    state, _ = said(slaying(WIDE_DONOR), ["no-summon"])
    assert why(state, "summon Ang from Bk03") == ["SUMMON-1"]
    state, _ = said(state, ["end-maneuver", "end-strikes", "Red concedes"])
    state, events = said(state, ["summon Ang from Bk03"])
    assert events[0].rule == "SUMMON-2"
    assert content(state, "Bk03") == ("Ogre",)


def test_ENG_8_declined_is_closed_for_this_phase_and_open_after_the_battle() -> None:
    state = engaged("Ogre Ogre", "Centaur Centaur")
    state = at_battle(state, 105, ["Ogre A3", "Ogre B4"], ["Centaur F1", "Centaur F2"], turn=4)
    state, events = said(state, ["no-reinforce"])
    assert rules(events) == ["REINF-1"]
    for text in ("reinforce Cen,Cen>Lion", "no-reinforce"):
        assert violations(state, parse(text))[0].rule == "ENG-8"
        assert text not in [written(action) for action in legal_actions(state)]
    state, _ = said(state, ["end-maneuver"])
    assert not state.battle.defender.declined
    assert not state.battle.defender.reinforced


def test_ENG_4_and_ENG_6_stages_in_a_game() -> None:
    state = engaged("Ogre Ogre", "Lion Lion")
    for text in ("flee", "stand", "Red no-more", "Black fights", "D3 strikes D4", "end-maneuver"):
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


def test_REINF_1_a_battle_document_without_a_caretaker_can_be_read_again_after_a_reinforcement() -> None:
    before = Battle.parse("Mountains, turn 4, defender's maneuver: Lion D1 / Minotaur E4, Minotaur B3, Lion C2")
    after = apply(before, next(action for action in legal_actions(before) if action.do == "reinforce")).state
    assert FORMAT.read(FORMAT.to_json(after)) == after
    assert len(after.caretaker) == 1
