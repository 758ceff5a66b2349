"""One order of a programme: what it asks in a position, and carrying it out; the year order by order (I and II)."""

from collections import deque
from collections.abc import Iterator
from typing import Annotated, Any, Literal, TypeAlias

from attrs import field, frozen

from ....kernel.companions import Answer, asked
from ....kernel.companions.choices import ChoiceNeeded, IllegalChoice, Open
from ....kernel.companions.telling import UNTOLD, plain
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..asking import PlayerAsked
from ..state import NOTHING_CHOSEN, Chosen, Position, TileInCity, Turn
from ..words import ORDERS_A_YEAR, ROADS, Instruction
from . import recruiting, repelling, supply, titans
from .saying import Outcome, consequence, legal
from .years import what_follows

Status: TypeAlias = Literal["compulsory", "optional", "void"]
Action: TypeAlias = Literal["move", "wait", "recruit", "repel", "nothing"]


@frozen
class Judgement:
    """What an order asks in a position.

    :param action: what it asks for; ``nothing`` where it is void or only a titan could be repelled.
    :param titan: a titan may be repelled in place of it.
    """

    action: Action
    titan: bool = False
    rulings: tuple[Ruling, ...] = ()

    @property
    def status(self) -> Status:
        """Whether it must be carried out, may be, or does nothing."""
        if self.action != "nothing":
            return "compulsory"
        return "optional" if self.titan else "void"


@frozen
class Step:
    """An order that was carried out.

    :param city: where the piece stood.
    :param position: what came of it.
    :param unused: there was a choice for it, and nothing to choose.
    """

    order: int
    player: str
    instruction: Instruction
    city: str
    status: Status
    did: tuple[Any, ...]
    rulings: tuple[Ruling, ...]
    position: Position = field(metadata=UNTOLD)
    unused: bool = field(metadata=UNTOLD)


def judge(position: Position, name: str, instruction: Instruction) -> Judgement:
    """What an order asks of a player in a position (LX-MOVE-1, LX-WAIT-1, LX-RECRUIT-1, LX-REPEL-1, LX-TITAN-5)."""
    city = position.players[name].at
    if instruction == "wait":
        return Judgement("wait")
    if instruction == "act" or instruction == "recruit" or instruction == "repel":
        return _judge_act(position, name, instruction, city)
    if instruction not in position.map.cities[city].roads:
        return Judgement("nothing", rulings=(recruiting.no_road(city, instruction),))
    return Judgement("move")


def _judge_act(position: Position, name: str, instruction: Instruction, city: str) -> Judgement:
    tile = position.tile(city)
    titan_rulings = titans.why_not(position, name)
    titan = not titan_rulings
    if tile is None:
        empty = consequence("LX-ORDER-2", "city {city} holds no tile when the order to act comes", city=city)
        return Judgement("nothing", titan, (empty, *titan_rulings))
    misfit = _misfit(tile, instruction, city)
    if misfit and position.rules.act_order == "distinct":
        return Judgement("nothing", titan, misfit)
    if tile.kind == "recruit":
        rulings = recruiting.why_not(position, name)
        return Judgement("nothing" if rulings else "recruit", titan, (*misfit, *rulings))
    rulings = repelling.why_not(position, name)
    return Judgement("nothing" if rulings else "repel", titan, (*misfit, *rulings))


def _misfit(tile: TileInCity, instruction: Instruction, city: str) -> tuple[Ruling, ...]:
    """The order names the other kind of tile (LX-ORDER-2)."""
    if instruction == "act" or instruction == ("recruit" if tile.kind == "recruit" else "repel"):
        return ()
    sentence = "the order is to {instruction}, and city {city} holds a {kind} tile"
    facts = {"instruction": instruction, "city": city, "kind": supply.NAMES[tile.kind]}
    return (consequence("LX-ORDER-2", sentence, **facts),)


def instruction_of(position: Position, turn: Turn) -> Instruction:
    """The order that a player has programmed for a place in the year.

    :raises ChoiceNeeded: the programme is unknown.
    """
    program = position.players[turn.player].program
    if program is None:
        needs = f"/players/{turn.player}/program"
        question = f"the programme of {turn.player} is unknown: it must stand in {needs}"
        sentence = "all plan at once and in secret: {player}'s programme is not shown"
        rule = legal("LX-ORDER-3", sentence, player=turn.player)
        raise ChoiceNeeded(Open("order", question, about={"needs": needs}, rulings=(rule,)))
    return program[turn.order - 1]


def carry_out(
    position: Position, turn: Turn, choice: Chosen | None = None, revealed: Instruction | None = None
) -> Step:
    """Carry out one order, whole or not at all.

    :param choice: what is chosen, where it is not the document's own choice for that order.
    :param revealed: the order itself, where the programme is unknown.
    :raises ChoiceNeeded: something is open.
    :raises IllegalChoice: a choice that a rule forbids.
    """
    name = turn.player
    instruction = revealed or instruction_of(position, turn)
    judgement = judge(position, name, instruction)
    made = position.choice(name, order=turn.order)
    used = made if choice is None else choice
    outcome = Outcome(position, judgement.rulings)
    number = titans.chosen(position, name, used) if judgement.titan else None
    if number is not None:
        outcome = outcome.then(lambda p: titans.repel_titan(p, name, number, used))
    else:
        if judgement.titan:
            declined = legal("LX-TITAN-5", "{player} repels no titan", player=name)
            outcome = outcome.then(lambda p: Outcome(p, (declined,)))
            used = evolve(used, repel=None)  # it was the titan that was declined, not what the tile asks
        outcome = outcome.then(lambda p: _do(p, name, judgement.action, instruction, used))
    after, now = outcome.position, following(position, turn) if turn == position.turn else position.next
    kept = tuple(c for c in after.choices if c is not made)
    usable = judgement.titan or judgement.action == "repel" or used.shuffle is not None or used.tile is not None
    return Step(
        order=turn.order,
        player=name,
        instruction=instruction,
        city=position.players[name].at,
        status=judgement.status,
        rulings=outcome.rulings,
        did=outcome.did,
        position=evolve(after, next=now, choices=kept),
        unused=used not in (NOTHING_CHOSEN, Chosen()) and not usable,
    )


