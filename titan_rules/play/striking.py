"""Strikes, strikebacks and rangestrikes as actions (STRIKE, CARRY, RANGE)."""

from ..actions.intents import Strike
from ..box.hexes import HEX_NUMBER
from ..kernel.dice import SIDES
from ..kernel.evolving import evolve
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, BattleSide, Combatant, other
from ..position.changes import put_combatant
from ..rules.battle.carry import StrikeOption, carry_violations, choose, declaration_violations, declared
from ..rules.battle.field import Field, field_of, keep
from ..rules.battle.level_ground import hits_rolled
from ..rules.battle.sequence import step
from ..rules.battle.strike import contacts, strike_options, strike_violations
from .battle_order import halted
from .planning import Plan, Planned, Refusal, Rolled

Events = list[Ruling]
Changed = list[tuple[Combatant, Combatant]]


def option_of(battle: Battle, action: Strike) -> StrikeOption | None:
    """The dice and Strike-number that a strike means: as declared, else by the dice rolled, else natural (CARRY-2)."""
    field = field_of(battle)
    striker, target = field.who[HEX_NUMBER[action.origin]], field.who[HEX_NUMBER[action.to]]
    return _option(field, striker, target, action)


def _option(field: Field, striker: Combatant, target: Combatant, action: Strike) -> StrikeOption | None:
    found = strike_options(field, field.battle.acting, striker, target)
    if action.declared:
        dice, number = declared(field, field.battle.acting, striker, target, action.declared)
        return choose(found, number, dice)
    if action.dice is not None and action.strike_number is not None and action.dice_count is None:
        rolled = choose(found, action.strike_number, len(action.dice))
        if rolled is not None:
            return rolled
    return choose(found, action.strike_number, action.dice_count)


def check_strike(battle: Battle, action: Strike) -> list[Ruling]:
    """STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3, RANGE-1 to RANGE-9, DICE-1; dice not yet rolled are not asked for."""
    role = battle.acting
    found = halted(battle) or strike_violations(
        battle, role, action.origin, action.to, action.strike_number, action.dice_count
    )
    if found:
        return found
    found = _declaration_violations(battle, action)
    if found:
        return found
    option = option_of(battle, action)
    assert option is not None
    found = _first_roll_violations(action, option)
    if found:
        return found
    if action.dice is None:
        if action.carry:
            return [illegal("CARRY-1", "hits are carried over after the dice are rolled")]
        return []
    wrong = [die for die in action.dice if not 1 <= die <= SIDES]
    if wrong:
        return [illegal("STRIKE-3", "a die shows 1 to 6, not {die}", die=wrong[0])]
    if len(action.dice) != option.dice:
        return [
            illegal(
                "STRIKE-2",
                "the strike from {origin} at {to} rolls {dice} dice, not {given}",
                origin=action.origin,
                to=action.to,
                dice=option.dice,
                given=len(action.dice),
            )
        ]
    if not action.carry:
        return []
    return carry_violations(
        battle,
        role,
        action.origin,
        action.to,
        _hits(action, option),
        [(carry.to, carry.hits) for carry in action.carry],
        option.strike_number,
        option.dice,
        action.declared,
    )


def _declaration_violations(battle: Battle, action: Strike) -> list[Ruling]:
    """Why the targets declared, or the roll declared with them, are wrong (CARRY-2)."""
    if not action.declared:
        return []
    field, role = field_of(battle), battle.acting
    striker, target = field.who[HEX_NUMBER[action.origin]], field.who[HEX_NUMBER[action.to]]
    found = strike_options(field, role, striker, target)
    wrong = declaration_violations(field, role, striker, target, action.declared, found)
    if wrong:
        return wrong
    dice, number = declared(field, role, striker, target, action.declared)
    if action.strike_number in (None, number) and action.dice_count in (None, dice):
        return []
    sentence = "with the targets declared it is {dice} dice at {number}"
    return [illegal("CARRY-2", sentence, dice=dice, number=number)]


def _first_roll_violations(action: Strike, option: StrikeOption) -> list[Ruling]:
    """Why a first roll of too many dice cannot be what it says (DICE-1)."""
    first = action.first_roll
    if first is None:
        return []
    wrong = [die for die in first if not 1 <= die <= SIDES]
    if wrong:
        return [illegal("DICE-1", "a die shows 1 to 6, not {die}", die=wrong[0])]
    if len(first) <= option.dice:
        sentence = "{first} dice are not too many for a strike of {dice}: the first roll stands"
        return [illegal("DICE-1", sentence, first=len(first), dice=option.dice)]
    return []


