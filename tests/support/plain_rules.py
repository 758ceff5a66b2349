"""The rules of the Battleland again, slow and obvious, straight from the digest: what the tables are held against.

Nothing here uses masks, tables or the rules package; the map comes from the printed facts.
"""

import heapq
import math
from functools import cache, partial
from itertools import pairwise

from titan_rules.box import STANDARD
from titan_rules.box.battlelands import BattleHex, Battleland
from titan_rules.box.hexes import HEXES
from titan_rules.position.battle import Battle, Combatant, Role, other

# --- the map


def neighbours(land: Battleland, label: str) -> list[tuple[int, str]]:
    return [(d, HEXES[n]) for d, n in enumerate(land[label].neighbours) if n is not None]


def down_side(land: Battleland, start: str, end: str) -> str | None:
    """The hexside hazard gone down from one hex to its neighbour."""
    return next(land[start].down[d] for d, label in neighbours(land, start) if label == end)


def occupants(battle: Battle) -> dict[str, tuple[Role, Combatant]]:
    return {
        c.hex: (role, c) for role in ("attacker", "defender") for c in battle.of(role).characters if c.hex is not None
    }


def slain(battle: Battle, role: Role, c: Combatant) -> bool:
    return c.hits >= STANDARD.power(c.name, battle.of(role).score)


def touching(land: Battleland, start: str, end: str) -> bool:
    """MANEUVER-2: adjacent over a hexside that is no cliff."""
    if end not in [label for _, label in neighbours(land, start)]:
        return False
    return "cliff" not in (down_side(land, start, end), down_side(land, end, start))


def in_contact(battle: Battle, role: Role, c: Combatant, *, living: bool = True) -> list[str]:
    land = STANDARD.battlelands[battle.terrain]
    return [
        e.hex
        for e in battle.of(other(role)).characters
        if e.hex and c.hex and touching(land, c.hex, e.hex) and not (living and slain(battle, other(role), e))
    ]


# --- maneuvers


def stop_cost(name: str, there: BattleHex) -> int | None:
    """MANEUVER-5: what the hex itself costs one that stops in it; None if it may not."""
    character = STANDARD.characters[name]
    native = there.hazard in character.natives
    if there.hazard == "Tree":
        return None
    if there.hazard in ("Bog", "Volcano") and not native:
        return None
    if there.hazard in ("Brambles", "Drift") and not native:
        return 2
    if there.hazard == "Sand" and not native and not character.flies:
        return 2
    return 1


def step_cost(battle: Battle, name: str, start: str, end: str) -> int | None:
    """MANEUVER-4 to 6: one step on foot."""
    land = STANDARD.battlelands[battle.terrain]
    cost = stop_cost(name, land[end])
    up, down = down_side(land, end, start), down_side(land, start, end)
    if up == "cliff" or (down == "cliff" and battle.rules.cliffs == "both_ways"):
        return None
    if cost is not None and (up == "wall" or (up == "slope" and "slope" not in STANDARD.characters[name].natives)):
        cost = 2
    return cost


def may_go(battle: Battle, role: Role, c: Combatant) -> set[str]:
    """MANEUVER-1 to 7, BATTLE-3, BATTLE-4: where a character of the moving side may go."""
    if c.moved or slain(battle, role, c) or in_contact(battle, role, c):
        return set()
    taken = occupants(battle)
    if battle.turn == 1:
        if c.hex is not None:
            return set()
        if battle.terrain == "Tower" and role == "defender":
            return set(STANDARD.battlelands["Tower"].deployment) - set(taken)
    return _fly(battle, role, c, taken) if STANDARD.characters[c.name].flies else _walk(battle, role, c, taken)


def _entries(battle: Battle, role: Role) -> list[str]:
    side = battle.attacker.entry_side
    if battle.terrain == "Tower":
        side = "bottom"
    elif battle.rules.entry_map == "left_and_bottom_exchanged":
        side = {"left": "bottom", "bottom": "left", "right": "right"}[side or ""]  # type: ignore[assignment]
    return list(STANDARD.entry_hexes(role, side or ""))


