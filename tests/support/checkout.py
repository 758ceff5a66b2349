"""Where the repository's own files are: tests may run against an installed package elsewhere."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
