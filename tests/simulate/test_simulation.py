"""Many battles: the same answer however it is found, with honest intervals."""

import json
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest

from answers import in_json
from builders import side
from looping import for_each
from simulations import small
from titan_rules.answers.battle_odds import Share
from titan_rules.kernel.errors import CannotTell, DocumentError, UnknownName
from titan_rules.kernel.evolving import evolve
from titan_rules.odds.duels import DuelOdds, battle_duel
from titan_rules.position.battle import Battle
from titan_rules.simulation import simulation
from titan_rules.simulation.simulation import Task, alternatives, play_out, run_chunk
from titan_rules.simulation.tally import average, difference, wilson

answer = in_json(simulation.answer)


def plan(battle: Battle | None = None, *more: Battle, policy: str = "greedy", seed: str = "1") -> Task:
    return Task((battle or small(), *more), policy, policy, seed)


def duel() -> Battle:
    """One against one, in contact, about to strike."""
    return Battle.parse("Plains: Troll D3 4 hits / Lion D4")


class Eagerly:
    """An executor that works at once, in this process."""

    def __init__(self) -> None:
        self.most = self.open = 0

    def submit(self, function: Any, *args: Any) -> Any:
        self.open += 1
        self.most = max(self.most, self.open)
        future: Future[Any] = Future()
        future.set_result(function(*args))
        return future


def test_jobs_do_not_change_the_answer() -> None:
    one = play_out(plan(), 300)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        two = play_out(plan(), 300, executor=pool, ahead=3)
    assert answer(plan(), one) == answer(plan(), two)
    assert one.trials == 300


def test_chunks_do_not_change_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = play_out(plan(), 130)
    monkeypatch.setattr(simulation, "CHUNK", 1e-9)
    assert answer(plan(), play_out(plan(), 130)) == answer(plan(), whole)


def test_a_trial_depends_on_its_number_alone() -> None:
    assert run_chunk(plan(), 40, 1) == run_chunk(plan(), 40, 1)
    together = run_chunk(plan(), 40, 2)
    single = run_chunk(plan(), 40, 1)
    single.add(run_chunk(plan(), 41, 1))
    assert together == single


def test_the_chances_add_up() -> None:
    found = answer(plan(), play_out(plan(), 200))
    assert sum(found[key]["count"] for key in ("attacker_wins", "defender_wins", "mutual")) == 200
    for key in ("attacker_wins", "defender_wins", "time_loss", "mutual"):
        assert found[key]["low"] <= found[key]["p"] <= found[key]["high"]
        assert found[key]["low"] < found[key]["high"]
    assert 1 <= found["mean_turns"]["mean"] <= 7
    assert found["notes"]


def test_the_interval_holds_the_exact_chance_in_95_of_100_seeds() -> None:
    """The interval is one of 95 %: of 100 fixed seeds it misses a few, and not many."""
    battle = duel()
    exact = battle_duel(battle, "D3", "D4")
    assert isinstance(exact, DuelOdds)
    wins = exact.first_slays.p - exact.both_slain.p
    held = 0
    for seed in range(100):
        found = answer(plan(battle), play_out(plan(battle, seed=str(seed)), 60))["attacker_wins"]
        held += found["low"] <= wins <= found["high"]
    assert 90 <= held <= 99


def test_time_ends_no_duel_early() -> None:
    """So that the exact chance of a duel without end is the chance in seven turns."""
    found = play_out(plan(duel()), 500).tallies[0]
    assert found.counts["time-loss"] == 0


def test_an_executor_is_given_no_more_than_it_was_said() -> None:
    pool = Eagerly()
    done = []

    def progress(trials: int) -> None:
        pool.open -= 1
        done.append(trials)

    play_out(plan(duel()), 1000, executor=pool, ahead=3, progress=progress)
    assert pool.most == 3
    assert done == sorted(done)
    assert done[-1] == 1000


class Broken(Eagerly):
    """An executor whose workers die after a while."""

    def submit(self, function: Any, *args: Any) -> Any:
        future = super().submit(function, *args)
        if self.open > 4:
            future = Future()
            future.set_exception(BrokenExecutor())
        return future


def test_what_a_lost_worker_had_is_played_here() -> None:
    lost = play_out(plan(duel()), 300, executor=Broken(), ahead=2)
    assert answer(plan(duel()), lost) == answer(plan(duel()), play_out(plan(duel()), 300))