def _walk(battle: Battle, role: Role, c: Combatant, taken: dict[str, tuple[Role, Combatant]]) -> set[str]:
    land, skill = STANDARD.battlelands[battle.terrain], STANDARD.characters[c.name].skill
    queue: list[tuple[int, str]] = []
    best: dict[str, int] = {}
    if c.hex is None:
        for label in _entries(battle, role):
            cost = stop_cost(c.name, land[label])
            if cost is not None and cost <= skill and label not in taken:
                heapq.heappush(queue, (cost, label))
    else:
        queue.append((0, c.hex))
    while queue:
        cost, here = heapq.heappop(queue)
        if here in best:
            continue
        best[here] = cost
        for _, there in neighbours(land, here):
            more = step_cost(battle, c.name, here, there)
            if more is not None and cost + more <= skill and there not in taken:
                heapq.heappush(queue, (cost + more, there))
    return set(best) - {c.hex or ""}


def _fly(battle: Battle, role: Role, c: Combatant, taken: dict[str, tuple[Role, Combatant]]) -> set[str]:
    """Every hex passed over costs 1, the last one its own cost."""
    land, skill = STANDARD.battlelands[battle.terrain], STANDARD.characters[c.name].skill
    over_volcano = "Volcano" in STANDARD.characters[c.name].natives
    found: set[str] = set()

    def land_in(label: str, paid: int) -> None:
        cost = stop_cost(c.name, land[label])
        if cost is not None and paid + cost <= skill and label not in taken:
            found.add(label)

    def pass_over(label: str, paid: int) -> None:
        if paid > skill or (paid > 0 and land[label].hazard == "Volcano" and not over_volcano):
            return
        for _, there in neighbours(land, label):
            land_in(there, paid)
            pass_over(there, paid + 1)

    if c.hex is not None:
        pass_over(c.hex, 0)
    else:
        for label in _entries(battle, role):
            land_in(label, 0)
            pass_over(label, 1)
    return found - {c.hex or ""}


# --- strikes


def strike(battle: Battle, role: Role, c: Combatant, target: Combatant) -> tuple[int, int]:
    """STRIKE-2 to STRIKE-6."""
    assert c.hex is not None
    assert target.hex is not None
    land, me, it = STANDARD.battlelands[battle.terrain], STANDARD.characters[c.name], STANDARD.characters[target.name]
    dice, skill = STANDARD.power(c.name, battle.of(role).score), me.skill
    down, up = down_side(land, c.hex, target.hex), down_side(land, target.hex, c.hex)
    here, there = land[c.hex].hazard, land[target.hex].hazard
    if here == "Volcano" and "Volcano" in me.natives:
        dice += 2
    if down == "slope" and "slope" in me.natives:
        dice += 1
    if down == "dune" and "dune" in me.natives:
        dice += 2
    if up == "dune" and "dune" not in me.natives:
        dice -= 1
    if here == "Brambles" and "Brambles" not in me.natives:
        skill -= 1
    if down == "wall":
        skill += 1
    if up == "wall":
        skill -= 1
    if up == "slope" and "slope" not in me.natives:
        skill -= 1
    number = 4 - skill + it.skill
    if there == "Brambles" and "Brambles" in it.natives and "Brambles" not in me.natives:
        number += 1
    return dice, min(6, number)


def strike_options(battle: Battle, role: Role, c: Combatant, target: Combatant) -> list[tuple[int, int, set[str]]]:
    """CARRY-1 to CARRY-3, penalties one by one."""
    land, standing = STANDARD.battlelands[battle.terrain], occupants(battle)
    natural = strike(battle, role, c, target)
    need = STANDARD.power(target.name, battle.of(other(role)).score) - target.hits

    def uphill_dune(label: str | None) -> bool:
        return down_side(land, label or "", c.hex or "") == "dune"

    others = {}
    for label in in_contact(battle, role, c):
        if label != target.hex and (uphill_dune(target.hex) or not uphill_dune(label)):
            others[label] = strike(battle, role, c, standing[label][1])
    rolls = [natural]
    for dice, number in others.values():
        rolls.append((min(dice, natural[0]), max(number, natural[1])))
    found = []
    for i, (dice, number) in enumerate(rolls):
        if (i == 0 or dice > need) and (dice, number) not in rolls[:i]:
            carry = {label for label, (d, n) in others.items() if d >= dice and n <= number} if dice > need else set()
            found.append((dice, number, carry))
    return found


# --- rangestrikes


@cache
def centre(label: str) -> tuple[float, float]:
    h = STANDARD.battlelands["Plains"][label]
    return h.x * 1.5, (h.y + (0.5 if h.x % 2 else 0)) * math.sqrt(3)


CENTRES = {centre(label): label for label in HEXES}


