"""A turn as actions: moves, spire fire, attacks, the steps between, and what is bought (CS-GEN-2)."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NoReturn

from attrs import field, frozen

from ....kernel.companions import Outcome
from ....kernel.companions.actions import Actions
from ....kernel.companions.choices import ChoiceNeeded, Open, Refused
from ....kernel.companions.telling import broken
from ....kernel.errors import IllegalAction
from ....kernel.evolving import evolve
from ....kernel.fields import Between
from ....kernel.rulings import Ruling, consequence, illegal, legal
from ..facts import GATE_DAMAGE, TURN_STEPS, UpgradeKind
from ..hexes import Hex
from ..state import C, Coordinate, Position, Spire, Step, on_every_chip
from .attacks import attack, duty, over
from .checking import judge
from .fire import dice_of, fire, firing_spires, may_fire_at
from .gates import heroes_of, struck_at_the_end
from .ground import Mover, ground_of, movers
from .groups import harm, harm_rulings, harmed
from .influence import may_build
from .lookup import by_name, find_chip_or_spire, find_piece, find_spire, find_unit
from .minions import swaps_on
from .movement import moved, moves_on
from .moves import End, Moves, Swap
from .order import still_moves
from .targets import targets_of
from .upgrades import upgrade_rulings, upgraded

Place = tuple[Coordinate, ...]


@frozen
class Move:
    """A unit moves, or deploys; without a path it stays.

    :param unit: its id.
    :param path: the hexes in order.
    :param heroes: where heroes go that it swaps places with, where the player chooses (CS-MOVE-6).
    """

    unit: str
    path: tuple[Place, ...] = ()
    heroes: Mapping[str, Place] = field(factory=dict)


@frozen
class Fire:
    """A hostile spire fires.

    :param rolled: what the dice show, one for each attack upgrade.
    :param target: the unit; left out: the only one that it reaches.
    """

    spire: str
    rolled: tuple[Annotated[int, Between(0, 99)], ...] = ()
    target: str | None = None


@frozen
class Attack:
    """A unit attacks.

    :param target: a unit, a spire, or a faction's gate.
    :param absorb: the top unit at the gate takes the damage in its place (CS-GATE-3).
    """

    unit: str
    target: str
    absorb: bool = False


@frozen
class NextStep:
    """The next step of the turn begins."""


@frozen
class EndTurn:
    """The turn ends, and that of the faction on the left begins."""


@frozen
class EndWave:
    """The wave ends: heroes that returned to their gates may deploy again (CS-GATE-4)."""


@frozen
class Upgrade:
    """A piece takes an upgrade, on top of those that it has."""

    piece: str
    kind: UpgradeKind


@frozen
class Build:
    """A spire is built.

    :param upgrades: the icons on its chip: its first upgrades, the bottom one first (CS-UP-3).
    """

    spire: str
    at: Place
    upgrades: tuple[UpgradeKind, ...] = ()
    capacity: Annotated[int, Between(0, 99)] | None = None


@frozen
class Equip:
    """A hero at its gate puts on a bought equipment chip (CS-GATE-5)."""

    hero: str
    equipment: str


ACTIONS = Actions(
    {
        "move": Move,
        "fire": Fire,
        "attack": Attack,
        "next-step": NextStep,
        "end-turn": EndTurn,
        "end-wave": EndWave,
        "upgrade": Upgrade,
        "build": Build,
        "equip": Equip,
    }
)

Done = Outcome[Position]


def apply(at: Position, action: Any) -> Done:
    """Carry out one action.

    :raises IllegalAction: a rule forbids it; nothing is changed.
    :raises ChoiceNeeded: where a hero goes is open.
    :raises UnknownName: there is no piece of that name.
    """
    return _DEEDS[type(action)](at, action)


def _refuse(rule: str, sentence: str, **facts: Any) -> NoReturn:
    raise IllegalAction([illegal(rule, sentence, **facts)])


def _hex(at: Place) -> Hex:
    if len(at) != 2:
        _refuse("CS-GEN-3", "a hex is two numbers q,r, not {count}", count=len(at))
    return at[0], at[1]


def _move(at: Position, action: Move) -> Done:
    found = judge(at, action.unit, tuple(map(_hex, action.path)))
    moves = found.moves
    if found.broken is not None:
        ends = [end.at for end in moves.ends]
        raise Refused([found.broken], unit=moves.mover.id, broken=found.broken.rule, step=found.step, to=ends)
    told: dict[str, Any] = {"unit": moves.mover.id}
    if found.swaps:
        told["swaps"] = [swap.to_json() for swap in found.swaps]
    end = _end_of(moves, found.path, action.heroes)
    stays_at_gate = moves.mover.at_gate and not end.path
    return Done(at if stays_at_gate else moved(at, moves, end), found.rulings, told=told)


def _end_of(moves: Moves, path: tuple[Hex, ...], heroes: Mapping[str, Place]) -> End:
    mover = moves.mover
    at = path[-1] if path else mover.start
    listed = moves.end(at)
    swaps = swaps_on(moves.field, mover.start, path) if path and not mover.is_hero else ()
    placed = tuple(_placed(swap, heroes.get(swap.hero)) for swap in swaps)
    returns = listed is not None and listed.returns
    return End(at, moves.field.distance(at), path, placed, returns=returns)


def _placed(swap: Swap, given: Place | None) -> Swap:
    """A swap with the hex that the player chose for the hero, where one must be chosen."""
    if swap.to is not None or not swap.choices:
        return swap
    if given is None or _hex(given) not in swap.choices:
        rule = legal("CS-MOVE-6", "the current player chooses where {hero} goes", hero=swap.hero)
        choices = tuple({swap.hero: list(at)} for at in swap.choices)
        raise ChoiceNeeded(Open("heroes", f"where does {swap.hero} go?", choices, len(choices), rulings=(rule,)))
    return evolve(swap, to=_hex(given))


def _fire(at: Position, action: Fire) -> Done:
    from ..answers.attacking import fire_told, only_target

    spire = find_spire(at, action.spire)
    target = only_target(at, spire) if action.target is None else find_unit(at, action.target)
    done = fire(at, spire, target, action.rolled)
    told = fire_told(spire, target, done)
    rulings = tuple(told.pop("rulings"))
    if done.broken or done.after is None:
        raise IllegalAction(done.broken)
    return Done(done.after, rulings, told=told)


def _attack(at: Position, action: Attack) -> Done:
    from ..answers.attacking import attack_told

    unit, piece = find_unit(at, action.unit), find_piece(at, action.target)
    done = attack(at, unit, piece, action.absorb)
    told = attack_told(unit, piece, done, action.absorb)
    rulings = tuple(told.pop("rulings"))
    if done.broken or done.after is None:
        raise IllegalAction(done.broken)
    return Done(done.after, rulings, told=told)


# --- steps and turns --------------------------------------------------------------------------------------------------


def _next_step(at: Position, action: NextStep) -> Done:
    now: Step = at.step or "start"
    if now == TURN_STEPS[-1]:
        _refuse("CS-GEN-2", "{now} is the last step of the turn: the turn ends", now=now)
    owed = duties(evolve(at, step=now))
    if owed:
        raise IllegalAction(owed)
    following = TURN_STEPS[TURN_STEPS.index(now) + 1]
    sentence = "{faction}: {now} is over, {next} begins"
    ruling = consequence("CS-GEN-2", sentence, faction=at.current, now=now, next=following)
    return Done(evolve(at, step=following), (ruling,))


def duties(at: Position) -> list[Ruling]:
    """What must still be done before the step is over (CS-MOVE-5, CS-ATT-11, 20, 30)."""
    if at.step == "movement":
        ground = ground_of(at)
        waiting = [m for m in movers(at, at.current) if m.left is None and still_moves(at, m)]
        return [_must_move(m) for m in waiting if moves_on(ground, m).must]
    if at.step == "spires-fire":
        return [
            illegal("CS-ATT-11", "{spire} has a target and must fire", spire=spire.id)
            for spire in firing_spires(at)
            if not spire.fired and dice_of(spire) and may_fire_at(at, spire)
        ]
    if at.step in (None, "attack"):
        units = [u for u in at.units if u.faction == at.current and over(at, u) is None and targets_of(at, u)]
        owed = [duty(at, unit) for unit in units if unit.kind != "hero" or at.is_ai(unit.faction)]
        return [Ruling(r.rule, "illegal", r.sentence, r.facts) for r in owed]
    return []


def _must_move(mover: Mover) -> Ruling:
    if mover.at_gate:
        return illegal("CS-MOVE-11", "{unit} is on top at the gate and must deploy", unit=mover.id)
    rule = "CS-MOVE-22" if mover.is_hero else "CS-MOVE-5"
    return illegal(rule, "{unit} can get nearer its mark and must move", unit=mover.id)


def _end_turn(at: Position, action: EndTurn) -> Done:
    if at.step not in (None, TURN_STEPS[-1]):
        _refuse("CS-GEN-2", "the turn of {faction} is in its step {now}", faction=at.current, now=at.step)
    owed = duties(at)
    if owed:
        raise IllegalAction(owed)
    rulings = list[Ruling]()
    for gate in at.gates:
        for unit in struck_at_the_end(at, gate):
            sentence = "{unit} is beside the gate of {owner} and has not attacked: it is struck for {damage}"
            rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction, damage=GATE_DAMAGE))
            found = harm(at, unit, unit.faction, GATE_DAMAGE)
            rulings += harm_rulings(found, GATE_DAMAGE)
            at = harmed(at, found, "attack")
    names = list(at.factions)
    left = names[(names.index(at.current) + 1) % len(names)]
    rulings.append(
        consequence("CS-GEN-2", "the turn of {faction} is over, {next} is next", faction=at.current, next=left)
    )
    fresh = on_every_chip(at, lambda chip: evolve(chip, retaliated=False))
    units = tuple(evolve(u, moved=None, attacked=False, fell_in=None) for u in fresh.units)
    spires = tuple(evolve(s, fired=False) for s in fresh.spires)
    step: Step | None = None if at.step is None else "start"
    return Done(evolve(fresh, current=left, step=step, units=units, spires=spires), tuple(rulings))


def _end_wave(at: Position, action: EndWave) -> Done:
    back = [chip.id for chip in at.chips() if chip.returned]
    ruling = consequence("CS-GATE-4", "the wave is over: {heroes} may deploy again", heroes=", ".join(back) or "nobody")
    return Done(on_every_chip(at, lambda chip: evolve(chip, returned=False)), (ruling,))


# --- what is bought ---------------------------------------------------------------------------------------------------


def _upgrade(at: Position, action: Upgrade) -> Done:
    piece = find_chip_or_spire(at, action.piece)
    rulings = upgrade_rulings(at, piece, action.kind)
    if broken(rulings):
        raise IllegalAction(broken(rulings))
    return Done(upgraded(at, piece, action.kind), tuple(rulings))


def _build(at: Position, action: Build) -> Done:
    taken = {chip.id for chip in at.chips()} | {spire.id for spire in at.spires}
    rulings = may_build(at, at.current, _hex(action.at))
    if action.spire in taken or ":" in action.spire or not action.spire.strip():
        rulings = [illegal("CS-INF-1", "{spire} is no name for another piece", spire=action.spire)]
    if broken(rulings):
        raise IllegalAction(broken(rulings))
    built = Spire(id=action.spire, faction=at.current, at=action.at, upgrades=action.upgrades, capacity=action.capacity)
    return Done(evolve(at, spires=(*at.spires, built)), tuple(rulings))


def _equip(at: Position, action: Equip) -> Done:
    heroes = {hero.hero.id: hero for gate in at.gates for hero in heroes_of(at, gate)}
    hero = by_name("hero", heroes, action.hero)
    if not hero.may_equip:
        raise IllegalAction(broken(hero.rulings))
    rulings = tuple(ruling for ruling in hero.rulings if ruling.rule == "CS-GATE-5")

    def wearing(chip: C) -> C:
        return evolve(chip, equipment=action.equipment) if chip.id == hero.hero.id else chip

    return Done(on_every_chip(at, wearing), rulings)


_DEEDS: Mapping[type[Any], Callable[[Position, Any], Done]] = {
    Move: _move,
    Fire: _fire,
    Attack: _attack,
    NextStep: _next_step,
    EndTurn: _end_turn,
    EndWave: _end_wave,
    Upgrade: _upgrade,
    Build: _build,
    Equip: _equip,
}
