"""Arguments of the library: text where a position or an action is wanted, and errors that name the parameter."""

import inspect
from pathlib import Path
from typing import Any

import pytest

import titan_rules as titan
from checkout import ROOT
from looping import for_each
from running import titan as run_titan

LINE = "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
BATTLE = titan.Battle.parse(LINE)
GOOD: dict[str, Any] = {
    "battle": BATTLE, "action": "D3 strikes D4", "text": "D3 strikes D4", "origin": "D3",
    "to": "D4", "first": "Ogre", "second": "Lion", "players": ["Ann", "Ben"], "orders": [], "trials": 1,
    "path": "/nowhere/game.jsonl", "record": "game.jsonl", "value": BATTLE, "dice": None, "position": BATTLE,
    "line": LINE, "source": "standard", "seen": BATTLE, "data": {"do": "roll"},
    "question": "carry over", "id": "STRIKE-5",
}  # fmt: skip
"""What a function can take, by the parameter's name."""

FUNCTIONS: dict[str, Any] = {name: found for name in dir(titan) if inspect.isfunction(found := getattr(titan, name))}
for kind in (titan.Game, titan.Battle, titan.Muster, titan.Box):
    FUNCTIONS |= {f"{kind.__name__}.{name}": getattr(kind, name) for name in ("load", "parse") if hasattr(kind, name)}
FUNCTIONS["Dice"] = titan.Dice
PARAMETERS = [
    (name, parameter)
    for name, f in FUNCTIONS.items()
    for parameter in inspect.signature(f).parameters
    if (name, parameter) != ("action_from_json", "data")  # any JSON, whose faults have pointers
]


class Odd:
    """Something that no function knows."""


WRONG: list[Any] = [Odd(), Odd, object(), {1, 2}, 1j, b"D3", [Odd()], {"D3": Odd()}]


@for_each(("function", "parameter", "value"), [(*where, value) for where in PARAMETERS for value in WRONG])
def test_an_argument_of_the_wrong_kind_is_an_error_that_names_the_parameter(
    function: str, parameter: str, value: Any
) -> None:
    called = FUNCTIONS[function]
    parameters = inspect.signature(called).parameters.values()
    needed = {p.name for p in parameters if p.default is p.empty and p.kind is not p.VAR_POSITIONAL}
    if function == "walk":
        called = lambda **arguments: list(titan.walk(**arguments))  # noqa: E731 (its file is read step by step)
    given_ = {name: GOOD[name] for name in needed} | {parameter: value}
    if function == "muster_options" and parameter != "position":
        given_["position"] = "Jungle: 2 Gargoyle, Ogre"
    if function == "strike_odds":
        given_.setdefault("to", "D4")
    if function == "new_game" and parameter == "options" and isinstance(value, dict):
        given_[parameter] = 3
    if parameter == "progress" and callable(value):
        given_[parameter] = 3
    with pytest.raises((titan.TitanError, TypeError), match=rf"\b{parameter}\b"):
        called(**given_)


