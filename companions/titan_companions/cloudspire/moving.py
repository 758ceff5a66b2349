"""Moves: the order of units, whether a move is legal and what it does, how an AI faction moves (CS-MOVE)."""

from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from typing import Any

from titan_rules.kernel.fields import key

from .. import protocol as kit
from ..protocol import CannotTell, Fault, Open, Ruling, consequence, evolve, field, frozen, illegal, legal
from .facts import TURN_STEPS
from .hexes import At, Hex, Path, apart, reached, within, written
from .movers import Mover, find_mover, movers
from .moves import Barred, End, Moves, Swap, ends_off, moves_of, swaps_on, ways_off
from .state import Chip, Done, FactionName, Position, Unit, UnitName, out_of_turn

NEARBY = 2
"""Hexes within this distance are listed even if a unit's movement is less."""

NOWHERE: Mapping[str, At] = {}


@frozen
class Nearness:
    """The minions at one distance from their mark; None: there is no route to it."""

    distance: int | None
    minions: tuple[str, ...]
    tie: bool


@frozen
class Heroes:
    """The heroes that have not moved, and when they may."""

    units: tuple[str, ...]
    now: bool
    when: str


@frozen
class Order:
    """The current state of a faction's movement step.

    :param moved: the minions that have moved.
    :param order: those that have not, the nearest to their mark first, those without a route last.
    """

    faction: str
    moved: tuple[str, ...]
    order: tuple[Nearness, ...]
    heroes: Heroes
    turn_steps: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def order(at: Position, faction: FactionName | None = None) -> Order:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    name = faction or at.current
    units, ranks = movers(at, name), list[Nearness]()
    done = tuple(m.id for m in units if not m.is_hero and m.left is not None)
    waiting = [(m, m.distance(m.start)) for m in units if not m.is_hero and m.left is None]
    waiting.sort(key=lambda one: (one[1] is None, one[1] or 0))
    rulings = [consequence("CS-MOVE-2", "minions of {faction} move in order of nearness to their mark", faction=name)]
    for distance, due in groupby(waiting, key=lambda one: one[1]):
        minions = tuple(m.id for m, _ in due)
        ranks.append(Nearness(distance, minions, len(minions) > 1))
        listed = ", ".join(minions)
        if distance is None:
            rulings.append(consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=listed))
        elif len(minions) > 1:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            rulings.append(legal("CS-GEN-1", sentence, minions=listed, distance=distance))
    sentence = "heroes move before the first minion or after the last, never between"
    rulings.append(consequence(_hero_rule(at, name), sentence))
    rulings.append(consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS)))
    when = "before the first minion or after the last" if ranks else "at any time"
    owed = done and any(still_moves(m) and moves_of(m).must for m, _ in waiting)
    heroes = Heroes(tuple(m.id for m in units if m.is_hero and m.left is None), not owed,
                    "after the last minion" if done and ranks else when)  # fmt: skip
    return Order(name, done, tuple(ranks), heroes, TURN_STEPS, tuple(rulings))


def _hero_rule(at: Position, faction: str) -> str:
    return "CS-MOVE-20" if at.is_ai(faction) else "CS-MOVE-1"


def still_moves(mover: Mover) -> bool:
    """Whether a unit waits for its move: one at the gate does, but for when another was deployed in this turn."""
    own = mover.position.units_of(mover.faction)
    return not (mover.at_gate and any((unit.moved or ())[:1] == (mover.start,) for unit in own))


