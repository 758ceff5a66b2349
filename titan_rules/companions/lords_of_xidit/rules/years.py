"""What follows a year (II, the end)."""

from typing import Any, Literal, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import Position
from ..words import CENSUS_EVERY, YEARS
from .saying import consequence

Then: TypeAlias = Literal["orders", "final"]


@frozen
class Follow:
    """What follows a year.

    :param census: a census is held first.
    :param then: the next year's orders, or the final assessment.
    :param start: who is start player in it: of the last year for the final assessment.
    """

    census: bool
    then: Then
    start: str
    rulings: tuple[Ruling, ...]


def what_follows(position: Position) -> Follow:
    """What follows this year when its orders are carried out (LX-YEAR-1, 2)."""
    year, length = position.year, position.length
    census = year % CENSUS_EVERY[length] == 0
    facts: dict[str, Any] = {"year": year, "length": length}
    rulings = []
    if census:
        sentence = "a census is held after year {year} of a {length} game"
        if position.census_held:
            sentence += "; it has been"
        rulings.append(consequence("LX-CENSUS-1", sentence, **facts))
    if year == YEARS[length]:
        sentence = "after the census of year {year}, the last of a {length} game, comes the final assessment"
        rulings.append(consequence("LX-YEAR-2", sentence, **facts))
        return Follow(census, "final", position.start, tuple(rulings))
    left = position.turn_order[1]
    sentence = "after year {year} comes year {next}; the start player marker passes from {start} to {left}"
    rule = "LX-YEAR-2" if census else "LX-YEAR-1"
    rulings.append(consequence(rule, sentence, **facts, next=year + 1, start=position.start, left=left))
    return Follow(census, "orders", left, tuple(rulings))


def next_year(position: Position) -> Position:
    """The position at the start of the next year, before anybody has planned."""
    players = {
        name: evolve(player, recruited_this_year=(), titans_this_year=(), program=None)
        for name, player in position.players.items()
    }
    cities = {
        name: evolve(space, tile=evolve(space.tile, recruited_by=None)) if space.tile else space
        for name, space in position.cities.items()
    }
    return evolve(
        position,
        year=position.year + 1,
        start=position.turn_order[1],
        next=None,
        players=players,
        cities=cities,
        census_shown={},
        census_done=(),
        census_held=False,
        choices=(),
    )


def year(position: Position) -> Answer:
    """What follows this year, and who starts?"""
    follow = what_follows(position)
    answer: Answer = {
        "year": position.year,
        "length": position.length,
        "census": follow.census,
        "census_held": position.census_held,
        "then": follow.then,
        "start": follow.start,
        "rulings": follow.rulings,
    }
    if follow.then == "orders" and (position.census_held or not follow.census):
        answer["final"] = next_year(position)
    if not position.year_over:
        answer["orders_to_come"] = sum(1 for _ in position.turns())
    return answer
