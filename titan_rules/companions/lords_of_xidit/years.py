"""What follows a year: the census (III), the next year, the final assessment."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from ...kernel.errors import IllegalAction
from ...kernel.evolving import evolve
from ...kernel.games import Count, Open, Outcome, consequence, frozen, illegal, legal, refuse, said, settle
from ...kernel.rulings import Ruling
from .assessment import assess
from .choices import Made
from .rewards import add_gold, place_harps
from .state import CensusReward, Chosen, Done, PlayerName, Position
from .words import CENSUS_EVERY, STOREYS, TOWER_HEIGHT, UNITS, YEARS, Unit

Then: TypeAlias = Literal["orders", "final"]
NO_PLACES: Mapping[str, Chosen] = {}


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


def year(at: Position) -> Follow:
    """What follows this year, and who starts?"""
    return what_follows(at)


def what_follows(at: Position) -> Follow:
    """What follows this year when its orders are carried out (LX-YEAR-1, 2)."""
    census = at.year % CENSUS_EVERY[at.length] == 0
    facts: dict[str, Any] = {"year": at.year, "length": at.length, "next": at.year + 1, "start": at.start}
    rulings = []
    if census:
        been = "; it has been" if at.census_held else ""
        rulings.append(
            consequence("LX-CENSUS-1", "a census is held after year {year} of a {length} game" + been, **facts)
        )
    if at.year == YEARS[at.length]:
        sentence = "after the census of year {year}, the last of a {length} game, comes the final assessment"
        return Follow(census, "final", at.start, (*rulings, consequence("LX-YEAR-2", sentence, **facts)))
    left = at.turn_order[1]
    sentence = "after year {year} comes year {next}; the start player marker passes from {start} to {left}"
    rule = "LX-YEAR-2" if census else "LX-YEAR-1"
    return Follow(census, "orders", left, (*rulings, consequence(rule, sentence, **facts, left=left)))


def _ended(at: Position, then: Then) -> Follow:
    """What follows this year.

    :raises IllegalAction: something else comes first, or it is not ``then``.
    """
    follow = what_follows(at)
    owed = []
    if not at.year_over:
        owed.append(illegal("LX-YEAR-1", "orders of year {year} are still to be carried out", year=at.year))
    elif follow.census and not at.census_held:
        owed.append(illegal("LX-YEAR-2", "the census after year {year} comes first", year=at.year))
    if follow.then != then:
        sentence = "year {year} is the last: the final assessment follows"
        if then == "final":
            sentence = "year {year} is not the last: the next year follows"
        owed.append(illegal("LX-YEAR-2", sentence, year=at.year))
    if owed:
        raise IllegalAction(owed)
    return follow


@said("new year", "year ends")
def next_year(at: Position) -> Done:
    """The next year begins, and the start player marker passes to the left (LX-YEAR-1)."""
    follow = _ended(at, "orders")
    fresh: dict[str, Any] = {"recruited_this_year": (), "titans_this_year": (), "program": None}
    players = {name: evolve(player, **fresh) for name, player in at.players.items()}
    cities = {
        name: evolve(space, tile=evolve(space.tile, recruited_by=None)) if space.tile else space
        for name, space in at.cities.items()
    }
    after = evolve(
        at, year=at.year + 1, start=follow.start, next=None, players=players, cities=cities,
        census_shown={}, census_done=(), census_held=False, choices=(),
    )  # fmt: skip
    return Outcome(after, tuple(ruling for ruling in follow.rulings if ruling.rule != "LX-CENSUS-1"))


@said("final assessment", "assess")
def final(at: Position) -> Done:
    """The final assessment, after the last year's census (LX-YEAR-2, LX-FINAL)."""
    _ended(at, "final")
    rounds = assess(at)
    winner = rounds[-1].ranking[0].player
    told = [ruling for each in rounds for ruling in each.rulings]
    return Outcome(evolve(at, winner=winner), tuple(told))


# --- the census -------------------------------------------------------------------------------------------------------


def census_left(at: Position) -> tuple[Unit, ...]:
    """The types whose census is still to come, in turn; none in a year without one."""
    due = what_follows(at).census and not at.census_held and at.year_over
    return tuple(unit for unit in UNITS if unit not in at.census_done) if due else ()


@said("shown", shown="shows show", places="places place")
def census(
    at: Position, type: Unit, shown: Mapping[PlayerName, Count] | None = None, *,
    places: Mapping[PlayerName, Chosen] = NO_PLACES,
) -> Done:  # fmt: skip
    """The census of one type: what everybody shows at once, and where rewards go (LX-CENSUS-2).

    :param shown: the units shown, by player; who is left out shows none. Left out: as ``census_shown`` says.
    :param places: by winner, where the reward is placed, if it leaves that open.
    """
    follow, left = what_follows(at), census_left(at)
    if not at.year_over:
        refuse("LX-CENSUS-1", "orders of year {year} are still to be carried out", year=at.year)
    if not left:
        held = "the census after year {year} has been held"
        none = "no census is held after year {year} of a {length} game"
        refuse("LX-CENSUS-1", held if at.census_held else none, year=at.year, length=at.length)
    if type != left[0]:
        refuse("LX-CENSUS-2", "the {next} comes first, then the others in turn", next=left[0])
    given = at.census_shown.get(type, {}) if shown is None else shown
    here = evolve(at, census_shown={**at.census_shown, type: given})
    winners, rulings = _winners(here, type, given)
    done = Outcome(here, (*(r for r in follow.rulings if r.rule == "LX-CENSUS-1"), *rulings))
    wins = at.census.get(type)
    stray = [name for name in places if name not in winners or wins is None]
    if stray:
        refuse("LX-CENSUS-2", "{player} wins nothing to place", player=stray[0])
    for name in winners:
        if wins is None:
            break
        made = Made(places.get(name) or at.choice(name, census=type))
        done = done.then(_reward(wins, len(winners) == 1, name, made))
        made.all_taken()
    after = evolve(done.position, census_done=(*at.census_done, type),
                   choices=tuple(choice for choice in at.choices if choice.census != type))  # fmt: skip
    if len(left) == 1:
        after = evolve(after, census_held=True, census_shown={}, census_done=())
    return Outcome(after, done.rulings)


