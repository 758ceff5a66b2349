"""Replenishing: what comes when a tile is used up (II, and the awakening of the Titans)."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any, TypeAlias

from ....kernel.companions import Answer, asked
from ....kernel.companions.choices import ChoiceNeeded, IllegalChoice, Open, settle
from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..asking import city_of, player_of
from ..state import NOTHING_CHOSEN, Choice, Chosen, Position, Tile, TileInCity, TitanPile
from ..words import CRITERIA, UNITS, TileKind, Unit
from .recruiting import printed
from .saying import Outcome, consequence, legal, unit_words

NAMES: dict[TileKind, str] = {"recruit": "recruitment", "monster": "monster"}
OTHER: dict[TileKind, TileKind] = {"recruit": "monster", "monster": "recruit"}
CAME: dict[TileKind, str] = {"recruit": "LX-SUPPLY-1", "monster": "LX-SUPPLY-2"}
TURNED: dict[TileKind, str] = {"recruit": "LX-SUPPLY-3", "monster": "LX-SUPPLY-4"}
REINFORCEMENTS = 2
"""So many tiles become the new recruitment pile when the Titans awaken (LX-TITAN-3)."""


def used_up(position: Position, city: str, choice: Chosen) -> Outcome:
    """Discard the tile in a city and bring the next one of its kind (LX-SUPPLY-1, 2).

    :raises ChoiceNeeded: a tile is unknown, a pile is shuffled, or a city is occupied.
    """
    tile = position.tile(city)
    assert tile is not None
    return discard(position, city, tile).then(lambda p: bring(p, tile.kind, choice))


def discard(position: Position, city: str, tile: TileInCity) -> Outcome:
    """Put the tile in a city on its discard."""
    lying = position.supply.discard(tile.kind)
    gone = Tile(city, tile.printed, tile.needs, tile.rewards)
    after = position.with_tile(city, None)
    if lying is not None:
        after = after.with_supply(**{f"{tile.kind}_discard": (*lying, gone)})
    sentence = "the {kind} tile of city {city} goes to its discard, and a new one comes at once"
    ruling = consequence(CAME[tile.kind], sentence, kind=NAMES[tile.kind], city=city)
    return Outcome(after, (ruling,), ({"what": "discard", "kind": tile.kind, "city": city},))


def bring(position: Position, kind: TileKind, choice: Chosen) -> Outcome:
    """Bring the next tile of a kind to the city of its number, and fill its space again (LX-SUPPLY-6).

    :raises ChoiceNeeded: the tile is unknown, a pile is shuffled, or the city is occupied and no reading says more.
    """
    outcome = Outcome(position)
    if position.supply.next(kind) is None:
        outcome = outcome.then(lambda p: _refill(p, kind, choice, needed=True))
    for _ in range(1 + _tiles_beside(position)):
        tile = outcome.position.supply.next(kind)
        if tile is None:
            break
        if not tile.shows(kind) and choice.tile is not None:
            tile, choice = choice.tile, evolve(choice, tile=None)
        city = _known(tile, kind)
        if outcome.position.tile(city) is None:
            outcome = outcome.then(partial(_place, kind=kind, tile=tile, city=city))
            return outcome.then(partial(_refill, kind=kind, choice=choice, needed=False))
        outcome = outcome.then(partial(_pass_over, kind=kind, city=city, tile=tile, choice=choice))
    sentence = "no {kind} tile can come"
    ruling = consequence(TURNED[kind], sentence, kind=NAMES[kind])
    return outcome.then(lambda p: Outcome(p, (ruling,), ({"what": "no-tile", "kind": kind},)))


def _tiles_beside(position: Position) -> int:
    supply = position.supply
    lists = (supply.recruit_pile, supply.monster_pile, supply.recruit_discard, supply.monster_discard)
    return sum(len(tiles or ()) for tiles in lists)


def _known(tile: Tile, kind: TileKind) -> str:
    if not tile.shows(kind) or tile.city is None:
        side = "city and units" if kind == "recruit" else "city, needs and rewards"
        needs = f"/supply/next_{kind}"
        question = f"the next {NAMES[kind]} tile is unknown: its {side} must stand in {needs}"
        raise ChoiceNeeded(Open("tile", question, about={"needs": needs}, rulings=(_next_rule(kind),)))
    return tile.city


def _next_rule(kind: TileKind) -> Ruling:
    sentence = "the {kind} tile on the next space goes to the city of its number"
    return legal("LX-SUPPLY-6", sentence, kind=NAMES[kind])


def _place(position: Position, kind: TileKind, tile: Tile, city: str) -> Outcome:
    if kind == "recruit":
        placed = TileInCity("recruit", tile.units, tile.units, tile.needs, tile.rewards, recruited_by=())
    else:
        placed = TileInCity("monster", None, tile.units, tile.needs, tile.rewards)
    sentence = "the next {kind} tile goes to city {city}"
    ruling = consequence("LX-SUPPLY-6", sentence, kind=NAMES[kind], city=city)
    after = position.with_tile(city, placed).with_supply(**{f"next_{kind}": None})
    return Outcome(after, (ruling,), ({"what": "new-tile", "kind": kind, "city": city},))


def _pass_over(position: Position, kind: TileKind, city: str, tile: Tile, choice: Chosen) -> Outcome:
    """The next tile's city holds a tile: put it aside and fill the space again (LX-SUPPLY-7)."""
    reading = position.rules.occupied_city
    facts = {"kind": NAMES[kind], "city": city}
    if reading == "ask":
        question = f"the next {NAMES[kind]} tile is for city {city}, which holds a tile: a ruling is needed"
        rule = legal("LX-SUPPLY-7", "nothing is said of a new {kind} tile whose city {city} holds a tile", **facts)
        values = ("under_the_pile", "discard")
        about = {"option": "occupied_city", "city": city}
        raise ChoiceNeeded(Open("ruling", question, values, len(values), about, (rule,)))
    pile_name = f"{kind}_pile" if reading == "under_the_pile" else f"{kind}_discard"
    lying = getattr(position.supply, pile_name)
    aside = None if lying is None else (*lying, tile)
    sentence = "city {city} holds a tile: the next {kind} tile goes to the {place}"
    place = "bottom of its pile" if reading == "under_the_pile" else "discard"
    ruling = consequence("LX-SUPPLY-7", sentence, **facts, place=place)
    did = {"what": "passed-over", "kind": kind, "city": city}
    after = position.with_supply(**{f"next_{kind}": None, pile_name: aside})
    return Outcome(after, (ruling,), (did,)).then(lambda p: _refill(p, kind, choice, needed=True))


