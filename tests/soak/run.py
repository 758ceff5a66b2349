"""Random whole games: ``make soak GAMES=10000``.

A game that fails is shortened to the last position from which it still does, and kept under ``tests/soak/kept``,
where ``make test`` looks at it ever after.
"""

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from soak.playing_through import played

KEPT = Path(__file__).parent / "kept"


def main() -> int:
    """Play the games; 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; each has the next one")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=None, help="begin no game after so many seconds")
    args = parser.parse_args()
    begin, games, actions, said = time.monotonic(), 0, 0, set[str]()
    print(f"games from seed {args.seed}", flush=True)
    batch = args.jobs * 8
    with ProcessPoolExecutor(args.jobs) as pool:
        for first in range(args.seed, args.seed + args.games, batch):
            if args.seconds is not None and time.monotonic() - begin > args.seconds:
                break
            for count, failure in pool.map(played, range(first, min(first + batch, args.seed + args.games))):
                games, actions = games + 1, actions + count
                if failure is None:
                    continue
                path = KEPT / f"game-{failure.seed}.json"
                if failure.said[:60] not in said:
                    path.write_text(json.dumps(failure.to_json(), indent=1) + "\n", encoding="utf-8")
                said.add(failure.said[:60])
                print(f"game {failure.seed}: {failure.said} ({path})", flush=True)
    spent = time.monotonic() - begin
    print(f"{games:,} games, {actions:,} actions in {spent:.0f} s, {len(said)} kinds of failure")
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
