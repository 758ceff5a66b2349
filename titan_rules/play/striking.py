"""Strikes, strikebacks and rangestrikes as actions (STRIKE, CARRY, RANGE)."""

from collections.abc import Sequence

from ..actions.events import Event, StrikeKind, Struck
from ..actions.intents import Strike
from ..box.hexes import HEX_NUMBER
from ..kernel.dice import SIDES
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled
from ..kernel.rulings import Ruling, illegal
from ..kernel.wording import verb
from ..position.battle import Battle, BattleSide, Combatant, Role, other
from ..position.changes import put_combatant
from ..rules.battle.carry import Carried, StrikeOption, carry_rulings, judge_carries
from ..rules.battle.field import View, advance, field_of
from ..rules.battle.level_ground import hits_rolled
from ..rules.battle.rangestrike import judge_rangestrike, rangestrike_rulings
from ..rules.battle.sequence import hits_after, poison_taken, slain, step
from ..rules.battle.strike import Blow, judge_strike
from ..rules.battle.strike_numbers import contacts, strike_rulings
from .planning import BattleDone, Done, Planned

Changed = list[tuple[Combatant, Combatant]]


def option_of(battle: Battle, action: Strike) -> StrikeOption | None:
    """The dice and Strike-number that a strike means: as declared, else by the dice rolled, else natural (CARRY-2).

    None where it is not possible at all.
    """
    judged = _judged(field_of(battle), battle.acting, action)
    return None if isinstance(judged, Refusal) else judged.option


def _judged(field: View, role: Role, action: Strike) -> Blow | Refusal:
    """The strike that is meant; its dice and the hits it carries over aside."""
    rolled = None if action.dice is None else len(action.dice)
    number, count = action.strike_number, action.dice_count
    blow = judge_strike(field, role, action.origin, action.to, number, count, order=action.declared, rolled=rolled)
    if isinstance(blow, Refusal) or not action.shot:
        return blow
    shot = judge_rangestrike(field, role, blow.striker, blow.target)
    return shot if isinstance(shot, Refusal) else blow


def plan_strike(battle: Battle, action: Strike) -> Planned[Battle]:
    """STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3, RANGE-1 to RANGE-9, DICE-1."""
    field, role = field_of(battle), battle.acting
    judged = _judged(field, role, action)
    if isinstance(judged, Refusal):
        return judged
    striker, target, option = judged.striker, judged.target, judged.option
    found = _bad_first_roll(action, option) or _bad_dice(action, option)
    if found:
        return Refusal(tuple(found))
    carries = _carries(field, role, action, option)
    if isinstance(carries, Refusal):
        return carries

    def carry_out(rolled: Rolled) -> BattleDone:
        return _struck(field, role, striker, target, option, action, action.dice or rolled)

    def reasons() -> list[Ruling]:
        if contacts(field, role, striker):
            found = strike_rulings(field, role, striker, target)
            if action.dice is None:
                found += carry_rulings(field, role, striker, target, list(dict.fromkeys((judged.options[0], option))))
            return found
        return rangestrike_rulings(field, role, striker, target)

    return Plan(carry_out, 0 if action.dice is not None else option.dice, reasons)


def _bad_first_roll(action: Strike, option: StrikeOption) -> list[Ruling]:
    """Why a first roll of too many dice cannot be what it says (DICE-1)."""
    first = action.first_roll
    if first is None:
        return []
    wrong = [die for die in first if not 1 <= die <= SIDES]
    if wrong:
        return [illegal("DICE-1", "a die shows 1 to 6, not {die}", die=wrong[0])]
    if len(first) > option.dice:
        return []
    sentence = "a first roll of {first:die} is not too many for a strike of {dice}: it stands"
    return [illegal("DICE-1", sentence, first=len(first), dice=option.dice)]


def _hits(action: Strike, dice: Rolled, number: int) -> int:
    """The hits that count: those rolled, after a roll of too many dice no more than it had (DICE-1)."""
    hits = hits_rolled(dice, number)
    return hits if action.first_roll is None else min(hits, hits_rolled(action.first_roll, number))


def _bad_dice(action: Strike, option: StrikeOption) -> list[Ruling]:
    if action.dice is None:
        return [illegal("CARRY-1", "hits are carried over after the dice are rolled")] if action.carry else []
    wrong = [die for die in action.dice if not 1 <= die <= SIDES]
    if wrong:
        return [illegal("STRIKE-3", "a die shows 1 to 6, not {die}", die=wrong[0])]
    if len(action.dice) == option.dice:
        return []
    sentence = "the strike from {origin} at {to} rolls {dice:die}, not {given}"
    facts = {"origin": action.origin, "to": action.to, "dice": option.dice, "given": len(action.dice)}
    return [Ruling("STRIKE-2", "illegal", sentence, facts)]


def _carries(field: View, role: Role, action: Strike, option: StrikeOption) -> Carried | Refusal:
    """To whom the hits are carried over."""
    if not action.carry or action.dice is None:
        return ()
    return judge_carries(
        field,
        role,
        action.origin,
        action.to,
        _hits(action, action.dice, option.strike_number),
        [(carry.to, carry.hits) for carry in action.carry],
        option.strike_number,
        option.dice,
        action.declared,
    )


