"""Type checkers read the face as a user's program does."""

import ast
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from checkout import ROOT

FACE = Path(__file__).with_name("the_face.py")
RECIPES = Path(__file__).with_name("recipes.py")
PROGRAMS = [node for node in ast.parse(RECIPES.read_text(encoding="utf-8")).body if hasattr(node, "name")]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda node: node.name)
def test_the_page_of_recipes_has_the_programs_that_are_checked(program: ast.stmt) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    source = ast.get_source_segment(RECIPES.read_text(encoding="utf-8"), program) or ""
    first, *rest = filter(None, source.splitlines())
    assert "\n".join([f">>> {first}", *(f"... {line}" for line in rest)]) in page


def test_every_name_is_there_and_nothing_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys, titan_rules as titan; before = set(sys.modules)\n"
        "assert not {m for m in before if m.startswith('titan_rules.')}, before\n"
        "assert 'attrs' not in before\n"
        "missing = [name for name in titan.__all__ if not hasattr(titan, name)]\n"
        "assert not missing, missing\n"
        "assert set(titan.__all__) <= set(dir(titan))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_mypy_strict() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(FACE), str(RECIPES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_strict() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyright", str(FACE), str(RECIPES)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
