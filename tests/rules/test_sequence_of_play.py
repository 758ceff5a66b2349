"""The Complete Sequence of Play, step by step: each test asserts that events carry the steps it names."""

import random
from collections.abc import Iterable
from typing import Any

import pytest

from builders import at_battle, battle, engaged, fought, game, legion, player, rules, said, steps, why
from looping import for_each, some
from playing import choose
from titan_rules.actions.events import ChoiceOpened, Event
from titan_rules.actions.intents import Accept, Color, Propose, Tower, Withdraw
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import DocumentError
from titan_rules.kernel.jsontext import JSON
from titan_rules.play import apply, legal_actions, settle
from titan_rules.position.battle import Battle, Role
from titan_rules.position.game import Game, Seat
from titan_rules.replays.documents import start_of
from titan_rules.rules.masterboard.setup import starting_game

ROLES: tuple[Role, Role] = ("defender", "attacker")
NUMBER = {"defender": 1, "attacker": 2}
OWNER = {"defender": "Red", "attacker": "Black"}
OTHER = {"defender": "Black", "attacker": "Red"}
SKIP = ["end-maneuver", "end-strikes", "end-strikes"]


def part(role: Role, number: str) -> str:
    """A step of a side's battle turn."""
    return f"2.5.6.4.{NUMBER[role]}.{number}"


def turn_of(role: Role, owner: Iterable[str], others: Iterable[str], **more: Any) -> Battle:
    """A battle in the second turn of a side, its owner's characters given first."""
    attackers, defenders = (owner, others) if role == "attacker" else (others, owner)
    return battle(attackers, defenders, side=role, turn=2, **more)


# --- 1: setting up ---------------------------------------------------------------------------------------------------


def seats(*names: str) -> Game:
    return Game(phase="setup", seats=tuple(Seat(name) for name in names))


@pytest.mark.step("1.2")
def test_TIME_1_agreements_are_recorded_with_the_game() -> None:
    header: dict[str, JSON] = {
        "format": "titan-rules/1",
        "kind": "replay",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
    }
    plain = start_of(header)
    assert start_of({**header, "agreements": "two hours, then the higher score wins"}) == plain
    with pytest.raises(DocumentError):
        start_of({**header, "agreements": 2})


TOWERS = [Tower("Ann", 3), Tower("Bob", 5)]


@pytest.mark.step("1", "1.1", "1.3", "1.3.1", "1.3.1.1", "1.3.1.2", "1.4", "1.4.1", "1.5", "1.6", "2")
def test_SETUP_2_towers_are_rolled_until_everybody_has_a_number_and_then_colours_are_chosen() -> None:
    assert why(seats("Ann", "Bob"), Tower("Cid", 3)) == ["SETUP-1"]
    state, events = said(seats("Ann", "Bob"), [Tower("Ann", 3), Tower("Bob", 3)])
    assert rules(events) == ["SETUP-2"] * 4
    assert steps(events) == {"1.3.1.1", "1.3.1.2"}
    state, _ = said(state, TOWERS)
    assert {seat.tower for seat in state.seats} == {300, 500}
    assert why(state, Color("Bob", "Red")) == ["SETUP-3"]
    state, events = said(state, [Color("Ann", "Black"), Color("Bob", "Red", "Rd07")])
    assert steps(events) == {"1.4.1", "1.5", "1.6", "2"}
    assert (state.phase, state.turn, state.active) == ("commencement", 1, "Red")
    assert state.mover.legions[0].legion == "Rd07"


@pytest.mark.step("1.4.1")
def test_WITHDRAW_1_instead_of_choosing_a_colour() -> None:
    state = seats("Ann", "Bob", "Cid")
    assert why(state, Withdraw("Ann")) == ["SETUP-3"]
    state, _ = said(state, [*TOWERS, Tower("Cid", 1)])
    assert why(state, Withdraw("Ann")) == ["SETUP-3"]
    state, events = said(state, [Withdraw("Cid")])
    assert steps(events) == {"1.4.1"}
    assert [seat.name for seat in state.seats] == ["Ann", "Bob"]
    ended, events = said(state, [Withdraw("Ann")])
    assert (ended.phase, ended.winner) == ("over", None)
    assert rules(events) == ["SETUP-3", "SETUP-1"]
    state, _ = said(state, [Color("Ann", "Red")])
    assert [type(a) for a in legal_actions(state)][-1] is Withdraw
    assert why(state, Withdraw("Ann")) == ["SETUP-3"]


