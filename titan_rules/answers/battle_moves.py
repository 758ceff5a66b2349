"""Every maneuver or strike of a battle that may be made now."""

from ..box.hexes import hex_names, labels_in, numbers_in
from ..kernel.errors import CannotTell, Fault
from ..position.battle import Battle, Combatant, Role
from ..rules.battle.carry import carry_rulings
from ..rules.battle.field import View, field_of
from ..rules.battle.maneuver import destinations, maneuver_notes
from ..rules.battle.rangestrike import rangestrike_rulings, rangestrike_targets
from ..rules.battle.strike import must_strike, strike_notes, strike_options
from ..rules.battle.strike_numbers import contacts, strike_rulings
from .legal_moves import (
    BattleMoves,
    CharacterManeuvers,
    CharacterStrikes,
    ManeuverMoves,
    RollOption,
    StrikeMoves,
    Target,
)


def battle_moves(battle: Battle, *, character: str | None = None) -> BattleMoves:
    """Every maneuver or strike of the side that acts.

    :param character: one character only, by its hex or its name.
    :raises CannotTell: the acting side has no such character.
    """
    field, role = field_of(battle), battle.acting
    asked = _asked(battle, role, character)
    if battle.phase == "maneuver":
        return ManeuverMoves(side=battle.side, legal=tuple([maneuvers_of(field, role, c) for c in asked]))
    return StrikeMoves(phase=battle.phase, side=battle.side, legal=tuple([strikes_of(field, role, c) for c in asked]))


def _asked(battle: Battle, role: Role, character: str | None) -> list[Combatant]:
    """The characters that the answer lists."""
    listed = [c for c in battle.of(role).characters if c.hex is not None or battle.phase == "maneuver"]
    if character is None:
        return listed
    label = hex_names.find(character)
    if label is not None:
        found = [c for c in listed if c.hex == label]
    else:
        name = battle.the_box.character_names.canonical(character)
        found = [c for c in listed if c.name == name]
    if not found:
        who = f"nobody of the {role} stands in {label}" if label else f"the {role} has no {name} here"
        has = ", ".join(f"{c.name} {c.hex or 'off the board'}" for c in listed)
        raise CannotTell(Fault("no-character", who, f"/{role}/characters", hint=f"it has: {has}" if has else None))
    return found


def maneuvers_of(field: View, role: Role, combatant: Combatant) -> CharacterManeuvers:
    """Where one character may go."""
    reached = destinations(field, role, combatant)
    return CharacterManeuvers(
        character=combatant.name,
        origin=combatant.hex,
        to=tuple(labels_in(reached)),
        rulings=tuple(maneuver_notes(field, role, combatant, reached)),
    )


def strikes_of(field: View, role: Role, combatant: Combatant) -> CharacterStrikes:
    """Whom one character may strike, and how."""
    targets: list[Target] = []
    if field.striker == role and not combatant.struck:
        for number in numbers_in(contacts(field, role, combatant)):
            targets.append(_strike(field, role, combatant, field.who[number]))
        if not targets:
            targets = _rangestrikes(field, role, combatant)
    return CharacterStrikes(
        character=combatant.name,
        origin=combatant.hex,
        must=must_strike(field, role, combatant),
        targets=tuple(targets),
        rulings=tuple(strike_notes(field, role, combatant)),
    )


def _strike(field: View, role: Role, striker: Combatant, target: Combatant) -> Target:
    found = strike_options(field, role, striker, target)
    rulings = strike_rulings(field, role, striker, target)
    return Target(
        character=target.name,
        to=target.hex or "",
        kind="strike",
        dice=found[0].dice,
        strike_number=found[0].strike_number,
        options=tuple(
            [RollOption(dice=o.dice, strike_number=o.strike_number, carry_to=tuple(o.carry_to)) for o in found]
        ),
        rulings=(*rulings, *carry_rulings(field, role, striker, target, found)),
    )


def _rangestrikes(field: View, role: Role, striker: Combatant) -> list[Target]:
    return [
        Target(
            character=target.name,
            to=target.hex or "",
            kind="rangestrike",
            dice=roll.dice,
            strike_number=roll.strike_number,
            range=roll.range,
            options=(RollOption(dice=roll.dice, strike_number=roll.strike_number, carry_to=()),),
            rulings=tuple(rangestrike_rulings(field, role, striker, target)),
        )
        for target, roll in rangestrike_targets(field, role, striker)
    ]
