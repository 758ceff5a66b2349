"""``titan render``: a position as a picture."""

from typing import Any

import click

from titan_rules.draw import overlays
from titan_rules.draw.battle import battle_svg, battleland_svg
from titan_rules.draw.game import game_svg
from titan_rules.draw.overlays import destinations_overlay
from titan_rules.draw.svg import WIDTH, png
from titan_rules.position.battle import Battle
from titan_rules.position.game import battle_in

from .. import arguments, inputs, output
from ..files import write_whole


@click.command("render")
@click.argument("position", metavar="POSITION | TERRAIN", shell_complete=inputs.offering("files"))
@click.option("-o", "--output", "path", metavar="FILE", help="An .svg or .png file; by default SVG to standard output.")
@click.option("--width", type=click.IntRange(50, 8000), help="The width of a PNG, in pixels.")
@click.option("--masterboard", is_flag=True, help="The Masterboard, even while a battle is fought.")
@click.option("--moves", metavar="HEX|NAME", help="Where a character may go.")
@click.option("--targets", metavar="HEX|NAME", help="Whom a character may strike: dice, Strike-number, odds to slay.")
@click.option("--sight", nargs=2, metavar="HEX HEX", help="The line of sight from hex to hex, and what blocks it.")
@click.option("--legion", metavar="MARKER", help="Where a Legion may go.")
@click.option("--roll", type=click.IntRange(1, 6), help="The Movement Roll for --legion, in place of the document's.")
@inputs.with_ruleset
@output.with_format
def command(position: str, path: str | None, width: int | None, masterboard: bool, **over: Any) -> None:
    """Draw a position: the Battleland of a battle, or the Masterboard of a game.

    POSITION is a game or a battle: a file, - for standard input, or a line. If a battle is fought in a game, the
    battle is drawn.

    \b
    titan render battle.json -o battle.svg
    titan render Brush -o brush.svg
    titan render battle.json --moves D3 -o moves.svg
    titan render battle.json --targets D3 --sight D3 D5 > targets.svg
    titan render game.json --legion Bk02 --roll 4 -o moves.png --width 1600
    """
    suffix = ".svg" if path in (None, "-") else "." + str(path).rpartition(".")[2].lower()
    if suffix not in (".svg", ".png"):
        raise click.UsageError(f"{path}: the name must end in .svg or .png")
    if suffix != ".png":
        arguments.refuse("is for .png files: an .svg has no size of its own", width=width)
    terrain, legion, roll = inputs.terrain_named(position), over["legion"], over["roll"]
    moves, targets, sight = over["moves"], over["targets"], over["sight"]
    if terrain is not None:
        arguments.refuse("is for positions, this is an empty Battleland", masterboard=masterboard, **over)
        svg = battleland_svg(terrain)
    else:
        held = inputs.opened(position).position
        battle = held if isinstance(held, Battle) else None if masterboard else battle_in(held)
        if battle is not None:
            arguments.refuse("is for pictures of the Masterboard", legion=legion, roll=roll)
            drawn = [] if moves is None else [overlays.moves_overlay(battle, moves)]
            drawn += [] if targets is None else [overlays.targets_overlay(battle, targets)]
            drawn += [] if sight is None else [overlays.sight_overlay(battle, *sight)]
            svg = battle_svg(battle, *drawn)
        else:
            arguments.refuse("is for pictures of a battle", moves=moves, targets=targets, sight=sight)
            arguments.refuse("needs --legion", roll=None if legion else roll)
            svg = game_svg(held, *([] if legion is None else [destinations_overlay(held, legion, roll)]))
    if path is None or path == "-":
        click.echo(svg, nl=False)
    else:
        write_whole(path, png(svg, width or WIDTH) if suffix == ".png" else svg.encode())
