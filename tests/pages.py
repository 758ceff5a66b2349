"""Pages taken apart, and the browser that tests drive."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from shutil import which
from time import monotonic
from typing import Any

import pytest

CHROMIUM = which("chromium") or which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium")


class Parsed(HTMLParser):
    """A page: its elements with their attributes, and what stands in scripts, styles and the title."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {"script": [], "style": [], "title": []}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in self.inside:
            self._open = tag
            self.inside[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.inside[self._open][-1] += data

    @property
    def policy(self) -> dict[str, str]:
        """The content security policy by its directives."""
        metas = [a for tag, a in self.elements if tag == "meta" and a.get("http-equiv") == "Content-Security-Policy"]
        parts = [part.strip().partition(" ") for part in unescape(str(metas[0]["content"])).split(";")]
        return {name: value for name, _, value in parts}

    @property
    def data(self) -> Any:
        """The page's data."""
        return json.loads(self.inside["script"][0])

    def outside(self) -> list[str]:
        """Every address in the page that is not of the page itself."""
        named = [str(value) for _, a in self.elements for name, value in a.items() if name in ("src", "href")]
        return [address for address in named if not re.match(r"#|data:", address)]


@contextmanager
def browser() -> Iterator[Any]:
    """A headless Chromium with a profile of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield opened
        finally:
            opened.close()


class Watched:
    """A tab that keeps what went wrong in it.

    :ivar trouble: errors of scripts, refusals by the policy, dialogs.
    :ivar requests: the addresses it asked for.
    """

    def __init__(self, opened: Any, **options: Any) -> None:
        self.trouble: list[str] = []
        self.requests: list[str] = []
        self.page = opened.new_page(**options)
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", self.say)
        self.page.on("dialog", self._dialog)
        self.page.on("request", lambda asked: self.requests.append(asked.url))

    def say(self, said: Any) -> None:
        """Keep what a script reports as an error."""
        if said.type == "error":
            self.trouble.append(said.text)

    def _dialog(self, dialog: Any) -> None:
        self.trouble.append(f"dialog: {dialog.message}")
        dialog.dismiss()


def until(page: Any, expression: str, argument: Any = None, patience: float = 60.0) -> None:
    """Wait until an expression holds in a page whose policy forbids evaluation, as ``wait_for_function`` needs it.

    :param patience: seconds; far more than a slow machine needs.
    """
    end = monotonic() + patience
    while not page.evaluate(expression, argument):
        assert monotonic() < end, f"not in {patience:g} seconds: {expression}"
        page.wait_for_timeout(20)


def address(path: Path, step: int | None = None) -> str:
    """A file's address, perhaps with a step."""
    return path.as_uri() + ("" if step is None else f"#step-{step}")
