"""The heuristic policies, ``greedy`` among them, and their valuation of hexes."""

from collections.abc import Sequence
from functools import cached_property
from random import Random

from ..box.hexes import HEXES, numbers_in
from ..position.battle import LAST_TURN, other
from ..rules.battle.maneuver import deployment, destinations, entering, entry_mask
from ..rules.battle.strike_numbers import roll_between
from .fast_battle import FastBattle, Fighter, Roll
from .rolls import Throw, carried, foes, harm, rolled, share, ways

NEARER = 2.0  # points for a hex nearer to the enemy, to a character without a strike there
BACK = 1.0  # points for a hex farther away, to a Titan or a defender


class HexValues:
    """The value of each hex to a side when its Maneuver Phase begins.

    :param losses: the weight of its own losses, relative to its gains.
    :ivar touched: the hexes in contact with an enemy.
    """

    def __init__(self, battle: FastBattle, losses: float) -> None:
        self.battle = battle
        self.side, self.foe = battle.side, other(battle.side)
        contact = battle.tables.contact
        self.enemies = battle.living[self.foe]
        self.touched = 0
        for n in numbers_in(self.enemies):
            self.touched |= contact[n]
        late = (LAST_TURN - battle.turn) / LAST_TURN
        self._losses = losses * (max(0.1, late) if self.side == "attacker" else 1.0)

    @cached_property
    def _rings(self) -> list[int]:
        """The hexes by distance from the nearest enemy or, before it has entered, from its entry hexes."""
        neighbours = self.battle.tables.neighbours
        edge = seen = self.enemies or entry_mask(self.battle, self.foe)
        rings = []
        while edge:
            rings.append(edge)
            onward = 0
            for n in numbers_in(edge):
                onward |= neighbours[n]
            edge = onward & ~seen
            seen |= edge
        return rings

    def distance(self, n: int) -> int:
        """The distance from the nearest enemy; beyond every hex if there is none."""
        for distance, ring in enumerate(self._rings):
            if ring >> n & 1:
                return distance
        return len(self._rings)

    def strikes(self, fighter: Fighter, n: int) -> float:
        """The gain of striking from a hex less the cost of strikebacks, in points."""
        battle, side, enemy, who = self.battle, self.side, self.foe, self.battle.who
        contact, own = battle.tables.contact, battle.living[side]
        name, need, here = fighter.name, fighter.left, HEXES[n]
        gain = loss = 0.0
        for number in numbers_in(contact[n] & self.enemies):
            foe, there = who[number], HEXES[number]
            gain = max(gain, harm(*roll_between(battle, side, name, here, foe.name, there), foe.left) * foe.value)
            back = harm(*roll_between(battle, enemy, foe.name, there, name, here), need)
            loss += back / (1 + (contact[number] & own).bit_count())
        return gain - loss * fighter.value * self._losses

    def choose(self, fighter: Fighter, mask: int) -> int | None:
        """The best hex of a mask; None to stay, which only a character on the board can."""
        stays = fighter.number >= 0
        best, most = None, 0.0 if stays else float("-inf")
        for n in numbers_in(mask & self.touched):
            value = self.strikes(fighter, n)
            if value > most:
                most, best = value, n
        quiet = mask & ~self.touched
        if not quiet:
            return best
        titan = fighter is self.battle.of(self.side).titan
        goes = -BACK if titan or (self.side == "defender" and stays) else NEARER
        start = self.distance(fighter.number) if stays else 0
        for distance, ring in enumerate(self._rings):
            value = goes * (start - distance)
            if ring & quiet and value > most:
                most, best = value, next(iter(numbers_in(ring & quiet)))
        return best


FEW = 3  # a character with so few entry hexes, or fewer, enters first


