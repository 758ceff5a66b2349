"""The group of subcommands, each imported only when called, and the one place that handles errors."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

import click

from titan_rules import __version__
from titan_rules.kernel.names import nearest

from . import output

if TYPE_CHECKING:
    from .brought import Brought

GROUPS: dict[str, dict[str, tuple[str, str]]] = {
    "Ask": {
        "legal-moves": ("commands.legal_moves", "Every legal split, move, muster, maneuver or strike, with its rules."),
        "check": ("commands.check", "Is one action legal, and why?"),
        "strike-odds": ("commands.strike_odds", "The exact odds of a strike, an exchange or a duel."),
        "recruit-options": ("commands.recruit_options", "What a Legion may muster in a land."),
        "resolve-battle": ("commands.resolve_battle", "Play out a battle from its orders, or simulate it."),
        "advise": (
            "commands.resolve_battle:advise",
            "The best maneuvers or strikes of a battle, and why: advice, not a ruling.",
        ),
        "deduce": ("commands.deduce", "What a Legion may hold, from what a player has seen."),
    },
    "Keep a game": {
        "play": ("commands.play", "Keep a game: judge, roll, record and explain every action."),
        "new": ("commands.documents:new", "A game ready to begin."),
        "replay": ("commands.replay", "Check a recorded game to the end."),
        "show": ("commands.show:show", "A position for people to read."),
    },
    "Look up": {
        "rules": ("commands.rules", "The rules: one by its id, or a search in plain words."),
        "scenario": ("commands.scenario", "The catalogue of disputes, and a search in it."),
        "box": ("commands.box", "The boxes: those that ship, and your own."),
        "schema": ("commands.schema", "The JSON Schema of a kind of document."),
        "example": ("commands.documents:example", "The example files that the help and the documentation name."),
    },
    "Bring and show": {
        "import": ("commands.import_", "Bring in a game saved by another program."),
        "validate": ("commands.validate", "Is a document well-formed, and its position possible?"),
        "render": ("commands.show:render", "Draw a position."),
        "serve": ("serve", "The table in the browser, on this machine."),
        "mcp": ("commands.mcp", "The referee as tools of an assistant."),
        "site": ("web.site", "The table in the browser as a web site, or in one file."),
    },
}
"""Commands by purpose: name to module and short help; the function is ``command``, or named after the colon."""

COMMANDS = {name: command for group in GROUPS.values() for name, command in group.items()}

ELSEWHERE = {
    "companion": "titan companion comes with titan-companions: pip install it, or ./companions in a checkout",
}
"""Commands that another distribution brings, and how to get it."""

COMMONEST = """\
What do you want to know?

  May this Legion muster?     titan recruit-options Jungle 2 Gargoyle Ogre
  What does this strike need? titan strike-odds "Plains: Ogre D3 / Lion D4" --from D3 --to D4
  Is this legal, and why?     titan check "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion"

titan play game.titan --players Ann,Ben keeps a game. titan --help lists every command."""


class ClosedPipe(Exception):
    """The reader has closed the output."""


def installed() -> "dict[str, Brought]":
    """The commands that other distributions bring, by name: looked up when no command of TITAN's will do."""
    brought: dict[str, Brought] = import_module(".brought", __package__).commands()
    return brought


class NearestGroup(click.Group):
    """A group that suggests its nearest command for an unknown name."""

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """Show whether a command must follow, as newer releases of click do."""
        self.subcommand_metavar = "[COMMAND] [ARGS]..." if self.invoke_without_command else "COMMAND [ARGS]..."
        return super().collect_usage_pieces(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a hint for an unknown name."""
        command = None if args[0].startswith("-") else self.get_command(ctx, args[0])
        if command is None and not args[0].startswith("-"):
            hint = nearest(args[0], self.list_commands(ctx)) or f"{ctx.command_path} --help lists the commands"
            raise click.UsageError(f"no such command: {args[0][:60]} ({hint})")
        return (command.name, command, args[1:]) if command is not None else super().resolve_command(ctx, args)


class Commands(NearestGroup):
    """The subcommands, imported by name when called."""

    def invoke(self, ctx: click.Context) -> object:
        """As click does, except that a closed pipe is not an error."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            raise ClosedPipe from None
        return result

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, and how to get a command that another distribution brings."""
        if args[0] in ELSEWHERE and args[0] not in installed():
            raise click.UsageError(ELSEWHERE[args[0]])
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, group by group."""
        return [*COMMANDS, *installed()]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The subcommand of that name."""
        command: click.Command | None = None
        if name in COMMANDS:
            module, _, attribute = COMMANDS[name][0].partition(":")
            command = getattr(import_module(f".{module}", __package__), attribute or "command")
        elif name in (others := installed()):
            command = others[name].load()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands in groups, without importing them."""
        groups = {heading: [(name, about) for name, (_, about) in some.items()] for heading, some in GROUPS.items()}
        if others := installed():
            groups["Other distributions"] = [(name, other.about) for name, other in others.items()]
        for heading, rows in groups.items():
            with formatter.section(heading):
                formatter.write_dl(rows)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="titan %(version)s", help="Show the version.")
@click.pass_context
def titan(ctx: click.Context) -> None:
    """Rulings for the board game TITAN: what is legal, what follows, and which rule says so.

    The files that the examples name come from titan example NAME, which writes one into your folder.

    \b
    titan recruit-options Jungle Gargoyle Gargoyle Ogre
    titan strike-odds Ogre Centaur
    titan check "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion"
    titan example game.json
    titan legal-moves game.json

    Your shell completes commands and names after eval "$(_TITAN_COMPLETE=bash_source titan)"; for zsh and fish say
    zsh_source or fish_source.
    """
    if ctx.invoked_subcommand is None:
        click.echo(COMMONEST)


def run(args: Sequence[str]) -> int:
    """Run one command line, and print any error as one clear line.

    :returns: the exit code: 0 answered, 1 the answer is *illegal* or *diverges*, 2 bad usage or bad document, 3 the
        action is recorded, but the output cannot be written.
    """
    _prepare_streams()
    settings = output.Settings()
    try:
        result: object = titan.main(args=list(args), prog_name="titan", standalone_mode=False, obj=settings)
    except ClosedPipe:
        _discard_output()
        return output.ANSWERED
    except output.Untold as e:
        _discard_output()
        output.note(str(e), "warning")
        return output.UNTOLD
    except Exception as e:
        if isinstance(e, OSError) and e.filename is None:
            _discard_output()  # the output could not be written
        if isinstance(e, click.UsageError) and settings.format is None:
            settings.format = output.format_said(args)
        return output.complain(e, settings)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return output.INTERRUPTED
    return result if type(result) is int else output.ANSWERED


def _prepare_streams() -> None:
    """Write JSON as UTF-8 in any locale; a terminal replaces characters it cannot show."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _Closed() if name == "stdout" else open(os.devnull, "w"))  # noqa: SIM115 (stays open)
        elif hasattr(stream, "reconfigure"):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="backslashreplace")


class _Closed(io.TextIOBase):
    """Replaces a stream that was closed when the program started."""

    def write(self, _: str) -> int:
        """Fail."""
        raise OSError(errno.EBADF, "nothing can be written, it is closed")


def _discard_output() -> None:
    """Redirect the output to nothing, so that the interpreter can flush the rest."""
    if isinstance(sys.stdout, _Closed):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
