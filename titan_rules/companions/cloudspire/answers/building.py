"""Questions on ground and gear: influence, place-tile, build, upgrade, gate."""

from typing import Annotated, TypeAlias

from ....kernel.companions import Answer, asked
from ....kernel.companions.telling import verdict
from ....kernel.errors import CannotTell, DocumentError, Fault
from ....kernel.rulings import Ruling, consequence, legal
from ..asking import FactionAsked, Tile
from ..facts import UPGRADES, UpgradeKind
from ..hexes import Hex, typed
from ..rules.fire import dice_of, range_of
from ..rules.gates import HeroAtGate, absorber, gate_rulings, heroes_of, struck_at_the_end
from ..rules.influence import influence as influenced
from ..rules.influence import may_build, may_place
from ..rules.lookup import by_name, find_chip_or_spire
from ..rules.upgrades import supply_left, upgrade_rulings, upgraded
from ..state import Gate, Position, Spire
from .shown import told


def influence(position: Position, faction: FactionAsked) -> Answer:
    """Which hex groups are under a faction's influence, and by which clause?"""
    found = influenced(position, faction)
    groups = [
        {
            "group": group,
            "by": [_clause(reason.clause, reason.by) for reason in reasons],
            "rulings": [reason.ruling for reason in reasons],
        }
        for group, reasons in found.items()
    ]
    others = [group for group in dict.fromkeys(h.group for h in position.hexes) if group not in found]
    sentence = "{faction} builds spires and lays terrain tiles only in these groups"
    rulings = [consequence("CS-INF-1", sentence, faction=faction)]
    rulings.append(consequence("CS-INF-3", "a hex group is the area of one neoprene sheet"))
    return {"faction": faction, "groups": groups, "without": others, "rulings": told(rulings)}


def _clause(clause: str, by: str | None) -> Answer:
    return {"clause": clause} if by is None else {"clause": clause, "of": by}


def place_tile(position: Position, faction: FactionAsked, at: Tile) -> Answer:
    """May a terrain tile lie here?"""
    return {"faction": faction, "at": at, **_judged(may_place(position, faction, at))}


At: TypeAlias = Annotated[Hex, asked("the hex", read=lambda _, text: at_hex(text))]


def at_hex(text: str | None) -> Hex:
    """The hex that is asked about.

    :raises DocumentError: none is named, or it is not written as one.
    """
    if text is None:
        raise DocumentError([Fault("missing-parameter", "on which hex?", hint="--at q,r")])
    return typed(text)


def build(position: Position, faction: FactionAsked, at: At) -> Answer:
    """May a spire be built here?"""
    return {"faction": faction, "at": at, **_judged(may_build(position, faction, at))}


def _judged(rulings: list[Ruling]) -> Answer:
    return {"verdict": verdict(rulings), "rulings": told(rulings)}


Piece: TypeAlias = Annotated[str, asked("the id of a unit or a spire", required=True)]
Upgrade: TypeAlias = Annotated[
    UpgradeKind,
    asked(
        "which upgrade",
        required=True,
        choices=UPGRADES,
        read=lambda _, text: by_name("upgrade", {kind: kind for kind in UPGRADES}, text),
    ),
]


def upgrade(position: Position, piece: Piece, kind: Upgrade) -> Answer:
    """May a unit or a spire take an upgrade, and what has it now?"""
    found = find_chip_or_spire(position, piece)
    answer = _judged(upgrade_rulings(position, found, kind))
    if isinstance(found, Spire):
        has: Answer = {"upgrades": found.upgrades, "dice": dice_of(found), "range": range_of(found)}
        has["capacity"] = found.capacity
        answer["rulings"] = [*answer["rulings"], _spire_facts(found)]
    else:
        has = {"attack": found.damage if found.attack is not None else None, "reach": found.reach}
    if answer["verdict"] == "legal":
        answer["final"] = upgraded(position, found, kind)
    return {"piece": found.id, "kind": kind, "now": has, "supply": supply_left(position, kind), **answer}


def _spire_facts(spire: Spire) -> Ruling:
    facts = {"spire": spire.id, "dice": dice_of(spire), "reach": range_of(spire)}
    sentence = "{spire} has dice {dice} and range {reach} by what is stacked on it; the icons on its chip do not count"
    return consequence("CS-UP-3", sentence, None, **facts)


HeroAsked: TypeAlias = Annotated[str | None, asked("only this one")]


def gate(position: Position, faction: FactionAsked, hero: HeroAsked) -> Answer:
    """Who takes damage for it, whom does it strike, may heroes return, equip, deploy?

    :raises CannotTell: the faction has no gate on the map.
    """
    gate = position.gate(faction)
    if gate is None:
        raise CannotTell(Fault("no-gate", f"{faction} has no gate on the map", "/gates"))
    heroes = heroes_of(position, gate)
    if hero is not None:
        heroes = [by_name("hero", {found.hero.id: found for found in heroes}, hero)]
    top = absorber(gate)
    out: Answer = {
        "gate": faction,
        "at": gate.hex,
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
