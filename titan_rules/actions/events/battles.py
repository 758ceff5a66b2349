"""Battles: maneuvers, strikes, and how they end."""

from functools import cached_property
from typing import Literal, TypeAlias

from attrs import frozen

from ...box.names import CharacterName
from ...kernel.rulings import Ruling
from ...kernel.wording import verb
from ...position.battle import How, Role
from ..intents import Carry
from .happened import Event, Happened


@frozen(slots=False)
class Maneuvered(Happened):
    """A character moves on the Battleland, or enters it (MANEUVER-1, BATTLE-3).

    :param origin: None: it enters.
    """

    role: Role
    character: CharacterName
    origin: str | None
    to: str
    at_step: str

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"character": self.character, "origin": self.origin, "to": self.to}
        if self.origin:
            return Ruling("MANEUVER-1", "legal", "{character} moves from {origin} to {to}", facts, self.at_step)
        return Ruling("BATTLE-3", "legal", "{character} enters in {to}", facts, self.at_step)


StrikeKind: TypeAlias = Literal["strike", "strikeback", "rangestrike"]

_STRIKES: dict[StrikeKind, tuple[str, str]] = {
    "strike": ("STRIKE-3", "strikes"),
    "strikeback": ("STRIKE-8", "strikes"),
    "rangestrike": ("RANGE-1", "rangestrikes"),
}


@frozen(slots=False)
class Struck(Happened):
    """A strike, a strikeback or a rangestrike, with its dice (STRIKE-3, STRIKE-8, RANGE-1).

    :param hits: all that were rolled, those carried over included.
    :param carry: the hits carried over, in order.
    """

    kind: StrikeKind
    role: Role
    striker: CharacterName
    origin: str
    target: CharacterName
    to: str
    dice: tuple[int, ...]
    strike_number: int
    hits: int
    carry: tuple[Carry, ...]
    at_step: str

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {
            "striker": self.striker,
            "origin": self.origin,
            "target": self.target,
            "to": self.to,
            "hits": self.hits,
            "strike_number": self.strike_number,
            "dice": " ".join(map(str, self.dice)),
            "count": len(self.dice),
        }
        rule, verb = _STRIKES[self.kind]
        roll = "{hits:hit} with {count:die} at {strike_number} ({dice})"
        sentence = f"{{striker}} in {{origin}} {verb} {{target}} in {{to}}: {roll}"
        return Ruling(rule, "legal", sentence, facts, self.at_step)


@frozen(slots=False)
class RolledTooMany(Happened):
    """More dice than allowed were rolled first (DICE-1).

    :param first, second: the hits of both rolls.
    :param counted: those that count.
    """

    rolled: int
    count: int
    first: int
    second: int
    counted: int
    at_step: str

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {
            "rolled": self.rolled,
            "count": self.count,
            "first": self.first,
            "second": self.second,
            "counted": self.counted,
        }
        right, counts = verb(self.count, "is", "are"), verb(self.counted, "counts", "count")
        sentence = (
            f"{{rolled:die}} were rolled where {{count}} {right} right, with {{first:hit}}, then {{count}} with"
            f" {{second}}: {{counted}} {counts}"
        )
        return Ruling("DICE-1", "consequence", sentence, facts, self.at_step)


@frozen(slots=False)
class CarriedOver(Happened):
    """Hits are carried over to another enemy (CARRY-1)."""

    hits: int
    target: CharacterName
    to: str
    at_step: str

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"hits": self.hits, "target": self.target, "to": self.to}
        sentence = "{hits:hit} carried over to {target} in {to}"
        return Ruling("CARRY-1", "legal", sentence, facts, self.at_step)


@frozen(slots=False)
class Slain(Happened):
    """A character has taken as many hits as its Power-factor (STRIKE-7), or is slain by drift (STRIKE-9)."""

    role: Role
    character: CharacterName
    hex: str
    power: int
    at_step: str
    by_drift: bool = False

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on it."""
        facts = {"character": self.character, "hex": self.hex, "power": self.power}
        if self.by_drift:
            facts = {"character": self.character, "hex": self.hex, "hits": self.power, "power": self.power}
            sentence = "{character} in {hex} is slain by drift; it stays until the slain are removed"
            return Ruling("STRIKE-9", "consequence", sentence, facts, self.at_step)
        sentence = "{character} in {hex} has taken {power:hit} and is slain"
        return Ruling("STRIKE-7", "consequence", sentence, facts, self.at_step)


@frozen(slots=False)
class DriftHit(Event):
    """A character stands in Drift and takes a hit (DRIFT-1)."""

    role: Role
    character: CharacterName
    hex: str
    hits: int


@frozen(slots=False)
class LeftOff(Event):
    """What has not entered in a side's first turn is slain (BATTLE-5)."""

    role: Role
    characters: tuple[CharacterName, ...]


@frozen(slots=False)
class Removed(Event):
    """The slain leave the Battleland (STRIKE-8)."""

    role: Role
    characters: tuple[CharacterName, ...]


@frozen(slots=False)
class NotEntered(Event):
    """A reinforcement or a summoned character goes back where it came from (REINF-1, SUMMON-1)."""

    role: Role
    characters: tuple[CharacterName, ...]


@frozen(slots=False)
class ConcessionAttempted(Event):
    """A side attempts to concede (CONCEDE-1)."""

    role: Role


@frozen(slots=False)
class BattleEnded(Event):
    """A Battle is over (BATTLE-6, BATTLE-7, CONCEDE-2)."""

    winner: Literal["attacker", "defender", "none"]
    how: How
    turn: int
