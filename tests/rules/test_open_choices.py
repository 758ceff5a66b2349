"""Whose choice it is: an open summons, reinforcement or Angels are their owner's alone (ENG-8), and what comes next."""

import pytest

from builders import at_battle, at_the_titan, battle, game, legion, player, said, texts
from titan_rules import why
from titan_rules.actions.events import Acquired, BattleEnded, ChoiceOpened, Declined, Maneuvered, Scored, Slain, Struck
from titan_rules.actions.grammar import parse, written
from titan_rules.actions.intents import Acquire, Action, Concede, EndTurn, Maneuver, Roll, Strike
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import Plan, Refusal, apply, apply_recorded, legal_actions, next_choice, plan
from titan_rules.play.seats import author
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game

DEAL = "attacker all, defender nothing"


def meeting(*more: str, red: tuple[str, ...] = ("Lion", "Lion", "Ogre"), scores: tuple[int, int] = (90, 0)) -> Game:
    """Black's Lions attack Red in Plains; then what was said."""
    black = player(
        "Black",
        100,
        legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"),
        legion("Bk02", 3, "Titan", "Angel", moved=True),
        score=scores[0],
    )
    state = game(black, player("Red", 200, legion("Rd01", 105, *red), legion("Rd02", 4000, "Titan"), score=scores[1]))
    return said(state, ["engage 105", "stand", *more])[0]


def reinforcing() -> Game:
    """Red has won by agreement and may take a reinforcement."""
    return meeting(f"Red proposes {DEAL}", f"Black accepts {DEAL}")


def refusal(state: Game, action: Action | str) -> tuple[str, str]:
    """The deciding rule of a refusal, and its text."""
    found = plan(state, parse(action) if isinstance(action, str) else action)
    assert isinstance(found, Refusal)
    return found.rulings[0].rule, found.rulings[0].text


@pytest.mark.parametrize("text", ["end-turn", "Bk02 Tit>Warlock", "engage 105", "end-engagements", "Black withdraws"])
def test_ENG_8_nobody_else_declines_a_reinforcement(text: str) -> None:
    rule, told = refusal(reinforcing(), text)
    assert rule == "ENG-8"
    assert told == "the reinforcement of Red in land 105 is open: Red takes or declines first"


def test_ENG_8_its_owner_takes_or_declines_it() -> None:
    state, _ = said(reinforcing(), ["no-reinforce", "end-turn"])
    assert state.active == "Red"
    state, events = said(reinforcing(), ["reinforce Lio,Lio>Ranger"])
    assert "Rd01 takes its reinforcement: Ranger with Lion and Lion" in [event.text for event in events]


def test_ENG_8_a_later_action_of_the_owner_declines() -> None:
    summons = meeting("Red concedes")
    assert summons.engagement.stage == "summons"
    after, events = said(summons, ["end-turn"])
    assert [e.choice for e in events if isinstance(e, Declined)] == ["summons"]
    assert [e.choice for e in events if isinstance(e, ChoiceOpened)] == ["angels"]
    assert [e.characters for e in events if isinstance(e, Acquired)] == [()]
    assert after.active == "Red"


def test_ENG_8_the_angels_of_the_defender_are_not_waived_by_the_mover() -> None:
    state, _ = said(meeting(f"Red proposes {DEAL}", f"Black accepts {DEAL}", scores=(0, 80)), ["no-reinforce"])
    assert state.engagement.stage == "acquiring"
    assert refusal(state, EndTurn()) == (
        "ENG-8",
        "the Angels of Red in land 105 are open: Red takes or declines first",
    )
    assert said(state, ["acquire Ang", "end-turn"])[0].active == "Red"


def test_ENG_8_a_record_may_leave_the_declining_out() -> None:
    with pytest.raises(IllegalAction):
        apply(reinforcing(), EndTurn())
    outcome = apply_recorded(reinforcing(), EndTurn())
    assert outcome.state.active == "Red"
    assert [e.choice for e in outcome.events if isinstance(e, Declined)] == ["reinforcement"]


def test_the_list_holds_what_goes_on_past_the_choice_for_its_owner_alone() -> None:
    assert {action.do for action in legal_actions(reinforcing())} == {"reinforce", "no-reinforce"}
    assert "end-turn" in {action.do for action in legal_actions(meeting("Red concedes"))}


