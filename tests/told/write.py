"""Ask every question again and write down the answers: ``make told``."""

import argparse
import gzip
import json
import sys
from pathlib import Path
from typing import Any

from told.kinds import KINDS

DATA = Path(__file__).parent.parent / "data" / "told"


def rows(name: str) -> list[dict[str, Any]]:
    """The questions of a kind, each with what was answered."""
    path = DATA / f"{name}.jsonl.gz"
    if not path.exists():
        return []
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).decode().splitlines()]


def as_json(answer: Any) -> Any:
    """An answer as it is read back."""
    return json.loads(json.dumps(answer))


def main() -> int:
    """Write the files of all kinds, or of those named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*", choices=[*KINDS, []])
    args = parser.parse_args()
    for name in args.kinds or KINDS:
        kind, old = KINDS[name], rows(name)
        new = [{"ask": row["ask"], "told": as_json(kind.tell(row["ask"]))} for row in old]
        changed = [i for i, row in enumerate(new) if row != old[i]]
        text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in new)
        (DATA / f"{name}.jsonl.gz").write_bytes(gzip.compress(text.encode("utf-8", "surrogatepass"), 9, mtime=0))
        print(f"{name}: {len(new)} questions, {len(changed)} answered otherwise than before: {changed[:10]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
