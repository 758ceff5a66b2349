"""The census (III)."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ....kernel.companions import Answer
from ....kernel.companions.choices import ChoiceNeeded, IllegalChoice, Open, settle
from ....kernel.companions.telling import plural
from ....kernel.errors import CannotTell, Fault, IllegalAction
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import Chosen, Player, Position
from ..words import STOREYS, TOWER_HEIGHT, UNITS, RewardKind, Unit
from .rewards import add_gold, place_harps
from .saying import Outcome, consequence, illegal, legal
from .years import what_follows


@frozen
class Result:
    """The census of one type.

    :param shown: how many each player showed.
    :param winners: who showed the most, in turn order.
    :param reward, amount: what each of them wins (LX-CENSUS-2, 4); None where the document does not say.
    """

    type: Unit
    shown: Mapping[str, int]
    winners: tuple[str, ...]
    reward: RewardKind | None
    amount: int | None
    rulings: tuple[Ruling, ...]


def results(position: Position) -> tuple[Result, ...]:
    """The census of every type that was shown and not rewarded yet, the weakest first (LX-CENSUS-2).

    :raises CannotTell: nothing was shown.
    :raises IllegalAction: somebody shows more than is in hand when the year's orders are carried out.
    """
    if not position.census_shown:
        message = 'nobody has shown anything yet: put the units shown into /census_shown, {"peasant": {"A": 2}}'
        raise CannotTell(Fault("nothing-shown", message, "/census_shown"))
    shown = [unit for unit in UNITS if unit in position.census_shown and unit not in position.census_done]
    return tuple(result_of(position, unit) for unit in shown)


def result_of(position: Position, unit: Unit) -> Result:
    """The census of one type that was shown.

    :raises IllegalAction: somebody shows more than is in hand when the year's orders are carried out.
    """
    given = position.census_shown[unit]
    for name, count in given.items():
        in_hand = position.players[name].hand.get(unit, 0)
        if position.year_over and count > in_hand:
            sentence = "{player} shows {count:" + unit + "} and has {held} in hand"
            raise IllegalAction([illegal("LX-CENSUS-2", sentence, player=name, count=count, held=in_hand)])
    shown = {name: given.get(name, 0) for name in position.turn_order}
    most = max(shown.values())
    winners = tuple(name for name, count in shown.items() if count == most)
    rulings, units = [], plural(unit)
    held = {name: count for name, count in shown.items() if count < position.players[name].hand.get(unit, 0)}
    if held:
        sentence = "{players} showed fewer {units} than in hand: how many is free"
        rulings.append(legal("LX-CENSUS-3", sentence, players=", ".join(held), units=units))
    if not most and position.rules.all_show_none == "nobody":
        rulings.append(consequence("LX-CENSUS-5", "nobody showed any {units}: nobody is rewarded", units=units))
        return _result(position, unit, shown, (), rulings)
    facts: dict[str, Any] = {"players": ", ".join(winners), "most": most, "units": units}
    if not most:
        rulings.append(consequence("LX-CENSUS-5", "nobody showed any {units}: all tie for the most", units=units))
    elif len(winners) == 1:
        rulings.append(consequence("LX-CENSUS-2", "{players} showed the most {units}, {most}", **facts))
    if len(winners) > 1:
        sentence = "{players} tie at {most} {units}: each gets the reward of a tie"
        rulings.append(consequence("LX-CENSUS-4", sentence, **facts))
    return _result(position, unit, shown, winners, rulings)


def _result(
    position: Position, unit: Unit, shown: Mapping[str, int], winners: tuple[str, ...], rulings: list[Ruling]
) -> Result:
    wins = position.census.get(unit)
    kind, amount = (None, None) if wins is None else (wins.kind, wins.sole if len(winners) == 1 else wins.tied)
    return Result(unit, shown, winners, kind, amount if winners else None, tuple(rulings))


def reward(position: Position, result: Result, name: str, choice: Chosen | None = None) -> Outcome:
    """Give one winner the reward of a type, which the document must know.

    :param choice: where it goes, if it is not the document's own choice.
    :raises ChoiceNeeded: where harps or storeys go is open.
    :raises IllegalChoice: they cannot go there.
    """
    amount = result.amount
    assert amount is not None
    made = position.choice(name, census=result.type)
    choice = made if choice is None else choice
    if choice is made:
        position = evolve(position, choices=tuple(c for c in position.choices if c is not made))
    if result.reward == "gold":
        rule = legal("LX-GOLD-1", "{player} gets gold of value {amount}", player=name, amount=amount)
        return Outcome(position, (rule,)).then(lambda p: add_gold(p, name, amount))
    if result.reward == "harp":
        return _harps(position, name, amount, choice)
    return _storeys(position, name, amount, choice)


def _harps(position: Position, name: str, amount: int, choice: Chosen) -> Outcome:
    player = position.players[name]
    left, regions = player.harps_left, position.map.cities[player.at].regions
    count = min(amount, left)
    if count < amount and position.rules.few_harps == "not_choosable":
        count = 0
    if not count or not regions:
        sentence = "{player} places none of {amount:harp}: {left:harp} left, {regions:region} adjacent"
        facts: dict[str, Any] = {"player": name, "amount": amount, "left": left, "regions": len(regions)}
        return Outcome(position, (consequence("LX-CENSUS-8", sentence, **facts),))
    sentence = "{player} places {count:harp} in regions adjacent to city {city}, where the piece stands"
    rule = legal("LX-CENSUS-6", sentence, player=name, count=count, city=player.at)
    return Outcome(position, (rule,)).then(lambda p: place_harps(p, name, regions, count, choice))


def open_towers(player: Player) -> tuple[str, ...]:
    """The cities of a player's towers that have room."""
    return tuple(city for city, storeys in sorted(player.guilds.items()) if storeys < TOWER_HEIGHT)


