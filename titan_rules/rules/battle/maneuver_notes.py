"""What bears on all the maneuvers of one character: its Skill-factor, the hazards of the land, who is in the way."""

from collections.abc import Iterator
from functools import lru_cache

from ...box import Box
from ...box.battle_tables import hexside_cost
from ...box.hexes import BIT, HEXES, labels_in
from ...box.names import CharacterName
from ...kernel.judging import Refusal
from ...kernel.rulings import Ruling, consequence, illegal, legal
from ...position.battle import Combatant, Role
from .field import View
from .maneuver import (
    deployment,
    entry_mask,
    judge_mover,
    mobility_of,
    placing,
    slowing,
    unhindered,
)
from .paths import may_fly_over
from .wording import named


def maneuver_notes(field: View, role: Role, combatant: Combatant, reached: int) -> list[Ruling]:
    """Every ruling that bears on where a character may go now; why not, if it may not move at all.

    :param reached: its :func:`destinations`.
    """
    judged = judge_mover(field, role, combatant)
    if isinstance(judged, Refusal):
        return list(judged.rulings)
    who = named(combatant)
    if combatant.hex is None and deployment(field, role):
        rule, land = placing(field.box, field.terrain)
        found = [
            legal(
                rule, "{who} is placed on any free hex of the {land} and does not move in this turn", who=who, land=land
            )
        ]
        return found + _in_the_way(field, role, combatant, reached)
    skill = mobility_of(field, combatant).skill
    found = [legal("MANEUVER-1", "{who} moves up to its Skill-factor: {skill} hexes", who=who, skill=skill)]
    if combatant.hex is None:
        hexes = " ".join(labels_in(entry_mask(field, role)))
        found.append(legal("BATTLE-3", "it enters over {hexes}, the first hex counting as one", hexes=hexes))
    found += slowing(field, combatant)
    found += land_notes(field.box, field.terrain, field.rules.cliffs, combatant.name)
    return found + _in_the_way(field, role, combatant, reached)


def _in_the_way(field: View, role: Role, combatant: Combatant, reached: int) -> list[Ruling]:
    """The hexes that it loses to characters (MANEUVER-3)."""
    lost = unhindered(field, role, combatant) & ~reached
    if combatant.hex is not None:
        lost &= ~BIT[combatant.hex]
    if not lost:
        return []
    held, shut = lost & field.occupied, lost & ~field.occupied
    found = []
    if held:
        found.append(illegal("MANEUVER-3", "held by others: {hexes}", hexes=" ".join(labels_in(held))))
    if shut:
        found.append(
            illegal(
                "MANEUVER-3", "out of reach, for it may not pass characters: {hexes}", hexes=" ".join(labels_in(shut))
            )
        )
    return found


@lru_cache(1024)
def land_notes(box: Box, terrain: str, cliffs: str, name: CharacterName) -> tuple[Ruling, ...]:
    """What the hazards of a land do to a character's maneuvers (MANEUVER-5 to 7)."""
    tables = box.battle_tables[terrain, cliffs]
    mobility = tables.mobility[name]
    hexes = tables.land.hexes
    found = []
    if mobility.flies:
        found.append(legal("MANEUVER-7", "the {name} flies: a hex passed over costs 1, whatever is in it", name=name))
        barred = [h for n, h in enumerate(hexes) if not may_fly_over(tables, mobility, n)]
        if barred:
            over = " or ".join(dict.fromkeys(box.hazards[h.hazard].said for h in barred))
            labels = " ".join(h.label for h in barred)
            found.append(illegal("MANEUVER-7", "it may not pass over {hazard} in {hexes}", hazard=over, hexes=labels))
    for hazard in dict.fromkeys(h.hazard for h in hexes):
        here = [n for n, h in enumerate(hexes) if h.hazard == hazard]
        labels = " ".join(HEXES[n] for n in here)
        cost = mobility.own[here[0]]
        if cost is None:
            found.append(
                illegal("MANEUVER-5", "{hazard} is closed to a {name}: {hexes}", hazard=hazard, name=name, hexes=labels)
            )
        elif cost == 2:
            found.append(
                consequence("MANEUVER-5", "{hazard} costs a {name} 2: {hexes}", hazard=hazard, name=name, hexes=labels)
            )
        elif hazard in mobility.natives:
            found.append(
                legal(
                    "MANEUVER-5",
                    "a {name} is native to {hazard}: {hexes} cost 1",
                    name=name,
                    hazard=hazard,
                    hexes=labels,
                )
            )
    if not mobility.flies:
        found += _hexside_notes(box, tables.hazards, cliffs, mobility.natives, name)
    return tuple(found)


def _hexside_notes(
    box: Box, present: frozenset[str], cliffs: str, natives: frozenset[str], name: CharacterName
) -> Iterator[Ruling]:
    """What the hexsides of a land do to a character on foot (MANEUVER-6)."""
    for side in box.hexsides.values():
        if side.name not in present:
            continue
        rule = "MANEUVER-6" if side.printed else "BOX-3"
        costs = {
            "up": hexside_cost(None, side, natives, cliffs, 1),
            "down": hexside_cost(side, None, natives, cliffs, -1),
        }
        closed = " or ".join(way for way, cost in costs.items() if cost is None)
        if closed:
            found = "a {name} does not go {ways} {side}s"
            yield illegal(rule, found, name=name, ways=closed, side=side.name)
        slow = " or ".join(way for way, cost in costs.items() if cost == 2)
        if slow:
            yield consequence(rule, "going {ways} a {side} costs a {name} 2", ways=slow, side=side.name, name=name)
