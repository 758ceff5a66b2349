"""Questions on moving: move, order, ai-move, ai-turn."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, asked
from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.rulings import consequence, legal
from ..asking import FactionAsked, UnitAsked, faction_of
from ..facts import TURN_STEPS
from ..hexes import Hex, typed
from ..rules.ai_turn import Open, Plan, play
from ..rules.barred import barred
from ..rules.ground import movers
from ..rules.movement import moves_of
from ..rules.moves import End, Moves
from ..rules.order import Order, order_of, turn_ruling
from ..state import Position
from .shown import shown_end, shown_moves, told

MoverAsked: TypeAlias = Annotated[str | None, asked("its id; default: every unit of the faction", either=True)]
OtherFaction: TypeAlias = Annotated[str, asked("whose; default: the faction whose turn it is", read=faction_of)]


def move(position: Position, unit: MoverAsked, faction: OtherFaction) -> Answer:
    """Where may a unit end, by which way, and why not elsewhere? Without a unit: every unit."""
    if unit is not None:
        return _one(position, moves_of(position, unit), all_reasons=True)
    units = [_one(position, moves_of(position, m.id), all_reasons=False) for m in movers(position, faction)]
    return {"faction": faction, "units": units}


def _one(position: Position, moves: Moves, *, all_reasons: bool) -> Answer:
    turn = turn_ruling(position, moves.mover)
    out = shown_moves(moves)
    out["now"] = turn.verdict == "legal"
    if all_reasons:
        out["barred"] = [{"at": b.at, "rulings": [b.why]} for b in barred(moves)]
    out["rulings"] = told([turn, *moves.rulings])
    return out


def order(position: Position, faction: FactionAsked) -> Answer:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    found = order_of(position, faction)
    ai = position.is_ai(faction)
    out: Answer = {
        "faction": faction,
        "moved": [m.id for m in found.done],
        "order": [
            {"distance": rank.distance, "minions": [m.id for m in rank.minions], "tie": len(rank.minions) > 1}
            for rank in found.ranks
        ],
        "heroes": {"units": [m.id for m in found.heroes], "now": found.heroes_now, "when": _when(found)},
        "turn_steps": list(TURN_STEPS),
    }
    sentence = "minions of {faction} move in order of nearness to their mark"
    rulings = [consequence("CS-MOVE-2", sentence, faction=faction)]
    for rank in found.ranks:
        names = ", ".join(m.id for m in rank.minions)
        if rank.distance is None:
            rulings.append(consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=names))
        elif len(rank.minions) > 1:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            rulings.append(legal("CS-GEN-1", sentence, minions=names, distance=rank.distance))
    sentence = "heroes move before the first minion or after the last, never between"
    rulings.append(consequence("CS-MOVE-20" if ai else "CS-MOVE-1", sentence))
    rulings.append(consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS)))
    return {**out, "rulings": told(rulings)}


def _when(found: Order) -> str:
    if found.done and found.ranks:
        return "after the last minion"
    return "before the first minion or after the last" if found.ranks else "at any time"


def ai_move(position: Position, unit: UnitAsked) -> Answer:
    """Where does an AI unit go, and where must the player break a tie?"""
    moves = moves_of(position, unit)
    _wants_ai(position, moves.mover.faction)
    out = _one(position, moves, all_reasons=False)
    out["choice"] = len(moves.ends) > 1
    return out


def _wants_ai(position: Position, faction: str | None) -> None:
    if faction is not None and not position.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def _ai_faction(position: Position, name: str | None) -> str:
    """The AI faction that is meant: the one named, or whose turn it is, or else the first.

    :raises CannotTell: it is played by a player.
    """
    faction = faction_of(position, name)
    if name is None and not position.is_ai(faction):
        faction = next((name for name in position.factions if position.is_ai(name)), faction)
    _wants_ai(position, faction)
    return faction


AiFaction: TypeAlias = Annotated[str, asked("whose; default: an AI faction", either=True, read=_ai_faction)]
Before: TypeAlias = Annotated[tuple[str, ...], asked("a hero that moves before the minions", many=True)]
After: TypeAlias = Annotated[tuple[str, ...], asked("a hero that moves after the minions", many=True)]
First: TypeAlias = Annotated[
    tuple[str, ...], asked("a minion that moves first where several are equally near", many=True)
]
Choose: TypeAlias = Annotated[
    dict[str, Hex],
    asked(
        "where a unit goes that has several ends: UNIT=q,r",
        many=True,
        read=lambda _, texts: dict(map(_choice, texts)),
    ),
]


def ai_turn(
    position: Position, faction: AiFaction, before: Before, after: After, first: First, choose: Choose
) -> Answer:
    """Move a whole AI faction, as far as no tie needs the player's word."""
    played = play(position, faction, Plan(before, after, first, choose))
    steps = [_step(moves, end) for moves, end in played.done]
    return {"faction": faction, "steps": steps, "open": _open(played.open), "final": played.after}


def _choice(text: str) -> tuple[str, Hex]:
    unit, equals, at = text.partition("=")
    if not equals:
        raise DocumentError([Fault("bad-choice", f"a choice is written UNIT=q,r, not {text[:40]!r}")])
    return unit.strip(), typed(at)


def _step(moves: Moves, end: End) -> Answer:
    unit = {"unit": moves.mover.id, "from": moves.mover.start}
    return {**unit, **shown_end(end), "rulings": told(moves.rulings)}


def _open(tie: Open | None) -> Answer | None:
    if tie is None:
        return None
    if tie.moves is None:
        return {"choose": "who moves first", "among": [m.id for m in tie.who], "rule": "CS-GEN-1"}
    ends = [shown_end(end) for end in tie.moves.ends]
    return {"choose": "where it goes", "unit": tie.moves.mover.id, "among": ends, "rule": "CS-GEN-1"}
