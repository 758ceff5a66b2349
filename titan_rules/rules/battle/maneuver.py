"""The Maneuver Phase: who may go where, entering included (MANEUVER-1 to 7, DRIFT-1, BATTLE-3, BATTLE-4)."""

from functools import lru_cache
from typing import Literal, TypeAlias

from ...box import Box
from ...box.battle_tables import Mobility
from ...box.hexes import ALL_HEXES, BIT, HEX_NUMBER, HEXES, labels_in, mask_of, numbers_in
from ...box.names import CharacterName
from ...kernel.judging import Refusal, refused
from ...kernel.rulings import Ruling, consequence, illegal, legal
from ...position.battle import Combatant, Role
from .field import AnyField, Standing, View
from .paths import Route, cheapest, entry_costs, may_fly_over, slowings
from .sequence import halted
from .wording import named, place

FIRST_TURN = 1
_EXCHANGED = {"left": "bottom", "bottom": "left"}


Hindrance: TypeAlias = Literal["not its turn", "slain", "moved", "in contact", "entered"]
"""Why a character may not move at all now."""


def entry_mask(field: AnyField, role: Role) -> int:
    """The hexes over which a side enters the Battleland (BATTLE-3, BATTLE-4).

    The option ``entry_map`` can exchange left and bottom, but for a Tower's, which is always entered
    from the bottom. Without an entry side the mask is 0.
    """
    return _entry(field.box, field.terrain, field.rules.entry_map, role, field.of("attacker").entry_side)


@lru_cache(2048)
def _entry(box: Box, terrain: str, entry_map: str, role: Role, side: str | None) -> int:
    if box.deploys(terrain):
        side = "bottom"
    elif side is not None and entry_map == "left_and_bottom_exchanged":
        side = _EXCHANGED.get(side, side)
    return box.entries[role, side] if side is not None else 0


def deployment(field: AnyField, role: Role) -> int:
    """Where a defender is placed in its first Maneuver Phase in a Tower, else 0 (BATTLE-4)."""
    if role == "defender" and field.turn == FIRST_TURN:
        return _deployment(field.box, field.terrain)
    return 0


@lru_cache(512)
def _deployment(box: Box, terrain: str) -> int:
    return mask_of(box.battlelands[terrain].deployment)


def mobility_of(field: AnyField, combatant: Standing) -> Mobility:
    """How a character moves, with what slows it (BOX-6)."""
    slowed = combatant.slowed
    return field.tables.slowed[combatant.name, slowed] if slowed else field.tables.mobility[combatant.name]


def slowing(field: View, combatant: Combatant) -> list[Ruling]:
    """That a character is slowed, if it is (BOX-6)."""
    if not combatant.slowed:
        return []
    full = field.box.characters[combatant.name].skill
    sentence = "{who} is slowed by {slowed}: it moves with {skill} instead of its Skill-factor {full}"
    skill = mobility_of(field, combatant).skill
    return [consequence("BOX-6", sentence, who=named(combatant), slowed=combatant.slowed, skill=skill, full=full)]


def placing(box: Box, terrain: str) -> tuple[str, str]:
    """The rule by which a defender is placed on a map, and what the land is called (BATTLE-4, BOX-9)."""
    place = box.terrains[terrain]
    return "BATTLE-4" if place.tower else "BOX-9", place.shown


def hindrance(field: AnyField, role: Role, character: Standing) -> Hindrance | None:
    """Why a character may not move now, whatever the hex; None if it may (MANEUVER-1, MANEUVER-2).

    In the first turn whoever stands on the Battleland has entered in this phase, so has moved.
    """
    if field.mover != role:
        return "not its turn"
    if character.hits and field.left(role, character) <= 0:
        return "slain"
    if character.moved:
        return "moved"
    label = character.hex
    if label is not None:
        if field.tables.contact[HEX_NUMBER[label]] & field.living["attacker" if role == "defender" else "defender"]:
            return "in contact"
        if field.turn == FIRST_TURN:
            return "entered"
    return None


def destinations(field: AnyField, role: Role, character: Standing) -> int:
    """The hexes that a character may go to now, entering included, as a mask; 0 if it may not move."""
    if hindrance(field, role, character) is not None:
        return 0
    label = character.hex
    if label is None:
        return entering(field, role, character, field.free)
    return mobility_of(field, character).reach(HEX_NUMBER[label], field.free)


def entering(field: AnyField, role: Role, character: Standing, free: int) -> int:
    """The hexes that a character off the board could enter, were these hexes the free ones (BATTLE-3, BATTLE-4)."""
    placed = deployment(field, role)
    if placed:
        return placed & free
    return mobility_of(field, character).enter(entry_mask(field, role), free)


