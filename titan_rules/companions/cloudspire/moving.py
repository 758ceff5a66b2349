"""Moves: whether one is legal and what comes of it, where units may go, how a whole AI faction moves (CS-MOVE)."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from ...kernel import games as kit
from ...kernel.fields import ALWAYS, key
from ...kernel.games import CannotTell, ChoiceNeeded, Fault, Open, Ruling, evolve, field, frozen, illegal, legal, said
from .hexes import At, Hex, Path, apart, reached, within, written
from .movers import Mover, find_mover, movers
from .moves import Barred, End, Moves, Swap, ahead, cornered, most_aside, moves_of, swaps_on, ways_off
from .order import order_of, turn_ruling
from .state import Chip, Done, FactionName, Position, Unit, UnitName

NEARBY = 2
"""Hexes this far away are spoken of even if a unit's movement is less."""

NOWHERE: Mapping[str, At] = {}


@said("moves", "deploys", "goes", subject="unit", skip="over through")
def move(
    at: Position, unit: UnitName, path: tuple[At, ...] | None = None, *, heroes: Mapping[UnitName, At] = NOWHERE
) -> Done:
    """A unit moves, or deploys (CS-MOVE).

    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """
    mover = find_mover(at, unit)
    yield turn_ruling(mover)
    moves = moves_of(mover)
    if path is None and moves.to:
        ways = tuple(end.path for end in moves.to)
        raise ChoiceNeeded(Open("path", f"where does {unit} go?", ways, len(ways), rulings=moves.rulings))
    path = path or ()
    path = path[1:] if path[:1] == (mover.start,) else path
    broken = _broken(mover, moves, path)
    if broken is not None:
        yield broken
    swaps, end = [], path[-1] if path else mover.start
    listed, distance = moves.end(end), mover.distance(end)
    returns = listed is not None and listed.returns
    yield from (ruling for ruling in moves.rulings if returns or ruling.rule != "CS-GATE-4")
    for swap in swaps_on(mover, mover.start, path):
        to = swap.to or heroes.get(swap.hero)
        if swap.to is None and to not in swap.choices:
            rule = legal("CS-MOVE-6", "the current player chooses where {hero} goes", hero=swap.hero)
            choices = tuple({swap.hero: list(at)} for at in swap.choices)
            raise ChoiceNeeded(Open("heroes", f"where does {swap.hero} go?", choices, len(choices), rulings=(rule,)))
        swaps.append(evolve(swap, to=to))
    sentence = "{unit} ends on {hex}" + ("" if distance is None else ", {distance} from its mark")
    yield legal("CS-MOVE-4", sentence, unit=mover.id, hex=written(end), distance=distance)
    return moved(mover, End(end, distance, path, swaps=tuple(swaps), returns=returns))


@said("stays", "waits", subject="unit")
def stay(at: Position, unit: UnitName) -> Done:
    """A unit stays where it is, and with that has moved (CS-MOVE)."""
    staying: Done = move(at, unit, ())
    return (yield from staying)


def moved(mover: Mover, end: End) -> Position:
    """The position after a move: the unit, the heroes that it swapped with, the gates."""
    after = mover.position
    left = (*(mover.left or ()), *((mover.start, *end.path[:-1]) if end.path else ()))
    if not mover.at_gate:
        after = after.changed(mover.id, at=end.at, moved=left)
    elif end.path:
        unit = Unit(**mover.chip.stats(), faction=mover.faction, at=end.at, moved=left)
        after = evolve(after.without(mover.id), units=(*after.units, unit))
    for hero, to in [*[(mover.id, end.at)] * end.returns, *((swap.hero, swap.to) for swap in end.swaps)]:
        if to is None or to not in after.gate_at:
            after = after.changed(hero, at=to)
            continue
        unit = after.unit(hero)  # back at its gate, with full HP, and not redeployed in this wave (CS-GATE-4)
        after, gate = after.without(hero), after.gate_at[to]
        chip = Chip(**{**unit.stats(), "hp": None, "returned": True})
        after = after.at_gate(gate.faction, stack=(*gate.stack, chip))
    return after


# --- why a move is not legal ------------------------------------------------------------------------------------------


def _rule(mover: Mover, moves: Moves) -> str:
    """The rule that says where such moves end."""
    if moves.how in ("nearest", "in-range"):
        return "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21"
    return "CS-MOVE-9" if moves.how == "free" else "CS-MOVE-5"


