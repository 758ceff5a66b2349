"""The Maneuver Phase: who can go where, including entry, and why (MANEUVER-1 to 8, BATTLE-3, BATTLE-4)."""

from functools import lru_cache
from typing import Literal, TypeAlias

from ...box import Box
from ...box.battle_tables import Mobility
from ...box.hexes import ALL_HEXES, BIT, HEX_NUMBER, HEXES, labels_in, mask_of, numbers_in
from ...box.names import CharacterName
from ...kernel.judging import Refusal, refusal, refused
from ...kernel.rulings import Facts, Ruling, consequence, illegal, legal
from ...kernel.wording import listed
from ...position.battle import Combatant, Role
from .field import AnyField, Piece, View, named, place
from .order import halted
from .paths import HexPath, cheapest, entry_costs, land_notes, not_flown_over, slowings

FIRST_TURN = 1
_EXCHANGED = {"left": "bottom", "bottom": "left"}


Hindrance: TypeAlias = Literal["not its turn", "slain", "moved", "in contact", "entered"]
"""Why a character cannot move now."""


def entry_mask(field: AnyField, role: Role) -> int:
    """The hexes through which a side enters; 0 without an entry side (BATTLE-3, BATTLE-4).

    The option ``entry_map`` can swap left and bottom. A Tower is always entered from the bottom.
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
    """The hexes where a defender is placed in its first Maneuver Phase in a Tower, else 0 (BATTLE-4)."""
    if role == "defender" and field.turn == FIRST_TURN:
        return _deployment(field.box, field.terrain)
    return 0


@lru_cache(512)
def _deployment(box: Box, terrain: str) -> int:
    return mask_of(box.battlelands[terrain].deployment)


def mobility_of(field: AnyField, combatant: Piece) -> Mobility:
    """How a character moves, including any slowing (BOX-6)."""
    slowed = combatant.slowed
    return field.tables.slowed[combatant.name, slowed] if slowed else field.tables.mobility[combatant.name]


def slowing(field: View, combatant: Combatant) -> list[Ruling]:
    """The ruling that a character is slowed, if it is (BOX-6)."""
    if not combatant.slowed:
        return []
    full = field.box.characters[combatant.name].skill
    sentence = "{who} is slowed by {slowed}: it moves with {skill} instead of its Skill-factor {full}"
    skill = mobility_of(field, combatant).skill
    return [consequence("BOX-6", sentence, who=named(combatant), slowed=combatant.slowed, skill=skill, full=full)]


def placing(box: Box, terrain: str) -> tuple[str, str]:
    """The rule that places a defender on a map, and the land's name (BATTLE-4, BOX-9)."""
    place = box.terrains[terrain]
    return "BATTLE-4" if place.tower else "BOX-9", place.shown


def hindrance(field: AnyField, role: Role, character: Piece) -> Hindrance | None:
    """Why a character cannot move at all now; None if it can (MANEUVER-1, MANEUVER-2).

    In the first turn everyone on the Battleland entered in this phase, which was their move.
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


def destinations(field: AnyField, role: Role, character: Piece) -> int:
    """The mask of hexes that a character can reach now, including by entry; 0 if it cannot move."""
    if hindrance(field, role, character) is not None:
        return 0
    label = character.hex
    if label is None:
        return entering(field, role, character, field.free)
    return mobility_of(field, character).reach(HEX_NUMBER[label], field.free)


def entering(field: AnyField, role: Role, character: Piece, free: int) -> int:
    """The mask of hexes that a character off the board could enter if only these were free (BATTLE-3, BATTLE-4)."""
    placed = deployment(field, role)
    if placed:
        return placed & free
    return mobility_of(field, character).enter(entry_mask(field, role), free)


def unhindered(field: AnyField, role: Role, combatant: Piece) -> int:
    """The mask of hexes within a character's reach if it were alone on the Battleland (MANEUVER-4 to 7)."""
    if combatant.hex is None:
        return entering(field, role, combatant, ALL_HEXES)
    start = HEX_NUMBER[combatant.hex]
    return mobility_of(field, combatant).reach(start, ALL_HEXES & ~(1 << start))


def judge_mover(field: View, role: Role, combatant: Combatant) -> Combatant | Refusal:
    """The character if it can move now (MANEUVER-1, MANEUVER-2)."""
    who = named(combatant)
    match hindrance(field, role, combatant):
        case None:
            return combatant
        case "not its turn":
            sentence = "it is the {side}'s Maneuver Phase, not the {other}'s"
            if field.mover is None:
                sentence = "no Maneuver Phase: it is the {phase} phase"
            not_now = refusal("MANEUVER-1", sentence, phase=field.phase, side=field.mover, other=role)
            return halted(field.battle) or not_now
        case "slain":
            return refusal("STRIKE-7", "{who} is slain", who=who)
        case "moved":
            return refusal("MANEUVER-1", "{who} has already moved in this phase", who=who)
        case "in contact":
            enemies = listed([named(field.who[n]) for n in numbers_in(field.in_contact(role, combatant))])
            return refusal("MANEUVER-2", "{who} is in contact with {enemies}", who=who, enemies=enemies)
        case "entered":
            if not deployment(field, role):
                return refusal("MANEUVER-1", "{who} has entered in this phase", who=who)
            rule, land = placing(field.box, field.terrain)
            return refusal(rule, "{who} was placed in the {land} and does not move in this turn", who=who, land=land)


