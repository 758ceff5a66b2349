"""Engagements before and after their battles (ENG, SCORE, ACQUIRE, SUMMON, REINF after the battle)."""

import pytest

from disputes import game, legion, player, rules, said
from titan_rules.actions.grammar import parse
from titan_rules.actions.intents import Accept, Acquire, Action, Engage, Flee, Propose, Stand
from titan_rules.box.names import CharacterName
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, is_legal, legal_actions, owed, settle, violations
from titan_rules.position.game import Game, Legion

LAND = 105


def two(attacker: tuple[str, ...], defender: tuple[str, ...], *others: Legion, **more: object) -> Game:
    """Black attacks Red in Plains; both keep a Titan elsewhere."""
    black_score, red_score = more.pop("black", 0), more.pop("red", 0)
    black = player(
        "Black",
        100,
        legion("Bk01", LAND, *attacker, moved=True, entry_side="left", came_from=104),
        *([] if "Titan" in attacker else [legion("Bk02", 1, "Titan", "Ogre")]),
        *[x for x in others if x.legion.startswith("Bk")],
        score=black_score,
    )
    red = player(
        "Red",
        200,
        legion("Rd01", LAND, *defender),
        *([] if "Titan" in defender else [legion("Rd02", 20, "Titan", "Ogre")]),
        *[x for x in others if x.legion.startswith("Rd")],
        score=red_score,
    )
    return game(black, red, **more)


def why(state: Game, text: str | Action) -> list[str]:
    return rules(violations(state, parse(text) if isinstance(text, str) else text))


def test_ENG_1_the_mover_chooses_which_engagement_is_resolved() -> None:
    state = two(("Lion", "Lion"), ("Ogre", "Ogre"), legion("Bk03", 120, "Troll", "Troll"), legion("Rd03", 120, "Ogre"))
    assert [a for a in legal_actions(state) if isinstance(a, Engage)] == [Engage(105), Engage(120)]
    assert why(state, "engage 106") == ["ENG-1"]
    assert rules(owed(state)) == ["ENG-1", "ENG-1"]
    state, _ = said(state, ["engage 120"])
    assert why(state, "engage 105") == ["ENG-1"]


def test_ENG_2_each_sees_the_others_legion() -> None:
    state, _ = said(two(("Lion", "Lion"), ("Ogre", "Ogre")), ["engage 105"])
    attacker, defender = state.find("Bk01"), state.find("Rd01")
    assert attacker is not None
    assert attacker[1].seen == {"Red": ("Lion", "Lion")}
    assert defender is not None
    assert defender[1].seen == {"Black": ("Ogre", "Ogre")}


def test_ENG_3_two_lions_flee_for_14() -> None:
    state, events = said(two(("Ogre", "Ogre"), ("Lion", "Lion")), ["engage 105", "flee"])
    assert state.player("Black").score == 14
    assert state.find("Rd01") is None
    assert state.dead == {"Lion": 2}
    assert "ENG-3" in rules(events)


def test_ENG_3_option_flee_rounding_total_gives_15() -> None:
    state = two(("Ogre", "Ogre"), ("Lion", "Lion"), options={"flee_rounding": "total"})
    state, _ = said(state, ["engage 105", "flee"])
    assert state.player("Black").score == 15


def test_ENG_3_a_legion_with_a_lord_may_not_flee() -> None:
    state, _ = said(two(("Ogre", "Ogre"), ("Angel", "Lion")), ["engage 105"])
    assert state.engagement is not None
    assert state.engagement.stage == "negotiation"
    assert why(state, "flee") == ["ENG-3"]
    assert why(state, "stand") == ["ENG-1"]


def test_ENG_4_after_a_flight_no_summons_but_a_muster() -> None:
    state = two(("Lion", "Lion", "Lion"), ("Ogre", "Ogre"), legion("Bk03", 30, "Angel", "Ogre"))
    state, _ = said(state, ["engage 105", "flee"])
    assert state.phase == "enlistment"
    assert is_legal(state, parse("Bk01 Lio>Lio"))


