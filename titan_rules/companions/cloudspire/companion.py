"""Cloudspire put together: its documents, readings, digest, actions and questions."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from ...kernel.games import Actions, Game, Next, evolve, listed
from . import attacks, building, fire, gates, line, moving, turn
from .facts import RULESETS, TURN_STEPS, UPGRADES, read
from .faults import position_faults, warnings
from .state import Position, Unit

ACTIONS = Actions(
    turn.mark, moving.move, moving.stay, fire.fire, turn.explore, attacks.attack, turn.next_step, turn.end_turn,
    turn.end_wave, building.upgrade, building.build, building.place_tile, gates.equip, gates.group,
)  # fmt: skip
QUESTIONS = Actions(
    moving.move_, moving.order, moving.ai_move, moving.ai_turn, attacks.must_attack, fire.ai_target,
    fire.spires_fire, building.influence, gates.gate,
)  # fmt: skip


PROVENANCE: dict[str, dict[str, Any]] = read("provenance.json")
MUST = {"movement": "move", "spires-fire": "fire", "attack": "attack"}


def whose(at: Position) -> Next:
    """Whose choice is next."""
    who, duties = at.current, turn.duties(at)
    if at.step == "spires-fire" and duties:
        who = at.piece(duties[0].facts["spire"]).faction
    what = "any step of its turn" if at.step is None else f"the {at.step} step"
    owing = listed(ruling.facts.get("unit") or ruling.facts["spire"] for ruling in duties)
    return Next(who, f"{what}: {owing} must {MUST[at.step or 'attack']}" if duties else what)


def propose(at: Position) -> Iterator[Any]:
    """The actions that come to mind, step by step; with no step in the document those of every step."""
    make, step = ACTIONS.make, at.step
    own = [unit for unit in at.units if unit.faction == at.current]
    if step in (None, "movement"):
        for moves in turn.moving(at):
            name, paths = moves.unit, [end.path for end in moves.to]
            yield from (make("move", unit=name, path=path) if path else make("stay", unit=name) for path in paths)
    if step in (None, "spires-fire"):
        for spire in fire.firing_spires(at):
            yield from (make("fire", spire=spire.id, target=unit.id) for unit in attacks.in_reach(at, spire))
    if step in (None, "exploration"):
        hidden = [h.at for h in at.hexes if h.face_down]
        yield from (make("explore", unit=unit.id, at=there) for unit in own for there in hidden)
    if step in (None, "attack"):
        yield from (make("attack", unit=u.id, target=name) for u in own for name in attacks.targets_of(at, u))
    if step in (None, "start"):
        yield from (make("upgrade", piece=piece.id, kind=kind) for piece in at.pieces.values() for kind in UPGRADES)
        yield from (make("equip", hero=chip.id) for chip in at.chips.values() if chip.kind == "hero")
        stack = [
            chip.id for gate in at.gates if gate.faction == at.current for chip in gate.stack if chip.kind == "minion"
        ]
        yield from (make("group", unit=over, under=below) for over, below in permutations(stack, 2))
        yield from (make("build", at=h.at) for h in at.hexes)
        yield make("place-tile")
    yield make("end-turn" if step in (None, TURN_STEPS[-1]) else "next-step")
    if step in (None, TURN_STEPS[0]):
        yield make("end-wave")


def as_if(at: Position, action: Any) -> Position:
    """The position in which it would be the turn for an action: its piece's, with no step begun."""
    keys = ("target",) if isinstance(action, ACTIONS.kinds["fire"]) else ("faction", "unit", "hero", "piece")
    name = next((name for key in keys if (name := getattr(action, key, None))), "")
    owner = at.owners.get(name, name if name in at.factions else None)
    last = TURN_STEPS[-1] if isinstance(action, ACTIONS.kinds["end-turn"]) and at.step is not None else None
    step = at.step if isinstance(action, ACTIONS.kinds["next-step"]) else last
    return evolve(at, current=owner or at.current, step=step)


def facts(at: Position) -> dict[str, Any]:
    """What is seen of a position at a glance: units by id (null: gone), spires and gates."""

    def under(unit: Unit) -> dict[str, list[str]]:
        return {"under": [chip.id for chip in unit.under]} if unit.under else {}

    return {
        "current": at.current,
        "step": at.step,
        "units": {u.id: {"at": u.at, "hp": u.life, "attacked": u.attacked, **under(u)} for u in at.units},
        "spires": {s.id: {"at": s.at, "upgrades": s.upgrades, "fired": s.fired} for s in at.spires},
        "gates": {g.faction: {"hp": g.hp, "stack": [chip.id for chip in g.stack]} for g in at.gates},
        "defeated": at.defeated,
    }  # fmt: skip


def chances(before: Position, action: Any, after: Position) -> dict[str, bool]:
    """What to tell of one outcome of dice: whether the unit that is fired at falls."""
    names = (
        [action.target] if action.target else [unit.id for unit in attacks.in_reach(before, before.piece(action.spire))]
    )
    return {f"{name} is defeated": name in after.defeated for name in names}


GAME: Game[Position] = Game(
    name="cloudspire", title="Cloudspire", position=Position, about="a map with its chips, and whose turn it is",
    rulesets=RULESETS, rules=f"{__package__}.data", actions=ACTIONS, questions=QUESTIONS, propose=propose, turn=whose,
    as_if=as_if, facts=facts, chances=chances, new=line.new, faults=position_faults,
    known=lambda at: at.known, warnings=warnings,
    origin=lambda rule: PROVENANCE[rule.id], head=line.head, words=line.words, glossary=read("glossary.json"),
)  # fmt: skip