def _broken(mover: Mover, moves: Moves, path: Path) -> Ruling | None:
    """The first rule that a move breaks, whoever's turn it is, with its step in the facts; None: it is legal."""
    for number, broken in enumerate(_broken_steps(mover, moves, path), 1):
        if broken is not None:
            where = "step {at_step}: " if len(path) > 1 else ""
            return evolve(broken, sentence=where + broken.sentence, facts={**broken.facts, "at_step": number})
    if not path:
        rule = "CS-MOVE-11" if mover.at_gate else "CS-MOVE-10" if moves.how == "recover" else _rule(mover, moves)
        sentence = "{unit} may not stay: it can move to {hex}"
        return illegal(rule, sentence, unit=mover.id, hex=written(moves.to[0].at)) if moves.must else None
    stuck = next(filter(cornered, swaps_on(mover, mover.start, path)), None)
    if stuck is not None:
        sentence = "there is no hex for {hero}, with which {unit} would swap places"
        return illegal("CS-MOVE-6", sentence, hero=stuck.hero, unit=mover.id)
    return _broken_end(mover, moves, path)


def _broken_steps(mover: Mover, moves: Moves, path: Path) -> Iterator[Ruling | None]:
    """For every step the rule that it breaks, if it breaks one."""
    here = mover.position
    passed = {mover.start, *(mover.left or ())}
    off = ways_off(mover)[0] if moves.how == "recover" else 0
    for number, (a, b) in enumerate(pairwise((mover.start, *path)), 1):
        last, at = number == len(path), written(b)
        home = last and moves.how == "free" and not mover.at_gate and here.gate(mover.faction) is here.gate_at.get(b)
        if apart(a, b) != 1:
            yield illegal("CS-GEN-3", "{a} and {b} share no side", a=written(a), b=at)
        elif number > moves.movement:
            sentence = "{unit} would move {steps}, its movement is {movement}"
            yield illegal(_rule(mover, moves), sentence, steps=len(path), unit=mover.id, movement=moves.movement)
        elif not mover.is_hero and b in passed:
            yield illegal("CS-MOVE-5", "{unit} would pass {hex} twice", unit=mover.id, hex=at)
        elif number <= off:
            free = b in here.ground and not here.occupied(b) and (number < off or here.suits(mover.chip, b))
            yield None if free else mover.closed(b)
        elif not (home and b in here.gate_at):
            open_ = (not last and mover.may_pass(b)) or (moves.how != "lateral" and mover.swaps_at(b))
            away = illegal("CS-MOVE-5", "the step to {hex} leads farther from the mark", hex=at)
            yield (None if open_ else mover.closed(b)) or (
                away if mover.strict and not mover.no_farther(b, a) else None
            )
        passed.add(b)


def _broken_end(mover: Mover, moves: Moves, path: Path) -> Ruling | None:
    """Why a move may not end where it does, if it may not."""
    steps, most = len(path), most_aside(mover, moves.movement)
    facts: dict[str, Any] = {"unit": mover.id, "ends": moves.listed or "nowhere", "hex": written(path[-1])}
    if moves.how in ("stay", "none", "done"):
        why = moves.rulings[0]
        return illegal(why.rule, why.sentence, **why.facts)
    if moves.how == "recover":
        sentence = "{unit} has to get off the closed terrain and on to {ends}, not to {hex}"
        return None if _recovers(mover, moves, path) else illegal("CS-MOVE-10", sentence, **facts)
    if moves.how == "lateral" and steps > most:
        sentence = "a minion that cannot get nearer may move {most} at most, not {steps}"
        return illegal("CS-MOVE-8", sentence, most=most, steps=steps)
    broken = _not_there(mover, moves, path[-1])
    if broken is None and moves.length not in (None, steps):
        sentence = "{unit} has to move {length}, not {steps}: so it can reach {hex}, which is nearer its mark"
        facts = {"unit": mover.id, "length": moves.length, "steps": steps, "hex": written(moves.to[0].at)}
        return illegal(_rule(mover, moves), sentence, **facts)
    return broken


