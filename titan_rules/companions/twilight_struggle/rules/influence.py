"""Control of countries, and placing influence: where markers may go, and what they cost (TS-CTRL, TS-INF)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, Ruling, asked, consequence, frozen, illegal, judged, legal
from ..asking import Acting, Ops, OpsIfAny, Shown, Target, Targets
from ..catalog import COUNTRIES, SIDES, Country, Side, opponent
from ..state import BySide, Position
from ..unseen import unseen
from ..words import listed, the


def controlled(position: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """Those of the countries that a side controls."""
    return tuple(c for c in countries if position.controller(c) == side)


def control_ruling(country: Country, influence: BySide) -> Ruling:
    """Who controls a country with that influence, and why (TS-CTRL-1)."""
    ahead: Side = "US" if influence.US >= influence.USSR else "USSR"
    sentence = (
        "{country}: US {US}, USSR {USSR}; a lead of {lead} is less than stability {stability}: nobody controls it"
    )
    if influence.controller(country) is not None:
        sentence = "{country}: US {US}, USSR {USSR}; a lead of {lead} reaches stability {stability}: {who} controls it"
    facts = {"lead": influence.lead(ahead), "stability": country.stability, "who": the(ahead)}
    return consequence("TS-CTRL-1", sentence, country=country, **influence.to_json(), **facts)


def enemy_ruling(rule: str, position: Position, side: Side, country: Country, *, enough: bool) -> Ruling:
    """How much influence a side's opponent has in a country that the side aims at.

    :param rule: the rule that asks for some (TS-COUP-1, TS-RLN-3).
    """
    enemy = opponent(side)
    sentence = "{who} has {theirs} influence in {country}"
    return judged(enough, rule, sentence, who=the(enemy), theirs=position.at(country).of(enemy), country=country)


def flip(position: Position, country: Country, side: Side) -> str | None:
    """What one marker does to the control of a country: a side ``gains`` it, ``breaks`` the opponent's, or None."""
    influence = position.at(country)
    after = influence.plus(side, 1).controller(country)
    return None if after == influence.controller(country) else "gains" if after == side else "breaks"


def place_of(country: Country) -> Answer:
    """What an answer says of a country, whoever is there."""
    names = ("region", "stability", "battleground")
    return {"country": country, **{name: getattr(country, name) for name in names}}


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
        reasons = {
            "own influence there": self.own,
            "next to " + listed(self.next_to): self.next_to,
            "next to its own superpower": self.superpower,
        }
        return ", ".join(reason for reason, holds in reasons.items() if holds)


def reach(position: Position, side: Side) -> dict[str, Access]:
    """Every country where a side may place, and why, by what stands there at the start (TS-INF-1, TS-INF-2)."""
    held = {name for name, influence in position.influence.items() if influence.of(side) > 0}
    found = {
        c.name: Access(c.name in held, tuple(n for n in c.neighbours if n in held), c.superpower == side)
        for c in COUNTRIES.values()
    }
    return {name: access for name, access in found.items() if access.why}


def price_of(country: Country, influence: BySide, side: Side) -> int:
    """What the next marker there costs, in Operations (TS-INF-3)."""
    return 2 if influence.controller(country) == opponent(side) else 1


@frozen
class Marker:
    """One marker placed, or refused.

    :param price: its price in Operations; None where it is refused for want of access.
    :param left: Operations left after it.
    """

    marker: int
    country: Country
    legal: bool
    controller_before: Side | None
    price: int | None
    left: int
    US: int
    USSR: int
    rulings: tuple[Ruling, ...]


def placed(
    position: Position, side: Side, ops: int, countries: Sequence[Country], by_event: bool = False
) -> tuple[list[Marker], Position]:
    """Place markers one after another, to the first illegal one.

    :param ops: Operations to spend.
    :param by_event: no adjacency, no price (TS-INF-4).
    """
    within = reach(position.at_start, side)
    markers = list[Marker]()
    for number, country in enumerate(countries, 1):
        before, owner = position.at(country), position.controller(country)
        after = before.plus(side, 1)
        access, price = within.get(country.name), price_of(country, before, side)
        if by_event:
            sentence, price = "an event places in {country} whatever is near, for nothing", 0
            rulings = [legal("TS-INF-4", sentence, country=country)]
        elif access is None:
            rulings = [_no_access(position, side, country)]
        else:
            rulings = _paid(country, side, owner, price, ops, access, after)
        fine = rulings[0].verdict == "legal"
        if fine:
            ops = 0 if by_event else ops - price
            position = position.with_influence(country, after)
        known = price if access is not None or by_event else None
        now = position.at(country)
        markers.append(Marker(number, country, fine, owner, known, ops, now.US, now.USSR, tuple(rulings)))
        if not fine:
            break
    return markers, position


