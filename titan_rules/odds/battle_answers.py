"""The answers of ``strike-odds`` to a battle document."""

from collections.abc import Sequence
from typing import TypedDict

from ..answers.strike_odds import StrikeAnswer, StrikeInShort, StrikeRefused, StrikesInShort
from ..box.hexes import BIT, HEX_NUMBER, HEXES, numbers_in
from ..kernel.errors import CannotTell, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, other
from ..rules.battle.field import field_of
from ..rules.battle.strike import judge_striker, strike_notes
from ..rules.battle.strike_numbers import contacts
from .answer import in_short, strike_answer
from .cases import Case, Fighter, Way, labels
from .level_ground import bare_case, bare_rulings
from .positions import NATURAL, Declaration, blow_at, carry_faults, case_in, fighter_in, hex_of, possible
from .several import Striker
from .several_answer import several_answer


def battle_answer(
    battle: Battle,
    strikers: Sequence[str] = (),
    target: str | None = None,
    given: Declaration = NATURAL,
    *,
    exchange: bool = False,
    roll: Sequence[int] | None = None,
    hexes: bool = True,
) -> StrikeAnswer:
    """The odds of the strikes asked for.

    :param strikers: hexes or names, of the side that acts; none: all.
    :param target: a hex or a name; None: all.
    :param given: what is declared, for a single striker; of several only ``carry_to`` counts.
    :param exchange: with the strikeback of this phase.
    :param roll: the dice already rolled, for a single striker.
    :param hexes: the answer names them; not where the battle is that of :func:`level_battle`.
    :returns: the answer; with a ``verdict`` of ``illegal`` and the reasons where a strike may not be made.
    :raises UnknownName: no hex and no character. :raises CannotTell: it is not clear who is meant.
    """
    asked = _asked(strikers, target)
    role = battle.acting
    froms = [hex_of(battle, role, text) for text in strikers]
    to = None if target is None else hex_of(battle, other(role), target)
    for found in (*froms, to):
        if isinstance(found, list):
            return StrikeRefused(**asked, rulings=tuple(found), legal=overview(battle))
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
            return _refused(battle, case, from_hexes[0], asked, hexes=hexes)
        return strike_answer(case if hexes else bare_case(battle, case), exchange=exchange, roll=roll)
    return _several(battle, from_hexes, to, given.carry_to, exchange=exchange, asked=asked, hexes=hexes)


def _refused(battle: Battle, why: Sequence[Ruling], from_hex: str, asked: "Asked", *, hexes: bool) -> StrikeRefused:
    """A strike that may not be made, with those of the striker that may."""
    if hexes:
        return StrikeRefused(**asked, rulings=tuple(why), legal=overview(battle, from_hex))
    return StrikeRefused(target=battle.defender.characters[0].name, rulings=bare_rulings(battle, why))


class Asked(TypedDict, total=False):
    """What was asked for."""

    origin: str | tuple[str, ...]
    to: str


def _asked(strikers: Sequence[str], target: str | None) -> Asked:
    asked: Asked = {}
    if strikers:
        asked["origin"] = strikers[0] if len(strikers) == 1 else tuple(strikers)
    if target is not None:
        asked["to"] = target
    return asked


def _several(
    battle: Battle,
    from_hexes: Sequence[str],
    to: str,
    carry_to: Sequence[str],
    *,
    exchange: bool,
    asked: Asked,
    hexes: bool,
) -> StrikeAnswer:
    cases = []
    for from_hex in from_hexes:
        case = case_in(battle, from_hex, to)
        if isinstance(case, list):
            return _refused(battle, case, from_hex, asked, hexes=hexes)
        cases.append(case)
    bad = _carry_faults(battle, cases, carry_to)
    if bad:
        return StrikeRefused(**asked, rulings=tuple(bad))
    victims = _victims(battle, from_hexes, to, carry_to)
    strikers = [_striker(battle, start, to, victims) for start in from_hexes]
    if not hexes:
        cases = [bare_case(battle, case) for case in cases]
        strikers = [evolve(one, label=case.striker.label) for one, case in zip(strikers, cases, strict=True)]
    return several_answer(cases, strikers, victims, exchange=exchange)


def _carry_faults(battle: Battle, cases: Sequence[Case], carry_to: Sequence[str]) -> list[Ruling]:
    """Why none of several strikers may carry over to some hex, or why not so."""
    target = cases[0].target.label
    ways = [blow_at(battle, case.striker.label, target) for case in cases]
    able = {label for way in ways if way is not None for label in labels(way.carry_to)}
    twice = {label for label in carry_to if carry_to.count(label) > 1}
    found = [illegal("CARRY-1", "{hex} is named twice", hex=label) for label in sorted(twice)]
    for label in carry_to:
        if label not in able:
            found += [ruling for case in cases for ruling in carry_faults(battle, case, [label])]
    return found


def _victims(battle: Battle, from_hexes: Sequence[str], to: str, carry_to: Sequence[str]) -> list[Fighter]:
    """The further victims in order: those named, or else all in contact, the nearest to being slain first."""
    field, role = field_of(battle), battle.acting
    touched = 0
    for start in from_hexes:
        touched |= contacts(field, role, field.who[HEX_NUMBER[start]])
    enemies = [fighter_in(field, other(role), field.who[n]) for n in numbers_in(touched & ~BIT[to])]
    if carry_to:
        return [enemy for label in carry_to for enemy in enemies if enemy.hex == label]
    return sorted(enemies, key=lambda enemy: (enemy.left, -enemy.points, enemy.label))


def _striker(battle: Battle, from_hex: str, to: str, victims: Sequence[Fighter]) -> Striker:
    """A striker with its natural strikes at the target and at the further victims."""

    def natural(label: str) -> Way | None:
        way = blow_at(battle, from_hex, label)
        if way is None:
            return None
        able = labels(way.carry_to)
        return evolve(way, carry_to=tuple([victim for victim in victims if victim.label in able]))

    first, *further = map(natural, [to, *labels(victims)])
    assert first is not None
    return Striker(from_hex, first, tuple(further))


def overview(battle: Battle, from_hex: str | None = None, to_hex: str | None = None) -> tuple[StrikeInShort, ...]:
    """Every strike that may be made now, in short."""
    cases = [case_in(battle, start, end) for start, end in possible(battle, from_hex, to_hex)]
    return tuple([in_short(case) for case in cases if isinstance(case, Case)])


def _overview_answer(battle: Battle, from_hex: str | None, to_hex: str | None, asked: Asked) -> StrikeAnswer:
    """Every strike of the side that acts, of one striker or at one target, in short."""
    field, role = field_of(battle), battle.acting
    striker = battle.of(role).at(from_hex) if from_hex else None
    if from_hex or field.striker is None:
        judged = judge_striker(field, role, from_hex or HEXES[0])
        if isinstance(judged, Refusal):
            return StrikeRefused(**asked, rulings=judged.rulings, legal=overview(battle))
    return StrikesInShort(
        phase=battle.phase,
        side=battle.side,
        strikes=overview(battle, from_hex, to_hex),
        rulings=() if striker is None else tuple(strike_notes(field, role, striker)),
    )
