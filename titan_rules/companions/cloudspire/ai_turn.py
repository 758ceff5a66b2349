"""How AI units move: one, or a whole faction as far as no tie needs the player's word (CS-MOVE-20 to 23)."""

from typing import Annotated, Any, TypeAlias

from ...kernel.companions import Answer, asked, evolve
from ...kernel.companions.telling import plain
from ...kernel.errors import CannotTell, DocumentError, Fault
from ...kernel.names import Names
from .hexes import Hex, typed, written
from .judging import moved, order_of
from .movers import Mover, find_mover, movers
from .moves import End, Moves, moves_of
from .questions import UnitAsked, faction_of, told
from .state import Position


def ai_move(position: Position, unit: UnitAsked) -> Answer:
    """Where does an AI unit go, and where must the player break a tie?"""
    moves = moves_of(find_mover(position, unit))
    _wants_ai(position, moves.mover.faction)
    return told(moves, choice=len(moves.ends) > 1)


def _wants_ai(position: Position, faction: str | None) -> None:
    if not position.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def _ai_faction(position: Position, name: str | None) -> str:
    """The AI faction that is meant: the one named, or whose turn it is, or else the first."""
    ai = [faction for faction in (position.current, *position.factions) if position.is_ai(faction)]
    faction = ai[0] if name is None and ai else faction_of(position, name)
    _wants_ai(position, faction)
    return faction


def _choices(_: Any, texts: tuple[str, ...]) -> dict[str, Hex]:
    parts = [text.partition("=") for text in texts]
    wrong = [
        Fault("bad-choice", f"a choice is written UNIT=q,r, not {unit[:40]!r}")
        for unit, equals, _ in parts
        if not equals
    ]
    if wrong:
        raise DocumentError(wrong)
    return {unit.strip(): typed(at) for unit, _, at in parts}


Ids: TypeAlias = tuple[str, ...]
AiFaction: TypeAlias = Annotated[str, asked("whose; default: an AI faction", either=True, read=_ai_faction)]
Before: TypeAlias = Annotated[Ids, asked("a hero that moves before the minions", many=True)]
After: TypeAlias = Annotated[Ids, asked("a hero that moves after the minions", many=True)]
First: TypeAlias = Annotated[Ids, asked("a minion that moves first where several are equally near", many=True)]
Choose: TypeAlias = Annotated[
    dict[str, Hex], asked("where a unit goes that has several ends: UNIT=q,r", many=True, read=_choices)
]


def ai_turn(
    position: Position, faction: AiFaction, before: Before, after: After, first: First, choose: Choose
) -> Answer:
    """Move a whole AI faction, as far as no tie needs the player's word."""
    here = evolve(position, current=faction, step=None)
    waiting = [mover.id for mover in movers(here, faction) if mover.left is None]
    for name in (*before, *after, *first, *choose):
        Names("unit", waiting, abbreviations=False).canonical(name)
    steps: list[Answer] = []
    open_: Answer | None = None
    while due := _due(here, waiting, before, after, first):
        moves = moves_of(due[0])
        end = _decided(moves, choose.get(due[0].id)) if len(due) == 1 else None
        if end is None:
            open_ = {"choose": "who moves first", "among": [mover.id for mover in due], "rule": "CS-GEN-1"}
            if len(due) == 1:
                open_ = {"choose": "where it goes", "unit": due[0].id, "among": moves.ends, "rule": "CS-GEN-1"}
            break
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(due[0].id)
        steps.append({"unit": due[0].id, "from": due[0].start, **plain(end), "rulings": moves.rulings})
        here = moved(moves, end)
    return {"faction": faction, "steps": steps, "open": open_, "final": here}


def _due(here: Position, waiting: list[str], before: Ids, after: Ids, first: Ids) -> list[Mover]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    found = order_of(here, here.current)
    heroes = {mover.id: mover for mover in found.heroes if mover.id in waiting}
    early = [heroes[name] for name in before if name in heroes]
    if early:
        return early[:1]
    for minions in found.waiting.values():
        due = [mover for mover in minions if mover.id in waiting]
        named = [mover for name in first for mover in due if mover.id == name]
        decided = found.done or before or after
        if due:
            return [*([] if decided else heroes.values()), *(named[:1] or due)]
    return [heroes[name] for name in after if name in heroes][:1] or list(heroes.values())


def _decided(moves: Moves, chosen: Hex | None) -> End | None:
    """The chosen end, or the one there is; None where the choice is open."""
    name, start = moves.mover.id, moves.mover.start
    stay = End(start, moves.mover.distance(start), ())
    if chosen is None:
        alone = len(moves.ends) == 1 and (moves.must or moves.ends[0].at == start)
        return moves.ends[0] if alone else None if moves.ends else stay
    end = moves.end(chosen) or (stay if chosen == start and not moves.must else None)
    if end is None:
        hint = "it may go to " + (moves.listed or "no other hex")
        raise DocumentError([Fault("bad-choice", f"{name} cannot go to {written(chosen)}", hint=hint)])
    return end
