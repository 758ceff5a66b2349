"""``titan play``: a game kept in a file."""

import os
from collections.abc import Iterable, Sequence

import click

from titan_rules.actions.grammar import FORMS, written
from titan_rules.box import STANDARD
from titan_rules.box.current_box import current, reading
from titan_rules.box.loading import shipped
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.blocks import Block, Why
from titan_rules.kernel.dice import SIDES, DiceSource
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault, TitanError
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.rulings import Ruling
from titan_rules.kernel.wording import one_line
from titan_rules.kernel.words import split_words
from titan_rules.play import Next, next_choice
from titan_rules.position.documents import FORMAT
from titan_rules.replays.recorder import Kept, begun, kept, settled_header
from titan_rules.replays.sheet import players_of

from .. import inputs, opening, output
from ..files import only_writer, write_whole
from ..keeper import Keeper
from ..positions import blocks
from .show import map_of

try:
    import readline
except ImportError:  # this system has no history and no completion
    readline = None  # type: ignore[assignment]

COMMANDS = """\
done           whatever ends this phase; fight, concede, no more do as they say
undo [N]       take back the last actions
comment TEXT   write a comment on the last action
show           the position, with the map of a battle
legal          everything that is legal now
quit           leave; the file has everything"""

HELP = "Type an action as its short text or in words, several in a line with ; between them, for example:"


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


# --- line by line ---------------------------------------------------------------------------------------------------


def prompt(keeper: Keeper) -> int:
    """Ask for actions until the player leaves; the exit code."""
    _with_history(keeper)
    output.say(_told(keeper))
    while True:
        try:
            text = input(f"{_whose(next_choice(keeper.game))}> ").strip()
            if text in ("quit", "exit", "q"):
                return output.ANSWERED
            if text:
                output.say(_said(keeper, text))
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return output.ANSWERED
        except TitanError as e:
            for fault in output.faults_of(e)[:10]:
                output.say(one_line(str(fault)))


def _whose(choice: Next) -> str:
    """Who decides, as the prompt names it."""
    return "titan" if choice.by is None else f"{choice.by}, {choice.role}" if choice.role else choice.by


def _said(keeper: Keeper, text: str) -> str | Iterable[Block]:
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "help" | "?" if not rest:
            forms = [f"  {form}" for do in next_choice(keeper.game).actions for form in FORMS[do]]
            return "\n".join([HELP, *forms, COMMANDS])
        case "legal" if not rest:
            return "\n".join(f"  {legal}" for legal in keeper.play(()).legal)
        case "show" if not rest:
            drawn = map_of(keeper.game)
            return [*blocks(keeper.game), *([drawn] if drawn else [])]
        case "undo" if not rest or rest.isdecimal():
            before = keeper.record
            keeper.undo(int(rest or 1))
            taken = {line.number: before.rows[line.number - 1] for line in before.lines[len(keeper.record.lines) :]}
            back = "; ".join(row.strip() for row in taken.values())
            return [f"taken back: {back or 'nothing'}", *_told(keeper)]
        case "comment" if rest:
            keeper.comment(rest)
            return "noted"
        case _:
            losses = keeper.losses(text)
            if losses and not _sure(losses):
                return "nothing is done"
            return _told(keeper, text)
    return _told(keeper)


def _told(keeper: Keeper, *texts: str) -> Iterable[Block]:
    """What comes of actions, which musters wait because of them, and whose choice it is then."""
    waiting = len(keeper.later)
    told = keeper.play(texts).blocks()
    later = [f"{written(muster, keeper.game.the_box)} waits for the Enlistment Phase" for muster in keeper.later]
    return [*told, *later[waiting:]]


def _sure(losses: Iterable[Ruling]) -> bool:
    output.say(["That would happen:", Why(losses)])
    return input("Do it? [y/N] ").strip().casefold() in ("y", "yes")


def _with_history(keeper: Keeper) -> None:
    """Arrow keys and Tab at the prompt, where the system has them."""
    if readline is None:
        return

    def complete(start: str, n: int) -> str | None:
        line = readline.get_line_buffer().lstrip()
        begin = len(line) - len(start)
        known = [*keeper.play(()).legal, "undo", "comment ", "show", "legal", "help", "quit", "done"]
        fits = sorted({text[begin:] for text in known if text.lower().startswith(line.lower())})
        return fits[n] if n < len(fits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    for line in keeper.record.rows[-50:]:
        readline.add_history(line.strip())
