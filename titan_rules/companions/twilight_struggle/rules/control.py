"""Control of countries (TS-CTRL)."""

from collections.abc import Iterable
from typing import Any

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.errors import IllegalAction
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..catalog import COUNTRIES, SIDES, SUPERPOWERS, Country, Side, opponent
from ..state import BySide, Position
from ..words import target_names, the


def target(text: str) -> Country:
    """The country that somebody points at.

    :raises UnknownName: there is none of that name.
    :raises IllegalAction: it is a superpower's own space (TS-CTRL-3).
    """
    name = target_names.canonical(text)
    if name in SUPERPOWERS:
        sentence = "{space} is a superpower: it holds no influence and cannot be a target"
        raise IllegalAction([illegal("TS-CTRL-3", sentence, space=name)])
    return COUNTRIES[name]


def enemy_ruling(rule: str, position: Position, side: Side, country: Country, *, allowed: bool) -> Ruling:
    """How much influence a side's opponent has in a country that the side aims at.

    :param rule: the rule that asks for it (TS-COUP-1, TS-RLN-3).
    :param allowed: whether it is enough.
    """
    enemy = opponent(side)
    theirs = position.at(country.name).of(enemy)
    verdict = legal if allowed else illegal
    return verdict(
        rule, "{who} has {theirs} influence in {country}", who=the(enemy), theirs=theirs, country=country.name
    )


def controller_of(country: Country, influence: BySide) -> Side | None:
    """Who would control a country with that influence in it (TS-CTRL-1)."""
    return next((side for side in SIDES if influence.lead(side) >= country.stability), None)


def controller(position: Position, name: str) -> Side | None:
    """Who controls a country, now and only by what is there now (TS-CTRL-1, TS-CTRL-2)."""
    return controller_of(COUNTRIES[name], position.at(name))


def controlled(position: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """Those of the countries that a side controls."""
    return tuple(c for c in countries if controller(position, c.name) == side)


def control_ruling(country: Country, influence: BySide) -> Ruling:
    """Who controls a country with that influence, and why (TS-CTRL-1)."""
    ahead: Side = "US" if influence.US >= influence.USSR else "USSR"
    sentence = "{country}: US {US}, USSR {USSR}; a lead of {lead} "
    if controller_of(country, influence) is not None:
        sentence += "reaches stability {stability}: {who} controls it"
    else:
        sentence += "is less than stability {stability}: nobody controls it"
    facts: dict[str, Any] = {"lead": influence.lead(ahead), "stability": country.stability, "who": the(ahead)}
    return consequence("TS-CTRL-1", sentence, country=country.name, US=influence.US, USSR=influence.USSR, **facts)


@frozen
class Flip:
    """A country whose control one marker changes.

    :param side: whose marker.
    :param effect: ``gains`` control with it, or ``breaks`` the opponent's.
    """

    country: str
    side: Side
    effect: str


def flips(position: Position, countries: Iterable[Country]) -> list[Flip]:
    """Every way to change the control of one of the countries with one marker."""
    found = []
    for country in countries:
        influence = position.at(country.name)
        before = controller_of(country, influence)
        for side in SIDES:
            after = controller_of(country, influence.plus(side, 1))
            if after != before:
                found.append(Flip(country.name, side, "gains" if after == side else "breaks"))
    return found


def place_of(country: Country) -> Answer:
    """What an answer says of a country, whoever is there."""
    return {
        "country": country.name,
        "region": country.region,
        "stability": country.stability,
        "battleground": country.battleground,
    }
