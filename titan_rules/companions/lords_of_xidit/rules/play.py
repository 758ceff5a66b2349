"""A game as actions: programmes, orders, census, the next year, the final assessment."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NoReturn

from attrs import field, frozen

from ....kernel.companions.actions import Actions
from ....kernel.companions.choices import ChoiceNeeded
from ....kernel.companions.faults import Count
from ....kernel.errors import IllegalAction
from ....kernel.evolving import evolve
from ....kernel.fields import Between
from ....kernel.rulings import Ruling
from ..state import Chosen, PlayerName, Position, Turn
from ..words import ORDERS_A_YEAR, UNITS, Instruction, Unit
from .assessment import assess, winner_of
from .census import closed, due, result_of, reward
from .orders import carry_out, judge
from .regions import region_scores, reputation
from .saying import Outcome, illegal, legal
from .years import next_year, what_follows


@frozen
class Program:
    """The six orders of a player for the year (LX-ORDER-1), before any is carried out."""

    player: PlayerName
    orders: tuple[Instruction, ...]


@frozen
class Order(Chosen):
    """The next order is carried out.

    :param player, order: whose it is, and which of the six, for the record; they must be right.
    :param instruction: the order itself, where the programme is unknown.
    """

    player: PlayerName | None = field(default=None, kw_only=False)
    order: Annotated[int, Between(1, ORDERS_A_YEAR)] | None = None
    instruction: Instruction | None = None


@frozen
class Census:
    """The census of one type: what everybody shows at once, and where rewards go (LX-CENSUS-2).

    :param shown: the units shown, by player; who is left out shows none. Null: as ``census_shown`` says.
    :param places: by winner, where the reward is placed, if it leaves that open.
    """

    type: Unit
    shown: Mapping[PlayerName, Count] | None = None
    places: Mapping[PlayerName, Chosen] = field(factory=dict)


@frozen
class NextYear:
    """The next year begins, and the start player marker passes to the left (LX-YEAR-1)."""


@frozen
class Final:
    """The final assessment, after the last year's census (LX-YEAR-2)."""


ACTIONS = Actions({"program": Program, "order": Order, "census": Census, "next-year": NextYear, "final": Final})


def over(at: Position) -> dict[str, Any] | None:
    """How the game has ended, if it has."""
    return None if at.winner is None else {"winner": at.winner, "rule": "LX-FINAL-10"}


