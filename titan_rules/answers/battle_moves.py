"""What ``legal-moves`` answers for a battle: every legal maneuver or strike."""

from collections.abc import Iterator
from typing import Literal, TypeAlias

from attrs import field, frozen

from ..box.hexes import hex_names, labels_in, numbers_in
from ..kernel.answers import Part, copied
from ..kernel.blocks import Block, Listed, Why, column, spread
from ..kernel.errors import CannotTell, Fault
from ..kernel.fields import ALWAYS, key
from ..kernel.rulings import Ruling
from ..position.battle import Battle, Combatant, Role, other
from ..rules.battle.carry import carry_rulings
from ..rules.battle.field import View, field_of
from ..rules.battle.maneuver import destinations, maneuver_notes
from ..rules.battle.rangestrike import rangestrike_rulings, rangestrike_targets, worse_side
from ..rules.battle.strike import must_strike, strike_notes, strike_options
from ..rules.battle.strike_numbers import strike_rulings
from ..rules.battle.strike_tables import RangeStrike, StrikeOption
from .parts import LegalMoves


@frozen(kw_only=True)
class CharacterManeuvers(Part):
    """Where one character may go.

    :param origin: its hex; None off the board.
    :param to: hexes, sorted, except its own.
    """

    character: str = field(metadata=column("character"))
    origin: str | None = field(metadata=key("from") | column("from"))
    to: tuple[str, ...] = field(metadata=column("may go to"))
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class ManeuverMoves(LegalMoves):
    """Every maneuver of the acting side."""

    phase: Literal["maneuver"] = field(default="maneuver", metadata=ALWAYS)
    side: Role
    legal: tuple[CharacterManeuvers, ...]

    def _moves(self) -> Iterator[Block]:
        yield from (f"Maneuver Phase of the {self.side}", "", Listed(self.legal))
        for entry in self.legal:
            yield from ("", f"{entry.character} {entry.origin or 'off the board'}", Why(entry.rulings))


@frozen(kw_only=True)
class Target(Part):
    """An enemy that a character may strike.

    :param to: its hex.
    :param range: for a rangestrike, both ends counted.
    :param worse_side: for a rangestrike along a hexspine, the Strike-number of the worse side (RANGE-7).
    :param options: the natural strike, then each penalty of CARRY-2.
    """

    character: str = field(metadata=column("target", lambda target: target.in_words, once=True))
    to: str
    kind: Literal["strike", "rangestrike"]
    dice: int
    strike_number: int
    range: int | None = None
    worse_side: int | None = None
    options: tuple[StrikeOption, ...] = field(metadata=spread())
    rulings: tuple[Ruling, ...]

    @property
    def in_words(self) -> str:
        """The enemy with its hex: ``Lion D5 at range 3``."""
        return f"{self.character} {self.to}" + (f" at range {self.range}" if self.kind == "rangestrike" else "")


@frozen(kw_only=True)
class CharacterStrikes(Part):
    """Whom one character may strike, and how.

    :param must: it has to strike (STRIKE-1).
    """

    character: str = field(metadata=column("character", once=True))
    origin: str | None = field(metadata=key("from") | column("from", once=True))
    must: bool = field(
        metadata=column("strikes", lambda who: "must" if who.must else "may" if who.targets else "-", once=True)
    )
    targets: tuple[Target, ...] = field(metadata=spread("-"))
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True, repr=False)
class StrikeMoves(LegalMoves):
    """Every strike of the acting side.

    :param side: the side whose battle turn it is; in the strikeback the other side acts.
    """

    phase: Literal["strike", "strikeback"]
    side: Role
    legal: tuple[CharacterStrikes, ...]

    def _moves(self) -> Iterator[Block]:
        back = self.phase == "strikeback"
        yield f"{'Strikeback' if back else 'Strike Phase'} of the {other(self.side) if back else self.side}"
        yield from ("", Listed(self.legal))
        for entry in self.legal:
            yield from ("", f"{entry.character} {entry.origin}", Why(entry.rulings))
            for target in entry.targets:
                yield f"  {target.kind} at the {target.character} in {target.to}"
                yield Why(target.rulings, 4)


BattleMoves: TypeAlias = ManeuverMoves | StrikeMoves


def battle_moves(battle: Battle, *, character: str | None = None) -> BattleMoves:
    """Every maneuver or strike of the acting side.

    :param character: only this one, by its hex or name.
    :raises CannotTell: the acting side has no such character.
    """
    field, role = field_of(battle), battle.acting
    asked = _asked(battle, role, character)
    if battle.phase == "maneuver":
        return ManeuverMoves(side=battle.side, legal=tuple([maneuvers_of(field, role, c) for c in asked]))
    return StrikeMoves(phase=battle.phase, side=battle.side, legal=tuple([strikes_of(field, role, c) for c in asked]))


def _asked(battle: Battle, role: Role, character: str | None) -> list[Combatant]:
    listed = [c for c in battle.of(role).characters if c.hex is not None or battle.phase == "maneuver"]
    if character is None:
        return listed
    label = hex_names.find(character)
    if label is not None:
        asked = [c for c in listed if c.hex == label]
    else:
        name = battle.the_box.character_names.canonical(character)
        asked = [c for c in listed if c.name == name]
    if not asked:
        who = f"the {role} has nobody in {label}" if label else f"the {role} has no {name} here"
        has = ", ".join(f"{c.name} {c.hex or 'off the board'}" for c in listed)
        raise CannotTell(Fault("no-character", who, f"/{role}/characters", hint=f"it has: {has}" if has else None))
    return asked


def maneuvers_of(field: View, role: Role, combatant: Combatant) -> CharacterManeuvers:
    """Where one character may go."""
    reached = destinations(field, role, combatant)
    rulings = tuple(maneuver_notes(field, role, combatant, reached))
    to = tuple(labels_in(reached))
    return CharacterManeuvers(character=combatant.name, origin=combatant.hex, to=to, rulings=rulings)


def strikes_of(field: View, role: Role, combatant: Combatant) -> CharacterStrikes:
    """Whom one character may strike, and how."""
    targets: list[Target] = []
    if field.striker == role and not combatant.struck:
        near = [field.who[number] for number in numbers_in(field.in_contact(role, combatant))]
        far = rangestrike_targets(field, role, combatant)  # none in contact (RANGE-1)
        targets = [_strike(field, role, combatant, target) for target in near]
        targets += [_rangestrike(field, role, combatant, target, shot) for target, shot in far]
    return CharacterStrikes(
        character=combatant.name,
        origin=combatant.hex,
        must=must_strike(field, role, combatant),
        targets=tuple(targets),
        rulings=tuple(strike_notes(field, role, combatant)),
    )


def _strike(field: View, role: Role, striker: Combatant, target: Combatant) -> Target:
    ways = strike_options(field, role, striker, target)
    rulings = strike_rulings(field, role, striker, target) + carry_rulings(field, role, striker, target, ways)
    return copied(Target, ways[0], **_whom(target), kind="strike", options=ways, rulings=tuple(rulings))


def _rangestrike(field: View, role: Role, striker: Combatant, target: Combatant, shot: RangeStrike) -> Target:
    way, rulings = StrikeOption(shot.dice, shot.strike_number), rangestrike_rulings(field, role, striker, target)
    worse = worse_side(field, role, striker, target)
    sides = {"worse_side": None if worse is None else worse.strike_number}
    whom = _whom(target)
    return copied(Target, shot, **whom, **sides, kind="rangestrike", options=(way,), rulings=tuple(rulings))


def _whom(target: Combatant) -> dict[str, str]:
    return {"character": target.name, "to": target.hex or ""}