def _winners(at: Position, unit: Unit, given: Mapping[str, int]) -> tuple[tuple[str, ...], list[Ruling]]:
    """Who showed the most of a type, in turn order (LX-CENSUS-2 to 5).

    :raises IllegalAction: somebody shows more than is in hand.
    """
    for name, count in given.items():
        held = at.players[name].hand.get(unit, 0)
        if count > held:
            sentence = "{player} shows {count:" + unit + "} and has {held} in hand"
            refuse("LX-CENSUS-2", sentence, player=name, count=count, held=held)
    shown = {name: given.get(name, 0) for name in at.turn_order}
    most, units = max(shown.values()), unit if unit == "infantry" else unit + "s"
    winners = tuple(name for name, count in shown.items() if count == most)
    rulings = []
    fewer = [name for name, count in shown.items() if count < at.players[name].hand.get(unit, 0)]
    if fewer:
        sentence = "{players} showed fewer {units} than in hand: how many is free"
        rulings.append(legal("LX-CENSUS-3", sentence, players=", ".join(fewer), units=units))
    facts: dict[str, Any] = {"players": ", ".join(winners), "most": most, "units": units}
    if not most and at.rules.all_show_none == "nobody":
        return (), [*rulings, consequence("LX-CENSUS-5", "nobody showed any {units}: nobody is rewarded", **facts)]
    if not most:
        rulings.append(consequence("LX-CENSUS-5", "nobody showed any {units}: all tie for the most", **facts))
    elif len(winners) == 1:
        rulings.append(consequence("LX-CENSUS-2", "{players} showed the most {units}, {most}", **facts))
    if len(winners) > 1:
        sentence = "{players} tie at {most} {units}: each gets the reward of a tie"
        rulings.append(consequence("LX-CENSUS-4", sentence, **facts))
    return winners, rulings


def _reward(wins: CensusReward, alone: bool, name: str, made: Made) -> Callable[[Position], Done]:
    """Gives one winner the reward of a type (LX-CENSUS-2, 4)."""
    amount = wins.sole if alone else wins.tied
    if wins.kind == "gold":
        rule = legal("LX-GOLD-1", "{player} gets gold of value {amount}", player=name, amount=amount)
        return lambda at: Outcome(add_gold(at, name, amount), (rule,))
    give = _harps if wins.kind == "harp" else _storeys
    return lambda at: give(at, name, amount, made)


def _harps(at: Position, name: str, amount: int, made: Made) -> Done:
    """Harps in regions adjacent to the city where the piece stands (LX-CENSUS-6, 8)."""
    player = at.players[name]
    left, regions = player.harps_left, at.map.cities[player.at].regions
    count = min(amount, left)
    if count < amount and at.rules.few_harps == "not_choosable":
        count = 0
    facts: dict[str, Any] = {"player": name, "amount": amount, "left": left, "regions": len(regions)}
    if not count or not regions:
        sentence = "{player} places none of {amount:harp}: {left:harp} left, {regions:region} adjacent"
        return Outcome(at, (consequence("LX-CENSUS-8", sentence, **facts),))
    sentence = "{player} places {count:harp} in regions adjacent to city {city}, where the piece stands"
    rule = legal("LX-CENSUS-6", sentence, player=name, count=count, city=player.at)
    return Outcome(at, (rule,)).then(lambda p: place_harps(p, name, regions, count, made))


def _storeys(at: Position, name: str, amount: int, made: Made) -> Done:
    """Storeys onto a tower already built, or kept for a later one (LX-CENSUS-7)."""
    player = at.players[name]
    amount = min(amount, STOREYS - player.storeys - player.guild_saved)
    towers = tuple(city for city, storeys in sorted(player.guilds.items()) if storeys < TOWER_HEIGHT)
    if not towers:
        why = "all its towers are full" if player.guilds else "it has built no tower"
        sentence = "{player} keeps {amount:storey} for a later tower: {why}"
        rule = consequence("LX-CENSUS-7", sentence, player=name, amount=amount, why=why)
        return Outcome(at.with_player(name, guild_saved=player.guild_saved + amount), (rule,))
    rule = legal("LX-CENSUS-7", "{player} adds {amount:storey} to one of its towers", player=name, amount=amount)
    question = f"to which tower does {name} add {amount}?"
    city = settle(Open("guild", question, towers, len(towers), rulings=(rule,)), made.take("guild"), "LX-CENSUS-7")
    height = min(TOWER_HEIGHT, player.guilds[city] + amount)
    saved = player.guild_saved + player.guilds[city] + amount - height
    return Outcome(at.with_player(name, guilds={**player.guilds, city: height}, guild_saved=saved), (rule,))