def _storeys(position: Position, name: str, amount: int, choice: Chosen) -> Outcome:
    player = position.players[name]
    in_box = STOREYS - player.storeys - player.guild_saved
    amount = min(amount, in_box)
    towers = open_towers(player)
    if not towers:
        why = "all its towers are full" if player.guilds else "it has built no tower"
        sentence = "{player} keeps {amount:storey} for a later tower: {why}"
        rule = consequence("LX-CENSUS-7", sentence, player=name, amount=amount, why=why)
        saved = player.guild_saved + amount
        did = {"what": "saved", "storeys": amount, "saved": saved}
        return Outcome(position.with_player(name, guild_saved=saved), (rule,), (did,))
    rule = legal("LX-CENSUS-7", "{player} adds {amount:storey} to one of its towers", player=name, amount=amount)
    open_ = Open(
        "guild", f"to which tower does {name} add?", towers, len(towers), {"player": name, "storeys": amount}, (rule,)
    )
    city = settle(open_, choice.guild, "LX-CENSUS-7")
    height = min(TOWER_HEIGHT, player.guilds[city] + amount)
    kept = player.guilds[city] + amount - height
    saved = player.guild_saved + kept
    after = position.with_player(name, guilds={**player.guilds, city: height}, guild_saved=saved)
    did = {"what": "guild", "city": city, "built": amount - kept, "height": height, "saved": saved}
    return Outcome(after, (rule,), (did,))


def census(position: Position) -> Answer:
    """Who wins the census, and where may the rewards go?"""
    found = results(position)
    awards: list[dict[str, Any]] = []
    after = position
    for result in found:
        for name in result.winners if result.reward is not None else ():
            award, after = _award(after, result, name)
            awards.append(award)
    states = {award["state"] for award in awards}
    verdict = next((state for state in ("illegal", "open") if state in states), "complete")
    not_shown = [unit for unit in UNITS if unit not in position.census_shown]
    answer: Answer = {"verdict": verdict, "types": found, "awards": awards, "not_shown": not_shown}
    answer["rulings"] = [due(position)]
    if verdict == "complete":
        done = evolve(after, census_done=tuple(u for u in UNITS if u in position.census_shown))
        answer["final"] = done if not_shown else closed(done)
    return answer


def closed(position: Position) -> Position:
    """The census over: nothing is shown any more."""
    kept = tuple(choice for choice in position.choices if choice.census is None)
    return evolve(position, census_held=True, census_shown={}, census_done=(), choices=kept)


def due(position: Position) -> Ruling:
    """Whether a census is held after this year at all (LX-CENSUS-1)."""
    follow = what_follows(position)
    if follow.census:
        return next(ruling for ruling in follow.rulings if ruling.rule == "LX-CENSUS-1")
    sentence = "no census is held after year {year} of a {length} game; this is what it would give"
    return consequence("LX-CENSUS-1", sentence, year=position.year, length=position.length)


def _award(position: Position, result: Result, name: str) -> tuple[dict[str, Any], Position]:
    """One winner's reward, and the position with it as far as nothing is open."""
    award = {"type": result.type, "player": name, "reward": result.reward, "amount": result.amount}
    try:
        outcome = reward(position, result, name)
    except ChoiceNeeded as e:
        return {**award, "state": "open", **e.open.to_json()}, position
    except IllegalChoice as e:
        return {**award, "state": "illegal", **e.told, "rulings": e.rulings}, position
    return {**award, "state": "done", "did": outcome.did, "rulings": outcome.rulings}, outcome.position
