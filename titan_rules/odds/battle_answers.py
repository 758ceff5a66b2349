"""The answers of ``strike-odds`` to a battle document."""

from collections.abc import Sequence
from typing import Any

from ..board.hexes import HEXES
from ..kernel.errors import CannotTell, Fault
from ..kernel.rulings import Ruling
from ..rules.carry import unqualified
from ..rules.field import Field
from ..rules.strike import strike_notes, strike_options, striker_violations
from ..state.battle import Battle, other
from .answer import Answer, heading, refusal, strike_answer
from .cases import Case, Fighter
from .positions import NATURAL, Declaration, carries, case_in, hex_of, possible


def battle_answer(
    battle: Battle,
    strikers: Sequence[str] = (),
    target: str | None = None,
    given: Declaration = NATURAL,
    *,
    exchange: bool = False,
    roll: Sequence[int] | None = None,
) -> Answer:
    """The odds of the strikes asked for.

    :param strikers: hexes or names, of the side that acts; none: all.
    :param target: a hex or a name; None: all.
    :param given: what is declared, for a single striker; of several only ``carry_to`` counts.
    :param exchange: with the strikeback of this phase.
    :param roll: the dice already rolled, for a single striker.
    :returns: the answer; with a ``verdict`` of ``illegal`` and the reasons where a strike may not be made.
    :raises UnknownName: no hex and no character. :raises CannotTell: it is not clear who is meant.
    """
    asked = _asked(strikers, target)
    role = battle.acting
    froms = [hex_of(battle, role, text) for text in strikers]
    to = None if target is None else hex_of(battle, other(role), target)
    for found in (*froms, to):
        if isinstance(found, list):
            return refusal(found, asked, overview(battle))
    from_hexes = [found for found in froms if isinstance(found, str)]
    if len(set(from_hexes)) < len(from_hexes):
        raise CannotTell(Fault("striker-twice", "the same striker is named twice: each character strikes once"))
    if not isinstance(to, str) or not from_hexes:
        if len(from_hexes) > 1:
            raise CannotTell(Fault("no-target", "several strikers need a target"))
        from_hex = from_hexes[0] if from_hexes else None
        return _overview_answer(battle, from_hex, to if isinstance(to, str) else None, asked)
    if len(from_hexes) == 1:
        case = case_in(battle, from_hexes[0], to, given)
        if isinstance(case, list):
            return refusal(case, asked, overview(battle, from_hexes[0]))
        return strike_answer(case, exchange=exchange, roll=roll)
    return _several(battle, from_hexes, to, given.carry_to, exchange=exchange, asked=asked)


def _asked(strikers: Sequence[str], target: str | None) -> dict[str, Any]:
    return {
        **({"from": strikers[0] if len(strikers) == 1 else list(strikers)} if strikers else {}),
        **({"to": target} if target is not None else {}),
    }


def _several(
    battle: Battle,
    from_hexes: Sequence[str],
    to: str,
    carry_to: Sequence[str],
    *,
    exchange: bool,
    asked: dict[str, Any],
) -> Answer:
    cases = []
    for from_hex in from_hexes:
        case = case_in(battle, from_hex, to)
        if isinstance(case, list):
            return refusal(case, asked, overview(battle, from_hex))
        cases.append(case)
    able = [carries(battle, from_hex, to) for from_hex in from_hexes]
    known = {victim.hex: victim for enemies in able for victim in enemies}
    bad = [ruling for label in carry_to if label not in known for ruling in _unable(battle, cases, to, label)]
    if bad:
        return refusal(bad, asked)
    chosen = [known[label] for label in carry_to] if carry_to else sorted(known.values(), key=_nearest_to_death)
    from .several_answer import several_answer

    return several_answer(cases, chosen, able, exchange=exchange)


def _nearest_to_death(victim: Fighter) -> tuple[int, int, str]:
    return victim.left, -victim.points, victim.label


def _unable(battle: Battle, cases: Sequence[Case], to: str, label: str) -> list[Ruling]:
    """Why none of the strikers may carry over to a hex."""
    field = Field(battle)
    role = battle.acting
    target = battle.of(other(role)).at(to)
    found = []
    for case in cases:
        striker = battle.of(role).at(case.striker.label)
        if striker is not None and target is not None and case.kind == "strike":
            option = strike_options(field, role, striker, target)[0]
            found.append(unqualified(field, role, striker, target, label, option))
    return found


def overview(battle: Battle, from_hex: str | None = None, to_hex: str | None = None) -> list[dict[str, Any]]:
    """Every strike that may be made now, in short."""
    rows = []
    for start, end in possible(battle, from_hex, to_hex):
        case = case_in(battle, start, end)
        if isinstance(case, Case):
            hits = case.way.hits
            rows.append(
                {
                    **heading(case),
                    "dice": case.way.dice,
                    "strike_number": case.way.strike_number,
                    "slays": hits.at_least(case.target.left).chance_json(),
                    "expected_hits": hits.mean.value_json(),
                }
            )
    return rows


def _overview_answer(battle: Battle, from_hex: str | None, to_hex: str | None, asked: dict[str, Any]) -> Answer:
    """Every strike of the side that acts, of one striker or at one target, in short."""
    field, role = Field(battle), battle.acting
    striker = battle.of(role).at(from_hex) if from_hex else None
    if from_hex or battle.phase == "maneuver":
        bad = striker_violations(field, role, from_hex or HEXES[0])
        if bad:
            return refusal(bad, asked, overview(battle))
    return {
        "kind": "strike-odds",
        "phase": battle.phase,
        "side": battle.side,
        "strikes": overview(battle, from_hex, to_hex),
        "rulings": [] if striker is None else [r.to_json() for r in strike_notes(field, role, striker)],
    }
