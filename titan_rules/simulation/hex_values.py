"""How a side weighs the hexes that it could go to, by rule of thumb."""

from functools import cached_property
from math import fsum

from attrs import frozen

from ..box.hexes import HEXES, numbers_in
from ..position.battle import LAST_TURN, other
from ..rules.battle.level_ground import strike_number
from ..rules.battle.maneuver import entry_mask, mobility_of
from ..rules.battle.strike_numbers import roll_between
from .chances import harm
from .fast_battle import FastBattle, Fighter


@frozen
class Weights:
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


GREEDY = Weights(caution=0.0, guard=0.0, titan=0.0)
CALM = Weights()
BRISK = Weights(caution=0.0, guard=0.5)
WARY = Weights(caution=0.8, guard=1.0)
WAITING = Weights(caution=0.8, guard=1.0, waits=True)
STARTING_POINTS = (
    CALM,
    BRISK,
    WARY,
    Weights(caution=0.0, guard=0.0, losses=0.7),
    Weights(caution=0.8, guard=2.0, losses=0.8),
    Weights(caution=1.5, guard=2.0),
    WAITING,
)
"""The weights that a search begins with."""

NEARER = 2.0
"""What a hex nearer to the enemy is worth to whoever goes there without a strike, in points."""
BACK = 1.0
"""What a hex farther from it is worth to a Titan, or to a defender."""


class HexValues:
    """What a side sees when its Maneuver Phase begins, and how it weighs hexes.

    :ivar touched: the hexes in contact with an enemy.
    """

    def __init__(self, battle: FastBattle, weights: Weights) -> None:
        self.battle, self.weights = battle, weights
        self.side, self.foe = battle.side, other(battle.side)
        contact = battle.tables.contact
        self.enemies = battle.living[self.foe]
        self.touched = 0
        for n in numbers_in(self.enemies):
            self.touched |= contact[n]
        late = (LAST_TURN - battle.turn) / LAST_TURN
        self._patience = max(0.1, late) if self.side == "attacker" else 1.0

    @cached_property
    def _threats(self) -> list[tuple[Fighter, int]]:
        """The enemies that are free to move, and the hexes in contact with where they can go."""
        battle, contact = self.battle, self.battle.tables.contact
        own, free = battle.living[self.side], battle.free
        found = []
        for n in numbers_in(self.enemies):
            if not contact[n] & own:
                foe = battle.who[n]
                threatened = 0
                for there in numbers_in(mobility_of(battle, foe).reach(n, free) | 1 << n):
                    threatened |= contact[there]
                found.append((foe, threatened))
        return found

    @cached_property
    def _rings(self) -> list[int]:
        """The hexes by how far they are from the nearest enemy; or, before it has entered, from where it will enter."""
        neighbours = self.battle.tables.neighbours
        edge = seen = self.enemies or entry_mask(self.battle, self.foe)
        found = []
        while edge:
            found.append(edge)
            onward = 0
            for n in numbers_in(edge):
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

    def strikes(self, fighter: Fighter, n: int) -> float:
        """What striking from a hex gains, less what the strikebacks cost, in points."""
        battle, side, enemy, who = self.battle, self.side, self.foe, self.battle.who
        contact, own = battle.tables.contact, battle.living[side]
        name, need, here = fighter.name, fighter.left, HEXES[n]
        gain = loss = 0.0
        for number in numbers_in(contact[n] & self.enemies):
            foe, there = who[number], HEXES[number]
            gain = max(gain, harm(*roll_between(battle, side, name, here, foe.name, there), foe.left) * foe.value)
            back = harm(*roll_between(battle, enemy, foe.name, there, name, here), need)
            loss += back / (1 + (contact[number] & own).bit_count())
        return gain - self.weights.losses * loss * fighter.value * self._patience

    def dangers(self, fighter: Fighter) -> list[tuple[float, int]]:
        """What each enemy that is free could gain from a character, the most first, and in which hexes (points)."""
        characters = self.battle.box.characters
        skill, found = characters[fighter.name].skill, []
        for foe, threatened in self._threats:
            theirs = characters[foe.name].skill
            gain = harm(foe.power, strike_number(theirs, skill), fighter.left) * fighter.value
            back = harm(fighter.power, strike_number(skill, theirs), foe.left) * foe.value
            if gain > back:
                found.append((gain - back, threatened))
        found.sort(reverse=True)
        return found

    def danger(self, dangers: list[tuple[float, int]], n: int) -> float:
        """What they gain from a character in one hex together: not more of them than there is room for, in points."""
        room = (self.battle.tables.contact[n] & self.battle.free).bit_count()
        return fsum([gain for gain, threatened in dangers if threatened >> n & 1][:room])

    def guarding(self) -> tuple[int, float]:
        """The hexes around one's own Titan, and what it is worth to it that somebody holds one, in points."""
        battle = self.battle
        titan = battle.of(self.side).titan
        if titan is None or titan.number < 0 or not self.weights.guard:
            return 0, 0.0
        around = battle.tables.contact[titan.number]
        room = (around & battle.free).bit_count()
        skill, characters = battle.box.characters[titan.name].skill, battle.box.characters
        harms = [
            harm(foe.power, strike_number(characters[foe.name].skill, skill), titan.left)
            for foe, threatened in self._threats
            if threatened >> titan.number & 1
        ]
        if not 0 < room <= len(harms):
            return 0, 0.0
        harms.sort(reverse=True)
        return around, self.weights.guard * harms[room - 1] * titan.value

    def choose(self, fighter: Fighter, mask: int) -> int | None:
        """The hex of a mask that is better than to stay where a character is; None: it stays.

        Who is off the board goes somewhere.
        """
        weights, here = self.weights, fighter.number
        titan = fighter is self.battle.of(self.side).titan
        caution = max(weights.caution, weights.titan) if titan else weights.caution
        dangers = self.dangers(fighter) if caution else []
        around, guard = self.guarding()
        stays = here >= 0

        def safety(n: int) -> float:
            worth = guard if around >> n & 1 else 0.0
            return worth - caution * self.danger(dangers, n) if dangers else worth

        best, most = None, safety(here) if stays else float("-inf")
        if not (stays and weights.waits):
            for n in numbers_in(mask & self.touched):
                value = self.strikes(fighter, n) + safety(n)
                if value > most:
                    most, best = value, n
        quiet = mask & ~self.touched
        if not quiet:
            return best
        goes = -BACK if titan or (self.side == "defender" and stays) else NEARER
        start = self.distance(here) if stays else 0
        alike = not (dangers or around)
        for distance, ring in enumerate(self._rings):
            for n in numbers_in(ring & quiet):
                value = (0.0 if alike else safety(n)) - goes * (distance - start)
                if value > most:
                    most, best = value, n
                if alike:
                    break
        return best