@pytest.mark.step("1.4.1")
def test_WITHDRAW_1_the_last_to_choose_may_leave_the_others_to_play() -> None:
    state, _ = said(seats("Ann", "Bob", "Cid"), [*TOWERS, Tower("Cid", 1)])
    state, events = said(state, [Color("Cid", "Blue"), Color("Ann", "Red"), Withdraw("Bob")])
    assert (state.phase, state.active) == ("commencement", "Red")
    assert "1.5" in steps(events)


# --- 2.1 to 2.4: splits, roll, moves ---------------------------------------------------------------------------------


HALVES = "Rd01 splits into Rd02: Titan Ogre Ogre Centaur"


@pytest.mark.step("2.1", "2.2", "2.2.1", "2.3", "2.6", "2.7", "2")
def test_TURN_1_a_whole_turn() -> None:
    begun = [Tower("Ann", 1), Tower("Bob", 4), Color("Ann", "Black"), Color("Bob", "Red")]
    state, _ = said(seats("Ann", "Bob"), begun)
    state, events = said(state, [HALVES, "end-splits"])
    assert steps(events) == {"2.1"}
    state, events = said(state, ["roll 1"])
    assert steps(events) == {"2.2"}
    assert why(state, "end-turn") == ["TURN-1"]
    state, events = said(state, ["mulligan 3"])
    assert steps(events) == {"2.2.1"}
    state, events = said(state, ["Rd01 moves to 26", "Rd02 moves to 22", "end-moves"])
    assert steps(events) == {"2.3"}
    assert state.phase == "enlistment"
    state, events = said(state, ["Rd02 Ogr,Ogr>Tro"])
    assert steps(events) == {"2.6"}
    state, events = said(state, ["end-turn"])
    assert [event.step for event in events] == ["2.7", "2"]
    assert (state.active, state.turn) == ("Black", 1)


def quiet(phase: str, **more: Any) -> Game:
    """Black in a phase; Red and Gold are far away."""
    black = player("Black", 100, legion("Bk01", 3, "Titan", "Ogre", "Ogre", "Lion"))
    red = player("Red", 600, legion("Rd01", 4000, "Titan", "Angel"))
    gold = player("Gold", 300, legion("Gd01", 5000, "Titan", "Angel"))
    return game(black, red, gold, phase=phase, **more)


@pytest.mark.step("2.4")
@for_each(
    ("said_before", "stays"),
    [
        ([], "Bk01"),
        (["Bk01 joins Bk02"], "Bk02"),
        (["Bk01 joins Bk03"], "Bk03"),
        (["Bk02 joins Bk03", "Bk01 joins Bk03"], "Bk03"),
        (["Bk01 joins Bk02", "Bk02 joins Bk03"], "Bk03"),
    ],
)
def test_MOVE_9_three_parts_are_put_together_under_the_chosen_marker(said_before: list[str], stays: str) -> None:
    state = stuck(options={"recombine_marker": "mover"})
    state, events = said(state, [*said_before, "end-moves"])
    assert [x.legion for x in state.mover.legions if x.land == 102] == [stays]
    found = state.mover.legion(stays)
    assert sorted(found.characters or ()) == ["Lion", "Lion", "Ogre", "Ogre", "Titan", "Troll"]
    assert found.split_from is None
    assert {"Bk01", "Bk02", "Bk03"} - {stays} <= set(state.mover.free_markers)
    assert "2.4" in steps(events)


