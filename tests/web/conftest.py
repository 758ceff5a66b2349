"""A browser and a server for the tests that drive the table."""

import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from pages import Watched, browser, watched
from running import COMMAND


@pytest.fixture(scope="module")
def opened() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that saves to a file."""
    target = tmp_path_factory.mktemp("served") / "made.json"
    with subprocess.Popen([*COMMAND, "serve", "-o", str(target)], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().decode().strip()
        finally:
            server.terminate()


@pytest.fixture
def tab(opened: Any) -> Iterator[Watched]:
    """A tab on a desk in which nothing may go wrong."""
    with watched(opened) as found:
        yield found
