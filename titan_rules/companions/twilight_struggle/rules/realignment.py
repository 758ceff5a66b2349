"""Realignment: rolls resolved one by one (TS-RLN)."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, TypeAlias

from ....kernel.companions import Answer, Ruling, asked, broken, consequence, frozen, illegal
from ....kernel.errors import DocumentError, Fault
from ....kernel.reading import read as structure
from ..actions import RolledPair
from ..asking import Acting, Modifier, OpsIfAny, OtherModifier, target
from ..catalog import COUNTRIES, Country, Side, opponent
from ..state import Position
from ..unseen import unseen
from ..words import the
from .influence import enemy_ruling
from .tracks import region_ruling


def realignment_rulings(position: Position, side: Side, country: Country) -> list[Ruling]:
    """Whether a side may realign a country; it may where none of the rulings is illegal."""
    theirs = position.at(country).of(opponent(side))
    enough = theirs > 0 or position.readings.realignment_target == "any"
    return [enemy_ruling("TS-RLN-3", position, side, country, enough=enough), region_ruling(position, country)]


def bonuses(position: Position, side: Side, country: Country) -> list[str]:
    """The reasons for a side to add 1 to its die in a country, 1 for each (TS-RLN-2)."""
    found = [f"controls {n}" for n in country.neighbours if position.controller(COUNTRIES[n]) == side]
    influence = position.at(country)
    if influence.lead(side) > 0:
        found.append(f"more influence ({influence.of(side)} to {influence.of(opponent(side))})")
    if country.superpower == side:
        found.append("its superpower is adjacent")
    return found


def reasons(given: list[str], extra: int) -> list[str]:
    """What is added to a die, for answers: the bonuses, and what events add."""
    return [f"+1 {reason}" for reason in given] + ([f"{extra:+d} by an event"] if extra else [])


@frozen
class Roll:
    """One roll of both sides in a country, resolved.

    :param totals: the modified dice, by side.
    :param loser: who loses influence; None for a tie.
    :param removed: how much of it.
    :param position: after it.
    """

    position: Position
    totals: Mapping[Side, int]
    loser: Side | None
    removed: int
    rulings: tuple[Ruling, ...]


def roll(position: Position, side: Side, country: Country, dice: Mapping[Side, int], extra: Mapping[Side, int]) -> Roll:
    """Carry out one roll in a country where it is legal.

    :param side: the acting side.
    :param extra: what events add to each side's die.
    """
    rulings, totals = list[Ruling](), dict[Side, int]()
    for who in (side, opponent(side)):
        given = bonuses(position, who, country)
        totals[who] = dice[who] + len(given) + extra[who]
        parts = "".join(f", {reason}" for reason in reasons(given, extra[who]))
        facts = {"who": the(who), "die": dice[who], "parts": parts, "total": totals[who]}
        rulings.append(consequence("TS-RLN-2", "{who}: die {die}{parts}: {total}", **facts))
    by = totals[side] - totals[opponent(side)]
    if by == 0:
        tie = consequence("TS-RLN-1", "{total} each: a tie changes nothing", total=totals[side])
        return Roll(position, totals, None, 0, (*rulings, tie))
    loser, before = opponent(side) if by > 0 else side, position.at(country)
    after = before.plus(loser, -abs(by))
    removed = before.of(loser) - after.of(loser)
    sentence = "{who} has the lower total, by {difference}: it loses {removed} of its {before} influence in {country}"
    facts = {"difference": abs(by), "removed": removed, "before": before.of(loser), "country": country}
    loss = consequence("TS-RLN-1", sentence, who=the(loser), **facts)
    return Roll(position.with_influence(country, after), totals, loser, removed, (*rulings, loss))


Rolled: TypeAlias = tuple[Country, tuple[int, ...]]
"""The target of a roll, and its dice: the acting side's first."""


def rolled(
    position: Position, side: Side, rolls: Iterable[Rolled], ops: int, modifier: int, opponent_modifier: int
) -> tuple[list[Answer], tuple[Ruling, ...], Position]:
    """Roll after roll to the first that is illegal: what an answer says of each, all rulings, and the position."""
    steps, every = list[Answer](), list[Ruling]()
    extra = {side: modifier, opponent(side): opponent_modifier}
    for number, (country, dice) in enumerate(rolls, 1):
        rulings, step = realignment_rulings(position, side, country), {"roll": number, "country": country}
        if number > ops:
            rulings.insert(0, illegal("TS-RLN-1", "{ops} Operations buy {ops} rolls; this is one more", ops=ops))
        every += rulings
        if broken(rulings):
            return [*steps, {**step, "legal": False, "rulings": rulings}], tuple(every), position
        thrown: dict[Side, int] = {side: dice[0], opponent(side): dice[1]}
        done = roll(position, side, country, thrown, extra)
        position = done.position
        every += done.rulings
        told = {"dice": thrown, "totals": done.totals, "loser": done.loser, "removed": done.removed}
        here = {**position.at(country).to_json(), "controller": position.controller(country)}
        steps.append({**step, "legal": True, **told, **here, "rulings": done.rulings})
    return steps, tuple(every), position


def _typed(_: Any, texts: tuple[str, ...]) -> list[Rolled]:
    """Rolls typed as in the action: ``Iran=5,2``."""
    found = list[Rolled]()
    for number, text in enumerate(texts):
        if "=" not in text:
            raise DocumentError([Fault("bad-roll", f"a roll is written COUNTRY=5,2, not {text[:60]!r}", f"/{number}")])
        pair = structure(RolledPair.typed(text), RolledPair, f"/{number}")
        found.append((target(pair.country), pair.dice))
    return found


Rolls: TypeAlias = Annotated[
    list[Rolled], asked("COUNTRY=OWN,OTHER for each roll", required=True, many=True, read=_typed)
]


def realign(
    position: Position,
    rolls: Rolls,
    side: Acting,
    ops: OpsIfAny,
    modifier: Modifier,
    opponent_modifier: OtherModifier,
) -> Answer:
    """Resolve realignment rolls: COUNTRY=5,2, your die first."""
    ops = len(rolls) if ops is None else ops
    steps, _, after = rolled(position, side, rolls, ops, modifier, opponent_modifier)
    kept = "DEFCON stays {defcon}, and Military Operations are not changed"
    return {
        "verdict": "legal" if steps[-1]["legal"] else "illegal",
        "side": side,
        "ops": ops,
        "rolls": steps,
        "unseen_events": list(dict.fromkeys(u for c, _ in rolls for u in unseen("realign", position, side, c))),
        "rulings": [
            consequence("TS-RLN-4", "modifiers are recomputed before each roll"),
            consequence("TS-RLN-5", kept, defcon=position.defcon),
        ],
        "final": after,
    }
