"""Questions about a battle document: who strikes whom, with what, and what the rules say to it."""

from collections.abc import Sequence

from attrs import frozen

from ..box.hexes import BIT, HEX_NUMBER, hex_names, numbers_in
from ..kernel.errors import CannotTell, Fault, UnknownName
from ..kernel.evolving import evolve
from ..kernel.judging import Refusal
from ..kernel.rulings import Ruling, illegal
from ..position.battle import Battle, BattleSide, Combatant, Role, other
from ..rules.battle.carry import StrikeOption, carry_rulings, choose, declared, judge_carries
from ..rules.battle.field import View, field_of
from ..rules.battle.rangestrike import RangeStrike, rangestrike, rangestrike_rulings
from ..rules.battle.strike import judge_strike, strike_options
from ..rules.battle.strike_numbers import contacts, strike_rulings
from .carry import Aim, best_choice
from .cases import Back, Case, Fighter, Way


@frozen(kw_only=True)
class Declaration:
    """What the striking player has declared, or wants to know.

    :param strike_number, dice_count: a penalty taken (CARRY-2); None: the natural strike's.
    :param carry_to: hexes to carry over to, in order.
    :param aim: choose dice, Strike-number and carries that are best for this, instead.
    """

    strike_number: int | None = None
    dice_count: int | None = None
    carry_to: tuple[str, ...] = ()
    aim: Aim | None = None


NATURAL = Declaration()


def hex_of(battle: Battle, role: Role, text: str) -> str | list[Ruling]:
    """The hex that a text means: a hex, or the name of a side's only character of that name.

    :returns: rulings, if the character is off the board.
    :raises UnknownName: neither a hex nor a character.
    :raises CannotTell: the side has no such character, or several.
    """
    label = hex_names.find(text)
    if label is not None:
        return label
    name = battle.the_box.character_names.find(text)
    if name is None:
        fault = hex_names.fault(text)
        raise UnknownName(evolve(fault, code="unknown-hex", hint="hexes run from A1 to F6; a name will do, too"))
    found = [c for c in battle.of(role).characters if c.name == name]
    if len(found) != 1:
        count = f"{len(found)} of them" if found else "none"
        raise CannotTell(Fault("which-character", f"the {role} has {count}: {name}; give its hex"))
    if found[0].hex is None:
        return [illegal("STRIKE-1", "the {name} is off the board and in contact with nobody", name=name)]
    return found[0].hex


def fighter_in(field: View, role: Role, combatant: Combatant) -> Fighter:
    """A combatant as the odds see it."""
    side = field.battle.of(role)
    worth = side.the_box.points(combatant.name, side.score)
    return Fighter(combatant.name, combatant.hex, field.left(role, combatant), worth)


def case_in(battle: Battle, from_hex: str, to_hex: str, given: Declaration = NATURAL) -> Case | list[Ruling]:
    """A strike of the side that acts now.

    :returns: the rulings that forbid it, or what is declared, if they do.
    """
    role = battle.acting
    field = field_of(battle)
    judged = judge_strike(field, role, from_hex, to_hex, given.strike_number, given.dice_count)
    if isinstance(judged, Refusal):
        return list(judged.rulings)
    striker, target, offered = judged.striker, judged.target, judged.options
    ways = tuple([_way(field, role, option) for option in offered])
    shot = rangestrike(field, role, striker, target)
    case = Case(
        striker=fighter_in(field, role, striker),
        target=fighter_in(field, other(role), target),
        kind="rangestrike" if isinstance(shot, RangeStrike) else "strike",
        ways=ways,
        declared=field.rules.carry_declaration == "targets_and_order",
        backs=strikebacks(battle, role, from_hex, to_hex),
        range=shot.range if isinstance(shot, RangeStrike) else None,
        rulings=tuple(rangestrike_rulings(field, role, striker, target))
        if isinstance(shot, RangeStrike)
        else (
            *strike_rulings(field, role, striker, target),
            *carry_rulings(field, role, striker, target, offered),
        ),
    )
    return _declared(case, field, role, offered, given)


def _way(field: View, role: Role, option: StrikeOption) -> Way:
    enemies = [field.who[HEX_NUMBER[label]] for label in option.carry_to]
    return Way(option.dice, option.strike_number, tuple([fighter_in(field, other(role), enemy) for enemy in enemies]))