def apply(at: Position, action: Any) -> Outcome:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed.
    :raises ChoiceNeeded: something is open.
    """
    if at.winner is not None:
        _refuse("LX-FINAL-10", "the game is over: {player} has won", player=at.winner)
    return _DEEDS[type(action)](at, action)


def _refuse(rule: str, sentence: str, **facts: Any) -> NoReturn:
    raise IllegalAction([illegal(rule, sentence, **facts)])


def _program(at: Position, action: Program) -> Outcome:
    if action.player not in at.players:
        _refuse("LX-ORDER-1", "there is no player {player}", player=action.player)
    if len(action.orders) != ORDERS_A_YEAR:
        sentence = "a programme has {all} orders, not {given}"
        _refuse("LX-ORDER-1", sentence, all=ORDERS_A_YEAR, given=len(action.orders))
    if at.players[action.player].program is not None:
        _refuse("LX-ORDER-1", "{player} has chosen this year's orders already", player=action.player)
    if at.turn != Turn(1, at.start):
        _refuse("LX-ORDER-3", "all plan at once, before the first order of year {year}", year=at.year)
    after = at.with_player(action.player, program=action.orders)
    sentence = "{player} has chosen {all} orders for year {year}"
    return Outcome(after, (legal("LX-ORDER-1", sentence, player=action.player, all=ORDERS_A_YEAR, year=at.year),))


def _order(at: Position, action: Order) -> Outcome:
    turn = at.turn
    if at.year_over:
        _refuse("LX-EXEC-1", "all orders of year {year} are carried out", year=at.year)
    if action.player not in (None, turn.player) or action.order not in (None, turn.order):
        sentence = "order {order} of {player} is next"
        _refuse("LX-EXEC-1", sentence, order=turn.order, player=turn.player)
    program = at.players[turn.player].program
    if program is not None and action.instruction not in (None, program[turn.order - 1]):
        sentence = "{player} has planned {planned} as order {order}, not {given}"
        facts = {"planned": program[turn.order - 1], "order": turn.order, "given": action.instruction}
        _refuse("LX-ORDER-1", sentence, player=turn.player, **facts)
    made = at.choice(turn.player, order=turn.order)
    given = {name: getattr(action, name) for name in CHOICES if getattr(action, name) is not None}
    chosen = Chosen(**{**{name: getattr(made, name) for name in CHOICES}, **given})
    step = carry_out(at, turn, chosen, action.instruction if program is None else None)
    told = {"player": turn.player, "order": turn.order, "instruction": step.instruction, "status": step.status}
    return Outcome(step.position, step.rulings, step.did, told)


CHOICES = ("repel", "titan", "pay", "rewards", "harps", "guild", "dummy", "shuffle", "tile")


def _census(at: Position, action: Census) -> Outcome:
    left = _census_left(at)
    if not at.year_over:
        _refuse("LX-CENSUS-1", "orders of year {year} are still to be carried out", year=at.year)
    if not what_follows(at).census or at.census_held or not left:
        sentence = "no census is held after year {year} of a {length} game"
        if at.census_held:
            sentence = "the census after year {year} has been held"
        _refuse("LX-CENSUS-1", sentence, year=at.year, length=at.length)
    if action.type != left[0]:
        _refuse("LX-CENSUS-2", "the {next} comes first, then the others in turn", next=left[0])
    given = at.census_shown.get(action.type, {}) if action.shown is None else action.shown
    shown = {**at.census_shown, action.type: given}
    here = evolve(at, census_shown=shown)
    result = result_of(here, action.type)
    outcome = Outcome(here, (due(at), *result.rulings), told={"winners": result.winners})
    for name in result.winners if result.reward is not None else ():
        outcome = outcome.then(_rewarding(result, name, action.places.get(name)))
    done = evolve(outcome.position, census_done=(*at.census_done, action.type))
    return evolve(outcome, position=closed(done) if len(left) == 1 else done)


def _rewarding(result: Any, name: str, choice: Chosen | None) -> Callable[[Position], Outcome]:
    return lambda position: reward(position, result, name, choice)


def _census_left(at: Position) -> list[Unit]:
    return [unit for unit in UNITS if unit not in at.census_done]


def _owed(at: Position) -> list[Ruling]:
    """What must come before the year can end (LX-YEAR-1, LX-YEAR-2)."""
    if not at.year_over:
        return [illegal("LX-YEAR-1", "orders of year {year} are still to be carried out", year=at.year)]
    if what_follows(at).census and not at.census_held:
        return [illegal("LX-YEAR-2", "the census after year {year} comes first", year=at.year)]
    return []


def _next_year(at: Position, action: NextYear) -> Outcome:
    follow, owed = what_follows(at), _owed(at)
    if follow.then == "final":
        owed.append(illegal("LX-YEAR-2", "year {year} is the last: the final assessment follows", year=at.year))
    if owed:
        raise IllegalAction(owed)
    return Outcome(next_year(at), tuple(r for r in follow.rulings if r.rule != "LX-CENSUS-1"))


def _final(at: Position, action: Final) -> Outcome:
    follow, owed = what_follows(at), _owed(at)
    if follow.then != "final":
        owed.append(illegal("LX-YEAR-2", "year {year} is not the last: the next year follows", year=at.year))
    if owed:
        raise IllegalAction(owed)
    rounds = assess(at)
    winner, rulings = winner_of(rounds)
    steps = [ruling for each in rounds for ruling in each.rulings]
    return Outcome(evolve(at, winner=winner), (*steps, *rulings), told={"rounds": rounds})


_DEEDS: Mapping[type[Any], Callable[[Position, Any], Outcome]] = {
    Program: _program,
    Order: _order,
    Census: _census,
    NextYear: _next_year,
    Final: _final,
}


def options(at: Position) -> list[dict[str, Any]]:
    """What may be done now; of an order, what it leaves open."""
    if at.winner is not None:
        return []
    if at.year_over:
        left = _census_left(at)
        if what_follows(at).census and not at.census_held:
            return [{"do": "census", "type": left[0]}] if left else []
        return [{"do": "final" if what_follows(at).then == "final" else "next-year"}]
    plans = [name for name in at.turn_order if at.players[name].program is None]
    found: list[dict[str, Any]] = []
    if at.turn == Turn(1, at.start):
        found = [{"do": "program", "player": name} for name in plans]
    turn = at.turn
    order = {"do": "order", "player": turn.player, "order": turn.order}
    program = at.players[turn.player].program
    if program is None:
        return [*found, order]
    return [*found, {**order, **_asks(at, turn, program[turn.order - 1])}]


def _asks(at: Position, turn: Turn, instruction: Instruction) -> dict[str, Any]:
    asks = {"instruction": instruction, "status": judge(at, turn.player, instruction).status}
    try:
        carry_out(at, turn)
    except ChoiceNeeded as e:
        told = e.open.to_json()
        return {**asks, **{key: told[key] for key in told if key != "rulings"}}
    except IllegalAction as e:
        return {**asks, "rulings": e.rulings}
    return asks


def show(at: Position) -> dict[str, Any]:
    """The year, whose order is next, what lies in the cities, and the players."""
    scores = region_scores(at)
    cities = {name: space.tile for name, space in at.cities.items() if space.tile is not None}
    return {
        "year": at.year,
        "order": at.turn.order,
        "player": at.turn.player,
        "start": at.start,
        "cities": [
            {
                "city": name,
                "tile": tile.kind,
                "units": tile.units or (),
                "needs": tile.needs or {},
                "rewards": tile.rewards,
            }
            for name, tile in cities.items()
        ],
        "players": [
            {
                "player": name,
                "at": player.at,
                "hand": player.hand,
                "gold": player.gold,
                "harps": player.harps,
                "guilds": player.guilds,
                "reputation": reputation(scores, name),
                "influence": player.storeys,
            }
            for name, player in ((name, at.players[name]) for name in at.order)
        ],
    }


def facts(at: Position) -> dict[str, Any]:
    """What a record may expect of a position."""
    scores = region_scores(at)
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
                "at": player.at,
                "hand": player.hand,
                "gold": player.gold,
                "harps": player.harps,
                "harps_left": player.harps_left,
                "guilds": player.guilds,
                "guild_saved": player.guild_saved,
                "reputation": reputation(scores, name),
            }
            for name, player in at.players.items()
        },
    }
