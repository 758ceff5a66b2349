"""``titan resolve-battle --simulate``: how a battle is likely to go."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

import click

from titan_rules.kernel.errors import CannotTell, Fault

from .. import output

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from titan_rules.simulation.simulation import Plan, Results

MOST_TRIALS = 10**9
DEFAULT_POLICY = "greedy"

OPTIONS = (
    click.option("--simulate", "trials", type=click.IntRange(1, MOST_TRIALS), metavar="N", help="Simulate N battles."),
    click.option("--jobs", type=click.IntRange(1, 1024), help="Processes to simulate in; the answer does not change."),
    click.option("--policy", metavar="NAME", help="random, greedy (default), foresight, or module:name."),
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


def with_simulation(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds ``--simulate`` and what belongs to it."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def wanted(given: Mapping[str, Any]) -> bool:
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
    data: Any,
    seed: str | None,
    *,
    trials: int,
    jobs: int | None,
    policy: str | None,
    attacker_policy: str | None,
    defender_policy: str | None,
    until_width: float | None,
    vary: tuple[str, ...],
    scheduler: str | None,
) -> int:
    """Simulate a battle document and print the answer.

    :returns: the exit code; 130 if the user stopped it, after the answer of what was known by then.
    """
    from titan_rules.position.documents import FORMAT
    from titan_rules.simulation.alternatives import alternatives
    from titan_rules.simulation.simulation import Plan, simulate

    if jobs is not None and scheduler is not None:
        raise click.UsageError("--jobs is for this machine: a scheduler has its own workers")
    battle = FORMAT.read(data, ("battle",))
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to simulate", "/outcome"))
    varied = {name: other for what in vary for name, other in alternatives(battle, what).items()}
    usual = policy or DEFAULT_POLICY
    plan = Plan((battle, *varied.values()), attacker_policy or usual, defender_policy or usual, seed or "0")
    if any(":" in name for name in (plan.attacker, plan.defender)):
        sys.path.insert(0, os.getcwd())  # one's own policy lies where one works
    executor, ahead = _executor(jobs, scheduler)
    with executor as workers, progress_bar(trials) as progress:
        found = simulate(plan, trials, executor=workers, ahead=ahead, until_width=until_width, progress=progress)
        if found.interrupted and workers is not None:
            workers.shutdown(wait=False, cancel_futures=True)
    return report(plan, found, tuple(varied))


def report(plan: "Plan", results: "Results", names: tuple[str, ...]) -> int:
    """Print the answer, and give the exit code."""
    from titan_rules.simulation.simulation import answer

    if results.interrupted:
        click.echo(f"titan: interrupted after {results.trials} battles", err=True)
        if not results.trials:
            return output.INTERRUPTED
    found = answer(plan, results, names)
    output.emit(found, lambda: table(found))
    return output.INTERRUPTED if results.interrupted else output.ANSWERED


def _executor(jobs: int | None, scheduler: str | None) -> "tuple[AbstractContextManager[Executor | None], int]":
    """Where the battles are played, and how many chunks are given out at a time."""
    if scheduler is not None:
        from titan_rules.simulation.cluster import connected

        return connected(scheduler), 64
    if jobs is None or jobs == 1:
        return nullcontext(), 1
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_ignore_interrupts)
    return pool, 2 * jobs


def _ignore_interrupts() -> None:
    """An interrupt is for the process that prints the answer."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def progress_bar(trials: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal's stderr; nothing elsewhere, nor on one that cannot write a line again."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    with click.progressbar(length=trials, label="battles", file=sys.stderr) as bar:
        yield lambda done: bar.update(done - bar.pos)


def table(answer: Mapping[str, Any]) -> str:
    """The chances for people, never surer than they are."""
    names = answer["policies"]
    rows = [
        f"{answer['trials']} battles, attacker {names['attacker']}, defender {names['defender']}, "
        f"seed {answer['seed']}; in brackets: 95 % intervals",
        "",
        _chances(answer),
    ]
    for role in ("attacker", "defender"):
        left = ", ".join(f"{name} {_few(mean)}" for name, mean in answer["survivors"][role].items()) or "none"
        rows.append(f"{role} keeps on average: {left}")
    for other in answer.get("alternatives", []):
        rows += ["", f"with {other['name']}:", _chances(other)]
    if answer.get("alternatives"):
        rows += ["", _differences(answer["alternatives"])]
    rows += ["", *(f"note: {note}" for note in answer["notes"])]
    return "\n".join(rows)


def _chances(found: Mapping[str, Any]) -> str:
    labels = (
        ("attacker wins", "attacker_wins"),
        ("defender wins", "defender_wins"),
        ("  of these by time loss", "time_loss"),
        ("nobody wins", "mutual"),
    )
    rows = [[label, percent(found[key]["p"], found[key]), between(found[key])] for label, key in labels]
    for role in ("attacker", "defender"):
        rows.append([f"points of the {role}", *_mean(found["points"][role])])
    rows.append(["turns", *_mean(found["mean_turns"])])
    return output.grid(rows, ["", "mean", "interval"])


def _few(mean: float) -> str:
    return f"{mean:.2f}" if mean >= 0.005 else "<0.01"


def _mean(found: Mapping[str, float]) -> tuple[str, str]:
    return f"{found['mean']:.2f}", f"[{found['low']:.2f}, {found['high']:.2f}]"


def percent(share: float, interval: Mapping[str, float]) -> str:
    """A share as a percentage; one that came about always or never only as far as it is known.

    >>> percent(1.0, {"low": 0.963, "high": 1.0}), percent(0.5, {"low": 0.4, "high": 0.6})
    ('>96.30 %', '50.00 %')
    """
    if share == 0:
        return f"<{_up(interval['high'])} %"
    if share == 1:
        return f">{_down(interval['low'])} %"
    shown = f"{100 * share:.2f}"
    return {"0.00": "<0.01 %", "100.00": ">99.99 %"}.get(shown, f"{shown} %")


def between(interval: Mapping[str, float]) -> str:
    """The interval of a share, rounded outwards."""
    return f"[{_down(interval['low'])}, {_up(interval['high'])}]"


def _down(share: float) -> str:
    from math import floor

    return f"{floor(share * 10_000) / 100:.2f}"


def _up(share: float) -> str:
    from math import ceil

    return f"{ceil(share * 10_000) / 100:.2f}"


def _differences(others: list[Mapping[str, Any]]) -> str:
    rows = []
    for other in others:
        found = other["difference"]
        low, high = (f"{100 * found[end]:+.2f}" for end in ("low", "high"))
        rows.append([other["name"], f"{100 * found['p']:+.2f}", f"[{low}, {high}]"])
    return output.grid(rows, ["alternative", "attacker wins, points of a hundred more", "interval"])
