"""The entry point of ``titan``."""

import gc
import sys

from .app import run

FEW_COLLECTIONS = 100_000
"""Collect garbage after this many new objects, not 2,000: no command runs long."""


def main() -> None:
    """Run the command line and exit with its code."""
    gc.set_threshold(FEW_COLLECTIONS)
    code = run(sys.argv[1:])
    gc.freeze()  # skips the collection at exit, an eighth of the whole time
    sys.exit(code)


if __name__ == "__main__":
    main()
