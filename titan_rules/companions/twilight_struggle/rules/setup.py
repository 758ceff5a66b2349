"""Setup (TS-SET)."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.companions.telling import verdict
from ....kernel.errors import DocumentError, Fault
from ....kernel.rulings import Ruling, illegal, legal
from ..catalog import COUNTRIES, HIGHEST_DEFCON, SETUP, SIDES, Side, in_region
from ..state import NOTHING, ChinaCard, Position
from ..words import listed, the

FIXED_RULES: Mapping[Side, str] = {"USSR": "TS-SET-2", "US": "TS-SET-3"}

US_EXTRA = 2
"""The influence that the house rule gives the US (TS-SET-6)."""


@frozen
class SideSetup:
    """One side's setup, judged.

    :param total, wanted: influence placed, and to be placed.
    :param free: by country, what was placed beyond the fixed influence.
    """

    side: Side
    total: int
    wanted: int
    free: dict[str, int]
    rulings: tuple[Ruling, ...]


def setup_rulings(position: Position) -> list[Ruling]:
    """Whether the tracks and the China Card stand as at the start (TS-SET-1, TS-SET-5)."""
    tracks = (
        position.vp == 0
        and position.defcon == HIGHEST_DEFCON
        and position.space == NOTHING
        and position.military_operations == NOTHING
    )
    card = position.china_card
    return [
        (legal if card == ChinaCard() else illegal)(
            "TS-SET-1",
            "the China Card starts face up before the USSR; it lies face {face} before {holder}",
            face=card.face,
            holder=the(card.holder),
        ),
        (legal if tracks else illegal)(
            "TS-SET-5",
            "DEFCON 5, VP 0, space 0 and 0, Military Operations 0 and 0 are the start; "
            "here DEFCON {defcon}, VP {vp}, space {space}, Military Operations {military}",
            defcon=position.defcon,
            vp=position.vp,
            space=f"{position.space.US} and {position.space.USSR}",
            military=f"{position.military_operations.US} and {position.military_operations.USSR}",
        ),
    ]


def side_setup(position: Position, side: Side) -> SideSetup:
    """Whether a side's influence can stand so after setup (TS-SET-2 to TS-SET-4, TS-SET-6)."""
    rule, start = FIXED_RULES[side], SETUP[side]
    extra = US_EXTRA if side == "US" and position.readings.us_extra_influence else 0
    placed = {name: position.at(name).of(side) for name in COUNTRIES}
    wanted = sum(start.fixed.values()) + start.free + extra
    total = sum(placed.values())
    free = {name: n - start.fixed.get(name, 0) for name, n in placed.items() if n > start.fixed.get(name, 0)}
    rulings = [
        _fixed_ruling(rule, side, placed),
        _free_ruling(side, free, extra),
        _total_ruling(rule, side, total, wanted),
    ]
    if extra:
        rulings.append(legal("TS-SET-6", "{extra} more influence for the US by the house rule", extra=extra))
    return SideSetup(side, total, wanted, free, tuple(rulings))


def _fixed_ruling(rule: str, side: Side, placed: Mapping[str, int]) -> Ruling:
    fixed = SETUP[side].fixed
    missing = [f"{name} {placed[name]} of {number}" for name, number in fixed.items() if placed[name] < number]
    if missing:
        return illegal(rule, "{who} lacks fixed influence: {missing}", who=the(side), missing=listed(missing))
    return legal(rule, "the fixed influence of {who} is there: {number}", who=the(side), number=sum(fixed.values()))


def _free_ruling(side: Side, free: Mapping[str, int], extra: int) -> Ruling:
    start = SETUP[side]
    half = {country.name for country in in_region(start.where)}
    outside = {name: number for name, number in free.items() if name not in half}
    own = {name for name in outside if start.fixed.get(name)}
    facts: dict[str, Any] = {
        "who": the(side),
        "where": start.where,
        "outside": listed(f"{n} {k}" for n, k in outside.items()),
    }
    if outside and not (own == set(outside) and sum(outside.values()) <= extra):
        sentence = "free influence of {who} goes to {where}, not to: {outside}"
        return illegal("TS-SET-4", sentence, **facts)
    inside = sum(free.values()) - sum(outside.values())
    return legal("TS-SET-4", "{inside} free influence of {who} in {where}", inside=inside, **facts)


def _total_ruling(rule: str, side: Side, total: int, wanted: int) -> Ruling:
    facts: dict[str, Any] = {"who": the(side), "total": total, "wanted": wanted}
    if total == wanted:
        return legal(rule, "{who} has placed {total} influence", **facts)
    sentence = "{who} has placed {total} influence of {wanted}: " + (
        "{leftover} left over" if total < wanted else "{leftover} too much"
    )
    return illegal(rule, sentence, leftover=abs(wanted - total), **facts)


def setup(position: Position) -> Answer:
    """Is this setup legal?

    :raises DocumentError: it is not the first turn before its first round.
    """
    if position.turn != 1 or position.round != 0:
        message = f"a setup is turn 1 before the first round, not turn {position.turn}, round {position.round}"
        raise DocumentError([Fault("not-a-setup", message, "/turn" if position.turn != 1 else "/round")])
    sides = [side_setup(position, side) for side in reversed(SIDES)]
    sentence = "{first} places first, {second} second and seeing it"
    first = legal("TS-SET-4", sentence, first=the(SIDES[1]), second=the(SIDES[0]))
    general = [*setup_rulings(position), first]
    return {
        "verdict": verdict([*general, *(ruling for side in sides for ruling in side.rulings)]),
        "sides": [
            {
                "side": side.side,
                "placed": side.total,
                "wanted": side.wanted,
                "left_over": side.wanted - side.total,
                "free": side.free,
                "rulings": side.rulings,
            }
            for side in sides
        ],
        "rulings": general,
    }
