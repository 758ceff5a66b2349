"""Reads arguments of TITAN's commands: a position, typed or in a file of any kind, under the chosen ruleset.

Bad input raises DocumentError with every fault; options that do not go together raise UsageError.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from titan_rules.box.current_box import current, use_box
from titan_rules.box.loading import beside, shipped
from titan_rules.box.value import named
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel import jsontext
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.ports import port
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.files import AnyPosition, looks_like_a_line
from titan_rules.position.game import Game, battle_in
from titan_rules.position.knowledge import known_to
from titan_rules.replays import holding

from . import arguments, output
from .arguments import is_file, offering, with_options
from .output import Body

if TYPE_CHECKING:
    from titan_rules.deduction.observer_view import ObserverView
    from titan_rules.text.positions import Line

POSITION = ("game", "battle")
NOBODY = "nobody"
"""An observer who plays no colour."""

_PATH = re.compile(r"^[.~/]|\\|\.[A-Za-z]{2,8}$")
"""Matches only file names."""


@port
def read_line(text: str, asked: bool = False) -> "Line":
    """A position on one line, with what it leaves open; see :func:`titan_rules.text.positions.read_line`."""
    raise NotImplementedError


@frozen
class Opened:
    """The content of an argument.

    :param position: in a recorded game, the one after the requested step.
    :param seen: what ``--as`` sees of a recorded game; None if everything is known.
    """

    position: Any
    seen: "ObserverView | None" = None


def is_line(argument: str) -> bool:
    """Whether an argument is a position on one line, and no file has that name."""
    words = len(argument.split()) > 1 and not _PATH.search(argument)
    return (words or looks_like_a_line(argument)) and not is_file(argument)


def terrain_named(argument: str) -> str | None:
    """The terrain that an argument names; None if it is a file or no terrain."""
    if not argument.isalpha() or is_file(argument):
        return None
    return current().terrain_names.find(argument)


def stand_beside(path: str) -> None:
    """For the rest of the command, look beside this file for files that documents name."""
    context, folder = click.get_current_context(silent=True), os.path.dirname(path)
    if context is not None and folder:
        context.with_resource(beside(folder))


def read_json(path: str) -> JSON:
    """The JSON value in a file, or in standard input for ``-``.

    :raises DocumentError: there is none; a recorded game or a save is called so.
    """
    stand_beside(path)
    text = arguments.read_text(path)
    try:
        return jsontext.loads(text)
    except DocumentError:
        if held := HELD.get(holding(text)):
            what = "standard input" if path == "-" else path
            raise DocumentError([Fault("wrong-kind", f"{what} holds {held}, not one document of JSON")]) from None
        raise


HELD: Mapping[str, str] = {
    "record": "a recorded game", "snapshot": "a save of Colossus", "save": "a save of Slugathon",
}  # fmt: skip
"""What a file holds that is no document of JSON."""


# --- options ---------------------------------------------------------------------------------------------------------


def _with_box(context: click.Context, _: click.Parameter, name: str | None) -> None:
    if name is not None and not context.resilient_parsing:
        context.with_resource(use_box(named(name)))


with_box: Callable[[Body], Body] = click.option(
    "--box", metavar="NAME", expose_value=False, is_eager=True, callback=_with_box,
    help="The box, if no document names one: a name that titan box list shows, or a file.",
    shell_complete=offering(shipped, files=True),
)  # fmt: skip
"""Adds ``--box``."""

with_ruleset: Callable[[Body], Body] = with_options(with_box, arguments.with_readings)
"""Adds ``--ruleset``, ``--option NAME=VALUE`` and ``--box``."""

with_viewer: Callable[[Body], Body] = with_options(
    click.option(
        "--as", "viewer", metavar="COLOR",
        help="As this player, or nobody, can know it: of a recorded game with what can be deduced.",
    ),
    click.option("--step", type=click.IntRange(0), metavar="N", help="Of a recorded game: after N actions."),
)  # fmt: skip
"""Adds ``--as`` and ``--step``."""


def position_command(
    name: str,
    metavar: str = "POSITION",
    *typed: Callable[[], Iterable[str]],
    lines: bool = False,
    viewer: bool = False,
    formats: Sequence[str] = ("json", "table"),
) -> Callable[[Callable[..., object]], click.Command]:
    """A command about a position, with the argument and the options that all such commands have.

    :param typed: positions that may be typed, for the shell's completion.
    :param lines: it takes ``--lines``.
    :param viewer: it takes ``--as`` and ``--step``.
    :param formats: the values of ``--format``.
    """
    argument = click.argument("position", metavar=metavar, shell_complete=offering(*typed, files=True))
    more = [*([arguments.with_lines] if lines else []), *([with_viewer] if viewer else [])]
    options = with_options(argument, partial(output.with_format, formats=formats), with_ruleset, *more)
    return lambda command: click.command(name)(options(command))


def overridden(data: JSON, said: output.Settings | None = None) -> Any:
    """A document's JSON with the command line's ruleset instead of its own; a battle is fought under the game's.

    :param said: the command line's settings; by default those of the running command.
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


def battle_of(position: Game | Battle) -> Battle:
    """The battle in a position."""
    battle = battle_in(position)
    if battle is None:
        raise CannotTell(Fault("no-battle", "nobody fights in this game now"))
    return battle


def position_in(data: JSON, kinds: tuple[str, ...] = POSITION) -> Any:
    """A position with the command line's ruleset; from a battle with its orders, the battle."""
    if isinstance(data, dict) and data.get("kind") == "battle-orders" and isinstance(data.get("battle"), dict):
        data = data["battle"]
    return FORMAT.read(overridden(data), kinds)


def opened_line(text: str, asked: bool = False) -> "Line":
    """A position in a text, with what it leaves open; for the rest of the command, names are those of its box.

    :param asked: it is in our notation, and an action is asked about.
    """
    line = read_line(text, asked)
    if output.settings().ruleset is not None or output.settings().options:
        line = evolve(line, position=position_in(FORMAT.to_json(line.position), (*POSITION, "muster")))
    click.get_current_context().with_resource(use_box(line.position.the_box))
    return line


def observer(game: Game, viewer: str) -> str:
    """The colour that ``--as`` names, or ``nobody``."""
    return NOBODY if viewer.casefold() == NOBODY else game.color_of(viewer)


def from_line(text: str, kinds: tuple[str, ...]) -> AnyPosition:
    """The position on one line, of an accepted kind."""
    position = opened_line(text).position
    kind = type(position).__name__.lower()
    if kind not in kinds:
        hint = "titan recruit-options tells what it may muster" if kind == "muster" else None
        raise DocumentError([Fault("wrong-kind", f"this is a {kind}, not a {' or '.join(kinds)}", hint=hint)])
    return position


def in_text(text: str, kinds: tuple[str, ...]) -> AnyPosition:
    """The position in a file's text."""
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[") and looks_like_a_line(text.lstrip("\ufeff")):
        return from_line(text, kinds)
    position: AnyPosition = position_in(jsontext.loads(text), kinds)
    return position


def as_known(position: AnyPosition, viewer: str | None, step: int | None) -> Opened:
    """A position, not a recorded game, as a player may know it."""
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
