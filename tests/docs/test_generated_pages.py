"""The pages that are written from the code's own data are fresh, and leave nothing out."""

import importlib.util
from types import ModuleType

import pytest

import titan_rules
from checkout import ROOT

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def generated() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generated", DOCS / "generated.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["rules", "disputes", "commands", "api", "glossary"])
def test_the_page_is_fresh(generated: ModuleType, name: str) -> None:
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == generated.made(name), "run make pages"


def test_every_public_name_is_in_the_reference(generated: ModuleType) -> None:
    listed = {name for names in generated.GROUPS.values() for name in names.split()}
    assert set(dir(titan_rules)) - {"__version__"} <= listed
