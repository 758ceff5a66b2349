"""Nothing that one needs is squeezed out: at every size it is on the screen, large enough, and hit by a touch."""

import json
from typing import Any

import pytest

from checkout import EXAMPLES
from pages import Watched, load, needs_chromium, new_game, ready, settled, until
from recorded import SHIPPED, states_by_choice
from titan_rules.position.documents import FORMAT

pytestmark = [pytest.mark.long, needs_chromium]

WINDOWS = [
    (320, 568), (360, 740), (390, 844), (412, 915), (740, 360), (844, 390), (820, 1180), (1280, 600), (1366, 768),
    (1440, 900), (1920, 1080),
]  # fmt: skip
BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))

SEEN = """(one) => {
    const box = one.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const inside = box.x >= 0 && box.y >= 0 && box.right <= innerWidth + 0.5 && box.bottom <= innerHeight + 0.5;
    return inside && box.width >= 24 && box.height >= 12 && (one.contains(hit) || hit?.contains(one)) ? ""
        : `${one.textContent.slice(0, 30)} ${Math.round(box.x)},${Math.round(box.y)} ${box.width}x${box.height}`;
}"""
"""What is wrong with what should be seen: empty if it is inside the window and a click in its middle hits it."""


def at_each_size(page: Any) -> Any:
    """Each window in turn, once the page has settled in it."""
    for wide, high in WINDOWS:
        page.set_viewport_size({"width": wide, "height": high})
        settled(page)
        yield f"{wide}x{high}"


def front(page: Any, size: str) -> None:
    """The panel that one plays with at a size."""
    wide, high = map(int, size.split("x"))
    page.click(f"[role=tab][data-for={'talk' if wide < 700 or high <= 520 else 'moves'}]")


def unseen(page: Any, selector: str) -> str:
    """What is wrong with the first element of a selector."""
    found: str = page.locator(selector).first.evaluate(SEEN)
    return found


@pytest.fixture
def page(tab: Watched, served: str) -> Any:
    return ready(tab.page, served)


@pytest.mark.parametrize("decides", sorted(states_by_choice()))
def test_the_button_of_what_one_must_do_next(page: Any, decides: str) -> None:
    load(page, FORMAT.dumps(states_by_choice()[decides]))
    page.wait_for_selector("#next button")
    for size in at_each_size(page):
        front(page, size)
        assert unseen(page, "#next button") == "", (decides, size)


def test_the_split_of_the_first_move(page: Any) -> None:
    new_game(page)
    for size in at_each_size(page):
        front(page, size)
        if not page.locator(".splitter").count():
            page.locator("#next .legion").first.click()
        page.wait_for_selector(".splitter .main")
        assert unseen(page, ".splitter .main") == "", size


def test_five_moves_of_the_sheet(page: Any) -> None:
    load(page, SHIPPED.read_text(encoding="utf-8"))
    page.keyboard.press("End")
    for size in at_each_size(page):
        page.click("[role=tab][data-for=moves]")
        settled(page)
        rows = "[...document.querySelectorAll('#sheet .move > .says')]"
        seen = page.evaluate(f"{rows}.filter((one) => !({SEEN})(one)).length")
        assert seen >= 5, (size, seen)


def test_the_answer_of_the_odds_is_beside_what_asked_for_them(page: Any) -> None:
    load(page, BATTLE)
    page.click("[role=tab][data-for=odds]")
    page.select_option("#odds-panel select >> nth=2", "20")
    page.click("#simulate")
    page.wait_for_selector("#odds:has-text('20 battles')")
    for size in at_each_size(page):
        for wanted in ("#simulate", "#odds-panel .chances", "#odds li"):
            assert unseen(page, wanted) == "", (wanted, size)


def test_what_the_odds_refuse_is_said_beside_them(page: Any) -> None:
    load(page, {**BATTLE, **{side: {**BATTLE[side], "characters": []} for side in ("attacker", "defender")}})
    page.click("[role=tab][data-for=odds]")
    page.click("#simulate")
    page.wait_for_selector("#odds .bad")
    for size in at_each_size(page):
        assert unseen(page, "#odds .bad") == "", size


LETTERS = """(selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.textContent)
    .map((one) => [one.textContent, Number(one.getAttribute("font-size")) * one.getScreenCTM().a])
    .filter(([, high]) => high < 9).map(([words, high]) => `${words} ${high.toFixed(1)}`)"""
"""The words of a drawing that are less than nine pixels high."""


def test_letters_are_nine_pixels_high_where_one_acts(page: Any) -> None:
    load(page, BATTLE)
    for size in at_each_size(page):
        front(page, size)
        page.keyboard.press("Escape")
        until(page, "document.querySelector('#board .chip') === null")  # nobody is touched any more
        settled(page)
        page.locator("#board [data-hex=D3] .place").dispatch_event("pointerdown", {"pointerId": 1})
        page.locator("#board [data-hex=D3] .place").dispatch_event("pointerup", {"pointerId": 1})
        page.wait_for_selector("#board .chip text")
        settled(page)
        assert page.evaluate(LETTERS, "#board .chip text, #board .map text") == [], size


def test_lands_are_legible_where_one_acts(page: Any) -> None:
    load(page, (EXAMPLES / "game.json").read_text(encoding="utf-8"))
    page.wait_for_selector("#next button")
    for size in at_each_size(page):
        front(page, size)
        settled(page)
        assert page.evaluate(LETTERS, "#board .map text") == [], size


def test_who_waits_to_enter_is_touched_apart(page: Any) -> None:
    waiting = {**BATTLE, "phase": "maneuver", "turn": 1}
    for side in ("attacker", "defender"):
        names = [one["name"] for one in waiting[side]["characters"]]
        waiting[side] = {**waiting[side], "characters": [{"name": name, "hex": None} for name in names]}
    load(page, waiting)
    page.wait_for_selector("#board [data-off]")
    for size in at_each_size(page):
        front(page, size)
        boxes = [one.bounding_box() for one in page.locator("#board [data-off] > rect").all()]
        assert len(boxes) > 3
        for one in boxes:
            assert min(one["width"], one["height"]) >= 24, size
        for i, one in enumerate(boxes):
            for two in boxes[:i]:
                apart = max(abs(one["x"] - two["x"]) - one["width"], abs(one["y"] - two["y"]) - one["height"])
                assert apart >= 1, size


def test_the_field_and_the_examples_are_at_the_door(page: Any) -> None:
    for size in at_each_size(page):
        assert unseen(page, "#ask") == "", size
        assert unseen(page, "#examples button") == "", size
    until(page, "document.querySelectorAll('#examples button').length === 3")
