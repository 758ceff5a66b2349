"""Mass simulation in chunks on any executor; the same seed always gives the same answer."""

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future
from time import monotonic

from attrs import define, field, frozen

from ..answers.battle_odds import Alternative, BattleOdds
from ..kernel.errors import CannotTell, Fault
from ..position.battle import Battle
from .alternatives import alternatives
from .calibration import calibrated
from .fast_battle import FastBattle
from .playing import fight, ready
from .policies import policy
from .tally import Tally, difference

CHUNK = 0.3  # seconds of work given to a worker at once
CHECK = 200  # trials between looks at ``until_width``
NOTES = (
    "defender_wins includes time_loss; mutual: both sides were eliminated or lost their Titans",
    "no side concedes, flees or bargains, and nothing is acquired, summoned or mustered after the battle",
)


@frozen
class Plan:
    """What to simulate; small, because it is sent to every worker.

    :param battles: the battle, then its alternatives, all with the same random numbers.
    :param attacker, defender: the names of their policies.
    :param engagement: the battle is an Engagement of a game; else it is asked alone.
    :param varied: the names of the alternatives.
    """

    battles: tuple[Battle, ...]
    attacker: str
    defender: str
    seed: str
    engagement: bool = False
    varied: tuple[str, ...] = ()


def planned(battle: Battle, attacker: str, defender: str, seed: str, vary: Iterable[str], engagement: bool) -> Plan:
    """The plan of a battle with its alternatives.

    :param vary: as for :func:`alternatives`.
    :raises CannotTell: the battle is over, or an alternative makes no difference.
    """
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to simulate", "/outcome"))
    varied = {name: other for what in vary for name, other in alternatives(battle, what).items()}
    return Plan((battle, *varied.values()), attacker, defender, seed, engagement, tuple(varied))


@define
class Results:
    """The results so far: a tally for each battle of the plan, the time of a chunk in seconds."""

    tallies: list[Tally]
    seconds: float = field(default=0.0, eq=False)
    interrupted: bool = field(default=False)

    @property
    def trials(self) -> int:
        """The number of trials."""
        return self.tallies[0].trials

    def add(self, other: "Results") -> None:
        """Add a chunk's trials."""
        for mine, theirs in zip(self.tallies, other.tallies, strict=True):
            mine.add(theirs)


def run_chunk(plan: Plan, first: int, count: int) -> Results:
    """Run the trials ``first`` to ``first + count - 1``, each seeded by its number."""
    began = monotonic()
    results = Results([Tally() for _ in plan.battles])
    attacker = policy(plan.attacker)
    policies = attacker, attacker if plan.defender == plan.attacker else policy(plan.defender)
    begun = [FastBattle(ready(battle)) for battle in plan.battles]
    for number in range(first, first + count):
        ended = [fight(battle, policies, f"{plan.seed}:{number}") for battle in begun]
        for tally, battle in zip(results.tallies, ended, strict=True):
            tally.count(battle, ended[0])
    results.seconds = monotonic() - began
    return results


def simulate(
    plan: Plan,
    trials: int,
    *,
    executor: Executor | None = None,
    ahead: int = 4,
    until_width: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Results:
    """Play a plan's battles again and again.

    :param trials: at most; at least 1.
    :param executor: where the chunks run; None: here, as does the rest after a worker is lost.
    :param ahead: chunks queued at a time; memory does not grow with ``trials``.
    :param until_width: stop at this width of the interval of the attacker's chance; see :data:`CHECK`.
    :param progress: called with the number of trials done after each chunk.
    :returns: the results, marked as interrupted after a ``KeyboardInterrupt``.
    :raises CannotTell: the battle cannot be played out, see :func:`titan_rules.simulation.playing.ready`.
    :raises UnknownName: there is no such policy.
    """
    results = run_chunk(plan, 0, 0)
    step = CHECK if until_width is not None else trials
    waiting: deque[tuple[int, int, Future[Results]]] = deque()
    given, size = 0, 1
    try:
        while results.trials < trials:
            while given < trials and len(waiting) < (1 if executor is None else ahead):
                count = min(size, trials - given, step - given % step)
                waiting.append((given, count, _given(executor, plan, given, count)))
                given += count
            first, count, future = waiting.popleft()
            try:
                done = future.result()
            except BrokenExecutor:  # a worker was lost: its work is done here, and so is all that follows
                executor, done = None, run_chunk(plan, first, count)
            results.add(done)
            size = max(1, min(2 * size, int(count * CHUNK / max(done.seconds, 1e-6))))
            if progress is not None:
                progress(results.trials)
            if until_width is not None and not results.trials % CHECK and results.tallies[0].width <= until_width:
                break
    except KeyboardInterrupt:
        results.interrupted = True
    finally:
        for _, _, future in waiting:
            future.cancel()
    return results


def _given(executor: Executor | None, plan: Plan, first: int, count: int) -> Future[Results]:
    """Submit a chunk to a worker; without an executor, run it at once."""
    future: Future[Results] = Future()
    try:
        if executor is not None:
            return executor.submit(run_chunk, plan, first, count)
        future.set_result(run_chunk(plan, first, count))
    except BrokenExecutor as lost:
        future.set_exception(lost)
    return future


def answer(plan: Plan, results: Results) -> BattleOdds:
    """The answer of ``titan resolve-battle --simulate``."""
    trials, (as_it_stands, *others) = results.trials, results.tallies
    return BattleOdds(
        trials=trials,
        seed=plan.seed,
        policies={"attacker": plan.attacker, "defender": plan.defender},
        **as_it_stands.chances(),
        calibrated=calibrated(plan.battles[0], engagement=plan.engagement),
        alternatives=tuple(
            [
                Alternative(
                    name=name,
                    difference=difference(tally.counts["more"], tally.counts["less"], trials),
                    **tally.chances(),
                )
                for name, tally in zip(plan.varied, others, strict=True)
            ]
        ),
        interrupted=results.interrupted,
        notes=NOTES,
    )