def test_ENG_5_standing_is_final() -> None:
    state, _ = said(two(("Ogre", "Ogre"), ("Lion", "Lion")), ["engage 105", "stand"])
    assert why(state, "flee") == ["ENG-5"]


def test_ENG_5_turn_about_and_each_proposal_is_new() -> None:
    state, _ = said(two(("Ogre", "Ogre"), ("Angel", "Lion")), ["engage 105"])
    assert why(state, "Black no-more") == ["ENG-5"]
    assert why(state, "Gold no-more") == ["SETUP-1"]
    state, _ = said(state, ["Red proposes attacker all, defender Lio"])
    assert why(state, "Black proposes attacker Ogr Ogr, defender Lio") == ["ENG-5"]
    assert is_legal(state, parse("Black proposes attacker nothing, defender all"))


def test_ENG_6_after_no_more_accept_concede_or_fight() -> None:
    state, _ = said(two(("Ogre", "Ogre"), ("Angel", "Lion")), ["engage 105"])
    assert why(state, "Red fights") == ["ENG-6"]
    state, _ = said(state, ["Red no-more"])
    assert why(state, "Black proposes attacker all, defender nothing") == ["ENG-6"]
    assert why(state, "Black no-more") == ["ENG-6"]
    assert why(state, "Black accepts attacker nothing, defender all") == ["ENG-6"]
    assert is_legal(state, parse("Black fights"))
    assert is_legal(state, parse("Black concedes"))


def test_ENG_7_an_agreement_scores_the_loser_not_what_the_winner_gave_up() -> None:
    state, _ = said(
        two(("Ogre", "Ogre"), ("Angel", "Lion")),
        ["engage 105", "Red proposes attacker all, defender Lio", "Black accepts attacker all, defender Lio"],
    )
    state = settle(state).state
    assert state.player("Red").score == 24
    assert state.player("Black").score == 0
    found = state.find("Rd01")
    assert found is not None
    assert found[1].characters == ("Angel",)
    assert state.dead == {"Lion": 1, "Ogre": 2}


def test_ENG_7_an_agreement_eliminates_a_legion_whole_of_those_present() -> None:
    state, _ = said(two(("Ogre", "Ogre"), ("Angel", "Lion")), ["engage 105"])
    assert why(state, "Red proposes attacker Ogr, defender Lio") == ["ENG-7"]
    assert why(state, "Red proposes attacker Tro, defender all") == ["ENG-7"]


def test_ENG_7_a_titan_given_up_is_slain_by_the_opponent() -> None:
    state = two(("Titan", "Ogre"), ("Angel", "Lion"), legion("Bk03", 30, "Ogre", "Ogre"))
    deal = "attacker all, defender nothing"
    state, events = said(state, ["engage 105", f"Red proposes {deal}", f"Black accepts {deal}", "no-reinforce"])
    assert state.phase == "over"
    assert state.winner == "Red"
    assert state.player("Red").score == 24 + 12 + 12
    assert {"D-1", "D-3", "D-5", "D-6"} <= set(rules(events))


def test_ENG_7_both_titans_agreed_away_is_a_draw() -> None:
    state, events = said(
        two(("Titan", "Ogre"), ("Titan", "Lion")),
        ["engage 105", Propose("Red", ("all",), ("all",)), Accept("Black", ("all",), ("all",))],
    )
    assert state.phase == "over"
    assert state.winner is None
    assert "D-2" in rules(events)


def test_ENG_8_an_attacker_that_wins_by_concession_may_summon() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), legion("Bk03", 30, "Angel", "Ogre"))
    state, _ = said(state, ["engage 105", "Red concedes"])
    assert state.engagement is not None
    assert state.engagement.stage == "summons"
    state, _ = said(state, ["summon Ang from Bk03"])
    found = state.find("Bk01")
    assert found is not None
    assert found[1].characters == ("Lion", "Lion", "Angel")
    assert state.player("Black").score == 36


def test_ENG_8_a_defender_whose_opponent_concedes_at_once_gets_no_reinforcement() -> None:
    state, _ = said(
        two(("Lion", "Lion"), ("Centaur", "Centaur")), ["engage 105", "stand", "Red no-more", "Black concedes"]
    )
    assert state.engagement is None
    assert state.phase == "enlistment"


