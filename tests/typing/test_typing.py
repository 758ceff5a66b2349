"""Type checkers read the face as a user's program does."""

import ast
import doctest
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from shutil import make_archive

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
        "own = {m for m in before if m.startswith('titan_rules.')}\n"
        "assert own == {'titan_rules.kernel', 'titan_rules.kernel.ports', 'titan_rules.kernel.shipped'}, own\n"
        "assert 'attrs' not in before\n"
        "missing = [name for name in titan.__all__ if not hasattr(titan, name)]\n"
        "assert not missing, missing\n"
        "assert set(titan.__all__) <= set(dir(titan))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_it_works_from_a_zip_archive(tmp_path: Path) -> None:
    archive = Path(make_archive(str(tmp_path / "titan"), "zip", ROOT, "titan_rules"))
    code = """import sys
sys.path.insert(0, sys.argv[1])
import titan_rules as titan
assert titan.__file__.startswith(sys.argv[1]), titan.__file__
game = titan.new_game(["Ann", "Ben"], seed=1)
print(titan.legal_actions(game)[0])
print(titan.strike_odds("Plains: Ogre D3 / Lion D4 3 hits", "D3", "D4").slays)
print(titan.Box.load("badlands").name, len(titan.dumps(game)), len(titan.render(game)) > 1000)
print(titan.why("Plains: Ogre D3 / Lion D4", "Ogre strikes Lion").legal)
"""
    command = [sys.executable, "-P", "-c", code, str(archive)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 4


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
