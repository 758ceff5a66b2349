"""``titan legal-moves``: what may be done in a position, for games and for battles."""

from typing import TYPE_CHECKING, TypeAlias

import click

from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.jsontext import JSON

from .. import inputs, output, recordings

if TYPE_CHECKING:
    from titan_rules.answers.legal_moves import BattleMoves, GameMoves
    from titan_rules.answers.verdicts import WhyAnswer
    from titan_rules.position.battle import Battle
    from titan_rules.position.game import Game

    MovesAnswer: TypeAlias = GameMoves | BattleMoves | WhyAnswer


@click.command("legal-moves")
@click.argument("document", shell_complete=inputs.offering("files"))
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
@recordings.with_viewer
@click.option("--legion", metavar="MARKER", help="One Legion only (game documents).")
@click.option("--character", metavar="HEX|NAME", help="One character only (battle documents).")
@click.option("--roll", type=click.IntRange(1, 6), help="The Movement Roll, in place of the document's.")
@click.option("--ahead", is_flag=True, help="Add to each destination what could be mustered there.")
@click.option(
    "--why",
    metavar="TEXT",
    help='Which rule allows or stops one thing: "Bk02 to 105", "D3 to E4", "D3 strikes D5 at 6".',
)
def command(
    document: str,
    lines: bool,
    preset: str | None,
    options: tuple[str, ...],
    legion: str | None,
    character: str | None,
    roll: int | None,
    ahead: bool,
    why: str | None,
    viewer: str | None,
    step: int | None,
) -> int:
    """Every legal split, move, muster, maneuver or strike, each with its rules.

    DOCUMENT is a game or a battle, a file or - for standard input. In the Movement
    Phase without a Movement Roll the answer covers all six rolls; --roll 4 asks for one, and
    --ahead adds what could be mustered at each destination. With --why the exit code is 1 if it is illegal
    (without a Movement Roll: with every roll).

    DOCUMENT may also be a recorded game: then the answer is about the position after its last step, or --step N, and
    with --as Red about what Red can know and deduce of it.

    \b
    titan legal-moves game.json
    titan legal-moves game.json --legion Bk02 --roll 4 --ahead
    titan legal-moves game.json --why "Bk02 to 105"
    titan legal-moves battle.json --character D3
    titan legal-moves who-left.replay.jsonl --as Red --step 43
    """

    if why is not None:
        inputs.refuse("does not go with --why", legion=legion, character=character, ahead=ahead)

    def asked(data: JSON) -> "MovesAnswer":
        from titan_rules.position.documents import FORMAT

        position = FORMAT.read(inputs.override_ruleset(data, preset, options), ("game", "battle"))
        return answer(position, legion=legion, character=character, roll=roll, ahead=ahead, why=why)

    if lines:
        return inputs.answer_lines(document, asked)
    from titan_rules.answers.legal_moves import LegalMoves

    if viewer is not None or step is not None or recordings.is_record(document):
        recording = recordings.recording(document, preset, options, step)
        seen = recordings.seen_or_told(recording, viewer)
        position = recording.game if seen is None else seen.position
        if seen is not None and why is not None and position.battle is None:
            _refuse("battle", character=character)
            found: MovesAnswer = seen.why(why, roll=roll)
        else:
            found = answer(position, legion=legion, character=character, roll=roll, ahead=ahead, why=why)
        if seen is not None and isinstance(found, LegalMoves) and found.actions is not None:
            found = seen.with_possible(found)
    else:
        found = asked(inputs.read_json(document))
    output.emit(found, lambda: table(found))
    return output.NEGATIVE if getattr(found, "verdict", None) == "illegal" else output.ANSWERED


def answer(
    position: "Game | Battle",
    *,
    legion: str | None = None,
    character: str | None = None,
    roll: int | None = None,
    ahead: bool = False,
    why: str | None = None,
) -> "MovesAnswer":
    """The answer about a game or a battle.

    :raises CannotTell: something is asked that this kind of document has no use for, or that it does not say.
    """
    from titan_rules.position.battle import Battle
    from titan_rules.position.game import battle_in

    battle = battle_in(position)
    if battle is not None:
        _refuse("game", legion=legion, roll=roll, ahead=ahead or None)
        if why is not None:
            from titan_rules.answers.why_battle import why_in_battle

            return why_in_battle(battle, why)
        from titan_rules.answers.battle_moves import battle_moves
        from titan_rules.answers.moves import with_actions

        found = battle_moves(battle, character=character)
        return found if character is not None else with_actions(found, position)
    assert not isinstance(position, Battle)
    _refuse("battle", character=character)
    if why is not None:
        from titan_rules.answers.why_game import why_on_board

        return why_on_board(position, why, roll=roll)
    from titan_rules.answers.game_moves import game_moves
    from titan_rules.answers.moves import with_actions
    from titan_rules.kernel.evolving import evolve

    moves = game_moves(position, legion=legion, roll=roll, ahead=ahead)
    asked = position if roll is None else evolve(position, roll=roll)
    return moves if legion is not None else with_actions(moves, asked)


def table(found: "MovesAnswer") -> str:
    """An answer as text for people."""
    from titan_rules.answers.legal_moves import ManeuverMoves, StrikeMoves
    from titan_rules.answers.verdicts import WhyByRoll, WhyInBattle, WhyOnBoard

    if isinstance(found, ManeuverMoves | StrikeMoves | WhyInBattle):
        from ..tables import battle_moves

        return battle_moves.table(found)
    from ..tables import game_moves
    from ..tables.deduced import possible_table

    possible = None if isinstance(found, WhyOnBoard | WhyByRoll) else found.possible
    return game_moves.table(found) + (f"\n\n{possible_table(possible)}" if possible else "")


def _refuse(wanted: str, **given: object) -> None:
    """Refuse an option that this kind of document has no use for."""
    for name, value in given.items():
        if value is not None:
            raise CannotTell(Fault("usage", f"--{name} is for {wanted} documents", "/kind"))
