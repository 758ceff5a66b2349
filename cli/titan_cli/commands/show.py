"""``titan show FILE``."""

from typing import TYPE_CHECKING

import click

from .. import inputs, output, recordings, terminal
from ..tables.deduced import deduced_table

if TYPE_CHECKING:
    from titan_rules.position.game import Game
    from titan_rules.position.line import Position


@click.command()
@click.argument("document", metavar="DOC", shell_complete=inputs.offering("files"))
@inputs.with_ruleset
@output.with_format
@recordings.with_step
@click.option("--as", "viewer", metavar="COLOR", help="Show a game as this player may know it.")
@click.option("--map", "drawn", is_flag=True, help="Draw the Battleland of a battle as text.")
@click.option("--line", "on_one_line", is_flag=True, help="Print it on one line, as every command reads it.")
@click.option("--tally", is_flag=True, help="Who wins if the game is stopped now, with every player's sum.")
def command(
    document: str,
    preset: str | None,
    options: tuple[str, ...],
    viewer: str | None,
    step: int | None,
    drawn: bool,
    on_one_line: bool,
    tally: bool,
) -> None:
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
    terrain = inputs.terrain_named(document)
    if terrain is not None:
        inputs.refuse(
            "is for positions, this is an empty Battleland", line=on_one_line, tally=tally, step=step, **{"as": viewer}
        )
        from titan_rules.draw.plain import battleland_text

        output.say(battleland_text(terrain, terminal.at_most(78) // 6))
        return
    from titan_rules.position.documents import FORMAT

    seen = None
    if step is not None or recordings.is_record(document):
        recording = recordings.recording(document, preset, options, step)
        seen = recordings.seen_or_told(recording, viewer)
        position = recording.game if seen is None else seen.position
    else:
        position = FORMAT.read(inputs.override_ruleset(inputs.read_json(document), preset, options))
        if viewer is not None:
            position = _as_known_to(position, viewer)
    if tally:
        inputs.refuse("does not go with --tally", line=on_one_line, map=drawn)
        _tally(position)
        return
    if drawn and not _map(position):
        raise click.UsageError("--map is for battles")
    if on_one_line:
        inputs.refuse("does not go with --line", map=drawn)
        from titan_rules.position.line import line

        click.echo(line(position))
        return

    def text() -> str:
        shown = _map(position) + _table(position) if drawn else _table(position)
        return f"{shown}\n\n{deduced_table(seen.legions.values())}" if seen is not None and seen.legions else shown

    output.emit(FORMAT.to_json(position), text)


def _as_known_to(position: "Position", viewer: str) -> "Game":
    from titan_rules.box.reading import current
    from titan_rules.kernel.errors import CannotTell, Fault
    from titan_rules.position.game import Game
    from titan_rules.position.knowledge import known_to

    color = current().markers.colors.canonical(viewer)
    if not isinstance(position, Game):
        raise CannotTell(Fault("usage", "--as is for games: everything in a battle is public (BATTLE-1)"))
    if all(player.color != color for player in position.players):
        raise CannotTell(Fault("usage", f"nobody plays {color} in this game"))
    return known_to(position, color)


def _tally(position: "Position") -> None:
    from titan_rules.answers.tally import tally_of
    from titan_rules.kernel.errors import CannotTell, Fault
    from titan_rules.position.game import Game

    if not isinstance(position, Game):
        raise CannotTell(Fault("usage", "--tally is for games (STOP-1)"))
    answer = tally_of(position)
    output.emit(answer.to_json(), lambda: "\n".join(ruling.text for ruling in answer.rulings))


def _map(position: "Position") -> str:
    from titan_rules.draw.plain import battle_text
    from titan_rules.position.game import battle_in
    from titan_rules.position.muster import Muster

    battle = None if isinstance(position, Muster) else battle_in(position)
    return battle_text(battle, terminal.at_most(78) // 6) + "\n\n" if battle is not None else ""


def _table(position: "Position") -> str:
    from ..tables.positions import table

    return table(position)
