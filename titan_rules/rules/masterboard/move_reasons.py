"""Which rule stops a Legion on its way to a land, and at which step (MOVE-3 to MOVE-7, TELE-1 to TELE-4)."""

from collections.abc import Iterable, Iterator

from ...box.characters import TITAN
from ...box.masterboard import Masterboard
from ...kernel.rulings import Facts, Ruling, illegal
from ...kernel.wording import listed
from ...position.game import Game, Legion, Player
from .occupancy import Occupancy, occupancy
from .routes import Route, distances, exits, lands_text, neighbours, routes
from .teleport import (
    TELEPORT_LANDS,
    TELEPORT_ROLL,
    How,
    has_titan_teleport,
    known_characters,
    revealed_by_tower_teleport,
    titan_lands,
    tower_lands,
)

ROLLS = range(1, 7)


def unreachable(game: Game, player: Player, legion: Legion, roll: int, to: int, how: How | None) -> list[Ruling]:
    """Why a Legion that has not moved may not go to a land, the way that leads furthest first.

    Of a land that is too far away for any normal move, what forbids the teleports there is told first.

    :param how: only this kind of move; None: a normal one, and those teleports that the Legion could have hoped for.
    """
    seen = occupancy(game, player.color)
    far = roll == TELEPORT_ROLL and distances(seen.board, legion.land)[to] > roll
    teleports: list[Ruling] = []
    if how == "tower-teleport" or (how is None and _hopes_for_tower_teleport(game, legion)):
        teleports += _tower_reasons(game, player, legion, roll, to, seen)
    if how == "titan-teleport" or (how is None and _hopes_for_titan_teleport(game, player, legion, far)):
        teleports += _titan_reasons(game, player, legion, roll, to, seen)
    normal = _normal_reasons(seen, legion.land, roll, to) if how is None or how == "normal" else []
    return teleports + normal if far else normal + teleports


def stay_rulings(game: Game, player: Player, legion: Legion, roll: int) -> list[Ruling]:
    """Why a Legion without a normal move has none: it has moved, or what stops each way."""
    if legion.moved:
        return [illegal("MOVE-1", "{legion} has moved this turn", legion=legion.legion)]
    if legion.recombined:
        return [moves_no_more(legion)]
    seen = occupancy(game, player.color)
    stops = [_stop(seen, route, route.lands[-1]) for route in routes(seen.board, legion.land, roll)]
    return _furthest_first(stops)


def moves_no_more(legion: Legion) -> Ruling:
    """Why a Legion in which parts were put together does not move in this turn (MOVE-9)."""
    sentence = "parts of a split were put together in {legion} after the moves: it moves no more this turn"
    return illegal("MOVE-9", sentence, legion=legion.legion, step="2.4")


def _furthest_first(stops: list[tuple[int, Ruling]]) -> list[Ruling]:
    """The different rulings of some stops, the one of the highest step first."""
    ordered = sorted(stops, key=lambda stop: -stop[0])
    return list({(r.rule, r.text): r for _, r in ordered}.values())


def _normal_reasons(seen: Occupancy, start: int, roll: int, to: int) -> list[Ruling]:
    """What stops the routes to a land or through it; else what forbids the ways that there are whatever the signs."""
    through = [route for route in routes(seen.board, start, roll) if to in route.lands]
    wrong = list(_wrong_ways(seen.board, start, roll, to))
    back = [stop for stop in wrong if stop[1].rule == "MOVE-5"]
    if not through:
        found = _furthest([stop for stop in wrong if stop not in back or _along_arrows(seen.board, stop[1])] or back)
        return found + _other_numbers(seen.board, start, roll, to, bool(found))
    stops = _furthest_first([_stop(seen, route, to) for route in through])
    short = all(r.rule == "MOVE-3" for r in stops)
    return stops + (_furthest(back) if short else [])


def _along_arrows(board: Masterboard, stepped_back: Ruling) -> bool:
    """Whether the signs would have allowed the step back, so that MOVE-5 alone forbids it."""
    facts = stepped_back.facts
    return any(e.to == facts["onward"] and e.sign in ("Arrow", "Arrows") for e in board.lands[facts["land"]].exits)


def _furthest(stops: list[tuple[int, Ruling]]) -> list[Ruling]:
    """The rulings at the highest step."""
    most = max((step for step, _ in stops), default=0)
    return _furthest_first([stop for stop in stops if stop[0] == most])


