"""Type checkers read the face as a user's program does."""

import ast
import doctest
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from checkout import ROOT

FACE = Path(__file__).with_name("the_face.py")


@pytest.fixture
def recipes(tmp_path: Path) -> Path:
    """The programs of ``docs/library.md`` as a module."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    examples = [example.source for example in doctest.DocTestParser().get_examples(page)]
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    programs = [source for source in examples if isinstance(ast.parse(source).body[0], kinds)]
    assert len(programs) > 10
    path = tmp_path / "recipes.py"
    path.write_text("\n\n".join(programs), encoding="utf-8")
    return path


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
def test_mypy_strict(recipes: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(FACE), str(recipes)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.long
@pytest.mark.skipif(find_spec("pyright") is None, reason="pyright is not installed")
def test_pyright_strict(recipes: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pyright", str(FACE), str(recipes)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
