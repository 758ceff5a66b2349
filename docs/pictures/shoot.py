"""Takes the pictures of ``docs/howto/browser.md``: the table at its four sizes and at work, in a headless Chromium.

Run it from anywhere with ``python docs/pictures/shoot.py``; it needs Chromium and Playwright. With a folder as its
argument the pictures go there.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from shutil import which
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
GAME = "tests/data/games/colossus-game036.replay.jsonl.gz"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]


def loaded(path: str) -> Callable[[Any], None]:
    """Opens a file in the page."""

    def load(tab: Any) -> None:
        tab.set_input_files("#file", path)
        tab.wait_for_selector("body:not([data-panel=door])", timeout=60_000)

    return load


def touched(path: str, *keys: str) -> Callable[[Any], None]:
    """Opens a file and touches places of the board, one after the other."""

    def touch(tab: Any) -> None:
        loaded(path)(tab)
        for key in keys:
            tab.click(f"#board [data-{'hex' if key[0].isalpha() and len(key) == 2 else 'legion'}={key}]")
            tab.wait_for_timeout(400)

    return touch


def rolled(tab: Any) -> None:
    """A strike with its dice, two hits left to carry."""
    touched("docs/examples/battle.json", "D3", "D4")(tab)
    for face in (6, 6, 4, 6, 6, 1):
        tab.click(f"#tray button.die:has-text('{face}')")


def tree(tab: Any) -> None:
    """A recorded game with a comment and, from one of its battles, something tried that is refused."""
    loaded(GAME)(tab)
    tab.click("#sheet .move:has-text('strikes') >> nth=6")
    tab.fill("#comment", "Was the other strike not better?")
    tab.press("#comment", "Tab")
    tab.click("#analyse")
    tab.wait_for_selector("#board .able")
    tab.click("#board .able >> nth=0")
    tab.wait_for_timeout(400)
    role = tab.get_attribute("#board .chosen", "data-side")
    other = "defender" if role == "attacker" else "attacker"
    tab.click(f"#board [data-hex]:not([data-legal]):has([data-side={other}]) >> nth=0")
    tab.wait_for_timeout(500)


BATTLE, LATE = "docs/pictures/mountains.json", "docs/pictures/game.json"
MOMENTS: dict[str, tuple[int, int, str, Callable[[Any], None]]] = {
    # picture: width, height, colours, what is done
    "table-desk": (1440, 900, "light", touched(BATTLE, "D3")),
    "table-tablet": (820, 1180, "dark", touched(BATTLE, "D3")),
    "table-phone": (390, 844, "light", touched(BATTLE, "D3")),
    "table-refused": (1440, 900, "dark", touched(BATTLE, "D3", "C5")),
    "table-strike": (1440, 900, "light", rolled),
    "table-tree": (1440, 900, "light", tree),
    "table-late": (1440, 900, "dark", touched(LATE, "Bk01")),
}


def shoot(folder: Path, wanted: list[str]) -> None:
    """Take every picture, or those wanted."""
    os.chdir(ROOT)
    command = [sys.executable, "-m", "titan_cli", "serve"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as server, sync_playwright() as playwright:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().decode().strip()
            browser = playwright.chromium.launch(executable_path=which("chromium"), args=FLAGS)
            for name, (width, height, scheme, work) in MOMENTS.items():
                if wanted and name not in wanted:
                    continue
                tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=True)
                tab.goto(address)
                tab.wait_for_selector("body[data-engine=ready]")
                work(tab)
                tab.screenshot(path=folder / f"{name}.png")
                tab.close()
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    shoot(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "docs" / "pictures", sys.argv[2:])