def _do(position: Position, name: str, action: Action, instruction: Instruction, choice: Chosen) -> Outcome:
    if action == "move":
        assert instruction in ("red", "blue", "black")
        return recruiting.move(position, name, instruction)
    if action == "wait":
        return recruiting.wait(position, name)
    if action == "repel":
        return repelling.repelled(position, name, choice)
    if action == "recruit":
        city = position.players[name].at
        taken = recruiting.recruited(position, name)
        return taken if taken.did[0]["left"] else taken.then(lambda p: supply.used_up(p, city, choice))
    return Outcome(position)


def following(position: Position, turn: Turn) -> Turn:
    """The turn after a turn; order 7 of the start player when the year's orders are carried out (LX-EXEC-1)."""
    players = position.turn_order
    at = players.index(turn.player) + 1
    return Turn(turn.order, players[at]) if at < len(players) else Turn(turn.order + 1, players[0])


def steps(position: Position) -> Iterator[Step]:
    """The rest of the year, order by order.

    :raises ChoiceNeeded: something is open; the steps before it were given.
    :raises IllegalChoice: a choice that a rule forbids.
    """
    while not position.year_over:
        step = carry_out(position, position.turn)
        yield step
        position = step.position


def run(position: Position) -> Answer:
    """Carry out the programmed year, order by order."""
    done: list[Step] = []
    verdict, stopped = "complete", None
    try:
        for each in steps(position):
            done.append(each)
    except (ChoiceNeeded, IllegalChoice) as e:
        verdict, stopped = _stopped(e)
    reached = done[-1].position if done else position
    answer: Answer = {"verdict": verdict, "year": position.year, "steps": done}
    if stopped is not None:
        answer["stopped"] = {"order": reached.turn.order, "player": reached.turn.player, **stopped}
    unused = [{"order": step.order, "player": step.player} for step in done if step.unused]
    if unused:
        answer["unused_choices"] = unused
    players = ", ".join(position.turn_order)
    rulings = [legal("LX-EXEC-1", "{players} carry out each order in this turn order", players=players)]
    if stopped is None:
        follow = what_follows(reached)
        answer["follows"] = {"census": follow.census, "then": follow.then, "start": follow.start}
        rulings.extend(follow.rulings)
    return {**answer, "rulings": rulings, "final": reached}


def _stopped(error: ChoiceNeeded | IllegalChoice) -> tuple[str, dict[str, Any]]:
    """The verdict, and what was open."""
    if isinstance(error, ChoiceNeeded):
        return "open", error.open.to_json()
    return "illegal", {**error.told, "rulings": error.rulings}


OrderAsked: TypeAlias = Annotated[int | None, asked("which of the six", "number", least=1, most=ORDERS_A_YEAR)]


def step(position: Position, player: PlayerAsked, order: OrderAsked) -> Answer:
    """What does one order do in this position, and must it?"""
    turn = Turn(order or min(position.turn.order, ORDERS_A_YEAR), player)
    try:
        done = carry_out(position, turn)
    except (ChoiceNeeded, IllegalChoice) as e:
        verdict, stopped = _stopped(e)
        answer: Answer = {"player": player, "order": turn.order, "city": position.players[player].at}
        program = position.players[player].program
        if program is not None:
            judgement = judge(position, player, program[turn.order - 1])
            answer |= {"instruction": program[turn.order - 1], "status": judgement.status}
            answer["rulings"] = judgement.rulings
        return {**answer, "verdict": verdict, "stopped": stopped}
    return {**plain(done), "verdict": "complete", "final": done.position}


def reach(position: Position, player: PlayerAsked) -> Answer:
    """Which cities can be reached with the orders left, and which order first does nothing?"""
    left = [turn for turn in position.turns() if turn.player == player]
    piece = position.players[player]
    sentence = "{player} has {left} of {all} orders left"
    rulings = [legal("LX-ORDER-1", sentence, player=player, left=len(left), all=ORDERS_A_YEAR)]
    answer: Answer = {
        "player": player,
        "city": piece.at,
        "orders_left": len(left),
        "reachable": [{"city": city, "roads": roads} for city, roads in _distances(position, piece.at, len(left))],
    }
    if piece.program is None:
        sentence = "{player}'s programme is not known: all plan in secret"
        rulings.append(legal("LX-ORDER-3", sentence, player=player))
    else:
        route = list(_alone(position, left))
        answer["route"] = route
        answer["first_void"] = next((order for order in route if order["status"] == "void"), None)
    return {**answer, "rulings": rulings}


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
            "rulings": judgement.rulings,
        }


def _effect(position: Position, name: str, action: Action, instruction: Instruction) -> Position:
    """What an order alone does: the tile that it uses up is not replaced."""
    city = position.players[name].at
    if action == "recruit":
        taken = recruiting.recruited(position, name)
        return taken.position if taken.did[0]["left"] else taken.position.with_tile(city, None)
    if action == "repel":
        tile = position.tile(city)
        needs = {} if tile is None or tile.needs is None else tile.needs
        return supply.paid(position, name, needs, "LX-REPEL-2").position.with_tile(city, None)
    return _do(position, name, action, instruction, NOTHING_CHOSEN).position
