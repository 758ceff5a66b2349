"""Programmes, and carrying them out order by order (I and II)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...kernel import games as kit
from ...kernel.games import ChoiceNeeded, Count, Open, consequence, evolve, frozen, illegal, legal, refuse, said
from ...kernel.rulings import Ruling
from .rewards import no_monster, no_titan, repel_monster, repel_titan, titan_chosen
from .state import CityName, Done, Made, OrderNumber, PlayerName, Position, Positive, RegionName, Tile, Turn
from .tiles import NAMES, printed, used_up
from .words import ACTS, ORDERS_A_YEAR, ROADS, UNITS, Criterion, Instruction, RewardKind, Road, Unit


@said("begins", "starts", "sets piece", "sets", subject="player", skip="city piece")
def place(at: Position, city: CityName, *, player: PlayerName | None = None) -> Done:
    """A piece is set in a city before year 1, in turn order (LX-ORDER-4)."""
    if not at.unplaced:
        refuse("LX-ORDER-4", "every piece is on the board")
    name = at.unplaced[0]
    if player not in (None, name):
        refuse("LX-ORDER-4", "the pieces are set in turn order: {player} is next", player=name)
    there = next((other for other, one in at.players.items() if one.place == city), None)
    if there is not None:
        refuse("LX-ORDER-4", "{player} cannot begin where {other} stands", player=name, other=there)
    yield legal("LX-ORDER-4", "{player} begins in city {city}", player=name, city=city)
    return at.with_player(name, place=city)


@said("plans", "plan is", "programs", "programmes", "chooses", "orders are", subject="player", skip="move")
def program(at: Position, player: PlayerName, orders: tuple[Instruction, ...]) -> Done:
    """The six orders of a player for the year, before any is carried out (LX-ORDER-1)."""
    all_placed(at)
    if len(orders) != ORDERS_A_YEAR:
        refuse("LX-ORDER-1", "a programme has {all} orders, not {given}", all=ORDERS_A_YEAR, given=len(orders))
    if at.players[player].program is not None:
        refuse("LX-ORDER-1", "{player} has chosen this year's orders already", player=player)
    if at.turn != Turn(1, at.start):
        refuse("LX-ORDER-3", "all plan at once, before the first order of year {year}", year=at.year)
    sentence = "{player} has chosen {all} orders for year {year}"
    yield legal("LX-ORDER-1", sentence, player=player, all=ORDERS_A_YEAR, year=at.year)
    return at.with_player(player, program=orders)


def all_placed(at: Position) -> None:
    """Refuse what comes after the pieces are set.

    :raises IllegalAction: one is not set yet.
    """
    if at.unplaced:
        refuse("LX-ORDER-4", "{player} sets the piece in a city first", player=at.unplaced[0])


# --- the next order, as its player tells it ---------------------------------------------------------------------------


@said("carries out order", "acts", subject="player", skip="next does do")
def order(
    at: Position, player: PlayerName | None = None, order: OrderNumber | None = None, *,
    instruction: Instruction | None = None, repel: bool | None = None, titan: Positive | None = None,
    pay: Mapping[Unit, Count] | None = None, rewards: tuple[RewardKind, ...] | None = None,
    harps: Mapping[RegionName, Count] | None = None, dummy: Criterion | None = None,
    shuffle: tuple[Positive, ...] | None = None, tile: Tile | None = None,
) -> Done:  # fmt: skip
    """The next order is carried out, whatever it is.

    :param player, order: whose it is, and which of the six, for the record; they must be right.
    :param instruction: the order itself, where the programme is unknown.
    :param repel: no: a titan is not repelled.
    :param titan: the pile of the titan to repel, from 1; ``pay`` the units given for it.
    :param rewards: the rewards taken; ``harps`` the harps by region.
    :param dummy: the total of the dummy that is raised.
    :param shuffle: the order of a shuffled pile; ``tile`` a tile that nobody had seen and that comes now.
    """
    given: dict[str, Any] = {
        "repel": repel,
        "titan": titan,
        "pay": pay,
        "rewards": rewards,
        "harps": harps,
        "dummy": dummy,
    }
    return _next(at, player, order, instruction, None, None, **given, shuffle=shuffle, tile=tile)


@said("moves", "takes", "walks", "goes", "travels", "follows", subject="player", skip="road piece city", to="to")
def move(
    at: Position, road: Road | None = None, *, to: CityName | None = None, player: PlayerName | None = None
) -> Done:
    """The next order: the piece takes the road of a color, or to a city (LX-MOVE-1)."""
    if to is not None and not at.year_over:
        here = at.players[at.turn.player].at
        roads = at.map.cities[here].roads
        road = road or next((color for color in ROADS if roads.get(color) == to), None)
        if road is None or roads.get(road) != to:
            what = "no road" if road is None else f"no {road} road"
            refuse("LX-MOVE-1", "{what} leads from city {here} to city {to}", what=what, here=here, to=to)
    if road is None and at.planned not in ROADS:
        raise ChoiceNeeded(Open("road", "which road?", ROADS, len(ROADS)))
    return _next(at, player, None, road, "move")


@said("waits", "stays", "remains", "passes", "does nothing", subject="player", city="city", skip="where it is")
def wait(at: Position, *, city: CityName | None = None, player: PlayerName | None = None) -> Done:
    """The next order: the piece stays in its city (LX-WAIT-1)."""
    return _next(at, player, None, "wait", "wait", city)


@said(
    "recruits", "recruit", "takes", "hires", "gets", "picks up", subject="player", city="city",
    skip="tile weakest unit one", shuffle="shuffled", tile="tile",
)  # fmt: skip
def recruit(
    at: Position, unit: Unit | None = None, *, city: CityName | None = None, player: PlayerName | None = None,
    shuffle: tuple[Positive, ...] | None = None, tile: Tile | None = None,
) -> Done:  # fmt: skip
    """The next order: the weakest unit here is recruited (LX-RECRUIT-1)."""
    return _next(at, player, None, "act", "recruit", city, unit=unit, shuffle=shuffle, tile=tile)


@said(
    "repels", "fights", "defeats", "beats", "slays", subject="player", skip="monster", city="city",
    rewards="for taking takes choosing rewards", titan="titan", pay="paying pays with", harps="harps harp",
    dummy="dummy", shuffle="shuffled", tile="tile",
)  # fmt: skip
def repel(
    at: Position, *, city: CityName | None = None, player: PlayerName | None = None, titan: Positive | None = None,
    pay: Mapping[Unit, Count] | None = None, rewards: tuple[RewardKind, ...] | None = None,
    harps: Mapping[RegionName, Count] | None = None, dummy: Criterion | None = None,
    shuffle: tuple[Positive, ...] | None = None, tile: Tile | None = None,
) -> Done:  # fmt: skip
    """The next order: the monster here, or a titan, is repelled for two rewards (LX-REPEL-1, LX-TITAN-5).

    :param harps: where they go; harps are then one of the rewards.
    """
    if harps and rewards and "harp" not in rewards:
        rewards = (*rewards, "harp")
    given: dict[str, Any] = {"titan": titan, "pay": pay, "rewards": rewards, "harps": harps, "dummy": dummy}
    return _next(at, player, None, "act", "repel", city, **given, shuffle=shuffle, tile=tile, repel=True)


@said("declines", "does not repel", "repels no", subject="player", skip="titan titans")
def decline(at: Position, *, player: PlayerName | None = None) -> Done:
    """The next order: no titan is repelled (LX-TITAN-5)."""
    return _next(at, player, None, "act", None, repel=False)


def _next(
    at: Position, player: str | None, order: int | None, instruction: Instruction | None, deed: str | None,
    city: str | None = None, **given: Any,
) -> Done:  # fmt: skip
    """Carry out the next order, which must be the one that is told.

    :param city: where the piece is said to stand.
    """
    all_placed(at)
    turn = at.turn
    if at.year_over:
        refuse("LX-EXEC-1", "all orders of year {year} are carried out", year=at.year)
    if player not in (None, turn.player) or order not in (None, turn.order):
        refuse("LX-EXEC-1", "order {order} of {player} is next", order=turn.order, player=turn.player)
    here = at.players[turn.player].at
    if city not in (None, here):
        refuse("LX-EXEC-1", "{player} stands in city {here}, not in {city}", player=turn.player, here=here, city=city)
    planned = at.planned
    if planned is not None and instruction not in (None, planned, "act" if planned in ACTS else None):
        sentence = "{player} has planned {planned} as order {order}, not {given}"
        refuse("LX-ORDER-1", sentence, player=turn.player, planned=planned, order=turn.order, given=instruction)
    return carry_out(at, planned or instruction, deed, Made(at.choice(turn.player, order=turn.order), **given))


def carry_out(at: Position, instruction: Instruction | None, deed: str | None, made: Made) -> Done:
    """Carry out an order of the player whose turn it is, whole or not at all.

    :param instruction: None: the programme is unknown.
    :param deed: what the player says it does: ``recruit`` or ``repel``; None: whatever it does.
    :raises ChoiceNeeded: something is open.
    :raises IllegalAction: a choice that a rule forbids, or that does not belong here.
    """
    turn, players = at.turn, at.turn_order
    if instruction is None:
        needs = f"/players/{turn.player}/program"
        secret = legal("LX-ORDER-3", "all plan at once and in secret: {player}'s programme is not shown",
                       player=turn.player)  # fmt: skip
        question = f"the programme of {turn.player} is unknown: it must stand in {needs}"
        raise ChoiceNeeded(Open("instruction", question, needs=needs, rulings=(secret,)))
    after = yield from _do(at, turn.player, instruction, deed, made)
    made.all_taken()
    seat = players.index(turn.player) + 1
    following = Turn(turn.order, players[seat]) if seat < len(players) else Turn(turn.order + 1, players[0])
    choices = tuple(choice for choice in at.choices if (choice.order, choice.player) != (turn.order, turn.player))
    return evolve(after, next=following, choices=choices)


def _do(at: Position, name: str, instruction: Instruction, deed: str | None, made: Made) -> Done:
    """What an order asks of a player in a position (LX-MOVE-1, LX-WAIT-1, LX-RECRUIT-1, LX-REPEL-1, LX-TITAN-5)."""
    city = at.players[name].at
    if instruction == "wait":
        yield legal("LX-WAIT-1", "{player} stays in city {city}", player=name, city=city)
        return at
    if instruction not in ACTS:
        return (yield from _move(at, name, instruction))
    why_no_titan, tile = no_titan(at, name), at.tile(city)
    if not why_no_titan and deed != "recruit":
        number = titan_chosen(at, name, made)
        if number is not None:
            return (yield from repel_titan(at, name, number, made))
        yield legal("LX-TITAN-5", "{player} repels no titan", player=name)
    kind = None if tile is None else "recruit" if tile.kind == "recruit" else "repel"
    fits = tile is None or instruction in ("act", kind)
    barred = at.rules.act_order == "distinct" and not fits
    misfit = () if fits or tile is None else (consequence(
        "LX-ORDER-2", "the order is to {instruction}, and city {city} holds a {kind} tile", instruction=instruction,
        city=city, kind=NAMES[tile.kind],
    ),)  # fmt: skip
    titans = why_no_titan if at.titans.awake else ()
    if tile is None:
        nothing = illegal("LX-ORDER-2", "city {city} holds no tile when the order to act comes", city=city)
        reasons: tuple[Ruling, ...] = (nothing, *titans)
    else:
        reasons = misfit if barred else no_recruit(at, name) if kind == "recruit" else no_monster(at, name)
    if deed not in (None, kind):
        other = no_recruit(at, name) if deed == "recruit" else no_monster(at, name)
        raise kit.IllegalAction([*other, *(titans if deed == "repel" else ())])
    if reasons and deed is not None:
        forbidding = [evolve(ruling, verdict="illegal") for ruling in reasons]
        raise kit.IllegalAction([*forbidding, *(titans if deed == "repel" else ())])
    if not barred:
        yield from misfit
    if reasons:
        yield from (evolve(ruling, verdict="consequence") for ruling in reasons)
        return at
    return (yield from (repel_monster if kind == "repel" else _recruit)(at, name, made))


def _move(at: Position, name: str, road: Instruction) -> Done:
    """The piece takes the road of a color if there is one (LX-MOVE-1)."""
    start = at.players[name].at
    roads: Mapping[Any, str] = at.map.cities[start].roads
    if road not in roads:
        yield consequence("LX-MOVE-1", "nothing happens: no {road} road leaves city {city}", road=road, city=start)
        return at
    facts = {"player": name, "road": road, "start": start, "end": roads[road]}
    yield legal("LX-MOVE-1", "{player} must take the {road} road from city {start} to city {end}", **facts)
    return at.with_player(name, place=roads[road])


def no_recruit(at: Position, name: str) -> tuple[Ruling, ...]:
    """Why a player cannot recruit where the piece stands; empty if it can and so must (LX-RECRUIT-1, 3)."""
    player = at.players[name]
    tile = at.tile(player.at)
    if tile is None or tile.kind != "recruit":
        return (illegal("LX-RECRUIT-1", "there is no recruitment tile in city {city}", city=player.at),)
    by_tile = at.rules.same_city == "new_tile_allowed" and tile.recruited_by is not None
    if player.at not in player.recruited_this_year or (by_tile and name not in (tile.recruited_by or ())):
        return ()
    sentence = "{player} has recruited from " + ("this very tile in " * by_tile) + "city {city} this year"
    return (illegal("LX-RECRUIT-3", sentence, player=name, city=player.at),)


def weakest(units: Sequence[Unit]) -> Unit:
    """The weakest of some units (LX-RECRUIT-2).

    >>> weakest(("mage", "archer", "cleric"))
    'archer'
    """
    return min(units, key=UNITS.index)


def _recruit(at: Position, name: str, made: Made) -> Done:
    """Take the weakest unit from the tile where the piece stands (LX-RECRUIT-1, 2)."""
    player = at.players[name]
    city, tile = player.at, at.tile(player.at)
    assert tile is not None
    rest = list(tile.units or ())
    unit, claimed = weakest(rest), made.take("unit")
    facts: dict[str, Any] = {"player": name, "count": len(rest), "city": city, "unit": unit}
    if claimed not in (None, unit):
        sentence = "the weakest unit in city {city} is the {unit}, not the {claimed}"
        refuse("LX-RECRUIT-1", sentence, **facts, claimed=claimed)
    yield legal("LX-RECRUIT-1", "{player} must recruit the weakest of the {count:unit} in city {city}, one {unit}",
                **facts)  # fmt: skip
    stronger = ", ".join(u for u in UNITS[UNITS.index(unit) + 1 :] if u in rest)
    if stronger:
        yield legal("LX-RECRUIT-2", "{unit} is weaker than {stronger}", unit=unit, stronger=stronger)
    rest.remove(unit)
    by, visited = tile.recruited_by, player.recruited_this_year
    by = by if by is None or name in by else (*by, name)
    visited = visited if city in visited else (*visited, city)
    hand = {u: player.hand.get(u, 0) + (u == unit) for u in UNITS if player.hand.get(u, 0) or u == unit}
    left = evolve(tile, units=tuple(rest), printed=printed(tile), recruited_by=by)
    at = at.with_player(name, hand=hand, recruited_this_year=visited).with_tile(city, left)
    return at if rest else (yield from used_up(at, city, made))


# --- the rest of the year ---------------------------------------------------------------------------------------------


@frozen
class Step:
    """An order that was carried out."""

    order: int
    player: str
    instruction: Instruction
    city: str
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Run:
    """The programmed year, carried out as far as nothing is open.

    :param verdict: ``complete``, ``open`` or ``illegal``.
    :param stopped: what is open.
    """

    verdict: str
    steps: tuple[Step, ...] = kit.field(metadata=kit.ALWAYS)
    stopped: Open | None = None
    order: int
    player: str
    rulings: tuple[Ruling, ...]
    final: Any


def run(at: Position) -> Run:
    """Carry out the programmed year, order by order, to its end or to the first open choice."""
    steps, stopped, verdict = list[Step](), None, "complete"
    sentence = "{players} carry out each order in this turn order"
    rulings: tuple[Ruling, ...] = (legal("LX-EXEC-1", sentence, players=", ".join(at.turn_order)),)
    while not at.year_over:
        turn, planned = at.turn, at.planned
        made = Made(at.choice(turn.player, order=turn.order))
        try:
            after, rules = kit.carried_out(carry_out(at, planned, None, made))
        except ChoiceNeeded as e:
            verdict, stopped = "open", e.open
            break
        except kit.IllegalAction as e:
            verdict, rulings = "illegal", e.rulings
            break
        assert planned is not None
        steps.append(Step(turn.order, turn.player, planned, at.players[turn.player].at, rules))
        at = after
    return Run(verdict=verdict, steps=tuple(steps), stopped=stopped, order=at.turn.order, player=at.turn.player,
               rulings=rulings, final=at)  # fmt: skip


@frozen
class Stretch:
    """A city that can be reached, and by how many roads."""

    city: str
    roads: int


@frozen
class Stop:
    """One of a player's own orders, nobody else acting.

    :param void: it does nothing.
    """

    order: int
    instruction: Instruction
    start: str
    end: str
    void: bool
    rulings: tuple[Ruling, ...]


@frozen
class Reach:
    """Where a player can get to with the orders left.

    :param route: the programmed orders, nobody else acting and no new tile coming; None: the programme is unknown.
    :param first_void: the first of them that does nothing.
    """

    player: str
    city: str
    orders_left: int
    reachable: tuple[Stretch, ...]
    route: tuple[Stop, ...] | None
    first_void: Stop | None
    rulings: tuple[Ruling, ...]


def reach(at: Position, player: PlayerName | None = None) -> Reach:
    """Which cities can be reached with the orders left, and which order first does nothing?"""
    name = player or at.turn.player
    turns, piece = [turn for turn in at.turns() if turn.player == name], at.players[name]
    facts: dict[str, Any] = {"player": name, "left": len(turns), "all": ORDERS_A_YEAR}
    rulings = [legal("LX-ORDER-1", "{player} has {left} of {all} orders left", **facts)]
    if piece.program is None:
        rulings.append(legal("LX-ORDER-3", "{player}'s programme is not known: all plan in secret", player=name))
    route = None if piece.program is None else tuple(_alone(at, turns))
    void = next((stop for stop in route or () if stop.void), None)
    return Reach(name, piece.at, len(turns), tuple(_distances(at, piece.at, len(turns))), route, void, tuple(rulings))


def _distances(at: Position, start: str, most: int) -> Iterator[Stretch]:
    """Every city within so many roads, the nearest first (LX-MOVE-1)."""
    seen, edge = {start}, [start]
    for roads in range(most + 1):
        yield from (Stretch(city, roads) for city in edge)
        ends = [at.map.cities[city].roads.get(road) for city in edge for road in ROADS]
        edge = list(dict.fromkeys(end for end in ends if end is not None and end not in seen))
        seen.update(edge)


def _alone(at: Position, turns: Sequence[Turn]) -> Iterator[Stop]:
    """A player's own orders, nobody else acting, titans left alone, and every open choice left open."""
    for turn in turns:
        here = evolve(at, next=turn, titans=evolve(at.titans, awake=False))
        start, planned = here.players[turn.player].at, here.planned
        assert planned is not None
        try:
            after, rulings = kit.carried_out(carry_out(here, planned, None, Made()))
            after = evolve(after, titans=at.titans)
        except ChoiceNeeded as e:
            after, rulings = _without_tile(at, turn.player), e.open.rulings
        void = not any(ruling.verdict == "legal" for ruling in rulings)
        yield Stop(turn.order, planned, start, after.players[turn.player].at, void, rulings)
        at = after


def _without_tile(at: Position, name: str) -> Position:
    """The tile where a piece stands is used up, and what comes of it is open; its needs are paid."""
    city, hand = at.players[name].at, at.players[name].hand
    tile = at.tile(city)
    needs = (tile and tile.needs) or {}
    left = {unit: count - needs.get(unit, 0) for unit, count in hand.items() if count > needs.get(unit, 0)}
    return at.with_player(name, hand=left).with_tile(city, None)
