"""Takes the pictures of ``docs/page.md``: the page of a long game at three moments, in a headless Chromium.

Run it from anywhere with ``python docs/pictures/shoot.py``; it needs Chromium and Playwright.
"""

import os
import sys
import tempfile
from pathlib import Path
from shutil import which

from playwright.sync_api import sync_playwright

from titan_cli.app import run

ROOT = Path(__file__).parents[2]
GAME = "tests/data/games/colossus-game009.replay.jsonl.gz"
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
MOMENTS = {
    # picture: step, width, height, colours, how far it is scrolled
    "page-strike.png": (828, 1240, 900, "light", 0),
    "page-phone.png": (1850, 390, 844, "dark", 120),
    "page-late.png": (2294, 1080, 860, "dark", 560),
}


def shoot() -> None:
    """Take every picture."""
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        page = Path(folder) / "game.html"
        if run(["replay", GAME, "-o", str(page)]):
            sys.exit("the game is not legal")
        browser = playwright.chromium.launch(executable_path=which("chromium"), args=FLAGS)
        for name, (step, width, height, scheme, down) in MOMENTS.items():
            tab = browser.new_page(viewport={"width": width, "height": height}, color_scheme=scheme)
            tab.goto(f"{page.as_uri()}#step-{step}")
            tab.evaluate_handle("(down) => scrollTo(0, down)", down)
            tab.screenshot(path=f"docs/pictures/{name}")
            tab.close()
        browser.close()


if __name__ == "__main__":
    shoot()
