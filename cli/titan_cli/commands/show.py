"""``titan show`` and ``titan render``: a position for people to read, as text or as a picture."""

from collections.abc import Iterator
from typing import Any

import click

from titan_rules.answers.deduction import listed
from titan_rules.answers.documents import tally_of
from titan_rules.answers.public_sheet import public_sheet
from titan_rules.draw import overlays
from titan_rules.draw.battle import battle_svg, battleland_svg
from titan_rules.draw.game import game_svg
from titan_rules.draw.plain import battleland_text
from titan_rules.draw.svg import WIDTH, png
from titan_rules.kernel.blocks import Block
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.layout import at_most
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.text.positions import line

from .. import arguments, inputs, output
from ..files import write_whole
from ..opening import opened
from ..positions import blocks, board_of, map_of


@inputs.position_command("show", "POSITION | TERRAIN", viewer=True, formats=("json", "table", "markdown"))
@click.option("--map", is_flag=True, help="Draw the Battleland of a battle, or the Masterboard, as text.")
@click.option("--line", is_flag=True, help="Print it on one line, as every command reads it.")
@click.option("--tally", is_flag=True, help="Who wins if the game is stopped now, with every player's sum.")
@click.option("--public", is_flag=True, help="The moderator's sheet: what everybody, or --as, may know.")
def show(position: str, viewer: str | None, step: int | None, **asked: bool) -> None:
    """A position for people to read: a game, a battle, a Legion that may muster, or an empty Battleland.

    With --format json it is the document itself, completed and in its canonical form. For a recorded game it is
    the position after its last step, or --step N. With --as Red you also see what Red can deduce about the other
    players' Legions.

    \b
    titan show game.json
    titan show game.json --as Red
    titan show who-left.replay.jsonl --as Red --step 43
    titan show game.json --public --as Red --format markdown
    titan show battle.json --line
    titan new --players 3 | titan show - --tally
    titan show "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3" --map
    titan show Brush
    """
    markdown = output.settings().format == "markdown"
    ways = [f"--{name}" for name, chosen in asked.items() if chosen]
    if len(ways) > 1:
        raise click.UsageError(f"{ways[1]} does not go with {ways[0]}")
    if markdown and not asked["public"]:
        raise click.UsageError("--format markdown is for --public")
    terrain = inputs.terrain_named(position)
    if terrain is not None:
        given = {"line": asked["line"], "tally": asked["tally"], "public": asked["public"], "step": step, "as": viewer}
        arguments.refuse("is for positions, this is an empty Battleland", **given)
        output.say(battleland_text(terrain, at_most(78) // 6))
        return
    held = opened(position, ("game", "battle", "muster"), viewer, step)
    shown, seen = held.position, held.seen
    if asked["tally"]:
        output.emit(tally_of(_game(shown, "--tally is for games (STOP-1)")))
        return
    if asked["public"]:
        game = _game(shown, "--public is for games: everything in a battle is public (BATTLE-1)")
        color = None if viewer is None or viewer.casefold() == inputs.NOBODY else inputs.observer(game, viewer)
        sheet = public_sheet(game, color)
        output.say(sheet.markdown()) if markdown else output.emit(sheet)
        return
    drawn = (map_of(shown) or board_of(shown)) if asked["map"] else ""
    if asked["map"] and not drawn:
        raise click.UsageError("--map is for battles and games")
    if asked["line"]:
        click.echo(line(shown))
        return

    def text() -> Iterator[Block]:
        yield from (drawn, "", *blocks(shown), "")
        if seen is not None and seen.legions:
            yield listed(seen.legions.values())

    output.emit(FORMAT.to_json(shown), text)


def _game(position: object, message: str) -> Game:
    """The game in a position.

    :raises CannotTell: it is none, with this message.
    """
    if not isinstance(position, Game):
        raise CannotTell(Fault("usage", message))
    return position


@inputs.position_command("render", "POSITION | TERRAIN", viewer=True)
@click.option("-o", "--output", "path", metavar="FILE", help="An .svg or .png file; by default SVG to standard output.")
@click.option("--width", type=click.IntRange(50, 8000), help="The width of a PNG, in pixels.")
@click.option("--masterboard", is_flag=True, help="The Masterboard, even while a battle is fought.")
@click.option("--moves", metavar="HEX|NAME", help="Where a character may go.")
@click.option("--targets", metavar="HEX|NAME", help="Whom a character may strike: dice, Strike-number, odds to slay.")
@click.option("--sight", nargs=2, metavar="HEX HEX", help="The line of sight from hex to hex, and what blocks it.")
@click.option("--legion", metavar="MARKER", help="Where a Legion may go.")
@click.option("--roll", type=click.IntRange(1, 6), help="The Movement Roll for --legion, in place of the document's.")
def render(
    position: str, viewer: str | None, step: int | None, path: str | None, width: int | None, **over: Any
) -> None:
    """Draw a position: the Battleland of a battle, or the Masterboard of a game.

    POSITION is a game or a battle: a file, - for standard input, or a line. If a battle is fought in a game, the
    battle is drawn.

    \b
    titan render battle.json -o battle.svg
    titan render Brush -o brush.svg
    titan render battle.json --moves D3 -o moves.svg
    titan render battle.json --targets D3 --sight D3 D5 > targets.svg
    titan render game.json --legion Bk02 --roll 4 -o moves.png --width 1600
    titan render game.json --as nobody -o public.svg
    """
    suffix = ".svg" if path in (None, "-") else "." + str(path).rpartition(".")[2].lower()
    if suffix not in (".svg", ".png"):
        raise click.UsageError(f"{path}: the name must end in .svg or .png")
    if suffix != ".png":
        arguments.refuse("is for .png files: an .svg has no size of its own", width=width)
    terrain = inputs.terrain_named(position)
    if terrain is not None:
        arguments.refuse("is for positions, this is an empty Battleland", **over, step=step, **{"as": viewer})
        svg = battleland_svg(terrain)
    else:
        svg = _drawn(opened(position, viewer=viewer, step=step).position, **over)
    if path is None or path == "-":
        click.echo(svg, nl=False)
    else:
        write_whole(path, png(svg, width or WIDTH) if suffix == ".png" else svg.encode())


def _drawn(
    position: Game | Battle, masterboard: bool, moves: str | None, targets: str | None, sight: tuple[str, str] | None,
    legion: str | None, roll: int | None,
) -> str:  # fmt: skip
    if isinstance(position, Game) and (masterboard or position.battle is None):
        arguments.refuse("is for pictures of a battle", moves=moves, targets=targets, sight=sight)
        arguments.refuse("needs --legion", roll=None if legion else roll)
        return game_svg(position, *([overlays.destinations_overlay(position, legion, roll)] if legion else []))
    arguments.refuse("is for pictures of the Masterboard", legion=legion, roll=roll)
    battle = inputs.battle_of(position)
    drawn = [] if moves is None else [overlays.moves_overlay(battle, moves)]
    drawn += [] if targets is None else [overlays.targets_overlay(battle, targets)]
    drawn += [] if sight is None else [overlays.sight_overlay(battle, *sight)]
    return battle_svg(battle, *drawn)
