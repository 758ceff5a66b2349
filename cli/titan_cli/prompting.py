"""The prompt of ``titan play``: a game kept line by line, with completion and history."""

from collections.abc import Iterable

import click

from titan_rules.actions.grammar import FORMS
from titan_rules.kernel.blocks import Block, Why
from titan_rules.kernel.errors import TitanError
from titan_rules.kernel.rulings import Ruling
from titan_rules.kernel.wording import one_line
from titan_rules.play import Next, next_choice

from . import output
from .commands.show import map_of
from .keeper import Keeper
from .positions import blocks

try:
    import readline
except ImportError:  # no such thing on this system: the prompt does without
    readline = None  # type: ignore[assignment]

COMMANDS = """\
done           whatever ends this phase; fight, concede, no more do as they say
undo [N]       take back the last actions
comment TEXT   write a comment on the last action
show           the position, with the map of a battle
legal          everything that is legal now
quit           leave; the file has everything"""

HELP = "Type an action as its short text or in words, several in a line with ; between them, for example:"


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
            return [drawn, "", *blocks(keeper.game)]
        case "undo" if not rest or rest.isdecimal():
            keeper.undo(int(rest or 1))
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
    """What comes of actions, and whose choice it is then."""
    return keeper.play(texts).blocks()


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
