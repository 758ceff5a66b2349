"""What may be asked besides actions: where units may go, in what order, whom they attack, ground, gates."""

from collections.abc import Iterator
from typing import Any, Literal

from ...kernel.fields import key
from ...kernel.games import CannotTell, Fault, Ruling, consequence, field, frozen, legal, refuse
from ...kernel.odds import Chance
from . import turn
from .attacks import duty, over, struck_at_the_end
from .building import gate_rulings, influenced, may_deploy, may_equip, may_return
from .facts import SPIRE_RANGE, TURN_STEPS
from .hexes import At, Hex, apart
from .judging import barred, order_of, turn_ruling
from .movers import find_mover, movers
from .moves import End, How, Moves, moves_of
from .state import Chip, Done, FactionName, Gate, PieceName, Position, Spire, SpireName, Unit, UnitKind, UnitName
from .targets import Ranked, best, firing_spires, may_fire_at, targets_of, targets_of_ai

# --- moving -----------------------------------------------------------------------------------------------------------


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
        done: Done = turn.move(at, unit, path)
        return done
    moves = moves_of(find_mover(at, unit))
    return _told(moves, barred=tuple(Barred(place, (why,)) for place, why in barred(moves)))


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
class MovingOrder:
    """The movement step of a faction as it stands.

    :param moved: the minions that have moved.
    """

    faction: str
    moved: tuple[str, ...]
    order: tuple[Nearness, ...]
    heroes: Heroes
    turn_steps: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def order(at: Position, faction: FactionName | None = None) -> MovingOrder:
    """In what order do minions move, which ties are the player's, when may heroes move?"""
    name = faction or at.current
    queue = order_of(at, name)
    ranks = tuple(
        Nearness(distance, tuple(mover.id for mover in due), len(due) > 1) for distance, due in queue.waiting.items()
    )
    rulings = [consequence("CS-MOVE-2", "minions of {faction} move in order of nearness to their mark", faction=name)]
    for rank in ranks:
        listed = ", ".join(rank.minions)
        if rank.distance is None:
            rulings.append(consequence("CS-MOVE-4", "there is no route to the mark for {minions}", minions=listed))
        elif rank.tie:
            sentence = "{minions} are all {distance} from their mark: the player decides among them"
            rulings.append(legal("CS-GEN-1", sentence, minions=listed, distance=rank.distance))
    sentence = "heroes move before the first minion or after the last, never between"
    steps = consequence("CS-GEN-2", "a turn has the steps {steps}", steps=", ".join(TURN_STEPS))
    when = "before the first minion or after the last" if ranks else "at any time"
    when = "after the last minion" if queue.done and ranks else when
    heroes = Heroes(tuple(mover.id for mover in queue.heroes), queue.heroes_now, when)
    rulings += [consequence(queue.hero_rule, sentence), steps]
    return MovingOrder(name, tuple(queue.done), ranks, heroes, TURN_STEPS, tuple(rulings))


# --- attacking --------------------------------------------------------------------------------------------------------


@frozen
class Duty:
    """Whether a unit must attack, may, cannot, or has; and whom it may attack."""

    unit: str
    kind: UnitKind
    attack: Literal["must", "may", "cannot", "done"]
    targets: tuple[str, ...]
    rulings: tuple[Ruling, ...]


@frozen
class Duties:
    """The attack step of a faction as it stands."""

    faction: str
    units: tuple[Duty, ...]
    rulings: tuple[Ruling, ...]


def must_attack(at: Position, faction: FactionName | None = None) -> Duties:
    """Which units must attack, which may, and whom can each reach?"""
    name = faction or at.current
    rulings = [legal("CS-ATT-1", "heroes and minions attack in any mixed order")]
    if not at.is_ai(name):
        rulings.append(legal("CS-ATT-21", "{faction} chooses the targets", faction=name))
    for gate, unit in struck_at_the_end(at) if name == at.current else ():
        sentence = "if {unit} does not attack, the gate of {owner} strikes it as the attack step ends"
        rulings.append(consequence("CS-ATT-3", sentence, unit=unit.id, owner=gate.faction))
    return Duties(name, tuple(_duty(at, unit) for unit in at.units if unit.faction == name), tuple(rulings))


def _duty(at: Position, unit: Unit) -> Duty:
    names, done, ruling = targets_of(at, unit), over(at, unit), duty(at, unit)
    word: Any = "may" if unit.kind == "hero" and not at.is_ai(unit.faction) else "must"
    if done is not None:
        word, ruling = "done", done
    elif not names:
        word, ruling = "cannot", _nobody(at, unit)
    return Duty(unit.id, unit.kind, word, tuple(names), (ruling,))


