"""The attacker's chance to win a battle that nobody has entered, calibrated with recorded battles.

The recorded battles were fought by computer players. ``benchmarks/calibrate.py`` fits the chance and measures it.
"""

from functools import lru_cache
from math import exp, log, sqrt

from ..answers.battle_odds import Calibrated
from ..box import STANDARD
from ..position.battle import Battle, BattleSide
from .fast_battle import FastBattle
from .playing import fight, ready
from .policies import POLICIES
from .tally import Z

TRIALS = 100  # battles that ``greedy`` plays; the fit depends on their number
SEED = 1
# In log odds: the constant, then the weights of the two facts.
WEIGHTS = (-0.296, 2.285, 0.27)
COVARIANCE = ((0.0415, -0.0126, -0.0006), (-0.0126, 0.1564, -0.0169), (-0.0006, -0.0169, 0.0038))
BATTLES = 213  # recorded battles that the weights were fitted to
BRIER = 0.148  # the mean of (chance - outcome) squared, in games not fitted to


def calibrated(battle: Battle) -> Calibrated | None:
    """The calibrated chance for a battle of the standard box before anyone has entered; else None.

    Its interval combines the doubt of the weights with that of greedy's share of the battles it plays.

    :raises CannotTell: the battle cannot be played out, see :func:`titan_rules.simulation.playing.ready`.
    """
    if not is_recorded_kind(battle):
        return None
    wins = greedy_wins(battle)
    facts = (1.0, log_points(battle), logit(wins))
    odds = sum([weight * fact for weight, fact in zip(WEIGHTS, facts, strict=True)])
    rows = zip(facts, COVARIANCE, strict=True)
    fitted = sum([x * y * c for x, row in rows for y, c in zip(facts, row, strict=True)])
    played = WEIGHTS[-1] ** 2 * (1 / (wins + 0.5) + 1 / (TRIALS - wins + 0.5))
    half = Z * sqrt(fitted + played)
    low, p, high = (1 / (1 + exp(-each)) for each in (odds - half, odds, odds + half))
    return Calibrated(p=p, low=low, high=high, battles=BATTLES, brier=BRIER)


def is_recorded_kind(battle: Battle) -> bool:
    """Whether a battle is like the recorded ones: in the standard box, and nobody has entered yet."""
    sides = battle.attacker, battle.defender
    begins = all(not (s.slain or s.left_off) and all(c.hex is None for c in s.characters) for s in sides)
    return battle.the_box is STANDARD and begins and all(s.characters for s in sides)


def log_points(battle: Battle) -> float:
    """The logarithm of the attacker's points divided by the defender's."""
    return log(_points(battle.attacker) / _points(battle.defender))


def _points(side: BattleSide) -> int:
    return sum([side.the_box.points(c.name, side.score) for c in side.characters])


@lru_cache(64)
def greedy_wins(battle: Battle) -> int:
    """How many of :data:`TRIALS` battles the attacker wins between two ``greedy``, always with the same dice."""
    begun, greedy = FastBattle(ready(battle)), POLICIES["greedy"]
    return sum([fight(begun, (greedy, greedy), f"{SEED}:{n}").winner == "attacker" for n in range(TRIALS)])


def logit(wins: int) -> float:
    """The log odds of a share of :data:`TRIALS`, of which half a win and half a loss more keep 0 and 1 finite."""
    return log((wins + 0.5) / (TRIALS - wins + 0.5))
