"""Has someone won? Every end of the game, tested (TS-WIN)."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, Outcome, Ruling, asked, consequence
from ..catalog import LAST_TURN, LOWEST_DEFCON, SIDES, VP_TO_WIN
from ..state import Position
from ..words import signed, the
from .scoring import scored_at_the_end, side_score, winner_in_europe
from .tracks import decided, end_of_turn, standing_end

TurnOver: TypeAlias = Annotated[bool, asked("the last action round of the turn is over", "flag")]


def winner(position: Position, turn_over: TurnOver) -> Answer:
    """Has someone won?"""
    vp = f"the VP marker stands at {signed('vp', position.vp)}, short of {{most}}"
    short = consequence("TS-WIN-1", vp, vp=position.vp, most=VP_TO_WIN)
    won, defcon = decided(Outcome(position)).rulings, position.defcon
    conditions = [
        _condition("20 VP", bool(won), *(won or (short,))),
        _condition("DEFCON 1", defcon == LOWEST_DEFCON, consequence("TS-DEF-1", "DEFCON is {defcon}", defcon=defcon)),
    ]
    done, final = standing_end(position), Answer()
    if not turn_over:
        conditions += _later(position)
    elif not done.rulings:
        done = end_of_turn(position)
        over = done.position.over is not None
        tested = done.rulings[-1:] if over else [r for r in done.rulings if r.rule == "TS-TURN-1"]
        conditions.append(_condition("end of the turn", over, *tested))
        if not over and position.turn == LAST_TURN:
            scored = scored_at_the_end(done.position)
            conditions.append(_condition("final scoring", True, scored.rulings[-1]))
            final = {"final_scoring": scored.told}
            done = Outcome(scored.position, (*done.rulings, scored.rulings[-1]))
    ending = done.position.over
    return {
        "over": ending is not None,
        "winner": None if ending is None else ending.winner,
        "how": None if ending is None else ending.how,
        "conditions": conditions,
        **final,
        "rulings": done.rulings,
    }


def _condition(name: str, holds: bool, *rulings: Ruling) -> Answer:
    return {"condition": name, "holds": holds, "rulings": rulings}


def _later(position: Position) -> list[Answer]:
    """The ends that only come at their own time (TS-WIN-2, TS-WIN-3)."""
    europe = winner_in_europe({side: side_score(position, side, "Europe") for side in SIDES})
    sentence = "Control of Europe wins only when Europe is scored; "
    sentence += "neither side has it now" if europe is None else "{who} has it now"
    held = "a held scoring card loses only after the last action round"
    last = "final scoring comes after turn {last}; this is turn {turn}"
    return [
        _condition("Control of Europe", False, consequence("TS-WIN-2", sentence, who=the(europe))),
        _condition("held scoring card", False, consequence("TS-WIN-2", held)),
        _condition("final scoring", False, consequence("TS-WIN-3", last, last=LAST_TURN, turn=position.turn)),
    ]
