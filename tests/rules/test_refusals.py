"""What is no legal action has its own clear refusal, and leaves the very same state (bad input of the adjudicator)."""

from typing import Any

import pytest

from builders import at_battle, fought, game, legion, player, said
from looping import for_each, some
from titan_rules.actions.intents import Action, Strike
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell, IllegalAction
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, decline, legal_actions, owed, settle, violations
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.text.parsing import parse


def refused(state: Game | Battle, action: str | Action) -> str:
    """The refusal of an action, which leaves the state as it is."""
    before = FORMAT.dumps(state)
    done = parse(action) if isinstance(action, str) else action
    with pytest.raises(IllegalAction) as caught:
        apply(state, done, Dice(1))
    assert caught.value.action is done
    assert FORMAT.dumps(state) == before
    assert [r.to_json() for r in violations(state, done)] == [r.to_json() for r in caught.value.rulings]
    return f"{caught.value.rulings[0].text} ({caught.value.rulings[0].rule})"


def three(phase: str, **more: Any) -> Game:
    """Black in a phase; Gold is out."""
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Ogre", "Ogre", "Lion"))
    red = player("Red", 200, legion("Rd01", 4000, "Titan", "Angel"))
    return game(black, red, player("Gold", 300, out=True), phase=phase, **more)


def fight() -> Game:
    """Black's Ogres against Red's Lion in 105, Black's Strike Phase; Gold is out."""
    black = player(
        "Black", 100, legion("Bk01", 105, "Ogre", "Ogre", moved=True, entry_side="left"), legion("Bk02", 3, "Titan")
    )
    red = player("Red", 200, legion("Rd01", 105, "Lion"), legion("Rd02", 4000, "Titan", "Angel"))
    state = game(black, red, player("Gold", 300, out=True))
    return at_battle(state, 105, ["Ogre D3", "Ogre A3"], ["Lion D4"], turn=2, side="attacker", phase="strike")


@for_each(
    ("state", "action", "text"),
    [
        # Out of turn.
        (three("commencement"), "Red withdraws", "Red may withdraw only in its own turn; it is Black's (WITHDRAW-1)"),
        (three("movement", roll=3), "Rd01 moves to 400", "Black has no Legion Rd01 (MOVE-1)"),
        (three("commencement"), "Rd01 splits into Rd02: Angel", "Black has no Legion Rd01 (SPLIT-2)"),
        # By a player who is out, or does not play.
        (three("commencement"), "Gold withdraws", "Gold is out of the game (D-1)"),
        (three("commencement"), "Blue withdraws", "Blue does not play in this game (SETUP-1)"),
        (fight(), "Gold concedes", "Gold is not in this battle (CONCEDE-1)"),
        (fight(), "Gold attempts to concede", "Gold is not in this battle (CONCEDE-1)"),
        # Out of phase.
        (
            three("commencement"),
            "roll 3",
            "this belongs to the movement phase; Black is in the commencement phase of turn 5 (ROLL-1)",
        ),
        (
            three("enlistment"),
            "end-moves",
            "this belongs to the movement phase; Black is in the enlistment phase of turn 5 (MOVE-1)",
        ),
        (
            three("movement", roll=3),
            "Bk01 Ogr,Ogr>Tro",
            "this belongs to the enlistment phase; Black is in the movement phase of turn 5 (MUSTER-6)",
        ),
        (
            three("movement", roll=3),
            "end-engagements",
            "this belongs to the engagement phase; Black is in the movement phase of turn 5 (ENG-1)",
        ),
        (three("over", winner="Red"), "roll 3", "the game is over (D-6)"),
        (three("over", winner="Red"), "D3 strikes D4", "the game is over (D-6)"),
        (fight(), "Ogre D3-D2", "this is the attacker's strike phase of turn 2 (BATTLE-2)"),
        (fight(), "stand", "the Engagement in land 105 has come to the Battle, and it is Black's turn (ENG-1)"),
        (fight(), "flee", "Red has decided to stand, and that is final (ENG-5)"),
        (
            Battle.parse("Plains, turn 2, defender's strikeback: Ogre D3 / Lion D4"),
            "Lion D4-D5",
            "this is the defender's strikeback phase of turn 2 (BATTLE-2)",
        ),
        (
            Battle.parse("Plains, turn 1, attacker's maneuver: Ogre off / Lion D1"),
            "reinforce Centaur with Lion",
            "a reinforcement comes in the defender's fourth Maneuver Phase; this is the attacker's maneuver phase of "
            "turn 1 (REINF-1)",
        ),
        # Dice.
        (three("movement"), "roll 7", "a die shows 1 to 6, not 7 (ROLL-1)"),
        (fight(), "D3 strikes D4 with 6 6", "the strike from D3 at D4 rolls 6 dice, not 2 (STRIKE-2)"),
        (fight(), "D3 strikes D4 with 6 6 6 6 6 6 6", "the strike from D3 at D4 rolls 6 dice, not 7 (STRIKE-2)"),
        (fight(), "D3 strikes D4 with 6 6 6 6 6 8", "a die shows 1 to 6, not 8 (STRIKE-3)"),
        (fight(), "D3 strikes D4 carrying A3:1", "hits are carried over after the dice are rolled (CARRY-1)"),
    ],
)
def test_each_has_its_own_refusal(state: Game | Battle, action: str, text: str) -> None:
    assert refused(state, action) == text


