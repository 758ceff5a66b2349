"""How a side weighs the hexes that it could go to, by rule of thumb, with some temper."""

from attrs import frozen

from ..box.hexes import HEXES
from ..position.battle import LAST_TURN
from ..rules.battle.level_ground import strike_number
from .chances import harm
from .melee import ATTACKER, NOBODY, OFF, PLACE, Melee


@frozen
class Temper:
    """What weighs how much.

    :param caution: what the enemy could do next, against what is gained now.
    :param guard: the safety of one's own Titan.
    :param losses: one's own losses, against what is gained.
    :param waits: stays out of contact unless the enemy comes.
    """

    caution: float = 0.4
    guard: float = 1.0
    losses: float = 1.0
    waits: bool = False


CALM = Temper()
BRISK = Temper(caution=0.0, guard=0.5)
WARY = Temper(caution=0.8, guard=1.0)
TEMPERS = (
    CALM,
    BRISK,
    WARY,
    Temper(caution=0.0, guard=0.0, losses=0.7),
    Temper(caution=0.8, guard=2.0, losses=0.8),
    Temper(caution=1.5, guard=2.0),
    Temper(caution=0.8, guard=1.0, waits=True),
)
"""The tempers that a search begins with."""

TITAN_CAUTION = 0.6
"""A Titan is no less cautious than this."""
NEARER = 2.0
"""What a hex nearer to the enemy is worth to whoever goes there without a strike, in points."""
BACK = 1.0
"""What a hex farther from it is worth to a Titan, or to a defender."""
FAR = len(HEXES)
"""Farther than any hex is from another."""


def bits(mask: int) -> list[int]:
    """The numbers of the hexes in a mask."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class Mind:
    """What a side sees when its Maneuver Phase begins, and how it weighs hexes."""

    def __init__(self, melee: Melee, temper: Temper) -> None:
        side = melee.side
        self.melee, self.side, self.foe, self.temper = melee, side, 1 - side, temper
        contact = melee.ground.contact
        self.touched = 0
        self._threats: list[tuple[int, int]] = []
        own, free = melee.living[side], melee.free
        mobility = melee.ground.mobility
        for n in bits(melee.living[self.foe]):
            self.touched |= contact[n]
            if not contact[n] & own:
                i = melee.who[n] & PLACE
                threatened = 0
                for there in bits(mobility[melee.names[self.foe][i]].reach(n, free) | 1 << n):
                    threatened |= contact[there]
                self._threats.append((i, threatened))
        attacks = side == ATTACKER
        self._patience = max(0.1, (LAST_TURN - melee.turn) / LAST_TURN) if attacks else 1.0
        self._rings: list[int] | None = None

    def strikes(self, i: int, n: int) -> float:
        """What striking from a hex gains, less what the strikebacks cost, in points."""
        melee, side, enemy = self.melee, self.side, self.foe
        contact, own = melee.ground.contact, melee.living[side]
        need = melee.left(side, i)
        gain = loss = 0.0
        for there in bits(contact[n] & melee.living[enemy]):
            foe = melee.who[there] & PLACE
            dice, number = melee.roll_between(side, i, n, foe, there)
            gain = max(gain, harm(dice, number, melee.left(enemy, foe)) * melee.value[enemy][foe])
            dice, number = melee.roll_between(enemy, foe, there, i, n)
            loss += harm(dice, number, need) / (1 + (contact[there] & own).bit_count())
        return gain - self.temper.losses * loss * melee.value[side][i] * self._patience

    def danger(self, i: int, n: int) -> float:
        """What the enemies that are free could do to a character in a hex in their next phase, in points."""
        melee, side, enemy = self.melee, self.side, self.foe
        room = (melee.ground.contact[n] & melee.free).bit_count()
        if not room:
            return 0.0
        mine, need, dice = melee.value[side][i], melee.left(side, i), melee.power[side][i]
        skill = melee.ground.characters[melee.names[side][i]].skill
        found = []
        for foe, threatened in self._threats:
            if threatened >> n & 1:
                theirs = melee.ground.characters[melee.names[enemy][foe]].skill
                gain = harm(melee.power[enemy][foe], strike_number(theirs, skill), need) * mine
                back = harm(dice, strike_number(skill, theirs), melee.left(enemy, foe)) * melee.value[enemy][foe]
                if gain > back:
                    found.append(gain - back)
        found.sort(reverse=True)
        return sum(found[:room])

    def guards(self, n: int) -> float:
        """What it is worth to one's own Titan that somebody holds a hex beside it, in points."""
        melee, side = self.melee, self.side
        titan = melee.titan[side]
        if titan == NOBODY or not self.temper.guard:
            return 0.0
        stands = melee.at[side][titan]
        if stands < 0 or not melee.ground.contact[stands] >> n & 1:
            return 0.0
        need, skill = melee.left(side, titan), melee.ground.characters[melee.names[side][titan]].skill
        room = (melee.ground.contact[stands] & melee.free).bit_count()
        harms = []
        for foe, threatened in self._threats:
            if threatened >> stands & 1:
                theirs = melee.ground.characters[melee.names[self.foe][foe]].skill
                harms.append(harm(melee.power[self.foe][foe], strike_number(theirs, skill), need))
        harms.sort(reverse=True)
        least = harms[room - 1] if 0 < room <= len(harms) else 0.0
        return self.temper.guard * least * melee.value[side][titan]

    def safety(self, i: int, n: int, caution: float) -> float:
        """What a hex is worth but for the strikes from it."""
        return self.guards(n) - (caution * self.danger(i, n) if caution else 0.0)

    def choose(self, i: int, mask: int) -> int | None:
        """The hex of a mask that is better than to stay where a character is; None: it stays.

        Who is off the board goes somewhere.
        """
        melee, side = self.melee, self.side
        here = melee.at[side][i]
        titan = i == melee.titan[side]
        caution = max(self.temper.caution, TITAN_CAUTION) if titan else self.temper.caution
        best, most = None, self.safety(i, here, caution) if here >= 0 else float("-inf")
        if here == OFF or not self.temper.waits:
            for n in bits(mask & self.touched):
                value = self.strikes(i, n) + self.safety(i, n, caution)
                if value > most:
                    most, best = value, n
        rings = self.rings()
        goes = -BACK if titan or (side != ATTACKER and here != OFF) else NEARER
        for n in bits(mask & ~self.touched):
            value = self.safety(i, n, caution) - goes * (rings[n] - (rings[here] if here >= 0 else 0))
            if value > most:
                most, best = value, n
        return best

    def rings(self) -> list[int]:
        """How far each hex is from the nearest enemy; or, before it has entered, from where it will enter."""
        if self._rings is None:
            melee = self.melee
            edge = seen = melee.living[self.foe] or melee.entry[self.foe]
            found = [FAR] * len(HEXES)
            distance = 0
            while edge:
                onward = 0
                for n in bits(edge):
                    found[n] = distance
                    onward |= melee.ground.neighbours[n]
                edge = onward & ~seen
                seen |= edge
                distance += 1
            self._rings = found
        return self._rings
