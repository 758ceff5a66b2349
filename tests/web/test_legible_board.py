"""One can read the board: no number and no label is covered, whatever lies there; what one touches is large enough."""

import json
import re
from typing import Any

import pytest

from checkout import EXAMPLES, ROOT
from pages import SIZES, Watched, load, needs_chromium, ready, until, watched

pytestmark = [pytest.mark.long, needs_chromium]

SIX = ROOT / "tests" / "data" / "six-players.json"
"""A six-player game in its sixth turn, 27 Legions on the board."""
BATTLE = re.sub(
    r'"hits": ?\d+', '"hits": 0', (ROOT / "docs" / "pictures" / "mountains.json").read_text(encoding="utf-8")
)

COVERED = """(said) => {
    const map = document.querySelector("#board > svg");
    const named = [...document.querySelectorAll("#board .map text")];
    const words = named.filter((one) => new RegExp(said).test(one.textContent));
    const shapes = map.querySelectorAll(".pieces .piece, .over .chip, .over .way > g, .over .head");
    const box = (one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y + 0.18 * height, x + width, y + 0.82 * height];
    };
    const over = (one, two) => Math.min(one[2], two[2]) - Math.max(one[0], two[0]) > 1
        && Math.min(one[3], two[3]) - Math.max(one[1], two[1]) > 1;
    return words.filter((word) => [...shapes].some((shape) => {
        const its = shape.getBoundingClientRect();
        return over(box(word), [its.x, its.y, its.x + its.width, its.y + its.height]);
    })).map((word) => word.textContent);
}"""
"""The words of the map that a piece, a chip, a dot or an arrow's head lies on."""


def choose(page: Any, marker: str) -> None:
    for kind in ("pointerdown", "pointerup"):
        page.locator(f"#board [data-legion={marker}]").dispatch_event(kind, {"pointerId": 1})


@pytest.mark.parametrize("size", ["desk", "laptop", "tablet"])
def test_no_number_of_a_land_is_covered(opened: Any, served: str, size: str) -> None:
    six = json.loads(SIX.read_text(encoding="utf-8"))
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        load(page, {key: value for key, value in six.items() if key != "roll"})
        page.wait_for_selector("#next [data-legal=roll]")
        assert page.locator("#board [data-legion]").count() == 27
        assert page.evaluate(COVERED, r"^\d+$") == []
        for marker in ("Gr03", "Gr04"):  # with all six rolls: chips and what may be mustered on every lit land
            choose(page, marker)
            page.wait_for_selector("#ruling:has-text('With a 6')")
            assert page.locator("#board .over .chip").count() > 3
            assert page.evaluate(COVERED, r"^\d+$") == []
        assert page.evaluate(COVERED, r"^[A-Z]") == ["Swamp"]  # where Bu01 stands: else no name of a land
        load(page, six)
        choose(page, "Gr03")
        page.wait_for_selector("#board [data-land='41'][data-legal]")
        page.locator("#board [data-land='41']").dispatch_event("pointerdown", {"pointerId": 1})
        page.locator("#board [data-land='41']").dispatch_event("pointerup", {"pointerId": 1})
        page.wait_for_selector("#board .way")
        until(page, "document.getAnimations().length === 0")
        assert page.evaluate(COVERED, r"^\d+$") == []


def test_a_name_of_a_land_is_read_whole_or_not_at_all(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, (ROOT / "docs" / "pictures" / "game.json").read_text(encoding="utf-8"))
    choose(page, "Bk01")
    page.wait_for_selector("#board .chip")
    halves = """() => [...document.querySelectorAll("#board .map text")].filter((word) => {
        const box = word.getBoundingClientRect();
        const over = [...document.querySelectorAll("#board .chip > rect, #board .chip > circle")]
            .map((one) => one.getBoundingClientRect())
            .filter((one) => one.x < box.right - 1 && one.right > box.x + 1)
            .filter((one) => one.y < box.bottom - 5 && one.bottom > box.y + 5);
        return over.length && !over.some((one) => one.x <= box.x + 1 && one.right >= box.right - 1);
    }).map((word) => word.textContent)"""
    assert page.evaluate(halves) == []


