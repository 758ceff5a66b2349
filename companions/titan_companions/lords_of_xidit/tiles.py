"""What comes when a tile is used up (II), and the awakening of the Titans."""

from typing import Any

from titan_rules.kernel.rulings import Ruling, consequence, legal

from ..protocol import CannotTell, ChoiceNeeded, Fault, Open, evolve, refuse
from . import state
from .state import CityName, Done, Made, Position, Tile, TileInCity, TileKind, TitanPile, Unit

NAMES: dict[TileKind, str] = {"recruit": "recruitment", "monster": "monster"}
TURNED: dict[TileKind, str] = {"recruit": "LX-SUPPLY-3", "monster": "LX-SUPPLY-4"}
REINFORCEMENTS = 2
"""The tiles that become the new recruitment pile when the Titans awaken (LX-TITAN-3)."""


def supply(at: Position, city: CityName | None = None, *, kind: TileKind | None = None,
           shuffle: tuple[int, ...] | None = None) -> Done:  # fmt: skip
    """A tile is used up: what comes, where, from which pile, and do the Titans awaken?

    :param city: whose tile is used up; by default where the player whose turn it is stands.
    :param kind: instead of a city: a tile of this kind comes.
    :param shuffle: the order of a shuffled pile: numbers of its tiles, the top first.
    """
    choices: Made = {} if shuffle is None else {"shuffle": shuffle}
    if kind is not None and city is None:
        return bring(at, kind, choices)
    place = city or at.players[at.turn.player].at
    tile = at.tile(place)
    if tile is None or kind not in (None, tile.kind):
        what = "no tile" if tile is None else f"a {tile.kind} tile"
        message = f"city {place} has {what}: name another city, or the kind"
        raise CannotTell(Fault("no-tile", message, f"/cities/{place}"))
    return used_up(at.with_tile(place, evolve(tile, printed=printed(tile))), place, choices)


def printed(tile: TileInCity) -> tuple[Unit, ...] | None:
    """All units of a tile's recruitment side, if known: a full tile shows them."""
    full = tile.printed is None and tile.units is not None and len(tile.units) == state.TILE_UNITS
    return tile.units if full else tile.printed


def used_up(at: Position, city: str, choices: Made) -> Done:
    """Discard the tile in a city and bring the next one of its kind (LX-SUPPLY-1, 2)."""
    tile = at.tile(city)
    assert tile is not None
    discard = f"{tile.kind}_discard"
    lying, at = getattr(at.supply, discard), at.with_tile(city, None)
    if lying is not None:
        at = at.with_supply(**{discard: (*lying, Tile(city, tile.printed, tile.needs, tile.rewards))})
    rule = "LX-SUPPLY-1" if tile.kind == "recruit" else "LX-SUPPLY-2"
    sentence = "the {kind} tile of city {city} goes to its discard, and a new one comes at once"
    yield consequence(rule, sentence, kind=NAMES[tile.kind], city=city)
    return (yield from bring(at, tile.kind, choices))


def bring(at: Position, kind: TileKind, choices: Made) -> Done:
    """Bring the next tile of a kind to the city of its number, and fill its space again (LX-SUPPLY-6, 7).

    :raises ChoiceNeeded: the tile is unknown, a pile is shuffled, or the city is occupied and no reading says more.
    """
    name, space = NAMES[kind], f"next_{kind}"
    most = 1 + sum(len(getattr(at.supply, key) or ()) for key in state.LISTS)
    if getattr(at.supply, space) is None:
        at = yield from _refill(at, kind, choices, needed=True)
    for _ in range(most):
        tile: Tile | None = getattr(at.supply, space)
        if tile is None:
            break
        if not _shows(tile, kind):
            tile = choices.pop("tile", tile)
        if not _shows(tile, kind) or tile.city is None:
            side = "city and units" if kind == "recruit" else "city, needs and rewards"
            question = f"the next {name} tile is unknown: its {side} must stand in /supply/{space}"
            raise ChoiceNeeded(Open("tile", question, needs=f"/supply/{space}", rulings=(_to_its_city(kind),)))
        facts = {"kind": name, "city": tile.city}
        if at.tile(tile.city) is None:
            up: dict[str, Any] = {"units": tile.units, "recruited_by": ()} if kind == "recruit" else {}
            new = TileInCity(kind, printed=tile.units, needs=tile.needs, rewards=tile.rewards, **up)
            yield consequence("LX-SUPPLY-6", "the next {kind} tile goes to city {city}", **facts)
            return (yield from _refill(at.with_tile(tile.city, new).with_supply(**{space: None}), kind, choices))
        if at.rules.occupied_city == "ask":
            question = f"the next {name} tile is for city {tile.city}, which holds a tile: choose the option"
            rule = legal("LX-SUPPLY-7", "nothing is said of a new {kind} tile whose city {city} holds a tile", **facts)
            ways, needs = ("under_the_pile", "discard"), "/options/occupied_city"
            raise ChoiceNeeded(Open("ruling", f"{question} occupied_city", ways, 2, needs, rulings=(rule,)))
        under = at.rules.occupied_city == "under_the_pile"
        pile, place = (f"{kind}_pile", "bottom of its pile") if under else (f"{kind}_discard", "discard")
        lying = getattr(at.supply, pile)
        sentence = "city {city} holds a tile: the next {kind} tile goes to the {place}"
        yield consequence("LX-SUPPLY-7", sentence, **facts, place=place)
        at = at.with_supply(**{space: None, pile: None if lying is None else (*lying, tile)})
        at = yield from _refill(at, kind, choices, needed=True)
    yield consequence(TURNED[kind], "no {kind} tile can come", kind=name)
    return at


