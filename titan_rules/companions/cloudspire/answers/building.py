"""Questions on ground and gear: influence, place-tile, build, upgrade, gate."""

from collections.abc import Mapping
from typing import Any

from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.questions import Answer
from ....kernel.rulings import Ruling, consequence, legal
from ..facts import UPGRADES
from ..hexes import typed, typed_many
from ..rules.fire import dice_of, range_of
from ..rules.gates import HeroAtGate, absorber, gate_rulings, heroes_of, struck_at_the_end
from ..rules.influence import influence, may_build, may_place
from ..rules.lookup import by_name, find_chip_or_spire
from ..rules.upgrades import spire_upgrade, supply_left, unit_upgrade
from ..state import Gate, Position, Spire
from .shown import faction_of, place, told


def answer_influence(position: Position, values: Mapping[str, Any]) -> Answer:
    """The hex groups under a faction's influence, and by which clause."""
    faction = faction_of(position, values["faction"])
    found = influence(position, faction)
    groups = [
        {"group": group, "by": [_clause(reason.clause, reason.by) for reason in reasons], "rulings": _told(reasons)}
        for group, reasons in found.items()
    ]
    others = [group for group in dict.fromkeys(h.group for h in position.hexes) if group not in found]
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    rulings = [consequence("CS-INF-1", sentence, faction=faction)]
    rulings.append(consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"))
    return {"faction": faction, "groups": groups, "without": others, "rulings": told(rulings)}


def _clause(clause: str, by: str | None) -> Answer:
    return {"clause": clause} if by is None else {"clause": clause, "of": by}


def _told(reasons: Any) -> list[dict[str, Any]]:
    return told(reason.ruling for reason in reasons)


def place_tile(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whether a terrain tile may lie on these hexes."""
    faction = faction_of(position, values["faction"])
    tile = typed_many(values["at"])
    rulings = may_place(position, faction, tile)
    return {"faction": faction, "at": [place(at) for at in tile], **_judged(rulings)}


def build(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whether a spire may be built on a hex.

    :raises DocumentError: no hex is named.
    """
    faction = faction_of(position, values["faction"])
    if values["at"] is None:
        raise DocumentError([Fault("missing-parameter", "on which hex?", hint="--at q,r")])
    at = typed(values["at"])
    return {"faction": faction, "at": place(at), **_judged(may_build(position, faction, at))}


def _judged(rulings: list[Ruling]) -> Answer:
    allowed = all(ruling.verdict != "illegal" for ruling in rulings)
    return {"verdict": "legal" if allowed else "illegal", "rulings": told(rulings)}


def upgrade(position: Position, values: Mapping[str, Any]) -> Answer:
    """Whether a unit or a spire may take an upgrade, and what it has now."""
    piece = find_chip_or_spire(position, values["piece"])
    kind = by_name("upgrade", {kind: kind for kind in UPGRADES}, values["kind"])
    if isinstance(piece, Spire):
        has: Answer = {"upgrades": list(piece.upgrades), "dice": dice_of(piece), "range": range_of(piece)}
        has["capacity"] = piece.capacity
        spire = _spire_facts(piece)
        answer = _judged(spire_upgrade(position, piece, kind))
        answer["rulings"] += told([spire])
    else:
        has = {"attack": piece.damage if piece.attack is not None else None, "reach": piece.reach}
        answer = _judged(unit_upgrade(position, piece, kind))
    return {"piece": piece.id, "kind": kind, "now": has, "supply": supply_left(position, kind), **answer}


def _spire_facts(spire: Spire) -> Ruling:
    facts = {"spire": spire.id, "dice": dice_of(spire), "reach": range_of(spire)}
    sentence = "{spire} has dice {dice} and range {reach} by what is stacked on it; the icons on its chip do not count"
    return consequence("CS-UP-3", sentence, None, **facts)


def answer_gate(position: Position, values: Mapping[str, Any]) -> Answer:
    """What a gate does to attackers, who takes damage for it, what the heroes of its faction may do there.

    :raises CannotTell: the faction has no gate on the map.
    """
    faction = faction_of(position, values["faction"])
    gate = position.gate(faction)
    if gate is None:
        raise CannotTell(Fault("no-gate", f"{faction} has no gate on the map", "/gates"))
    heroes = heroes_of(position, gate)
    if values["hero"] is not None:
        heroes = [by_name("hero", {hero.hero.id: hero for hero in heroes}, values["hero"])]
    top = absorber(gate)
    out: Answer = {
        "gate": faction,
        "at": place(gate.hex),
        "hp": gate.hp,
        "stack": [chip.id for chip in gate.stack],
        "absorbs": None if top is None else top.id,
        "strikes_at_the_end": [unit.id for unit in struck_at_the_end(position, gate)],
        "heroes": [_shown_hero(hero) for hero in heroes],
    }
    return {**out, "rulings": told([*_stack_rulings(gate), *gate_rulings(position, gate)])}


def _shown_hero(hero: HeroAtGate) -> Answer:
    out: Answer = {"hero": hero.hero.id, "at_gate": hero.at_gate, "hp_at_gate": hero.life}
    if hero.may_return is not None:
        out["may_return"] = hero.may_return
    return {**out, "may_equip": hero.may_equip, "may_deploy": hero.may_deploy, "rulings": told(hero.rulings)}


def _stack_rulings(gate: Gate) -> list[Ruling]:
    if not gate.stack:
        return []
    names = ", ".join(chip.id for chip in gate.stack)
    sentence = "not deployed yet: {units}; before deployment units use no abilities"
    return [legal("CS-GATE-3", sentence, units=names)]
