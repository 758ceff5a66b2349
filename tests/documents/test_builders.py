"""What programs build on: positions made by hand, records walked and written, what a player may know, the digest."""

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import titan_rules as titan
from checkout import EXAMPLES
from looping import for_each, some
from titan_rules.kernel.documents import Format
from titan_rules.position.documents import FORMAT
from trials import share
from untold import RandomGame

LINE = "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
BATTLE = titan.Battle.parse(LINE)
GAME = titan.new_game(["Ann", "Ben"], seed=1)
SPLIT = "Bu01/Bu02 Tit Ogr Ogr Cen"


# --- positions made by hand ------------------------------------------------------------------------------------------


@for_each(
    ("position", "changes", "says"),
    [
        (GAME, {"roll": 9}, "expected 1 to 6, got 9 at /roll"),
        (GAME, {"active": "Red"}, "it is Red's turn, who does not play at /active"),
        (GAME, {"active": "Pink"}, "unknown color 'Pink' at /active"),
        (GAME, {"players": ()}, "0 players, where 2 to 6 play"),
        (GAME, {"players": 5}, "expected a list, got 5 at /players"),
        (GAME, {"caretaker": {"Ogre": 99}}, "of Ogre; the box holds 25"),
        (BATTLE, {"terrain": "Mars"}, "unknown name 'Mars' at /terrain"),
        (BATTLE, {"terrain": "plains"}, "unknown name 'plains' at /terrain"),
        (BATTLE, {"attacker": None}, "expected an object, got null at /attacker"),
    ],
)
def test_a_position_that_is_none_is_never_judged(position: Any, changes: dict[str, Any], says: str) -> None:
    made = attrs.evolve(position, **changes)
    assert any(says in str(fault) for fault in titan.validate(made))
    for ask in (titan.legal_actions, titan.next_choice, titan.legal_moves, titan.render):
        with pytest.raises(titan.DocumentError, match=says.partition(" at ")[0]):
            ask(made)


def test_a_muster_made_by_hand_is_checked_too() -> None:
    with pytest.raises(titan.DocumentError, match="/terrain"):
        titan.muster_options(titan.Muster(terrain="Mars", characters=("Ogre",)))
    assert titan.muster_options(titan.Muster(terrain="Marsh", characters=("Ogre", "Ogre"))).options


@given(seed=st.integers(0, 10_000), place=st.integers(0, 300))
@share(30)
def test_whatever_play_comes_to_is_a_position_when_it_is_made_by_hand(seed: int, place: int) -> None:
    states = RandomGame(seed, length=place + 1).states
    state = states[min(place, len(states) - 1)]
    copy = attrs.evolve(state)
    assert titan.validate(copy) == []
    assert titan.legal_actions(copy) == titan.legal_actions(state)


def test_what_a_reader_or_an_action_made_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    after = titan.apply(GAME, SPLIT).state
    by_hand = attrs.evolve(after, turn=1)
    asked = 0
    parse = Format.parse

    def counted(*args: Any, **kwargs: Any) -> Any:
        nonlocal asked
        asked += 1
        return parse(*args, **kwargs)

    monkeypatch.setattr(Format, "parse", counted)
    for position in (GAME, after, BATTLE, titan.apply(BATTLE, "D3 strikes D4", random.Random(1)).state):
        titan.legal_actions(position)
    assert asked == 0
    for _ in range(3):
        titan.legal_actions(by_hand)
    assert asked == 1


def test_what_is_left_out_by_hand_is_filled_in() -> None:
    made = attrs.evolve(GAME, caretaker=None, players=tuple(attrs.evolve(p, markers=None) for p in GAME.players))
    assert titan.validate(made) == []
    assert titan.legal_actions(made) == titan.legal_actions(GAME)
    assert titan.apply(made, SPLIT).state == titan.apply(GAME, SPLIT).state


# --- dice ------------------------------------------------------------------------------------------------------------


class Loaded:
    def __init__(self, rolled: Any) -> None:
        self.rolled = rolled

    def roll(self, count: int, sides: int = 6) -> Any:
        return self.rolled


