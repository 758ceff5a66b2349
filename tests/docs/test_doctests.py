"""The examples in docstrings are run."""

import doctest
import pkgutil
from importlib import import_module

import titan_cli
import titan_rules
from documentation import docstrings_are_doctests
from looping import for_each

MODULES = sorted(
    info.name
    for package in (titan_rules, titan_cli)
    for info in pkgutil.walk_packages(package.__path__, package.__name__ + ".")
    if not info.name.endswith("__main__")
)
MODULES.append("titan_rules")


@for_each("name", MODULES)
def test_doctests(name: str) -> None:
    docstrings_are_doctests(name)


def test_there_are_some() -> None:
    finder = doctest.DocTestFinder(exclude_empty=True)
    assert sum(len(test.examples) for name in MODULES for test in finder.find(import_module(name))) > 20
