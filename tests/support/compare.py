"""Old and new answers on random steps: ``python tests/support/compare.py OLD_PYTHON GAME STEPS``.

OLD_PYTHON runs a checkout whose games stand on the older layer. Each accepted step of random games is carried out by
both; a difference is printed with the step.
"""

import json
import random
import subprocess
import sys
from typing import Any

OLD = """
import json, sys
from titan_rules.companions import companion
game = companion(sys.argv[1])
for line in sys.stdin:
    at, action = json.loads(line)
    try:
        done = game.play.apply(game.format.read(at), game.play.actions.read(action))
        print(json.dumps({"final": game.format.to_json(done.position), "rules": [r.rule for r in done.rulings]}))
    except Exception as e:
        print(json.dumps({"error": f"{type(e).__name__}: {e}"}))
    sys.stdout.flush()
"""


def known(document: Any) -> Any:
    """A position without what the older layer had no key for."""
    return {key: value for key, value in document.items() if key != "defeated"}


def main(python: str, name: str, steps: int) -> None:
    """Compare so many steps."""
    from walks import BEFORE, WALKS

    game, walk = WALKS[name]
    old = subprocess.Popen([python, "-P", "-c", OLD, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert old.stdin is not None
    assert old.stdout is not None
    done = differing = 0
    for seed in range(steps):
        for before, action, after in walk(random.Random(seed)):
            data: Any = game.actions.to_json(action)
            old.stdin.write(json.dumps([known(game.format.to_json(before)), BEFORE[name](before, data)]) + "\n")
            old.stdin.flush()
            found = json.loads(old.stdout.readline())
            done += 1
            if found.get("final") != known(game.format.to_json(after)):
                differing += 1
                if differing <= 20:
                    final = found.get("final", {})
                    new = known(game.format.to_json(after))
                    keys = [k for k in {*final, *new} if final.get(k) != new.get(k)]
                    print(json.dumps(data), found.get("error") or [(k, final.get(k), new.get(k)) for k in keys][:3])
            if done >= steps:
                print(f"{done} steps, {differing} differences")
                return
    print(f"{done} steps, {differing} differences")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