def test_CONCEDE_1_nobody_answers_his_own_attempt() -> None:
    state = Battle.parse("Plains: Ogre off / Lion off")
    after = apply(state, parse("Red attempts to concede")).state
    for text in ("Red concedes", "Red accepts the concession"):
        found = plan(after, parse(text))
        assert isinstance(found, Refusal)
        assert found.rulings[0].rule == "CONCEDE-1"
    assert isinstance(plan(after, parse("Black concedes")), Plan)
    assert next_choice(after).by == "Black"
    assert next_choice(after).decides == "concession"


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (meeting(), ("Red", "defender", "negotiation", "2.5.4.1")),
        (meeting("Red no-more"), ("Black", "attacker", "battle", "2.5.5")),
        (meeting("Red concedes"), ("Black", "attacker", "summons", "2.5.6.5")),
        (reinforcing(), ("Red", "defender", "reinforcement", "2.5.5.1")),
        (meeting("Red concedes", "no-summon"), ("Black", "attacker", "angels", "2.5.6.8")),
        (meeting("Red no-more", "Black fights"), ("Red", "defender", "maneuver", "2.5.6.4.1.1")),
        (meeting("Red concedes", "no-summon", "acquire nothing"), ("Black", None, "muster", "2.6")),
    ],
)
def test_next_says_who_decides_what(state: Game, expected: tuple[str, str | None, str, str]) -> None:
    found = next_choice(state)
    assert (found.by, found.role, found.decides, found.step) == expected


def test_next_tells_what_follows_if_nobody_concedes() -> None:
    state = at_battle(meeting_to_fight(), 105, ["Lion D3", "Lion E3"], ["Ogre D4 5"], turn=2, side="attacker")
    state, _ = said(_strikes(state), ["D3 strikes D4 with 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1 1 1 1"])
    outcome = apply(state, parse("end-strikes"))
    found = outcome.next
    assert (found.by, found.decides, found.actions) == ("Black", "concession", ("concede",))
    assert [ruling.rule for ruling in found.otherwise][:1] == ["BATTLE-6"]
    assert found.to_json()["otherwise"]


