"""``titan show FILE``."""

from collections.abc import Iterator

import click

from titan_rules.answers.deduction import listed
from titan_rules.answers.tally import tally_of
from titan_rules.draw.plain import battle_text, battleland_text
from titan_rules.kernel.blocks import Block
from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.kernel.layout import at_most
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game, battle_in
from titan_rules.position.line import Position, line
from titan_rules.position.muster import Muster

from .. import arguments, inputs, output
from ..positions import blocks


@click.command("show")
@click.argument("position", metavar="POSITION | TERRAIN", shell_complete=inputs.offering("files"))
@inputs.with_ruleset
@output.with_format
@inputs.with_viewer
@click.option("--map", "drawn", is_flag=True, help="Draw the Battleland of a battle as text.")
@click.option("--line", "on_one_line", is_flag=True, help="Print it on one line, as every command reads it.")
@click.option("--tally", is_flag=True, help="Who wins if the game is stopped now, with every player's sum.")
def command(position: str, viewer: str | None, step: int | None, drawn: bool, on_one_line: bool, tally: bool) -> None:
    """A position for people to read: a game, a battle, a Legion that may muster, or an empty Battleland.

    With --format json it is the document itself, completed and in its canonical form. Of a recorded game it is the
    position after its last step, or --step N; with --as Red, what Red can deduce of the other players' Legions stands
    beside what Red has seen.

    \b
    titan show game.json
    titan show game.json --as Red
    titan show who-left.replay.jsonl --as Red --step 43
    titan show battle.json --line
    titan new --players 3 | titan show - --tally
    titan show "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3" --map
    titan show Brush
    """
    terrain = inputs.terrain_named(position)
    if terrain is not None:
        arguments.refuse(
            "is for positions, this is an empty Battleland", line=on_one_line, tally=tally, step=step, **{"as": viewer}
        )
        output.say(battleland_text(terrain, at_most(78) // 6))
        return
    held = inputs.opened(position, ("game", "battle", "muster"), viewer, step)
    shown, seen = held.position, held.seen
    if tally:
        arguments.refuse("does not go with --tally", line=on_one_line, map=drawn)
        if not isinstance(shown, Game):
            raise CannotTell(Fault("usage", "--tally is for games (STOP-1)"))
        output.emit(tally_of(shown))
        return
    if drawn and not map_of(shown):
        raise click.UsageError("--map is for battles")
    if on_one_line:
        arguments.refuse("does not go with --line", map=drawn)
        click.echo(line(shown))
        return

    def text() -> Iterator[Block]:
        yield from (map_of(shown) if drawn else "", "", *blocks(shown), "")
        if seen is not None and seen.legions:
            yield listed(seen.legions.values())

    output.emit(FORMAT.to_json(shown), text)


def map_of(position: Position) -> str:
    """The Battleland of a battle as text, with who stands where; nothing if there is no battle."""
    battle = None if isinstance(position, Muster) else battle_in(position)
    return "" if battle is None else battle_text(battle, at_most(78) // 6)
