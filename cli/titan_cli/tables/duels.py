"""Duels as text for the game table."""

from collections.abc import Iterator

from titan_rules.answers.duel_odds import DuelOdds, DuelTable
from titan_rules.answers.strike_odds import standing

from .. import terminal
from ..output import rulings
from ..render import columns, shown

USUAL_WIDTH = 116
"""How wide the whole table is, unless the terminal is narrower."""


def duel(answer: DuelOdds) -> str:
    """One duel."""
    first, second = standing(answer.first, answer.origin), standing(answer.second, answer.to)
    short_first, short_second = answer.first, answer.second
    if short_first == short_second:
        short_first, short_second = f"the first {short_first}", f"the second {short_second}"
    rows = [["", "dice", "number", "needs", "slays"]]
    for name, strikes, slays in (
        (first, answer.first_strikes, answer.first_slays),
        (second, answer.second_strikes, answer.second_slays),
    ):
        rows.append([name, str(strikes.dice), str(strikes.strike_number), str(strikes.needs), shown(slays)])
    ends = [
        ["", ""],
        [f"only {short_second} slain", shown(answer.only_second_slain)],
        [f"only {short_first} slain", shown(answer.only_first_slain)],
        ["both slain", shown(answer.both_slain)],
        ["Strike Phases on average", shown(answer.mean_strike_phases)],
    ]
    title = f"{first} against {second}: both strike in every Strike Phase, the slain too"
    return "\n\n".join([title, columns(rows), columns(ends), rulings(answer.rulings)]) + "\n"


def duel_table(answer: DuelTable) -> str:
    """The whole table: in each row the chances that the row's character slays the column's."""
    names = list(_names(answer))
    chances = {}
    for d in answer.duels:
        key = _name(d.first, d.first_power), _name(d.second, d.second_power)
        chances[key] = d.first_slays.ratio.percent(0).removesuffix(" %")
    blocks = ["chance in percent that the row's character slays the column's, both slain included"]
    at_once = (terminal.at_most(USUAL_WIDTH) - max(map(len, names))) // (4 + 2 * len(terminal.GAP))
    for start in range(0, len(names), at_once):
        across = names[start : start + at_once]
        rows = [["", *(n[:3] + n[5:] if n.startswith("Titan") else n[:4] for n in across)]]
        rows += [[one, *(chances[one, other] for other in across)] for one in names]
        blocks.append(columns(rows))
    return "\n\n".join(blocks) + "\n"


def _names(answer: DuelTable) -> Iterator[str]:
    return (_name(c.name, c.power) for c in answer.characters)


def _name(name: str, power: int) -> str:
    return f"Titan {power}" if name == "Titan" else name
