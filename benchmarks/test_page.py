"""How fast and how large the page of the longest recorded game is."""

import gzip
from pathlib import Path
from shutil import which

import pytest

from titan_cli.web.page import recorded
from titan_cli.web.records import record_answer

GAME = Path(__file__).parents[1] / "tests" / "data" / "games" / "colossus-game009.replay.jsonl.gz"


def made() -> str:
    return recorded(record_answer(gzip.decompress(GAME.read_bytes()).decode()))


def test_the_page_of_the_longest_game(benchmark):
    text = benchmark(made)
    benchmark.extra_info["bytes"] = len(text.encode())


def test_the_page_opened_on_its_last_step(benchmark, tmp_path):
    playwright = pytest.importorskip("playwright.sync_api")
    if which("chromium") is None:
        pytest.skip("no chromium here: apt-get install chromium")
    target = tmp_path / "game.html"
    target.write_text(made(), encoding="utf-8")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox", "--disable-gpu"])

        def opened() -> str:
            tab = browser.new_page()
            tab.goto(f"{target.as_uri()}#step-2294")
            shown = str(tab.input_value("#slider"))
            tab.close()
            return shown

        assert benchmark(opened) == "2294"
        browser.close()
