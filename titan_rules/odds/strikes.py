"""The answers of ``strike-odds``: one strike, several at one target, or all that are legal."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..answers.strike_odds import (
    Aim,
    CarryFate,
    Exchange,
    ExchangeOutcomes,
    FurtherVictim,
    OneOfSeveral,
    OtherStrikeback,
    Rolled,
    SeveralStrikesOdds,
    StrikeAnswer,
    Strikeback,
    StrikeInShort,
    StrikeOdds,
    StrikeRefused,
    StrikesInShort,
    StrikingOrder,
    Taken,
    WayToRoll,
)
from ..box.hexes import HEXES
from ..kernel.dice import dice_faults
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.odds import Chance, Distribution, Mean, hits_rows, together
from ..kernel.rulings import Ruling, consequence, illegal
from ..position.battle import Battle, other
from ..rules.battle.carry import StrikeOption
from ..rules.battle.strike import judge_striker, strike_notes
from ..rules.battle.strike_numbers import hits_rolled
from . import carry
from .carry import AIMS, Fighter, hits_of
from .cases import NATURAL, Case, Declaration, Strikes, hex_of
from .several import Striker, best_order, orders

MOST_ORDERS = 12  # the best ones


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
    :param given: what a single striker declares; several use its ``carry_to`` only.
    :param exchange: include the strikeback of this phase.
    :param roll: the dice that a single striker has already rolled.
    :param hexes: the answer names hexes; False for a battle made of names alone.
    :raises UnknownName: no hex and no character.
    :raises CannotTell: it is not clear who is meant.
    """
    asked: dict[str, Any] = {"origin": strikers[0] if len(strikers) == 1 else tuple(strikers) or None, "to": target}
    asking = Strikes(battle, hexes)
    froms: list[str] = []
    for text in strikers:
        label = hex_of(battle, battle.acting, text)
        if isinstance(label, Refusal):
            return StrikeRefused(**asked, rulings=label.rulings, legal=overview(asking))
        froms.append(label)
    to = None if target is None else hex_of(battle, other(battle.acting), target)
    if isinstance(to, Refusal):
        return StrikeRefused(**asked, rulings=to.rulings, legal=overview(asking))
    if len(set(froms)) < len(froms):
        raise CannotTell(Fault("striker-twice", "the same striker is named twice: each character strikes once"))
    if to is None and len(froms) > 1:
        raise CannotTell(Fault("no-target", "several strikers need a target"))
    if to is None or not froms:
        return _all_answer(asking, froms[0] if froms else None, to, asked)
    cases: list[Case] = []
    for label in froms:
        case = asking.case(label, to, given if len(froms) == 1 else NATURAL)
        if isinstance(case, Refusal):
            if hexes:
                return StrikeRefused(**asked, rulings=case.rulings, legal=overview(asking, label))
            return StrikeRefused(target=battle.defender.characters[0].name, rulings=asking.told(case.rulings))
        cases.append(case)
    if len(cases) == 1:
        return _one_answer(cases[0], exchange=exchange, roll=roll)
    against = _against_carries(asking, cases, froms, to, given.carry_to)
    if against:
        return StrikeRefused(**asked, rulings=against)
    return _several_answer(asking, cases, froms, to, given.carry_to, exchange=exchange)


# --- all strikes -----------------------------------------------------------------------------------------------------


def _all_answer(asking: Strikes, from_hex: str | None, to_hex: str | None, asked: Mapping[str, Any]) -> StrikeAnswer:
    field, role, battle = asking.view, asking.role, asking.battle
    striker = battle.of(role).at(from_hex) if from_hex else None
    if from_hex or field.striker is None:
        judged = judge_striker(field, role, from_hex or HEXES[0])
        if isinstance(judged, Refusal):
            return StrikeRefused(**asked, rulings=judged.rulings, legal=overview(asking))
    return StrikesInShort(
        phase=battle.phase,
        side=battle.side,
        strikes=overview(asking, from_hex, to_hex),
        rulings=() if striker is None else tuple(strike_notes(field, role, striker)),
    )


def overview(asking: Strikes, from_hex: str | None = None, to_hex: str | None = None) -> tuple[StrikeInShort, ...]:
    """Every legal strike, in short."""
    cases = asking.possible(from_hex, to_hex)
    return tuple([StrikeInShort(**_heading(case), **_whom(case.target), **_in_short(case)) for case in cases])


def _heading(case: Case) -> dict[str, Any]:
    return {"striker": case.striker.name, "origin": case.striker.hex, "strike": case.kind, "range": case.range}


def _whom(target: Fighter) -> dict[str, Any]:
    return {"target": target.name, "to": target.hex, "needs": target.left}


