"""The three rewards: gold, harps, guilds (II, 4)."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any

from attrs import frozen

from ....kernel.companions.choices import ChoiceNeeded, IllegalChoice, Open, settle, spread, ways
from ....kernel.companions.telling import Counted, words
from ....kernel.rulings import Ruling
from ..state import Chosen, Position, Rewards
from ..words import REWARDS, STOREYS, TOWER_HEIGHT, RewardKind
from .saying import Outcome, consequence, illegal, legal


@frozen
class Offer:
    """A reward as it could be taken here.

    :param shown: the number on the tile.
    :param takes: value of gold, harps placed or storeys built.
    :param kept: storeys kept for later towers.
    :param takeable: whether it can be chosen.
    :param ruling: why, or why not.
    """

    kind: RewardKind
    shown: int
    takes: int
    kept: int
    takeable: bool
    ruling: Ruling

    def to_json(self) -> dict[str, Any]:
        """The offer as a JSON object."""
        out: dict[str, Any] = {"reward": self.kind, "shown": self.shown, "takes": self.takes}
        if self.kept:
            out["kept"] = self.kept
        return {**out, "takeable": self.takeable, "rulings": [self.ruling]}


def offers(position: Position, name: str, city: str, rewards: Rewards) -> tuple[Offer, ...]:
    """Every reward shown on a tile, as the player could take it in that city."""
    make = {"gold": gold_offer, "harp": harp_offer, "guild": guild_offer}
    return tuple(make[kind](position, name, city, rewards.of(kind)) for kind in REWARDS if rewards.of(kind))


def gold_offer(position: Position, name: str, city: str, shown: int) -> Offer:
    """Gold of the value shown (LX-GOLD-1)."""
    return Offer("gold", shown, shown, 0, True, legal("LX-GOLD-1", "gold of value {shown}", shown=shown))


def harp_offer(position: Position, name: str, city: str, shown: int) -> Offer:
    """Harps for the regions adjacent to the city (LX-HARP-1, 3)."""
    left = position.players[name].harps_left
    if not position.map.cities[city].regions:
        ruling = illegal("LX-HARP-1", "no region is adjacent to city {city}", city=city)
    elif not left:
        ruling = illegal("LX-HARP-3", "{player} has placed all harps", player=name)
    elif left < shown and position.rules.few_harps == "not_choosable":
        sentence = "{player} has {left:harp} left of the {shown} shown"
        ruling = illegal("LX-HARP-3", sentence, player=name, left=left, shown=shown)
    elif left < shown:
        sentence = "{shown:harp} shown, {player} places the last {left}"
        return Offer("harp", shown, left, 0, True, legal("LX-HARP-3", sentence, shown=shown, player=name, left=left))
    else:
        ruling = legal("LX-HARP-1", "{shown:harp} to regions adjacent to city {city}", shown=shown, city=city)
        return Offer("harp", shown, shown, 0, True, ruling)
    return Offer("harp", shown, 0, 0, False, ruling)


def guild_offer(position: Position, name: str, city: str, shown: int) -> Offer:
    """Storeys on the guild space of the city (LX-GUILD-1 to 3)."""
    player, tower, reading = position.players[name], position.tower(city), position.rules
    if tower is not None and tower[0] != name:
        sentence = "the space of city {city} holds a tower of {owner}"
        return _no_guild(shown, illegal("LX-GUILD-2", sentence, city=city, owner=tower[0]))
    height = 0 if tower is None else tower[1]
    in_box = STOREYS - player.storeys - player.guild_saved
    if reading.guild_number == "towers":
        if height:
            sentence = "the space of city {city} holds one tower already"
            return _no_guild(shown, illegal("LX-GUILD-2", sentence, city=city))
        shown_storeys, room = 1, 1
    else:
        shown_storeys, room = shown, TOWER_HEIGHT - height
    builds = min(shown_storeys, room, in_box)
    kept = min(shown_storeys - builds, in_box - builds) if reading.full_tower == "keep" else 0
    facts: dict[str, Any] = {"shown": shown, "city": city, "height": height, "builds": builds}
    if room < shown_storeys and reading.full_tower == "not_choosable":
        sentence = "{shown:storey} shown do not fit on the {height} in city {city}"
        return _no_guild(shown, illegal("LX-GUILD-3", sentence, **facts))
    if not builds and not kept:
        if room:
            return _no_guild(shown, illegal("LX-GUILD-1", "all {all} storeys are built or saved", all=STOREYS))
        sentence = "the tower in city {city} has {height:storey}, the most there can be"
        return _no_guild(shown, illegal("LX-GUILD-3", sentence, **facts))
    if builds == shown_storeys:
        ruling = legal("LX-GUILD-1", "{builds:storey} on the space of city {city}, on top of {height}", **facts)
    else:
        lost = shown_storeys - builds - kept
        sentence = "{shown:storey} shown: {builds} built on the {height} in city {city}, {kept} kept, {lost} lost"
        ruling = legal("LX-GUILD-3", sentence, **facts, kept=kept, lost=lost)
    return Offer("guild", shown, builds, kept, True, ruling)


def _no_guild(shown: int, ruling: Ruling) -> Offer:
    return Offer("guild", shown, 0, 0, False, ruling)


def selections(position: Position, offered: Sequence[Offer]) -> tuple[tuple[RewardKind, ...], ...]:
    """The sets of rewards that may be chosen: two, or as many as can be taken (LX-REPEL-2)."""
    lost = position.rules.lost_reward == "may_be_lost"
    kinds = [offer.kind for offer in offered if offer.takeable or lost]
    return tuple(combinations(kinds, min(2, len(kinds))))


def take(position: Position, name: str, city: str, rewards: Rewards, choice: Chosen) -> Outcome:
    """Take two of a tile's rewards, as chosen.

    :raises ChoiceNeeded: which, or where the harps go, is open.
    :raises IllegalChoice: they cannot be taken so.
    """
    offered = offers(position, name, city, rewards)
    two = legal("LX-REPEL-2", "two different ones of the rewards shown")
    barred = (offer.ruling for offer in offered if not offer.takeable)
    listed, question = selections(position, offered), f"which two rewards does {name} take?"
    open_ = Open("rewards", question, listed, len(listed), {"offers": offered}, (two, *barred))
    given = None if choice.rewards is None else tuple(sorted(choice.rewards, key=REWARDS.index))
    taken = settle(open_, given, "LX-REPEL-2")
    sentence = "{player} takes {taken} of the rewards shown"
    ruling = legal("LX-REPEL-2", sentence, player=name, taken=words(taken))
    outcome = Outcome(position, (ruling,))
    for offer in offered:
        if offer.kind not in taken:
            continue
        if offer.takeable:
            outcome = outcome.then(partial(_receive, name=name, city=city, offer=offer, choice=choice))
        else:
            outcome = outcome.then(partial(_lose, offer=offer))
    return outcome


def _lose(position: Position, offer: Offer) -> Outcome:
    return Outcome(position, (offer.ruling,), ({"what": "lost", "reward": offer.kind, "shown": offer.shown},))


def _receive(position: Position, name: str, city: str, offer: Offer, choice: Chosen) -> Outcome:
    start = Outcome(position, (offer.ruling,))
    if offer.kind == "gold":
        return start.then(lambda p: add_gold(p, name, offer.takes))
    if offer.kind == "harp":
        regions = position.map.cities[city].regions
        return start.then(lambda p: place_harps(p, name, regions, offer.takes, choice))
    return start.then(lambda p: _build(p, name, city, offer))


def add_gold(position: Position, name: str, value: int) -> Outcome:
    """Gold to a player; hidden gold stays hidden (LX-GOLD-1)."""
    before = position.players[name].gold
    gold = None if before is None else before + value
    return Outcome(position.with_player(name, gold=gold), did=({"what": "gold", "value": value, "now": gold},))


def placements(position: Position, regions: Sequence[str], count: int) -> tuple[tuple[dict[str, int], ...], int]:
    """The ways to place harps in some regions, as far as they are listed, and their number (LX-HARP-1)."""
    if position.rules.harp_split == "split":
        return tuple(spread(count, regions)), ways(count, regions)
    return tuple({region: count} for region in regions), len(regions)


def place_harps(position: Position, name: str, regions: Sequence[str], count: int, choice: Chosen) -> Outcome:
    """Put harps into regions as chosen (LX-HARP-1, 2).

    :raises ChoiceNeeded: where is open.
    :raises IllegalChoice: they cannot go there.
    """
    listed, number = placements(position, regions, count)
    rule = legal("LX-HARP-1", "{count:harp} to {regions}", count=count, regions=", ".join(regions))
    about = {"player": name, "place": count, "regions": list(regions)}
    open_ = Open("harps", f"where does {name} put {count} harps?", listed, number, about, (rule,))
    placed = choice.harps
    if placed is None:
        if number != 1:
            raise ChoiceNeeded(open_)
        placed = listed[0]
    _check_placed(open_, position, regions, count, {region: n for region, n in placed.items() if n})
    placed = {region: placed[region] for region in regions if placed.get(region)}
    player = position.players[name]
    harps = {**player.harps, **{region: player.harps.get(region, 0) + n for region, n in placed.items()}}
    after = position.with_player(name, harps=harps, harps_left=player.harps_left - count)
    rulings = [legal("LX-HARP-1", "{player} places harps: {placed}", player=name, placed=_at(placed))]
    rulings += [
        consequence("LX-HARP-2", "{count:harp} inside the fort of {region}", count=placed[region], region=region)
        for region in placed
        if position.map.regions[region].bastion
    ]
    return Outcome(after, tuple(rulings), ({"what": "harps", "placed": placed, "left": player.harps_left - count},))


def _at(placed: Mapping[str, int]) -> str:
    return " and ".join(f"{count} in {region}" for region, count in placed.items()) or "no"


def _check_placed(
    open_: Open, position: Position, regions: Sequence[str], count: int, placed: Mapping[str, int]
) -> None:
    far = [region for region in placed if region not in regions]
    if far:
        sentence = "{far} is not one of the adjacent regions {regions}"
        raise IllegalChoice(open_, "LX-HARP-1", sentence, far=far[0], regions=", ".join(regions))
    if sum(placed.values()) != count:
        sentence = "{count:harp} must be placed, not {given}"
        raise IllegalChoice(open_, "LX-HARP-1", sentence, count=Counted(count), given=sum(placed.values()))
    if len(placed) > 1 and position.rules.harp_split == "one_region":
        raise IllegalChoice(open_, "LX-HARP-1", "all {count} harps must go to one region", count=count)


def _build(position: Position, name: str, city: str, offer: Offer) -> Outcome:
    player = position.players[name]
    before = player.guilds.get(city, 0)
    added = min(player.guild_saved, TOWER_HEIGHT - before - offer.takes) if offer.takes else 0
    height = before + offer.takes + added
    guilds = {**player.guilds, city: height} if height else dict(player.guilds)
    saved = player.guild_saved + offer.kept - added
    after = position.with_player(name, guilds=guilds, guild_saved=saved)
    rulings = []
    if added:
        sentence = "{added:storey} saved before added to the tower in city {city}, {saved} still saved"
        rulings.append(consequence("LX-CENSUS-7", sentence, added=added, city=city, saved=saved))
    did = {"what": "guild", "city": city, "built": offer.takes + added, "height": height, "saved": saved}
    return Outcome(after, tuple(rulings), (did,))


def shown_rewards(position: Position, name: str, city: str, rewards: Rewards) -> dict[str, Any]:
    """The sets of rewards that may be chosen, and what each reward would mean, for answers."""
    offered = offers(position, name, city, rewards)
    return {"rewards": selections(position, offered), "offers": [_shown(position, city, offer) for offer in offered]}


def _shown(position: Position, city: str, offer: Offer) -> dict[str, Any]:
    out = offer.to_json()
    if offer.kind == "harp" and offer.takeable:
        regions = position.map.cities[city].regions
        listed, number = placements(position, regions, offer.takes)
        out |= {"regions": regions, "ways": number, "placements": listed}
    if offer.kind == "guild" and offer.takeable:
        tower = position.tower(city)
        out |= {"space": city, "height": offer.takes + (0 if tower is None else tower[1])}
    return out
