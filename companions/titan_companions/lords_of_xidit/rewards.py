"""Repelling monsters and titans (II, 4), and the three rewards: gold, harps, guilds."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from titan_rules.kernel.rulings import Ruling, consequence, illegal, legal
from titan_rules.kernel.wording import several

from ..protocol import ChoiceNeeded, Open, evolve, frozen, listed, refuse
from . import state as lx
from .choices import settle, spread
from .state import UNITS, Done, Made, Position, RewardKind, Rewards, Titan, TitanPile
from .tiles import turned_up, used_up


def unit_words(units: lx.Units) -> str:
    """Units for a sentence, the weakest first.

    >>> unit_words({"mage": 2, "archer": 1}), unit_words({})
    ('1 archer and 2 mages', 'nothing')
    """
    return listed((several(units[unit], unit) for unit in UNITS if units.get(unit)), none="nothing")


# --- monsters --------------------------------------------------------------------------------------------------------


def no_monster(at: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel where the piece stands; empty if it can and so must (LX-REPEL-1, 2)."""
    player = at.players[name]
    tile = at.tile(player.at)
    if tile is None or tile.kind != "monster":
        return (illegal("LX-REPEL-1", "there is no monster in city {city}", city=player.at),)
    needs, hand = tile.needs or {}, player.hand
    missing = {unit: need - hand.get(unit, 0) for unit, need in needs.items() if need > hand.get(unit, 0)}
    sentence = "the monster in city {city} needs {needs}: {player} lacks {missing}"
    facts = {"city": player.at, "needs": unit_words(needs), "player": name, "missing": unit_words(missing)}
    return (illegal("LX-REPEL-2", sentence, **facts),) if missing else ()


def repel_monster(at: Position, name: str, choices: Made) -> Done:
    """Repel the monster where the piece stands: pay, take rewards, let the next monster come."""
    city = at.players[name].at
    tile = at.tile(city)
    assert tile is not None
    needs = tile.needs or {}
    if choices.pop("repel", None) is False:
        refuse("LX-REPEL-1", "a monster that can be repelled must be: {player} cannot decline", player=name)
    sentence = "{player} has {needs} and must repel the monster in city {city}"
    yield legal("LX-REPEL-1", sentence, player=name, needs=unit_words(needs), city=city)
    at = yield from _rewarded(at, name, needs, "LX-REPEL-2", tile.rewards or Rewards(), choices)
    return (yield from used_up(at, city, choices))


def _rewarded(
    at: Position, name: str, units: lx.Units, rule: str, rewards: Rewards, choices: Made
) -> Done:  # fmt: skip
    """Units go from hand back to the barracks, rewards are taken, and the dummy gains (LX-FINAL-11)."""
    hand = at.players[name].hand
    left = {unit: hand.get(unit, 0) - units.get(unit, 0) for unit in UNITS}
    yield consequence(rule, "{paid} go back to the barracks", paid=unit_words(units))
    at = at.with_player(name, hand={unit: count for unit, count in left.items() if count})
    at = yield from _take(at, name, rewards, choices)
    dummy = at.dummy
    if dummy is None:
        return at
    if dummy.steps is None:
        choices.pop("dummy", None)
        sentence = "one of the dummy's totals is raised; by how much must stand in /dummy/steps"
        yield consequence("LX-FINAL-11", sentence)
        return at
    why = legal("LX-FINAL-11", "whoever repels raises one of the dummy's totals")
    choice = Open("dummy", "which total of the dummy is raised?", lx.CRITERIA, len(lx.CRITERIA), rulings=(why,))
    raised = settle(choice, choices.pop("dummy", None), "LX-FINAL-11")
    rise = dummy.steps.get(raised, 0)
    total = getattr(dummy, raised) + rise
    sentence = "the dummy's {criterion} rises by {rise} to {total}"
    yield consequence("LX-FINAL-11", sentence, criterion=raised, rise=rise, total=total)
    return evolve(at, dummy=evolve(dummy, **{raised: total}))


