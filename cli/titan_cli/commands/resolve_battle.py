"""``titan resolve-battle``: a battle from its orders, or simulated; and ``titan advise``."""

import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any

import click

from titan_rules.kernel.answers import Answer
from titan_rules.kernel.dice import Dice
from titan_rules.kernel.errors import CannotTell, DocumentError, Fault
from titan_rules.kernel.jsontext import JSON, loads
from titan_rules.kernel.lines import Row
from titan_rules.kernel.processes import processes
from titan_rules.kernel.replaying import RecordLine
from titan_rules.position.battle import Battle
from titan_rules.replays.documents import ORDERS, RECORDS, order_lines
from titan_rules.replays.sheet import Sheet, is_sheet, text_of
from titan_rules.replays.sheet import order_lines as sheet_lines
from titan_rules.resolving import resolve_lines
from titan_rules.simulation.advising import advise as best_plans
from titan_rules.simulation.cluster import connected
from titan_rules.simulation.engagement_odds import battle_to_come, engaged, engagement_odds
from titan_rules.simulation.policies import POLICIES
from titan_rules.simulation.simulation import Results, Task, answer, planned, play_out

from .. import arguments, inputs, output
from ..opening import opened, opened_battle

MOST_TRIALS, MOST_ADVISED = 10**9, 10_000
ENGAGEMENT_TRIALS = 200
DEFAULT_POLICY = "greedy"

FILES = (".json", ".jsonl", ".titan", ".txt", ".gz")
"""The extensions of files of orders: a name with one of these is a file, even a missing one."""


@inputs.position_command("resolve-battle", lines=True)
@click.argument("orders", nargs=-1, metavar="[ORDER]...")
@click.option("--seed", help="The seed for missing dice, or for the simulation.")
@click.option("--engagement", type=int, metavar="LAND", help="Before the battle: what each ending scores.")
@click.option("--simulate", "trials", type=click.IntRange(1, MOST_TRIALS), metavar="N", help="Simulate N battles.")
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes to simulate in; the answer does not change.")
@click.option("--policy", metavar="NAME", help=f"{', '.join(POLICIES)}, or module:name; default {DEFAULT_POLICY}.")
@click.option("--attacker-policy", metavar="NAME", help="The attacker's policy.")
@click.option("--defender-policy", metavar="NAME", help="The defender's policy.")
@click.option(
    "--until-width", type=click.FloatRange(0, 1, min_open=True), metavar="W",
    help="Stop when the interval of the attacker's chance is this narrow (0.01).",
)  # fmt: skip
@click.option(
    "--vary", multiple=True, metavar="WHAT",
    help="Compare with alternatives: entry_side, summon, attacker+Lion, defender+Ogre.",
)  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Simulate on the dask.distributed cluster there.")
def command(
    position: str, orders: tuple[str, ...], lines: bool, seed: str | None, engagement: int | None, **simulation: Any
) -> int:
    """Play out a battle from its orders; explain every step, and show the result.

    POSITION is a battle, or a game in which one is fought. An ORDER is an action in words, or a file of actions: a
    score sheet, JSON Lines or a JSON list, - for standard input. A battle-orders document holds both.

    \b
    titan resolve-battle "Plains: Ogre D3 / Lion D4" "Ogre strikes Lion with 6 6 5 4 3 2" end-strikes
    titan resolve-battle battle.json orders.jsonl
    titan resolve-battle battle-orders.json --seed 7
    echo end-strikes | titan resolve-battle battle.json -

    With --simulate, policies play both sides of a battle many times: how is it likely to go?

    \b
    titan resolve-battle battle.json --simulate 1000 --seed 7 --jobs 2

    With --engagement, POSITION is a game before the battle: how likely is the attacker to win, and what do flight and
    concession score? It simulates 200 battles, or as many as --simulate says.

    \b
    titan resolve-battle engaged.json --engagement 105
    """
    if engagement is not None or simulation["trials"] is not None:
        if orders or lines:
            option = "--simulate" if engagement is None else "--engagement"
            raise click.UsageError(f"{option} takes one position, without orders and --lines")
        held = opened(position).position
        if engagement is None:
            return _simulated(inputs.battle_of(held), seed, answer, **simulation)
        if isinstance(held, Battle):
            raise CannotTell(Fault("usage", "--engagement is for a game: in a battle it is decided already"))
        game = engaged(held, engagement)
        simulation["trials"] = simulation["trials"] or ENGAGEMENT_TRIALS
        return _simulated(battle_to_come(game), seed, partial(engagement_odds, game), **simulation)
    arguments.refuse("goes with --simulate N", **{name: value or None for name, value in simulation.items()})
    dice = None if seed is None else Dice(seed)
    if lines:
        return arguments.answer_lines(position, lambda data: resolve_lines(*_both(data), dice))
    return output.emit(resolve_lines(*_arguments(position, orders), dice))


