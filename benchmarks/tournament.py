"""Lets two policies fight the same battles with sides exchanged, and counts.

``python benchmarks/tournament.py best greedy --battles 1000`` takes the battle document in each line of a file,
again and again with other dice, and prints how often the first policy won as attacker and as defender, and how likely
so many wins would be between equals. Without a file it takes ``even_battles.jsonl`` beside it: the recorded battles of
which a quick search against itself wins 25 to 75 % as attacker.
"""

import argparse
import json
import sys
import time
from collections import Counter
from math import comb
from pathlib import Path

from titan_rules.position.battle import ROLES
from titan_rules.position.documents import FORMAT
from titan_rules.simulation.playing import play
from titan_rules.simulation.policies import policy

EVEN = Path(__file__).parent / "even_battles.jsonl"


def by_luck(wins: int, losses: int) -> float:
    """The chance of so many wins or more between equals (sign test, one-sided)."""
    n = wins + losses
    return sum(comb(n, k) for k in range(wins, n + 1)) / 2**n


def main() -> None:
    """One tournament."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("policies", nargs=2)
    parser.add_argument("file", type=Path, nargs="?", default=EVEN)
    parser.add_argument("--battles", type=int, default=1000)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    documents = [json.loads(line) for line in given.file.read_text(encoding="utf-8").splitlines()]
    battles = [FORMAT.read(document, ("battle",)) for document in documents]
    first, second = given.policies
    ended: Counter[tuple[str, str]] = Counter()
    began = time.process_time()
    for n in range(given.battles):
        side = n % 2
        sides = (policy(second), policy(first)) if side else (policy(first), policy(second))
        winner = play(battles[n // 2 % len(battles)], sides, f"{given.seed}:{n // 2}").winner
        ended[ROLES[side], "won" if winner == ROLES[side] else "neither" if winner == "none" else "lost"] += 1
        if n % 20 == 19:
            print(n + 1, dict(ended), f"{(time.process_time() - began) / (n + 1):.2f} s a battle", file=sys.stderr)
    wins, losses = (sum(ended[role, how] for role in ROLES) for how in ("won", "lost"))
    print(f"| {first} against {second} | won | lost | neither | by luck |\n|---|---|---|---|---|")
    for role in ROLES:
        won, lost, neither = (ended[role, how] for how in ("won", "lost", "neither"))
        print(f"| as {role} | {won} | {lost} | {neither} | {by_luck(won, lost):.1e} |")
    seconds = (time.process_time() - began) / given.battles
    print(f"\nby luck: {by_luck(wins, losses):.1e}; {seconds:.2f} s a battle")


if __name__ == "__main__":
    main()
