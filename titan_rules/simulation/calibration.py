"""The simulated chance to win, set right by what came of recorded battles."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from math import exp, fsum, log

from attrs import asdict, frozen

from ..box import STANDARD
from ..box.names import CharacterName
from ..position.battle import Battle, BattleSide, Role
from .tally import Tally


@frozen
class Features:
    """What the chance is told from.

    :param margin: of what the attacker had, the part that it kept on average in simulated battles, by points; less
        the defender's part.
    :param points: the logarithm of the attacker's points by the defender's.
    :param height: the logarithm of the attacker's number of characters by the defender's.
    :param rangestrikers: the part of the attacker's points that can rangestrike, less the defender's part.
    :param placed: 1 where the defender is placed on the map, as in a Tower (BATTLE-4); else 0.
    :param engagement: 1 for an Engagement of a game, whose attacker chose it; 0 for a battle asked alone.
    """

    margin: float
    points: float
    height: float
    rangestrikers: float
    placed: float
    engagement: float


@frozen
class Calibration:
    """What recorded battles say about a policy: the log odds of a win are a constant and weighed features.

    :param weights: by the names of :class:`Features`.
    :param battles: the number of recorded battles.
    :param brier: how far it was off on battles that it was not fitted on: the mean square of chance less outcome.
    """

    constant: float
    weights: Mapping[str, float]
    battles: int
    brier: float

    def chance(self, features: Features) -> float:
        """The attacker's chance to win."""
        found = asdict(features)
        odds = self.constant + fsum([weight * found[name] for name, weight in self.weights.items()])
        return 1 / (1 + exp(-odds))


@cache
def calibrations() -> dict[str, Calibration]:
    """The calibrations by policy."""
    text = files(__package__).joinpath("data", "calibration.json").read_text(encoding="utf-8")
    return {name: Calibration(**row) for name, row in json.loads(text).items()}


def calibration_of(battle: Battle, attacker: str, defender: str) -> Calibration | None:
    """The calibration that fits a battle, or None.

    Recorded battles were fought with the standard box, seen from their beginning, and simulated with one policy on both
    sides.

    :param attacker, defender: the policies.
    """
    recorded = attacker == defender and battle.the_box is STANDARD and begins(battle)
    return calibrations().get(attacker) if recorded else None


def begins(battle: Battle) -> bool:
    """Whether nobody has entered yet, or fallen."""
    sides = battle.attacker, battle.defender
    return all(not (s.slain or s.left_off) and all(c.hex is None for c in s.characters) for s in sides)


def features_of(battle: Battle, simulated: Tally, *, engagement: bool = False) -> Features:
    """The features of a battle that nobody has entered yet.

    :param simulated: what came of it when it was simulated; at least one trial.
    :param engagement: it is an Engagement of a game.
    """
    attacker, defender = battle.attacker, battle.defender
    return Features(
        margin=_kept(attacker, simulated, "attacker") - _kept(defender, simulated, "defender"),
        points=log(_points(attacker) / _points(defender)),
        height=log(attacker.height / defender.height),
        rangestrikers=_rangestriking(attacker) - _rangestriking(defender),
        placed=float(battle.the_box.deploys(battle.terrain)),
        engagement=float(engagement),
    )


def _points(side: BattleSide) -> int:
    return sum([side.the_box.points(c.name, side.score) for c in side.characters])


def _kept(side: BattleSide, simulated: Tally, role: Role) -> float:
    points = side.the_box.points
    kept = sum([points(CharacterName(name), side.score) * count for name, count in simulated.survivors[role].items()])
    return kept / simulated.trials / _points(side)


def _rangestriking(side: BattleSide) -> float:
    box = side.the_box
    able = [c.name for c in side.characters if box.characters[c.name].rangestrikes]
    return sum([box.points(name, side.score) for name in able]) / _points(side)
