"""Compares odds of battles with recorded battles, and fits the calibrated chance to them.

``python benchmarks/calibrate.py watch FILE... > benchmarks/recorded_battles.csv`` takes every battle of recorded games
(JSON Lines that begin with a header, as ``titan replay`` takes them), or of files with a ``battle`` document and its
``winner`` in each line, and writes a row for each: the game, the logarithm of the ratio of points, whether the attacker
won, and the chance that each policy gives it.

``python benchmarks/calibrate.py fit`` fits the chance to these rows and prints the tables of
``docs/how-good-the-odds-are.md``. Each battle is predicted by weights fitted to other games.
"""

import argparse
import csv
import gzip
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from math import exp, log
from pathlib import Path
from random import Random

from attrs import frozen

from titan_rules.actions.intents import action_from_json
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, settle
from titan_rules.play.battle_in_game import equipped
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.replays.documents import start_of
from titan_rules.simulation.calibration import TRIALS, is_recorded_kind, log_points, logit
from titan_rules.simulation.policies import POLICIES
from titan_rules.simulation.simulation import Task, play_out

ROWS = Path(__file__).parent / "recorded_battles.csv"
PLAYED = {"random": TRIALS, "greedy": TRIALS, "best": 4}
SINGLE = "battle-"
"""So the games begin that are a single battle."""
FACTS = ("points", "greedy")
CANDIDATES = ("points", "random", "greedy", "best")
"""The facts that every row has."""
FOLDS, TIMES = 10, 5
"""Into so many parts the games are dealt, so many times."""
PENALTY = 1.0
"""What keeps the weights small (ridge): as likely as those of a standard normal distribution."""
RESAMPLES = 1000
"""How often the games are drawn anew for an interval of 95 % (bootstrap)."""
NOT_ACTIONS = ("expect", "comment", "state")


@frozen
class Row:
    """A recorded battle: its game, the log ratio of points, who won, and the simulated chances by policy."""

    game: str
    points: float
    won: bool
    simulated: Mapping[str, float]

    def facts(self, used: Sequence[str] = FACTS) -> list[float]:
        """What weights are fitted to: 1, and some facts."""
        shares = {name: logit(round(TRIALS * share)) for name, share in self.simulated.items()}
        return [1.0, *[self.points if name == "points" else shares[name] for name in used]]


Prediction = tuple[float, bool]
"""A chance, and what came of it."""


def recorded(path: Path) -> Iterator[tuple[Battle, str]]:
    """The battles of a file from their beginning, and who won them."""
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode("utf-8")
    rows = [json.loads(line) for line in text.splitlines() if line.strip()]
    if rows and rows[0].get("kind") == "replay":
        yield from _of_game(rows)
        return
    for row in rows:
        row = {**row, **row.get("input", {}), **row.get("expect", {})}
        yield FORMAT.read(row["battle"], ("battle",)), row["winner"]


def _of_game(rows: list[dict[str, object]]) -> Iterator[tuple[Battle, str]]:
    game = start_of(rows[0])
    battle: Battle | None = None
    for row in rows[1:]:
        action = action_from_json({key: value for key, value in row.items() if key not in NOT_ACTIONS})
        before, game = game, apply(game, action).state
        assert isinstance(game, Game)
        if before.battle is None and game.battle is not None:
            begun = battle = equipped(game)
        elif battle is not None:
            if battle.pending in ("end", "drift") and action.do != "concede":
                battle = settle(battle).state
            if battle.outcome is None:
                battle = apply(battle, action).state
        if battle is not None and game.battle is None:
            battle = battle if battle.outcome is not None else settle(battle).state
            if battle.outcome is not None:
                yield begun, battle.outcome.winner
            battle = None


def watch(paths: Sequence[Path], trials: Mapping[str, int]) -> None:
    """Write a row for each recorded battle."""
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["game", "points", "won", *trials])
    for path in paths:
        name = path.name.partition(".")[0]
        for number, (battle, winner) in enumerate(recorded(path)):
            battle = evolve(battle, pending=None)
            if not is_recorded_kind(battle):
                continue
            chances = [
                play_out(Task((battle,), policy, policy, "1"), count).tallies[0].counts["attacker"] / count
                for policy, count in trials.items()
            ]
            game = name if "replay" in path.name else f"{SINGLE}{number}"
            numbers = [f"{each:.4f}" for each in chances]
            out.writerow([game, f"{log_points(battle):.4f}", int(winner == "attacker"), *numbers])
            sys.stdout.flush()