def judge_maneuver(field: View, role: Role, combatant: Combatant, to: str | None) -> int | Refusal:
    """The number of the hex it goes to (MANEUVER-1 to 8, BATTLE-3, 4); ``to``: its label, None: off the map."""
    if to is None:
        return refusal("MANEUVER-8", "{who} leaves the Battleland only by being slain", who=named(combatant))
    if destinations(field, role, combatant) & BIT[to]:
        return HEX_NUMBER[to]
    mover = judge_mover(field, role, combatant)
    if isinstance(mover, Refusal):
        return mover
    return _unsuitable(field, combatant, to) or _no_way(field, role, combatant, to)


def maneuver_rulings(field: View, role: Role, combatant: Combatant, to: str) -> list[Ruling]:
    """The rules that let a character go to a hex, with the cheapest path (MANEUVER-1 to 7).

    :raises ValueError: it cannot go there; see :func:`judge_maneuver`.
    """
    who, entering_now = named(combatant), combatant.hex is None
    if entering_now and deployment(field, role):
        rule, there = placing(field.box, field.terrain)
        return [legal(rule, "{who} is placed in {to} in the {land}", who=who, to=to, land=there)]
    mobility = mobility_of(field, combatant)
    route = _route(field, role, combatant, to, field.free)
    if route is None:
        raise ValueError(f"{who} has no way to {to}")
    sentence = "{who} goes to {to} by {way} for {cost} of its Skill-factor {skill}"
    rulings = [legal("MANEUVER-1", sentence, who=who, to=to, way=route.text, cost=route.cost, skill=mobility.skill)]
    if entering_now:
        rulings.append(legal("BATTLE-3", "it enters over {hex}, which counts as the first", hex=HEXES[route.hexes[0]]))
    rulings += slowings(field.tables, mobility, combatant.name, route, entering=entering_now)
    if mobility.flies:
        rulings.append(legal("MANEUVER-7", "it flies: each hex passed over costs 1"))
    return rulings


def _route(field: View, role: Role, combatant: Combatant, to: str, passable: int) -> HexPath | None:
    """The cheapest path; ``passable`` matters only on foot."""
    tables, mobility, end = field.tables, mobility_of(field, combatant), HEX_NUMBER[to]
    if mobility.flies:
        passable = ALL_HEXES
    if combatant.hex is not None:
        starts = {HEX_NUMBER[combatant.hex]: 0}
    else:
        starts = entry_costs(tables, mobility, entry_mask(field, role) & (passable | BIT[to]), end)
    return cheapest(tables, mobility, starts, end, passable)


def _unsuitable(field: View, combatant: Combatant, to: str) -> Refusal | None:
    """Why the hex itself is unsuitable (MANEUVER-3, MANEUVER-5)."""
    if combatant.hex == to:
        return refusal("MANEUVER-1", "{who} stands there already", who=named(combatant))
    holder = field.battle.at(to)
    if holder is not None:
        return refusal("MANEUVER-3", "{to} is held by the {side}'s {name}", to=to, side=holder[0], name=holder[1].name)
    if mobility_of(field, combatant).own[HEX_NUMBER[to]] is None:
        return refused(closed(field.box, field.tables.land[to].hazard, to, combatant.name))
    return None


def closed(box: Box, hazard: str, to: str, name: CharacterName) -> Ruling:
    """The ruling on a hex that a character can never be in (MANEUVER-5)."""
    rule = "MANEUVER-5" if box.hazards[hazard].printed else "BOX-2"
    if not any(hazard in character.native_to for character in box.characters.values()):
        return illegal(rule, "{to} is {hazard:a}: nobody enters it", to=to, hazard=hazard)
    sentence = "{to} is {hazard}: only natives enter it, and the {name} is not a native"
    return illegal(rule, sentence, to=to, hazard=hazard, name=name)