class HeuristicPolicy:
    """Moves each character to the hex with the best balance of strikes and strikebacks; strikes where it slays most.

    A strike is worth its exact expected points, a hit that does not slay half its share. A hex is worth its best strike
    less the average strikebacks of the enemies in contact, each shared among those it could strike. The attacker's own
    losses count less as the seventh turn nears, which loses everything. Without a profitable strike a defender stays;
    an attacker approaches, except its Titan. Characters enter as near the enemy as they can without blocking others.
    Reinforcements and summons are always taken, the most valuable first. Only the dice are random.

    :param losses: the weight of its own losses, relative to its gains.
    """

    def __init__(self, losses: float = 1.0) -> None:
        self.losses = losses

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """Move one character after another, those that may soon be shut out first."""
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
        """The values of hexes in this position."""
        return HexValues(battle, self.losses)

    def strikes(self, battle: FastBattle, random: Random) -> None:
        """Make every profitable strike, beginning with the character that has the most targets."""
        blows = []
        for number in numbers_in(battle.standing[battle.acting]):
            fighter = battle.who[number]
            best = self.target(battle, fighter)
            if best is not None:
                blows.append((best[0], fighter.place, fighter, best))
        blows.sort(key=lambda blow: blow[:2], reverse=True)
        all_missed = True
        for _, _, fighter, seen in blows:
            best = seen if all_missed else self.target(battle, fighter)
            if best is not None:
                hits = strike(battle, fighter, best[1], best[2], random)
                all_missed = all_missed and not hits

    def target(self, battle: FastBattle, fighter: Fighter) -> tuple[float, Fighter, Roll] | None:
        """The best target: points gained, enemy, natural roll."""
        best, most = None, -1.0
        for foe, roll in foes(battle, fighter):
            worth = harm(*roll, foe.left) * foe.value
            if worth > most:
                most, best = worth, (worth, foe, roll)
        return best


def leaving_room(battle: FastBattle, mask: int, outside: Sequence[tuple[Fighter, int]]) -> int:
    """The hexes of a mask that shut none of the others out; the whole mask if there are none.

    :param outside: the others that still have to enter, with their entry hexes when the phase began.
    """
    role, free = battle.side, battle.free
    over = (deployment(battle, role) or entry_mask(battle, role)) & free
    # A character that could stop in two of its entry hexes is not shut out by one.
    tight = [f for f, reach in outside if (reach & over).bit_count() < 2]
    if not tight:
        return mask
    kept = 0
    for number in numbers_in(mask):
        if all(entering(battle, role, f, free & ~(1 << number)) for f in tight):
            kept |= 1 << number
    return kept or mask


def strike(battle: FastBattle, fighter: Fighter, foe: Fighter, natural: Roll, random: Random) -> int:
    """Strike or rangestrike an enemy, with penalties if they pay; the hits rolled."""
    need = foe.left
    carries = natural[0] > need and battle.in_contact(fighter.role, fighter)
    roll, others = best_way(battle, fighter, foe) if carries else (natural, [])
    hits = rolled(*roll, random)
    battle.strike(fighter, foe, roll, hits, spill(battle, others, hits - need) if others and hits > need else ())
    return hits


def best_way(battle: FastBattle, fighter: Fighter, foe: Fighter) -> Throw:
    """The way to roll a strike that gains the most points, carries included."""
    options = ways(battle, fighter, foe)
    if len(options) == 1:
        return options[0]
    need = foe.left

    def worth(way: Throw) -> float:
        roll, others = way
        more = [carried(*roll, need, other.left) * other.value for other in others]
        return harm(*roll, need) * foe.value + max(more, default=0.0)

    return max(options, key=worth)


def spill(battle: FastBattle, others: Sequence[Fighter], beyond: int) -> list[tuple[Fighter, int]]:
    """Who takes the hits left over, most harm first (CARRY-1); by value if targets are declared before the roll."""
    waiting, takers = list(others), []
    before_rolling = battle.rules.carry_declaration == "targets_and_order"
    while beyond > 0 and waiting:
        most = max(waiting, key=lambda f: f.value * (1 if before_rolling else share(beyond, f.left)))
        waiting.remove(most)
        hits = min(beyond, most.left)
        takers.append((most, hits))
        beyond -= hits
    return takers
