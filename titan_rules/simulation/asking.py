"""Simulated battles as one asks for them."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from ..answers.battle_odds import BattleOdds
from ..kernel.errors import CannotTell, Fault
from ..position.battle import Battle
from .alternatives import alternatives
from .simulation import Plan, answer
from .simulation import simulate as simulate_plan

DEFAULT_POLICY = "greedy"


def simulate(
    battle: Battle,
    trials: int,
    *,
    seed: int | str = 0,
    attacker: str = DEFAULT_POLICY,
    defender: str = DEFAULT_POLICY,
    vary: Sequence[str] = (),
    until_width: float | None = None,
    executor: Executor | None = None,
    ahead: int = 4,
    progress: Callable[[int], None] | None = None,
) -> BattleOdds:
    """Let policies play a battle again and again: how is it likely to go?

    :param trials: how often at most; at least 1.
    :param seed: the same seed gives the same answer, whatever the executor.
    :param attacker, defender: the policies: ``random``, ``greedy``, ``foresight``, ``best``, or ``module:name``.
    :param vary: compare with alternatives: ``entry_side``, ``summon``, ``attacker+Lion``.
    :param until_width: stop when the interval of the attacker's chance is this narrow.
    :param executor: where the battles are played; None: here. ``ahead`` is how many chunks it is given at a time.
    :param progress: called with the number of battles done so far.
    :raises CannotTell: the battle is over, or cannot be played out. :raises UnknownName: there is no such policy.

    >>> odds = simulate(Battle.parse("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"), 20, seed=1)
    >>> odds.trials, odds.attacker_wins.count + odds.defender_wins.count + odds.mutual.count
    (20, 20)
    """
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to simulate", "/outcome"))
    varied = {name: other for what in vary for name, other in alternatives(battle, what).items()}
    plan = Plan((battle, *varied.values()), attacker, defender, str(seed))
    found = simulate_plan(plan, trials, executor=executor, ahead=ahead, until_width=until_width, progress=progress)
    return answer(plan, found, tuple(varied))
