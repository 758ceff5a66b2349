"""The table with nothing installed: the rules run in the browser, from one file or from a web space."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from gzip import compress, decompress
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from shutil import copytree, which
from threading import Thread
from typing import Any, ClassVar

import pytest

from checkout import EXAMPLES, ROOT
from pages import FOUR, SIZES, legal, load, needs_chromium, until, watched
from recorded import spread_out
from running import titan
from titan_cli.web import site
from titan_cli.web.ask import ask
from titan_rules.position.documents import FORMAT

PYODIDE = ROOT / "site" / "node_modules" / "pyodide"
BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not PYODIDE.is_dir(), reason="no pyodide here: npm ci in site/"),
    needs_chromium,
]

DOOR = """new MutationObserver((_, watching) => {
    if (!document.querySelector("#examples button")) return;
    window.engineAtTheDoor = document.body.dataset.engine;
    watching.disconnect();
}).observe(document, { childList: true, subtree: true });"""
"""Notes how far the engine is when the examples can be touched."""
SAID = """window.said = [];
new MutationObserver(() => {
    window.said.push(document.querySelector("#state")?.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });"""
"""Notes what is said of the engine."""


ENTER = """(text) => {
    const field = document.querySelector("#ask");
    field.value = text;
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true, bubbles: true }));
}"""
CHOICE = """async () => {
    await new Promise(requestAnimationFrame); // a new size is told before the next frame
    const says = document.querySelector("#next .says b");
    const buttons = [...document.querySelectorAll("#next .row [data-legal]")];
    const row = [...document.querySelectorAll("#next .acts > .row [data-legal]")];
    const inside = (one) => {
        const box = one.getBoundingClientRect();
        one.scrollIntoView({ block: "nearest" });
        const now = one.getBoundingClientRect();
        const hit = document.elementFromPoint(now.x + now.width / 2, now.y + now.height / 2);
        return one.checkVisibility() && box.width >= 24 && box.height >= 24 && one.contains(hit);
    };
    const small = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
    return [says.checkVisibility() && says.innerText, row.map((one) => one.dataset.legal),
        [...small, ...buttons.filter((one) => !inside(one)).map((one) => one.dataset.legal)]];
}"""
"""Whose choice is next; what may be touched instead of the board; and what of it no finger reaches."""


Reader = Callable[[Path], dict[str, bytes]]


def resize(page: Any, size: str) -> None:
    wide, high = SIZES[size]
    page.set_viewport_size({"width": wide, "height": high})


BY_TOUCH = ("maneuver", "strike", "move", "split")
"""What has no button of its own, but is done by touching the board."""
LAST = ("concede", "withdraw", "attempt-concession")
"""What stands after everything else, and is confirmed."""


def rank(do: str) -> int:
    """What goes on stands first, what is confirmed last."""
    return 2 if do in LAST else 0 if do in ("roll", "tower", "engage") or do.startswith("end") else 1


@pytest.fixture(scope="module", autouse=True)
def read_anew() -> Iterator[Reader]:
    """Pyodide is started, and its memory taken, once for all commands here; what does it once more."""
    anew = site.read_runtime
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(site, "read_runtime", cache(anew))
        yield anew


def test_one_file_holds_the_rules_and_gives_the_same_answers(opened: Any, tmp_path: Path) -> None:
    target = tmp_path / "table.html"
    assert titan("site", "--single", str(target), "--pyodide", str(PYODIDE)).code == 0
    with watched(opened) as tab:
        page = tab.page
        page.add_init_script(DOOR)
        page.goto(target.as_uri())
        page.wait_for_selector("body[data-engine=ready]", timeout=120_000)
        assert page.evaluate("engineAtTheDoor") == "loading"
        load(page, BATTLE)
        page.tap("#board [data-hex=D3]")
        page.wait_for_selector("#board [data-hex=D4][data-legal]")
        assert legal(page) == {"D4": "D3 strikes D4", "E3": "D3 strikes E3"}
        page.tap("#board [data-hex=F2]")
        page.wait_for_selector("#ruling .badge.bad")
        told: dict[str, Any] = titan("check", "-", "D3 strikes F2", stdin=json.dumps(BATTLE)).json
        assert told["rulings"][0]["text"].lower() in page.inner_text("#ruling").lower()
        page.click("#ruling .rule >> nth=0")
        page.wait_for_selector("#ruling .law summary:has-text('cases in the catalogue')")
        resize(page, FOUR[0])
        for i, state in enumerate(spread_out(200)):
            drawn: dict[str, Any] = ask({"ask": "draw", "position": FORMAT.to_json(state)})
            page.evaluate(ENTER, json.dumps(drawn["position"]))
            until(page, "(line) => document.querySelector('#position').value === line", drawn["line"])
            shown = [one for one in drawn["legal"] if one["action"]["do"] not in (*BY_TOUCH, "propose")][:40]
            buttons = [one["text"] for one in sorted(shown, key=lambda one: rank(one["action"]["do"]))]
            for turn in range(4):  # entered in one of the sizes, looked at in all, left in that of the next
                if turn:
                    resize(page, FOUR[(i - turn) % 4])
                assert page.evaluate(CHOICE) == [drawn["next"]["says"], buttons, []]
        assert [url for url in tab.requests if not url.startswith(("blob:", "data:"))] == [target.as_uri()]


@pytest.fixture(scope="module")
def made(read_anew: Reader, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site's files."""
    target = tmp_path_factory.mktemp("made") / "public"
    assert titan("site", str(target), "--pyodide", str(PYODIDE)).code == 0
    return target