def _refill(position: Position, kind: TileKind, choice: Chosen, *, needed: bool) -> Outcome:
    """Put the top of a pile on its next space, turning over the other discard if the pile is empty.

    :param needed: a city waits for the tile.
    """
    pile = _pile(position, kind)
    outcome = Outcome(position)
    if not pile:
        outcome = outcome.then(lambda p: _turn_over(p, kind, choice))
        pile = _pile(outcome.position, kind)
    if pile:
        return outcome.then(lambda p: _draw(p, kind))
    if kind == "monster" and not position.titans.awake:
        if needed or position.rules.awakening == "next_space":
            none_left = consequence("LX-SUPPLY-5", "no monster tile can be supplied: the Titans awaken")
            return outcome.then(lambda p: Outcome(p, (none_left,))).then(lambda p: awaken(p, choice))
        sentence = "the space of the next monster stays empty; the Titans wait until a city goes without"
        return outcome.then(lambda p: Outcome(p, (consequence("LX-TITAN-1", sentence),)))
    sentence = "the space of the next {kind} tile stays empty"
    ruling = consequence(TURNED[kind], sentence, kind=NAMES[kind])
    return outcome.then(lambda p: Outcome(p, (ruling,)))


def _pile(position: Position, kind: TileKind) -> tuple[Tile, ...]:
    pile = position.supply.pile(kind)
    if pile is None:
        raise _unknown(f"{kind}_pile", f"the {NAMES[kind]} pile is unknown", _next_rule(kind))
    return pile


def _unknown(key: str, what: str, rule: Ruling) -> ChoiceNeeded:
    needs = f"/supply/{key}"
    question = f"{what}: its tiles must stand in {needs}, in order; {{}} is a tile that nobody has seen"
    return ChoiceNeeded(Open("tile", question, about={"needs": needs}, rulings=(rule,)))


def _draw(position: Position, kind: TileKind) -> Outcome:
    top, *rest = position.supply.pile(kind) or ()
    sentence = "the top of the {kind} pile becomes the next tile, {left} are left"
    ruling = consequence("LX-SUPPLY-6", sentence, kind=NAMES[kind], left=len(rest))
    return Outcome(position.with_supply(**{f"next_{kind}": top, f"{kind}_pile": tuple(rest)}), (ruling,))


