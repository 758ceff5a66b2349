"""``titan strike-odds``: the exact odds of strikes, exchanges and duels."""

import os
from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

import click

from titan_rules.answers.duel_odds import DuelAnswer
from titan_rules.answers.strike_odds import StrikeAnswer
from titan_rules.box.hexes import hex_names
from titan_rules.box.names import CharacterName
from titan_rules.box.reading import current
from titan_rules.digest.rulesets import RULESETS, ruleset
from titan_rules.kernel.jsontext import JSON
from titan_rules.kernel.wording import article
from titan_rules.odds.battle_answers import battle_answer
from titan_rules.odds.duel_answers import table_answer
from titan_rules.odds.duel_positions import battle_duel
from titan_rules.odds.level_ground import AROUND, TARGET, level_battle
from titan_rules.odds.positions import Declaration
from titan_rules.position.battle import Battle, Combatant

from .. import inputs, opening, output
from . import strike_odds_placed as placed
from .strike_odds_given import Given, dice, only, refuse, split

Answer: TypeAlias = StrikeAnswer | DuelAnswer

OF_NAMED = ("terrain", "hits", "striker_hits", "score", "target_score")
"""Options about named characters."""


@click.command("strike-odds")
@click.argument(
    "what", nargs=-1, metavar="[POSITION | STRIKER... TARGET]", shell_complete=inputs.offering("characters")
)
@click.option(
    "--from",
    "strikers",
    metavar="HEX[,HEX...]",
    shell_complete=inputs.offering("hexes"),
    help="The striker, or several: hexes, or names where clear.",
)
@click.option("--to", "target", metavar="HEX", shell_complete=inputs.offering("hexes"), help="The target.")
@click.option("--strike-number", type=int, metavar="N", help="A higher Strike-number, taken to carry over (CARRY-2).")
@click.option("--dice-count", type=int, metavar="N", help="Fewer dice, taken to carry over (CARRY-2).")
@click.option("--carry-to", metavar="HEX[,HEX...]", help="Whom to carry over to, in order.")
@click.option(
    "--best", type=click.Choice(["slain", "points"]), help="Take the dice and carries that are best for this."
)
@click.option("--exchange", is_flag=True, help="Add the strikeback of this phase.")
@click.option("--dice", "roll", metavar="N,N,...", help="Dice already rolled: what they did.")
@click.option("--duel", is_flag=True, help="Both strike in every Strike Phase to the end; alone: the whole table.")
@click.option(
    "--terrain",
    metavar="NAME",
    shell_complete=inputs.offering("terrains"),
    help="The Battleland, for named characters; with --from and --to.",
)
@click.option("--hits", type=click.IntRange(min=0), help="Hits that the named target has taken.")
@click.option("--striker-hits", type=click.IntRange(min=0), help="Hits that the named striker has taken.")
@click.option("--score", type=click.IntRange(0, 99_999), help="Of a named Titan's owner.")
@click.option("--target-score", type=click.IntRange(0, 99_999), help="Of a target Titan's owner, where it differs.")
@inputs.with_lines
@output.with_format
@inputs.with_ruleset
def command(
    what: tuple[str, ...],
    lines: bool,
    duel: bool,
    **options_given: object,
) -> int:
    """The exact odds of a strike, an exchange or a duel.

    Ask by the names of the characters, the target last: they stand on level ground. Or ask about a POSITION, a battle
    or a game in one: a file of any kind that holds one, - for standard input, or a line.

    \b
    titan strike-odds Ogre Centaur
    titan strike-odds Ogre Centaur --terrain Brush --from D3 --to D2
    titan strike-odds battle.json --from D3 --to D4 --carry-to E3
    titan strike-odds battle.json --from D3,C3 --to D4 --exchange
    titan strike-odds Ogre Centaur --dice 6,6,4,2,1,1
    titan strike-odds --duel Centaur Gargoyle
    titan strike-odds --duel

    --dice tells what a roll did: hits beyond what slays the target go to those
    named by --carry-to, in that order; without it they are left over, and the
    answer says to whom they may still be carried.
    """
    typed = {name: value for name, value in options_given.items() if value is not None and value is not False}
    if "roll" in typed:
        typed["roll"] = dice(str(typed["roll"]))
    given = cast(Given, typed)  # click has read each by its kind
    if duel:
        only(given, "--duel", "strikers", "target", *OF_NAMED)
    if len(what) > 1:
        if lines:
            raise click.UsageError("--lines reads documents, not names")
        answer = _named(what, duel, given)
    elif what:
        return _position(what[0], lines, duel, given)
    elif duel and not given and not lines:
        answer = table_answer()
    else:
        raise click.UsageError("who strikes whom? Give a battle, or a striker and a target")
    return _emit(answer)


