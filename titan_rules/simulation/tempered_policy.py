"""The policies that play by rule of thumb in some temper, ``greedy`` among them."""

from collections.abc import Mapping
from random import Random

from .chances import carried, harm, share
from .ground import Roll, bits
from .melee import OFF, PLACE, Melee
from .rolls import Way, foes, rolled, touches, ways
from .temper import GREEDY, Mind, Temper

FEW = 3
"""Who can enter over so few hexes or less enters before the others take them."""


class TemperedPolicy:
    """Moves each character where the strikes and strikebacks that follow bring most; strikes where most is slain.

    Every strike is worth its exact expected points: those of the target times the chance to slay it, and half of the
    share for hits that do not slay. A hex is worth the best strike from it, less what the enemies in contact with it
    strike back on average; where one of them has several to strike back at, each bears a part. What is lost counts the
    less for the attacker, the nearer the seventh turn is, which loses it everything. Who finds no strike that pays
    stays, as a defender; an attacker goes nearer, but for its Titan. Who enters does so as near to the enemy as it can
    without shutting the others out. A reinforcement or summons is always taken, the most valuable one. Nothing but the
    dice depends on random numbers.

    :param temper: what else counts, and how much.
    """

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def maneuver(self, melee: Melee, random: Random) -> None:
        """One character after the other, those first who may soon be shut out."""
        arriving = melee.arrivals()
        if arriving:
            melee.join(arriving[0])
        side, mind = melee.side, self.look(melee)
        titan, at = melee.titan[side], melee.at[side]
        waiting = [(i, reach) for i in range(len(at)) for reach in (melee.reach(side, i),) if reach]
        outside = {i: reach for i, reach in waiting if at[i] == OFF}
        waiting.sort(key=lambda w: (at[w[0]] != OFF, w[1].bit_count() > FEW, w[0] == titan and melee.turn > 1))
        for i, _ in waiting:
            mask = melee.reach(side, i)
            if not mask:
                continue
            if at[i] == OFF:
                del outside[i]
                mask = leaving_room(melee, side, mask, outside)
            n = mind.choose(i, mask)
            if n is not None:
                melee.move(i, n)

    def look(self, melee: Melee) -> Mind:
        """How the position is weighed."""
        return Mind(melee, self.temper)

    def strikes(self, melee: Melee, random: Random) -> None:
        """All strikes that bring something: who can do most strikes first."""
        side = melee.acting
        blows = []
        for n in bits(melee.standing[side]):
            i = melee.who[n] & PLACE
            found = self.target(melee, side, i)
            if found is not None:
                blows.append((found[0], i, found))
        blows.sort(reverse=True)
        all_missed = True
        for _, i, seen in blows:
            found = seen if all_missed else self.target(melee, side, i)
            if found is not None:
                hits = strike(melee, i, found[1], found[2], random)
                all_missed = all_missed and not hits

    def target(self, melee: Melee, side: int, i: int) -> tuple[float, int, Roll] | None:
        """The best target of a character: what it is worth to strike it in points, who it is, the natural roll."""
        best, most, enemy = None, -1.0, 1 - side
        for foe, roll in foes(melee, side, i):
            worth = harm(*roll, melee.left(enemy, foe)) * melee.value[enemy][foe]
            if worth > most:
                most, best = worth, (worth, foe, roll)
        return best


GREEDILY = TemperedPolicy(GREEDY)
"""The policy ``greedy``."""


def leaving_room(melee: Melee, side: int, mask: int, outside: Mapping[int, int]) -> int:
    """The hexes of a mask from which a character that enters shuts out none of the others; all, if there is none.

    :param outside: who else is still to enter, and where it could when the phase began.
    """
    free = melee.free
    over = (melee.placed or melee.entry[side]) & free
    # Who could stop in two of the hexes over which it enters is not shut out by one.
    tight = [j for j, reach in outside.items() if (reach & over).bit_count() < 2]
    if not tight:
        return mask
    kept = 0
    for n in bits(mask):
        if all(melee.entering(side, j, free & ~(1 << n)) for j in tight):
            kept |= 1 << n
    return kept or mask


def strike(melee: Melee, i: int, foe: int, natural: Roll, random: Random) -> int:
    """A character strikes or rangestrikes an enemy, with penalties where they pay.

    :returns: the hits rolled.
    """
    side = melee.acting
    need = melee.left(1 - side, foe)
    roll, others = best_way(melee, side, i, foe) if natural[0] > need and touches(melee, side, i) else (natural, [])
    hits = rolled(*roll, random)
    melee.strike(i, foe, roll, hits, spill(melee, 1 - side, others, hits - need) if others and hits > need else ())
    return hits


def best_way(melee: Melee, side: int, i: int, foe: int) -> Way:
    """The way to roll a strike that brings most points: the target's, and those of the best to carry over to."""
    found = ways(melee, side, i, foe)
    if len(found) == 1:
        return found[0]
    enemy = 1 - side
    need, value = melee.left(enemy, foe), melee.value[enemy]

    def worth(way: Way) -> float:
        roll, others = way
        more = [carried(*roll, need, melee.left(enemy, j)) * value[j] for j in others]
        return harm(*roll, need) * value[foe] + max(more, default=0.0)

    return max(found, key=worth)


def spill(melee: Melee, enemy: int, others: list[int], beyond: int) -> list[tuple[int, int]]:
    """Who takes the hits beyond those that slay a target, and how many: those whom they harm most first (CARRY-1).

    Where targets are declared before the roll, so is their order: the most valuable first.
    """
    value, waiting, found = melee.value[enemy], list(others), []
    before_rolling = melee.ground.declares_all
    while beyond > 0 and waiting:
        most = max(waiting, key=lambda j: value[j] * (1 if before_rolling else share(beyond, melee.left(enemy, j))))
        waiting.remove(most)
        hits = min(beyond, melee.left(enemy, most))
        found.append((most, hits))
        beyond -= hits
    return found
