"""The library as the design shows it, for type checkers: ``make lint`` has mypy and pyright read this page.

A line with an ``ignore`` must not pass: both checkers are told to say so where an ``ignore`` is of no use.
"""

import random
from fractions import Fraction
from typing import Literal, assert_type

import titan_rules as titan
from titan_rules import CharacterName, Hex, LandNo, Marker
from titan_rules.actions.intents import Fight, Move, Strike, Summon
from titan_rules.kernel.documents import Draft
from titan_rules.kernel.jsontext import JSON
from titan_rules.position.documents import FORMAT
from titan_rules.rules.battle.strike_numbers import level_strike


def positions() -> None:
    game = titan.new_game(["Ann", "Ben"], seed=1)
    assert_type(game, titan.Game)
    box = titan.Box.load("standard")
    assert_type(box, titan.Box)
    assert_type(titan.new_game(["Ann", "Ben"], box=box, seed=1), titan.Game)
    assert_type(titan.Game.load("game.json"), titan.Game)
    assert_type(titan.Battle.load("battle.json"), titan.Battle)
    assert_type(titan.Muster.load("muster.json"), titan.Muster)
    position = titan.load("game.json")
    assert_type(position, titan.Game | titan.Battle | titan.Muster)
    assert_type(titan.loads(titan.dumps(game)), titan.Game | titan.Battle | titan.Muster)
    titan.dump(game, "game.json")
    battle = titan.Battle.parse("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
    assert_type(battle, titan.Battle)
    assert_type(titan.render(battle), str)


def actions(game: titan.Game, battle: titan.Battle) -> None:
    for action in titan.legal_actions(game):
        assert_type(action, titan.AnyAction)
        print(action)
        match action:
            case titan.actions.Move(legion=legion, to=land):
                assert_type((legion, land), tuple[Marker, LandNo])
            case titan.actions.Strike():
                assert_type(action.dice, tuple[int, ...] | None)
            case _:
                print(action.do)
    action = titan.parse("Bk02 P105")
    assert_type(titan.is_legal(game, action), bool)
    assert_type(titan.is_legal(game, Move(Marker("Bk02"), LandNo(105))), bool)
    assert_type(level_strike(battle.the_box, CharacterName("Ogre"), CharacterName("Lion")), tuple[int, int])
    verdict = titan.why(game, action)
    assert_type(verdict, titan.Verdict)
    assert_type(verdict.rulings, tuple[titan.Ruling, ...])
    after = titan.apply(game, action, dice=titan.Dice(seed=1))
    assert_type(after, titan.Outcome[titan.Game])
    assert_type(after.state, titan.Game)
    assert_type(after.next, titan.Next)
    assert_type(titan.apply(battle, action).state, titan.Battle)
    assert_type(titan.apply(battle, "D3 strikes D4", titan.Dice()).state, titan.Battle)
    assert_type(titan.why("Plains: Ogre D3 / Lion D4", "D3 strikes D4").legal, bool)
    assert_type(game.over, bool)
    assert_type(game.result, titan.Result | None)


def answers(battle: titan.Battle, muster: titan.Muster, orders: list[str]) -> None:
    odds = titan.strike_odds(battle, "D3", "D4")
    assert_type(odds, titan.StrikeOdds)
    assert_type(odds.slays.exact, Fraction)
    assert_type(odds.slays.p, float)
    assert_type(float(odds.slays), float)
    assert_type(titan.duel_odds("Centaur", "Gargoyle").first_slays.p, float)
    assert_type(titan.muster_options(muster), titan.MusterOptions)
    assert_type(titan.resolve(battle, orders), titan.BattleResult)
    assert_type(titan.simulate(battle, 1000, seed=1).attacker_wins.p, float)
    assert_type(titan.strike_odds("Plains: Ogre D3 / Lion D4", "D3", "D4").dice, int)
    for position in titan.load_save("game.save").games():
        assert_type(position, titan.Game)
    report = titan.replay("game.jsonl")
    assert_type(report.final, titan.Game)
    print(report.verdict)
    assert_type(titan.deduce("game.jsonl", "Red", step=44), titan.Deduction)


def for_builders(game: titan.Game, battle: titan.Battle) -> None:
    for step in titan.walk("game.jsonl"):
        assert_type(step, titan.Step[titan.Game])
        assert_type(step.state, titan.Game)
        assert_type(step.rulings, tuple[titan.Ruling, ...])
    with titan.Record("g.titan", game) as record:
        assert_type(record.add("end splits", random.Random(1)), titan.Outcome[titan.Game])
    outcome = titan.apply(game, "end splits", titan.Dice())
    assert_type(titan.known_to(outcome, "Red"), titan.Outcome[titan.Game])
    assert_type(titan.known_to(game, "Red"), titan.Game)
    assert_type(titan.check(battle, "Ogre strikes Lion").verdict, Literal["legal", "illegal", "cannot-tell"])
    assert_type(titan.validate(battle), list[titan.Fault])
    assert_type(titan.action_from_json({"do": "roll"}), titan.Action)
    assert_type(titan.rule("STRIKE-5"), titan.Rule)
    assert_type(titan.find_rules("carry over"), list[titan.Rule])
    player: titan.Player = game.players[0]
    legion: titan.Legion = player.legions[0]
    dice: titan.DiceSource = titan.Dice()
    print(legion.land, dice.roll(2))


def not_believed(data: dict[str, JSON]) -> None:
    draft: Draft[titan.Game] = FORMAT.parse(data)
    titan.legal_actions(draft)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert_type(draft.believed(), titan.Game)
    assert_type(titan.legal_actions(draft.believed()), list[titan.AnyAction])


def mistakes(game: titan.Game, battle: titan.Battle, action: titan.Action) -> None:
    titan.is_legal(game, 105)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    titan.apply(game, action, dice=6)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    titan.strike_odds(battle, "D3", 4)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    titan.muster_options(battle)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Move("Ogre", 9999)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Move(Marker("Bk02"), Hex("D3"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Fight(Marker("Bk02"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Strike(Hex("D3"), Marker("Bk02"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Summon(Marker("Bk02"), Hex("D3"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Summon(CharacterName("Angel"), CharacterName("Angel"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    level_strike(battle.the_box, Marker("Bk02"), CharacterName("Ogre"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    level_strike(battle.the_box, CharacterName("Ogre"), Hex("D3"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    print(titan.no_such_name)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]
