"""Mass simulation of a battle and of alternatives to it, in chunks; the same seed always gives the same answer."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from time import monotonic
from typing import get_args

from attrs import define, field, frozen

from ..answers.battle_odds import Alternative, BattleOdds
from ..box.characters import TITAN
from ..box.names import MARKERS_PER_COLOR
from ..box.types import EntrySide
from ..kernel.answers import copied
from ..kernel.arguments import expect, expect_each, expect_positive, wrong
from ..kernel.errors import CannotTell, DocumentError, Fault
from ..kernel.evolving import evolve
from ..kernel.wording import article
from ..position.battle import ROLES, Battle, Combatant, Role
from ..position.changes import put_side
from ..position.files import battle_of
from ..position.game import MAX_HEIGHT, Game
from ..position.stock import in_battle
from .calibration import calibrated
from .fast_battle import FastBattle
from .playing import fight, ready
from .policies import policy
from .tally import Totals, difference

CHUNK = 0.3  # seconds of work given to a worker at once
CHECK = 200  # trials between looks at ``until_width``
NOTES = (
    "defender_wins includes time_loss; mutual: both sides were eliminated or lost their Titans",
    "no side concedes, flees or bargains, and nothing is acquired, summoned or mustered after the battle",
)


@frozen
class Task:
    """What to simulate; small, because it is sent to every worker.

    :param battles: the battle, then its alternatives, all with the same random numbers.
    :param attacker, defender: the names of their policies.
    :param varied: the names of the alternatives.
    """

    battles: tuple[Battle, ...]
    attacker: str
    defender: str
    seed: str
    varied: tuple[str, ...] = ()


def planned(battle: Battle, attacker: str, defender: str, seed: str, vary: Iterable[str]) -> Task:
    """The plan of a battle with its alternatives.

    :param vary: as for :func:`alternatives`.
    :raises CannotTell: the battle is over, or an alternative makes no difference.
    """
    if battle.outcome is not None:
        raise CannotTell(Fault("battle-over", "the battle is over: there is nothing to simulate", "/outcome"))
    varied = {name: other for what in vary for name, other in alternatives(battle, what).items()}
    return Task((battle, *varied.values()), attacker, defender, seed, tuple(varied))


@define
class Results:
    """The results so far: a tally for each battle of the plan, the time of a chunk in seconds."""

    tallies: list[Totals]
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


def run_chunk(plan: Task, first: int, count: int) -> Results:
    """Run the trials ``first`` to ``first + count - 1``, each seeded by its number."""
    began = monotonic()
    results = Results([Totals() for _ in plan.battles])
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
    battle: Battle | Game | str,
    trials: int = 1000,
    *,
    seed: int | str = 0,
    attacker: str = "greedy",
    defender: str = "greedy",
    vary: Sequence[str] = (),
    until_width: float | None = None,
    executor: Executor | None = None,
    ahead: int = 4,
    progress: Callable[[int], None] | None = None,
) -> BattleOdds:
    """How a battle is likely to go: policies play it many times.

    :param battle: a battle, a game in which one is fought, or the line of one.
    :param trials: the most battles to play; at least 1.
    :param seed: the same seed gives the same answer, with any executor.
    :param attacker, defender: the policies: ``random``, ``greedy``, ``best``, or ``module:name``.
    :param vary: compare with alternatives: ``entry_side``, ``summon``, ``attacker+Lion``.
    :param until_width: stop when the interval of the attacker's chance is this narrow.
    :param executor: plays the battles; None: this process. ``ahead``: how many chunks it is given at a time.
    :param progress: called with the number of battles done so far.
    :raises CannotTell: the battle is over, or cannot be played out. :raises UnknownName: there is no such policy.

    >>> odds = simulate("Plains: Ogre D3 / Lion D4 3 hits, Centaur E3", 20, seed=1)
    >>> odds.trials, odds.attacker_wins.count + odds.defender_wins.count + odds.mutual.count
    (20, 20)
    """
    fought = battle_of(battle, "battle")
    expect_positive(trials=trials, ahead=ahead)
    expect(int | str, seed=seed)
    expect(str, attacker=attacker, defender=defender)
    expect_each(str, vary=vary)
    expect(int | float | None, until_width=until_width)
    expect(Executor | None, executor=executor)
    if not (progress is None or callable(progress)):
        raise wrong("progress", "a function or None", progress)
    plan = planned(fought, attacker, defender, str(seed), vary)
    results = play_out(plan, trials, executor=executor, ahead=ahead, until_width=until_width, progress=progress)
    return answer(plan, results)


def play_out(
    plan: Task,
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


def _given(executor: Executor | None, plan: Task, first: int, count: int) -> Future[Results]:
    """Submit a chunk to a worker; without an executor, run it at once."""
    future: Future[Results] = Future()
    try:
        if executor is not None:
            return executor.submit(run_chunk, plan, first, count)
        future.set_result(run_chunk(plan, first, count))
    except BrokenExecutor as lost:
        future.set_exception(lost)
    return future


def answer(plan: Task, results: Results) -> BattleOdds:
    """The answer of ``titan resolve-battle --simulate``."""
    trials, (as_it_stands, *others) = results.trials, results.tallies
    return copied(
        BattleOdds,
        as_it_stands.chances(),
        trials=trials,
        seed=plan.seed,
        policies={"attacker": plan.attacker, "defender": plan.defender},
        calibrated=calibrated(plan.battles[0]),
        alternatives=tuple([_alternative(*pair) for pair in zip(plan.varied, others, strict=True)]),
        interrupted=results.interrupted,
        notes=NOTES,
    )


def _alternative(name: str, tally: Totals) -> Alternative:
    differing = difference(tally.counts["more"], tally.counts["less"], tally.trials)
    return copied(Alternative, tally.chances(), name=name, difference=differing)


# --- alternatives ----------------------------------------------------------------------------------------------------


def alternatives(battle: Battle, vary: str) -> dict[str, Battle]:
    """The alternatives to a battle by name, without the battle itself.

    :param vary: ``entry_side``, ``summon``, or a side with characters added: ``attacker+Lion``, ``defender+Ogre+Ogre``.
    :raises DocumentError: it is none of these.
    :raises UnknownName: there is no such character.
    :raises CannotTell: it makes no difference to this battle, or is impossible.
    """
    side, plus, names = vary.partition("+")
    if vary == "entry_side":
        return _entry_sides(battle)
    if vary == "summon":
        return _summons(battle)
    for role in ROLES:
        if side == role and plus:
            return {vary: _more(battle, role, names)}
    hint = "entry_side, summon, attacker+Lion or defender+Ogre"
    raise DocumentError([Fault("bad-variation", f"cannot vary {vary!r}", hint=hint)])


def _refused(message: str) -> CannotTell:
    return CannotTell(Fault("no-variation", message))


def _entry_sides(battle: Battle) -> dict[str, Battle]:
    if battle.the_box.deploys(battle.terrain):
        raise _refused("a Tower is entered from the bottom alone")
    if all(c.hex is not None for c in battle.attacker.characters):
        raise _refused("the attacker has entered already")
    return {
        f"entry_side {side}": evolve(battle, attacker=evolve(battle.attacker, entry_side=side))
        for side in get_args(EntrySide)
        if side != battle.attacker.entry_side
    }


def _summons(battle: Battle) -> dict[str, Battle]:
    if battle.attacker.summoned:
        raise _refused("the attacker has summoned already")
    if any(battle.donors.values()):
        return {"no summons": evolve(battle, donors={})}
    marker = battle.attacker.legion
    number = int(marker[2:]) % MARKERS_PER_COLOR + 1
    name = next(name for name, c in battle.the_box.characters.items() if c.summonable)
    return {f"{article(name)} to summon": evolve(battle, donors={f"{marker[:2]}{number:02d}": (name,)})}


def _more(battle: Battle, role: Role, names: str) -> Battle:
    side, box = battle.of(role), battle.the_box
    more = tuple([Combatant(box.character_names.canonical(name)) for name in names.split("+")])
    if any(c.name == TITAN for c in more):
        raise _refused("a Titan is its player's own: no side gets one more")
    if side.height + len(more) > MAX_HEIGHT:
        raise _refused(f"height {side.height} and {len(more)} more is over {MAX_HEIGHT}")
    varied = put_side(battle, role, evolve(side, characters=(*side.characters, *more)))
    for c in more:
        if in_battle(varied, c.name) > box.full_stock[c.name]:
            raise _refused(f"the box holds {box.full_stock[c.name]} of {c.name}, and no more")
    return varied