def _in_short(case: Case) -> dict[str, Any]:
    roll = _roll(case.option, case.target.left)
    del roll["hits"]
    return roll


def _roll(option: StrikeOption, needs: int) -> dict[str, Any]:
    dice, number = option.dice, option.strike_number
    return {"dice": dice, "strike_number": number, **_chances(hits_of(dice, number), needs)}


def _chances(hits: Distribution, needs: int) -> dict[str, Any]:
    return {"hits": hits_rows(hits), "slays": Chance(hits.at_least(needs)), "expected_hits": Mean(hits.mean)}


# --- one strike ------------------------------------------------------------------------------------------------------


def _one_answer(case: Case, *, exchange: bool, roll: Sequence[int] | None) -> StrikeOdds:
    """The odds of a strike.

    :raises DocumentError: these cannot be the dice of this strike.
    """
    faults = [] if roll is None else dice_faults(roll, case.option.dice)
    if faults:
        raise DocumentError(faults)
    hits, victims = case.hits, (case.target, *case.carry_to)
    carries = len(victims) > 1
    more = [_no_strikeback(case)] if exchange and not case.backs else []
    return StrikeOdds(
        **_heading(case),
        **_whom(case.target),
        **_roll(case.option, case.target.left),
        carry=tuple([_fate(hits, victims, place) for place in range(1, len(victims))]),
        joint=carry.joint(hits, victims) if carries else None,
        expected_slain=Mean(carry.expected(hits, victims, "slain")) if carries else None,
        expected_points=Mean(carry.expected(hits, victims, "points")) if carries else None,
        options=tuple(
            [
                WayToRoll(
                    **_roll(option, case.target.left),
                    natural=option is case.options[0],
                    chosen=option is case.option,
                    carry_to=option.carry_to,
                )
                for option in case.options
            ]
        ),
        best={aim: carry.best_way(case.target, case.options, case.enemies, aim, declared=case.declared) for aim in AIMS}
        if case.enemies
        else None,
        exchange=_exchange(case.target, hits, [case]) if exchange else None,
        roll=None if roll is None else _rolled(case, roll),
        rulings=(*case.rulings, *more, *([] if roll is None else _rolled_rulings(case, roll))),
    )


def _fate(hits: Distribution, victims: Sequence[Fighter], place: int) -> CarryFate:
    victim = victims[place]
    takes = hits.grouped((each[place] for each in carry.taken(hits, victims)), victim.left + 1)
    chances = _chances(takes, victim.left)
    return CarryFate(to=victim.label, character=victim.name, needs=victim.left, **chances)


def _rolled(case: Case, roll: Sequence[int]) -> Rolled:
    """The result of dice already rolled; hits are carried only as declared, ``may_carry_to`` names further targets."""
    hits = hits_rolled(roll, case.option.strike_number)
    takes = _takes(case, hits)
    left_over = hits - sum(n for _, n in takes)
    named = {v.label for v, _ in takes}
    best: dict[Aim, tuple[str, ...]] | None = None
    if hits > case.target.left and case.option.carry_to and not case.declared:
        best = {aim: carry.best_after_roll(case.target, case.option, case.enemies, aim, hits) for aim in AIMS}
    return Rolled(
        dice=tuple(roll),
        hits=hits,
        takes=tuple([Taken(to=v.label, character=v.name, hits=n, slain=n >= v.left) for v, n in takes]),
        left_over=left_over,
        may_carry_to=tuple([label for label in case.option.carry_to if label not in named]) if left_over else (),
        at_least=Chance(case.hits.at_least(hits)),
        best=best,
    )


def _takes(case: Case, hits: int) -> list[tuple[Fighter, int]]:
    victims = (case.target, *case.carry_to)
    return list(zip(victims, carry.shared_out(hits, [v.left for v in victims]), strict=True))


def _rolled_rulings(case: Case, roll: Sequence[int]) -> list[Ruling]:
    number = case.option.strike_number
    hits = hits_rolled(roll, number)
    sentence = "{hits} of {dice} dice show {number} or more: {hits} hits"
    rulings = [consequence("STRIKE-3", sentence, hits=hits, dice=len(roll), number=number)]
    for victim, taken in _takes(case, hits):
        rule, verb = ("STRIKE-7", "takes") if victim is case.target else ("CARRY-1", "takes by carrying over")
        end = "is slain" if taken >= victim.left else f"still needs {victim.left - taken}"
        sentence = "the {name} {verb} {taken} of the {needs} hits that slay it and {end}"
        rulings.append(
            consequence(rule, sentence, name=victim.name, verb=verb, taken=taken, needs=victim.left, end=end)
        )
    return rulings


# --- strikebacks -----------------------------------------------------------------------------------------------------


