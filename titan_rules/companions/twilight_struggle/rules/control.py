"""Control of countries (TS-CTRL)."""

from collections.abc import Iterable

from ....kernel.companions import Answer, Ruling, consequence, judged
from ..catalog import SIDES, Country, Side, opponent
from ..state import BySide, Position
from ..words import the


def controller_of(country: Country, influence: BySide) -> Side | None:
    """Who would control a country with that influence in it (TS-CTRL-1)."""
    return next((side for side in SIDES if influence.lead(side) >= country.stability), None)


def controller(position: Position, country: Country) -> Side | None:
    """Who controls a country, now and only by what is there now (TS-CTRL-1, TS-CTRL-2)."""
    return controller_of(country, position.at(country))


def controlled(position: Position, side: Side, countries: Iterable[Country]) -> tuple[Country, ...]:
    """Those of the countries that a side controls."""
    return tuple(c for c in countries if controller(position, c) == side)


def control_ruling(country: Country, influence: BySide) -> Ruling:
    """Who controls a country with that influence, and why (TS-CTRL-1)."""
    ahead: Side = "US" if influence.US >= influence.USSR else "USSR"
    sentence = (
        "{country}: US {US}, USSR {USSR}; a lead of {lead} is less than stability {stability}: nobody controls it"
    )
    if controller_of(country, influence) is not None:
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
    after = controller_of(country, influence.plus(side, 1))
    return None if after == controller_of(country, influence) else "gains" if after == side else "breaks"


def place_of(country: Country) -> Answer:
    """What an answer says of a country, whoever is there."""
    names = ("region", "stability", "battleground")
    return {"country": country, **{name: getattr(country, name) for name in names}}
