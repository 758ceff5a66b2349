"""Where the repository's own files are: tests may run against an installed package elsewhere."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
