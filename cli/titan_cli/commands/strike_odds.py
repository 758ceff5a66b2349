"""``titan strike-odds``: the exact odds of strikes, exchanges and duels."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import click

from titan_rules.box.current_box import current
from titan_rules.box.hexes import HEXES, hex_names
from titan_rules.box.names import CharacterName, Hex
from titan_rules.digest.rulesets import RULESETS, ruleset
from titan_rules.kernel.dice import dice_faults
from titan_rules.kernel.errors import DocumentError, Fault
from titan_rules.kernel.evolving import evolve
from titan_rules.kernel.ports import port
from titan_rules.kernel.wording import article
from titan_rules.odds.cases import AROUND, LEVEL_TERRAIN, TARGET, Declaration, typed_battle
from titan_rules.odds.duels import DuelAnswer, battle_duel, table_answer
from titan_rules.odds.strikes import StrikeAnswer, battle_answer
from titan_rules.position.battle import Battle, Combatant
from titan_rules.text.lexicon import Deed, Kind
from titan_rules.text.words import words

from .. import arguments, inputs, output
from ..arguments import offering

Answer: TypeAlias = StrikeAnswer | DuelAnswer
Given: TypeAlias = Mapping[str, Any]
"""The options that were typed, by their names."""

OF_NAMED = ("terrain", "hits", "striker-hits", "score", "target-score")
"""Options about named characters."""

PLACING = ("terrain", "from", "to", "strike-number", "dice-count")
"""Options that place the characters in hexes."""

BETWEEN = (Kind.VERSUS, Kind.AT, Kind.AND, Kind.COMMA, Kind.TO, Kind.STOP, Kind.ASKED, Kind.TIMES, Kind.OWNER)
"""What may stand between names, besides the verb."""

MOST_STRIKERS = 6  # a hex has six neighbours

ANYWHERE = ("D3", "D4")
"""Two adjacent hexes, if a question names none."""


@port
def odds_in_position(what: Sequence[str], lines: bool, duel: bool, given: Given) -> int:
    """Answer about a position, and about a strike in words if any follow it; returns the exit code."""
    raise NotImplementedError


@click.command("strike-odds")
@click.argument(
    "what", nargs=-1, metavar="[POSITION | STRIKER... TARGET]",
    shell_complete=offering(lambda: current().characters, files=True),
)  # fmt: skip
@click.option(
    "--from", metavar="HEX[,HEX...]", shell_complete=offering(lambda: HEXES, by_commas=True),
    help="The striker, or several: hexes, or names where clear.",
)  # fmt: skip
@click.option("--to", metavar="HEX", shell_complete=offering(lambda: HEXES), help="The target.")
@click.option("--strike-number", type=int, metavar="N", help="A higher Strike-number, taken to carry over (CARRY-2).")
@click.option("--dice-count", type=int, metavar="N", help="Fewer dice, taken to carry over (CARRY-2).")
@click.option("--carry-to", metavar="HEX[,HEX...]", help="Whom to carry over to, in order.")
@click.option(
    "--best", type=click.Choice(["slain", "points"]), help="Take the dice and carries that are best for this."
)
@click.option("--exchange", is_flag=True, help="Add the strikeback of this phase.")
@click.option("--dice", metavar="N,N,...", help="Dice already rolled: what they did.")
@click.option("--duel", is_flag=True, help="Both strike in every Strike Phase to the end; alone: the whole table.")
@click.option(
    "--terrain", metavar="NAME", shell_complete=offering(lambda: current().terrain_names.names),
    help="The Battleland, for named characters; with --from and --to.",
)  # fmt: skip
@click.option("--hits", type=click.IntRange(min=0), help="Hits that the named target has taken.")
@click.option("--striker-hits", type=click.IntRange(min=0), help="Hits that the named striker has taken.")
@click.option("--score", type=click.IntRange(0, 99_999), help="The score of a named Titan's player.")
@click.option("--target-score", type=click.IntRange(0, 99_999), help="The score of the target's player, if different.")
@arguments.with_lines
@output.with_format
@inputs.with_ruleset
def command(what: tuple[str, ...], lines: bool, duel: bool, **options: Any) -> int:
    """The exact odds of a strike, an exchange or a duel.

    Name the characters, the target last: they are on level ground. Or ask about a POSITION, a battle or a game with
    one: a file of any kind that holds it, - for standard input, or a line. Give the strike in words, or by --from and
    --to.

    \b
    titan strike-odds Ogre Centaur
    titan strike-odds "Brush: Ogre D3 / Centaur D2" "Ogre strikes Centaur"
    titan strike-odds Ogre Centaur --terrain Brush --from D3 --to D2
    titan strike-odds battle.json --from D3 --to D4 --carry-to E3
    titan strike-odds battle.json --from D3,C3 --to D4 --exchange
    titan strike-odds Ogre Centaur --dice 6,6,4,2,1,1
    titan strike-odds --duel Centaur Gargoyle
    titan strike-odds --duel

    --dice shows what a roll did: hits beyond what slays the target go to those
    named by --carry-to, in that order; without it they are left over, and the
    answer lists who may take them.
    """
    given = {k.replace("_", "-"): value for k, value in options.items() if value is not None and value is not False}
    if "dice" in given:
        given["dice"] = _dice(given["dice"])
    if duel:
        others = {name: value for name, value in given.items() if name not in ("from", "to", *OF_NAMED)}
        arguments.refuse("does not go with --duel", **others)
    names = _names(what)
    if len(what) > 1 and not all(map(str.strip, what)):
        raise click.UsageError("a name is empty")
    if len(names) > 1:
        if lines:
            raise click.UsageError("--lines reads documents, not names")
        if "from" not in given and any(word.value is Deed.SHOOT for word in words(" ".join(what))):
            raise click.UsageError("a rangestrike needs hexes: --from and --to, or a position")
        return output.emit(odds_of_names(names, duel, given))
    if what:
        return odds_in_position(what, lines, duel, given)
    if not duel or given or lines:
        raise click.UsageError("who strikes whom? Give a battle, or a striker and a target")
    return output.emit(table_answer())


def _dice(text: str) -> list[int]:
    dice: list[int | str] = [int(die) if die.isdecimal() and len(die) < 4 else die for die in _split(text)]
    faults = dice_faults(dice) if dice else [Fault("dice-count", "no dice are given")]
    if faults:
        raise DocumentError([Fault(fault.code, f"--dice: {fault.message}") for fault in faults])
    return [int(die) for die in dice]


def _split(text: str | None) -> list[str]:
    """The words of a list with commas or spaces between them."""
    return text.replace(",", " ").split() if text else []


def _names(what: Sequence[str]) -> list[str]:
    """The typed names, one or more in an argument; empty if the first argument is a position.

    :raises UsageError: a word says something that names do not.
    """
    if not what or what[0] == "-" or arguments.is_file(what[0]):
        return []
    names, count = list[str](), None
    others = list[str]()  # words that names have no use for
    for word in words(" ".join(what)):
        if word.kind in (Kind.HEX, Kind.SLASH, Kind.COLON):
            return []
        if word.kind in (Kind.NAME, Kind.UNKNOWN):
            times = 1 if count is None else min(count.number, MOST_STRIKERS)
            names += [str(word.value) if word.kind is Kind.NAME else word.token.text] * times
            count = None
        elif word.kind is Kind.NUMBER and count is None:
            count = word
        elif word.kind not in BETWEEN and word.value not in (Deed.STRIKE, Deed.SHOOT):
            others.append(word.token.text)
    others += [] if count is None else [count.token.text]
    known = all(map(current().character_names.find, names))
    if others and known and len(names) > 1:
        raise click.UsageError(f"{others[0]!r} has no use between names: see --terrain, --hits, --dice and --score")
    return names if known or (len(what) > 1 and not inputs.is_line(what[0])) else []


def refuse(given: Given, why: str, *names: str) -> None:
    """Refuse options that would be ignored."""
    arguments.refuse(why, **{name: given.get(name) for name in names})


# --- a battle --------------------------------------------------------------------------------------------------------


def odds_asked(duel: bool, given: Given) -> Callable[[Battle], Answer]:
    """What to ask of each battle, by the options of the command line."""
    strikers, target = _split(given.get("from")), given.get("to")
    if duel:
        if len(strikers) != 1 or target is None:
            raise click.UsageError("a duel in a document is between --from and --to")
        return lambda battle: battle_duel(battle, strikers[0], target)
    if "best" in given:
        refuse(given, "and --best exclude each other", "strike-number", "dice-count", "carry-to")
    if len(strikers) != 1 or target is None:
        refuse(given, "needs one striker and one target", "strike-number", "dice-count", "best", "dice")
    if not strikers or target is None:
        refuse(given, "needs --from and --to", "carry-to", "exchange")
    return lambda battle: odds_of_battle(battle, strikers, target, given)


def odds_of_battle(
    battle: Battle, strikers: Sequence[str], target: str | None, given: Given, hexes: bool = True
) -> Answer:
    """The odds of strikes in a battle, with the options of the command line."""
    penalty = {"strike_number": given.get("strike-number"), "dice_count": given.get("dice-count")}
    declared = Declaration(**penalty, carry_to=_split(given.get("carry-to")), aim=given.get("best"))
    exchange, roll = given.get("exchange", False), given.get("dice")
    return battle_answer(battle, strikers, target, declared, exchange=exchange, roll=roll, hexes=hexes)


# --- names -----------------------------------------------------------------------------------------------------------


def odds_of_names(what: Sequence[str], duel: bool, given: Given) -> Answer:
    """The odds between named characters, the target last; on level ground unless placed."""
    names = [current().character_names.canonical(name) for name in what]
    titans = [current().characters[name].is_titan for name in names]
    if not titans[-1]:
        refuse(given, f"is of a Titan's owner; the target is {article(names[-1])}", "target-score")
    if not any(titans):
        refuse(given, "is of a Titan's owner, and no Titan is named", "score")
    if duel and len(names) > 2:
        raise click.UsageError("a duel is between two")
    if len(names) > 2:
        refuse(given, "needs one striker", "strike-number", "dice-count", "best", "dice", "striker-hits")
    refuse(given, "needs a position: nobody else is in contact", "carry-to")
    preset, options = output.settings().ruleset or "standard", dict(map(RULESETS.typed, output.settings().options))
    ruleset(preset, options)  # bad options are refused even if they do not matter here
    level, strikers = not given.keys() & PLACING, names[:-1]
    froms, to = ([None] * len(strikers), None) if level else _hexes(len(strikers), given)
    score = given.get("score", 0)
    target_score = given.get("target-score", score)

    def placed(name: CharacterName, at: Hex | None, hits: int, score: int) -> Combatant:
        return Combatant(name, at, min(hits, current().power(name, score)) if level else hits)

    battle = typed_battle(
        [placed(name, at, given.get("striker-hits", 0), score) for name, at in zip(strikers, froms, strict=True)],
        placed(names[-1], to, given.get("hits", 0), target_score),
        terrain=current().terrain_names.canonical(given.get("terrain", LEVEL_TERRAIN)),
        score=score,
        target_score=target_score,
        ruleset=preset,
        options=options,
    )
    places, place = [at or around for at, around in zip(froms, AROUND, strict=False)], to or TARGET
    if duel:
        return battle_duel(evolve(battle, phase="maneuver"), places[0], place, hexes=not level)
    return odds_of_battle(battle, places, place, given, hexes=not level)


def _hexes(strikers: int, given: Given) -> tuple[Sequence[Hex | None], Hex]:
    """Where the strikers and the target stand."""
    froms, to = _split(given.get("from")), given.get("to")
    if not froms and to is None:
        if "terrain" in given:
            raise click.UsageError("--terrain needs --from and --to: the hexes decide")
        froms, to = [ANYWHERE[0]], ANYWHERE[1]
    if not froms or to is None:
        raise click.UsageError("--from and --to go together")
    if len(froms) != strikers:
        raise click.UsageError(f"--from names {len(froms)} hexes for {strikers} strikers")
    return [Hex(hex_names.canonical(label)) for label in froms], Hex(hex_names.canonical(to))
