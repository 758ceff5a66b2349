"""Cloudspire put together: its documents, readings, digest, actions and questions."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from ..protocol import Action, Actions, Game, Next, evolve, listed
from . import attacks, building, faults, fire, line, movers, moves, moving, turn
from .facts import RULESETS, TURN_STEPS, UPGRADES, read
from .state import Position, Unit

LEXICON = read("lexicon.json")
ACTIONS = Actions(
    turn.mark, moving.move, moving.stay, fire.fire, turn.explore, attacks.attack, turn.next_step, turn.end_turn,
    turn.end_wave, building.upgrade, building.build, building.place_tile, turn.equip, turn.group, lexicon=LEXICON,
)  # fmt: skip
QUESTIONS = Actions(
    moving.move_, moving.order, moving.ai_move, moving.ai_turn, attacks.must_attack, fire.ai_target,
    fire.spires_fire, building.influence, turn.gate, lexicon=LEXICON,
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


def propose(at: Position) -> Iterator[Action]:
    """The obvious actions of the step; of every step if the document has none."""
    make, own = ACTIONS.make, at.units_of(at.current)
    now = TURN_STEPS if at.step is None else (at.step,)
    if "movement" in now:
        ready = [m for m in movers.movers(at, at.current) if moving.still_moves(m)]
        for each in [moves.moves_of(m) for m in ready if moving.turn_ruling(m).verdict == "legal"]:
            for end in each.to:
                name = each.unit
                yield make("move", unit=name, path=end.path) if end.path else make("stay", unit=name)
    if "spires-fire" in now:
        for spire in fire.firing_spires(at):
            yield from (make("fire", spire=spire.id, target=unit.id) for unit in attacks.in_reach(at, spire))
    if "exploration" in now:
        hidden = [h.at for h in at.hexes if h.face_down]
        yield from (make("explore", unit=unit.id, at=there) for unit in own for there in hidden)
    if "attack" in now:
        yield from (make("attack", unit=u.id, target=name) for u in own for name in attacks.targets_of(at, u))
    if "start" in now:
        gate = at.gate(at.current)
        stack = [chip.id for chip in (gate.stack if gate else ()) if chip.kind == "minion"]
        yield from (make("upgrade", piece=piece.id, kind=kind) for piece in at.pieces.values() for kind in UPGRADES)
        yield from (make("equip", hero=chip.id) for chip in at.chips.values() if chip.kind == "hero")
        yield from (make("group", unit=over, under=below) for over, below in permutations(stack, 2))
        yield from (make("build", at=h.at) for h in at.hexes)
        yield make("place-tile")
    yield make("end-turn" if "attack" in now else "next-step")
    if "start" in now:
        yield make("end-wave")


def as_if(at: Position, action: Action) -> Position:
    """The position with the turn given to an action's piece, and no step begun."""
    word = ACTIONS.name(action)
    keys = ("target",) if word == "fire" else ("faction", "unit", "hero", "piece")
    name = next((name for key in keys if (name := getattr(action, key, None))), "")
    owner = at.owners.get(name, name if name in at.factions else None)
    step = at.step if word == "next-step" else at.step and TURN_STEPS[-1] if word == "end-turn" else None
    return evolve(at, current=owner or at.current, step=step)


def facts(at: Position) -> dict[str, Any]:
    """A position at a glance: units by id (null: gone), spires and gates."""

    def under(unit: Unit) -> dict[str, list[str]]:
        return {"under": [chip.id for chip in unit.under]} if unit.under else {}

    return {
        "current": at.current,
        "step": at.step,
        "units": {u.id: {"at": u.at, "hp": u.life, "attacked": u.attacked, **under(u)} for u in at.units},
        "spires": {s.id: {"at": s.at, "upgrades": s.upgrades, "fired": s.fired} for s in at.spires},
        "gates": {g.faction: {"hp": g.hp, "stack": [chip.id for chip in g.stack]} for g in at.gates},
        "defeated": at.defeated,
    }


def chances(before: Position, action: Action, after: Position) -> dict[str, bool]:
    """The result of one roll: whether the target falls."""
    names = [action.target or unit.id for unit in attacks.in_reach(before, before.piece(action.spire))]
    return {f"{name} is defeated": name in after.defeated for name in names}


DISPUTE = ("Amber to play, attack: shield at 4,-1; cairn at 4,0 range; gate Basalt hp 7", "shield attacks cairn")
GAME: Game[Position] = Game(
    name="cloudspire", title="Cloudspire", position=Position, about="a map with its chips, and whose turn it is",
    rulesets=RULESETS, rules=f"{__package__}.data", actions=ACTIONS, questions=QUESTIONS, propose=propose, turn=whose,
    as_if=as_if, facts=facts, chances=chances, new=line.new, faults=faults.position_faults,
    known=lambda at: at.known, warnings=faults.warnings, origin=lambda rule: PROVENANCE[rule.id],
    head=line.head, words=line.words, dispute=DISPUTE, glossary=read("glossary.json"),
)  # fmt: skip
