"""How a side weighs the hexes that it could go to, by rule of thumb, with some temper."""

from functools import cached_property

from attrs import frozen

from ..position.battle import LAST_TURN
from ..rules.battle.level_ground import strike_number
from .chances import harm
from .ground import SHIFT, bits
from .melee import ATTACKER, NOBODY, OFF, PLACE, Melee


@frozen
class Temper:
    """What weighs how much.

    :param caution: what the enemy could do next, against what is gained now.
    :param guard: the safety of one's own Titan.
    :param losses: one's own losses, against what is gained.
    :param waits: stays out of contact unless the enemy comes.
    :param titan: a Titan is no less cautious than this.
    """

    caution: float = 0.4
    guard: float = 1.0
    losses: float = 1.0
    waits: bool = False
    titan: float = 0.6


GREEDY = Temper(caution=0.0, guard=0.0, titan=0.0)
CALM = Temper()
BRISK = Temper(caution=0.0, guard=0.5)
WARY = Temper(caution=0.8, guard=1.0)
WAITING = Temper(caution=0.8, guard=1.0, waits=True)
TEMPERS = (
    CALM,
    BRISK,
    WARY,
    Temper(caution=0.0, guard=0.0, losses=0.7),
    Temper(caution=0.8, guard=2.0, losses=0.8),
    Temper(caution=1.5, guard=2.0),
    WAITING,
)
"""The tempers that a search begins with."""

NEARER = 2.0
"""What a hex nearer to the enemy is worth to whoever goes there without a strike, in points."""
BACK = 1.0
"""What a hex farther from it is worth to a Titan, or to a defender."""