def _stop(seen: Occupancy, route: Route, to: int) -> tuple[int, Ruling]:
    """Where a route to a land or through it is stopped: at which step, and by what."""
    steps = len(route.lands)
    own = seen.own_but_one_in(route.start)
    for step, land in enumerate(route.lands, 1):
        facts: Facts = {"nth": step, "steps": steps, "land": land, "to": to}
        bit = seen.board.bit[land]
        if bit & seen.barred:
            enemy = seen.enemy_at[land]
            sentence = (
                "step {nth} of {steps}: in {land} an Engagement with {enemy} stands, nothing may enter or cross it"
            )
            return step, illegal("MOVE-7", sentence, enemy=enemy, **facts)
        if bit & seen.enemy:
            enemy = seen.enemy_at[land]
            sentence = (
                "step {nth} of {steps}: {enemy} stands in {land}, enemy Legions may not be passed on the way to {to}"
            )
            return step, illegal("MOVE-7", sentence, enemy=enemy, **facts)
        if land == to and step < steps:
            sentence = (
                "{to} is reached at step {nth} of {steps}, the whole Movement Roll is moved unless an enemy is met"
            )
            return step, illegal("MOVE-3", sentence, **facts)
        if step == steps and bit & own:
            sentence = "step {nth} of {steps}: your own Legion stands in {to}, it may be passed but not joined"
            return step, illegal("MOVE-6", sentence, **facts)
    raise AssertionError(route)


def _wrong_ways(board: Masterboard, start: int, roll: int, to: int) -> Iterator[tuple[int, Ruling]]:
    """Where each way of ``roll`` lands along any connection first goes against a sign or straight back."""
    for lands in _any_ways(board, start, roll, to):
        for step in range(1, len(lands)):
            before = lands[step - 2] if step > 1 else None
            ruling = _step_violation(board, before, lands[step - 1], lands[step], step, roll)
            if ruling is not None:
                yield step, ruling
                break


def _any_ways(board: Masterboard, start: int, steps: int, to: int) -> list[tuple[int, ...]]:
    """Every way of exactly that many lands from one land to another, whatever the signs."""
    away = distances(board, to)
    ways: list[tuple[int, ...]] = [(start,)]
    for left in range(steps - 1, -1, -1):
        ways = [(*w, land) for w in ways for land in neighbours(board, w[-1]) if away[land] <= left]
    return ways


def _step_violation(
    board: Masterboard, before: int | None, land: int, onward: int, step: int, steps: int
) -> Ruling | None:
    """What forbids one step, from ``land`` where the Legion came to from ``before``; None if nothing does."""
    allowed = exits(board, land, before)
    if any(e.to == onward for e in allowed):
        return None
    facts: Facts = {"nth": step, "steps": steps, "land": land, "onward": onward}
    if onward == before:
        sentence = "step {nth} of {steps}: from {land} straight back over the hexside to {onward}"
        return illegal("MOVE-5", sentence, **facts)
    sign = next((e.sign for e in board.lands[land].exits if e.to == onward), None)
    if sign is None:
        sentence = "step {nth} of {steps}: no sign leads from {land} to {onward}, only the other way"
        return illegal("MOVE-4", sentence, **facts)
    if before is None:
        sentence = (
            "step {nth} of {steps}: {land} must be left over its Block to {block}, not over the {sign} to {onward}"
        )
        return illegal("MOVE-4", sentence, block=allowed[0].to, sign=sign, **facts)
    sentence = "step {nth} of {steps}: the {sign} from {land} to {onward} may be crossed by the first step only"
    return illegal("MOVE-4", sentence, sign=sign, **facts)


def _other_numbers(board: Masterboard, start: int, roll: int, to: int, explained: bool) -> list[Ruling]:
    """The Movement Rolls that lead to a land, where this one does not; or that it is too far away.

    :param explained: it is said already what forbids the ways with this one.
    """
    others = [n for n in ROLLS if any(route.lands[-1] == to for route in routes(board, start, n))]
    facts: Facts = {"land": start, "to": to, "roll": roll}
    if others:
        numbers = listed(others, "or")
        sentence = "{land} to {to} is a move of {others}, the Movement Roll is {roll}"
        return [illegal("MOVE-3", sentence, others=numbers, **facts)]
    if explained:
        return []
    away = distances(board, start)[to]
    if away > roll:
        sentence = f"{{to}} is {lands_text(away)} from {{land}} along any connection, the Movement Roll is {{roll}}"
        return [illegal("MOVE-3", sentence, away=away, **facts)]
    return [illegal("MOVE-3", f"no way of {lands_text(roll)} leads from {{land}} to {{to}}", **facts)]


