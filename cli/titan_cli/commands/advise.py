"""``titan advise``: what might be done now."""

import click

from .. import inputs, output

MOST_TRIALS = 10_000


@click.command("advise")
@click.argument("document", metavar="BATTLE", shell_complete=inputs.offering("files"))
@inputs.with_ruleset
@output.with_format
@click.option("--trials", type=click.IntRange(1, MOST_TRIALS), default=64, help="How often each way is played out.")
@click.option("--seed", default="0", help="The same seed gives the same advice.")
def command(document: str, preset: str | None, options: tuple[str, ...], trials: int, seed: str) -> int:
    """The three best maneuvers or strikes of the side that acts, what they are worth, and why.

    This is advice and no ruling: it comes from playing the battle on in the mind.

    \b
    titan advise battle.json
    titan advise "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
    """
    from titan_rules.position.documents import FORMAT
    from titan_rules.simulation.advising import advise

    battle = FORMAT.read(inputs.override_ruleset(inputs.read_json(document), preset, options), ("battle",))
    found = advise(battle, trials=trials, seed=seed)
    from ..tables.advice import table

    output.emit(found, lambda: table(found))
    return output.ANSWERED
