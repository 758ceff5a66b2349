"""What several answers share."""

from collections.abc import Iterable, Mapping
from typing import Any

from ....kernel.names import Names
from ....kernel.rulings import Ruling
from ..documents import FORMAT
from ..rules.outcomes import IllegalChoice
from ..rules.rewards import Offer, offers, placements, selections
from ..state import Position, Rewards, Titans
from ..words import ORDERS_A_YEAR


def rulings_json(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """Rulings as JSON objects."""
    return [ruling.to_json() for ruling in rulings]


def player_of(position: Position, values: Mapping[str, Any]) -> str:
    """The player asked about; by default the one whose turn it is.

    :raises UnknownName: nobody of that name plays.
    """
    given: str | None = values["player"]
    if given is None:
        turn = position.turn
        return turn.player if turn.order <= ORDERS_A_YEAR else position.start
    if given in position.players:
        return given
    return Names("player", position.players, abbreviations=False).canonical(given)


def city_of(position: Position, text: str) -> str:
    """A city by its name.

    :raises UnknownName: the map has none of that name.
    """
    if text in position.map.cities:
        return text
    return Names("city", position.map.cities, abbreviations=False).canonical(text)


def document(position: Position) -> dict[str, Any]:
    """A position as a document."""
    return FORMAT.to_json(position)


def refused(error: IllegalChoice) -> dict[str, Any]:
    """An illegal choice: why, and what was open."""
    return {**error.open.to_json(), "rulings": rulings_json(error.rulings)}


def rewards_json(position: Position, name: str, city: str, rewards: Rewards) -> dict[str, Any]:
    """The sets of rewards that may be chosen, and what each reward would mean."""
    offered = offers(position, name, city, rewards)
    return {
        "rewards": [list(kinds) for kinds in selections(position, offered)],
        "offers": [_offer_json(position, city, offer) for offer in offered],
    }


def _offer_json(position: Position, city: str, offer: Offer) -> dict[str, Any]:
    out = offer.to_json()
    if offer.kind == "harp" and offer.takeable:
        regions = position.map.cities[city].regions
        listed, number = placements(position, regions, offer.takes)
        out |= {"regions": list(regions), "ways": number, "placements": [dict(one) for one in listed]}
    if offer.kind == "guild" and offer.takeable:
        tower = position.tower(city)
        out |= {"space": city, "height": offer.takes + (0 if tower is None else tower[1])}
    return out


def titans_json(titans: Titans) -> dict[str, Any]:
    """Which titans are face up."""
    up = {str(i): pile.face_up.needs for i, pile in enumerate(titans.piles, 1) if pile.face_up is not None}
    return {"awake": titans.awake, "needs": up}