def test_a_slow_battle_is_a_chunk_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the bar moves, and an interrupt keeps what is known."""
    monkeypatch.setattr(simulation, "CHUNK", 1e-9)
    done: list[int] = []
    play_out(plan(), 5, progress=done.append)
    assert done == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("trials", [1, 10, 100])
def test_the_interval_of_a_mean_holds_it_in_95_of_100_series(trials: int) -> None:
    """Throws of a coin: a turn sooner, or a turn later; with one throw, too."""
    random, held = Random(trials), 0
    for _ in range(400):
        turns = [3 + (random.random() < 0.1) for _ in range(trials)]
        found = average(sum(turns), sum([n * n for n in turns]), trials)
        assert found.low < found.high
        held += found.low <= 3.1 <= found.high
    assert held >= 0.9 * 400


def test_until_width_is_looked_at_after_fixed_numbers_only() -> None:
    wide = play_out(plan(duel()), 5000, until_width=0.05)
    assert 200 < wide.trials < 1000
    assert wide.trials % 200 == 0
    with_many = play_out(plan(duel()), 5000, until_width=0.05, executor=Eagerly(), ahead=7)
    assert answer(plan(duel()), wide) == answer(plan(duel()), with_many)
    assert wide.tallies[0].width <= 0.05


def test_an_interrupt_keeps_what_is_known() -> None:
    def stop(trials: int) -> None:
        if trials >= 200:
            raise KeyboardInterrupt

    found = play_out(plan(duel()), 1000, progress=stop)
    assert found.interrupted
    assert 200 <= found.trials < 1000
    assert answer(plan(duel()), found)["interrupted"] is True


def test_intervals_claim_no_certainty() -> None:
    assert wilson(0, 50) == pytest.approx((0.0, 0.0714), abs=1e-3)
    assert wilson(50, 50)[1] == 1.0
    mean = average(310, 970, 100)
    assert 3 < mean.low < mean.high < 3.2
    same = difference(0, 0, 50)
    assert same.low < 0 < same.high


def test_vary_compares_with_the_same_random_numbers() -> None:
    battle = small()
    same = evolve(plan(battle, battle), varied=("as it stands",))
    found = answer(same, play_out(same, 100))["alternatives"][0]
    assert found["difference"]["p"] == 0
    assert found["difference"]["low"] < 0 < found["difference"]["high"]


def test_a_character_more_helps() -> None:
    battle = small()
    ((name, more),) = alternatives(battle, "attacker+Dragon").items()
    compared = evolve(plan(battle, more), varied=(name,))
    found = answer(compared, play_out(compared, 100))["alternatives"][0]
    assert found["difference"]["low"] > 0.1


def test_entry_sides() -> None:
    assert list(alternatives(small(), "entry_side")) == ["entry_side right", "entry_side bottom"]


def test_summons() -> None:
    assert alternatives(small(), "summon")["an Angel to summon"].donors == {"Bk03": ("Angel",)}
    with_donors = small(donors={"Bk07": ("Archangel",)})
    assert alternatives(with_donors, "summon")["no summons"].donors == {}


@for_each(
    ("battle", "vary", "error"),
    [
        (small(), "weather", DocumentError),
        (small(), "nobody+Lion", DocumentError),
        (small(), "attacker+Hobbit", UnknownName),
        (small(), "attacker+Titan", CannotTell),
        (small(), "attacker+" + "+".join(["Ogre"] * 5), CannotTell),
        (small("Tower"), "entry_side", CannotTell),
        (duel(), "entry_side", CannotTell),
        (
            Battle(terrain="Plains", attacker=side("A", "Bk01", summoned=True), defender=duel().defender),
            "summon",
            CannotTell,
        ),
    ],
)
def test_what_cannot_be_varied(battle: Battle, vary: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        alternatives(battle, vary)


def test_answers_are_json() -> None:
    assert json.loads(json.dumps(answer(plan(), play_out(plan(), 10))))["kind"] == "battle-odds"


@for_each(
    ("count", "trials", "shown"),
    [
        (0, 100, "<3.70 %"),
        (1, 100_000, "<0.01 %"),
        (50, 100, "50.00 %"),
        (99_999, 100_000, ">99.99 %"),
        (100, 100, ">96.30 %"),
    ],
)
def test_a_share_of_battles_is_never_shown_as_certain(count: int, trials: int, shown: str) -> None:
    low, high = wilson(count, trials)
    assert Share(p=count / trials, low=low, high=high, count=count).percent == shown


def test_who_is_hardly_ever_kept_is_not_shown_as_never_kept() -> None:
    kept = {"attacker": {"Lion": 0.005, "Ogre": 0.0049}, "defender": dict[str, float]()}
    shown = list(evolve(simulation.answer(plan(), play_out(plan(), 10)), survivors=kept).blocks())
    assert "attacker keeps on average: Lion 0.01, Ogre <0.01" in shown
    assert "defender keeps on average: none" in shown
