"""A position (kind ``position``): frozen, and no rules in it but derived facts."""

from collections.abc import Mapping
from typing import Any, Literal

from attrs import field, frozen

from ...kernel.evolving import evolve
from .catalog import Side
from .readings import Readings, readings
from .words import CountryName, ScoringName, SideName

ALWAYS: dict[str, Any] = {"always": True}


@frozen
class BySide:
    """A number for each side."""

    US: int = field(default=0, metadata=ALWAYS)
    USSR: int = field(default=0, metadata=ALWAYS)

    def of(self, side: Side) -> int:
        """One side's."""
        return self.US if side == "US" else self.USSR

    def lead(self, side: Side) -> int:
        """How much more a side has than the other; negative where it has less."""
        return self.US - self.USSR if side == "US" else self.USSR - self.US

    def with_(self, side: Side, number: int) -> "BySide":
        """With one side's number replaced."""
        return BySide(number, self.USSR) if side == "US" else BySide(self.US, number)

    def plus(self, side: Side, number: int) -> "BySide":
        """With one side's number raised, or lowered, never below 0."""
        return self.with_(side, max(0, self.of(side) + number))

    def to_json(self) -> dict[str, int]:
        """As a JSON object."""
        return {"US": self.US, "USSR": self.USSR}


NOTHING = BySide()


@frozen
class ChinaCard:
    """Where the China Card is.

    :param face: ``up``: its holder may use it; ``down``: only from the next turn (TS-CHN-1).
    """

    holder: SideName = field(default="USSR", metadata=ALWAYS)
    face: Literal["up", "down"] = field(default="up", metadata=ALWAYS)


@frozen
class Hand:
    """What is known of a hand.

    :param cards: how many, the China Card not counted.
    :param scoring: the scoring cards among them.
    """

    cards: int
    scoring: tuple[ScoringName, ...] = field(default=(), metadata=ALWAYS)


@frozen
class Hands:
    """The hands, each None where nothing is known of it."""

    US: Hand | None = None
    USSR: Hand | None = None

    def of(self, side: Side) -> Hand | None:
        """One side's."""
        return self.US if side == "US" else self.USSR


@frozen(kw_only=True)
class Position:
    """A position.

    :param turn: 1 to 10.
    :param round: the action round, 1 to 7 or 8; 0 for the headline phase and what is before it.
    :param phasing: whose action round it is, or whose headline is being resolved; null between them.
    :param vp: the VP marker: above 0 the US leads, below 0 the USSR.
    :param space: the box each side has reached, 0 to 8.
    :param space_attempts: made this turn.
    :param influence: by country; a country left out holds none.
    :param hands: where they matter and are known.
    """

    ruleset: str = field(default="standard", metadata=ALWAYS)
    options: Mapping[str, str | bool] = field(factory=dict)
    turn: int = field(default=1, metadata=ALWAYS)
    round: int = field(default=0, metadata=ALWAYS)
    phasing: SideName | None = field(default=None, metadata=ALWAYS)
    defcon: int = field(default=5, metadata=ALWAYS)
    vp: int = field(default=0, metadata=ALWAYS)
    military_operations: BySide = field(default=NOTHING, metadata=ALWAYS)
    space: BySide = field(default=NOTHING, metadata=ALWAYS)
    space_attempts: BySide = field(default=NOTHING, metadata=ALWAYS)
    china_card: ChinaCard = field(default=ChinaCard(), metadata=ALWAYS)
    influence: Mapping[CountryName, BySide] = field(factory=dict, metadata=ALWAYS)
    hands: Hands | None = None

    @property
    def readings(self) -> Readings:
        """The readings it is played under."""
        return readings(self.ruleset, self.options)

    def at(self, country: str) -> BySide:
        """The influence in a country."""
        return self.influence.get(country, NOTHING)

    def with_influence(self, country: str, influence: BySide) -> "Position":
        """With a country's influence replaced."""
        changed = {**self.influence, country: influence}
        if influence == NOTHING:
            del changed[country]
        return evolve(self, influence=changed)

    def hand(self, side: Side) -> Hand | None:
        """What is known of a side's hand."""
        return None if self.hands is None else self.hands.of(side)
