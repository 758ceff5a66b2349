"""The entry point of ``titan``."""

import sys


def main() -> None:
    """Run the command line and exit with its code."""
    from .app import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
