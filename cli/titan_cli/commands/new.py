"""``titan new``."""

import os

import click

from titan_rules.box.reading import current
from titan_rules.digest.rulesets import RULESETS
from titan_rules.kernel.dice import Seeded
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.position.documents import FORMAT
from titan_rules.rules.masterboard.setup import starting_game

from .. import inputs, output


@click.command("new")
@click.option("--players", type=click.IntRange(2, 12), help="How many players; by default as many as are named, or 2.")
@click.option("--seed", type=int, help="For the tower dice: the same seed gives the same game.")
@click.option("--names", metavar="ANN,BEN,...", help="The players' names.")
@click.option("--colors", metavar="RED,BLACK,...", help="Their colours, in the same order.")
@click.option("--balanced-towers", is_flag=True, help="Spread the Towers evenly: the option balanced_towers.")
@inputs.with_ruleset
@output.with_format
def command(
    players: int | None,
    seed: int | None,
    names: str | None,
    colors: str | None,
    balanced_towers: bool,
) -> None:
    """A game ready to begin, as a document of kind game: towers rolled, colours chosen, markers dealt.

    \b
    titan new --players 3 --seed 7
    titan new --names Ann,Ben --colors Red,Black --balanced-towers > game.json
    """
    said = output.settings()
    named, colored = _listed(names), [current().markers.colors.canonical(color) for color in _listed(colors)]
    count = players or len(named) or len(colored) or 2
    faults = [*_list_faults("name", named, count), *_list_faults("color", colored, count)]
    if faults:
        raise DocumentError(faults)
    overrides = dict(map(RULESETS.typed, said.options))
    if balanced_towers:
        overrides["balanced_towers"] = True
    named = named or [f"Player {n}" for n in range(1, count + 1)]
    dice = Seeded(int.from_bytes(os.urandom(4)) if seed is None else seed)
    click.echo(FORMAT.dumps(starting_game(named, dice, colored, said.ruleset or "standard", overrides)), nl=False)


def _listed(text: str | None) -> list[str]:
    return [part.strip() for part in text.split(",")] if text else []


def _list_faults(what: str, given: list[str], count: int) -> list[Fault]:
    if not given:
        return []
    faults = [Fault(f"{what}-twice", f"the {what} {word!r} is given twice") for word in given if given.count(word) > 1]
    if len(given) != count:
        faults.append(Fault(f"{what}-count", f"expected {count} {what}s, got {len(given)}"))
    if not all(given):
        faults.append(Fault(f"{what}-empty", f"a {what} is empty"))
    return faults[:1] + [fault for fault in faults[1:] if fault not in faults[:1]]
