"""Repelling monsters and titans (II, 4), and the three rewards: gold, harps, guilds."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from attrs import frozen

from ...kernel import games as kit
from ...kernel.evolving import evolve
from ...kernel.games import ChoiceNeeded, Open, Outcome, consequence, illegal, legal, refuse, settle, spread, ways
from ...kernel.rulings import Ruling
from .choices import Made
from .state import Done, Position, Rewards, Titan, TitanPile, unit_words
from .tiles import turned_up, used_up
from .words import CRITERIA, REWARDS, STOREYS, TOWER_HEIGHT, UNITS, RewardKind, Unit

# --- monsters ---------------------------------------------------------------------------------------------------------


def no_monster(at: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel where the piece stands; empty if it can and so must (LX-REPEL-1, 2)."""
    player = at.players[name]
    tile = at.tile(player.at)
    if tile is None or tile.kind != "monster":
        return (illegal("LX-REPEL-1", "there is no monster in city {city}", city=player.at),)
    needs = tile.needs or {}
    missing = {unit: need - player.hand.get(unit, 0) for unit, need in needs.items() if need > player.hand.get(unit, 0)}
    if not missing:
        return ()
    sentence = "the monster in city {city} needs {needs}: {player} lacks {missing}"
    facts = {"city": player.at, "needs": unit_words(needs), "player": name, "missing": unit_words(missing)}
    return (illegal("LX-REPEL-2", sentence, **facts),)


def repel_monster(at: Position, name: str, made: Made) -> Done:
    """Repel the monster where the piece stands: pay, take rewards, let the next monster come."""
    city = at.players[name].at
    tile = at.tile(city)
    assert tile is not None
    needs, rewards = tile.needs or {}, tile.rewards or Rewards()
    if made.take("repel") is False:
        refuse("LX-REPEL-1", "a monster that can be repelled must be: {player} cannot decline", player=name)
    sentence = "{player} has {needs} and must repel the monster in city {city}"
    rule = legal("LX-REPEL-1", sentence, player=name, needs=unit_words(needs), city=city)
    return (
        Outcome(at, (rule,))
        .then(partial(_pay, name=name, units=needs, rule="LX-REPEL-2"))
        .then(partial(take, name=name, city=city, rewards=rewards, made=made))
        .then(partial(_raise_dummy, made=made))
        .then(partial(used_up, city=city, made=made))
    )


def _pay(at: Position, name: str, units: Mapping[Unit, int], rule: str) -> Done:
    """Units from hand back to the barracks."""
    hand = at.players[name].hand
    left = {unit: hand.get(unit, 0) - units.get(unit, 0) for unit in UNITS}
    ruling = consequence(rule, "{paid} go back to the barracks", paid=unit_words(units))
    return Outcome(at.with_player(name, hand={unit: count for unit, count in left.items() if count}), (ruling,))


def _raise_dummy(at: Position, made: Made) -> Done:
    """In a game of three, whoever repels raises one of the dummy's totals (LX-FINAL-11)."""
    dummy = at.dummy
    if dummy is None:
        return Outcome(at)
    if dummy.steps is None:
        made.take("dummy")
        sentence = "one of the dummy's totals is raised; by how much must stand in /dummy/steps"
        return Outcome(at, (consequence("LX-FINAL-11", sentence),))
    rule = legal("LX-FINAL-11", "whoever repels raises one of the dummy's totals")
    choice = Open("dummy", "which total of the dummy is raised?", CRITERIA, len(CRITERIA), rulings=(rule,))
    raised = settle(choice, made.take("dummy"), "LX-FINAL-11")
    rise = dummy.steps.get(raised, 0)
    total = getattr(dummy, raised) + rise
    sentence = "the dummy's {criterion} rises by {rise} to {total}"
    ruling = consequence("LX-FINAL-11", sentence, criterion=raised, rise=rise, total=total)
    return Outcome(evolve(at, dummy=evolve(dummy, **{raised: total})), (ruling,))


# --- titans -----------------------------------------------------------------------------------------------------------


def _affordable(at: Position, name: str) -> dict[int, Titan]:
    """The titans face up for which the player has units enough, by the number of their pile (LX-TITAN-6)."""
    up = {number: pile.face_up for number, pile in enumerate(at.titans.piles, 1) if pile.face_up is not None}
    return {number: titan for number, titan in up.items() if titan.needs <= at.players[name].units}


