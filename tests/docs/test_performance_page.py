"""``docs/performance.md`` describes this version, no older one."""

import re

import titan_rules
from checkout import ROOT


def test_the_figures_are_of_this_version() -> None:
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    measured = re.search(r"^Version (\S+), of \d{4}-\d{2}-\d{2}, measured with CPython", page, re.M)
    assert measured is not None, "run make bench"
    assert measured[1] == titan_rules.__version__, "the package is newer than the figures: run make bench"