def turn_ruling(mover: Mover) -> Ruling:
    """Whether a unit may move now: its faction's turn, the step, the order among the minions, the heroes' place."""
    at, facts = mover.position, {"unit": mover.id}
    for wrong in out_of_turn(at, mover.faction, mover.id, "movement", "units move in the movement step"):
        return wrong
    now, own = order(at), mover.distance(mover.start)
    if mover.is_hero:
        if now.heroes.now:
            sentence = "no minion must move any more" if now.moved else "no minion has moved yet"
            return legal(_hero_rule(at, at.current), sentence + ": {unit} may move", **facts)
        waiting = ", ".join(name for rank in now.order for name in rank.minions)
        sentence = "{moved} moved already and {waiting} still must: {unit} would come between minions"
        return illegal(_hero_rule(at, at.current), sentence, moved=", ".join(now.moved), waiting=waiting, **facts)
    if mover.left is not None:
        return legal("CS-MOVE-2", "{unit} has begun its move", **facts)
    for rank in now.order:
        if rank.distance == own:
            break
        owing = ", ".join(name for name in rank.minions if moves_of(find_mover(at, name)).must)
        if owing:
            sentence = "{nearest} is {distance} from its mark, {unit} {own}: the nearest moves first"
            if own is None:
                sentence = "{unit} has no route to its mark, {nearest} is {distance} from it: the nearest moves first"
            return illegal("CS-MOVE-2", sentence, nearest=owing, distance=rank.distance, own=own, **facts)
    if own is None:
        return legal("CS-MOVE-4", "{unit} has no route to its mark, and comes last", **facts)
    if rank.tie:
        sentence = "{names} are equally near their mark, {distance} away: the player decides that {unit} is next"
        return legal("CS-GEN-1", sentence, names=", ".join(rank.minions), distance=own, **facts)
    sentence = "no minion nearer its mark than {unit}, {distance} away, must move first"
    return legal("CS-MOVE-2", sentence, distance=own, **facts)


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
        raise kit.ChoiceNeeded(Open("path", f"where does {unit} go?", ways, len(ways), rulings=moves.rulings))
    gone = path = path or ()
    path = path[1:] if path[:1] == (mover.start,) else path
    if gone and not path and not mover.at_gate:
        kit.refuse(
            _rule(mover, moves), "{unit} is on {hex} already: a move has a length", unit=unit, hex=written(gone[0])
        )
    yield from _against(mover, moves, path)
    swaps, place = [], (mover.start, *path)[-1]
    distance, returns = mover.distance(place), bool(path) and place in at.gate_at
    yield from (ruling for ruling in moves.rulings if returns or ruling.rule != "CS-GATE-4")
    for swap in swaps_on(mover, path):
        to = swap.to or heroes.get(swap.hero)
        if swap.to is None and to not in swap.choices:
            rule = legal("CS-MOVE-6", "the current player chooses where {hero} goes", hero=swap.hero)
            to_go = tuple({swap.hero: list(at)} for at in swap.choices)
            raise kit.ChoiceNeeded(Open("heroes", f"where does {swap.hero} go?", to_go, len(to_go), rulings=(rule,)))
        swaps.append(evolve(swap, to=to))
    sentence = "{unit} ends on {hex}" + ("" if distance is None else ", {distance} from its mark")
    yield legal("CS-MOVE-4", sentence, unit=mover.id, hex=written(place), distance=distance)
    return moved(mover, End(place, distance, path, swaps=tuple(swaps)))


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
    for hero, to in [*[(mover.id, end.at)] * bool(end.path), *((swap.hero, swap.to) for swap in end.swaps)]:
        if to is None or to not in after.gate_at:
            after = after.changed(hero, at=to)
            continue
        unit = after.unit(hero)  # back at its gate, with full HP, and not redeployed in this wave (CS-GATE-4)
        after, gate = after.without(hero), after.gate_at[to]
        chip = Chip(**{**unit.stats(), "hp": None, "returned": True})
        after = after.at_gate(gate.faction, stack=(*gate.stack, chip))
    return after


def _rule(mover: Mover, moves: Moves) -> str:
    """The rule that says where such moves end."""
    by_an_ai = "CS-MOVE-22" if mover.is_hero else "CS-MOVE-21"
    rules = {"free": "CS-MOVE-9", "lateral": "CS-MOVE-8", "recover": "CS-MOVE-10"}
    return by_an_ai if moves.how in ("nearest", "in-range") else rules.get(moves.how, "CS-MOVE-5")