def _turn_over(position: Position, kind: TileKind, choice: Chosen) -> Outcome:
    """The pile of a kind is empty: the discard of the other kind, turned over, becomes it (LX-SUPPLY-3, 4)."""
    other = OTHER[kind]
    lying = position.supply.discard(other)
    sentence = "the {kind} pile is empty: {count:tile} of the {other} discard turned over"
    facts: dict[str, Any] = {"kind": NAMES[kind], "other": NAMES[other], "count": len(lying or ())}
    ruling = consequence(TURNED[kind], sentence, **facts)
    if lying is None:
        raise _unknown(f"{other}_discard", f"the discard of {NAMES[other]} tiles is unknown", ruling)
    if not lying:
        return Outcome(position)
    if position.rules.turned_pile == "shuffled":
        lying = _shuffled(lying, choice, ruling)
    after = position.with_supply(**{f"{kind}_pile": lying, f"{other}_discard": ()})
    return Outcome(after, (ruling,), ({"what": "turned-over", "kind": kind, "tiles": len(lying)},))


def _shuffled(tiles: tuple[Tile, ...], choice: Chosen, rule: Ruling) -> tuple[Tile, ...]:
    """Tiles in the order that chance gave them; no order is needed where all are alike."""
    if all(tile == tiles[0] for tile in tiles):
        return tiles
    listed = [label(tile) for tile in tiles]
    question = f"in which order do the {len(tiles)} shuffled tiles lie? numbers of the listed tiles, the top first"
    open_ = Open("shuffle", question, about={"tiles": listed}, rulings=(rule,))
    order = choice.shuffle
    if order is None:
        raise ChoiceNeeded(open_)
    if sorted(order) != list(range(1, len(tiles) + 1)):
        sentence = "the order must name each of the {count} tiles once"
        raise IllegalChoice(open_, rule.rule, sentence, count=len(tiles))
    return tuple(tiles[number - 1] for number in order)


def label(tile: Tile) -> str:
    """A tile by its city, for answers."""
    return "unknown" if tile.city is None else f"city {tile.city}"


def awaken(position: Position, choice: Chosen) -> Outcome:
    """The Titans awaken: their piles show a tile, and reinforcements come (LX-TITAN-1 to 4).

    :raises ChoiceNeeded: a pile is unknown, or the shuffled order is.
    """
    supply = position.supply
    fallen = supply.monster_discard
    rule = consequence("LX-TITAN-2", "all tiles of the monster discard are turned over, under the recruitment pile")
    if fallen is None:
        raise _unknown("monster_discard", "the discard of monster tiles is unknown", rule)
    reserve = (*_pile(position, "recruit"), *fallen)
    recruits, rest = reserve[:REINFORCEMENTS], reserve[REINFORCEMENTS:]
    facts: dict[str, Any] = {"recruits": len(recruits), "rest": len(rest), "fallen": len(fallen)}
    taken = consequence("LX-TITAN-3", "the top {recruits} are the new recruitment pile, {rest} are shuffled", **facts)
    rest = _shuffled(rest, choice, taken) if rest else rest
    after = position.with_supply(
        recruit_pile=recruits, monster_discard=(), monster_pile=rest[1:], next_monster=rest[0] if rest else None
    )
    piles = tuple(map(turned_up, position.titans.piles))
    up = sum(pile.face_up is not None for pile in piles)
    rulings = (
        consequence("LX-TITAN-1", "the top tile of each titan pile is turned up: {up} are face up", up=up),
        consequence("LX-TITAN-2", "{fallen:fallen monster} turned over, under the recruitment pile", **facts),
        taken,
        consequence("LX-TITAN-4", "{what} on the space of the next monster", what="one tile" if rest else "no tile"),
    )
    did = {"what": "awakening", "face_up": up, "recruit_pile": len(recruits), "monster_pile": len(rest[1:])}
    return Outcome(evolve(after, titans=evolve(position.titans, awake=True, piles=piles)), rulings, (did,))


def turned_up(pile: TitanPile) -> TitanPile:
    """A pile of titans with its top tile face up."""
    if pile.face_up is not None or not pile.below:
        return pile
    return TitanPile(pile.below[0], pile.below[1:])


def labels(tiles: Sequence[Tile] | None) -> list[str] | None:
    """Tiles by their cities, for answers; None where the pile is unknown."""
    return None if tiles is None else [label(tile) for tile in tiles]


def paid(position: Position, name: str, units: Mapping[Unit, int], rule: str) -> Outcome:
    """Units from hand back to the barracks."""
    hand = position.players[name].hand
    left = {unit: hand.get(unit, 0) - units.get(unit, 0) for unit in UNITS}
    after = position.with_player(name, hand={unit: count for unit, count in left.items() if count})
    given = {unit: units[unit] for unit in UNITS if units.get(unit)}
    ruling = consequence(rule, "{paid} go back to the barracks", paid=unit_words(given))
    return Outcome(after, (ruling,), ({"what": "pay", "units": given},))


