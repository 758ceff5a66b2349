"""How hypothesis looks for counterexamples.

``make test`` takes the same ones every time, so that a change is judged by itself; ``make test-all`` looks for others.
"""

import os

from hypothesis import HealthCheck, Phase, settings

COMMON = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""A busy machine is no fault of the code."""

for name in ("COLUMNS", "TITAN_FORMAT"):  # the test runner sets the first one for its workers
    os.environ.pop(name, None)

settings.register_profile("quick", derandomize=True, **COMMON)
settings.register_profile("new", print_blob=True, **COMMON)
settings.register_profile("mutants", derandomize=True, database=None, phases=(Phase.explicit, Phase.generate), **COMMON)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
