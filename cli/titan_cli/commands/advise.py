"""``titan advise``: what might be done now."""

import click

from titan_rules.simulation.advising import advise

from .. import inputs, opening, output

MOST_TRIALS = 10_000


@click.command("advise")
@click.argument("position", metavar="POSITION", shell_complete=inputs.offering("files"))
@inputs.with_ruleset
@output.with_format
@click.option("--trials", type=click.IntRange(1, MOST_TRIALS), default=64, help="How often each way is played out.")
@click.option("--seed", default="0", help="The same seed gives the same advice.")
def command(position: str, trials: int, seed: str) -> int:
    """The three best maneuvers or strikes of the side that acts, what they are worth, and why.

    This is advice, not a ruling: each plan is scored by playing the battle out.

    \b
    titan advise battle.json
    titan advise "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
    """
    answer = advise(opening.battle_of(opening.opened(position).position), trials=trials, seed=seed)
    output.emit(answer)
    return output.ANSWERED
