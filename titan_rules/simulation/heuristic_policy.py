"""The policies that play by rule of thumb with some weights, ``greedy`` among them."""

from collections.abc import Sequence
from random import Random

from ..box.hexes import numbers_in
from ..rules.battle.maneuver import deployment, destinations, entering, entry_mask
from ..rules.battle.strike_numbers import contacts
from .chances import carried, harm, share
from .fast_battle import FastBattle, Fighter, Roll
from .hex_values import GREEDY, HexValues, Weights
from .rolls import Way, foes, rolled, ways

FEW = 3
"""Who can enter over so few hexes or less enters before the others take them."""


class HeuristicPolicy:
    """Moves each character where the strikes and strikebacks that follow bring most; strikes where most is slain.

    Every strike is worth its exact expected points: those of the target times the chance to slay it, and half of the
    share for hits that do not slay. A hex is worth the best strike from it, less what the enemies in contact with it
    strike back on average; where one of them has several to strike back at, each bears a part. What is lost counts the
    less for the attacker, the nearer the seventh turn is, which loses it everything. Who finds no strike that pays
    stays, as a defender; an attacker goes nearer, but for its Titan. Who enters does so as near to the enemy as it can
    without shutting the others out. A reinforcement or summons is always taken, the most valuable one. Nothing but the
    dice depends on random numbers.

    :param weights: what else counts, and how much.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """One character after the other, those first who may soon be shut out."""
        arriving = battle.arrivals()
        if arriving:
            battle.join(arriving[0])
        side, values = battle.mine, self.look(battle)
        waiting = [(f, mask) for f in side.characters for mask in (destinations(battle, f.role, f),) if mask]
        outside = {f.place: (f, mask) for f, mask in waiting if f.hex is None}
        late = battle.turn > 1
        waiting.sort(key=lambda w: (w[0].hex is not None, w[1].bit_count() > FEW, w[0] is side.titan and late))
        for fighter, _ in waiting:
            mask = destinations(battle, fighter.role, fighter)
            if not mask:
                continue
            if fighter.hex is None:
                del outside[fighter.place]
                mask = leaving_room(battle, mask, list(outside.values()))
            number = values.choose(fighter, mask)
            if number is not None:
                battle.move(fighter, number)

    def look(self, battle: FastBattle) -> HexValues:
        """How the position is weighed."""
        return HexValues(battle, self.weights)

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """All strikes that bring something: who can do most strikes first."""
        blows = []
        for number in numbers_in(battle.standing[battle.acting]):
            fighter = battle.who[number]
            found = self.target(battle, fighter)
            if found is not None:
                blows.append((found[0], fighter.place, fighter, found))
        blows.sort(key=lambda blow: blow[:2], reverse=True)
        all_missed = True
        for _, _, fighter, seen in blows:
            found = seen if all_missed else self.target(battle, fighter)
            if found is not None:
                hits = strike(battle, fighter, found[1], found[2], random)
                all_missed = all_missed and not hits

    def target(self, battle: FastBattle, fighter: Fighter) -> tuple[float, Fighter, Roll] | None:
        """The best target of a character: what it is worth to strike it in points, who it is, the natural roll."""
        best, most = None, -1.0
        for foe, roll in foes(battle, fighter):
            worth = harm(*roll, foe.left) * foe.value
            if worth > most:
                most, best = worth, (worth, foe, roll)
        return best


GREEDILY = HeuristicPolicy(GREEDY)
"""The policy ``greedy``."""


def leaving_room(battle: FastBattle, mask: int, outside: Sequence[tuple[Fighter, int]]) -> int:
    """The hexes of a mask from which a character that enters shuts out none of the others; all, if there is none.

    :param outside: who else is still to enter, and where it could when the phase began.
    """
    role, free = battle.side, battle.free
    over = (deployment(battle, role) or entry_mask(battle, role)) & free
    # Who could stop in two of the hexes over which it enters is not shut out by one.
    tight = [f for f, reach in outside if (reach & over).bit_count() < 2]
    if not tight:
        return mask
    kept = 0
    for number in numbers_in(mask):
        if all(entering(battle, role, f, free & ~(1 << number)) for f in tight):
            kept |= 1 << number
    return kept or mask


def strike(battle: FastBattle, fighter: Fighter, foe: Fighter, natural: Roll, random: Random) -> int:
    """A character strikes or rangestrikes an enemy, with penalties where they pay.

    :returns: the hits rolled.
    """
    need = foe.left
    carries = natural[0] > need and contacts(battle, fighter.role, fighter)
    roll, others = best_way(battle, fighter, foe) if carries else (natural, [])
    hits = rolled(*roll, random)
    battle.strike(fighter, foe, roll, hits, spill(battle, others, hits - need) if others and hits > need else ())
    return hits


def best_way(battle: FastBattle, fighter: Fighter, foe: Fighter) -> Way:
    """The way to roll a strike that brings most points: the target's, and those of the best to carry over to."""
    found = ways(battle, fighter, foe)
    if len(found) == 1:
        return found[0]
    need = foe.left

    def worth(way: Way) -> float:
        roll, others = way
        more = [carried(*roll, need, other.left) * other.value for other in others]
        return harm(*roll, need) * foe.value + max(more, default=0.0)

    return max(found, key=worth)


def spill(battle: FastBattle, others: Sequence[Fighter], beyond: int) -> list[tuple[Fighter, int]]:
    """Who takes the hits beyond those that slay a target, and how many: those whom they harm most first (CARRY-1).

    Where targets are declared before the roll, so is their order: the most valuable first.
    """
    waiting, found = list(others), []
    before_rolling = battle.rules.carry_declaration == "targets_and_order"
    while beyond > 0 and waiting:
        most = max(waiting, key=lambda f: f.value * (1 if before_rolling else share(beyond, f.left)))
        waiting.remove(most)
        hits = min(beyond, most.left)
        found.append((most, hits))
        beyond -= hits
    return found
