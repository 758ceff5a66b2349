"""Setup (TS-SET)."""

from ....kernel.companions import Answer, Ruling, illegal, judged, legal, verdict
from ....kernel.errors import DocumentError, Fault
from ..catalog import COUNTRIES, SETUP, SIDES, Side, in_region
from ..state import ChinaCard, Position
from ..words import listed, the


def setup(position: Position) -> Answer:
    """Is this setup legal?

    :raises DocumentError: it is not the first turn before its first round.
    """
    if position.turn != 1 or position.round != 0:
        message = f"a setup is turn 1 before the first round, not turn {position.turn}, round {position.round}"
        raise DocumentError([Fault("not-a-setup", message, "/turn" if position.turn != 1 else "/round")])
    sides = [_side(position, side) for side in reversed(SIDES)]
    sentence = "{first} places first, {second} second and seeing it"
    rulings = [
        *_table_rulings(position),
        legal("TS-SET-4", sentence, first=the(SIDES[1]), second=the(SIDES[0])),
    ]
    every = [*rulings, *(ruling for side in sides for ruling in side["rulings"])]
    return {"verdict": verdict(every), "sides": sides, "rulings": rulings}


def _table_rulings(position: Position) -> list[Ruling]:
    """Whether the tracks and the China Card stand as at the start (TS-SET-1, TS-SET-5)."""
    card, start = position.china_card, Position()
    tracks = ("vp", "defcon", "space", "military_operations")
    at_start = all(getattr(position, track) == getattr(start, track) for track in tracks)
    china = "the China Card starts face up before the USSR; it lies face {face} before {holder}"
    sentence = (
        "DEFCON 5, VP 0, space 0 and 0, Military Operations 0 and 0 are the start; "
        "here DEFCON {defcon}, VP {vp}, space {space}, Military Operations {military}"
    )
    facts = {
        "defcon": position.defcon,
        "vp": position.vp,
        "space": f"{position.space.US} and {position.space.USSR}",
        "military": f"{position.military_operations.US} and {position.military_operations.USSR}",
    }
    return [
        judged(card == ChinaCard(), "TS-SET-1", china, face=card.face, holder=the(card.holder)),
        judged(at_start, "TS-SET-5", sentence, **facts),
    ]


def _side(position: Position, side: Side) -> Answer:
    """Whether a side's influence can stand so after setup (TS-SET-2 to TS-SET-4, TS-SET-6)."""
    start, who = SETUP[side], the(side)
    extra = start.extra if position.readings.us_extra_influence else 0
    placed = {name: position.at(name).of(side) for name in COUNTRIES}
    wanted, total = sum(start.fixed.values()) + start.free + extra, sum(placed.values())
    free = {name: n - start.fixed.get(name, 0) for name, n in placed.items() if n > start.fixed.get(name, 0)}
    missing = listed(f"{name} {placed[name]} of {n}" for name, n in start.fixed.items() if placed[name] < n)
    wrong = "{who} has placed {total} influence of {wanted}: {leftover} "
    wrong += "left over" if total < wanted else "too much"
    leftover = {} if total == wanted else {"leftover": abs(wanted - total)}
    rulings = [
        legal(start.rule, "the fixed influence of {who} is there: {number}", who=who, number=sum(start.fixed.values())),
        _free_ruling(side, free, extra),
        judged(
            not leftover,
            start.rule,
            "{who} has placed {total} influence",
            wrong,
            who=who,
            total=total,
            wanted=wanted,
            **leftover,
        ),
    ]
    if missing != listed(()):
        rulings[0] = illegal(start.rule, "{who} lacks fixed influence: {missing}", who=who, missing=missing)
    if extra:
        rulings.append(legal("TS-SET-6", "{extra} more influence for the US by the house rule", extra=extra))
    told = {"side": side, "placed": total, "wanted": wanted, "left_over": wanted - total, "free": free}
    return {**told, "rulings": rulings}


def _free_ruling(side: Side, free: dict[str, int], extra: int) -> Ruling:
    """Whether the free influence is where it may be: in its half of Europe, the extra where the side has some."""
    start = SETUP[side]
    half = {country.name for country in in_region(start.where)}
    outside = {name: number for name, number in free.items() if name not in half}
    fine = sum(outside.values()) <= extra and all(start.fixed.get(name) for name in outside)
    inside = {"inside": sum(free.values()) - sum(outside.values())} if fine else {}
    wrong = "free influence of {who} goes to {where}, not to: {outside}"
    names = listed(f"{name} {number}" for name, number in outside.items())
    sentence = "{inside} free influence of {who} in {where}"
    return judged(fine, "TS-SET-4", sentence, wrong, who=the(side), where=start.where, outside=names, **inside)