def test_a_random_number_generator_rolls_dice() -> None:
    first, second = (titan.apply(LINE, "D3 strikes D4", random.Random(3)).action for _ in range(2))
    assert first == second
    assert isinstance(first, titan.actions.Strike)
    assert first.dice is not None
    assert len(first.dice) == 6


@for_each("rolled", [None, 6, "666666", [1, 2], [0, 1, 2, 3, 4, 5], [7] * 6, [1.0] * 6, [True] * 6])
def test_dice_of_the_wrong_shape_are_an_error_that_names_them(rolled: Any) -> None:
    with pytest.raises(TypeError, match=r"dice: roll\(6, 6\) must return 6 integers from 1 to 6"):
        titan.apply(LINE, "D3 strikes D4", Loaded(rolled))
    assert titan.apply(LINE, "D3 strikes D4", Loaded([6] * 6)).events


def test_a_list_is_the_dice_that_were_rolled() -> None:
    outcome = titan.apply(LINE, "D3 strikes D4", [6, 5, 4, 3, 2, 1])
    assert outcome == titan.apply(LINE, "D3 strikes D4 with 6 5 4 3 2 1")
    for few in ([6], [6] * 7, [6, 6, 6, 6, 6, 0]):
        with pytest.raises(TypeError, match=r"dice must be 6 integers from 1 to 6, not \["):
            titan.apply(LINE, "D3 strikes D4", few)


# --- chances ---------------------------------------------------------------------------------------------------------


def test_chances_are_compared_and_formatted_as_numbers() -> None:
    odds, other = titan.strike_odds(LINE, "D3", "D4"), titan.strike_odds("Ogre", "Lion")
    assert odds.slays > 0.5 >= other.slays >= 0
    assert other.slays < odds.slays <= 1
    assert f"{odds.slays:.1%} {odds.slays}" == "64.9% 64.88 %"
    assert max([other, odds], key=lambda each: each.slays) is odds


def test_two_names_are_a_strike_on_level_ground() -> None:
    level = titan.strike_odds("Plains: Ogre D3 / Lion D4", "D3", "D4")
    assert titan.strike_odds("Ogre", "Lion").slays == level.slays
    with pytest.raises(titan.UnknownName):
        titan.strike_odds("Ogre", "Lyon")
    with pytest.raises(TypeError, match="to is missing"):
        titan.strike_odds(BATTLE, "Lion")


# --- actions and questions -------------------------------------------------------------------------------------------


def test_an_action_is_read_from_its_json() -> None:
    for action in some([*titan.legal_actions(GAME), *titan.legal_actions(BATTLE)]):
        assert titan.action_from_json(json.loads(json.dumps(action.to_json()))) == action
    with pytest.raises(titan.DocumentError) as error:
        titan.action_from_json({"do": "move", "legion": "Bk02", "to": "Mars", "by": 3})
    assert {fault.pointer for fault in error.value.faults} == {"/to", "/by"}


def test_check_answers_as_the_command_does() -> None:
    assert titan.check(LINE, "Ogre strikes Lion").verdict == "legal"
    assert titan.check(BATTLE, "D3 strikes F3").verdict == "illegal"
    strike = titan.parse("D3 strikes D4", BATTLE)
    assert titan.check(BATTLE, strike) == titan.check(BATTLE, "D3 strikes D4")
    assert titan.check(BATTLE, strike, dice=random.Random(1)).rulings


def test_the_digest_is_asked_by_id_and_by_words() -> None:
    assert titan.rule("STRIKE-5").text
    assert isinstance(titan.rule("carry-1"), titan.Rule)
    with pytest.raises(titan.UnknownName):
        titan.rule("STRIKE-99")
    assert "CARRY-1" in [found.id for found in titan.find_rules("carry over")]


# --- records ---------------------------------------------------------------------------------------------------------


