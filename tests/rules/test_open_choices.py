"""Whose choice it is: an open summons, reinforcement or Angels are their owner's alone (ENG-8), and what comes next."""

from typing import Any

import pytest

from builders import at_battle, at_the_titan, battle, engaged, legion, said
from looping import for_each, some
from titan_rules import why
from titan_rules.actions.events import Acquired, BattleEnded, ChoiceOpened, Declined, Maneuvered, Scored, Slain, Struck
from titan_rules.actions.intents import Acquire, EndTurn
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import Plan, Refusal, apply, apply_recorded, legal_actions, next_choice, plan
from titan_rules.play.planning import author
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game
from titan_rules.text.parsing import parse, written

DEAL = "attacker all, defender nothing"


def meeting(*more: str) -> Game:
    """Black's Lions attack Red in Plains; then what was said."""
    state = engaged("Lion Lion", "Lion Lion Ogre", legion("Bk03", 3, "Angel", "Ogre"), scores=(90, 0))
    return said(state, ["engage 105", "stand", *more])[0]


def reinforcing() -> Game:
    """Red has won by agreement and may take a reinforcement."""
    return meeting(f"Red proposes {DEAL}", f"Black accepts {DEAL}")


def test_ENG_8_a_later_action_of_the_owner_declines() -> None:
    summons = meeting("Red concedes")
    assert summons.engagement.stage == "summons"
    after, events = said(summons, ["end-turn"])
    assert [e.choice for e in events if isinstance(e, Declined)] == ["summons"]
    assert [e.choice for e in events if isinstance(e, ChoiceOpened)] == ["angels"]
    assert [e.characters for e in events if isinstance(e, Acquired)] == [()]
    assert after.active == "Red"


def test_ENG_8_a_record_may_leave_the_declining_out() -> None:
    with pytest.raises(IllegalAction):
        apply(reinforcing(), EndTurn())
    outcome = apply_recorded(reinforcing(), EndTurn())
    assert outcome.state.active == "Red"
    assert [e.choice for e in outcome.events if isinstance(e, Declined)] == ["reinforcement"]


@for_each(
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
    state = at_battle(engaged("Lion Lion", "Ogre"), 105, ["Lion D3", "Lion E3"], ["Ogre D4 5"], turn=2, side="attacker")
    strikes = ["end-maneuver", "D3 strikes D4 with 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1 1 1 1"]
    following = apply(said(state, strikes)[0], parse("end-strikes")).next
    assert (following.by, following.decides, following.actions) == ("Black", "concession", ("concede",))
    assert [ruling.rule for ruling in following.otherwise][:1] == ["BATTLE-6"]
    assert following.to_json()["otherwise"]


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


def waived() -> Game:
    """Black, who has won by Red's concession, summons nobody and may take an Angel."""
    return meeting("Red concedes", "no-summon")


def dying() -> Game:
    """Black, who is to move, has conceded with its Titan; Red may take an Angel; Gold moves next."""
    state = engaged("Titan Lion", "Lion Lion", legion("Bk03", 3, "Ogre", "Ogre", "Lion"), scores=(0, 80), third=True)
    return said(state, ["engage 105", "stand", "Red no-more", "Black concedes"])[0]


def test_ENG_8_nobody_out_of_the_game_acts_while_a_choice_is_open() -> None:
    state = dying()
    assert [written(action) for action in legal_actions(state)] == ["acquire Ang", "acquire nothing"]
    following = next_choice(state)
    assert (following.by, following.actions, following.also) == ("Red", ("acquire",), ())


NO_REINFORCEMENT = "Rd01 gets no reinforcement: the attacker conceded before the Battle (REINF-2)"
NO_SUMMONS = "the summons into Bk01 is over (SUMMON-2)"
REINFORCEMENT = "the reinforcement of Red in land 105 is open: Red takes or declines first (ENG-8)"
ANGELS = "the Angels of Red in land 105 are open: Red takes or declines first (ENG-8)"


@for_each(
    ("state", "text", "told"),
    [
        *[(reinforcing(), text, REINFORCEMENT) for text in ("end-turn", "Bk02 Tit>Warlock", "engage 105")],
        *[(reinforcing(), text, REINFORCEMENT) for text in ("end-engagements", "Black withdraws")],
        *[(dying(), text, ANGELS) for text in ("end-splits", "Gold withdraws", "Black withdraws")],
        *[(waived(), text, NO_SUMMONS) for text in ("summon Angel from Bk03", "no-summon")],
        (dying(), "reinforce Lio,Lio>Ranger", NO_REINFORCEMENT),
        (
            dying(),
            "stand",
            "the Engagement in land 105 has come to the winner's Angels, and it is Red's turn (ENG-1)",
        ),
    ],
)
def test_ENG_8_what_is_refused_while_a_choice_is_open(state: Game, text: str, told: str) -> None:
    refusal = plan(state, parse(text))
    assert isinstance(refusal, Refusal)
    assert str(refusal.rulings[0]) == told


def test_CONCEDE_1_players_called_by_the_other_sides_name() -> None:
    state = Battle.parse("Plains: Ogre D3 / Lion D4 5 hits")
    state = evolve(
        state, attacker=evolve(state.attacker, player="defender"), defender=evolve(state.defender, player="attacker")
    )
    for phase in ("maneuver", "strike", "strikeback"):
        position = evolve(state, phase=phase)
        for action in some(legal_actions(position)):
            assert isinstance(plan(position, action), Plan), action


def test_what_only_one_side_can_do_is_that_sides() -> None:
    back: Any = {"turn": 2, "phase": "strikeback", "side": "attacker"}
    state = at_battle(at_the_titan(), 105, ["Lion D3", "Lion C3"], ["Titan D4", "Ogre F1"], **back)
    lone = battle(["Ogre D3"], ["Lion D4"], **back)
    for text, color in (("D4 strikes D3", "Red"), ("no-reinforce", "Red"), ("no-summon", "Black")):
        assert author(state, parse(text)) == author(lone, parse(text)) == color
    for text, color in (("Lion D3-D4", "Red"), ("end-moves", "Black"), ("attacker concedes", "Black")):
        assert author(state, parse(text)) == color


def test_ACQUIRE_1_angels_are_the_winners() -> None:
    state = at_the_titan()
    assert author(state, Acquire(("Angel",))) == "Black"
    engaged, _ = said(state, ["engage 105"])
    assert engaged.engagement is not None
    for winner, color in (("attacker", "Black"), ("defender", "Red"), (None, "Black")):
        won = evolve(engaged, engagement=evolve(engaged.engagement, winner=winner))
        assert author(won, Acquire(("Angel",))) == color
