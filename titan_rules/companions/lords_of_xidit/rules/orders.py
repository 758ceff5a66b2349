"""One order of a programme: what it asks in a position, and carrying it out (I and II)."""

from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling
from ..state import NOTHING_CHOSEN, Position, TileInCity, Turn
from ..words import ACTS, ORDERS_A_YEAR, Instruction
from . import moving, recruiting, repelling, supply, titans
from .outcomes import ChoiceNeeded, Event, Open, Outcome
from .saying import consequence, legal

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

    turn: Turn
    instruction: Instruction
    city: str
    status: Status
    rulings: tuple[Ruling, ...]
    did: tuple[Event, ...]
    position: Position
    unused: bool = False

    def to_json(self) -> dict[str, Any]:
        """The step as a JSON object, without the position."""
        return {
            "order": self.turn.order,
            "player": self.turn.player,
            "instruction": self.instruction,
            "city": self.city,
            "status": self.status,
            "did": [dict(event) for event in self.did],
            "rulings": [ruling.to_json() for ruling in self.rulings],
        }


def judge(position: Position, name: str, instruction: Instruction) -> Judgement:
    """What an order asks of a player in a position (LX-MOVE-1, LX-WAIT-1, LX-RECRUIT-1, LX-REPEL-1, LX-TITAN-5)."""
    if instruction in ACTS:
        return _judge_act(position, name, instruction)
    if instruction == "wait":
        return Judgement("wait")
    city = position.players[name].at
    road = instruction
    assert road in ("red", "blue", "black")
    if moving.road_end(position, city, road) is None:
        return Judgement("nothing", rulings=(moving.no_road(city, road),))
    return Judgement("move")


def _judge_act(position: Position, name: str, instruction: Instruction) -> Judgement:
    city = position.players[name].at
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
        rule = legal(
            "LX-ORDER-3", "all plan at once and in secret: {player}'s programme is not shown", player=turn.player
        )
        raise ChoiceNeeded(Open("order", question, about={"needs": needs}, rulings=(rule,)))
    return program[turn.order - 1]


def carry_out(position: Position, turn: Turn) -> Step:
    """Carry out one order, whole or not at all.

    :raises ChoiceNeeded: something is open.
    :raises IllegalChoice: a choice that a rule forbids.
    """
    name = turn.player
    instruction = instruction_of(position, turn)
    judgement = judge(position, name, instruction)
    choice = position.choice(turn.order, name)
    outcome = Outcome(position, judgement.rulings)
    number = titans.chosen(position, name, choice) if judgement.titan else None
    if number is not None:
        outcome = outcome.then(lambda p: titans.repel_titan(p, name, number, choice))
    else:
        if judgement.titan:
            declined = legal("LX-TITAN-5", "{player} repels no titan", player=name)
            outcome = outcome.then(lambda p: Outcome(p, (declined,)))
        outcome = outcome.then(lambda p: _do(p, turn, judgement.action, instruction))
    after = outcome.position
    kept = tuple(c for c in after.choices if c is not choice)
    now = following(position, turn) if turn == position.turn else position.next
    usable = judgement.titan or judgement.action == "repel" or choice.shuffle is not None
    return Step(
        turn=turn,
        instruction=instruction,
        city=position.players[name].at,
        status=judgement.status,
        rulings=outcome.rulings,
        did=outcome.did,
        position=evolve(after, next=now, choices=kept),
        unused=choice is not NOTHING_CHOSEN and not usable,
    )


def _do(position: Position, turn: Turn, action: Action, instruction: Instruction) -> Outcome:
    name = turn.player
    choice = position.choice(turn.order, name)
    if action == "move":
        assert instruction in ("red", "blue", "black")
        return moving.move(position, name, instruction)
    if action == "wait":
        return moving.wait(position, name)
    if action == "repel":
        return repelling.repel(position, name, choice)
    if action == "recruit":
        city = position.players[name].at
        taken = recruiting.recruit(position, name)
        tile = taken.position.tile(city)
        assert tile is not None
        return taken if tile.units else taken.then(lambda p: supply.used_up(p, city, choice))
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
    while position.turn.order <= ORDERS_A_YEAR:
        step = carry_out(position, position.turn)
        yield step
        position = step.position