def _paid(
    country: Country, side: Side, owner: Side | None, cost: int, ops: int, access: Access, after: BySide
) -> list[Ruling]:
    """What a marker costs where there is access, and what it changes."""
    facts = {"country": country, "owner": the(owner), "cost": cost, "ops": ops, "left": ops - cost}
    if cost > ops:
        sentence = "{country} is controlled by {owner}: a marker costs {cost} Operations, {ops} left"
        return [illegal("TS-INF-3", sentence, **facts)]
    rulings = [
        legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(side), country=country, why=access.why),
        legal("TS-INF-3", "{country} is controlled by {owner}: the marker costs {cost}, {left} left", **facts),
    ]
    now = after.controller(country)
    if now != owner:
        sentence = "US {US}, USSR {USSR} against stability {stability}: {now} controls {country} now"
        facts = {"stability": country.stability, "now": the(now), "country": country}
        rulings.append(consequence("TS-CTRL-2", sentence, **after.to_json(), **facts))
    return rulings


def _no_access(position: Position, side: Side, country: Country) -> Ruling:
    rule, sentence = "TS-INF-1", "{who} has no influence in {country} or next to it, nor its superpower"
    if country.name in reach(position, side):
        rule = "TS-INF-2"
        sentence = "only a marker of this action round opens {country} for {who}: access is frozen at its start"
    return illegal(rule, sentence, who=the(side), country=country)


def cheapest(country: Country, influence: BySide, side: Side, *goal: Side | None) -> list[Marker]:
    """The markers that bring a country under the control of one of those named; none where it is so already."""
    markers = list[Marker]()
    while (owner := influence.controller(country)) not in goal:
        price, influence = price_of(country, influence, side), influence.plus(side, 1)
        markers.append(Marker(len(markers) + 1, country, True, owner, price, 0, influence.US, influence.USSR, ()))
    return markers


def control(position: Position, country: Shown) -> Answer:
    """Who controls which country, and what is one marker from flipping?"""
    within = {side: reach(position, side) for side in SIDES}
    return {
        "countries": [
            {
                **place_of(c),
                **position.at(c).to_json(),
                "lead": abs(position.at(c).lead("US")),
                "controller": position.controller(c),
                "rulings": [control_ruling(c, position.at(c))],
            }
            for c in country or [c for c in COUNTRIES.values() if c.name in position.influence]
        ],
        "one_marker": [
            {"country": c, "side": side, "effect": effect, "reachable": c.name in within[side]}
            for c in country or COUNTRIES.values()
            for side in SIDES
            if (effect := flip(position, c, side)) is not None
        ],
        "rulings": [
            consequence("TS-CTRL-1", "control needs a lead of the stability number"),
            consequence("TS-CTRL-2", "one marker more or less can change control at once"),
        ],
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
                "controller": position.controller(COUNTRIES[name]),
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
    markers, after = placed(position, side, ops, countries, by_event)
    last, left = markers[-1], ops if by_event else markers[-1].left
    rulings = [
        consequence("TS-INF-2", "access is what it was before the first of these markers"),
        legal("TS-INF-4", "any split over countries; DEFCON {defcon} does not limit it", defcon=position.defcon),
    ]
    if by_event:
        rulings = [legal("TS-INF-4", "an event's placement costs no Operations")]
    return {
        "verdict": "legal" if last.legal else "illegal",
        "side": side,
        "ops": ops,
        "spent": ops - left,
        "left": left,
        "markers": markers,
        "first_illegal": None if last.legal else last.marker,
        "controllers": {country.name: after.controller(country) for country in countries},
        "unseen_events": unseen("place", position, side),
        "rulings": rulings,
        "final": after,
    }


def price(position: Position, country: Target, side: Acting, ops: OpsIfAny) -> Answer:
    """The fewest Operations to control a country, or to break control of it."""
    influence, why = position.at(country), reach(position.at_start, side).get(country.name)
    refusal = "{who} has no influence in or next to {country}, nor its superpower: not now"
    facts = {"who": the(side), "country": country, **({"why": why.why} if why else {})}
    goals: dict[str, Answer] = {}
    for name, goal in (("control", (side,)), ("break_control", (side, None))):
        markers = cheapest(country, influence, side, *goal)
        total = sum(marker.price or 0 for marker in markers)
        rows = [{k: getattr(m, k) for k in ("marker", "price", "controller_before", "US", "USSR")} for m in markers]
        goals[name] = {"reached_already": not markers, "total": total, "markers": rows}
        if ops is not None:
            goals[name]["affordable"] = total <= ops
    return {
        "side": side,
        "country": country,
        "stability": country.stability,
        **influence.to_json(),
        "controller": position.controller(country),
        "reachable": why is not None,
        **goals,
        "unseen_events": unseen("place", position, side),
        "rulings": [
            control_ruling(country, influence),
            judged(why is not None, "TS-INF-1", "{who} may place in {country}: {why}", refusal, **facts),
            consequence("TS-INF-3", "a marker costs 2 Operations while the opponent controls the country, else 1"),
        ],
    }