@cache
def walks(start: str, end: str) -> list[list[str] | None]:
    """The hexes under the line from centre to centre, moved a little to either side; None: it leaves the map."""
    (x0, y0), (x1, y1) = centre(start), centre(end)
    length = math.hypot(x1 - x0, y1 - y0)
    sides: list[list[str] | None] = []
    for nudge in (0.01, -0.01):
        dx, dy = -(y1 - y0) / length * nudge, (x1 - x0) / length * nudge
        hexes: list[str] | None = []
        for i in range(101):
            x, y = x0 + (x1 - x0) * i / 100 + dx, y0 + (y1 - y0) * i / 100 + dy
            nearest = min(CENTRES, key=partial(math.dist, (x, y)))
            if math.dist((x, y), nearest) > 1:
                hexes = None
                break
            if not hexes or hexes[-1] != CENTRES[nearest]:
                hexes.append(CENTRES[nearest])
        if hexes not in sides:
            sides.append(hexes)
    return sides


def blocked(land: Battleland, hexes: list[str], standing: set[str]) -> bool:
    """The seven conditions of *Line of sight*, one by one."""
    steps = list(pairwise(hexes))
    near = [down_side(land, a, b) for a, b in steps]  # on the striker's side of each hexside
    far = [down_side(land, b, a) for a, b in steps]  # on the target's side
    striker, target = near[0], far[-1]
    between = [o for o in near[1:] + far[:-1] if o]
    everything = [o for o in near + far if o]
    middle = hexes[1:-1]
    if any(land[label].hazard == "Tree" for label in middle):
        return True
    if far[0] == "wall" or near[-1] == "wall":
        return True
    lower_end = min(land[hexes[0]].elevation, land[hexes[-1]].elevation)
    for label in middle:
        below_cliff = (label == hexes[1] and striker == "cliff") or (label == hexes[-2] and target == "cliff")
        if label in standing and land[label].elevation >= lower_end and not below_cliff:
            return True
    both_on_cliffs = striker == "cliff" and target == "cliff"
    if ("cliff" in between or "dune" in between) and not both_on_cliffs:
        return True
    if between and not striker and not target:
        return True
    if len(everything) >= 3 and not (striker and target) and "cliff" not in (striker, target):
        return True
    return everything.count("wall") >= 2 and "wall" not in (striker, target)


@cache
def distance(start: str, end: str) -> int:
    """Hexes from one to another, both counted."""
    land = STANDARD.battlelands["Plains"]
    edge, seen, count = {start}, {start}, 1
    while end not in edge:
        edge = {label for here in edge for _, label in neighbours(land, here)} - seen
        seen |= edge
        count += 1
    return count


def rangestrike(battle: Battle, role: Role, c: Combatant, target: Combatant) -> tuple[int, int, int] | None:
    """RANGE-1 to RANGE-8: dice, Strike-number and range."""
    assert c.hex is not None
    assert target.hex is not None
    land, me, it = STANDARD.battlelands[battle.terrain], STANDARD.characters[c.name], STANDARD.characters[target.name]
    far = distance(c.hex, target.hex)
    if not me.rangestrikes or in_contact(battle, role, c, living=False) or far > me.skill:
        return None
    skill = me.skill
    if not me.magic_missile:
        if far == 2 or it.rank == "Lord":
            return None
        free = [w for w in walks(c.hex, target.hex) if w and not blocked(land, w, set(occupants(battle)))]
        if not free:
            return None
        skill -= min(_lost(land, w, me.natives) for w in free)
        skill -= far == 4
        skill -= land[target.hex].hazard == "Volcano"
    dice = STANDARD.power(c.name) // 2 + (2 if land[c.hex].hazard == "Volcano" and "Volcano" in me.natives else 0)
    number = 4 - skill + it.skill
    hidden = land[target.hex].hazard == "Brambles" and "Brambles" in it.natives and "Brambles" not in me.natives
    if hidden and not (me.magic_missile and battle.rules.missile_ignores_brambles):
        number += 1
    return dice, min(6, number), far


def _lost(land: Battleland, hexes: list[str], natives: frozenset[str]) -> int:
    lost = sum(land[label].hazard == "Brambles" for label in hexes[1:-1]) if "Brambles" not in natives else 0
    return lost + sum(down_side(land, b, a) == "wall" for a, b in pairwise(hexes))


# --- drift


def after_drift(battle: Battle, role: Role, c: Combatant) -> int:
    """DRIFT-1: the hits of a character once a Strike Phase of the printed game has begun."""
    hazard = STANDARD.battlelands[battle.terrain][c.hex].hazard if c.hex else ""
    native = hazard in STANDARD.characters[c.name].natives
    return c.hits + (hazard == "Drift" and not native and not slain(battle, role, c))
