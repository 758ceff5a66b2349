"""One plays without a mouse and without seeing: the focus is never lost, each step is said, everything has its name."""

import json
import re
from typing import Any

import pytest

from checkout import EXAMPLES, ROOT
from pages import Watched, load, needs_chromium, ready, until, watched

pytestmark = [pytest.mark.long, needs_chromium]

DISPUTE = "Plains: Ogre D3 / Lion D4 4 hits, Centaur C3\nOgre strikes Lion with 6 6 5 1 1 2 carrying 2 to Centaur"
LISTEN = """() => {
    window.said = [];
    const live = document.getElementById("live");
    new MutationObserver(() => live.textContent.trim() && window.said.push(live.textContent.trim()))
        .observe(live, { childList: true, characterData: true, subtree: true });
}"""
"""Keep what the page says to a screen reader."""
FOCUSED = """() => {
    const one = document.activeElement;
    return one === document.body ? "" : one.getAttribute("aria-label") || one.id || one.textContent;
}"""
NAMELESS = """() => [...document.querySelectorAll("button, [role=button], input, select, textarea, summary, a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !(one.getAttribute("aria-label") || one.labels?.[0]?.textContent || one.textContent).trim())
    .map((one) => one.outerHTML.slice(0, 120))"""
"""What one can act with and has no name."""


@pytest.fixture
def page(tab: Watched, served: str) -> Any:
    found = ready(tab.page, served)
    found.evaluate(LISTEN)
    return found


def said(page: Any, wanted: str) -> None:
    """Wait until a sentence has been said, once."""
    until(page, "(wanted) => window.said.some((one) => one.includes(wanted))", wanted)
    assert page.evaluate("(wanted) => window.said.filter((one) => one.includes(wanted)).length", wanted) == 1
    page.evaluate("() => { window.said = []; }")


def focused(page: Any, wanted: str) -> None:
    """Wait until the focus is on what has a name."""
    until(page, f"(wanted) => ({FOCUSED})().includes(wanted)", wanted)


def press(page: Any, selector: str) -> None:
    page.focus(selector)
    page.keyboard.press("Enter")


def test_a_dispute_by_keyboard(page: Any) -> None:
    page.focus("#ask")
    page.keyboard.insert_text(DISPUTE)
    page.keyboard.press("Enter")
    said(page, "Illegal: a strike at C3 is 6 dice at 6")
    focused(page, "Ruling")
    page.keyboard.press("u")  # keys are for the board again
    said(page, "Undone")
    press(page, "#home")
    page.wait_for_selector("#examples button")
    focused(page, "Beginning")


def test_a_first_turn_by_keyboard(page: Any) -> None:
    press(page, "#new-game")
    said(page, "Commencement Phase")
    page.keyboard.press("n")
    focused(page, "Legion ")
    page.keyboard.press("Enter")
    said(page, "Choose who leaves")
    for number in (0, 2, 4, 6):
        press(page, f".splitter .chip >> nth={number}")
    press(page, ".splitter .main")
    said(page, "splits off")
    focused(page, "Ruling")
    press(page, "#next .main")
    said(page, "End of the Commencement Phase")
    press(page, "#next .main")
    focused(page, "A die shows 1")
    page.keyboard.press("4")
    said(page, "Movement Roll: 4")
    press(page, "#next .legion >> nth=1")
    said(page, "Lit: ")
    press(page, "#ruling .goes button:not([disabled])")
    page.wait_for_selector("#sheet .move:has-text('moves to')")
    focused(page, "Ruling")


def test_a_strike_by_keyboard(page: Any) -> None:
    load(page, DISPUTE.partition("\n")[0])
    page.wait_for_selector("#board .able")
    page.focus("#board [data-hex=D2]")
    page.keyboard.press("ArrowUp")
    focused(page, "D3, Plains, Ogre, attacker")
    page.keyboard.press("Enter")
    said(page, "Lit: C3, D4")
    page.keyboard.press("ArrowUp")
    focused(page, "D4, Plains, Lion with 4 hits, defender, legal: 6 dice, hits on 5+")
    page.keyboard.press("Enter")
    focused(page, "A die shows 1")
    for face in "665112":
        page.keyboard.press(face)
    said(page, "3 hits, 1 to slay, 2 left over")
    focused(page, "Strike")
    page.keyboard.press("Enter")
    said(page, "Lion in D4 has taken 5 hits and is slain")
    focused(page, "Ruling")