# --- titans ----------------------------------------------------------------------------------------------------------


def _affordable(at: Position, name: str) -> dict[int, Titan]:
    """The face-up titans for which the player has enough units, by the number of their pile (LX-TITAN-6)."""
    up = {number: pile.face_up for number, pile in enumerate(at.titans.piles, 1) if pile.face_up is not None}
    return {number: titan for number, titan in up.items() if titan.needs <= at.players[name].units}


def no_titan(at: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot repel any titan from where the piece stands (LX-TITAN-5 to 7)."""
    player, up = at.players[name], [pile.face_up.needs for pile in at.titans.piles if pile.face_up is not None]
    facts: dict[str, Any] = {"player": name, "city": player.at}
    if not at.titans.awake:
        why = illegal("LX-TITAN-1", "the Titans have not awakened")
    elif at.tile(player.at) is not None and at.rules.titan_city == "without_tile":
        why = illegal("LX-TITAN-5", "titans are repelled from a city without a tile; {city} has one", city=player.at)
    elif player.at in player.titans_this_year:
        why = illegal("LX-TITAN-7", "{player} has repelled a titan from city {city} this year", **facts)
    elif not up:
        why = illegal("LX-TITAN-5", "no titan is face up")
    elif min(up) <= player.units:
        return ()
    else:
        sentence = "the titans need {needs:unit} or more, {player} has {units}"
        why = illegal("LX-TITAN-6", sentence, needs=min(up), player=name, units=player.units)
    return (why,)


def titan_chosen(at: Position, name: str, choices: Made) -> int | None:
    """Which titan the player repels; None if it declines. Call it only if :func:`no_titan` is empty."""
    titans = _affordable(at, name)
    needs = ", ".join(f"titan {number} needs {titan.needs}" for number, titan in titans.items())
    repel, number = choices.pop("repel", None), choices.pop("titan", None)
    if number is None:
        if repel is False:
            return None
        if repel and len(titans) == 1:
            return next(iter(titans))
        rule = legal("LX-TITAN-5", "{player} may repel a titan, and need not", player=name)
        legals = ("repel=no", *(f"titan={number}" for number in titans))
        raise ChoiceNeeded(Open("titan", f"does {name} repel a titan? {needs}", legals, len(legals), rulings=(rule,)))
    if number not in titans or repel is False:
        refuse("LX-TITAN-6", "titan {titan} cannot be repelled: {needs}", titan=number, needs=needs)
    return int(number)


def repel_titan(at: Position, name: str, number: int, choices: Made) -> Done:
    """Repel the titan of a pile with units of any types, and take its rewards (LX-TITAN-6, 8)."""
    player, piles = at.players[name], list(at.titans.piles)
    titan = piles[number - 1].face_up
    assert titan is not None
    needs, hand = titan.needs, dict[Any, int](player.hand)
    units: dict[Any, int] | None = choices.pop("pay", None)
    if units is None:
        held = [unit for unit in UNITS if hand.get(unit)]
        rule = legal("LX-TITAN-6", "{needs:unit} of any types", needs=needs)
        payments, count = spread(needs, held, hand)
        question = f"which {needs} units does {name} give?"
        units = dict(settle(Open("pay", question, tuple(payments), count, rulings=(rule,)), None, "LX-TITAN-6"))
    if any(count > hand.get(unit, 0) for unit, count in units.items()):
        refuse("LX-TITAN-6", "{player} has not {paid}", player=name, paid=unit_words(units))
    if sum(units.values()) != needs:
        refuse("LX-TITAN-6", "{needs:unit} needed, not {given}", needs=needs, given=sum(units.values()))
    sentence = "{player} repels titan {number} from city {city} with {needs:unit} of any types"
    yield legal("LX-TITAN-6", sentence, player=name, number=number, city=player.at, needs=needs)
    at = at.with_player(name, titans_this_year=(*player.titans_this_year, player.at))
    at = yield from _rewarded(at, name, units, "LX-TITAN-6", titan.rewards, choices)
    pile = TitanPile(None, piles[number - 1].below)
    piles[number - 1] = turned_up(pile) if at.rules.next_titan == "turned_up" else pile
    up = piles[number - 1].face_up is not None
    what = "the next of its pile is turned up" if up else "nothing is turned up in its place"
    yield consequence("LX-TITAN-8", "titan {number} leaves the game; {what}", number=number, what=what)
    return evolve(at, titans=evolve(at.titans, piles=tuple(piles)))


# --- rewards ---------------------------------------------------------------------------------------------------------


@frozen
class Offer:
    """A reward as it could be taken here.

    :param ruling: why, or why not: it can be chosen where this allows it.
    :param takes: value of gold, harps placed or storeys built.
    :param kept: storeys kept for later towers.
    """

    ruling: Ruling
    takes: int = 0
    kept: int = 0

    @property
    def takeable(self) -> bool:
        """Whether it can be chosen."""
        return self.ruling.verdict != "illegal"


def _offer(at: Position, name: str, kind: RewardKind, shown: int) -> Offer:
    """A reward shown on a tile, as the player could take it where the piece stands."""
    if kind == "gold":
        return Offer(legal("LX-GOLD-1", "gold of value {shown}", shown=shown), shown)
    return (_harps if kind == "harp" else _storeys)(at, name, at.players[name].at, shown)


def _harps(at: Position, name: str, city: str, shown: int) -> Offer:
    """Harps for the regions adjacent to the city (LX-HARP-1, 3)."""
    left = at.players[name].harps_left
    facts: dict[str, Any] = {"shown": shown, "player": name, "left": left, "city": city}
    if not at.map.cities[city].regions:
        return Offer(illegal("LX-HARP-1", "no region is adjacent to city {city}", **facts))
    if not left:
        return Offer(illegal("LX-HARP-3", "{player} has placed all harps", **facts))
    if left >= shown:
        return Offer(legal("LX-HARP-1", "{shown:harp} to regions adjacent to city {city}", **facts), shown)
    if at.rules.few_harps == "not_choosable":
        return Offer(illegal("LX-HARP-3", "{player} has {left:harp} left of the {shown} shown", **facts))
    return Offer(legal("LX-HARP-3", "{shown:harp} shown, {player} places the last {left}", **facts), left)


def _storeys(at: Position, name: str, city: str, shown: int) -> Offer:
    """Storeys on the guild space of the city (LX-GUILD-1 to 3)."""
    player, towers = at.players[name], at.rules.guild_number == "towers"
    owner = next((other for other, one in at.players.items() if city in one.guilds), name)
    height, left = at.players[owner].guilds.get(city, 0), lx.STOREYS - player.storeys - player.guild_saved
    wanted, room = (1, 1 - height) if towers else (shown, lx.TOWER_HEIGHT - height)
    builds = min(wanted, max(room, 0), left)
    kept = min(wanted - builds, left - builds) if at.rules.full_tower == "keep" else 0
    facts: dict[str, Any] = {"shown": shown, "city": city, "height": height, "builds": builds, "kept": kept}
    if owner != name:
        return Offer(illegal("LX-GUILD-2", "the space of city {city} holds a tower of {o}", city=city, o=owner))
    if towers and height:
        return Offer(illegal("LX-GUILD-2", "the space of city {city} holds one tower already", city=city))
    if room < wanted and at.rules.full_tower == "not_choosable":
        sentence = "{shown:storey} shown do not fit on the {height} in city {city}"
        return Offer(illegal("LX-GUILD-3", sentence, **facts))
    if not builds and not kept and room:
        return Offer(illegal("LX-GUILD-1", "all {all} storeys are built or saved", all=lx.STOREYS))
    if not builds and not kept:
        sentence = "the tower in city {city} has {height:storey}, the most there can be"
        return Offer(illegal("LX-GUILD-3", sentence, **facts))
    if builds == wanted:
        sentence = "{builds:storey} on the space of city {city}, on top of {height}"
        return Offer(legal("LX-GUILD-1", sentence, **facts), builds)
    sentence = "{shown:storey} shown: {builds} built on the {height} in city {city}, {kept} kept, {lost} lost"
    return Offer(legal("LX-GUILD-3", sentence, **facts, lost=wanted - builds - kept), builds, kept)


def _take(at: Position, name: str, rewards: Rewards, choices: Made) -> Done:
    """Take two of a tile's rewards, or as many as can be taken, as chosen (LX-REPEL-2)."""
    offered = {kind: _offer(at, name, kind, shown) for kind in lx.REWARDS if (shown := getattr(rewards, kind))}
    kinds = [kind for kind, one in offered.items() if one.takeable or at.rules.lost_reward == "may_be_lost"]
    pairs, given = tuple(combinations(kinds, min(2, len(kinds)))), choices.pop("rewards", None)
    why = (legal("LX-REPEL-2", "two different ones of the rewards shown"), *(one.ruling for one in offered.values()))
    choice = Open("rewards", f"which two rewards does {name} take?", pairs, len(pairs), rulings=why)
    taken = settle(choice, given and tuple(sorted(given, key=lx.REWARDS.index)), "LX-REPEL-2")
    yield from (evolve(one.ruling, verdict="consequence") for one in offered.values() if not one.takeable)
    yield legal(
        "LX-REPEL-2", "{player} takes {taken} of the rewards shown", player=name, taken=listed(taken, none="nothing")
    )
    for kind in taken:
        one, player = offered[kind], at.players[name]
        city = player.at
        if not one.takeable:
            continue
        yield one.ruling
        if kind == "gold":
            at = add_gold(at, name, one.takes)
        elif kind == "harp":
            at = yield from place_harps(at, name, at.map.cities[city].regions, one.takes, choices)
        else:
            before = player.guilds.get(city, 0)
            added = min(player.guild_saved, lx.TOWER_HEIGHT - before - one.takes) if one.takes else 0
            height, saved = before + one.takes + added, player.guild_saved + one.kept - added
            if added:
                sentence = "{added:storey} saved before added to the tower in city {city}, {saved} still saved"
                yield consequence("LX-CENSUS-7", sentence, added=added, city=city, saved=saved)
            guilds = {**player.guilds, **({city: height} if height else {})}
            at = at.with_player(name, guilds=guilds, guild_saved=saved)
    return at


def add_gold(at: Position, name: str, value: int) -> Position:
    """Gold to a player; hidden gold stays hidden (LX-GOLD-1)."""
    before = at.players[name].gold
    return at.with_player(name, gold=None if before is None else before + value)


def place_harps(at: Position, name: str, regions: Sequence[str], count: int, choices: Made) -> Done:
    """Put harps into regions as chosen (LX-HARP-1, 2)."""
    split, where, player = at.rules.harp_split == "split", ", ".join(regions), at.players[name]
    placed: dict[str, int] | None = choices.pop("harps", None)
    if placed is None:
        places, number = spread(count, regions) if split else ([{region: count} for region in regions], len(regions))
        question = f"where does {name} put"
        rule = legal("LX-HARP-1", "{count:harp} to {regions}", count=count, regions=where)
        choice = Open("harps", f"{question} {several(count, 'harp')}?", tuple(places), number, rulings=(rule,))
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
    words = " and ".join(f"{n} in {region}" for region, n in placed.items())
    yield legal("LX-HARP-1", "{player} places harps: {placed}", player=name, placed=words)
    for region, n in placed.items():
        if at.map.regions[region].bastion:
            yield consequence("LX-HARP-2", "{count:harp} inside the fort of {region}", count=n, region=region)
    harps = {**player.harps, **{region: player.harps.get(region, 0) + n for region, n in placed.items()}}
    return at.with_player(name, harps=harps, harps_left=player.harps_left - count)