class Mind:
    """What a side sees when its Maneuver Phase begins, and how it weighs hexes.

    :ivar touched: the hexes in contact with an enemy.
    """

    def __init__(self, melee: Melee, temper: Temper) -> None:
        side = melee.side
        self.melee, self.side, self.foe, self.temper = melee, side, 1 - side, temper
        contact = melee.ground.contact
        self.enemies = melee.living[self.foe]
        self.touched = 0
        for n in bits(self.enemies):
            self.touched |= contact[n]
        self._patience = max(0.1, (LAST_TURN - melee.turn) / LAST_TURN) if side == ATTACKER else 1.0

    @cached_property
    def _threats(self) -> list[tuple[int, int]]:
        """The enemies that are free to move, and the hexes in contact with where they can go."""
        melee, contact = self.melee, self.melee.ground.contact
        own, free = melee.living[self.side], melee.free
        found = []
        for n in bits(self.enemies):
            if not contact[n] & own:
                foe = melee.who[n] & PLACE
                threatened = 0
                for there in bits(melee.mobility(self.foe, foe).reach(n, free) | 1 << n):
                    threatened |= contact[there]
                found.append((foe, threatened))
        return found

    @cached_property
    def _rings(self) -> list[int]:
        """The hexes by how far they are from the nearest enemy; or, before it has entered, from where it will enter."""
        neighbours = self.melee.ground.neighbours
        edge = seen = self.enemies or self.melee.entry[self.foe]
        found = []
        while edge:
            found.append(edge)
            onward = 0
            for n in bits(edge):
                onward |= neighbours[n]
            edge = onward & ~seen
            seen |= edge
        return found

    def distance(self, n: int) -> int:
        """How far a hex is from the nearest enemy; farther than any where there is no enemy."""
        for distance, ring in enumerate(self._rings):
            if ring >> n & 1:
                return distance
        return len(self._rings)

    def strikes(self, i: int, n: int) -> float:
        """What striking from a hex gains, less what the strikebacks cost, in points."""
        melee, side, enemy = self.melee, self.side, self.foe
        contact, own = melee.ground.contact, melee.living[side]
        blows, names, who = melee.ground.blows, melee.names[enemy], melee.who
        name, need = melee.names[side][i], melee.power[side][i] - melee.hits[side][i]
        mine, extra = blows[name], melee.extra[side] if i == melee.titan[side] else 0
        power, hits, value = melee.power[enemy], melee.hits[enemy], melee.value[enemy]
        gain = loss = 0.0
        for there in bits(contact[n] & self.enemies):
            foe = who[there] & PLACE
            dice, numbers = mine[n << SHIFT | there]
            gain = max(gain, harm(dice + extra, numbers[names[foe]], power[foe] - hits[foe]) * value[foe])
            dice, numbers = blows[names[foe]][there << SHIFT | n]
            if foe == melee.titan[enemy]:
                dice += melee.extra[enemy]
            loss += harm(dice, numbers[name], need) / (1 + (contact[there] & own).bit_count())
        return gain - self.temper.losses * loss * melee.value[side][i] * self._patience

    def dangers(self, i: int) -> list[tuple[float, int]]:
        """What each enemy that is free could gain from a character, the most first, and in which hexes (points)."""
        melee, side, enemy = self.melee, self.side, self.foe
        characters = melee.ground.characters
        mine, need, dice = melee.value[side][i], melee.left(side, i), melee.power[side][i]
        skill = characters[melee.names[side][i]].skill
        found = []
        for foe, threatened in self._threats:
            theirs = characters[melee.names[enemy][foe]].skill
            gain = harm(melee.power[enemy][foe], strike_number(theirs, skill), need) * mine
            back = harm(dice, strike_number(skill, theirs), melee.left(enemy, foe)) * melee.value[enemy][foe]
            if gain > back:
                found.append((gain - back, threatened))
        found.sort(reverse=True)
        return found

    def danger(self, dangers: list[tuple[float, int]], n: int) -> float:
        """What they gain from a character in one hex together: not more of them than there is room for, in points."""
        room = (self.melee.ground.contact[n] & self.melee.free).bit_count()
        return sum([gain for gain, threatened in dangers if threatened >> n & 1][:room])

    def guarding(self) -> tuple[int, float]:
        """The hexes around one's own Titan, and what it is worth to it that somebody holds one, in points."""
        melee, side = self.melee, self.side
        titan = melee.titan[side]
        stands = melee.at[side][titan] if titan != NOBODY and self.temper.guard else OFF
        if stands < 0:
            return 0, 0.0
        around = melee.ground.contact[stands]
        room = (around & melee.free).bit_count()
        need, skill = melee.left(side, titan), melee.ground.characters[melee.names[side][titan]].skill
        harms = []
        for foe, threatened in self._threats:
            if threatened >> stands & 1:
                theirs = melee.ground.characters[melee.names[self.foe][foe]].skill
                harms.append(harm(melee.power[self.foe][foe], strike_number(theirs, skill), need))
        if not 0 < room <= len(harms):
            return 0, 0.0
        harms.sort(reverse=True)
        return around, self.temper.guard * harms[room - 1] * melee.value[side][titan]

    def choose(self, i: int, mask: int) -> int | None:
        """The hex of a mask that is better than to stay where a character is; None: it stays.

        Who is off the board goes somewhere.
        """
        melee, side, temper = self.melee, self.side, self.temper
        here = melee.at[side][i]
        titan = i == melee.titan[side]
        caution = max(temper.caution, temper.titan) if titan else temper.caution
        dangers = self.dangers(i) if caution else []
        around, guard = self.guarding()
        stays = here >= 0

        def safety(n: int) -> float:
            worth = guard if around >> n & 1 else 0.0
            return worth - caution * self.danger(dangers, n) if dangers else worth

        best, most = None, safety(here) if stays else float("-inf")
        if not (stays and temper.waits):
            for n in bits(mask & self.touched):
                value = self.strikes(i, n) + safety(n)
                if value > most:
                    most, best = value, n
        quiet = mask & ~self.touched
        if not quiet:
            return best
        goes = -BACK if titan or (side != ATTACKER and stays) else NEARER
        start = self.distance(here) if stays else 0
        alike = not (dangers or around)
        for distance, ring in enumerate(self._rings):
            for n in bits(ring & quiet):
                value = (0.0 if alike else safety(n)) - goes * (distance - start)
                if value > most:
                    most, best = value, n
                if alike:
                    break
        return best