def unhindered(field: AnyField, role: Role, combatant: Standing) -> int:
    """The hexes that would be within a character's reach if it stood alone on the Battleland (MANEUVER-4 to 7)."""
    if combatant.hex is None:
        return entering(field, role, combatant, ALL_HEXES)
    start = HEX_NUMBER[combatant.hex]
    return mobility_of(field, combatant).reach(start, ALL_HEXES & ~(1 << start))


def judge_mover(field: View, role: Role, combatant: Combatant) -> Combatant | Refusal:
    """A character that may move now, whatever the hex (MANEUVER-1, MANEUVER-2)."""
    why = hindrance(field, role, combatant)
    return combatant if why is None else _hindered(field, role, combatant, why)


def _hindered(field: View, role: Role, combatant: Combatant, why: Hindrance) -> Refusal:
    who = named(combatant)
    match why:
        case "not its turn":
            return halted(field.battle) or refused(_not_its_turn(field, role))
        case "slain":
            return refused(illegal("STRIKE-7", "{who} is slain", who=who))
        case "moved":
            return refused(illegal("MANEUVER-1", "{who} has already moved in this phase", who=who))
        case "in contact":
            enemies = " and ".join([named(field.who[n]) for n in numbers_in(field.in_contact(role, combatant))])
            return refused(illegal("MANEUVER-2", "{who} is in contact with {enemies}", who=who, enemies=enemies))
        case "entered":
            if not deployment(field, role):
                return refused(illegal("MANEUVER-1", "{who} has entered in this phase", who=who))
            rule, land = placing(field.box, field.terrain)
            sentence = "{who} was placed in the {land} and does not move in this turn"
            return refused(illegal(rule, sentence, who=who, land=land))


def _not_its_turn(field: View, role: Role) -> Ruling:
    if field.mover is None:
        return illegal("MANEUVER-1", "no Maneuver Phase: it is the {phase} phase", phase=field.phase)
    sentence = "it is the {side}'s Maneuver Phase, not the {other}'s"
    return illegal("MANEUVER-1", sentence, side=field.mover, other=role)


def judge_maneuver(field: View, role: Role, combatant: Combatant, to: str | None) -> int | Refusal:
    """The number of the hex that a character goes to (MANEUVER-1 to MANEUVER-8, BATTLE-3, BATTLE-4).

    :param to: its label; None: off the Battleland.
    """
    if to is None:
        sentence = "{who} leaves the Battleland only by being slain"
        return refused(illegal("MANEUVER-8", sentence, who=named(combatant)))
    if destinations(field, role, combatant) & BIT[to]:
        return HEX_NUMBER[to]
    judged = judge_mover(field, role, combatant)
    if isinstance(judged, Refusal):
        return judged
    return refused(*(_unsuitable(field, combatant, to) or _no_way(field, role, combatant, to)))


def maneuver_rulings(field: View, role: Role, combatant: Combatant, to: str) -> list[Ruling]:
    """The rules that let a character go to a hex, with the cheapest way (MANEUVER-1 to 7).

    :raises ValueError: it may not go there; see :func:`judge_maneuver`.
    """
    who = named(combatant)
    if combatant.hex is None and deployment(field, role):
        rule, there = placing(field.box, field.terrain)
        return [legal(rule, "{who} is placed in {to} in the {land}", who=who, to=to, land=there)]
    mobility = mobility_of(field, combatant)
    route = _route(field, role, combatant, to, field.free)
    if route is None:
        raise ValueError(f"{who} has no way to {to}")
    found = [
        legal(
            "MANEUVER-1",
            "{who} goes to {to} by {way} for {cost} of its Skill-factor {skill}",
            who=who,
            to=to,
            way=route.text,
            cost=route.cost,
            skill=mobility.skill,
        )
    ]
    if combatant.hex is None:
        found.append(legal("BATTLE-3", "it enters over {hex}, which counts as the first", hex=HEXES[route.hexes[0]]))
    found += slowings(field.tables, mobility, combatant.name, route, entering=combatant.hex is None)
    if mobility.flies:
        found.append(legal("MANEUVER-7", "it flies: each hex passed over costs 1"))
    return found


def _route(field: View, role: Role, combatant: Combatant, to: str, passable: int) -> Route | None:
    """The cheapest way there; ``passable`` counts only for those on foot."""
    tables = field.tables
    mobility = mobility_of(field, combatant)
    end = HEX_NUMBER[to]
    if mobility.flies:
        passable = ALL_HEXES
    if combatant.hex is not None:
        starts = {HEX_NUMBER[combatant.hex]: 0}
    else:
        entry = entry_mask(field, role)
        starts = entry_costs(tables, mobility, entry & (passable | BIT[to]), end)
    return cheapest(tables, mobility, starts, end, passable)