def _declared(
    case: Case, field: View, role: Role, offered: Sequence[StrikeOption], given: Declaration
) -> Case | list[Ruling]:
    """The case with the option and the carries that were declared."""
    striker, target = field.who[HEX_NUMBER[case.striker.label]], field.who[HEX_NUMBER[case.target.label]]
    if given.aim is not None:
        choice = best_choice(case.target, case.ways, given.aim, declared=case.declared)
        return evolve(case, chosen=case.ways.index(choice.way), carry_to=choice.carry_to)
    number, dice = given.strike_number, given.dice_count
    if case.declared and given.carry_to and number is None and dice is None:
        dice, number = declared(field, role, striker, target, given.carry_to)
    option = choose(offered, number, dice) or offered[0]
    bad = carry_faults(field.battle, case, given.carry_to, option.strike_number, option.dice)
    if bad:
        return bad
    chosen = offered.index(option)
    by_hex = {f.hex: f for f in case.ways[chosen].carry_to}
    return evolve(case, chosen=chosen, carry_to=tuple([by_hex[label] for label in given.carry_to]))


def carry_faults(
    battle: Battle, case: Case, carry_to: Sequence[str], strike_number: int | None = None, dice: int | None = None
) -> list[Ruling]:
    """Why hits may not be carried over to these hexes in this order, however many are rolled (CARRY-1 to CARRY-3).

    :param strike_number, dice: of the option taken; None: the natural strike's.
    """
    role = battle.acting
    field, enemies = field_of(battle), battle.of(other(role))
    needs: dict[str | None, int] = {c.hex: field.left(other(role), c) for c in enemies.characters}
    carries = [(label, needs.get(label, 1)) for label in carry_to]
    hits = case.target.left + sum(need for _, need in carries)
    judged = judge_carries(field, role, case.striker.label, case.target.label, hits, carries, strike_number, dice)
    return list(judged.rulings) if isinstance(judged, Refusal) else []


def strikebacks(battle: Battle, role: Role, from_hex: str, to_hex: str) -> tuple[Back, ...]:
    """Who may strike back at a striker in this phase, its target first; nobody in the strikeback itself (STRIKE-8)."""
    if battle.phase != "strike":
        return ()
    back = evolve(battle, phase="strikeback", **{other(role): _fresh(battle.of(other(role)))})
    field = field_of(back)
    striker = field.who[HEX_NUMBER[from_hex]]
    if field.left(role, striker) <= 0:
        return ()
    enemies = [c for c in back.of(other(role)).characters if c.hex is not None]
    enemies.sort(key=lambda c: (c.hex != to_hex, c.hex))
    found = []
    for enemy in enemies:
        if contacts(field, other(role), enemy) & BIT[from_hex]:
            natural = strike_options(field, other(role), enemy, striker)[0]
            found.append(Back(fighter_in(field, other(role), enemy), Way(natural.dice, natural.strike_number)))
    return tuple(found)


def _fresh(side: BattleSide) -> BattleSide:
    return evolve(side, characters=tuple([evolve(c, struck=False) for c in side.characters]))


def blow_at(battle: Battle, from_hex: str, to_hex: str) -> Way | None:
    """The natural strike at an enemy as if it needed only one hit more, so with all its carries; None if illegal."""
    role = other(battle.acting)
    side = battle.of(role)
    worn = [evolve(c, hits=side.power(c) - 1) if c.hex == to_hex else c for c in side.characters]
    case = case_in(evolve(battle, **{role: evolve(side, characters=tuple(worn))}), from_hex, to_hex)
    return case.ways[0] if isinstance(case, Case) else None


def possible(battle: Battle, from_hex: str | None = None, to_hex: str | None = None) -> list[tuple[str, str]]:
    """Every strike and rangestrike that may be made now, as pairs of hexes: of one striker, at one target if given."""
    role = battle.acting
    field = field_of(battle)
    targets = [to_hex] if to_hex else [field.who[n].hex or "" for n in numbers_in(field.living[other(role)])]
    return [
        (c.hex, target)
        for c in battle.of(role).characters
        if c.hex is not None and from_hex in (None, c.hex)
        for target in targets
        if not isinstance(judge_strike(field, role, c.hex, target), Refusal)
    ]
