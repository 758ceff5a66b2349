"""Holds simulated odds against recorded battles, and fits the calibrated chance to them.

``python benchmarks/calibrate.py watch FILE... --policy foresight > rows.csv`` simulates every battle of recorded games
(JSON Lines that begin with a header, as ``titan replay`` takes them), or of files with a ``battle`` document and its
``winner`` in each line, and writes a row for each: the simulated chance that the attacker wins, the features of
``titan_rules.simulation.calibration``, and whether the attacker won.

``python benchmarks/calibrate.py fit`` fits the chance to the rows in ``recorded_battles``, one file for each policy,
cross-validated, and prints the tables of ``docs/policies.md``; ``--write`` writes the weights into the library.
"""

import argparse
import csv
import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from math import exp
from pathlib import Path
from random import Random

from attrs import asdict, fields, frozen

from titan_rules.actions.intents import action_from_json
from titan_rules.kernel.evolving import evolve
from titan_rules.play import apply, settle
from titan_rules.play.battle_in_game import equipped
from titan_rules.position.battle import Battle
from titan_rules.position.documents import FORMAT
from titan_rules.position.game import Game
from titan_rules.replays.header import header_from_json
from titan_rules.simulation import calibration
from titan_rules.simulation.calibration import Features, begins, features_of
from titan_rules.simulation.policies import POLICIES
from titan_rules.simulation.simulation import Plan, simulate

ROWS = Path(__file__).parent / "recorded_battles"
DATA = Path(calibration.__file__).parent / "data" / "calibration.json"
FOLDS = 10
TIMES = 5
"""How often the battles are dealt into folds anew."""
PENALTY = 0.5
"""What keeps the weights small (ridge)."""
NOT_ACTIONS = ("expect", "comment", "state")
FEATURES = tuple([feature.name for feature in fields(Features)])


@frozen
class Row:
    """A recorded battle.

    :param simulated: the simulated chance that the attacker wins.
    :param won: the attacker won.
    """

    simulated: float
    features: Features
    won: bool


Foretold = tuple[float, bool]
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
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["simulated", *FEATURES, "won"])
    for path in paths:
        for battle, winner in recorded(path):
            battle = evolve(battle, pending=None)
            if not begins(battle):
                continue
            tally = simulate(Plan((battle,), policy, policy, "1"), trials).tallies[0]
            features = features_of(battle, tally, engagement="replay" in path.name)
            numbers = [tally.winners["attacker"] / trials, *asdict(features).values()]
            out.writerow([*[f"{number:.4f}" for number in numbers], int(winner == "attacker")])
            sys.stdout.flush()


def rows_of(path: Path) -> list[Row]:
    """The rows of a file."""
    with path.open(encoding="utf-8") as lines:
        return [
            Row(
                float(line["simulated"]),
                Features(*[float(line[name]) for name in FEATURES]),
                line["won"] == "1",
            )
            for line in csv.DictReader(lines)
        ]


def fitted(rows: Sequence[Row], used: Sequence[str] = FEATURES) -> list[float]:
    """The constant and the weights of some features, by Newton's method."""
    weights = [0.0] * (len(used) + 1)
    known = [([1.0, *[getattr(row.features, name) for name in used]], row.won) for row in rows]
    for _ in range(50):
        size = len(weights)
        slope = [-PENALTY * w if i else 0.0 for i, w in enumerate(weights)]
        curve = [[PENALTY * (i == j and i > 0) for j in range(size)] for i in range(size)]
        for x, won in known:
            p = _logistic(sum(a * b for a, b in zip(weights, x, strict=True)))
            for i in range(size):
                slope[i] += (won - p) * x[i]
                for j in range(size):
                    curve[i][j] += p * (1 - p) * x[i] * x[j]
        steps = _solved(curve, slope)
        weights = [a + b for a, b in zip(weights, steps, strict=True)]
        if max(map(abs, steps)) < 1e-9:
            break
    return weights


def chance(weights: Sequence[float], row: Row, used: Sequence[str] = FEATURES) -> float:
    """The chance that weights give to a battle."""
    return _logistic(
        weights[0] + sum(w * getattr(row.features, name) for w, name in zip(weights[1:], used, strict=True))
    )


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


