"""Where the companions' own files are: tests may run against an installed package elsewhere."""

from checkout import ROOT

HERE = ROOT / "companions"
DOCS, EXAMPLES, SCENARIOS = HERE / "docs", HERE / "examples", HERE / "scenarios"
