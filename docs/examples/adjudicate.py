"""Hold a program to the catalogue of disputes: ``python adjudicate.py suite.jsonl PROGRAM``.

``titan scenario export`` writes the suite. PROGRAM is asked as titan is: with the words of a case's query and
``--format json``, and the query's document on standard input.
"""

import json
import subprocess
import sys


def fits(wanted, given):
    """Whether an answer has what is expected; a list may have a pattern in place of its items."""
    if isinstance(wanted, dict) and isinstance(given, list):
        return all(PATTERNS[name](items, given) for name, items in wanted.items())
    if isinstance(wanted, dict) and isinstance(given, dict):
        return all(key in given and fits(value, given[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and isinstance(given, list):
        return len(wanted) == len(given) and all(map(fits, wanted, given))
    return wanted == given and type(wanted) is type(given)


def in_any_order(items, given):
    """Whether the items match one to one."""
    left = list(given)
    for item in items:
        found = next((i for i, other in enumerate(left) if fits(item, other)), None)
        if found is None:
            return False
        del left[found]
    return not left


PATTERNS = {
    "contains": lambda items, given: all(any(fits(item, other) for other in given) for item in items),
    "excludes": lambda items, given: not any(fits(item, other) for item in items for other in given),
    "any_order": in_any_order,
}

suite, *program = sys.argv[1:]
with open(suite, encoding="utf-8") as lines:
    cases = [json.loads(line) for line in lines]
failed = 0
for case in cases:
    query = case["query"]
    text = "\n".join(json.dumps(value) for value in query.get("lines") or [query.get("stdin")])
    command = [*program, *query["command"], "--format", "json"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout or done.stderr)
    except ValueError:
        answer = None
    if done.returncode != case.get("exit", 0) or not fits(case["expect"], answer):
        failed += 1
        print(case["id"], case["question"], sep="  ")
print(f"{len(cases) - failed} of {len(cases)} cases are answered as expected")
sys.exit(failed > 0)
