"""The odds of duels as answers."""

from collections.abc import Sequence
from typing import TypedDict

from ..answers import duel_odds as answers
from ..box.characters import TITAN
from ..box.names import CharacterName
from ..box.reading import current
from ..kernel.odds import Chance, Mean
from ..kernel.rulings import Ruling
from ..rules.battle.level_ground import level_strike
from .cases import Fighter
from .duel import Duellist, DuelOdds, duel

TITAN_SCORES = range(0, 1_500, 100)
"""The scores of the Titans in the table: Power-factors 6 to 20."""


def duel_answer(
    first: Fighter, second: Fighter, duellists: tuple[Duellist, Duellist], rulings: Sequence[Ruling]
) -> answers.DuelOdds:
    """The odds of a duel.

    :param duellists: what the two roll, ``first`` first.
    """
    odds = duel(*duellists)
    return answers.DuelOdds(
        first=first.name,
        origin=first.hex,
        second=second.name,
        to=second.hex,
        first_strikes=_strikes(duellists[0], second),
        second_strikes=_strikes(duellists[1], first),
        **_chances(odds),
        only_second_slain=Chance(odds.second_slays.complement),
        only_first_slain=Chance(odds.first_slays.complement),
        rulings=tuple(rulings),
    )


def _strikes(one: Duellist, enemy: Fighter) -> answers.DuelStrike:
    return answers.DuelStrike(dice=one.dice, strike_number=one.strike_number, needs=enemy.left)


class _Chances(TypedDict):
    first_slays: Chance
    second_slays: Chance
    both_slain: Chance
    mean_strike_phases: Mean


def _chances(odds: DuelOdds) -> _Chances:
    return {
        "first_slays": Chance(odds.first_slays),
        "second_slays": Chance(odds.second_slays),
        "both_slain": Chance(odds.both_slain),
        "mean_strike_phases": Mean(odds.mean_strike_phases),
    }


def table_entries() -> list[tuple[CharacterName, int]]:
    """The characters of the table with the score that counts for each: the Creatures and Lords, then the Titans.

    Those that poison are left out (BOX-7).
    """
    others = [(name, 0) for name, found in current().characters.items() if name != TITAN and not found.poison]
    return others + [(TITAN, score) for score in TITAN_SCORES]


def duel_table() -> list[list[DuelOdds]]:
    """Everybody against everybody on level ground, unhurt: rows strike first-named, by :func:`table_entries`."""
    entries = table_entries()
    table: list[list[DuelOdds]] = []
    for i, (first, score) in enumerate(entries):
        row = [table[j][i].turned() for j in range(i)]
        for second, second_score in entries[i:]:
            dice, number = level_strike(current(), first, second, score)
            row.append(
                duel(
                    Duellist(current().power(first, score), dice, number),
                    Duellist(
                        current().power(second, second_score), *level_strike(current(), second, first, second_score)
                    ),
                )
            )
        table.append(row)
    return table


def table_answer() -> answers.DuelTable:
    """The whole table."""
    entries = table_entries()
    characters = tuple(
        [
            answers.Duellist(name=name, power=current().power(name, score), skill=current().characters[name].skill)
            for name, score in entries
        ]
    )
    duels = [
        answers.DuelInShort(
            first=one.name, first_power=one.power, second=two.name, second_power=two.power, **_chances(odds)
        )
        for one, row in zip(characters, duel_table(), strict=True)
        for two, odds in zip(characters, row, strict=True)
    ]
    return answers.DuelTable(characters=characters, duels=tuple(duels))