def test_ENG_8_a_defender_that_wins_by_agreement_may_be_reinforced() -> None:
    deal = "attacker all, defender nothing"
    state = two(("Lion", "Lion"), ("Centaur", "Centaur"))
    state, _ = said(state, ["engage 105", "stand", f"Red proposes {deal}", f"Black accepts {deal}"])
    assert why(state, "reinforce Cen>Lio") == ["REINF-2"]
    state, events = said(state, ["reinforce Cen,Cen>Lio"])
    assert "REINF-2" in rules(events)
    found = state.find("Rd01")
    assert found is not None
    assert found[1].characters == ("Centaur", "Centaur", "Lion")


def test_SCORE_4_lords_return_and_creatures_die_for_good() -> None:
    before = two(("Lion", "Lion"), ("Angel", "Ogre"))
    state, _ = said(before, ["engage 105", "Red concedes"])
    state = settle(state).state
    assert before.caretaker is not None
    assert state.caretaker is not None
    assert state.caretaker["Angel"] == before.caretaker["Angel"] + 1
    assert state.dead == {"Ogre": 1}


def test_SCORE_4_option_lords_return_next_fought_battle() -> None:
    before = two(("Lion", "Lion"), ("Angel", "Ogre"), options={"lords_return": "next_fought_battle"})
    state, _ = said(before, ["engage 105", "Red concedes"])
    assert state.returning == {"Angel": 1}


def test_SCORE_5_an_angel_slain_here_cannot_be_acquired_here() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), black=90)
    assert state.caretaker is not None
    caretaker = {**state.caretaker, CharacterName("Angel"): 0}
    state, _ = said(evolve(state, caretaker=caretaker), ["engage 105", "Red concedes"])
    assert state.player("Black").score == 126
    assert state.engagement is None
    assert state.caretaker is not None
    assert state.caretaker["Angel"] == 1


def test_ACQUIRE_1_an_angel_for_each_hundred() -> None:
    state, _ = said(two(("Lion", "Lion"), ("Serpent", "Serpent", "Angel"), black=80), ["engage 105", "Red concedes"])
    assert state.player("Black").score == 80 + 36 + 36 + 24
    assert why(state, "acquire Arc") == ["ACQUIRE-1"]
    assert why(state, "acquire Ang Ang") == ["ACQUIRE-1"]
    assert why(state, "acquire Ogr") == ["ACQUIRE-1"]
    state, _ = said(state, ["acquire Ang"])
    found = state.find("Bk01")
    assert found is not None
    assert found[1].characters == ("Lion", "Lion", "Angel")


def test_ACQUIRE_1_500_points_passed_at_height_6() -> None:
    attacker = ("Lion",) * 6
    state, _ = said(
        two(attacker, ("Serpent", "Serpent", "Serpent", "Angel"), black=380), ["engage 105", "Red concedes"]
    )
    assert state.player("Black").score == 512
    choices = [a.characters for a in legal_actions(state) if isinstance(a, Acquire)]
    assert choices == [("Archangel",), ("Angel",), ()]
    assert "ACQUIRE-1" in why(state, "acquire Arc Ang")


def test_ACQUIRE_1_option_archangel_replaces_angel() -> None:
    state = two(("Lion",) * 2, ("Serpent",) * 3 + ("Angel",), black=380, options={"archangel": "replaces_angel"})
    state, _ = said(state, ["engage 105", "Red concedes"])
    choices = [a.characters for a in legal_actions(state) if isinstance(a, Acquire)]
    assert choices == [("Archangel", "Angel"), ("Archangel",), ("Angel",), ()]
    assert why(state, "acquire Ang Ang") == ["ACQUIRE-1"]


def test_SCORE_5_a_summons_in_the_seventh_place_shuts_out_an_angel() -> None:
    state = two(("Lion",) * 6, ("Angel", "Serpent"), legion("Bk03", 30, "Angel", "Ogre"), black=90)
    state, _ = said(state, ["engage 105", "Red concedes", "summon Ang from Bk03"])
    assert state.engagement is None
    found = state.find("Bk01")
    assert found is not None
    assert len(found[1].characters or ()) == 7


