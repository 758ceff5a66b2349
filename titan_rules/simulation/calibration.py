"""The simulated chance to win, set right by what came of recorded battles."""

import json
from functools import cache
from importlib.resources import files
from math import exp, log

from attrs import frozen

from ..position.battle import Battle, BattleSide


@frozen
class Calibration:
    """What recorded battles say about a policy: the log odds that the attacker wins are a sum of three.

    :param constant: what there is without anything.
    :param simulated: the weight of the log odds of the simulated chance.
    :param points: the weight of the logarithm of the attacker's points by the defender's.
    :param battles: the number of recorded battles.
    :param brier: how far it was off on battles that it was not fitted on: the mean square of chance less outcome.
    """

    constant: float
    simulated: float
    points: float
    battles: int
    brier: float

    def chance(self, features: tuple[float, float]) -> float:
        """The attacker's chance to win, from :func:`features_of`."""
        odds, ratio = features
        return 1 / (1 + exp(-(self.constant + self.simulated * odds + self.points * ratio)))


@cache
def calibrations() -> dict[str, Calibration]:
    """The calibrations by policy."""
    text = files(__package__).joinpath("data", "calibration.json").read_text(encoding="utf-8")
    return {name: Calibration(**row) for name, row in json.loads(text).items()}


def calibration_of(battle: Battle, attacker: str, defender: str) -> Calibration | None:
    """The calibration that fits a battle, or None.

    Recorded battles were seen from their beginning, and simulated with one policy on both sides.

    :param attacker, defender: the policies.
    """
    return calibrations().get(attacker) if attacker == defender and begins(battle) else None


def begins(battle: Battle) -> bool:
    """Whether nobody has entered yet, or fallen."""
    sides = battle.attacker, battle.defender
    return all(not (s.slain or s.left_off) and all(c.hex is None for c in s.characters) for s in sides)


def features_of(battle: Battle, wins: int, trials: int) -> tuple[float, float]:
    """The log odds of the simulated chance, and the logarithm of the ratio of the points.

    Half a battle more is counted for each side, so that no chance is 0 or 1.
    """
    return log((wins + 0.5) / (trials - wins + 0.5)), log(_points(battle.attacker) / _points(battle.defender))


def _points(side: BattleSide) -> int:
    return sum([side.the_box.points(c.name, side.score) for c in side.characters])
