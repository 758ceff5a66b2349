"""``titan legal-moves``: what may be done in a position, for games and for battles."""

from importlib import import_module
from typing import Any

import click

from titan_rules.kernel.errors import CannotTell, Fault

from .. import inputs, output


@click.command("legal-moves")
@click.argument("document", shell_complete=inputs.offering("files"))
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
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
) -> int:
    """Every legal split, move, muster, maneuver or strike, each with its rules.

    DOCUMENT is a game or a battle, a file or - for standard input. In the Movement
    Phase without a Movement Roll the answer covers all six rolls; --roll 4 asks for one, and
    --ahead adds what could be mustered at each destination. With --why the exit code is 1 if it is illegal.

    \b
    titan legal-moves game.json
    titan legal-moves game.json --legion Bk02 --roll 4 --ahead
    titan legal-moves game.json --why "Bk02 to 105"
    titan legal-moves battle.json --character D3
    """

    def answer(data: Any) -> tuple[dict[str, Any], Any]:
        from titan_rules.position.documents import FORMAT

        position = FORMAT.read(inputs.override_ruleset(data, preset, options), ("game", "battle"))
        return answer_about(position, legion=legion, character=character, roll=roll, ahead=ahead, why=why)

    if lines:
        return inputs.answer_lines(document, lambda data: answer(data)[0])
    found, table = answer(inputs.read_json(document))
    output.emit(found, lambda: str(table(found)))
    return output.NEGATIVE if found.get("verdict") == "illegal" else output.ANSWERED


def answer_about(
    position: Any,
    *,
    legion: str | None = None,
    character: str | None = None,
    roll: int | None = None,
    ahead: bool = False,
    why: str | None = None,
) -> tuple[dict[str, Any], Any]:
    """The answer about a game or a battle, and the function that makes a table of it.

    :raises CannotTell: something is asked that this kind of document has no use for, or that it does not say.
    """
    battle = inputs.battle_in(position)
    if battle is not None:
        _refuse("game", legion=legion, roll=roll, ahead=ahead or None)
        answers = import_module(".legal_moves_battle", __package__)
        found = answers.answer(battle, character=character) if why is None else answers.why(battle, why)
    else:
        _refuse("battle", character=character)
        answers = import_module(".legal_moves_game", __package__)
        if why is None:
            found = answers.answer(position, legion=legion, roll=roll, ahead=ahead)
        else:
            found = answers.why(position, why, roll=roll)
    return found, answers.table


def _refuse(wanted: str, **given: object) -> None:
    """Refuse an option that this kind of document has no use for."""
    for name, value in given.items():
        if value is not None:
            raise CannotTell(Fault("usage", f"--{name} is for {wanted} documents", "/kind"))
