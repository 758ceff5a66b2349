"""``titan play``: a game kept in a file."""

import os
from collections.abc import Sequence

import click

from titan_rules.actions.grammar import written
from titan_rules.box import STANDARD
from titan_rules.box.loading import shipped
from titan_rules.box.reading import current, reading
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.dice import SIDES, DiceSource
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.words import split_words
from titan_rules.position.documents import FORMAT
from titan_rules.replays.recorder import Kept, begun, kept, settled_header
from titan_rules.replays.sheet.reading import players_of

from .. import inputs, opening, output
from ..files import only_writer, write_whole
from ..keeper import Keeper
from ..prompting import prompt


@click.command("play")
@click.argument("file", metavar="GAME", shell_complete=inputs.offering("files"))
@click.argument("actions", nargs=-1, metavar="[ACTION]...")
@click.option(
    "--players", metavar="ANN,BEN,...", help="Make the file: who plays. The game begins with the towers' dice."
)
@click.option("--start", metavar="POSITION", help="Make the file: the game that it starts from.")
@inputs.with_ruleset
@click.option("--seed", help="Dice from this seed; without it, dice nobody can foresee.")
@click.option("--ask-dice", is_flag=True, help="Ask for the dice that were rolled at the table.")
@click.option(
    "--undo", type=click.IntRange(1), is_flag=False, flag_value=1, metavar="[N]", help="Take the last actions back."
)
@click.option("--comment", metavar="TEXT", help="Write a comment on the last action.")
@output.with_format
def command(
    file: str,
    actions: tuple[str, ...],
    players: str | None,
    start: str | None,
    seed: str | None,
    ask_dice: bool,
    undo: int | None,
    comment: str | None,
) -> int:
    """Keep a game in a file: judge each ACTION, roll its dice, record it, and say what happens next.

    GAME is a score sheet, or JSON Lines if it is called so (.jsonl). A refused action changes nothing. Without
    ACTION, a terminal is asked line by line; - reads actions from standard input.

    \b
    titan play g.titan --players Ann,Ben,Cy --seed 7
    titan play g.titan "Ann tower" "Ben tower"
    titan play g.titan --undo 2
    titan play g.titan --comment "a bold split"
    """
    source: DiceSource | None = _Asked() if ask_dice else None
    with only_writer(file):
        record = _made(file, players, start) or _read(file)
        click.get_current_context().with_resource(reading(record.game.the_box))
        keeper = Keeper(file, record, seed, source)
        if undo is not None:
            keeper.undo(undo)
        said = _typed(actions)
        if not said and comment is None and undo is None and output.interactive():
            return prompt(keeper)
        answer = keeper.play(said)
        if comment is not None and answer.verdict == "legal":
            keeper.comment(comment)
    for muster in keeper.later:
        text = written(muster, keeper.game.the_box)
        output.note(f"{text} is for the Enlistment Phase: type it then")
    output.emit(answer)
    return output.ANSWERED if answer.verdict == "legal" else output.NEGATIVE


def _typed(actions: Sequence[str]) -> list[str]:
    said: list[str] = []
    for action in actions:
        said += inputs.read_text("-").splitlines() if action == "-" else [action]
    return [text for text in said if text.strip()]


def _made(file: str, players: str | None, start: str | None) -> Kept | None:
    """A new record, if one is asked for."""
    said = output.settings()
    exists = os.path.exists(file)
    if players is None and start is None:
        if not exists:
            hint = "make it with --players Ann,Ben or --start POSITION"
            raise DocumentError([Fault("file", f"{file}: there is no such game", hint=hint)])
        if said.ruleset is not None or said.options:
            raise click.UsageError("--ruleset and --option are for a new file: a game keeps the rules it began with")
        return None
    if exists:
        raise DocumentError([Fault("exists", f"{file} is there already", hint="play on without --players and --start")])
    if players is not None and start is not None:
        raise click.UsageError("a game begins with --players or with --start, not with both")
    document = None
    if start is not None:
        document = FORMAT.to_json(opening.opened(start, ("game",)).position)
        if "box" in document:
            document["box"] = _from_beside(file, document["box"], os.path.dirname(start))
    box = _from_beside(file, current().reference)
    inputs.stand_beside(file)
    header = settled_header(
        None if players is None else players_of(split_words(players)),
        document,
        box=None if document or box == STANDARD.reference else box,
        ruleset=said.ruleset or (None if document else "standard"),
        options=dict(map(RULESETS.typed, said.options)),
    )
    record = begun(header, sheet=not file.lower().endswith(".jsonl"))
    write_whole(file, record.text.encode(), durable=True)
    return record


def _from_beside(file: str, box: JSON, folder: str = "") -> JSON:
    """How the box that a document in a folder names is named by a file."""
    if not isinstance(box, str) or box in shipped():
        return box
    return os.path.relpath(os.path.join(folder, box), os.path.dirname(file) or ".")


def _read(file: str) -> Kept:
    inputs.stand_beside(file)
    return kept(jsontext.decode(inputs.read_bytes(file)))


class _Asked:
    """Dice that were rolled at the table."""

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """Ask until as many dice are typed as are needed.

        :raises CannotTell: nobody can be asked.
        """
        if not output.interactive():
            raise CannotTell(Fault("dice-missing", f"{count} dice are rolled here: type them with the action"))
        while True:
            typed = input(f"{count} {'die' if count == 1 else 'dice'}: ").replace(",", " ").split()
            dice = tuple(int(die) for die in typed if die.isascii() and die.isdecimal() and len(die) < 3)
            if len(dice) == len(typed) == count and all(1 <= die <= sides for die in dice):
                return dice
            print(f"type {count} numbers from 1 to {sides}")
