"""Programmes, and carrying them out order by order (I and II)."""

from collections.abc import Iterator
from typing import Any

from titan_rules.kernel.rulings import Ruling, consequence, illegal, legal

from .. import protocol as kit
from ..protocol import ChoiceNeeded, IllegalAction, Open, evolve, frozen, refuse
from . import state as lx
from .rewards import no_monster, no_titan, repel_monster, repel_titan, titan_chosen
from .state import CityName, Done, Instruction, Made, PlayerName, Position, Turn
from .tiles import NAMES, printed, used_up


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


def program(at: Position, player: PlayerName, orders: tuple[Instruction, ...]) -> Done:
    """The six orders of a player for the year, before any is carried out (LX-ORDER-1)."""
    _all_placed(at)
    if len(orders) != lx.ORDERS_A_YEAR:
        refuse("LX-ORDER-1", "a programme has {all} orders, not {given}", all=lx.ORDERS_A_YEAR, given=len(orders))
    if at.players[player].program is not None:
        refuse("LX-ORDER-1", "{player} has chosen this year's orders already", player=player)
    if at.turn != Turn(1, at.start):
        refuse("LX-ORDER-3", "all plan at once, before the first order of year {year}", year=at.year)
    sentence = "{player} has chosen {all} orders for year {year}"
    yield legal("LX-ORDER-1", sentence, player=player, all=lx.ORDERS_A_YEAR, year=at.year)
    return at.with_player(player, program=orders)


def _all_placed(at: Position) -> None:
    if at.unplaced:
        refuse("LX-ORDER-4", "{player} sets the piece in a city first", player=at.unplaced[0])


# --- the next order, as its player states it -------------------------------------------------------------------------