def _shows(tile: Tile, kind: TileKind) -> bool:
    """Whether a tile's side of this kind is fully known."""
    side = (tile.units,) if kind == "recruit" else (tile.needs, tile.rewards)
    return None not in (tile.city, *side)


def _refill(at: Position, kind: TileKind, choices: Made, *, needed: bool = False) -> Done:
    """Put the top of a pile on its next space, turning over the other discard if the pile is empty.

    :param needed: a city waits for the tile.
    """
    name, pile = NAMES[kind], f"{kind}_pile"
    if not _pile(at, kind):
        at = yield from _turn_over(at, kind, choices)
    tiles = _pile(at, kind)
    if tiles:
        sentence = "the top of the {kind} pile becomes the next tile, {left} are left"
        yield consequence("LX-SUPPLY-6", sentence, kind=name, left=len(tiles) - 1)
        return at.with_supply(**{f"next_{kind}": tiles[0], pile: tiles[1:]})
    if kind == "recruit" or at.titans.awake:
        yield consequence(TURNED[kind], "the space of the next {kind} tile stays empty", kind=name)
    elif needed or at.rules.awakening == "next_space":
        yield consequence("LX-SUPPLY-5", "no monster tile can be supplied: the Titans awaken")
        return (yield from _awaken(at, choices))
    else:
        sentence = "the space of the next monster stays empty; the Titans wait until a city goes without"
        yield consequence("LX-TITAN-1", sentence)
    return at


def _pile(at: Position, kind: TileKind) -> tuple[Tile, ...]:
    pile: tuple[Tile, ...] | None = getattr(at.supply, f"{kind}_pile")
    if pile is None:
        raise _unknown(f"{kind}_pile", f"the {NAMES[kind]} pile is unknown", _to_its_city(kind))
    return pile


def _to_its_city(kind: TileKind) -> Ruling:
    return legal("LX-SUPPLY-6", "the {kind} tile on the next space goes to the city of its number", kind=NAMES[kind])


def _unknown(key: str, what: str, rule: Ruling) -> ChoiceNeeded:
    question = f"{what}: its tiles must stand in /supply/{key}, in order; {{}} is a tile that nobody has seen"
    return ChoiceNeeded(Open("tile", question, needs=f"/supply/{key}", rulings=(rule,)))


def _turn_over(at: Position, kind: TileKind, choices: Made) -> Done:
    """The pile of a kind is empty: the discard of the other kind, turned over, becomes it (LX-SUPPLY-3, 4)."""
    other: TileKind = "monster" if kind == "recruit" else "recruit"
    lying: tuple[Tile, ...] | None = getattr(at.supply, f"{other}_discard")
    sentence = "the {kind} pile is empty: {count:tile} of the {other} discard turned over"
    ruling = consequence(TURNED[kind], sentence, kind=NAMES[kind], other=NAMES[other], count=len(lying or ()))
    if lying is None:
        raise _unknown(f"{other}_discard", f"the discard of {NAMES[other]} tiles is unknown", ruling)
    if not lying:
        return at
    tiles = _shuffled(lying, choices, ruling) if at.rules.turned_pile == "shuffled" else lying
    yield ruling
    return at.with_supply(**{f"{kind}_pile": tiles, f"{other}_discard": ()})


def _shuffled(tiles: tuple[Tile, ...], choices: Made, rule: Ruling) -> tuple[Tile, ...]:
    """Tiles in their shuffled order; none is needed if all are alike."""
    if all(tile == tiles[0] for tile in tiles):
        return tiles
    order = choices.pop("shuffle", None)
    if order is None:
        question = f"in which order do the {len(tiles)} shuffled tiles lie? numbers of the listed tiles, the top first"
        raise ChoiceNeeded(Open("shuffle", question, items=tuple(map(str, tiles)), rulings=(rule,)))
    if sorted(order) != list(range(1, len(tiles) + 1)):
        refuse(rule.rule, "the order must name each of the {count} tiles once", count=len(tiles))
    return tuple(tiles[number - 1] for number in order)


def _awaken(at: Position, choices: Made) -> Done:
    """The Titans awaken: their piles show a tile, and reinforcements come (LX-TITAN-1 to 4)."""
    fallen = at.supply.monster_discard
    if fallen is None:
        rule = consequence("LX-TITAN-2", "all tiles of the monster discard are turned over, under the recruitment pile")
        raise _unknown("monster_discard", "the discard of monster tiles is unknown", rule)
    reserve = (*_pile(at, "recruit"), *fallen)
    recruits, rest = reserve[:REINFORCEMENTS], reserve[REINFORCEMENTS:]
    facts: dict[str, Any] = {"recruits": len(recruits), "rest": len(rest), "fallen": len(fallen)}
    taken = consequence("LX-TITAN-3", "the top {recruits} are the new recruitment pile, {rest} are shuffled", **facts)
    rest = _shuffled(rest, choices, taken)
    piles = tuple(map(turned_up, at.titans.piles))
    up = sum(pile.face_up is not None for pile in piles)
    yield consequence("LX-TITAN-1", "the top tile of each titan pile is turned up: {up} are face up", up=up)
    yield consequence("LX-TITAN-2", "{fallen:fallen monster} turned over, under the recruitment pile", **facts)
    yield taken
    what = "one tile" if rest else "no tile"
    yield consequence("LX-TITAN-4", "{what} on the space of the next monster", what=what)
    next_monster = rest[0] if rest else None
    at = at.with_supply(recruit_pile=recruits, monster_discard=(), monster_pile=rest[1:], next_monster=next_monster)
    return evolve(at, titans=evolve(at.titans, awake=True, piles=piles))


def turned_up(pile: TitanPile) -> TitanPile:
    """A pile of titans with its top tile face up."""
    return pile if pile.face_up is not None or not pile.below else TitanPile(pile.below[0], pile.below[1:])
