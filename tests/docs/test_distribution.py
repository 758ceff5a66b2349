"""What the package index shows and what is installed beside the package."""

import importlib.util
import os
import re
import tomllib

import pytest

from checkout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PROJECT["project"]["urls"]["Repository"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKS = re.compile(r"\]\(([^)]+)\)")


def shown() -> str:
    """The README as the index shows it."""
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.absolute(README, REPOSITORY))


def test_every_link_and_picture_of_the_README_leads_somewhere_from_the_index() -> None:
    here, there = LINKS.findall(README), LINKS.findall(shown())
    assert len(here) == len(there) > 10
    for path, address in zip(here, there, strict=True):
        kind = "raw" if path.endswith((".png", ".svg")) else "blob"
        assert address in (path, f"{REPOSITORY}/{kind}/main/{path}")
        assert address.startswith("https://")


def test_both_distributions_say_where_the_project_is_and_offer_nothing_for_its_tests() -> None:
    companions = tomllib.loads((ROOT / "companions" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert companions["urls"] == PROJECT["project"]["urls"]
    assert set(PROJECT["project"]["optional-dependencies"]) == {"cluster", "mcp", "png", "serve"}
    assert set(PROJECT["dependency-groups"]) == {"test", "docs", "lint"}


@pytest.mark.skipif("RELEASE" not in os.environ, reason="make release asks")
def test_a_release_has_an_address() -> None:
    assert not REPOSITORY.endswith(".invalid"), "pyproject.toml says where the project is: [project.urls]"
