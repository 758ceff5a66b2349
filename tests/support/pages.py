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

from titan_rules.box.loading import beside
from titan_rules.position.documents import FORMAT
from titan_rules.text.positions import parse_line

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
    # In each new window Chromium draws two menus of its address bar, which take more time than the page does. This list
    # replaces Playwright's own: what in that one keeps Chromium from asking other addresses is said again.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,HttpsUpgrades,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PreconnectToSearch",
]

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium")


SIZES = {
    "desk": (1440, 900),
    "tablet": (820, 1180),
    "phone": (360, 740),
    "laptop": (1366, 768),
    "wide": (1920, 1080),
    "phone on its side": (844, 390),
}
"""The windows that the table is tried in."""
FOUR = ("phone", "tablet", "laptop", "wide")
"""Those of them in which everything is tried."""


LONG = 2_000
"""Letters of a text that is opened as a file."""


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


SETTLED = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    do {
        await frame();
        await frame();
    } while (document.getAnimations().length);
}"""
"""Two frames later, and when no animation runs any more."""


def until(page: Any, expression: str, argument: Any = None, patience: float = 60.0) -> None:
    """Wait until an expression holds in a page whose policy forbids evaluation, as ``wait_for_function`` needs it.

    :param patience: seconds; far more than a slow machine needs.
    """
    end = monotonic() + patience
    while not page.evaluate(expression, argument):
        assert monotonic() < end, f"not in {patience:g} seconds: {expression}"
        page.wait_for_timeout(20)


def settled(page: Any) -> None:
    """Wait until a page is drawn as its window is now: what it does on a new size is done, and nothing moves."""
    page.evaluate(SETTLED)


def address(path: Path, step: int | None = None) -> str:
    """A file's address, perhaps with a step."""
    return path.as_uri() + ("" if step is None else f"#step-{step}")


class watched:  # noqa: N801
    """A tab in which nothing may go wrong."""

    def __init__(self, opened: Any, size: str = "desk", **options: Any) -> None:
        wide, high = SIZES[size]
        self.tab = Watched(opened, viewport={"width": wide, "height": high}, has_touch=True, **options)
        self.tab.page.set_default_timeout(30_000)

    def __enter__(self) -> Watched:
        return self.tab

    def __exit__(self, *trouble: object) -> None:
        self.tab.page.close()
        if trouble[0] is None:
            assert self.tab.trouble == []


def ready(page: Any, where: str) -> Any:
    page.goto(where)
    page.wait_for_selector("body[data-engine=ready]")
    return page


def load(page: Any, document: Any) -> None:
    """Type a text into the field and ask, or open it as a file; wait until it is on the board."""
    before = page.evaluate("document.body.dataset.game")
    text = document if isinstance(document, str) else json.dumps(document)
    if len(text) > LONG:
        page.set_input_files("#file", {"name": "text.txt", "mimeType": "text/plain", "buffer": text.encode()})
    else:
        page.fill("#ask", text)
        page.press("#ask", "Enter")
    until(page, "(before) => document.body.dataset.game !== before", before)


def set_up(page: Any) -> None:
    """From the front door to an empty battle."""
    if page.get_attribute("body", "data-panel") != "door":
        page.click("#home")
    page.click("#new-battle")
    page.wait_for_selector("body[data-panel=setup]")


def new_game(page: Any) -> None:
    """From the front door to a new game of two."""
    if page.get_attribute("body", "data-panel") != "door":
        page.click("#home")
    page.click("#new-game")
    page.wait_for_selector("#board [data-legion]")


def place(page: Any, name: str, label: str, tap: str = "tap") -> None:
    if page.get_attribute(f".palette [data-name={name}]", "aria-pressed") != "true":
        getattr(page, tap)(f".palette [data-name={name}]")
    getattr(page, tap)(f"#board [data-hex={label}]")
    page.wait_for_selector(f'#board [data-character={name}][data-at="{label}"]')


def position(page: Any, folder: Path = Path()) -> Any:
    page.wait_for_selector("#position:not([aria-busy])", state="attached")
    with beside(str(folder)):
        return FORMAT.to_json(parse_line(page.input_value("#position")))


def legal(page: Any) -> dict[str, str]:
    found = page.query_selector_all("#board [data-legal]")
    return {e.get_attribute("data-hex") or e.get_attribute("data-land"): e.get_attribute("data-legal") for e in found}
