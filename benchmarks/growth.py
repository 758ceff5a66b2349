"""How the time of a question grows: with Legions, players, the length of a record, and the hits of a strike.

``python benchmarks/growth.py`` prints a row for each, the best of some runs; :mod:`report` writes them into the page.
"""

from collections.abc import Callable, Iterator
from random import Random
from time import process_time
from typing import Any

import titan_rules as titan

RUNS = 5
RARE = ("withdraw", "concede", "attempt-concession", "propose", "accept")


def best(work: Callable[[], object]) -> float:
    """The least seconds of processor time of some runs."""
    spent = []
    for _ in range(RUNS):
        start = process_time()
        work()
        spent.append(process_time() - start)
    return min(spent)


def legions() -> Iterator[tuple[int, float]]:
    """The moves listed of a player with so many Legions, in microseconds."""
    lands = sorted(land for land in titan.Box.load("standard").masterboard.lands if land not in (100, 200))
    for count in (1, 2, 4, 8, 12):
        held = ", ".join(
            f"Bk{n:02d} {land} 2 Ogre{' Titan' if n == 1 else ''}" for n, land in enumerate(lands[:count], 1)
        )
        line = f"turn 5, Black's movement, roll 4: Black 600 100: {held} / Red 300 90: Rd01 200 Titan Angel"
        fresh = iter([titan.Game.parse(line) for _ in range(RUNS)])
        yield count, best(lambda fresh=fresh: titan.legal_actions(next(fresh))) * 1e6


def players() -> Iterator[tuple[int, float]]:
    """A hundred actions of a random game of so many, listed and applied, in milliseconds."""
    for count in (2, 3, 4, 5, 6):
        names = [f"P{n}" for n in range(count)]
        yield count, best(lambda names=names: _played(names, 100)) * 1e3


def length() -> Iterator[tuple[int, float]]:
    """A game of so many actions, listed and applied, in milliseconds."""
    for count in (40, 80, 160, 240):
        yield count, best(lambda count=count: _played(["Ann", "Ben", "Cy"], count)) * 1e3


def _played(names: list[str], actions: int) -> Any:
    rng, dice = Random(1), titan.Dice(seed=1)
    game: Any = titan.new_game(names, seed=1)
    for _ in range(actions):
        listed = titan.legal_actions(game)
        common = [one for one in listed if one.do not in RARE] or listed
        if not common:
            break
        game = titan.apply(game, rng.choice(common), dice=dice).state
    return game


def hits() -> Iterator[tuple[int, float]]:
    """The exact odds of two characters that slay each other, who can take so many hits, in milliseconds."""
    for first, second in (("Centaur", "Centaur"), ("Ogre", "Ogre"), ("Troll", "Giant"), ("Colossus", "Serpent")):
        taken = sum(titan.Box.load("standard").characters[name].power for name in (first, second))
        yield taken, best(lambda first=first, second=second: titan.duel_odds(first, second)) * 1e3


CURVES: dict[str, tuple[str, Callable[[], Iterator[tuple[int, float]]]]] = {
    "Legions: their moves listed": ("µs", legions),
    "players: 100 actions": ("ms", players),
    "actions of a game": ("ms", length),
    "hits that both of a duel can take": ("ms", hits),
}


def table() -> str:
    """Every curve as a row of Markdown."""
    lines = ["| more of | sizes | time |", "|---|---|---|"]
    for about, (unit, curve) in CURVES.items():
        sizes, times = zip(*curve(), strict=True)
        digits = 0 if unit == "µs" else 2 if max(times) < 10 else 1
        shown = ", ".join(f"{time:.{digits}f}" for time in times)
        lines.append(f"| {about} | {', '.join(map(str, sizes))} | {shown} {unit} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print every curve."""
    print(table(), end="")


if __name__ == "__main__":
    main()
