"""Why a Legion can go to a land, or what stops it at which step (MOVE-3 to MOVE-8, TELE-1 to TELE-4)."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from ...box.characters import TITAN
from ...box.masterboard import ENTRY_SIDES, Masterboard
from ...box.names import EntrySide, LandNo
from ...kernel.judging import Objection, Refusal, against_each_way
from ...kernel.rulings import Facts, Ruling, illegal, legal
from ...kernel.wording import listed
from ...position.game import Game, Legion, Player
from ...position.stock import count_of
from ..objections import UnknownContent
from . import destinations as go
from .destinations import Occupancy, Route, distances, exits, lands_text, neighbours, occupancy, open_routes, routes

ROLLS = range(1, 7)

Stop: TypeAlias = tuple[int, Ruling]
"""The step at which a route is stopped, and what stops it."""


def moves_over(player: Player) -> Iterator[Ruling]:
    """What stands against any further move of a player this turn: a recombination (MOVE-9)."""
    legion = go.put_together(player)
    if legion is not None:
        sentence = "parts of a split were put together in {legion} after the moves: no Legion moves any more this turn"
        yield illegal("MOVE-9", sentence, legion=legion.legion, step="2.4")


# --- what allows a move ----------------------------------------------------------------------------------------------


def move_rulings(game: Game, player: Player, legion: Legion, roll: int, there: go.Destination) -> list[Ruling]:
    """What allows a Legion to go to one of its destinations, or to make a move already judged."""
    if there.how == "normal":
        to_land = open_routes(occupancy(game, player.color), legion.land, roll, there.land)
        fitting = tuple([w for w in to_land if not there.entry_sides or w.entry_sides[-1] in there.entry_sides])
        return list(_way_rulings(fitting, roll, there.engages))
    board = game.the_box.masterboard
    if there.how == "tower-teleport":
        rule = _tower_ruling(board, legion.land, there.land, listed(there.reveal, "or"))
        return [_open_ruling(player.color), rule]
    facts: Facts = {"power": game.the_box.power(TITAN, player.score), "to": there.land, "engages": there.engages}
    sentence = "the Titan, of Power-factor {power}, is revealed; "
    if there.engages is None:
        away = distances(board, legion.land)[there.land]
        sentence, facts["away"] = f"{sentence}{{to}} is {lands_text(away)} away", away
    else:
        sentence += "{engages} stands in {to}; entry side: {sides}"
        facts["sides"] = listed(there.entry_sides, ",")
    return [_open_ruling(player.color), Ruling("TELE-3", "legal", sentence, facts)]


@lru_cache(8192)
def _way_rulings(ways: tuple[Route, ...], roll: int, engages: str | None) -> tuple[Ruling, ...]:
    """A route and its length; if an enemy is engaged, a route for each entry side."""
    if engages is None:
        steps = len(ways[0].lands)
        return _way_ruling(ways[0]), legal("MOVE-3", f"{lands_text(steps)}, the Movement Roll", steps=steps)
    stops = f"{{engages}} stands in {{land}}: the move stops there after {{steps}} of {lands_text(roll)} and engages it"
    by_side: dict[EntrySide, Route] = {}
    for route in ways:
        by_side.setdefault(route.entry_sides[-1], route)
    rulings: list[Ruling] = []
    for side in sorted(by_side, key=ENTRY_SIDES.index):
        route = by_side[side]
        *before, land = (route.start, *route.lands)
        rulings += [
            _way_ruling(route),
            legal("MOVE-3", stops, engages=engages, land=land, steps=len(before), roll=roll),
            legal("MOVE-8", "entered from {before}, the entry side is {side}", before=before[-1], side=side),
        ]
    return tuple(rulings)


def _way_ruling(way: Route) -> Ruling:
    shown = ", ".join(f"{sign} to {land}" for sign, land in zip(way.signs, way.lands, strict=True))
    over = "over its " if way.signs[0] == "Block" else ""
    facts = {"from": way.start, "way": list(way.lands), "signs": list(way.signs)}
    return Ruling("MOVE-4", "legal", f"from {{from}} {over}{shown}", facts)


@lru_cache(64)
def _open_ruling(color: str) -> Ruling:
    sentence = "the Movement Roll is {roll}, and {player} has not teleported this turn"
    return legal("TELE-1", sentence, roll=go.TELEPORT_ROLL, player=color)


@lru_cache(8192)
def _tower_ruling(board: Masterboard, start: int, to: int, lords: str) -> Ruling:
    away = distances(board, start)[to]
    sentence = f"from the Tower {{land}}, {{lords}} revealed, to {{to}}, unoccupied, {lands_text(away)} away"
    return legal("TELE-2", sentence, land=start, lords=lords, to=to, away=away)


# --- what forbids one ------------------------------------------------------------------------------------------------


def against_reaching(
    game: Game, player: Player, legion: Legion, roll: int, to: int, how: go.How | None
) -> list[Objection]:
    """What stands against every way of a Legion that has not moved to a land, the furthest route first.

    If the land is too far for any normal move, what stands against teleports comes first.

    :param how: only this kind of move; None: a normal one, and plausible teleports.
    """
    seen = occupancy(game, player.color)
    far = roll == go.TELEPORT_ROLL and distances(seen.board, legion.land)[to] > roll
    strong = player.score >= game.the_box.teleport_score
    plausible = {
        "tower-teleport": seen.board.lands[legion.land].is_tower and bool(go.revealable(game, legion)),
        "titan-teleport": (far or strong) and bool(count_of(game, legion, TITAN)[0]),
    }
    teleports = [
        objections
        for kind, objections in _against_teleports(game, player, legion, roll, to, how)
        if how == kind or plausible[kind] or _is_undecided(objections)
    ]
    normal = [_normal_reasons(seen, legion.land, roll, to)] if how is None or how == "normal" else []
    return against_each_way(*teleports, *normal) if far else against_each_way(*normal, *teleports)


def _against_teleports(
    game: Game, player: Player, legion: Legion, roll: int, to: int, how: go.How | None = None
) -> Iterator[tuple[go.How, list[Objection]]]:
    """Each kind of teleport, or only one, and the objections to it."""
    seen = occupancy(game, player.color)
    if how in (None, "tower-teleport"):
        yield "tower-teleport", list(_against_tower(game, player, legion, roll, to, seen))
    if how in (None, "titan-teleport"):
        yield "titan-teleport", list(_against_titan(game, player, legion, roll, to, seen))


def _is_undecided(objections: Iterable[Objection]) -> bool:
    return not any(isinstance(objection, Ruling) for objection in objections)


def undecided_teleport(game: Game, legion: Legion, to: LandNo) -> Objection | None:
    """What is unknown about a teleport that nothing else forbids; None if none hangs on unknown characters."""
    each = _against_teleports(game, game.mover, legion, game.roll or 0, to)
    return next((objections[0] for _, objections in each if objections and _is_undecided(objections)), None)


def wrong_road(game: Game, legion: Legion, roll: int, road: Sequence[LandNo]) -> Refusal | None:
    """What stops a normal move that leads by some lands, in order, to the last; None if nothing does.

    :param road: the lands, not necessarily all of them, without the one where the Legion starts.
    """
    seen, to = occupancy(game, game.mover.color), road[-1]
    if any(_leads_by(route, road) for route in open_routes(seen, legion.land, roll, to)):
        return None
    if along := [route for route in routes(seen.board, legion.land, roll) if _leads_by(route, road)]:
        return Refusal(tuple(_furthest_first([_stop(seen, route, to) for route in along])))
    lands = (legion.land, *road)
    facts: Facts = {"land": legion.land, "lands": listed(road, ","), "steps": len(road), "roll": roll}
    if all(onward in neighbours(seen.board, land) for land, onward in pairwise(lands)):
        for step, (land, onward) in enumerate(pairwise(lands), 1):
            before = lands[step - 2] if step > 1 else None
            if (ruling := _wrong_step(seen.board, before, land, onward, step, len(road))) is not None:
                return Refusal((ruling,))
        if len(road) != roll:
            sentence = f"{lands_text(len(road))} lead from {{land}} by {{lands}}, the Movement Roll is {{roll}}"
            return Refusal((Ruling("MOVE-3", "illegal", sentence, facts),))
    sentence = f"no way of {lands_text(roll)} leads from {{land}} by {{lands}}"
    return Refusal((Ruling("MOVE-3", "illegal", sentence, facts),))


def _leads_by(route: Route, road: Sequence[LandNo]) -> bool:
    """Whether a route ends where a road does, and enters its lands in their order."""
    entered = iter(route.lands)
    return route.lands[-1] == road[-1] and all(land in entered for land in road)


def stay_rulings(game: Game, player: Player, legion: Legion, roll: int) -> list[Ruling]:
    """Why a Legion has no normal move: it has moved, or what stops each route."""
    if legion.moved:
        return [illegal("MOVE-1", "{legion} has moved this turn", legion=legion.legion)]
    if over := list(moves_over(player)):
        return over
    seen = occupancy(game, player.color)
    return _furthest_first([_stop(seen, route, route.lands[-1]) for route in routes(seen.board, legion.land, roll)])


def _furthest_first(stops: Iterable[Stop]) -> list[Ruling]:
    """The distinct rulings of the stops, the one at the highest step first."""
    ordered = sorted(stops, key=lambda stop: -stop[0])
    return list({(r.rule, r.text): r for _, r in ordered}.values())


def _furthest(stops: list[Stop]) -> list[Ruling]:
    """The rulings at the highest step."""
    most = max((step for step, _ in stops), default=0)
    return _furthest_first([stop for stop in stops if stop[0] == most])


def _normal_reasons(seen: Occupancy, start: int, roll: int, to: int) -> list[Ruling]:
    """What stops the routes to a land or through it; without routes, what forbids the paths that ignore signs."""
    through = [route for route in routes(seen.board, start, roll) if to in route.lands]
    wrong = list(_wrong_ways(seen.board, start, roll, to))
    back = [stop for stop in wrong if stop[1].rule == "MOVE-5"]
    if not through:
        rulings = _furthest([stop for stop in wrong if stop not in back or _along_arrows(seen.board, stop[1])] or back)
        return rulings + _other_numbers(seen.board, start, roll, to, bool(rulings))
    ending = [route for route in through if route.lands[-1] == to]  # only a Legion in the way stops these
    stops = _furthest_first([_stop(seen, route, to) for route in ending or through])
    return stops + (_furthest(back) if all(r.rule == "MOVE-3" for r in stops) else [])


def _along_arrows(board: Masterboard, stepped_back: Ruling) -> bool:
    """Whether the signs would have allowed the step back, so that MOVE-5 alone forbids it."""
    facts = stepped_back.facts
    return any(e.to == facts["onward"] and e.sign in ("Arrow", "Arrows") for e in board.lands[facts["land"]].exits)


def _stop(seen: Occupancy, route: Route, to: int) -> Stop:
    """Where a route to a land or through it is stopped."""
    steps, own = len(route.lands), seen.own_but_one_in(route.start)
    for step, (land, bit) in enumerate(zip(route.lands, route.bits, strict=True), 1):
        facts: Facts = {"nth": step, "steps": steps, "land": land, "to": to}
        here = "step {nth} of {steps}: "
        if bit & (seen.barred | seen.enemy):
            facts["enemy"] = seen.enemy_at[land]
            why = "{enemy} stands in {land}, enemy Legions may not be passed on the way to {to}"
            if bit & seen.barred:
                why = "in {land} an Engagement with {enemy} stands, nothing may enter or cross it"
            return step, Ruling("MOVE-7", "illegal", here + why, facts)
        if land == to and step < steps:
            why = "{to} is reached at step {nth} of {steps}, the whole Movement Roll is moved unless an enemy is met"
            return step, Ruling("MOVE-3", "illegal", why, facts)
        if step == steps and bit & own:
            why = "your own Legion stands in {to}, it may be passed but not joined"
            return step, Ruling("MOVE-6", "illegal", here + why, facts)
    raise AssertionError(route)


def _wrong_ways(board: Masterboard, start: int, roll: int, to: int) -> Iterator[Stop]:
    """For each path of ``roll`` lands along any connection, its first step against a sign or straight back."""
    away = distances(board, to)
    paths: list[tuple[int, ...]] = [(start,)]
    for steps_left in range(roll - 1, -1, -1):
        paths = [(*w, land) for w in paths for land in neighbours(board, w[-1]) if away[land] <= steps_left]
    for lands in paths:
        for step in range(1, len(lands)):
            before = lands[step - 2] if step > 1 else None
            ruling = _wrong_step(board, before, lands[step - 1], lands[step], step, roll)
            if ruling is not None:
                yield step, ruling
                break


def _wrong_step(board: Masterboard, before: int | None, land: int, onward: int, step: int, steps: int) -> Ruling | None:
    """What forbids the step from ``land``, reached from ``before``; None if nothing does."""
    allowed = exits(board, land, before)
    if any(e.to == onward for e in allowed):
        return None
    sign = next((e.sign for e in board.lands[land].exits if e.to == onward), None)
    facts: Facts = {"nth": step, "steps": steps, "land": land, "onward": onward}
    rule, why = "MOVE-4", "no sign leads from {land} to {onward}, only the other way"
    if onward == before:
        rule, why = "MOVE-5", "from {land} straight back over the hexside to {onward}"
    elif sign is not None:
        facts["sign"] = sign
        why = "the {sign} from {land} to {onward} may be crossed by the first step only"
        if before is None:
            facts["block"] = allowed[0].to
            why = "{land} must be left over its Block to {block}, not over the {sign} to {onward}"
    return Ruling(rule, "illegal", f"step {{nth}} of {{steps}}: {why}", facts)


def _other_numbers(board: Masterboard, start: int, roll: int, to: int, explained: bool) -> list[Ruling]:
    """The other Movement Rolls that lead to a land, or that it is too far away.

    :param explained: other rulings already say what stops the paths.
    """
    others = [n for n in ROLLS if any(route.lands[-1] == to for route in routes(board, start, n))]
    facts: Facts = {"land": start, "to": to, "roll": roll}
    if others:
        facts["others"] = listed(others, "or")
        sentence = "{land} to {to} is a move of {others}, the Movement Roll is {roll}"
    elif explained:
        return []
    elif (away := distances(board, start)[to]) > roll:
        facts["away"] = away
        sentence = f"{{to}} is {lands_text(away)} from {{land}} along any connection, the Movement Roll is {{roll}}"
    else:
        sentence = f"no way of {lands_text(roll)} leads from {{land}} to {{to}}"
    return [Ruling("MOVE-3", "illegal", sentence, facts)]


def _teleport_reasons(game: Game, player: Player, roll: int) -> Iterator[Ruling]:
    """What forbids every teleport now (TELE-1, TELE-4)."""
    if game.turn == 1 and game.rules.first_turn_teleport == "forbidden":
        yield illegal("TELE-4", "no Legion may teleport in its player's first turn")
    if roll != go.TELEPORT_ROLL:
        yield illegal("TELE-1", "teleports need a Movement Roll of 6, not {roll}", roll=roll)
    if player.teleported:
        yield illegal("TELE-1", "{player} has teleported this turn", player=player.color)


def _against_tower(
    game: Game, player: Player, legion: Legion, roll: int, to: int, seen: Occupancy
) -> Iterator[Objection]:
    yield from _teleport_reasons(game, player, roll)
    start, bit = legion.land, seen.board.bit[to]
    titan_only = go.titan_only(game)

    def no(sentence: str, **facts: object) -> Ruling:
        return Ruling("TELE-2", "illegal", sentence, {"legion": legion.legion, "land": start, "to": to, **facts})

    if game.rules.tower_teleport == "none":
        yield no("this game is played without Tower Teleports")
    if not seen.board.lands[start].is_tower:
        yield no("{legion} starts in {land}, which is not a Tower")
    if not go.revealable(game, legion, possible=True):
        yield no("{legion} does not contain {lord}", lord="the Titan" if titan_only else "a Lord")
    reached = go.tower_lands(game, start) & bit
    if to == start:
        yield no("{legion} starts in {land}, a Tower Teleport leads to another land")
    elif (seen.own | seen.enemy) & bit:
        yield no("{to} is occupied, a Tower Teleport leads to an unoccupied land")
    elif go.without_towers(game) and seen.board.lands[to].is_tower:
        if game.rules.tower_teleport == "not_to_towers":
            yield no("{to} is a Tower, and in this game no Tower Teleport leads to a Tower")
        else:
            yield illegal(
                "TELE-4", "{to} is a Tower, and in a player's first turn no Tower Teleport leads to one", to=to
            )
    elif seen.board.lands[start].is_tower and not reached and game.rules.tower_teleport != "none":
        away = distances(seen.board, start)[to]
        sentence = f"{{to}} is not a Tower and {lands_text(away)} from {{land}}, a Tower Teleport reaches {{most}}"
        yield no("{to} is not a Tower") if titan_only else no(sentence, away=away, most=go.TELEPORT_LANDS)
    if not go.revealable(game, legion):
        yield UnknownContent(legion.legion, "whether it holds " + ("the Titan" if titan_only else "a Lord"))


def _against_titan(
    game: Game, player: Player, legion: Legion, roll: int, to: int, seen: Occupancy
) -> Iterator[Objection]:
    yield from _teleport_reasons(game, player, roll)
    facts: Facts = {"legion": legion.legion, "land": legion.land, "to": to}
    if game.rules.titan_teleport == "none":
        yield illegal("TELE-3", "this game is played without Titan Teleports")
        return
    least, most = count_of(game, legion, TITAN)
    if not most:
        yield Ruling("TELE-3", "illegal", "{legion} does not contain the Titan", facts)
    box, bit = game.the_box, seen.board.bit[to]
    if player.score < box.teleport_score:
        power, needed = box.power(TITAN, player.score), box.power(TITAN, box.teleport_score)
        sentence = "the Titan's Power-factor is {power} at a score of {score}, it teleports from {needed} on"
        yield illegal("TELE-3", sentence, power=power, score=player.score, needed=needed, **facts)
    if most and not least:
        yield UnknownContent(legion.legion, "whether it holds the Titan")
    if go.titan_lands(game, legion.land, seen) & bit:
        return
    if seen.barred & bit:
        yield Ruling("TELE-3", "illegal", "in {to} an Engagement stands already", facts)
    elif game.rules.titan_teleport == "law":
        yield Ruling("TELE-3", "illegal", "no enemy Legion stands in {to}", facts)
    elif seen.own & bit:
        yield Ruling("TELE-3", "illegal", "your own Legion stands in {to}", facts)
    else:
        away = distances(seen.board, legion.land)[to]
        sentence = f"{{to}} is {lands_text(away)} from {{land}}, a Titan Teleport reaches {{most}}"
        yield illegal("TELE-3", sentence, away=away, most=go.TELEPORT_LANDS, **facts)
