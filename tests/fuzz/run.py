"""Hostile inputs by the second: ``make fuzz SECONDS=60 SEED=1``.

Every input is made from the seed and its number alone. One that breaks something is made as small as it gets, and kept
under ``tests/fuzz/kept``, where ``make test`` asks it again ever after.
"""

import argparse
import json
import random
import resource
import sys
import time
import traceback
from collections import Counter
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from fuzz.changing import smaller, smaller_json
from fuzz.targets import TARGETS
from titan_rules.kernel.errors import TitanError

KEPT = Path(__file__).parent / "kept"
SECONDS_FOR_10_KB = 1.0
BYTES = 3 << 30
"""The most memory of the whole run."""


def fault_of(target: str, text: str) -> str | None:
    """What an input breaks, in a word that stays the same while it is made smaller; None: nothing."""
    allowed = SECONDS_FOR_10_KB * max(1.0, len(text) / 10_000)
    begin = _spent()
    try:
        TARGETS[target].ask(text)
    except TitanError:
        pass
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        ours = [frame for frame in frames if "titan_" in frame.filename] or list(frames)
        said = str(error).split(":")[0][:60] if type(error).__name__ == "Broken" else ""
        return f"{type(error).__name__} {said} in {Path(ours[-1].filename).name}:{ours[-1].name}"
    if _spent() - begin <= allowed:
        return None
    begin = _spent()  # once more: the first may have had to make what is kept for all that follow
    with suppress(TitanError):
        TARGETS[target].ask(text)
    return f"slow in {target}" if _spent() - begin > allowed else None


def _spent() -> float:
    """Seconds of processor time in this program: those in the system tell of the machine."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def minimal(target: str, text: str, fault: str, seconds: float = 15) -> str:
    """The smallest input found within some seconds that breaks the same."""
    end, found = time.monotonic() + seconds, True
    while found and time.monotonic() < end:
        found = False
        for less in [*smaller_json(text), *smaller(text)]:
            if time.monotonic() > end:
                break
            if len(less) < len(text) and fault_of(target, less) == fault:
                text, found = less, True
                break
    return text


def keep(target: str, text: str, fault: str) -> Path:
    """Write an input to the folder of those that are asked again."""
    path = KEPT / f"{target}-{sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:10]}.json"
    path.write_text(json.dumps({"target": target, "fault": fault, "input": text}, indent=1) + "\n", encoding="utf-8")
    return path


def main() -> int:
    """Feed every target in turn until the time is up; 1 if something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=None, help="the same seed gives the same inputs")
    parser.add_argument("--only", choices=TARGETS, action="append", help="feed these alone")
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else time.time_ns() % 10**9
    print(f"seed {seed}; the same inputs again: make fuzz SEED={seed}", flush=True)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    begin, fed, faults = time.monotonic(), Counter[str](), Counter[str]()
    names = args.only or list(TARGETS)
    number = 0
    while time.monotonic() - begin < args.seconds:
        target = names[number % len(names)]
        text = TARGETS[target].make(random.Random(f"{seed}/{number}"))
        number += 1
        fed[target] += 1
        fault = fault_of(target, text)
        if fault is None:
            continue
        faults[fault] += 1
        if faults[fault] == 1:
            print(f"{target} {number - 1}: {fault}: {keep(target, minimal(target, text, fault), fault)}", flush=True)
    spent = time.monotonic() - begin
    print(f"{number:,} inputs in {spent:.0f} s, {len(faults)} faults")
    print(", ".join(f"{name} {count:,}" for name, count in fed.items()))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
