"""Strikes, strikebacks and rangestrikes as actions (STRIKE, CARRY, RANGE)."""

from collections.abc import Sequence

from ..actions.events import Event, StrikeKind, Struck
from ..actions.intents import Strike
from ..box.hexes import HEX_NUMBER
from ..kernel.dice import SIDES
from ..kernel.evolving import evolve
from ..kernel.judging import Plan, Refusal, Rolled, refusal
from ..kernel.rulings import Facts, Ruling, illegal
from ..kernel.wording import verb
from ..position.battle import Battle, BattleSide, Combatant, Role, other
from ..position.changes import put_combatant
from ..rules.battle.carry import carry_rulings, judge_carries
from ..rules.battle.field import View, advance, field_of
from ..rules.battle.order import step
from ..rules.battle.rangestrike import judge_rangestrike, rangestrike_rulings, worse_side
from ..rules.battle.sequence import hits_after, poison_taken, slain
from ..rules.battle.strike import Blow, judge_strike
from ..rules.battle.strike_numbers import hits_rolled, strike_rulings
from ..rules.battle.strike_tables import StrikeOption
from .planning import BattleDone, Done, Planned


def option_of(battle: Battle, action: Strike) -> StrikeOption | None:
    """Dice and Strike-number: as declared, else by the dice, else natural; None if impossible (CARRY-2)."""
    blow = _judged(field_of(battle), battle.acting, action)
    return None if isinstance(blow, Refusal) else blow.option


def _judged(field: View, role: Role, action: Strike) -> Blow | Refusal:
    """The strike meant, before dice and carries are checked."""
    rolled = None if action.dice is None else len(action.dice)
    number, count = action.strike_number, action.dice_count
    blow = judge_strike(
        field, role, action.origin, action.to, number, count, order=action.declared, rolled=rolled, shot=action.shot
    )
    if isinstance(blow, Refusal) or not action.shot:
        return blow
    shot = judge_rangestrike(field, role, blow.striker, blow.target)
    return shot if isinstance(shot, Refusal) else blow


def plan_strike(battle: Battle, action: Strike) -> Planned[Battle]:
    """Strike or rangestrike (STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3, RANGE-1 to RANGE-9, DICE-1)."""
    field, role = field_of(battle), battle.acting
    blow = _judged(field, role, action)
    if isinstance(blow, Refusal):
        return blow
    option = blow.option
    wrong = _wrong_dice(action, option)
    if wrong is not None:
        return wrong
    if action.dice is not None and len(action.dice) != option.dice:
        return _wrong_number(field, role, blow, len(action.dice))
    if action.carry and action.dice is not None:
        carries = [(carry.to, carry.hits) for carry in action.carry]
        hits, number = _hits(action, action.dice, option.strike_number), option.strike_number
        judged = judge_carries(
            field, role, action.origin, action.to, hits, carries, number, option.dice, action.declared
        )
        if isinstance(judged, Refusal):
            return judged

    def carry_out(rolled: Rolled) -> BattleDone:
        return _struck(field, role, blow, action, action.dice or rolled)

    def reasons() -> list[Ruling]:
        rulings = _numbers(field, role, blow)
        if action.dice is None and field.in_contact(role, blow.striker):
            ways = list(dict.fromkeys((blow.options[0], option)))
            rulings += carry_rulings(field, role, blow.striker, blow.target, ways)
        return rulings

    dice = 0 if action.dice is not None else option.dice
    return Plan(carry_out, dice, reasons, fill=lambda rolled: {"dice": rolled})


def _wrong_dice(action: Strike, option: StrikeOption) -> Refusal | None:
    """Why the dice, or a first roll of too many, are none of this action (DICE-1, STRIKE-3)."""
    for rule, dice in (("DICE-1", action.first_roll), ("STRIKE-3", action.dice)):
        wrong = [die for die in dice or () if not 1 <= die <= SIDES]
        if wrong:
            return refusal(rule, "a die shows 1 to 6, not {die}", die=wrong[0])
    if action.first_roll is not None and len(action.first_roll) <= option.dice:
        sentence = "a first roll of {first:die} is not too many for a strike of {dice}: it stands"
        return refusal("DICE-1", sentence, first=len(action.first_roll), dice=option.dice)
    if action.dice is None and action.carry:
        return refusal("CARRY-1", "hits are carried over after the dice are rolled")
    return None