def _against(mover: Mover, moves: Moves, path: Path) -> Iterator[Ruling]:
    """The rulings against a move, regardless of turn: steps, the deciding one first, or else its end."""
    for number, broken in enumerate(_broken_steps(mover, moves, path), 1):
        if broken is not None:
            where = "step {at_step}: " if len(path) > 1 else ""
            yield evolve(broken, sentence=where + broken.sentence, facts={**broken.facts, "at_step": number})
            return
    steps, at = len(path), (mover.start, *path)[-1]
    facts: dict[str, Any] = {"unit": mover.id, "ends": moves.listed}
    cornered = [swap.hero for swap in swaps_on(mover, path) if swap.cornered]
    if not path:
        if moves.must:
            rule = "CS-MOVE-11" if mover.at_gate else _rule(mover, moves)
            yield illegal(rule, "{unit} may not stay: it can move to {ends}", **facts)
    elif cornered:
        sentence = "there is no hex for {hero}, with which {unit} would swap places"
        yield illegal("CS-MOVE-6", sentence, hero=cornered[0], unit=mover.id)
    elif moves.how in ("stay", "none", "done"):
        yield evolve(moves.rulings[0], verdict="illegal")
    elif moves.how != "free" or at != mover.start:
        off = ways_off(mover)[0] if moves.how == "recover" else 0
        ends = ends_off(mover, path[:off]) if 0 < off < moves.movement and off <= steps and not mover.ai else moves.to
        lengths = [len(end.path) if off else moves.length or steps for end in ends if end.at == at]
        facts |= {"hex": written(at), "there": mover.distance(at), "steps": steps}
        sentence = "{unit} has to spend its movement on the way to {ends}: {steps} are not enough"
        if not lengths:
            sentence = "{unit} has to end on {ends}, not on {hex}"
            sentence += "" if facts["there"] is None else ", {there} from its mark"
        if steps not in lengths:
            yield illegal(_rule(mover, moves), sentence, **facts)


def _broken_steps(mover: Mover, moves: Moves, path: Path) -> Iterator[Ruling | None]:
    """For every step, the rule that it breaks, if any."""
    here, free = mover.position, moves.how == "free" and not mover.at_gate
    passed = {mover.start, *(mover.left or ())}
    off = ways_off(mover)[0] if moves.how == "recover" else 0
    most = mover.most_aside if moves.how == "lateral" else moves.movement
    for number, (a, b) in enumerate(pairwise((mover.start, *path)), 1):
        last, facts = number == len(path), {"unit": mover.id, "hex": written(b)}
        home = last and free and b in here.gate_at and here.gate_at[b].faction == mover.faction
        if apart(a, b) != 1:
            yield illegal("CS-GEN-3", "{a} and {b} share no side", a=written(a), b=written(b))
        elif number > most:
            sentence = "{unit} would move {steps}, it may move {most}"
            yield illegal(_rule(mover, moves), sentence, **facts, steps=len(path), most=most)
        elif not mover.is_hero and b in passed:
            yield illegal("CS-MOVE-5", "{unit} would pass {hex} twice", **facts)
        elif number <= off:
            unheld = b in here.ground and not here.occupied(b) and (number < off or mover.suits(b))
            yield None if unheld else mover.closed(b)
        elif not home:
            open_ = (not last and mover.may_pass(b)) or (moves.how != "lateral" and mover.swaps_at(b))
            away = illegal("CS-MOVE-5", "the step to {hex} leads farther from the mark", **facts)
            yield (None if open_ else mover.closed(b)) or (away if mover.away(a, b) else None)
        passed.add(b)


