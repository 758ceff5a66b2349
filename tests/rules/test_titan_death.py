"""The death of a Titan: half points, markers, turns, the end of the game (D-1 to D-6, TURN-2, BATTLE-7)."""

from typing import Any

import pytest

from builders import at_battle, at_the_titan, game, legion, player, rules, said, steps
from titan_rules.actions.events import PlayerOut
from titan_rules.actions.intents import EndSplits, Split
from titan_rules.play import legal_actions, settle
from titan_rules.position.changes import put_legion_in
from titan_rules.position.game import Game, Legion


def moved(marker: str, land: int, *names: str) -> Legion:
    """A Legion that has moved this turn and is engaged where it stands."""
    return legion(marker, land, *names, moved=True, entry_side="left", came_from=1)


def four(**more: Any) -> Game:
    """Black's Titan attacks Red; three more of its Legions are engaged with Gold and Green, one with nobody."""
    black = player(
        "Black",
        100,
        moved("Bk01", 105, "Titan", "Ogre", "Troll"),
        moved("Bk02", 120, "Lion", "Lion", "Lion"),
        moved("Bk03", 30, "Ogre", "Ogre"),
        moved("Bk04", 40, "Centaur", "Centaur", "Gargoyle"),
        legion("Bk05", 9, "Cyclops", "Angel"),
    )
    red = player("Red", 200, legion("Rd01", 105, "Lion", "Lion"), legion("Rd02", 20, "Titan", "Ogre"))
    gold = player(
        "Gold", 300, legion("Gd01", 120, "Ogre", "Ogre"), legion("Gd02", 30, "Ogre"), legion("Gd03", 5, "Titan")
    )
    green = player("Green", 400, legion("Gr01", 40, "Ogre", "Ogre"), legion("Gr02", 17, "Titan", "Ogre"))
    return game(black, red, gold, green, **more)


def slain(state: Game) -> tuple[Game, list[Any]]:
    """Black's Titan is slain by Red's strike in 105; the Ogre and the Troll beside it live."""
    state = at_battle(state, 105, ["Titan D3 5", "Ogre A3", "Troll B4"], ["Lion D4", "Lion F1"], turn=2, phase="strike")
    state, events = said(state, ["D4 strikes D3 with 6 6 6 6 6", "end-strikes", "D3 strikes D4 with 1 1 1 1 1 1"])
    state, more = said(state, ["end-strikes", "no-reinforce"])
    return state, [*events, *more]


@pytest.mark.step("2.5.6.9", "2.5.6.10")
def test_D_3_a_titan_slain_while_three_other_engagements_are_pending() -> None:
    state, events = slain(four())
    # Gold: (3 x 15 + 2 x 12) / 2; Green: (12 + 12 + 12) / 2; Red: 24 for the Titan, then (12 + 16 + 18 + 24) / 2.
    assert state.player("Gold").score == (45 + 24) // 2
    assert state.player("Green").score == 36 // 2
    assert state.player("Red").score == 24 + (12 + 16 + 18 + 24) // 2
    assert rules(events).count("D-3") == 3
    assert {"2.5.6.9", "2.5.6.10"} <= steps(events)


def test_D_3_engagements_so_dissolved_give_no_angel_and_no_summons() -> None:
    state, _ = slain(four())
    assert state.engagement is None
    assert state.find("Gd01") is not None
    assert [x.characters for x in state.player("Gold").legions] == [("Ogre", "Ogre"), ("Ogre",), ("Titan",)]


def defended(**more: Any) -> Game:
    """Black attacks Red's Titan; Red has another Legion engaged with Black, one with nobody; Gold looks on."""
    black = player(
        "Black", 100, moved("Bk01", 105, "Lion", "Lion"), moved("Bk02", 120, "Ogre"), legion("Bk03", 9, "Titan")
    )
    red = player(
        "Red",
        200,
        legion("Rd01", 105, "Titan"),
        legion("Rd02", 120, "Troll", "Troll"),
        legion("Rd03", 20, "Ogre", "Angel"),
    )
    return game(black, red, player("Gold", 300, legion("Gd01", 5, "Titan", "Ogre")), **more)


def test_D_5_markers_are_taken_over_and_used_for_splits() -> None:
    state, events = said(defended(), ["engage 105", "Red concedes"])
    assert "D-5" in rules(events)
    assert {"Rd01", "Rd02", "Rd12"} <= set(state.player("Black").free_markers)
    assert len(state.player("Black").free_markers) == 12 - 3 + 12
    assert state.player("Red").free_markers == ()
    grown = legion("Bk03", 9, "Titan", "Ogre", "Ogre", "Lion")
    state = put_legion_in(state, state.player("Black"), grown)
    state, _ = said(state, ["end-turn", "end-splits", "roll 1", "Gd01 moves to 106", "end-moves", "end-turn"])
    assert state.active == "Black"
    state, _ = said(state, [Split("Bk03", "Rd07", ("Ogre", "Ogre")), EndSplits()])
    found = state.find("Rd07")
    assert (found[0].color, found[1].split_from) == ("Black", "Bk03")


