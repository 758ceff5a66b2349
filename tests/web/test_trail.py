"""Where one has been: undo, redo and leafing go along one trail, and it is kept."""

import json
from typing import Any

import pytest

from checkout import EXAMPLES
from pages import Watched, load, needs_chromium, ready, until

pytestmark = [pytest.mark.long, needs_chromium]

BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
ROLLS = ("D3 strikes D4 with 1 1 1 1 1 1", "D3 strikes D4 with 6 1 1 1 1 1")
FULL = """() => {
    const put = IDBObjectStore.prototype.put;
    window.full = true;
    IDBObjectStore.prototype.put = function (...given) {
        if (window.full && this.name === "nodes") throw new DOMException("no room", "QuotaExceededError");
        return put.apply(this, given);
    };
}"""
"""Nothing more is kept, until ``full`` is false."""


def ask(page: Any, words: str) -> None:
    """Type into the field, and ask."""
    page.fill("#ask", words)
    page.press("#ask", "Enter")


def moves(page: Any) -> list[str]:
    """The short texts in the score sheet."""
    return [row.inner_text() for row in page.locator("#sheet .move").all()]


def struck_twice(page: Any) -> None:
    """A battle with a strike and a variation to it, which is shown."""
    load(page, "Plains: Ogre D3 / Lion D4")
    for n, roll in enumerate(ROLLS, 2):
        ask(page, roll)
        until(page, "(n) => document.querySelectorAll('#sheet .move').length === n", n)
        if n == len(ROLLS):
            page.click("#undo")
            until(page, "document.getElementById('slider').value === '0'")


def test_a_variation_is_gone_on_in_after_leafing_back(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    struck_twice(page)
    now = page.inner_text("#sheet [aria-current]")
    page.click("[data-go=first]")
    assert page.inner_text("#sheet [aria-current]") != now
    page.click("[data-go=on]")
    assert page.inner_text("#sheet [aria-current]") == now
    page.click("[data-go=first]")
    page.click("#redo")
    assert page.inner_text("#sheet [aria-current]") == now


def test_what_was_removed_is_not_gone_back_to(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    struck_twice(page)
    page.click("#remove")
    until(page, "document.querySelectorAll('#sheet .move').length === 2")
    assert page.is_disabled("#undo")
    page.click("#redo")
    assert "0 hits" in page.inner_text("#sheet [aria-current]")
    page.click("#undo")
    page.reload()
    page.wait_for_selector("body[data-engine=ready]")
    assert len(moves(page)) == 2
    assert page.is_disabled("#undo")


def test_what_was_set_up_is_undone_to_before_and_redone_also_after_a_reload(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    page.tap("#next [data-legal='end-maneuver']")
    page.wait_for_selector("#next:has-text('Strike Phase')")
    page.click("[role=tab][data-for=setup]")
    page.tap("#board [data-hex=D3]")
    page.tap("[aria-label='One hit more']")
    page.wait_for_selector("#board [data-at=D3][data-hits='3']")
    page.click("#undo")
    page.wait_for_selector("#board [data-at=D3][data-hits='2']")
    page.click("#undo")
    page.wait_for_selector("#next:has-text('Maneuver Phase')")
    page.reload()
    page.wait_for_selector("body[data-engine=ready]")
    page.wait_for_selector("#next:has-text('Maneuver Phase')")
    page.click("#redo")
    page.click("#redo")
    page.wait_for_selector("#board [data-at=D3][data-hits='3']")
    assert page.is_disabled("#redo")


def test_what_a_full_disk_refused_is_kept_with_the_next_step(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    page.evaluate(FULL)
    page.tap("#next [data-legal='end-maneuver']")
    page.wait_for_selector("#message:has-text('keeps nothing')")
    page.evaluate("window.full = false")
    page.fill("#comment", "there is room again")
    page.press("#comment", "Tab")
    page.wait_for_selector("#sheet .comment")
    page.reload()
    page.wait_for_selector("body[data-engine=ready]")
    page.wait_for_selector("#sheet .move:has-text('there is room again')")
    assert len(moves(page)) == 2


def test_a_game_whose_step_another_tab_removed_is_opened_all_the_same(opened: Any, served: str) -> None:
    context = opened.new_context()
    one, two = context.new_page(), context.new_page()
    struck_twice(ready(one, served))
    one.wait_for_timeout(500)
    ready(two, served)
    two.locator("#games .kept .main").click()
    two.wait_for_selector("#sheet .move >> nth=2", state="attached")
    two.click("#remove")
    two.wait_for_timeout(500)
    one.fill("#comment", "on what is gone")
    one.press("#comment", "Tab")
    one.wait_for_timeout(500)
    one.reload()
    one.wait_for_selector("body[data-engine=ready]")
    one.wait_for_selector("#board [data-character=Ogre]")
    context.close()