def test_a_screen_reader_s_click_is_a_touch(page: Any) -> None:
    load(page, DISPUTE.partition("\n")[0])
    page.wait_for_selector("#board .able")
    page.locator("#board [data-hex=D3]").dispatch_event("click")  # without a pointer
    said(page, "Lit: C3, D4")
    page.locator("#board [data-hex=D4]").dispatch_event("click")
    page.wait_for_selector("#tray:not([hidden]) .die")


@pytest.mark.parametrize("document", ["battle.json", "engaged.json", "game.json"])
def test_everything_has_a_role_and_a_name(page: Any, document: str) -> None:
    load(page, (EXAMPLES / document).read_text(encoding="utf-8"))
    page.wait_for_selector("#next button")
    for panel in ("moves", "setup", "odds", "files"):
        page.click(f"[role=tab][data-for={panel}]")
        assert page.evaluate(NAMELESS) == [], panel
    tree = page.locator("#board").aria_snapshot()
    places = re.findall(r"button \"([^\"]+)\"", tree)
    assert len(places) >= 27
    assert all(re.match(r"[A-F]\d, \w|\d+, \w|\w+, off the board", name) for name in places), places
    if document == "battle.json":
        assert any(re.fullmatch(r"D3, Plains, Ogre with 2 hits, attacker", name) for name in places)


def test_the_front_door_has_names(page: Any) -> None:
    page.click("#beginning > summary")
    page.click("#beginning .rules summary")
    assert page.evaluate(NAMELESS) == []


# --- what was seen on pictures, size by size


@pytest.fixture
def small(opened: Any, served: str) -> Any:
    with watched(opened, "phone") as tab:
        tab.page.set_viewport_size({"width": 320, "height": 568})
        yield ready(tab.page, served)


def test_the_board_comes_near_again_for_the_tray(small: Any) -> None:
    load(small, json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8")))
    small.wait_for_selector("#board .able")
    small.tap("#board [data-hex=D3] .place")
    small.wait_for_selector("#board [data-hex=D4][data-legal]")
    small.tap("#board [data-hex=D4] .place")
    small.wait_for_selector("#tray .die")
    inside = """() => ["D3", "D4"].every((hex) => {
        const box = document.querySelector(`#board [data-character][data-at=${hex}]`).getBoundingClientRect();
        const board = document.querySelector("#board").getBoundingClientRect();
        return box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
    })"""
    until(small, inside)


def test_what_was_not_read_leaves_the_board(small: Any) -> None:
    load(small, "Plains: Ogre D3 / Lion D4\nOgre dances")
    small.wait_for_selector("#heard:has-text('dances')")
    until(small, "document.querySelector('#board').getBoundingClientRect().height > 100")
    assert small.inner_text("#heard code") == "Plains: Ogre D3 / Lion D4\n..."
    small.tap("#go-on")
    small.keyboard.insert_text("Ogre strikes Lion with 6 6 1 1 1 1")  # the gap is chosen, and filled
    small.keyboard.press("Enter")
    small.wait_for_selector("#board [data-character=Lion][data-hits='2']")


def test_a_far_land_is_touched_by_a_button(small: Any) -> None:
    load(small, (ROOT / "docs" / "pictures" / "game.json").read_text(encoding="utf-8"))
    small.tap("#next [aria-label='Legion Bk01']")
    small.wait_for_selector("#ruling .goes button")
    for box in [one.bounding_box() for one in small.locator("#ruling .goes button").all()]:
        assert min(box["width"], box["height"]) >= 24
    button = small.locator("#ruling .goes button", has_text="17 Brush")
    assert button.get_attribute("data-legal") == small.get_attribute("#board [data-land='17']", "data-legal")


def test_nothing_of_play_is_offered_in_set_up(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8")))
    page.wait_for_selector("#next button")
    page.click("[role=tab][data-for=setup]")
    until(page, "!document.querySelector('#next button')")


def test_the_labels_of_hexes_lie_above_a_line_of_sight(page: Any) -> None:
    load(page, "Hills: Ranger D1 / Ogre D4, Lion D3\nRanger shoots Ogre")
    page.wait_for_selector("#board .arrow.sight", state="attached")
    labels = "[...document.querySelectorAll('#board .arrow.sight ~ .labels text')].map((one) => one.textContent).sort()"
    assert page.evaluate(labels) == ["D1", "D2", "D3", "D4"]


def test_examples_have_pictures_where_there_is_room(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    assert page.locator("#examples .miniature use").count() >= 5
    assert page.locator("#examples .miniature").first.is_visible()
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.locator("#examples .miniature").first.is_hidden()
