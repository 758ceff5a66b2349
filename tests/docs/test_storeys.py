"""Imports go down only: the storeys as drawn in docs/architecture.md against the code, and no circle of modules."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from checkout import ROOT

Imports = dict[str, set[str]]
"""The modules that each module imports, late imports and those for type checkers included."""

ROW = re.compile(r"^ {2}(?:titan_rules)? +(\w+)(?:/|\.py) ", re.MULTILINE)
OWN_STOREY = {"titan_rules.actions.grammar": "grammar"}

DOORS = (
    "titan_rules.actions.intents",
    "titan_rules.position.battle",
    "titan_rules.position.files",
    "titan_rules.position.game",
    "titan_rules.position.position",
)
"""Modules whose methods import what stands above them: how an action is said, a position read, written and drawn."""


def modules(*packages: Path) -> dict[str, Path]:
    """The files of packages, by module."""
    found = {}
    for package in packages:
        for file in package.rglob("*.py"):
            parts = file.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(module: str, file: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """The known modules that a file imports anywhere in it."""
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    tree = ast.parse(file.read_text("utf-8"))
    for node in tree.body if module in DOORS else ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            named = {f"{source}.{alias.name}" for alias in node.names} & known.keys()
            yield from named or ({source} & known.keys())


@pytest.fixture(scope="module")
def imports() -> Imports:
    known = modules(ROOT / "titan_rules", ROOT / "cli" / "titan_cli")
    return {module: set(imported(module, file, known)) - {module} for module, file in known.items()}


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """What is left when whatever imports nothing that is left, or is imported by nothing, has been taken away."""
    left = {module: set(targets) for module, targets in imports.items()}
    while True:
        wanted = set().union(*left.values())
        free = {module for module, targets in left.items() if not targets or module not in wanted}
        if not free:
            return sorted(left)
        left = {module: targets - free for module, targets in left.items() if module not in free}


def storey(module: str) -> str | None:
    """The row of the drawing that a module of the library belongs to; None for the face."""
    for prefix, name in OWN_STOREY.items():
        if f"{module}.".startswith(f"{prefix}."):
            return name
    return module.split(".")[1] if "." in module else None


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": set()}) == []
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b", "d"}, "d": set()}) == ["b", "c"]


def test_no_module_imports_itself_in_a_circle(imports: Imports) -> None:
    assert circle(imports) == []


def test_an_import_goes_down_only(imports: Imports) -> None:
    drawing = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rows = ROW.findall(drawing)
    upward = []
    for module, targets in imports.items():
        here = storey(module)
        if not module.startswith("titan_rules."):
            continue
        assert here in rows, f"{module} is not in the drawing"
        lower = set(rows[rows.index(here) :])
        upward += [(module, target) for target in sorted(targets) if storey(target) not in lower]
    assert upward == []