def _no_strikeback(case: Case) -> Ruling:
    if case.kind == "rangestrike":
        return consequence(
            "RANGE-9", "the {target} is not in contact: it does not strike back", target=case.target.name
        )
    return consequence("STRIKE-8", "nobody strikes back at the {striker} in this phase", striker=case.striker.name)


def _exchange(target: Fighter, on_target: Distribution, cases: Sequence[Case]) -> Exchange:
    """One entry for each striker that the target may strike back at: its player chooses one of them."""
    answered = [case for case in cases if case.backs and case.backs[0][0] == target]
    return Exchange(strikeback=tuple([_strikeback(case, on_target.at_least(target.left)) for case in answered]))


def _strikeback(case: Case, target_slain: Fraction) -> Strikeback:
    (_, back), *others = case.backs
    everybody = together(hits_of(option.dice, option.strike_number) for _, option in case.backs)
    striker, hits = case.striker, hits_of(back.dice, back.strike_number)
    return Strikeback(
        at=striker.name,
        to=striker.hex,
        needs=striker.left,
        **_roll(back, striker.left),
        outcomes=exchange(target_slain, hits.at_least(striker.left)),
        others=tuple(
            [
                OtherStrikeback(
                    striker=by.name,
                    origin=by.hex,
                    dice=option.dice,
                    strike_number=option.strike_number,
                    expected_hits=Mean(hits_of(option.dice, option.strike_number).mean),
                )
                for by, option in others
            ]
        ),
        slays_if_all_strike_back=Chance(everybody.at_least(striker.left)) if others else None,
    )


def exchange(target_slain: Fraction, striker_slain: Fraction) -> ExchangeOutcomes:
    """The outcomes of one Strike Phase for two characters; the slain strike back, so chances multiply (STRIKE-8)."""
    target_lives, striker_lives = 1 - target_slain, 1 - striker_slain
    return ExchangeOutcomes(
        both_slain=Chance(target_slain * striker_slain),
        only_target_slain=Chance(target_slain * striker_lives),
        only_striker_slain=Chance(target_lives * striker_slain),
        neither_slain=Chance(target_lives * striker_lives),
    )


# --- several strikes -------------------------------------------------------------------------------------------------


def _against_carries(
    asking: Strikes, cases: Sequence[Case], froms: Sequence[str], to: str, carry_to: Sequence[str]
) -> tuple[Ruling, ...]:
    able = {label for start in froms for option in [asking.natural(start, to)] if option for label in option.carry_to}
    twice = {label for label in carry_to if carry_to.count(label) > 1}
    rulings = [illegal("CARRY-1", "{hex} is named twice", hex=label) for label in sorted(twice)]
    for label in carry_to:
        if label not in able:
            for case, start in zip(cases, froms, strict=True):
                rulings += asking.against_carries(case, start, to, [label])
    return tuple(rulings)


def _several_answer(
    asking: Strikes, cases: Sequence[Case], froms: Sequence[str], to: str, carry_to: Sequence[str], *, exchange: bool
) -> SeveralStrikesOdds:
    target = cases[0].target
    further = asking.near(froms, to)
    if carry_to:
        further = [enemy for label in carry_to for enemy in further if enemy.hex == label]
    else:
        further.sort(key=lambda enemy: (enemy.left, -enemy.points, enemy.label))
    places = [to, *[enemy.label for enemy in further]]
    strikers: list[Striker] = []
    for case, start in zip(cases, froms, strict=True):
        naturals = [asking.natural(start, place) for place in places]
        kept = [o and evolve(o, carry_to=tuple([at for at in places[1:] if at in o.carry_to])) for o in naturals]
        strikers.append(Striker(case.striker.label, tuple(kept)))
    hits = together(case.hits for case in cases)
    every = orders((target, *further), strikers)
    best: dict[Aim, StrikingOrder] = {aim: best_order(every, aim) for aim in AIMS}
    return SeveralStrikesOdds(
        strikers=tuple(
            [
                OneOfSeveral(**_heading(case), **_in_short(case), carry_to=striker.options[0].carry_to)
                for case, striker in zip(cases, strikers, strict=True)
                if striker.options[0] is not None
            ]
        ),
        **_whom(target),
        **_chances(hits, target.left),
        carry=tuple(
            [
                FurtherVictim(to=victim.label, character=victim.name, needs=victim.left, slays=fate.slays)
                for victim, fate in zip(further, best["slain"].carry, strict=True)
            ]
        ),
        orders=tuple(every[:MOST_ORDERS]),
        orders_in_all=len(every),
        best=best,
        exchange=_exchange(target, hits, cases) if exchange else None,
        rulings=tuple([ruling for case in cases for ruling in case.rulings]),
    )
