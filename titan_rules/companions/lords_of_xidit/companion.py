"""Lords of Xidit put together: its documents, readings, digest, actions and questions."""

from collections.abc import Iterator
from typing import Any

from ...kernel.digest import Rule
from ...kernel.evolving import evolve
from ...kernel.games import Actions, Ending, Game, Next
from . import assessment, line, orders, tiles, years
from .faults import known, position_faults, warnings
from .readings import RULESETS
from .state import Player, Position, Turn
from .words import CENSUS_EVERY, ORDERS_A_YEAR, UNITS, YEARS

ACTIONS = Actions.of(
    orders.place, orders.program, orders.order, orders.move, orders.wait, orders.recruit, orders.repel, orders.decline,
    years.census, years.next_year, years.final,
)  # fmt: skip
QUESTIONS = Actions.of(
    orders.run, orders.reach, tiles.supply, years.year, assessment.regions, assessment.what_if
)  # fmt: skip


def turn(at: Position) -> Next:
    """Whose choice is next."""
    if at.unplaced:
        return Next(at.unplaced[0], "sets the piece in a city")
    unplanned = [name for name in at.turn_order if at.players[name].program is None]
    if at.turn == Turn(1, at.start) and unplanned:
        return Next(None, f"all plan: {', '.join(unplanned)}")
    if not at.year_over:
        return Next(at.turn.player, f"order {at.turn.order} of year {at.year}")
    left = years.census_left(at)
    if left:
        return Next(None, f"all show {left[0]}s" if left[0] != "infantry" else "all show infantry")
    return Next(None, "the final assessment" if years.year(at).then == "final" else "the next year")


def propose(at: Position) -> Iterator[Any]:
    """The actions that come to mind."""
    make = ACTIONS.make
    if at.unplaced:
        yield from (make("place", player=at.unplaced[0], city=city) for city in at.map.cities)
        return
    if at.year_over:
        yield from (make("census", type=unit) for unit in years.census_left(at)[:1])
        yield from (make("next-year"), make("final"))
        return
    name = at.turn.player
    if at.turn == Turn(1, at.start):
        yield from (make("program", player=each, orders=("act",) * ORDERS_A_YEAR) for each in at.turn_order)
    planned = at.players[name].program
    if planned is not None:
        yield make("order", player=name, order=at.turn.order)
    yield from (make("move", player=name, road=road) for road in at.map.cities[at.players[name].at].roads)
    yield from (make(word, player=name) for word in ("wait", "recruit", "repel", "decline"))


def over(at: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return None if at.winner is None else Ending(winner=at.winner, how="final assessment", rule="LX-FINAL-10")


def as_if(at: Position, action: Any) -> Position:
    """The position in which it would be the turn for an action."""
    word = ACTIONS.name(action)
    if word == "place":
        later = at.turn_order[at.turn_order.index(action.player or at.start) :]
        players = {name: evolve(p, place=None) if name in later else p for name, p in at.players.items()}
        return evolve(at, year=1, next=None, players=players)
    if word == "program":
        planner = evolve(at.players[action.player], program=None)
        return evolve(at, next=None, players={**at.players, action.player: planner})
    if word in ("census", "next-year", "final"):
        follow = years.year(at)
        over = evolve(at, next=Turn(ORDERS_A_YEAR + 1, at.start), census_held=word != "census")
        if word == "census":
            done = UNITS[: UNITS.index(action.type)]
            year = at.year if follow.census else CENSUS_EVERY[at.length]
            return evolve(over, year=year, census_done=done)
        last = YEARS[at.length]
        return evolve(over, year=last if word == "final" else min(at.year, last - 1))
    name = action.player or at.turn.player
    order = (action.order if word == "order" else None) or min(at.turn.order, ORDERS_A_YEAR)
    asked = word != "order" or action.instruction is not None
    player: Player = evolve(at.players[name], program=None) if asked else at.players[name]
    return evolve(at, next=Turn(order, name), players={**at.players, name: player})


def facts(at: Position) -> dict[str, Any]:
    """What is seen of a position at a glance."""
    scores = assessment.region_scores(at)
    return {
        "year": at.year,
        "order": at.turn.order,
        "player": at.turn.player,
        "start": at.start,
        "census_held": at.census_held,
        "awake": at.titans.awake,
        "winner": at.winner,
        "cities": {name: None if (tile := at.tile(name)) is None else tile.kind for name in at.map.cities},
        "players": {
            name: {
                "at": player.place,
                "hand": player.hand,
                "gold": player.gold,
                "harps": player.harps,
                "harps_left": player.harps_left,
                "guilds": player.guilds,
                "guild_saved": player.guild_saved,
                "reputation": assessment.reputation(scores, name),
            }
            for name, player in at.players.items()
        },
    }


def _origin(rule: Rule) -> dict[str, str]:
    return {"origin": "sheet" if rule.sources.startswith("sheet") else "filled in"}


GAME: Game[Position] = Game(
    name="lords-of-xidit", title="Lords of Xidit", position=Position, about="a game in some year", rulesets=RULESETS,
    rules=f"{__package__}.data", actions=ACTIONS, questions=QUESTIONS, propose=propose, turn=turn, over=over,
    as_if=as_if, facts=facts, new=line.new, faults=position_faults, known=known, warnings=warnings, origin=_origin,
    head=line.head, words=line.words, glossary=line.data("glossary.json"),
)  # fmt: skip
