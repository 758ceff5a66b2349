"""Hold a program to the suite that ``titan scenario export`` writes: ``python adjudicate.py suite.jsonl PROGRAM``.

PROGRAM is asked as titan is: a case's words and ``--format json``, with its document on standard input."""

import json
import subprocess
import sys


def fits(wanted, given):
    """Whether an answer has what is expected; a list may have patterns in place of its items."""
    if isinstance(wanted, dict) and isinstance(given, list):
        return all(PATTERNS[name](items, given) for name, items in wanted.items())
    if isinstance(wanted, dict) and isinstance(given, dict):
        return all(key in given and fits(value, given[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(given, list):
        return len(wanted) == len(given) and all(map(fits, wanted, given))
    return wanted == given and type(wanted) is type(given)


def in_any_order(items, given):
    """Whether the items match one to one."""
    if not items or len(items) != len(given):
        return len(items) == len(given)
    found = next((i for i, other in enumerate(given) if fits(items[0], other)), None)
    return found is not None and in_any_order(items[1:], given[:found] + given[found + 1 :])


PATTERNS = {
    "contains": lambda items, given: all(any(fits(item, other) for other in given) for item in items),
    "excludes": lambda items, given: not any(fits(item, other) for item in items for other in given),
    "any_order": in_any_order,
}

with open(sys.argv[1], encoding="utf-8") as suite:
    failed, cases = 0, [json.loads(line) for line in suite]
for case in cases:
    query = case["query"]
    text = "\n".join(json.dumps(value) for value in query.get("lines") or [query.get("stdin")])
    command = [*sys.argv[2:], *query["command"], "--format", "json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    try:
        right = done.returncode == case.get("exit", 0) and fits(case["expect"], json.loads(done.stdout or done.stderr))
    except ValueError:  # no JSON
        right = False
    failed += not right
    if not right:
        print(case["number"], case["id"], case["question"], sep="  ")
print(f"{len(cases) - failed} of {len(cases)} cases are answered as expected")
sys.exit(failed > 0)
