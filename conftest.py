"""How hypothesis looks for counterexamples: how many, and whether the same ones each time.

``make test`` takes the same ones every time, so that a change is judged by itself; ``make test-all`` looks for others;
``make fuzz`` and ``make soak`` look for EXAMPLES of them.
"""

import atexit
import gc
import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

# What the helpers assert is told as well as what the tests do, and under ``python -O``, too.
ROOT = Path(__file__).parent
SUPPORT = (ROOT / "tests" / "support", ROOT / "companions" / "tests" / "support")
pytest.register_assert_rewrite(*[path.stem for folder in SUPPORT for path in folder.glob("*.py")])

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""A busy machine is no fault of the code."""

for name in ("COLUMNS", "FORCE_COLOR", "LINES", "NO_COLOR", "TITAN_TRACEBACK", "TITAN_FORMAT"):  # what commands heed
    os.environ.pop(name, None)

# Or each worker makes the tests' own code again, ten seconds each, and every process that a test starts the library's.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A shell starts what runs in the background without the one, nohup without the other.
for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, usual)

settings.register_profile("quick", derandomize=True, max_examples=60, **COMMON)
settings.register_profile("new", max_examples=300, print_blob=True, **COMMON)
settings.register_profile("search", max_examples=int(os.environ.get("EXAMPLES", "1000")), print_blob=True, **COMMON)
settings.register_profile("mutants", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate), **COMMON)
profile = os.environ.get("HYPOTHESIS_PROFILE", "quick")
settings.load_profile(profile)
if profile == "quick":
    gc.disable()  # it would find half a gigabyte in all, in a twentieth of the time


def pytest_collection_finish() -> None:
    """Look through what the tests leave for garbage at the end, but not through the tests and what they import."""
    gc.freeze()


def end_at_once() -> None:
    """The system takes a worker's memory back at once; Python would take it apart piece by piece, for seconds."""
    os._exit(0)


if "PYTEST_XDIST_WORKER" in os.environ:
    atexit.register(end_at_once)  # registered first, so it is called last