def test_a_walk_sees_what_a_replay_reports() -> None:
    path = EXAMPLES / "game.replay.jsonl"
    steps, report = list(titan.walk(path)), titan.replay(path)
    assert (len(steps), steps[-1].state) == (report.steps, report.final)
    assert all(step.good and step.rulings for step in some(steps))
    for step in some(steps):
        assert step.rulings == tuple(event.ruling for event in step.events)


def test_a_walk_ends_with_the_step_that_is_illegal(tmp_path: Path) -> None:
    path = tmp_path / "game.titan"
    with titan.Record(path, GAME) as record:
        record.add(SPLIT)
    path.write_text(path.read_text() + "Bu01/Bu03 Ogr Ogr\nend-splits\n")
    *_, last = titan.walk(path)
    assert (last.number, last.good, last.judged) == (2, False, False)
    assert last.rulings[0].rule == "SPLIT-1"


@pytest.mark.parametrize("name", ["game.titan", "game.jsonl"])
def test_a_record_is_on_the_disk_after_each_action(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    game = GAME
    with titan.Record(path, GAME, tags={"event": "club night"}) as record:
        for number in range(1, 30):
            action = titan.legal_actions(game)[0]
            game = record.add(action, titan.Dice(seed=number)).state
            assert titan.replay(path).final == record.state == game
    rolled = titan.legal_actions(game)[0]
    with titan.Record(path) as again:
        assert again.state == game
        assert again.add(rolled, random.Random(1)).state == titan.replay(path).final


def test_a_refused_action_writes_nothing_and_no_file_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.titan"
    with titan.Record(path, GAME) as record:
        before = path.read_text()
        with pytest.raises(titan.IllegalAction):
            record.add("Bu01/Bu02 Ogr Ogr")
        assert (path.read_text(), record.state) == (before, GAME)
        with pytest.raises(FileExistsError):
            titan.Record(path, GAME)
        with pytest.raises(titan.DocumentError, match="/roll"):
            titan.Record(tmp_path / "other.titan", attrs.evolve(GAME, roll=9))
    assert not (tmp_path / "other.titan").exists()


# --- what a player may know ------------------------------------------------------------------------------------------


def test_SPLIT_3_who_does_not_own_the_legion_hears_how_many_leave_and_not_who() -> None:
    outcome = titan.apply(GAME, SPLIT)
    own, theirs = titan.known_to(outcome, "Blue"), titan.known_to(outcome, "Black")
    assert (own.action, own.events) == (outcome.action, outcome.events)
    assert theirs.action == titan.actions.Split(titan.Marker("Bu01"), titan.Marker("Bu02"), count=4)
    assert "Titan" in str(outcome)
    assert "Titan" not in " ".join([str(theirs), repr(theirs.events), repr(theirs.action)])
    assert [legion.characters for legion in theirs.state.player("Blue").legions] == [None, None]
    assert str(theirs) == "Bu01 splits: 4 characters leave as Bu02, 4 stay (SPLIT-1)"
    assert titan.known_to(outcome) == titan.known_to(outcome, "nobody") != own
    assert (titan.known_to(outcome, "Ben"), titan.known_to(outcome, "Ann")) == (own, theirs)


def test_a_battle_is_public_and_nobody_else_plays() -> None:
    assert titan.known_to(BATTLE, "Red") == BATTLE == titan.known_to(LINE)
    with pytest.raises(titan.CannotTell, match="nobody plays Red"):
        titan.known_to(GAME, "Red")
    with pytest.raises(titan.UnknownName):
        titan.known_to(GAME, "Pink")


@given(seed=st.integers(0, 10_000))
@share(20)
def test_nothing_that_a_player_hears_depends_on_what_it_may_not_know(seed: int) -> None:
    """Two splits of the same Legion into equal numbers sound alike to everybody but their owner."""
    rng = random.Random(seed)
    splits = [action for action in titan.legal_actions(GAME) if isinstance(action, titan.actions.Split)]
    one, other = (titan.apply(GAME, rng.choice(splits)) for _ in range(2))
    heard = [titan.known_to(outcome, "Black") for outcome in (one, other)]
    assert heard[0] == heard[1]
    assert FORMAT.read(heard[0].state.to_json()) == heard[0].state
