"""Where units may go, and how a whole AI faction moves as far as no tie needs the player's word (CS-MOVE)."""

from collections.abc import Mapping
from typing import Any

from ...kernel.fields import ALWAYS, key
from ...kernel.games import CannotTell, DocumentError, Fault, Ruling, evolve, field, frozen, refuse
from . import moving
from .hexes import At, Hex, Path, written
from .movers import Mover, find_mover, movers
from .moves import Barred, End, Moves, Swap, moves_of
from .order import order_of, turn_ruling
from .state import Done, FactionName, Position, UnitName


@frozen
class AllMoves:
    """The moves of every unit of a faction."""

    faction: str
    units: tuple[Moves, ...]


def move(
    at: Position, unit: UnitName | None = None, path: tuple[At, ...] = (), *, faction: FactionName | None = None
) -> Moves | AllMoves | Done:
    """Where may a unit end, by which way, and why not elsewhere? With a way: may it go there?

    :param unit: left out: every unit of the faction.
    """
    if unit is None:
        name = faction or at.current
        return AllMoves(name, tuple(_now(mover) for mover in movers(at, name)))
    if path:
        done: Done = moving.move(at, unit, path)
        return done
    mover = find_mover(at, unit)
    moves = _now(mover)
    return evolve(moves, barred=tuple(Barred(place, (why,)) for place, why in moving.barred(mover, moves)))


def ai_move(at: Position, unit: UnitName) -> Moves:
    """Where does an AI unit go, and where must the player break a tie?"""
    mover = find_mover(at, unit)
    _by_an_ai(at, mover.faction)
    moves = _now(mover)
    return evolve(moves, choice=len(moves.to) > 1)


def _by_an_ai(at: Position, faction: str | None) -> None:
    if not at.is_ai(faction):
        raise CannotTell(Fault("not-ai", f"{faction} is played by a player", hint="ask move, or check, for its units"))


def _now(mover: Mover) -> Moves:
    moves, may = moves_of(mover), turn_ruling(mover)
    return evolve(moves, now=may.verdict == "legal", rulings=(may, *moves.rulings))


# --- an AI's whole movement -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Moved:
    """A unit of an AI faction that moved."""

    unit: str
    start: Hex = field(metadata=key("from"))
    at: Hex
    distance: int | None
    path: Path
    swaps: tuple[Swap, ...] = ()
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class Undecided:
    """What the player decides before the faction moves on (CS-GEN-1).

    :param choose: who moves first, or where it goes.
    """

    choose: str
    unit: str | None = None
    among: tuple[Any, ...]
    rule: str = field(default="CS-GEN-1", metadata=ALWAYS)


@frozen
class AiTurn:
    """The moves of an AI faction, to its end or to what is open."""

    faction: str
    steps: tuple[Moved, ...]
    open: Undecided | None
    final: Any


NOWHERE: Mapping[str, Hex] = {}


def ai_turn(
    at: Position, faction: FactionName | None = None, *, before: tuple[UnitName, ...] = (),
    after: tuple[UnitName, ...] = (), first: tuple[UnitName, ...] = (), choose: Mapping[UnitName, At] = NOWHERE,
) -> AiTurn:  # fmt: skip
    """Move a whole AI faction, as far as no tie needs the player's word.

    :param faction: by default that whose turn it is, or else the first AI faction.
    :param before, after: heroes that move before, or after the minions.
    :param first: minions that move first where several are equally near.
    :param choose: where units go that have several ends.
    """
    ai = [name for name in (at.current, *at.factions) if at.is_ai(name)]
    name = faction or (ai or [at.current])[0]
    _by_an_ai(at, name)
    here = evolve(at, current=name, step=None)
    waiting = [mover.id for mover in movers(here, name) if mover.left is None]
    for unit in (*before, *after, *first, *choose):
        if unit not in waiting:
            refuse("CS-MOVE-2", "{unit} does not wait for its move", unit=unit)
    steps, undecided = list[Moved](), None
    while due := _due(here, waiting, before, after, first):
        moves = moves_of(due[0])
        end = _decided(moves, choose.get(due[0].id)) if len(due) == 1 else None
        if end is None:
            undecided = Undecided(choose="who moves first", among=tuple(mover.id for mover in due))
            if len(due) == 1:
                undecided = Undecided(choose="where it goes", unit=due[0].id, among=moves.to)
            break
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(due[0].id)
        steps.append(Moved(unit=due[0].id, start=due[0].start, at=end.at, distance=end.distance, path=end.path,
                           swaps=end.swaps, rulings=moves.rulings))  # fmt: skip
        here = moving.moved(due[0], end)
    return AiTurn(name, tuple(steps), undecided, here)


def _due(
    here: Position, waiting: list[str], before: tuple[str, ...], after: tuple[str, ...], first: tuple[str, ...]
) -> list[Mover]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    queue = order_of(here, here.current)
    heroes = {mover.id: mover for mover in queue.heroes if mover.id in waiting}
    early = [heroes[name] for name in before if name in heroes]
    if early:
        return early[:1]
    for minions in queue.waiting.values():
        due = [mover for mover in minions if mover.id in waiting]
        named = [mover for name in first for mover in due if mover.id == name]
        decided = queue.done or before or after
        if due:
            return [*([] if decided else heroes.values()), *(named[:1] or due)]
    return [heroes[name] for name in after if name in heroes][:1] or list(heroes.values())


def _decided(moves: Moves, chosen: Hex | None) -> End | None:
    """The chosen end, or the one there is; None where the choice is open."""
    stay = End(moves.start, moves.distance, ())
    if chosen is None:
        alone = len(moves.to) == 1 and (moves.must or moves.to[0].at == moves.start)
        return moves.to[0] if alone else None if moves.to else stay
    end = moves.end(chosen) or (stay if chosen == moves.start and not moves.must else None)
    if end is None:
        hint = "it may go to " + (moves.listed or "no other hex")
        raise DocumentError([Fault("bad-choice", f"{moves.unit} cannot go to {written(chosen)}", hint=hint)])
    return end