def stuck(**more: Any) -> Game:
    """Three parts in 102, and the land that a roll of 1 would reach is an own Legion's."""
    parts = (
        legion("Bk01", 102, "Titan", "Ogre"),
        legion("Bk02", 102, "Ogre", "Lion", split_from="Bk01"),
        legion("Bk03", 102, "Lion", "Troll", split_from="Bk02"),
        legion("Bk09", 101, "Ogre", "Ogre", moved=True, came_from=103),
    )
    red = player("Red", 600, legion("Rd01", 4000, "Titan", "Angel"))
    return game(player("Black", 100, *parts), red, phase="movement", roll=1, **more)


# --- withdrawal ------------------------------------------------------------------------------------------------------


@pytest.mark.step("2.1", "2.2", "2.3", "2.6", "2.7")
@for_each(
    ("state", "place"),
    [
        (quiet("commencement"), "2.1"),
        (quiet("movement"), "2.2"),
        (quiet("movement", roll=3), "2.3"),
        (
            Game.parse(
                "turn 5, Black's enlistment: Black tower 100: Bk01 3 Titan / Red tower 200: Rd01 4000 Titan / "
                "Gold tower 300: Gd01 5000 Titan | "
                "name Black Black, name Red Red, name Gold Gold, moved Bk01"
            ),
            "2.6",
        ),
        (quiet("enlistment"), "2.7"),
    ],
)
def test_WITHDRAW_1_at_each_point(state: Game, place: str) -> None:
    markers = state.player("Black").free_markers
    after, events = said(state, ["Black withdraws"])
    assert (events[0].rule, events[0].step) == ("WITHDRAW-1", place)
    black = after.player("Black")
    assert (black.out, black.legions) == (True, ())
    assert set(markers) < set(black.free_markers)
    assert (after.active, after.phase) == ("Red" if place != "2.6" else "Gold", "commencement")
    assert [p.score for p in after.players] == [0, 0, 0]
    assert why(state, "Red withdraws") == ["WITHDRAW-1"]
    assert why(after, "Black withdraws") == ["D-1"]
    assert why(after, "Green withdraws") == ["SETUP-1"]


# --- 2.5: Engagements ------------------------------------------------------------------------------------------------


@pytest.mark.step("2.5", "2.5.1", "2.5.2", "2.5.3", "2.5.6.8")
def test_ENG_2_and_ENG_3_choice_looks_flight() -> None:
    state, events = said(engaged("Ogre Ogre", "Lion Lion"), ["engage 105"])
    assert [event.step for event in events] == ["2.5", "2.5.1", "2.5.2"]
    state, events = said(state, ["flee"])
    assert [event.step for event in events][:2] == ["2.5.3", "2.5.6.8"]
    assert state.player("Black").score == 14


@pytest.mark.step("2.5.3.1", "2.5.4", "2.5.4.1", "2.5.4.2", "2.5.5")
def test_ENG_5_words_turn_about() -> None:
    state, _ = said(engaged("Ogre Ogre", "Lion Lion"), ["engage 105"])
    state, events = said(state, ["stand"])
    assert steps(events) == {"2.5.3.1"}
    state, events = said(state, [Propose("Red", ("all",), ("Lion",))])
    assert steps(events) == {"2.5.4.1"}
    state, events = said(state, [Propose("Black", ("Ogre",), ("all",))])
    assert steps(events) == {"2.5.4.2"}
    _, events = said(state, ["Red concedes"])
    assert events[0].step == "2.5.4.1"
    _, events = said(state, [Accept("Red", ("Ogre",), ("all",))])
    assert (events[0].rule, events[0].step) == ("ENG-7", "2.5.4.1")
    state, events = said(state, ["Red no-more"])
    assert steps(events) == {"2.5.4.1"}
    _, events = said(state, [Accept("Black", ("all",), ("Lion",))])
    assert events[0].step == "2.5.5"
    state, events = said(state, ["Black concedes"])
    assert events[0].step == "2.5.5"