def test_a_refused_action_of_a_battle_leaves_it_as_it_is() -> None:
    state = Battle.parse("Plains: Ogre D3 / Lion D4")
    assert refused(state, "end-turn") == "end-turn is not an action of a battle (BATTLE-2)"
    assert refused(state, "A1 strikes D4").endswith("(STRIKE-1)")
    waiting, _ = fought(state, ["Black attempts to concede"])
    assert refused(waiting, "D3 strikes D4") == "the attempted concession is answered first (CONCEDE-1)"
    assert refused(waiting, "Red attempts to concede").endswith("(CONCEDE-1)")
    ended, _ = fought(waiting, ["Red accepts the concession"])
    for text in ("Red accepts the concession", "Red attempts to concede", "D3 strikes D4", "end-strikes"):
        assert refused(ended, text).startswith(("the battle is over", "the attacker has attempted no concession"))


def test_dice_that_are_missing_are_not_rolled_by_themselves() -> None:
    state = fight()
    with pytest.raises(CannotTell) as caught:
        apply(state, Strike("D3", "D4"))
    assert caught.value.fault.code == "dice-missing"
    assert apply(state, Strike("D3", "D4"), Dice(5)) == apply(state, Strike("D3", "D4"), Dice(5))


def test_what_depends_on_unknown_characters_cannot_be_told() -> None:
    state = game(
        player("Black", 100, legion("Bk01", 105, "Ogre", moved=True, entry_side="left"), legion("Bk02", 3, "Titan")),
        player("Red", 200, evolve(legion("Rd01", 105), characters=None, height=2), legion("Rd02", 4000, "Titan")),
    )
    with pytest.raises(CannotTell) as caught:
        apply(state, parse("engage 105"))
    assert caught.value.fault.code == "unknown-content"


def stages() -> list[Game]:
    """Games in every phase, and at every stage of an Engagement."""
    black = player(
        "Black",
        100,
        legion("Bk01", 105, "Lion", "Lion", moved=True, entry_side="left"),
        legion("Bk02", 3, "Titan", "Angel"),
        score=90,
    )
    red = player("Red", 200, legion("Rd01", 105, "Centaur", "Centaur", "Ogre"), legion("Rd02", 4000, "Titan", "Angel"))
    begun = game(black, red)
    found = [three("commencement"), three("movement"), three("movement", roll=6), three("enlistment")]
    found += [three("over"), three("setup"), begun]
    deal = "attacker all, defender nothing"
    for texts in (
        ["engage 105"],
        ["engage 105", "stand"],
        ["engage 105", "stand", "Red no-more"],
        ["engage 105", "stand", "Red no-more", "Black fights"],
        ["engage 105", "stand", f"Red proposes {deal}", f"Black accepts {deal}"],
        ["engage 105", "stand", "Red concedes"],
        ["engage 105", "stand", "Red concedes", "no-summon"],
    ):
        found.append(said(begun, texts)[0])
    return found


def test_nothing_is_declined_or_settled_where_nothing_is_open() -> None:
    for state in some(stages()):
        assert settle(state).events == ()
        engagement = state.engagement
        open_choice = engagement is not None and engagement.stage in ("summons", "reinforcement", "acquiring")
        assert (decline(state) is not None) == open_choice
        if state.phase != "setup":
            assert isinstance(owed(state), list)
            assert bool(legal_actions(state)) == (state.phase != "over")


def test_ENG_1_where_nothing_is_left_to_resolve_the_phase_ends_when_its_owner_says_so() -> None:
    after, events = said(three("engagement"), ["end-engagements"])
    assert (after.phase, [event.rule for event in events]) == ("enlistment", ["ENG-1"])
