"""Lords of Xidit put together: its documents, readings, digest, actions and questions."""

from collections.abc import Iterator
from typing import Any

from titan_rules.kernel.digest import Rule
from titan_rules.kernel.evolving import evolve

from ..protocol import Action, Actions, Ending, Game, Next
from . import assessment, line, orders, tiles, years
from . import state as lx
from .faults import known, position_faults, warnings
from .readings import RULESETS
from .state import ORDERS_A_YEAR, Position, Turn

LEXICON = line.data("lexicon.json")
ACTIONS = Actions(
    orders.place, orders.program, orders.order, orders.move, orders.wait, orders.recruit, orders.repel, orders.decline,
    years.census, years.next_year, years.final, lexicon=LEXICON,
)  # fmt: skip
QUESTIONS = Actions(
    orders.run, orders.reach, tiles.supply, years.year, assessment.regions, assessment.what_if, lexicon=LEXICON,
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


def propose(at: Position) -> Iterator[Action]:
    """The obvious actions."""
    make, name = ACTIONS.make, at.turn.player
    if at.unplaced:
        yield from (make("place", player=at.unplaced[0], city=city) for city in at.map.cities)
    elif at.year_over:
        yield from (make("census", type=unit) for unit in years.census_left(at)[:1])
        yield from (make("next-year"), make("final"))
    else:
        if at.turn == Turn(1, at.start):
            yield from (make("program", player=each, orders=("act",) * ORDERS_A_YEAR) for each in at.turn_order)
        if at.planned is not None:
            yield make("order", player=name, order=at.turn.order)
        yield from (make("move", player=name, road=road) for road in at.map.cities[at.players[name].at].roads)
        yield from (make(word, player=name) for word in ("wait", "recruit", "repel", "decline"))


def over(at: Position) -> Ending | None:
    """How the game has ended, if it has."""
    return None if at.winner is None else Ending(winner=at.winner, how="final assessment", rule="LX-FINAL-10")


def as_if(at: Position, action: Action) -> Position:
    """The position with the turn moved to an action."""
    word = ACTIONS.name(action)
    if word == "place":
        later = at.turn_order[at.turn_order.index(action.player or at.start) :]
        players = {name: evolve(p, place=None) if name in later else p for name, p in at.players.items()}
        return evolve(at, year=1, next=None, players=players)
    if word == "program":
        return evolve(at, next=None).with_player(action.player, program=None)
    if word in ("census", "next-year", "final"):
        over, last = evolve(at, next=Turn(ORDERS_A_YEAR + 1, at.start)), lx.YEARS[at.length]
        if word != "census":
            year = last if word == "final" else min(at.year, last - 1)
            return evolve(over, census_held=True, year=year)
        year = at.year if years.year(at).census else lx.CENSUS_EVERY[at.length]
        return evolve(over, census_held=False, year=year, census_done=lx.UNITS[: lx.UNITS.index(action.type)])
    name = action.player or at.turn.player
    planned = word == "order" and action.instruction is None
    order = (action.order if word == "order" else None) or min(at.turn.order, ORDERS_A_YEAR)
    return evolve(at if planned else at.with_player(name, program=None), next=Turn(order, name))


def facts(at: Position) -> dict[str, Any]:
    """A position at a glance."""
    held = ("hand", "gold", "harps", "harps_left", "guilds", "guild_saved")
    points = assessment.reputation(at)
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
            name: {"at": one.place, **{key: getattr(one, key) for key in held}, "reputation": points[name]}
            for name, one in at.players.items()
        },
    }


def _origin(rule: Rule) -> dict[str, str]:
    return {"origin": "sheet" if rule.sources.startswith("sheet") else "filled in"}


DISPUTE = ("year 5, A to play: A at 2 with 2 peasants; B at 1 gold 3; C at 3", "A recruits")
GAME: Game[Position] = Game(
    name="lords-of-xidit", title="Lords of Xidit", position=Position, about="a game in some year", rulesets=RULESETS,
    rules=f"{__package__}.data", actions=ACTIONS, questions=QUESTIONS, propose=propose, turn=turn, over=over,
    as_if=as_if, facts=facts, new=line.new, faults=position_faults, known=known, warnings=warnings, origin=_origin,
    head=line.head, words=line.words, dispute=DISPUTE, glossary=line.data("glossary.json"),
)  # fmt: skip
