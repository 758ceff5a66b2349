"""What may be done in a position, and what is seen of it."""

from typing import Any

from ....kernel.companions.telling import broken
from ..facts import TURN_STEPS, UPGRADES
from ..hexes import written
from ..state import Chip, Position, Spire
from .attacks import over
from .fire import dice_of, firing_spires, may_fire_at
from .ground import movers
from .movement import moves_of
from .moves import Moves
from .order import still_moves, turn_ruling
from .play import duties
from .targets import targets_of
from .upgrades import upgrade_rulings


def options(at: Position) -> list[dict[str, Any]]:
    """What may be done now, by the piece that does it; with no step in the document, in any step."""
    found = list[dict[str, Any]]()
    if at.step in (None, "start"):
        for kind in UPGRADES:
            every: list[Chip | Spire] = [*at.chips(), *at.spires]
            pieces = [piece for piece in every if not broken(upgrade_rulings(at, piece, kind))]
            found += [{"do": "upgrade", "kind": kind, "pieces": [p.id for p in pieces]}] if pieces else []
    if at.step in (None, "movement"):
        found += [_moving(moves) for moves in _moves_now(at) if moves.ends]
    if at.step in (None, "spires-fire"):
        found += [
            {"do": "fire", "spire": spire.id, "dice": dice_of(spire), "targets": [u.id for u in may_fire_at(at, spire)]}
            for spire in firing_spires(at)
            if not spire.fired and may_fire_at(at, spire)
        ]
    if at.step in (None, "attack"):
        own = [unit for unit in at.units if unit.faction == at.current and over(at, unit) is None]
        found += [{"do": "attack", "unit": u.id, "targets": targets} for u in own if (targets := targets_of(at, u))]
    if duties(at):
        return found
    ending = at.step in (None, TURN_STEPS[-1])
    return [*found, {"do": "end-turn" if ending else "next-step"}]


def _moves_now(at: Position) -> list[Moves]:
    now = [m for m in movers(at, at.current) if turn_ruling(at, m).verdict == "legal" and still_moves(at, m)]
    return [moves_of(at, mover.id) for mover in now]


def _moving(moves: Moves) -> dict[str, Any]:
    ends = [{"at": end.at, "path": end.path} for end in moves.ends]
    return {"do": "move", "unit": moves.mover.id, "must": moves.must, "to": ends}


def show(at: Position) -> dict[str, Any]:
    """Whose turn it is, and every piece."""
    return {
        "current": at.current,
        "step": at.step,
        "units": [
            {"unit": u.id, "faction": u.faction, "kind": u.kind, "at": written(u.hex), "hp": f"{u.life} of {u.health}",
             "attack": u.damage, "reach": u.reach, "under": [chip.id for chip in u.under]}
            for u in at.units
        ],
        "spires": [
            {"spire": s.id, "faction": s.faction, "at": written(s.hex), "upgrades": s.upgrades} for s in at.spires
        ],
        "gates": [
            {"gate": g.faction, "at": written(g.hex), "hp": g.hp, "stack": [chip.id for chip in g.stack]}
            for g in at.gates
        ],
    }  # fmt: skip


def facts(at: Position) -> dict[str, Any]:
    """What a record may expect of a position: units by id (null: gone), spires and gates."""
    return {
        "current": at.current,
        "step": at.step,
        "units": {u.id: {"at": u.hex, "hp": u.life, "attacked": u.attacked} for u in at.units},
        "spires": {s.id: {"at": s.hex, "upgrades": s.upgrades, "fired": s.fired} for s in at.spires},
        "gates": {g.faction: {"hp": g.hp, "stack": [chip.id for chip in g.stack]} for g in at.gates},
    }