def _no_way(field: View, role: Role, combatant: Combatant, to: str) -> Refusal:
    """Why a suitable hex is out of reach (MANEUVER-1, 3, 7, BATTLE-3, 4)."""
    who, start = named(combatant), place(combatant)
    if combatant.hex is None and deployment(field, role):
        hexes = " ".join(labels_in(deployment(field, role)))
        rule, _ = placing(field.box, field.terrain)
        return refusal(rule, "{who} is placed in one of {hexes}, not in {to}", who=who, hexes=hexes, to=to)
    if combatant.hex is None and not entry_mask(field, role):
        return refusal("BATTLE-3", "{who} enters nowhere: the entry side is not given", who=who)
    mobility = mobility_of(field, combatant)
    skill = mobility.skill
    alone = _route(field, role, combatant, to, ALL_HEXES)
    free = _route(field, role, combatant, to, field.free)
    assert alone is not None, "cliffs shut off no hex of any map"
    blocker = next((n for n in alone.hexes if n in field.who and field.who[n] is not combatant), None)
    if alone.cost > skill:
        if free and free.cost == alone.cost:
            return refused(*_too_far(field, role, combatant, to, free))
        what = "the cheapest way"
        if blocker is not None and not mobility.flies and alone.hexes[-1] != blocker:
            what = f"even past {named(field.who[blocker])} {what}"
        return refused(*_too_far(field, role, combatant, to, alone, what))
    passed = "" if blocker is None else f", which {named(field.who[blocker])} blocks"
    sentence = "{who} may not pass characters: the way from {start} to {to} by {way} costs {cost}{passed}"
    facts: Facts = {"who": who, "start": start, "to": to, "way": alone.text, "cost": alone.cost, "passed": passed}
    no_passing = illegal("MANEUVER-3", sentence, **facts)
    return refused(no_passing, *([_costs(combatant, to, free, skill, "the cheapest free way")] if free else []))


def _costs(combatant: Combatant, to: str, route: HexPath, skill: int, what: str) -> Ruling:
    sentence = "{what} from {start} to {to} ({way}) costs {cost}, the Skill-factor of {who} is {skill}"
    facts: Facts = {"what": what, "start": place(combatant), "to": to, "way": route.text, "cost": route.cost}
    return illegal("MANEUVER-1", sentence, **facts, who=named(combatant), skill=skill)


def _too_far(
    field: View, role: Role, combatant: Combatant, to: str, route: HexPath, what: str = "the cheapest way"
) -> list[Ruling]:
    tables, mobility, entering_now = field.tables, mobility_of(field, combatant), combatant.hex is None
    rulings = [_costs(combatant, to, route, mobility.skill, what), *slowing(field, combatant)]
    if entering_now:
        hexes = " ".join(labels_in(entry_mask(field, role)))
        sentence = "the {side} enters over {hexes}, the first hex counts as one"
        rulings.append(consequence("BATTLE-3", sentence, side=role, hexes=hexes))
    rulings += slowings(tables, mobility, combatant.name, route, entering=entering_now)
    over = listed(not_flown_over(tables, mobility), "or", none="")
    if over:
        sentence = "the {name} may not pass over {hazard}"
        rulings.append(consequence("MANEUVER-7", sentence, name=combatant.name, hazard=over))
    return rulings


# --- all maneuvers of a character ------------------------------------------------------------------------------------


def maneuver_notes(field: View, role: Role, combatant: Combatant, reached: int) -> list[Ruling]:
    """Every ruling on where a character can go now, or why it cannot move; ``reached``: its :func:`destinations`."""
    mover = judge_mover(field, role, combatant)
    if isinstance(mover, Refusal):
        return list(mover.rulings)
    who = named(combatant)
    if combatant.hex is None and deployment(field, role):
        rule, land = placing(field.box, field.terrain)
        sentence = "{who} is placed on any free hex of the {land} and does not move in this turn"
        return [legal(rule, sentence, who=who, land=land), *_in_the_way(field, role, combatant, reached)]
    skill = mobility_of(field, combatant).skill
    rulings = [legal("MANEUVER-1", "{who} moves up to its Skill-factor: {skill:hex}", who=who, skill=skill)]
    if combatant.hex is None:
        hexes = " ".join(labels_in(entry_mask(field, role)))
        rulings.append(legal("BATTLE-3", "it enters over {hexes}, the first hex counting as one", hexes=hexes))
    rulings += slowing(field, combatant)
    rulings += land_notes(field.box, field.terrain, field.rules.cliffs, combatant.name)
    return rulings + _in_the_way(field, role, combatant, reached)


def _in_the_way(field: View, role: Role, combatant: Combatant, reached: int) -> list[Ruling]:
    """The hexes blocked by other characters (MANEUVER-3)."""
    lost = unhindered(field, role, combatant) & ~reached
    if combatant.hex is not None:
        lost &= ~BIT[combatant.hex]
    sentences = (
        ("held by others: {hexes}", lost & field.occupied),
        ("out of reach, for it may not pass characters: {hexes}", lost & ~field.occupied),
    )
    return [illegal("MANEUVER-3", text, hexes=" ".join(labels_in(mask))) for text, mask in sentences if mask]
