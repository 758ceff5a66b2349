"""No touch is lost, nothing that was done is forgotten, and whatever is open can be seen and touched."""

import gzip
import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from checkout import EXAMPLES
from pages import Watched, load, needs_chromium, new_game, position, ready, set_up, until, watched
from recorded import ARCHIVE, SHIPPED
from titan_rules.digest.rows import digest

pytestmark = [pytest.mark.long, needs_chromium]

BATTLE = json.loads((EXAMPLES / "battle.json").read_text(encoding="utf-8"))
GAME = json.loads((EXAMPLES / "game.json").read_text(encoding="utf-8"))
ENGAGED = json.loads((EXAMPLES / "engaged.json").read_text(encoding="utf-8"))
HEXES = ("C3", "B2", "C4", "D4", "E4")


# ---- setting up ----


def test_five_quick_touches_put_five_characters_and_five_hits(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    set_up(page)
    page.evaluate(
        """(hexes) => {
            document.querySelector(".palette [data-name=Ogre]").click();
            for (const hex of hexes) {
                const place = document.querySelector(`#board [data-hex=${hex}]`);
                for (const kind of ["pointerdown", "pointerup"]) {
                    place.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerId: 1 }));
                }
            }
        }""",
        list(HEXES),
    )
    assert page.locator("#board [data-character=Ogre]").count() == 5  # at once, before anybody has answered
    assert {one["hex"] for one in position(page)["attacker"]["characters"]} == set(HEXES)
    page.tap(".palette [data-name=Ogre]")
    page.tap("#board [data-hex=C3]")
    page.evaluate("for (let i = 0; i < 5; i++) document.querySelector('[aria-label=\"One hit more\"]').click()")
    assert page.inner_text("#hits") == "5 hits"
    assert next(one for one in position(page)["attacker"]["characters"] if one["hex"] == "C3")["hits"] == 5


def test_touches_are_kept_while_the_rules_are_loading(tab: Watched, served: str) -> None:
    page = tab.page
    held: list[Any] = []
    page.route("**/api/ask", lambda route: held.append(route))
    page.goto(served)
    page.tap("#new-battle")
    page.wait_for_selector("#board [data-hex=C3]")
    assert page.get_attribute("body", "data-engine") == "loading"
    page.tap(".palette [data-name=Ogre]")
    for label in HEXES:
        page.tap(f"#board [data-hex={label}]")
    assert page.locator("#board [data-character=Ogre]").count() == 5
    page.tap("#to-play")
    page.tap("#board [data-hex=C3]")
    page.wait_for_selector("#message:has-text('still loading')")
    page.unroute("**/api/ask")  # which lets go what was held
    page.wait_for_selector("body[data-engine=ready]")
    assert {one["hex"] for one in position(page)["attacker"]["characters"]} == set(HEXES)


def test_a_new_legion_is_empty_and_the_next_touch_makes_another(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    new_game(page)
    page.click("[role=tab][data-for=setup]")
    page.tap("#board [data-land='40']")
    page.wait_for_selector("#board [data-at='40'][data-legion]")
    page.tap("#board [data-land='41']")
    page.wait_for_selector("#board [data-at='41'][data-legion]")
    assert page.locator("#board [data-at='40'][data-legion]").count() == 1
    page.wait_for_selector("#ruling .faults:has-text('has no characters')")
    until(page, "document.querySelector('#position').value.split('nobody').length === 3")


# ---- kept ----


def test_what_was_played_commented_and_undone_is_there_after_a_reload(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    page.tap("#next [data-legal='end-maneuver']")
    page.wait_for_selector("#next:has-text('Strike Phase')")
    page.fill("#comment", "now it begins")
    page.press("#comment", "Tab")
    page.click("#undo")
    page.wait_for_selector("#next:has-text('Maneuver Phase')")
    page.reload()
    page.wait_for_selector("body[data-engine=ready]")
    page.wait_for_selector("#next:has-text('Maneuver Phase')")
    assert "now it begins" in page.inner_text("#sheet")
    page.click("#redo")
    page.wait_for_selector("#next:has-text('Strike Phase')")
    page.click("#undo")
    assert page.is_disabled("#undo")


LONGEST = gzip.decompress((ARCHIVE / "colossus-game009.replay.jsonl.gz").read_bytes()).decode()
WRITES = """() => {
    const put = IDBObjectStore.prototype.put;
    window.written = 0;
    IDBObjectStore.prototype.put = function (...given) {
        window.written += this.name === "nodes" ? 1 : 0;
        return put.apply(this, given);
    };
}"""
"""Counts how many nodes are written from now on."""


@pytest.mark.parametrize("record", [SHIPPED.read_text(encoding="utf-8"), LONGEST], ids=["short", "long"])
def test_a_recorded_game_with_its_comments_and_variations_is_there_after_a_reload(
    tab: Watched, served: str, record: str
) -> None:
    page = ready(tab.page, served)
    load(page, record)
    page.keyboard.press("ArrowRight")
    page.fill("#comment", "here it began")
    page.press("#comment", "Tab")
    page.click("#analyse")
    page.wait_for_selector("#next [data-legal=end-splits]")
    page.evaluate(WRITES)
    page.tap("#next button.quiet")
    page.tap("#next button:has-text('Yes')")
    page.wait_for_selector("#sheet .move:has-text('withdraws')")
    until(page, "written > 0")
    assert page.evaluate("written") <= 2  # the new node, and the one that it follows; not the whole game
    page.click("#undo")
    rows = page.locator("#sheet .move").count()
    page.reload()
    page.wait_for_selector("body[data-engine=ready]")
    until(page, "(rows) => document.querySelectorAll('#sheet .move').length === rows", rows)
    assert "here it began" in page.inner_text("#sheet")
    assert page.input_value("#slider") == "1"
    page.wait_for_selector("#next [data-legal=end-splits]")


def test_a_browser_that_keeps_nothing_says_so(tab: Watched, served: str) -> None:
    page = tab.page
    page.add_init_script("IDBFactory.prototype.open = () => { throw new Error('no room') };")
    ready(page, served)
    page.wait_for_selector("#message:has-text('keeps nothing')")


# ---- links ----


def test_a_link_may_be_the_position_as_one_types_it(tab: Watched, served: str) -> None:
    page = ready(tab.page, f"{served}#{quote('Plains: Ogre D3 / Lion D4 3 hits')}")
    page.wait_for_selector("#board [data-character=Lion][data-hits='3']")
    page.evaluate("location.hash = 'Plains: Ogre D3 / Lion E3'")
    page.wait_for_selector("#board [data-character=Lion][data-at=E3]")


def test_a_link_with_a_fault_shows_what_is_right_and_names_the_fault(tab: Watched, served: str) -> None:
    page = ready(tab.page, f"{served}#{quote('Plains: Ogre D3 / Lion D3, Centaur E3')}")
    page.wait_for_selector("#board [data-character=Centaur][data-at=E3]")
    page.wait_for_selector("#ruling .faults:has-text('D3 is held')")


def test_a_link_with_a_name_that_there_is_not_shows_all_others_and_answers_for_them(tab: Watched, served: str) -> None:
    page = ready(tab.page, f"{served}#{quote('Plains: Ogre D3, Lyon C3 / Lion D4 3 hits')}")
    page.wait_for_selector("#ruling .faults:has-text('Did you mean Lion?')")
    page.wait_for_selector("#board [data-character=Lion][data-hits='3']")
    assert page.locator("#board [data-character]").count() == 2
    assert page.input_value("#position") == "Plains: Ogre D3, Lyon C3 / Lion D4 3 hits"
    page.tap("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal='D3 strikes D4']")


@pytest.mark.parametrize("link", ["nonsense", "%00%ff", "game=AAAA", "position=%3Cimg", "Plains: Ogre D3"])
def test_a_link_that_cannot_be_read_says_so(tab: Watched, served: str, link: str) -> None:
    page = ready(tab.page, f"{served}#{link}")
    waits = ":has-text('as soon as the rules are here')"  # and what of it can be drawn is shown until then
    said = f"body[data-panel=door] :is(#message:not([hidden]), #heard:not([hidden]):not({waits}))"
    page.wait_for_selector(said)
    assert "JSON" not in page.inner_text(said)


# ---- what is open is seen ----


@pytest.mark.parametrize("size", ["desk", "phone"])
def test_an_engagement_has_a_button_and_its_legions_may_be_touched(opened: Any, served: str, size: str) -> None:
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        load(page, ENGAGED)
        page.wait_for_selector("#next [data-legal='engage P105']", state="visible")
        page.locator("#board [data-legion][data-at='105']").first.dispatch_event("pointerdown", {"pointerId": 1})
        page.locator("#board [data-legion][data-at='105']").first.dispatch_event("pointerup", {"pointerId": 1})
        page.wait_for_selector("#sheet .move:has-text('Resolve the Engagement')", state="attached")


@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_after_play_on_the_next_choice_and_the_faults_are_on_the_panel_one_is_on(
    opened: Any, served: str, size: str
) -> None:
    with watched(opened, size) as tab:
        page = ready(tab.page, served)
        new_game(page)
        page.wait_for_selector("#next .says", state="visible")
        page.click("[role=tab][data-for=setup]")
        page.select_option("#phase", "movement")
        page.wait_for_selector("#setup .wrong" if size == "phone" else "#ruling .faults", state="visible")
        page.click("#to-play")
        page.wait_for_selector("#ruling .faults", state="visible")
        load(page, {key: value for key, value in GAME.items() if key != "roll"})
        page.wait_for_selector("#next [data-legal=roll]", state="visible")
        page.click("[role=tab][data-for=moves]")
        page.wait_for_selector("#next [data-legal=roll]", state="visible")


def test_the_page_of_a_phone_does_not_jump_when_the_rules_are_there(opened: Any, served: str) -> None:
    with watched(opened, "phone") as tab:
        page = tab.page
        held: list[Any] = []
        page.route("**/api/ask", lambda route: held.append(route))
        page.goto(served)
        page.tap("#new-battle")
        page.wait_for_selector("#board [data-hex=C3]")
        assert page.inner_text("#state")
        before = page.locator("#board").bounding_box()
        page.unroute("**/api/ask")
        page.wait_for_selector("body[data-engine=ready]")
        assert page.locator("#board").bounding_box() == before
        head = page.locator("header").bounding_box()
        assert head["height"] <= 90  # the field, and the tabs
        page.click("[role=tab][data-for=files]")
        assert page.locator("#position").bounding_box()["width"] >= 300


def test_a_concession_comes_last_and_is_confirmed(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    buttons = page.locator("#next [data-legal]")
    assert "concede" in buttons.last.get_attribute("data-legal")
    assert "glowing character" in page.inner_text("#next .says")
    rows = page.locator("#sheet .move").count()
    buttons.last.click()
    page.wait_for_selector("#next button:has-text('Yes')")
    assert page.locator("#sheet .move").count() == rows
    page.click("#next button:has-text('Yes')")
    page.wait_for_selector("#sheet .move:has-text('concede')")


@pytest.mark.parametrize("document", [BATTLE, {**GAME, "roll": 5}])
def test_a_phone_s_prompt_is_read_whole(opened: Any, served: str, document: Any) -> None:
    with watched(opened, "phone") as tab:
        page = ready(tab.page, served)
        load(page, document)
        prompt = page.locator("#next .says :has-text('glowing')")
        assert prompt.evaluate("(one) => one.scrollWidth <= one.clientWidth")
        assert prompt.evaluate(
            "(one) => one.getBoundingClientRect().bottom <= one.parentElement.getBoundingClientRect().bottom"
        )


def test_the_last_die_waits_for_the_strike(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.tap("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-hex=D4][data-legal]")
    page.tap("#board [data-hex=D4]")
    for _ in range(6):
        page.tap("#tray button.die:has-text('1')")
    page.wait_for_selector("#tray button:has-text('Strike')")
    assert page.locator("#sheet .move").count() == 1
    page.tap("#tray button:has-text('Back')")
    page.tap("#tray button.die:has-text('6')")
    page.tap("#tray button:has-text('Strike')")
    page.wait_for_selector("#sheet .move:has-text('strikes')")


def test_the_bar_of_the_odds_is_seen(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.click("[role=tab][data-for=odds]")
    page.click("#simulate")
    page.wait_for_selector("#odds:has-text('400 battles')", timeout=60_000)
    assert re.search(r"attacker [\d.]+ %", page.inner_text("#odds"))
    assert page.locator("#odds-panel .attacker >> nth=0").bounding_box()["height"] >= 20


def test_battles_are_fought_out_by_the_policy_that_looks_ahead(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.click("[role=tab][data-for=odds]")
    page.select_option("#odds-panel select >> nth=0", "best")
    page.select_option("#odds-panel select >> nth=2", "20")
    page.click("#simulate")
    page.wait_for_selector("#odds:has-text('20 battles')")


def test_a_rule_s_card_shows_the_rule_and_folds_its_sources(tab: Watched, served: str) -> None:
    page = ready(tab.page, served)
    load(page, BATTLE)
    page.tap("#board [data-hex=D3]")
    page.wait_for_selector("#board [data-legal]")  # its card is here
    page.click("#ruling .rule >> nth=0")
    page.wait_for_selector("#ruling .law summary:has-text('Sources')")
    rule = digest().rules[page.inner_text("#ruling .rule >> nth=0")]
    assert rule.text in page.inner_text("#ruling .law")
    assert rule.sources not in page.inner_text("#ruling .law")
    page.click("#ruling .law summary:has-text('Sources')")
    assert rule.sources in page.inner_text("#ruling .law")


# ---- Back ----


def test_back_closes_what_is_open_and_then_leaves_and_all_is_there_on_return(tab: Watched, served: str) -> None:
    page = tab.page
    page.goto("about:blank")
    ready(page, served)
    load(page, {**BATTLE, "phase": "maneuver"})
    page.tap("#next [data-legal='end-maneuver']")
    page.wait_for_selector("#next:has-text('Strike Phase')")
    for panel in ("odds", "setup", "files"):
        page.click(f"[role=tab][data-for={panel}]")
        page.wait_for_selector(f"body[data-panel={panel}]")
        page.go_back()
        page.wait_for_selector("body[data-panel=moves]")
    page.click("[role=tab][data-for=odds]")
    page.click("[role=tab][data-for=moves]")  # closed by itself: Back leaves nonetheless
    page.fill("#ask", "Ogre strikes")
    page.go_back()
    page.wait_for_url("about:blank")
    page.go_forward()
    page.wait_for_selector("#next:has-text('Strike Phase')")
    assert page.input_value("#ask") == "Ogre strikes"