def _barred(mover: Mover, moves: Moves) -> Iterator[Barred]:
    """The hexes on the map, and the gates, inside a unit's movement where its move may not end, row by row, and why."""
    here = mover.position
    ways = reached(mover.start, moves.movement, mover.step(swapping=moves.how != "lateral"))
    for at in within(mover.start, max(moves.movement, NEARBY)):
        if at == mover.start or not (at in here.ground or at in here.gate_at) or moves.end(at):
            continue
        swaps = moves.how != "lateral" and mover.swaps_at(at)
        against = [] if swaps else [*filter(None, [mover.closed(at)])]
        against += [*_against(mover, moves, ways[at])] if at in ways else []
        facts: dict[str, Any] = {"unit": mover.id, "hex": written(at), "movement": moves.movement}
        rule = "CS-MOVE-3" if apart(at, mover.start) <= moves.movement else _rule(mover, moves)
        far = illegal(rule, "no open way within movement {movement} leads {unit} to {hex}", **facts)
        yield Barred(at, (*against, far)[:1])


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
    moves = moves_of(mover)
    told = () if moves.how == "done" or mover.chip.returned else _barred(mover, moves)
    return evolve(_now(mover), barred=tuple(told))


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


@frozen
class AiTurn:
    """The moves of an AI faction, to its end or to what the player decides: who moves first, or where it goes."""

    faction: str
    steps: tuple[Moved, ...]
    open: Open | None
    final: Any


def ai_turn(
    at: Position, faction: FactionName | None = None, *, first: tuple[UnitName, ...] = (),
    choose: Mapping[UnitName, At] = NOWHERE,
) -> AiTurn:  # fmt: skip
    """Move a whole AI faction, up to a tie that the player must break.

    :param faction: by default that whose turn it is, or else the first AI faction.
    :param first: who moves first where the player decides, heroes and minions alike, in this order.
    :param choose: where units go that have several ends.
    """
    ai = [name for name in (at.current, *at.factions) if at.is_ai(name)]
    name = faction or (ai or [at.current])[0]
    _by_an_ai(at, name)
    here, steps = evolve(at, current=name, step=None), list[Moved]()
    waiting = [mover.id for mover in movers(here, name) if mover.left is None]
    for unit in (*first, *choose):
        if unit not in waiting:
            kit.refuse("CS-MOVE-2", "{unit} does not wait for its move", unit=unit)
    while due := _due(order(here), waiting, first):
        rule = legal("CS-GEN-1", "the player decides")
        if len(due) > 1:
            return AiTurn(name, tuple(steps), Open("first", "who moves first?", due, len(due), rulings=(rule,)), here)
        mover = find_mover(here, due[0])
        moves = moves_of(mover)
        end = _decided(moves, choose.get(mover.id))
        if end is None:
            question = f"where does {mover.id} go?"
            open_ = Open("choose", question, moves.to, len(moves.to), rulings=(rule,))
            return AiTurn(name, tuple(steps), open_, here)
        for swap in end.swaps:
            if swap.to is None:
                raise CannotTell(Fault("choice", f"the current player chooses where {swap.hero} goes (CS-MOVE-6)"))
        waiting.remove(mover.id)
        steps.append(Moved(unit=mover.id, start=mover.start, at=end.at, distance=end.distance, path=end.path,
                           swaps=end.swaps, rulings=moves.rulings))  # fmt: skip
        here = moved(mover, end)
    return AiTurn(name, tuple(steps), None, here)


def _due(now: Order, waiting: list[str], first: tuple[str, ...]) -> tuple[str, ...]:
    """Who moves next; several: the player decides; none: everybody has moved."""
    ranks = [[name for name in rank.minions if name in waiting] for rank in now.order]
    nearest = next(filter(None, ranks), [])
    heroes = [name for name in now.heroes.units if name in waiting] if not (now.moved and nearest) else []
    due = (*heroes, *nearest)
    return tuple(name for name in first if name in due)[:1] or due


def _decided(moves: Moves, chosen: Hex | None) -> End | None:
    """The chosen end, or the only one; None if the choice is open."""
    stay = [] if moves.must or moves.end(moves.start) else [End(moves.start, moves.distance, ())]
    ends = [end for end in (*moves.to, *stay) if chosen in (None, end.at)]
    if chosen is not None and not ends:
        hint = "it may go to " + (moves.listed or "no other hex")
        raise kit.DocumentError([Fault("bad-choice", f"{moves.unit} cannot go to {written(chosen)}", hint=hint)])
    return ends[0] if len(ends) == 1 else None
