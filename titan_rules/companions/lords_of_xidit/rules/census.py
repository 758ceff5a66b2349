"""The census (III)."""

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from ....kernel.errors import CannotTell, Fault
from ....kernel.rulings import Ruling
from ..state import NOTHING_CHOSEN, CensusReward, Choice, Player, Position
from ..words import STOREYS, TOWER_HEIGHT, UNITS, Unit
from .outcomes import Open, Outcome, settle
from .rewards import add_gold, place_harps
from .saying import consequence, legal, several


@frozen
class Result:
    """The census of one type.

    :param shown: how many each player showed.
    :param winners: who showed the most, in turn order.
    :param reward: what the type wins; None where the document does not say.
    """

    unit: Unit
    shown: Mapping[str, int]
    winners: tuple[str, ...]
    reward: CensusReward | None
    rulings: tuple[Ruling, ...]

    @property
    def amount(self) -> int | None:
        """What each winner gets (LX-CENSUS-2, 4); None where the document does not say."""
        if self.reward is None:
            return None
        return self.reward.sole if len(self.winners) == 1 else self.reward.tied


def results(position: Position) -> tuple[Result, ...]:
    """The census of every type that was shown, the weakest first (LX-CENSUS-2).

    :raises CannotTell: nothing was shown.
    """
    if not position.census_shown:
        message = 'nobody has shown anything yet: put the units shown into /census_shown, {"peasant": {"A": 2}}'
        raise CannotTell(Fault("nothing-shown", message, "/census_shown"))
    return tuple(_result(position, unit) for unit in UNITS if unit in position.census_shown)


def _result(position: Position, unit: Unit) -> Result:
    given = position.census_shown[unit]
    shown = {name: given.get(name, 0) for name in position.turn_order}
    most = max(shown.values())
    winners = tuple(name for name, count in shown.items() if count == most)
    rulings, units = [], several(unit)
    held = {name: count for name, count in shown.items() if count < position.players[name].hand.get(unit, 0)}
    if held:
        sentence = "{players} showed fewer {units} than in hand: how many is free"
        rulings.append(legal("LX-CENSUS-3", sentence, players=", ".join(held), units=units))
    if not most and position.rules.all_show_none == "nobody":
        rulings.append(consequence("LX-CENSUS-5", "nobody showed any {units}: nobody is rewarded", units=units))
        return Result(unit, shown, (), position.census.get(unit), tuple(rulings))
    facts: dict[str, Any] = {"players": ", ".join(winners), "most": most, "units": units}
    if not most:
        rulings.append(consequence("LX-CENSUS-5", "nobody showed any {units}: all tie for the most", units=units))
    elif len(winners) == 1:
        rulings.append(consequence("LX-CENSUS-2", "{players} showed the most {units}, {most}", **facts))
    if len(winners) > 1:
        sentence = "{players} tie at {most} {units}: each gets the reward of a tie"
        rulings.append(consequence("LX-CENSUS-4", sentence, **facts))
    return Result(unit, shown, winners, position.census.get(unit), tuple(rulings))


def reward(position: Position, result: Result, name: str) -> Outcome:
    """Give one winner the reward of a type, which the document must know.

    :raises ChoiceNeeded: where harps or storeys go is open.
    :raises IllegalChoice: they cannot go there.
    """
    amount = result.amount
    assert amount is not None
    assert result.reward is not None
    choice = _choice(position, result.unit, name)
    if result.reward.kind == "gold":
        rule = legal("LX-GOLD-1", "{player} gets gold of value {amount}", player=name, amount=amount)
        return Outcome(position, (rule,)).then(lambda p: add_gold(p, name, amount))
    if result.reward.kind == "harp":
        return _harps(position, name, amount, choice)
    return _storeys(position, name, amount, choice)


def _choice(position: Position, unit: Unit, name: str) -> Choice:
    for choice in position.choices:
        if choice.census == unit and choice.player == name:
            return choice
    return NOTHING_CHOSEN


def _harps(position: Position, name: str, amount: int, choice: Choice) -> Outcome:
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


def _storeys(position: Position, name: str, amount: int, choice: Choice) -> Outcome:
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
    open_ = Open("guild", f"to which tower does {name} add?", towers, len(towers), {"storeys": amount}, (rule,))
    city = settle(open_, choice.guild, "LX-CENSUS-7")
    height = min(TOWER_HEIGHT, player.guilds[city] + amount)
    kept = player.guilds[city] + amount - height
    saved = player.guild_saved + kept
    after = position.with_player(name, guilds={**player.guilds, city: height}, guild_saved=saved)
    did = {"what": "guild", "city": city, "built": amount - kept, "height": height, "saved": saved}
    return Outcome(after, (rule,), (did,))
