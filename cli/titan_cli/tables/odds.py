"""The answers of ``titan strike-odds`` as text for the game table."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from titan_rules.answers.duel_odds import DuelAnswer, DuelOdds, DuelRefused, DuelTable
from titan_rules.answers.strike_odds import (
    Aims,
    BestWay,
    Exchange,
    JointOutcome,
    Rolled,
    SeveralStrikesOdds,
    StrikeAnswer,
    StrikeInShort,
    StrikeOdds,
    StrikeRefused,
    StrikesInShort,
    standing,
)

from .. import render
from ..output import rulings
from ..render import columns, shown
from .duels import duel, duel_table


class Roll(Protocol):
    """Something that dice are rolled for."""

    @property
    def dice(self) -> int:
        """How many."""

    @property
    def strike_number(self) -> int:
        """What each must show."""


def table(answer: StrikeAnswer | DuelAnswer) -> str:
    """Any answer of the command as text."""
    if isinstance(answer, StrikeRefused | DuelRefused):
        return _illegal(answer)
    if isinstance(answer, DuelOdds | DuelTable):
        return duel_table(answer) if isinstance(answer, DuelTable) else duel(answer)
    if isinstance(answer, StrikesInShort):
        notes = rulings(answer.rulings)
        return overview(answer.strikes) + (f"\n{notes}\n" if notes else "")
    parts = _several(answer) if isinstance(answer, SeveralStrikesOdds) else _single(answer)
    if answer.exchange is not None:
        parts += _exchange(answer.exchange, answer.target)
    return "\n\n".join([*parts, rulings(answer.rulings)]) + "\n"


def roll(one: Roll) -> str:
    """Dice and Strike-number."""
    return f"{one.dice} dice at Strike-number {one.strike_number}"


def _illegal(answer: StrikeRefused | DuelRefused) -> str:
    text = "not allowed:\n" + rulings(answer.rulings) + "\n"
    if isinstance(answer, StrikeRefused) and answer.legal:
        text += "\nallowed now:\n" + overview(answer.legal)
    return text


def overview(strikes: Sequence[StrikeInShort]) -> str:
    """Strikes in short, one a line."""
    return (render.table(strikes) or "no strike is possible") + "\n"


def _single(answer: StrikeOdds) -> list[str]:
    striker, target = standing(answer.striker, answer.origin), standing(answer.target, answer.to)
    verb = "strikes" if answer.strike == "strike" else f"rangestrikes (range {answer.range})"
    needs = "1 hit slays it" if answer.needs == 1 else f"{answer.needs} hits slay it"
    parts = [f"{striker} {verb} {target}: {roll(answer)}; {needs}"]
    if answer.roll is not None:
        parts.append(_rolled(answer.roll))
    parts.append(_distribution(answer) if len(answer.options) == 1 else _side_by_side(answer))
    if answer.joint:
        parts.append(_joint(answer, answer.joint))
    if answer.best is not None:
        parts.append(_best(answer.best))
    return parts


def _distribution(answer: StrikeOdds | SeveralStrikesOdds) -> str:
    rows = [["hits", "exactly", "or more"]]
    for row in answer.hits:
        at_least = row.or_more.percent()
        rows.append([_slaying(row.hits, answer.needs), row.chance.percent(), at_least])
    return columns(rows) + "\n" + _summary(answer)


def _slaying(hits: int, needs: int) -> str:
    return f"{hits}  slays" if hits == needs else str(hits)


def _summary(answer: StrikeOdds | SeveralStrikesOdds) -> str:
    return f"\nslays {shown(answer.slays)}, expected hits {shown(answer.expected_hits)}"


def _side_by_side(answer: StrikeOdds) -> str:
    """The natural strike and every penalty, a column each: the chance of at least this many hits."""
    options = answer.options
    most = max(option.dice for option in options)
    ways = [f"{'natural' if o.natural else 'penalty'}\n{o.dice} dice at {o.strike_number}" for o in options]
    rows = [["hits\nor more", *ways]]
    for hits in range(most + 1):
        cells = [o.hits[hits].or_more.percent() if hits <= o.dice else "-" for o in options]
        rows.append([_slaying(hits, answer.needs), *cells])
    rows.append(["expected hits", *(shown(o.expected_hits) for o in options)])
    rows.append(["may carry to", *(" ".join(o.carry_to) or "nobody" for o in options)])
    return columns(rows)


def _joint(answer: StrikeOdds, joint: Sequence[JointOutcome]) -> str:
    """The joint outcome of the chosen strike and its carries."""
    labels = list(joint[0].takes)
    names = [answer.target, *(c.character for c in answer.carry)]
    rows = [["rolled", *(standing(n, at) for n, at in zip(names, labels, strict=True)), "left over", "chance"]]
    for outcome in joint:
        takes = [f"{outcome.takes[at]}{' slain' if at in outcome.slain else ''}" for at in labels]
        rows.append([str(outcome.hits), *takes, str(outcome.left_over), shown(outcome.chance)])
    slays = [shown(answer.slays), *(shown(c.slays) for c in answer.carry)]
    rows.append(["slain", *slays, "", ""])
    title = f"{answer.dice} dice at {answer.strike_number}, carried over to {' then '.join(labels[1:])}:"
    means = f"expected: {shown(answer.expected_slain)} slain, {shown(answer.expected_points)} points"
    return f"{title}\n{columns(rows)}\n{means}"


def _best(best: Mapping[Aims, BestWay]) -> str:
    lines = []
    for b, what in ((best["slain"], "to slay the most"), (best["points"], "for the most points")):
        carry = f", carry to {' then '.join(b.carry_to)}" if b.carry_to else ""
        means = f"{shown(b.expected_slain)} slain, {shown(b.expected_points)} points on average"
        lines.append(f"{what}: {b.dice} dice at {b.strike_number}{carry} ({means})")
    return "\n".join(lines)


def _rolled(rolled: Rolled) -> str:
    dice = " ".join(map(str, rolled.dice))
    lines = [f"rolled {dice}: {_hits(rolled.hits)}"]
    for taken in rolled.takes:
        end = ", slain" if taken.slain else ""
        place = taken.character if taken.to == taken.character else standing(taken.character, taken.to)
        lines.append(f"  {place} takes {_hits(taken.hits)}{end}")
    if rolled.left_over:
        may = rolled.may_carry_to
        lines.append(f"  {rolled.left_over} left over" + (f", may be carried to {' or '.join(may)}" if may else ""))
    for aim, carry_to in (rolled.best or {}).items():
        if carry_to:
            lines.append(f"  best for {aim}: carry to {' then '.join(carry_to)}")
    lines.append(f"  at least this many hits: {shown(rolled.at_least)}")
    return "\n".join(lines)


def _hits(count: int) -> str:
    return "1 hit" if count == 1 else f"{count} hits"


def _several(answer: SeveralStrikesOdds) -> list[str]:
    target = standing(answer.target, answer.to)
    title = f"{len(answer.strikers)} strike {target}, {_hits(answer.needs)} from being slain"
    parts = [f"{title}\n{render.table(answer.strikers)}"]
    parts.append(_distribution(answer).replace("\nslays", "\nslain by any order of them:", 1))
    rows = [["order", "slain", "points", "left free", *(f"slays {c.to}" for c in answer.carry)]]
    for o in answer.orders:
        means = [shown(number) for number in (o.expected_slain, o.expected_points, o.expected_free)]
        rows.append([", ".join(o.order), *means, *(shown(c.slays) for c in o.carry)])
    some = "" if len(answer.orders) == answer.orders_in_all else f", the best of {answer.orders_in_all}"
    title = f"orders{some}, on average; once the target is slain, the others are struck:"
    parts.append(f"{title}\n{columns(rows)}")
    slain, points = answer.best["slain"], answer.best["points"]
    parts.append(f"to slay the most: {', '.join(slain.order)}\nfor the most points: {', '.join(points.order)}")
    return parts


def _exchange(exchange: Exchange, target: str) -> list[str]:
    entries = exchange.strikeback
    if not entries:
        return ["no strikeback"]
    parts = []
    for e in entries:
        title = f"strikeback at {standing(e.at, e.to)}: {roll(e)}; {_hits(e.needs)} from being slain"
        o = e.outcomes
        rows = [
            ["", ""],
            ["strikeback slays", shown(e.slays)],
            ["both slain", shown(o.both_slain)],
            [f"only {target} slain", shown(o.only_target_slain)],
            [f"only {e.at} slain", shown(o.only_striker_slain)],
            ["neither slain", shown(o.neither_slain)],
        ]
        if e.others and e.slays_if_all_strike_back is not None:
            names = " and ".join(standing(x.striker, x.origin) for x in e.others)
            rows.append([f"slain if {names} strike back at it, too", shown(e.slays_if_all_strike_back)])
        parts.append(f"{title}\n{columns(rows)}")
    return parts