def _nobody(at: Position, unit: Unit) -> Ruling:
    """Why a unit has no target."""
    if unit.kind == "hero" and at.is_ai(unit.faction):
        sentence = "{unit} has no target in reach {reach} that it would deal damage to"
        return consequence("CS-ATT-30", sentence, unit=unit.id, reach=unit.reach)
    if not unit.damage:
        return consequence("CS-ATT-4", "{unit} has no attack above 0", unit=unit.id)
    return consequence("CS-ATT-2", "{unit} reaches {reach} and has no target there", unit=unit.id, reach=unit.reach)


@frozen(kw_only=True)
class AiTarget:
    """Whom an AI unit or spire attacks.

    :param target: the targets of the highest priority; several: the player decides.
    :param damage, dice: of a unit, of a spire.
    :param targets: every one that it reaches, by priority.
    """

    piece: str
    damage: int | None = None
    dice: int | None = None
    reach: int
    target: tuple[str, ...]
    number: int | None = field(metadata=key("class"))
    choice: bool
    targets: tuple[Ranked, ...]
    rulings: tuple[Ruling, ...]


def ai_target(at: Position, piece: PieceName) -> AiTarget:
    """Whom does an AI unit or spire attack, and what if the classes are read otherwise?"""
    named = at.piece(piece)
    asked = named if isinstance(named, Spire) else at.unit(named.id)
    spire = isinstance(asked, Spire)
    if asked.faction is None or not at.is_ai(asked.faction):
        hint = "its owner chooses among its targets (CS-ATT-11)" if spire else "its player chooses (CS-ATT-21)"
        raise CannotTell(Fault("not-ai", f"{asked.id} is no AI {'spire' if spire else 'unit'}", hint=hint))
    ranked, first = targets_of_ai(at, asked), best(at, asked)
    names = " or ".join(target.name for target in first)
    if isinstance(asked, Spire):
        rulings, deals = _fire_rulings(at, asked), {"dice": asked.dice}
    else:
        rulings, deals = [(duty if ranked else _nobody)(at, asked)], {"damage": asked.damage}
    if first:
        facts: dict[str, Any] = {"number": first[0].number, "about": first[0].about, "targets": names}
        rulings.append(legal("CS-ATT-32" if spire else "CS-ATT-31", "{targets}: class {number}, {about}", **facts))
    if len(first) > 1:
        rulings.append(legal("CS-GEN-1", "the player decides: {targets}", targets=names))
    return AiTarget(
        piece=asked.id, **deals, reach=asked.reach, target=tuple(target.name for target in first),
        number=first[0].number if first else None, choice=len(first) > 1, targets=tuple(ranked), rulings=tuple(rulings),
    )  # fmt: skip


@frozen(kw_only=True)
class Ready:
    """A hostile spire in this turn.

    :param most: the most damage that its dice deal, where that is known.
    :param must: it has a target, and has not fired.
    """

    spire: str
    faction: str
    dice: int
    range: int
    most: int | None = None
    must: bool
    rulings: tuple[Ruling, ...]


@frozen
class Reached:
    """A unit that a spire reaches, with the chance that it defeats it, if the dice are known."""

    spire: str
    unit: str
    kind: UnitKind
    hp: int
    distance: int
    defeats: Chance | None = None


@frozen
class DamageOdds:
    """The chance of a damage of a spire that has a target."""

    spire: str
    damage: int
    exactly: Chance
    at_least: Chance


@frozen
class Fire:
    """The step in which spires fire, as it stands: in the order in which they fire."""

    current: str
    spires: tuple[Ready, ...]
    targets: tuple[Reached, ...]
    odds: tuple[DamageOdds, ...]
    rulings: tuple[Ruling, ...]


def spires_fire(at: Position, spire: SpireName | None = None) -> Fire:
    """Which hostile spires reach which units, with how many dice?"""
    spires = firing_spires(at) if spire is None else [at.spire(spire)]
    reached = [(each, may_fire_at(at, each)) for each in spires]
    listed = ", ".join(each.id for each in spires) or "no spire"
    sentence = "opponents fire in turn order from the left of {current}: {order}"
    return Fire(
        at.current,
        tuple(_ready(at, each, bool(units)) for each, units in reached),
        tuple(_reached(at, each, unit) for each, units in reached for unit in units),
        tuple(row for each, units in reached if units for row in _odds(at, each)),
        (
            legal("CS-ATT-11", sentence, current=at.current, order=listed),
            consequence("CS-GEN-2", "spires fire in the turn of {current}, after movement", current=at.current),
        ),
    )


def _ready(at: Position, spire: Spire, has_target: bool) -> Ready:
    most = None if at.die.most is None else at.die.most * spire.dice
    return Ready(spire=spire.id, faction=spire.faction, dice=spire.dice, range=spire.reach, most=most,
                 must=has_target and not spire.fired, rulings=tuple(_fire_rulings(at, spire)))  # fmt: skip


