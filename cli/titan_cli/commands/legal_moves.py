"""``titan legal-moves``: what may be done in a position, for games and for battles."""

from typing import Any, TypeAlias

import click

from titan_rules.actions.intents import Move
from titan_rules.answers.battle_moves import BattleMoves
from titan_rules.answers.checking import Check, check_each_roll
from titan_rules.answers.legal_moves import GameMoves, legal_moves
from titan_rules.answers.parts import LegalMoves
from titan_rules.answers.questions import judge_text
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.position.battle import Battle
from titan_rules.position.game import Game, battle_in
from titan_rules.text.parsing import parse
from titan_rules.text.positions import Line

from .. import arguments, inputs, output
from ..inputs import Opened
from ..opening import opened

MovesAnswer: TypeAlias = GameMoves | BattleMoves | Check


@inputs.position_command("legal-moves", lines=True, viewer=True)
@click.option("--legion", metavar="MARKER", help="For a game: one Legion only.")
@click.option("--character", metavar="HEX|NAME", help="For a battle: one character only.")
@click.option("--roll", type=click.IntRange(1, 6), help="The Movement Roll, in place of the game's.")
@click.option("--ahead", is_flag=True, help="Add to each destination what could be mustered there.")
@click.option(
    "--why",
    metavar="TEXT",
    help='Which rule allows or forbids one action: "Bk02 to 105", "D3 to E4", "D3 strikes D5 at 6".',
)
def command(position: str, lines: bool, why: str | None, viewer: str | None, step: int | None, **asked: Any) -> int:
    """Every legal split, move, muster, maneuver or strike, each with its rules.

    POSITION is a game or a battle: a file of any kind that holds one, - for standard input, or a line. Before the
    Movement Roll the answer covers all six; --roll 4 asks for one, and --ahead adds what could be mustered at each
    destination. With --why the exit code is 1 if it is illegal (before the Movement Roll: with every roll).

    In a recorded game the answer is about the position after the last step, or --step N; with --as Red, about what
    Red can know and deduce of it.

    \b
    titan legal-moves game.json
    titan legal-moves game.json --legion Bk02 --roll 4 --ahead
    titan legal-moves game.json --why "Bk02 to 105"
    titan legal-moves battle.json --character D3
    titan legal-moves who-left.replay.jsonl --as Red --step 43
    """
    if why is not None:
        arguments.refuse("does not go with --why", **{name: asked[name] for name in ("legion", "character", "ahead")})
    if lines:
        return arguments.answer_lines(position, lambda data: _answer(inputs.position_in(data), why, **asked))
    return output.emit(moves_of(opened(position, viewer=viewer, step=step), why, **asked))


def moves_of(held: Opened, why: str | None, **asked: Any) -> MovesAnswer:
    """What is legal in a position, and what may be if a viewer cannot know it.

    :param why: one action, to be judged instead.
    """
    moves: MovesAnswer
    if held.seen is not None and why is not None and asked["roll"] in (None, held.seen.position.roll):
        moves = held.seen.check((parse(why, held.position),))[0]
    else:
        moves = _answer(held.position, why, **asked)
    if held.seen is not None and isinstance(moves, LegalMoves) and moves.actions is not None:
        moves = held.seen.with_possible(moves)
    return moves


def _answer(
    position: Game | Battle, why: str | None, legion: str | None, character: str | None, roll: int | None, ahead: bool
) -> MovesAnswer:
    if battle_in(position) is not None:
        arguments.refuse("is for a game", legion=legion, roll=roll, ahead=ahead)
    elif isinstance(position, Game):
        arguments.refuse("is for a battle", character=character)
        if position.phase != "movement" and (roll is not None or ahead):
            option = "--ahead" if roll is None else "--roll"
            message = f"{option} is for the Movement Phase; this is the {position.phase} phase"
            raise CannotTell(Fault("wrong-phase", message, "/phase"))
        position = position if roll is None else evolve(position, roll=roll)
        if why is not None and position.phase == "movement" and position.roll is None:
            action = parse(why, position)
            if isinstance(action, Move):
                return check_each_roll(position, action)
    if why is not None:
        return judge_text(Line(position), why).answer
    return legal_moves(position, legion=legion, character=character, ahead=ahead)