@pytest.mark.step("2.5.5.1")
def test_ENG_8_a_reinforcement_after_an_agreement() -> None:
    deal = "attacker all, defender nothing"
    state, _ = said(engaged("Ogre Ogre", "Centaur Centaur"), ["engage 105", "stand", f"Red proposes {deal}"])
    state, _ = said(state, [f"Black accepts {deal}"])
    _, events = said(state, ["no-reinforce"])
    assert "2.5.5.1" in steps(events)
    state, events = said(state, ["reinforce Cen,Cen>Lion"])
    assert events[0].step == "2.5.5.1"


@pytest.mark.step("2.5.5", "2.5.6", "2.5.6.1", "2.5.6.2", "2.5.6.3")
def test_BATTLE_1_the_battle_starts_in_public() -> None:
    state, _ = said(engaged("Ogre Ogre", "Lion Lion"), ["engage 105", "stand", "Red no-more"])
    state, events = said(state, ["Black fights"])
    assert [event.step for event in events] == ["2.5.5", "2.5.6", "2.5.6.1"]
    assert all(state.find(m)[1].revealed for m in ("Bk01", "Rd01"))
    after, events = said(state, ["Black concedes"])
    assert (events[0].rule, events[0].step) == ("CONCEDE-2", "2.5.6.2")
    assert after.player("Red").score == 24
    after, events = said(state, ["Red concedes"])
    assert events[0].step == "2.5.6.3"
    assert after.player("Black").score == 30


# --- 2.5.6.4: battle turns -------------------------------------------------------------------------------------------


@pytest.mark.step("2.5.6.4", "2.5.6.4.1", "2.5.6.4.2")
def test_BATTLE_2_the_defenders_turn_then_the_attackers() -> None:
    state = Battle.parse("Plains: Ogre off / Lion off")
    assert why(state, "end-strikes") == ["BATTLE-2"]
    state, events = fought(state, ["Lion enters D1", *SKIP])
    assert all((step or "").startswith("2.5.6.4.1.") for step in some(steps(events)))
    state, events = fought(state, ["Ogre enters C5", *SKIP])
    assert all((step or "").startswith("2.5.6.4.2.") for step in some(steps(events)))
    assert (state.turn, state.side, state.phase) == (2, "defender", "maneuver")


MELEE: Any = (["Ogre D3", "Lion F1"], ["Titan D4"], {"phase": "strike"})
BACK: Any = (["Titan D4"], ["Ogre D3", "Lion E3"], {"phase": "strikeback"})
DRIFTING: Any = (["Centaur E1 2", "Titan F1"], ["Ogre A3"], {"terrain": "Tundra"})
CARRIES = "D3 strikes D4 with 6 6 4 3 2 1 carrying E3:2"
TURN: list[tuple[Any, list[str], str]] = [
    ((["Ogre D3"], ["Lion F1"], {}), ["Ogre D3-D4"], "1"),
    ((["Ogre D3"], ["Lion F1"], {}), ["{own} attempts to concede"], "1"),
    ((["Ogre D3"], ["Lion F1"], {}), ["{own} attempts to concede", "{other} accepts the concession"], "2"),
    ((["Ogre D3"], ["Lion F1"], {}), ["{own} attempts to concede", "{other} concedes"], "2"),
    (DRIFTING, ["end-maneuver", "settle"], "3"),
    (DRIFTING, ["end-maneuver", "{other} concedes"], "3.1"),
    (MELEE, ["{own} attempts to concede"], "4.1"),
    (MELEE, ["D3 strikes D4 with 6 1 1 1 1 1"], "4.2"),
    (MELEE, ["D3 strikes D4 with 6 1 1 1 1 1", "end-strikes"], "4.1"),
    ((["Ogre D3"], ["Cyclops D4 8", "Troll E3"], {"phase": "strike"}), [CARRIES], "4.2 4.3"),
    (MELEE, ["{own} attempts to concede", "{other} accepts the concession"], "4.4"),
    (MELEE, ["{own} attempts to concede", "{other} concedes"], "4.4"),
    (BACK, ["{other} concedes"], "5"),
    (BACK, ["D3 strikes D4 with 1 1 1 1 1 1"], "6.2"),
    (BACK, ["D3 strikes D4 with 1 1 1 1 1 1", "{other} attempts to concede"], "6.1"),
    ((["Cyclops D4 8", "Troll E3"], ["Ogre D3"], {"phase": "strikeback"}), [CARRIES], "6.2 6.3"),
    (BACK, ["D3 strikes D4 with 1 1 1 1 1 1", "{other} attempts to concede", "{own} accepts the concession"], "6.4"),
    (BACK, ["D3 strikes D4 with 1 1 1 1 1 1", "{other} attempts to concede", "{own} concedes"], "6.4"),
    ((["Ogre D3 6"], ["Lion F1"], {"phase": "strikeback"}), ["end-strikes"], "6.1 7"),
    ((["Ogre D3 6"], ["Lion F1"], {"phase": "strikeback"}), ["end-strikes", "settle"], "8"),
    ((["Ogre D3 6"], ["Lion F1"], {"phase": "strikeback"}), ["end-strikes", "{own} concedes"], "8.1"),
]
"""What the owner of a battle turn and the other have, what is done, and where in the turn the last of it happens."""


