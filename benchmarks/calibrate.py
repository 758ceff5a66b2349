"""Holds simulated odds against recorded battles, and fits the calibrated chance to them.

``python benchmarks/calibrate.py watch FILE... > rows.csv`` simulates every battle of recorded games (JSON Lines that
begin with a header, as ``titan replay`` takes them), or of files with a ``battle`` document and its ``winner`` in each
line, and writes a row for each: the log odds of the simulated chance, the logarithm of the ratio of the points, and
whether the attacker won. ``--policy`` and ``--trials`` say how.

``python benchmarks/calibrate.py fit [rows.csv]`` fits the chance, cross-validated, and prints the Brier scores and the
reliability table of ``docs/policies.md``; ``--write`` writes the coefficients into the library. Without a file it takes
the rows beside this script.
"""

import argparse
import csv
import gzip
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random

from titan_rules.actions.intents import action_from_json
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, settle
from titan_rules.play.embedded import equipped
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.replays.referee import header_from_json
from titan_rules.simulation import calibration
from titan_rules.simulation.calibration import begins, features_of
from titan_rules.simulation.simulation import Plan, simulate

ROWS = Path(__file__).parent / "recorded_battles.csv"
DATA = Path(calibration.__file__).parent / "data" / "calibration.json"
FOLDS = 10
PENALTY = 0.5
"""What keeps the weights small (ridge)."""
NOT_ACTIONS = ("expect", "comment", "state")

Row = tuple[float, float, bool]
Chance = Callable[[Row], float]


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
    _, game = header_from_json(rows[0])
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


def watch(paths: Sequence[Path], policy: str, trials: int) -> None:
    """Simulate recorded battles, and write a row for each."""
    out = csv.writer(sys.stdout)
    out.writerow(["log_odds_simulated", "log_ratio_of_points", "attacker_won"])
    for path in paths:
        for battle, winner in recorded(path):
            battle = evolve(battle, pending=None)
            if not begins(battle):
                continue
            wins = simulate(Plan((battle,), policy, policy, "1"), trials).tallies[0].winners["attacker"]
            odds, ratio = features_of(battle, wins, trials)
            out.writerow([f"{odds:.4f}", f"{ratio:.4f}", int(winner == "attacker")])
            sys.stdout.flush()


def fitted(rows: Sequence[Row], used: Sequence[int]) -> list[float]:
    """The constant and the weights of some features, by Newton's method."""
    weights = [0.0] * (len(used) + 1)
    for _ in range(50):
        size = len(weights)
        slope = [-PENALTY * w if i else 0.0 for i, w in enumerate(weights)]
        curve = [[PENALTY * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for row in rows:
            x = [1.0, *[row[i] for i in used]]
            p = _logistic(sum(a * b for a, b in zip(weights, x, strict=True)))
            for i in range(size):
                slope[i] += (row[2] - p) * x[i]
                for j in range(size):
                    curve[i][j] += p * (1 - p) * x[i] * x[j]
        steps = _solved(curve, slope)
        weights = [a + b for a, b in zip(weights, steps, strict=True)]
        if max(map(abs, steps)) < 1e-9:
            break
    return weights


def _logistic(z: float) -> float:
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


def held_out(rows: Sequence[Row], used: Sequence[int]) -> list[tuple[float, bool]]:
    """The chance of every battle, fitted on the battles of the other folds, and what came of it."""
    order = list(range(len(rows)))
    Random(1).shuffle(order)
    found = []
    for fold in range(FOLDS):
        weights = fitted([rows[k] for n, k in enumerate(order) if n % FOLDS != fold], used)
        for k in order[fold::FOLDS]:
            z = weights[0] + sum(w * rows[k][i] for w, i in zip(weights[1:], used, strict=True))
            found.append((_logistic(z), rows[k][2]))
    return found


def brier(pairs: Sequence[tuple[float, bool]]) -> float:
    """The mean square of chance less outcome: 0 is perfect, 0.25 says one half of everything."""
    return sum((p - won) ** 2 for p, won in pairs) / len(pairs)


def reliability(pairs: Sequence[tuple[float, bool]], parts: int = 5) -> Iterator[str]:
    """What was foretold and what came of it, by parts of equal width."""
    for part in range(parts):
        low, high = part / parts, (part + 1) / parts
        inside = [(p, won) for p, won in pairs if low <= p < high or (p == high == 1)]
        if inside:
            said, came = (sum(pair[i] for pair in inside) / len(inside) for i in (0, 1))
            yield f"| {100 * low:.0f}-{100 * high:.0f} % | {len(inside)} | {100 * said:.0f} % | {100 * came:.0f} % |"


def fit(path: Path, policy: str, write: bool) -> None:
    """Fit, and print how well it does."""
    with path.open(encoding="utf-8") as lines:
        rows: list[Row] = [(float(a), float(b), c == "1") for a, b, c in list(csv.reader(lines))[1:]]
    share = sum(row[2] for row in rows) / len(rows)
    raw = [(_logistic(row[0]), row[2]) for row in rows]
    both = held_out(rows, (0, 1))
    print(f"{len(rows)} battles, of which the attacker won {100 * share:.0f} %\n")
    print("| chance | Brier score |\n|---|---|")
    for name, pairs in (
        ("base rate", [(share, row[2]) for row in rows]),
        ("ratio of points", held_out(rows, (1,))),
        (f"simulated ({policy})", raw),
        ("calibrated", both),
    ):
        print(f"| {name} | {brier(pairs):.3f} |")
    for name, pairs in (("simulated", raw), ("calibrated", both)):
        print(f"\n| {name} | battles | foretold | came true |\n|---|---|---|---|")
        print("\n".join(reliability(pairs)))
    constant, simulated, points = (round(w, 4) for w in fitted(rows, (0, 1)))
    found = {"constant": constant, "simulated": simulated, "points": points}
    print(f"\n{found}")
    if write:
        kept = json.loads(DATA.read_text(encoding="utf-8")) if DATA.exists() else {}
        kept[policy] = {**found, "battles": len(rows), "brier": round(brier(both), 4)}
        DATA.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def main() -> None:
    """The two commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    watching = commands.add_parser("watch")
    watching.add_argument("files", nargs="+", type=Path)
    watching.add_argument("--trials", type=int, default=200)
    fitting = commands.add_parser("fit")
    fitting.add_argument("rows", nargs="?", type=Path, default=ROWS)
    fitting.add_argument("--write", action="store_true")
    for each in (watching, fitting):
        each.add_argument("--policy", default="greedy")
    given = parser.parse_args()
    if given.command == "watch":
        watch(given.files, given.policy, given.trials)
    else:
        fit(given.rows, given.policy, given.write)


if __name__ == "__main__":
    main()
