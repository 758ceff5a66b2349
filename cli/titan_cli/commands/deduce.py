"""``titan deduce GAME``: what a Legion may hold, from what an observer has seen."""

from typing import Any

import click

from titan_rules.actions.grammar import parse, split_actions
from titan_rules.answers.deduction import Deduction, LegionDeduction, Possibility, Prior
from titan_rules.deduction.recorded import Recording
from titan_rules.kernel.names import in_numbers as characters

from .. import inputs, output, recordings, render


@click.command("deduce")
@click.argument("game", metavar="GAME", shell_complete=inputs.offering("files"))
@inputs.with_ruleset
@output.with_format
@click.option("--as", "viewer", metavar="COLOR", default="nobody", help="Who has watched; nobody plays no colour.")
@click.option("--legion", metavar="MARKER", help="Only this Legion.")
@click.option("--step", type=click.IntRange(0), metavar="N", help="After N actions; by default after the last.")
@click.option(
    "--prior",
    type=click.Choice(["counters", "splits"]),
    default="counters",
    help="Equally likely: all splits of the physical counters, or all different splits.",
)
@click.option("--could", "question", metavar="ACTION", help="Was this action possible after step N?")
def command(
    game: str,
    viewer: str,
    legion: str | None,
    step: int | None,
    prior: Any,
    question: str | None,
) -> int:
    """What can each Legion hold, from what a player or an observer has seen?

    GAME is a recorded game. A player's own Legions are left out. Which contents are possible follows from the rules
    alone. Their weights take every split of the counters as equally likely, or with --prior splits every different
    split.

    \b
    titan deduce who-left.replay.jsonl --as Red
    titan deduce who-left.replay.jsonl --as Red --legion Bk02 --step 43
    titan deduce who-left.replay.jsonl --as Red --step 44 --could "Bk02 Tro,Tro,Tro>Guardian"
    """
    recording = recordings.recording(game, step)
    color = recordings.observer(recording.game, viewer)
    if question is not None:
        inputs.refuse("does not go with --could", legion=legion)
        return _answer(recording, color, prior, question)
    wanted = None if legion is None else recording.game.the_box.markers.canonical(legion)
    answer = recording.deduce(color, prior, wanted)
    output.emit(answer, lambda: _table(answer))
    return output.ANSWERED


def _answer(recording: Recording, color: str, prior: Any, question: str) -> int:
    """Write whether an action was possible; the exit code."""
    if len(split_actions(question)) > 1:
        raise click.UsageError("--could takes one action")
    found = recording.could(parse(question, recording.game), color, prior)
    output.emit(found, lambda: _verdict(found))
    return output.ANSWERED if found.verdict == "possible" else output.NEGATIVE


def _verdict(found: Possibility) -> str:
    head = f"{found.text}: {found.verdict}"
    if found.verdict == "possible":
        head += f", {found.weight} ({_weighing(found.prior)})"
    return f"{head}\n{output.rulings(found.rulings)}"


def _weighing(prior: Prior) -> str:
    if prior == "splits":
        return "every different split equally likely"
    return "every split of the counters equally likely"


def _table(answer: Deduction) -> str:
    """A deduction for people."""
    whose = "an observer" if answer.color == "nobody" else answer.color
    head = f"What {whose} can know after step {answer.step}; {_weighing(answer.prior)}"
    return "\n\n".join([head, *map(_legion, answer.legions)])


def _legion(legion: LegionDeduction) -> str:
    head = f"{legion.legion}, height {legion.height}"
    if len(legion.contents) == 1:
        return f"{head}: {characters(legion.certain)}\n{output.rulings(legion.rulings)}"
    least = characters(legion.certain) or "nothing"
    return f"{head}; for certain: {least}\n{render.table(legion.contents)}\n{output.rulings(legion.rulings)}"