def _hits(action: Strike, option: StrikeOption) -> int:
    """The hits that count: those rolled, after a roll of too many dice no more than it had (DICE-1)."""
    hits = hits_rolled(action.dice or (), option.strike_number)
    if action.first_roll is None:
        return hits
    return min(hits, hits_rolled(action.first_roll, option.strike_number))


def do_strike(battle: Battle, action: Strike) -> tuple[Battle, Events]:
    """The dice fall: hits on the target, the rest carried over as declared (STRIKE-3, STRIKE-7, CARRY-1)."""
    field = field_of(battle)
    role = battle.acting
    striker, target = field.who[HEX_NUMBER[action.origin]], field.who[HEX_NUMBER[action.to]]
    option = _option(field, striker, target, action)
    assert option is not None
    assert action.dice is not None
    hits = _hits(action, option)
    enemy = battle.of(other(role))
    place = step(battle, "4.2" if battle.phase == "strike" else "6.2")
    facts = {
        "striker": striker.name,
        "origin": action.origin,
        "target": target.name,
        "to": action.to,
        "hits": hits,
        "strike_number": option.strike_number,
        "dice": " ".join(map(str, action.dice)),
        "count": option.dice,
    }
    if contacts(field, role, striker):
        rule, verb = ("STRIKE-3" if battle.phase == "strike" else "STRIKE-8"), "strikes"
    else:
        rule, verb = "RANGE-1", "rangestrikes"
    roll = "{hits} hit(s) with {count} dice at {strike_number} ({dice})"
    sentence = f"{{striker}} in {{origin}} {verb} {{target}} in {{to}}: {roll}"
    events = [Ruling(rule, "legal", sentence, facts, place)]
    if action.first_roll is not None:
        facts = {
            "rolled": len(action.first_roll),
            "count": option.dice,
            "first": hits_rolled(action.first_roll, option.strike_number),
            "second": hits_rolled(action.dice, option.strike_number),
            "counted": hits,
        }
        sentence = (
            "{rolled} dice were rolled where {count} are right, with {first} hit(s), then {count} with {second}:"
            " {counted} count"
        )
        events.append(Ruling("DICE-1", "consequence", sentence, facts, place))
    changed: Changed = []
    enemy = _hit(enemy, target, hits, events, changed, place)
    for carry in action.carry:
        carried = enemy.at(carry.to)
        assert carried is not None
        facts = {"hits": carry.hits, "target": carried.name, "to": carry.to}
        sentence = "{hits} hit(s) carried over to {target} in {to}"
        events.append(
            Ruling("CARRY-1", "legal", sentence, facts, step(battle, "4.3" if battle.phase == "strike" else "6.3"))
        )
        enemy = _hit(enemy, carried, carry.hits, events, changed, place)
    struck = Combatant(striker.name, striker.hex, striker.hits, striker.moved, True)
    side = put_combatant(battle.of(role), striker, struck)
    if role == "attacker":
        after = evolve(battle, attacker=side, defender=enemy)
    else:
        after = evolve(battle, attacker=enemy, defender=side)
    foe = other(role)
    keep(field.gone_on(after, [(role, striker, struck), *[(foe, old, new) for old, new in changed]]))
    return after, events


def _hit(side: BattleSide, target: Combatant, hits: int, events: Events, changed: Changed, place: str) -> BattleSide:
    """A character takes hits, no more than slay it (STRIKE-7)."""
    if not hits:
        return side
    power = side.power(target)
    total = min(target.hits + hits, power)
    if total >= power:
        facts = {"character": target.name, "hex": target.hex, "power": power}
        sentence = "{character} in {hex} has taken {power} hits and is slain"
        events.append(Ruling("STRIKE-7", "consequence", sentence, facts, place))
    hurt = Combatant(target.name, target.hex, total, target.moved, target.struck)
    changed.append((target, hurt))
    return put_combatant(side, target, hurt)


def plan_strike(battle: Battle, action: Strike) -> Planned[Battle]:
    """STRIKE-1 to STRIKE-9, CARRY-1 to CARRY-3, RANGE-1 to RANGE-9."""
    found = check_strike(battle, action)
    if found:
        return Refusal(tuple(found))
    if action.dice is not None:
        return Plan(lambda _: do_strike(battle, action))
    option = option_of(battle, action)
    assert option is not None

    def carry_out(rolled: Rolled) -> tuple[Battle, Events]:
        return do_strike(battle, evolve(action, dice=rolled))

    return Plan(carry_out, option.dice, lambda: ())