def order(
    at: Position, player: PlayerName | None = None, order: lx.OrderNumber | None = None, *,
    instruction: Instruction | None = None, repel: bool | None = None, titan: lx.Positive | None = None,
    pay: lx.Units | None = None, rewards: tuple[lx.RewardKind, ...] | None = None, harps: lx.Harps | None = None,
    dummy: lx.Criterion | None = None, shuffle: lx.Shuffle | None = None, tile: lx.Tile | None = None,
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
    return carry_out(at, player, instruction, order=order, repel=repel, titan=titan, pay=pay, rewards=rewards,
                     harps=harps, dummy=dummy, shuffle=shuffle, tile=tile)  # fmt: skip


def move(
    at: Position, road: lx.Road | None = None, *, to: CityName | None = None, player: PlayerName | None = None
) -> Done:
    """The next order: the piece takes the road of a color, or to a city (LX-MOVE-1)."""
    if to is not None and not at.year_over:
        here = at.players[at.turn.player].at
        roads = at.map.cities[here].roads
        road = road or next((color for color in lx.ROADS if roads.get(color) == to), None)
        if road is None or roads.get(road) != to:
            what = "no road" if road is None else f"no {road} road"
            refuse("LX-MOVE-1", "{what} leads from city {here} to city {to}", what=what, here=here, to=to)
    if road is None and not at.year_over and at.planned not in lx.ROADS:
        raise ChoiceNeeded(Open("road", "which road?", lx.ROADS, len(lx.ROADS)))
    return carry_out(at, player, road)


def wait(at: Position, *, city: CityName | None = None, player: PlayerName | None = None) -> Done:
    """The next order: the piece stays in its city (LX-WAIT-1)."""
    return carry_out(at, player, "wait", city=city)


def recruit(
    at: Position, unit: lx.Unit | None = None, *, city: CityName | None = None, player: PlayerName | None = None,
    shuffle: lx.Shuffle | None = None, tile: lx.Tile | None = None,
) -> Done:  # fmt: skip
    """The next order: the weakest unit here is recruited (LX-RECRUIT-1)."""
    return carry_out(at, player, "act", "recruit", city, unit=unit, shuffle=shuffle, tile=tile)


def repel(
    at: Position, *, city: CityName | None = None, player: PlayerName | None = None, titan: lx.Positive | None = None,
    pay: lx.Units | None = None, rewards: tuple[lx.RewardKind, ...] | None = None, harps: lx.Harps | None = None,
    dummy: lx.Criterion | None = None, shuffle: lx.Shuffle | None = None, tile: lx.Tile | None = None,
) -> Done:  # fmt: skip
    """The next order: the monster here, or a titan, is repelled for two rewards (LX-REPEL-1, LX-TITAN-5).

    :param harps: where they go; harps are then one of the rewards.
    """
    if harps and rewards and "harp" not in rewards:
        rewards = (*rewards, "harp")
    return carry_out(at, player, "act", "repel", city, repel=True, titan=titan, pay=pay, rewards=rewards, harps=harps,
                     dummy=dummy, shuffle=shuffle, tile=tile)  # fmt: skip


def decline(at: Position, *, player: PlayerName | None = None) -> Done:
    """The next order: no titan is repelled (LX-TITAN-5)."""
    return carry_out(at, player, "act", repel=False)


def carry_out(
    at: Position, player: str | None = None, given: Instruction | None = None, deed: str | None = None,
    city: str | None = None, *, order: int | None = None, **choices: Any,
) -> Done:  # fmt: skip
    """Carry out the next order, whole or not at all; it must be the one stated.

    :param player, order, city: whose order it is, which one, and the stated city of the piece.
    :param given: the order; None: as planned.
    :param deed: what the player says it does: ``recruit`` or ``repel``; None: whatever it does.
    :raises ChoiceNeeded: something is open.
    :raises IllegalAction: it is another player's, or a choice is forbidden or does not belong here.
    """
    _all_placed(at)
    turn, planned, players = at.turn, at.planned, at.turn_order
    name, here = turn.player, at.players[turn.player].at
    if at.year_over:
        refuse("LX-EXEC-1", "all orders of year {year} are carried out", year=at.year)
    if player not in (None, name) or order not in (None, turn.order):
        refuse("LX-EXEC-1", "order {order} of {player} is next", order=turn.order, player=name)
    if city not in (None, here):
        refuse("LX-EXEC-1", "{player} stands in city {here}, not in {city}", player=name, here=here, city=city)
    if planned is not None and given not in (None, planned, "act" if planned in lx.ACTS else None):
        sentence = "{player} has planned {planned} as order {order}, not {given}"
        refuse("LX-ORDER-1", sentence, player=name, planned=planned, order=turn.order, given=given)
    instruction = planned or given
    if instruction is None:
        needs, sentence = (
            f"/players/{name}/program",
            "all plan at once and in secret: {player}'s programme is not shown",
        )
        question = f"the programme of {name} is unknown: it must stand in {needs}"
        secret = legal("LX-ORDER-3", sentence, player=name)
        raise ChoiceNeeded(Open("instruction", question, needs=needs, rulings=(secret,)))
    made = lx.made(at.choice(name, order=turn.order), **choices)
    after = yield from _do(at, name, instruction, deed, made)
    lx.all_taken(made)
    seat = players.index(name) + 1
    following = Turn(turn.order, players[seat]) if seat < len(players) else Turn(turn.order + 1, players[0])
    others = tuple(choice for choice in at.choices if (choice.order, choice.player) != (turn.order, name))
    return evolve(after, next=following, choices=others)


def _do(at: Position, name: str, instruction: Instruction, deed: str | None, made: Made) -> Done:
    """What an order asks of a player in a position (LX-MOVE-1, LX-WAIT-1, LX-ORDER-2)."""
    start = at.players[name].at
    if instruction == "wait":
        yield legal("LX-WAIT-1", "{player} stays in city {city}", player=name, city=start)
        return at
    if instruction in lx.ACTS:
        return (yield from _act(at, name, instruction, deed, made))
    roads = dict[str, str](at.map.cities[start].roads.items())
    if instruction not in roads:
        sentence = "nothing happens: no {road} road leaves city {city}"
        yield consequence("LX-MOVE-1", sentence, road=instruction, city=start)
        return at
    facts = {"player": name, "road": instruction, "start": start, "end": roads[instruction]}
    yield legal("LX-MOVE-1", "{player} must take the {road} road from city {start} to city {end}", **facts)
    return at.with_player(name, place=roads[instruction])


def _act(at: Position, name: str, instruction: Instruction, deed: str | None, made: Made) -> Done:
    """Repel a titan, or recruit or repel as the tile in the city asks (LX-ORDER-2, LX-TITAN-5)."""
    city, no_titans = at.players[name].at, no_titan(at, name)
    tile = at.tile(city)
    if deed == "repel" and "titan" in made and not at.titans.awake:
        yield from no_titans
    if not no_titans and deed != "recruit":
        number = titan_chosen(at, name, made)
        if number is not None:
            return (yield from repel_titan(at, name, number, made))
        yield legal("LX-TITAN-5", "{player} repels no titan", player=name)
    titans = no_titans if at.titans.awake else ()
    kind, fits, barred = None, True, False
    if tile is None:
        nothing = illegal("LX-ORDER-2", "city {city} holds no tile when the order to act comes", city=city)
        reasons: tuple[Ruling, ...] = (nothing, *titans)
    else:
        kind = "recruit" if tile.kind == "recruit" else "repel"
        fits, reasons = instruction in ("act", kind), _BARRING[kind](at, name)
        barred = not fits and at.rules.act_order == "distinct"
        sentence = "the order is to {instruction}, and city {city} holds a {kind} tile"
        misfit = consequence("LX-ORDER-2", sentence, instruction=instruction, city=city, kind=NAMES[tile.kind])
        reasons = (misfit,) if barred else reasons
    if deed is not None and (deed != kind or reasons):
        reasons = reasons if deed == kind else _BARRING[deed](at, name)
        forbidding = [evolve(ruling, verdict="illegal") for ruling in reasons]
        raise IllegalAction([*forbidding, *(titans if deed == "repel" else ())])
    if not fits and not barred:
        yield misfit
    if reasons:
        yield from (evolve(ruling, verdict="consequence") for ruling in reasons)
        return at
    return (yield from (repel_monster if kind == "repel" else _recruit)(at, name, made))


def _no_recruit(at: Position, name: str) -> tuple[Ruling, ...]:
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


_BARRING = {"recruit": _no_recruit, "repel": no_monster}
"""Why a deed cannot be done where the piece stands."""


def _recruit(at: Position, name: str, made: Made) -> Done:
    """Take the weakest unit from the tile where the piece stands (LX-RECRUIT-1, 2)."""
    player = at.players[name]
    city, tile, visited = player.at, at.tile(player.at), player.recruited_this_year
    assert tile is not None
    rest = list(tile.units or ())
    unit, claimed = min(rest, key=lx.UNITS.index), made.pop("unit", None)
    facts: dict[str, Any] = {"player": name, "count": len(rest), "city": city, "unit": unit}
    if claimed not in (None, unit):
        sentence = "the weakest unit in city {city} is the {unit}, not the {claimed}"
        refuse("LX-RECRUIT-1", sentence, **facts, claimed=claimed)
    yield legal("LX-RECRUIT-1", "{player} must recruit the weakest of the {count:unit} in city {city}, one {unit}",
                **facts)  # fmt: skip
    stronger = ", ".join(u for u in lx.UNITS[lx.UNITS.index(unit) + 1 :] if u in rest)
    if stronger:
        yield legal("LX-RECRUIT-2", "{unit} is weaker than {stronger}", unit=unit, stronger=stronger)
    rest.remove(unit)
    by = tile.recruited_by
    by = by if by is None or name in by else (*by, name)
    hand = {u: count for u in lx.UNITS if (count := player.hand.get(u, 0) + (u == unit))}
    left = evolve(tile, units=tuple(rest), printed=printed(tile), recruited_by=by)
    at = at.with_player(name, hand=hand, recruited_this_year=visited if city in visited else (*visited, city))
    at = at.with_tile(city, left)
    return at if rest else (yield from used_up(at, city, made))


# --- the rest of the year --------------------------------------------------------------------------------------------


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
    """The programmed year, carried out up to the first open choice.

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
    while not at.year_over and verdict == "complete":
        turn, planned = at.turn, at.planned
        try:
            after, rules = kit.carried_out(carry_out(at))
            assert planned is not None
            steps.append(Step(turn.order, turn.player, planned, at.players[turn.player].at, rules))
            at = after
        except ChoiceNeeded as e:
            verdict, stopped = "open", e.open
        except IllegalAction as e:
            verdict, rulings = "illegal", e.rulings
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
    """Where a player can go with the remaining orders.

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
    facts: dict[str, Any] = {"player": name, "left": len(turns), "all": lx.ORDERS_A_YEAR}
    rulings = [legal("LX-ORDER-1", "{player} has {left} of {all} orders left", **facts)]
    if piece.program is None:
        rulings.append(legal("LX-ORDER-3", "{player}'s programme is not known: all plan in secret", player=name))
    roads, cities = {piece.at: 0}, [piece.at]
    for city in cities:  # the nearest first (LX-MOVE-1)
        ends = [at.map.cities[city].roads.get(road) for road in lx.ROADS if roads[city] < len(turns)]
        new = [end for end in dict.fromkeys(ends) if end is not None and end not in roads]
        roads |= dict.fromkeys(new, roads[city] + 1)
        cities += new
    route = None if piece.program is None else tuple(_alone(at, turns))
    void = next((stop for stop in route or () if stop.void), None)
    reachable = tuple(Stretch(city, n) for city, n in roads.items())
    return Reach(name, piece.at, len(turns), reachable, route, void, tuple(rulings))


def _alone(at: Position, turns: list[Turn]) -> Iterator[Stop]:
    """A player's own orders, nobody else acting, titans left alone, and every open choice left open."""
    for turn in turns:
        here = evolve(at, next=turn, titans=evolve(at.titans, awake=False))
        player, planned = at.players[turn.player], here.planned
        assert planned is not None
        try:
            after, rulings = kit.carried_out(_do(here, turn.player, planned, None, {}))
            after = evolve(after, titans=at.titans)
        except ChoiceNeeded as e:  # the tile is used up and paid for, and the next one is open
            tile, rulings = at.tile(player.at), e.open.rulings
            needs = (tile and tile.needs) or {}
            left = {unit: n - needs.get(unit, 0) for unit, n in player.hand.items() if n > needs.get(unit, 0)}
            after = at.with_player(turn.player, hand=left).with_tile(player.at, None)
        void = not any(ruling.verdict == "legal" for ruling in rulings)
        yield Stop(turn.order, planned, player.at, after.players[turn.player].at, void, rulings)
        at = after
