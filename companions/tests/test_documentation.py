"""The companions' documentation is run, as TITAN's is, and their docstrings' examples."""

import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import titan_companions
from companion_files import EXAMPLES
from documentation import (
    console_blocks_are_real,
    docstrings_are_doctests,
    links_lead_somewhere,
    python_blocks_are_doctests,
)
from golden import COMPANION_PAGES as PAGES
from looping import for_each

MODULES = sorted(each.name for each in pkgutil.walk_packages(titan_companions.__path__, "titan_companions."))
each_page: Callable[[Any], Any] = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


@each_page
def test_console_blocks_show_the_real_output(page: Path) -> None:
    console_blocks_are_real(page, EXAMPLES)


@each_page
def test_python_blocks_are_doctests(page: Path, tmp_path: Path) -> None:
    python_blocks_are_doctests(page, EXAMPLES, tmp_path)


@each_page
def test_links_lead_somewhere(page: Path) -> None:
    links_lead_somewhere(page)


@for_each("name", MODULES)
def test_docstrings_are_doctests(name: str) -> None:
    docstrings_are_doctests(name)
