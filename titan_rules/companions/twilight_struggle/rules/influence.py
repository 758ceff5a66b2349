"""Control and placing influence: who holds what, where markers may go, and what they cost (TS-CTRL, TS-INF)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..asking import Acting, Ops, OpsIfAny, Shown, Target, Targets
from ..catalog import COUNTRIES, SIDES, Country, Side, opponent
from ..state import BySide, Position
from ..unseen import unseen
from ..words import listed, the
from .control import control_ruling, controller, controller_of, flips, place_of

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


def reach(position: Position, side: Side) -> dict[str, Access]:
    """Every country where a side may place, and why, by what stands there at the start (TS-INF-1, TS-INF-2)."""
    held = {name for name, influence in position.influence.items() if influence.of(side) > 0}
    found = {}
    for country in COUNTRIES.values():
        next_to = tuple(n for n in country.neighbours if n in held)
        why = Access(country.name in held, next_to, country.superpower == side)
        if why.own or why.next_to or why.superpower:
            found[country.name] = why
    return found


def price_of(country: Country, influence: BySide, side: Side) -> int:
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


def placed(
    position: Position, side: Side, ops: int, countries: Sequence[Country], at_start: Position | None = None
) -> Placement:
    """Place markers one after another, to the first illegal one.

    :param ops: Operations to spend.
    :param at_start: the position at the start of the action round, where it was another (TS-INF-2).
    """
    within = reach(at_start or position, side)
    markers: list[Marker] = []
    for country in countries:
        marker = _marker(position, side, ops, country, within.get(country.name))
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
    cost = price_of(country, influence, side)
    facts: dict[str, Any] = {"country": name, "owner": the(owner), "cost": cost, "ops": ops, "left": ops - cost}
    if cost > ops:
        sentence = "{country} is controlled by {owner}: a marker costs {cost} Operations, {ops} left"
        return Marker(name, False, cost, ops, owner, influence, (illegal("TS-INF-3", sentence, **facts),))
    paid = legal("TS-INF-3", "{country} is controlled by {owner}: the marker costs {cost}, {left} left", **facts)
    allowed = legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(side), country=name, why=why.why)
    after = influence.plus(side, 1)
    rulings = [allowed, paid]
    now = controller_of(country, after)
    if now != owner:
        sentence = "US {US}, USSR {USSR} against stability {stability}: {now} controls {country} now"
        facts = {"US": after.US, "USSR": after.USSR, "stability": country.stability, "now": the(now), "country": name}
        rulings.append(consequence("TS-CTRL-2", sentence, **facts))
    return Marker(name, True, cost, ops - cost, owner, after, tuple(rulings))


def _no_access(position: Position, side: Side, name: str) -> Ruling:
    facts = {"who": the(side), "country": name}
    if name in reach(position, side):
        sentence = "only a marker of this action round opens {country} for {who}: access is frozen at its start"
        return illegal("TS-INF-2", sentence, None, **facts)
    sentence = "{who} has no influence in {country} or next to it, nor its superpower"
    return illegal("TS-INF-1", sentence, None, **facts)


def placed_by_event(position: Position, side: Side, countries: Iterable[Country]) -> Placement:
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
        prices.append(price_of(country, influence, side))
        influence = influence.plus(side, 1)
    return prices


def _reached(owner: Side | None, side: Side, goal: Goal) -> bool:
    return owner == side if goal == "control" else owner != opponent(side)


def control(position: Position, country: Shown) -> Answer:
    """Who controls which country, and what is one marker from flipping?"""
    shown = country or [c for c in COUNTRIES.values() if c.name in position.influence]
    within = {side: reach(position, side) for side in SIDES}
    return {
        "countries": [_country_row(position, c) for c in shown],
        "one_marker": [
            {"country": f.country, "side": f.side, "effect": f.effect, "reachable": f.country in within[f.side]}
            for f in flips(position, country or COUNTRIES.values())
        ],
        "rulings": [
            consequence("TS-CTRL-1", "control needs a lead of the stability number"),
            consequence("TS-CTRL-2", "one marker more or less can change control at once"),
        ],
    }


def _country_row(position: Position, country: Country) -> Answer:
    influence = position.at(country.name)
    return {
        **place_of(country),
        **influence.to_json(),
        "lead": abs(influence.US - influence.USSR),
        "controller": controller(position, country.name),
        "rulings": [control_ruling(country, influence)],
    }


def access(position: Position, side: Acting) -> Answer:
    """Where may I place influence at all?"""
    within = reach(position, side)
    sentence = "{who} may place in {count} countries: where it has influence, next to them, and next to its superpower"
    return {
        "side": side,
        "countries": [
            {
                "country": name,
                "region": COUNTRIES[name].region,
                "own": why.own,
                "next_to": why.next_to,
                "superpower": why.superpower,
                "controller": controller(position, name),
                "price": price_of(COUNTRIES[name], position.at(name), side),
            }
            for name, why in within.items()
        ],
        "unseen_events": unseen("place", position, side),
        "rulings": [
            legal("TS-INF-1", sentence, who=the(side), count=len(within)),
            consequence("TS-INF-2", "what is placed in this action round opens no further countries"),
        ],
    }


ByEvent: TypeAlias = Annotated[bool, asked("an event places them: no adjacency, no price", "flag")]


def place(position: Position, ops: Ops, countries: Targets, side: Acting, by_event: ByEvent) -> Answer:
    """What does a placement cost, marker by marker?"""
    if by_event:
        placement, left = placed_by_event(position, side, countries), ops
        rules = [legal("TS-INF-4", "an event's placement costs no Operations")]
    else:
        placement = placed(position, side, ops, countries, position.at_start)
        left = placement.markers[-1].left
        sentence = "any split over countries; DEFCON {defcon} does not limit it"
        rules = [
            consequence("TS-INF-2", "access is what it was before the first of these markers"),
            legal("TS-INF-4", sentence, defcon=position.defcon),
        ]
    return {
        "verdict": "legal" if placement.refused is None else "illegal",
        "side": side,
        "ops": ops,
        "spent": ops - left,
        "left": left,
        "markers": [_marker_row(number, marker) for number, marker in enumerate(placement.markers, 1)],
        "first_illegal": None if placement.refused is None else len(placement.markers),
        "controllers": {country.name: controller(placement.position, country.name) for country in countries},
        "unseen_events": unseen("place", position, side),
        "rulings": rules,
        "final": placement.position,
    }


def _marker_row(number: int, marker: Marker) -> Answer:
    return {
        "marker": number,
        "country": marker.country,
        "legal": marker.legal,
        "controller_before": marker.controller,
        "price": marker.price,
        "left": marker.left,
        **marker.influence.to_json(),
        "rulings": marker.rulings,
    }


def price(position: Position, country: Target, side: Acting, ops: OpsIfAny) -> Answer:
    """The fewest Operations to control a country, or to break control of it."""
    influence, why = position.at(country.name), reach(position.at_start, side).get(country.name)
    facts = {"who": the(side), "country": country.name}
    ruling = illegal("TS-INF-1", "{who} has no influence in or next to {country}, nor its superpower: not now", **facts)
    if why is not None:
        ruling = legal("TS-INF-1", "{who} may place in {country}: {why}", why=why.why, **facts)
    cost = consequence("TS-INF-3", "a marker costs 2 Operations while the opponent controls the country, else 1")
    return {
        "side": side,
        "country": country.name,
        "stability": country.stability,
        **influence.to_json(),
        "controller": controller(position, country.name),
        "reachable": why is not None,
        "control": _price_list(country, influence, side, "control", ops),
        "break_control": _price_list(country, influence, side, "break", ops),
        "unseen_events": unseen("place", position, side),
        "rulings": [control_ruling(country, influence), ruling, cost],
    }


def _price_list(country: Country, influence: BySide, side: Side, goal: Goal, ops: int | None) -> Answer:
    rows, prices = [], cheapest(country, influence, side, goal)
    for number, cost in enumerate(prices, 1):
        owner = controller_of(country, influence)
        influence = influence.plus(side, 1)
        rows.append({"marker": number, "price": cost, "controller_before": owner, **influence.to_json()})
    found: Answer = {"reached_already": not prices, "total": sum(prices), "markers": rows}
    return found if ops is None else {**found, "affordable": sum(prices) <= ops}
