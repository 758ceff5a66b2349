"""The example files that ship with the package."""

from pathlib import Path

import titan_rules
from titan_rules.kernel.names import Names


def folder() -> Path:
    """Where the examples are: in the installed package, or in the documentation of a checkout."""
    package = Path(titan_rules.__file__).parent
    installed = package / "data" / "examples"
    return installed if installed.is_dir() else package.parent / "docs" / "examples"


def names() -> Names[str]:
    """The names of the examples."""
    found = folder().rglob("*")
    return Names("example", sorted(path.relative_to(folder()).as_posix() for path in found if path.is_file()))
