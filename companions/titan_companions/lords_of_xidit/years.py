"""What follows a year: the census (III), the next year, the final assessment."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from titan_rules.kernel.rulings import Ruling, consequence, illegal, legal

from ..protocol import Count, IllegalAction, Open, evolve, frozen, refuse
from . import state as lx
from .assessment import assess
from .choices import settle
from .rewards import add_gold, place_harps
from .state import UNITS, Chosen, CityName, Done, Made, PlayerName, Position, RegionName, RewardKind, Unit

Then: TypeAlias = Literal["orders", "final"]
NOWHERE: Mapping[str, Any] = {}


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
    census, left, last = at.year % lx.CENSUS_EVERY[at.length] == 0, at.turn_order[1], at.year == lx.YEARS[at.length]
    facts: dict[str, Any] = {"year": at.year, "length": at.length, "next": at.year + 1, "start": at.start}
    sentence = "after year {year} comes year {next}; the start player marker passes from {start} to {left}"
    passing = {} if last else {"left": left}
    if last:
        sentence = "after the census of year {year}, the last of a {length} game, comes the final assessment"
    rulings = [consequence("LX-YEAR-2" if census or last else "LX-YEAR-1", sentence, **facts, **passing)]
    if census:
        held = "a census is held after year {year} of a {length} game" + "; it has been" * at.census_held
        rulings.insert(0, consequence("LX-CENSUS-1", held, **facts))
    return Follow(census, "final" if last else "orders", at.start if last else left, tuple(rulings))


def _ended(at: Position, then: Then) -> Follow:
    """What follows this year, refused unless it is ``then`` and nothing comes before it."""
    follow, owed = year(at), []
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


def next_year(at: Position) -> Done:
    """The next year begins, and the start player marker passes to the left (LX-YEAR-1)."""
    follow = _ended(at, "orders")
    yield follow.rulings[-1]
    for name, space in at.cities.items():
        at = at if space.tile is None else at.with_tile(name, evolve(space.tile, recruited_by=None))
    for name in at.players:
        at = at.with_player(name, recruited_this_year=(), titans_this_year=(), program=None)
    fresh: dict[str, Any] = {"next": None, "census_shown": {}, "census_done": (), "census_held": False, "choices": ()}
    return evolve(at, year=at.year + 1, start=follow.start, **fresh)


def final(at: Position) -> Done:
    """The final assessment, after the last year's census (LX-YEAR-2, LX-FINAL)."""
    _ended(at, "final")
    rounds = assess(at)
    yield from (ruling for each in rounds for ruling in each.rulings)
    return evolve(at, winner=rounds[-1].ranking[0].player)


# --- the census ------------------------------------------------------------------------------------------------------


def census_left(at: Position) -> tuple[Unit, ...]:
    """The types whose census is still to come, in order; empty in a year without one."""
    due = year(at).census and not at.census_held and at.year_over
    return tuple(unit for unit in UNITS if unit not in at.census_done) if due else ()


def census(
    at: Position, type: Unit, shown: Mapping[PlayerName, Count] | None = None,
    regions: Mapping[PlayerName, RegionName] = NOWHERE, harps: lx.Harps | None = None, *, guild: CityName | None = None,
    towers: Mapping[PlayerName, CityName] = NOWHERE, places: Mapping[PlayerName, Chosen] = NOWHERE,
) -> Done:  # fmt: skip
    """The census of one type: what everybody shows at once, and where rewards go (LX-CENSUS-2).

    :param shown: the units shown, by player; who is left out shows none. Left out: as ``census_shown`` says.
    :param harps, guild: where the only winner places the reward, if it leaves that open.
    :param regions, towers: where each winner of a tie does.
    :param places: the same, for harps that go to several regions.
    """
    left = census_left(at)
    if not at.year_over:
        refuse("LX-CENSUS-1", "orders of year {year} are still to be carried out", year=at.year)
    if not left:
        held = "the census after year {year} has been held"
        none = "no census is held after year {year} of a {length} game"
        refuse("LX-CENSUS-1", held if at.census_held else none, year=at.year, length=at.length)
    if type != left[0]:
        refuse("LX-CENSUS-2", "the {next} comes first, then the others in turn", next=left[0])
    given = at.census_shown.get(type, {}) if shown is None else shown
    wins, (winners, rulings) = at.census.get(type), _winners(at, type, given)
    if (harps is not None or guild is not None) and len(winners) > 1:
        each = ", ".join(f"{name} in REGION" if guild is None else f"{name} adds to CITY" for name in winners)
        sentence = "{players} tie: say where each places its own, {each}"
        refuse("LX-CENSUS-4", sentence, players=" and ".join(winners), each=each)
    elif harps is not None or guild is not None:
        places = {**dict.fromkeys(winners, Chosen(harps=harps, guild=guild)), **places}
    stray = [name for name in (*places, *regions, *towers) if name not in winners or wins is None]
    if stray:
        refuse("LX-CENSUS-2", "{player} wins nothing to place", player=stray[0])
    yield from year(at).rulings[:1]
    yield from rulings
    choices = tuple(choice for choice in at.choices if choice.census != type)
    after = evolve(
        at, census_shown={**at.census_shown, type: given}, census_done=(*at.census_done, type), choices=choices
    )
    for name in winners if wins is not None else ():
        assert wins is not None
        amount, chosen = wins.sole if len(winners) == 1 else wins.tied, places.get(name) or at.choice(name, census=type)
        if name in regions:
            chosen = Chosen(harps={regions[name]: min(amount, at.players[name].harps_left)})
        elif name in towers:
            chosen = Chosen(guild=towers[name])
        made = lx.made(chosen)
        after = yield from _reward(after, wins.kind, amount, name, made)
        lx.all_taken(made)
    return evolve(after, census_held=True, census_shown={}, census_done=()) if len(left) == 1 else after