# --- orders ----------------------------------------------------------------------------------------------------------


def _both(data: JSON) -> tuple[Battle, Sequence[RecordLine]]:
    given = RECORDS.parse(inputs.overridden(data), (ORDERS,)).unchecked
    return given.battle, given.orders


def _arguments(position: str, orders: Sequence[str]) -> tuple[Battle, Sequence[RecordLine]]:
    if not orders:
        data = {"kind": "battle"} if inputs.is_line(position) else inputs.read_json(position)
        if isinstance(data, dict) and data.get("kind") in ("battle", "game"):
            raise click.UsageError("give orders, or --simulate N")
        return _both(data)
    battle = opened_battle(position)
    if len(orders) == 1 and (orders[0] == "-" or os.path.exists(orders[0]) or orders[0].lower().endswith(FILES)):
        return battle, _in_file(orders[0])
    return battle, _in_words(list(enumerate(orders, 1)))


def _in_file(path: str) -> Sequence[RecordLine]:
    rows = list(arguments.json_lines(path))
    texts = [text_of(row) for row in rows]
    first = texts[0].lstrip()[:1] if texts else "{"
    if first == "[":
        return order_lines(loads("".join(texts)))
    if first not in ("{", '"'):
        return _in_words(rows)
    values = [loads(text, number) for number, text in enumerate(texts, 1)]
    return order_lines([v for v in values if not (isinstance(v, dict) and v.get("kind") == "replay")])


def _in_words(rows: Sequence[Row]) -> Sequence[RecordLine]:
    """Orders in a score sheet, with or without its header."""
    first = str(rows[0][1])
    lines = list(Sheet(rows).lines() if is_sheet(first) and first[:1] == "t" else sheet_lines(rows))
    faults = [line.fault for line in lines if line.fault is not None]
    if faults:
        raise DocumentError(faults)
    return lines


# --- simulated battles -----------------------------------------------------------------------------------------------


def _simulated(
    battle: Battle, seed: str | None, form: Callable[[Task, Results], Answer], *, trials: int, jobs: int | None,
    policy: str | None, attacker_policy: str | None, defender_policy: str | None, until_width: float | None,
    vary: tuple[str, ...], scheduler: str | None,
) -> int:  # fmt: skip
    """Simulate a battle and print the answer, in its form.

    :returns: the exit code; 130 if the user stopped it, after the answer so far.
    """
    if jobs is not None and scheduler is not None:
        raise click.UsageError("--jobs is for this machine: a scheduler has its own workers")
    usual = policy or DEFAULT_POLICY
    sides = attacker_policy or usual, defender_policy or usual
    plan = planned(battle, *sides, seed or "0", vary)
    if any(":" in name for name in (plan.attacker, plan.defender)):
        sys.path.insert(0, os.getcwd())  # your own policy is a module in the working directory
    executor: AbstractContextManager[Executor | None] = nullcontext()  # where the battles are played
    ahead = 1  # how many chunks are given out at a time
    if scheduler is not None:
        executor, ahead = connected(scheduler), 64
    elif jobs is not None and jobs > 1:
        executor, ahead = processes(jobs), 2 * jobs
    with executor as workers, output.progress_bar(trials, "battles") as progress:
        results = play_out(plan, trials, executor=workers, ahead=ahead, until_width=until_width, progress=progress)
    if results.interrupted:
        click.echo(f"titan: interrupted after {results.trials} battles", err=True)
        if not results.trials:
            return output.INTERRUPTED
    output.emit(form(plan, results))
    return output.INTERRUPTED if results.interrupted else output.ANSWERED


# --- advice ----------------------------------------------------------------------------------------------------------


@inputs.position_command("advise")
@click.option("--trials", type=click.IntRange(1, MOST_ADVISED), default=64, help="How often each choice is played out.")
@click.option("--seed", default="0", help="The same seed gives the same advice.")
def advise(position: str, trials: int, seed: str) -> int:
    """The three best maneuvers or strikes of the acting side, their worth, and why.

    This is advice, not a ruling: each plan is scored by playing the battle out.

    \b
    titan advise battle.json
    titan advise "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3"
    """
    return output.emit(best_plans(opened_battle(position), trials=trials, seed=seed))
