"""``titan deduce GAME``: what a Legion may hold, from what an observer has seen."""

import click

from titan_rules.answers.deduction import Prior
from titan_rules.deduction.recorded import recorded
from titan_rules.text.parsing import parse, split_actions

from .. import arguments, inputs, output
from ..recorded import record_of


@inputs.position_command("deduce", "GAME")
@click.option("--as", "viewer", metavar="COLOR", default="nobody", help="The observer; nobody is a spectator.")
@click.option("--legion", metavar="MARKER", help="Only this Legion.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="After N actions; by default after the last.")
@click.option(
    "--prior", type=click.Choice(["counters", "splits"]), default="counters",
    help="What is equally likely: all splits of the physical counters, or all different splits.",
)  # fmt: skip
@arguments.with_largest
@click.option("--could", "question", metavar="ACTION", help="Was this action possible after step N?")
def command(
    position: str, viewer: str, legion: str | None, step: int | None, prior: Prior, question: str | None
) -> int:
    """What can each Legion hold, from what a player or an observer has seen?

    GAME is a recorded game. A player's own Legions are left out. The rules alone decide which contents are possible.
    For their weights, every split of the counters is equally likely, or with --prior splits every different split.

    \b
    titan deduce who-left.replay.jsonl --as Red
    titan deduce who-left.replay.jsonl --as Red --legion Bk02 --step 43
    titan deduce who-left.replay.jsonl --as Red --step 44 --could "Bk02 Tro,Tro,Tro>Guardian"
    """
    record = record_of(position)
    recording = recorded(record.lines(), record.game(), step)
    color = inputs.observer(recording.game, viewer)
    if question is not None:
        arguments.refuse("does not go with --could", legion=legion)
        if len(split_actions(question)) > 1:
            raise click.UsageError("--could takes one action")
        return output.emit(recording.could(parse(question, recording.game), color, prior))
    wanted = None if legion is None else recording.game.the_box.markers.canonical(legion)
    return output.emit(recording.deduce(color, prior, wanted))
