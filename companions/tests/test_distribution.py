"""One version: both distributions carry it, and the companions ask for exactly that of TITAN."""

import tomllib

from companion_files import HERE
from titan_rules import __version__

PROJECT = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_both_distributions_have_one_version_and_pin_it() -> None:
    assert PROJECT["version"] == __version__
    assert f"titan-rules=={__version__}" in PROJECT["dependencies"]