def _hopes_for_tower_teleport(game: Game, legion: Legion) -> bool:
    return game.the_box.masterboard.lands[legion.land].is_tower and bool(revealed_by_tower_teleport(game, legion))


def _hopes_for_titan_teleport(game: Game, player: Player, legion: Legion, far: bool) -> bool:
    return has_titan_teleport(game.the_box, player, legion) or (far and TITAN in known_characters(legion))


def _teleport_reasons(game: Game, player: Player, roll: int) -> list[Ruling]:
    """What forbids every teleport now (TELE-1, TELE-4)."""
    found = []
    if game.turn == 1 and game.rules.first_turn_teleport == "forbidden":
        found.append(illegal("TELE-4", "no Legion may teleport in its player's first turn"))
    if roll != TELEPORT_ROLL:
        found.append(illegal("TELE-1", "teleports need a Movement Roll of 6, not {roll}", roll=roll))
    if player.teleported:
        found.append(illegal("TELE-1", "{player} has teleported this turn", player=player.color))
    return found


def _tower_reasons(game: Game, player: Player, legion: Legion, roll: int, to: int, seen: Occupancy) -> Iterable[Ruling]:
    yield from _teleport_reasons(game, player, roll)
    start = legion.land
    facts: Facts = {"legion": legion.legion, "land": start, "to": to}
    titan_only = game.rules.tower_teleport == "titan_to_towers"
    if not seen.board.lands[start].is_tower:
        yield illegal("TELE-2", "{legion} starts in {land}, which is not a Tower", **facts)
    if not revealed_by_tower_teleport(game, legion):
        lord = "the Titan" if titan_only else "a Lord"
        yield illegal("TELE-2", "{legion} does not contain {lord}", lord=lord, **facts)
    enemy_or_own = (seen.own | seen.enemy) & seen.board.bit[to]
    if to == start:
        yield illegal("TELE-2", "{legion} starts in {land}, a Tower Teleport leads to another land", **facts)
    elif enemy_or_own:
        yield illegal("TELE-2", "{to} is occupied, a Tower Teleport leads to an unoccupied land", **facts)
    elif seen.board.lands[start].is_tower and not tower_lands(game, start) & seen.board.bit[to]:
        if titan_only:
            yield illegal("TELE-2", "{to} is not a Tower", **facts)
        else:
            away = distances(seen.board, start)[to]
            sentence = f"{{to}} is not a Tower and {lands_text(away)} from {{land}}, a Tower Teleport reaches {{most}}"
            yield illegal("TELE-2", sentence, away=away, most=TELEPORT_LANDS, **facts)


def _titan_reasons(game: Game, player: Player, legion: Legion, roll: int, to: int, seen: Occupancy) -> Iterable[Ruling]:
    yield from _teleport_reasons(game, player, roll)
    facts: Facts = {"legion": legion.legion, "land": legion.land, "to": to}
    if TITAN not in known_characters(legion):
        yield illegal("TELE-3", "{legion} does not contain the Titan", **facts)
    box = game.the_box
    if player.score < box.teleport_score:
        strength, needed = box.power(TITAN, player.score), box.power(TITAN, box.teleport_score)
        sentence = "the Titan's Power-factor is {power} at a score of {score}, it teleports from {needed} on"
        yield illegal("TELE-3", sentence, power=strength, score=player.score, needed=needed, **facts)
    if titan_lands(game, legion.land, seen) & seen.board.bit[to]:
        return
    if seen.barred & seen.board.bit[to]:
        yield illegal("TELE-3", "in {to} an Engagement stands already", **facts)
    elif game.rules.titan_teleport == "law":
        yield illegal("TELE-3", "no enemy Legion stands in {to}", **facts)
    elif seen.own & seen.board.bit[to]:
        yield illegal("TELE-3", "your own Legion stands in {to}", **facts)
    else:
        away = distances(seen.board, legion.land)[to]
        sentence = f"{{to}} is {lands_text(away)} from {{land}}, a Titan Teleport reaches {{most}}"
        yield illegal("TELE-3", sentence, away=away, most=TELEPORT_LANDS, **facts)
