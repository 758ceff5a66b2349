"""A melee played on by rule of thumb, both sides in some temper."""

from random import Random

from .chances import harm, share
from .ground import Roll
from .melee import OFF, PLACE, Melee, rolled
from .temper import FAR, Mind, Temper, bits


def maneuver(melee: Melee, temper: Temper) -> None:
    """The Maneuver Phase of the side whose turn it is."""
    melee.arrive()
    side = melee.side
    mind = Mind(melee, temper)
    waiting = [(i, reach) for i in range(len(melee.names[side])) for reach in (melee.reach(side, i),) if reach]
    titan, at = melee.titan[side], melee.at[side]
    outside = [i for i, _ in waiting if at[i] == OFF]
    waiting.sort(key=lambda pair: (at[pair[0]] != OFF, pair[1].bit_count() > 3, pair[0] == titan and melee.turn > 1))
    for i, _ in waiting:
        mask = melee.reach(side, i)
        if not mask:
            continue
        if at[i] == OFF and len(outside) > 1:
            mask = leaving_room(melee, side, i, mask, outside)
        n = mind.choose(i, mask)
        if n is not None:
            if at[i] == OFF:
                outside.remove(i)
            melee.move(side, i, n)
    melee.end_maneuver()


def leaving_room(melee: Melee, side: int, i: int, mask: int, outside: list[int]) -> int:
    """The hexes of a mask from which a character that enters shuts out none of the others; all, if there is none."""
    free = melee.free
    kept = 0
    for n in bits(mask):
        if all(melee.entering(side, j, free & ~(1 << n)) for j in outside if j != i):
            kept |= 1 << n
    return kept or mask


def strikes(melee: Melee, random: Random) -> None:
    """The strikes of one side, in a Strike Phase or in strikeback: who can do most strikes first."""
    side = melee.acting
    blows = []
    for n in bits(melee.standing[side]):
        i = melee.who[n] & PLACE
        found = best_target(melee, side, i)
        if found is not None:
            blows.append((found[0], i))
    blows.sort(reverse=True)
    for _, i in blows:
        found = best_target(melee, side, i)
        if found is not None:
            _, foe, roll, shoots = found
            strike(melee, side, i, foe, roll, rolled(*roll, random), shoots)
    melee.end_strikes()


def best_target(melee: Melee, side: int, i: int) -> tuple[float, int, Roll, bool] | None:
    """The best target of a character: what it is worth to strike it, who it is, the roll, whether a rangestrike."""
    mask, shoots = melee.targets(side, i)
    enemy = 1 - side
    found, most = None, -1.0
    while mask:
        low = mask & -mask
        mask ^= low
        foe = melee.who[low.bit_length() - 1] & PLACE
        roll = melee.rangestrike_roll(side, i, foe) if shoots else melee.strike_roll(side, i, foe)
        if roll is None:
            continue
        worth = harm(roll[0], roll[1], melee.left(enemy, foe)) * melee.value[enemy][foe]
        if worth > most:
            most, found = worth, (worth, foe, roll, shoots)
    return found


def strike(melee: Melee, side: int, i: int, foe: int, roll: Roll, hits: int, shoots: bool) -> None:
    """A strike that made so many hits; a rangestrike carries none over."""
    beyond = 0 if shoots else hits - melee.left(1 - side, foe)
    melee.land(side, i, foe, hits, carried(melee, side, i, foe, roll, beyond) if beyond > 0 else ())


def carried(melee: Melee, side: int, i: int, foe: int, roll: Roll, beyond: int) -> list[tuple[int, int]]:
    """Who takes the hits beyond those that slay a target: those whom they harm most first (CARRY-1)."""
    enemy = 1 - side
    qualify = melee.carries(side, i, foe, roll)
    found = []
    while beyond > 0 and qualify:
        most = max(qualify, key=lambda j: share(beyond, melee.left(enemy, j)) * melee.value[enemy][j])
        qualify.remove(most)
        hits = min(beyond, melee.left(enemy, most))
        found.append((most, hits))
        beyond -= hits
    return found


def play_out(melee: Melee, tempers: tuple[Temper, Temper], random: Random, until: int = FAR) -> Melee:
    """The battle played on, changed in place, to its end or to the beginning of a later Maneuver Phase.

    :param until: how many more Maneuver Phases are played at most.
    """
    while melee.winner is None:
        if melee.phase == "maneuver":
            if not until:
                break
            until -= 1
            maneuver(melee, tempers[melee.side])
        else:
            strikes(melee, random)
    return melee