def _fire_rulings(at: Position, spire: Spire) -> list[Ruling]:
    """What a spire can do now, and must."""
    facts: dict[str, Any] = {"spire": spire.id, "dice": spire.dice, "reach": spire.reach}
    rule, sentence = "CS-ATT-10", "no hostile hero or minion is in range of {spire}"
    if spire.fired:
        rule, sentence = "CS-ATT-11", "{spire} has fired in this turn"
    elif may_fire_at(at, spire):
        rule, sentence = "CS-ATT-11", "{spire} has a target: it must fire"
    return [
        legal("CS-ATT-8", "{spire} rolls one die for each attack upgrade: {dice}", **facts),
        legal("CS-ATT-9", "{spire} reaches {reach}: 1 and its range upgrades, {more}", **facts,
              more=spire.reach - SPIRE_RANGE),
        consequence(rule, sentence, spire=spire.id),
    ]  # fmt: skip


def _reached(at: Position, spire: Spire, unit: Unit) -> Reached:
    odds = at.die.odds(spire.dice)
    defeats = None if odds is None else Chance(odds.at_least(unit.life))
    return Reached(spire.id, unit.id, unit.kind, unit.life, apart(spire.at, unit.at), defeats)


def _odds(at: Position, spire: Spire) -> Iterator[DamageOdds]:
    odds = at.die.odds(spire.dice)
    for pips, ways in enumerate(() if odds is None else odds.ways):
        if ways and odds is not None:
            yield DamageOdds(spire.id, pips, Chance(odds.exactly(pips)), Chance(odds.at_least(pips)))


# --- ground and gates -------------------------------------------------------------------------------------------------


@frozen
class Clause:
    """Why a group is under influence: by one's gate, a spire in it, or an adjacent group."""

    clause: Literal["gate", "spire", "adjacent"]
    of: str | None = None


@frozen
class Group:
    """A hex group under influence."""

    group: str
    by: tuple[Clause, ...]
    rulings: tuple[Ruling, ...]


@frozen
class Influence:
    """The hex groups under a faction's influence, and those without it."""

    faction: str
    groups: tuple[Group, ...]
    without: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def influence(at: Position, faction: FactionName | None = None) -> Influence:
    """Which hex groups are under a faction's influence, and by which clause?"""
    name = faction or at.current
    reasons = influenced(at, name)
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    return Influence(
        name,
        tuple(Group(group, tuple(map(_clause, why)), tuple(why)) for group, why in reasons.items() if why),
        tuple(group for group, why in reasons.items() if not why),
        (
            consequence("CS-INF-1", sentence, faction=name),
            consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"),
        ),
    )


def _clause(reason: Ruling) -> Clause:
    if "spire" in reason.facts:
        return Clause("spire", reason.facts["spire"])
    return Clause("adjacent", reason.facts["other"]) if "other" in reason.facts else Clause("gate")


@frozen(kw_only=True)
class HeroAtGate:
    """What a hero may do at its gate, or back to it."""

    hero: str
    at_gate: bool
    hp_at_gate: int
    may_return: bool | None = None
    may_equip: bool
    may_deploy: bool
    rulings: tuple[Ruling, ...]


@frozen
class GateAnswer:
    """A gate as it stands.

    :param absorbs: who may take damage in its place (CS-GATE-3).
    :param strikes_at_the_end: whom it strikes as the attack step ends (CS-ATT-3).
    """

    gate: str
    at: Hex
    hp: int
    stack: tuple[str, ...]
    absorbs: str | None
    strikes_at_the_end: tuple[str, ...]
    heroes: tuple[HeroAtGate, ...]
    rulings: tuple[Ruling, ...]


def gate(at: Position, faction: FactionName | None = None, *, hero: UnitName | None = None) -> GateAnswer:
    """Who takes damage for it, whom does it strike, may heroes return, equip, deploy?

    :param hero: only this one.
    """
    name = faction or at.current
    own_gate = at.gate(name)
    if own_gate is None:
        refuse("CS-GATE-2", "{faction} has no gate on the map", faction=name)
    own = [unit for unit in at.units if unit.faction == name]
    heroes = [chip for chip in (*own_gate.stack, *own) if chip.kind == "hero" and hero in (None, chip.id)]
    struck = [unit.id for each, unit in struck_at_the_end(at) if each is own_gate]
    stack = tuple(chip.id for chip in own_gate.stack)
    told = tuple(_hero(at, chip, own_gate) for chip in heroes)
    rulings = tuple(gate_rulings(own_gate, struck))
    return GateAnswer(name, own_gate.at, own_gate.hp, stack, next(iter(stack), None), tuple(struck), told, rulings)


def _hero(at: Position, hero: Chip, own: Gate) -> HeroAtGate:
    away = isinstance(hero, Unit)
    equips = may_equip(hero)
    other = may_return(at, hero) if isinstance(hero, Unit) else may_deploy(hero, own)
    may = other.verdict == "legal"
    return HeroAtGate(
        hero=hero.id, at_gate=not away, hp_at_gate=hero.health if away else hero.life,
        may_return=may if away else None, may_equip=equips.verdict == "legal", may_deploy=may and not away,
        rulings=(equips, other),
    )  # fmt: skip
