"""The policy ``foresight``: tries several ways to maneuver against the enemy's answer, and takes the best."""

from math import fsum
from random import Random

from ..position.battle import ROLES, Role, other
from .fast_battle import FastBattle
from .heuristic_policy import GREEDILY, HeuristicPolicy
from .hex_values import BRISK, GREEDY, WAITING, WARY
from .maneuver_search import go_to
from .playing import play_on

LOOKS = (2, 6)
"""How often each way is played out; the second look is for those that are not far behind after the first."""
WON = 200.0
"""What the end of the battle is worth to the winner, in points."""
FAR_BEHIND = 30.0
"""Who is so many points behind after the first look gets no second one."""


class ForesightPolicy(HeuristicPolicy):
    """Plays every way to maneuver out to the end of the enemy's next turn, and takes the one that comes out best.

    The ways are those of four weights: greedy, brisk, wary, waiting; in what follows both sides are greedy. Every way
    is tried with the same dice, which come from the random numbers it is given. What is compared is the points slain
    less those lost, a Titan worth its whole Legion, and more where the battle is over. Strikes are chosen as by
    ``greedy``.
    """

    def __init__(self) -> None:
        super().__init__(GREEDY)
        self._ways = tuple([HeuristicPolicy(weights) for weights in (GREEDY, BRISK, WARY, WAITING)])

    def maneuver(self, battle: FastBattle, random: Random) -> None:
        """The best way."""
        arriving = battle.arrivals()
        if arriving:
            battle.join(arriving[0])
        side = battle.side
        found: dict[tuple[int, ...], FastBattle] = {}
        for way in self._ways:
            after = battle.copy()
            way.maneuver(after, random)
            if found.setdefault(after.of(side).numbers, after) is after:
                after.end_maneuver()
        go_to(battle, self._best(side, found, random) if len(found) > 1 else next(iter(found)))

    def _best(self, side: Role, ways: dict[tuple[int, ...], FastBattle], random: Random) -> tuple[int, ...]:
        seed = random.getrandbits(32)
        worth = dict.fromkeys(ways, 0.0)
        tried = 0
        for looks in LOOKS:
            for way in worth:
                worth[way] += fsum([self._tried(ways[way], side, seed + n) for n in range(tried, looks)])
            least = max(worth.values()) - FAR_BEHIND * looks
            worth = {way: value for way, value in worth.items() if value >= least}
            if len(worth) == 1:
                break
            tried = looks
        return max(worth, key=lambda way: worth[way])

    def _tried(self, after: FastBattle, side: Role, seed: int) -> float:
        """What a battle comes to by the end of the enemy's next turn, in points."""
        played = play_on(after.copy(), (GREEDILY, GREEDILY), Random(seed), until=1)
        value = _worth(played, side) - _worth(played, other(side))
        if played.winner in ROLES:
            value += WON if played.winner == side else -WON
        return value


def _worth(battle: FastBattle, role: Role) -> float:
    """The points of a side's living characters, wounds counted by half; a Titan is worth the others besides."""
    total = titan = 0.0
    side = battle.of(role)
    for fighter in side.characters:
        if fighter.left > 0:
            health = 1 - 0.5 * fighter.hits / fighter.power
            total += fighter.worth * health
            if fighter is side.titan:
                titan = health
    return total + titan * total