def _numbers(field: View, role: Role, blow: Blow) -> list[Ruling]:
    """Where the natural strike, or the rangestrike, gets its dice and its Strike-number (STRIKE-2 to 6, RANGE-3)."""
    striker, target = blow.striker, blow.target
    if field.in_contact(role, striker):
        return strike_rulings(field, role, striker, target)
    declared = None if blow.option == blow.options[0] else worse_side(field, role, striker, target)
    return rangestrike_rulings(field, role, striker, target, declared)


def _wrong_number(field: View, role: Role, blow: Blow, given: int) -> Refusal:
    """Another number of dice than the strike rolls, by the rule that decides it (STRIKE-2, STRIKE-4, RANGE-3)."""
    counted = [ruling for ruling in _numbers(field, role, blow) if {"dice", "power"} & ruling.facts.keys()]
    declared = blow.option.dice != blow.options[0].dice
    kind = "strike" if field.in_contact(role, blow.striker) else "rangestrike"
    sentence = "the {kind} from {origin} at {to} rolls {dice:die}, not {given}"
    facts: Facts = {"kind": kind, "origin": blow.striker.hex, "to": blow.target.hex, "given": given}
    wrong = illegal("CARRY-2" if declared else counted[-1].rule, sentence, dice=blow.option.dice, **facts)
    return Refusal((wrong,) if declared else (wrong, *counted))


def _hits(action: Strike, dice: Rolled, number: int) -> int:
    """The hits that count; after a roll of too many dice at most that roll's hits (DICE-1)."""
    hits = hits_rolled(dice, number)
    return hits if action.first_roll is None else min(hits, hits_rolled(action.first_roll, number))


def _struck(field: View, role: Role, blow: Blow, action: Strike, dice: tuple[int, ...]) -> Done[Battle]:
    """Apply a roll: hits on the target, the rest carried over as declared (STRIKE-3, STRIKE-7, CARRY-1)."""
    battle, foe = field.battle, other(role)
    striker, target, number = blow.striker, blow.target, blow.option.strike_number
    hits = _hits(action, dice, number)
    back = battle.phase == "strikeback"
    place = step(battle, "6.2" if back else "4.2")
    kind: StrikeKind = "strikeback" if back else "strike" if field.in_contact(role, striker) else "rangestrike"
    how, here, there = _how(kind, striker, target, dice, number, hits, place), action.origin, action.to
    events: list[Event] = [
        Struck(how, kind, role, striker.name, here, target.name, there, dice, number, hits, action.carry)
    ]
    if action.first_roll is not None:
        events.append(_rolled_too_many(action.first_roll, dice, number, hits, place))
    changed: list[tuple[Role, Combatant, Combatant]] = [(role, striker, evolve(striker, struck=True))]
    power = field.power(foe, target)
    poison = poison_taken(field, striker.name, hits, slays=target.hits + hits >= power)
    enemy = _hit(battle.of(foe), foe, target, hits, events, changed, place, poison)
    for carry in action.carry:
        carried = field.who[HEX_NUMBER[carry.to]]
        facts = {"hits": carry.hits, "target": carried.name, "to": carry.to}
        sentence, then = "{hits:hit} carried over to {target} in {to}", step(battle, "6.3" if back else "4.3")
        events.append(Event(Ruling("CARRY-1", "legal", sentence, facts, then)))
        enemy = _hit(enemy, foe, carried, carry.hits, events, changed, place)
    side = put_combatant(battle.of(role), striker, changed[0][2])
    after = evolve(battle, **{role: side, foe: enemy})
    advance(field, after, changed)
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


def _rolled_too_many(first_roll: Sequence[int], dice: Sequence[int], number: int, counted: int, place: str) -> Event:
    """The event that too many dice were rolled first; ``counted``: the hits that count (DICE-1)."""
    first, second, count = hits_rolled(first_roll, number), hits_rolled(dice, number), len(dice)
    facts: Facts = {"rolled": len(first_roll), "count": count, "first": first, "second": second, "counted": counted}
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
    changed: list[tuple[Role, Combatant, Combatant]],
    place: str,
    poison: int = 0,
) -> BattleSide:
    """Give a character hits, at most enough to slay it (STRIKE-7); ``poison`` is added to its own (BOX-7)."""
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
    changed.append((role, target, hurt))
    return put_combatant(side, target, hurt)