def both(*, third: bool = True, **keys: Any) -> Game:
    """Titan against Titan in 105; Black's Bk02 is engaged with Red, and with ``third`` Bk03 with Gold."""
    black = player(
        "Black",
        100,
        moved("Bk01", 105, "Titan", "Ogre"),
        moved("Bk02", 120, "Lion", "Lion"),
        *([moved("Bk03", 30, "Troll", "Troll")] if third else []),
    )
    red = player("Red", 200, legion("Rd01", 105, "Titan", "Lion"), legion("Rd02", 120, "Ogre", "Ogre"))
    rest = [player("Gold", 300, legion("Gd01", 30, "Ogre", "Ogre"), legion("Gd02", 5, "Titan"))]
    if third:
        rest.append(player("Green", 400, legion("Gr01", 17, "Titan")))
    return game(black, red, *rest, **keys)


def mutual(state: Game) -> tuple[Game, list[Any]]:
    """Both Titans are slain in one battle turn; an Ogre and a Lion are left."""
    state = at_battle(state, 105, ["Titan D3 5", "Ogre A3"], ["Titan D4 5", "Lion F1"], turn=2, phase="strike")
    state, events = said(
        state,
        ["D4 strikes D3 with 6 6 6 6 6 6", "end-strikes", "D3 strikes D4 with 6 6 6 6 6 6", "end-strikes"],
    )
    settled = settle(state)
    return settled.state, [*events, *settled.events]


def test_D_2_two_titans_only_third_players_score() -> None:
    state, events = mutual(both())
    assert state.player("Gold").score == 32 // 2
    assert [state.player(c).score for c in ("Black", "Red", "Green")] == [0, 0, 0]
    assert "D-2" in rules(events)
    assert "D-5" not in rules(events)
    assert len(state.player("Black").free_markers) == 12
    assert (state.phase, state.active) == ("commencement", "Green")


@pytest.mark.step("3")
def test_D_6_one_player_left_wins() -> None:
    state = both(third=False)
    state, events = mutual(state)
    assert (state.phase, state.winner) == ("over", "Gold")
    assert "3" in steps(events)
    assert legal_actions(state) == []


def test_D_4_one_titan_in_a_mutual_elimination() -> None:
    black = player("Black", 100, moved("Bk01", 105, "Titan", "Ogre"), legion("Bk02", 9, "Lion", "Lion"))
    red = player("Red", 200, legion("Rd01", 105, "Lion"), legion("Rd02", 20, "Titan"))
    state = game(black, red, player("Gold", 300, legion("Gd01", 5, "Titan")))
    state = at_battle(state, 105, ["Titan D3 5", "Ogre A3"], ["Lion D4 4"], turn=2, phase="strike")
    state, events = said(
        state, ["D4 strikes D3 with 6 6 6 6 6", "end-strikes", "D3 strikes D4 with 6 6 6 6 6 6", "end-strikes"]
    )
    settled = settle(state)
    state, events = settled.state, [*events, *settled.events]
    told = next(event for event in events if event.rule == "D-4")
    sentence = "the Titan of Black is slain, and Rd01 is eliminated: nobody scores from this Engagement"
    assert told.text == sentence
    # Nothing for the Titan; half of the Ogre beside it and of the two Lions for the slayer.
    assert state.player("Red").score == (12 + 30) // 2
    assert len(state.player("Red").free_markers) == 11 + 12
    assert state.find("Rd01") is None


@pytest.mark.step("2.5.6.4.2.8", "2.5.6.8")
def test_BATTLE_7_time_loss_with_a_titan_makes_the_defender_its_slayer() -> None:
    state = four()
    state = at_battle(
        state,
        105,
        ["Titan A3", "Ogre B4", "Troll C5"],
        ["Lion F1", "Lion E1"],
        turn=7,
        side="attacker",
        phase="strikeback",
    )
    state, events = said(state, ["end-strikes"])
    settled = settle(state)
    state, events = settled.state, [*events, *settled.events]
    assert state.engagement.stage == "reinforcement"
    state, more = said(state, ["no-reinforce"])
    events += more
    assert "BATTLE-7" in rules(events)
    assert {"2.5.6.4.2.8", "2.5.6.8"} <= steps(events)
    # Nothing from the battle; half of the Legion that nobody is engaged with.
    assert state.player("Red").score == (18 + 24) // 2
    assert state.player("Gold").score == (45 + 24) // 2
    assert state.player("Black").out
    assert (state.active, state.phase) == ("Green", "commencement")


def test_ENG_7_a_titan_given_up_by_the_winner_of_an_agreement_is_slain_too() -> None:
    deal = "attacker all, defender Tit"
    state, events = said(both(), ["engage 105", f"Red proposes {deal}", f"Black accepts {deal}"])
    assert "D-2" in rules(events)
    assert state.player("Red").out
    assert state.player("Black").out
    assert state.player("Red").score == 0


def test_D_2_whoever_slew_a_titan_is_recorded_and_gets_the_markers() -> None:
    state = at_battle(
        at_the_titan(), 105, ["Lion D3", "Lion C3"], ["Titan D4 6", "Ogre F1"], turn=2, phase="strike", side="attacker"
    )
    state, events = said(state, ["D3 strikes D4 with 6 6 6 6 6"])
    state, more = said(state, ["end-strikes", "D4 strikes D3 with 1 1 1 1 1 1 1", "end-strikes", "no-summon"])
    slain = [event for event in (*events, *more) if isinstance(event, PlayerOut)]
    assert [(event.player, event.slayer) for event in slain] == [("Red", "Black")]
    assert state.player("Red").out
    assert "Rd02" in state.player("Black").free_markers