def meeting_to_fight() -> Game:
    black = player("Black", 100, legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"))
    black = player("Black", 100, *black.legions, legion("Bk02", 3, "Titan"))
    return game(black, player("Red", 200, legion("Rd01", 105, "Ogre"), legion("Rd02", 4000, "Titan")))


def _strikes(state: Game) -> Game:
    return said(state, ["end-maneuver"])[0]


def test_events_say_what_happened_without_their_text() -> None:
    state = Battle.parse("Plains: Ogre D3, Lion E3 / Centaur D4 2 hits, Titan A1")
    outcome = apply(state, parse("D3 strikes D4"), Dice(seed=4))
    struck, *rest = outcome.events
    assert isinstance(struck, Struck)
    assert (struck.striker, struck.origin, struck.to, len(struck.dice)) == ("Ogre", "D3", "D4", 6)
    assert struck.hits == sum(die >= struck.strike_number for die in struck.dice)
    assert [event.hex for event in rest if isinstance(event, Slain)] == (["D4"] if struck.hits else [])
    assert outcome.action == parse(f"D3 strikes D4 with {' '.join(map(str, struck.dice))}")
    assert struck.ruling.to_json() == struck.to_json()
    assert str(struck) == f"{struck.text} ({struck.rule})"


def test_events_of_a_battle_and_its_end() -> None:
    begun = meeting("Red no-more", "Black fights")
    state, events = said(begun, ["Ogre enters D1", "end-maneuver", "end-strikes", "end-strikes"])
    assert [(e.character, e.to) for e in events if isinstance(e, Maneuvered)] == [("Ogre", "D1")]
    state, events = said(state, ["Black attempts to concede", "Red accepts the concession"])
    assert [(e.winner, e.how) for e in events if isinstance(e, BattleEnded)] == [("defender", "concession")]
    assert [(e.player, e.points, e.after) for e in events if isinstance(e, Scored)] == [("Red", 30, 30)]


def test_a_plan_needs_dice_and_says_why() -> None:
    state = Battle.parse("Plains: Ogre D3 / Centaur D4, Titan A1")
    found = plan(state, parse("D3 strikes D4"))
    assert isinstance(found, Plan)
    assert found.dice == 6
    assert found.rulings[0].rule == "STRIKE-2"
    after, events = found.carry_out((6, 6, 6, 1, 1, 1))
    assert after.defender.characters[0].hits == 3
    assert len(events) == 2
    verdict = why(state, parse("D3 strikes C4"))
    assert not verdict.legal
    assert parse("D3 strikes D4") in verdict.instead
    assert why(state, parse("D3 strikes D4")).instead == ()


def test_a_roll_is_planned_before_its_die() -> None:
    rolled = plan(game(player("Black", 100, legion("Bk01", 3, "Titan")), phase="movement"), Roll())
    assert isinstance(rolled, Plan)
    assert rolled.dice == 1
    assert [ruling.rule for ruling in rolled.rulings] == ["ROLL-1"]


def dying(score: int = 80) -> Game:
    """Black, who is to move, has conceded with its Titan; Red may take an Angel, and moves next."""
    black = player(
        "Black",
        300,
        legion("Bk01", 105, "Titan", "Lion", moved=True, entry_side="left"),
        legion("Bk02", 3, "Ogre", "Ogre", "Lion", "Lion"),
    )
    red = player("Red", 200, legion("Rd01", 105, "Lion", "Lion"), legion("Rd02", 4000, "Titan", "Ogre"), score=score)
    gold = player("Gold", 100, legion("Gd01", 1000, "Titan", "Angel", "Ogre", "Ogre"))
    return said(game(black, red, gold), ["engage 105", "stand", "Red no-more", "Black concedes"])[0]


def test_ENG_8_nobody_out_of_the_game_acts_while_a_choice_is_open() -> None:
    state = dying()
    assert [written(action) for action in legal_actions(state)] == ["acquire Ang", "acquire nothing"]
    following = next_choice(state)
    assert (following.by, following.actions, following.also) == ("Red", ("acquire",), ())


@pytest.mark.parametrize("text", ["end-splits", "Rd02/Rd03 Tit Ogr", "Red withdraws", "Black withdraws"])
def test_ENG_8_what_belongs_to_the_next_turn_waits_for_the_choice(text: str) -> None:
    rule, told = refusal(dying(), text)
    assert (rule, told) == ("ENG-8", "the Angels of Red in land 105 are open: Red takes or declines first")


def test_ENG_8_a_record_goes_on_into_the_next_turn() -> None:
    assert apply_recorded(dying(), parse("end-splits")).state.phase == "movement"


@pytest.mark.parametrize(
    ("text", "rule", "told"),
    [
        ("reinforce Lio,Lio>Ranger", "REINF-2", "no reinforcement is open in this Engagement"),
        ("stand", "ENG-1", "the Engagement in land 105 has come to the winner's Angels; Red is to act"),
    ],
)
def test_an_action_of_the_owner_is_refused_by_its_own_rule(text: str, rule: str, told: str) -> None:
    assert refusal(dying(), text) == (rule, told)


def test_the_phase_told_is_the_one_in_which_the_choice_is_open() -> None:
    rule, told = refusal(meeting("Red concedes"), "roll 3")
    assert (rule, told) == ("ROLL-1", "this belongs to the movement phase; Black is in the engagement phase of turn 5")


def test_ENG_1_the_engagement_phase_that_has_ended_is_not_ended_again() -> None:
    state, _ = said(meeting("Red concedes"), ["no-summon", "acquire nothing"])
    assert state.phase == "enlistment"
    assert refusal(state, "end-engagements")[0] == "ENG-1"
    assert "end-engagements" not in [written(action) for action in legal_actions(state)]
    assert apply_recorded(state, parse("end-engagements")).state == state


@pytest.mark.parametrize(
    ("said_before", "by", "rule", "step"),
    [
        ((), "Red", "ENG-5", "2.5.4.1"),
        (("Red no-more",), "Black", "ENG-6", "2.5.5"),
    ],
)
def test_conceding_in_the_negotiation_names_its_rule(
    said_before: tuple[str, ...], by: str, rule: str, step: str
) -> None:
    found = plan(meeting(*said_before), parse(f"{by} concedes"))
    assert isinstance(found, Plan)
    assert (found.rulings[0].rule, found.rulings[0].step) == (rule, step)


@pytest.mark.parametrize(
    ("more", "rule", "step"),
    [((), "ENG-5", "2.5.4.2"), (("Black proposes attacker all, defender all", "Red no-more"), "ENG-6", "2.5.5")],
)
def test_accepting_names_its_rule(more: tuple[str, ...], rule: str, step: str) -> None:
    found = plan(meeting(f"Red proposes {DEAL}", *more), parse(f"Black accepts {DEAL}"))
    assert isinstance(found, Plan)
    assert (found.rulings[0].rule, found.rulings[0].step) == (rule, step)


def test_CONCEDE_1_immediate_either_side_concedes_in_the_negotiation() -> None:
    for more in ((), ("Red no-more",)):
        state = evolve(meeting(*more), ruleset="summary")
        assert {a.by for a in legal_actions(state) if isinstance(a, Concede)} == {"Black", "Red"}
        for by in ("Black", "Red"):
            assert isinstance(plan(state, Concede(by)), Plan)
        standard = meeting(*more)
        assert [a.by for a in legal_actions(standard) if isinstance(a, Concede)] == [standard.engagement.to_act]


def test_CONCEDE_1_players_called_by_the_other_sides_name() -> None:
    state = Battle.parse("Plains: Ogre D3 / Lion D4 5 hits")
    state = evolve(
        state, attacker=evolve(state.attacker, player="defender"), defender=evolve(state.defender, player="attacker")
    )
    for phase in ("maneuver", "strike", "strikeback"):
        position = evolve(state, phase=phase)
        for action in legal_actions(position):
            assert isinstance(plan(position, action), Plan), action


def test_REINF_2_an_empty_concession_does_not_bar_the_reinforcement() -> None:
    begun = meeting("Red no-more", "Black fights")
    texts = [
        *("Lion enters D1", "Lion enters E1", "end-maneuver", "end-strikes", "end-strikes"),
        *("end-maneuver", "end-strikes", "end-strikes"),
    ]
    state, _ = said(begun, texts)
    assert state.battle.pending == "end"
    for preset in ("standard", "colossus"):
        after, _ = said(evolve(state, ruleset=preset, battle=evolve(state.battle, ruleset=preset)), ["Black concedes"])
        assert after.engagement.right, preset


def test_what_only_one_side_can_do_is_that_sides() -> None:
    state = at_battle(
        at_the_titan(),
        105,
        ["Lion D3", "Lion C3"],
        ["Titan D4", "Ogre F1"],
        turn=2,
        phase="strikeback",
        side="attacker",
    )
    assert author(state, Strike("D4", "D3")) == "Red"
    assert author(state, Maneuver("Lion", "D3", to="D4")) == "Red"
    assert author(state, parse("Summon Ang from Bk02")) == "Black"
    assert author(state, parse("no-reinforce")) == "Red"
    assert author(state, parse("end-moves")) == "Black"
    assert author(state, parse("attacker concedes")) == "Black"
    lone = battle(["Ogre D3"], ["Lion D4"], turn=2, side="attacker", phase="strikeback")
    assert author(lone, Strike("D4", "D3")) == "Red"
    assert author(lone, parse("no-reinforce")) == "Red"
    assert author(lone, parse("no-summon")) == "Black"


def test_ACQUIRE_1_angels_are_the_winners() -> None:
    state = at_the_titan()
    assert author(state, Acquire(("Angel",))) == "Black"
    engaged, _ = said(state, ["engage 105"])
    assert engaged.engagement is not None
    for winner, color in (("attacker", "Black"), ("defender", "Red"), (None, "Black")):
        won = evolve(engaged, engagement=evolve(engaged.engagement, winner=winner))
        assert author(won, Acquire(("Angel",))) == color


def test_ENG_8_nothing_is_open_while_it_is_negotiated() -> None:
    state, _ = said(at_the_titan(), ["engage 105"])
    assert texts(state, parse("reinforce Troll with Ogre Ogre")) == ["no reinforcement is open in this Engagement"]
    assert texts(state, parse("no-reinforce")) == ["no reinforcement is open in this Engagement"]
    assert texts(state, parse("summon Angel from Bk02")) == ["no summons is open in this Engagement"]
