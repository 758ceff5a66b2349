"""The prompt of ``titan play``: a game kept line by line, with completion and history."""

import click

from titan_rules.actions.grammar import FORMS
from titan_rules.kernel.errors import TitanError

from . import output
from .keeper import Keeper
from .tables.choices import played_text

HELP = """\
Type an action as its short text or in words, for example:
{forms}
undo [N]       take back the last actions
comment TEXT   write a comment on the last action
show           the position
legal          everything that is legal now
quit           leave; the file has everything"""


def prompt(keeper: Keeper) -> int:
    """Ask for actions until the player leaves; the exit code."""
    _with_history(keeper)
    output.say(played_text(keeper.play(())))
    while True:
        try:
            text = input(f"{keeper.game.active or 'titan'}> ").strip()
        except (EOFError, KeyboardInterrupt):
            click.echo()
            return output.ANSWERED
        if text in ("quit", "exit"):
            return output.ANSWERED
        if text:
            try:
                output.say(_said(keeper, text))
            except TitanError as e:
                for fault in output.faults_of(e)[:10]:
                    click.echo(output.one_line(str(fault)))


def _said(keeper: Keeper, text: str) -> str:
    word, _, rest = text.partition(" ")
    if word in ("help", "?") and not rest:
        from titan_rules.play import next_choice

        forms = [f"  {form}" for do in next_choice(keeper.game).actions for form in FORMS[do]]
        return HELP.format(forms="\n".join(forms))
    if word == "legal" and not rest:
        return "\n".join(f"  {legal}" for legal in keeper.play(()).legal)
    if word == "show" and not rest:
        from .tables.positions import table

        return table(keeper.game)
    if word == "undo" and (not rest or rest.isdecimal()):
        keeper.undo(int(rest or 1))
        return played_text(keeper.play(()))
    if word == "comment" and rest:
        keeper.comment(rest)
        return "noted"
    return played_text(keeper.play((text,)))


def _with_history(keeper: Keeper) -> None:
    """Arrow keys and Tab at the prompt, where the system has them."""
    try:
        import readline
    except ImportError:
        return

    def complete(start: str, n: int) -> str | None:
        line = readline.get_line_buffer().lstrip()
        begin = len(line) - len(start)
        known = [*keeper.play(()).legal, "undo", "comment ", "show", "legal", "help", "quit"]
        fits = sorted({text[begin:] for text in known if text.lower().startswith(line.lower())})
        return fits[n] if n < len(fits) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    for line in keeper.record.rows[-50:]:
        readline.add_history(line.strip())