@for_each(
    ("call", "says"),
    [
        (lambda: titan.simulate(BATTLE, 0), r"^trials must be at least 1, not 0"),
        (lambda: titan.advise(BATTLE, trials=0), r"^trials must be at least 1, not 0"),
        (lambda: titan.Dice([1, 2]), r"Dice\(\): seed must be an integer, a string or None"),
        (lambda: titan.new_game("Ann"), r"^players must be a sequence .*, not 'Ann'"),
        (lambda: titan.new_game(["Ann", "Ann"]), "the name 'Ann' is given twice"),
        (lambda: titan.new_game(["Ann", "Ben"], colors=["Red", "rd"]), "the color 'Red' is given twice"),
        (lambda: titan.new_game(["Ann", "Ben"], colors=["Red"]), "expected 2 colors, got 1"),
        (lambda: titan.legal_actions("Jungle: Ogre"), r"^position must be a Game, .*Muster"),
        (lambda: titan.muster_options(LINE), r"^position must be a Muster, .* not a Battle"),
        (lambda: titan.strike_odds(titan.new_game(["A", "B"]), "D3", "D4"), r"^position must be"),
        (lambda: titan.apply(BATTLE, "hop"), r"where to\?"),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence(call: Any, says: str) -> None:
    with pytest.raises(titan.TitanError, match=says):
        call()


def test_text_stands_for_positions_and_actions() -> None:
    strike = titan.parse("D3 strikes D4", LINE)
    assert strike == titan.actions.Strike(titan.Hex("D3"), titan.Hex("D4"))
    dice = titan.Dice(seed=1)
    assert titan.apply(LINE, "D3 strikes D4", dice) == titan.apply(BATTLE, strike, titan.Dice(seed=1))
    assert titan.why(BATTLE, "D3 strikes D4") == titan.why(LINE, strike)
    assert titan.check(LINE, "D3 strikes D4").text == "D3 strikes D4"
    assert titan.check(BATTLE, "D3 strikes D4").rulings == titan.check(BATTLE, strike).rulings != ()
    assert titan.is_legal(LINE, "Ogre strikes Lion")
    assert titan.legal_actions(LINE) == titan.legal_actions(BATTLE)
    assert titan.strike_odds(LINE, "D3", "D4") == titan.strike_odds(BATTLE, "Ogre", "Lion")
    assert titan.render(LINE) == titan.render(BATTLE)
    assert titan.simulate(LINE, 3, seed=1) == titan.simulate(BATTLE, 3, seed=1)
    assert titan.resolve(LINE, ["D3 strikes D4 with 6 6 6 1 1 1"]).verdict == "legal"
    assert [option.muster for option in titan.muster_options("Jungle: 2 Gargoyle, Ogre").options][:1] == ["Gargoyle"]


def test_the_last_of_several_actions_is_rolled_for() -> None:
    actions = "D3 strikes D4 with 1 1 1 1 1 1", "C3 strikes D4"
    rolled = titan.check("Plains: Ogre D3, Centaur C3 / Lion D4", *actions, dice=titan.Dice(seed=1))
    assert (rolled.verdict, rolled.dice) == ("legal", None)


def test_a_verdict_has_the_position_the_answer_and_what_is_legal_instead() -> None:
    refused, legal = titan.why(LINE, "end-strikes"), titan.why(LINE, "D3 strikes D4")
    assert (refused.position, refused.legal, legal.legal) == (BATTLE, False, True)
    assert (list(refused.instead), legal.instead) == (list(titan.legal_actions(BATTLE)), ())
    assert str(refused) == str(titan.check(BATTLE, "end-strikes"))
    assert repr(refused) == "<Verdict: end-strikes: illegal>"


def test_a_game_says_whether_it_is_over_and_how() -> None:
    game = titan.new_game(["Ann", "Ben"], seed=1)
    assert (game.over, game.result) == (False, None)
    ended = titan.apply(game, titan.actions.Withdraw(by=game.mover.color)).state
    assert ended.over
    assert ended.result == titan.Result(next(p.color for p in game.players if p != game.mover))
    assert not ended.result.draw
    assert str(ended.result).endswith("has won")


def test_answers_print_and_chances_are_numbers() -> None:
    odds = titan.strike_odds(LINE, "D3", "D4")
    assert str(odds).startswith("Ogre in D3 strikes Lion in D4: 6 dice at Strike-number 5; 2 hits slay it\n")
    assert odds._repr_html_().startswith("<p")
    assert "64.88 %" in odds._repr_html_()
    assert float(odds.slays) == odds.slays.p
    assert float(odds.expected_hits) == 2.0
    why = titan.why(LINE, "D3 strikes D4")
    assert repr(why) == "<Verdict: D3 strikes D4: legal>"
    assert "<li>" in why._repr_html_()
    assert len(repr(odds)) < 120


@pytest.mark.parametrize("action", ["D3 strikes D4", "D3 strikes F3", "end-strikes"])
def test_a_verdict_prints_what_the_command_prints(action: str) -> None:
    done = run_titan("check", LINE, action, "--format", "table")
    printed = [line for line in done.out.splitlines() if not line.startswith("assumed: ")]
    assert str(titan.why(LINE, action)).splitlines() == printed


def test_answers_print_what_the_commands_print() -> None:
    record = str(ROOT / "docs" / "examples" / "game.replay.jsonl")
    for answer, args in (
        (titan.strike_odds(LINE, "D3", "D4"), ("strike-odds", LINE, "--from", "D3", "--to", "D4")),
        (titan.duel_odds("Ogre", "Lion"), ("strike-odds", "--duel", "Ogre", "Lion")),
        (titan.muster_options("Jungle: 2 Gargoyle, Ogre"), ("recruit-options", "Jungle", "2", "Gargoyle", "Ogre")),
        (titan.legal_moves(LINE), ("legal-moves", LINE)),
        (titan.advise(LINE, trials=4), ("advise", LINE, "--trials", "4")),
        (titan.replay(record), ("replay", record)),
    ):
        printed = run_titan(*args, "--format", "table").out.splitlines()
        assert str(answer).splitlines()[0] == printed[0], args
        assert str(answer).splitlines() == printed, args


def test_dir_shows_what_is_public(tmp_path: Path) -> None:
    assert dir(titan) == sorted(set(dir(titan)))
    assert not [name for name in dir(titan) if name.startswith("_") and name != "__version__"]
    assert "actions" in dir(titan)
    with pytest.raises(AttributeError, match="no_such"):
        titan.no_such  # type: ignore[attr-defined]  # noqa: B018