def no_titan(at: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel any titan from where the piece stands (LX-TITAN-5 to 7)."""
    player = at.players[name]
    if not at.titans.awake:
        return (illegal("LX-TITAN-1", "the Titans have not awakened"),)
    if at.tile(player.at) is not None and at.rules.titan_city == "without_tile":
        return (illegal("LX-TITAN-5", "titans are repelled from a city without a tile; {c} has one", c=player.at),)
    if player.at in player.titans_this_year:
        sentence = "{player} has repelled a titan from city {city} this year"
        return (illegal("LX-TITAN-7", sentence, player=name, city=player.at),)
    up = [pile.face_up for pile in at.titans.piles if pile.face_up is not None]
    if not up:
        return (illegal("LX-TITAN-5", "no titan is face up"),)
    if not _affordable(at, name):
        sentence = "the titans need {needs:unit} or more, {player} has {units}"
        needs = min(titan.needs for titan in up)
        return (illegal("LX-TITAN-6", sentence, needs=needs, player=name, units=player.units),)
    return ()


def titan_chosen(at: Position, name: str, made: Made) -> int | None:
    """Which titan the player repels; None if it declines. To be asked where :func:`no_titan` is empty."""
    titans = _affordable(at, name)
    rule = legal("LX-TITAN-5", "{player} may repel a titan, and need not", player=name)
    needs = ", ".join(f"titan {number} needs {titan.needs}" for number, titan in titans.items())
    choices = ("repel=no", *(f"titan={number}" for number in titans))
    repel, number = made.take("repel"), made.take("titan")
    if repel is False and number is None:
        return None
    if repel and number is None and len(titans) == 1:
        return next(iter(titans))
    if number is None:
        raise ChoiceNeeded(Open("titan", f"does {name} repel a titan? {needs}", choices, len(choices), rulings=(rule,)))
    if number not in titans or repel is False:
        refuse("LX-TITAN-6", "titan {titan} cannot be repelled: {needs}", titan=number, needs=needs)
    return int(number)


def repel_titan(at: Position, name: str, number: int, made: Made) -> Done:
    """Repel the titan of a pile with units of any types, and take its rewards (LX-TITAN-6, 8)."""
    player, titan = at.players[name], at.titans.piles[number - 1].face_up
    assert titan is not None
    city, units = player.at, _payment(at, name, titan, made)
    sentence = "{player} repels titan {number} from city {city} with {needs:unit} of any types"
    rule = legal("LX-TITAN-6", sentence, player=name, number=number, city=city, needs=titan.needs)
    return (
        Outcome(at.with_player(name, titans_this_year=(*player.titans_this_year, city)), (rule,))
        .then(partial(_pay, name=name, units=units, rule="LX-TITAN-6"))
        .then(partial(take, name=name, city=city, rewards=titan.rewards, made=made))
        .then(partial(_raise_dummy, made=made))
        .then(partial(_leaves, number=number))
    )


def _payment(at: Position, name: str, titan: Titan, made: Made) -> dict[Any, int]:
    hand = at.players[name].hand
    held = [unit for unit in UNITS if hand.get(unit, 0)]
    limits = {str(unit): count for unit, count in hand.items()}
    number = ways(titan.needs, held, limits)
    given: dict[Any, int] | None = made.take("pay")
    if given is None:
        rule = legal("LX-TITAN-6", "{needs:unit} of any types", needs=titan.needs)
        listed_ways, question = tuple(spread(titan.needs, held, limits)), f"which {titan.needs} units does {name} give?"
        return dict(settle(Open("pay", question, listed_ways, number, rulings=(rule,)), None, "LX-TITAN-6"))
    if any(count > hand.get(unit, 0) for unit, count in given.items()):
        refuse("LX-TITAN-6", "{player} has not {paid}", player=name, paid=unit_words(given))
    if sum(given.values()) != titan.needs:
        refuse("LX-TITAN-6", "{needs:unit} needed, not {given}", needs=titan.needs, given=sum(given.values()))
    return dict(given)


def _leaves(at: Position, number: int) -> Done:
    """A repelled titan leaves the game; the next one is turned up or not (LX-TITAN-8)."""
    piles = list(at.titans.piles)
    pile = TitanPile(None, piles[number - 1].below)
    piles[number - 1] = turned_up(pile) if at.rules.next_titan == "turned_up" else pile
    up = piles[number - 1].face_up is not None
    what = "the next of its pile is turned up" if up else "nothing is turned up in its place"
    ruling = consequence("LX-TITAN-8", "titan {number} leaves the game; {what}", number=number, what=what)
    return Outcome(evolve(at, titans=evolve(at.titans, piles=tuple(piles))), (ruling,))


# --- rewards ----------------------------------------------------------------------------------------------------------


@frozen
class Offer:
    """A reward as it could be taken here.

    :param takes: value of gold, harps placed or storeys built.
    :param kept: storeys kept for later towers.
    :param ruling: why, or why not: it can be chosen where this allows it.
    """

    kind: RewardKind
    ruling: Ruling
    takes: int = 0
    kept: int = 0

    @property
    def takeable(self) -> bool:
        """Whether it can be chosen."""
        return self.ruling.verdict != "illegal"


def offer(at: Position, name: str, city: str, kind: RewardKind, shown: int) -> Offer:
    """A reward shown on a tile, as the player could take it in that city."""
    if kind == "gold":
        return Offer("gold", legal("LX-GOLD-1", "gold of value {shown}", shown=shown), shown)
    return _harp_offer(at, name, city, shown) if kind == "harp" else _guild_offer(at, name, city, shown)


def _harp_offer(at: Position, name: str, city: str, shown: int) -> Offer:
    """Harps for the regions adjacent to the city (LX-HARP-1, 3)."""
    left = at.players[name].harps_left
    facts: dict[str, Any] = {"shown": shown, "player": name, "left": left, "city": city}
    if not at.map.cities[city].regions:
        return Offer("harp", illegal("LX-HARP-1", "no region is adjacent to city {city}", **facts))
    if not left:
        return Offer("harp", illegal("LX-HARP-3", "{player} has placed all harps", **facts))
    if left >= shown:
        return Offer("harp", legal("LX-HARP-1", "{shown:harp} to regions adjacent to city {city}", **facts), shown)
    if at.rules.few_harps == "not_choosable":
        return Offer("harp", illegal("LX-HARP-3", "{player} has {left:harp} left of the {shown} shown", **facts))
    return Offer("harp", legal("LX-HARP-3", "{shown:harp} shown, {player} places the last {left}", **facts), left)


def _guild_offer(at: Position, name: str, city: str, shown: int) -> Offer:
    """Storeys on the guild space of the city (LX-GUILD-1 to 3)."""
    player, (owner, height) = at.players[name], at.tower(city) or (name, 0)
    left = STOREYS - player.storeys - player.guild_saved
    wanted, room = (1, 1 - height) if at.rules.guild_number == "towers" else (shown, TOWER_HEIGHT - height)
    builds = min(wanted, max(room, 0), left)
    kept = min(wanted - builds, left - builds) if at.rules.full_tower == "keep" else 0
    facts: dict[str, Any] = {"shown": shown, "city": city, "height": height, "builds": builds, "kept": kept}
    if owner != name:
        return Offer(
            "guild", illegal("LX-GUILD-2", "the space of city {city} holds a tower of {o}", city=city, o=owner)
        )
    if at.rules.guild_number == "towers" and height:
        return Offer("guild", illegal("LX-GUILD-2", "the space of city {city} holds one tower already", city=city))
    if room < wanted and at.rules.full_tower == "not_choosable":
        sentence = "{shown:storey} shown do not fit on the {height} in city {city}"
        return Offer("guild", illegal("LX-GUILD-3", sentence, **facts))
    if not builds and not kept and room:
        return Offer("guild", illegal("LX-GUILD-1", "all {all} storeys are built or saved", all=STOREYS))
    if not builds and not kept:
        sentence = "the tower in city {city} has {height:storey}, the most there can be"
        return Offer("guild", illegal("LX-GUILD-3", sentence, **facts))
    if builds == wanted:
        sentence = "{builds:storey} on the space of city {city}, on top of {height}"
        return Offer("guild", legal("LX-GUILD-1", sentence, **facts), builds)
    sentence = "{shown:storey} shown: {builds} built on the {height} in city {city}, {kept} kept, {lost} lost"
    lost = wanted - builds - kept
    return Offer("guild", legal("LX-GUILD-3", sentence, **facts, lost=lost), builds, kept)


def take(at: Position, name: str, city: str, rewards: Rewards, made: Made) -> Done:
    """Take two of a tile's rewards, or as many as can be taken, as chosen (LX-REPEL-2)."""
    offered = {kind: offer(at, name, city, kind, rewards.of(kind)) for kind in REWARDS if rewards.of(kind)}
    may_lose = at.rules.lost_reward == "may_be_lost"
    kinds = [kind for kind, one in offered.items() if one.takeable or may_lose]
    pairs = tuple(combinations(kinds, min(2, len(kinds))))
    told = (legal("LX-REPEL-2", "two different ones of the rewards shown"), *(one.ruling for one in offered.values()))
    given = made.take("rewards")
    given = None if given is None else tuple(sorted(given, key=REWARDS.index))
    taken = settle(Open("rewards", f"which two rewards does {name} take?", pairs, len(pairs), rulings=told), given,
                   "LX-REPEL-2")  # fmt: skip
    rule = legal("LX-REPEL-2", "{player} takes {taken} of the rewards shown", player=name, taken=kit.listed(taken))
    barred = (evolve(one.ruling, verdict="consequence") for one in offered.values() if not one.takeable)
    done = Outcome(at, (*barred, rule))
    for kind in taken:
        one = offered[kind]
        done = done.told(*([one.ruling] if one.takeable else []))
        if one.takeable:
            done = done.then(partial(_receive, name=name, city=city, one=one, made=made))
    return done


def _receive(at: Position, name: str, city: str, one: Offer, made: Made) -> Done:
    if one.kind == "gold":
        return Outcome(add_gold(at, name, one.takes))
    if one.kind == "harp":
        return place_harps(at, name, at.map.cities[city].regions, one.takes, made)
    player = at.players[name]
    before = player.guilds.get(city, 0)
    added = min(player.guild_saved, TOWER_HEIGHT - before - one.takes) if one.takes else 0
    height, saved = before + one.takes + added, player.guild_saved + one.kept - added
    guilds = {**player.guilds, city: height} if height else dict(player.guilds)
    sentence = "{added:storey} saved before added to the tower in city {city}, {saved} still saved"
    rulings = (consequence("LX-CENSUS-7", sentence, added=added, city=city, saved=saved),) if added else ()
    return Outcome(at.with_player(name, guilds=guilds, guild_saved=saved), rulings)


def add_gold(at: Position, name: str, value: int) -> Position:
    """Gold to a player; hidden gold stays hidden (LX-GOLD-1)."""
    before = at.players[name].gold
    return at.with_player(name, gold=None if before is None else before + value)


def place_harps(at: Position, name: str, regions: Sequence[str], count: int, made: Made) -> Done:
    """Put harps into regions as chosen (LX-HARP-1, 2)."""
    split = at.rules.harp_split == "split"
    places = spread(count, regions) if split else [{region: count} for region in regions]
    number = ways(count, regions) if split else len(regions)
    where = ", ".join(regions)
    rule = legal("LX-HARP-1", "{count:harp} to {regions}", count=count, regions=where)
    placed: dict[str, int] | None = made.take("harps")
    if placed is None:
        choice = Open("harps", f"where does {name} put {count} harps?", tuple(places), number, rulings=(rule,))
        placed = settle(choice, None, "LX-HARP-1")
    placed = {region: n for region, n in placed.items() if n}
    far = [region for region in placed if region not in regions]
    if far:
        refuse("LX-HARP-1", "{far} is not one of the adjacent regions {regions}", far=far[0], regions=where)
    if sum(placed.values()) != count:
        refuse("LX-HARP-1", "{count:harp} must be placed, not {given}", count=count, given=sum(placed.values()))
    if len(placed) > 1 and not split:
        refuse("LX-HARP-1", "all {count} harps must go to one region", count=count)
    placed = {region: placed[region] for region in regions if region in placed}
    player = at.players[name]
    harps = {**player.harps, **{region: player.harps.get(region, 0) + n for region, n in placed.items()}}
    words = " and ".join(f"{n} in {region}" for region, n in placed.items())
    rulings = [legal("LX-HARP-1", "{player} places harps: {placed}", player=name, placed=words)]
    rulings += [
        consequence("LX-HARP-2", "{count:harp} inside the fort of {region}", count=n, region=region)
        for region, n in placed.items()
        if at.map.regions[region].bastion
    ]
    return Outcome(at.with_player(name, harps=harps, harps_left=player.harps_left - count), tuple(rulings))
