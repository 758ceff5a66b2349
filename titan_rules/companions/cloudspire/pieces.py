"""Pieces by the names that people type."""

from collections.abc import Mapping
from typing import TypeAlias, TypeVar

from ...kernel.errors import CannotTell, Fault
from ...kernel.names import Names
from .state import Chip, Gate, Position, Spire, Unit

T = TypeVar("T")

Piece: TypeAlias = Unit | Spire | Gate
"""What can be attacked."""


def by_name(what: str, found: Mapping[str, T], name: str) -> T:
    """The thing of that name, in any case.

    :param what: what the things are, for messages.
    :raises UnknownName: there is none.
    """
    return found[Names(what, found, abbreviations=False).canonical(name)]


def name_of(piece: Piece) -> str:
    """A piece as it is typed: an id, or ``gate:FACTION``."""
    return f"gate:{piece.faction}" if isinstance(piece, Gate) else piece.id


def pieces(position: Position) -> dict[str, Piece]:
    """Everything that can be attacked, by name: gates that still stand, units and spires."""
    found: list[Piece] = [*(gate for gate in position.gates if gate.hp), *position.units, *position.spires]
    return {name_of(piece): piece for piece in found}


def find_unit(position: Position, name: str) -> Unit:
    """A unit on the map.

    :raises UnknownName: there is none of that id.
    :raises CannotTell: it lies under another one, or at a gate.
    """
    return _on_the_map("unit", {unit.id: unit for unit in position.units}, position, name)


def find_piece(position: Position, name: str) -> Piece:
    """What is attacked, by its name; a faction's name alone means its gate.

    :raises UnknownName: there is no such piece.
    :raises CannotTell: it lies under another one, or at a gate.
    """
    found = pieces(position)
    faction = Names("faction", position.factions, abbreviations=False).find(name)
    if f"gate:{faction}" in found and Names("target", found, abbreviations=False).find(name) is None:
        name = f"gate:{faction}"
    return _on_the_map("target", found, position, name)


def find_spire(position: Position, name: str) -> Spire:
    """The spire of that id.

    :raises UnknownName: there is none.
    """
    return by_name("spire", {spire.id: spire for spire in position.spires}, name)


def find_chip_or_spire(position: Position, name: str) -> Chip | Spire:
    """The unit, wherever it lies, or the spire of that id.

    :raises UnknownName: there is none.
    """
    return by_name("piece", {piece.id: piece for piece in position.pieces()}, name)


def _on_the_map(what: str, found: Mapping[str, T], position: Position, name: str) -> T:
    """A piece that acts and is attacked by itself; else why it is not."""
    hidden: dict[str, Fault] = {}
    for unit in position.units:
        message = f"lies under {unit.id}, which acts for the group (CS-GRP-1)"
        hidden |= {chip.id: Fault("in-a-group", f"{chip.id} {message}") for chip in unit.under}
    for gate in position.gates:
        message = f"is at the gate of {gate.faction} and not deployed (CS-GATE-3)"
        hint = f"gate:{gate.faction} is attacked, with --absorb where the top unit takes the damage"
        hidden |= {chip.id: Fault("not-deployed", f"{chip.id} {message}", hint=hint) for chip in gate.stack}
    known = Names(what, [*found, *hidden], abbreviations=False).canonical(name)
    if known in hidden:
        raise CannotTell(hidden[known])
    return found[known]
