"""A game of any kind kept in a file, by arguments or line by line: ``titan play``."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, ClassVar, Generic, TypeVar

import click
from attrs import frozen

from titan_rules.kernel.blocks import Block
from titan_rules.kernel.dice import SIDES, Dice, DiceSource
from titan_rules.kernel.errors import CannotTell, Fault, IllegalAction, TitanError, faults_of
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.game_file import Done, FileFormat, GameFile
from titan_rules.kernel.names import nearest_word
from titan_rules.kernel.rulings import Ruling
from titan_rules.kernel.wording import one_line, several
from titan_rules.kernel.words import NUMBER_WORDS

from . import arguments, output
from .files import SavedFile

try:
    import readline
except ImportError:  # this system has no history and no completion
    readline = None  # type: ignore[assignment]

S = TypeVar("S")
Body = TypeVar("Body", bound=Callable[..., object])

COMMANDS = """\
undo [N]       take back the last actions
comment TEXT   write a comment on the last action
show           the position; show all with everything
legal          what is legal now; legal all lists all, legal WORD those with it
quit           leave; the file has everything"""

WIDTH = 80
MOST_LEGAL = 8
"""``legal`` shows at most so many lines."""


@frozen(kw_only=True)
class Attempt(Generic[S]):
    """What came of typed actions.

    :param happened: each action that was recorded, the state after it, and what happened.
    :param refused: the action that was refused, and why.
    :param error: why an action could not be read or judged.
    :param untried: what was typed behind that one.
    :param taken_back: the rows of the actions that were taken back before.
    """

    happened: Sequence[Done[S]] = ()
    refused: tuple[Any, tuple[Ruling, ...]] | None = None
    error: TitanError | None = None
    untried: tuple[str, ...] = ()
    taken_back: tuple[str, ...] = ()

    @property
    def fault(self) -> Fault | None:
        """The first fault of the error."""
        return None if self.error is None else faults_of(self.error)[0]


class Keeper(Generic[S]):
    """A game in a file: every change is written before it is reported. Subclasses say what differs between games.

    :ivar record: the game and its record.
    """

    commands: ClassVar[str] = COMMANDS
    asking = False  # whether a person is asked line by line

    def __init__(self, file: str, book: FileFormat[S], seed: str | None, source: DiceSource | None = None) -> None:
        self._file, self._seed, self._source = SavedFile(file), seed, source
        self.record: GameFile[S] = book.read(arguments.read_text(file))

    @property
    def state(self) -> S:
        """The state after the last action."""
        return self.record.state

    # --- what a game says itself -------------------------------------------------------------------------------------

    def parts(self, text: str) -> Sequence[str]:
        """The actions in a typed line."""
        return (text,)

    def understood(self, text: str, state: S) -> object:
        """The action that a text means in a state.

        :raises TitanError: none.
        """
        raise NotImplementedError

    def answer(self, attempt: Attempt[S]) -> Any:
        """The answer to typed actions, and whose choice is next."""
        raise NotImplementedError

    def whose(self) -> str:
        """Who decides, as the prompt names it."""
        raise NotImplementedError

    def legal(self) -> Sequence[str]:
        """What is legal now, the likeliest first; empty if it is unknown."""
        raise NotImplementedError

    def shown(self, *, whole: bool) -> Iterable[Block]:
        """The position for people, on one screen unless all of it is wanted."""
        raise NotImplementedError

    def help(self) -> Iterator[str]:
        """What may be typed now."""
        raise NotImplementedError

    def overlooked(self, text: str) -> Iterable[Block]:
        """What a line would cost or pass over that a player may overlook; nothing if it need not be confirmed."""
        return ()

    def unread(self, parts: Sequence[str]) -> tuple[int, TitanError] | None:
        """The first part of a line that is not understood, as far as that is known before, and why."""
        return None

    def asked(self, text: str) -> Iterable[Block] | None:
        """The answer to a question, which changes nothing; None if the text is no question."""
        return None

    def by_itself(self) -> Sequence[Done[S]]:
        """Record what happens by itself after what was typed."""
        return ()

    def notes(self) -> Sequence[str]:
        """What was typed and waits, and what was passed over."""
        return ()

    def emit(self, answer: Any) -> None:
        """Print an answer of the command."""
        output.emit(answer)

    def say(self, answer: Any) -> None:
        """Print an answer at the prompt."""
        output.say(answer.blocks())

    # --- playing -----------------------------------------------------------------------------------------------------

    def play(self, texts: Iterable[str]) -> Attempt[S]:
        """Play actions, up to the first that is refused, or cannot be read or judged; those before it are recorded.

        A line with a part that is not understood is not begun. What then happens by itself is recorded, too.
        """
        attempt = self._played(texts)
        return evolve(attempt, happened=[*attempt.happened, *self.by_itself()]) if attempt.happened else attempt

    def _played(self, texts: Iterable[str]) -> Attempt[S]:
        happened: list[Done[S]] = []
        lines = [*texts]
        for n, text in enumerate(lines):
            parts = self.parts(text)
            unread = self.unread(parts) if len(parts) > 1 else None
            if unread is not None:
                others = (*parts[: unread[0]], *parts[unread[0] + 1 :])
                return Attempt(happened=happened, error=unread[1], untried=(*others, *lines[n + 1 :]))
            for i, part in enumerate(parts):
                untried = (*parts[i + 1 :], *lines[n + 1 :])
                try:
                    self.do(self.understood(part, self.state), part, happened, alone=part == text)
                except IllegalAction as e:
                    return Attempt(happened=happened, refused=(e.action, e.rulings), untried=untried)
                except TitanError as e:
                    return Attempt(happened=happened, error=e, untried=untried)
        return Attempt(happened=happened)

    def do(
        self, action: Any, typed: str, happened: list[Done[S]], *, alone: bool = True, comment: str | None = None
    ) -> None:
        """Play one action; what comes of it is added.

        :param alone: it was typed in a line of its own.
        :param comment: is written on it in the record.
        """
        record, outcomes = self.record.played(action, self._dice(), typed, comment)
        self.keep(record)
        happened += outcomes

    def undo(self, count: int) -> Attempt[S]:
        """Take back the last actions."""
        taken = self.record.last(count) if count else ()
        self.keep(self.record.undone(count))
        return Attempt(taken_back=taken)

    def comment(self, text: str) -> None:
        """Write a comment on the last action."""
        self.keep(self.record.commented(text))

    def keep(self, record: GameFile[S]) -> None:
        """Replace the file with a record.

        :raises DocumentError: the file is sealed, cannot be written, or has changed since it was last written.
        """
        self._file.save(record.text.encode())
        self.record = record

    def _dice(self) -> DiceSource:
        """Dice for the next action; with a seed, each place in the record has its own."""
        return self._source or Dice(None if self._seed is None else f"{self._seed}:{len(self.record.places)}")


class Asked:
    """Dice that were rolled at the table."""

    def roll(self, count: int, sides: int = SIDES) -> tuple[int, ...]:
        """Ask until as many dice are typed as are needed.

        :raises CannotTell: nobody can be asked, or nothing is typed.
        """
        if not output.interactive():
            dice = "1 die is rolled here: type it" if count == 1 else f"{count} dice are rolled here: type them"
            raise CannotTell(Fault("dice-missing", f"{dice} with the action"))
        faces = {str(face): face for face in range(1, sides + 1)}
        while True:
            typed = input(f"{count} {'die' if count == 1 else 'dice'}: ").replace(",", " ").split()
            if not typed:
                raise CannotTell(Fault("dice-missing", "no dice are typed: nothing is done"))
            if len(typed) == count and faces.keys() >= {*typed}:
                return tuple(faces[die] for die in typed)
            print(f"type {several(count, 'number')} from 1 to {sides}")


# --- the command ------------------------------------------------------------------------------------------------------


def with_playing(command: Body) -> Body:
    """Adds the options of a command that keeps a game."""
    for option in (
        click.option("--comment", metavar="TEXT", help="Write a comment on the last action."),
        click.option("--undo", type=click.IntRange(1), is_flag=False, flag_value=1, metavar="[N]",
                     help="Take the last actions back."),
        click.option("--ask-dice", is_flag=True, help="Ask for the dice that were rolled at the table."),
        click.option("--seed", help="Dice from this seed; without it, dice nobody can foresee."),
    ):  # fmt: skip
        command = option(command)
    return command


def keep(
    make: Callable[[str | None, DiceSource | None], Keeper[S]], actions: Sequence[str], seed: str | None,
    ask_dice: bool, undo: int | None, comment: str | None,
) -> int:  # fmt: skip
    """Do what the command line says, or ask for actions line by line; the exit code.

    :param make: opens the game, with the seed of its dice or what asks for them.
    :raises TitanError: an action cannot be read or judged; what happened before it is printed.
    :raises Untold: something is recorded, but the output cannot be written.
    """
    keeper = make(seed, Asked() if ask_dice else None)
    taken = () if undo is None else keeper.undo(undo).taken_back
    typed = [row for text in actions for row in (arguments.read_text("-").splitlines() if text == "-" else [text])]
    texts = [text for text in typed if text.strip()]
    if not texts and comment is None and undo is None and output.interactive():
        return prompt(keeper)
    attempt = evolve(keeper.play(texts), taken_back=taken)
    if comment is not None and attempt.refused is None and attempt.error is None:
        keeper.comment(comment)
    recorded = attempt.happened or undo is not None or comment is not None
    with output.telling_what_is_recorded() if recorded else nullcontext():
        for note in keeper.notes():
            output.note(note)
        if attempt.error is None or attempt.happened or taken:
            keeper.emit(keeper.answer(evolve(attempt, error=None)))
        elif attempt.untried:
            output.note(f"what comes after it is not tried ({several(len(attempt.untried), 'action')})")
    if attempt.error is not None:
        raise attempt.error
    return output.ANSWERED if attempt.refused is None else output.NEGATIVE


# --- line by line -----------------------------------------------------------------------------------------------------


def prompt(keeper: Keeper[S]) -> int:
    """Ask for actions until the player leaves; the exit code."""
    _with_history(keeper)
    keeper.asking = True
    keeper.say(keeper.answer(Attempt()))
    while True:
        try:
            text = input(f"{keeper.whose()}> ").strip()
            if text:
                _reply(keeper, text)
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return output.ANSWERED
        except TitanError as e:
            for fault in output.faults_of(e)[:10]:
                output.say(one_line(str(evolve(fault, pointer=""))))


def _reply(keeper: Keeper[S], text: str) -> None:
    """Do what a line says, and print what comes of it."""
    word, _, rest = text.partition(" ")
    match word.casefold():
        case "quit" | "exit" | "q" if not rest:
            raise EOFError
        case "help" | "?" if not rest:
            output.say("\n".join([*keeper.help(), keeper.commands]))
        case "legal":
            output.say("\n".join(_listed(keeper.legal(), rest)))
        case "show" if rest in ("", "all"):
            output.say(keeper.shown(whole=bool(rest)))
        case "undo" if not rest or rest.isdecimal() or rest in NUMBER_WORDS:
            keeper.say(keeper.answer(keeper.undo(int(NUMBER_WORDS.get(rest) or rest or 1))))
        case "comment" if rest:
            keeper.comment(rest)
            output.say("noted")
        case _ if (told := keeper.asked(text)) is not None:
            output.say(told)
        case _ if (near := _misspelt(text, keeper)) is not None:
            output.say(f"{word} is read as {near}")
            _reply(keeper, f"{near} {rest}".strip())
        case _:
            answer = _confirmed(keeper.overlooked(text))
            if answer in ("y", "yes"):
                known = keeper.notes()
                keeper.say(keeper.answer(keeper.play([text])))
                if new := [note for note in keeper.notes() if note not in known]:
                    output.say("\n".join(new))
            else:
                output.say("nothing is done")
                if answer not in ("", "n", "no"):
                    _reply(keeper, answer)  # another line


def _misspelt(text: str, keeper: Keeper[S]) -> str | None:
    """The command of the prompt that the first word of a line misspells, if the line is no action."""
    near = nearest_word(text.split()[0].casefold(), [row.split()[0] for row in COMMANDS.splitlines()] + ["help"])
    try:
        if near is not None:
            keeper.understood(text, keeper.state)
        return None
    except TitanError:
        return near


def _listed(legal: Sequence[str], wanted: str) -> list[str]:
    """Legal actions, at most :data:`MOST_LEGAL` lines unless all are wanted."""
    if not legal:
        return ["nothing can be listed now"]
    short = wanted[:3].capitalize() if wanted.isalpha() else wanted  # as characters are written
    number = re.compile(rf"(?<!\d){wanted}(?!\d)") if wanted.isdecimal() else None
    texts = [
        text
        for text in legal
        if wanted in ("", "all")
        or (number.search(text) if number else wanted.casefold() in text.casefold() or short in text)
    ]
    if not texts:
        return [f"nothing legal has {wanted!r} in it: legal all lists everything"]
    if wanted or len(texts) <= MOST_LEGAL:
        return [f"  {text}" for text in texts]
    pieces: dict[str, list[list[str]]] = {}  # the lines of each piece or kind
    for text in texts:
        lines = pieces.setdefault(text.partition(" ")[0], [[]])
        if len("; ".join([*lines[-1], text])) < WIDTH - 2:
            lines[-1].append(text)
        else:
            lines.append([text])
    first = sorted((n, i) for i, lines in enumerate(pieces.values()) for n in range(len(lines)))[: MOST_LEGAL - 1]
    shown = [line for i, lines in enumerate(pieces.values()) for n, line in enumerate(lines) if (n, i) in first]
    more = len(texts) - sum(map(len, shown))
    told = [f"  and {more} more: legal all lists them, legal WORD those with that word"] if more else []
    return [*("  " + "; ".join(line) for line in shown), *told]


def _confirmed(overlooked: Iterable[Block]) -> str:
    """What a player answers who is asked about what may have been overlooked: *y*, *n*, or another line."""
    blocks = [*overlooked]
    if not blocks:
        return "y"
    output.say(blocks)
    typed = input("Do it? [y/N] ").strip()
    return typed.casefold() if typed.casefold() in ("y", "yes", "n", "no") else typed


def _with_history(keeper: Keeper[S]) -> None:
    """Arrow keys and Tab at the prompt, where the system has them."""
    if readline is None:
        return

    def complete(start: str, n: int) -> str | None:
        line = readline.get_line_buffer().lstrip()
        begin = len(line) - len(start)
        known = [*keeper.legal(), "undo", "comment ", "show", "legal", "help", "quit", "done"]
        fits = sorted({text[begin:] for text in known if text.lower().startswith(line.lower())})
        return fits[n] if n < len(fits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    for line in keeper.record.rows[-50:]:
        readline.add_history(line.strip())