def _struck(
    field: View,
    role: Role,
    striker: Combatant,
    target: Combatant,
    option: StrikeOption,
    action: Strike,
    dice: tuple[int, ...],
) -> Done[Battle]:
    """The dice fall: hits on the target, the rest carried over as declared (STRIKE-3, STRIKE-7, CARRY-1)."""
    battle, foe = field.battle, other(role)
    number = option.strike_number
    hits = _hits(action, dice, number)
    enemy = battle.of(foe)
    back = battle.phase == "strikeback"
    place = step(battle, "6.2" if back else "4.2")
    kind: StrikeKind = "strikeback" if back else "strike" if contacts(field, role, striker) else "rangestrike"
    events: list[Event] = [
        Struck(
            _how(kind, striker, target, dice, number, hits, place),
            kind,
            role,
            striker.name,
            action.origin,
            target.name,
            action.to,
            dice,
            number,
            hits,
            action.carry,
        )
    ]
    if action.first_roll is not None:
        first, second = hits_rolled(action.first_roll, number), hits_rolled(dice, number)
        events.append(_rolled_too_many(len(action.first_roll), option.dice, first, second, hits, place))
    changed: Changed = []
    slays = hits_after(target, field.power(foe, target), hits) >= field.power(foe, target)
    poison = poison_taken(field, striker.name, hits, slays=slays)
    enemy = _hit(enemy, foe, target, hits, events, changed, place, poison)
    for carry in action.carry:
        carried = field.who[HEX_NUMBER[carry.to]]
        facts = {"hits": carry.hits, "target": carried.name, "to": carry.to}
        sentence, then = "{hits:hit} carried over to {target} in {to}", step(battle, "6.3" if back else "4.3")
        events.append(Event(Ruling("CARRY-1", "legal", sentence, facts, then)))
        enemy = _hit(enemy, foe, carried, carry.hits, events, changed, place)
    struck = evolve(striker, struck=True)
    side = put_combatant(battle.of(role), striker, struck)
    if role == "attacker":
        after = evolve(battle, attacker=side, defender=enemy)
    else:
        after = evolve(battle, attacker=enemy, defender=side)
    advance(field, after, [(role, striker, struck), *[(foe, old, new) for old, new in changed]])
    return after, events


_VERBS: dict[StrikeKind, tuple[str, str]] = {
    "strike": ("STRIKE-3", "strikes"),
    "strikeback": ("STRIKE-8", "strikes"),
    "rangestrike": ("RANGE-1", "rangestrikes"),
}


def _how(
    kind: StrikeKind, striker: Combatant, target: Combatant, dice: Sequence[int], number: int, hits: int, place: str
) -> Ruling:
    """The ruling on a strike, with its dice."""
    facts = {
        "striker": striker.name,
        "origin": striker.hex,
        "target": target.name,
        "to": target.hex,
        "hits": hits,
        "strike_number": number,
        "dice": " ".join(map(str, dice)),
        "count": len(dice),
    }
    rule, strikes = _VERBS[kind]
    roll = "{hits:hit} with {count:die} at {strike_number} ({dice})"
    return Ruling(rule, "legal", f"{{striker}} in {{origin}} {strikes} {{target}} in {{to}}: {roll}", facts, place)


def _rolled_too_many(rolled: int, count: int, first: int, second: int, counted: int, place: str) -> Event:
    """That more dice than allowed were rolled first (DICE-1).

    :param first, second: the hits of both rolls.
    :param counted: those that count.
    """
    facts = {"rolled": rolled, "count": count, "first": first, "second": second, "counted": counted}
    right, counts = verb(count, "is", "are"), verb(counted, "counts", "count")
    sentence = (
        f"{{rolled:die}} were rolled where {{count}} {right} right, with {{first:hit}}, then {{count}} with"
        f" {{second}}: {{counted}} {counts}"
    )
    return Event(Ruling("DICE-1", "consequence", sentence, facts, place))


def _hit(
    side: BattleSide,
    role: Role,
    target: Combatant,
    hits: int,
    events: list[Event],
    changed: Changed,
    place: str,
    poison: int = 0,
) -> BattleSide:
    """A character takes hits, no more than slay it (STRIKE-7); ``poison`` is added to its own (BOX-7)."""
    if not hits:
        return side
    power = side.power(target)
    total = hits_after(target, power, hits)
    if total >= power:
        events.append(slain(role, target, power, place))
    hurt = evolve(target, hits=total)
    if poison:
        hurt = evolve(hurt, poisoned=target.poisoned + poison)
        facts = {"character": target.name, "hex": target.hex, "by": poison, "poisoned": hurt.poisoned}
        sentence = "{character} in {hex} is poisoned by {by}: {poisoned:hit} in every Strike Phase"
        events.append(Event(Ruling("BOX-7", "consequence", sentence, facts, place)))
    changed.append((target, hurt))
    return put_combatant(side, target, hurt)
