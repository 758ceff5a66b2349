"""What the package index shows and what is installed beside the package."""

import importlib.util
import os
import re
import tomllib

import pytest

from checkout import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
REPOSITORY = PROJECT["project"]["urls"]["Repository"]
LINKS = re.compile(r"\]\(([^)]+)\)")


def shown(readme: str, folder: str) -> str:
    """A README as the index shows it."""
    pytest.importorskip("hatchling")
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "companions" / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.absolute(readme, REPOSITORY, folder))


@pytest.mark.parametrize(("folder", "at_least"), [("", 10), ("companions", 4)])
def test_every_link_and_picture_of_a_README_leads_somewhere_from_the_index(folder: str, at_least: int) -> None:
    readme = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    here, there = LINKS.findall(readme), LINKS.findall(shown(readme, folder))
    assert len(here) == len(there) > at_least
    for path, address in zip(here, there, strict=True):
        if path.startswith("https://"):
            assert address == path
            continue
        kind = "raw" if path.endswith((".png", ".svg")) else "blob"
        assert address.startswith(f"{REPOSITORY}/{kind}/main/")
        file = ROOT / address.removeprefix(f"{REPOSITORY}/{kind}/main/").partition("#")[0]
        assert file.exists()
        assert file.samefile(ROOT / folder / path.partition("#")[0])


def test_both_distributions_say_where_the_project_is_and_offer_nothing_for_its_tests() -> None:
    companions = tomllib.loads((ROOT / "companions" / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert companions["urls"] == PROJECT["project"]["urls"]
    assert set(PROJECT["project"]["optional-dependencies"]) == {"cluster", "mcp", "png", "serve"}
    assert set(PROJECT["dependency-groups"]) == {"test", "docs", "lint"}


def test_what_several_extras_need_has_one_lowest_version() -> None:
    bounds = {one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra}
    assert len(bounds) == len({one.partition(">=")[0] for one in bounds})


@pytest.mark.skipif("RELEASE" not in os.environ, reason="make release asks")
def test_a_release_has_an_address() -> None:
    assert not REPOSITORY.endswith(".invalid"), "pyproject.toml says where the project is: [project.urls]"
