"""The attacker's chance to win as recorded battles between players have it: told from the two Legions alone.

What policies make of a battle adds nothing to it that recorded battles would show; ``benchmarks/calibrate.py`` fits the
weights and measures it.
"""

from math import exp, fsum, log

from ..answers.battle_odds import Calibrated
from ..box import STANDARD
from ..position.battle import Battle, BattleSide

CONSTANT = -0.846
WEIGHTS = {"points": 3.674, "height": 0.351, "rangestrikers": 1.999, "placed": -1.646, "engagement": 1.045}
"""What the log odds of a win are, with the :func:`features` so weighed."""
BATTLES = 213
"""To how many recorded battles they were fitted."""
BRIER = 0.13
"""How far off they are on games that they were not fitted to: the mean square of chance less outcome."""


def calibrated(battle: Battle, *, engagement: bool) -> Calibrated | None:
    """The chance, for a battle of the standard box that nobody has entered yet, as the recorded ones were; or None.

    :param engagement: it is an Engagement of a game, whose attacker chose it; else it is asked alone.
    """
    sides = battle.attacker, battle.defender
    begins = all(not (s.slain or s.left_off) and all(c.hex is None for c in s.characters) for s in sides)
    if battle.the_box is not STANDARD or not begins:
        return None
    told = features(battle, engagement=engagement)
    odds = CONSTANT + fsum([weight * told[name] for name, weight in WEIGHTS.items()])
    return Calibrated(p=1 / (1 + exp(-odds)), battles=BATTLES, brier=BRIER)


def features(battle: Battle, *, engagement: bool) -> dict[str, float]:
    """What the chance is told from: points and number of the attacker by those of the defender, as logarithms; how much
    more of the attacker's points can rangestrike; whether the defender is placed on the map, as in a Tower (BATTLE-4).
    """
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