def raise_dummy(position: Position, choice: Chosen) -> Outcome:
    """In a game of three, whoever repels raises one of the dummy's totals (LX-FINAL-11).

    :raises ChoiceNeeded: which one is open.
    """
    dummy = position.dummy
    if dummy is None:
        return Outcome(position)
    if dummy.steps is None:
        sentence = "one of the dummy's totals is raised; by how much must stand in /dummy/steps"
        return Outcome(position, (consequence("LX-FINAL-11", sentence),))
    rule = legal("LX-FINAL-11", "whoever repels raises one of the dummy's totals")
    open_ = Open("dummy", "which total of the dummy is raised?", CRITERIA, len(CRITERIA), rulings=(rule,))
    raised = settle(open_, choice.dummy, "LX-FINAL-11")
    rise = dummy.steps.get(raised, 0)
    total = getattr(dummy, raised) + rise
    sentence = "the dummy's {criterion} rises by {rise} to {total}"
    ruling = consequence("LX-FINAL-11", sentence, criterion=raised, rise=rise, total=total)
    did = {"what": "dummy", "criterion": raised, "now": total}
    return Outcome(evolve(position, dummy=evolve(dummy, **{raised: total})), (ruling,), (did,))


def _numbers(_: Any, text: str | None) -> tuple[int, ...] | None:
    """The order of a shuffled pile, as typed.

    :raises DocumentError: it is no list of numbers.
    """
    if text is None:
        return None
    numbers = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() and len(part) < 4 for part in numbers):
        message = f"a shuffled order is a list of tile numbers like 3,1,2, not {text[:40]!r}"
        raise DocumentError([Fault("bad-shuffle", message)])
    return tuple(map(int, numbers))


CityAsked: TypeAlias = Annotated[
    str | None,
    asked("whose tile is used up; default: where the player whose turn it is stands", either=True, read=city_of),
]
KindAsked: TypeAlias = Annotated[
    TileKind | None, asked("without a city: the kind of tile that comes", choices=("recruit", "monster"))
]
ShuffleAsked: TypeAlias = Annotated[
    tuple[int, ...] | None,
    asked("the order of a shuffled pile, numbers of its tiles, the top first: 3,1,2", read=_numbers),
]


def supply(position: Position, city: CityAsked, kind: KindAsked, shuffle: ShuffleAsked) -> Answer:
    """A tile is used up: what comes, where, from which pile, and do the Titans awaken?"""
    choice = next((c for c in position.choices if c.shuffle is not None), NOTHING_CHOSEN)
    if shuffle is not None:
        choice = Choice(shuffle=shuffle)
    try:
        used, where, outcome = _use_up(position, city, kind, choice)
    except ChoiceNeeded as e:
        return {"verdict": "open", "stopped": e.open, "rulings": []}
    except IllegalChoice as e:
        return {"verdict": "illegal", "stopped": {**e.told, "rulings": e.rulings}, "rulings": []}
    after = outcome.position
    came = [event["city"] for event in outcome.did if event["what"] == "new-tile"]
    beside, tops = after.supply, {name: after.supply.next(name) for name in NAMES}
    up = {str(i): pile.face_up.needs for i, pile in enumerate(after.titans.piles, 1) if pile.face_up is not None}
    return {
        "verdict": "complete",
        "used_up": used,
        "city": where,
        "comes": {"city": came[-1], "kind": used} if came else None,
        "awakened": after.titans.awake and not position.titans.awake,
        "next": {name: None if top is None else label(top) for name, top in tops.items()},
        "piles": {name: labels(beside.pile(name)) for name in NAMES},
        "discards": {name: labels(beside.discard(name)) for name in NAMES},
        "titans": {"awake": after.titans.awake, "needs": up},
        "did": outcome.did,
        "rulings": outcome.rulings,
        "final": after,
    }


def _use_up(
    position: Position, given: str | None, kind: TileKind | None, choice: Choice
) -> tuple[TileKind, str | None, Outcome]:
    """Use up the tile of a city, or let the next tile of a kind come for one that is in the discard already."""
    if kind is not None and given is None:
        return kind, None, bring(position, kind, choice)
    city = given or position.players[player_of(position, None)].at
    tile = position.tile(city)
    if tile is None:
        message = f"city {city} has no tile to use up: name another with --city, or the kind with --kind"
        raise CannotTell(Fault("no-tile", message, f"/cities/{city}"))
    if kind is not None and kind != tile.kind:
        raise CannotTell(Fault("other-kind", f"the tile in city {city} is a {tile.kind} tile", f"/cities/{city}"))
    whole = position.with_tile(city, evolve(tile, printed=printed(tile)))
    return tile.kind, city, used_up(whole, city, choice)