def in_turn(role: Role, sides: Any, texts: Iterable[str]) -> tuple[Battle, list[Event]]:
    state, events = turn_of(role, *sides[:2], **sides[2]), list[Event]()
    for text in texts:
        if text == "settle":
            outcome = settle(state)
            state, events = outcome.state, list(outcome.events)
        else:
            state, events = fought(state, [text.format(own=OWNER[role], other=OTHER[role])])
    return state, events


@pytest.mark.step("2.5.6.4.1.1", "2.5.6.4.1.2", "2.5.6.4.1.3", "2.5.6.4.1.3.1", "2.5.6.4.1.4", "2.5.6.4.1.4.1")
@pytest.mark.step("2.5.6.4.1.4.2", "2.5.6.4.1.4.3", "2.5.6.4.1.4.4", "2.5.6.4.1.5", "2.5.6.4.1.6", "2.5.6.4.1.6.1")
@pytest.mark.step("2.5.6.4.1.6.2", "2.5.6.4.1.6.3", "2.5.6.4.1.6.4", "2.5.6.4.1.7", "2.5.6.4.1.8", "2.5.6.4.1.8.1")
@pytest.mark.step("2.5.6.4.2.1", "2.5.6.4.2.2", "2.5.6.4.2.3", "2.5.6.4.2.3.1", "2.5.6.4.2.4", "2.5.6.4.2.4.1")
@pytest.mark.step("2.5.6.4.2.4.2", "2.5.6.4.2.4.3", "2.5.6.4.2.4.4", "2.5.6.4.2.5", "2.5.6.4.2.6", "2.5.6.4.2.6.1")
@pytest.mark.step("2.5.6.4.2.6.2", "2.5.6.4.2.6.3", "2.5.6.4.2.6.4", "2.5.6.4.2.7", "2.5.6.4.2.8", "2.5.6.4.2.8.1")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("sides", "texts", "where"), TURN)
def test_where_in_a_battle_turn_things_happen(sides: Any, texts: list[str], where: str, role: Role) -> None:
    _, events = in_turn(role, sides, texts)
    assert steps(events) == {part(role, each) for each in where.split()}


@pytest.mark.step("2.5.6.4.1.1", "2.5.6.4.2.1")
def test_REINF_1_and_SUMMON_1_come_in_the_maneuver_phase() -> None:
    state = battle(["Ogre A3"], ["Warbear F1", "Warbear F2"], terrain="Woods", turn=4)
    _, events = fought(state, ["reinforce Warb,Warb>Uni", "Unicorn enters E1", "end-maneuver"])
    assert steps(events) == {part("defender", "1")}
    state = Battle.parse(
        "Plains, attacker's maneuver: Ogre A3 / Lion F1 | may-summon attacker, began attacker, donors Bk07 Angel"
    )
    _, events = fought(state, ["summon Ang from Bk07", "Angel enters B4", "end-maneuver"])
    assert steps(events) == {part("attacker", "1")}