def held_out(rows: Sequence[Row], used: Sequence[str] = FEATURES) -> list[Foretold]:
    """The chance of every battle, fitted on the battles of the other folds: the mean over several deals."""
    sums = [0.0] * len(rows)
    for time in range(TIMES):
        order = list(range(len(rows)))
        Random(time).shuffle(order)
        for fold in range(FOLDS):
            weights = fitted([rows[k] for n, k in enumerate(order) if n % FOLDS != fold], used)
            for k in order[fold::FOLDS]:
                sums[k] += chance(weights, rows[k], used)
    return [(total / TIMES, row.won) for total, row in zip(sums, rows, strict=True)]


def brier(pairs: Sequence[Foretold]) -> float:
    """The mean square of chance less outcome: 0 is perfect, 0.25 says one half of everything."""
    return sum((p - won) ** 2 for p, won in pairs) / len(pairs)


def parts_of(pairs: Sequence[Foretold], parts: int = 5) -> Iterator[tuple[str, list[Foretold]]]:
    """What was foretold and what came of it, by parts of equal width that are not empty."""
    for part in range(parts):
        low, high = part / parts, (part + 1) / parts
        inside = [(p, won) for p, won in pairs if low <= p < high or (p == high == 1)]
        if inside:
            yield f"{100 * low:.0f}-{100 * high:.0f} %", inside


def foretold(rows: Sequence[Row]) -> dict[str, list[Foretold]]:
    """By how it was foretold, what came of every battle."""
    share = sum(row.won for row in rows) / len(rows)
    return {
        "base rate": [(share, row.won) for row in rows],
        "points alone": held_out(rows, ("points",)),
        "simulated": [(row.simulated, row.won) for row in rows],
        "calibrated": held_out(rows),
    }


def _scores(name: str, pairs: Sequence[Foretold], rows: Sequence[Row]) -> str:
    """A line of the table: all battles, the recorded battles alone, those of whole games alone."""
    single = [pair for pair, row in zip(pairs, rows, strict=True) if not row.features.engagement]
    game = [pair for pair, row in zip(pairs, rows, strict=True) if row.features.engagement]
    return f"| {name} | " + " | ".join(f"{brier(some):.3f}" if some else "-" for some in (pairs, single, game)) + " |"


def fit(folder: Path, write: bool) -> None:
    """Fit the chance to the rows of every policy, and print how well it does."""
    found = {name: rows_of(path) for name in POLICIES for path in [folder / f"{name}.csv"] if path.exists()}
    kept = {}
    print("| chance | all | battles | whole games |\n|---|---|---|---|")
    for number, (policy, rows) in enumerate(found.items()):
        by_way = foretold(rows)
        for way, pairs in by_way.items():
            if way in ("simulated", "calibrated"):
                print(_scores(f"{policy}, {way}", pairs, rows))
            elif not number:
                print(_scores(way, pairs, rows))
        constant, *weights = (round(w, 4) for w in fitted(rows))
        kept[policy] = {
            "constant": constant,
            "weights": dict(zip(FEATURES, weights, strict=True)),
            "battles": len(rows),
            "brier": round(brier(by_way["calibrated"]), 4),
        }
    print("\n| policy | foretold | battles | simulated | came true | battles | calibrated | came true |")
    print("|---|---|---|---|---|---|---|---|")
    for policy, rows in found.items():
        print("\n".join(_reliability(policy, rows)))
    print("\n" + json.dumps(kept, indent=2))
    if write:
        DATA.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def _reliability(policy: str, rows: Sequence[Row]) -> Iterator[str]:
    by_way = foretold(rows)
    halves = [dict(parts_of(by_way[way])) for way in ("simulated", "calibrated")]
    for part in sorted({part for half in halves for part in half}, key=lambda part: int(part.partition("-")[0])):
        cells = []
        for half in halves:
            inside = half.get(part, [])
            said, came = (sum(pair[i] for pair in inside) / max(1, len(inside)) for i in (0, 1))
            cells += [f"{len(inside)}", f"{100 * said:.0f} %", f"{100 * came:.0f} %"] if inside else ["0", "-", "-"]
        yield f"| {policy} | {part} | " + " | ".join(cells) + " |"


def main() -> None:
    """The two commands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    watching = commands.add_parser("watch")
    watching.add_argument("files", nargs="+", type=Path)
    watching.add_argument("--policy", default="greedy")
    watching.add_argument("--trials", type=int, default=200)
    fitting = commands.add_parser("fit")
    fitting.add_argument("rows", nargs="?", type=Path, default=ROWS)
    fitting.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.command == "watch":
        watch(given.files, given.policy, given.trials)
    else:
        fit(given.rows, given.write)


if __name__ == "__main__":
    main()
