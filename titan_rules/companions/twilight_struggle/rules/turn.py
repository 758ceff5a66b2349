"""The turn: hands, decks, action rounds, and what happens when it ends (TS-TURN, TS-DEAL, TS-AR, TS-SC)."""

from attrs import frozen

from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence, illegal
from ..catalog import LAST_TURN, SIDES, SPACE_STATION, STATION_ROUNDS, Side, opponent, turns
from ..state import NOTHING, ChinaCard, Position
from ..words import listed, the
from .defcon import MilitaryCheck, improved, military_check
from .endings import Ending
from .space import ability_holder


def rounds(position: Position, side: Side) -> int:
    """A side's action rounds this turn (TS-AR-1)."""
    if ability_holder(position, SPACE_STATION) == side:
        return STATION_ROUNDS
    return turns(position.turn).rounds


def rounds_left(position: Position, side: Side) -> int:
    """The action rounds that a side still has this turn, one it is in included."""
    if position.round == 0:
        return rounds(position, side)
    acted = side == "USSR" and position.phasing == "US"
    ended = position.phasing is None
    return max(0, rounds(position, side) - position.round + (0 if acted or ended else 1))


def plays_left(position: Position, side: Side) -> int:
    """How many cards a side can still play this turn: its rounds, and the headline where that is still to come."""
    headline = position.round == 0 and position.phasing is None
    return rounds_left(position, side) + (1 if headline else 0)


def held_scoring(position: Position) -> dict[Side, tuple[str, ...]]:
    """The scoring cards that each side is known to hold."""
    hands = {side: position.hand(side) for side in SIDES}
    return {side: hand.scoring for side, hand in hands.items() if hand is not None and hand.scoring}


def held_scoring_end(position: Position) -> Ending | None:
    """The end that a held scoring card brings after the last action round (TS-SC-2).

    Both sides holding one is a case that the rules leave open: the game ends, and nobody is named the winner.
    """
    holders = held_scoring(position)
    if not holders:
        return None
    if len(holders) == 2:
        ruling = consequence("TS-SC-2", "both sides hold a scoring card: the rules do not say who loses")
        return Ending(None, "scoring card", ruling)
    ((loser, cards),) = holders.items()
    ruling = illegal(
        "TS-SC-2",
        "{who} holds {cards} after the last action round and loses",
        who=the(loser),
        cards=listed(cards),
    )
    return Ending(opponent(loser), "scoring card", ruling)


@frozen
class TurnEnd:
    """A turn ended.

    :param military: None where it was not checked.
    :param ending: how the game ended in it, if it did.
    :param position: the start of the next turn; after turn 10, or an end, the position reached.
    :param rulings: in order.
    """

    military: MilitaryCheck | None
    ending: Ending | None
    position: Position
    rulings: tuple[Ruling, ...]


def end_of_turn(position: Position) -> TurnEnd:
    """Carry out the checks at the end of a turn and the start of the next (TS-TURN-1).

    After turn 10 final scoring remains to be done.
    """
    held = held_scoring_end(position)
    if held is not None and position.readings.held_scoring_check == "first":
        return TurnEnd(None, held, position, (held.ruling,))
    rulings: list[Ruling] = []
    military = None
    if position.turn < LAST_TURN or position.readings.last_turn_military_check:
        military = military_check(position)
        rulings.extend(military.rulings)
        position = military.position
        if military.scored.ending is not None:
            ending = military.scored.ending
            return TurnEnd(military, ending, position, (*rulings, ending.ruling))
    if held is not None:
        return TurnEnd(military, held, position, (*rulings, held.ruling))
    if position.turn == LAST_TURN:
        return TurnEnd(military, None, position, (*rulings, _turn_ruling(position.turn)))
    following, ruling = _next_turn(position)
    return TurnEnd(military, None, following, (*rulings, _turn_ruling(position.turn), ruling))


def _next_turn(position: Position) -> tuple[Position, Ruling]:
    risen, ruling = improved(position)
    return (
        evolve(
            risen,
            turn=position.turn + 1,
            round=0,
            phasing=None,
            military_operations=NOTHING,
            space_attempts=NOTHING,
            china_card=ChinaCard(position.china_card.holder, "up"),
            hands=None,
        ),
        ruling,
    )


def _turn_ruling(turn: int) -> Ruling:
    if turn == LAST_TURN:
        return consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=turn)
    return consequence(
        "TS-TURN-1",
        "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins",
        turn=turn,
        last=LAST_TURN,
        next=turn + 1,
    )
