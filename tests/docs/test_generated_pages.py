"""The pages that are written from the code's own data are fresh, and leave nothing out."""

import importlib.util
from types import ModuleType

import pytest

import titan_rules
from checkout import ROOT

DOCS = ROOT / "docs"


def loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generated", DOCS / "generated.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


generated = loaded()


@pytest.mark.parametrize("name", generated.PAGES)
def test_the_page_is_fresh(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == generated.made(name), "run make pages"


def test_every_case_of_the_suite_stands_in_its_chapter() -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (DOCS / "suite").glob("*.md"))
    assert pages.count("\n## ") == len(generated.cases()) > 400


def test_every_public_name_is_in_the_reference() -> None:
    listed = {name for names in generated.GROUPS.values() for name in names.split()}
    assert set(dir(titan_rules)) - {"__version__"} <= listed
