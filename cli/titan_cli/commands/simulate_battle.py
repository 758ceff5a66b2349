"""``titan resolve-battle --simulate``: how a battle is likely to go."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager, nullcontext

import click

from titan_rules.kernel.errors import CannotTell, Fault
from titan_rules.position.battle import Battle
from titan_rules.simulation.alternatives import alternatives
from titan_rules.simulation.policies import POLICIES
from titan_rules.simulation.simulation import Plan, Results, answer, simulate
from titan_rules.simulation.workers import connected, processes

from .. import output

MOST_TRIALS = 10**9
DEFAULT_POLICY = "greedy"

OPTIONS = (
    click.option("--simulate", "trials", type=click.IntRange(1, MOST_TRIALS), metavar="N", help="Simulate N battles."),
    click.option("--jobs", type=click.IntRange(1, 1024), help="Processes to simulate in; the answer does not change."),
    click.option("--policy", metavar="NAME", help=f"{', '.join(POLICIES)}, or module:name; default {DEFAULT_POLICY}."),
    click.option("--attacker-policy", metavar="NAME", help="The attacker's policy."),
    click.option("--defender-policy", metavar="NAME", help="The defender's policy."),
    click.option(
        "--until-width",
        type=click.FloatRange(0, 1, min_open=True),
        metavar="W",
        help="Stop when the interval of the attacker's chance is this narrow (0.01).",
    ),
    click.option(
        "--vary",
        multiple=True,
        metavar="WHAT",
        help="Compare with alternatives: entry_side, summon, attacker+Lion, defender+Ogre.",
    ),
    click.option("--scheduler", metavar="ADDRESS", help="Simulate on the dask.distributed cluster there."),
)


def with_simulation(command: output.Body) -> output.Body:
    """Adds ``--simulate`` and what belongs to it."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def wanted(given: Mapping[str, object]) -> bool:
    """Whether a simulation is asked for.

    :raises click.UsageError: there are options of one, and no ``--simulate``.
    """
    if given["trials"] is not None:
        return True
    for name, value in given.items():
        if value:
            raise click.UsageError(f"--{name.replace('_', '-')} goes with --simulate N")
    return False


def run(
    battle: Battle,
    seed: str | None,
    *,
    engagement: bool,
    trials: int,
    jobs: int | None,
    policy: str | None,
    attacker_policy: str | None,
    defender_policy: str | None,
    until_width: float | None,
    vary: tuple[str, ...],
    scheduler: str | None,
) -> int:
    """Simulate a battle and print the answer.

    :param engagement: it is an Engagement of a game.
    :returns: the exit code; 130 if the user stopped it, after the answer of what was known by then.
    """
    if jobs is not None and scheduler is not None:
        raise click.UsageError("--jobs is for this machine: a scheduler has its own workers")
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to simulate", "/outcome"))
    varied = {name: other for what in vary for name, other in alternatives(battle, what).items()}
    usual = policy or DEFAULT_POLICY
    sides = attacker_policy or usual, defender_policy or usual
    plan = Plan((battle, *varied.values()), *sides, seed or "0", engagement=engagement)
    if any(":" in name for name in (plan.attacker, plan.defender)):
        sys.path.insert(0, os.getcwd())  # your own policy is a module in the working directory
    executor, ahead = _executor(jobs, scheduler)
    with executor as workers, progress_bar(trials) as progress:
        found = simulate(plan, trials, executor=workers, ahead=ahead, until_width=until_width, progress=progress)
    return report(plan, found, tuple(varied))


def report(plan: Plan, results: Results, names: tuple[str, ...]) -> int:
    """Print the answer, and give the exit code."""
    if results.interrupted:
        click.echo(f"titan: interrupted after {results.trials} battles", err=True)
        if not results.trials:
            return output.INTERRUPTED
    found = answer(plan, results, names)
    output.emit(found)
    return output.INTERRUPTED if results.interrupted else output.ANSWERED


def _executor(jobs: int | None, scheduler: str | None) -> tuple[AbstractContextManager[Executor | None], int]:
    """Where the battles are played, and how many chunks are given out at a time."""
    if scheduler is not None:
        return connected(scheduler), 64
    if jobs is None or jobs == 1:
        return nullcontext(), 1
    return processes(jobs), 2 * jobs


@contextmanager
def progress_bar(trials: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal's stderr; nothing elsewhere, nor on one that cannot write a line again."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    with click.progressbar(length=trials, label="battles", file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)