@pytest.fixture
def spread(made: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a web space with the table in it, which a test may spoil."""
    files = partial(Quiet, directory=str(copytree(made, tmp_path / "public")))
    with ThreadingHTTPServer(("127.0.0.1", 0), files) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing.

    :cvar asked: how often each file was asked for.
    """

    asked: ClassVar[Counter[str]] = Counter()

    def do_GET(self) -> None:
        """Serve a file."""
        self.asked[self.path] += 1
        super().do_GET()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_a_web_space_is_small_and_works_without_a_network_after_one_visit(
    opened: Any, spread: str, tmp_path: Path
) -> None:
    sent = list((tmp_path / "public").iterdir())
    packed = {
        file.name: len(file.read_bytes() if file.suffix == ".gz" else compress(file.read_bytes())) for file in sent
    }
    assert packed.pop("snapshot.bin.gz") < 9_000_000
    assert sum(packed.values()) < 7_000_000
    assert len(compress((tmp_path / "public" / "index.html").read_bytes())) < 300_000
    context = opened.new_context()
    page = context.new_page()
    page.add_init_script(SAID)
    Quiet.asked.clear()
    page.goto(spread)
    page.wait_for_selector("body[data-engine=ready]", timeout=120_000)
    assert re.search(r"The rules are loading: [\d.]+ of 1\d\.\d MB", page.evaluate("said.join()"))
    until(page, "navigator.serviceWorker.controller !== null")
    assert {path: times for path, times in Quiet.asked.items() if times > 1} == {}  # fetched once, and the page itself
    assert set(Quiet.asked) >= {f"/{name}" for name in packed if name.endswith(".gz")}
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-engine=ready]", timeout=120_000)
    load(page, "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
    page.click("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal='D3 strikes D4']")
    context.close()


@pytest.mark.parametrize("spoilt", ["missing", "of another version"])
def test_without_a_snapshot_that_fits_the_rules_begin_from_nothing(
    opened: Any, spread: str, tmp_path: Path, spoilt: str
) -> None:
    place = tmp_path / "public"
    if spoilt == "missing":
        engine = decompress((place / "engine.js.gz").read_bytes())
        (place / "engine.js.gz").write_bytes(compress(re.sub(rb'"snapshot.bin": \d+, ', b"", engine)))
        (place / "snapshot.bin.gz").unlink()
    else:
        (place / "snapshot.bin.gz").write_bytes(compress(bytes(1 << 20)))
    context = opened.new_context(service_workers="block")
    page = context.new_page()
    page.goto(spread)
    page.wait_for_selector("body[data-engine=ready]", timeout=120_000)
    load(page, "Plains: Ogre D3 / Lion D4 3 hits, Centaur E3")
    page.click("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal='D3 strikes D4']")
    context.close()


@pytest.mark.skipif(which("node") is None, reason="no node here")
def test_the_same_versions_give_the_same_snapshot(read_anew: Reader) -> None:
    first, second = (read(PYODIDE)[site.SNAPSHOT] for read in (read_anew, site.read_runtime))
    assert first == second