def _emit(answer: Answer) -> int:
    output.emit(answer)
    return output.NEGATIVE if refused(answer) else output.ANSWERED


def refused(answer: Answer) -> bool:
    """Whether what was asked about may not be done."""
    return getattr(answer, "verdict", None) == "illegal"


def _position(path: str, lines: bool, duel: bool, given: Given) -> int:
    refuse(given, "is for named characters, a position says it", *OF_NAMED)
    _perhaps_a_name(path)
    answer = asking(duel, given)
    if not lines:
        return _emit(answer(opening.battle_of(opening.opened(path).position)))
    refusals = []

    def one(data: JSON) -> Answer:
        found = answer(opening.battle_of(opening.read(data)))
        if refused(found):
            refusals.append(found)
        return found

    code = inputs.answer_lines(path, one)
    return output.NEGATIVE if code == output.ANSWERED and refusals else code


def _perhaps_a_name(path: str) -> None:
    """Say what is missing where a single name was typed."""
    if path != "-" and not os.path.exists(path) and current().character_names.find(path):
        raise click.UsageError(f"missing target: who does the {current().character_names.canonical(path)} strike?")


def asking(duel: bool, given: Given) -> Callable[[Battle], Answer]:
    """What to ask of each battle, by the options of the command line.

    :raises UsageError: they do not go together.
    """
    strikers, target = split(given.get("strikers")), given.get("target")
    if duel:
        if len(strikers) != 1 or target is None:
            raise click.UsageError("a duel in a document is between --from and --to")
        return lambda battle: battle_duel(battle, strikers[0], target)
    declaration = _declaration(given)
    if len(strikers) != 1 or target is None:
        refuse(given, "needs one striker and one target", "strike_number", "dice_count", "best", "roll")
    if not strikers or target is None:
        refuse(given, "needs --from and --to", "carry_to", "exchange")
    return lambda battle: battle_answer(
        battle, strikers, target, declaration, exchange=given.get("exchange", False), roll=given.get("roll")
    )


def _declaration(given: Given) -> Declaration:
    if "best" in given:
        refuse(given, "and --best exclude each other", "strike_number", "dice_count", "carry_to")
    return Declaration(
        strike_number=given.get("strike_number"),
        dice_count=given.get("dice_count"),
        carry_to=tuple(map(hex_names.canonical, split(given.get("carry_to")))),
        aim=given.get("best"),
    )


def _named(what: Sequence[str], duel: bool, given: Given) -> Answer:
    """The answer about characters given by name, the target last."""
    names = [current().character_names.canonical(name) for name in what]
    _refuse_scores_of_nobody(names, given)
    if duel and len(names) > 2:
        raise click.UsageError("a duel is between two")
    if len(names) > 2:
        refuse(given, "needs one striker", "strike_number", "dice_count", "best", "roll", "striker_hits")
    refuse(given, "needs a position: nobody else is in contact", "carry_to")
    said = output.settings()
    if said.ruleset is not None or said.options:
        ruleset(said.ruleset or "standard", dict(map(RULESETS.typed, said.options)))
    if given.keys() & {"terrain", "strikers", "target", "strike_number", "dice_count"}:
        return placed.answer(names, duel, given)
    return _level(names, duel, given)


def _refuse_scores_of_nobody(names: Sequence[CharacterName], given: Given) -> None:
    """Refuse a score where no Titan has one."""
    titans = [current().characters[name].is_titan for name in names]
    if not titans[-1]:
        refuse(given, f"is of a Titan's owner; the target is {article(names[-1])}", "target_score")
    if not any(titans):
        refuse(given, "is of a Titan's owner, and no Titan is named", "score")


def _level(names: Sequence[CharacterName], duel: bool, given: Given) -> Answer:
    """The answer on level ground, where nothing but names is given."""
    score = given.get("score", 0)
    target_score = given.get("target_score", score)
    strikers = [_hurt(name, given.get("striker_hits", 0), score) for name in names[:-1]]
    target = _hurt(names[-1], given.get("hits", 0), target_score)
    battle = level_battle(strikers, target, score=score, target_score=target_score)
    if duel:
        return battle_duel(battle, AROUND[0], TARGET, hexes=False)
    exchange, froms = given.get("exchange", False), AROUND[: len(strikers)]
    return battle_answer(battle, froms, TARGET, exchange=exchange, roll=given.get("roll"), hexes=False)


def _hurt(name: CharacterName, hits: int, score: int) -> Combatant:
    """A character with hits, no more than slay it."""
    return Combatant(name, None, min(hits, current().power(name, score)))