def _unsuitable(field: View, combatant: Combatant, to: str) -> list[Ruling]:
    """Why the hex itself will not do (MANEUVER-3, MANEUVER-5)."""
    if combatant.hex == to:
        return [illegal("MANEUVER-1", "{who} stands there already", who=named(combatant))]
    holder = field.battle.at(to)
    if holder is not None:
        return [
            illegal("MANEUVER-3", "{to} is held by the {side}'s {name}", to=to, side=holder[0], name=holder[1].name)
        ]
    if mobility_of(field, combatant).own[HEX_NUMBER[to]] is None:
        return [closed(field.box, field.tables.land[to].hazard, to, combatant.name)]
    return []


def closed(box: Box, hazard: str, to: str, name: CharacterName) -> Ruling:
    """The ruling on a hex that a character can never be in (MANEUVER-5)."""
    rule = "MANEUVER-5" if box.hazards[hazard].printed else "BOX-2"
    if not any(hazard in character.natives for character in box.characters.values()):
        return illegal(rule, "{to} is a {hazard}: nobody enters it", to=to, hazard=hazard)
    return illegal(
        rule, "{to} is {hazard}: only natives enter it, and the {name} is not a native", to=to, hazard=hazard, name=name
    )


def _no_way(field: View, role: Role, combatant: Combatant, to: str) -> list[Ruling]:
    """Why a hex that would do is out of reach (MANEUVER-1, 3, 7, BATTLE-3, 4)."""
    who, start = named(combatant), place(combatant)
    if combatant.hex is None and deployment(field, role):
        hexes = " ".join(labels_in(deployment(field, role)))
        rule, _ = placing(field.box, field.terrain)
        return [illegal(rule, "{who} is placed in one of {hexes}, not in {to}", who=who, hexes=hexes, to=to)]
    if combatant.hex is None and not entry_mask(field, role):
        return [illegal("BATTLE-3", "{who} enters nowhere: the entry side is not given", who=who)]
    mobility = mobility_of(field, combatant)
    alone = _route(field, role, combatant, to, ALL_HEXES)
    assert alone is not None, "cliffs shut off no hex of any map"
    if alone.cost > mobility.skill:
        return _too_far(field, role, combatant, to, alone)
    free = _route(field, role, combatant, to, field.free)
    blocker = next((n for n in alone.hexes if n in field.who and field.who[n] is not combatant), None)
    passed = "" if blocker is None else f", which {named(field.who[blocker])} blocks"
    found = [
        illegal(
            "MANEUVER-3",
            "{who} may not pass characters: the way from {start} to {to} by {way} costs {cost}{passed}",
            who=who,
            start=start,
            to=to,
            way=alone.text,
            cost=alone.cost,
            passed=passed,
        )
    ]
    if free is not None:
        found.append(_costs(combatant, to, free, mobility.skill, "the cheapest free way"))
    return found


def _costs(combatant: Combatant, to: str, route: Route, skill: int, what: str) -> Ruling:
    return illegal(
        "MANEUVER-1",
        "{what} from {start} to {to} ({way}) costs {cost}, the Skill-factor of {who} is {skill}",
        what=what,
        start=place(combatant),
        to=to,
        way=route.text,
        cost=route.cost,
        who=named(combatant),
        skill=skill,
    )


def _too_far(field: View, role: Role, combatant: Combatant, to: str, route: Route) -> list[Ruling]:
    tables = field.tables
    mobility = mobility_of(field, combatant)
    entering = combatant.hex is None
    found = [_costs(combatant, to, route, mobility.skill, "the cheapest way"), *slowing(field, combatant)]
    if entering:
        hexes = " ".join(labels_in(entry_mask(field, role)))
        found.append(
            consequence(
                "BATTLE-3", "the {side} enters over {hexes}, the first hex counts as one", side=role, hexes=hexes
            )
        )
    found += slowings(tables, mobility, combatant.name, route, entering=entering)
    if mobility.flies and any(not may_fly_over(tables, mobility, n) for n in range(len(HEXES))):
        over = " or ".join(
            dict.fromkeys(
                field.box.hazards[place.hazard].said
                for n, place in enumerate(tables.land.hexes)
                if not may_fly_over(tables, mobility, n)
            )
        )
        found.append(
            consequence("MANEUVER-7", "the {name} may not pass over {hazard}", name=combatant.name, hazard=over)
        )
    return found
