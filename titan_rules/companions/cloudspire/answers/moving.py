"""Questions on moving: move, check, order, ai-move, ai-turn."""

from collections.abc import Mapping
from typing import Any

from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.questions import Answer
from ....kernel.rulings import consequence, legal
from ..facts import TURN_STEPS
from ..hexes import Hex, typed, typed_many
from ..rules.ai_turn import Open, Plan, play
from ..rules.barred import barred
from ..rules.checking import judge
from ..rules.ground import movers
from ..rules.minions import swaps_on
from ..rules.movement import moved, moves_of
from ..rules.moves import End, Moves
from ..rules.order import Order, order_of, turn_ruling
from ..state import Position
from .shown import faction_of, final, place, shown_end, shown_moves, shown_swap, told


def move(position: Position, values: Mapping[str, Any]) -> Answer:
    """Every legal end of a unit's move, or of every unit of a faction."""
    if values["unit"] is not None:
        return _one(position, moves_of(position, values["unit"]), all_reasons=True)
    faction = faction_of(position, values["faction"])
    units = [_one(position, moves_of(position, m.id), all_reasons=False) for m in movers(position, faction)]
    return {"faction": faction, "units": units}


def _one(position: Position, moves: Moves, *, all_reasons: bool) -> Answer:
    turn = turn_ruling(position, moves.mover)
    out = shown_moves(moves)
    out["now"] = turn.verdict == "legal"
    if all_reasons:
        out["barred"] = [{"at": place(b.at), "rulings": told([b.why])} for b in barred(moves)]
    out["rulings"] = told([turn, *moves.rulings])
    return out


def check(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whether one move is legal; if not, the first rule it breaks and where."""
    path = typed_many(values["path"])
    found = judge(position, values["unit"], path)
    out: Answer = {"unit": values["unit"], "verdict": "illegal" if found.broken else "legal"}
    if found.broken is not None:
        out["broken"] = found.broken.rule
        out["step"] = found.step
        out["to"] = [place(end.at) for end in found.moves.ends]
        return {**out, "rulings": told([found.broken])}
    if found.swaps:
        out["swaps"] = [shown_swap(swap) for swap in found.swaps]
    out["rulings"] = told(found.rulings)
    return {**out, **_after(position, found.moves, found.path)}


def _after(position: Position, moves: Moves, path: tuple[Hex, ...]) -> Answer:
    listed = moves.end(path[-1]) if path else None
    if listed is None:
        return {}
    swaps = swaps_on(moves.field, moves.mover.start, path) if listed.swaps else ()
    end = End(path[-1], listed.distance, path, swaps, listed.swap, listed.returns)
    return {} if any(swap.to is None for swap in swaps) else final(moved(position, moves, end))


def order(position: Position, values: Mapping[str, Any]) -> Answer:
    """In what order a faction's units move, which ties are the player's, where the heroes may come in."""
    faction = faction_of(position, values["faction"])
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


def ai_move(position: Position, values: Mapping[str, Any]) -> Answer:
    """Where an AI unit goes, and where the player breaks a tie."""
    moves = moves_of(position, values["unit"])
    _wants_ai(position, moves.mover.faction)
    out = _one(position, moves, all_reasons=False)
    out["choice"] = len(moves.ends) > 1
    return out


def _wants_ai(position: Position, faction: str | None) -> None:
    if faction is not None and not position.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def ai_turn(position: Position, values: Mapping[str, Any]) -> Answer:
    """Move every unit of an AI faction in order, as far as no tie needs the player's word."""
    faction = faction_of(position, values["faction"])
    if values["faction"] is None and not position.is_ai(faction):
        faction = next((name for name in position.factions if position.is_ai(name)), faction)
    _wants_ai(position, faction)
    plan = Plan(values["before"], values["first"], dict(map(_choice, values["choose"])))
    played = play(position, faction, plan)
    steps = [_step(moves, end) for moves, end in played.done]
    return {"faction": faction, "steps": steps, "open": _open(played.open), **final(played.after)}


def _choice(text: str) -> tuple[str, Hex]:
    unit, equals, at = text.partition("=")
    if not equals:
        raise DocumentError([Fault("bad-choice", f"a choice is written UNIT=q,r, not {text[:40]!r}")])
    return unit.strip(), typed(at)


def _step(moves: Moves, end: End) -> Answer:
    unit = {"unit": moves.mover.id, "from": place(moves.mover.start)}
    return {**unit, **shown_end(end), "rulings": told(moves.rulings)}


def _open(tie: Open | None) -> Answer | None:
    if tie is None:
        return None
    if tie.moves is None:
        return {"choose": "who moves first", "among": [m.id for m in tie.who], "rule": "CS-GEN-1"}
    ends = [shown_end(end) for end in tie.moves.ends]
    return {"choose": "where it goes", "unit": tie.moves.mover.id, "among": ends, "rule": "CS-GEN-1"}
