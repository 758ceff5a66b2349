"""The end of a turn: what is checked, and how the next one begins (TS-TURN, TS-MIL, TS-DEF-0)."""

from typing import Annotated, TypeAlias

from attrs import frozen

from ....kernel.companions import Answer, asked
from ....kernel.evolving import evolve
from ....kernel.rulings import Ruling, consequence
from ..catalog import LAST_TURN, SCORING_CARDS, SIDES, SOUTHEAST_ASIA, TRACK_END
from ..state import NOT_BEGUN, NOTHING, ChinaCard, Position
from ..words import the
from .defcon import MilitaryCheck, earned, improved, military_check
from .endings import End
from .rounds import held_scoring_end


@frozen
class TurnEnd:
    """A turn ended.

    :param military: None where it was not checked.
    :param ending: how the game ended in it, if it did.
    :param position: the start of the next turn; after turn 10, or an end, the position reached.
    :param rulings: in order.
    """

    military: MilitaryCheck | None
    ending: End | None
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
        ending = military.scored.ending or held
    else:
        ending = held
    if ending is not None:
        return TurnEnd(military, ending, position, (*rulings, ending.ruling))
    turn = position.turn
    if turn == LAST_TURN:
        rulings.append(consequence("TS-TURN-1", "turn {turn} was the last: final scoring follows", turn=turn))
        return TurnEnd(military, None, position, tuple(rulings))
    following, ruling = _next_turn(position)
    sentence = "turn {turn} of {last} ends: the China Card is turned face up, turn {next} begins"
    ended = consequence("TS-TURN-1", sentence, turn=turn, last=LAST_TURN, next=turn + 1)
    return TurnEnd(military, None, following, (*rulings, ended, ruling))


def _next_turn(position: Position) -> tuple[Position, Ruling]:
    """The next turn before the deal: the cards held stay in hand (TS-DEAL-1)."""
    risen, ruling = improved(position)
    gone = tuple(name for name in position.scored if SCORING_CARDS[name].region == SOUTHEAST_ASIA)
    begun = evolve(
        risen,
        turn=position.turn + 1,
        round=0,
        phasing=None,
        military_operations=NOTHING,
        space_attempts=NOTHING,
        china_card=ChinaCard(position.china_card.holder, "up"),
        scored=gone,
        this_round=NOT_BEGUN,
    )
    return begun, ruling


Earned: TypeAlias = Annotated[int, asked("by war events, first", "number", least=0, most=TRACK_END, default=0)]


def military(position: Position, us_earns: Earned, ussr_earns: Earned) -> Answer:
    """Which Military Operations do I still need, and what if the turn ended now?"""
    before, rulings = position, list[Ruling]()
    for side, points in zip(SIDES, (us_earns, ussr_earns), strict=True):
        if points:
            now = position.military_operations.of(side)
            position = earned(position, side, points)
            facts = {"who": the(side), "points": points, "before": now, "after": position.military_operations.of(side)}
            sentence = "{who} earns {points}, by a war card's own text: from {before} to {after}"
            rulings.append(consequence("TS-MIL-2", sentence, None, **facts))
    check, over = military_check(position), end_of_turn(position)
    done = {side: position.military_operations.of(side) for side in SIDES}
    return {
        "defcon": position.defcon,
        "sides": [
            {
                "side": side,
                "military_operations": done[side],
                "needed": max(0, position.defcon - done[side]),
                "vp_to_opponent": check.owed[side],
            }
            for side in SIDES
        ],
        "net": check.scored.vp,
        "if_the_turn_ended_now": {
            "checked": over.military is not None,
            "net": 0 if over.military is None else over.military.scored.vp,
            "marker": {"before": before.vp, "after": over.position.vp},
            "defcon": over.position.defcon,
            "game_over": over.ending,
        },
        "rulings": [*rulings, *over.rulings],
        "final": over.position,
    }