# --- 2.5.6.5 to 2.5.6.10: after a battle -----------------------------------------------------------------------------


@pytest.mark.step("2.5.6.5", "2.5.6.6", "2.5.6.7", "2.5.6.8", "2.5.6.10")
def test_SCORE_5_what_follows_a_battle_in_its_order() -> None:
    state = engaged("Lion Lion", "Gargoyle Angel", legion("Bk03", 30, "Angel", "Ogre"), scores=(70, 0))
    sides = ["Lion D3", "Lion A3"], ["Gargoyle D4 1", "Angel F1 10"]
    state = at_battle(state, 105, *sides, turn=2, side="attacker", phase="strike")
    texts = ["D3 strikes D4 with 6 6 6 6 6", "end-strikes", "D4 strikes D3 with 1 1 1 1", "end-strikes"]
    state, events = said(state, [*texts, "summon Ang from Bk03", "acquire Ang"])
    happened = [e for e in events if not isinstance(e, ChoiceOpened)]
    placed = [e.step for e in happened if e.step and e.step.count(".") == 3 and e.step != "2.5.6.1"]
    assert placed == ["2.5.6.5", "2.5.6.6", "2.5.6.7", "2.5.6.8", "2.5.6.8", "2.5.6.10"]
    assert [r for r in rules(happened) if r.startswith(("SCORE", "ACQUIRE", "SUMMON-2"))] == [
        *("SUMMON-2", "SCORE-3", "SCORE-3", "SCORE-2", "ACQUIRE-1", "SCORE-4"),
    ]
    assert state.find("Bk01")[1].characters == ("Lion", "Lion", "Angel", "Angel")
    assert state.player("Black").score == 70 + 24 + 12


@pytest.mark.step("2.5.6.9", "3")
@pytest.mark.parametrize("third", [True, False])
def test_D_2_both_titans_are_slain_and_only_third_players_score(third: bool) -> None:
    state = engaged("Titan Ogre", "Titan Lion", legion("Bk03", 30, "Troll", "Troll", moved=True, entry_side="left"))
    gold = player("Gold", 300, legion("Gd01", 30, "Ogre", "Ogre"), legion("Gd02", 5, "Titan"))
    green = [player("Green", 400, legion("Gr01", 17, "Titan"))] if third else []
    state = game(*state.players, gold, *green)
    sides = ["Titan D3 5", "Ogre A3"], ["Titan D4 5", "Lion F1"]
    state = at_battle(state, 105, *sides, turn=2, phase="strike")
    strikes = ["D4 strikes D3 with 6 6 6 6 6 6", "end-strikes", "D3 strikes D4 with 6 6 6 6 6 6", "end-strikes"]
    settled = settle(said(state, strikes)[0])
    assert steps(settled.events) >= {"2.5.6.9", "2" if third else "3"}
    assert {"D-2", "D-3"} <= set(rules(settled.events))
    assert "D-5" not in rules(settled.events)
    assert [settled.state.player(color).score for color in ("Black", "Red", "Gold")] == [0, 0, 32 // 2]
    assert (settled.state.active, settled.state.winner) == (("Green", None) if third else (None, "Gold"))


# --- steps ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_the_steps_of_what_happens_never_run_backwards(seed: int) -> None:
    """Within an action; a turn begins anew, and so does an Engagement."""
    rng, dice = random.Random(seed), Dice(seed)
    game = starting_game([f"P{number}" for number in range(rng.randint(2, 4))], dice)
    for _ in range(600):
        if game.phase == "over":
            break
        outcome = apply(game, choose(rng, legal_actions(game)), dice)
        last: tuple[int, ...] = ()
        for event in some(outcome.events):
            if event.step is None:
                continue
            step = tuple(map(int, event.step.split(".")))
            anew = event.rule in ("SETUP-5", "D-6") or (event.rule, event.step) == ("ENG-1", "2.5")
            assert anew or step >= last, event
            last = () if event.rule in ("SETUP-5", "TURN-1", "TURN-2") else step
        game = outcome.state
