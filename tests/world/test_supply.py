"""The wheel and the sdist, installed where there is nothing but Python: no compiler, no cache, no settings."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from checkout import ROOT

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
ASKED = (
    (["--version"], 0),
    (["recruit-options", "Jungle", "2", "Gargoyle", "Ogre"], 0),
    (["strike-odds", "Ogre", "Centaur"], 0),
    (["check", "Plains: Ogre D3 / Lion D4", "Ogre strikes Lion"], 0),
    (["scenario", "run"], 0),
    (["companion"], 2),
    (["no-such-command"], 2),
)
pytestmark = pytest.mark.long


def interpreter(version: str) -> str | None:
    """A Python of a version that runs, wherever it is."""
    managed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    for found in (*map(str, managed), shutil.which(f"python{version}")):
        command = [found or "", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
        if found and subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip() == version:
            return found
    return None


def bare(home: Path) -> dict[str, str]:
    """An environment with no compiler and no cache; how packages are had is the machine's affair."""
    kept = {name: value for name, value in os.environ.items() if name.startswith("PIP_") or "PROXY" in name.upper()}
    return {**kept, "HOME": str(home), "PATH": str(home), "CC": "false", "PIP_NO_CACHE_DIR": "1"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The wheel and the sdist of this source tree."""
    place = tmp_path_factory.mktemp("built")
    source = place / "source"
    left_out = shutil.ignore_patterns(
        ".venv", ".git", "node_modules", "dist", "__pycache__", ".*cache", "made", "_build"
    )
    shutil.copytree(ROOT, source, ignore=left_out)
    subprocess.run([sys.executable, "-m", "venv", place / "tools"], check=True)
    tools = place / "tools" / "bin" / "python"
    requirement = next(line for line in (ROOT / "pyproject.toml").read_text().splitlines() if "hatchling" in line)
    wanted = json.loads(requirement.partition("=")[2])
    subprocess.run([tools, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted], check=True)
    for project, made in ((source, "dist"), (source / "companions", "companions")):
        subprocess.run([tools, "-m", "hatchling", "build", "-d", place / made], cwd=project, check=True, timeout=300)
    return {path.suffix: path for path in (place / "dist").iterdir()}


@pytest.mark.parametrize("kind", [".whl", ".gz"])
@pytest.mark.parametrize("version", PYTHONS)
def test_installed_with_nothing_but_Python(version: str, kind: str, built: dict[str, Path], tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"no Python {version} on this machine")
    if kind == ".gz" and version != "3.11":
        pytest.skip("the sdist makes the same wheel, whatever the Python")
    env = bare(tmp_path)
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True, env=env)
    place = tmp_path / "venv" / "bin"
    no_compiler = (
        ["--only-binary", ":all:", "--no-binary", "titan-rules"] if kind == ".gz" else ["--only-binary", ":all:"]
    )
    install: list[str | Path] = [
        place / "python",
        "-m",
        "pip",
        "install",
        "-q",
        "--disable-pip-version-check",
        *no_compiler,
    ]
    subprocess.run([*install, built[kind]], check=True, env=env, cwd=tmp_path, timeout=600)
    for args, code in ASKED:
        done = subprocess.run(
            [place / "titan", *args], env=env, cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, (args, done.stdout[-500:], done.stderr)
        assert "Traceback" not in done.stderr
        assert done.stdout if code == 0 else done.stderr.startswith("titan: ")
    listed = json.loads(subprocess.check_output([place / "python", "-m", "pip", "list", "--format", "json"], env=env))
    assert {each["name"].replace("_", "-").lower() for each in listed} - {"pip", "setuptools"} == {
        "attrs", "click", "defusedxml", "tabulate", "titan-rules",
    }  # fmt: skip


def test_the_sdist_has_all_that_a_packager_needs(built: dict[str, Path]) -> None:
    import tarfile

    with tarfile.open(built[".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"LICENSE", "README.md", "pyproject.toml", "Makefile", "conftest.py"} <= names
    assert not {name for name in names if "node_modules" in name or name.startswith((".venv", ".ci"))}


def test_two_wheels_of_one_version_that_share_no_file(built: dict[str, Path]) -> None:
    import zipfile

    (beside,) = (built[".whl"].parents[1] / "companions").glob("*.whl")
    titan, companions = (set(zipfile.ZipFile(path).namelist()) for path in (built[".whl"], beside))
    assert built[".whl"].name.split("-")[1] == beside.name.split("-")[1]
    assert {name.partition("/")[0].partition("-")[0] for name in companions} == {"titan_companions"}
    assert "titan_companions/twilight_struggle/data/countries.json" in companions
    assert not [name for name in titan if "companion" in name or "twilight" in name]