def rows_of(path: Path) -> list[Row]:
    """The rows of a file."""
    with path.open(encoding="utf-8") as lines:
        return [
            Row(
                line["game"],
                float(line["points"]),
                line["won"] == "1",
                {name: float(line[name]) for name in POLICIES if name in line},
            )
            for line in csv.DictReader(lines)
        ]


def fitted(known: Sequence[tuple[Sequence[float], bool]], penalty: float = PENALTY) -> list[float]:
    """The weights of some numbers, the first of which is not kept small, by Newton's method."""
    size = len(known[0][0])
    weights = [0.0] * size
    for _ in range(50):
        slope = [-penalty * w if i else 0.0 for i, w in enumerate(weights)]
        curve = [[penalty * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for x, won in known:
            p = _logistic(weights, x)
            for i in range(size):
                slope[i] += (won - p) * x[i]
                for j in range(size):
                    curve[i][j] += p * (1 - p) * x[i] * x[j]
        steps = _solved(curve, slope)
        weights = [a + b for a, b in zip(weights, steps, strict=True)]
        if max(map(abs, steps)) < 1e-9:
            break
    return weights


def _logistic(weights: Sequence[float], x: Sequence[float]) -> float:
    z = sum([a * b for a, b in zip(weights, x, strict=True)])
    return 1 / (1 + exp(-max(-30.0, min(30.0, z))))


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of linear equations whose matrix is positive definite."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for i, pivot in enumerate(rows):
        rows[i] = pivot = [value / pivot[i] for value in pivot]
        for j, line in enumerate(rows):
            if j != i:
                rows[j] = [a - line[i] * b for a, b in zip(line, pivot, strict=True)]
    return [line[-1] for line in rows]


def covariance(rows: Sequence[Row], weights: Sequence[float]) -> list[list[float]]:
    """How far the weights may be off: the sandwich estimate, in which each game counts as a single observation."""
    size = len(weights)
    curve = [[PENALTY * (i == j and i > 0) for j in range(size)] for i in range(size)]
    slopes: dict[str, list[float]] = {}
    for row in rows:
        x = row.facts()
        p = _logistic(weights, x)
        slope = slopes.setdefault(row.game, [0.0] * size)
        for i in range(size):
            slope[i] += (row.won - p) * x[i]
            for j in range(size):
                curve[i][j] += p * (1 - p) * x[i] * x[j]
    effects = [_solved(curve, slope) for slope in slopes.values()]
    scale = len(effects) / (len(effects) - 1)
    return [[scale * sum([one[i] * one[j] for one in effects]) for j in range(size)] for i in range(size)]


def folds_of(rows: Sequence[Row], deal: int) -> list[int]:
    """The fold of each row; a game is in one fold."""
    Random(deal).shuffle(order := sorted({row.game for row in rows}))
    fold_of = {game: number % FOLDS for number, game in enumerate(order)}
    return [fold_of[row.game] for row in rows]


def held_out(rows: Sequence[Row], used: Sequence[str] = FACTS, times: int = TIMES) -> list[Prediction]:
    """The chance of every battle, fitted to the games of the other folds: the mean over several deals."""
    sums = [0.0] * len(rows)
    for deal in range(times):
        folds = folds_of(rows, deal)
        for fold in range(FOLDS):
            weights = fitted([(row.facts(used), row.won) for row, of in zip(rows, folds, strict=True) if of != fold])
            for k, row in enumerate(rows):
                if folds[k] == fold:
                    sums[k] += _logistic(weights, row.facts(used))
    return [(total / times, row.won) for total, row in zip(sums, rows, strict=True)]


def chosen_inside(rows: Sequence[Row]) -> tuple[list[Prediction], Counter[str]]:
    """The chance of every battle if the facts are chosen, too, by the games of the other folds alone.

    This is nested cross-validation: no battle has a part in choosing what predicts it.

    :returns: the predictions, and how often each set of facts was chosen.
    """
    folds, chosen = folds_of(rows, 0), Counter[str]()
    chances = [0.0] * len(rows)
    sets = [some for count in range(1, len(CANDIDATES) + 1) for some in combinations(CANDIDATES, count)]
    for fold in range(FOLDS):
        others = [row for row, of in zip(rows, folds, strict=True) if of != fold]
        used = min(sets, key=lambda some: brier(held_out(others, some, times=1)))
        chosen[" and ".join(used)] += 1
        weights = fitted([(row.facts(used), row.won) for row in others])
        for k, row in enumerate(rows):
            if folds[k] == fold:
                chances[k] = _logistic(weights, row.facts(used))
    return [(chance, row.won) for chance, row in zip(chances, rows, strict=True)], chosen


def brier(pairs: Sequence[Prediction]) -> float:
    """The mean square of chance less outcome: 0 is perfect, 0.25 says one half of everything."""
    return sum((p - won) ** 2 for p, won in pairs) / len(pairs)


def line_through(pairs: Sequence[Prediction]) -> tuple[float, float]:
    """Intercept and slope of the log odds of what came true, by those that were predicted: 0 and 1 are perfect."""
    sure = [(min(max(p, 1e-3), 1 - 1e-3), won) for p, won in pairs]
    intercept, slope = fitted([([1.0, log(p / (1 - p))], won) for p, won in sure], penalty=1e-6)
    return intercept, slope


def between(rows: Sequence[Row], pairs: Sequence[Prediction], figure: Callable[[Sequence[Prediction]], float]) -> str:
    """A figure with its interval: the games are drawn anew again and again."""
    by_game: dict[str, list[Prediction]] = {}
    for row, pair in zip(rows, pairs, strict=True):
        by_game.setdefault(row.game, []).append(pair)
    random, games = Random(1), list(by_game.values())
    drawn = sorted(
        figure([pair for some in random.choices(games, k=len(games)) for pair in some]) for _ in range(RESAMPLES)
    )
    return f"{figure(pairs):.3f} [{drawn[RESAMPLES // 40]:.3f}, {drawn[-RESAMPLES // 40]:.3f}]"


def parts_of(pairs: Sequence[Prediction], parts: int = 10) -> Iterator[tuple[str, list[Prediction]]]:
    """What was predicted and what came of it, by parts of equal width that are not empty."""
    for part in range(parts):
        low, high = part / parts, (part + 1) / parts
        inside = [(p, won) for p, won in pairs if low <= p < high or (p == high == 1)]
        if inside:
            yield f"{100 * low:.0f}-{100 * high:.0f} %", inside


def predictions(rows: Sequence[Row]) -> dict[str, list[Prediction]]:
    """By how it was predicted, what came of every battle."""
    share = sum(row.won for row in rows) / len(rows)
    return {
        "base rate": [(share, row.won) for row in rows],
        "points alone": held_out(rows, ("points",)),
        **{f"`{name}`, simulated": [(row.simulated[name], row.won) for row in rows] for name in rows[0].simulated},
        "calibrated": held_out(rows),
    }


def fit(path: Path) -> None:
    """Fit the chance to the rows, and print how well it does."""
    rows = rows_of(path)
    by_way = predictions(rows)
    by_way["facts chosen inside"], chosen = chosen_inside(rows)
    weights = fitted([(row.facts(), row.won) for row in rows])
    print("WEIGHTS =", tuple([round(weight, 3) for weight in weights]))
    print("COVARIANCE =", tuple([tuple([round(each, 4) for each in line]) for line in covariance(rows, weights)]))
    print(f"BATTLES = {len(rows)}\nBRIER = {brier(by_way['calibrated']):.3f}\n")
    print("| chance | all | single battles | battles of games |\n|---|---|---|---|")
    for way, pairs in by_way.items():
        cells = [between(rows, pairs, brier)]
        for single in (True, False):
            some = [k for k, row in enumerate(rows) if row.game.startswith(SINGLE) == single]
            cells.append(between([rows[k] for k in some], [pairs[k] for k in some], brier))
        print(f"| {way} | {' | '.join(cells)} |")
    print("\nchosen inside:", ", ".join(f"{facts} in {times} of {FOLDS}" for facts, times in chosen.most_common()))
    pairs = by_way["calibrated"]
    print("\nslope", between(rows, pairs, lambda some: line_through(some)[1]))
    print("intercept", between(rows, pairs, lambda some: line_through(some)[0]))
    print("\n| calibrated | battles | predicted | came true |\n|---|---|---|---|")
    for part, inside in parts_of(pairs):
        mean, came = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
        print(f"| {part} | {len(inside)} | {100 * mean:.0f} % | {100 * came:.0f} % |")


def main() -> None:
    """The two commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    watching = commands.add_parser("watch")
    watching.add_argument("files", nargs="+", type=Path)
    fitting = commands.add_parser("fit")
    fitting.add_argument("rows", nargs="?", type=Path, default=ROWS)
    given = parser.parse_args()
    if given.command == "watch":
        watch(given.files, PLAYED)
    else:
        fit(given.rows)


if __name__ == "__main__":
    main()
