"""The attacker's chance to win, estimated from the two Legions by a fit to recorded battles between players.

Simulated battles did not improve the fit; ``benchmarks/calibrate.py`` makes and measures it.
"""

from math import exp, fsum, log

from ..answers.battle_odds import Calibrated
from ..box import STANDARD
from ..position.battle import Battle, BattleSide

CONSTANT = -0.846
# In log odds, of the features below.
WEIGHTS = {"points": 3.674, "height": 0.351, "rangestrikers": 1.999, "placed": -1.646, "engagement": 1.045}
BATTLES = 213  # recorded battles that the weights were fitted to
BRIER = 0.13  # the mean of (chance - outcome) squared, in games not fitted to


def calibrated(battle: Battle, *, engagement: bool) -> Calibrated | None:
    """The calibrated chance for a battle of the standard box before anyone has entered; else None.

    :param engagement: it is an Engagement of a game, chosen by the attacker; else a battle on its own.
    """
    sides = battle.attacker, battle.defender
    begins = all(not (s.slain or s.left_off) and all(c.hex is None for c in s.characters) for s in sides)
    if battle.the_box is not STANDARD or not begins:
        return None
    values = features(battle, engagement=engagement)
    odds = CONSTANT + fsum([weight * values[name] for name, weight in WEIGHTS.items()])
    return Calibrated(p=1 / (1 + exp(-odds)), battles=BATTLES, brier=BRIER)


def features(battle: Battle, *, engagement: bool) -> dict[str, float]:
    """The predictors: log ratios of points and height, rangestrikers' share, a defender placed first (BATTLE-4)."""
    attacker, defender = battle.attacker, battle.defender
    return {
        "points": log(_points(attacker) / _points(defender)),
        "height": log(attacker.height / defender.height),
        "rangestrikers": _rangestriking(attacker) - _rangestriking(defender),
        "placed": float(battle.the_box.deploys(battle.terrain)),
        "engagement": float(engagement),
    }


def _points(side: BattleSide) -> int:
    return sum([side.the_box.points(c.name, side.score) for c in side.characters])


def _rangestriking(side: BattleSide) -> float:
    box = side.the_box
    able = [c.name for c in side.characters if box.characters[c.name].rangestrikes]
    return sum([box.points(name, side.score) for name in able]) / _points(side)