def _not_there(mover: Mover, moves: Moves, at: Hex) -> Ruling | None:
    """Why no move may end on a hex, whichever way it goes, as far as nearness to the mark says."""
    start, there = mover.start, mover.distance(at)
    facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "there": there, "here": mover.distance(start)}
    if moves.how in ("nearest", "in-range"):
        sentence = "{unit} has to end on {ends}, not on {hex}"
        ruling = illegal(_rule(mover, moves), sentence, unit=mover.id, ends=moves.listed, hex=written(at))
        return None if moves.end(at) else ruling
    if moves.how in ("free", "recover", "done"):
        return None
    if there is None or facts["here"] is None:
        sentence = "there is no route to the mark of {unit} from {hex}, so it is not nearer"
        return illegal("CS-MOVE-4", sentence, unit=mover.id, hex=written(at if there is None else start))
    if moves.how == "lateral":
        sentence = "{hex} is {there} from the mark, farther than {here}, where {unit} starts"
        return None if mover.no_farther(at, start) else illegal("CS-MOVE-8", sentence, **facts)
    rule = "CS-MOVE-5" if not mover.ai else "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21"
    sentence = "{hex} is {there} from the mark, no nearer than {here}, where {unit} starts"
    return None if mover.nearer(at, start) else illegal(rule, sentence, **facts)


def _recovers(mover: Mover, moves: Moves, path: Path) -> bool:
    """Whether the way off closed terrain is one of the shortest, and the rest progress as far as movement goes."""
    off = ways_off(mover)[0]
    if off >= moves.movement or mover.ai:
        end = moves.end(path[-1])
        return end is not None and len(path) == len(end.path)
    length, ends = ahead(mover, path[:off][-1], moves.movement - off, (mover.start, *path[:off]))
    return len(path) == off + (length or 0) and (not ends or any(end.at == path[-1] for end in ends))


def barred(mover: Mover, moves: Moves) -> Iterator[tuple[Hex, Ruling]]:
    """The hexes on the map, and the gates, inside a unit's movement where its move may not end, row by row, and why."""
    here = mover.position
    if moves.how == "done" or mover.chip.returned:
        return
    ways = reached(mover.start, moves.movement, mover.step(swapping=moves.how != "lateral"))
    for at in within(mover.start, max(moves.movement, NEARBY)):
        if at != mover.start and (at in here.ground or at in here.gate_at) and moves.end(at) is None:
            closed = None if moves.how != "lateral" and mover.swaps_at(at) else mover.closed(at)
            yield at, closed or _not_there(mover, moves, at) or _no_way(mover, moves, at, ways.get(at))


def _no_way(mover: Mover, moves: Moves, at: Hex, way: Path | None) -> Ruling:
    """Why no move ends on a hex that is open and near enough the mark."""
    facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "movement": moves.movement}
    if way is None:
        far = apart(at, mover.start) > moves.movement
        sentence = "no open way within movement {movement} leads {unit} to {hex}"
        return illegal(_rule(mover, moves) if far else "CS-MOVE-3", sentence, **facts)
    if moves.length is not None and len(way) <= moves.length:
        sentence = "no way of length {length} that passes no hex twice leads {unit} to {hex}"
        return illegal("CS-MOVE-5", sentence, **facts, length=moves.length)
    return _broken(mover, moves, way) or illegal(_rule(mover, moves), "no move leads {unit} to {hex}", **facts)


# --- where a unit may go ----------------------------------------------------------------------------------------------


@frozen
class AllMoves:
    """The moves of every unit of a faction."""

    faction: str
    units: tuple[Moves, ...]


def move_(
    at: Position, unit: UnitName | None = None, path: tuple[At, ...] = (), *, faction: FactionName | None = None
) -> Moves | AllMoves | Done:
    """Where may a unit end, by which way, and why not elsewhere? With a way: may it go there?

    :param unit: left out: every unit of the faction.
    """
    if unit is None:
        name = faction or at.current
        return AllMoves(name, tuple(_now(mover) for mover in movers(at, name)))
    if path:
        done: Done = move(evolve(at, current=at.owners.get(unit) or at.current, step=None), unit, path)
        return done
    mover = find_mover(at, unit)
    moves = _now(mover)
    return evolve(moves, barred=tuple(Barred(place, (why,)) for place, why in barred(mover, moves)))


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
            kit.refuse("CS-MOVE-2", "{unit} does not wait for its move", unit=unit)
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
        here = moved(due[0], end)
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
        raise kit.DocumentError([Fault("bad-choice", f"{moves.unit} cannot go to {written(chosen)}", hint=hint)])
    return end
