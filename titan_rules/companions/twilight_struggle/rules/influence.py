"""Placing influence (TS-INF)."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import COUNTRIES, Country, Side, opponent
from ..state import BySide, Position
from ..words import listed, the
from .control import controller, controller_of

Goal: TypeAlias = Literal["control", "break"]


@frozen
class Access:
    """Why a side may place in a country (TS-INF-1).

    :param own: it has influence there.
    :param next_to: the neighbours where it has some.
    :param superpower: its own superpower is next to it.
    """

    own: bool
    next_to: tuple[str, ...]
    superpower: bool

    @property
    def why(self) -> str:
        """The reasons, for a sentence."""
        reasons = ["own influence there"] if self.own else []
        if self.next_to:
            reasons.append("next to " + listed(self.next_to))
        if self.superpower:
            reasons.append("next to its own superpower")
        return ", ".join(reasons)


def access(position: Position, side: Side) -> dict[str, Access]:
    """Every country where a side may place, and why, by what stands there at the start (TS-INF-1, TS-INF-2)."""
    held = {name for name, influence in position.influence.items() if influence.of(side) > 0}
    found = {}
    for country in COUNTRIES.values():
        why = Access(
            country.name in held,
            tuple(n for n in country.neighbours if n in held),
            country.superpower == side,
        )
        if why.own or why.next_to or why.superpower:
            found[country.name] = why
    return found


def price(country: Country, influence: BySide, side: Side) -> int:
    """What the next marker there costs, in Operations (TS-INF-3)."""
    return 2 if controller_of(country, influence) == opponent(side) else 1


@frozen
class Marker:
    """One marker placed, or refused.

    :param price: its price in Operations; None where it is refused for want of access.
    :param left: Operations left after it.
    :param controller: who controls the country before it is placed.
    """

    country: str
    legal: bool
    price: int | None
    left: int
    controller: Side | None
    influence: BySide
    rulings: tuple[Ruling, ...]


@frozen
class Placement:
    """A placement, as far as it is legal.

    :param markers: in order; only the last may be refused.
    :param position: after the legal ones.
    """

    markers: tuple[Marker, ...]
    position: Position

    @property
    def refused(self) -> Marker | None:
        """The first illegal marker."""
        return self.markers[-1] if self.markers and not self.markers[-1].legal else None


def place(
    position: Position, side: Side, ops: int, countries: Sequence[Country], at_start: Position | None = None
) -> Placement:
    """Place markers one after another, to the first illegal one.

    :param ops: Operations to spend.
    :param at_start: the position at the start of the action round, where it was another (TS-INF-2).
    """
    reach = access(at_start or position, side)
    markers: list[Marker] = []
    for country in countries:
        marker = _marker(position, side, ops, country, reach.get(country.name))
        markers.append(marker)
        if not marker.legal:
            break
        ops = marker.left
        position = position.with_influence(country.name, marker.influence)
    return Placement(tuple(markers), position)


def _marker(position: Position, side: Side, ops: int, country: Country, why: Access | None) -> Marker:
    influence, name = position.at(country.name), country.name
    owner = controller(position, name)
    if why is None:
        return Marker(name, False, None, ops, owner, influence, (_no_access(position, side, name),))
    cost = price(country, influence, side)
    facts: dict[str, Any] = {"country": name, "owner": the(owner), "cost": cost, "ops": ops, "left": ops - cost}
    if cost > ops:
        sentence = "{country} is controlled by {owner}: a marker costs {cost} Operations, {ops} left"
        return Marker(name, False, cost, ops, owner, influence, (illegal("TS-INF-3", sentence, **facts),))
    paid = legal("TS-INF-3", "{country} is controlled by {owner}: the marker costs {cost}, {left} left", **facts)
    allowed = legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(side), country=name, why=why.why)
    after = influence.plus(side, 1)
    rulings = [allowed, paid]
    if controller_of(country, after) != owner:
        rulings.append(
            consequence(
                "TS-CTRL-2",
                "US {US}, USSR {USSR} against stability {stability}: {now} controls {country} now",
                US=after.US,
                USSR=after.USSR,
                stability=country.stability,
                now=the(controller_of(country, after)),
                country=name,
            )
        )
    return Marker(name, True, cost, ops - cost, owner, after, tuple(rulings))


def _no_access(position: Position, side: Side, name: str) -> Ruling:
    facts = {"who": the(side), "country": name}
    if name in access(position, side):
        sentence = "only a marker of this action round opens {country} for {who}: access is frozen at its start"
        return illegal("TS-INF-2", sentence, None, **facts)
    sentence = "{who} has no influence in {country} or next to it, nor its superpower"
    return illegal("TS-INF-1", sentence, None, **facts)


def place_by_event(position: Position, side: Side, countries: Iterable[Country]) -> Placement:
    """Place markers by an event: no adjacency, no price (TS-INF-4)."""
    markers = []
    for country in countries:
        owner, after = controller(position, country.name), position.at(country.name).plus(side, 1)
        ruling = legal("TS-INF-4", "an event places in {country} whatever is near, for nothing", country=country.name)
        markers.append(Marker(country.name, True, 0, 0, owner, after, (ruling,)))
        position = position.with_influence(country.name, after)
    return Placement(tuple(markers), position)


def cheapest(country: Country, influence: BySide, side: Side, goal: Goal) -> list[int]:
    """The prices of the markers that reach a goal in a country; empty where it is reached already.

    :param goal: ``control``: to control it; ``break``: to end the opponent's control.
    """
    prices = []
    while not _reached(controller_of(country, influence), side, goal):
        prices.append(price(country, influence, side))
        influence = influence.plus(side, 1)
    return prices


def _reached(owner: Side | None, side: Side, goal: Goal) -> bool:
    return owner == side if goal == "control" else owner != opponent(side)