def test_what_has_happened_to_a_character_stays_on_its_counter(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, (ROOT / "docs" / "pictures" / "jungle.json").read_text(encoding="utf-8"))
    page.wait_for_selector("#board [data-character=Serpent]")
    words = """() => [...document.querySelectorAll("svg.drawings [data-part=state]")].map((state) => {
        const body = state.parentElement.querySelector("[data-part=body]");
        return [state.textContent, state.getBBox().width <= Number(body.getAttribute("width")) - 32];
    })"""
    told = dict(page.evaluate(words))
    assert "moved, struck" in told
    assert all(told.values()), told


@pytest.mark.parametrize("size", SIZES)
def test_no_label_of_a_hex_is_covered(opened: Any, served: str, size: str) -> None:
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        load(page, BATTLE)  # without hits, whose stars stand at the corners but swell the boxes of their counters
        page.tap("#board [data-hex=D3]")
        page.wait_for_selector("#board .chip")
        assert page.evaluate(COVERED, r"^[A-F]\d$") == []
        chip = page.locator("#board .chip").first
        assert re.fullmatch(r"5 dice, 4\+\d+ %", chip.text_content())


def test_on_a_phone_one_s_legions_are_large_enough_to_touch_and_can_be_chosen_by_a_button(
    opened: Any, served: str
) -> None:
    with watched(opened, "phone") as tab:
        page = ready(tab.page, served)
        load(page, SIX.read_text(encoding="utf-8"))
        page.wait_for_selector("#board.zoomed")
        assert page.locator("#board [data-legion=Gr01]").bounding_box()["height"] >= 24
        page.tap("#next [aria-label='Legion Gr03']")
        page.wait_for_selector("#board [data-land='41'][data-legal]")
        place = page.locator("#board [data-land='41']").bounding_box()
        assert place["x"] >= 0  # all that is lit is in sight
        assert place["x"] + place["width"] <= SIZES["phone"][0]
        for _ in range(9):
            page.tap("[aria-label=Farther]")
        until(page, "!document.querySelector('#board').classList.contains('zoomed')")
        page.tap("[aria-label=Nearer]")
        until(page, "document.querySelector('#board').classList.contains('zoomed')")


SMALL = """() => [...document.querySelectorAll("button, summary, select, input, textarea, a, #board [data-off]")]
    .filter((one) => one.checkVisibility() && !one.closest("[hidden]"))
    .map((one) => [one.id || one.getAttribute("aria-label") || one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height && (box.width < 24 || box.height < 24))
    .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


def test_on_a_phone_everything_that_one_touches_is_24_pixels_wide_and_high(opened: Any, served: str) -> None:
    waiting = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
    waiting |= {"phase": "maneuver", "turn": 1}
    for side in ("attacker", "defender"):
        names = [one["name"] for one in waiting[side]["characters"]]
        waiting[side] = {**waiting[side], "characters": [{"name": name, "hex": None} for name in names]}
    with watched(opened, "phone") as tab:
        page = ready(tab.page, served)
        for document in (BATTLE, json.dumps(waiting), SIX.read_text(encoding="utf-8")):
            load(page, document)
            for panel in ("talk", "moves", "setup", "odds", "files"):
                page.click(f"[role=tab][data-for={panel}]")
                assert page.evaluate(SMALL) == [], panel


def test_on_a_phone_a_land_stands_for_the_legion_that_is_alone_there(opened: Any, served: str) -> None:
    with watched(opened, "phone") as tab:
        page = ready(tab.page, served)
        load(page, SIX.read_text(encoding="utf-8"))
        page.wait_for_selector("#board.zoomed")
        for kind in ("pointerdown", "pointerup"):
            page.locator("#board [data-land='36'] > .place").dispatch_event(kind, {"pointerId": 1})
        page.wait_for_selector("#ruling h2:has-text('Legion Gr03')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_board_is_dark_where_the_page_is(opened: Any, served: str, scheme: str) -> None:
    with watched(opened, color_scheme=scheme) as tab:
        page = ready(tab.page, served)
        load(page, (EXAMPLES / "game.json").read_text(encoding="utf-8"))
        words = page.evaluate("getComputedStyle(document.querySelector('#board .map text')).fill")
        assert (words == "rgb(255, 255, 255)") == (scheme == "dark")


def test_terrain_is_told_by_a_pattern_too(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, (EXAMPLES / "game.json").read_text(encoding="utf-8"))
    patterns = page.evaluate(
        """[...document.querySelectorAll("#board .map polygon[fill^=url]")]
            .map((one) => one.getAttribute("fill"))"""
    )
    assert len(patterns) == 96
    assert len(set(patterns)) == 11
