"""Reads arguments: files, standard input, JSON Lines, and what they hold: positions, recorded games, saves.

What cannot be read is a DocumentError with every fault; options that do not go together are a UsageError.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from attrs import frozen
from click.shell_completion import CompletionItem

from titan_rules.box.current_box import current, reading
from titan_rules.box.loading import beside
from titan_rules.box.value import named
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON, SIZE_LIMIT
from titan_rules.kernel.lines import Row, row_of, rows_in
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, battle_in
from titan_rules.position.knowledge import known_to
from titan_rules.position.line import Line, Position, looks_like_a_line, read_line
from titan_rules.replays import holding
from titan_rules.sentences import read_position

from . import arguments, output
from .arguments import is_file, json_lines, read_text
from .files import open_binary
from .output import Body

if TYPE_CHECKING:
    from titan_rules.deduction.seeing import Seen
    from titan_rules.replays.record import Record

NOBODY = "nobody"
"""An observer who plays no colour."""

_PATH = re.compile(r"^[.~/]|\\|\.[A-Za-z]{2,8}$")
"""Matches only file names."""


def read_json(path: str) -> JSON:
    """The JSON value in a file, or in standard input for ``-``."""
    stand_beside(path)
    return jsontext.loads(read_text(path))


def stand_beside(path: str) -> None:
    """For the rest of the command, look for the files that documents name beside this file."""
    context, folder = click.get_current_context(silent=True), os.path.dirname(path)
    if context is not None and folder:
        context.with_resource(beside(folder))


def is_line(argument: str) -> bool:
    """Whether an argument is a position on one line, and no file has that name."""
    words = len(argument.split()) > 1 and not _PATH.search(argument)
    return (words or looks_like_a_line(argument)) and not is_file(argument)


def terrain_named(argument: str) -> str | None:
    """The terrain that an argument names; None if it is a file or no terrain."""
    if not argument.isalpha() or is_file(argument):
        return None
    return current().terrain_names.find(argument)


def offering(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Shell completion by :mod:`titan_cli.completing`, imported when the shell asks."""

    def offer(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from . import completing  # noqa: PLC0415 (only a shell asks, and for that it needs every list of names)

        return completing.offered(what, bool(ctx.params.get(parameter.name or "")), incomplete)

    return offer


def with_ruleset(command: Body) -> Body:
    """Adds ``--ruleset``, ``--option NAME=VALUE`` and ``--box``."""
    box = click.option(
        "--box", metavar="NAME", expose_value=False, is_eager=True, callback=_with_box,
        help="The box, where no document names it: a name that titan box list shows, or a file.",
        shell_complete=offering("boxes"),
    )  # fmt: skip
    return box(arguments.with_readings(command))


def _with_box(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None and not context.resilient_parsing:
        context.with_resource(reading(named(name)))


def overridden(data: JSON, said: output.Settings | None = None) -> Any:
    """A document's JSON with the command line's ruleset instead of its own; a battle is fought under the game's.

    :param said: what the command line says; by default, of the running command.
    """
    changed = arguments.overridden(data, RULESETS, said)
    if changed is data or not isinstance(data, dict):
        return data
    battle = data.get("battle")
    if data.get("kind") == "battle-orders":
        return {**data, "battle": overridden(battle, said)}
    if isinstance(battle, dict):
        changed["battle"] = {key: value for key, value in battle.items() if key not in ("ruleset", "options")}
    return changed


# --- positions -------------------------------------------------------------------------------------------------------


@frozen
class Opened:
    """The content of an argument.

    :param position: in a recorded game, the one after the requested step.
    :param seen: what ``--as`` sees of a recorded game; None if everything is known.
    """

    position: Any
    seen: "Seen | None" = None


def with_viewer(command: Body) -> Body:
    """Adds ``--as`` and ``--step``."""
    step = click.option("--step", type=click.IntRange(0), metavar="N", help="Of a recorded game: after N actions.")
    help = "As this player, or nobody, can know it: of a recorded game with what can be deduced."
    return click.option("--as", "viewer", metavar="COLOR", help=help)(step(command))


def opened(
    argument: str, kinds: tuple[str, ...] = ("game", "battle"), viewer: str | None = None, step: int | None = None
) -> Opened:
    """Open a POSITION: a document, a recorded game or a save, in a file, ``-`` for standard input, or on one line.

    For the rest of the command, names are those of its box.

    :param kinds: the accepted kinds of documents.
    """
    held = _opened(argument, kinds, viewer, step)
    click.get_current_context().with_resource(reading(held.position.the_box))
    return held


def _opened(argument: str, kinds: tuple[str, ...], viewer: str | None, step: int | None) -> Opened:
    if is_line(argument):
        return _as_known(_from_line(argument, kinds), viewer, step)
    stand_beside(argument)
    with open_binary(argument) as stream:
        head = _first_line(stream)
        held = holding(head.decode(errors="replace"))
        if held:
            rows: Iterator[Row] = chain([row_of(1, head)] if head.strip() else (), rows_in(stream, 1))
            if held != "record":
                from titan_rules.importers import read_save  # noqa: PLC0415 (it needs an XML parser)

                saved = read_save(head + stream.read(SIZE_LIMIT + 1))
                if not saved.lines:
                    return _as_known(saved.game, viewer, step)
                rows = ((number, jsontext.compact(line)) for number, line in enumerate(saved.lines, 1))
            return _replayed(rows, viewer, step)
        whole = jsontext.decode(head + stream.read(SIZE_LIMIT + 1 - len(head)))
    return _as_known(_in_text(whole, kinds), viewer, step)


def battle_of(position: Game | Battle) -> Battle:
    """The battle in a position."""
    battle = battle_in(position)
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now"))
    return battle


def position_in(data: JSON, kinds: tuple[str, ...] = ("game", "battle")) -> Any:
    """A position with the command line's ruleset; of a battle with its orders, the battle."""
    if isinstance(data, dict) and data.get("kind") == "battle-orders" and isinstance(data.get("battle"), dict):
        data = data["battle"]
    return FORMAT.read(overridden(data), kinds)


def _first_line(stream: BinaryIO) -> bytes:
    """The first line that is not empty, with the empty ones before it."""
    head = b""
    while len(head) <= SIZE_LIMIT:
        line = stream.readline(SIZE_LIMIT + 1)
        head += line
        if line.strip() or not line:
            break
    return head


def opened_line(text: str, asked: bool = False) -> Line:
    """A position in a text, with what it leaves open; for the rest of the command, names are those of its box.

    :param asked: it is in our notation, and an action is asked about, as for :func:`read_line`.
    """
    line = read_line(text, asked) if asked else read_position(text)
    if output.settings().ruleset is not None or output.settings().options:
        kinds = ("game", "battle", "muster")
        line = evolve(line, position=position_in(FORMAT.to_json(line.position), kinds))
    click.get_current_context().with_resource(reading(line.position.the_box))
    return line


def _from_line(text: str, kinds: tuple[str, ...]) -> Position:
    position = opened_line(text).position
    kind = type(position).__name__.lower()
    if kind not in kinds:
        hint = "titan recruit-options tells what it may muster" if kind == "muster" else None
        raise DocumentError([Fault("wrong-kind", f"this is a {kind}, not a {' or '.join(kinds)}", hint=hint)])
    return position


def _in_text(text: str, kinds: tuple[str, ...]) -> Position:
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[") and looks_like_a_line(text.lstrip("\ufeff")):
        return _from_line(text, kinds)
    position: Position = position_in(jsontext.loads(text), kinds)
    return position


def _as_known(position: Position, viewer: str | None, step: int | None) -> Opened:
    """A position that is no recorded game, as a player may know it."""
    if step is not None:
        raise click.UsageError("--step is for recorded games, this is a position")
    if viewer is None:
        return Opened(position)
    if not isinstance(position, Game):
        raise CannotTell(Fault("usage", "--as is for games: everything in a battle is public (BATTLE-1)"))
    color = observer(position, viewer)
    if color != NOBODY and all(player.color != color for player in position.players):
        raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))
    return Opened(known_to(position, None if color == NOBODY else color))


# --- recorded games --------------------------------------------------------------------------------------------------


def record_of(path: str, rows: Iterable[Row] | None = None) -> "Record":
    """A recorded game in a file; for the rest of the command, names are those of its box.

    :param rows: its lines, if they are not to be read from the file at once.
    """
    stand_beside(path)
    try:
        return record_in(json_lines(path) if rows is None else rows)
    except DocumentError:
        if path != "-" and (is_line(path) or _is_position(path)):
            fault = Fault("wrong-kind", "this is a position, not a recorded game", hint="titan check and show read it")
            raise DocumentError([fault]) from None
        raise


def _is_position(path: str) -> bool:
    try:
        data = read_json(path)
    except DocumentError:
        return False
    return isinstance(data, dict) and data.get("kind") in FORMAT.kinds


def record_in(rows: Iterable[Row]) -> "Record":
    """A recorded game with the command line's ruleset."""
    from titan_rules.replays.record import Record  # noqa: PLC0415 (no position needs it)

    record = Record(rows)
    record.header = overridden(record.header)
    click.get_current_context().with_resource(reading(record.box))
    return record


def _replayed(rows: Iterable[Row], viewer: str | None, step: int | None) -> Opened:
    """The position after a step of a recorded game, and what ``--as`` sees of it."""
    from titan_rules.deduction.recorded import recorded  # noqa: PLC0415 (no position needs it)
    from titan_rules.deduction.seeing import Seen  # noqa: PLC0415 (as above)

    record = record_in(rows)
    history = recorded(record.lines(), record.start(), step)
    if viewer is None and history.told:
        return Opened(history.game)
    seen = Seen(history, NOBODY if viewer is None else observer(history.game, viewer))
    return Opened(seen.position, seen)


def observer(game: Game, viewer: str) -> str:
    """The colour that ``--as`` names, or ``nobody``."""
    return NOBODY if viewer.casefold() == NOBODY else game.the_box.markers.colors.canonical(viewer)
