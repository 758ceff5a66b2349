"""Where units may go, and how a whole AI faction moves as far as no tie needs the player's word (CS-MOVE)."""

from collections.abc import Mapping
from typing import Any

from ...kernel.fields import ALWAYS, key
from ...kernel.games import CannotTell, DocumentError, Fault, Ruling, evolve, field, frozen, refuse
from . import moving
from .hexes import At, Hex, Path, written
from .movers import Mover, find_mover, movers
from .moves import End, How, Moves, Swap, moves_of
from .order import order_of, turn_ruling
from .state import Done, FactionName, Position, UnitName


@frozen
class Barred:
    """A hex where a move may not end, and why."""

    at: Hex
    rulings: tuple[Ruling, ...]


@frozen(kw_only=True)
class UnitMoves:
    """Where a unit may end, by which way, and whether it may move now.

    :param distance: to its mark; None without a route.
    :param must: it may not stay where it is.
    :param length: how many hexes a move has, where that is fixed.
    :param invalid_hex: it stands on terrain that it could not enter (CS-MOVE-10).
    :param not_judged: its talents.
    :param choice: of an AI unit: the player decides among several ends.
    """

    unit: str
    faction: str | None
    start: Hex = field(metadata=key("from"))
    distance: int | None
    movement: int
    how: How
    must: bool
    length: int | None
    to: tuple[End, ...]
    at_gate: bool = False
    invalid_hex: bool = False
    not_judged: tuple[str, ...] = ()
    now: bool
    barred: tuple[Barred, ...] | None = None
    choice: bool | None = None
    rulings: tuple[Ruling, ...]


@frozen
class AllMoves:
    """The moves of every unit of a faction."""

    faction: str
    units: tuple[UnitMoves, ...]


def move(
    at: Position, unit: UnitName | None = None, path: tuple[At, ...] = (), *, faction: FactionName | None = None
) -> UnitMoves | AllMoves | Done:
    """Where may a unit end, by which way, and why not elsewhere? With a way: may it go there?

    :param unit: left out: every unit of the faction.
    """
    if unit is None:
        name = faction or at.current
        return AllMoves(name, tuple(_told(moves_of(mover)) for mover in movers(at, name)))
    if path:
        done: Done = moving.move(at, unit, path)
        return done
    moves = moves_of(find_mover(at, unit))
    return _told(moves, barred=tuple(Barred(place, (why,)) for place, why in moving.barred(moves)))


def ai_move(at: Position, unit: UnitName) -> UnitMoves:
    """Where does an AI unit go, and where must the player break a tie?"""
    moves = moves_of(find_mover(at, unit))
    if not moves.mover.ai:
        hint = "ask move, or check, for its units"
        raise CannotTell(Fault("not-ai", f"{moves.mover.faction} is played by a player", hint=hint))
    return _told(moves, choice=len(moves.ends) > 1)


def _told(moves: Moves, **more: Any) -> UnitMoves:
    mover, may = moves.mover, turn_ruling(moves.mover)
    return UnitMoves(
        unit=mover.id, faction=mover.faction, start=mover.start, distance=mover.distance(mover.start),
        movement=moves.movement, how=moves.how, must=moves.must, to=moves.ends,
        length=moves.length if moves.how == "progress" else None,
        at_gate=mover.at_gate, invalid_hex=mover.off_terrain, not_judged=mover.chip.talents,
        now=may.verdict == "legal", rulings=(may, *moves.rulings), **more,
    )  # fmt: skip


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
    if not at.is_ai(name):
        hint = "ask move, or check, for its units"
        raise CannotTell(Fault("not-ai", f"{name} is played by a player", hint=hint))
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
                undecided = Undecided(choose="where it goes", unit=due[0].id, among=moves.ends)
            break
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(due[0].id)
        steps.append(Moved(unit=due[0].id, start=due[0].start, at=end.at, distance=end.distance, path=end.path,
                           swaps=end.swaps, rulings=moves.rulings))  # fmt: skip
        here = moving.moved(moves, end)
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