def _winners(at: Position, unit: Unit, given: Mapping[str, int]) -> tuple[tuple[str, ...], list[Ruling]]:
    """Who showed the most of a type, in turn order (LX-CENSUS-2 to 5)."""
    held = {name: at.players[name].hand.get(unit, 0) for name in at.turn_order}
    for name, count in given.items():
        if count > held[name]:
            sentence = "{player} shows {count:" + unit + "} and has {held} in hand"
            refuse("LX-CENSUS-2", sentence, player=name, count=count, held=held[name])
    shown = {name: given.get(name, 0) for name in at.turn_order}
    most, units = max(shown.values()), unit if unit == "infantry" else unit + "s"
    winners = tuple(name for name, count in shown.items() if count == most)
    fewer, rulings = [name for name, count in shown.items() if count < held[name]], []
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


def _reward(at: Position, kind: RewardKind, amount: int, name: str, made: Made) -> Done:
    """Give one winner the reward of a type (LX-CENSUS-2, 4, 6 to 8)."""
    player = at.players[name]
    left, regions = player.harps_left, at.map.cities[player.at].regions
    facts: dict[str, Any] = {"player": name, "amount": amount}
    if kind == "gold":
        yield legal("LX-GOLD-1", "{player} gets gold of value {amount}", **facts)
        return add_gold(at, name, amount)
    if kind == "guild":
        return (yield from _storeys(at, name, amount, made))
    count = 0 if left < amount and at.rules.few_harps == "not_choosable" else min(amount, left)
    if not count or not regions:
        sentence = "{player} places none of {amount:harp}: {left:harp} left, {regions:region} adjacent"
        yield consequence("LX-CENSUS-8", sentence, **facts, left=left, regions=len(regions))
        return at
    sentence = "{player} places {count:harp} in regions adjacent to city {city}, where the piece stands"
    yield legal("LX-CENSUS-6", sentence, player=name, count=count, city=player.at)
    return (yield from place_harps(at, name, regions, count, made))


def _storeys(at: Position, name: str, amount: int, made: Made) -> Done:
    """Storeys onto a tower already built, or kept for a later one (LX-CENSUS-7)."""
    player = at.players[name]
    amount = min(amount, lx.STOREYS - player.storeys - player.guild_saved)
    towers = tuple(city for city, storeys in sorted(player.guilds.items()) if storeys < lx.TOWER_HEIGHT)
    if not towers:
        why = "all its towers are full" if player.guilds else "it has built no tower"
        sentence = "{player} keeps {amount:storey} for a later tower: {why}"
        yield consequence("LX-CENSUS-7", sentence, player=name, amount=amount, why=why)
        return at.with_player(name, guild_saved=player.guild_saved + amount)
    rule = legal("LX-CENSUS-7", "{player} adds {amount:storey} to one of its towers", player=name, amount=amount)
    question = f"to which tower does {name} add {amount}?"
    choice = Open("guild", question, towers, len(towers), rulings=(rule,))
    city = settle(choice, made.pop("guild", None), "LX-CENSUS-7")
    yield rule
    height = min(lx.TOWER_HEIGHT, player.guilds[city] + amount)
    saved = player.guild_saved + player.guilds[city] + amount - height
    return at.with_player(name, guilds={**player.guilds, city: height}, guild_saved=saved)
