"""Carrying out the year: ``run``, ``step``, ``reach``, ``year``."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from ....kernel.questions import Answer
from ..rules import recruiting, repelling
from ..rules.orders import Step, carry_out, judge, steps
from ..rules.outcomes import ChoiceNeeded, IllegalChoice
from ..rules.saying import legal
from ..rules.years import next_year, what_follows
from ..state import Position, Turn
from ..words import ORDERS_A_YEAR, ROADS
from .common import document, player_of, refused, rulings_json


def run(position: Position, values: Mapping[str, Any]) -> Answer:
    """The rest of the year, order by order, to its end or to the first thing that is open."""
    done: list[Step] = []
    verdict, stopped = "complete", None
    try:
        for each in steps(position):
            done.append(each)
    except ChoiceNeeded as e:
        verdict, stopped = "open", e.open.to_json()
    except IllegalChoice as e:
        verdict, stopped = "illegal", refused(e)
    reached = done[-1].position if done else position
    answer: Answer = {"verdict": verdict, "year": position.year, "steps": [step.to_json() for step in done]}
    if stopped is not None:
        turn = reached.turn
        answer["stopped"] = {"order": turn.order, "player": turn.player, **stopped}
    unused = [{"order": step.turn.order, "player": step.turn.player} for step in done if step.unused]
    if unused:
        answer["unused_choices"] = unused
    sentence = "{players} carry out each order in this turn order"
    rulings = [legal("LX-EXEC-1", sentence, players=", ".join(position.turn_order))]
    if stopped is None:
        follow = what_follows(reached)
        answer["follows"] = {"census": follow.census, "then": follow.then, "start": follow.start}
        rulings.extend(follow.rulings)
    return {**answer, "rulings": rulings_json(rulings), "final": document(reached)}


def step(position: Position, values: Mapping[str, Any]) -> Answer:
    """What one order does in this position."""
    name = player_of(position, values)
    number = values["order"] or min(position.turn.order, ORDERS_A_YEAR)
    turn = Turn(number, name)
    answer: Answer = {"player": name, "order": number}
    try:
        done = carry_out(position, turn)
    except ChoiceNeeded as e:
        return {**answer, **_asked(position, turn), "verdict": "open", "stopped": e.open.to_json()}
    except IllegalChoice as e:
        return {**answer, **_asked(position, turn), "verdict": "illegal", "stopped": refused(e)}
    return {**done.to_json(), "verdict": "complete", "final": document(done.position)}


def _asked(position: Position, turn: Turn) -> dict[str, Any]:
    """What an order asks that cannot be carried out yet."""
    player = position.players[turn.player]
    if player.program is None:
        return {"city": player.at}
    instruction = player.program[turn.order - 1]
    judgement = judge(position, turn.player, instruction)
    return {
        "instruction": instruction,
        "city": player.at,
        "status": judgement.status,
        "rulings": rulings_json(judgement.rulings),
    }


def reach(position: Position, values: Mapping[str, Any]) -> Answer:
    """Where a player can get with the orders left, and where its programme leads if nobody else did anything."""
    name = player_of(position, values)
    left = [turn for turn in position.turns() if turn.player == name]
    player = position.players[name]
    sentence = "{player} has {left} of {all} orders left"
    rulings = [legal("LX-ORDER-1", sentence, player=name, left=len(left), all=ORDERS_A_YEAR)]
    answer: Answer = {
        "player": name,
        "city": player.at,
        "orders_left": len(left),
        "reachable": [{"city": city, "roads": roads} for city, roads in _distances(position, player.at, len(left))],
    }
    if player.program is None:
        sentence = "{player}'s programme is not known: all plan in secret"
        rulings.append(legal("LX-ORDER-3", sentence, player=name))
    else:
        route = list(_alone(position, left))
        answer["route"] = route
        answer["first_void"] = next((order for order in route if order["status"] == "void"), None)
    return {**answer, "rulings": rulings_json(rulings)}


def _distances(position: Position, start: str, most: int) -> list[tuple[str, int]]:
    """Every city within so many roads, the nearest first, and how many roads it takes (LX-MOVE-1)."""
    found = {start: 0}
    waiting = deque([start])
    while waiting:
        city = waiting.popleft()
        if found[city] < most:
            roads = position.map.cities[city].roads
            for end in (roads[road] for road in ROADS if road in roads):
                if end not in found:
                    found[end] = found[city] + 1
                    waiting.append(end)
    return list(found.items())


def _alone(position: Position, turns: list[Turn]) -> Iterator[dict[str, Any]]:
    """A player's own orders, nobody else acting, titans left alone and no new tile coming."""
    for turn in turns:
        program = position.players[turn.player].program or ()
        instruction = program[turn.order - 1]
        judgement = judge(position, turn.player, instruction)
        start = position.players[turn.player].at
        position = _effect(position, turn.player, judgement.action, instruction)
        yield {
            "order": turn.order,
            "instruction": instruction,
            "from": start,
            "to": position.players[turn.player].at,
            "status": judgement.status,
            "rulings": rulings_json(judgement.rulings),
        }


def _effect(position: Position, name: str, action: str, instruction: str) -> Position:
    player = position.players[name]
    if action == "move":
        roads: Mapping[str, str] = position.map.cities[player.at].roads  # type: ignore[assignment]
        return position.with_player(name, at=roads[instruction])
    if action == "recruit":
        taken = recruiting.recruit(position, name).position
        tile = taken.tile(player.at)
        return taken if tile is not None and tile.units else taken.with_tile(player.at, None)
    if action == "repel":
        tile = position.tile(player.at)
        needs = {} if tile is None or tile.needs is None else tile.needs
        return repelling.pay(position, name, needs, "LX-REPEL-2").position.with_tile(player.at, None)
    return position


def year(position: Position, values: Mapping[str, Any]) -> Answer:
    """What follows this year, and who starts."""
    follow = what_follows(position)
    owed = follow.census and not position.census_held
    answer: Answer = {
        "year": position.year,
        "length": position.length,
        "census": follow.census,
        "census_held": position.census_held,
        "then": follow.then,
        "start": follow.start,
        "rulings": rulings_json(follow.rulings),
    }
    if follow.then == "orders" and not owed:
        answer["final"] = document(next_year(position))
    if position.turn.order <= ORDERS_A_YEAR:
        answer["orders_to_come"] = sum(1 for _ in position.turns())
    return answer