def test_SCORE_5_option_acquire_first_shuts_out_the_summons() -> None:
    others = legion("Bk03", 30, "Angel", "Ogre")
    state = two(("Lion",) * 6, ("Angel", "Serpent"), others, black=90, options={"after_battle": "acquire_first"})
    state, _ = said(state, ["engage 105", "Red concedes", "acquire Ang"])
    assert state.engagement is None
    assert state.player("Black").summoned is False


def test_SUMMON_2_height_7_cannot_summon() -> None:
    state = two(("Lion",) * 7, ("Angel", "Ogre"), legion("Bk03", 30, "Angel", "Ogre"))
    state, _ = said(state, ["engage 105", "Red concedes"])
    assert state.engagement is None


def test_SUMMON_3_an_angel_from_a_legion_of_one_disbands_it() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), legion("Bk03", 30, "Angel"))
    state, events = said(state, ["engage 105", "Red concedes", "summon Ang from Bk03"])
    assert state.find("Bk03") is None
    assert "Bk03" in state.player("Black").free_markers
    assert "SUMMON-3" in rules(events)


def test_SUMMON_3_one_summons_a_turn() -> None:
    state = two(
        ("Lion", "Lion"),
        ("Angel", "Ogre"),
        legion("Bk03", 30, "Angel", "Angel", "Ogre"),
        legion("Bk04", 120, "Troll", "Troll", moved=True, entry_side="left"),
        legion("Rd04", 120, "Angel"),
    )
    state, _ = said(state, ["engage 105", "Red concedes", "summon Ang from Bk03", "engage 120", "Red concedes"])
    assert state.engagement is None
    assert state.phase == "enlistment"


def test_no_summon_may_be_left_out() -> None:
    state = two(("Lion", "Lion"), ("Angel", "Ogre"), legion("Bk03", 30, "Angel", "Ogre"))
    state, _ = said(state, ["engage 105", "Red concedes", "end-turn"])
    assert state.active == "Red"


@pytest.mark.parametrize("action", [Flee(), Stand(), parse("D3 strikes D4"), parse("summon Ang from Bk03")])
def test_an_action_of_no_engagement_is_refused_and_the_state_is_the_same(action: Action) -> None:
    state = two(("Ogre", "Ogre"), ("Lion", "Lion"))
    with pytest.raises(IllegalAction) as refused:
        apply(state, action)
    assert refused.value.action is action
    assert refused.value.rulings


def test_D_2_two_dying_players_score_nothing_from_each_others_other_legions() -> None:
    others = (legion("Bk03", 120, "Lion", "Lion", moved=True, entry_side="left"), legion("Rd03", 120, "Ogre", "Ogre"))
    state = two(("Titan", "Ogre"), ("Titan", "Lion"), *others)
    state, events = said(state, ["engage 105", Propose("Red", ("all",), ("all",)), Accept("Black", ("all",), ("all",))])
    assert state.phase == "over"
    assert [player.score for player in state.players] == [0, 0]
    assert "D-3" not in rules(events)


@pytest.mark.parametrize(
    ("defender", "options", "told"),
    [
        (("Lion", "Lion"), {}, "Rd01 flees; Black scores half of each character's value: 7 + 7 = 14"),
        (("Lion",), {}, "Rd01 flees; Black scores half of its one character's value: 7"),
        (("Lion", "Lion"), {"flee_rounding": "total"}, "Rd01 flees; Black scores half of its 30 points: 15"),
    ],
)
def test_ENG_3_the_halves_are_told_as_they_were_added(
    defender: tuple[str, ...], options: dict[str, str], told: str
) -> None:
    state = two(("Ogre", "Ogre"), defender, options=options)
    _, events = said(state, ["engage 105", "flee"])
    assert told in [event.text for event in events]


def test_SCORE_6_points_are_scored_whether_or_not_an_angel_is_taken() -> None:
    state, _ = said(two(("Lion", "Lion"), ("Ogre", "Ogre"), black=90), ["engage 105", "stand", "Red concedes"])
    for text in ("acquire nothing", "acquire Angel"):
        assert said(state, [text])[0].player("Black").score == 90 + 24
