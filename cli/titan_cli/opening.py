"""Opens an argument: a position as a document or on one line, a recorded game, or another program's save."""

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any, BinaryIO

import click
from attrs import frozen

from titan_rules.box.current_box import reading
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

from . import inputs, output
from .output import Body

if TYPE_CHECKING:
    from titan_rules.deduction.seeing import Seen

HINTS = {"muster": "titan recruit-options tells what it may muster"}
"""Other uses of a position on one line, by its kind."""


@frozen
class Opened:
    """The content of an argument.

    :param position: in a recorded game, the one after the requested step.
    :param seen: what ``--as`` sees of a recorded game; None if everything is known.
    """

    position: Any
    seen: "Seen | None" = None


def with_step(command: Body) -> Body:
    """Adds ``--step``."""
    step = click.option("--step", type=click.IntRange(0), metavar="N", help="Of a recorded game: after N actions.")
    return step(command)


def with_viewer(command: Body) -> Body:
    """Adds ``--as`` and ``--step``."""
    help = "As this player, or nobody, can know it: of a recorded game with what can be deduced."
    return click.option("--as", "viewer", metavar="COLOR", help=help)(with_step(command))


def opened(
    argument: str, kinds: tuple[str, ...] = ("game", "battle"), viewer: str | None = None, step: int | None = None
) -> Opened:
    """Open a POSITION: a document, a recorded game or a save, in a file, ``-`` for standard input, or on one line.

    For the rest of the command, names are those of its box.

    :param kinds: the accepted kinds of documents.
    :raises DocumentError: it cannot be read, or is none of these.
    """
    held = _opened(argument, kinds, viewer, step)
    click.get_current_context().with_resource(reading(held.position.the_box))
    return held


def _opened(argument: str, kinds: tuple[str, ...], viewer: str | None, step: int | None) -> Opened:
    if inputs.is_line(argument):
        return _as_known(_from_line(argument, kinds), viewer, step)
    inputs.stand_beside(argument)
    with inputs.open_binary(argument) as stream:
        head = _first_line(stream)
        held = holding(head.decode(errors="replace"))
        if held:
            from . import recordings  # noqa: PLC0415 (replays and deduction, which no position needs)

            rows: Iterator[Row] = chain([row_of(1, head)] if head.strip() else (), rows_in(stream, 1))
            if held != "record":
                from titan_rules.importers import read_save  # noqa: PLC0415 (it needs an XML parser)

                saved = read_save(head + stream.read(SIZE_LIMIT + 1))
                if not saved.lines:
                    return _as_known(saved.game, viewer, step)
                rows = ((number, jsontext.compact(line)) for number, line in enumerate(saved.lines, 1))
            return Opened(*recordings.replayed(rows, viewer, step))
        whole = jsontext.decode(head + stream.read(SIZE_LIMIT + 1 - len(head)))
    return _as_known(_in_text(whole, kinds), viewer, step)


def battle_of(position: Game | Battle) -> Battle:
    """The battle in a position.

    :raises CannotTell: there is none.
    """
    battle = battle_in(position)
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now"))
    return battle


def read(data: JSON, kinds: tuple[str, ...] = ("game", "battle")) -> Any:
    """A position with the command line's ruleset; of a battle with its orders, the battle."""
    if isinstance(data, dict) and data.get("kind") == "battle-orders" and isinstance(data.get("battle"), dict):
        data = data["battle"]
    return FORMAT.read(inputs.overridden(data), kinds)


def _first_line(stream: BinaryIO) -> bytes:
    """The first line that is not empty, with the empty ones before it."""
    head = b""
    while len(head) <= SIZE_LIMIT:
        line = stream.readline(SIZE_LIMIT + 1)
        head += line
        if line.strip() or not line:
            break
    return head


def opened_line(text: str, acting: frozenset[str] | None = None) -> Line:
    """A position on one line, with what it leaves open; for the rest of the command, names are those of its box.

    :param acting: who acts in it, as for :func:`read_line`.
    """
    line = read_line(text, acting)
    if output.settings().ruleset is not None or output.settings().options:
        kinds = ("game", "battle", "muster")
        line = evolve(line, position=read(FORMAT.to_json(line.position), kinds))
    click.get_current_context().with_resource(reading(line.position.the_box))
    return line


def _from_line(text: str, kinds: tuple[str, ...]) -> Position:
    position = opened_line(text).position
    if type(position).__name__.lower() not in kinds:
        expected = " or ".join(kinds)
        kind = type(position).__name__.lower()
        raise DocumentError([Fault("wrong-kind", f"this is a {kind}, not a {expected}", hint=HINTS.get(kind))])
    return position


def _in_text(text: str, kinds: tuple[str, ...]) -> Position:
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[") and looks_like_a_line(text.lstrip("\ufeff")):
        return _from_line(text, kinds)
    position: Position = read(jsontext.loads(text), kinds)
    return position


def _as_known(position: Position, viewer: str | None, step: int | None) -> Opened:
    """A position that is no recorded game, as a player may know it."""
    if step is not None:
        raise click.UsageError("--step is for recorded games, this is a position")
    if viewer is None:
        return Opened(position)
    if not isinstance(position, Game):
        raise CannotTell(Fault("usage", "--as is for games: everything in a battle is public (BATTLE-1)"))
    color = inputs.color_in(position, viewer)
    if color is not None and all(player.color != color for player in position.players):
        raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))
    return Opened(known_to(position, color))
