"""Control and placing influence: who holds what, where markers may go, and what they cost."""

from typing import cast

from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import COUNTRIES, Country, Side
from ..rules.control import control_ruling, controller, controller_of, flips, target
from ..rules.influence import Access, Goal, Marker, Placement, access, cheapest, place, place_by_event, price
from ..state import BySide, Position
from ..unseen import unseen
from ..words import the
from .common import Values, acting, final, told


def answer_control(position: Position, values: Values) -> Answer:
    """Who controls which country, and which countries are one marker from flipping."""
    asked = [target(name) for name in values["country"]] or list(COUNTRIES.values())
    shown = asked if values["country"] else [c for c in asked if c.name in position.influence]
    rules = [
        consequence("TS-CTRL-1", "control needs a lead of the stability number"),
        consequence("TS-CTRL-2", "one marker more or less can change control at once"),
    ]
    return {
        "countries": [_country_row(position, country) for country in shown],
        "one_marker": _one_marker(position, asked),
        "rulings": told(rules),
    }


def _country_row(position: Position, country: Country) -> Answer:
    influence = position.at(country.name)
    return {
        "country": country.name,
        "region": country.region,
        "stability": country.stability,
        "battleground": country.battleground,
        **influence.to_json(),
        "lead": abs(influence.US - influence.USSR),
        "controller": controller(position, country.name),
        "rulings": told([control_ruling(country, influence)]),
    }


def _one_marker(position: Position, countries: list[Country]) -> list[Answer]:
    reach = {side: access(position, side) for side in ("US", "USSR")}
    return [
        {
            "country": flip.country,
            "side": flip.side,
            "effect": flip.effect,
            "reachable": flip.country in reach[flip.side],
        }
        for flip in flips(position, countries)
    ]


def answer_access(position: Position, values: Values) -> Answer:
    """Where a side may place influence, and why."""
    side = acting(position, values)
    reach = access(position, side)
    rows = [_access_row(position, side, COUNTRIES[name], why) for name, why in reach.items()]
    sentence = "{who} may place in {count} countries: where it has influence, next to them, and next to its superpower"
    rulings = [
        legal("TS-INF-1", sentence, who=the(side), count=len(rows)),
        consequence("TS-INF-2", "what is placed in this action round opens no further countries"),
    ]
    return {"side": side, "countries": rows, "unseen_events": unseen("place", position, side), "rulings": told(rulings)}


def _access_row(position: Position, side: Side, country: Country, why: Access) -> Answer:
    return {
        "country": country.name,
        "region": country.region,
        "own": why.own,
        "next_to": list(why.next_to),
        "superpower": why.superpower,
        "controller": controller(position, country.name),
        "price": price(country, position.at(country.name), side),
    }


def answer_place(position: Position, values: Values) -> Answer:
    """What a placement costs, marker by marker, to the first illegal one."""
    side, ops = acting(position, values), cast(int, values["ops"])
    countries = [target(name) for name in values["countries"]]
    if values["by_event"]:
        placement = place_by_event(position, side, countries)
        left, rules = ops, [legal("TS-INF-4", "an event's placement costs no Operations")]
    else:
        placement = place(position, side, ops, countries)
        left = placement.markers[-1].left
        rules = [
            consequence("TS-INF-2", "access is what it was before the first of these markers"),
            legal("TS-INF-4", "any split over countries; DEFCON {defcon} does not limit it", defcon=position.defcon),
        ]
    steps = [_marker_row(number, marker) for number, marker in enumerate(placement.markers, 1)]
    return {
        "verdict": "legal" if placement.refused is None else "illegal",
        "side": side,
        "ops": ops,
        "spent": ops - left,
        "left": left,
        "markers": steps,
        "first_illegal": None if placement.refused is None else len(steps),
        "controllers": _controllers(placement, countries),
        "unseen_events": unseen("place", position, side),
        "rulings": told(rules),
        "final": final(placement.position),
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
        "rulings": told(marker.rulings),
    }


def _controllers(placement: Placement, countries: list[Country]) -> Answer:
    return {country.name: controller(placement.position, country.name) for country in countries}


def answer_price(position: Position, values: Values) -> Answer:
    """The fewest Operations to control a country, or to break the opponent's control."""
    side, country = acting(position, values), target(values["country"])
    influence, why = position.at(country.name), access(position, side).get(country.name)
    return {
        "side": side,
        "country": country.name,
        "stability": country.stability,
        **influence.to_json(),
        "controller": controller(position, country.name),
        "reachable": why is not None,
        "control": _price_list(country, influence, side, "control", values["ops"]),
        "break_control": _price_list(country, influence, side, "break", values["ops"]),
        "unseen_events": unseen("place", position, side),
        "rulings": told([control_ruling(country, influence), _reach_ruling(side, country, why), _price_ruling()]),
    }


def _price_list(country: Country, influence: BySide, side: Side, goal: Goal, ops: int | None) -> Answer:
    rows, prices = [], cheapest(country, influence, side, goal)
    for number, cost in enumerate(prices, 1):
        owner = controller_of(country, influence)
        influence = influence.plus(side, 1)
        rows.append({"marker": number, "price": cost, "controller_before": owner, **influence.to_json()})
    found: Answer = {"reached_already": not prices, "total": sum(prices), "markers": rows}
    if ops is not None:
        found["affordable"] = sum(prices) <= ops
    return found


def _reach_ruling(side: Side, country: Country, why: Access | None) -> Ruling:
    if why is None:
        sentence = "{who} has no influence in or next to {country}, nor its superpower: not now"
        return illegal("TS-INF-1", sentence, who=the(side), country=country.name)
    return legal("TS-INF-1", "{who} may place in {country}: {why}", who=the(side), country=country.name, why=why.why)


def _price_ruling() -> Ruling:
    return consequence("TS-INF-3", "a marker costs 2 Operations while the opponent controls the country, else 1")
